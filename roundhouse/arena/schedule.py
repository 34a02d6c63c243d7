"""Who sits where in which game: every deal is played from all seats, and in time in every order round the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, count, islice, permutations

from roundhouse.core.sentence import BadSetup, say

Seating = tuple[str, ...]  # the name of a bot by seat


@dataclass(frozen=True)
class Fixture:
    """One game to be played. Games of one deal have the same draws of chance, so that bots are compared on equal luck."""

    number: int  # of the game, from 1 on
    deal: int  # from 0 on
    seating: Seating
    closes: bool  # the last game of its deal


def schedule(bots: Sequence[str], seats: int, games: int) -> list[Fixture]:
    """The first games of the endless schedule of these bots. A longer run begins with the games of a shorter one.

    One lineup after the other gets a deal and plays it from all seats; in the next round, in another order round the table.
    """
    tables = lineups(bots, seats)
    deals = ((turn * len(tables) + at, table, turn) for turn in count() for at, table in enumerate(tables))
    blocks = ((deal, _of_deal(table, turn)) for deal, table, turn in deals)
    seatings = ((deal, seating, seating == block[-1]) for deal, block in blocks for seating in block)
    return [Fixture(number, *rest) for number, rest in enumerate(islice(seatings, games), 1)]


def lineups(bots: Sequence[str], seats: int) -> list[Seating]:
    """Who meets at one table: every choice of `seats` bots; where there are fewer bots, the last one takes the seats left over."""
    if len(bots) <= seats:
        return [(*bots, *[bots[-1]] * (seats - len(bots)))]
    if len(set(bots)) < len(bots):
        raise BadSetup(say("a bot is named twice, and there are more bots than seats"))
    return list(combinations(bots, seats))


def round_length(bots: Sequence[str], seats: int) -> int:
    """The games of the first round: every lineup from all seats."""
    return sum(len(rotations(circles(table)[0])) for table in lineups(bots, seats))


def _of_deal(table: Seating, turn: int) -> list[Seating]:
    orders = circles(table)
    return rotations(orders[turn % len(orders)])


@cache
def circles(table: Seating) -> list[Seating]:
    """The different orders of a lineup round a table, where only who sits left of whom counts.

    >>> circles(("a", "b", "c"))
    [('a', 'b', 'c'), ('a', 'c', 'b')]
    """
    orders = dict.fromkeys((table[0], *rest) for rest in permutations(table[1:]))
    found: dict[Seating, Seating] = {}
    for order in orders:
        found.setdefault(min(rotations(order)), order)
    return list(found.values())


def rotations(order: Seating) -> list[Seating]:
    """The different seatings that keep an order: everybody moves on by one seat, and by one again.

    >>> rotations(("a", "b", "a", "b"))
    [('a', 'b', 'a', 'b'), ('b', 'a', 'b', 'a')]
    """
    return list(dict.fromkeys(order[-at:] + order[:-at] if at else order for at in range(len(order))))

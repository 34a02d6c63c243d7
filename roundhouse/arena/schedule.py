"""The schedule: every deal is played from all seats, and over time in every order around the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, count, islice, permutations

from roundhouse.core.sentence import BadSetup, say

Seating = tuple[str, ...]  # the name of a bot by seat


@dataclass(frozen=True)
class Fixture:
    """A scheduled game. Games of one deal have the same draws of chance, so that bots are compared on equal luck."""

    number: int  # of the game, counted from 1
    deal: int  # counted from 0
    seating: Seating
    last_of_deal: bool


def schedule(bots: Sequence[str], seats: int, games: int) -> list[Fixture]:
    """Return the first games of the endless schedule of these bots, so that a longer run starts with the games of a shorter one.

    In each round every lineup gets one deal and plays it from all seats; the next round takes another order around the table.
    """
    tables = lineups(bots, seats)
    deals = (
        (round_index * len(tables) + index, table, round_index) for round_index in count() for index, table in enumerate(tables)
    )
    blocks = ((deal, _deal_seatings(table, round_index)) for deal, table, round_index in deals)
    seatings = ((deal, seating, seating == block[-1]) for deal, block in blocks for seating in block)
    return [Fixture(number, *rest) for number, rest in enumerate(islice(seatings, games), 1)]


def lineups(bots: Sequence[str], seats: int) -> list[Seating]:
    """Return every combination of `seats` bots. If there are fewer bots, the last one fills the remaining seats."""
    if len(bots) <= seats:
        return [(*bots, *[bots[-1]] * (seats - len(bots)))]
    if len(set(bots)) < len(bots):
        raise BadSetup(say("a bot is named twice, and there are more bots than seats"))
    return list(combinations(bots, seats))


def round_length(bots: Sequence[str], seats: int) -> int:
    """Return the number of games in the first round: every lineup from all seats."""
    return sum(len(rotations(circular_orders(table)[0])) for table in lineups(bots, seats))


def _deal_seatings(table: Seating, round_index: int) -> list[Seating]:
    orders = circular_orders(table)
    return rotations(orders[round_index % len(orders)])


@cache
def circular_orders(table: Seating) -> list[Seating]:
    """Return the distinct orders of a lineup around a table, where rotations count as the same order.

    >>> circular_orders(("a", "b", "c"))
    [('a', 'b', 'c'), ('a', 'c', 'b')]
    """
    orders = dict.fromkeys((table[0], *rest) for rest in permutations(table[1:]))
    found: dict[Seating, Seating] = {}
    for order in orders:
        found.setdefault(min(rotations(order)), order)
    return list(found.values())


def rotations(order: Seating) -> list[Seating]:
    """Return the distinct rotations of an order.

    >>> rotations(("a", "b", "a", "b"))
    [('a', 'b', 'a', 'b'), ('b', 'a', 'b', 'a')]
    """
    return list(dict.fromkeys(order[-shift:] + order[:-shift] if shift else order for shift in range(len(order))))

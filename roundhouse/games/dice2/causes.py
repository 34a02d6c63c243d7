"""Why things changed: what follows from a move, what a draft does to the acting seat, and where the tokens came from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from roundhouse.core.bits import count_bits, members
from roundhouse.core.game import Cause, Prospect
from roundhouse.core.sentence import SeatName, Sentence, both, say, say_many
from roundhouse.core.state import OVER, View
from roundhouse.games.dice2.board import (
    CAPITAL,
    GREYS_EACH,
    IDLE_ROUNDS,
    JOINED,
    LAST_DICE,
    PRICE,
    SCRAPPED,
    SCRAPPER,
    SIMPLE_SHAPES,
    SLOWEST,
    VALUES,
)
from roundhouse.games.dice2.ending import complex_left, locomotives_of, simple_left, someone_has_linked_all
from roundhouse.games.dice2.moves import BRING, BUY, END, EXCHANGE, FEED, LAY, OFFER
from roundhouse.games.dice2.phrases import passengers, station, tokens
from roundhouse.games.dice2.position import CLOSING, GREYS, TURN, Position
from roundhouse.games.dice2.traffic import on_sale

if TYPE_CHECKING:
    from roundhouse.games.dice2.state import Dice2


def consequences(before: View[Dice2], move: int, after: View[Dice2]) -> Sequence[Sentence]:
    """Return what followed from a move: connections paid, locomotives scrapped, passengers that arrive, phases that end and why."""
    old, new = before.position, after.position
    told: list[Sentence] = []
    if move < OFFER and old.phase <= GREYS and new.phase == TURN:
        told += _set_up(new)
    if LAY <= move < BUY:
        told += _connections(old, new, int(old.fee[(move - LAY) // SIMPLE_SHAPES]) if move < EXCHANGE else 0)
    closing = new.phase == CLOSING and old.phase != CLOSING
    if not closing and (move == FEED or BRING <= move < END):
        told.append(say("{passengers} arrive", passengers=passengers(int(sum(new.pool) - sum(old.pool)))))
    if move == BUY and on_sale(old) == SCRAPPER and any(old.engines[seat * VALUES + SCRAPPED] for seat in range(old.seats)):
        told.append(say("Every locomotive {value} is scrapped", value=SCRAPPED + SLOWEST))
    if not closing and move != FEED and LAY <= move < BRING and sum(new.pool) > sum(old.pool):
        told.append(say("Three tiles were empty: new passengers arrive on all tiles with stations"))
    if closing:
        told.append(say("The closing phase begins: {why}", why=_why_closing(old, new)))
        told.append(say("Passengers arrive one last time; from now on locomotives are bought and passengers carried, nothing else"))
    if new.actor == OVER:
        told.append(say("The game is over: {why}", why=_why_over(new)))
    return told


def _set_up(position: Position) -> list[Sentence]:
    """Say which grey stations found no place (RD2-23), and that passengers wait."""
    missing = position.seats * (1 + GREYS_EACH[position.seats]) - position.placed
    waiting = say("{passengers} wait, five for each station", passengers=passengers(int(sum(position.pool))))
    if not missing:
        return [waiting]
    told = say_many(
        "{count} grey station found no place and leaves the game",
        "{count} grey stations found no place and leave the game",
        count=missing,
    )
    return [told, waiting]


def _connections(old: Position, new: Position, fee: int) -> list[Sentence]:
    """Say which stations are newly linked with a home, and what that pays its owner (RD2-69); the active seat has paid the fee."""
    told = []
    for home in range(old.seats):
        fresh = [station(new, number) for number in members(int(new.linked[home] & ~old.linked[home]))]
        gain = int(new.cash[home] - old.cash[home]) + (fee if home == old.turn else 0)
        if not fresh:
            continue
        link = {"name": SeatName(home), "stations": both(fresh)}
        if gain:
            told.append(say("New link of {name} with {stations}: {tokens}", tokens=tokens(gain), **link))
        else:
            told.append(say("New link of {name} with {stations}", **link))
    return told


def _why_closing(old: Position, new: Position) -> Sentence:
    """Return the condition of RD2-90 that came true, or that nothing happened for three rounds (RD2-R37)."""
    if someone_has_linked_all(new):
        seat = next(seat for seat in range(new.seats) if count_bits(new.linked[seat]) == new.placed - 1)
        return say("{name} has linked all stations", name=SeatName(seat))
    if complex_left(new) == 0:
        return say("no complex die is left")
    if complex_left(new) + simple_left(new) <= LAST_DICE:
        return say("only {count} dice are left", count=int(complex_left(new) + simple_left(new)))
    if old.idle + 1 == IDLE_ROUNDS * old.seats:
        return say("nothing was laid, bought or carried for three rounds")
    return say("the bank has no tokens left")


def _why_over(position: Position) -> Sentence:
    """Return what ended the closing phase (RD2-95, RD2-R33)."""
    if not sum(position.pool):
        return say("no passenger waits any more")
    if position.quiet >= position.seats:
        return say("nobody carried passengers for a round")
    return say("no player can carry passengers any more")


# What a draft changes.


def prospects(before: View[Dice2], after: View[Dice2]) -> Sequence[Prospect]:
    """Return the figures of the acting seat that a draft changes."""
    old, new, seat = before.position, after.position, before.seat
    rows: list[tuple[Sentence, int, int]] = [
        (say("Tokens"), int(old.cash[seat]), int(new.cash[seat])),
        (say("Linked stations"), int(count_bits(old.linked[seat])), int(count_bits(new.linked[seat]))),
        (say("Locomotives"), int(locomotives_of(old, seat)), int(locomotives_of(new, seat))),
        (say("Dice in front"), int(sum(old.front)), int(sum(new.front))),
        (say("Passengers waiting"), int(sum(old.pool)), int(sum(new.pool))),
    ]
    return [(label, str(was), str(now)) for label, was, now in rows if was != now]


# Where the tokens came from.


def breakdown(view: View[Dice2]) -> Sequence[Cause]:
    """Return the tokens by source: capital, connections, locomotives still owned, and what passengers brought after fees."""
    position = view.position
    seats = range(position.seats)
    start = [CAPITAL] * position.seats
    locomotives = [-sum(int(position.engines[seat * VALUES + value] * PRICE[value]) for value in range(VALUES)) for seat in seats]
    rows: list[Cause] = [(say("capital at the start"), start), (say("price of the locomotives owned"), locomotives)]
    linked = [0 if position.mild else JOINED * int(count_bits(position.linked[seat])) for seat in seats]
    if any(linked):
        rows.append((say("connections between stations"), linked))
    rest = [int(position.cash[seat]) - start[seat] - locomotives[seat] - linked[seat] for seat in seats]
    return [*rows, (say("passengers carried, less fees and scrapped locomotives"), rest)]

"""What can be decided in advance in Railroad Tycoon: the highest bid of the auction, a pass, and the next action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roundhouse.core.plan import Order, Plans
from roundhouse.core.sentence import say
from roundhouse.core.state import View
from roundhouse.games.tycoon.board import MOST_BID, NONE
from roundhouse.games.tycoon.moves import BID, PASS
from roundhouse.games.tycoon.position import ACTION, AUCTION, BUILDING
from roundhouse.games.tycoon.state import Tycoon

_UP_TO: Final = "bid up to"
_PASS: Final = "pass"


def ahead(view: View[Tycoon]) -> View[Tycoon] | None:
    """Return the view as if the seat were to choose an action (RRT-65); the auction has orders of its own."""
    position, seat = view.position, view.seat
    if seat < 0 or position.phase not in (ACTION, BUILDING):
        return None
    mine = position.copy()
    mine.actor = seat
    mine.phase = ACTION
    mine.issued = mine.granted = mine.laid = mine.extra = 0
    mine.stub = NONE
    return View(seat, mine)


def orders(view: View[Tycoon]) -> Sequence[Order]:
    """Return the orders of a seat: a highest bid (RRT-56) or a pass (RRT-58) in the auction, a pass as the next action (RRT-66)."""
    position, seat = view.position, view.seat
    if seat < 0 or position.phase not in (AUCTION, ACTION, BUILDING):
        return ()
    if position.phase != AUCTION:
        return (Order(_PASS, say("Pass in my next action")),)
    if position.out >> seat & 1:
        return ()
    pass_it = Order(_PASS, say("Pass in this auction"))
    if position.high == MOST_BID:
        return (pass_it,)
    return (Order(_UP_TO, say("Bid for me, in thousands, up to"), position.high + 1, MOST_BID), pass_it)


def moves_of(text: str) -> Sequence[int]:
    """Return the moves of an order, the preferred one first: the lowest possible bid, or a pass."""
    if text == _PASS:
        return (PASS,)
    verb, _, number = text.rpartition(" ")
    if verb != _UP_TO or not number.isdecimal():
        return ()
    return (*range(BID, BID + min(int(number), MOST_BID)), PASS)


def occasion(view: View[Tycoon]) -> str:
    """Return what plans are made for: the auction of a turn, or any action."""
    position = view.position
    return f"auction {position.turn}" if position.phase == AUCTION else ""


PLANS: Final = Plans(ahead=ahead, orders=orders, moves_of=moves_of, occasion=occasion)

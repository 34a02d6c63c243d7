"""What can be decided in advance in Chicago Express: the highest bid of an auction, and the next turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.plan import Order, Plans
from roundhouse.core.sentence import say
from roundhouse.core.state import OVER, View
from roundhouse.games.express.board import COMPANY_IDS, HIGHEST_BID
from roundhouse.games.express.moves import BID, PASS
from roundhouse.games.express.phases import BIDDING, NONE, TURN
from roundhouse.games.express.state import Express

_UP_TO: Final = "bid up to"
_PASS: Final = "pass"


def ahead(view: View[Express]) -> View[Express] | None:
    """Return the view as if the seat were to choose an action (CEX-41); auctions have orders of their own."""
    position, seat = view.position, view.seat
    if seat < 0 or position.phase == BIDDING:
        return None
    mine = position.copy()
    mine.actor = mine.turn = seat
    mine.phase = TURN
    mine.company = NONE
    mine.laid = vec[i64]()
    return View(seat, mine)


def orders(view: View[Express]) -> Sequence[Order]:
    """Return the orders of a seat that is still in the auction under way: a highest bid (CEX-31, CEX-62), or a pass (CEX-32)."""
    position, seat = view.position, view.seat
    if seat < 0 or position.actor == OVER or position.phase != BIDDING or position.passed >> seat & 1:
        return ()
    company = COMPANY_IDS[position.company]
    pass_it = Order(_PASS, say("Pass on {company}", company=company))
    least, most = position.least_bid(), position.highest_bid(seat)
    if least > most:
        return (pass_it,)
    return (Order(_UP_TO, say("Bid for {company} for me, in dollars, up to", company=company), least, most), pass_it)


def moves_of(text: str) -> Sequence[int]:
    """Return the moves of an order, the preferred one first: the lowest possible bid, or a pass."""
    if text == _PASS:
        return (PASS,)
    verb, _, number = text.rpartition(" ")
    if verb != _UP_TO or not number.isdecimal():
        return ()
    return (*range(BID + 1, BID + min(int(number), HIGHEST_BID) + 1), PASS)


def occasion(view: View[Express]) -> str:
    """Return what plans are made for: the auction of a share, or any turn."""
    position = view.position
    return f"auction {position.company}" if position.phase == BIDDING and position.actor != OVER else ""


PLANS: Final = Plans(ahead=ahead, orders=orders, moves_of=moves_of, occasion=occasion)

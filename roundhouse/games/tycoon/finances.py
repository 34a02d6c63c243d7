"""The money of a seat: dividends, what is left of a turn, what a draft does to it, and where the final scores come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from roundhouse.core.game import Cause, Prospect
from roundhouse.core.sentence import Sentence, say
from roundhouse.core.state import View
from roundhouse.games.tycoon.phrases import money, signed
from roundhouse.games.tycoon.score import bonus

if TYPE_CHECKING:
    from roundhouse.games.tycoon.state import Tycoon


def dividends(position: Tycoon, seat: int) -> int:
    """Return what a seat owes at the end of every turn, in thousands (RRT-141)."""
    return int(position.shares[seat])


def net_income(position: Tycoon, seat: int) -> int:
    """Return income less dividends, in thousands a turn."""
    return int(position.income(seat)) - dividends(position, seat)


def prospects(before: View, after: View) -> list[Prospect]:
    """Return what a draft changes for the reader: the figure, its value now and its value then."""
    seat = before.seat
    if seat < 0:
        return []
    first, then = (_figures(cast("Tycoon", view.position), seat) for view in (before, after))
    return [(name, now, later) for (name, now), (_, later) in zip(first, then, strict=True) if now != later]


def _figures(position: Tycoon, seat: int) -> list[tuple[Sentence, Sentence | str]]:
    score = str(position.points[seat] - position.shares[seat]).replace("-", "−")
    return [
        (say("Cash"), money(position.cash[seat])),
        (say("Shares"), str(position.shares[seat])),
        (say("Points"), str(position.points[seat])),
        (say("Points less shares"), score),
        (say("Income less dividends, a turn"), signed(net_income(position, seat))),
    ]


def breakdown(view: View) -> list[Cause]:
    """Return where the final scores come from: points on the track, shares, tycoons (RRT-187)."""
    position = cast("Tycoon", view.position)
    seats = range(position.seats)
    earned = [bonus(position, seat, position.tycoon[seat]) if position.tycoon[seat] >= 0 else 0 for seat in seats]
    rows: list[Cause] = [
        (say("Points from links, deliveries and cards"), [int(position.points[seat]) for seat in seats]),
        (say("Shares issued"), [-int(position.shares[seat]) for seat in seats]),
    ]
    return [*rows, (say("Tycoon"), [int(points) for points in earned])] if any(tycoon >= 0 for tycoon in position.tycoon) else rows

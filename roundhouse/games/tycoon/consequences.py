"""The consequences of a move in sentences: why points and money changed, what ended and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from roundhouse.core.bits import members
from roundhouse.core.sentence import SeatName, Sentence, say, say_many
from roundhouse.core.state import OVER, View
from roundhouse.games.tycoon.board import CITY_NAMES, IDLE_TURNS, MARKERS_TO_END, NONE, SHARE_VALUE, TYCOON_NAMES
from roundhouse.games.tycoon.changes import LINKS, Changes, Scored, changes
from roundhouse.games.tycoon.phrases import card, money, points, shares, stub
from roundhouse.games.tycoon.position import OPEN
from roundhouse.games.tycoon.score import bonus

if TYPE_CHECKING:
    from roundhouse.games.tycoon.state import Tycoon


def consequences(before: View, move: int, after: View) -> list[Sentence]:
    """Return what followed from a move: points by cause, shares that had to be issued, income and dividends, the end."""
    first, then = cast("Tycoon", before.position), cast("Tycoon", after.position)
    found = changes(first, move, then)
    told = [_score(scored) for scored in found.scored]
    told += [_emptied(first, then, city) for city in found.emptied]
    if first.ending == OPEN:
        told += [_supplied(then, city) for city in members(first.marked & ~then.marked)]
    if found.issued:
        told.append(
            say_many(
                "{name} is short of cash and issues {shares} for {amount}: 1 point less at the end, $1,000 a turn",
                "{name} is short of cash and issues {shares} for {amount}: {count} points less at the end, ${count},000 a turn",
                count=found.issued,
                name=SeatName(found.payer),
                shares=shares(found.issued),
                amount=money(found.issued * SHARE_VALUE),
            )
        )
    if found.closed:
        told += _close(found)
    if first.ending == OPEN and then.ending != OPEN:
        told.append(_end_in_sight(then))
    if then.actor == OVER and first.actor != OVER:
        told += _tycoons(then)
    return told


def _score(scored: Scored) -> Sentence:
    name = SeatName(scored.seat)
    if scored.cause == LINKS:
        return say_many(
            "{name} scores {points} for {count} link",
            "{name} scores {points} for {count} links",
            count=scored.points,
            name=name,
            points=points(scored.points),
        )
    return say("{name} scores {points} for {card}", name=name, points=points(scored.points), card=card(scored.cause))


def _emptied(before: Tycoon, after: Tycoon, city: int) -> Sentence:
    if before.ending != OPEN:  # RRT-185: markers no longer count
        return say("{city} is empty now", city=CITY_NAMES[city])
    most = int(MARKERS_TO_END[after.seats])
    return say("{city} is empty now: {now} of {most} markers", city=CITY_NAMES[city], now=after.markers(), most=most)


def _supplied(after: Tycoon, city: int) -> Sentence:
    """Say that cubes have arrived in an empty city, which loses its marker (RRT-208)."""
    most = int(MARKERS_TO_END[after.seats])
    return say("{city} is no longer empty: {now} of {most} markers", city=CITY_NAMES[city], now=after.markers(), most=most)


def _close(found: Changes) -> list[Sentence]:
    """Tell the end of a turn: unfinished links, then income and dividends of every seat (RRT-139 to RRT-142)."""
    told = [
        say("The unfinished link of {name} at {stub} is removed", name=SeatName(seat), stub=stub(start))
        for seat, start in found.removed
    ]
    for seat, closed in enumerate(found.closed):
        name, income, dividends = SeatName(seat), money(closed.income), money(closed.dividends)
        told.append(say("{name}: income {income}, dividends {dividends}", name=name, income=income, dividends=dividends))
        if closed.issued:
            told.append(say("{name} issues {shares} to pay the dividends", name=name, shares=shares(closed.issued)))
    return told


def _end_in_sight(position: Tycoon) -> Sentence:
    """Say why the end has come into sight (RRT-183, RRT-219)."""
    if position.markers() >= MARKERS_TO_END[position.seats]:
        return say_many(
            "{count} city is empty: one more turn follows this one",
            "{count} cities are empty: one more turn follows this one",
            count=int(position.markers()),
        )
    if position.idle >= IDLE_TURNS:
        return say("{turns} turns without a delivery: one more turn follows", turns=int(position.idle))
    return say("This is the last turn")


def _tycoons(position: Tycoon) -> list[Sentence]:
    """Tell every tycoon and what it brings (RRT-41), and what the shares cost (RRT-37)."""
    told = []
    for seat, tycoon in enumerate(position.tycoon):
        if tycoon != NONE:
            earned = points(bonus(position, seat, tycoon))
            told.append(say("{name} shows {tycoon}: {points}", name=SeatName(seat), tycoon=TYCOON_NAMES[tycoon], points=earned))
        if position.shares[seat]:
            told.append(
                say(
                    "{name} loses {points} for {shares}",
                    name=SeatName(seat),
                    points=points(position.shares[seat]),
                    shares=shares(position.shares[seat]),
                )
            )
    return told

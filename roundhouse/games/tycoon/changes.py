"""What a move changed and why: points by cause, payments, shares, income and dividends. Read off two positions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roundhouse.core.bits import members
from roundhouse.core.state import OVER
from roundhouse.games.tycoon.board import (
    CARD_POINTS,
    HOTEL,
    HOTEL_CITY,
    KINDS,
    LEVEL_PRICE,
    NONE,
    SHARE_VALUE,
    SIDES,
    URBANIZE_PRICE,
    WESTERN_PRICE,
)
from roundhouse.games.tycoon.moves import (
    CARD,
    GROW,
    HOP,
    ISSUE,
    LAY,
    OWNERS,
    PASS,
    REVEAL,
    STOP,
    TAKE,
    TURN,
    UPGRADE,
    URBANIZE,
    WEST,
)
from roundhouse.games.tycoon.position import ACTION, AUCTION, BUILDING, DELIVERING, LOOSE, TURNING_UP
from roundhouse.games.tycoon.track import head_of, last_gate, price

if TYPE_CHECKING:
    from roundhouse.games.tycoon.state import Tycoon

LINKS = -1  # a cause of points: the links of a delivery; other causes are kinds of cards


@dataclass(frozen=True)
class Scored:
    """Points of a seat with their cause."""

    seat: int
    points: int
    cause: int  # LINKS, or a kind of card


@dataclass(frozen=True)
class Closed:
    """What a seat received and paid at the end of a turn, in thousands."""

    income: int
    dividends: int
    issued: int  # shares, to pay the dividends


@dataclass(frozen=True)
class Changes:
    """Everything that followed from one move."""

    scored: tuple[Scored, ...]
    payer: int  # the seat that paid, or NONE
    paid: int  # in thousands
    issued: int  # shares of the payer, to pay
    closed: tuple[Closed, ...]  # by seat, if the move ended the turn
    removed: tuple[tuple[int, int], ...]  # unfinished links that went at the end of the turn: seat and stub
    emptied: tuple[int, ...]  # cities that got a marker


def changes(before: Tycoon, move: int, after: Tycoon) -> Changes:
    """Return what a move changed between two positions."""
    payer, paid = payment(before, move, after)
    issued = shares_needed(before, payer, paid) if payer != NONE else 0
    ends = _turn_ends(before, after)
    freely = move - ISSUE + 1 if before.phase == ACTION and ISSUE <= move < PASS else 0
    return Changes(
        tuple(_scored(before, move, after)),
        payer,
        paid,
        issued,
        tuple(_closed(before, after, seat, issued if seat == payer else 0, freely) for seat in range(before.seats)) if ends else (),
        _removed(before, move, after) if ends else (),
        tuple(members(after.marked & ~before.marked)),
    )


def shares_needed(position: Tycoon, seat: int, amount: int) -> int:
    """Return how many shares a seat must issue to pay an amount (RRT-40)."""
    return int(max(0, -((position.cash[seat] - amount) // SHARE_VALUE)))


def payment(before: Tycoon, move: int, after: Tycoon) -> tuple[int, int]:
    """Return the seat that pays for a move, and how much; NONE and 0 if nobody does."""
    if before.phase == AUCTION:
        over = after.phase != AUCTION and after.leader != NONE
        return (after.leader, after.high) if over else (NONE, 0)
    amount = cost(before, move)
    return (before.actor, amount) if amount else (NONE, 0)


def cost(position: Tycoon, move: int) -> int:
    """Return what a move of the acting seat costs, in thousands; bids cost nothing until the auction is over."""
    if position.phase == BUILDING and LAY <= move < STOP:
        gate = last_gate(position, position.stub) if move >= TURN else head_of(position, position.stub)
        return int(price(position, position.actor, gate, (move - LAY) % SIDES))
    if position.phase != ACTION:
        return 0
    if URBANIZE <= move < GROW:
        return URBANIZE_PRICE
    if move == UPGRADE:
        return int(LEVEL_PRICE[position.level[position.actor] + 1])
    return WESTERN_PRICE if WEST <= move < ISSUE else 0


def _scored(before: Tycoon, move: int, after: Tycoon) -> list[Scored]:
    found = []
    scorer = before.actor
    if before.phase == DELIVERING and after.cube < 0:  # RRT-116
        city, last_owner = divmod(move - HOP, OWNERS)
        for owner in range(before.seats):
            links = (before.gain >> owner * 4 & 15) + (owner == last_owner)
            found += [Scored(owner, links, LINKS)] if links else []
        for hotel, owner in enumerate(before.hotel):
            if owner != NONE and HOTEL_CITY[hotel] == city:
                found.append(Scored(owner, 1, HOTEL + hotel))
    if before.phase == TURNING_UP and CARD <= move < REVEAL:  # RRT-172
        gains = [after.points[seat] - before.points[seat] for seat in range(before.seats)]
        return [Scored(seat, gain, move - CARD) for seat, gain in enumerate(gains) if gain]
    if not TAKE <= move < TAKE + KINDS:  # a card taken leaves the table too
        met = [kind for kind in range(KINDS) if after.display[kind] < before.display[kind]]
        found += [Scored(scorer, int(CARD_POINTS[kind]), kind) for kind in met]
    return found


def _turn_ends(before: Tycoon, after: Tycoon) -> bool:
    return before.round > after.round or (after.actor == OVER and before.actor != OVER)


def _closed(before: Tycoon, after: Tycoon, seat: int, issued: int, freely: int) -> Closed:
    """Return income and dividends of a seat: all shares issued before they were due count (RRT-141, RRT-143)."""
    freely = freely if seat == before.actor else 0
    dividends = before.shares[seat] + issued + freely
    return Closed(after.income(seat), dividends, after.shares[seat] - dividends)


def _removed(before: Tycoon, move: int, after: Tycoon) -> tuple[tuple[int, int], ...]:
    """Return the unfinished links that were removed (RRT-75): those of before, and what the move itself left open."""
    ends = {(before.loose[at], before.loose[at + 1]) for at in range(0, len(before.loose), LOOSE)}
    if before.phase == BUILDING and LAY <= move < STOP:
        ends.add((before.actor, before.stub))
    done = {
        (after.links[at + 2], stub) for at in range(len(before.links), len(after.links), 3) for stub in after.links[at : at + 2]
    }
    return tuple(sorted((int(seat), int(stub)) for seat, stub in ends - done))

"""The value of time, money and deliveries to come for a seat, in thousandths of a point.

The weights were tuned by self-play with two and four seats.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.state import filled
from roundhouse.games.tycoon.board import (
    DREW,
    FISK,
    GOULD,
    HOPKINS,
    INCOME,
    LEVEL_PRICE,
    LEVELS,
    MARKERS_TO_END,
    SHARE_VALUE,
)
from roundhouse.games.tycoon.choice import LOW
from roundhouse.games.tycoon.position import LAST, OPEN, Position
from roundhouse.games.tycoon.trips import AHEAD, LENGTHS, Trips
from roundhouse.games.tycoon.turns import ROUNDS

POINT: Final = 1000

# Time: actions of a seat until the end is triggered, as bots play; the pace increases.
PACE: Final = 6  # for the missing share of the markers
SLOW_PACE: Final = 18  # more, for that share squared
RESERVE: Final = 2  # always

# Deliveries: each one is worth less than the one before, since others take cubes, and points bring income.
DECAY: Final = 935  # thousandths
MOST_ACTIONS: Final = 100
_POWERS: Final = [POINT * (DECAY / 1000) ** i for i in range(MOST_ACTIONS)]
WORTH_OF: Final = vec[i64]([round(sum(_POWERS[:i])) for i in range(MOST_ACTIONS)])  # of the first deliveries of a point each

# Money: a model of the coming turns.
STRIDE: Final = 1500  # points per turn, for each level of the locomotive and one more
SPENDING: Final = 6  # thousands per turn for track and locomotives
THRIFT: Final = 4  # turns at the end without such spending
TRACK: Final = 100  # RRT-31: spaces, then it begins again
MOST_SPENT: Final = 128  # thousands at once; more costs no more
CREDIT: Final = 50  # value of a thousand at the end: ties, and room for the unforeseen
RICHES: Final = 40  # more, for Fisk and Drew
FEW_SHARES: Final = 200  # additional cost of a share to Gould and Hopkins


def actions_left(at: Position) -> i64:
    """Return the actions left to a seat, this one included (RRT-183, RRT-184); an estimate until the end is triggered."""
    now = ROUNDS if at.round == 0 else ROUNDS + 1 - at.round
    now += at.extra
    if at.ending == LAST:
        return now
    if at.ending != OPEN:
        return now + ROUNDS
    most = MARKERS_TO_END[at.seats]
    missing = most - at.markers()
    return now + RESERVE + PACE * missing // most + SLOW_PACE * missing * missing // (most * most)


class Worth:
    """Values for one seat in one position."""

    def __init__(self, at: Position, seat: i64) -> None:
        self.actions = actions_left(at)
        self.turns = (self.actions + ROUNDS - 1) // ROUNDS
        self.level = at.level[seat]
        self.cash = at.cash[seat]
        self.shares = at.shares[seat]
        self.space = at.place_on_track(seat)
        tycoon = at.tycoon[seat]
        self.credit: i64 = CREDIT + RICHES if tycoon in (FISK, DREW) else CREDIT  # RRT-52, RRT-53
        self.share: i64 = POINT + FEW_SHARES if tycoon in (GOULD, HOPKINS) else POINT  # RRT-37, RRT-46, RRT-47
        self.costs = filled(MOST_SPENT, -1)  # by amount, as far as it is known
        self.burden = self._burden(self.cash, self.space)
        income = (self.burden - self._burden(self.cash, self.space + 2)) // 2
        self.point = POINT + max(i64(0), income)  # a point brings income, too

    # Money.

    def cost(self, amount: i64) -> i64:
        """Return the cost of spending an amount now."""
        spent = min(amount, i64(MOST_SPENT - 1))
        if self.costs[spent] < 0:
            self.costs[spent] = self._burden(self.cash - spent, self.space) - self.burden
        return self.costs[spent]

    def _burden(self, cash: i64, space: i64) -> i64:
        """Return what all shares will cost at the end, less the value of the money left, in a rough model of the coming turns.

        RRT-140 to RRT-142, RRT-198: what is missing is raised by shares, and these cost dividends in their turn.
        """
        purse = cash * POINT
        shares = self.shares * POINT
        place = space * POINT
        for turn in range(self.turns):
            place += STRIDE * (self.level + 1)
            if turn < self.turns - THRIFT:
                purse -= SPENDING * POINT
            if purse < 0:
                shares -= purse // SHARE_VALUE
                purse = 0
            purse += INCOME[(place // POINT - 1) % TRACK + 1] * POINT - shares
            if purse < 0:
                shares -= purse // SHARE_VALUE
                purse = 0
        return (shares * self.share - purse * self.credit) // POINT

    # Deliveries.

    def future(self, trips: Trips, done: i64, spent: i64) -> i64:
        """Return the value of the future after `done` actions and `spent` money: deliveries, with or without upgrades first."""
        return max(self._haul(trips, 0, done) - self.cost(spent), self.upgraded(trips, done, spent))

    def upgraded(self, trips: Trips, done: i64, spent: i64) -> i64:
        """Return the same with one or two upgrades first."""
        best: i64 = LOW
        price = spent
        for step in range(1, i64(AHEAD)):
            level = self.level + step
            if level > LEVELS or done + step >= self.actions:
                break
            price += LEVEL_PRICE[level]
            best = max(best, self._haul(trips, step, done + step) - self.cost(price))
        return best

    def _haul(self, trips: Trips, step: i64, done: i64) -> i64:
        """Return the value of all deliveries to come, the longest first, one per action."""
        total: i64 = 0
        at = done
        for length in range(LENGTHS - 1, 0, -1):
            end = min(at + trips.counts[step * LENGTHS + length], self.actions)
            if end > at:
                total += length * (WORTH_OF[end] - WORTH_OF[at])
                at = end
        return total * self.point // POINT

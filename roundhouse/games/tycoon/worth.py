"""What things are worth to a seat in thousandths of a point: time, money, deliveries to come."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.state import filled
from roundhouse.games.tycoon.board import DREW, FISK, GOULD, HOPKINS, INCOME, LEVEL_PRICE, LEVELS, MARKERS_TO_END, SHARE_VALUE
from roundhouse.games.tycoon.position import LAST, OPEN, Position
from roundhouse.games.tycoon.trips import AHEAD, LENGTHS, Trips
from roundhouse.games.tycoon.turns import ROUNDS

POINT: Final = 1000
MOST_SPENT: Final = 128

W: Final = vec[i64]([920, 26, 1500, 9, 4, 500, 600, 3, 100, 50, 3])
DECAY: Final = 0
PACE: Final = 1
RATE: Final = 2
SPEND: Final = 3
THRIFT: Final = 4
NEW_CUBE: Final = 5
RIVAL: Final = 6
BEAM: Final = 7
BID_SHARE: Final = 8
CREDIT: Final = 9
ANYWHERE: Final = 10


def actions_left(at: Position) -> i64:
    """Of a seat, this one included; before the end is in sight, a guess by the markers still to come (RRT-183, RRT-184)."""
    now = ROUNDS if at.round == 0 else ROUNDS + 1 - at.round
    now += at.extra
    if at.ending == LAST:
        return now
    if at.ending != OPEN:
        return now + ROUNDS
    most = MARKERS_TO_END[at.seats]
    missing = most - at.markers()
    return now + 2 + 6 * missing // most + W[PACE] * missing * missing // (most * most)


class Worth:
    """The worth of things for one seat at one moment."""

    def __init__(self, at: Position, seat: i64) -> None:
        self.actions = actions_left(at)
        self.turns = (self.actions + ROUNDS - 1) // ROUNDS
        self.cash = at.cash[seat]
        self.shares = at.shares[seat]
        self.space = at.place_on_track(seat)
        self.level = at.level[seat]
        self.credit = W[CREDIT]
        self.dread = POINT
        tycoon = at.tycoon[seat]
        if tycoon in (FISK, DREW):
            self.credit += 40
        elif tycoon in (GOULD, HOPKINS):
            self.dread += 200
        self.costs = filled(MOST_SPENT, -1)
        self.burden = self._burden(self.cash, self.space)
        self.point = POINT + (self.burden - self._burden(self.cash, self.space + 2)) // 2
        self.sums = vec[i64](capacity=80)  # of the worth of the first deliveries to come, each of one point
        total: i64 = 0
        power: i64 = POINT
        for _ in range(80):
            self.sums = append(self.sums, total)
            total += power
            power = power * W[DECAY] // 1000

    def cost(self, amount: i64) -> i64:
        """Of spending so much now."""
        spent = min(amount, i64(MOST_SPENT - 1))
        if self.costs[spent] < 0:
            self.costs[spent] = self._burden(self.cash - spent, self.space) - self.burden
        return self.costs[spent]

    def _burden(self, cash: i64, space: i64) -> i64:
        """The points that shares will cost at the end, less a little for the money left: the coming turns in outline.

        RRT-140 to RRT-142: income comes, dividends go, and what is missing is raised by shares, which cost dividends too.
        """
        purse = cash * POINT
        shares = self.shares * POINT
        place = space * POINT
        for turn in range(self.turns):
            place += W[RATE] * (self.level + 1)
            if turn < self.turns - W[THRIFT]:
                purse -= W[SPEND] * POINT
            if purse < 0:
                shares -= purse // SHARE_VALUE
                purse = 0
            purse += INCOME[min(i64(48), place // POINT)] * POINT - shares
            if purse < 0:
                shares -= purse // SHARE_VALUE
                purse = 0
        return shares * self.dread // POINT - purse * self.credit // POINT

    def future(self, trips: Trips, done: i64, spent: i64) -> i64:
        """The best of delivering at once and of one or two better locomotives first, after so many actions."""
        best = self.haul(trips, 0, done) - self.cost(spent)
        return max(best, self.upgraded(trips, done, spent))

    def upgraded(self, trips: Trips, done: i64, spent: i64) -> i64:
        """The better of one and two upgrades, after so many actions."""
        best: i64 = -1_000_000_000
        price = spent
        for step in range(1, i64(AHEAD)):
            level = self.level + step
            if level > LEVELS or done + step >= self.actions:
                break
            price += LEVEL_PRICE[level]
            best = max(best, self.haul(trips, step, done + step) - self.cost(price))
        return best

    def haul(self, trips: Trips, step: i64, done: i64) -> i64:
        """All deliveries to come, the longest first, one an action."""
        total: i64 = 0
        at = done
        for length in range(LENGTHS - 1, 0, -1):
            count = trips.counts[step * LENGTHS + length]
            if count:
                end = min(at + count, self.actions)
                if end <= at:
                    break
                total += length * (self.sums[end] - self.sums[at])
                at = end
        return total * self.point // POINT

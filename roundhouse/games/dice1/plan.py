"""Where to lead the line: to a site for a station or off its tile, with the dice at hand or with better ones.

Values are in tenths of a passenger.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, count_bits, low_bit
from roundhouse.games.dice1.board import (
    CURVE,
    EDGE,
    EDGES,
    PLAN_COMPANY,
    PLAN_NEEDS,
    PLANS,
    REQUIREMENTS,
    REWARD,
    SIDES,
    SPOT_STEP,
    SQUARES,
    STATION_PIECE,
    STATIONS,
    STEP,
    STRAIGHT,
    TO_LEAVE,
    WILD,
)
from roundhouse.games.dice1.dice import in_front
from roundhouse.games.dice1.ground import exits_at
from roundhouse.games.dice1.moves import BEND, BENDS, ENDS
from roundhouse.games.dice1.position import NONE, RUNNING, Position
from roundhouse.games.dice1.reach import LONGEST, POSES, Reach
from roundhouse.games.dice1.stations import price, sites
from roundhouse.games.dice1.value import Worth

LOW: Final = -1_000_000
# The value of a die to its owner.
RAIL_DIE: Final = 3
WILD_DIE: Final = 10
RESERVE_DIE: Final = 7
# Leaving a tile.
NEW_TILE: Final = -5  # beyond its reward: the next seat may use the new tile first
TILE_SHARE: Final = 6  # sixteenths of the value of the sites of a new tile
HERE_SHARE: Final = 8  # sixteenths of the value of the sites of the tile that is left
# In the last year only the passengers count, and dice where they are equal (RD1-95).
LAST_DIE: Final = 1  # the value of any die
TO_SITE: Final = 3  # rails to the site of a station on a new tile,
TO_BUILD: Final = 3  # and dice to pay for it: without both a new tile is of no use any more

_NOT_SURVEYED: Final = vec[i64]([-1] * REQUIREMENTS)


class Plan:
    """The best walk of an end that the dice of a seat allow, and the best one with any dice."""

    def __init__(self, at: Position, seat: i64, moves: vec[i64], worth: Worth) -> None:
        self.at = at
        self.seat = seat
        self.moves = moves
        self.worth = worth
        self.straights = in_front(at, seat, STRAIGHT)
        self.curves = in_front(at, seat, CURVE)
        self.wilds = in_front(at, seat, WILD)
        self.reserve = at.reserve[seat]
        self.last = at.closing != RUNNING
        self.rail_die: i64 = LAST_DIE if self.last else RAIL_DIE
        self.wild_die: i64 = LAST_DIE if self.last else WILD_DIE
        self.reserve_die: i64 = LAST_DIE if self.last else RESERVE_DIE
        self.open_sites = _NOT_SURVEYED[:]  # by requirement, at the end being surveyed
        self.step: i64 = NONE  # the first rail of the walk
        self.step_value: i64 = 0
        self.step_wilds: i64 = 0  # wild dice laid as rails on it
        self.dream: i64 = NONE  # the first rail of the best walk with any dice
        self.dream_value: i64 = LOW
        self.dream_price: i64 = 0  # dice to pay on it
        self.dream_dice: i64 = 0  # dice that it takes in all

    def is_legal(self, move: i64) -> bool:
        """Return whether a move is legal in the position."""
        return move in self.moves

    def station_value(self, plan: i64, end: i64) -> i64:
        """Return the value of a station: passengers, income, reward and price. The last of a company counts only for a leader."""
        at = self.at
        company = PLAN_COMPANY[plan]
        if self.worth.built[company] + 1 == STATIONS and not self.last and not self.worth.ahead():
            return LOW
        value = self.worth.station(company, at.spot[at.place[end]])
        return value + self._reward() - self.reserve_die * price(at, plan)

    def _reward(self) -> i64:
        """Return the value of the reward for a station or a new tile (RD1-24)."""
        return 0 if self.last else REWARD * WILD_DIE

    def survey(self) -> None:
        """Find the best walk to a site or off the tile, at both ends."""
        for end in range(i64(ENDS)):
            if self.at.moving == NONE or self.at.moving == end:
                reach = Reach(self.at, end)
                self.open_sites = _NOT_SURVEYED[:]
                self._survey_sites(reach)
                self._survey_exits(reach)

    def _survey_sites(self, reach: Reach) -> None:
        """Weigh walks to sites of companies that the seat directs and that have no station on the tile (RD1-37, RD1-40)."""
        at = self.at
        end = reach.end
        for plan in range(i64(PLANS)):
            company = PLAN_COMPANY[plan]
            cost = price(at, plan)
            if at.director[company] != self.seat or cost == NONE or at.stops[at.place[end]] >> company & 1:
                continue
            value = self.station_value(plan, end)
            if value <= 0:
                continue
            rest = self._open_sites(reach, PLAN_NEEDS[plan])
            while rest:
                square = low_bit(rest)
                rest &= rest - 1
                for side in range(i64(SIDES)):
                    self._weigh_pose(reach, square * SIDES + side, NONE, 1, value, cost)

    def _open_sites(self, reach: Reach, requirement: i64) -> i64:
        """Return the free squares that meet a requirement and lie beside no station (RD1-41, RD1-42)."""
        if self.open_sites[requirement] >= 0:
            return self.open_sites[requirement]
        at = self.at
        slot = at.slot[reach.end]
        mask = sites(at, slot, requirement) & reach.free
        rest = mask
        while rest:
            square = low_bit(rest)
            rest &= rest - 1
            for side in range(i64(SIDES)):
                if at.board[slot * SQUARES + STEP[square * SIDES + side]] >= STATION_PIECE:
                    mask &= ~BIT[square]
        self.open_sites[requirement] = mask
        return mask

    def _survey_exits(self, reach: Reach) -> None:
        """Weigh walks off the tile, with five dice or stations on it (RD1-63, RD1-65)."""
        at = self.at
        end = reach.end
        exits = exits_at(at.exits, end)
        values = vec[i64]()
        here = self._sites_here(reach)
        for side in range(i64(SIDES)):
            value: i64 = NEW_TILE + self._reward() - here
            if exits >> side & 1:
                value += self.worth.best_tile(at.spot[at.place[end]] + SPOT_STEP[side]) * TILE_SHARE // 16
            values = append(values, value)
        least = max(0, TO_LEAVE - 1 - count_bits(at.taken[at.slot[end]]))
        rest = EDGES[exits] & reach.free
        while rest:
            square = low_bit(rest)
            rest &= rest - 1
            for side in range(i64(SIDES)):
                if not (exits >> side & 1 and EDGE[side] >> square & 1):
                    continue
                for bend in range(i64(BENDS)):
                    heading = (side + SIDES - BEND[bend]) % SIDES
                    self._weigh_pose(reach, square * SIDES + heading, side, least, values[side], 0)

    def _sites_here(self, reach: Reach) -> i64:
        """Return the value to the seat of the sites left on the tile, which are lost on leaving it."""
        at = self.at
        if self.last:
            return 0
        spot = at.spot[at.place[reach.end]]
        total: i64 = 0
        for plan in range(i64(PLANS)):
            company = PLAN_COMPANY[plan]
            if at.director[company] == NONE or price(at, plan) == NONE or at.stops[at.place[reach.end]] >> company & 1:
                continue
            if self._open_sites(reach, PLAN_NEEDS[plan]):
                worth = self.worth.station(company, spot) * HERE_SHARE // 16
                total += worth if at.director[company] == self.seat else -worth // (2 * (at.seats - 1))
        return total

    def _weigh_pose(self, reach: Reach, pose: i64, exit: i64, least: i64, value: i64, cost: i64) -> None:
        """Weigh the shortest walks to a pose, and on by the side `exit` unless it is NONE."""
        found: i64 = 0
        ways = reach.ways
        for rails in range(least, i64(LONGEST) + 1):
            mask = ways[rails * POSES + pose]  # of the possible numbers of straight rails
            while mask:
                straights = low_bit(mask)
                mask &= mask - 1
                self._weigh(reach, rails, pose, straights, exit, value, cost)
                found += 1
            if found > 0:
                return

    def _weigh(self, reach: Reach, rails: i64, pose: i64, straights: i64, exit: i64, value: i64, cost: i64) -> None:
        """Weigh one walk with that number of straight rails, the others curves; `cost` is what the station at its end costs."""
        on = straights
        curved = rails - straights
        if exit == pose % SIDES:
            on += 1
        elif exit != NONE:
            curved += 1
        wild = max(0, on - self.straights) + max(0, curved - self.curves)
        net = value - self.rail_die * (on + curved - wild) - self.wild_die * wild
        rest: i64 = 0  # rails needed beyond the walk
        if exit != NONE:
            rest = TO_SITE if self.last else 1
            cost = TO_BUILD if self.last else 0
        able = wild <= self.wilds and wild + cost <= self.wilds + self.reserve
        able = able and on + curved + rest <= self.straights + self.curves + self.wilds
        if net <= self.dream_value and not (able and net > self.step_value):
            return
        move = reach.first_rail(rails, pose, straights, exit)
        if move == NONE:
            return
        fee = reach.fee()
        net -= self.reserve_die * fee
        if net > self.dream_value:
            self.dream = move
            self.dream_value = net
            self.dream_price = cost + fee
            self.dream_dice = on + curved + rest + cost + fee
        if able and wild + cost + fee <= self.wilds + self.reserve and net > self.step_value and self.is_legal(move):
            self.step = move
            self.step_value = net
            self.step_wilds = wild

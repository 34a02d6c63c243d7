"""The heuristic of Railroad Dice: it takes companies, leads the line to their sites, and builds groups of stations.

Values are in tenths of a passenger. The weights were found by play of the bot against itself with two to four seats.
"""

from __future__ import annotations

from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, count_bits, low_bit
from roundhouse.core.draw import Rng
from roundhouse.core.state import View
from roundhouse.games.dice1.board import (
    CURVE,
    EDGE,
    EDGES,
    FACES,
    FRONT_LIMIT,
    PLAN_COMPANY,
    PLAN_NEEDS,
    PLANS,
    SHARE,
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
from roundhouse.games.dice1.dice import front_size, in_front, income_of
from roundhouse.games.dice1.ground import exits_at
from roundhouse.games.dice1.moves import (
    BEND,
    BENDS,
    BUY,
    BUY_FROM,
    CUP,
    END,
    ENDS,
    INCOME,
    KEEP,
    KEPT_FACES,
    PAY,
    ROLL,
    STATION,
    TILE,
    station_end,
    station_plan,
)
from roundhouse.games.dice1.position import CUPPED, ENTERING, KEEPING, NONE, PAYING, RUNNING, TILING
from roundhouse.games.dice1.reach import LONGEST, Reach
from roundhouse.games.dice1.state import Dice1
from roundhouse.games.dice1.stations import price, sites
from roundhouse.games.dice1.value import Worth

# What a die is worth to its owner.
RAIL_DIE: Final = 3
WILD_DIE: Final = 10
RESERVE_DIE: Final = 7
NEW_TILE: Final = -5  # a new tile beyond its reward
TILE_SHARE: Final = 6  # sixteenths of what the sites of a new tile promise
HERE_SHARE: Final = 8  # sixteenths of what the sites of the tile that is left promise
WILD_FOR_SHARE: Final = 4  # a wild die buys a share that is worth more than this
LOW: Final = -1_000_000
KEPT_WORTH: Final = vec[i64]([3, 3, 4, 10])  # by face, of the dice that stay in front


def advise(seen: View, rng: Rng) -> i64:
    """The acting seat's move, from what it may know; the generator only breaks ties."""
    return Bot(cast("Dice1", seen.position), seen.seat, rng).move()


class Bot:
    """One decision of one seat."""

    def __init__(self, at: Dice1, seat: i64, rng: Rng) -> None:
        self.at = at
        self.seat = seat
        self.rng = rng
        self.moves = at.legal_moves()
        self.worth = Worth(at, seat)
        self.straights = in_front(at, seat, STRAIGHT)
        self.curves = in_front(at, seat, CURVE)
        self.wilds = in_front(at, seat, WILD)
        self.reserve = at.reserve[seat]
        # The best walk that the dice allow, and the best of all.
        self.step: i64 = NONE
        self.step_value: i64 = 0
        self.step_wilds: i64 = 0
        self.dream: i64 = NONE
        self.dream_value: i64 = LOW
        self.dream_price: i64 = 0

    def move(self) -> i64:
        phase = self.at.phase
        if len(self.moves) == 1:
            return self.moves[0]
        if phase == PAYING:
            return self.moves[0]
        if phase == CUPPED:
            return self._roll()
        if phase == KEEPING:
            return self._keep()
        if phase == TILING:
            return self._tile()
        self._survey()
        if phase == ENTERING:
            return self._enter()
        return self._action()

    def _legal(self, move: i64) -> bool:
        return any(other == move for other in self.moves)

    # Actions.

    def _action(self) -> i64:
        at = self.at
        move = self._station()
        if move != NONE:
            return move
        if self.step != NONE and not at.rolled and self.step_wilds == 0:
            return self.step
        if not at.paid_out and not self._ends_badly(income_of(at, self.seat)):
            return INCOME
        if not at.rolled:
            move = self._cup()
            if move != NONE:
                return move
        move = self._share(False)
        if move == NONE:
            move = self.step
        if move == NONE:
            move = self._share(True)
        if move == NONE and front_size(at, self.seat) > FRONT_LIMIT:
            move = self._spare_rail()
        if move != NONE:
            return move
        return self._finish()

    def _finish(self) -> i64:
        if self._legal(END):
            return END
        if self.dream != NONE and self._legal(self.dream):
            return self.dream
        return self.moves[0]

    def _station(self) -> i64:
        """The best station that can be built at once."""
        best: i64 = NONE
        best_value: i64 = 0
        for move in self.moves:
            if STATION <= move < PAY:
                value = self._station_value(station_plan(move), station_end(move))
                if value > best_value:
                    best = move
                    best_value = value
        return best

    def _station_value(self, plan: i64, end: i64) -> i64:
        """Passengers and income, the reward and the price; the last station of a company only for who is ahead."""
        at = self.at
        company = PLAN_COMPANY[plan]
        if self.worth.built[company] + 1 == STATIONS and not self.worth.ahead():
            return LOW
        value = self.worth.station(company, at.spot[at.place[end]])
        return value + 2 * WILD_DIE - RESERVE_DIE * price(at, plan)

    def _share(self, wild: bool) -> i64:
        """The share worth most; with a wild die only one that is worth it."""
        at = self.at
        dice = in_front(at, self.seat, SHARE)
        if wild:
            if self.wilds == 0:
                return NONE
            dice += self.wilds
        elif dice == 0:
            return NONE
        best: i64 = NONE
        best_value: i64 = 2 * WILD_FOR_SHARE if wild else LOW
        for move in self.moves:
            if BUY <= move < INCOME:
                company = move - BUY if move < BUY_FROM else move - BUY_FROM
                value = 2 * self.worth.share(company, dice)
                if move >= BUY_FROM:
                    value += 1  # the director loses what the seat gains, RD1-53
                if value > best_value:
                    best = move
                    best_value = value
        return best

    # The roll.

    def _cup(self) -> i64:
        """All wild dice are doubled by the bank, RD1-34."""
        best: i64 = NONE
        for move in self.moves:
            if CUP <= move < ROLL and not self._ends_badly(move - CUP):
                best = move
        return best

    def _ends_badly(self, demand: i64) -> bool:
        """RD1-92: a demand that the bank cannot meet would end the game, and the seat is behind."""
        at = self.at
        return demand > at.bank and at.closing == RUNNING and not self.worth.ahead()

    def _roll(self) -> i64:
        """The reserve keeps what the next station costs."""
        self._survey()
        keep = self.dream_price
        best = self.moves[0]
        for move in self.moves:
            if move - ROLL <= self.reserve - keep:
                best = move
        return best

    def _keep(self) -> i64:
        best = self.moves[0]
        best_value: i64 = LOW
        for move in self.moves:
            value: i64 = 0
            for face in range(i64(FACES)):
                count = KEPT_FACES[(move - KEEP) * FACES + face]
                value += 4 * KEPT_WORTH[face] * count - count * count
            if value > best_value:
                best = move
                best_value = value
        return best

    # Tiles.

    def _tile(self) -> i64:
        at = self.at
        end = at.moving
        spot = at.spot[at.place[end]] + SPOT_STEP[at.out[end]]
        best = self.moves[0]
        best_value: i64 = LOW
        for move in self.moves:
            value = 4 * self.worth.tile(move - TILE, spot) + self.rng.below(4)
            if value > best_value:
                best = move
                best_value = value
        return best

    def _enter(self) -> i64:
        if self.step != NONE:
            return self.step
        if self.dream != NONE and self._legal(self.dream):
            return self.dream
        return self.moves[self.rng.below(len(self.moves))]

    # Walks.

    def _survey(self) -> None:
        """Looks for the best walk to a site or off the tile, at both ends."""
        for end in range(i64(ENDS)):
            if self.at.moving == NONE or self.at.moving == end:
                reach = Reach(self.at, end)
                self._survey_sites(reach)
                self._survey_exits(reach)

    def _survey_sites(self, reach: Reach) -> None:
        at = self.at
        end = reach.end
        for plan in range(i64(PLANS)):
            company = PLAN_COMPANY[plan]
            cost = price(at, plan)
            if at.director[company] != self.seat or cost == NONE or at.stops[at.place[end]] >> company & 1:
                continue
            value = self._station_value(plan, end)
            if value <= 0:
                continue
            rest = self._open_sites(reach, PLAN_NEEDS[plan])
            while rest:
                square = low_bit(rest)
                rest &= rest - 1
                for side in range(i64(SIDES)):
                    self._weigh_pose(reach, square * SIDES + side, NONE, 1, value, cost)

    def _open_sites(self, reach: Reach, requirement: i64) -> i64:
        """RD1-41, RD1-42: free squares that meet a requirement and lie beside no station."""
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
        return mask

    def _survey_exits(self, reach: Reach) -> None:
        at = self.at
        end = reach.end
        exits = exits_at(at.exits, end)
        values = vec[i64]()
        here = self._sites_here(reach)
        for side in range(i64(SIDES)):
            value: i64 = NEW_TILE + 2 * WILD_DIE - here
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
        """What the sites of the tile still promise to the seat: leaving it gives them up."""
        at = self.at
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
        """The shortest walks to a pose, and on by the side `exit` if there is one."""
        found: i64 = 0
        for rails in range(least, i64(LONGEST) + 1):
            mask = reach.mask(rails, pose)
            while mask:
                straights = low_bit(mask)
                mask &= mask - 1
                self._weigh(reach, rails, pose, straights, exit, value, cost)
                found += 1
            if found > 0:
                return

    def _weigh(self, reach: Reach, rails: i64, pose: i64, straights: i64, exit: i64, value: i64, cost: i64) -> None:
        """One walk: with so many straight rails and the others curves."""
        on = straights
        curved = rails - straights
        if exit == pose % SIDES:
            on += 1
        elif exit != NONE:
            curved += 1
        wild = max(0, on - self.straights) + max(0, curved - self.curves)
        net = value - RAIL_DIE * (on + curved - wild) - WILD_DIE * wild
        able = wild <= self.wilds and wild + cost <= self.wilds + self.reserve
        if exit != NONE and on + curved + 1 > self.straights + self.curves + self.wilds:
            able = False
        if net <= self.dream_value and not (able and net > self.step_value):
            return
        move = reach.first_rail(rails, pose, straights, exit)
        if move == NONE:
            return
        fee = reach.fee()
        net -= RESERVE_DIE * fee
        if net > self.dream_value:
            self.dream = move
            self.dream_value = net
            self.dream_price = cost + fee
        if able and wild + cost + fee <= self.wilds + self.reserve and net > self.step_value and self._legal(move):
            self.step = move
            self.step_value = net
            self.step_wilds = wild

    def _spare_rail(self) -> i64:
        """A rail that would be thrown away: towards what is wanted; anywhere if nothing is, for the line must come to an end."""
        if self.dream == NONE and self.moves[0] < TILE:
            return self.moves[0]
        if self.dream == NONE or not self._legal(self.dream):
            return NONE
        bend = self.dream % BENDS
        if (bend == 0 and self.straights == 0) or (bend != 0 and self.curves == 0):
            return NONE
        return self.dream

"""The heuristic of Railroad Dice: take companies, lead the line to their sites, and build groups of stations.

Values are in tenths of a passenger. The weights were tuned by self-play with two to four seats.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.draw import Rng
from roundhouse.core.state import View
from roundhouse.games.dice1.board import (
    FACES,
    FRONT_LIMIT,
    MOUNTAIN_FEE,
    SHARE,
    SPOT_STEP,
)
from roundhouse.games.dice1.dice import front_size, in_front, income_of
from roundhouse.games.dice1.moves import (
    BENDS,
    BUY,
    BUY_FROM,
    CUP,
    END,
    INCOME,
    KEEP,
    KEPT_FACES,
    ON,
    PAY,
    ROLL,
    STATION,
    TILE,
    station_end,
    station_plan,
)
from roundhouse.games.dice1.plan import LOW, Plan
from roundhouse.games.dice1.position import CUPPED, ENTERING, KEEPING, NONE, PAYING, RUNNING, TILING
from roundhouse.games.dice1.state import Dice1
from roundhouse.games.dice1.value import Worth

SHARE_FIRST: Final = 20  # a share worth more than this is bought with a wild die before the line is led on
SHARE_LAST: Final = 12  # a share worth more than this is bought afterwards
SHARE_MORE: Final = 20  # a share that only widens the lead must be worth more than this in any case
KEPT_WORTH: Final = vec[i64]([3, 3, 2, 10])  # by face, of the dice that stay in front


def advise(seen: View[Dice1], rng: Rng) -> i64:
    """Return the acting seat's move, from what it may know; the generator only breaks ties."""
    return Bot(seen.position, seen.seat, rng).move()


class Bot:
    """One decision of one seat."""

    def __init__(self, at: Dice1, seat: i64, rng: Rng) -> None:
        self.at = at
        self.seat = seat
        self.rng = rng
        self.moves = at.legal_moves()
        self.worth = Worth(at, seat)
        self.plan = Plan(at, seat, self.moves, self.worth)

    def move(self) -> i64:
        """Return the best move in the current phase."""
        phase = self.at.phase
        if len(self.moves) == 1 or phase == PAYING:
            return self.moves[0]  # among payments, the one with the fewest wild dice
        if phase == CUPPED:
            return self._roll()
        if phase == KEEPING:
            return self._keep()
        if phase == TILING:
            return self._tile()
        if phase == ENTERING:
            return self._enter()
        return self._action()

    # Actions.

    def _action(self) -> i64:
        """Return the best action: stations, income (RD1-96), the roll, shares that take or hold a company, track, other shares."""
        at = self.at
        move = self._station()
        if move != NONE:
            return move
        self.plan.survey()
        if at.closing != RUNNING:
            return self._last_action()
        if self.plan.step != NONE and not at.rolled and self.plan.step_wilds == 0:
            return self.plan.step
        if not at.paid_out and not self._ends_badly(income_of(at, self.seat)):
            return INCOME
        if not at.rolled:
            move = self._cup()
            if move != NONE:
                return move
        move = self._share(False, 0)
        if move == NONE:
            move = self._share(True, SHARE_FIRST)
        if move == NONE:
            move = self.plan.step
        if move == NONE:
            move = self._share(True, SHARE_LAST)
        if move == NONE and (self._idle() or front_size(at, self.seat) > FRONT_LIMIT):
            move = self._spare_rail()
        if move != NONE:
            return move
        return self._finish()

    def _last_action(self) -> i64:
        """Return an action of the last year: what leads to a station, or the income, since dice decide ties (RD1-95)."""
        at = self.at
        plan = self.plan
        if plan.step != NONE and at.rolled:
            return plan.step
        if not at.paid_out and at.bank > 0:
            return INCOME
        if plan.step != NONE:
            return plan.step
        dice = front_size(at, self.seat) - in_front(at, self.seat, SHARE) + plan.reserve
        if not at.rolled and plan.dream_value > 0 and dice >= plan.dream_dice:
            move = self._cup()
            if move != NONE:
                return move
        return self._finish()

    def _finish(self) -> i64:
        """Return the move that ends the turn, once no bridge is under way (RD1-75)."""
        if self.plan.is_legal(END):
            return END
        if self.plan.dream != NONE and self.plan.is_legal(self.plan.dream):
            return self.plan.dream
        return self.moves[0]

    def _station(self) -> i64:
        """Return the best station that can be built at once, or NONE."""
        best: i64 = NONE
        best_value: i64 = 0
        for move in self.moves:
            if STATION <= move < PAY:
                value = self.plan.station_value(station_plan(move), station_end(move))
                if value > best_value:
                    best = move
                    best_value = value
        return best

    def _share(self, wild: bool, least: i64) -> i64:
        """Return the share worth most, or NONE if none is worth more than `least`; with `wild`, it may cost a wild die."""
        at = self.at
        dice = in_front(at, self.seat, SHARE)
        if wild:
            if self.plan.wilds == 0:
                return NONE
            dice += self.plan.wilds
        elif dice == 0:
            return NONE
        best: i64 = NONE
        best_value: i64 = 2 * least
        for move in self.moves:
            if BUY <= move < INCOME:
                company = move - BUY if move < BUY_FROM else move - BUY_FROM
                value = 2 * self.worth.share(company, dice)
                if value > 0 and move >= BUY_FROM:
                    value += 1  # the director loses what the seat gains, RD1-53
                if wild and self.worth.heir[company] == self.seat and value <= 2 * SHARE_MORE:
                    continue
                if value > best_value:
                    best = move
                    best_value = value
        return best

    # The roll.

    def _cup(self) -> i64:
        """Return the move that puts most wild dice into the cup, where the bank doubles them (RD1-34), or NONE."""
        at = self.at
        best: i64 = NONE
        for move in self.moves:
            if CUP <= move < ROLL and not self._ends_badly(move - CUP) and (at.closing == RUNNING or move - CUP <= at.bank):
                best = move
        return best

    def _ends_badly(self, demand: i64) -> bool:
        """Return whether a demand that the bank cannot meet would end the game, and the seat is behind (RD1-92)."""
        at = self.at
        return demand > at.bank and at.closing == RUNNING and not self.worth.ahead()

    def _roll(self) -> i64:
        """Return the roll that leaves in the reserve what the next station costs, or a fee that the line needs to go on."""
        self.plan.survey()
        most = self.plan.reserve - (self.plan.dream_price if self.plan.dream != NONE else MOUNTAIN_FEE)
        best = self.moves[0]
        for move in self.moves:
            if move - ROLL <= most:
                best = move
        return best

    def _keep(self) -> i64:
        """Return which five dice to keep (RD1-29): wild dice above all, and rails of both kinds."""
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
        """Return the tile with the best sites for the seat's companies and the worst for others."""
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
        """Return the first rail on a new tile, towards the best target there."""
        self.plan.survey()
        if self.plan.step != NONE:
            return self.plan.step
        if self.plan.dream != NONE and self.plan.is_legal(self.plan.dream):
            return self.plan.dream
        return self.moves[self.rng.below(len(self.moves))]

    # Spare rails.

    def _idle(self) -> bool:
        """Return whether a year has passed without a rail and none has been laid in this one (RD1-R27)."""
        return self.at.idle > 0 and not self.at.laid

    def _spare_rail(self) -> i64:
        """Return a rail for a die that would be thrown away: towards a target, or else anywhere, so that games end."""
        if (
            self.plan.dream != NONE
            and self.plan.is_legal(self.plan.dream)
            and (self._idle() or self._has_rail(self.plan.dream % BENDS))
        ):
            return self.plan.dream
        if (self.plan.dream == NONE or self._idle()) and self.moves[0] < TILE:
            return self.moves[0]
        return NONE

    def _has_rail(self, bend: i64) -> bool:
        """Return whether a die in front shows the rail, so that no wild die is spent."""
        return self.plan.straights > 0 if bend == ON else self.plan.curves > 0

"""The state of Railroad Dice: legal moves and their effects. RD1-n are the clauses of rules.md."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT
from roundhouse.core.draw import Rng
from roundhouse.core.rails import track
from roundhouse.core.state import OVER, blank, filled
from roundhouse.games.dice1 import invariants
from roundhouse.games.dice1.board import (
    CENTRE,
    COMPANIES,
    FACES,
    FIRST_DICE,
    FIRST_SPOT,
    MINI_TILES,
    PLANS,
    SHARES,
    SQUARES,
    START_WAY,
    WAY_KIND,
    WILD,
)
from roundhouse.games.dice1.bridges import open_bridges
from roundhouse.games.dice1.dice import (
    add_cups,
    add_keeps,
    add_rolls,
    draw_handful,
    fill_cup,
    handfuls,
    keep,
    roll,
    take_handful,
    take_income,
    too_many,
)
from roundhouse.games.dice1.landscape import update_exits
from roundhouse.games.dice1.laying import add_lays, add_tiles, lay, lay_due, lay_fault, lay_tile
from roundhouse.games.dice1.moves import (
    BUY,
    BUY_FROM,
    CUP,
    END,
    HANDFUL,
    INCOME,
    KEEP,
    PAY,
    ROLL,
    STATION,
    TILE,
    WEIGHT,
)
from roundhouse.games.dice1.position import CUPPED, ENTERING, KEEPING, NONE, PAYING, ROLLING, RUNNING, TILING, TURN, Position
from roundhouse.games.dice1.shares import add_purchases, buy, buy_from_director
from roundhouse.games.dice1.stations import add_stations, build, station_due, station_fault
from roundhouse.games.dice1.years import end_turn, final_ranks

_EAST_SIDE: Final = 1
_WEST_SIDE: Final = 3


def start(seats: i64, first: i64, dice: i64, eight: i64, bare: i64) -> Dice1:
    """Return the first state: four wild dice each, a straight rail on the start tile, the rest as in RD1-12 to RD1-15.

    RD1-R3: one die is the first rail and belongs to the dice of the game.
    """
    supply = MINI_TILES[:]
    supply[WAY_KIND[START_WAY]] -= 1
    front = filled(seats * FACES, 0)
    for seat in range(seats):
        front[seat * FACES + WILD] = FIRST_DICE
    board = filled(2 * SQUARES, 0)
    board[CENTRE] = track(_EAST_SIDE, _WEST_SIDE)
    state = blank(Dice1)
    state.seats = seats
    state.actor = first
    state.phase = TURN
    state.turn = first
    state.first = first
    state.year = 1
    state.dice = dice
    state.eight = eight
    state.bare = bare
    state.bank = dice - 1 - seats * FIRST_DICE
    state.orange = NONE
    state.closing = RUNNING
    state.idle = 0
    state.laid = 0
    state.paid_out = 0
    state.rolled = 0
    state.cup = 0
    state.loose = 0
    state.pending = NONE
    state.due = 0
    state.moving = NONE
    state.held = 0
    state.bought = NONE
    state.exits = 0
    state.reserve = filled(seats, 0)
    state.front = front
    state.tokens = filled(seats, 0)
    state.shares = filled(seats * COMPANIES, 0)
    state.left = filled(COMPANIES, SHARES)
    state.director = filled(COMPANIES, NONE)
    state.built = filled(PLANS, 0)
    state.chute = filled(seats, 0)
    state.supply = supply
    state.spot = vec[i64]([FIRST_SPOT])
    state.land = vec[i64]([START_WAY])
    state.stops = vec[i64]([0])
    state.place = vec[i64]([0, 0])
    state.slot = vec[i64]([0, 0])
    state.at = vec[i64]([CENTRE, CENTRE])
    state.out = vec[i64]([_WEST_SIDE, _EAST_SIDE])
    state.back = vec[i64]([_EAST_SIDE, _WEST_SIDE])
    state.tile = vec[i64]([START_WAY, NONE])
    state.taken = vec[i64]([BIT[CENTRE], 0])
    state.paid = vec[i64]([0, 0])
    state.board = board
    update_exits(state)
    return state


class Dice1(Position):
    """A game of Railroad Dice."""

    def copy(self) -> Dice1:
        return Dice1(self)

    # Legal moves.

    def legal_moves(self) -> vec[i64]:
        if self.actor == OVER:
            return vec[i64]()
        if self.phase == TURN:
            return self._actions()
        if self.phase == ROLLING:
            return handfuls(self)
        return self._answers()

    def _actions(self) -> vec[i64]:
        """Return the actions, which may be taken in any order; income and roll once (RD1-27, RD1-28)."""
        moves = vec[i64](capacity=32)
        moves = add_lays(moves, self)
        moves = add_stations(moves, self)
        moves = add_purchases(moves, self)
        if not self.paid_out:
            moves = append(moves, INCOME)
        moves = add_cups(moves, self)
        if open_bridges(self) == 0:  # RD1-75
            moves = append(moves, END)
        return moves

    def _answers(self) -> vec[i64]:
        """Return the moves that complete an action under way."""
        moves = vec[i64](capacity=16)
        if self.phase == CUPPED:
            return add_rolls(moves, self)
        if self.phase == PAYING:
            return self._payments(moves)
        if self.phase == TILING:
            return add_tiles(moves, self)
        if self.phase == ENTERING:
            return add_lays(moves, self)
        return add_keeps(moves, self)

    def _payments(self, moves: vec[i64]) -> vec[i64]:
        """Add every mix of reserve and wild dice that leaves what the move and the bridges need (RD1-18)."""
        for wild in range(self.due + 1):
            if self.payment_fault(wild) == 0:
                moves = append(moves, PAY + wild)
        return moves

    def payment_fault(self, wild: i64) -> i64:
        """Return the clause that forbids this payment for the pending move; 0 if none does."""
        if self.pending < TILE:
            return lay_fault(self, self.pending, wild)
        return station_fault(self, self.pending, wild)

    def choices(self) -> vec[i64]:
        """Return moves worth searching: only the largest and smallest rolls; shares last and in one order."""
        moves = self.legal_moves()
        if self.phase == CUPPED:
            return append(append(vec[i64](), moves[0]), moves[i64(len(moves)) - 1])
        if self.phase != TURN:
            return moves
        bought = self.bought != NONE and open_bridges(self) == 0
        kept = vec[i64](capacity=32)
        for i in range(i64(len(moves))):
            move = moves[i]
            between = CUP < move < ROLL and moves[i - 1] >= CUP and i + 1 < i64(len(moves)) and moves[i + 1] < ROLL
            buying = BUY <= move < INCOME
            if not between and (not bought or move == END or (buying and move >= self.bought)):
                kept = append(kept, move)
        return kept

    # Chance.

    def weight(self, move: i64) -> i64:
        return WEIGHT[move - HANDFUL]

    def draw(self, rng: Rng) -> i64:
        return draw_handful(self, rng)

    # Effects of a move.

    def apply(self, move: i64) -> None:
        if self.actor < 0:
            take_handful(self, move)
        elif move < TILE:
            self._owe(move, lay_due(self, move))
        elif move < STATION:
            lay_tile(self, move - TILE)
        elif move < PAY:
            self._owe(move, station_due(self, move))
        elif move < BUY:
            self._pay(move - PAY)
        elif move < INCOME:
            self._buy(move)
        elif move == INCOME:
            take_income(self)
        elif move < ROLL:
            fill_cup(self, move - CUP)
        elif move < KEEP:
            roll(self, move - ROLL)
        elif move < END:
            keep(self, move - KEEP)
            end_turn(self)
        elif too_many(self):
            self.phase = KEEPING
        else:
            end_turn(self)
        self._settle()

    def _settle(self) -> None:
        """Make forced moves at once: a single payment, a single roll, a single way to keep five."""
        if self.phase == PAYING or self.phase == CUPPED or self.phase == KEEPING:
            moves = self._answers()
            if len(moves) == 1:
                self.apply(moves[0])

    def _owe(self, move: i64, due: i64) -> None:
        self.pending = move
        self.due = due
        self.phase = PAYING
        if due == 0:
            self._pay(0)

    def _pay(self, wild: i64) -> None:
        move = self.pending
        self.pending = NONE
        self.due = 0
        if move < TILE:
            lay(self, move, wild)
        else:
            build(self, move, wild)

    def _buy(self, move: i64) -> None:
        self.bought = move
        if move < BUY_FROM:
            buy(self, move - BUY)
        else:
            buy_from_director(self, move - BUY_FROM)

    # Points.

    def scores(self) -> vec[i64]:
        """Return the passengers by seat (RD1-94)."""
        return self.tokens[:]

    def ranks(self) -> vec[i64]:
        return final_ranks(self)

    def check(self) -> None:
        invariants.check(self)

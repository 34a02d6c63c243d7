"""The state of Railroad Dice 2: legal moves and their effects. RD2-n are the clauses of rules.md."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.draw import Rng
from roundhouse.core.state import OVER, blank, filled, ranks_of
from roundhouse.games.dice2 import invariants
from roundhouse.games.dice2.board import (
    CAPITAL,
    CARDS,
    CARDS_OUT,
    COMPLEX,
    COMPLEX_DICE,
    COMPLEX_SHAPES,
    EMPTY,
    FACES,
    SIMPLE,
    SIMPLE_DICE,
    SIMPLE_SHAPES,
    SQUARES,
    STATIONS,
    TILES,
    TOKENS,
    VALUES,
)
from roundhouse.games.dice2.ending import end_turn, final_ranks, settle
from roundhouse.games.dice2.laying import (
    add_exchanges,
    add_lays,
    add_offers,
    exchange,
    lay,
    random_roll,
    rolls,
    show_roll,
    take_offer,
)
from roundhouse.games.dice2.moves import BRING, BUY, CARRY, END, EXCHANGE, FEED, LAY, OFFER, PLACE, ROLL, ROLL_WEIGHT
from roundhouse.games.dice2.order import is_reordering
from roundhouse.games.dice2.position import CLOSING, HOMES, NONE, OPEN, ROLLING, TURN, Position
from roundhouse.games.dice2.stations import place, sites
from roundhouse.games.dice2.traffic import add_arrivals, add_purchase, add_transports, bring_in, buy, carry, give_up_roll


def start(seats: i64, first: i64, mild: i64, lie: list[int], fee: list[int], beside: list[int]) -> Dice2:
    """Return the first state: 10 tokens each, dice and locomotives in the banks, no station (RD2-11, RD2-14, RD2-26 to RD2-29)."""
    stock = CARDS[:]
    if seats == 2:
        for value in range(i64(VALUES)):
            stock[value] -= CARDS_OUT
    state = blank(Dice2)
    state.seats = seats
    state.actor = first
    state.phase = HOMES
    state.turn = first
    state.first = first
    state.mild = mild
    state.placed = 0
    state.offer = NONE
    state.roll = OPEN
    state.last = NONE
    state.fresh_low = 0
    state.fresh_high = 0
    state.deeds = 0
    state.served = 0
    state.idle = 0
    state.quiet = 0
    state.bank = TOKENS - CAPITAL * seats
    state.extra = 0
    state.simple = SIMPLE_DICE
    state.complex = COMPLEX_DICE
    state.board = filled(SQUARES, EMPTY)
    state.reach = filled(seats * SQUARES, 0)
    state.linked = filled(seats, 0)
    state.pool = filled(TILES, 0)
    state.cash = filled(seats, CAPITAL)
    state.stock = stock
    state.engines = filled(seats * VALUES, 0)
    state.used = filled(VALUES, 0)
    state.front = filled(FACES, 0)
    state.site = filled(STATIONS, NONE)
    state.stops = filled(TILES, 0)
    state.lie = vec[i64](lie)
    state.fee = vec[i64](fee)
    state.beside = vec[i64](beside)
    return state


class Dice2(Position):
    """A position with its rules."""

    def copy(self) -> Dice2:
        return Dice2(self)

    # Legal moves.

    def legal_moves(self) -> vec[i64]:
        if self.actor == OVER:
            return vec[i64]()
        phase = self.phase
        if phase == TURN:
            return self._actions()
        if phase == CLOSING:
            return self._last_actions()
        if phase == ROLLING:
            return rolls(self)
        return sites(self)

    def _actions(self) -> vec[i64]:
        """Return the actions, in any order (RD2-32, RD2-33); the roll, or RD2-35 instead, once. Rails need a roll (RD2-46)."""
        moves = vec[i64](capacity=32)
        moves = append(add_offers(self, moves), FEED) if self.roll == OPEN else add_exchanges(self, add_lays(self, moves))
        moves = add_transports(self, add_purchase(self, moves))
        return append(add_arrivals(self, moves), END)

    def _last_actions(self) -> vec[i64]:
        """Return the actions of the closing phase: buying and carrying, nothing else (RD2-93)."""
        return append(add_transports(self, add_purchase(self, vec[i64]())), END)

    def rails(self, every_order: bool) -> vec[i64]:
        """Return the moves among `legal_moves`, or else among `choices`, that lay or exchange a die."""
        if self.actor < 0 or self.phase != TURN or self.roll == OPEN:
            return vec[i64]()
        moves = add_exchanges(self, add_lays(self, vec[i64](capacity=32)))
        return moves if every_order else self._in_order(moves)

    def choices(self) -> vec[i64]:
        """Return moves worth searching: only one order of moves that commute, and no turn without a roll, which costs nothing."""
        moves = self.legal_moves()
        if self.phase == TURN and self.roll == OPEN:
            return moves[: len(moves) - 1]
        return self._in_order(moves)

    def _in_order(self, moves: vec[i64]) -> vec[i64]:
        """Return the moves that are no mere reordering of this turn."""
        if self.last == NONE or self.actor < 0:
            return moves
        kept = vec[i64](capacity=32)
        for move in moves:
            if not is_reordering(self, move):
                kept = append(kept, move)
        return kept

    def weight(self, move: i64) -> i64:
        return ROLL_WEIGHT[move - ROLL]

    def draw(self, rng: Rng) -> i64:
        return random_roll(self, rng)

    # Effects of a move.

    def apply(self, move: i64) -> None:
        self.last = move
        if move >= ROLL:
            show_roll(self, move)
            self.last = NONE
        elif move == END:
            end_turn(self)
        elif move < OFFER:
            place(self, move - PLACE)
            self.last = NONE
        else:
            self._act(move)

    def _act(self, move: i64) -> None:
        """Make an action, and what follows from it (RD2-100)."""
        if move < FEED:
            take_offer(self, move - OFFER)
            self.last = NONE
            return
        if move == FEED:
            give_up_roll(self)
            self.last = NONE
        elif move < EXCHANGE:
            lay(self, (move - LAY) // SIMPLE_SHAPES, SIMPLE + (move - LAY) % SIMPLE_SHAPES)
        elif move < BUY:
            exchange(self, (move - EXCHANGE) // COMPLEX_SHAPES, COMPLEX + (move - EXCHANGE) % COMPLEX_SHAPES)
        elif move == BUY:
            buy(self)
        elif move < BRING:
            carry(self, (move - CARRY) // STATIONS, (move - CARRY) % STATIONS)
        else:
            bring_in(self, move - BRING)
        settle(self)

    # Scoring.

    def scores(self) -> vec[i64]:
        """Return the tokens held, by seat (RD2-R34)."""
        return self.cash[:]

    def ranks(self) -> vec[i64]:
        if self.actor != OVER:
            return ranks_of(self.cash)
        return final_ranks(self)

    def check(self) -> None:
        """Raise AssertionError if an invariant is broken."""
        invariants.check_tokens(self)
        invariants.check_dice(self)
        invariants.check_locomotives(self)
        invariants.check_stations(self)
        invariants.check_ends(self)
        invariants.check_lines(self)

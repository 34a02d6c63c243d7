"""The fields of a position of Railroad Dice 2; the chapters of the rules are functions on it. RD2-n are the clauses of rules.md."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.state import State

# Phases, in the order in which they are met; ROLLING falls within a turn.
HOMES: Final = 0  # a seat places its home station
GREYS: Final = 1  # a seat places a grey station
TURN: Final = 2  # any action of the seat
ROLLING: Final = 3  # chance: the dice of an offer
CLOSING: Final = 4  # a seat buys and carries, nothing else

# The roll of this turn.
OPEN: Final = 0
ROLLED: Final = 1
GIVEN_UP: Final = 2

# Actions taken in a turn, as a mask.
LAID: Final = 1
BOUGHT: Final = 2
CARRIED: Final = 4

NONE: Final = -1


class Position(State):
    """Where everything lies and whose turn it is."""

    def __init__(self, other: Position) -> None:
        super().__init__(other)
        self.phase: i64 = other.phase
        self.turn: i64 = other.turn  # the seat whose turn it is, also while chance acts
        self.first: i64 = other.first  # the start player
        self.mild: i64 = other.mild  # 1: only connections of the active player's home pay (the variant of RD2-R20)
        self.placed: i64 = other.placed  # stations placed
        self.offer: i64 = other.offer  # the offer being rolled, or NONE
        self.roll: i64 = other.roll  # OPEN, ROLLED or GIVEN_UP
        self.last: i64 = other.last  # the move just made, for `choices`; NONE where it changed more than its own part of the table
        self.fresh_low: i64 = other.fresh_low  # squares that the last move opened to the active seat, 0 to 47, as a mask
        self.fresh_high: i64 = other.fresh_high  # and 48 to 95
        self.deeds: i64 = other.deeds  # of this turn
        self.served: i64 = other.served  # stations served this turn, as a mask
        self.idle: i64 = other.idle  # turns in a row in which nothing was laid, bought or carried
        self.quiet: i64 = other.quiet  # turns in a row, begun in the closing phase, without a transport
        self.bank: i64 = other.bank  # value of the tokens in the bank
        self.extra: i64 = other.extra  # value of the substitute tokens of the last filling
        self.simple: i64 = other.simple  # simple dice in the bank
        self.complex: i64 = other.complex  # complex dice in the bank
        self.board: vec[i64] = other.board[:]  # by square: EMPTY, a shape, or STATION + number
        # reach[home * SQUARES + square]: tiles of the best line that arrives there, by side; see lines.py
        self.reach: vec[i64] = other.reach[:]
        self.linked: vec[i64] = other.linked[:]  # by home: the other stations it has a line to, as a mask
        self.cash: vec[i64] = other.cash[:]  # value of the tokens held, by seat
        self.front: vec[i64] = other.front[:]  # dice before the active seat, by face
        # Copies share what follows, which no die that is laid changes: these are replaced, never written into.
        self.pool: vec[i64] = other.pool  # passengers waiting, by tile, RD2-24
        self.stock: vec[i64] = other.stock  # locomotives in the bank, by value, RD2-27
        self.engines: vec[i64] = other.engines  # engines[seat * VALUES + value]: locomotives held
        self.used: vec[i64] = other.used  # locomotives used this turn, by value
        self.site: vec[i64] = other.site  # by station: its square, or NONE
        self.stops: vec[i64] = other.stops  # stations by tile
        self.lie: vec[i64] = other.lie  # row, column and quarter turns of each tile
        self.fee: vec[i64] = other.fee  # by square
        self.beside: vec[i64] = other.beside  # beside[square * SIDES + side]: the next square, or NONE off the map

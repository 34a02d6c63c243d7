"""The fields of a position of Railroad Dice 2; the chapters of the rules are functions on it. RD2-n are the clauses of rules.md."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.state import State

# Phases, in the order in which they are met; ROLLING falls within a turn.
HOMES: Final = 0  # a seat places its home station
GREYS: Final = 1  # a seat places a grey station
TURN: Final = 2  # a seat does what it likes
ROLLING: Final = 3  # chance: the dice of an offer
CLOSING: Final = 4  # a seat buys and carries, nothing else

# What became of the roll of this turn.
OPEN: Final = 0
ROLLED: Final = 1
GIVEN_UP: Final = 2

# Deeds of a turn, as a mask.
LAID: Final = 1
BOUGHT: Final = 2
CARRIED: Final = 4

NONE: Final = -1


class Position(State):
    """Where everything lies and whose turn it is."""

    def __init__(
        self,
        seats: i64,
        actor: i64,
        phase: i64,
        turn: i64,
        first: i64,
        mild: i64,
        placed: i64,
        offer: i64,
        roll: i64,
        last: i64,
        fresh_low: i64,
        fresh_high: i64,
        deeds: i64,
        served: i64,
        idle: i64,
        quiet: i64,
        bank: i64,
        extra: i64,
        simple: i64,
        complex: i64,
        board: vec[i64],
        reach: vec[i64],
        linked: vec[i64],
        pool: vec[i64],
        cash: vec[i64],
        stock: vec[i64],
        engines: vec[i64],
        used: vec[i64],
        front: vec[i64],
        site: vec[i64],
        stops: vec[i64],
        lie: vec[i64],
        fee: vec[i64],
        beside: vec[i64],
    ) -> None:
        self.seats = seats
        self.actor = actor
        self.phase = phase
        self.turn = turn  # the seat whose turn it is, also while chance acts
        self.first = first  # the start player
        self.mild = mild  # 1: only connections of the active player's home pay (the variant of RD2-R20)
        self.placed = placed  # stations placed
        self.offer = offer  # the offer being rolled, or NONE
        self.roll = roll  # OPEN, ROLLED or GIVEN_UP
        self.last = last  # the move just made, for `choices`; NONE where it changed more than its own part of the table
        self.fresh_low = fresh_low  # squares that the last move opened to the active seat, 0 to 47, as a mask
        self.fresh_high = fresh_high  # and 48 to 95
        self.deeds = deeds  # of this turn
        self.served = served  # stations served this turn, as a mask
        self.idle = idle  # turns in a row in which nothing was laid, bought or carried
        self.quiet = quiet  # turns in a row, begun in the closing phase, without a transport
        self.bank = bank  # value of the tokens in the bank
        self.extra = extra  # value of the substitute tokens of the last filling
        self.simple = simple  # simple dice in the bank
        self.complex = complex  # complex dice in the bank
        self.board = board  # by square: EMPTY, a shape, or STATION + number
        self.reach = reach  # reach[home * SQUARES + square]: tiles of the best line that arrives there, by side; see lines.py
        self.linked = linked  # by home: the other stations it has a line to, as a mask
        self.pool = pool  # passengers waiting, by tile, RD2-24
        self.cash = cash  # value of the tokens held, by seat
        self.stock = stock  # locomotives in the bank, by value, RD2-27
        self.engines = engines  # engines[seat * VALUES + value]: locomotives held
        self.used = used  # locomotives used this turn, by value
        self.front = front  # dice before the active seat, by face
        # Copies share what follows: these are replaced at set-up, never written into.
        self.site = site  # by station: its square, or NONE
        self.stops = stops  # stations by tile
        self.lie = lie  # row, column and quarter turns of each tile
        self.fee = fee  # by square
        self.beside = beside  # beside[square * SIDES + side]: the next square, or NONE off the map

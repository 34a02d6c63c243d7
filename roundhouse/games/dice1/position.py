"""The fields of a position of Railroad Dice; the chapters of the rules are functions on it. RD1-n are the clauses of rules.md."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.state import State

# Phases.
TURN: Final = 0  # any action of the seat, RD1-27
CUPPED: Final = 1  # wild dice are in the cup: how many of the reserve join them?
ROLLING: Final = 2  # chance: a handful of the dice in the cup
PAYING: Final = 3  # something is to be paid: with how many wild dice?
TILING: Final = 4  # the line has left its tile: which tile comes next?
ENTERING: Final = 5  # the first rail on the new tile
KEEPING: Final = 6  # too many dice are in front: which five stay?

# Why the game ends with this year.
RUNNING: Final = 0
LAST_STATION: Final = 1  # RD1-90
DEAD_ENDS: Final = 2  # RD1-91
EMPTY_BANK: Final = 3  # RD1-92
NO_MINI_TILES: Final = 4  # RD1-93
STALLED: Final = 5  # RD1-R27

NONE: Final = -1


class Position(State):
    """A game of Railroad Dice: dice as counts by face, the squares of a tile as masks, the general map as a list."""

    def __init__(self, other: Position) -> None:
        super().__init__(other)
        self.phase: i64 = other.phase
        self.turn: i64 = other.turn  # the seat whose turn it is, also while chance acts
        self.first: i64 = other.first  # the start player of this year
        self.year: i64 = other.year  # from 1
        self.dice: i64 = other.dice  # in the game: 40, or 60 with the large bank
        self.eight: i64 = other.eight  # 1: diagonal squares count for a station's requirement, RD1-R5
        self.bare: i64 = other.bare  # 1: played without screens, RD1-R4
        self.bank: i64 = other.bank  # dice in the bank
        self.orange: i64 = other.orange  # the end with the orange pawns, RD1-6: the first that left the start tile, or NONE
        self.closing: i64 = other.closing  # why the game ends with this year, or RUNNING
        self.idle: i64 = other.idle  # years in a row without a rail or a station
        self.laid: i64 = other.laid  # 1: a rail or a station was laid this year
        self.paid_out: i64 = other.paid_out  # 1: the income of this turn was taken
        self.rolled: i64 = other.rolled  # 1: the dice of this turn were rolled, or are in the cup
        self.cup: i64 = other.cup  # wild dice in the cup, before ROLL
        self.loose: i64 = other.loose  # dice still to be rolled
        self.pending: i64 = other.pending  # the move that is being paid for, or NONE
        self.due: i64 = other.due  # dice to pay for it
        self.moving: i64 = other.moving  # the end that is leaving its tile, or NONE
        self.held: i64 = other.held  # rail dice of the tile it has left; they go to the bank after the reward, RD1-70
        self.bought: i64 = other.bought  # the last purchase of this turn, or NONE: for `choices`
        # Sides of each end's tile that lead to a place not visited and with a mini-tile that fits, as a mask: end * SIDES + side.
        self.exits: i64 = other.exits
        # By seat.
        self.reserve: vec[i64] = other.reserve[:]  # dice behind the screen
        self.front: vec[i64] = other.front[:]  # front[seat * FACES + face]: dice before the screen
        self.tokens: vec[i64] = other.tokens[:]  # passengers, by value
        self.shares: vec[i64] = other.shares[:]  # shares[seat * COMPANIES + company], open to all, RD1-51
        self.chute: vec[i64] = other.chute[:]  # 1: the next income is a golden parachute, RD1-32
        # By company, and by plan.
        self.left: vec[i64] = other.left[:]  # shares in the bank
        self.director: vec[i64] = other.director[:]  # a seat or NONE
        self.built: vec[i64] = other.built[:]  # stations built, by plan
        # The general map, RD1-4: one entry a mini-tile, in the order in which they were laid.
        self.supply: vec[i64] = other.supply[:]  # mini-tiles left, by kind
        self.spot: vec[i64] = other.spot[:]  # where it lies: column * SPOT_WIDTH + row
        self.land: vec[i64] = other.land[:]  # its way: kind and turn
        self.stops: vec[i64] = other.stops[:]  # companies that have a station there, as a mask
        # By end of the line.
        self.place: vec[i64] = other.place[:]  # the entry of the map it is on
        self.slot: vec[i64] = other.slot[:]  # the large tile it is on: 0 or 1
        self.at: vec[i64] = other.at[:]  # its last square; in ENTERING that of the tile just left
        self.out: vec[i64] = other.out[:]  # the side of that square it points over; NONE where a station ends the line
        self.back: vec[i64] = other.back[:]  # the side by which the line came to that square
        # By slot of a large tile, RD1-5; slot 1 is empty until the start tile is left.
        self.tile: vec[i64] = other.tile[:]  # its way, or NONE
        self.taken: vec[i64] = other.taken[:]  # squares with a rail or a station, as a mask
        self.paid: vec[i64] = other.paid[:]  # squares of the zones paid for in this turn, as a mask
        # board[slot * SQUARES + square]: EMPTY, a rail as the mask of its sides, or STATION_PIECE + company
        self.board: vec[i64] = other.board[:]

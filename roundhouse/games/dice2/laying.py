"""Dice: rolling them, laying simple ones, exchanging simple for complex ones, and connections (RD2-42 to RD2-72)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, low_bit
from roundhouse.core.draw import Rng
from roundhouse.core.multiset import Multisets
from roundhouse.core.state import CHANCE, filled
from roundhouse.games.dice2.board import (
    ACROSS,
    COMPLEX,
    COMPLEX_FACES,
    COMPLEX_SHAPES,
    COMPLEX_SIDES,
    COMPLEX_WILD,
    CURVE,
    DIE_SIDES,
    EMPTY,
    ENDS,
    FACES,
    JOINED,
    OF_FACE,
    OFFER_COMPLEX,
    OFFER_SIMPLE,
    OFFERS,
    SHAPE_FACE,
    SIDES,
    SIMPLE,
    SIMPLE_FACES,
    SIMPLE_SHAPES,
    SIMPLE_SIDES,
    SQUARES,
    STATION,
    STRAIGHT,
    UPGRADES,
    WILD,
)
from roundhouse.games.dice2.lines import arrivals, extend_lines
from roundhouse.games.dice2.moves import EXCHANGE, FIRST_ROLL, LAY, MOST_COMPLEX, OFFER, ORANGES, ROLL, ROLL_FACES, ROLL_WEIGHT
from roundhouse.games.dice2.position import LAID, NONE, ROLLED, ROLLING, TURN, Position
from roundhouse.games.dice2.stations import owner_of

# Rolling.


def add_offers(position: Position, moves: vec[i64]) -> vec[i64]:
    """Add the offers of which at least one die is in the bank; the fourth needs a complex die (RD2-42, RD2-R11)."""
    for offer in range(i64(OFFERS)):
        if dice_offered(position, offer) > 0:
            moves = append(moves, OFFER + offer)
    return moves


def dice_offered(position: Position, offer: i64) -> i64:
    """Return the number of dice that an offer would give now."""
    if offer == OFFERS - 1:
        return min(1, position.complex)
    return simple_offered(position, offer) + complex_offered(position, offer)


def simple_offered(position: Position, offer: i64) -> i64:
    """Return the simple dice of an offer, or all that are left (RD2-45)."""
    return min(OFFER_SIMPLE[offer], position.simple)


def complex_offered(position: Position, offer: i64) -> i64:
    """Return the complex dice of an offer, or all that are left (RD2-45)."""
    return min(OFFER_COMPLEX[offer], position.complex)


def take_offer(position: Position, offer: i64) -> None:
    """Take an offer: three are rolled (RD2-43); the fourth is a wild complex die and uses up this turn's roll too (RD2-44)."""
    position.roll = ROLLED
    if offer == OFFERS - 1:
        position.complex -= 1
        position.front[COMPLEX_WILD] += 1
        return
    position.offer = offer
    position.phase = ROLLING
    position.actor = CHANCE


def first_roll(position: Position) -> i64:
    """Return the first outcome of the roll under way."""
    simple = simple_offered(position, position.offer)
    return FIRST_ROLL[simple * (MOST_COMPLEX + 1) + complex_offered(position, position.offer)]


def rolls(position: Position) -> vec[i64]:
    """Return all outcomes of the roll under way."""
    moves = vec[i64]()
    simple = Multisets(SIMPLE_FACES, simple_offered(position, position.offer))
    first = first_roll(position)
    for outcome in range(first, first + simple.count * ORANGES[complex_offered(position, position.offer)]):
        if ROLL_WEIGHT[outcome - ROLL] > 0:  # an owner's die may lack a face
            moves = append(moves, outcome)
    return moves


def random_roll(position: Position, rng: Rng) -> i64:
    """Roll the dice one by one; the distribution is that of the weights of `rolls`."""
    simple = Multisets(SIMPLE_FACES, simple_offered(position, position.offer))
    complex = Multisets(COMPLEX_FACES, complex_offered(position, position.offer))
    white = simple.roll(SIMPLE_SIDES, DIE_SIDES, rng)
    return first_roll(position) + white * complex.count + complex.roll(COMPLEX_SIDES, DIE_SIDES, rng)


def show_roll(position: Position, outcome: i64) -> None:
    """Place the rolled dice in front of the player (RD2-43)."""
    position.simple -= simple_offered(position, position.offer)
    position.complex -= complex_offered(position, position.offer)
    at = (outcome - ROLL) * FACES
    for face in range(i64(FACES)):
        position.front[face] += ROLL_FACES[at + face]
    position.offer = NONE
    position.phase = TURN
    position.actor = position.turn


def return_dice(position: Position) -> None:
    """Return dice that were taken or recovered and not used to the bank (RD2-36, RD2-63)."""
    for face in range(i64(FACES)):
        if face < SIMPLE_FACES:
            position.simple += position.front[face]
        else:
            position.complex += position.front[face]
        position.front[face] = 0


# Where dice may lie.


def free_sides(position: Position, square: i64) -> i64:
    """Return the sides where a track may end, as a mask: not off the map (RD2-51), not at a die as in RD2-52."""
    mask: i64 = 0
    for side in range(i64(SIDES)):
        near = position.beside[square * SIDES + side]
        if near == NONE:
            continue
        thing = position.board[near]
        if thing < COMPLEX or thing >= STATION or ENDS[thing] >> ACROSS[side] & 1:
            mask |= BIT[side]
    return mask


def ends_pointing_at(position: Position, square: i64) -> i64:
    """Return the sides at which the track of a neighbouring die ends, as a mask."""
    mask: i64 = 0
    for side in range(i64(SIDES)):
        near = position.beside[square * SIDES + side]
        if near != NONE and position.board[near] < STATION and ENDS[position.board[near]] >> ACROSS[side] & 1:
            mask |= BIT[side]
    return mask


def fits(shape: i64, reached: i64, free: i64, due: i64) -> bool:
    """Return whether a shape may lie on a square.

    RD2-R12, RD2-R19: it has an end where a line of the player arrives. RD2-51, RD2-52: it has no end on a side that is not free.
    RD2-98: it has an end on every side that is due.
    """
    touched = ENDS[shape]
    return touched & reached != 0 and touched & ~free == 0 and due & ~touched == 0


def add_lays(position: Position, moves: vec[i64]) -> vec[i64]:
    """Add the simple dice that can be laid (RD2-47 to RD2-57).

    They go on empty squares beside the home or at the ends of the player's lines, as in RD2-50.
    """
    first: i64 = SIMPLE
    last: i64 = SIMPLE + SIMPLE_SHAPES
    if position.front[WILD] == 0:
        if position.front[STRAIGHT] == 0:
            first = SIMPLE + 2
        if position.front[CURVE] == 0:
            last = SIMPLE + 2
    if first >= last:
        return moves
    base = position.turn * SQUARES
    cash = position.cash[position.turn]
    for square in range(i64(SQUARES)):
        reached = position.reach[base + square]
        if reached == 0 or position.board[square] != EMPTY or position.fee[square] > cash:
            continue
        sides = arrivals(reached)
        free = free_sides(position, square)
        for shape in range(first, last):
            if fits(shape, sides, free, 0):
                moves = append(moves, LAY + square * SIMPLE_SHAPES + shape - SIMPLE)
    return moves


def complex_in_hand(position: Position) -> i64:
    """Return the complex shapes that the dice in front of the player can show, as a mask; a wild die shows any (RD2-58)."""
    if position.front[COMPLEX_WILD] > 0:
        return BIT[COMPLEX_SHAPES] - 1
    mask: i64 = 0
    for face in range(i64(SIMPLE_FACES), i64(COMPLEX_WILD)):
        if position.front[face] > 0:
            mask |= OF_FACE[face]
    return mask


def add_exchanges(position: Position, moves: vec[i64]) -> vec[i64]:
    """Add the exchanges of simple for complex dice that a line of the player then reaches (RD2-58 to RD2-66), as in RD2-67."""
    shown = complex_in_hand(position)
    if shown == 0:
        return moves
    base = position.turn * SQUARES
    for square in range(i64(SQUARES)):
        reached = position.reach[base + square]
        thing = position.board[square]
        if reached == 0 or thing >= COMPLEX:  # RD2-R18
            continue
        rest = UPGRADES[thing] & shown  # RD2-59: none on an empty square
        if rest == 0:
            continue
        sides = arrivals(reached)
        free = free_sides(position, square)
        due = ends_pointing_at(position, square)
        while rest:
            index = low_bit(rest)
            rest &= rest - 1
            if fits(COMPLEX + index, sides, free, due):
                moves = append(moves, EXCHANGE + square * COMPLEX_SHAPES + index)
    return moves


# Laying them.


def lay(position: Position, square: i64, shape: i64) -> None:
    """Lay a simple die on an empty square and pay the fee for it (RD2-47, RD2-54 to RD2-56)."""
    fee = position.fee[square]
    position.cash[position.turn] -= fee
    position.bank += fee
    _use(position, SHAPE_FACE[shape], WILD)
    _put(position, square, shape)


def exchange(position: Position, square: i64, shape: i64) -> None:
    """Replace a simple die, which returns to the player with its face (RD2-58, RD2-61, RD2-62). There is no fee (RD2-68)."""
    recovered = SHAPE_FACE[position.board[square]]
    _use(position, SHAPE_FACE[shape], COMPLEX_WILD)
    position.front[recovered] += 1
    _put(position, square, shape)


def _use(position: Position, face: i64, wild: i64) -> None:
    """Use up a die that shows the face, or else a wild one."""
    if position.front[face] > 0:
        position.front[face] -= 1
    else:
        position.front[wild] -= 1


def _put(position: Position, square: i64, shape: i64) -> None:
    """Put a die down and pay for the connections it makes; the lines of all homes may use it (RD2-41)."""
    position.board[square] = shape
    position.deeds |= LAID
    position.fresh_low = 0
    position.fresh_high = 0
    owed = filled(position.seats, 0)
    paid = False
    for home in range(position.seats):
        joined = extend_lines(position, home, square)
        position.linked[home] |= joined
        while joined:
            station = low_bit(joined)
            joined &= joined - 1
            other = owner_of(position, station)
            if other != NONE and other < home:  # RD2-72: the pair was counted from its other end
                continue
            if position.mild and home != position.turn and other != position.turn:
                continue
            paid = True
            owed[home] += JOINED  # RD2-69, RD2-70, RD2-R20
            if other != NONE:  # RD2-71
                owed[other] += JOINED
    if paid:
        _pay(position, owed)


def _pay(position: Position, owed: vec[i64]) -> None:
    """Pay what is owed as far as the bank goes, clockwise from the active player (RD2-R9)."""
    for step in range(position.seats):
        seat = (position.turn + step) % position.seats
        amount = min(owed[seat], position.bank)
        position.cash[seat] += amount
        position.bank -= amount
    position.last = NONE

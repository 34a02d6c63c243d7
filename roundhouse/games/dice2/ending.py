"""After an action: the end of a turn, the closing phase, the end of the game, the winner (RD2-34, RD2-89 to RD2-97, RD2-100)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, count_bits
from roundhouse.core.state import OVER, filled, ranks_of
from roundhouse.games.dice2.board import (
    CELLS,
    CROWD,
    FACES,
    IDLE_ROUNDS,
    LAST_DICE,
    PRICE,
    SIMPLE_FACES,
    SLOWEST,
    STATIONS,
    TILES,
    VALUES,
)
from roundhouse.games.dice2.laying import return_dice
from roundhouse.games.dice2.lines import distance
from roundhouse.games.dice2.position import CARRIED, CLOSING, NONE, OPEN, Position
from roundhouse.games.dice2.stations import stations_in_play
from roundhouse.games.dice2.traffic import fill_all, is_short


def settle(position: Position) -> None:
    """Check for a shortage, once, then for the end conditions (RD2-100). Not in the closing phase (RD2-92, RD2-94).

    Connections have been paid before.
    """
    if position.phase == CLOSING:
        return
    if is_short(position):
        fill_all(position)
        position.last = NONE
    if is_closing_time(position):
        begin_closing(position)
        position.quiet = -1  # this turn began before
        position.last = NONE


# The closing phase.


def is_closing_time(position: Position) -> bool:
    """Return whether one of the four conditions holds (RD2-90). Dice in front of the player count as in the bank (RD2-R30)."""
    if position.bank == 0 or someone_has_linked_all(position):
        return True
    complex = complex_left(position)
    return complex == 0 or complex + simple_left(position) <= LAST_DICE


def simple_left(position: Position) -> i64:
    """Return the number of simple dice that are not on the map."""
    count = position.simple
    for face in range(i64(SIMPLE_FACES)):
        count += position.front[face]
    return count


def complex_left(position: Position) -> i64:
    """Return the number of complex dice that are not on the map."""
    count = position.complex
    for face in range(i64(SIMPLE_FACES), i64(FACES)):
        count += position.front[face]
    return count


def someone_has_linked_all(position: Position) -> bool:
    """Return whether a seat has linked all other stations that were placed (RD2-90a, RD2-R21)."""
    every = stations_in_play(position)
    return any(position.linked[home] | BIT[home] == every for home in range(position.seats))


def begin_closing(position: Position) -> None:
    """Start the closing phase: fill all tiles, with substitutes if needed (RD2-91, RD2-R29), and return unused dice (RD2-R32)."""
    position.phase = CLOSING
    return_dice(position)
    pool = position.pool[:]
    for tile in range(i64(TILES)):
        amount = CROWD * position.stops[tile]
        pool[tile] += amount
        position.bank -= amount
    position.pool = pool
    if position.bank < 0:
        position.extra -= position.bank
        position.bank = 0


# Turns.


def end_turn(position: Position) -> None:
    """Return unused dice and let the next seat begin, unless the game is over (RD2-31, RD2-36)."""
    return_dice(position)
    if position.phase == CLOSING:
        if position.deeds & CARRIED:
            position.quiet = 0
        else:
            position.quiet += 1
        if is_over(position):
            position.actor = OVER
            return
    else:
        _count_idle_turns(position)
    position.turn = (position.turn + 1) % position.seats
    position.actor = position.turn
    _begin_turn(position)


def _count_idle_turns(position: Position) -> None:
    """Count turns without an action; three rounds in which nobody lays, buys or carries start the closing phase (RD2-R37)."""
    if position.deeds:
        position.idle = 0
        return
    position.idle += 1
    if position.idle == IDLE_ROUNDS * position.seats:
        begin_closing(position)


def _begin_turn(position: Position) -> None:
    """Begin a turn: all locomotives are unused, every destination may be served again, the roll is open (RD2-R26)."""
    position.roll = OPEN
    position.deeds = 0
    position.served = 0
    position.last = NONE
    position.fresh_low = 0
    position.fresh_high = 0
    position.used = filled(VALUES, 0)


def is_over(position: Position) -> bool:
    """Return whether no seat can bring passengers home, or a round of closing turns had no transport (RD2-95, RD2-R33)."""
    if position.quiet >= position.seats:
        return True
    return all(not can_transport(position, seat) for seat in range(position.seats))


def can_transport(position: Position, seat: i64) -> bool:
    """Return whether a seat can carry passengers with unused locomotives and those it could buy now.

    Its old ones come first, so scrapping changes nothing.
    """
    value = _best_locomotive(position, seat)
    if value == NONE:
        return False
    for station in range(i64(STATIONS)):
        if position.linked[seat] >> station & 1:
            square = position.site[station]
            if position.pool[square // CELLS] > 0 and distance(position, seat, square) <= value + SLOWEST:
                return True
    return False


def _best_locomotive(position: Position, seat: i64) -> i64:
    """Return the highest value that a seat has, or can buy after all lower ones; NONE if there is none."""
    best: i64 = NONE
    cash = position.cash[seat]
    for value in range(i64(VALUES)):
        if position.engines[seat * VALUES + value] > 0:
            best = value
        for _each in range(position.stock[value]):
            cash -= PRICE[value]
            if cash >= 0:
                best = value
    return best


# Who has won.


def final_ranks(position: Position) -> vec[i64]:
    """Rank by tokens, then linked stations, then locomotives; then the victory is shared (RD2-96, RD2-97, RD2-R35)."""
    keys = position.cash[:]
    for seat in range(position.seats):
        keys[seat] = keys[seat] * 10_000 + count_bits(position.linked[seat]) * 100 + locomotives_of(position, seat)
    return ranks_of(keys)


def locomotives_of(position: Position, seat: i64) -> i64:
    """Return the number of locomotives of a seat; scrapped ones do not count."""
    count: i64 = 0
    for value in range(i64(VALUES)):
        count += position.engines[seat * VALUES + value]
    return count

"""Moves that merely reorder a turn, which `choices` leaves out."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from roundhouse.core.bits import count_bits
from roundhouse.games.dice2.board import CELLS, COMPLEX_SHAPES, LAST_DICE, SIMPLE_SHAPES, STATIONS
from roundhouse.games.dice2.lines import is_fresh
from roundhouse.games.dice2.moves import BRING, BUY, CARRY, END, EXCHANGE, LAY
from roundhouse.games.dice2.position import Position

_NEARLY_LINKED: Final = 2  # with so few stations to go, the order in which dice are laid can decide who gets to lay them
_LITTLE_MONEY: Final = 60  # with so little left in the bank, likewise


def is_reordering(position: Position, move: i64) -> bool:
    """Return whether a move could have been made before the last one and has the lower number, so that the other order suffices.

    Two moves commute if each was open before the other and neither changes what the other does. Of every set of such moves only
    the order by number is kept. Near the end of the game nothing is cut, since the first of two moves might close it.
    """
    last = position.last
    if move >= last or not _is_calm(position):
        return False
    if last < EXCHANGE:  # both lay simple dice; RD2-53: nothing that was allowed there is forbidden now
        return not is_fresh(position, (move - LAY) // SIMPLE_SHAPES)
    if last < BUY:
        if move < EXCHANGE:
            return False  # it may use the recovered die
        return not is_fresh(position, (move - EXCHANGE) // COMPLEX_SHAPES)
    if last == BUY:
        return True  # dice could be paid for before
    if last < BRING:
        return _before_transport(position, move)
    return last < END and _before_arrivals(position, move)


def _is_calm(position: Position) -> bool:
    """Return whether no move of this turn is likely to start the closing phase, even if the seat lays all its dice."""
    if position.bank < _LITTLE_MONEY or position.complex == 0 or position.complex + position.simple <= LAST_DICE:
        return False
    return all(position.placed - 1 - count_bits(position.linked[home]) > _NEARLY_LINKED for home in range(position.seats))


def _before_transport(position: Position, move: i64) -> bool:
    """Return whether a move was possible before the last one, a transport: it needs neither its money nor the same passengers."""
    if move < BUY:
        return move >= EXCHANGE or position.fee[(move - LAY) // SIMPLE_SHAPES] == 0
    if move == BUY:
        return False
    return _pool(position, move) != _pool(position, position.last) and move >= CARRY


def _before_arrivals(position: Position, move: i64) -> bool:
    """Return whether a move was possible before the last one, which brought in passengers: only carrying them was not."""
    if CARRY <= move < BRING:
        return _pool(position, move) != position.last - BRING
    return True


def _pool(position: Position, move: i64) -> i64:
    return position.site[(move - CARRY) % STATIONS] // CELLS

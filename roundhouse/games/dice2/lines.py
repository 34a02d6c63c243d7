"""Continuous lines (RD2-37 to RD2-41): which sides of which squares a home's lines arrive at, and over how many tiles.

Track is never removed (RD2-R18), so what a line has reached stays reached, and distances only shrink: each new die propagates
only what is new. `reach` packs the four sides of a square into one number, twelve bits each: 0 where no line arrives, else
the tiles of the best line, including the home's own. Lines arrive at empty squares (an open end), at stations (where they
end), at blank sides of dice, and at tracks, along which they go on.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT
from roundhouse.games.dice2.board import ACROSS, CELLS, EXITS, SIDES, SQUARES, STATION
from roundhouse.games.dice2.position import Position

_WIDTH: Final = 12
_TILES: Final = 4095
_HALF: Final = 48


def tiles_at(reached: i64, side: i64) -> i64:
    """Return the tiles of the best line that arrives at a side; 0 if none does."""
    return reached >> side * _WIDTH & _TILES


def arrivals(reached: i64) -> i64:
    """Return the sides at which a line arrives, as a mask."""
    mask: i64 = 0
    for side in range(i64(SIDES)):
        if reached >> side * _WIDTH & _TILES:
            mask |= BIT[side]
    return mask


def distance(position: Position, home: i64, square: i64) -> i64:
    """Return the tiles of the best line from a home to a square; 0 if there is none (RD2-81 to RD2-83, RD2-R24)."""
    reached = position.reach[home * SQUARES + square]
    best: i64 = 0
    for side in range(i64(SIDES)):
        tiles = reached >> side * _WIDTH & _TILES
        if tiles and (best == 0 or tiles < best):
            best = tiles
    return best


def is_fresh(position: Position, square: i64) -> bool:
    """Return whether the last move brought a line of the active seat to a side of the square where none was."""
    if square < _HALF:
        return position.fresh_low >> square & 1 != 0
    return position.fresh_high >> (square - _HALF) & 1 != 0


def open_lines(position: Position, home: i64) -> None:
    """Open a line on each of the four sides of a home station (RD2-49)."""
    square = position.site[home]
    for side in range(i64(SIDES)):
        _arrive(position, home, square, side, 1)


def extend_lines(position: Position, home: i64, square: i64) -> i64:
    """Extend a home's lines from a square with a new die; return the stations reached for the first time, as a mask."""
    queue = vec[i64](capacity=16)
    reached = position.reach[home * SQUARES + square]
    for side in range(i64(SIDES)):
        if reached >> side * _WIDTH & _TILES:
            queue = append(queue, square * SIDES + side)
    joined: i64 = 0
    at: i64 = 0
    while at < i64(len(queue)):
        node = queue[at]
        at += 1
        here = node // SIDES
        side = node % SIDES
        thing = position.board[here]
        if thing >= STATION:  # RD2-38: a line ends at any station, its own home included
            joined |= BIT[thing - STATION]
            continue
        out = EXITS[thing * SIDES + side]  # RD2-39, RD2-40; none from an empty square or a blank side
        tiles = tiles_at(position.reach[home * SQUARES + here], side)
        for way in range(i64(SIDES)):
            if out >> way & 1 and _arrive(position, home, here, way, tiles):
                queue = append(queue, position.beside[here * SIDES + way] * SIDES + ACROSS[way])
    return joined & ~position.linked[home] & ~BIT[home]


def _arrive(position: Position, home: i64, square: i64, way: i64, tiles: i64) -> bool:
    """Extend a line across a side of a square; return whether it arrives where none was, or over fewer tiles.

    RD2-82: each step onto another tile counts.
    """
    to = position.beside[square * SIDES + way]
    if to // CELLS != square // CELLS:
        tiles += 1
    side = ACROSS[way]
    at = home * SQUARES + to
    old = tiles_at(position.reach[at], side)
    if old and old <= tiles:
        return False
    position.reach[at] += (tiles - old) << side * _WIDTH
    if home == position.turn and not old:
        if to < _HALF:
            position.fresh_low |= BIT[to]
        else:
            position.fresh_high |= BIT[to - _HALF]
    return True

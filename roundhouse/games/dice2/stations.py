"""Set-up by play: home stations, grey stations, the first passengers (RD2-16 to RD2-25)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT
from roundhouse.core.state import filled, replaced
from roundhouse.games.dice2.board import (
    CELLS,
    COLOURS,
    CROWD,
    GREYS,
    GREYS_EACH,
    SIDES,
    SPACING,
    SQUARES,
    STATION,
    STATIONS,
    TILES,
    WATER,
)
from roundhouse.games.dice2.lines import open_lines
from roundhouse.games.dice2.moves import PLACE
from roundhouse.games.dice2.position import GREYS as PLACING_GREYS
from roundhouse.games.dice2.position import HOMES, NONE, TURN, Position


def sites(position: Position) -> vec[i64]:
    """Return the squares for the next station: a home needs a tile without a station (RD2-17), a grey one any tile (RD2-19).

    RD2-R40: a home may go on any tile if none without a station has room.
    """
    if position.phase == PLACING_GREYS:
        return _sites(position, False, SQUARES)
    apart = _sites(position, True, SQUARES)
    if len(apart) > 0:
        return apart
    return _sites(position, False, SQUARES)


def _sites(position: Position, own_tile: bool, most: i64) -> vec[i64]:
    """Return the squares where a station may stand, in ascending order, at most `most` of them."""
    moves = vec[i64](capacity=32)
    rows = vec[i64](capacity=STATIONS)
    columns = vec[i64](capacity=STATIONS)
    for site in position.site:
        if site != NONE:
            rows = append(rows, _row(position, site))
            columns = append(columns, _column(position, site))
    for square in range(i64(SQUARES)):
        if own_tile and position.stops[square // CELLS] > 0:
            continue
        if position.fee[square] == WATER or at_edge(position, square):  # RD2-20, RD2-21
            continue
        if not _is_close(rows, columns, _row(position, square), _column(position, square)):
            moves = append(moves, PLACE + square)
            if i64(len(moves)) == most:
                break
    return moves


def _is_close(rows: vec[i64], columns: vec[i64], row: i64, column: i64) -> bool:
    """Return whether one of several places is fewer than three steps away (RD2-22, RD2-R6)."""
    for i in range(i64(len(rows))):
        down = rows[i] - row
        right = columns[i] - column
        if max(down, -down) + max(right, -right) < SPACING:
            return True
    return False


def at_edge(position: Position, square: i64) -> bool:
    """Return whether one of a square's four sides is the edge of the map (RD2-20, RD2-R2)."""
    return any(position.beside[square * SIDES + side] == NONE for side in range(i64(SIDES)))


def is_crowded(position: Position, square: i64) -> bool:
    """Return whether there are fewer than two squares between a square and a station (RD2-22, RD2-R6)."""
    return any(site != NONE and steps(position, site, square) < SPACING for site in position.site)


def steps(position: Position, a: i64, b: i64) -> i64:
    """Return the number of orthogonal steps between two squares on the table."""
    down = _row(position, a) - _row(position, b)
    right = _column(position, a) - _column(position, b)
    return max(down, -down) + max(right, -right)


def _row(position: Position, square: i64) -> i64:
    return position.lie[square // CELLS * 3] + square % CELLS // SIDES


def _column(position: Position, square: i64) -> i64:
    return position.lie[square // CELLS * 3 + 1] + square % SIDES


def station_due(position: Position) -> i64:
    """Return the station placed next: the seat's own, then the grey ones; the ninth is the unused colour (RD2-R3)."""
    if position.phase == HOMES:
        return position.actor
    grey = position.placed - position.seats
    if grey < GREYS:
        return COLOURS + grey
    return COLOURS - 1


def place(position: Position, square: i64) -> None:
    """Place a station and pass on clockwise (RD2-16, RD2-18); grey stations without a square leave the game (RD2-23)."""
    station = station_due(position)
    position.board[square] = STATION + station
    position.site = replaced(position.site, station, square)
    position.stops = replaced(position.stops, square // CELLS, position.stops[square // CELLS] + 1)
    position.placed += 1
    position.turn = (position.first + position.placed) % position.seats
    position.actor = position.turn
    if position.placed < position.seats:
        return
    position.phase = PLACING_GREYS
    if position.placed == position.seats * (1 + GREYS_EACH[position.seats]) or len(_sites(position, False, 1)) == 0:
        _open(position)


def _open(position: Position) -> None:
    """Place the first passengers (RD2-25); the start player begins (RD2-31)."""
    position.turn = position.first
    position.actor = position.first
    position.phase = TURN
    pool = filled(TILES, 0)
    for tile in range(i64(TILES)):
        pool[tile] = CROWD * position.stops[tile]
        position.bank -= pool[tile]
    position.pool = pool
    for home in range(position.seats):
        open_lines(position, home)
    position.fresh_low = 0
    position.fresh_high = 0


def stations_in_play(position: Position) -> i64:
    """Return the stations that were placed, as a mask."""
    mask: i64 = 0
    for station in range(i64(len(position.site))):
        if position.site[station] != NONE:
            mask |= BIT[station]
    return mask


def owner_of(position: Position, station: i64) -> i64:
    """Return the seat whose home a station is, or NONE (RD2-13)."""
    if station < position.seats:
        return station
    return NONE

"""Places of the board by name: squares such as `2c4`, tiles and stations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from roundhouse.core.state import View
from roundhouse.games.dice2.board import CELLS, COMPLEX_SHAPES, SIMPLE_SHAPES, STATIONS, TILES
from roundhouse.games.dice2.moves import BRING, BUY, CARRY, END, EXCHANGE, FEED, LAY, OFFER
from roundhouse.games.dice2.notation import square_name

if TYPE_CHECKING:
    from roundhouse.games.dice2.state import Dice2


def tile_place(tile: int) -> str:
    """Return the name of a tile's passengers."""
    return f"tile{tile + 1}"


def places(view: View[Dice2], move: int) -> Sequence[str]:
    """Return the places of a move: the square of a die or a station, the station that is served, tiles with new passengers."""
    if move < OFFER:
        return (square_name(move),)
    if move == FEED:
        return [tile_place(tile) for tile in range(TILES) if view.position.stops[tile]]
    if LAY <= move < EXCHANGE:
        return (square_name((move - LAY) // SIMPLE_SHAPES),)
    if EXCHANGE <= move < BUY:
        return (square_name((move - EXCHANGE) // COMPLEX_SHAPES),)
    if CARRY <= move < BRING:
        square = int(view.position.site[(move - CARRY) % STATIONS])
        return square_name(square), tile_place(square // CELLS)
    return (tile_place(move - BRING),) if BRING <= move < END else ()

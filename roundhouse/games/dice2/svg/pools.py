"""Passengers that wait on each tile, in the middle of it, and the number of the tile in its corner."""

from __future__ import annotations

from roundhouse.core.sentence import Sentence, say
from roundhouse.games.dice2.board import CELLS, CROWD
from roundhouse.games.dice2.moves import BRING, END
from roundhouse.games.dice2.notation import notation
from roundhouse.games.dice2.phrases import passengers
from roundhouse.games.dice2.places import tile_place
from roundhouse.games.dice2.position import GREYS
from roundhouse.games.dice2.svg.reader import Reader
from roundhouse.games.dice2.svg.squares import LARGE, MEDIUM
from roundhouse.ui.svg import Box, box, place, press, sign, text_width, write


def draw_pool(reader: Reader, tile: int) -> str:
    """Draw the passengers of a tile (RD2-24), in its middle: four squares meet there, so the pill hides no rails."""
    number = _number(reader, tile)
    if reader.position.phase <= GREYS or not reader.position.stops[tile]:
        return number
    where = pill_of(reader, tile)
    pill = _pill(reader, tile, where)
    if BRING + tile in reader.moves:
        x, y, width, height = where
        ring = box(x - 3, y - 3, width + 6, height + 6, "glow", height / 2 + 3)
        return number + place(tile_place(tile), press(notation(BRING + tile), reader.tell(bring_title(reader, tile)), pill + ring))
    told = say("Tile {tile}: {passengers} waiting", tile=tile + 1, passengers=passengers(reader.position.pool[tile]))
    return number + place(tile_place(tile), reader.attempt(notation(BRING + tile), reader.tell(told), pill))


def _number(reader: Reader, tile: int) -> str:
    """Draw the number of a tile in the corner of its first square, inside every curve."""
    x, y = reader.sheet.place(tile * CELLS)
    size, side = (12, 16.0) if reader.sheet.cell >= LARGE else (9, 8.5)
    return box(x, y, side, side, "tile-plate", 2) + write(
        x + side / 2, y + side / 2 + size * 0.35, tile + 1, f"t{size} strong middle on-plate"
    )


def _type(reader: Reader) -> tuple[int, float]:
    """Return the type size of the figures, and the height of the pill around them."""
    cell = reader.sheet.cell
    return (14, 20.0) if cell >= LARGE else (12, 16.0) if cell >= MEDIUM else (9, 12.0)


def pill_of(reader: Reader, tile: int) -> Box:
    """Return the box of a pool."""
    x, y = reader.sheet.heart(tile)
    size, height = _type(reader)
    width = text_width(str(reader.position.pool[tile]), size) + 1.2 * height
    return x - width / 2, y - height / 2, width, height


def _pill(reader: Reader, tile: int, where: Box) -> str:
    x, y, width, height = where
    size, _ = _type(reader)
    count = reader.position.pool[tile]
    ink = "ink" if count else "quiet"
    last = " last" if reader.last == BRING + tile else ""
    return (
        box(*where, f"pill{last}", height / 2)
        + sign("person", x + 0.5 * height, y + height / 2, 0.56 * height, ink)
        + write(x + width - 0.32 * height, y + height / 2 + size * 0.35, count, f"t{size} strong end {ink}")
    )


def bring_title(reader: Reader, tile: int) -> Sentence:
    """Describe bringing in passengers (RD2-87)."""
    return say("Bring in {passengers} on tile {tile}", passengers=passengers(arriving(reader, tile)), tile=tile + 1)


def arriving(reader: Reader, tile: int) -> int:
    """Return how many passengers would arrive: five per station, as far as the bank goes (RD2-87, RD2-R9)."""
    return min(CROWD * reader.position.stops[tile], reader.position.bank)


def bring_moves(reader: Reader) -> list[int]:
    """Return the tiles that passengers may be brought in on."""
    return [move - BRING for move in reader.moves_from(BRING, END)]

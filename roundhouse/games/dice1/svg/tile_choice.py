"""The choice of the next tile: each as it would lie, with where the line comes in, and below it the rails that may go first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roundhouse.core.sentence import Sentence, say
from roundhouse.games.dice1.board import ACROSS, SIZE
from roundhouse.games.dice1.moves import TILE, lay_out
from roundhouse.games.dice1.notation import notation
from roundhouse.games.dice1.svg.ground import draw_way
from roundhouse.games.dice1.svg.reader import Reader
from roundhouse.games.dice1.svg.titles import move_title, way_title
from roundhouse.games.dice1.svg.ways import Way, first_rails
from roundhouse.ui.rails import fee_token, loose_die
from roundhouse.ui.svg import box, moved, number, press, press_all

if TYPE_CHECKING:
    from roundhouse.games.dice1.state import Dice1

HEAD: Final = say("Choose the next tile and how it lies")
HEAD_WITH_RAIL: Final = say("Choose the next tile, or at once its first rail")
_ACROSS: Final = 5
_TILE: Final = {"wide": 54.0, "narrow": 62.0}
_DIE: Final = 22.0
_TARGET: Final = 24.0  # width of a rail, with the space around it
_ROW: Final = {"wide": 88.0, "narrow": 70.0}


def tile_choice(reader: Reader, moves: list[int], room: float) -> str:
    """Draw the tiles in rows; a desktop has room for the rails below each, which lay the tile and the rail in one step."""
    step = room / _ACROSS
    high = _ROW[reader.layout]
    return "".join(moved(i % _ACROSS * step, i // _ACROSS * high, _tile(reader, move, step)) for i, move in enumerate(moves))


def tile_head(reader: Reader) -> Sentence:
    """Return the title of the choice."""
    return HEAD_WITH_RAIL if reader.wide else HEAD


def _tile(reader: Reader, move: int, step: float) -> str:
    after = reader.position.copy()
    after.apply(move)
    size = _TILE[reader.layout]
    entry = _entry(after, size)
    thumb = draw_way(move - TILE, size) + entry + box(-2, -2, size + 4, size + 4, "glow", 3)
    content = moved((step - size) / 2, 0, press(notation(move), reader.tell(move_title(reader, move)), thumb))
    if not reader.wide:
        return content
    rails = first_rails(after)
    left = (step - len(rails) * _TARGET) / 2
    return content + "".join(moved(left + i * _TARGET, size + 3, _rail(reader, move, rail)) for i, rail in enumerate(rails))


def _entry(after: Dice1, size: float) -> str:
    """Draw a dot where the line comes onto the tile."""
    rails = first_rails(after)
    if not rails:
        return ""
    cell = size / SIZE
    square, side = rails[0].goal.square, int(ACROSS[lay_out(rails[0].moves[0])])
    across, down = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))[side]
    x, y = (square % SIZE + across) * cell, (square // SIZE + down) * cell
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(0.62 * cell)}" class="entry"/>'


def _rail(reader: Reader, move: int, rail: Way) -> str:
    """Draw the die of a rail, with its fee."""
    space = (_TARGET - _DIE) / 2
    die = loose_die("simple", (rail.track[0][1],), _DIE) + (fee_token(rail.dice, _DIE, 0.0) if rail.dice else "")
    face = box(0, 0, _TARGET, _TARGET, "hit", 0) + moved(space, space, die) + box(space, space, _DIE, _DIE, "glow thin", 4)
    title = say("{tile}, then: {rail}", tile=move_title(reader, move), rail=way_title(rail))
    return press_all([notation(one) for one in (move, *rail.moves)], reader.tell(title), face)

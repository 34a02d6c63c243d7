"""The ways to pay for a track, as menus that a page opens beside it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from roundhouse.core.sentence import say
from roundhouse.games.tickets.board import Board
from roundhouse.games.tickets.material import COLOUR_NAMES, LOCOMOTIVE
from roundhouse.games.tickets.moves import CLAIM
from roundhouse.games.tickets.notation import notation
from roundhouse.games.tickets.svg.map import drawn_map
from roundhouse.games.tickets.svg.reader import Reader
from roundhouse.games.tickets.svg.tracks import CARD_SIGNS, claim_title, payment_of
from roundhouse.ui.menus import kept_inside, menu
from roundhouse.ui.svg import box, moved, press, shorten, sign, wrap, write
from roundhouse.ui.text import translate

_CELL: Final = {"wide": (212.0, 32.0), "narrow": (179.0, 44.0)}
_COLUMNS: Final = {"wide": 5, "narrow": 2}  # that fit the drawing
_ROWS: Final = 12  # before another column begins
_HEAD: Final = 32.0


def draw_menu(reader: Reader, track: int, claims: list[int], canvas: tuple[int, int]) -> str:
    """Draw the menu of a track: an option for each payment, fewest locomotives first."""
    width, height = _CELL[reader.layout]
    columns = min(_COLUMNS[reader.layout], -(-len(claims) // _ROWS))
    rows = -(-len(claims) // columns)
    size = columns * width + 16, _HEAD + rows * height + 8
    title = reader.tell(say("{cities}: pay with", cities=reader.position.board.data.cities_of(track)))
    content = write(16, 21, shorten(title, 14, size[0] - 24), "t14 strong")
    for i, claim in enumerate(claims):
        column, row = divmod(i, rows)
        content += moved(
            8 + column * width, _HEAD + row * height, _option(reader.position.board, claim, reader.language, reader.layout)
        )
    cars = drawn_map(reader.position.board, reader.layout).cars[track]
    middle = cars[len(cars) // 2]
    corner = kept_inside((middle.x - size[0] / 2, middle.y + middle.breadth * 2), size, canvas)
    return menu(str(track), corner, size, content)


@lru_cache(maxsize=16_384)  # it is the same in every game on a board, and there may be hundreds
def _option(board: Board, claim: int, language: str, layout: str) -> str:
    """Draw the cards of a payment as small cars, and in words."""
    width, height = _CELL[layout]
    colour, wild = board.moves.claim_colour[claim - CLAIM], board.moves.claim_wild[claim - CLAIM]
    length = int(board.length[board.moves.claim_track[claim - CLAIM]])
    kinds = [colour] * (length - wild) + [LOCOMOTIVE] * wild
    middle = height / 2
    chips = "".join(_chip(kind, 8 + i * 15, middle) for i, kind in enumerate(kinds))
    left = 14 + 15 * length
    lines = wrap(translate(payment_of(board, claim), language), 12, width - left - 6)
    if 13 * len(lines) > height - 4:  # the cars say it all, and the title says it in words
        lines = []
    first = middle + 4 - 6.5 * (len(lines) - 1)
    words = "".join(write(left, first + 13 * i, line, "t12") for i, line in enumerate(lines))
    content = box(2, 2, width - 4, height - 4, "option") + chips + words
    return press(notation(board, claim), translate(claim_title(board, claim), language), content)


def _chip(kind: int, x: float, middle: float) -> str:
    name = COLOUR_NAMES[kind]
    return box(x, middle - 8, 13, 16, f"card {name}", 2) + sign(CARD_SIGNS[kind], x + 6.5, middle, 8, f"on-{name}")

"""The ways to pay for a track, as menus that a page opens beside it."""

from __future__ import annotations

from roundhouse.core.sentence import say
from roundhouse.games.tickets.board import COLOUR_NAMES, LENGTH, LOCOMOTIVE
from roundhouse.games.tickets.moves import CLAIM, CLAIM_COLOUR, CLAIM_WILD
from roundhouse.games.tickets.notation import cities_of, notation
from roundhouse.games.tickets.svg.map import cars_of
from roundhouse.games.tickets.svg.reader import Reader
from roundhouse.games.tickets.svg.tracks import CARD_SIGNS, claim_title, payment_of
from roundhouse.ui.svg import box, moved, press, shorten, sign, write

_CELL = {"wide": (212.0, 32.0, 12), "narrow": (179.0, 44.0, 20)}  # width, height, and rows before another column begins
_HEAD = 32.0


def draw_menu(reader: Reader, track: int, claims: list[int], canvas: tuple[int, int]) -> str:
    """One menu: a row for each payment, fewest locomotives first."""
    width, height, most = _CELL[reader.layout]
    columns = -(-len(claims) // most)
    rows = -(-len(claims) // columns)
    size = columns * width + 16, _HEAD + rows * height + 8
    x, y = _corner(reader.layout, track, size, canvas)
    title = reader.tell(say("{cities}: pay with", cities=cities_of(track)))
    content = box(0, 0, *size, "sheet") + write(16, 21, shorten(title, 14, size[0] - 24), "t14 strong")
    for i, claim in enumerate(claims):
        column, row = divmod(i, rows)
        content += moved(8 + column * width, _HEAD + row * height, _option(reader, claim, LENGTH[track], width, height))
    return f'<g id="choice-{track}" class="menu" role="menu">{moved(x, y, content)}</g>'


def _corner(layout: str, track: int, size: tuple[float, float], canvas: tuple[int, int]) -> tuple[float, float]:
    """Below the middle of the track, but on the paper."""
    cars = cars_of(layout, track)
    middle = cars[len(cars) // 2]
    x = min(max(middle.x - size[0] / 2, 4), canvas[0] - size[0] - 4)
    y = min(max(middle.y + middle.breadth * 2, 4), canvas[1] - size[1] - 4)
    return x, max(y, 4)


def _option(reader: Reader, claim: int, length: int, width: float, height: float) -> str:
    """The cards of a payment as small cars, and in words."""
    colour, wild = CLAIM_COLOUR[claim - CLAIM], CLAIM_WILD[claim - CLAIM]
    kinds = [colour] * (length - wild) + [LOCOMOTIVE] * wild
    middle = height / 2
    chips = "".join(_chip(kind, 8 + i * 15, middle) for i, kind in enumerate(kinds))
    words = reader.tell(payment_of(claim))
    left = 14 + 15 * length
    label = write(left, middle + 4, shorten(words, 12, width - left - 8), "t12")
    return press(
        notation(claim), reader.tell(claim_title(reader, claim)), box(2, 2, width - 4, height - 4, "option") + chips + label
    )


def _chip(kind: int, x: float, middle: float) -> str:
    name = COLOUR_NAMES[kind]
    return box(x, middle - 8, 13, 16, f"card {name}", 2) + sign(CARD_SIGNS[kind], x + 6.5, middle, 8, f"on-{name}")

"""The small builder that all drawings share: escaping, type, signs, marks and things to press."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

# Each is drawn about the origin, in a box of ten by ten, and takes the colour of what uses it.
SIGNS: Final = {
    "ring": '<path d="M0-5A5 5 0 1 1 0 5A5 5 0 1 1 0-5ZM0-2.3A2.3 2.3 0 1 0 0 2.3A2.3 2.3 0 1 0 0-2.3Z"/>',
    "diamond": '<path d="M0-5.4L5.4 0L0 5.4L-5.4 0Z"/>',
    "triangle": '<path d="M0-5L5.4 4.4H-5.4Z"/>',
    "cross": '<path d="M-1.7-5H1.7V-1.7H5V1.7H1.7V5H-1.7V1.7H-5V-1.7H-1.7Z"/>',
    "disc": '<circle r="4.8"/>',
    "star": '<path d="M0-5.6L1.5-1.8L5.5-1.7L2.4.8L3.5 4.7L0 2.4L-3.5 4.7L-2.4.8L-5.5-1.7L-1.5-1.8Z"/>',
    "square": '<path d="M-4.3-4.3H4.3V4.3H-4.3Z"/>',
    "wedge": '<path d="M0 5L5.4-4.4H-5.4Z"/>',
    "dash": '<path d="M-5-1.3H5V1.3H-5Z"/>',
    "hexagon": '<path d="M-2.7-4.8H2.7L5.4 0L2.7 4.8H-2.7L-5.4 0Z"/>',
    "house": '<path d="M0-5L5.2-.6H3.9V4.6H-3.9V-.6H-5.2Z"/>',
    "tree": '<path d="M0-5.4L3.6.2H2L4.4 3.4H.8V5.2H-.8V3.4H-4.4L-2 .2H-3.6Z"/>',
    "peak": '<path d="M-5.4 4L-1.4-3.6L.6-.4L2-2.2L5.4 4Z"/>',
    "north": '<path d="M0-5.6L3.4 4.6L0 2.6L-3.4 4.6Z"/>',
    "tick": '<path d="M-5 .2L-3.4-1.6L-1.2.7L3.5-4.4L5-2.7L-1.2 4Z"/>',
    "person": '<circle cy="-2.9" r="2.3"/><path d="M-4.4 5.2V3.6A4.4 3.9 0 0 1 4.4 3.6V5.2Z"/>',
    "tile": '<path d="M-5-5H-.5V-.5H-5ZM.5-5H5V-.5H.5ZM-5 .5H-.5V5H-5ZM.5 .5H5V5H.5Z"/>',
    "wild": '<path d="M-3.4-2.2A3.4 3.2 0 1 1 1.3.8Q.9 1 .9 2H-.9Q-.9.1.6-.6A1.6 1.5 0 1 0-1.6-2.2Z"/><circle cy="4.1" r="1.15"/>',
    "pawn": '<circle cy="-3" r="2.4"/><path d="M-1.2-1.2H1.2Q1.5 2 4 3.4V5.2H-4V3.4Q-1.5 2-1.2-1.2Z"/>',
    "share": '<path d="M-5.2-4H5.2V4H-5.2ZM-4.2-3V3H4.2V-3ZM-3-1.7H1.4V-.8H-3ZM-3 .1H.2V1H-3Z"/><circle cx="2.2" cy="1" r="1.2"/>',
    # An engine seen from the side: chimney, boiler, cab and three wheels.
    "engine": '<path d="M-5.6-.9H-4.3V-4.6H-5V-5.4H-2.1V-4.6H-2.8V-.9H.9V-4H.2V-5.2H5.6V-4H4.9V2.4H-5.6Z"/>'
    '<circle cx="-3.7" cy="3.6" r="1.7"/><circle cx="0" cy="3.6" r="1.7"/><circle cx="3.7" cy="3.6" r="1.7"/>',
}
SEAT_SIGNS: Final = ("disc", "square", "triangle", "diamond", "hexagon", "star")

COMPOUND: Final = "; "  # between the moves of one step in `data-moves`
CLOSING: Final = "closing"  # class of what ends the turn: pressed below moves that are composed, it confirms them

Box = tuple[float, float, float, float]  # left, top, width, height

_KEPT: Final = 200  # characters; longer texts are rare and large, so they are not cached
_ELLIPSIS: Final = "…"
_FORBIDDEN: Final = re.compile("[\x00-\x1f\x7f\ud800-\udfff\ufffe\uffff]")

# Advances in thousandths of the type size, on the generous side of the usual system faces.
_ADVANCE: Final = dict.fromkeys(" \u00a0\u202f.,:;'|!ijl·-()", 270) | dict.fromkeys("Ifrt/", 350) | dict.fromkeys("mwMW%@", 860)


def escape(text: object) -> str:
    """Return text that is safe inside elements and attributes; characters that XML cannot hold are dropped."""
    words = str(text)
    return _escaped(words) if len(words) <= _KEPT else _escaped.__wrapped__(words)


@lru_cache(maxsize=20_000)
def _escaped(text: str) -> str:
    return html.escape(_FORBIDDEN.sub("", text))


@lru_cache(maxsize=50_000)
def number(value: float) -> str:
    """Format a coordinate with at most one decimal.

    >>> number(3.0), number(2.26), number(-0.01)
    ('3', '2.3', '0')
    """
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")


def text_width(text: str, size: float) -> float:
    """Return the room that a line of type may need, in the widest face a reader is likely to have."""
    return (_advance_of(text) if len(text) <= _KEPT else _advance_of.__wrapped__(text)) * size / 1000


@lru_cache(maxsize=20_000)
def _advance_of(text: str) -> int:
    return sum(map(_advance, text))


def _advance(char: str) -> int:
    return _ADVANCE.get(char, 690 if char.isupper() else 570)


def type_size(text: str, room: float, sizes: Sequence[int] = (14, 12)) -> int:
    """Return the first of `sizes` in which a text fits the room, or the last if it fits in none."""
    return next((size for size in sizes if text_width(text, size) <= room), sizes[-1])


def fitted(text: str, room: float, sizes: Sequence[int] = (14, 12)) -> tuple[str, int]:
    """Return a text as it fits the room, shortened only in the last of `sizes`, and its type size."""
    size = type_size(text, room, sizes)
    return shorten(text, size, room), size


def wrap(text: str, size: float, room: float) -> list[str]:
    """Return the lines of a text that fit a width; a word too long for it stands alone."""
    return list(_wrapped(text, size, room) if len(text) <= _KEPT else _wrapped.__wrapped__(text, size, room))


@lru_cache(maxsize=5_000)
def _wrapped(text: str, size: float, room: float) -> list[str]:
    lines: list[list[str]] = []
    advance = 0  # of the last line
    for word in text.split():
        own = sum(map(_advance, word))
        longer = advance + _advance(" ") + own
        if lines and longer * size / 1000 <= room:
            lines[-1].append(word)
            advance = longer
        else:
            lines.append([word])
            advance = own
    return [" ".join(line) for line in lines]


def shorten(text: str, size: float, room: float) -> str:
    """Return the text, cut with an ellipsis where it would not fit; reads no more of it than fits."""
    if len(text) <= _KEPT and text_width(text, size) <= room:
        return text
    advance = fitting = 0
    for at, char in enumerate(text):
        if (advance + _advance(_ELLIPSIS)) * size / 1000 <= room:
            fitting = at
        advance += _advance(char)
        if advance * size / 1000 > room:
            return text[:fitting].rstrip() + _ELLIPSIS
    return text


def write(x: float, y: float, text: object, classes: str) -> str:
    """Write a line of type."""
    words = str(text)
    return _written(x, y, words, classes) if len(words) <= _KEPT else _written.__wrapped__(x, y, words, classes)


@lru_cache(maxsize=20_000)
def _written(x: float, y: float, text: str, classes: str) -> str:
    return f'<text x="{number(x)}" y="{number(y)}" class="{classes}">{escape(text)}</text>'


@lru_cache(maxsize=20_000)
def box(x: float, y: float, width: float, height: float, classes: str, radius: float = 6) -> str:
    """Draw a rounded box."""
    rounded = f' rx="{number(radius)}"' if radius else ""
    return f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"{rounded} class="{classes}"/>'


def heading(x: float, y: float, text: str) -> str:
    """Write the quiet title of a panel."""
    return write(x, y, text, "t12 strong quiet")


def rule(x: float, y: float, width: float) -> str:
    """Draw a hairline."""
    return f'<path d="M{number(x)} {number(y)}h{number(width)}" class="rule"/>'


@lru_cache(maxsize=20_000)
def sign(name: str, x: float, y: float, size: float, classes: str, turn: float = 0) -> str:
    """Draw one of SIGNS, centred; `turn` in degrees."""
    rotate = f" rotate({number(turn)})" if turn else ""
    scale = f"{size / 10:.3g}"
    return f'<use href="#sign-{name}" class="{classes}" transform="translate({number(x)} {number(y)}){rotate} scale({scale})"/>'


def seat_mark(seat: int, x: float, y: float, size: float) -> str:
    """Draw the mark of a seat in its colour."""
    return sign(SEAT_SIGNS[seat], x, y, size, f"seat-{seat + 1}")


def moved(x: float, y: float, content: str) -> str:
    """Draw content at another place."""
    return f'<g transform="translate({number(x)} {number(y)})">{content}</g>'


def titled(title: str, content: str, classes: str = "") -> str:
    """Group something under a title, which a page shows on hover or focus."""
    kind = f' class="{classes}"' if classes else ""
    return f"<g{kind}><title>{escape(title)}</title>{content}</g>"


def table(name: str, content: str) -> str:
    """Group rows as a table with a name, as screen readers know it."""
    return f'<g role="table" aria-label="{escape(name)}">{content}</g>'


def row(content: str, cell: str = "cell") -> str:
    """Group one row of a table: each line of type in it is a cell, or with "columnheader" the head of a column."""
    cells = content.replace("<text ", f'<text role="{cell}" ')
    return f'<g role="row">{cells}</g>'


def spot(name: str, content: str, *, cargo: bool = False) -> str:
    """Draw a place that pieces come from. What lies there as `cargo` can be carried away by `flown`."""
    more = ' data-cargo=""' if cargo else ""
    return f'<g data-spot="{escape(name)}"{more}>{content}</g>'


def piece(source: str, content: str) -> str:
    """Draw a piece that the last move brought from a `spot`, or from the element of the move with that text; "" if it lay here."""
    return f'<g data-from="{escape(source)}">{content}</g>' if source else f"<g>{content}</g>"


def flown(source: str, content: str) -> str:
    """Draw a piece that shows only while it flies in from a spot, to become part of something else; from "" none comes."""
    return f'<g class="flown" data-from="{escape(source)}">{content}</g>' if source else "<g/>"


def result(content: str) -> str:
    """Mark, in an option of a menu, what choosing it would put on the map."""
    return f'<g data-result="">{content}</g>'


def press(move: str, title: str, content: str, classes: str = "") -> str:
    """Draw something that makes a move when pressed. `move` is its text, `title` says it in words."""
    kind = f"legal {classes}".strip()
    return f'<g class="{kind}" data-move="{escape(move)}" tabindex="0" role="button"><title>{escape(title)}</title>{content}</g>'


def press_all(moves: Sequence[str], title: str, content: str, classes: str = "") -> str:
    """Draw something that makes several moves in a row as one step: a path, a purchase of five shares, a delivery."""
    kind = f"legal {classes}".strip()
    texts = escape(COMPOUND.join(moves))
    return f'<g class="{kind}" data-moves="{texts}" tabindex="0" role="button"><title>{escape(title)}</title>{content}</g>'


def select(name: str, title: str, content: str, *, selected: bool = False, classes: str = "") -> str:
    """Draw something that the reader can select: pressed, the page asks for the drawing with this selection, or without it."""
    kind = f"choice selected {classes}".strip() if selected else f"choice {classes}".strip()
    return (
        f'<g class="{kind}" data-select="{escape(name)}" tabindex="0" role="button" aria-pressed="{str(selected).lower()}">'
        f"<title>{escape(title)}</title>{content}</g>"
    )


def place(name: str, content: str) -> str:
    """Mark a place of the board (a city, a hex, a route): `shows` and lines of the log highlight it. The name has no spaces."""
    return f'<g data-place="{escape(name)}">{content}</g>'


def shows(places: Sequence[str], title: str, content: str) -> str:
    """Draw something that highlights places of the board on hover, focus or tap: a ticket, a card, a company."""
    names, words = escape(" ".join(places)), escape(title)
    return f'<g data-shows="{names}" tabindex="0" role="img" aria-label="{words}"><title>{words}</title>{content}</g>'


def attempt(move: str, title: str, content: str) -> str:
    """Draw something that stands for a move which is not legal now; pressed, the page says why."""
    return f'<g data-try="{escape(move)}"><title>{escape(title)}</title>{content}</g>'


def choice(name: str, title: str, content: str) -> str:
    """Draw something that opens the menu `choice-<name>`, where the moves are."""
    return (
        f'<g class="choice" data-choice="{escape(name)}" tabindex="0" role="button" aria-haspopup="true">'
        f"<title>{escape(title)}</title>{content}</g>"
    )


def button(move: str, label: str, place: Box, title: str = "") -> str:
    """Draw a push button with a word on it, in smaller type where the word is long; `title` says more where the word is short."""
    x, y, width, height = place
    size = type_size(label, width - 8)
    word = write(x + width / 2, y + height / 2 + 5, label, f"t{size} strong middle on-button")
    return press(move, title or label, box(*place, "button") + word)


def definitions() -> str:
    """Return the definitions of the signs, needed once per document."""
    return "<defs>" + "".join(f'<g id="sign-{name}">{shape}</g>' for name, shape in SIGNS.items()) + "</defs>"


def smooth(points: Sequence[tuple[float, float]], *, closed: bool) -> str:
    """Return path data of a soft curve through points (Catmull-Rom as Béziers)."""
    count = len(points)
    ring = [points[-1], *points, points[0], points[1]] if closed else [points[0], *points, points[-1]]
    parts = [f"M{number(points[0][0])} {number(points[0][1])}"]
    for i in range(count if closed else count - 1):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = ring[i : i + 4]
        first = (x1 + (x2 - x0) / 6, y1 + (y2 - y0) / 6)
        second = (x2 - (x3 - x1) / 6, y2 - (y3 - y1) / 6)
        parts.append("C" + " ".join(f"{number(x)} {number(y)}" for x, y in (first, second, (x2, y2))))
    return "".join(parts) + ("Z" if closed else "")

"""The small builder that every drawing of the house shares: escaping, type, signs, marks and things to press."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
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
    "tick": '<path d="M-5 .2L-3.4-1.6L-1.2.7L3.5-4.4L5-2.7L-1.2 4Z"/>',
    # An engine seen from the side: chimney, boiler, cab and three wheels.
    "engine": '<path d="M-5.6-.9H-4.3V-4.6H-5V-5.4H-2.1V-4.6H-2.8V-.9H.9V-4H.2V-5.2H5.6V-4H4.9V2.4H-5.6Z"/>'
    '<circle cx="-3.7" cy="3.6" r="1.7"/><circle cx="0" cy="3.6" r="1.7"/><circle cx="3.7" cy="3.6" r="1.7"/>',
}
SEAT_SIGNS: Final = ("disc", "square", "triangle", "diamond", "hexagon", "star")

Box = tuple[float, float, float, float]  # left, top, width, height

_FORBIDDEN: Final = re.compile("[\x00-\x1f\x7f\ud800-\udfff\ufffe\uffff]")

# Advances in thousandths of the type size, on the generous side of the usual system faces.
_ADVANCE: Final = dict.fromkeys(" .,:;'|!ijl·-()", 270) | dict.fromkeys("Ifrt/", 350) | dict.fromkeys("mwMW%@", 860)


def escape(text: object) -> str:
    """Text safe inside elements and attributes; characters that XML cannot hold are dropped."""
    return html.escape(_FORBIDDEN.sub("", str(text)))


def number(value: float) -> str:
    """A coordinate with at most one decimal.

    >>> number(3.0), number(2.26), number(-0.01)
    ('3', '2.3', '0')
    """
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")


def text_width(text: str, size: float) -> float:
    """The room that a line of type may need, in the widest face a reader is likely to have."""
    return sum(_ADVANCE.get(char, 690 if char.isupper() else 570) for char in text) * size / 1000


def wrap(text: str, size: float, room: float) -> list[str]:
    """The lines of a text that fit a width; a word too long for it stands alone."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def shorten(text: str, size: float, room: float) -> str:
    """The text, cut with an ellipsis where it would not fit."""
    if text_width(text, size) <= room:
        return text
    while text and text_width(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def write(x: float, y: float, text: object, classes: str) -> str:
    """A line of type."""
    return f'<text x="{number(x)}" y="{number(y)}" class="{classes}">{escape(text)}</text>'


def box(x: float, y: float, width: float, height: float, classes: str, radius: float = 6) -> str:
    """A rounded box."""
    rounded = f' rx="{number(radius)}"' if radius else ""
    return f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"{rounded} class="{classes}"/>'


def heading(x: float, y: float, text: str) -> str:
    """The quiet title of a panel."""
    return write(x, y, text, "t12 strong quiet")


def rule(x: float, y: float, width: float) -> str:
    """A hairline."""
    return f'<path d="M{number(x)} {number(y)}h{number(width)}" class="rule"/>'


def sign(name: str, x: float, y: float, size: float, classes: str, turn: float = 0) -> str:
    """One of SIGNS, centred; `turn` in degrees."""
    rotate = f" rotate({number(turn)})" if turn else ""
    scale = f"{size / 10:.3g}"
    return f'<use href="#sign-{name}" class="{classes}" transform="translate({number(x)} {number(y)}){rotate} scale({scale})"/>'


def seat_mark(seat: int, x: float, y: float, size: float) -> str:
    """The mark of a seat in its colour."""
    return sign(SEAT_SIGNS[seat], x, y, size, f"seat-{seat + 1}")


def moved(x: float, y: float, content: str) -> str:
    """A group put somewhere else."""
    return f'<g transform="translate({number(x)} {number(y)})">{content}</g>'


def press(move: str, title: str, content: str, classes: str = "") -> str:
    """Something that makes a move when pressed. `move` is its text, `title` says it in words."""
    kind = f"legal {classes}".strip()
    return (
        f'<g class="{kind}" data-move="{escape(move)}" tabindex="0" role="button" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{content}</g>"
    )


def button(move: str, label: str, place: Box) -> str:
    """A push button with a word on it, in smaller type where the word is long."""
    x, y, width, height = place
    size = 14 if text_width(label, 14) <= width - 8 else 12
    word = write(x + width / 2, y + height / 2 + 5, label, f"t{size} strong middle on-button")
    return press(move, label, box(*place, "button") + word)


def definitions() -> str:
    """The signs, once a document."""
    return "<defs>" + "".join(f'<g id="sign-{name}">{shape}</g>' for name, shape in SIGNS.items()) + "</defs>"


def smooth(points: Sequence[tuple[float, float]], *, closed: bool) -> str:
    """Path data of a soft curve through points (Catmull-Rom as Béziers)."""
    count = len(points)
    ring = [points[-1], *points, points[0], points[1]] if closed else [points[0], *points, points[-1]]
    parts = [f"M{number(points[0][0])} {number(points[0][1])}"]
    for i in range(count if closed else count - 1):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = ring[i : i + 4]
        first = (x1 + (x2 - x0) / 6, y1 + (y2 - y0) / 6)
        second = (x2 - (x3 - x1) / 6, y2 - (y3 - y1) / 6)
        parts.append("C" + " ".join(f"{number(x)} {number(y)}" for x, y in (first, second, (x2, y2))))
    return "".join(parts) + ("Z" if closed else "")

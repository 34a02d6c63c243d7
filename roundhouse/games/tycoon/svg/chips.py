"""Small boxes with a price or points on the map, each beside what it is about and clear of the others and of the names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from roundhouse.core.grid import Point
from roundhouse.games.tycoon.svg.map import RADIUS, Sheet
from roundhouse.ui.maps import Label
from roundhouse.ui.svg import Box, box, seat_mark, sign, text_width, write

_HIGH: Final = {"wide": 20.0, "narrow": 18.0}
_TYPE: Final = {"wide": 14, "narrow": 12}
_NEAR: Final = 260.0  # what lies farther from a chip cannot touch it


class Chips:
    """Where chips lie on a sheet, in pixels."""

    def __init__(self, sheet: Sheet, names: Iterable[Label]) -> None:
        """`names` are those of the cities, which no chip covers."""
        self.sheet = sheet
        self.high = _HIGH[sheet.layout]
        self.taken: list[Box] = [_size(name.box()) for name in names]

    def price(self, at: Point, words: str, shares: int, classes: str = "") -> str:
        """Draw a price beside a place given in units of the map, with the number of shares that paying it takes."""
        more = f"+{shares}" if shares else ""
        size = _TYPE[self.sheet.layout]
        first, second = text_width(words, size), text_width(more, size) + 17 if more else 0.0
        x, y, width, high = self._place(at, first + second + 10)
        content = box(x, y, width, high, f"chip {classes}".strip(), 4)
        content += write(x + 5, y + high / 2 + 5, words, f"t{size} strong")
        if more:
            content += sign("share", x + first + 14, y + high / 2, 11, "bad")
            content += write(x + first + 21, y + high / 2 + 5, more, f"t{size} strong bad")
        return content

    def points(self, at: Point, gains: Iterable[tuple[int, int]], classes: str = "") -> str:
        """Draw the points that each of some seats scores."""
        size = _TYPE[self.sheet.layout]
        parts = [(seat, f"+{gain}") for seat, gain in gains if gain]
        widths = [text_width(words, size) + 17 for _, words in parts]
        x, y, width, high = self._place(at, sum(widths) + 8)
        content = box(x, y, width, high, f"chip {classes}".strip(), 4)
        left = x + 4
        for (seat, words), wide in zip(parts, widths, strict=True):
            content += seat_mark(seat, left + 7, y + high / 2, 11) + write(left + 14, y + high / 2 + 5, words, f"t{size} strong")
            left += wide
        return content

    def owner(self, at: Point, seat: int) -> str:
        """Draw the mark of a seat."""
        x, y, width, high = self._place(at, self.high)
        return box(x, y, width, high, "chip", 4) + seat_mark(seat, x + width / 2, y + high / 2, 12)

    def _place(self, at: Point, width: float) -> Box:
        """Return a box near a hex: above, below or beside it, where it covers least; inside the sheet."""
        sheet, high = self.sheet, self.high
        x, y = at[0] * sheet.scale, at[1] * sheet.scale
        half, tall = sheet.half * sheet.scale, RADIUS * sheet.scale
        spots = [
            (x - width / 2, y - tall - high - 1),
            (x - width / 2, y + tall + 1),
            (x + half + 2, y - high / 2),
            (x - half - 2 - width, y - high / 2),
            (x + half * 0.6, y - tall - high + 4),
            (x - half * 0.6 - width, y - tall - high + 4),
            (x + half * 0.6, y + tall - 4),
            (x - half * 0.6 - width, y + tall - 4),
            (x - width / 2, y - tall - 2 * high - 3),
            (x - width / 2, y + tall + high + 3),
        ]
        inside = [(min(max(left, 2), sheet.width - width - 2), min(max(top, 2), sheet.height - high - 2)) for left, top in spots]
        about = [other for other in self.taken if abs(other[0] - x) < _NEAR and abs(other[1] - y) < _NEAR / 2]
        left, top = min(inside, key=lambda spot: sum(_overlap((*spot, width, high), other) for other in about))
        self.taken.append((left, top, width, high))
        return self.taken[-1]


def _size(ink: tuple[float, float, float, float]) -> Box:
    left, top, right, bottom = ink
    return left, top, right - left, bottom - top


def _overlap(one: Box, other: Box) -> float:
    """Return the area that two boxes share, a little margin counted in."""
    across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0]) + 2
    down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1]) + 2
    return max(0.0, across) * max(0.0, down)

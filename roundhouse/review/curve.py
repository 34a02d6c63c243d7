"""The curve of chances as SVG: one line for each seat with its band of doubt, and marks at the turning points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from roundhouse.core.game import Game
from roundhouse.review.result import CERTAIN, Point, Review
from roundhouse.ui.numbers import percent
from roundhouse.ui.page import page_of
from roundhouse.ui.svg import escape, number, write

WIDTH: Final = 720
HEIGHT: Final = 200
_LEFT: Final = 52  # for the percentages
_TOP: Final = 8
_BOTTOM: Final = 8
_LEVELS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)


def line_class(game: Game[Any], seat: int) -> str:
    """Return the class of a line in the colour of a seat."""
    colours = page_of(game).seat_colours
    return f"seat-line-{colours[seat]}" if seat < len(colours) else f"seat-line-{seat + 1}"


def curve(game: Game[Any], review: Review, language: str, label: str) -> str:
    """Draw the chances of all seats. Each moment is an element with `data-at`, the number of moves before it."""
    points = review.points
    parts = [_grid(language)]
    for seat in range(review.seats):
        colour = line_class(game, seat)
        parts.append(f'<path class="band {colour}" d="{_band(points, seat)}"/>')
    for seat in range(review.seats):
        steps = " ".join(f"{_x(points, at)},{_y(point.chances[seat])}" for at, point in enumerate(points))
        parts.append(f'<polyline class="chance {line_class(game, seat)}" points="{steps}"/>')
    offset = len(points) - 1 - len(review.decisions)
    for rank, index in enumerate(review.turning_points, 1):
        x = _x(points, index + offset)
        parts.append(f'<path class="turning" d="M{x} {_TOP}V{HEIGHT - _BOTTOM}"/>')
        parts.append(write(float(x) + 3, _TOP + 10, rank, "t12 strong"))
    parts += [_moment(points, at) for at in range(len(points))]
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none"'  # in a strip it is lower than that
    head = f'<svg class="chance-curve" {size} role="img" aria-label="{escape(label)}">'
    return f"{head}{''.join(parts)}</svg>"


def _grid(language: str) -> str:
    parts = []
    for level in _LEVELS:
        y = _y(level)
        parts.append(f'<path class="level" d="M{_LEFT} {y}H{WIDTH}"/>')
        parts.append(write(_LEFT - 6, float(y) + 4, percent(level, language, 0), "t12 quiet end"))
    return "".join(parts)


def _band(points: Sequence[Point], seat: int) -> str:
    above = [f"{_x(points, at)} {_y(point.chances[seat] + CERTAIN * point.errors[seat])}" for at, point in enumerate(points)]
    below = [f"{_x(points, at)} {_y(point.chances[seat] - CERTAIN * point.errors[seat])}" for at, point in enumerate(points)]
    return "M" + "L".join([*above, *reversed(below)]) + "Z"


def _moment(points: Sequence[Point], at: int) -> str:
    """Draw the column that a pointer meets at one moment."""
    x, width = float(_x(points, at)), (WIDTH - _LEFT) / max(1, len(points) - 1)
    left = number(x - width / 2)
    return f'<rect class="moment" data-at="{points[at].at}" x="{left}" y="0" width="{number(width)}" height="{HEIGHT}"/>'


def _x(points: Sequence[Point], at: int) -> str:
    return number(_LEFT + at / max(1, len(points) - 1) * (WIDTH - _LEFT))


def _y(chance: float) -> str:
    return number(_TOP + (1.0 - min(1.0, max(0.0, chance))) * (HEIGHT - _TOP - _BOTTOM))

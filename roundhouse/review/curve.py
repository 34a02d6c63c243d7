"""The curve of chances: one line for each seat with its band of doubt, and marks at the turning points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from roundhouse.core.game import Game
from roundhouse.review.result import CERTAIN, Point, Review
from roundhouse.ui.numbers import percent
from roundhouse.ui.page import page_of
from roundhouse.ui.svg import escape, number

WIDTH: Final = 720
HEIGHT: Final = 200
_TOP: Final = 8
_BOTTOM: Final = 8
_LEVELS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
_WHOLE: Final = 100.0  # percent


def line_class(game: Game[Any], seat: int) -> str:
    """Return the class of a line in the colour of a seat."""
    colours = page_of(game).seat_colours
    return f"seat-line-{colours[seat]}" if seat < len(colours) else f"seat-line-{seat + 1}"


def curve(game: Game[Any], review: Review, language: str, label: str) -> str:
    """Draw the chances of all seats, as wide and high as the page wants it.

    Each moment is an element with `data-at`, the number of moves before it, and `data-chances`, the chances of the seats then.
    """
    points = review.points
    lines = [f'<path class="level" d="M0 {_y(level)}H{WIDTH}"/>' for level in _LEVELS]
    for seat in range(review.seats):
        colour = line_class(game, seat)
        lines.append(f'<path class="band {colour}" d="{_band(points, seat)}"/>')
    for seat in range(review.seats):
        steps = " ".join(f"{_x(points, at)},{_y(point.chances[seat])}" for at, point in enumerate(points))
        lines.append(f'<polyline class="chance {line_class(game, seat)}" points="{steps}"/>')
    offset = len(points) - 1 - len(review.decisions)
    places = [_x(points, index + offset) for index in review.turning_points]
    lines += [f'<path class="turning" d="M{x} 0V{HEIGHT}"/>' for x in places]
    lines += [_moment(points, at, language) for at in range(len(points))]
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none"'
    drawn = f'<svg class="chance-curve" {size} role="img" aria-label="{escape(label)}">{"".join(lines)}</svg>'
    return f'<div class="chance-plot">{_levels(language)}{_marks(places)}{drawn}</div>'


def seat_name(game: Game[Any], seat: int, name: str) -> str:
    """Return the name of a player beside the colour of their line."""
    return f'<span class="seat-name {line_class(game, seat)}">{escape(name)}</span>'


def legend(game: Game[Any], names: Sequence[str]) -> str:
    """Return the names of the players, each with room for the chance at the moment that is pointed at."""
    parts = (f'<span>{seat_name(game, seat, name)} <b data-chance="{seat}"></b></span>' for seat, name in enumerate(names))
    return f'<p class="legend">{"".join(parts)}</p>'


def _levels(language: str) -> str:
    """Return the percentages left of the curve. Their places are shares of the height, so they keep their shape whatever it is."""
    texts = [
        f'<text class="t12 quiet end" x="100%" y="{number(float(_y(level)) / HEIGHT * _WHOLE)}%" dy="4">'
        f"{percent(level, language, 0)}</text>"
        for level in _LEVELS
    ]
    return f'<svg class="chance-levels" aria-hidden="true">{"".join(texts)}</svg>'


def _marks(places: Sequence[str]) -> str:
    """Return the numbers of the turning points above the curve."""
    texts = [
        f'<text class="t12 strong middle" x="{number(float(x) / WIDTH * _WHOLE)}%" y="13">{rank}</text>'
        for rank, x in enumerate(places, 1)
    ]
    return f'<svg class="chance-marks" aria-hidden="true">{"".join(texts)}</svg>'


def _band(points: Sequence[Point], seat: int) -> str:
    above = [f"{_x(points, at)} {_y(point.chances[seat] + CERTAIN * point.errors[seat])}" for at, point in enumerate(points)]
    below = [f"{_x(points, at)} {_y(point.chances[seat] - CERTAIN * point.errors[seat])}" for at, point in enumerate(points)]
    return "M" + "L".join([*above, *reversed(below)]) + "Z"


def _moment(points: Sequence[Point], at: int, language: str) -> str:
    """Draw the column that a pointer meets at one moment."""
    point, width = points[at], WIDTH / max(1, len(points) - 1)
    left = number(float(_x(points, at)) - width / 2)
    chances = "|".join(percent(chance, language, 0) for chance in point.chances)
    return (
        f'<rect class="moment" data-at="{point.at}" data-chances="{chances}" x="{left}" y="0" width="{number(width)}"'
        f' height="{HEIGHT}"/>'
    )


def _x(points: Sequence[Point], at: int) -> str:
    return number(at / max(1, len(points) - 1) * WIDTH)


def _y(chance: float) -> str:
    return number(_TOP + (1.0 - min(1.0, max(0.0, chance))) * (HEIGHT - _TOP - _BOTTOM))

"""The chart of a rating over time: a line, and around it the margin of error."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from markupsafe import Markup, escape

from roundhouse.play.rating import Rating
from roundhouse.web.http.pages import number

WIDTH: Final = 640
HEIGHT: Final = 200
_LEFT: Final = 60  # for the labels, which are larger on a phone
_RIGHT: Final = 8
_TOP: Final = 12
_BOTTOM: Final = 28
_MIN_RANGE: Final = 200  # points, so that a flat curve looks flat
_STEPS: Final = (50, 100, 200, 500, 1000)
_MAX_LINES: Final = 5


class _Scale(NamedTuple):
    """The mapping from games and ratings to coordinates."""

    low: float
    high: float
    games: int

    def x(self, index: int) -> float:
        """Return the x of a game."""
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * index / max(1, self.games - 1)

    def y(self, points: float) -> float:
        """Return the y of a rating."""
        return _TOP + (HEIGHT - _TOP - _BOTTOM) * (self.high - points) / (self.high - self.low)


def curve(ratings: Sequence[Rating], label: str, first: str, last: str, language: str) -> Markup:
    """Return the ratings after each game as SVG; `first` and `last` are the dates of the first and the last game."""
    scale = _scale(ratings)
    upper = [(index, rating.mean + rating.margin) for index, rating in enumerate(ratings)]
    lower = [(index, rating.mean - rating.margin) for index, rating in enumerate(ratings)]
    line = [(index, rating.mean) for index, rating in enumerate(ratings)]
    end = f'<circle class="curve-end" cx="{scale.x(len(line) - 1):.1f}" cy="{scale.y(line[-1][1]):.1f}" r="4"/>'
    return Markup(
        f'<svg class="curve" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">'
        f"{_grid(scale, language)}"
        f'<path class="curve-band" d="{_path(scale, [*upper, *reversed(lower)])}Z"/>'
        f'<path class="curve-line" d="{_path(scale, line)}"/>{end}'
        f'<text x="{_LEFT}" y="{HEIGHT - 6}">{escape(first)}</text>'
        f'<text x="{WIDTH - _RIGHT}" y="{HEIGHT - 6}" text-anchor="end">{escape(last)}</text></svg>'
    )


def _scale(ratings: Sequence[Rating]) -> _Scale:
    low = min(rating.mean - rating.margin for rating in ratings)
    high = max(rating.mean + rating.margin for rating in ratings)
    padding = max(0.0, _MIN_RANGE - (high - low)) / 2
    return _Scale(low - padding, high + padding, len(ratings))


def _path(scale: _Scale, points: Sequence[tuple[int, float]]) -> str:
    return "M" + "L".join(f"{scale.x(index):.1f} {scale.y(value):.1f}" for index, value in points)


def _grid(scale: _Scale, language: str) -> str:
    step = next((step for step in _STEPS if (scale.high - scale.low) / step <= _MAX_LINES), _STEPS[-1])
    lines = []
    for value in range(math.ceil(scale.low / step) * step, math.floor(scale.high) + 1, step):
        y = scale.y(value)
        lines.append(
            f'<path class="curve-grid" d="M{_LEFT} {y:.1f}H{WIDTH - _RIGHT}"/>'
            f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{number(value, language)}</text>'
        )
    return "".join(lines)

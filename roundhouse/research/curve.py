"""A learning curve as a drawing: the share of wins against each rival over time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from roundhouse.ui.picture import theme
from roundhouse.ui.svg import definitions, escape, number, seat_mark, text_width, write

WIDTH: Final = 640
HEIGHT: Final = 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 620, 40, 316
_STEPS: Final = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18000, 36000, 86400)  # seconds between marks
_MOST_MARKS: Final = 8
_MINUTE: Final = 60


def curve(times: Sequence[float], wins: Mapping[str, Sequence[float]], title: str, fair: float) -> str:
    """A line a rival; `fair` is the share of one player among equals. Times are in seconds."""
    span = max(times[-1], 1.0)
    parts = [_grid(span)]
    y = _height(fair)
    parts.append(f'<path d="M{_LEFT} {number(y)}H{_RIGHT}" fill="none" stroke="var(--quiet)" stroke-dasharray="4 4"/>')
    x = float(_LEFT)
    for at, (rival, shares) in enumerate(wins.items()):
        points = [(_LEFT + time / span * (_RIGHT - _LEFT), _height(share)) for time, share in zip(times, shares, strict=True)]
        line = "L".join(f"{number(along)} {number(up)}" for along, up in points)
        parts.append(f'<path d="M{line}" fill="none" stroke="var(--seat-{at + 1})" stroke-width="2"/>')
        parts += [seat_mark(at, along, up, 8) for along, up in points]
        parts += [seat_mark(at, x + 6, 20, 10), write(x + 16, 24, rival, "t14")]
        x += text_width(rival, 14) + 40
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" '
        f'aria-label="{escape(title)}"><title>{escape(title)}</title><style>{theme()}</style>{definitions()}'
        f'<rect width="{WIDTH}" height="{HEIGHT}" class="ground"/>{"".join(parts)}</svg>'
    )


def _height(share: float) -> float:
    return _BOTTOM + share * (_TOP - _BOTTOM)


def _grid(span: float) -> str:
    """Hairlines at quarters of all games and at round times, with their figures."""
    parts = []
    for quarter in range(5):
        y = _height(quarter / 4)
        parts.append(f'<path d="M{_LEFT} {number(y)}H{_RIGHT}" class="rule"/>')
        parts.append(write(_LEFT - 8, y + 4, f"{quarter * 25} %", "t12 quiet end"))
    step = next((step for step in _STEPS if span / step <= _MOST_MARKS), _STEPS[-1])
    for mark in range(0, int(span) + 1, step):
        x = _LEFT + mark / span * (_RIGHT - _LEFT)
        parts.append(write(x, _BOTTOM + 20, f"{mark // _MINUTE}:{mark % _MINUTE:02}", "t12 quiet middle"))
    return "".join(parts)

"""A learning curve as SVG: the win rate against each opponent over time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from roundhouse.ui.picture import theme
from roundhouse.ui.svg import definitions, escape, number, seat_mark, text_width, write

WIDTH: Final = 640
HEIGHT: Final = 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 620, 40, 316
_TICK_SECONDS: Final = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18000, 36000, 86400)
_MAX_TICKS: Final = 8
_MINUTE: Final = 60


def curve(times: Sequence[float], win_rates: Mapping[str, Sequence[float]], title: str, baseline: float) -> str:
    """Draw one line per opponent. Times are in seconds; `baseline` is the win rate of one player among equals."""
    span = max(times[-1], 1.0)
    parts = [_grid(span)]
    y = _height(baseline)
    parts.append(f'<path d="M{_LEFT} {number(y)}H{_RIGHT}" fill="none" stroke="var(--quiet)" stroke-dasharray="4 4"/>')
    x = float(_LEFT)
    for index, (opponent, rates) in enumerate(win_rates.items()):
        points = [(_LEFT + time / span * (_RIGHT - _LEFT), _height(rate)) for time, rate in zip(times, rates, strict=True)]
        line = "L".join(f"{number(along)} {number(up)}" for along, up in points)
        parts.append(f'<path d="M{line}" fill="none" stroke="var(--seat-{index + 1})" stroke-width="2"/>')
        parts += [seat_mark(index, along, up, 8) for along, up in points]
        parts += [seat_mark(index, x + 6, 20, 10), write(x + 16, 24, opponent, "t14")]
        x += text_width(opponent, 14) + 40
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" '
        f'aria-label="{escape(title)}"><title>{escape(title)}</title><style>{theme()}</style>{definitions()}'
        f'<rect width="{WIDTH}" height="{HEIGHT}" class="ground"/>{"".join(parts)}</svg>'
    )


def _height(rate: float) -> float:
    return _BOTTOM + rate * (_TOP - _BOTTOM)


def _grid(span: float) -> str:
    """Draw labelled grid lines at every 25 % and labels at round times."""
    parts = []
    for quarter in range(5):
        y = _height(quarter / 4)
        parts.append(f'<path d="M{_LEFT} {number(y)}H{_RIGHT}" class="rule"/>')
        parts.append(write(_LEFT - 8, y + 4, f"{quarter * 25} %", "t12 quiet end"))
    step = next((step for step in _TICK_SECONDS if span / step <= _MAX_TICKS), _TICK_SECONDS[-1])
    for tick in range(0, int(span) + 1, step):
        x = _LEFT + tick / span * (_RIGHT - _LEFT)
        parts.append(write(x, _BOTTOM + 20, f"{tick // _MINUTE}:{tick % _MINUTE:02}", "t12 quiet middle"))
    return "".join(parts)

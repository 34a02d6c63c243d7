"""Plots as SVG, sized for one column of a page: readable on a phone, and never distinguished by colour alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count as from_zero
from itertools import pairwise
from statistics import fmean, median, quantiles
from typing import Final

from roundhouse.ui.svg import SEAT_SIGNS, escape, number, shorten, sign, text_width, write

WIDTH: Final = 360
_ROW: Final = 28
_GUTTER: Final = 112  # for the names on the left
_MARGIN: Final = 12
_AXIS: Final = 26  # below a plot
_STRIP: Final = 52  # height of one of several distributions
_HISTOGRAM: Final = 150
_MAX_BINS: Final = 24
_FENCE: Final = 3  # interquartile ranges beyond the quartiles

PLAIN: Final = -1

Label = Callable[[float], str]


@dataclass(frozen=True)
class Bar:
    """A named value with an interval. `mark` is the index of a bot's colour and sign, or PLAIN."""

    name: str
    value: float
    low: float
    high: float
    mark: int
    text: str  # the formatted value, on the right


@dataclass(frozen=True)
class Scale:
    """A linear scale from values to coordinates."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Return the coordinate of a value."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def ticks(low: float, high: float, count: int = 5) -> list[float]:
    """Return about `count` round values that cover a range.

    >>> ticks(3, 98)
    [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]
    """
    span = high - low or abs(high) or 1.0
    rough = span / count
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= rough * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(index * step, 10) for index in range(first, max(last, first + 1) + 1)]


def svg(height: float, content: str, title: str) -> str:
    """Return a plot with the given height."""
    return f'<svg viewBox="0 0 {WIDTH} {number(height)}" role="img" aria-label="{escape(title)}">{content}</svg>'


def mark(index: int, x: float, y: float, size: float = 11) -> str:
    """Draw the sign of a bot in its colour, one of six, or a disc for PLAIN."""
    if index == PLAIN:
        return sign("disc", x, y, size, "plain")
    return sign(SEAT_SIGNS[index % len(SEAT_SIGNS)], x, y, size, f"seat-{index % len(SEAT_SIGNS) + 1}")


def whiskers(bars: Sequence[Bar], label: Label, title: str, reference: float | None = None) -> str:
    """Draw values with their intervals, one above the other, and a line at `reference` to compare them with."""
    width_right = max(text_width(bar.text, 12) for bar in bars) + 10
    values = [value for bar in bars for value in (bar.low, bar.high)] + ([reference] if reference is not None else [])
    marks = ticks(min(values), max(values), 4)
    scale = Scale(marks[0], marks[-1], _GUTTER, WIDTH - width_right - _MARGIN)
    height = len(bars) * _ROW + 6
    parts = [_grid(scale, marks, height, label)]
    if reference is not None:
        parts.append(f'<path d="M{number(scale(reference))} 0V{height}" class="fair"/>')
    for index, bar in enumerate(bars):
        y = 3 + index * _ROW + _ROW / 2
        parts.append(_name(bar.name, bar.mark, y))
        colour = "stroke-plain" if bar.mark == PLAIN else f"stroke-{bar.mark % len(SEAT_SIGNS) + 1}"
        parts.append(
            f'<path d="M{number(scale(bar.low))} {y}H{number(scale(bar.high))}M{number(scale(bar.low))} {y - 4}v8'
            f'M{number(scale(bar.high))} {y - 4}v8" class="whisker {colour}"/>'
        )
        parts.append(mark(bar.mark, scale(bar.value), y, 12))
        parts.append(write(WIDTH - 2, y + 4, bar.text, "t12 end"))
    return svg(height + _AXIS, "".join(parts), title)


def shares(rows: Sequence[tuple[str, float, str]], title: str) -> str:
    """Draw shares as bars: rows of name, share, and formatted share."""
    highest = max(share for _, share, _ in rows)
    gutter = min(_GUTTER + 30, max(text_width(name, 12) for name, _, _ in rows) + 10)
    width_right = max(text_width(text, 12) for _, _, text in rows) + 20
    parts = []
    for index, (name, share, text) in enumerate(rows):
        y = index * 24 + 12
        width = max(1.0, share / highest * (WIDTH - gutter - width_right))
        parts.append(write(0, y + 4, shorten(name, 12, gutter - 6), "t12"))
        parts.append(f'<rect x="{number(gutter)}" y="{y - 7}" width="{number(width)}" height="14" rx="2" class="amount"/>')
        parts.append(write(gutter + width + 6, y + 4, text, "t12 quiet"))
    return svg(len(rows) * 24 + 2, "".join(parts), title)


def grouped(rows: Sequence[str], groups: Sequence[Mapping[str, float]], label: Label, title: str) -> str:
    """Draw for each row one thin bar per group, in the colour of its mark."""
    highest = max((group.get(row, 0.0) for group in groups for row in rows), default=0.0) or 1.0
    marks = ticks(0, highest, 4)
    gutter = min(_GUTTER, max(text_width(row, 12) for row in rows) + 12)
    scale = Scale(0, marks[-1], gutter, WIDTH - _MARGIN - 8)
    band = max(24, 9 * len(groups) + 10)
    height = band * len(rows)
    parts = [_grid(scale, marks, height, label)]
    for index, row in enumerate(rows):
        parts.append(write(0, index * band + band / 2 + 4, shorten(row, 12, gutter - 6), "t12"))
        top = index * band + (band - 9 * len(groups)) / 2
        for place, group in enumerate(groups):
            width = scale(group.get(row, 0.0)) - gutter
            colour = f"seat-{place % len(SEAT_SIGNS) + 1}" if len(groups) > 1 else "amount"
            y = top + 9 * place + 1
            parts.append(
                f'<rect x="{number(gutter)}" y="{number(y)}" width="{number(max(width, 0.6))}" height="7" rx="1" class="{colour}"/>'
            )
    return svg(height + _AXIS, "".join(parts), title)


def histogram(values: Sequence[int], label: Label, title: str) -> str:
    """Draw a histogram with the median marked."""
    first, width, count = bins(values)
    heights = _counts(values, first, width, count)
    scale = Scale(first, first + width * count, 4, WIDTH - _MARGIN)
    marks = [tick for tick in ticks(first, first + width * count, 5) if first <= tick <= first + width * count]
    middle = median(values)
    parts = [_grid(scale, marks, _HISTOGRAM, label), _columns(heights, scale, first, width, _HISTOGRAM, _HISTOGRAM - 18, "amount")]
    x = min(max(scale(middle + (0.5 if width == 1 else 0)), 4), WIDTH - _MARGIN)
    parts.append(f'<path d="M{number(x)} 14V{_HISTOGRAM}" class="fair"/>')
    anchor = "end" if x > WIDTH / 2 else ""
    parts.append(write(x + (-5 if anchor else 5), 12, label(middle), f"t12 strong {anchor}".strip()))
    return svg(_HISTOGRAM + _AXIS, "".join(parts), title)


def distributions(rows: Sequence[tuple[str, Sequence[int]]], label: Label, title: str) -> str:
    """Draw histograms on one scale, one above the other, each with its mean."""
    first, width, count = bins([value for _, values in rows for value in values])
    scale = Scale(first, first + width * count, _GUTTER, WIDTH - _MARGIN)
    marks = [tick for tick in ticks(first, first + width * count, 4) if first <= tick <= first + width * count]
    height = _STRIP * len(rows)
    parts = [_grid(scale, marks, height, label)]
    for index, (name, values) in enumerate(rows):
        bottom = (index + 1) * _STRIP
        heights = _counts(values, first, width, count)
        parts.append(_columns(heights, scale, first, width, bottom, _STRIP - 8, f"seat-{index % len(SEAT_SIGNS) + 1} soft"))
        parts.append(f'<path d="M{_GUTTER} {bottom}H{WIDTH - _MARGIN}" class="rule"/>')
        parts.append(_name(name, index, bottom - _STRIP / 2 + 4))
        mean = min(max(scale(fmean(values)), _GUTTER), WIDTH - _MARGIN)
        parts.append(
            f'<path d="M{number(mean)} {bottom - _STRIP + 8}V{bottom}" class="mean stroke-{index % len(SEAT_SIGNS) + 1}"/>'
        )
    return svg(height + _AXIS, "".join(parts), title)


def path(values: Sequence[float], bound: float, names: tuple[str, str], label: Label, title: str) -> str:
    """Draw a path between two bounds."""
    edge = max(bound * 1.15, *(abs(value) for value in values))
    up = Scale(-edge, edge, _HISTOGRAM + 8, 8)
    along = Scale(0, max(1, len(values) - 1), 4, WIDTH - _MARGIN - 4)
    marks = [tick for tick in ticks(0, max(1, len(values) - 1), 5) if tick <= max(1, len(values) - 1) and tick == int(tick)]
    parts = [_grid(along, marks, _HISTOGRAM + 14, label)]
    for value, name, below in ((bound, names[0], False), (-bound, names[1], True)):
        y = up(value)
        parts.append(f'<path d="M4 {number(y)}H{WIDTH - _MARGIN}" class="fair"/>')
        parts.append(write(8, y + (15 if below else -6), name, "t12 quiet"))
    points = "L".join(f"{number(along(index))} {number(up(value))}" for index, value in enumerate(values))
    parts.append(f'<path d="M{points}" class="walk"/>')
    parts.append(f'<circle cx="{number(along(len(values) - 1))}" cy="{number(up(values[-1]))}" r="4" class="good"/>')
    return svg(_HISTOGRAM + 14 + _AXIS, "".join(parts), title)


def fences(values: Sequence[int]) -> tuple[int, int]:
    """Return the range to draw: all values except far outliers."""
    low, high = min(values), max(values)
    if len(values) > 1:
        first, _, third = quantiles(values, n=4)
        reach = _FENCE * (third - first)
        low, high = max(low, math.floor(first - reach)), min(high, math.ceil(third + reach))
    return low, high


def bins(values: Sequence[int]) -> tuple[int, int, int]:
    """Return the start, width and number of bins, with round integer edges."""
    low, high = fences(values)
    width = next(size for size in _round_sizes() if (high - low) // size + 2 <= _MAX_BINS)
    first = low // width * width
    return first, width, (high - first) // width + 1


def _round_sizes() -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, 50 and so on."""
    for power in from_zero():
        yield from (10**power, 2 * 10**power, 5 * 10**power)


def _counts(values: Sequence[int], first: int, width: int, count: int) -> list[int]:
    """Count the values in each bin; outliers go into the first and last bin."""
    heights = [0] * count
    for value in values:
        heights[min(max((value - first) // width, 0), count - 1)] += 1
    return heights


def _columns(heights: Sequence[int], scale: Scale, first: int, width: int, bottom: float, height_limit: float, classes: str) -> str:
    highest = max(heights)
    parts = []
    for index, count in enumerate(heights):
        if count:
            left, right = scale(first + index * width), scale(first + (index + 1) * width)
            bar_height = count / highest * height_limit
            parts.append(
                f'<rect x="{number(left + 0.5)}" y="{number(bottom - bar_height)}" width="{number(max(1.0, right - left - 1))}" '
                f'height="{number(bar_height)}" class="{classes}"/>'
            )
    return "".join(parts)


def _grid(scale: Scale, marks: Sequence[float], height: float, label: Label) -> str:
    """Draw grid lines with labels below, or below every second or third line if there is no room for all."""
    lines = "".join(f'<path d="M{number(scale(mark))} 0V{number(height)}" class="rule"/>' for mark in marks)
    zero = marks.index(0) if 0 in marks else 0
    for stride in range(1, len(marks) + 1):
        places = [_placed(scale(mark), label(mark)) for mark in marks[zero % stride :: stride]]
        if all(one[1] + 2 <= other[0] for one, other in pairwise(places)):
            break
    texts = [write((left + right) / 2, height + 17, text, "t12 quiet middle") for left, right, text in places]
    return lines + "".join(texts)


def _placed(x: float, text: str) -> tuple[float, float, str]:
    """Return the left edge, right edge and text of a label centred at `x`, shifted to stay inside the plot."""
    half = text_width(text, 12) / 2 + 3  # the font on the reader's machine may be wider
    middle = min(max(x, half), WIDTH - half)
    return middle - half, middle + half, text


def _name(name: str, index: int, y: float) -> str:
    if index == PLAIN:
        return write(0, y + 4, shorten(name, 12, _GUTTER - 8), "t12")
    return mark(index, 7, y) + write(19, y + 4, shorten(name, 12, _GUTTER - 26), "t12")

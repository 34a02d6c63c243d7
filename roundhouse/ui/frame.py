"""Two windows on one drawing: the map, which a page lets people pan and zoom, and the column of panels, which stays put."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from roundhouse.ui.panels import MARGIN
from roundhouse.ui.svg import number

_GLOW: Final = 8.0  # room that an outline may need outside of a panel
_PLACE: Final = re.compile(r'^<g transform="translate\((-?[\d.]+) (-?[\d.]+)\)">')


@dataclass(frozen=True)
class Frame:
    """Where the two windows lie on the drawing, as values of `viewBox`, and which parts belong to the panels."""

    board: str
    panels: str
    beside: frozenset[str]
    tall: bool  # whether the map is higher than it is wide


def frame_of(parts: Mapping[str, str], canvas: tuple[int, int], layout: str) -> Frame:
    """Split a drawing at its part `prompt`: panels lie right of it if wide, below it if narrow. Without it all is map."""
    width, height = canvas
    places = {name: (float(found[1]), float(found[2])) for name, part in parts.items() if (found := _PLACE.match(part))}
    if "prompt" not in places:
        return Frame(_view(0, 0, width, height), _view(0, 0, 1, 1), frozenset(), height > width)
    left, top = places["prompt"]
    if layout == "wide":
        beside = frozenset(name for name, (x, _) in places.items() if x >= left)
        edge = left - MARGIN
        below = _below_prompt(places, beside)
        panels = (left - _GLOW, below, width - left + _GLOW, height - below)
        return Frame(_view(0, 0, edge, height), _view(*panels), beside, height > edge)
    beside = frozenset(name for name, (_, y) in places.items() if y >= top)
    below = _below_prompt(places, beside)
    return Frame(_view(0, 0, width, top - _GLOW), _view(0, below, width, height - below), beside, top > width)


def _below_prompt(places: Mapping[str, tuple[float, float]], beside: frozenset[str]) -> float:
    """Return where the panels below the prompt begin, which a page shows as text."""
    return min((places[name][1] for name in beside if name != "prompt"), default=_GLOW) - _GLOW


def _view(left: float, top: float, width: float, height: float) -> str:
    return f"{number(left)} {number(top)} {number(width)} {number(height)}"

"""Track on square cells, and dice that show it: rails with their sleepers, switches with their points, engines and wild faces.

Everything is drawn in a cell with its upper left corner at the origin, its sides numbered as in `core.rails`: north, east,
south, west. Tracks that share an end are one switch and are drawn as one; tracks that do not are drawn one over the other, so
that a crossing does not look like a junction.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from roundhouse.core.bits import members
from roundhouse.core.rails import Shape
from roundhouse.ui.svg import box, number, sign, write

_SIDES: Final = 4
_MIDDLES: Final = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))  # of the sides of a cell of size one
_FINE: Final = 40.0  # cells at least so large have sleepers

# Breadths, as parts of a cell.
_BED: Final = 0.44
_SLEEPER: Final = 0.36
_GAUGE: Final = 0.25  # over both rails
_SHINE: Final = 0.215  # over the light on their heads
_CORE: Final = 0.16  # between them
_INSET: Final = 0.025
_LOOSE: Final = 0.04

_SMALL: Final = 24.0  # dice at least so large show the light on their edge
_TILTS: Final = (-14, 11, -7, 16)  # degrees, of dice that are being rolled
_LARGE: Final = 44.0  # cells at least so large have large tokens


def track_line(track: int, size: float, left: float = 0, top: float = 0) -> str:
    """Return the middle of a track as path data: a straight line, or a quarter of a circle about a corner of the cell."""
    first, second = members(track)
    (ax, ay), (bx, by) = _MIDDLES[first], _MIDDLES[second]
    start = f"{number(left + ax * size)} {number(top + ay * size)}"
    end = f"{number(left + bx * size)} {number(top + by * size)}"
    if second - first == _SIDES // 2:
        return f"M{start}L{end}"
    radius = number(size / 2)
    sweep = 1 if (first, second) == (0, 3) else 0
    return f"M{start}A{radius} {radius} 0 0 {sweep} {end}"


@cache
def rails(shape: Shape, size: float, reached: int = 0) -> str:
    """Draw the tracks of a shape; `reached` is a mask, by place in the shape, of those drawn as part of a player's line."""
    marked = {track for place, track in enumerate(shape) if reached >> place & 1}
    bundles = sorted(_bundles(shape), key=lambda bundle: not marked.isdisjoint(bundle))  # what is reached lies on top
    return "".join(_bundle(bundle, size, marked) for bundle in bundles)


def _bundles(shape: Shape) -> list[Shape]:
    """Group the tracks between which a train can change."""
    if len(shape) == 2 and shape[0] & shape[1]:
        return [shape]
    return [(track,) for track in shape]


def _bundle(tracks: Shape, size: float, marked: set[int]) -> str:
    """Draw tracks layer by layer, so that the rails of a switch flow into each other."""
    ordered = sorted(tracks, key=lambda track: track in marked)
    lines = [track_line(track, size) for track in ordered]
    drawn = "".join(_stroke(line, "ballast", _BED * size) for line in lines)
    drawn += "".join(_sleepers(track, line, size, _SLEEPER) for track, line in zip(ordered, lines, strict=True))
    drawn += "".join(_stroke(line, "steel", _GAUGE * size) for line in lines)
    if size >= _FINE:
        drawn += "".join(_stroke(line, "shine", _SHINE * size) for line in lines)
    drawn += "".join(_stroke(line, "ballast", _CORE * size) for line in lines)
    for track, line in zip(ordered, lines, strict=True):
        drawn += _stroke(line, "reached", _CORE * size) if track in marked else _sleepers(track, line, size, _CORE)
    return drawn + (_points(tracks, size) if len(tracks) > 1 else "")


def _stroke(line: str, kind: str, width: float, more: str = "") -> str:
    return f'<path d="{line}" class="{kind}" stroke-width="{number(width)}"{more}/>'


def _sleepers(track: int, line: str, size: float, width: float) -> str:
    """Draw dashes across the track that leave half a gap at both ends; none where they would be too fine to see."""
    if size < _FINE:
        return ""
    first, second = members(track)
    length = size if second - first == _SIDES // 2 else size * math.pi / 4
    step = length / round(length / (size / 7))
    dash = step * 0.4
    pattern = f' stroke-dasharray="{dash:.2f} {step - dash:.2f}" stroke-dashoffset="{-(step - dash) / 2:.2f}"'
    return _stroke(line, "sleeper", width * size, pattern)


def _points(tracks: Shape, size: float) -> str:
    """Draw the root of a switch: a blade between the rails that points at its branches."""
    (root,) = members(tracks[0] & tracks[1])
    half, length = _GAUGE * size / 2, 0.26 * size
    blade = f"M{number(-half)} 0H{number(half)}L0 {number(length)}Z"
    x, y = _MIDDLES[root]
    return f'<path d="{blade}" class="points" transform="translate({number(x * size)} {number(y * size)}) rotate({90 * root})"/>'


@cache
def stub(side: int, size: float, *, reached: bool = False) -> str:
    """Draw a track from a side to the middle of a cell, where something stands on it."""
    x, y = _MIDDLES[side]
    line = f"M{number(x * size)} {number(y * size)}L{number(size / 2)} {number(size / 2)}"
    widths = (("ballast", _BED), ("steel", _GAUGE), ("reached" if reached else "ballast", _CORE))
    return "".join(_stroke(line, kind, width * size) for kind, width in widths)


# Dice. The kind is a class of the theme: "simple" (white) or "complex" (orange, with a frame, for eyes that see no orange).


@cache
def blank_die(kind: str, size: float) -> str:
    """Draw a die without a face: its shadow, its body, and the light on its upper edge."""
    inset, radius = _INSET * size, 0.16 * size
    side = size - 2 * inset
    body = box(inset + 0.015 * size, inset + 0.05 * size, side, side, "die-cast", radius)
    body += box(inset, inset + 0.02 * size, side, side, "die-side", radius) + box(inset, inset, side, side, f"die {kind}", radius)
    if size >= _SMALL:
        rim = 0.075 * size
        body += box(rim, rim, size - 2 * rim, size - 2 * rim, "die-face", 0.13 * size)
    if kind != "complex":
        return body
    frame = 0.085 * size
    return body + box(frame, frame, size - 2 * frame, size - 2 * frame, "die-frame", 0.1 * size)


@cache
def rail_die(kind: str, shape: Shape, size: float, reached: int = 0) -> str:
    """Draw a die that shows track, which runs to the edge of the cell and so meets that of the next die."""
    return blank_die(kind, size) + rails(shape, size, reached)


@cache
def loose_die(kind: str, shape: Shape, size: float) -> str:
    """Draw a die that lies by itself: its track ends within its face."""
    inset = _LOOSE * size
    at = number(inset)
    return f'{blank_die(kind, size)}<g transform="translate({at} {at})">{rails(shape, size - 2 * inset)}</g>'


@cache
def engine_die(kind: str, size: float) -> str:
    """Draw a die that shows a locomotive."""
    return blank_die(kind, size) + sign("engine", size / 2, size / 2, size * 0.52, "die-ink")


@cache
def wild_die(kind: str, size: float) -> str:
    """Draw a die that shows a question mark: its owner chooses the face."""
    return blank_die(kind, size) + sign("wild", size / 2, size / 2, size * 0.56, "die-ink")


def rolling_die(kind: str, size: float, number: int) -> str:
    """Draw a die that is being rolled, tilted by its number among the dice of the roll."""
    middle = size / 2
    return f'<g transform="rotate({_TILTS[number % len(_TILTS)]} {middle} {middle})">{blank_die(kind, size)}</g>'


@cache
def share_die(kind: str, size: float) -> str:
    """Draw a die that shows a share."""
    return blank_die(kind, size) + sign("share", size / 2, size / 2, size * 0.6, "die-ink")


# Stations and fees.


@cache
def station_house(size: float, colour: str) -> str:
    """Draw a house with a gable in the middle of a cell, in a colour of the theme; the owner's mark goes on top."""
    left, right, eaves, low = (number(part * size) for part in (0.17, 0.83, 0.40, 0.82))
    path = f"M{left} {low}V{eaves}L{number(0.5 * size)} {number(0.10 * size)}L{right} {eaves}V{low}Z"
    aside, below, foot, corner = (number(part * size) for part in (0.93, 0.50, 0.88, 0.25))
    shadow = f"M{right} {eaves}L{aside} {below}V{foot}H{corner}L{left} {low}H{right}Z"
    light = f"M{left} {eaves}L{number(0.5 * size)} {number(0.10 * size)}L{right} {eaves}"
    return (
        f'<path d="{shadow}" class="die-cast"/><path d="{path}" class="depot {colour}"/>'
        f'<path d="{light}" class="roof" stroke-width="{number(0.05 * size)}"/>'
    )


STATION_MIDDLE: Final = 0.56  # where the mark of a station stands, down from the top of the cell


@cache
def fee_token(fee: int, cell: float, inset: float) -> str:
    """Draw what building on a cell costs, in its lower right corner; `inset` is the part of the cell left free at the edge."""
    radius, size = (9.0, 12) if cell >= _LARGE else (5.5, 9)
    middle = cell - radius - inset * cell
    disc = f'<circle cx="{middle:.1f}" cy="{middle:.1f}" r="{radius:.1f}" class="token"/>'
    return disc + write(middle, middle + size * 0.36, fee, f"t{size} strong middle on-orange")

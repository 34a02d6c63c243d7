"""The pieces that lie on the map and on the charters: locomotives and houses, as small objects with light and shadow."""

from __future__ import annotations

from functools import cache
from typing import Final

from roundhouse.games.express.board import COMPANY_IDS
from roundhouse.ui.svg import box, number, write

CLASSES: Final = ("prr", "bo", "co", "nyc", "wab")  # of the theme, in the order of the companies


def plate(company: int, x: float, y: float, size: tuple[float, float], type_size: int = 12) -> str:
    """Draw the initials of a company on its colour about a point: its name in a panel."""
    width, height = size
    name = CLASSES[company]
    return box(x - width / 2, y - height / 2, width, height, f"plate {name}", min(height * 0.28, 5)) + write(
        x, y + type_size * 0.36, COMPANY_IDS[company], f"t{type_size} strong middle on-{name}"
    )


def shadow(x: float, y: float, width: float, height: float) -> str:
    """Draw the shadow of a piece on the ground, about a point."""
    return f'<ellipse cx="{number(x)}" cy="{number(y)}" rx="{number(width / 2)}" ry="{number(height / 2)}" class="ground-shadow"/>'


def trace(*points: tuple[float, float]) -> str:
    """Return a line from point to point as path data."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


@cache
def engine(company: int, x: float, y: float, size: tuple[float, float], type_size: int) -> str:
    """Draw a locomotive of a company about a point: its initials on the boiler; where it is small a cab with one letter."""
    width, height = size
    long = width > 1.5 * height
    text = COMPANY_IDS[company] if long else COMPANY_IDS[company][0]
    left, top, bottom = x - width / 2, y - height / 2, y + height / 2
    name = CLASSES[company]
    body = _outline(left, top, width, height) if long else _cab(left, top, width, height)
    drawn = shadow(x + 0.6, bottom + 1.2, width * 1.04, 3.4) + (_wheels(left, bottom, width) if long else "")
    drawn += f'<path d="{body}" class="loco {name}"/><path d="{trace((left + 2, top + 1.8), (x + width / 2 - 2, top + 1.8))}" '
    drawn += 'class="loco-shine"/>'
    return drawn + write(x, y + type_size * 0.36, text, f"t{type_size} strong middle on-{name}")


def _outline(left: float, top: float, width: float, height: float) -> str:
    """Return a locomotive that runs to the west as path data: chimney and dome on the boiler, the cab behind, a buffer in front."""
    chimney, dome, cab = left + 4, left + width * 0.45, left + width - 6.5
    right, bottom = left + width, top + height
    return (
        f"M{number(left + 1.6)} {number(top)}H{number(chimney)}l-.8-2.8h4l-.8 2.8H{number(dome)}"
        f"q.3-2 2-2t2 2H{number(cab)}l-1-1.8h{number(right - cab + 1)}V{number(bottom)}H{number(left)}"
        f"V{number(top + 1.6)}q0-1.6 1.6-1.6Z"
    )


def _cab(left: float, top: float, width: float, height: float) -> str:
    """Return a cab seen from the front as path data: a rounded roof."""
    right, bottom = left + width, top + height
    return (
        f"M{number(left)} {number(bottom)}V{number(top + 1.6)}Q{number((left + right) / 2)} {number(top - 1.8)}"
        f" {number(right)} {number(top + 1.6)}V{number(bottom)}Z"
    )


def _wheels(left: float, bottom: float, width: float) -> str:
    return "".join(
        f'<circle cx="{number(left + width * part)}" cy="{number(bottom)}" r="1.9" class="loco-wheel"/>'
        for part in (0.16, 0.39, 0.62, 0.85)
    )


@cache
def house(x: float, y: float, size: float, ghost: bool = False) -> str:
    """Draw a house about a point, its front and its longer side; a `ghost` is only the plan of one."""
    shapes = {
        "house-wall dark": ((1.4, -0.4), (5, -0.4), (5, 4.4), (1.4, 4.4)),
        "house-wall": ((-4.6, -0.4), (-1.6, -4), (1.4, -0.4), (1.4, 4.4), (-4.6, 4.4)),
        "house-roof": ((-1.6, -4), (2.6, -4), (5.4, -0.4), (1.4, -0.4)),
    }
    paths = {kind: trace(*((x + dx * size / 10, y + dy * size / 10) for dx, dy in points)) + "Z" for kind, points in shapes.items()}
    if ghost:
        return f'<path d="{"".join(paths.values())}" class="plan"/>'
    drawn = "".join(f'<path d="{path}" class="{kind}"/>' for kind, path in paths.items())
    return shadow(x + 0.06 * size, y + 0.44 * size, 1.12 * size, 0.24 * size) + drawn

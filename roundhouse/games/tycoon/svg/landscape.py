"""What lies on the land as path data: hills and their hatching, ridges, woods, the grid, coast and rivers."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, sin
from typing import Final

from roundhouse.core.grid import POINTED, Cell, Point
from roundhouse.games.tycoon.board import (
    BANKS,
    BEYOND,
    CELL_OF,
    CITIES,
    CITY_CELL,
    COLUMNS,
    HEXES,
    HILLY,
    RIDGE,
    ROWS,
    SIDES,
    STUB_SIDES,
    WESTERN_CELL,
)
from roundhouse.games.tycoon.svg.map import RADIUS, Sheet, key, pair
from roundhouse.ui.svg import number, smooth

_STROKES: Final = 7  # of hatching on each side of a ridge
_KINDS: Final = 3  # of groups of knolls and trees
_BROADER: Final = 5  # steps in which a river grows


def _hexes(sheet: Sheet, cells: list[Cell]) -> str:
    half, long, short = number(sheet.half), number(RADIUS), number(RADIUS / 2)
    return "".join(
        f"M{pair((x, y - RADIUS))}l{half} {short}v{long}l-{half} {short}l-{half}-{short}v-{long}z" for x, y in map(sheet.at, cells)
    )


def hills(sheet: Sheet) -> str:
    """Return every hex of hills."""
    return _hexes(sheet, [CELL_OF[hex] for hex in range(HEXES) if HILLY[hex]])


def grid(sheet: Sheet) -> str:
    """Return the sides of all hexes, each once: three per hex, and those on the coast."""
    half, long, short = number(sheet.half), number(RADIUS), number(RADIUS / 2)
    playable = {*CELL_OF, *CITY_CELL}
    parts = []
    for cell in sorted(playable):
        x, y = sheet.at(cell)
        parts.append(f"M{pair((x, y - RADIUS))}l-{half} {short}v{long}l{half} {short}")
        around = sheet.corners(cell)
        bare = [side for side in range(3) if POINTED.neighbour(cell, side) not in playable]
        parts += [f"M{pair(around[side])}L{pair(around[side + 1])}" for side in bare]
    return "".join(parts)


def _ridge_sides(sheet: Sheet) -> list[tuple[Point, Point]]:
    """Return every ridge once, from corner to corner."""
    edges = set()
    for hex in range(HEXES):
        around = sheet.corners(CELL_OF[hex])
        for side in range(SIDES):
            if RIDGE[hex] >> side & 1:
                a, b = sorted((key(around[side]), key(around[(side + 1) % SIDES])))
                edges.add((a, b))
    return sorted(edges)


def ridges(sheet: Sheet) -> str:
    """Return the crests of the ridges."""
    return "".join(f"M{pair(a)}L{pair(b)}" for a, b in _ridge_sides(sheet))


# Small drawings that are put on the land again and again, about the origin.


def texture_definitions(sheet: Sheet) -> str:
    """Define the hatching of a ridge in its three directions, three groups of knolls and three of trees."""
    parts = [f'<g id="tycoon-slope-{sheet.layout}-{way}">{_slope(*ends)}</g>' for way, ends in enumerate(_ridge_ways(sheet))]
    for kind in range(_KINDS):
        parts.append(f'<g id="tycoon-knolls-{sheet.layout}-{kind}">{_knolls(sheet, kind)}</g>')
        parts.append(f'<path id="tycoon-trees-{sheet.layout}-{kind}" d="{_trees(sheet, kind)}"/>')
    return "".join(parts)


def _ridge_ways(sheet: Sheet) -> list[tuple[Point, Point]]:
    """Return a ridge of each direction, its middle at the origin."""
    half = sheet.half / 2
    return [
        ((0, -RADIUS / 2), (0, RADIUS / 2)),
        ((-half, -RADIUS / 4), (half, RADIUS / 4)),
        ((-half, RADIUS / 4), (half, -RADIUS / 4)),
    ]


def _slope(a: Point, b: Point) -> str:
    """Draw short strokes down both sides of a ridge: long ones on the shaded side in the south-east, few on the lit one."""
    (ax, ay), dx, dy = a, b[0] - a[0], b[1] - a[1]
    length = hypot(dx, dy)
    nx, ny = -dy / length, dx / length
    if nx + ny < 0:
        nx, ny = -nx, -ny  # towards the south-east
    lit, shaded = "", ""
    for i in range(_STROKES):
        part = (i + 0.5) / _STROKES
        x, y = ax + dx * part, ay + dy * part
        long = 3.4 + 2.4 * abs(sin(2.3 * i + 1))
        shaded += _stroke(x + nx, y + ny, nx * long, ny * long)
        if i % 2:
            lit += _stroke(x - nx, y - ny, -nx * long * 0.7, -ny * long * 0.7)
    return f'<path d="{lit}" class="hatching"/><path d="{shaded}" class="hatching deep"/>'


def _stroke(x: float, y: float, dx: float, dy: float) -> str:
    right, down = number(dx), number(dy)
    return f"M{pair((x, y))}l{right}{down if down.startswith('-') else f' {down}'}"


def _knolls(sheet: Sheet, kind: int) -> str:
    """Draw three hilltops with hatching on their shaded sides."""
    tops, shades = "", ""
    for i, (dx, dy, size) in enumerate(((-0.42, 0.28, 5.5), (0.3, 0.44, 6.5), (0.02, -0.3, 5))):
        x, y = dx * sheet.half + 2.4 * sin(2.0 * kind + 3 * i), dy * RADIUS + 1.8 * cos(1.7 * kind + 2 * i)
        half, whole = number(size * 0.55), number(size)
        tops += f"M{pair((x - size, y))}q{half}-{number(size * 0.95)} {whole}-{whole}t{whole} {whole}"
        for step in (0.28, 0.5, 0.72):
            high = size * (0.92 - step * 0.9)
            shades += _stroke(x + size * step, y - high, size * 0.16, high * 0.8)
    return f'<path d="{tops}" class="knoll"/><path d="{shades}" class="hatching"/>'


def _trees(sheet: Sheet, kind: int) -> str:
    spots = [(sheet.half * 0.6 * sin(2.1 * i + 1.3 * kind), RADIUS * 0.55 * cos(1.9 * i + 2.3 * kind) - 3) for i in range(4)]
    return "".join(f"M{pair(spot)}l-2.3 4h1.5v1.6h1.6v-1.6h1.5z" for spot in spots)


def textures(sheet: Sheet) -> str:
    """Put knolls on the hills, trees here and there on open land, and hatching on the ridges."""
    knolls, trees, slopes = "", "", ""
    for hex in range(HEXES):
        x, y = sheet.hex_at(hex)
        if HILLY[hex]:
            knolls += _used(f"knolls-{sheet.layout}-{hex % _KINDS}", (x, y))
        elif not set(BANKS[hex]) - {"A"} and _wooded(x / sheet.stretch, y):
            trees += _used(f"trees-{sheet.layout}-{hex % _KINDS}", (x, y))
    for (ax, ay), (bx, by) in _ridge_sides(sheet):
        way = 0 if abs(bx - ax) < 1 else 1 if by > ay else 2
        slopes += _used(f"slope-{sheet.layout}-{way}", ((ax + bx) / 2, (ay + by) / 2))
    return f'{knolls}<g class="tree sparse">{trees}</g>{slopes}'


def _wooded(x: float, y: float) -> bool:
    """Return whether trees stand there: in patches, with ragged edges; for the look alone."""
    return sin(0.017 * x + 0.7) + sin(0.017 * y + 0.014 * x) + 0.5 * sin(7.7 * x + 3.1 * y) > 0.75


def _used(name: str, at: Point) -> str:
    return f'<use href="#tycoon-{name}" x="{number(at[0])}" y="{number(at[1])}"/>'


def stubs(sheet: Sheet) -> str:
    """Return the track printed at the sides of the cities."""
    parts = []
    for city in range(CITIES):
        sides = [side for side in range(SIDES) if STUB_SIDES[city] >> side & 1]
        parts += [
            f"M{pair(sheet.away(sheet.city_at(city), side, 0.7))}L{pair(sheet.middle(CITY_CELL[city], side))}" for side in sides
        ]
    return "".join(parts)


def coast(sheet: Sheet) -> list[list[Point]]:
    """Return closed lines around the land, through the middle of every side between land and water, so that they run smoothly.

    Beyond the frame the land of the west and of the north goes on.
    """
    land = {*CELL_OF, *CITY_CELL, *WESTERN_CELL}
    land |= {(column, row) for column in (-2, -1) for row in range(1, ROWS + 2)}
    land |= {(column, row) for column in range(3) for row in range(ROWS - 4, ROWS + 2)}
    land |= {(column, row) for column in range(3, 9) for row in (ROWS, ROWS + 1)}
    land |= {(column, row) for column in range(15, COLUMNS + 2) for row in (-2, -1)} | {(COLUMNS, 0)}
    follow = {}
    for cell in land:
        around = sheet.corners(cell)
        for side in range(SIDES):
            if POINTED.neighbour(cell, side) not in land:
                follow[key(around[side])] = key(around[(side + 1) % SIDES]), _shore(sheet, cell, side)
    loops = []
    while follow:
        start = corner = min(follow)
        loop = []
        while corner in follow:
            corner, point = follow.pop(corner)
            loop.append(point)
        assert corner == start
        loops.append(loop)
    return loops


def _shore(sheet: Sheet, cell: Cell, side: int) -> Point:
    """Return a point off the middle of a side, now nearer and now farther, for no coast is straight."""
    x, y = sheet.middle(cell, side)
    return sheet.away(sheet.at(cell), side, 1.16 + 0.16 * sin(0.9 * x + 1.7 * y))


def rivers(sheet: Sheet) -> list[list[Point]]:
    """Return the rivers as lines. They cross a hex where its banks change: at a corner, or through the middle of a side."""
    pieces = [piece for hex in range(HEXES) if BANKS[hex] for piece in _river_pieces(sheet, hex)]
    lines = []
    while pieces:
        line = pieces.pop()
        grown = True
        while grown:
            grown = False
            for piece in pieces:
                joined = _joined(line, piece)
                if joined:
                    line, grown = joined, True
                    pieces.remove(piece)
                    break
        lines.append(line)
    return lines


def _river_pieces(sheet: Sheet, hex: int) -> list[list[Point]]:
    """Return the river within a hex, from where it enters to where it leaves, bent towards the middle."""
    cell, banks = CELL_OF[hex], BANKS[hex]
    around, centre = sheet.corners(cell), sheet.at(cell)
    ends = []
    for side, bank in enumerate(banks):
        following = (side + 1) % SIDES
        if bank == "R":
            ends.append([key(sheet.middle(cell, side))])
        elif bank == "*":
            city = BEYOND[hex * SIDES + side] - HEXES
            ends.append([key(sheet.city_at(city)), key(sheet.middle(cell, side))])
        if bank not in "R*" and banks[following] not in "R*" and bank != banks[following]:
            ends.append([key(around[following])])
    if len(ends) != 2:  # a source or a confluence
        return [[*end, key(centre)] for end in ends]
    (ax, ay), (bx, by) = ends[0][-1], ends[1][-1]
    x, y = (ax + bx) / 2, (ay + by) / 2
    bend = key((x + 0.45 * (centre[0] - x), y + 0.45 * (centre[1] - y)))
    return [[*ends[0], bend, *reversed(ends[1])]]


def _joined(line: list[Point], piece: list[Point]) -> list[Point]:
    """Join two lines that share an end; return [] if they do not."""
    if line[-1] == piece[0]:
        return line + piece[1:]
    if line[-1] == piece[-1]:
        return line + piece[-2::-1]
    if line[0] == piece[-1]:
        return piece + line[1:]
    if line[0] == piece[0]:
        return piece[:0:-1] + line
    return []


def streams(sheet: Sheet) -> Iterator[tuple[int, str]]:
    """Yield the rivers in pieces that grow broader from the source to the mouth: how broad, from 0 on, and path data."""
    shores = [point for line in coast(sheet) for point in line]
    lines = rivers(sheet)
    pieces: list[list[str]] = [[] for _ in range(_BROADER)]
    for line in lines:
        down = line if _mouth(line[-1], line, lines, shores) <= _mouth(line[0], line, lines, shores) else line[::-1]
        longest = min(_BROADER, max(1, len(down) // 3))
        for step in range(longest):
            part = down[len(down) * step // longest : len(down) * (step + 1) // longest + 1]
            if len(part) > 1:
                pieces[step].append(smooth(part, closed=False))
    return ((step, "".join(parts)) for step, parts in enumerate(pieces))


def _mouth(end: Point, line: list[Point], lines: list[list[Point]], shores: list[Point]) -> float:
    """Return how far the end of a river is from the water, or from a river that it may flow into."""
    others = [point for other in lines if other is not line for point in other]
    return min(hypot(x - end[0], y - end[1]) for x, y in (*shores, *others))

"""The track of points and incomes: how income rises and falls with the points, and where every marker stands."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.games.tycoon.board import INCOME
from roundhouse.games.tycoon.phrases import money, points
from roundhouse.games.tycoon.svg.reader import Reader
from roundhouse.ui.panels import Panel
from roundhouse.ui.svg import number, seat_mark, titled, write

_SPACES: Final = 100
_INCOMES: Final = tuple(int(income) for income in INCOME)
_UNIT: Final = 1.3  # pixels a thousand dollars
_STACK: Final = 9.6  # between the marks of seats that stand close


def gauge_panel(reader: Reader, room: float) -> Panel:
    """Draw the income of every space as a step line, and a mark for each seat above its space (RRT-29, RRT-30)."""
    position = reader.position
    lanes = _lanes([position.place_on_track(seat) for seat in range(position.seats)], room)
    floor = max(26.0, 6 + _STACK * (max(lanes) + 1)) + _UNIT * max(_INCOMES)
    title = say("Points and the income they bring, up to {amount}", amount=money(max(_INCOMES)))
    content = write(room, 10, reader.tell(title), "t12 strong quiet end")  # on the right: the marks start on the left
    content += f'<path d="{_steps(room, floor)}" class="income"/>'
    for space in range(0, _SPACES + 1, 25 if reader.wide else 50):
        told = reader.tell(say("{points}: {income}", points=space, income=money(_INCOMES[space])))
        anchor, x = ("start", 0.0) if space == 0 else ("end", room) if space == _SPACES else ("middle", _x(space, room))
        content += write(x, floor + 14, told, f"t12 quiet {anchor}")
    for seat in sorted(range(position.seats), key=lambda seat: -lanes[seat]):  # high ones first: their pins go behind the others
        content += _mark(reader, seat, lanes[seat], room, floor)
    return content, floor + 18


def _x(space: int, room: float) -> float:
    return 8 + (room - 16) * space / _SPACES


def _steps(room: float, floor: float) -> str:
    """Return the income of each space as an area, as path data."""
    width = (room - 16) / _SPACES
    path = f"M{number(_x(0, room) - width / 2)} {number(floor)}"
    for space, income in enumerate(_INCOMES):
        path += f"V{number(floor - _UNIT * income)}H{number(_x(space, room) + width / 2)}"
    return path + f"V{number(floor)}Z"


def _lanes(spaces: list[int], room: float) -> list[int]:
    """Return for each mark the lowest lane in which it touches no earlier one."""
    lanes: list[int] = []
    for seat, space in enumerate(spaces):
        taken = {lanes[other] for other in range(seat) if abs(_x(spaces[other], room) - _x(space, room)) < _STACK}
        lanes.append(next(lane for lane in range(len(spaces)) if lane not in taken))
    return lanes


def _mark(reader: Reader, seat: int, lane: int, room: float, floor: float) -> str:
    position = reader.position
    space = position.place_on_track(seat)
    x, top = _x(space, room), floor - _UNIT * _INCOMES[space]
    y = floor - _UNIT * max(_INCOMES) - 7 - _STACK * lane
    title = say(
        "{name}: {points}, income {income}",
        name=reader.names[seat],
        points=points(position.points[seat]),
        income=money(position.income(seat)),
    )
    pin = f'<path d="M{number(x)} {number(y)}V{number(top)}" class="pin"/>'
    return titled(reader.tell(title), pin + seat_mark(seat, x, y, 9))

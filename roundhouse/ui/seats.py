"""Rows of players: what the seats panel of every game shares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from roundhouse.core.sentence import Sentence, say
from roundhouse.ui.panels import Panel, stack
from roundhouse.ui.reader import Reader
from roundhouse.ui.svg import box, fitted, heading, row, rule, table, write

_PLAYERS: Final = say("Players")


def seats_heading(reader: Reader[Any], running: Sentence = _PLAYERS) -> str:
    """Write the title of the seats panel: `running` while the game runs, then that it is the result."""
    return heading(0, 10, reader.tell(say("Result") if reader.over else running))


def seats_table(reader: Reader[Any], head: str, rows: Sequence[str], pitch: float) -> Panel:
    """Stack the rows of the seats below their heads, as a table for screen readers."""
    content, height = stack(row(head, "columnheader"), [row(one) for one in rows], pitch)
    return seats_of(reader, content), height


def seats_of(reader: Reader[Any], rows: str) -> str:
    """Group the rows of the seats under their name for screen readers."""
    return table(reader.tell(_PLAYERS), rows)


def seat_ground(room: float, height: float, *, acting: bool, last: bool) -> str:
    """Draw what lies behind a row: a tint for the seat to move, a bar for the seat that moved last, and a hairline above."""
    tint = box(0, 1, room, height - 2, "turn") if acting else ""
    return tint + (box(0, 1, 4, height - 2, "last", 2) if last else "") + rule(0, 0, room)


def seat_name(reader: Reader[Any], seat: int, x: float, y: float, room: float) -> str:
    """Write the name of a seat, smaller and then shortened where it is long; the reader's own is bold."""
    name, size = fitted(reader.names[seat], room)
    weight = " strong" if seat == reader.seat else ""
    return write(x, y, name, f"t{size}{weight}")


def place(rank: int) -> Sentence:
    """Return how the game ended for a seat of that rank, where 0 is best."""
    return say("winner") if rank == 0 else say("place {place}", place=rank + 1)

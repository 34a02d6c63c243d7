"""The lines of the ledger and the tables they make."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from roundhouse.core.game import Game
from roundhouse.core.sentence import say
from roundhouse.play.chance import Secret, Unrecorded
from roundhouse.play.table import Table
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.tables.repository import UNDO, Event, TableSnapshot


def events_of(game: Game[Any], entries: Iterable[tuple[int, int]], key: str | None = None) -> list[Event]:
    """Moves and draws as they are written down; the first one bears the name of the request that they follow from."""
    return [Event(key if i == 0 else None, actor, game.notation(move)) for i, (actor, move) in enumerate(entries)]


def restored(game: Game[Any], page: TableSnapshot) -> Table:
    """The table of a page: its moves were checked when they were made, so they are only made again."""
    if page.setup.version != game.version:
        raise HTTPError(
            409, say("this table was begun under other rules of {title} and cannot be shown any more", title=game.title)
        )
    setup = page.setup
    names = [seat.name for seat in page.seats]
    source = Unrecorded(setup.secret) if setup.prefix else Secret(setup.secret)
    table = Table(game, setup.seats, setup.options, source, names, practice=setup.practice)
    entries: list[tuple[int, int]] = []
    for line in page.lines:
        if line.text != UNDO:
            entries.append((line.seat, game.parse(line.text)))
            continue
        while entries.pop()[0] != line.seat:  # at a practice table an undo goes back over draws and other seats
            pass
    table.restore(entries)
    return table


def extend(table: Table, lines: Iterable[Event]) -> None:
    """Brings a table up to date with lines that another process has written."""
    for line in lines:
        if line.text == UNDO:
            table.undo(line.seat)
        else:
            table.extend(line.seat, table.game.parse(line.text))


def answers(lines: Sequence[Event], first: int) -> dict[str, int]:
    """What was answered to each request of these lines, from number `first` on: the number of entries after those it made."""
    found: dict[str, int] = {}
    last = None
    for n, line in enumerate(lines, first):
        if line.request_id is not None:
            last = line.request_id
        if last is not None:
            found[last] = n + 1
    return found

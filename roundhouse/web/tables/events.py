"""The events of a table in the store, and the `Table` they lead to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from roundhouse.core.game import Game
from roundhouse.core.sentence import say
from roundhouse.play.chance import Unrecorded
from roundhouse.play.table import Table
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.tables.deals import shuffle
from roundhouse.web.tables.makers import UNDO, follow
from roundhouse.web.tables.repository import Event, TableSnapshot


def events_of(game: Game[Any], entries: Iterable[tuple[int, int]], key: str | None = None) -> list[Event]:
    """Return moves and draws as events; the first one carries the key of the request that led to them."""
    return [Event(key if i == 0 else None, actor, game.notation(move)) for i, (actor, move) in enumerate(entries)]


def restored(game: Game[Any], snapshot: TableSnapshot) -> Table:
    """Return the table of a snapshot. Its moves were checked when they were made, so they are only applied."""
    if snapshot.setup.version != game.version:
        raise HTTPError(
            409, say("this table was played with another version of {title} and can no longer be shown", title=game.title)
        )
    setup = snapshot.setup
    names = [seat.name for seat in snapshot.seats]
    source = Unrecorded(setup.secret) if setup.prefix else shuffle(setup.secret, snapshot.seats)
    table = Table(game, setup.seats, setup.options, source, names, practice=setup.practice)
    entries: list[tuple[int, int]] = []
    for event in snapshot.events:
        if event.text != UNDO:
            entries.append((event.seat, game.parse(event.text)))
            continue
        while entries.pop()[0] != event.seat:  # at a practice table an undo goes back over draws and other seats
            pass
    table.restore(entries)
    return table


def extend(table: Table, events: Iterable[Event]) -> None:
    """Apply events that another process has written."""
    for event in events:
        if event.text == UNDO:
            table.undo(event.seat)
        else:
            table.extend(event.seat, table.game.parse(event.text))


def follow_events(makers: list[tuple[int, bool]], events: Iterable[Event]) -> None:
    """Bring the makers of the moves that stand up to date with more events."""
    follow(makers, ((event.seat, event.request_id, event.text) for event in events))


def answers(events: Sequence[Event], first: int) -> dict[str, int]:
    """Return the event count after the last event of each request; `first` is the index of the first event."""
    found: dict[str, int] = {}
    last = None
    for index, event in enumerate(events, first):
        if event.request_id is not None:
            last = event.request_id
        if last is not None:
            found[last] = index + 1
    return found

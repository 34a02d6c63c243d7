"""The events of a table in the store, and the `Table` they lead to."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from roundhouse.core.game import Game
from roundhouse.core.names import fitted
from roundhouse.core.record import Entry, Record
from roundhouse.play.chance import Unrecorded
from roundhouse.play.table import Table
from roundhouse.web.tables.deals import shuffle
from roundhouse.web.tables.makers import UNDO, count_undos, follow
from roundhouse.web.tables.repository import Event, TableSnapshot


def events_of(game: Game[Any], entries: Iterable[tuple[int, int]], key: str | None = None) -> list[Event]:
    """Return moves and draws as events; the first one carries the key of the request that led to them."""
    return [Event(key if i == 0 else None, actor, game.notation(move)) for i, (actor, move) in enumerate(entries)]


def restored(game: Game[Any], snapshot: TableSnapshot) -> Table:
    """Return the table of a snapshot. Its moves were checked when they were made, so they are only applied."""
    setup = snapshot.setup
    names = [seat.name for seat in snapshot.seats]
    source = Unrecorded(setup.secret) if setup.prefix else shuffle(setup.secret, snapshot.seats)
    table = Table(game, setup.seats, setup.options, source, names, practice=setup.practice)
    table.board = setup.board  # so that its record is the same, to the byte, with and without its rules
    table.restore([(event.seat, table.game.parse(event.text)) for event in standing(snapshot.events)])
    return table


def standing(events: Iterable[Event]) -> list[Event]:
    """Return the moves and draws that no undo has taken back."""
    found: list[Event] = []
    for event in events:
        if event.text != UNDO:
            found.append(event)
            continue
        while found.pop().seat != event.seat:  # at a practice table an undo goes back over draws and other seats
            pass
    return found


def record_of(snapshot: TableSnapshot, scores: list[int] | None) -> Record:
    """Return the open record of a finished game. It needs no rules."""
    setup = snapshot.setup
    extras = {"board": setup.board} if setup.board else {}
    extras["names"] = json.dumps([fitted(seat.name) for seat in snapshot.seats], ensure_ascii=False)
    if not setup.prefix:
        source = shuffle(setup.secret, snapshot.seats)
        extras |= {"commitment": source.commitment, "secret": source.secret.hex()}
        if source.nonces is not None:
            extras["nonces"] = json.dumps([nonce.hex() for nonce in source.nonces])
        if source.lot is not None:
            extras["lot"] = json.dumps(source.lot)
    entries = [Entry(event.seat, event.text) for event in standing(snapshot.events)]
    return Record(setup.game, setup.version, setup.seats, setup.options, extras, entries, scores)


def extend(table: Table, events: Iterable[Event]) -> None:
    """Apply events that another process has written."""
    for event in events:
        if event.text == UNDO:
            table.undo(event.seat)
        else:
            table.extend(event.seat, table.game.parse(event.text))


def follow_events(makers: list[tuple[int, bool]], undos: dict[int, int], events: Iterable[Event]) -> None:
    """Bring the makers of the moves that stand, and the undos of each seat's turn, up to date with more events."""
    more = [(event.seat, event.request_id, event.text) for event in events]
    follow(makers, more)
    count_undos(undos, more)


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

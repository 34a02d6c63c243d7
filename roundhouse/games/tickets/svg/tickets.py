"""Tickets: those on offer, those the reader holds with what they still lack, and at the end those of all."""

from __future__ import annotations

from typing import Final

from roundhouse.core.bits import members
from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.games.tickets.board import CITY_NAMES, LENGTH, TICKET_A, TICKET_B, TICKET_POINTS
from roundhouse.games.tickets.missing import missing_tracks
from roundhouse.games.tickets.moves import KEEP, PASS
from roundhouse.games.tickets.notation import cities_of, notation
from roundhouse.games.tickets.svg.reader import Reader
from roundhouse.ui.panels import NOTHING, Panel, column_heads, stack
from roundhouse.ui.svg import button, fitted, heading, moved, rule, seat_mark, shorten, sign, titled, write

_PITCH: Final = 24.0
_TIGHT: Final = 15.0  # the closest that rows may come


def _name(ticket: int) -> str:
    return f"{CITY_NAMES[TICKET_A[ticket]]} – {CITY_NAMES[TICKET_B[ticket]]}"


def actions_panel(reader: Reader, room: float) -> Panel:
    """Draw the tickets on offer with the ways to keep some, or the button to pass; all else is done on map and cards."""
    if PASS in reader.moves:
        return button(notation(PASS), reader.tell(say("Pass")), (0, 0, room, 44)), 44.0
    offer = reader.offer()
    if not offer:
        return NOTHING
    content, y = _table(reader, offer, reader.tell(say("Offered tickets")), room, _PITCH, numbered=True)
    keeps = reader.moves_from(KEEP, PASS)
    if not keeps:  # a position that is only looked at
        return content, y
    across = min(4, len(keeps))
    width = (room + 8) / across - 8
    for i, move in enumerate(keeps):
        row, column = divmod(i, across)
        places = ", ".join(str(place + 1) for place in members(move - KEEP + 1))
        label = reader.tell(say("Keep {places}", places=places))
        title = reader.tell(say("Keep {places}", places=", ".join(_name(offer[place]) for place in members(move - KEEP + 1))))
        content += button(notation(move), label, (column * (width + 8), y + 10 + row * 52, width, 44), title)
    return content, y + 10 + 52 * -(-len(keeps) // across) - 8


def tickets_panel(reader: Reader, room: float, space: float) -> Panel:
    """Draw the reader's own tickets; when space is short, move rows closer, then replace the last ones by their number."""
    if reader.over:
        return _revealed(reader, room, space)
    if reader.seat < 0 or not reader.position.mine[reader.seat]:
        return NOTHING
    own = sorted(members(reader.position.mine[reader.seat]), key=lambda ticket: (-TICKET_POINTS[ticket], ticket))
    pitch = min(_PITCH, max(_TIGHT, (space - 18) / len(own)))
    shown = own
    if len(own) * pitch > space - 18:
        shown = own[: int((space - 18) / pitch) - 1]
    content, height = _table(reader, shown, reader.tell(say("Your tickets")), room, pitch, numbered=False)
    if len(shown) < len(own):
        rest = say("and {count} more", count=len(own) - len(shown))
        content += write(0, height + 11, reader.tell(rest), "t12 quiet")
        height += pitch
    return content, height


def _table(reader: Reader, tickets: list[int], title: str, room: float, pitch: float, *, numbered: bool) -> Panel:
    """Draw rows of tickets with their points and what they still lack."""
    head = heading(0, 10, title) + column_heads(reader, (say("Points"), say("Missing")), (room - 86, room))
    rows = [_row(reader, ticket, i + 1 if numbered else 0, room, pitch) for i, ticket in enumerate(tickets)]
    return stack(head, rows, pitch)


def _row(reader: Reader, ticket: int, place: int, room: float, pitch: float) -> str:
    size = 14 if pitch >= 18 else 12
    base = pitch / 2 + size * 0.34
    tracks = missing_tracks(reader.position, reader.seat, ticket)
    name = f"{place}. {_name(ticket)}" if place else _name(ticket)
    space = room - 86 - 26  # before the points
    shown, fitting = fitted(name, space, (size, 12))
    content = rule(0, 0, room) + write(0, base, shown, f"t{fitting} strong" if place else f"t{fitting}")
    content += write(room - 86, base, TICKET_POINTS[ticket], f"t{size} strong end")
    word, mood = _state(reader, tracks)
    content += write(room, base, reader.tell(word), f"t{size} end {mood}")
    if tracks == []:
        content += sign("tick", room - 62, pitch / 2, 10, "good")
    hint = ", ".join(f"{cities_of(track)} ({LENGTH[track]})" for track in tracks or [])
    return titled(f"{_name(ticket)}: {hint or reader.tell(word)}", content)


def _state(reader: Reader, tracks: list[int] | None) -> tuple[Sentence, str]:
    """Return what a ticket lacks in words, and the class of that text."""
    if tracks is None:
        return say("cut off"), "bad"
    if not tracks:
        return say("done"), "good"
    spaces = sum(LENGTH[track] for track in tracks)
    enough = spaces <= reader.position.trains[reader.seat]
    return say_many("{count} space", "{count} spaces", count=spaces), "quiet" if enough else "bad"


def _revealed(reader: Reader, room: float, space: float) -> Panel:
    """Draw the tickets of all seats with what each was worth (TTR-83), in two columns where one would be too long."""
    seats = range(reader.position.seats)
    longest = 18 + sum(26 + _TIGHT * len(members(reader.position.mine[seat])) for seat in seats)
    columns = 1 if longest <= space else 2
    width = (room + 12) / columns - 12
    content, y = heading(0, 10, reader.tell(say("All tickets, with the points they brought"))), 18.0
    for seat in seats:
        done = reader.position.completed(seat)
        tickets = sorted(members(reader.position.mine[seat]), key=lambda ticket: (not done >> ticket & 1, -TICKET_POINTS[ticket]))
        rows = -(-len(tickets) // columns)
        content += rule(0, y, room) + seat_mark(seat, 6, y + 11, 10)
        content += write(18, y + 15, shorten(reader.names[seat], 12, room - 20), "t12 strong")
        for i, ticket in enumerate(tickets):
            column, row = divmod(i, rows)
            content += moved(column * (width + 12), y + 20 + row * _TIGHT, _result(ticket, width, done=bool(done >> ticket & 1)))
        y += 26 + rows * _TIGHT
    return content, y


def _result(ticket: int, room: float, *, done: bool) -> str:
    points = f"+{TICKET_POINTS[ticket]}" if done else f"−{TICKET_POINTS[ticket]}"
    mood = "good" if done else "bad"
    name = write(0, 11, shorten(_name(ticket), 12, room - 26), "t12") + write(room, 11, points, f"t12 strong end {mood}")
    return titled(_name(ticket), name)

"""Tickets: those on offer, those the reader holds with what they still lack, and at the end those of all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from roundhouse.core.bits import count_bits, members
from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.games.tickets.board import Board
from roundhouse.games.tickets.consequences import ticket_places, track_place
from roundhouse.games.tickets.missing import missing_tracks
from roundhouse.games.tickets.svg.reader import Reader
from roundhouse.ui.panels import NOTHING, Panel, column_heads, stack
from roundhouse.ui.svg import (
    Box,
    box,
    button,
    escape,
    fitted,
    heading,
    moved,
    rule,
    seat_mark,
    select,
    shorten,
    sign,
    titled,
    write,
)

Row = Callable[[Reader, int, float, float], str]  # draws a ticket in a room, so high

_PITCH: Final = {"wide": 26.0, "narrow": 44.0}
_OFFERED: Final = {"wide": 34.0, "narrow": 46.0}
_TIGHT: Final = 15.0  # the closest that rows may come


def _name(board: Board, ticket: int) -> str:
    cities, one = board.data.cities, board.data.tickets[ticket]
    return f"{cities[one.a].name} – {cities[one.b].name}"


def actions_panel(reader: Reader, room: float) -> Panel:
    """Draw the tickets on offer to be ticked, and the button that keeps those; or the button to pass."""
    idle = reader.position.board.moves.idle
    if idle in reader.moves:
        return button(reader.text(idle), reader.tell(say("Pass")), (0, 0, room, 44)), 44.0
    offer = reader.offer()
    if not offer:
        return NOTHING
    pitch = _OFFERED[reader.layout]
    content, y = _table(reader, offer, reader.tell(say("Offered tickets")), room, pitch, _ticked_row)
    return content + _keep(reader, (0, y + 8, room, 44)), y + 52


def _ticked_row(reader: Reader, ticket: int, room: float, pitch: float) -> str:
    """Draw a ticket on offer with a box to tick; pressed, it is ticked or no longer."""
    at = reader.offer().index(ticket)
    ticked = bool(reader.ticked() >> at & 1)
    middle = pitch / 2
    face = box(0, 1, room, pitch - 2, "option") + box(6, middle - 8, 16, 16, "option edge", 3)
    face += sign("tick", 14, middle, 12, "good") if ticked else ""
    face += moved(30, 0, _facts(reader, ticket, room - 36, pitch, "strong"))
    if not reader.moves:  # a position that is only looked at
        return _pointing(reader, ticket, titled(_words(reader, ticket), face))
    return _pointing(reader, ticket, select(f"tick_{reader.ticked() ^ 1 << at}", _words(reader, ticket), face, selected=ticked))


def _keep(reader: Reader, place: Box) -> str:
    """Draw the button that keeps the ticked tickets, or how many are needed (TTR-17, TTR-68)."""
    keep, idle = reader.position.board.moves.keep, reader.position.board.moves.idle
    keeps = reader.moves_from(keep, idle)
    if not keeps:
        return ""
    move = keep + reader.ticked() - 1
    if move in keeps:
        count = count_bits(reader.ticked())
        label = reader.tell(say_many("Keep {count} ticket", "Keep {count} tickets", count=count))
        names = ", ".join(_name(reader.position.board, reader.offer()[at]) for at in members(reader.ticked()))
        return button(reader.text(move), label, place, reader.tell(say("Keep {tickets}", tickets=names)))
    least = min(count_bits(one - keep + 1) for one in keeps)
    word = reader.tell(say_many("Tick at least {count} ticket", "Tick at least {count} tickets", count=least))
    x, y, width, height = place
    return box(*place, "void") + write(x + width / 2, y + height / 2 + 5, word, "t14 quiet middle")


def tickets_panel(reader: Reader, room: float, space: float) -> Panel:
    """Draw the reader's own tickets; when space is short, move rows closer, then replace the last ones by their number."""
    if reader.over:
        return _revealed(reader, room, space)
    if reader.seat < 0 or not reader.position.kept_count(reader.seat):
        return NOTHING
    points = reader.position.board.ticket_points
    own = sorted(reader.position.tickets_of(reader.seat), key=lambda ticket: (-points[ticket], ticket))
    pitch = min(_PITCH[reader.layout], max(_TIGHT, (space - 18) / len(own)))
    shown = own
    if len(own) * pitch > space - 18:
        shown = own[: int((space - 18) / pitch) - 1]
    content, height = _table(reader, shown, reader.tell(say("Your tickets")), room, pitch, _own_row)
    if len(shown) < len(own):
        rest = say("and {count} more", count=len(own) - len(shown))
        content += write(0, height + 11, reader.tell(rest), "t12 quiet")
        height += pitch
    return content, height


def _table(reader: Reader, tickets: list[int], title: str, room: float, pitch: float, row: Row) -> Panel:
    """Draw rows of tickets with their points and what they still lack."""
    head = heading(0, 10, title) + column_heads(reader, (say("Points"), say("Missing")), (room - 92, room - 6))
    return stack(head, [row(reader, ticket, room, pitch) for ticket in tickets], pitch)


def _own_row(reader: Reader, ticket: int, room: float, pitch: float) -> str:
    """Draw a ticket of the reader; pressed, it stays on the map until it is pressed again."""
    chosen = ticket == reader.selected_ticket()
    face = box(0, 1, room, pitch - 1, "turn" if chosen else "hit", 3) + rule(0, 0, room)
    face += moved(4, 0, _facts(reader, ticket, room - 10, pitch, "strong" if chosen else ""))
    return _pointing(reader, ticket, select(f"ticket_{ticket}", _words(reader, ticket), face, selected=chosen))


def _pointing(reader: Reader, ticket: int, content: str) -> str:
    """Let a row point at the cities of its ticket and at the tracks that it still lacks."""
    missing = missing_tracks(reader.position, reader.seat, ticket) or []
    names = [*ticket_places(reader.position.board, ticket), *(track_place(track) for track in missing)]
    return content.replace("<g", f'<g data-shows="{escape(" ".join(names))}"', 1)


def _facts(reader: Reader, ticket: int, room: float, pitch: float, weight: str) -> str:
    """Write the cities of a ticket, its points, and what it lacks."""
    size = 14 if pitch >= 18 else 12
    base = pitch / 2 + size * 0.34
    tracks = missing_tracks(reader.position, reader.seat, ticket)
    shown, fitting = fitted(_name(reader.position.board, ticket), room - 86 - 26, (size, 12))
    content = write(0, base, shown, f"t{fitting} {weight}".strip())
    content += write(room - 86, base, reader.position.board.ticket_points[ticket], f"t{size} strong end")
    word, mood = _state(reader, tracks)
    content += write(room, base, reader.tell(word), f"t{size} end {mood}")
    return content + sign("tick", room - 62, pitch / 2, 10, "good") if tracks == [] else content


def _words(reader: Reader, ticket: int) -> str:
    """Describe a ticket and the tracks that it lacks."""
    board, tracks = reader.position.board, missing_tracks(reader.position, reader.seat, ticket)
    hint = ", ".join(f"{board.data.cities_of(track)} ({board.length[track]})" for track in tracks or [])
    return f"{_name(board, ticket)}: {hint or reader.tell(_state(reader, tracks)[0])}"


def _state(reader: Reader, tracks: list[int] | None) -> tuple[Sentence, str]:
    """Return what a ticket lacks in words, and the class of that text."""
    if tracks is None:
        return say("cut off"), "bad"
    if not tracks:
        return say("done"), "good"
    spaces = sum(reader.position.board.length[track] for track in tracks)
    enough = spaces <= reader.position.trains[reader.seat]
    return say_many("{count} space", "{count} spaces", count=spaces), "quiet" if enough else "bad"


def _revealed(reader: Reader, room: float, space: float) -> Panel:
    """Draw the tickets of all seats with what each was worth (TTR-83), in two columns where one would be too long."""
    seats, board = range(reader.position.seats), reader.position.board
    longest = 18 + sum(26 + _TIGHT * int(reader.position.kept_count(seat)) for seat in seats)
    columns = 1 if longest <= space else 2
    width = (room + 12) / columns - 12
    content, y = heading(0, 10, reader.tell(say("All tickets, with the points they brought"))), 18.0
    for seat in seats:
        done = _by_points(board, reader.position.completed(seat))
        tickets = done + _by_points(board, reader.position.pending(seat))
        rows = -(-len(tickets) // columns)
        content += rule(0, y, room) + seat_mark(seat, 6, y + 11, 10)
        content += write(18, y + 15, shorten(reader.names[seat], 12, room - 20), "t12 strong")
        for i, ticket in enumerate(tickets):
            column, row = divmod(i, rows)
            content += moved(column * (width + 12), y + 20 + row * _TIGHT, _result(board, ticket, width, done=ticket in done))
        y += 26 + rows * _TIGHT
    return content, y


def _by_points(board: Board, tickets: Iterable[int]) -> list[int]:
    """Return tickets with most points first."""
    return sorted(tickets, key=lambda ticket: -board.ticket_points[ticket])


def _result(board: Board, ticket: int, room: float, *, done: bool) -> str:
    points = f"+{board.ticket_points[ticket]}" if done else f"−{board.ticket_points[ticket]}"
    mood = "good" if done else "bad"
    name = write(0, 11, shorten(_name(board, ticket), 12, room - 26), "t12") + write(room, 11, points, f"t12 strong end {mood}")
    shown = " ".join(ticket_places(board, ticket))
    return titled(_name(board, ticket), name).replace("<g", f'<g data-shows="{shown}" tabindex="0"', 1)

"""The seats as a timetable: what each has while the game runs, what each has scored when it is over."""

from __future__ import annotations

from typing import Final

from roundhouse.core.bits import count_bits
from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.games.tickets.material import COLOUR_NAMES, COLOURS
from roundhouse.games.tickets.moves import BLIND, DRAW_TICKETS, TAKE
from roundhouse.games.tickets.phrases import CARD_WORDS, pile
from roundhouse.games.tickets.scoring import longest_path, ticket_points
from roundhouse.games.tickets.svg.cards import card_back, card_face
from roundhouse.games.tickets.svg.reader import Reader
from roundhouse.games.tickets.svg.tracks import CARD_SIGNS
from roundhouse.ui.panels import Panel, column_heads
from roundhouse.ui.seats import place, seat_ground, seat_name, seats_heading, seats_table
from roundhouse.ui.svg import box, flown, seat_mark, shorten, sign, spot, titled, write

_RUNNING: Final = (say("Points"), say("Trains"), say("Cards"), say("Tickets"), say("Path"))
_FINAL: Final = (say("Routes"), say("Done"), say("Missed"), say("Path"), say("Total"))
_COLUMN: Final = 46.0
_ROW: Final = 42.0


def seats_panel(reader: Reader, room: float) -> Panel:
    """Draw a row for each seat, with the heads of the columns above."""
    words = _FINAL if reader.over else _RUNNING
    ends = [room - 6 - _COLUMN * i for i in reversed(range(len(words)))]
    head = seats_heading(reader) + column_heads(reader, words, ends)
    return seats_table(reader, head, [_row(reader, seat, ends, room) for seat in reader.seat_order()], _ROW)


def _row(reader: Reader, seat: int, ends: list[float], room: float) -> str:
    figures = _final_figures(reader, seat) if reader.over else _running_figures(reader, seat)
    main = len(figures) - 1 if reader.over else 0  # the column that matters most
    content = seat_ground(room, _ROW, acting=reader.position.actor == seat, last=reader.last_mover() == seat)
    content += spot(f"seat-{seat}", seat_mark(seat, 15, 15, 14)) + seat_name(reader, seat, 28, 19, ends[0] - 60)
    for i, (x, figure) in enumerate(zip(ends, figures, strict=True)):
        content += write(x, 20, figure, "t17 strong end" if i == main else "t14 end")
    chips = "" if reader.over or seat == reader.seat else _seen(reader, seat, room)
    caption = _caption(reader, seat)
    if caption:
        content += write(28, 35, shorten(reader.tell(caption), 12, room - 34), "t12 quiet")
    content += chips + _taken(reader, seat, ends[2])
    return titled(f"{reader.names[seat]}: {reader.tell(_hint(reader, seat))}", content)


def _taken(reader: Reader, seat: int, x: float) -> str:
    """Draw the card that another seat has just taken, flying to its number of cards."""
    if seat == reader.seat or reader.last_mover() != seat or not TAKE <= reader.last <= BLIND:
        return flown("", "")
    corner = (x - 20.0, 0.0, 24.0, 32.0)
    return flown(reader.text(reader.last), card_back(corner) if reader.last == BLIND else card_face(reader.last - TAKE, corner))


def _seen(reader: Reader, seat: int, room: float) -> str:
    """Draw the cards that all have seen a seat take and not yet spend, as many small cars as there is room for (TTR-34)."""
    held = reader.position.known[seat * COLOURS : (seat + 1) * COLOURS]
    known = [card for card in range(COLOURS) for _ in range(held[card])]
    most = int((room - 180) / 13)
    cars = ""
    for i, card in enumerate(reversed(known[-most:])):
        x = room - 18 - 13 * i
        cars += box(x, 25, 12, 13, f"seen {COLOUR_NAMES[card]}", 2) + sign(
            CARD_SIGNS[card], x + 6, 31.5, 7, f"on-{COLOUR_NAMES[card]}"
        )
    label = write(room - 10 - 13 * min(len(known), most), 35, reader.tell(say("seen")), "t12 quiet end")
    return label + cars if known else ""


def _running_figures(reader: Reader, seat: int) -> list[str]:
    position = reader.position
    counts = (position.points[seat], position.trains[seat], position.size[seat], position.held[seat], longest_path(position, seat))
    return [str(count) for count in counts]


def _final_figures(reader: Reader, seat: int) -> list[str]:
    """Return the points for tracks, tickets done and missed, longest path, and the total (TTR-81)."""
    position = reader.position
    won = sum(position.board.ticket_points[ticket] for ticket in position.completed(seat))
    lost = won - ticket_points(position, seat)
    total = position.scores()[seat]
    bonus = total - position.points[seat] - won + lost
    return [str(position.points[seat]), f"+{won}", f"−{lost}", f"+{bonus}", str(total).replace("-", "−")]


def _caption(reader: Reader, seat: int) -> Sentence | None:
    """Say whose turn it is, what a seat just did, or how it ended."""
    if reader.over:
        return _outcome(reader, seat)
    if reader.last_mover() == seat:
        return _last(reader)
    if reader.position.actor == seat:
        return say("to move")
    return say("you") if reader.seat == seat else None


def _outcome(reader: Reader, seat: int) -> Sentence:
    position = reader.position
    path = say_many("path of {count} space", "path of {count} spaces", count=longest_path(position, seat))
    done = say("{done} of {held} tickets done", done=len(position.completed(seat)), held=position.held[seat])
    return say("{place}: {done}, {path}", place=place(position.ranks()[seat]), done=done, path=path)


def _last(reader: Reader) -> Sentence | None:
    """Return the last move in few words; the row says whose it was."""
    move, moves = reader.last, reader.position.board.moves
    track = reader.last_track()
    if track >= 0:
        return say("claimed {cities}", cities=reader.position.board.data.cities_of(track))
    if move < BLIND:
        return say("took {card}", card=CARD_WORDS[move - TAKE])
    if move == BLIND:
        return say("drew a card from the deck")
    if move == DRAW_TICKETS:
        return say("draws tickets")
    if moves.keep <= move < moves.idle:
        return _kept(count_bits(move - moves.keep + 1))
    if move == moves.idle:
        return say("passed")
    if move == moves.chosen:
        return say("has chosen tickets")
    return _kept(move - moves.kept + 1) if moves.kept <= move < moves.a_card else None


def _kept(count: int) -> Sentence:
    return say_many("kept {count} ticket", "kept {count} tickets", count=count)


def _hint(reader: Reader, seat: int) -> Sentence:
    """Say what all have seen of a hand (TTR-34), and what the longest path brings (TTR-85)."""
    known = pile(list(reader.position.known[seat * COLOURS : (seat + 1) * COLOURS]))
    return say("cards seen taken: {cards}; the longest path brings {bonus} points", cards=known, bonus=reader.position.board.bonus)

"""The table of Ticket to Ride as plain text: the players, the open cards, the reader's own, and the map."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.core.state import View
from roundhouse.games.tickets.material import COLOURS, GRAY, LOCOMOTIVE, OFFER
from roundhouse.games.tickets.missing import trains_missing
from roundhouse.games.tickets.phases import NONE
from roundhouse.games.tickets.phrases import COLOUR_WORDS, cards
from roundhouse.games.tickets.scoring import longest_paths, ticket_points
from roundhouse.games.tickets.state import Tickets
from roundhouse.games.tickets.textmap import CITY, LETTERS, WANTED, draw_map
from roundhouse.games.tickets.words import prompt, tickets_left
from roundhouse.ui.columns import flowed, paragraphs, player, printable, table
from roundhouse.ui.reader import Reader

_CARD_LETTERS: Final = LETTERS[:LOCOMOTIVE] + "L"


def sketch(view: View[Tickets], names: Sequence[str], language: str) -> str:
    """Return the table as the seat of the view sees it, at most 100 columns wide."""
    reader: Reader[Tickets] = Reader(view, [printable(name) for name in names], language)
    parts = [
        _heading(reader),
        _final_table(reader) if reader.over else _seat_table(reader),
        _revealed_tickets(reader) if reader.over else _open_cards(reader),
        _own(reader) if reader.seat >= 0 and not reader.over else [],
        draw_map(reader.position, _wanted_cities(reader)),
        _legend(reader),
    ]
    return paragraphs(parts)


def _heading(reader: Reader[Tickets]) -> list[str]:
    position = reader.position
    if reader.over:
        return [reader.tell(prompt(reader.view))]
    mover = max(position.actor, position.turn)
    if mover == NONE:
        return [reader.tell(say("Set-up"))]
    lines = [reader.tell(say("To move: {name}", name=reader.names[mover]))]
    if position.last:
        left = say_many("Last round: {count} turn is left.", "Last round: {count} turns are left.", count=position.last)
        lines.append(reader.tell(left))
    return lines


# Players.


def _seat_table(reader: Reader[Tickets]) -> list[str]:
    """List everything public about the seats (TTR-25), with the cards that all have seen them take."""
    position = reader.position
    heads = [say("points"), say("trains"), say("cards"), say("tickets"), say("cards seen")]
    rows = [["", "", *(reader.tell(head) for head in heads)]]
    for seat in range(position.seats):
        numbers = (position.points[seat], position.trains[seat], position.size[seat], position.held[seat])
        known = [f"{count}{_CARD_LETTERS[c]}" for c, count in enumerate(_cards_of(position.known, seat)) if count]
        mark = ">" if seat == max(position.actor, position.turn) else ""
        rows.append([mark, player(reader, seat), *(str(number) for number in numbers), " ".join(known)])
    return table(rows, "<<>>>><")


def _final_table(reader: Reader[Tickets]) -> list[str]:
    """List where the points come from, best first (TTR-81)."""
    position = reader.position
    ranks, paths, scores = position.ranks(), longest_paths(position), position.scores()
    heads = [say("routes"), say("tickets"), say("longest path"), say("bonus"), say("total")]
    rows = [["", "", *(reader.tell(head) for head in heads)]]
    for seat in reader.seat_order():
        worth = ticket_points(position, seat)
        bonus = position.board.bonus if 0 < paths[seat] == max(paths) else 0
        numbers = (position.points[seat], worth, paths[seat], bonus, scores[seat])
        rows.append([f"{ranks[seat] + 1}.", player(reader, seat), *(str(number) for number in numbers)])
    return table(rows, "<<>>>>>")


def _revealed_tickets(reader: Reader[Tickets]) -> list[str]:
    """List every ticket with what it has won or lost (TTR-83, TTR-84)."""
    lines: list[str] = []
    for seat, name in enumerate(reader.names[: reader.position.seats]):
        board = reader.position.board
        done = reader.position.completed(seat)
        tickets = [
            f"{board.data.ticket_name(ticket)} {'+' if ticket in done else '-'}{board.ticket_points[ticket]}"
            for ticket in reader.position.tickets_of(seat)
        ]
        lines += flowed(reader.tell(say("{name}:", name=f"{seat + 1} {name}")), tickets)
    return lines


# What lies open.


def _open_cards(reader: Reader[Tickets]) -> list[str]:
    position = reader.position
    shown = [reader.tell(say("empty") if card == NONE else COLOUR_WORDS[card]) for card in position.slot]
    piles = say(
        "Deck: {down}   Discard pile: {thrown}   Ticket deck: {tickets}",
        down=position.down,
        thrown=position.thrown,
        tickets=tickets_left(position),
    )
    return [reader.tell(say("Display: {cards}", cards=", ".join(shown))), reader.tell(piles)]


# What is the reader's own.


def _own(reader: Reader[Tickets]) -> list[str]:
    hand = _cards_of(reader.position.hand, reader.seat)
    kinds = sorted((colour for colour in range(COLOURS) if hand[colour]), key=lambda colour: -hand[colour])
    held = [reader.tell(cards(colour, hand[colour])) for colour in kinds] or [reader.tell(say("none"))]
    lines = flowed(reader.tell(say("Your hand:")), held)
    mine = list(reader.position.tickets_of(reader.seat))
    if mine:
        lines.append(reader.tell(say("Your tickets:")))
        lines += table([["", *_ticket_row(reader, ticket)] for ticket in mine], "<<><")
    offer = _offer(reader)
    if offer:
        lines.append(reader.tell(say("Tickets to choose from:")))
        lines += table([[f"{place + 1}", *_ticket_row(reader, ticket)] for place, ticket in offer], "><><")
    return lines


def _ticket_row(reader: Reader[Tickets], ticket: int) -> list[str]:
    board = reader.position.board
    points = say("{points} points", points=board.ticket_points[ticket])
    return [board.data.ticket_name(ticket), reader.tell(points), reader.tell(_progress(reader, ticket))]


def _progress(reader: Reader[Tickets], ticket: int) -> Sentence:
    missing = trains_missing(reader.position, reader.seat, ticket)
    if missing is None:
        return say("can no longer be completed")
    if missing == 0:
        return say("done")
    left = reader.position.trains[reader.seat]
    if missing > left:
        return say_many("{count} train to lay, {left} left", "{count} trains to lay, {left} left", count=missing, left=left)
    return say_many("{count} train to lay", "{count} trains to lay", count=missing)


def _offer(reader: Reader[Tickets]) -> list[tuple[int, int]]:
    """Return the tickets that the reader may choose from now, with their places."""
    if reader.position.actor != reader.seat:
        return []
    offer = reader.position.offer[reader.seat * OFFER : (reader.seat + 1) * OFFER]
    return [(place, ticket) for place, ticket in enumerate(offer) if ticket != NONE]


def _wanted_cities(reader: Reader[Tickets]) -> set[int]:
    """Return the ends of the tickets that the reader still has to complete or may choose."""
    if reader.seat < 0 or reader.over:
        return set()
    position = reader.position
    tickets = list(position.pending(reader.seat)) + [ticket for _, ticket in _offer(reader)]
    return {city for ticket in tickets for city in (position.board.ticket_a[ticket], position.board.ticket_b[ticket])}


# Below the map.


def _legend(reader: Reader[Tickets]) -> list[str]:
    """List the signs of the map. No sentence stands within an f-string: the message extractor does not look there."""
    position = reader.position
    meanings = [*COLOUR_WORDS, say("any colour")]
    colours = [f"{letter} {reader.tell(meaning)}" for letter, meaning in zip(_CARD_LETTERS + LETTERS[GRAY], meanings, strict=True)]
    signs = [f"{seat + 1} {name}" for seat, name in enumerate(reader.names[: position.seats])]
    cities = {CITY: say("city"), WANTED: say("city of an unfinished ticket of yours")}
    signs += [f"{sign} {reader.tell(meaning)}" for sign, meaning in cities.items()]
    points = ", ".join(f"{length}: {position.board.points[length]}" for length in range(1, position.board.longest + 1))
    return [
        *flowed("", colours, "  "),
        *flowed("", signs, "  "),
        reader.tell(say("One sign is one space, two side by side are the two tracks of a double route.")),
        reader.tell(say("Points by length: {points}", points=points)),
    ]


# Plain text.


def _cards_of(counts: Iterable[int], seat: int) -> list[int]:
    return list(counts)[seat * COLOURS : (seat + 1) * COLOURS]

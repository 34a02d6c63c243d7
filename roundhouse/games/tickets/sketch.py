"""The table of Ticket to Ride as plain text: who stands where, what lies open, what is yours, and the map."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, cast
from unicodedata import combining, east_asian_width

from roundhouse.core.bits import members
from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.core.state import OVER, View
from roundhouse.games.tickets.board import (
    CITIES,
    COLOURS,
    END_A,
    END_B,
    GRAY,
    LENGTH,
    LOCOMOTIVE,
    LONGEST,
    LONGEST_PATH_BONUS,
    OFFER,
    POINTS,
    TICKET_A,
    TICKET_B,
    TICKET_POINTS,
    TRACKS,
    bit_of,
    plane_of,
)
from roundhouse.games.tickets.notation import ticket_name
from roundhouse.games.tickets.phases import NONE
from roundhouse.games.tickets.phrases import COLOUR_WORDS, cards
from roundhouse.games.tickets.scoring import longest_paths, ticket_points
from roundhouse.games.tickets.state import Tickets
from roundhouse.games.tickets.textmap import CITY, LETTERS, WANTED, WIDTH, draw_map
from roundhouse.games.tickets.words import prompt, tickets_left
from roundhouse.ui.text import translate

_NAME_WIDTH: Final = 20
_CARD_LETTERS: Final = LETTERS[:LOCOMOTIVE] + "L"


def sketch(view: View, names: Sequence[str], language: str) -> str:
    """The table as the seat of the view sees it, at most 100 columns wide."""
    scene = _Scene(cast("Tickets", view.position), view.seat, [_printable(name) for name in names], language)
    over = scene.position.actor == OVER
    parts = [
        _heading(scene, view),
        _final_table(scene) if over else _seat_table(scene),
        _revealed_tickets(scene) if over else _open_cards(scene),
        _own(scene) if view.seat >= 0 and not over else [],
        draw_map(scene.position, _wanted_cities(scene)),
        _legend(scene),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)


class _Scene(NamedTuple):
    """What every part of the sketch needs."""

    position: Tickets
    reader: int
    names: list[str]
    language: str

    def told(self, sentence: Sentence) -> str:
        return translate(sentence, self.language, self.names)


def _heading(scene: _Scene, view: View) -> list[str]:
    position = scene.position
    if position.actor == OVER:
        return [scene.told(prompt(view))]
    mover = max(position.actor, position.turn)
    if mover == NONE:
        return [scene.told(say("Set-up"))]
    lines = [scene.told(say("To move: {name}", name=scene.names[mover]))]
    if position.last:
        left = say_many("Last round: {count} turn is left.", "Last round: {count} turns are left.", count=position.last)
        lines.append(scene.told(left))
    return lines


# Players.


def _seat_table(scene: _Scene) -> list[str]:
    """Everything public about the seats (TTR-25), with the cards that all have seen them take."""
    position = scene.position
    heads = [say("points"), say("trains"), say("cards"), say("tickets"), say("cards seen")]
    rows = [["", "", *(scene.told(head) for head in heads)]]
    for seat in range(position.seats):
        numbers = (position.points[seat], position.trains[seat], position.size[seat], position.held[seat])
        known = [f"{count}{_CARD_LETTERS[c]}" for c, count in enumerate(_cards_of(position.known, seat)) if count]
        mark = ">" if seat == max(position.actor, position.turn) else ""
        rows.append([mark, _player(scene, seat), *(str(number) for number in numbers), " ".join(known)])
    return _table(rows, "<<>>>><")


def _final_table(scene: _Scene) -> list[str]:
    """TTR-81: where the points come from, best first."""
    position = scene.position
    ranks, paths, scores = position.ranks(), longest_paths(position), position.scores()
    heads = [say("routes"), say("tickets"), say("longest path"), say("bonus"), say("total")]
    rows = [["", "", *(scene.told(head) for head in heads)]]
    for seat in sorted(range(position.seats), key=lambda seat: ranks[seat]):
        worth = ticket_points(position, seat)
        bonus = LONGEST_PATH_BONUS if 0 < paths[seat] == max(paths) else 0
        numbers = (position.points[seat], worth, paths[seat], bonus, scores[seat])
        rows.append([f"{ranks[seat] + 1}.", _player(scene, seat), *(str(number) for number in numbers)])
    return _table(rows, "<<>>>>>")


def _player(scene: _Scene, seat: int) -> str:
    name = f"{seat + 1} {scene.names[seat]}"
    return scene.told(say("{name} (you)", name=name)) if seat == scene.reader else name


def _revealed_tickets(scene: _Scene) -> list[str]:
    """TTR-83 and TTR-84: every ticket, with what it has won or lost."""
    lines: list[str] = []
    for seat, name in enumerate(scene.names[: scene.position.seats]):
        done = scene.position.completed(seat)
        tickets = [
            f"{ticket_name(ticket)} {'+' if done >> ticket & 1 else '-'}{TICKET_POINTS[ticket]}"
            for ticket in members(scene.position.mine[seat])
        ]
        lines += _flowed(scene.told(say("{name}:", name=f"{seat + 1} {name}")), tickets, ", ")
    return lines


# What lies open.


def _open_cards(scene: _Scene) -> list[str]:
    position = scene.position
    shown = [scene.told(say("empty") if card == NONE else COLOUR_WORDS[card]) for card in position.slot]
    piles = say(
        "Deck: {down}   Discard pile: {thrown}   Ticket deck: {tickets}",
        down=position.down,
        thrown=position.thrown,
        tickets=tickets_left(position),
    )
    return [scene.told(say("Display: {cards}", cards=", ".join(shown))), scene.told(piles)]


# What is the reader's own.


def _own(scene: _Scene) -> list[str]:
    hand = _cards_of(scene.position.hand, scene.reader)
    kinds = sorted((colour for colour in range(COLOURS) if hand[colour]), key=lambda colour: -hand[colour])
    held = [scene.told(cards(colour, hand[colour])) for colour in kinds] or [scene.told(say("none"))]
    lines = _flowed(scene.told(say("Your hand:")), held, ", ")
    mine = members(scene.position.mine[scene.reader])
    if mine:
        lines.append(scene.told(say("Your tickets:")))
        lines += _table([["", *_ticket_row(scene, ticket)] for ticket in mine], "<<><")
    offer = _offer(scene)
    if offer:
        lines.append(scene.told(say("Tickets to choose from:")))
        lines += _table([[f"{place + 1}", *_ticket_row(scene, ticket)] for place, ticket in offer], "><><")
    return lines


def _ticket_row(scene: _Scene, ticket: int) -> list[str]:
    points = say("{points} points", points=TICKET_POINTS[ticket])
    return [ticket_name(ticket), scene.told(points), scene.told(_progress(scene, ticket))]


def _progress(scene: _Scene, ticket: int) -> Sentence:
    missing = trains_missing(scene.position, scene.reader, ticket)
    if missing is None:
        return say("can no longer be completed")
    if missing == 0:
        return say("done")
    left = scene.position.trains[scene.reader]
    if missing > left:
        return say_many("{count} train to lay, {left} left", "{count} trains to lay, {left} left", count=missing, left=left)
    return say_many("{count} train to lay", "{count} trains to lay", count=missing)


def trains_missing(position: Tickets, seat: int, ticket: int) -> int | None:
    """The fewest trains that would still complete a ticket along own and open tracks; None where no way is left."""
    best = [-1] * CITIES
    queue = [(0, TICKET_A[ticket])]
    while queue:
        trains, city = heapq.heappop(queue)
        if city == TICKET_B[ticket]:
            return trains
        if best[city] >= 0:
            continue
        best[city] = trains
        for other, price in _ways(position, seat, city):
            heapq.heappush(queue, (trains + price, other))
    return None


def _ways(position: Tickets, seat: int, city: int) -> list[tuple[int, int]]:
    """Where a seat can go from a city, and the trains that takes: none along its own tracks."""
    ways = []
    for track in range(TRACKS):
        if city in (END_A[track], END_B[track]):
            plane, bit = seat * 2 + plane_of(track), bit_of(track)
            other = END_A[track] + END_B[track] - city
            if position.own[plane] & bit:
                ways.append((other, 0))
            elif position.open[plane] & bit:
                ways.append((other, LENGTH[track]))
    return ways


def _offer(scene: _Scene) -> list[tuple[int, int]]:
    """The tickets that the reader may choose from now, with their places."""
    if scene.position.actor != scene.reader:
        return []
    offer = scene.position.offer[scene.reader * OFFER : (scene.reader + 1) * OFFER]
    return [(place, ticket) for place, ticket in enumerate(offer) if ticket != NONE]


def _wanted_cities(scene: _Scene) -> set[int]:
    """The ends of the tickets that the reader still has to complete or may choose."""
    if scene.reader < 0 or scene.position.actor == OVER:
        return set()
    position = scene.position
    unfinished = members(position.mine[scene.reader] & ~position.completed(scene.reader))
    tickets = unfinished + [ticket for _, ticket in _offer(scene)]
    return {city for ticket in tickets for city in (TICKET_A[ticket], TICKET_B[ticket])}


# Below the map.


def _legend(scene: _Scene) -> list[str]:
    """The signs of the map. No sentence stands within an f-string: the extractor of messages does not look there."""
    position = scene.position
    meanings = [*COLOUR_WORDS, say("any colour")]
    colours = [f"{letter} {scene.told(meaning)}" for letter, meaning in zip(_CARD_LETTERS + LETTERS[GRAY], meanings, strict=True)]
    signs = [f"{seat + 1} {name}" for seat, name in enumerate(scene.names[: position.seats])]
    cities = {CITY: say("city"), WANTED: say("city of an unfinished ticket of yours")}
    signs += [f"{sign} {scene.told(meaning)}" for sign, meaning in cities.items()]
    points = ", ".join(f"{length}: {POINTS[length]}" for length in range(1, LONGEST + 1))
    return [
        *_flowed("", colours, "  "),
        *_flowed("", signs, "  "),
        scene.told(say("One sign is one space, two side by side are the two tracks of a double route.")),
        scene.told(say("Points by length: {points}", points=points)),
    ]


# Plain text.


def _cards_of(counts: Iterable[int], seat: int) -> list[int]:
    return list(counts)[seat * COLOURS : (seat + 1) * COLOURS]


def _printable(name: str) -> str:
    """A name that cannot disturb a terminal, and leaves room for the rest of its line."""
    return "".join(sign if sign.isprintable() else "?" for sign in name)[:_NAME_WIDTH]


def _flowed(head: str, items: Sequence[str], gap: str) -> list[str]:
    """Items after a head, as many to a line as fit, none broken in two."""
    lines = [f"{head} " if head else ""]
    for item in items:
        if _cells(lines[-1]) + _cells(item) + len(gap) > WIDTH:
            lines.append("  ")
        lines[-1] += item + gap
    lines[-1] = lines[-1].removesuffix(gap)
    return [line.rstrip() for line in lines]


def _table(rows: Sequence[Sequence[str]], sides: str) -> list[str]:
    """Rows in columns of equal width, each aligned to its side, `<` or `>`."""
    widths = [max(_cells(row[i]) for row in rows) for i in range(len(sides))]
    return ["  ".join(_aligned(row[i], widths[i], sides[i]) for i in range(len(sides))).rstrip() for row in rows]


def _aligned(text: str, width: int, side: str) -> str:
    space = " " * (width - _cells(text))
    return space + text if side == ">" else text + space


def _cells(text: str) -> int:
    """Columns that a text takes in a terminal: wide signs take two, accents none."""
    return sum(0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in text)

"""The table of Railroad Tycoon as plain text: the map, the players, the open cards, and every city with cubes and links."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roundhouse.core.bits import members
from roundhouse.core.sentence import SeatName, say
from roundhouse.core.state import View
from roundhouse.games.tycoon.board import (
    CITIES,
    CITY_NAMES,
    COLOURS,
    ENGINEERING,
    HOTEL,
    KINDS,
    LAND_GRANT,
    MARKERS_TO_END,
    SIDE_NAMES,
    SIDES,
    TYCOON_NAMES,
    WESTERN_CITY,
)
from roundhouse.games.tycoon.moves import HOP, LAY, OWNERS, STOP, TURN
from roundhouse.games.tycoon.notation import hex_name, notation, spell, stub_name
from roundhouse.games.tycoon.phrases import COLOUR_WORDS, card, money
from roundhouse.games.tycoon.position import BUILDING, DELIVERING, LOOSE, OPEN_CASH
from roundhouse.games.tycoon.score import bonus
from roundhouse.games.tycoon.state import Tycoon
from roundhouse.games.tycoon.textmap import CURVE, HILLS, OPEN, RIVER, SHORT_NAMES, STRAIGHTS, text_map
from roundhouse.games.tycoon.track import head_of, last_gate, price, walk
from roundhouse.games.tycoon.whereabouts import near
from roundhouse.games.tycoon.words import prompt
from roundhouse.ui.columns import WIDTH, flowed, paragraphs, player, printable, table
from roundhouse.ui.reader import Reader

_CUBE_LETTERS: Final = "RYBPK"
_COVERED: Final = "?"
_INDENT: Final = 34  # of a row that goes on


def sketch(view: View[Tycoon], names: Sequence[str], language: str) -> str:
    """Return the table as the seat of the view sees it, at most 100 columns wide, with other players' money covered (RRT-39)."""
    reader: Reader[Tycoon] = Reader(view, [printable(name) for name in names], language)
    parts = [
        _heading(reader),
        _final_table(reader) if reader.over else _seat_table(reader),
        _cards(reader),
        _tiles(reader),
        _links(reader),
        _map(reader),
        _city_table(reader),
        _unfinished(reader),
        _legend(reader),
    ]
    return paragraphs(parts)


def _map(reader: Reader[Tycoon]) -> list[str]:
    signs = [(OPEN, say("open ground")), (HILLS, say("hills")), (RIVER, say("river"))]
    signs.append((f"1{next(iter(STRAIGHTS.values()))} 2{CURVE}", say("track of players 1 and 2, straight or curved")))
    signs.append(("1x2", say("crossing")))
    legend = flowed("", [f"{sign} {reader.tell(meaning)}" for sign, meaning in signs], "  ")
    cities = flowed("", [f"{short} {name}" for name, short in SHORT_NAMES.items()], "  ")
    return [*text_map(reader.position), "", *legend, *cities]


def _heading(reader: Reader[Tycoon]) -> list[str]:
    position = reader.position
    lines = _wrapped(reader.tell(prompt(reader.view)))
    if not reader.over and position.turn:
        lines.insert(0, reader.tell(say("Turn {turn}, round {round} of 3", turn=position.turn, round=position.round)))
    return lines


# Players.


def _seat_table(reader: Reader[Tycoon]) -> list[str]:
    position = reader.position
    heads = [say("points"), say("income"), say("money"), say("shares"), say("level"), say("links")]
    rows = [["", "", *(reader.tell(head) for head in heads)]]
    for seat in range(position.seats):
        covered = seat != reader.seat and not position.chosen(OPEN_CASH)
        cash = _COVERED if covered else reader.tell(money(position.cash[seat]))
        numbers = [str(position.points[seat]), reader.tell(money(position.income(seat))), cash]
        numbers += [str(number) for number in (position.shares[seat], position.level[seat], position.links_of(seat))]
        mark = ">" if seat == position.actor else "*" if seat == position.first and position.turn else ""
        rows.append([mark, player(reader, seat), *numbers])
    lines = table(rows, "<<>>>>>>")
    for seat in range(position.seats):
        own = _own_cards(reader, seat)
        if own:
            lines += flowed(reader.tell(say("Cards of {name}:", name=reader.names[seat])), own)
    if reader.seat >= 0 and position.tycoon[reader.seat] >= 0:
        lines.append(reader.tell(say("Your tycoon: {tycoon}", tycoon=TYCOON_NAMES[position.tycoon[reader.seat]])))
    return lines


def _own_cards(reader: Reader[Tycoon], seat: int) -> list[str]:
    position = reader.position
    own = [reader.tell(card(HOTEL + hotel)) for hotel, owner in enumerate(position.hotel) if owner == seat]
    own += [reader.tell(card(LAND_GRANT))] * position.grants[seat] + [reader.tell(card(ENGINEERING))] * position.engineers[seat]
    own += [
        reader.tell(say("western link {city}", city=CITY_NAMES[WESTERN_CITY[number]]))
        for number, owner in enumerate(position.western)
        if owner == seat
    ]
    return own


def _final_table(reader: Reader[Tycoon]) -> list[str]:
    """List where the scores come from, best first (RRT-187); links and money break ties (RRT-189)."""
    position = reader.position
    ranks, scores = position.ranks(), position.scores()
    heads = [say("points"), say("shares"), say("tycoon"), say("bonus"), say("total"), say("links"), say("money")]
    rows = [["", "", *(reader.tell(head) for head in heads)]]
    for seat in reader.seat_order():
        tycoon = position.tycoon[seat]
        earned = bonus(position, seat, tycoon) if tycoon >= 0 else 0
        row = [f"{ranks[seat] + 1}.", player(reader, seat), str(position.points[seat]), str(-position.shares[seat])]
        row += [TYCOON_NAMES[tycoon] if tycoon >= 0 else "", str(earned), str(scores[seat])]
        rows.append([*row, str(position.links_of(seat)), reader.tell(money(position.cash[seat]))])
    return table(rows, "<<>><>>>>")


# What lies open.


def _cards(reader: Reader[Tycoon]) -> list[str]:
    position = reader.position
    shown = [(kind, position.display[kind]) for kind in range(KINDS) if position.display[kind]]
    names = [reader.tell(card(kind)) + (f" x{count}" if count > 1 else "") for kind, count in shown]
    markers = say("Empty cities: {markers} of {end}", markers=position.markers(), end=MARKERS_TO_END[position.seats])
    lines = flowed(reader.tell(say("Available cards:")), names) if names else []
    stock = [f"{count} {reader.tell(COLOUR_WORDS[colour])}" for colour, count in enumerate(position.stock) if count]
    return [*lines, *flowed(reader.tell(say("New cities in stock:")), stock or ["0"]), reader.tell(markers)]


def _tiles(reader: Reader[Tycoon]) -> list[str]:
    """List each step with its price while the reader builds."""
    position = reader.position
    if position.phase != BUILDING or position.actor != reader.seat:
        return []
    steps = []
    for move in position.legal_moves():
        if move != STOP:
            turned = move >= TURN
            gate = last_gate(position, position.stub) if turned else head_of(position, position.stub)
            cost = money(price(position, position.actor, gate, move - TURN if turned else move - LAY))
            steps.append(f"{notation(move)} ({reader.tell(near(gate // SIDES))}, {reader.tell(cost)})")
    return flowed(reader.tell(say("Possible tiles:")), steps)


def _links(reader: Reader[Tycoon]) -> list[str]:
    """List the links that the reader's cube can take, with the players whose numbers stand in the moves."""
    position = reader.position
    if position.phase != DELIVERING or position.actor != reader.seat:
        return []
    steps = [f"{spell(move)} ({reader.names[(move - HOP) % OWNERS]})" for move in position.legal_moves()]
    return flowed(reader.tell(say("Possible links:")), steps)


def _city_table(reader: Reader[Tycoon]) -> list[str]:
    """List every city: its colour, its cubes or the sign of an empty one, and where links lead, each with its owner."""
    position = reader.position
    rows = [[reader.tell(head) for head in (say("city"), say("colour"), say("cubes"), say("links"))]]
    for city in range(CITIES):
        counts = [position.goods[city * COLOURS + colour] for colour in range(COLOURS)]
        cubes = (
            "".join(letter * count for letter, count in zip(_CUBE_LETTERS, counts, strict=True))
            if sum(counts) <= 12
            else _short(counts)
        )
        if position.marked >> city & 1:
            cubes = "-"
        rows.append([CITY_NAMES[city], reader.tell(COLOUR_WORDS[position.colour_of(city)]), cubes, _links_at(position, city)])
    return _cut(table(rows, "<<<<"))


def _short(counts: Sequence[int]) -> str:
    return " ".join(f"{count}{letter}" for letter, count in zip(_CUBE_LETTERS, counts, strict=True) if count)


def _links_at(position: Tycoon, city: int) -> str:
    """Return the links of a city with their owners, such as `Toledo 1, Milwaukee 1+2`."""
    found = []
    for other in members(position.joined[city]):
        owners = [str(seat + 1) for seat in range(position.seats) if position.own[seat * CITIES + city] >> other & 1]
        found.append(f"{CITY_NAMES[other]} {'+'.join(owners)}")
    return ", ".join(found)


def _cut(lines: Sequence[str]) -> list[str]:
    """Break long rows and continue them below, under the last column."""
    result = []
    for line in lines:
        rest = line
        while len(rest) > WIDTH:
            at = rest.rfind(", ", 0, WIDTH)
            result.append(rest[: at + 1])
            rest = " " * _INDENT + rest[at + 2 :]
        result.append(rest)
    return result


def _wrapped(text: str) -> list[str]:
    return flowed("", text.split(" "), " ")


def _unfinished(reader: Reader[Tycoon]) -> list[str]:
    """List loose ends: owner, where they begin, their tiles and where they point."""
    position = reader.position
    lines = []
    for at in range(0, len(position.loose), LOOSE):
        way = list(walk(position, position.loose[at + 1]))
        tiles = " ".join(hex_name(each) for each in way[::3])
        end = f"{tiles} > {SIDE_NAMES[way[-1]]}"
        stub, owner = stub_name(position.loose[at + 1]), SeatName(position.loose[at])
        lines += _wrapped(reader.tell(say("Unfinished: {stub}, {name}: {tiles}", stub=stub, name=owner, tiles=end)))
    return lines


def _legend(reader: Reader[Tycoon]) -> list[str]:
    letters = [f"{letter} {reader.tell(word)}" for letter, word in zip(_CUBE_LETTERS, COLOUR_WORDS, strict=False)]
    meanings = (("-", say("empty city")), (">", say("to move")), ("*", say("first player")))
    return flowed("", [*letters, *(f"{sign} {reader.tell(meaning)}" for sign, meaning in meanings)], "  ")

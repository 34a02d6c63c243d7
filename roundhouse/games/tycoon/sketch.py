"""The table of Railroad Tycoon as plain text: who stands where, which cards lie open, and every city with cubes and links."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, cast

from roundhouse.core.bits import members
from roundhouse.core.sentence import SeatName, Sentence, say
from roundhouse.core.state import OVER, View
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
from roundhouse.games.tycoon.moves import LAY, STOP, TURN
from roundhouse.games.tycoon.notation import hex_name, notation, stub_name
from roundhouse.games.tycoon.phrases import COLOUR_WORDS, card, money
from roundhouse.games.tycoon.position import BUILDING, LOOSE, OPEN_CASH
from roundhouse.games.tycoon.score import bonus
from roundhouse.games.tycoon.state import Tycoon
from roundhouse.games.tycoon.track import head_of, last_gate, price, walk
from roundhouse.games.tycoon.words import prompt
from roundhouse.ui.columns import WIDTH, flowed, printable, table
from roundhouse.ui.text import translate

_CUBE_LETTERS: Final = "RYBPK"
_COVERED: Final = "?"
_INDENT: Final = 34  # of a row that goes on


def sketch(view: View, names: Sequence[str], language: str) -> str:
    """The table as the seat of the view sees it, at most 100 columns wide; RRT-39: other players' money is covered."""
    scene = _Scene(cast("Tycoon", view.position), view.seat, [printable(name) for name in names], language)
    parts = [
        _heading(scene, view),
        _final_table(scene) if scene.position.actor == OVER else _seat_table(scene),
        _cards(scene),
        _tiles(scene),
        _city_table(scene),
        _unfinished(scene),
        _legend(scene),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)


class _Scene(NamedTuple):
    """What every part of the sketch needs."""

    position: Tycoon
    reader: int
    names: list[str]
    language: str

    def told(self, sentence: Sentence) -> str:
        return translate(sentence, self.language, self.names)

    def player(self, seat: int) -> str:
        name = f"{seat + 1} {self.names[seat]}"
        return self.told(say("{name} (you)", name=name)) if seat == self.reader else name


def _heading(scene: _Scene, view: View) -> list[str]:
    position = scene.position
    lines = _wrapped(scene.told(prompt(view)))
    if position.actor != OVER and position.turn:
        lines.insert(0, scene.told(say("Turn {turn}, round {round} of 3", turn=position.turn, round=position.round)))
    return lines


# Players.


def _seat_table(scene: _Scene) -> list[str]:
    position = scene.position
    heads = [say("points"), say("income"), say("money"), say("shares"), say("level"), say("links")]
    rows = [["", "", *(scene.told(head) for head in heads)]]
    for seat in range(position.seats):
        covered = seat != scene.reader and not position.chosen(OPEN_CASH)
        cash = _COVERED if covered else scene.told(money(position.cash[seat]))
        numbers = [str(position.points[seat]), scene.told(money(position.income(seat))), cash]
        numbers += [str(number) for number in (position.shares[seat], position.level[seat], position.links_of(seat))]
        mark = ">" if seat == position.actor else "*" if seat == position.first and position.turn else ""
        rows.append([mark, scene.player(seat), *numbers])
    lines = table(rows, "<<>>>>>>")
    for seat in range(position.seats):
        own = _own_cards(scene, seat)
        if own:
            lines += flowed(scene.told(say("Cards of {name}:", name=scene.names[seat])), own)
    if scene.reader >= 0 and position.tycoon[scene.reader] >= 0:
        lines.append(scene.told(say("Your tycoon: {tycoon}", tycoon=TYCOON_NAMES[position.tycoon[scene.reader]])))
    return lines


def _own_cards(scene: _Scene, seat: int) -> list[str]:
    position = scene.position
    own = [scene.told(card(HOTEL + hotel)) for hotel, owner in enumerate(position.hotel) if owner == seat]
    own += [scene.told(card(LAND_GRANT))] * position.grants[seat] + [scene.told(card(ENGINEERING))] * position.engineers[seat]
    own += [
        scene.told(say("western link {city}", city=CITY_NAMES[WESTERN_CITY[number]]))
        for number, owner in enumerate(position.western)
        if owner == seat
    ]
    return own


def _final_table(scene: _Scene) -> list[str]:
    """RRT-187: where the scores come from, best first; RRT-189: links and money break ties."""
    position = scene.position
    ranks, scores = position.ranks(), position.scores()
    heads = [say("points"), say("shares"), say("tycoon"), say("bonus"), say("total"), say("links"), say("money")]
    rows = [["", "", *(scene.told(head) for head in heads)]]
    for seat in sorted(range(position.seats), key=lambda seat: ranks[seat]):
        tycoon = position.tycoon[seat]
        earned = bonus(position, seat, tycoon) if tycoon >= 0 else 0
        row = [f"{ranks[seat] + 1}.", scene.player(seat), str(position.points[seat]), str(-position.shares[seat])]
        row += [TYCOON_NAMES[tycoon] if tycoon >= 0 else "", str(earned), str(scores[seat])]
        rows.append([*row, str(position.links_of(seat)), scene.told(money(position.cash[seat]))])
    return table(rows, "<<>><>>>>")


# What lies open.


def _cards(scene: _Scene) -> list[str]:
    position = scene.position
    shown = [(kind, position.display[kind]) for kind in range(KINDS) if position.display[kind]]
    names = [scene.told(card(kind)) + (f" x{count}" if count > 1 else "") for kind, count in shown]
    markers = say("Empty cities: {markers} of {end}", markers=position.markers(), end=MARKERS_TO_END[position.seats])
    lines = flowed(scene.told(say("Available cards:")), names) if names else []
    stock = [f"{count} {scene.told(COLOUR_WORDS[colour])}" for colour, count in enumerate(position.stock) if count]
    return [*lines, *flowed(scene.told(say("New cities in stock:")), stock or ["0"]), scene.told(markers)]


def _tiles(scene: _Scene) -> list[str]:
    """While the reader builds: each step with its price."""
    position = scene.position
    if position.phase != BUILDING or position.actor != scene.reader:
        return []
    steps = []
    for move in position.legal_moves():
        if move != STOP:
            turned = move >= TURN
            gate = last_gate(position, position.stub) if turned else head_of(position, position.stub)
            cost = money(price(position, position.actor, gate, move - TURN if turned else move - LAY))
            steps.append(f"{notation(move)} ({hex_name(gate // SIDES)}, {scene.told(cost)})")
    return flowed(scene.told(say("Possible tiles:")), steps)


def _city_table(scene: _Scene) -> list[str]:
    """Every city: its colour, its cubes or the sign of an empty one, and where links lead, each with its owner."""
    position = scene.position
    rows = [[scene.told(head) for head in (say("city"), say("colour"), say("cubes"), say("links"))]]
    for city in range(CITIES):
        counts = [position.goods[city * COLOURS + colour] for colour in range(COLOURS)]
        cubes = (
            "".join(letter * count for letter, count in zip(_CUBE_LETTERS, counts, strict=True))
            if sum(counts) <= 12
            else _short(counts)
        )
        if position.marked >> city & 1:
            cubes = "-"
        rows.append([CITY_NAMES[city], scene.told(COLOUR_WORDS[position.colour_of(city)]), cubes, _links_at(position, city)])
    return _cut(table(rows, "<<<<"))


def _short(counts: Sequence[int]) -> str:
    return " ".join(f"{count}{letter}" for letter, count in zip(_CUBE_LETTERS, counts, strict=True) if count)


def _links_at(position: Tycoon, city: int) -> str:
    """`Toledo 1, Milwaukee 1+2`."""
    found = []
    for other in members(position.joined[city]):
        owners = [str(seat + 1) for seat in range(position.seats) if position.own[seat * CITIES + city] >> other & 1]
        found.append(f"{CITY_NAMES[other]} {'+'.join(owners)}")
    return ", ".join(found)


def _cut(lines: Sequence[str]) -> list[str]:
    """Long rows go on below, under the last column."""
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


def _unfinished(scene: _Scene) -> list[str]:
    """Loose ends: owner, where they begin, their tiles and where they point."""
    position = scene.position
    lines = []
    for at in range(0, len(position.loose), LOOSE):
        way = list(walk(position, position.loose[at + 1]))
        tiles = " ".join(hex_name(each) for each in way[::3])
        end = f"{tiles} > {SIDE_NAMES[way[-1]]}"
        stub, owner = stub_name(position.loose[at + 1]), SeatName(position.loose[at])
        lines += _wrapped(scene.told(say("Unfinished: {stub}, {name}: {tiles}", stub=stub, name=owner, tiles=end)))
    return lines


def _legend(scene: _Scene) -> list[str]:
    letters = [f"{letter} {scene.told(word)}" for letter, word in zip(_CUBE_LETTERS, COLOUR_WORDS, strict=False)]
    meanings = (("-", say("empty city")), (">", say("to move")), ("*", say("first player")))
    return flowed("", [*letters, *(f"{sign} {scene.told(meaning)}" for sign, meaning in meanings)], "  ")

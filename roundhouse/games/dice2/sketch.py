"""The table of Railroad Dice 2 as plain text: who has what, what the banks hold, who waits where, and the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, cast
from unicodedata import combining, east_asian_width

from roundhouse.core.bits import count_bits, members
from roundhouse.core.sentence import Sentence, say
from roundhouse.core.state import OVER, View
from roundhouse.games.dice2.board import CELLS, COLOURS, FACES, PRICE, SLOWEST, STATIONS, TILES, VALUES
from roundhouse.games.dice2.lines import distance
from roundhouse.games.dice2.notation import station_name
from roundhouse.games.dice2.phrases import COLOUR_WORDS, TERRAIN_WORDS, dice, tokens
from roundhouse.games.dice2.position import CLOSING, GREYS, HOMES, NONE
from roundhouse.games.dice2.state import Dice2
from roundhouse.games.dice2.textmap import TERRAIN, draw_map
from roundhouse.games.dice2.traffic import on_sale
from roundhouse.games.dice2.words import prompt
from roundhouse.ui.text import translate

_NAME_WIDTH: Final = 20


def sketch(view: View, names: Sequence[str], language: str) -> str:
    """The table as everybody sees it, at most 100 columns wide."""
    scene = _Scene(cast("Dice2", view.position), view.seat, [_printable(name) for name in names], language)
    parts = [_heading(scene, view), _seats(scene), _banks(scene), _tiles(scene), draw_map(scene.position), _legend(scene)]
    return "\n\n".join("\n".join(part) for part in parts if part)


class _Scene(NamedTuple):
    """What every part of the sketch needs."""

    position: Dice2
    reader: int
    names: list[str]
    language: str

    def told(self, sentence: Sentence) -> str:
        return translate(sentence, self.language, self.names)


def _heading(scene: _Scene, view: View) -> list[str]:
    position = scene.position
    if position.actor == OVER:
        return [scene.told(prompt(view))]
    lines = [scene.told(say("To move: {name}", name=scene.names[position.turn]))]
    if position.phase in (HOMES, GREYS):
        lines.append(scene.told(say("Stations are being placed.")))
    if position.phase == CLOSING:
        lines.append(scene.told(say("Closing phase: only buying and transporting.")))
    if any(position.front):
        shown = [position.front[face] for face in range(FACES)]
        lines.append(scene.told(say("Dice in front of {name}: {dice}", name=scene.names[position.turn], dice=dice(shown))))
    return lines


def _seats(scene: _Scene) -> list[str]:
    """Tokens, locomotives (a used one in brackets), and the stations linked with their distance in tiles."""
    position = scene.position
    heads = [say("colour"), say("tokens"), say("linked"), say("locomotives"), say("distances")]
    rows = [["", "", *(scene.told(head) for head in heads)]]
    for seat in range(position.seats):
        mark = ">" if seat == position.turn and position.actor != OVER else ""
        ways = [
            f"{_short(position, goal)} {distance(position, seat, position.site[goal])}" for goal in members(position.linked[seat])
        ]
        numbers = [str(position.cash[seat]), str(count_bits(position.linked[seat]))]
        rows.append(
            [mark, _player(scene, seat), scene.told(COLOUR_WORDS[seat]), *numbers, _engines(position, seat), ", ".join(ways)]
        )
    return _table(rows, "<<<>><<")


def _player(scene: _Scene, seat: int) -> str:
    name = f"{seat + 1} {scene.names[seat]}"
    return scene.told(say("{name} (you)", name=name)) if seat == scene.reader else name


def _engines(position: Dice2, seat: int) -> str:
    held = []
    for value in range(VALUES):
        used = position.used[value] if seat == position.turn else 0
        held += [f"({value + SLOWEST})"] * used + [str(value + SLOWEST)] * (position.engines[seat * VALUES + value] - used)
    return " ".join(held) or "-"


def _short(position: Dice2, number: int) -> str:
    """A station as the map shows it."""
    if number < position.seats:
        return f"[{number + 1}]"
    return "(*)" if number < COLOURS else f"({station_name(number)})"


def _banks(scene: _Scene) -> list[str]:
    position = scene.position
    value = on_sale(position)
    stock = " ".join(str(each + SLOWEST) for each in range(VALUES) for _ in range(position.stock[each])) or "-"
    lines = [
        say(
            "Bank: {tokens}   Dice: {simple} simple, {complex} complex",
            tokens=tokens(position.bank),
            simple=position.simple,
            complex=position.complex,
        ),
        say("Locomotives in the bank: {stock}", stock=stock),
    ]
    if value != NONE:
        lines.append(say("On sale: locomotive {value} for {tokens}", value=value + SLOWEST, tokens=tokens(PRICE[value])))
    return [scene.told(line) for line in lines]


def _tiles(scene: _Scene) -> list[str]:
    """Who waits on each tile, and at which stations."""
    position = scene.position
    rows = [[scene.told(say("tile")), *(str(tile + 1) for tile in range(TILES))]]
    rows.append([scene.told(say("passengers")), *(str(position.pool[tile]) for tile in range(TILES))])
    there: list[list[str]] = [[] for _ in range(TILES)]
    for number in range(STATIONS):
        if position.site[number] != NONE:
            there[position.site[number] // CELLS].append(_short(position, number))
    rows.append([scene.told(say("stations")), *(" ".join(each) or "-" for each in there)])
    return _table(rows, "<" + ">" * TILES)


def _legend(scene: _Scene) -> list[str]:
    """The signs of the map."""
    terrain = [f"{sign} {scene.told(word)}" for sign, word in zip(TERRAIN, TERRAIN_WORDS, strict=True)]
    home, grey = scene.told(say("home of player 1")), scene.told(say("grey station"))
    return [
        "  ".join([*terrain, f"[1] {home}", f"(A) {grey}"]),
        scene.told(say("A letter N, E, S or W on a die is a switch, and the letter its root; a stroke ╱ or ╲ parts two curves.")),
        scene.told(say("A square is named by tile, column and row: 3b2.")),
    ]


# Plain text.


def _printable(name: str) -> str:
    """A name that cannot disturb a terminal, and leaves room for the rest of its line."""
    return "".join(sign if sign.isprintable() else "?" for sign in name)[:_NAME_WIDTH]


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

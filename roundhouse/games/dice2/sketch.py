"""The table of Railroad Dice 2 as plain text: the players, the banks, the passengers on each tile, and the map."""

from __future__ import annotations

from collections.abc import Sequence

from roundhouse.core.bits import count_bits, members
from roundhouse.core.sentence import say
from roundhouse.core.state import View
from roundhouse.games.dice2.board import CELLS, FACES, PRICE, SLOWEST, STATIONS, TILES, VALUES
from roundhouse.games.dice2.lines import distance
from roundhouse.games.dice2.phrases import COLOUR_WORDS, TERRAIN_WORDS, dice, tokens
from roundhouse.games.dice2.position import CLOSING, GREYS, HOMES, NONE
from roundhouse.games.dice2.state import Dice2
from roundhouse.games.dice2.textmap import TERRAIN, draw_map, station_letters
from roundhouse.games.dice2.traffic import on_sale
from roundhouse.games.dice2.words import prompt
from roundhouse.ui.columns import paragraphs, player, printable, table
from roundhouse.ui.reader import Reader


def sketch(view: View[Dice2], names: Sequence[str], language: str) -> str:
    """Return the table, the same for everyone, at most 100 columns wide."""
    reader: Reader[Dice2] = Reader(view, [printable(name) for name in names], language)
    parts = [_heading(reader), _seats(reader), _banks(reader), _tiles(reader), draw_map(reader.position), _legend(reader)]
    return paragraphs(parts)


def _heading(reader: Reader[Dice2]) -> list[str]:
    position = reader.position
    if reader.over:
        return [reader.tell(prompt(reader.view))]
    lines = [reader.tell(say("To move: {name}", name=reader.names[position.turn]))]
    if position.phase in (HOMES, GREYS):
        lines.append(reader.tell(say("Stations are being placed.")))
    if position.phase == CLOSING:
        lines.append(reader.tell(say("Closing phase: only buying and transporting.")))
    if any(position.front):
        shown = [position.front[face] for face in range(FACES)]
        lines.append(reader.tell(say("Dice in front of {name}: {dice}", name=reader.names[position.turn], dice=dice(shown))))
    return lines


def _seats(reader: Reader[Dice2]) -> list[str]:
    """List tokens, locomotives (used ones in brackets), and the linked stations with their distance in tiles."""
    position = reader.position
    heads = [say("colour"), say("tokens"), say("linked"), say("locomotives"), say("distances")]
    rows = [["", "", *(reader.tell(head) for head in heads)]]
    for seat in range(position.seats):
        mark = ">" if seat == position.turn and not reader.over else ""
        ways = [
            f"{station_letters(position, goal)} {distance(position, seat, position.site[goal])}"
            for goal in members(position.linked[seat])
        ]
        numbers = [str(position.cash[seat]), str(count_bits(position.linked[seat]))]
        rows.append(
            [mark, player(reader, seat), reader.tell(COLOUR_WORDS[seat]), *numbers, _engines(position, seat), ", ".join(ways)]
        )
    return table(rows, "<<<>><<")


def _engines(position: Dice2, seat: int) -> str:
    held = []
    for value in range(VALUES):
        used = position.used[value] if seat == position.turn else 0
        held += [f"({value + SLOWEST})"] * used + [str(value + SLOWEST)] * (position.engines[seat * VALUES + value] - used)
    return " ".join(held) or "-"


def _banks(reader: Reader[Dice2]) -> list[str]:
    position = reader.position
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
    return [reader.tell(line) for line in lines]


def _tiles(reader: Reader[Dice2]) -> list[str]:
    """List the passengers and stations on each tile."""
    position = reader.position
    rows = [[reader.tell(say("tile")), *(str(tile + 1) for tile in range(TILES))]]
    rows.append([reader.tell(say("passengers")), *(str(position.pool[tile]) for tile in range(TILES))])
    there: list[list[str]] = [[] for _ in range(TILES)]
    for number in range(STATIONS):
        if position.site[number] != NONE:
            there[position.site[number] // CELLS].append(station_letters(position, number))
    rows.append([reader.tell(say("stations")), *(" ".join(each) or "-" for each in there)])
    return table(rows, "<" + ">" * TILES)


def _legend(reader: Reader[Dice2]) -> list[str]:
    """List the signs of the map."""
    terrain = [f"{sign} {reader.tell(word)}" for sign, word in zip(TERRAIN, TERRAIN_WORDS, strict=True)]
    home, grey = reader.tell(say("home of player 1")), reader.tell(say("grey station"))
    return [
        "  ".join([*terrain, f"[1] {home}", f"(A) {grey}"]),
        reader.tell(say("A letter N, E, S or W on a die is a switch, and the letter its root; a stroke ╱ or ╲ parts two curves.")),
        reader.tell(say("A square is named by tile, column and row: 3b2.")),
    ]

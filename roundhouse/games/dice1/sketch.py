"""The table of Railroad Dice as plain text: the players, the companies, the large tiles and the general map."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from roundhouse.core.sentence import Sentence, say
from roundhouse.core.state import View
from roundhouse.games.dice1.board import (
    COMPANIES,
    FACES,
    KINDS,
    PLAN_COMPANY,
    PLAN_NEEDS,
    PLANS,
    SIDE_NAMES,
    SIDES,
    STATIONS,
)
from roundhouse.games.dice1.ground import exits_at
from roundhouse.games.dice1.moves import ENDS
from roundhouse.games.dice1.phrases import COMPANY_WORDS, KIND_WORDS, THE_END
from roundhouse.games.dice1.position import NONE, RUNNING
from roundhouse.games.dice1.state import Dice1
from roundhouse.games.dice1.stations import largest_group, price, stations_of
from roundhouse.games.dice1.textmap import COMPANY_LETTERS, END_LETTERS, KIND_SIGNS, draw_general_map, draw_tile
from roundhouse.games.dice1.words import prompt
from roundhouse.ui.columns import aligned, cells, paragraphs, player, printable, table
from roundhouse.ui.reader import Reader

_GAP: Final = "      "
_REQUIREMENTS: Final = (say("meadow"), say("lake"), say("mountain"))


def sketch(view: View[Dice1], names: Sequence[str], language: str) -> str:
    """Return the table as the seat of the view sees it, at most 100 columns wide: screens cover what other players hide."""
    reader: Reader[Dice1] = Reader(view, [printable(name) for name in names], language)
    parts = [_heading(reader), _seats(reader), _companies(reader), _supplies(reader), _tiles(reader), _general_map(reader)]
    return paragraphs([*parts, _legend(reader)])


def _heading(reader: Reader[Dice1]) -> list[str]:
    position = reader.position
    if reader.over:
        return [reader.tell(prompt(reader.view))]
    to_move = say("Year {year}   To move: {name}", year=position.year, name=reader.names[position.turn])
    lines = [reader.tell(to_move)]
    if position.closing != RUNNING:
        lines.append(reader.tell(say("The game ends with this year.")))
    return lines


# Players and companies.


def _seats(reader: Reader[Dice1]) -> list[str]:
    """List the players (RD1-25): dice in front are open; reserve and tokens stay behind the screen until the end."""
    position = reader.position
    heads = [say("straight"), say("curve"), say("share"), say("wild"), say("reserve"), say("passengers")]
    rows = [["", "", *(reader.tell(head) for head in heads)]]
    for seat in range(position.seats):
        mark = ">" if seat == position.turn and not reader.over else ""
        front = [str(position.front[seat * FACES + face]) for face in range(FACES)]
        hidden = [str(position.reserve[seat]), str(position.tokens[seat])]
        if seat != reader.seat and not reader.over and not position.bare:
            hidden = ["?", "?"]
        rows.append([mark, player(reader, seat), *front, *hidden])
    return table(rows, "<<>>>>>>")


def _companies(reader: Reader[Dice1]) -> list[str]:
    """List shares by owner, stations built, the group that pays, and the price of the next station by requirement."""
    position = reader.position
    heads = [say("company"), say("director"), say("bank")]
    last = [say("stations"), say("group"), say("next station")]
    shares = [str(seat + 1) for seat in range(position.seats)]
    rows = [["", *map(reader.tell, heads), *shares, *map(reader.tell, last)]]
    for company in range(COMPANIES):
        director = position.director[company]
        held = [str(position.shares[seat * COMPANIES + company]) for seat in range(position.seats)]
        rows.append(
            [
                COMPANY_LETTERS[company],
                reader.tell(COMPANY_WORDS[company]),
                "-" if director == NONE else str(director + 1),
                str(position.left[company]),
                *held,
                f"{stations_of(position, company)}/{STATIONS}",
                str(largest_group(position, company)),
                _prices(reader, company),
            ]
        )
    return table(rows, "<<>>" + ">" * position.seats + ">><")


def _prices(reader: Reader[Dice1], company: int) -> str:
    prices = []
    for plan in range(PLANS):
        if PLAN_COMPANY[plan] == company:
            cost = price(reader.position, plan)
            prices.append(f"{reader.tell(_REQUIREMENTS[PLAN_NEEDS[plan]])} {'-' if cost == NONE else cost}")
    return ", ".join(prices)


def _supplies(reader: Reader[Dice1]) -> list[str]:
    position = reader.position
    left = [f"{reader.tell(KIND_WORDS[kind])} {position.supply[kind]}" for kind in range(KINDS)]
    return [
        reader.tell(say("Dice in the bank: {count}", count=position.bank)),
        reader.tell(say("Mini-tiles left: {tiles}", tiles=", ".join(left))),
    ]


# The landscape.


def _tiles(reader: Reader[Dice1]) -> list[str]:
    """Draw the tiles of the two ends side by side (RD1-5), or one tile while both ends are on the start tile."""
    position = reader.position
    slots = [position.slot[0]] if position.slot[0] == position.slot[1] else [position.slot[0], position.slot[1]]
    blocks = [[_tile_title(reader, slot), *draw_tile(position, slot)] for slot in slots]
    wide = max(cells(line) for line in blocks[0])
    rows = zip_longest(*blocks, fillvalue="")
    return [_GAP.join(aligned(line, wide, "<") for line in row).rstrip() for row in rows]


def _tile_title(reader: Reader[Dice1], slot: int) -> str:
    """Name the ends on a tile, their pawns (RD1-6) and the open sides."""
    position = reader.position
    ends = [end for end in range(ENDS) if position.slot[end] == slot]
    names = [reader.tell(_end(position, end)) for end in ends]
    sides = exits_at(position.exits, ends[0])
    open_sides = "".join(SIDE_NAMES[side] for side in range(SIDES) if sides >> side & 1) or "-"
    return reader.tell(say("{ends}; open sides: {sides}", ends=", ".join(names), sides=open_sides))


def _end(position: Dice1, end: int) -> Sentence:
    if position.slot[0] == position.slot[1]:
        return THE_END[end]
    if position.orange == end:
        return say("{end} (orange pawn)", end=THE_END[end])
    if position.place[end] == 0:  # RD1-79: the brown pawns come in when the start tile is left for the second time
        return THE_END[end]
    return say("{end} (brown pawn)", end=THE_END[end])


def _general_map(reader: Reader[Dice1]) -> list[str]:
    return [reader.tell(say("General map:")), *draw_general_map(reader.position)]


def _legend(reader: Reader[Dice1]) -> list[str]:
    """List the signs of the maps."""
    terrain = [f"{sign} {reader.tell(word)}" for sign, word in zip(".~^", _REQUIREMENTS, strict=True)]
    kinds = [f"{sign} {reader.tell(word)}" for sign, word in zip(KIND_SIGNS, KIND_WORDS, strict=True)]
    ends = [f"{sign} {reader.tell(word)}" for sign, word in zip(END_LETTERS, THE_END, strict=True)]
    stations = [f"{sign} {reader.tell(word)}" for sign, word in zip(COMPANY_LETTERS, COMPANY_WORDS, strict=True)]
    return [
        reader.tell(say("Squares: {signs}", signs="  ".join(terrain))),
        reader.tell(say("Tiles: {signs}", signs="  ".join(kinds))),
        reader.tell(say("Stations: {signs}", signs="  ".join(stations))),
        reader.tell(say("Where an end points: {signs}", signs="  ".join(ends))),
    ]

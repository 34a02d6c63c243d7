"""The table of Railroad Dice as plain text: who has what, the companies, the large tiles and the general map."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final, NamedTuple, cast
from unicodedata import combining, east_asian_width

from roundhouse.core.sentence import Sentence, say
from roundhouse.core.state import OVER, View
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
from roundhouse.ui.text import translate

_NAME_WIDTH: Final = 20
_GAP: Final = "      "
_REQUIREMENTS: Final = (say("meadow"), say("lake"), say("mountain"))


def sketch(view: View, names: Sequence[str], language: str) -> str:
    """The table as the seat of the view sees it, at most 100 columns wide: the screens of the others cover what is behind them."""
    scene = _Scene(cast("Dice1", view.position), view.seat, [_printable(name) for name in names], language)
    parts = [_heading(scene, view), _seats(scene), _companies(scene), _supplies(scene), _tiles(scene), _general_map(scene)]
    return "\n\n".join("\n".join(part) for part in [*parts, _legend(scene)])


class _Scene(NamedTuple):
    """What every part of the sketch needs."""

    position: Dice1
    reader: int
    names: list[str]
    language: str

    def told(self, sentence: Sentence) -> str:
        return translate(sentence, self.language, self.names)


def _heading(scene: _Scene, view: View) -> list[str]:
    position = scene.position
    if position.actor == OVER:
        return [scene.told(prompt(view))]
    to_move = say("Year {year}   To move: {name}", year=position.year, name=scene.names[position.turn])
    lines = [scene.told(to_move)]
    if position.closing != RUNNING:
        lines.append(scene.told(say("The game ends with this year.")))
    return lines


# Players and companies.


def _seats(scene: _Scene) -> list[str]:
    """RD1-25: dice in front are open; reserve and tokens stand behind the screen until the end."""
    position = scene.position
    heads = [say("straight"), say("curve"), say("share"), say("wild"), say("reserve"), say("passengers")]
    rows = [["", "", *(scene.told(head) for head in heads)]]
    for seat in range(position.seats):
        mark = ">" if seat == position.turn and position.actor != OVER else ""
        front = [str(position.front[seat * FACES + face]) for face in range(FACES)]
        hidden = [str(position.reserve[seat]), str(position.tokens[seat])]
        if seat != scene.reader and position.actor != OVER and not position.bare:
            hidden = ["?", "?"]
        rows.append([mark, _player(scene, seat), *front, *hidden])
    return _table(rows, "<<>>>>>>")


def _player(scene: _Scene, seat: int) -> str:
    name = f"{seat + 1} {scene.names[seat]}"
    return scene.told(say("{name} (you)", name=name)) if seat == scene.reader else name


def _companies(scene: _Scene) -> list[str]:
    """Shares by owner, stations built, the group that pays, and the price of the next station by requirement."""
    position = scene.position
    heads = [say("company"), say("director"), say("bank")]
    last = [say("stations"), say("group"), say("next station")]
    shares = [str(seat + 1) for seat in range(position.seats)]
    rows = [["", *map(scene.told, heads), *shares, *map(scene.told, last)]]
    for company in range(COMPANIES):
        director = position.director[company]
        held = [str(position.shares[seat * COMPANIES + company]) for seat in range(position.seats)]
        rows.append(
            [
                COMPANY_LETTERS[company],
                scene.told(COMPANY_WORDS[company]),
                "-" if director == NONE else str(director + 1),
                str(position.left[company]),
                *held,
                f"{stations_of(position, company)}/{STATIONS}",
                str(largest_group(position, company)),
                _prices(scene, company),
            ]
        )
    return _table(rows, "<<>>" + ">" * position.seats + ">><")


def _prices(scene: _Scene, company: int) -> str:
    prices = []
    for plan in range(PLANS):
        if PLAN_COMPANY[plan] == company:
            cost = price(scene.position, plan)
            prices.append(f"{scene.told(_REQUIREMENTS[PLAN_NEEDS[plan]])} {'-' if cost == NONE else cost}")
    return ", ".join(prices)


def _supplies(scene: _Scene) -> list[str]:
    position = scene.position
    left = [f"{scene.told(KIND_WORDS[kind])} {position.supply[kind]}" for kind in range(KINDS)]
    return [
        scene.told(say("Dice in the bank: {count}", count=position.bank)),
        scene.told(say("Mini-tiles left: {tiles}", tiles=", ".join(left))),
    ]


# The landscape.


def _tiles(scene: _Scene) -> list[str]:
    """RD1-5: the tiles of the two ends side by side; one while both are on the start tile."""
    position = scene.position
    slots = [position.slot[0]] if position.slot[0] == position.slot[1] else [position.slot[0], position.slot[1]]
    blocks = [[_tile_title(scene, slot), *draw_tile(position, slot)] for slot in slots]
    wide = max(_cells(line) for line in blocks[0])
    rows = zip_longest(*blocks, fillvalue="")
    return [_GAP.join(_aligned(line, wide, "<") for line in row).rstrip() for row in rows]


def _tile_title(scene: _Scene, slot: int) -> str:
    """The ends on a tile, their pawns (RD1-6) and the sides that are open."""
    position = scene.position
    ends = [end for end in range(ENDS) if position.slot[end] == slot]
    names = [scene.told(_end(position, end)) for end in ends]
    sides = exits_at(position.exits, ends[0])
    open_sides = "".join(SIDE_NAMES[side] for side in range(SIDES) if sides >> side & 1) or "-"
    return scene.told(say("{ends}; open sides: {sides}", ends=", ".join(names), sides=open_sides))


def _end(position: Dice1, end: int) -> Sentence:
    if position.slot[0] == position.slot[1]:
        return THE_END[end]
    if position.orange == end:
        return say("{end} (orange pawn)", end=THE_END[end])
    if position.place[end] == 0:  # RD1-79: the brown pawns come in when the start tile is left for the second time
        return THE_END[end]
    return say("{end} (brown pawn)", end=THE_END[end])


def _general_map(scene: _Scene) -> list[str]:
    return [scene.told(say("General map:")), *draw_general_map(scene.position)]


def _legend(scene: _Scene) -> list[str]:
    """The signs of the maps."""
    terrain = [
        f"{sign} {scene.told(word)}" for sign, word in zip(".~^", (say("meadow"), say("lake"), say("mountain")), strict=True)
    ]
    kinds = [f"{sign} {scene.told(word)}" for sign, word in zip(KIND_SIGNS, KIND_WORDS, strict=True)]
    ends = [f"{sign} {scene.told(word)}" for sign, word in zip(END_LETTERS, THE_END, strict=True)]
    stations = [f"{sign} {scene.told(word)}" for sign, word in zip(COMPANY_LETTERS, COMPANY_WORDS, strict=True)]
    return [
        scene.told(say("Squares: {signs}", signs="  ".join(terrain))),
        scene.told(say("Tiles: {signs}", signs="  ".join(kinds))),
        scene.told(say("Stations: {signs}", signs="  ".join(stations))),
        scene.told(say("Where an end points: {signs}", signs="  ".join(ends))),
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

"""Buttons in rows, and the menus that a page opens: new colours for a city, more shares, higher bids."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from roundhouse.core.sentence import Sentence, say
from roundhouse.games.tycoon.board import CITIES, COLOUR_NAMES, SHARE_VALUE, URBANIZE_CUBES
from roundhouse.games.tycoon.moves import BID, GOODS, ISSUE, PASS, TILE_COLOURS, URBANIZE
from roundhouse.games.tycoon.notation import notation
from roundhouse.games.tycoon.phrases import COLOUR_WORDS, money, shares
from roundhouse.games.tycoon.position import INDUSTRY
from roundhouse.games.tycoon.svg.cities import urbanize_title, urbanize_words
from roundhouse.games.tycoon.svg.map import SHEETS, city_at
from roundhouse.games.tycoon.svg.reader import COLOUR_SIGNS, Reader
from roundhouse.ui.menus import kept_inside, menu
from roundhouse.ui.panels import Panel, lines_of
from roundhouse.ui.svg import box, choice, moved, press, shorten, sign, text_width, type_size, write
from roundhouse.ui.text import translate

_Title = Callable[[int], Sentence]

VISIBLE: Final = 4  # bids, or numbers of shares, that need no menu
_CELL: Final = {"wide": (72.0, 30.0), "narrow": (70.0, 44.0)}
_COLUMNS: Final = {"wide": 10, "narrow": 5}
_HEAD: Final = 32.0
_HIGH: Final = {"wide": 32.0, "narrow": 44.0}


@dataclass(frozen=True)
class Push:
    """A push button: a move, or the name of a menu."""

    move: int
    label: str
    title: str
    menu: str = ""
    plain: bool = False  # one of several of a kind, not the main thing to do


def rows_of_buttons(reader: Reader, pushes: Sequence[Push], room: float) -> Panel:
    """Draw buttons from left to right, as wide as their words, in as many rows as they need."""
    high = _HIGH[reader.layout]
    widths = [min(max(text_width(push.label, 14) + 20, high), room) for push in pushes]
    faces = [(_push(push, width, high), width) for push, width in zip(pushes, widths, strict=True)]
    content, y = lines_of(faces, room, 8, high + 8)
    return content, y + high if content else 0.0


def _push(push: Push, width: float, high: float) -> str:
    face = box(0, 0, width, high, "option edge" if push.plain else "button")
    size = type_size(push.label, width - 8)
    kind = "" if push.plain else " on-button"
    face += write(width / 2, high / 2 + 5, shorten(push.label, size, width - 6), f"t{size} strong middle{kind}")
    if push.menu:
        return choice(push.menu, push.title, face)
    return press(notation(push.move), push.title, face)


def share_pushes(reader: Reader) -> list[Push]:
    """Return buttons for a few shares at once; a menu has more (RRT-199)."""
    moves = reader.moves_from(ISSUE, PASS)
    return _few(reader, moves, [str(move - ISSUE + 1) for move in moves], _share_title, "shares", say("More shares"))


def bid_pushes(reader: Reader) -> list[Push]:
    """Return buttons for the next few bids; a menu has higher ones (RRT-56)."""
    moves = reader.moves_from(BID, GOODS)
    labels = [reader.tell(money(move - BID + 1)) for move in moves]
    return _few(reader, moves, labels, _bid_title, "bids", say("Higher bids"))


def _few(reader: Reader, moves: list[int], labels: list[str], title: _Title, menu: str, more: Sentence) -> list[Push]:
    pairs = list(zip(moves, labels, strict=True))
    pushes = [Push(move, label, reader.tell(title(move)), plain=True) for move, label in pairs[:VISIBLE]]
    if len(pairs) > VISIBLE:
        pushes.append(Push(-1, "…", reader.tell(more), menu, plain=True))
    return pushes


def _share_title(move: int) -> Sentence:
    count = move - ISSUE + 1
    return say("Issue {shares} for {amount}", shares=shares(count), amount=money(count * SHARE_VALUE))


def _bid_title(move: int) -> Sentence:
    return say("Bid {amount}", amount=money(move - BID + 1))


# Menus.


def draw_menus(reader: Reader, canvas: tuple[int, int]) -> str:
    """Draw every menu, closed until the page opens it."""
    content = ""
    for city in range(CITIES):
        moves = reader.moves_from(URBANIZE + city * TILE_COLOURS, URBANIZE + (city + 1) * TILE_COLOURS)
        if moves:
            content += _colour_menu(reader, city, moves, canvas)
    content += _number_menu(reader, "shares", reader.moves_from(ISSUE, PASS)[VISIBLE:], canvas)
    return content + _number_menu(reader, "bids", reader.moves_from(BID, GOODS)[VISIBLE:], canvas)


def _colour_menu(reader: Reader, city: int, moves: list[int], canvas: tuple[int, int]) -> str:
    """Draw a row for each colour in stock (RRT-99)."""
    high = _HIGH[reader.layout]
    title = reader.tell(
        say("{urbanize}, with {count} cubes from the bag", urbanize=urbanize_title(reader, city), count=URBANIZE_CUBES)
    )
    width = min(max(text_width(title, 14) + 28, 220.0), canvas[0] - 8.0)
    content = write(14, 21, shorten(title, 14, width - 20), "t14 strong")
    for i, move in enumerate(moves):
        free, left = reader.position.phase == INDUSTRY, reader.position.stock[(move - URBANIZE) % TILE_COLOURS + 1]
        content += moved(8, _HEAD + i * high, _colour_option(reader.language, move, free, left, width - 16, high))
    x, y = city_at(city)
    size = width, _HEAD + len(moves) * high + 8
    corner = kept_inside((x * reader.scale - width / 2, y * reader.scale + 18), size, canvas)
    return menu(f"city-{city}", corner, size, content)


@lru_cache(maxsize=8192)
def _colour_option(language: str, move: int, free: bool, left: int, width: float, high: float) -> str:
    city, colour = divmod(move - URBANIZE, TILE_COLOURS)
    colour += 1
    name = COLOUR_NAMES[colour]
    content = box(2, 2, width - 4, high - 4, "option") + box(8, high / 2 - 8, 16, 16, f"card {name}", 3)
    content += sign(COLOUR_SIGNS[colour], 16, high / 2, 10, f"on-{name}")
    content += write(32, high / 2 + 5, translate(COLOUR_WORDS[colour], language), "t14")
    content += write(width - 10, high / 2 + 4, translate(say("{count} in stock", count=left), language), "t12 quiet end")
    title = say("{urbanize}: {colour}", urbanize=urbanize_words(city, free), colour=COLOUR_WORDS[colour])
    return press(notation(move), translate(title, language), content)


def _number_menu(reader: Reader, name: str, moves: list[int], canvas: tuple[int, int]) -> str:
    """Draw bids or shares in a grid."""
    if not moves:
        return ""
    width, high = _CELL[reader.layout]
    columns = min(_COLUMNS[reader.layout], len(moves))
    rows = -(-len(moves) // columns)
    heading = reader.tell(say("Issue shares") if name == "shares" else say("Bid"))
    content = write(14, 21, heading, "t14 strong")
    for i, move in enumerate(moves):
        x, y = 8 + i % columns * width, _HEAD + i // columns * high
        title = _share_title(move) if name == "shares" else _bid_title(move)
        label = str(move - ISSUE + 1) if name == "shares" else reader.tell(money(move - BID + 1))
        cell = box(2, 2, width - 4, high - 4, "option") + write(width / 2, high / 2 + 5, label, "t14 middle")
        content += moved(x, y, press(notation(move), reader.tell(title), cell))
    size = columns * width + 16, _HEAD + rows * high + 8
    corner = kept_inside((SHEETS[reader.layout].width - size[0] - 8, 60), size, canvas)
    return menu(name, corner, size, content)

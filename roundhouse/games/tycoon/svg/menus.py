"""Buttons in rows, and the menus that a page opens: how many shares, higher bids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from roundhouse.core.sentence import Sentence, say
from roundhouse.games.tycoon.board import SHARE_VALUE
from roundhouse.games.tycoon.moves import BID, GOODS, ISSUE, PASS
from roundhouse.games.tycoon.notation import notation
from roundhouse.games.tycoon.phrases import money, shares
from roundhouse.games.tycoon.svg.reader import Reader
from roundhouse.ui.menus import kept_inside, menu
from roundhouse.ui.panels import Panel, lines_of
from roundhouse.ui.svg import attempt, box, choice, moved, press, shorten, text_width, titled, type_size, write

VISIBLE: Final = 4  # bids that need no menu
_CELL: Final = {"wide": (76.0, 34.0), "narrow": (70.0, 44.0)}
_COLUMNS: Final = {"wide": 10, "narrow": 5}
_HEAD: Final = 32.0
HIGH: Final = {"wide": 32.0, "narrow": 44.0}  # of a button


@dataclass(frozen=True)
class Push:
    """A push button: a move, or the name of a menu."""

    move: int
    label: str
    title: str
    menu: str = ""
    plain: bool = False  # one of several of a kind, not the main thing to do
    off: bool = False  # kept in its place, but not possible now


def rows_of_buttons(reader: Reader, pushes: Sequence[Push], room: float) -> Panel:
    """Draw buttons from left to right, as wide as their words, in as many rows as they need."""
    high = HIGH[reader.layout]
    widths = [min(max(text_width(push.label, 14) + 20, high), room) for push in pushes]
    faces = [(_push(reader, push, width, high), width) for push, width in zip(pushes, widths, strict=True)]
    content, y = lines_of(faces, room, 8, high + 8)
    return content, y + high if content else 0.0


def _push(reader: Reader, push: Push, width: float, high: float) -> str:
    plain = push.plain or push.off
    face = box(0, 0, width, high, "option edge off" if push.off else "option edge" if plain else "button")
    size = type_size(push.label, width - 8)
    kind = " quiet" if push.off else "" if plain else " on-button"
    face += write(width / 2, high / 2 + 5, shorten(push.label, size, width - 6), f"t{size} strong middle{kind}")
    if push.off:  # when a turn is complete there is nothing to explain
        return attempt(notation(push.move), push.title, face) if reader.moves and push.move >= 0 else titled(push.title, face)
    if push.menu:
        return choice(push.menu, push.title, face)
    return press(notation(push.move), push.title, face)


def bid_pushes(reader: Reader) -> list[Push]:
    """Return buttons for the next few bids; a menu has higher ones (RRT-56)."""
    moves = reader.moves_from(BID, GOODS)
    pushes = [Push(move, reader.tell(money(move - BID + 1)), reader.tell(_bid_title(move)), plain=True) for move in moves[:VISIBLE]]
    if len(moves) > VISIBLE:
        pushes.append(Push(-1, "…", reader.tell(say("Higher bids")), "bids", plain=True))
    return pushes


def _share_title(move: int) -> Sentence:
    count = move - ISSUE + 1
    return say("Issue {shares} for {amount}", shares=shares(count), amount=money(count * SHARE_VALUE))


def _bid_title(move: int) -> Sentence:
    return say("Bid {amount}", amount=money(move - BID + 1))


# Menus.


def draw_menus(reader: Reader, canvas: tuple[int, int]) -> str:
    """Draw every menu, closed until the page opens it."""
    shares = _number_menu(reader, "shares", reader.moves_from(ISSUE, PASS), canvas)
    return shares + _number_menu(reader, "bids", reader.moves_from(BID, GOODS)[VISIBLE:], canvas)


def _number_menu(reader: Reader, name: str, moves: list[int], canvas: tuple[int, int]) -> str:
    """Draw bids or numbers of shares in a grid."""
    if not moves:
        return ""
    width, high = _CELL[reader.layout]
    columns = min(_COLUMNS[reader.layout], len(moves))
    rows = -(-len(moves) // columns)
    issued = say("Issue shares: {amount} each, 1 point less each at the end, $1,000 a turn each", amount=money(SHARE_VALUE))
    heading = reader.tell(issued if name == "shares" else say("Bid"))
    size = columns * width + 16, _HEAD + rows * high + 8
    content = write(14, 21, shorten(heading, 14, size[0] - 20), "t14 strong")
    for i, move in enumerate(moves):
        x, y = 8 + i % columns * width, _HEAD + i // columns * high
        title = _share_title(move) if name == "shares" else _bid_title(move)
        label = str(move - ISSUE + 1) if name == "shares" else reader.tell(money(move - BID + 1))
        cell = box(2, 2, width - 4, high - 4, "option") + write(width / 2, high / 2 + 5, label, "t14 middle")
        content += moved(x, y, press(notation(move), reader.tell(title), cell))
    corner = kept_inside((reader.sheet.width - size[0] - 8, 60), size, canvas)
    return menu(name, corner, size, content)

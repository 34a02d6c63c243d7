"""What is done beside the tiles: income, the cup and the roll, payments, the next tile, the dice that stay, the end of the turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.games.dice1.board import CURVE, FACES, SHARE, STRAIGHT, WILD
from roundhouse.games.dice1.moves import BUY, CUP, END, INCOME, KEEP, KEPT_FACES, PAY, ROLL, STATION, TILE
from roundhouse.games.dice1.notation import notation
from roundhouse.games.dice1.phrases import some_dice
from roundhouse.games.dice1.svg.dice import face_die
from roundhouse.games.dice1.svg.ground import draw_way
from roundhouse.games.dice1.svg.reader import Reader
from roundhouse.games.dice1.svg.titles import income_words, move_title, rolled_with
from roundhouse.ui.menus import menu
from roundhouse.ui.panels import Panel
from roundhouse.ui.rails import blank_die
from roundhouse.ui.svg import box, button, choice, heading, moved, press, text_width, write

_GAP: Final = 8.0
_HIGH: Final = 44.0
_THUMB: Final = 62.0
_SMALL: Final = 18.0  # size of dice on buttons
_LINES: Final = 3  # of options, before the rest go into a menu

Option = Callable[[Reader, int, float], str]  # draws a move on a button of that width


def actions_panel(reader: Reader, room: float) -> Panel:
    """Draw every option that is open, in the order of a turn."""
    content, y = "", 0.0
    for head, moves, option, width in _groups(reader):
        content += moved(0, y, heading(0, 10, reader.tell(head)) + moved(0, 18, _options(reader, moves, option, width, room)))
        y += 18 + min(_rows(len(moves), width, room), _LINES) * (_high(option) + _GAP) + 6
    words = [(move, words) for move, words in ((INCOME, income_words(reader)), (END, say("End the turn"))) if move in reader.moves]
    across = (room - _GAP * (len(words) - 1)) / max(len(words), 1)
    for i, (move, told) in enumerate(words):
        content += button(notation(move), reader.tell(told), (i * (across + _GAP), y, across, _HIGH))
    return content, y + _HIGH if words else max(y - _GAP - 6, 0.0)


def _groups(reader: Reader) -> list[tuple[Sentence, list[int], Option, float]]:
    """Return the options by kind: title, moves, how each is drawn, and how wide."""
    position = reader.position
    groups = [
        (say("Roll dice: how many wild ones? The bank doubles them."), reader.moves_from(CUP, ROLL), _cup, 62.0),
        (say("How many of the reserve? Dice in all below."), reader.moves_from(ROLL, KEEP), _roll, 62.0),
        (
            say_many("Pay {count} die: wild or from the reserve", "Pay {count} dice: wild or from the reserve", count=position.due),
            reader.moves_from(PAY, BUY),
            _payment,
            max(int(position.due) * (_SMALL + 2) + 12.0, _HIGH),
        ),
        (say("The next tile"), reader.moves_from(TILE, STATION), _tile, _THUMB),
        (say("Five dice that stay"), keeps(reader), _keep, 5 * (_SMALL + 2) + 12.0),
    ]
    return [(head, moves, option, width) for head, moves, option, width in groups if moves]


def keeps(reader: Reader) -> list[int]:
    """Return the handfuls of five (RD1-29), the most useful first: many wild dice, then rails of both kinds, few shares."""

    def worth(move: int) -> tuple[int, int, int]:
        first = (move - KEEP) * FACES
        straight, curve, share = (int(KEPT_FACES[first + face]) for face in (STRAIGHT, CURVE, SHARE))
        return -KEPT_FACES[first + WILD], abs(straight - curve), share

    return sorted(reader.moves_from(KEEP, END), key=worth)


def _across(width: float, room: float) -> int:
    return int((room + _GAP) // (width + _GAP))


def _rows(count: int, width: float, room: float) -> int:
    return -(-count // _across(width, room))


def _high(option: Option) -> float:
    return _THUMB if option is _tile else _HIGH


def split(moves: list[int], width: float, room: float) -> tuple[list[int], list[int]]:
    """Split moves into those shown at once and those left to a menu: of numbers the smaller ones, of handfuls the last."""
    most = _LINES * _across(width, room)
    if len(moves) <= most:
        return moves, []
    return (moves[1 - most :], moves[: 1 - most]) if moves[0] < KEEP else (moves[: most - 1], moves[most - 1 :])


def _options(reader: Reader, moves: list[int], option: Option, width: float, room: float) -> str:
    """Draw rows of buttons; the last one opens the menu with the rest."""
    shown, rest = split(moves, width, room)
    buttons = [option(reader, move, width) for move in shown]
    if rest:
        told = reader.tell(say("{count} more", count=len(rest)))
        content = box(0, 0, width, _HIGH, "glow invite") + write(width / 2, 27, told, "t12 strong middle")
        buttons.append(choice("rest", told, content))
    across, high = _across(width, room), _high(option)
    return "".join(moved(i % across * (width + _GAP), i // across * (high + _GAP), one) for i, one in enumerate(buttons))


def rest_menu(reader: Reader, room: float, canvas: tuple[int, int]) -> str:
    """Draw the menu of the options that did not fit, in the middle of the drawing."""
    for head, moves, option, width in _groups(reader):
        rest = split(moves, width, room)[1]
        if not rest:
            continue
        space = canvas[0] - 60.0
        across = min(_across(width, space), 5)
        wide = max(across * (width + _GAP) + 12, text_width(reader.tell(head), 14) + 20)
        high = 34 + -(-len(rest) // across) * (_HIGH + _GAP) + 4
        content = write(10, 22, reader.tell(head), "t14 strong")
        for i, move in enumerate(rest):
            content += moved(10 + i % across * (width + _GAP), 34 + i // across * (_HIGH + _GAP), option(reader, move, width))
        corner = (canvas[0] - wide) / 2, max(min(120.0, canvas[1] - high - 8), 4.0)
        return menu("rest", corner, (wide, high), content)
    return ""


# Buttons.


def _pressed(reader: Reader, move: int, content: str) -> str:
    return press(notation(move), reader.tell(move_title(reader, move)), content)


def _plain(width: float) -> str:
    return box(0, 0, width, _HIGH, "glow invite")


def _cup(reader: Reader, move: int, width: float) -> str:
    """Draw a number of wild dice."""
    count = move - CUP
    die = moved(width / 2 + 1, (_HIGH - 22) / 2, face_die(WILD, 22))
    return _pressed(reader, move, _plain(width) + write(width / 2 - 5, 28, count, "t17 strong end") + die)


def _roll(reader: Reader, move: int, width: float) -> str:
    """Draw a number of dice of the reserve, and how many are rolled in all."""
    count = move - ROLL
    content = _plain(width) + write(width / 2, 20, count, "t17 strong middle")
    total = reader.tell(some_dice(rolled_with(reader, count)))
    return _pressed(reader, move, content + write(width / 2, 37, total, "t12 middle quiet"))


def _payment(reader: Reader, move: int, width: float) -> str:
    """Draw wild dice, then those of the reserve, face down."""
    wild = move - PAY
    dice = [face_die(WILD, _SMALL)] * wild + [blank_die("simple", _SMALL)] * (reader.position.due - wild)
    return _pressed(reader, move, _plain(width) + _line(dice, width))


def _keep(reader: Reader, move: int, width: float) -> str:
    first = (move - KEEP) * FACES
    dice = [face_die(face, _SMALL) for face in range(FACES) for _ in range(KEPT_FACES[first + face])]
    return _pressed(reader, move, _plain(width) + _line(dice, width))


def _line(dice: list[str], width: float) -> str:
    """Draw small dice in the middle of a button."""
    step = _SMALL + 2
    left = (width - len(dice) * step + 2) / 2
    return "".join(moved(left + i * step, (_HIGH - _SMALL) / 2, die) for i, die in enumerate(dice))


def _tile(reader: Reader, move: int, width: float) -> str:
    """Draw a tile as it would lie."""
    return _pressed(reader, move, draw_way(move - TILE, width) + box(-2, -2, width + 4, width + 4, "glow", 3))

"""What is done beside the tiles: income and the roll, payments, the next tile, the dice that stay, the end of the turn.

The panel keeps its height and its places through a turn: the roll, or whatever is to be answered, above; the end of the turn in
the same place below.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.games.dice1.board import FACES, FRONT_LIMIT
from roundhouse.games.dice1.moves import BUY, END, INCOME, KEEP, PAY, ROLL, STATION, TILE
from roundhouse.games.dice1.notation import notation
from roundhouse.games.dice1.phrases import dice, some_dice
from roundhouse.games.dice1.position import TURN
from roundhouse.games.dice1.svg.dice import cup_words, face_die, front_of, payment_dice, row_of_dice
from roundhouse.games.dice1.svg.keeping import best_five, faces_of, keeps, kept_faces
from roundhouse.games.dice1.svg.reader import Reader
from roundhouse.games.dice1.svg.roll_panel import may_roll, roll_panel
from roundhouse.games.dice1.svg.tile_choice import tile_choice, tile_head
from roundhouse.games.dice1.svg.titles import move_title, rolled_with
from roundhouse.ui.menus import menu
from roundhouse.ui.panels import Panel
from roundhouse.ui.svg import CLOSING, box, choice, heading, moved, press, press_all, text_width, titled, type_size, wrap, write

_GAP: Final = 8.0
_HIGH: Final = 44.0
_SMALL: Final = 18.0  # size of dice on buttons
_LINES: Final = 3  # of options, before the rest go into a menu
_ROOM: Final = {"wide": 194.0, "narrow": 220.0}  # height of what is above the end of the turn

Option = Callable[[Reader, int, float], str]  # draws a move on a button of that width
Group = tuple[Sentence, list[int], Option, float]  # title, moves, how each is drawn, and how wide


def actions_panel(reader: Reader, room: float) -> Panel:
    """Draw the roll or the question to answer, and below it the end of the turn, always in the same place."""
    group = _question(reader)
    tiles = reader.moves_from(TILE, STATION)
    if tiles:
        content = heading(0, 10, reader.tell(tile_head(reader))) + moved(0, 20, tile_choice(reader, tiles, room))
    elif group:
        content = _answers(reader, group, room)
    elif reader.acts and reader.position.phase == TURN:
        content = roll_panel(reader, room)
    else:
        content = _waiting(reader, room)
    above = _ROOM[reader.layout]
    return content + moved(0, above, _end(reader, room)), above + _HIGH


def _waiting(reader: Reader, room: float) -> str:
    """Draw the place of the panel while the reader has nothing to do, and what is being rolled."""
    told = cup_words(reader)
    words = reader.tell(told or say("Your dice and actions are here when it is your turn."))
    if reader.over or reader.seat < 0:
        words = reader.tell(told) if told else ""
    lines = wrap(words, 14, room - 40)
    return "".join(write(room / 2, 80 + 20 * i, line, "t14 quiet middle") for i, line in enumerate(lines))


# The end of the turn.


def _end(reader: Reader, room: float) -> str:
    """Draw the button that ends the turn, and what happens to the dice in front; both quiet, in the same place all turn long."""
    width = 130.0
    at = room - width
    if END not in reader.moves:
        told = reader.tell(say("End turn"))
        face = box(at, 0, width, _HIGH, "plain off") + write(at + width / 2, 27, told, "t14 middle quiet")
        return reader.attempt(notation(END), told, face) if reader.acts and reader.position.phase == TURN else face
    closing = "" if may_roll(reader) or INCOME in reader.moves else CLOSING  # what would be lost is shown first
    counts = front_of(reader.position, reader.position.turn)
    if sum(counts) <= FRONT_LIMIT or sum(1 for count in counts if count) == 1:  # then there is nothing to choose
        words = (
            say("Five of your dice stay in front of you.")
            if sum(counts) > FRONT_LIMIT
            else (say("All your dice stay in front of you.") if sum(counts) else say("No dice are left in front of you."))
        )
        return _note(reader, words, at) + press(notation(END), reader.tell(say("End turn")), _button(reader, at, width), closing)
    kept = best_five(counts)
    back = [counts[face] - kept[face] for face in range(FACES)]
    title = reader.tell(say("End the turn and keep {dice}", dice=dice(kept)))
    keep = f"keep {' '.join(f'{count} {name}' for count, name in zip(kept, _NAMES, strict=True) if count)}"
    content = press_all([notation(END), keep], title, _button(reader, at, width), closing)
    words = say("Back to the bank: {dice}.", dice=dice(back))
    other = box(0, 0, at - 8, _HIGH, "plain") + _note(reader, words, at - 16, 8)
    return content + press(notation(END), reader.tell(say("Choose the five dice that stay")), other)


_NAMES: Final = ("straight", "curve", "share", "wild")


def _button(reader: Reader, at: float, width: float) -> str:
    return box(at, 0, width, _HIGH, "option edge") + write(at + width / 2, 27, reader.tell(say("End turn")), "t14 strong middle")


def _note(reader: Reader, words: Sentence, room: float, left: float = 0.0) -> str:
    lines = wrap(reader.tell(words), 12, room - 12)[:2]
    top = 27.0 if len(lines) == 1 else 19.0
    return "".join(write(left, top + 16 * i, line, "t12 quiet") for i, line in enumerate(lines))


# Questions within a turn.


def _question(reader: Reader) -> Group | None:
    """Return the question that the reader has to answer now: title, moves, how each is drawn, and how wide."""
    position = reader.position
    due = int(position.due)
    groups: list[Group] = [
        (say("Dice of your reserve to roll with the cup"), reader.moves_from(ROLL, KEEP), _roll, 62.0),
        (
            say_many("Pay {count} die: wild, or from your reserve", "Pay {count} dice: wild, or from your reserve", count=due),
            reader.moves_from(PAY, BUY),
            _payment,
            max(due * (_SMALL + 3) + 12.0, _HIGH),
        ),
        (say("Press dice above to change them, or take other five:"), keeps(reader), _keep, 5 * (_SMALL + 2) + 12.0),
    ]
    return next((group for group in groups if group[1]), None)


def _answers(reader: Reader, group: Group, room: float) -> str:
    """Draw the title of a question and its answers; of dice to keep, the selected five first."""
    head, moves, option, width = group
    content = heading(0, 10, reader.tell(head))
    if moves[0] < KEEP or moves[0] >= END:
        return content + moved(0, 18, _options(reader, moves, option, width, room))
    kept = kept_faces(reader)
    move = next(move for move in moves if faces_of(move) == kept)
    first = box(0, 0, room, _HIGH, "button") + write(12, 27, reader.tell(say("Keep these five")), "t14 strong on-button")
    first += moved(
        room - 5 * 26 - 8, 10, row_of_dice([face_die(face, 23) for face in range(FACES) for _ in range(kept[face])], 26, 5)
    )
    content += moved(0, 18, press(notation(move), reader.tell(move_title(reader, move)), first))
    rest = [other for other in moves if other != move]
    return content + moved(0, 18 + _HIGH + _GAP, _options(reader, rest, option, width, room, _LINES - 1))


def _across(width: float, room: float) -> int:
    return int((room + _GAP) // (width + _GAP))


def split(moves: list[int], width: float, room: float, lines: int = _LINES) -> tuple[list[int], list[int]]:
    """Split moves into those shown at once and those left to a menu: of numbers the smaller ones, of handfuls the last."""
    most = lines * _across(width, room)
    if len(moves) <= most:
        return moves, []
    return (moves[1 - most :], moves[: 1 - most]) if moves[0] < KEEP else (moves[: most - 1], moves[most - 1 :])


def _options(reader: Reader, moves: list[int], option: Option, width: float, room: float, lines: int = _LINES) -> str:
    """Draw rows of buttons; the last one opens the menu with the rest."""
    shown, rest = split(moves, width, room, lines)
    buttons = [option(reader, move, width) for move in shown]
    if rest:
        told = reader.tell(say("{count} more", count=len(rest)))
        content = box(0, 0, width, _HIGH, "glow invite") + write(
            width / 2, 27, told, f"t{type_size(told, width - 6)} strong middle"
        )
        buttons.append(choice("rest", told, content))
    across, high = _across(width, room), _HIGH
    return "".join(moved(i % across * (width + _GAP), i // across * (high + _GAP), one) for i, one in enumerate(buttons))


def rest_menu(reader: Reader, room: float, canvas: tuple[int, int]) -> str:
    """Draw the menu of the options that did not fit, in the middle of the drawing."""
    group = _question(reader)
    if not group:
        return ""
    head, moves, option, width = group
    if KEEP <= moves[0] < END:
        kept = kept_faces(reader)
        rest = split([move for move in moves if faces_of(move) != kept], width, room, _LINES - 1)[1]
    else:
        rest = split(moves, width, room)[1]
    if not rest:
        return ""
    across = min(_across(width, canvas[0] - 60.0), 5)
    wide = max(across * (width + _GAP) + 12, text_width(reader.tell(head), 14) + 20)
    high = 34 + -(-len(rest) // across) * (_HIGH + _GAP) + 4
    content = write(10, 22, reader.tell(head), "t14 strong")
    for i, move in enumerate(rest):
        content += moved(10 + i % across * (width + _GAP), 34 + i // across * (_HIGH + _GAP), option(reader, move, width))
    corner = (canvas[0] - wide) / 2, max(min(120.0, canvas[1] - high - 8), 4.0)
    return menu("rest", corner, (wide, high), content)


# Buttons.


def _pressed(reader: Reader, move: int, content: str) -> str:
    return press(notation(move), reader.tell(move_title(reader, move)), content)


def _plain(width: float) -> str:
    return box(0, 0, width, _HIGH, "glow invite")


def _roll(reader: Reader, move: int, width: float) -> str:
    """Draw a number of dice of the reserve, and how many are rolled in all."""
    count = move - ROLL
    content = _plain(width) + write(width / 2, 20, count, "t17 strong middle")
    total = reader.tell(say("{dice} in all", dice=some_dice(rolled_with(reader, count))))
    return _pressed(reader, move, titled(total, content + write(width / 2, 37, rolled_with(reader, count), "t12 middle quiet")))


def _payment(reader: Reader, move: int, width: float) -> str:
    """Draw wild dice, then those of the reserve, face down."""
    wild, due = move - PAY, int(reader.position.due)
    left = (width - due * (_SMALL + 3) + 3) / 2
    return _pressed(reader, move, _plain(width) + moved(left, (_HIGH - _SMALL) / 2, payment_dice(due, wild, _SMALL)))


def _keep(reader: Reader, move: int, width: float) -> str:
    counts = faces_of(move)
    drawn = [face_die(face, _SMALL) for face in range(FACES) for _ in range(counts[face])]
    left = (width - len(drawn) * (_SMALL + 2) + 2) / 2
    return _pressed(reader, move, _plain(width) + moved(left, (_HIGH - _SMALL) / 2, row_of_dice(drawn, _SMALL + 2, len(drawn))))

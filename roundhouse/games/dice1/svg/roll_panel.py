"""Income and roll in one place: how many dice of each kind, what the roll brings on average, and one button for both."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.games.dice1.board import FACES, SHARE, WILD
from roundhouse.games.dice1.moves import BUY, CUP, INCOME, LAY, PAY, ROLL, STATION, TILE
from roundhouse.games.dice1.notation import notation
from roundhouse.games.dice1.phrases import some_dice
from roundhouse.games.dice1.svg.dice import face_die, front_of
from roundhouse.games.dice1.svg.reader import Reader
from roundhouse.games.dice1.svg.rolls import Roll, planned_roll
from roundhouse.games.dice1.svg.titles import income_words, move_title
from roundhouse.ui.menus import menu
from roundhouse.ui.numbers import decimal
from roundhouse.ui.svg import Box, box, choice, heading, moved, press, press_all, select, titled, type_size, wrap, write

_CHIP: Final = {"wide": (27.0, 30.0), "narrow": (48.0, 52.0)}  # a number to choose: its size, and from one to the next
_LABEL: Final = {"wide": 92.0, "narrow": 86.0}
_HIGH: Final = 44.0
_GAP: Final = 8.0


def roll_panel(reader: Reader, room: float) -> str:
    """Draw the roll that is planned, or once it is made what the dice in front can do."""
    roll = planned_roll(reader)
    if roll is None or not may_roll(reader):
        return _uses(reader, room)
    content = heading(0, 10, reader.tell(say("Income and roll") if roll.takes else say("Roll")))
    content += moved(0, 17, _numbers(reader, say("Wild dice"), roll.wilds, roll.wild, "wild", roll))
    pitch = _CHIP[reader.layout][1]
    content += moved(0, 17 + pitch + 2, _numbers(reader, say("Reserve"), roll.reserves, roll.reserve, "reserve", roll))
    content += moved(0, 17 + 2 * pitch + 8, _odds(reader, roll, room))
    return content + moved(0, 17 + 2 * pitch + 62 if reader.wide else 17 + 2 * pitch + 50, _buttons(reader, roll, room))


def may_roll(reader: Reader) -> bool:
    """Return whether the reader has not rolled yet in this turn and still can."""
    return bool(reader.moves_from(CUP, ROLL)) or (INCOME in reader.moves and not reader.position.rolled)


def _numbers(reader: Reader, words: Sentence, numbers: tuple[int, ...], chosen: int, kind: str, roll: Roll) -> str:
    """Draw the numbers of dice of one kind to choose from, the chosen one filled; of many the largest and a menu."""
    size, pitch = _CHIP[reader.layout]
    label = _LABEL[reader.layout]
    content = write(0, size / 2 + 5, reader.tell(words), "t14")
    room = 8 if reader.wide else 5
    shown = list(numbers) if len(numbers) <= room else [numbers[0], *numbers[len(numbers) - room + 2 :]]
    for i, number in enumerate(shown):
        content += moved(label + i * pitch, 0, _number(reader, number, chosen, kind, roll))
    if len(shown) < len(numbers):
        told = reader.tell(say("other numbers"))
        face = box(0, 0, size, size, "plain") + write(size / 2, size / 2 + 5, "…", "t14 strong middle")
        hidden = "" if chosen in shown else f" {chosen}"
        content += moved(label + len(shown) * pitch, 0, choice(f"numbers-{kind}", told + hidden, face))
    return content


def _number(reader: Reader, number: int, chosen: int, kind: str, roll: Roll) -> str:
    size = _CHIP[reader.layout][0]
    on = number == chosen
    ink = " on-button" if on else ""
    face = box(0, 0, size, size, "plain on" if on else "plain", 6)
    face += write(size / 2, size / 2 + 5, number, f"t14 strong middle{ink}")
    if kind == "wild":
        title = say_many(
            "roll {count} wild die; the bank adds as many", "roll {count} wild dice; the bank adds as many", count=number
        )
        wanted = roll.selection(wild=number)
    else:
        title = say_many("roll {count} die of your reserve", "roll {count} dice of your reserve", count=number)
        wanted = roll.selection(reserve=number)
    return titled(reader.tell(title), face) if on else select(wanted, reader.tell(title), face)


def _odds(reader: Reader, roll: Roll, room: float) -> str:
    """Draw what the roll brings on average by face, and the chance of a wild die (RD1-11)."""
    step = min(room / 4, 92.0)
    content = ""
    for face in range(FACES):
        words = say(
            "{average} on average, at least one with {chance} %",
            average=decimal(roll.average(face), 1, reader.language),
            chance=round(100 * roll.chance(face)),
        )
        figure = f"~{decimal(roll.average(face), 1, reader.language)}"
        drawn = (
            face_die(face, 22)
            + write(27, 11, figure, "t12 strong")
            + write(27, 24, f"{round(100 * roll.chance(face))} %", "t12 quiet")
        )
        content += moved(face * step, 0, titled(reader.tell(words), drawn))
    return content


def _buttons(reader: Reader, roll: Roll, room: float) -> str:
    """Draw the button that makes the roll, the income alone, and the menu of rolls without the income."""
    dice = some_dice(roll.dice)
    words = say("Take income and roll {dice}", dice=dice) if roll.takes else say("Roll {dice}", dice=dice)
    if roll.takes and reader.position.chute[reader.position.turn]:
        words = say("Golden parachute, then roll {dice}", dice=dice)
    label = reader.tell(words)
    wide = room - 2 * (78 + _GAP) if roll.takes else room - 78 - _GAP
    face = box(0, 0, wide, _HIGH, "button") + _label(label, (0, 0, wide, _HIGH), " on-button")
    content = press_all(roll.moves, label, face) if len(roll.moves) > 1 else press(roll.moves[0], label, face)
    left = wide + _GAP
    if roll.takes:
        told = reader.tell(income_words(reader))
        content += press(
            notation(INCOME),
            told,
            box(left, 0, 78, _HIGH, "option edge") + _label(reader.tell(say("Income only")), (left, 0, 78, _HIGH)),
        )
        left += 78 + _GAP
    if reader.moves_from(CUP, ROLL):
        told = reader.tell(say("Roll without income") if roll.takes else say("Choose wild dice first, then the reserve"))
        content += choice(
            "cups", told, box(left, 0, 78, _HIGH, "plain") + _label(reader.tell(say("Other rolls")), (left, 0, 78, _HIGH))
        )
    return content


def _label(text: str, place: Box, ink: str = "") -> str:
    """Write the words of a button, in two lines where they need them."""
    x, y, width, height = place
    size = type_size(text, 0.9 * width - 10)
    lines = wrap(text, size, 0.9 * width - 6)[:2]
    top = y + height / 2 + (5 if len(lines) == 1 else -3)
    return "".join(write(x + width / 2, top + 16 * i, line, f"t{size} strong middle{ink}") for i, line in enumerate(lines))


def roll_menus(reader: Reader, canvas: tuple[int, int]) -> str:
    """Draw the menus of the roll: numbers that did not fit, and wild dice to put into the cup."""
    roll = planned_roll(reader)
    if roll is None or not may_roll(reader):
        return ""
    content = ""
    cups = reader.moves_from(CUP, ROLL)
    if cups:
        faces = [press(notation(move), reader.tell(move_title(reader, move)), _cup(move)) for move in cups]
        title = say("Roll without income: wild dice into the cup") if roll.takes else say("Wild dice into the cup")
        content += _grid("cups", reader.tell(title), faces, canvas)
    for kind, numbers, chosen in (("wild", roll.wilds, roll.wild), ("reserve", roll.reserves, roll.reserve)):
        room = 8 if reader.wide else 5
        if len(numbers) > room:
            rest = numbers[1 : len(numbers) - room + 2]
            faces = [_number(reader, number, chosen, kind, roll) for number in rest]
            content += _grid(f"numbers-{kind}", reader.tell(say("Other numbers of dice")), faces, canvas)
    return content


def _cup(move: int) -> str:
    return box(0, 0, _HIGH, _HIGH, "option edge") + write(_HIGH / 2, 28, move - CUP, "t17 strong middle")


def _grid(name: str, title: str, faces: list[str], canvas: tuple[int, int]) -> str:
    across = min(6, max(len(faces), 4))
    size = across * 50 + 14.0, 40 + -(-len(faces) // across) * 50.0
    content = "".join(write(10, 18 + 15 * i, line, "t12 strong") for i, line in enumerate(wrap(title, 12, size[0] - 16)[:1]))
    content += "".join(moved(10 + i % across * 50, 32 + i // across * 50, face) for i, face in enumerate(faces))
    corner = canvas[0] - size[0] - 24, min(360.0, canvas[1] - size[1] - 8)
    return menu(name, corner, size, content)


def _uses(reader: Reader, room: float) -> str:
    """Say what the dice in front can still do, once the roll is made; the income, if it is still to be taken, above."""
    content, y = "", 0.0
    if INCOME in reader.moves:
        label = reader.tell(income_words(reader))
        button = box(0, 0, room, _HIGH, "button") + _label(label, (0, 0, room, _HIGH), " on-button")
        content, y = press(notation(INCOME), label, button), _HIGH + _GAP
    content += heading(0, y + 10, reader.tell(say("What you can do now")))
    counts = front_of(reader.position, reader.position.turn)
    for face, words in _hints(reader, counts):
        y += 30
        lines = wrap(reader.tell(words), 12, room - 36)[:2]
        content += moved(0, y - 12, face_die(face, 22))
        top = y + 3 if len(lines) == 1 else y - 4
        content += "".join(write(32, top + 14 * i, line, "t12") for i, line in enumerate(lines))
    return content


def _hints(reader: Reader, counts: list[int]) -> list[tuple[int, Sentence]]:
    """Return what the dice in front allow, by the face that stands for it."""
    hints = []
    if reader.moves_from(LAY, TILE):
        hints.append((0, say("Lay rails: point at a square, at the side where the line should go on.")))
    if reader.moves_from(STATION, PAY):
        hints.append((WILD, say("Build a station: press the house at the end of the line.")))
    if reader.moves_from(BUY, INCOME):
        count = counts[SHARE] + counts[WILD]
        hints.append(
            (
                SHARE,
                say_many(
                    "Buy {count} share at most: see the companies.", "Buy up to {count} shares: see the companies.", count=count
                ),
            )
        )
    if not hints:
        hints.append((WILD, say("Nothing more: end your turn.")))
    return hints

"""Dice: the tray with those before the reader's screen, the reserve behind it, the cup, and small dice for lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.games.dice1.board import CURVE, FACES, FRONT_LIMIT, SHARE, STRAIGHT, WILD
from roundhouse.games.dice1.moves import CUP, ROLL
from roundhouse.games.dice1.phrases import some_dice
from roundhouse.games.dice1.position import CUPPED, KEEPING, ROLLING
from roundhouse.games.dice1.svg.keeping import kept_faces, swapped
from roundhouse.games.dice1.svg.reader import Reader
from roundhouse.games.dice1.svg.rolls import Roll, planned_roll
from roundhouse.ui.panels import Panel
from roundhouse.ui.rails import blank_die, loose_die, rolling_die, share_die, wild_die
from roundhouse.ui.svg import box, heading, moved, select, sign, spot, text_width, titled, write

if TYPE_CHECKING:
    from roundhouse.games.dice1.state import Dice1

_SIZES: Final = (44.0, 40.0, 28.0, 22.0, 17.0)
_MOST: Final = 100.0  # the height of all dice in front, before they are drawn smaller
_BACK: Final = 22.0  # size of the dice behind a screen
_FACE_WORDS: Final = (
    say("straight rail: lay it at an end of the line"),
    say("curved rail: lay it at an end of the line"),
    say("share die: buys a share"),
    say("wild die: a rail, a share, a payment, or two dice in a roll"),
)


def face_die(face: int, size: float) -> str:
    """Draw a die by the face that it shows."""
    if face == STRAIGHT:
        return loose_die("simple", (0b1010,), size)
    if face == CURVE:
        return loose_die("simple", (0b0110,), size)
    return share_die("simple", size) if face == SHARE else wild_die("simple", size)


def front_of(position: Dice1, seat: int) -> list[int]:
    """Return the dice in front of a seat's screen, by face."""
    return [int(position.front[seat * FACES + face]) for face in range(FACES)]


def chips(counts: Sequence[int], size: float) -> tuple[str, float]:
    """Draw small dice by face, equal ones as one die with a count. Return the width too."""
    content, x = "", 0.0
    for face in range(FACES):
        if not counts[face]:
            continue
        content += moved(x, 0, face_die(face, size))
        x += size + 2
        if counts[face] > 1:
            times = f"×{counts[face]}"
            content += write(x, size * 0.72, times, "t12 quiet")
            x += text_width(times, 12)
        x += 5
    return content, max(x - 5, 0)


def payment_dice(due: int, wild: int, size: float) -> str:
    """Draw the dice of a payment in a row: wild ones, then those of the reserve, face down."""
    dice = [face_die(WILD, size)] * wild + [blank_die("simple", size)] * (due - wild)
    return row_of_dice(dice, size + 3, len(dice))


def row_of_dice(dice: Sequence[str], step: float, across: int) -> str:
    """Draw dice in rows."""
    return "".join(moved(i % across * step, i // across * step, die) for i, die in enumerate(dice))


def dice_panel(reader: Reader, room: float) -> Panel:
    """Draw the reader's dice, or for a spectator those of the player to move (RD1-25); always of the same height."""
    position, seat = reader.position, reader.focus
    counts = front_of(position, seat)
    count = sum(counts)
    content = heading(0, 10, reader.tell(_head(reader, count))) + box(0, 17, room, _MOST + 16, "tray", 8)
    note = _note(reader, count)
    if note:
        content += write(room, 10, reader.tell(note), "t12 quiet end")
    if position.phase == ROLLING:
        content += moved(8, 25, _rolling(reader, room - 16))
    else:
        content += moved(8, 25, _tray(reader, counts, room - 16))
    screen = _screen(reader, seat, room)
    return content + moved(0, 41 + _MOST, screen), 41 + _MOST + 36


def _tray(reader: Reader, counts: list[int], room: float) -> str:
    """Draw the dice in front as large as they fit, those just rolled marked."""
    count = sum(counts)
    size = next((size for size in _SIZES if _high(count, size, room) <= _MOST), _SIZES[-1])
    across = _across(size, room)
    faces = [face for face in range(FACES) for _ in range(counts[face])]
    drawn = row_of_dice(_dice(reader, counts, faces, size), size + 6, across)
    mark = ""
    if reader.rolled and reader.focus == reader.position.turn and count:
        mark = box(-4, -4, min(count, across) * (size + 6) + 2, _high(count, size, room) + 2, "mark", 8)
    if not count:
        return write(room / 2, _MOST / 2 + 4, reader.tell(say("No dice in front")), "t12 quiet middle")
    return mark + spot("dice", drawn)


def _dice(reader: Reader, counts: list[int], faces: list[int], size: float) -> list[str]:
    """Draw each die; before a roll the wild ones, and when five may stay all of them, are chosen by pressing them."""
    position = reader.position
    if reader.acts and position.phase == KEEPING:
        return _kept(reader, counts, faces, size)
    roll = planned_roll(reader)
    if roll is None or not reader.moves_from(CUP, ROLL):
        return [titled(reader.tell(_FACE_WORDS[face]), face_die(face, size)) for face in faces]
    first = faces.index(WILD) if WILD in faces else len(faces)
    return [
        _wild(reader, roll, i - first, size) if face == WILD else titled(reader.tell(_FACE_WORDS[face]), face_die(face, size))
        for i, face in enumerate(faces)
    ]


def _wild(reader: Reader, roll: Roll, number: int, size: float) -> str:
    """Draw a wild die: pressed, it joins the roll or stays; a mark shows which it does."""
    chosen = number < roll.wild
    told = say("wild die, in the roll: press to keep it") if chosen else say("wild die, kept: press to roll it")
    mark = sign("tick", size - 6, 6, 12, "good") if chosen else ""
    ring = box(0.5, 0.5, size - 1, size - 1, "glow thin" if chosen else "void", 0.18 * size)
    wanted = roll.wild - 1 if chosen else roll.wild + 1
    return select(roll.selection(wild=wanted), reader.tell(told), face_die(WILD, size) + ring + mark, selected=chosen)


def _kept(reader: Reader, counts: list[int], faces: list[int], size: float) -> list[str]:
    """Draw each die, pale if it goes back to the bank; pressed, it changes places with another."""
    kept = kept_faces(reader)
    seen, drawn = [0] * FACES, []
    for face in faces:
        seen[face] += 1
        stays = seen[face] <= kept[face]
        other = swapped(kept, counts, face, stays=stays)
        told = say("stays in front of you") if stays else say("goes back to the bank; press to keep it")
        die = face_die(face, size) if stays else f'<g class="back-in">{face_die(face, size)}</g>'
        die += box(0.5, 0.5, size - 1, size - 1, "glow thin", 0.18 * size) if stays else ""
        title = reader.tell(told)
        drawn.append(
            select("keep " + " ".join(map(str, other)), title, die, selected=stays) if other != kept else titled(title, die)
        )
    return drawn


def _across(size: float, room: float) -> int:
    return int((room + 6) // (size + 6))


def _high(count: int, size: float, room: float) -> float:
    """Return the height of so many dice in rows."""
    return -(-count // _across(size, room)) * (size + 6)


def _head(reader: Reader, count: int) -> Sentence:
    if reader.focus == reader.seat:
        return say_many("{count} die in front of you", "{count} dice in front of you", count=count)
    name = reader.names[reader.focus]
    return say_many("{count} die in front of {name}", "{count} dice in front of {name}", count=count, name=name)


def _note(reader: Reader, count: int) -> Sentence | None:
    """Return what is to be known about the dice in front: how many may stay, or that wild dice are chosen by pressing them."""
    if count > FRONT_LIMIT:
        return say("at most {most} stay when your turn ends", most=FRONT_LIMIT)
    if reader.acts and reader.moves_from(CUP, ROLL) and front_of(reader.position, reader.focus)[WILD]:
        return say("press a wild die to roll or keep it")
    return None


def _screen(reader: Reader, seat: int, room: float) -> str:
    """Draw the reserve, face down (RD1-16); only its owner sees how many dice it has."""
    content = box(0, 0, room, 36, "screen")
    if not reader.sees(seat):
        return content + write(10, 23, reader.tell(say("Reserve: hidden behind the screen")), "t12")
    count = int(reader.position.reserve[seat])
    told = reader.tell(say("Reserve: {dice}, to roll or to pay", dice=some_dice(count)))
    left = 1.15 * text_width(told, 12) + 18
    across = max(int((room - left - 4) // (_BACK + 3)), 1)
    dice = [blank_die("simple", _BACK)] * min(count, across)
    left = room - 7 - len(dice) * (_BACK + 3)
    title = reader.tell(
        say("Dice behind your screen. They have no face until you roll them; they pay for stations, mountains and lakes.")
    )
    return titled(title, content + write(10, 23, told, "t12 strong") + moved(left, 7, row_of_dice(dice, _BACK + 3, across)))


def _rolling(reader: Reader, room: float) -> str:
    """Draw the dice that are being rolled (RD1-34)."""
    loose = int(reader.position.loose)
    size = next((size for size in _SIZES if _high(loose, size, room) <= _MOST), _SIZES[-1])
    dice = [rolling_die("simple", size, i) for i in range(loose)]
    return row_of_dice(dice, size + 6, _across(size, room))


def cup_words(reader: Reader) -> Sentence | None:
    """Return what lies in the cup, if anything does."""
    position = reader.position
    if position.phase == CUPPED and position.cup:
        return say_many("In the cup: {count} wild die", "In the cup: {count} wild dice", count=position.cup)
    if position.phase == ROLLING:
        return say("Being rolled: {dice}", dice=some_dice(position.loose))
    return None

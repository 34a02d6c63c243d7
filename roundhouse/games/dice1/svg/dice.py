"""Dice: those before the reader's screen and behind it, those in the cup, and small ones for lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.games.dice1.board import CURVE, FACES, FRONT_LIMIT, SHARE, STRAIGHT
from roundhouse.games.dice1.phrases import some_dice
from roundhouse.games.dice1.position import CUPPED, ROLLING
from roundhouse.games.dice1.svg.reader import Reader
from roundhouse.ui.panels import NOTHING, Panel
from roundhouse.ui.rails import blank_die, rail_die, rolling_die, share_die, wild_die
from roundhouse.ui.svg import box, heading, moved, spot, text_width, titled, write

if TYPE_CHECKING:
    from roundhouse.games.dice1.state import Dice1

_SIZES: Final = (46.0, 38.0, 30.0, 24.0, 18.0)
_MOST: Final = 112.0  # the height of all dice in front, before they are drawn smaller
_BACK: Final = 20.0  # size of the dice behind a screen
_FACE_WORDS: Final = (say("straight rail"), say("curved rail"), say("share die"), say("wild die"))


def face_die(face: int, size: float) -> str:
    """Draw a die by the face that it shows."""
    if face == STRAIGHT:
        return rail_die("simple", (0b1010,), size)
    if face == CURVE:
        return rail_die("simple", (0b0110,), size)
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


def row_of_dice(dice: Sequence[str], step: float, across: int) -> str:
    """Draw dice in rows."""
    return "".join(moved(i % across * step, i // across * step, die) for i, die in enumerate(dice))


def dice_panel(reader: Reader, room: float) -> Panel:
    """Draw the reader's dice, or for a spectator those of the player to move (RD1-25), with the roll below."""
    position, seat = reader.position, reader.focus
    counts = front_of(position, seat)
    count = sum(counts)
    content = heading(0, 10, reader.tell(_head(reader, count)))
    if count > FRONT_LIMIT:
        told = reader.tell(say("{most} may stay at the end of the turn", most=FRONT_LIMIT))
        content += write(room, 10, told, "t12 quiet end")
    size = next((size for size in _SIZES if _high(count, size, room) <= _MOST), _SIZES[-1])
    across = _across(size, room)
    dice = [_shown(reader, face, size) for face in range(FACES) for _ in range(counts[face])]
    height = _high(count, size, room)
    if reader.rolled and seat == position.turn:
        content += box(-4, 17, min(count, across) * (size + 6) + 2, height + 2, "mark", 8)
    content += moved(0, 21, spot("dice", row_of_dice(dice, size + 6, across)))
    screen, high = _screen(reader, seat, room)
    content += moved(0, 27 + height, screen)
    cup, more = _cup(reader, room)
    return content + moved(0, 35 + height + high, cup), 27 + height + high + (8 + more if cup else 0)


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


def _shown(reader: Reader, face: int, size: float) -> str:
    return titled(reader.tell(_FACE_WORDS[face]), face_die(face, size))


def _screen(reader: Reader, seat: int, room: float) -> Panel:
    """Draw the screen and the reserve behind it, face down; only its owner sees how many there are (RD1-16)."""
    if not reader.sees(seat):
        told = reader.tell(say("The reserve stands behind the screen."))
        return box(0, 0, room, 30, "screen") + write(10, 20, told, "t12"), 30.0
    count = int(reader.position.reserve[seat])
    told = reader.tell(say("Behind the screen: {dice}", dice=some_dice(count)))
    across = int((room - 16) // (_BACK + 3))
    rows = -(-min(count, 2 * across) // across)
    dice = [blank_die("simple", _BACK)] * min(count, 2 * across)
    height = 26 + rows * (_BACK + 3) + (4 if rows else 0)
    content = box(0, 0, room, height, "screen") + write(10, 18, told, "t12 strong")
    return content + moved(10, 26, row_of_dice(dice, _BACK + 3, across)), height


def _cup(reader: Reader, room: float) -> Panel:
    """Draw the wild dice in the cup, or the dice being rolled (RD1-34)."""
    position = reader.position
    if position.phase == CUPPED and position.cup:
        told = say_many("In the cup: {count} wild die", "In the cup: {count} wild dice", count=position.cup)
        dice = [face_die(FACES - 1, _BACK)] * position.cup
    elif position.phase == ROLLING:
        told = say("Being rolled: {dice}", dice=some_dice(position.loose))
        dice = [rolling_die("simple", _BACK, i) for i in range(position.loose)]
    else:
        return NOTHING
    across = int(room // (_BACK + 7))
    content = heading(0, 10, reader.tell(told)) + moved(0, 20, row_of_dice(dice[: 2 * across], _BACK + 7, across))
    return content, 20 + min(-(-len(dice) // across), 2) * (_BACK + 7)

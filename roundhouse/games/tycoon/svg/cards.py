"""The cards: those that lie open, and the reader's own tycoon."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import Sentence, say
from roundhouse.games.tycoon.board import (
    BOUNTY,
    CARD_POINTS,
    CARD_USES,
    CITY_GROWTH,
    DREW,
    ENGINEERED_TILES,
    ENGINEERING,
    ERA,
    EXECUTIVE,
    FISK,
    HOTEL,
    IS_GOAL,
    JUDAH,
    KINDS,
    LAND_GRANT,
    LINE,
    LINE_WESTERN,
    NEW_INDUSTRY,
    NEW_TRAIN,
    NEW_TRAIN_LEVEL,
    PULLMAN_LEVEL,
    RECORD_LINKS,
    SPEED_RECORD,
    TYCOON_NAMES,
    TYCOON_POINTS,
)
from roundhouse.games.tycoon.moves import TAKE
from roundhouse.games.tycoon.notation import notation
from roundhouse.games.tycoon.phrases import card, points
from roundhouse.games.tycoon.score import bonus
from roundhouse.games.tycoon.svg.reader import Reader
from roundhouse.ui.panels import NOTHING, Panel
from roundhouse.ui.svg import attempt, box, heading, moved, press, rule, shorten, sign, text_width, titled, wrap, write

_USES: Final = {
    "goal": say("cannot be taken: the first player to meet the goal scores"),
    "at once": say("used at once when taken"),
    "once a turn": say("kept, used once a turn"),
    "hand": say("kept, used once"),
    "open": say("kept for the rest of the game"),
}
_MARKS: Final = {
    "goal": ("ring", "good", 0),
    "at once": ("cross", "bad", 45),
    "once a turn": ("diamond", "purple", 0),
    "hand": ("square", "quiet", 0),
    "open": ("dash", "quiet", 0),
}
_MOST: Final = 24.0  # height of the row of a card, less where there are many
_LEAST: Final = 16.0
_PRESSED: Final = 31.0  # height of the row of a card that can be taken, where there is room
_DOZEN: Final = 12  # rows that always have one column
_GAP: Final = 12.0  # between two columns
# Goals whose present score is not shown: money is covered, and the longest run can take long to find.
_NOT_TOLD: Final = (FISK, DREW, JUDAH)


def cards_panel(reader: Reader, room: float, space: float) -> Panel:
    """Draw the available cards (RRT-28), one row per kind, in the given space; those that can be taken glow."""
    position = reader.position
    kinds = [kind for kind in range(KINDS) if position.display[kind]]
    if not kinds:
        return NOTHING
    content = heading(0, 10, reader.tell(say("Operations cards on the table")))
    if not reader.wide:
        stack, height = _narrow_rows(reader, kinds, room)
        return content + moved(0, 18, stack), 18 + height
    goals = sum(1 for kind in kinds if IS_GOAL[kind])
    if 18 + _PRESSED * (len(kinds) - goals) + _LEAST * goals <= space:
        return content + _single_rows(reader, kinds, room), 18 + sum(_high(kind) for kind in kinds)
    columns = 1 if 18 + _LEAST * len(kinds) <= space else 2
    lines = -(-len(kinds) // columns)
    high = min(_MOST, max(_LEAST, (space - 18) / lines))
    width = (room + _GAP) / columns - _GAP
    for i, kind in enumerate(kinds):
        column, row = divmod(i, lines)
        content += moved(column * (width + _GAP), 18 + high * row, _row(reader, kind, width, high))
    return content, 18 + high * lines


def _single_rows(reader: Reader, kinds: list[int], room: float) -> str:
    """Draw one row below the other: cards that can be taken large enough for a pointer, goals lower."""
    content, y = "", 18.0
    for kind in kinds:
        content += moved(0, y, _row(reader, kind, room, _high(kind)))
        y += _high(kind)
    return content


def _high(kind: int) -> float:
    return _LEAST if IS_GOAL[kind] else _PRESSED


def _narrow_rows(reader: Reader, kinds: list[int], room: float) -> Panel:
    """Draw cards that can be taken in two columns, large enough for a finger; goals, which are never pressed, in lines below."""
    taken = [kind for kind in kinds if not IS_GOAL[kind]]
    goals = [kind for kind in kinds if IS_GOAL[kind]]
    half = room / 2
    content = "".join(moved(i % 2 * half, i // 2 * 46, _row(reader, kind, half - 3, 46)) for i, kind in enumerate(taken))
    y = 46.0 * ((len(taken) + 1) // 2)
    content += "".join(moved(0, y + 20 * i, _row(reader, kind, room, 20)) for i, kind in enumerate(goals))
    return content, y + 20 * len(goals)


def least_height(reader: Reader) -> float:
    """Return the space that the cards need on the wide sheet; more than a dozen may stand in two columns."""
    kinds = sum(1 for count in reader.position.display if count)
    rows = kinds if kinds <= _DOZEN else -(-kinds // 2)
    return 18 + _LEAST * rows if kinds else 0.0


def _row(reader: Reader, kind: int, room: float, high: float) -> str:
    count = reader.position.display[kind]
    name = reader.tell(card(kind)) + (f" ×{count}" if count > 1 else "")
    mark, colour, turn = _MARKS[CARD_USES[kind]]
    tall = high > 40
    base = 18 if tall else high / 2 + 4
    content = write(24, base, shorten(name, 12, room - 26), "t12 strong")
    told = reader.tell(effect(kind))
    if tall:
        content += write(24, 35, shorten(told, 12, room - 26), "t12 quiet")
    else:
        left = room - 36 - text_width(name, 12)
        if IS_GOAL[kind] and text_width(told, 12) > left:  # the points matter most
            told = reader.tell(points(CARD_POINTS[kind]))
        content += write(room - 6, base, shorten(told, 12, left), "t12 quiet end")
    content += sign(mark, 12, base - 4, 9, colour, turn)
    title = reader.tell(say("{card}: {effect} ({use})", card=card(kind), effect=effect(kind), use=_USES[CARD_USES[kind]]))
    if TAKE + kind in reader.moves:
        face = box(1, 1, room - 2, high - 2, "glow thin field", 4)
        return press(notation(TAKE + kind), reader.tell(say("Take {card}", card=title)), content + face)
    content = rule(0, 0, room) + content
    if reader.seat < 0:
        return titled(title, content)
    return attempt(notation(TAKE + kind), title, box(0, 0, room, high, "hit", 0) + content)


def effect(kind: int) -> Sentence:
    """Say what a card does, in few words (RRT-145 to RRT-170)."""
    worth = points(CARD_POINTS[kind])
    if kind >= BOUNTY:
        return say("first delivery there: {points}", points=worth)
    if kind >= LINE:
        if LINE_WESTERN[kind - LINE]:
            return say("first, with western link: {points}", points=worth)
        return say("first to connect: {points}", points=worth)
    if kind >= HOTEL:
        return say("1 point a cube delivered there")
    return {
        CITY_GROWTH: say("two cubes for any city"),
        LAND_GRANT: say("open terrain free in one build"),
        NEW_INDUSTRY: say("urbanize a city, free"),
        ENGINEERING: say("{tiles} tiles in one build a turn", tiles=ENGINEERED_TILES),
        EXECUTIVE: say("two actions at once"),
        ERA: say("first delivery: {points}", points=worth),
        SPEED_RECORD: say("first over {links} links: {points}", links=RECORD_LINKS, points=worth),
        NEW_TRAIN: say("first at level {level}: {points}", level=NEW_TRAIN_LEVEL, points=worth),
    }[kind]


# Tycoons.


def tycoon_panel(reader: Reader, room: float) -> Panel:
    """Draw the reader's own secret goal, and what it would bring now (RRT-41)."""
    if reader.seat < 0 or reader.over or reader.position.tycoon[reader.seat] < 0:
        return NOTHING
    tycoon = reader.position.tycoon[reader.seat]
    content = heading(0, 10, reader.tell(say("Your tycoon, secret"))) + rule(0, 18, room)
    content += write(0, 36, TYCOON_NAMES[tycoon], "t14 strong")
    left = text_width(TYCOON_NAMES[tycoon], 14) + 12
    told = reader.tell(goal(tycoon))
    if tycoon not in _NOT_TOLD:
        now = points(bonus(reader.position, reader.seat, tycoon))
        told = reader.tell(say("{goal}; now {points}", goal=goal(tycoon), points=now))
    lines = wrap(told, 12, room - left)
    content += "".join(write(left, 36 + 15 * i, line, "t12") for i, line in enumerate(lines))
    return content, 30.0 + 15 * len(lines)


def goal(tycoon: int) -> Sentence:
    """Return the goal of a tycoon in few words (RRT-44 to RRT-53)."""
    worth = points(TYCOON_POINTS[tycoon])
    return (
        say("{points} per link owned at Chicago", points=worth),
        say("{points} for the most links", points=worth),
        say("{points} for the fewest shares", points=worth),
        say("{points} for the fewest shares", points=worth),
        say("{points} for being first at level {level}", points=worth, level=PULLMAN_LEVEL),
        say("{points} for a western link", points=worth),
        say("{points} for the longest run of links", points=worth),
        say("{points} for owning links from New York to Chicago", points=worth),
        say("{points} for the most money", points=worth),
        say("{points} for the most money", points=worth),
    )[tycoon]

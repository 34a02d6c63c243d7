"""The dice bank with its four offers, and the dice that lie before the player whose turn it is."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import Sentence, say
from roundhouse.games.dice2.board import (
    COLOURS,
    COMPLEX_WILD,
    FACES,
    GREYS_EACH,
    LOCOMOTIVE,
    OFFERS,
    SHAPE_FACE,
    SHAPES,
    SIMPLE_FACES,
    STATION,
    STATIONS,
    WILD,
)
from roundhouse.games.dice2.laying import complex_offered, simple_offered
from roundhouse.games.dice2.moves import OFFER, ROLL
from roundhouse.games.dice2.notation import notation
from roundhouse.games.dice2.phrases import FACE_WORDS
from roundhouse.games.dice2.position import CLOSING, GIVEN_UP, GREYS, OPEN, ROLLING
from roundhouse.games.dice2.svg.reader import Reader
from roundhouse.games.dice2.svg.squares import station_mark
from roundhouse.ui.panels import Panel
from roundhouse.ui.rails import blank_die, engine_die, rail_die, rolling_die, wild_die
from roundhouse.ui.svg import attempt, box, heading, moved, press, spot, titled, write

_GAP: Final = 12.0
_SMALL: Final = 22.0
_LARGE: Final = 48.0
_SHAPE_OF_FACE: Final = {SHAPE_FACE[shape]: SHAPES[shape] for shape in range(STATION - 1, 0, -1)}  # as the rulebook shows it

_OFFER_WORDS: Final = (
    (say("4 simple"),),
    (say("2 simple"), say("1 complex")),
    (say("2 complex"),),
    (say("1 complex"), say("wild, not rolled")),
)
_OFFER_TITLES: Final = (
    say("Roll 4 simple dice"),
    say("Roll 2 simple dice and 1 complex die"),
    say("Roll 2 complex dice"),
    say("Take 1 complex die with its wild face, without a roll"),
)


def face_die(face: int, size: float) -> str:
    """Draw a die by the face that it shows."""
    kind = "simple" if face < SIMPLE_FACES else "complex"
    if face == LOCOMOTIVE:
        return engine_die(kind, size)
    if face in (WILD, COMPLEX_WILD):
        return wild_die(kind, size)
    return rail_die(kind, _SHAPE_OF_FACE[face], size)


def dice_panel(reader: Reader, room: float) -> Panel:
    """Draw what the bank holds and offers (RD2-26, RD2-42)."""
    position = reader.position
    bank = say("Dice bank: {simple} simple, {complex} complex", simple=position.simple, complex=position.complex)
    content = heading(0, 10, reader.tell(bank))
    if not reader.wide and OFFER + OFFERS - 1 not in reader.moves and OFFER not in reader.moves:
        return content, 14.0  # a phone shows offers only to a player who may take one
    across = OFFERS if reader.wide else OFFERS // 2
    width, height = (room - (across - 1) * _GAP) / across, 62.0
    for offer in range(OFFERS):
        row, column = divmod(offer, across)
        content += moved(column * (width + _GAP), 20 + row * (height + _GAP), _offer(reader, offer, (width, height)))
    return content, 20 + (OFFERS // across) * (height + _GAP) - _GAP


def _offer(reader: Reader, offer: int, size: tuple[float, float]) -> str:
    """Draw the dice of an offer, before they are rolled."""
    position = reader.position
    width, height = size
    if offer == OFFERS - 1:
        dice = [wild_die("complex", _SMALL)] if position.complex else []
    else:
        simple, complex = simple_offered(position, offer), complex_offered(position, offer)
        dice = [blank_die("simple", _SMALL)] * simple + [blank_die("complex", _SMALL)] * complex
    step = _SMALL + 4
    left = (width - step * len(dice) + 4) / 2
    lines = [reader.tell(line) for line in _OFFER_WORDS[offer]]
    first = height - 14 - 6 * (len(lines) - 1)
    content = box(0, 0, width, height, "back") + "".join(moved(left + i * step, 8, die) for i, die in enumerate(dice))
    content += "".join(write(width / 2, first + 13 * i, line, "t12 middle") for i, line in enumerate(lines))
    title = reader.tell(_OFFER_TITLES[offer])
    if OFFER + offer not in reader.moves:
        drawn = titled(title, content, "spent")
        return attempt(notation(OFFER + offer), title, drawn) if reader.seat >= 0 else drawn
    glow = box(-3, -3, width + 6, height + 6, "glow", 8)
    return press(notation(OFFER + offer), title, content + glow)


def front_panel(reader: Reader, room: float) -> Panel:
    """Draw the dice of the player to move as they fell (RD2-43), or during set-up the stations still to be placed."""
    position = reader.position
    if position.phase <= GREYS:
        return _stations_panel(reader, room)
    content = heading(0, 10, reader.tell(say("Dice of {name}", name=reader.names[position.turn])))
    if position.phase == ROLLING:
        kinds = ["simple"] * simple_offered(position, position.offer) + ["complex"] * complex_offered(position, position.offer)
        dice = [rolling_die(kind, _LARGE, i) for i, kind in enumerate(kinds)]
    else:
        dice = [_shown(reader, face) for face in range(FACES) for _ in range(position.front[face])]
    if not dice:
        return content + write(0, 34, reader.tell(_nothing(reader)), "t14 quiet"), 40.0
    if reader.last >= ROLL:
        content += box(-4, 18, len(dice) * (_LARGE + _GAP) + 0, _LARGE + 8, "mark", 10)
    content += spot("front", "".join(moved(i * (_LARGE + _GAP), 22, die) for i, die in enumerate(dice)))
    return content, 22 + _LARGE


def _stations_panel(reader: Reader, room: float) -> Panel:
    """Draw the stations still to be placed, in that order (RD2-12, RD2-16, RD2-18)."""
    position = reader.position
    homes = [(position.first + step) % position.seats for step in range(position.seats)]
    greys = [*range(COLOURS, STATIONS), COLOURS - 1][: position.seats * GREYS_EACH[position.seats]]
    waiting = (homes + greys)[position.placed :]
    content = heading(0, 10, reader.tell(say("Stations to place")))
    step = min(_LARGE, room / STATIONS)
    marks = [moved(i * step, 20, station_mark(position.seats, number, step)) for i, number in enumerate(waiting)]
    return content + "".join(spot("front", mark) if not i else mark for i, mark in enumerate(marks)), 20 + step


def _shown(reader: Reader, face: int) -> str:
    return titled(reader.tell(FACE_WORDS[face]), face_die(face, _LARGE))


def _nothing(reader: Reader) -> Sentence:
    """Say why no dice lie there."""
    position = reader.position
    if position.phase == CLOSING:
        return say("No more dice are rolled.")
    if position.roll == OPEN:
        return say("Not rolled yet.")
    return say("The roll was given up.") if position.roll == GIVEN_UP else say("All dice are used.")

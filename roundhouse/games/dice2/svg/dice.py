"""The dice bank with its four offers, and the dice that lie before the player whose turn it is."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import Sentence, say
from roundhouse.games.dice2.board import (
    COLOURS,
    COMPLEX_SIDES,
    COMPLEX_WILD,
    FACES,
    GREYS_EACH,
    LOCOMOTIVE,
    OFFERS,
    SHAPE_FACE,
    SHAPES,
    SIMPLE_FACES,
    SIMPLE_SIDES,
    STATION,
    STATIONS,
    WILD,
)
from roundhouse.games.dice2.laying import complex_offered, simple_offered
from roundhouse.games.dice2.moves import OFFER, ROLL
from roundhouse.games.dice2.notation import notation
from roundhouse.games.dice2.position import CLOSING, GIVEN_UP, GREYS, OPEN, ROLLING
from roundhouse.games.dice2.svg.reader import Reader
from roundhouse.games.dice2.svg.squares import station_mark
from roundhouse.ui.numbers import decimal
from roundhouse.ui.panels import Panel
from roundhouse.ui.rails import blank_die, engine_die, loose_die, rolling_die, wild_die
from roundhouse.ui.svg import attempt, box, heading, moved, press, spot, titled, write

_GAP: Final = 10.0
_SMALL: Final = 24.0
_LARGE: Final = 56.0
_FACE: Final = 20.0  # of a die among the faces
_CARD: Final = 68.0  # height of an offer
_SIDES: Final = 6  # of a die
_SHAPE_OF_FACE: Final = {SHAPE_FACE[shape]: SHAPES[shape] for shape in range(STATION - 1, 0, -1)}  # as the rulebook shows it

_OFFER_WORDS: Final = (
    say("4 simple dice"),
    say("2 simple, 1 complex"),
    say("2 complex dice"),
    say("1 complex, not rolled"),
)
_OFFER_TITLES: Final = (
    say("Roll 4 simple dice"),
    say("Roll 2 simple dice and 1 complex die"),
    say("Roll 2 complex dice"),
    say("Take 1 complex die with its wild face, without a roll"),
)


_SWITCH: Final = say("a switch: exchange it for a simple die on the map")
_FACE_USES: Final = (
    say("a straight: lay it at the end of your line"),
    say("a curve: lay it at the end of your line"),
    say("a locomotive: brings passengers to one tile"),
    say("wild: a straight, a curve, or passengers for one tile"),
    say("a crossing: exchange it for a simple die on the map"),
    say("a double curve: exchange it for a simple die on the map"),
    _SWITCH,
    _SWITCH,
    _SWITCH,
    say("wild: any orange face, exchanged for a simple die on the map"),
)


def face_die(face: int, size: float) -> str:
    """Draw a die by the face that it shows."""
    kind = "simple" if face < SIMPLE_FACES else "complex"
    if face == LOCOMOTIVE:
        return engine_die(kind, size)
    if face in (WILD, COMPLEX_WILD):
        return wild_die(kind, size)
    return loose_die(kind, _SHAPE_OF_FACE[face], size)


def dice_panel(reader: Reader, room: float) -> Panel:
    """Draw what the bank holds and offers (RD2-26, RD2-42), with the odds of each offer."""
    position = reader.position
    bank = say("Dice bank: {simple} simple, {complex} complex", simple=position.simple, complex=position.complex)
    content = heading(0, 10, reader.tell(bank))
    width, height = (room - _GAP) / 2, _CARD
    for offer in range(OFFERS):
        row, column = divmod(offer, 2)
        content += moved(column * (width + _GAP), 20 + row * (height + _GAP), _offer(reader, offer, (width, height)))
    return content, 20 + 2 * (height + _GAP) - _GAP


def faces_panel(reader: Reader, room: float) -> Panel:
    """Draw every face of both dice, with the number of sides of six that show it."""
    pitch = (room - _GAP) / FACES
    content = heading(0, 10, reader.tell(say("Faces of the dice")))
    for face in range(FACES):
        sides = int(SIMPLE_SIDES[face] if face < SIMPLE_FACES else COMPLEX_SIDES[face - SIMPLE_FACES])
        die = say("simple die") if face < SIMPLE_FACES else say("complex die")
        chance = say("{sides} of 6 sides, {chance} %", sides=sides, chance=round(100 * sides / _SIDES))
        title = reader.tell(say("{die}, {chance}: {use}", die=die, chance=chance, use=_FACE_USES[face]))
        drawn = moved((pitch - _FACE) / 2, 0, face_die(face, _FACE)) + write(
            pitch / 2, _FACE + 12, f"{sides}/6", "t12 quiet middle"
        )
        content += moved(face * pitch + (_GAP if face >= SIMPLE_FACES else 0), 20, titled(title, drawn))
    return content, 20 + _FACE + 13


def _offer(reader: Reader, offer: int, size: tuple[float, float]) -> str:
    """Draw the dice of an offer before they are rolled, what they are, and what they bring on average."""
    position = reader.position
    width, height = size
    if offer == OFFERS - 1:
        dice = [wild_die("complex", _SMALL)] if position.complex else []
        odds = say("a face of your choice")
    else:
        simple, complex = int(simple_offered(position, offer)), int(complex_offered(position, offer))
        odds = offer_odds(simple, complex, reader.language)
        dice = [blank_die("simple", _SMALL)] * simple + [blank_die("complex", _SMALL)] * complex
    step = _SMALL + 4
    left = (width - step * len(dice) + 4) / 2
    content = box(0, 0, width, height, "back") + "".join(moved(left + i * step, 7, die) for i, die in enumerate(dice))
    content += write(width / 2, 46, reader.tell(_OFFER_WORDS[offer]), "t12 strong middle")
    content += write(width / 2, 61, reader.tell(odds), "t12 quiet middle")
    title = reader.tell(say("{offer}: {odds}", offer=_OFFER_TITLES[offer], odds=odds))
    if OFFER + offer not in reader.moves:
        drawn = titled(title, content, "spent")
        return attempt(notation(OFFER + offer), title, drawn) if reader.seat >= 0 else drawn
    return press(notation(OFFER + offer), title, content + box(-3, -3, width + 6, height + 6, "glow", 8))


def offer_odds(simple: int, complex: int, language: str) -> Sentence:
    """Say how many dice of a roll can be laid on average, and the chance of at least one wild face."""
    laid = simple * (1 - SIMPLE_SIDES[LOCOMOTIVE] / _SIDES) + complex
    plain = (1 - SIMPLE_SIDES[WILD] / _SIDES) ** simple * (1 - COMPLEX_SIDES[COMPLEX_WILD - SIMPLE_FACES] / _SIDES) ** complex
    return say("~{average} to lay, wild {chance} %", average=decimal(laid, 1, language), chance=round(100 * (1 - plain)))


def front_panel(reader: Reader, room: float) -> Panel:
    """Draw the dice of the player to move as they fell (RD2-43), or during set-up the stations still to be placed."""
    position = reader.position
    if position.phase <= GREYS:
        return _stations_panel(reader, room)
    mine = position.turn == reader.seat
    head = say("Your dice") if mine else say("Dice of {name}", name=reader.names[position.turn])
    content = heading(0, 10, reader.tell(head)) + box(0, 16, room, _LARGE + 14, "tray", 8)
    if position.phase == ROLLING:
        kinds = ["simple"] * simple_offered(position, position.offer) + ["complex"] * complex_offered(position, position.offer)
        dice = [rolling_die(kind, _LARGE, i) for i, kind in enumerate(kinds)]
    else:
        dice = [_shown(reader, face) for face in range(FACES) for _ in range(position.front[face])]
    if not dice:
        return content + write(room / 2, 58, reader.tell(_nothing(reader)), "t14 quiet middle"), 30 + _LARGE
    pitch = min(_LARGE + _GAP, (room - 16) / len(dice))
    if reader.last >= ROLL:
        content += box(3, 18, len(dice) * pitch, _LARGE + 10, "mark", 10)
    content += spot("front", "".join(moved(8 + i * pitch, 23, die) for i, die in enumerate(dice)))
    return content, 30 + _LARGE


def _stations_panel(reader: Reader, room: float) -> Panel:
    """Draw the stations still to be placed, in that order (RD2-12, RD2-16, RD2-18)."""
    position = reader.position
    homes = [(position.first + step) % position.seats for step in range(position.seats)]
    greys = [*range(COLOURS, STATIONS), COLOURS - 1][: position.seats * GREYS_EACH[position.seats]]
    waiting = (homes + greys)[position.placed :]
    content = heading(0, 10, reader.tell(say("Stations to place")))
    step = min(_LARGE, room / STATIONS)
    marks = [moved(i * step, 20, station_mark(position.seats, number, step)) for i, number in enumerate(waiting)]
    return content + "".join(spot("front", mark) if not i else mark for i, mark in enumerate(marks)), 30 + _LARGE


def _shown(reader: Reader, face: int) -> str:
    return titled(reader.tell(_FACE_USES[face]), face_die(face, _LARGE))


def _nothing(reader: Reader) -> Sentence:
    """Say why no dice lie there."""
    position = reader.position
    if position.phase == CLOSING:
        return say("No more dice are rolled.")
    if position.roll == OPEN:
        return say("Not rolled yet.")
    return say("The roll was given up.") if position.roll == GIVEN_UP else say("All dice are used.")

"""Parts of sentences about Railroad Dice 2: stations, faces, dice, money and lists, complete enough to translate with agreement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from roundhouse.core.sentence import Sentence, both, say, say_many
from roundhouse.games.dice2.board import COLOURS, FACES, SHAPE_FACE
from roundhouse.games.dice2.notation import shape_name, station_name
from roundhouse.games.dice2.position import Position

_HOMES: Final = (
    say("the blue home station"),
    say("the black home station"),
    say("the white home station"),
    say("the green home station"),
)
_NEUTRALS: Final = {2: say("the neutral white station"), 3: say("the neutral green station")}
COLOUR_WORDS: Final = (say("blue"), say("black"), say("white"), say("green"))
TERRAIN_WORDS: Final = (say("plain"), say("mountain"), say("water"))

# By face: four of the simple die, six of the complex one.
FACE_WORDS: Final = (
    say("a straight"),
    say("a curve"),
    say("a locomotive face"),
    say("a simple wild face"),
    say("a crossing"),
    say("a double curve"),
    say("a switch to the right"),
    say("a switch to the left"),
    say("a forked switch"),
    say("a complex wild face"),
)
_COUNTED: Final[tuple[Callable[[int], Sentence], ...]] = (
    lambda n: say_many("{count} straight", "{count} straights", count=n),
    lambda n: say_many("{count} curve", "{count} curves", count=n),
    lambda n: say_many("{count} locomotive face", "{count} locomotive faces", count=n),
    lambda n: say_many("{count} simple wild face", "{count} simple wild faces", count=n),
    lambda n: say_many("{count} crossing", "{count} crossings", count=n),
    lambda n: say_many("{count} double curve", "{count} double curves", count=n),
    lambda n: say_many("{count} switch to the right", "{count} switches to the right", count=n),
    lambda n: say_many("{count} switch to the left", "{count} switches to the left", count=n),
    lambda n: say_many("{count} forked switch", "{count} forked switches", count=n),
    lambda n: say_many("{count} complex wild face", "{count} complex wild faces", count=n),
)


def station(position: Position, number: int) -> Sentence:
    """Return the name of a station; a colour that no seat plays is a grey station, named by the colour of its piece (RD2-R3)."""
    if number < position.seats:
        return _HOMES[number]
    if number < COLOURS:
        return _NEUTRALS[number]
    return say("the grey station {letter}", letter=station_name(number))


def shape(number: int) -> Sentence:
    """Return a face and its orientation: `a curve (NE)`."""
    return say("{face} ({sides})", face=FACE_WORDS[SHAPE_FACE[number]], sides=shape_name(number))


def dice(counts: Sequence[int]) -> Sentence:
    """Return dice by face, such as `2 straights and 1 crossing`; faces without dice are left out."""
    kinds = [_COUNTED[face](counts[face]) for face in range(FACES) if counts[face]]
    return both(kinds) if kinds else say("no dice")


def tokens(count: int) -> Sentence:
    """Return an amount of money in tokens."""
    return say_many("{count} token", "{count} tokens", count=count)


def passengers(count: int) -> Sentence:
    """Return a number of waiting passengers."""
    return say_many("{count} passenger", "{count} passengers", count=count)

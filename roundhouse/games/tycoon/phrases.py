"""Parts of sentences about Railroad Tycoon: money, cubes, cities, cards and lists, complete enough to translate with agreement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from roundhouse.core.sentence import Sentence, both, say, say_many
from roundhouse.games.tycoon.board import (
    BOUNTY,
    BOUNTY_CITY,
    CITY_NAMES,
    HOTEL,
    HOTEL_CITY,
    LINE,
    LINE_A,
    LINE_B,
    SIDES,
)

# In the order of the colours of board.py, gray last.
COLOUR_WORDS: Final = (say("red"), say("yellow"), say("blue"), say("purple"), say("black"), say("gray"))
CITY_WORDS: Final = (
    say("a red city"),
    say("a yellow city"),
    say("a blue city"),
    say("a purple city"),
    say("a black city"),
    say("a gray city"),
)
CUBE_WORDS: Final = (
    say("a red cube"),
    say("a yellow cube"),
    say("a blue cube"),
    say("a purple cube"),
    say("a black cube"),
)
NO_CUBE_WORDS: Final = (
    say("no red cube"),
    say("no yellow cube"),
    say("no blue cube"),
    say("no purple cube"),
    say("no black cube"),
)
_COUNTED: Final[tuple[Callable[[int], Sentence], ...]] = (
    lambda n: say_many("{count} red cube", "{count} red cubes", count=n),
    lambda n: say_many("{count} yellow cube", "{count} yellow cubes", count=n),
    lambda n: say_many("{count} blue cube", "{count} blue cubes", count=n),
    lambda n: say_many("{count} purple cube", "{count} purple cubes", count=n),
    lambda n: say_many("{count} black cube", "{count} black cubes", count=n),
)

# In the order of the sides, clockwise from the north-east.
SIDE_WORDS: Final = (say("north-east"), say("east"), say("south-east"), say("south-west"), say("west"), say("north-west"))

TOWARDS: Final = (
    say("to the north-east"),
    say("to the east"),
    say("to the south-east"),
    say("to the south-west"),
    say("to the west"),
    say("to the north-west"),
)

_PLAIN_CARDS: Final = (
    say("City Growth"),
    say("Government Land Grant"),
    say("New Industry"),
    say("Perfect Engineering"),
    say("Railroad Executive"),
    say("The Railroad Era Begins"),
    say("Speed Record"),
    say("New Train"),
)


def money(thousands: int) -> Sentence:
    """Return an amount of money: `$12,000`."""
    if thousands == 0:
        return say("$0")
    if thousands < 1000:
        return say("${thousands},000", thousands=thousands)
    return say("${millions},{thousands},000", millions=thousands // 1000, thousands=f"{thousands % 1000:03}")


def signed(thousands: int) -> Sentence:
    """Return a gain or a loss of money: `+$12,000`, `−$3,000`."""
    if thousands < 0:
        return say("−{amount}", amount=money(-thousands))
    return say("+{amount}", amount=money(thousands)) if thousands else money(0)


def cubes(counts: Sequence[int]) -> Sentence:
    """Return cubes by colour, such as `2 red cubes and 1 blue cube`; colours without cubes are left out."""
    kinds = [_COUNTED[colour](count) for colour, count in enumerate(counts) if count]
    return both(kinds) if kinds else say("no cubes")


def card(kind: int) -> Sentence:
    """Return the name of an operations card."""
    if kind < HOTEL:
        return _PLAIN_CARDS[kind]
    if kind < LINE:
        return say("Hotel {city}", city=CITY_NAMES[HOTEL_CITY[kind - HOTEL]])
    if kind < BOUNTY:
        return say("Major Line {a}-{b}", a=CITY_NAMES[LINE_A[kind - LINE]], b=CITY_NAMES[LINE_B[kind - LINE]])
    return say("Service Bounty {city}", city=CITY_NAMES[BOUNTY_CITY[kind - BOUNTY]])


def stub(number: int) -> Sentence:
    """Return a side of a city: `Chicago, south-east`."""
    return say("{city}, {side}", city=CITY_NAMES[number // SIDES], side=SIDE_WORDS[number % SIDES])


def shares(count: int) -> Sentence:
    """Return a number of shares."""
    return say_many("{count} share", "{count} shares", count=count)


def points(count: int) -> Sentence:
    """Return a number of points."""
    return say_many("{count} point", "{count} points", count=count)

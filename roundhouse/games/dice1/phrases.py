"""Parts of sentences about Railroad Dice: companies, tiles, dice and lists, complete enough to translate with correct agreement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from roundhouse.core.sentence import Sentence, both, say, say_many
from roundhouse.games.dice1.board import FACES
from roundhouse.games.dice1.position import DEAD_ENDS, EMPTY_BANK, LAST_STATION, NO_MINI_TILES, STALLED

END_WORDS: Final = (say("at the west end"), say("at the east end"))
THE_END: Final = (say("the west end"), say("the east end"))

COMPANY_WORDS: Final = (say("purple"), say("green"), say("blue"), say("red"), say("yellow"))
A_SHARE: Final = (
    say("a purple share"),
    say("a green share"),
    say("a blue share"),
    say("a red share"),
    say("a yellow share"),
)
A_STATION: Final = (
    say("a purple station"),
    say("a green station"),
    say("a blue station"),
    say("a red station"),
    say("a yellow station"),
)
THE_COMPANY: Final = (
    say("the purple company"),
    say("the green company"),
    say("the blue company"),
    say("the red company"),
    say("the yellow company"),
)

A_TILE: Final = (say("a meadow tile"), say("a lake tile"), say("a foothills tile"), say("a mountain tile"))
KIND_WORDS: Final = (say("meadow"), say("lake"), say("foothills"), say("mountain"))
REQUIREMENT_WORDS: Final = (say("in open meadow"), say("by a lake"), say("in high mountains"))

# Why the game ends with a year, by the field `closing` less one.
CLOSING_WORDS: Final = {
    LAST_STATION: say("a company has built its last station"),
    DEAD_ENDS: say("both ends of the line are dead ends"),
    EMPTY_BANK: say("the bank could not give the dice it owed"),
    NO_MINI_TILES: say("no mini-tile is left"),
    STALLED: say("for three years nothing has been built"),
}

_COUNTED: Final[tuple[Callable[[int], Sentence], ...]] = (
    lambda n: say_many("{count} straight rail", "{count} straight rails", count=n),
    lambda n: say_many("{count} curved rail", "{count} curved rails", count=n),
    lambda n: say_many("{count} share die", "{count} share dice", count=n),
    lambda n: say_many("{count} wild die", "{count} wild dice", count=n),
)


def dice(counts: Sequence[int]) -> Sentence:
    """Return dice by face, such as `2 straight rails and 1 wild die`; faces without dice are left out."""
    kinds = [_COUNTED[face](counts[face]) for face in range(FACES) if counts[face]]
    return both(kinds) if kinds else say("no dice")


def some_dice(count: int) -> Sentence:
    """Return a number of dice whose faces do not matter."""
    return say_many("{count} die", "{count} dice", count=count)


def passengers(count: int) -> Sentence:
    """Return a number of passengers in tokens (RD1-9: a token of value 1 stands for a thousand)."""
    return say_many("{count} passenger token", "{count} passenger tokens", count=count)

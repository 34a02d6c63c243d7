"""Players by name, where games know only seats and ratings only keys."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from roundhouse.core.sentence import say
from roundhouse.ui.text import translate
from roundhouse.web.bots.levels import label
from roundhouse.web.ratings.repository import BOT_KEY

_PLAYER: Final[Mapping[str, re.Pattern[str]]] = {
    "en": re.compile(r"\b(?P<before>)player (?P<number>\d)\b", re.IGNORECASE),
    "fr": re.compile(r"\b(?P<before>du |au |le |)joueur (?P<number>\d)\b", re.IGNORECASE),
}
_BEFORE: Final = {"du ": "de ", "au ": "à "}


def named(text: str, names: Sequence[str], language: str) -> str:
    """A sentence with the names of the seats in place of their numbers.

    >>> named("En attente du joueur 2, qui construit.", ["Ada", "Bo"], "fr")
    'En attente de Bo, qui construit.'
    """

    def name(found: re.Match[str]) -> str:
        seat = int(found["number"]) - 1
        return _BEFORE.get(found["before"].lower(), "") + names[seat] if seat in range(len(names)) else found[0]

    return _PLAYER[language].sub(name, text)


def rated_name(who: str, name: str, language: str) -> str:
    """What somebody who is rated is called: a person by name, a level of bots by what it is."""
    if not who.startswith(BOT_KEY):
        return name
    return translate(say("bot: {level}", level=label(who.removeprefix(BOT_KEY), language)), language)

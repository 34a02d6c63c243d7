"""Sentences in the reader's language. Each folder of this package has its own `de.po`, `fr.po` etc.; so has each game's package."""

from __future__ import annotations

import locale
import os
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from roundhouse.core.game import PACKAGES
from roundhouse.core.sentence import BadSetup, SeatName, Sentence, Writer, say
from roundhouse.ui.catalogue import Catalogue
from roundhouse.ui.grammar import grammar_of
from roundhouse.ui.languages import LANGUAGES, SOURCE
from roundhouse.ui.resource import resource

HOUSE: Final = Path(__file__).parent.parent
_GAME_FILES: Final = ("games/*/*.po", "cli/skeleton/**/*.po")  # loaded with the package of the game, or a template for `new-game`


def translate(sentence: Sentence, language: str, names: Sequence[str] = ()) -> str:
    """Return a sentence and the sentences within it in one of LANGUAGES, with `names` for the players by seat.

    A player without a name is called by number: "player 2".
    """
    return _Translator(language, names).write(sentence)


class _Translator(Writer):
    """Write sentences in one language, with the names of one table."""

    def __init__(self, language: str, names: Sequence[str]) -> None:
        self._language = language
        self._names = names
        self._grammar = grammar_of(language)

    def template(self, sentence: Sentence) -> str:
        if self._language == SOURCE:
            return super().template(sentence)
        count = sentence.count if sentence.plural else 1
        return _template(self._language, sentence.message, sentence.plural, count, len(PACKAGES))

    def word(self, value: object, form: str, *, begins: bool) -> str:
        if isinstance(value, SeatName):
            name = self._names[value.seat] if value.seat < len(self._names) else ""
            return self._grammar.name(name, form, begins=begins) if name else self._grammar.seat(value.seat, form, begins=begins)
        if form and isinstance(value, str):  # a name given as text
            return self._grammar.name(value, form, begins=begins)
        return format(value, form)


def language_of(requested: str | None) -> str:
    """Return the requested language, else that of the locale, else English. Raise BadSetup for one that is not supported."""
    if requested is not None:
        if requested not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise BadSetup(say("there is no language '{name}'; choose one of: {languages}", name=requested, languages=known))
        return requested
    names = (os.environ.get("LC_ALL"), os.environ.get("LC_MESSAGES"), os.environ.get("LANG"), locale.getlocale()[0])
    first = next((name for name in names if name), SOURCE)
    return first[:2] if first[:2] in LANGUAGES else SOURCE


def house_files(language: str) -> list[Path]:
    """Return the translation files of this package, without those of the games."""
    others = {path for pattern in _GAME_FILES for path in HOUSE.glob(pattern)}
    return sorted(path for path in HOUSE.rglob(f"{language}.po") if path not in others)


@lru_cache(maxsize=20_000)
def _template(language: str, message: str, plural: str, count: int, packages: int) -> str:
    """Return the first translation: of this package, else of one of the first `packages` packages of games."""
    if not message:  # in a catalogue this is the header
        return message
    for catalogue in (_house(language), *(_catalogue(package, language) for package in PACKAGES[:packages])):
        # abs: the plural rule of a catalogue would treat negative numbers as singular
        found = catalogue.translation(message, count=abs(count) if plural else None)
        if found is not None and found not in (message, plural):
            return found
    return plural if plural and count != 1 else message


@cache
def _house(language: str) -> Catalogue:
    return _catalogue_of(language, [path.read_bytes() for path in house_files(language)])


@cache
def _catalogue(package: str, language: str) -> Catalogue:
    data = resource(package, f"{language}.po")
    return _catalogue_of(language, [] if data is None else [data])


def _catalogue_of(language: str, files: Iterable[bytes]) -> Catalogue:
    catalogue = Catalogue(language)
    for data in files:
        catalogue.add(data.decode())
    return catalogue

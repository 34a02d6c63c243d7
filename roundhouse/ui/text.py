"""Sentences in the reader's language. Each folder of the house keeps its own `fr.po`; together they are one catalogue."""

from __future__ import annotations

import gettext
import locale
import os
from collections.abc import Sequence
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from roundhouse.core.sentence import BadSetup, SeatName, Sentence, Writer, say
from roundhouse.ui.grammar import grammar_of

LANGUAGES: Final = ("en", "fr")
_HOUSE: Final = Path(__file__).parent.parent


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
        if self._language == "en":  # the language of the templates themselves
            return super().template(sentence)
        return _template(self._language, sentence.message, sentence.plural, sentence.count if sentence.plural else 1)

    def word(self, value: object, form: str, *, begins: bool) -> str:
        if isinstance(value, SeatName):
            name = self._names[value.seat] if value.seat < len(self._names) else ""
            return self._grammar.name(name, form, begins=begins) if name else self._grammar.seat(value.seat, form, begins=begins)
        if form and isinstance(value, str):  # a name that is known already
            return self._grammar.name(value, form, begins=begins)
        return format(value, form)


def language_of(wish: str | None) -> str:
    """The language asked for, else the one of the locale, else English."""
    if wish is not None:
        if wish not in LANGUAGES:
            raise BadSetup(
                say("there is no language '{wish}'; choose one of: {languages}", wish=wish, languages=", ".join(LANGUAGES))
            )
        return wish
    names = (os.environ.get("LC_ALL"), os.environ.get("LC_MESSAGES"), os.environ.get("LANG"), locale.getlocale()[0])
    first = next((name for name in names if name), "en")
    return first[:2] if first[:2] in LANGUAGES else "en"


@lru_cache(maxsize=20_000)
def _template(language: str, message: str, plural: str, count: int) -> str:
    catalogue = _catalogue(language)
    if plural:  # abs: the rule of a catalogue would take any number below zero for a singular
        return catalogue.ngettext(message, plural, abs(count))
    return catalogue.gettext(message)


@cache
def _catalogue(language: str) -> gettext.GNUTranslations:
    whole = Catalog(locale=language)
    for path in sorted(_HOUSE.rglob(f"{language}.po")):
        with path.open("rb") as file:
            for message in read_po(file, locale=language):
                if message.id:  # the first is the head of the file
                    whole.add(message.id, message.string)
    compiled = BytesIO()
    write_mo(compiled, whole)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)

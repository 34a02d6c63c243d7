"""Sentences in the reader's language. Each folder of the house keeps its own `fr.po`; together they are one catalogue."""

from __future__ import annotations

import gettext
import locale
import os
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from roundhouse.core.sentence import BadSetup, Sentence, say

LANGUAGES: Final = ("en", "fr")
_HOUSE: Final = Path(__file__).parent.parent


def translate(sentence: Sentence, language: str) -> str:
    """A sentence and the sentences within it, in one of LANGUAGES. English is the language of the templates themselves."""
    if language == "en":
        return str(sentence)
    template = _template(language, sentence.message, sentence.plural, sentence.count if sentence.plural else 1)
    if not sentence.values:
        return template.format()
    values = {name: translate(value, language) if isinstance(value, Sentence) else value for name, value in sentence.values.items()}
    return template.format(**values)


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

"""Sentences in the reader's language. Each folder of the house keeps its own `fr.po`; together they are one catalogue."""

from __future__ import annotations

import gettext
import locale
import os
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from roundhouse.core.sentence import BadSetup, Sentence, say

LANGUAGES: Final = ("en", "fr")
_HOUSE: Final = Path(__file__).parent.parent


def translate(sentence: Sentence, language: str) -> str:
    """A sentence and the sentences within it, in one of LANGUAGES. English is the language of the templates themselves."""
    if language == "en":
        return str(sentence)
    catalogue = _catalogue(language)
    if sentence.plural:  # abs: the rule of a catalogue would take any number below zero for a singular
        template = catalogue.ngettext(sentence.message, sentence.plural, abs(sentence.count))
    else:
        template = catalogue.gettext(sentence.message)
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


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    catalogue = gettext.NullTranslations()
    for path in sorted(_HOUSE.rglob(f"{language}.po")):
        compiled = BytesIO()
        with path.open("rb") as file:
            write_mo(compiled, read_po(file, locale=language))
        compiled.seek(0)
        part = gettext.GNUTranslations(compiled)
        part.add_fallback(catalogue)
        catalogue = part
    return catalogue

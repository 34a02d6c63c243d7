"""How a language puts the name of a player into a sentence. Each language has a table beside this file, such as `fr.toml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from roundhouse.core.sentence import capital
from roundhouse.ui.languages import table_of

_NEVER: Final = "(?!)"  # matches nothing


@dataclass(frozen=True)
class Form:
    """One way to put a name into a sentence, such as after a preposition."""

    seat: str  # where no name is known
    name: str = "{name}"
    vowel: str = ""  # for a name that the elision matches; empty: as any other


@dataclass(frozen=True)
class Grammar:
    """The forms of a language by what a template says after a colon."""

    forms: Mapping[str, Form]
    elision: re.Pattern[str]

    def name(self, name: str, form: str, *, begins: bool) -> str:
        """Return a name in a form. At the beginning of a sentence the name itself never changes."""
        found = self.forms[form]
        template = found.vowel if found.vowel and self.elision.match(name) else found.name
        return (capital(template) if begins else template).format(name=name)

    def seat(self, seat: int, form: str, *, begins: bool) -> str:
        """Return the text for a player without a name."""
        template = self.forms[form].seat
        return (capital(template) if begins else template).format(number=seat + 1)


@cache
def grammar_of(language: str) -> Grammar:
    """Return the forms of a language, read from its table."""
    table = table_of(language)
    forms = {name: Form(**form) for name, form in table["forms"].items()}
    return Grammar(forms, re.compile(table.get("elision", _NEVER), re.IGNORECASE))

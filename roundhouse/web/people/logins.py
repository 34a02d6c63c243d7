"""Logins: the form by which names of accounts are compared, and the names that no account may have."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

from roundhouse.core.sentence import say
from roundhouse.ui.languages import LANGUAGES
from roundhouse.ui.text import translate

_SEATS: Final = 10


def normalized(text: str) -> str:
    """Return a name or address in the form by which it is compared: NFKC, case folded, single spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def is_default(name: str) -> bool:
    """Return whether a name is one that the server gives to guests who choose none, in any language.

    No account can have it, and any number of guests may.
    """
    return normalized(name) in _defaults()


@cache
def _defaults() -> frozenset[str]:
    sentences = [say("Guest"), say("Anonymous"), *(say("Player {number}", number=number) for number in range(1, _SEATS + 1))]
    return frozenset(normalized(translate(sentence, language)) for sentence in sentences for language in LANGUAGES)

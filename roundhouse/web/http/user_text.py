"""Words that people write: names and chat, brought to one form; what could deceive other readers is refused."""

from __future__ import annotations

import unicodedata
from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.http.errors import HTTPError

NAME_LENGTH: Final = 30
CHAT_LENGTH: Final = 500
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})  # controls, marks of direction, things that are no letters
_JOINER: Final = "\u200d"  # holds composed emoji together, and the letters of some scripts
_STACKED: Final = 3  # marks on one letter at most: more of them run over the lines around


def name(text: str) -> str:
    """A name as it will be shown."""
    return _plain(text, NAME_LENGTH, "")


def message(text: str) -> str:
    """A line of chat as it will be shown."""
    return _plain(text, CHAT_LENGTH, _JOINER)


def _plain(text: str, length: int, allowed: str) -> str:
    text = " ".join(unicodedata.normalize("NFC", text).split(" ")).strip()
    if any(unicodedata.category(char) in _UNSEEN and char not in allowed for char in text):
        raise HTTPError(422, say("the text holds characters that cannot be shown"))
    if _piled(text):
        raise HTTPError(422, say("the text holds too many marks on one letter"))
    text = " ".join(text.split())
    if not text:
        raise HTTPError(422, say("the text is empty"))
    if len(text) > length:
        raise HTTPError(422, say("the text is longer than {length} characters", length=length))
    return text


def _piled(text: str) -> bool:
    run = 0
    for char in text:
        run = run + 1 if unicodedata.combining(char) else 0
        if run > _STACKED:
            return True
    return False

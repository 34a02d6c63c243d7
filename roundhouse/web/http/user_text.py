"""Text that people type: names and chat messages, checked by the rules of `core.names`."""

from __future__ import annotations

from typing import Final

from roundhouse.core import names
from roundhouse.web.http.errors import HTTPError

CHAT_LENGTH: Final = 500
_EMOJI: Final = "\u200d\ufe0e\ufe0f"  # joins emoji, and the letters of some scripts; draws emoji as text or as pictures


def name(text: str) -> str:
    """Return a name as it will be shown. Raises HTTPError 422 if it is not allowed."""
    return _plain(text, names.NAME_LENGTH, "")


def message(text: str) -> str:
    """Return a chat message as it will be shown. Raises HTTPError 422 if it is not allowed."""
    return _plain(text, CHAT_LENGTH, _EMOJI)


def _plain(text: str, length: int, allowed: str) -> str:
    try:
        return names.plain(text, length, allowed)
    except names.BadWords as error:
        raise HTTPError(422, error.sentence) from error

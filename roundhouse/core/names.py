"""Names of players and other text that one person writes and another reads, normalised and free of deceptive characters."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

from roundhouse.core.sentence import HouseError, say

NAME_LENGTH: Final = 30
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})  # controls, direction marks, non-characters
# Letters, symbols and marks to Unicode, blank to a reader: fillers, the empty braille pattern, a null note head.
_BLANK: Final = frozenset(
    chr(code)
    for first, last in (
        (0x034F, 0x034F),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x2800, 0x2800),
        (0x3164, 0x3164),
        (0xFFA0, 0xFFA0),
        (0x1D159, 0x1D159),
        (0xE0100, 0xE01EF),
    )
    for code in range(first, last + 1)
)
_SELECTORS: Final = frozenset(chr(code) for code in range(0xFE00, 0xFE10))  # how the character before them is drawn
_STACKED: Final = 3  # combining marks per letter at most: more of them run over the lines around
_STACKING: Final = frozenset({"Mn", "Me"})  # marks that take no room of their own
_COMPOSED: Final = 4  # characters that normalisation may compose into one
_UNKNOWN: Final = "?"  # replaces a character that cannot be shown
_CUT: Final = "…"
_HEAD: Final = 14  # characters of a long name kept before the ellipsis


class BadWords(HouseError):
    """Raised for a name or message that cannot be shown to others, with the reason."""


def name(text: str) -> str:
    """Return a name in normal form; raise BadWords if it cannot be shown."""
    return plain(text, NAME_LENGTH)


def distinct(names: Sequence[str]) -> list[str]:
    """Return the names of the players of a game, with equal ones numbered, so that they can be told apart.

    >>> distinct(["greedy", "random", "greedy"])
    ['greedy 1', 'random', 'greedy 2']
    """
    return [
        f"{each} {list(names[: seat + 1]).count(each)}" if list(names).count(each) > 1 else each for seat, each in enumerate(names)
    ]


def plain(text: str, longest: int, allowed: str = "") -> str:
    """Return a text of at most `longest` characters in normal form (NFC, single spaces, no variation selectors).

    Raise BadWords if it cannot be shown. Characters in `allowed` are accepted although they are invisible.
    """
    text = text.strip()
    if len(text) > longest * _COMPOSED:  # sorting combining marks takes time quadratic in their number
        raise _too_long(longest)
    text = unicodedata.normalize("NFC", "".join(char for char in text if char not in _SELECTORS or char in allowed))
    if any((is_unseen(char) or char in _BLANK) and char not in allowed for char in text):
        raise BadWords(say("the text holds characters that cannot be shown"))
    if _piled(text):
        raise BadWords(say("the text holds too many marks on one letter"))
    text = " ".join(text.split())
    if all(char in allowed or char == " " for char in text):
        raise BadWords(say("the text is empty"))
    if _is_mark(text[0]):
        raise BadWords(say("the text begins with a mark that belongs on a letter"))
    if len(text) > longest:
        raise _too_long(longest)
    return text


def fitted(text: str) -> str:
    """Return a valid name: a long one loses its middle, because the names of bots differ in their ends.

    >>> fitted("Ada"), fitted("cmd:python3 programs/careful/bot.py")
    ('Ada', 'cmd:python3 pr…/careful/bot.py')
    """
    text = "".join(_UNKNOWN if char in _BLANK else char for char in visible(text) if char not in _SELECTORS)
    text = " ".join(text.split())
    if len(text) > NAME_LENGTH:
        text = text[:_HEAD] + _CUT + text[_HEAD + 1 - NAME_LENGTH :]
    text = unicodedata.normalize("NFC", text)
    text = "".join(char for at, char in enumerate(text) if not _piled(text[max(0, at - _STACKED) : at + 1]))
    while text and _is_mark(text[0]):
        text = text[1:].lstrip()
    return text or _UNKNOWN


def visible(text: str, kept: str = "") -> str:
    """Return a text with each invisible character replaced by a question mark, so that no terminal interprets it.

    Characters in `kept` stay.

    >>> visible("Ada\\x1b[2J")
    'Ada?[2J'
    """
    if text.isprintable():
        return text
    return "".join(_UNKNOWN if is_unseen(char) and char not in kept else char for char in text)


def is_unseen(char: str) -> bool:
    """Return whether a character is a control, a direction mark, a lone surrogate, or unknown to Unicode."""
    return unicodedata.category(char) in _UNSEEN


def _is_mark(char: str) -> bool:
    return unicodedata.category(char).startswith("M")


def _piled(text: str) -> bool:
    run = 0
    for char in text:
        run = run + 1 if unicodedata.category(char) in _STACKING else 0
        if run > _STACKED:
            return True
    return False


def _too_long(longest: int) -> BadWords:
    return BadWords(say("the text is longer than {length} characters", length=longest))

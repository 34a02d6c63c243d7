"""The texts of moves: what every game's notation has in common."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final

from roundhouse.core.game import Refusal, Refused
from roundhouse.core.sentence import BadText, comma, say

_MINUS: Final = re.compile(r"(?<!\S)-(?=\d)")


def no_reason(text: str) -> Refusal | None:  # noqa: ARG001
    """Return nothing: the reason of a game that explains no texts."""
    return None


class Texts:
    """The moves of a game as text, both ways. The tables are built on first use.

    >>> texts = Texts(lambda: {0: "stay", 1: "roll again"}, bare, ("stay",), lambda: {"again": 1})
    >>> texts.notation(1), texts.parse("Again")
    ('roll again', 1)
    """

    def __init__(
        self,
        written: Callable[[], dict[int, str]],
        plain: Callable[[str], str],
        examples: Sequence[str],
        also: Callable[[], dict[str, int]] = dict,
        reason: Callable[[str], Refusal | None] = no_reason,
    ) -> None:
        self._written = written  # the text of every int: moves, outcomes, shadows
        self._plain = plain  # normalises a text: removes what does not matter
        self._examples = examples  # moves as people write them
        self._also = also  # other normalised texts that are accepted; where two collide, the one in `written` wins
        self._reason = reason  # the clause by which a normalised text that is understood names no move

    def __reduce__(self) -> tuple[object, ...]:
        return Texts, (self._written, self._plain, self._examples, self._also, self._reason)  # without the tables

    @cached_property
    def all(self) -> tuple[str, ...]:
        """The text of every int."""
        written = self._written()
        return tuple(written[move] for move in range(len(written)))

    @cached_property
    def _moves(self) -> dict[str, int]:
        return self._also() | {self._plain(text): move for move, text in enumerate(self.all)}

    def notation(self, move: int) -> str:
        """Return the text of an int; raise BadText if it is out of range."""
        if not 0 <= move < len(self.all):
            raise BadText(say("there is no move {move}", move=move))
        return self.all[move]

    def parse(self, text: str) -> int:
        """Return the int of a text. Raise Refused if a rule says why there is none, else BadText with examples."""
        plain = self._plain(text)
        move = self._moves.get(plain)
        if move is None:
            refusal = self._reason(plain)
            if refusal is not None:
                raise Refused(refusal)
            examples = comma([say("'{text}'", text=example) for example in self._examples])
            raise BadText(
                say("'{text}' is not a move; moves are written like {examples}", text=text.strip(), examples=examples),
            )
        return move


def separated(text: str, signs: str) -> str:
    """Return a text with a space for each of some signs, but not for a hyphen that makes a number negative.

    >>> separated("Denver-Phoenix", "-"), separated("bid -1", "-")
    ('Denver Phoenix', 'bid -1')
    """
    kept = _MINUS.sub("\0", text)
    for sign in signs:
        kept = kept.replace(sign, " ")
    return kept.replace("\0", "-")


def bare(text: str) -> str:
    """Return a text without case and accents.

    >>> bare("Montréal")
    'montreal'
    """
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))

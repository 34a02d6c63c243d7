"""Sentences for people, kept as an English template and its values, so that a door can put them in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Sentence:
    """One sentence. `str()` gives it in English; `ui.text.translate` in any language of the house."""

    message: str
    values: Mapping[str, object] = field(default_factory=dict)
    plural: str = ""  # the template for any number but one, if `count` decides
    count: int = 1

    def __str__(self) -> str:
        template = self.plural if self.plural and self.count != 1 else self.message
        return template.format(**self.values)


def say(message: str, /, **values: object) -> Sentence:
    """A sentence; values may be sentences themselves.

    >>> str(say("{name} passes", name="Ada"))
    'Ada passes'
    """
    return Sentence(message, values)


def say_many(one: str, many: str, /, count: int, **values: object) -> Sentence:
    """A sentence whose form follows a number.

    >>> str(say_many("{count} card", "{count} cards", count=2))
    '2 cards'
    """
    return Sentence(one, {**values, "count": count}, many, count)


class HouseError(ValueError):
    """Something a person asked for that cannot be done. Doors show its sentence and never a traceback."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.sentence,)


class BadSetup(HouseError):
    """A game, a number of players, an option or a seat that does not exist."""


class BadText(HouseError):
    """A text that names no move."""

"""Sentences for people, kept as an English template and its values, so that a door can put them in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


Phrase = Sentence | str  # names of people and places are the same in every language


def both(parts: Sequence[Phrase]) -> Sentence:
    """`a, b and c`.

    >>> str(both(["Ada", "Bo", "Cy"]))
    'Ada, Bo and Cy'
    """
    return say("{some} and {last}", some=comma(parts[:-1]), last=parts[-1]) if len(parts) > 1 else _alone(parts[0])


def either(parts: Sequence[Phrase]) -> Sentence:
    """`a, b or c`."""
    return say("{some} or {last}", some=comma(parts[:-1]), last=parts[-1]) if len(parts) > 1 else _alone(parts[0])


def comma(parts: Sequence[Phrase]) -> Sentence:
    """`a, b, c`."""
    text = _alone(parts[0])
    for more in parts[1:]:
        text = say("{some}, {more}", some=text, more=more)
    return text


def _alone(part: Phrase) -> Sentence:
    return part if isinstance(part, Sentence) else Sentence("{word}", {"word": part})


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

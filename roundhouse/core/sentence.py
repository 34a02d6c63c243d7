"""Sentences for people, kept as an English template and its values, so that each interface can translate them for its reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from string import Formatter
from typing import Final

_SENTENCE_ENDS: Final = (". ", "! ", "? ")


@dataclass(frozen=True)
class Sentence:
    """One sentence. `str()` gives it in English, `ui.text.translate` in any supported language."""

    message: str
    values: Mapping[str, object] = field(default_factory=dict)
    plural: str = ""  # the template for any number but one, if `count` decides
    count: int = 1

    def __str__(self) -> str:
        return Writer().write(self)


NOTHING: Final = Sentence("")  # for a move that is part of the next one in the log


@dataclass(frozen=True)
class SeatName:
    """The player at a seat, as a value of a sentence: shown by name where the names are known, else by number."""

    seat: int

    def __str__(self) -> str:
        return f"player {self.seat + 1}"


class Writer:
    """Put sentences into English, with players by number. Subclasses override `template` and `word` to write in other ways."""

    def write(self, sentence: Sentence, *, begins: bool = True) -> str:
        """Return the text of a sentence; `begins` is whether it stands at the beginning of a sentence."""
        text = ""
        for literal, name, form in _pieces(self.template(sentence)):
            text += literal
            if name is None:
                continue
            value = sentence.values[name]
            starts = text.endswith(_SENTENCE_ENDS) if text else begins
            text += self.write(value, begins=starts) if isinstance(value, Sentence) else self.word(value, form, begins=starts)
        return text

    def template(self, sentence: Sentence) -> str:
        """Return the template, singular or plural, that the sentence's count requires."""
        return sentence.plural if sentence.plural and sentence.count != 1 else sentence.message

    def word(self, value: object, form: str, *, begins: bool) -> str:
        """Return the text of one value; `form` is what follows the colon in its placeholder."""
        return capital(str(value)) if begins and isinstance(value, SeatName) else format(value, form)


@lru_cache(maxsize=20_000)
def _pieces(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """Return the placeholders of a template: the text before each, its name, and its form."""
    return tuple((literal, name, form or "") for literal, name, form, _ in Formatter().parse(template))


def capital(text: str) -> str:
    """Return a text with a capital first letter.

    >>> capital("player 2")
    'Player 2'
    """
    return text[:1].upper() + text[1:]


def say(message: str, /, **values: object) -> Sentence:
    """Return a sentence; values may be sentences themselves.

    >>> str(say("{name} passes", name="Ada"))
    'Ada passes'
    """
    return Sentence(message, values)


def say_many(one: str, many: str, /, count: int, **values: object) -> Sentence:
    """Return a sentence whose form follows a number.

    >>> str(say_many("{count} card", "{count} cards", count=2))
    '2 cards'
    """
    return Sentence(one, {**values, "count": count}, many, count)


Phrase = Sentence | SeatName | str  # names of people and places are the same in every language


def both(parts: Sequence[Phrase]) -> Sentence:
    """Join parts as `a, b and c`.

    >>> str(both(["Ada", "Bo", "Cy"]))
    'Ada, Bo and Cy'
    """
    return say("{some} and {last}", some=comma(parts[:-1]), last=parts[-1]) if len(parts) > 1 else _alone(parts[0])


def either(parts: Sequence[Phrase]) -> Sentence:
    """Join parts as `a, b or c`."""
    return say("{some} or {last}", some=comma(parts[:-1]), last=parts[-1]) if len(parts) > 1 else _alone(parts[0])


def comma(parts: Sequence[Phrase]) -> Sentence:
    """Join parts as `a, b, c`."""
    text = _alone(parts[0])
    for more in parts[1:]:
        text = say("{some}, {more}", some=text, more=more)
    return text


def _alone(part: Phrase) -> Sentence:
    return part if isinstance(part, Sentence) else Sentence("{word}", {"word": part})


class HouseError(ValueError):
    """Raised when something that a person asked for cannot be done. Interfaces show its sentence and never a traceback."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.sentence,)


class BadSetup(HouseError):
    """Raised for a game, a number of players, an option or a seat that does not exist."""


class BadText(HouseError):
    """Raised for a text that names no move."""

"""JSON documents from untrusted sources: every value knows its line, and what is wrong with it is said by line."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from roundhouse.core import names
from roundhouse.core.sentence import HouseError, Sentence, say

_DEEPEST: Final = 12  # objects and lists within each other
_LONGEST_NUMBER: Final = 20  # characters
_SHOWN: Final = 40  # characters of a text quoted in an error

_SPACE: Final = re.compile(r"[ \t\n\r]*")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_STRINGS: Final = json.JSONDecoder()
_WORDS: Final[Mapping[str, bool | None]] = {"true": True, "false": False, "null": None}


class BadDocument(HouseError):
    """Raised for a document that cannot be used, with the line and the reason."""

    def __init__(self, line: int, reason: Sentence) -> None:
        super().__init__(say("line {line}: {reason}", line=line, reason=reason))
        self.line = line
        self.reason = reason

    def __reduce__(self) -> tuple[object, ...]:
        return BadDocument, (self.line, self.reason)


@dataclass(frozen=True)
class Node:
    """A value of a document and the line on which it begins. Its methods return the value, or say what it should be."""

    value: object  # a dict or list of nodes, or a plain value
    line: int
    name: str = ""  # the key it stands under, or that of the list it is in

    def wrong(self, reason: Sentence) -> BadDocument:
        """Return the error for this value."""
        return BadDocument(self.line, reason)

    def plain(self) -> Any:
        """Return the JSON value of the node and all within it."""
        if isinstance(self.value, dict):
            return {key: part.plain() for key, part in self.value.items()}
        if isinstance(self.value, list):
            return [part.plain() for part in self.value]
        return self.value

    def at(self, *path: str | int) -> Node:
        """Return the node at a path of names and numbers, all of which exist."""
        node = self
        for step in path:
            node = node.value[step]  # type: ignore[index]
        return node

    def members(self, known: Iterable[str], needed: Iterable[str] = ()) -> dict[str, Node]:
        """Return the members of an object. Unknown names and missing ones are errors."""
        if not isinstance(self.value, dict):
            raise self.wrong(say("'{name}' is an object, written in braces", name=self.name))
        found: dict[str, Node] = self.value
        allowed = [*known]
        for key, node in found.items():
            if key not in allowed:
                raise node.wrong(say("'{key}' is unknown here; known are: {known}", key=shown(key), known=", ".join(allowed)))
        for key in needed:
            if key not in found:
                raise self.wrong(say("'{key}' is missing", key=key))
        return found

    def pairs(self, most: int) -> dict[str, Node]:
        """Return the members of an object with free names."""
        if not isinstance(self.value, dict):
            raise self.wrong(say("'{name}' is an object, written in braces", name=self.name))
        if len(self.value) > most:
            raise self.wrong(say("'{name}' has {found} entries; at most {most} are allowed", **self._count(most)))
        return self.value

    def items(self, least: int, most: int) -> list[Node]:
        """Return the items of a list."""
        if not isinstance(self.value, list):
            raise self.wrong(say("'{name}' is a list, written in brackets", name=self.name))
        if len(self.value) > most:
            raise self.wrong(say("'{name}' has {found} entries; at most {most} are allowed", **self._count(most)))
        if len(self.value) < least:
            raise self.wrong(say("'{name}' has {found} entries; at least {most} are needed", **self._count(least)))
        return self.value

    def _count(self, bound: int) -> dict[str, object]:
        assert isinstance(self.value, dict | list)
        return {"name": self.name, "found": len(self.value), "most": bound}

    def whole(self, least: int, most: int) -> int:
        """Return a whole number within bounds."""
        if type(self.value) is not int or not least <= self.value <= most:
            if least == most:
                raise self.wrong(say("'{name}' must be {value}, not {found}", **self._found(), value=least))
            raise self.wrong(
                say("'{name}' is a whole number from {least} to {most}, not {found}", **self._found(), least=least, most=most)
            )
        return self.value

    def number(self, least: float, most: float) -> float:
        """Return a number within bounds."""
        if type(self.value) not in (int, float) or not least <= float(str(self.value)) <= most:
            raise self.wrong(
                say("'{name}' is a number from {least} to {most}, not {found}", **self._found(), least=least, most=most)
            )
        assert isinstance(self.value, int | float)
        return self.value

    def truth(self) -> bool:
        """Return a truth value."""
        if not isinstance(self.value, bool):
            raise self.wrong(say("'{name}' is true or false, not {found}", **self._found()))
        return self.value

    def choice(self, allowed: Iterable[str]) -> str:
        """Return one of several texts."""
        texts = [*allowed]
        if not isinstance(self.value, str) or self.value not in texts:
            raise self.wrong(say("'{name}' is one of {allowed}, not {found}", **self._found(), allowed=", ".join(texts)))
        return self.value

    def text(self, longest: int) -> str:
        """Return a text that can be shown to people: no markup, nothing invisible."""
        if not isinstance(self.value, str):
            raise self.wrong(say("'{name}' is a text in quotes, not {found}", **self._found()))
        if set(self.value) & set("<>&"):
            raise self.wrong(say("'{text}' holds markup: <, > and & are not allowed", text=shown(self.value)))
        try:
            return names.plain(self.value, longest)
        except names.BadWords as error:
            raise self.wrong(say("the text of '{name}': {reason}", name=self.name, reason=error.sentence)) from error

    def _found(self) -> dict[str, object]:
        value = self.value
        if isinstance(value, dict | list):
            return {"name": self.name, "found": say("an object") if isinstance(value, dict) else say("a list")}
        return {"name": self.name, "found": shown(json.dumps(value, ensure_ascii=False))}


def shown(text: str) -> str:
    """Return a text as it may stand in an error message: short, and without anything invisible.

    >>> shown("a" * 50) == "a" * 40 + "…"
    True
    """
    text = names.visible(text)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def parse(text: str, most: int) -> Node:
    """Parse a document of at most `most` characters. Raise BadDocument."""
    if len(text) > most:
        raise BadDocument(1, say("the text is longer than {length} characters", length=most))
    return _Parser(text).document()


class _Parser:
    """One pass over a text. The standard library's parser knows no lines and takes the last of two equal keys."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line = 1
        self._counted = 0  # up to here the lines are counted

    def document(self) -> Node:
        self._skip()
        node = self._value("document", 0)
        self._skip()
        if self._at < len(self._text):
            raise self._wrong(say("something follows the end of the document"))
        return node

    def _here(self) -> int:
        self._line += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._line

    def _wrong(self, reason: Sentence) -> BadDocument:
        return BadDocument(self._here(), reason)

    def _skip(self) -> None:
        match = _SPACE.match(self._text, self._at)
        assert match is not None
        self._at = match.end()

    def _value(self, name: str, depth: int) -> Node:
        line = self._here()
        if depth > _DEEPEST:
            raise self._wrong(say("the values are nested too deeply"))
        char = self._text[self._at : self._at + 1]
        if char == "{":
            return Node(self._object(depth), line, name)
        if char == "[":
            return Node(self._list(name, depth), line, name)
        if char == '"':
            return Node(self._string(), line, name)
        return Node(self._plain(), line, name)

    def _object(self, depth: int) -> dict[str, Node]:
        found: dict[str, Node] = {}
        self._at += 1
        self._skip()
        while not self._ends("}", bool(found)):
            if self._text[self._at : self._at + 1] != '"':
                raise self._wrong(say("a name in double quotes is expected here"))
            key = self._string()
            if key in found:
                raise self._wrong(say("'{key}' stands here twice", key=shown(key)))
            self._skip()
            if self._text[self._at : self._at + 1] != ":":
                raise self._wrong(say("a colon is expected after '{key}'", key=shown(key)))
            self._at += 1
            self._skip()
            found[key] = self._value(key, depth + 1)
            self._skip()
        return found

    def _list(self, name: str, depth: int) -> list[Node]:
        found: list[Node] = []
        self._at += 1
        self._skip()
        while not self._ends("]", bool(found)):
            found.append(self._value(name, depth + 1))
            self._skip()
        return found

    def _ends(self, bracket: str, has_some: bool) -> bool:
        """Step over the closing bracket and return True, or over the comma before the next entry."""
        char = self._text[self._at : self._at + 1]
        if char == bracket:
            self._at += 1
            return True
        if has_some:
            if char != ",":
                raise self._wrong(say("a comma or {bracket} is expected here", bracket=bracket))
            self._at += 1
            self._skip()
        if self._at >= len(self._text):
            raise self._wrong(say("the document ends too soon; {bracket} is missing", bracket=bracket))
        return False

    def _string(self) -> str:
        try:
            found, self._at = _STRINGS.raw_decode(self._text, self._at)
        except json.JSONDecodeError as error:
            raise self._wrong(say("a text in quotes is not valid JSON")) from error
        return str(found)

    def _plain(self) -> object:
        for word, value in _WORDS.items():
            if self._text.startswith(word, self._at):
                self._at += len(word)
                return value
        match = _NUMBER.match(self._text, self._at)
        if match is None or match.end() - match.start() > _LONGEST_NUMBER:
            raise self._wrong(say("a value is expected here: an object, a list, a text, a number, true, false or null"))
        self._at = match.end()
        if match[1] is None and match[2] is None:
            return int(match[0])
        number = float(match[0])
        if not math.isfinite(number):
            raise self._wrong(say("the number is too large"))
        return number

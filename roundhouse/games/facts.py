"""Kinds of facts in component files: what may stand there, as a check with a clear message and as JSON Schema."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from roundhouse.core.document import Node, shown
from roundhouse.core.sentence import say


class Fact(Protocol):
    """A fact that an owner's file may change."""

    def check(self, node: Node) -> None:
        """Raise BadDocument if the value cannot be."""

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the value."""


@dataclass(frozen=True)
class Note:
    """A note for readers of the file: texts, alone, in a list or by name. It means nothing to the rules and may be left out."""

    longest: int = 5_000

    def check(self, node: Node) -> None:
        """Raise BadDocument for anything but texts, and for texts that cannot be shown."""
        parts = node.value
        if isinstance(parts, dict):
            for part in parts.values():
                self.check(part)
        elif isinstance(parts, list):
            for part in parts:
                self.check(part)
        else:
            node.text(self.longest)

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the value."""
        text = {"type": "string", "maxLength": self.longest}
        return {"anyOf": [text, {"type": "array", "items": text}, {"type": "object"}]}


@dataclass(frozen=True)
class Whole:
    """A whole number."""

    least: int
    most: int

    def check(self, node: Node) -> None:
        """Raise BadDocument for a number out of bounds."""
        node.whole(self.least, self.most)

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the value."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class Pattern:
    """A text of a certain form, with an example."""

    form: str  # a regular expression that JavaScript reads alike
    example: str
    longest: int = 200

    def check(self, node: Node) -> None:
        """Raise BadDocument for a text of another form."""
        text = node.text(self.longest)
        if not re.fullmatch(self.form, text):
            raise node.wrong(
                say("'{name}' is written like '{example}', not '{found}'", name=node.name, example=self.example, found=shown(text))
            )

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the value."""
        return {"type": "string", "maxLength": self.longest, "pattern": f"^(?:{self.form})$"}


@dataclass(frozen=True)
class Grid:
    """A picture of squares or hexes: rows of characters. With `like`, only those in `signs` may change, into each other."""

    rows: int
    columns: int
    signs: str
    like: Sequence[str] = ()

    def check(self, node: Node) -> None:
        """Raise BadDocument for another size or another character."""
        for at, row in enumerate(node.items(self.rows, self.rows)):
            text = row.value
            if not isinstance(text, str) or len(text) != self.columns:
                raise row.wrong(
                    say(
                        "a row of '{name}' is a text of {count} characters: {signs}",
                        name=node.name,
                        count=self.columns,
                        signs=self.signs,
                    )
                )
            for column, sign in enumerate(text):
                usual = self.like[at][column] if self.like else self.signs[0]
                if sign not in self.signs if usual in self.signs else sign != usual:
                    raise row.wrong(self._misplaced(node.name, column, sign, usual))

    def _misplaced(self, name: str, column: int, sign: str, usual: str) -> Any:
        if usual in self.signs:
            return say(
                "character {column} of a row of '{name}' is one of {signs}, not '{found}'",
                column=column + 1,
                name=name,
                signs=" ".join(self.signs),
                found=shown(sign),
            )
        return say(
            "character {column} of a row of '{name}' must be '{usual}', which the program relies on",
            column=column + 1,
            name=name,
            usual=usual,
        )

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the value."""
        signs = re.escape(self.signs + "".join(sorted({sign for row in self.like for sign in row} - set(self.signs))))
        row = {"type": "string", "pattern": f"^[{signs}]{{{self.columns}}}$"}
        return {"type": "array", "items": row, "minItems": self.rows, "maxItems": self.rows}


@dataclass(frozen=True)
class Many:
    """A list of facts of one kind."""

    entry: Fact
    least: int
    most: int

    def check(self, node: Node) -> None:
        """Raise BadDocument for a wrong number of entries, or for one that cannot be."""
        for part in node.items(self.least, self.most):
            self.entry.check(part)

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the value."""
        return {"type": "array", "items": self.entry.schema(), "minItems": self.least, "maxItems": self.most}


@dataclass(frozen=True)
class Entry:
    """An object with certain members."""

    members: Mapping[str, Fact]
    needed: Sequence[str]

    def check(self, node: Node) -> None:
        """Raise BadDocument for unknown and missing members, or for one that cannot be."""
        for key, part in node.members(self.members, self.needed).items():
            self.members[key].check(part)

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the value."""
        parts = {key: fact.schema() for key, fact in self.members.items()}
        return {"type": "object", "properties": parts, "required": [*self.needed], "additionalProperties": False}


@dataclass(frozen=True)
class Keyed:
    """An object whose names are of a certain form."""

    key: str
    entry: Fact
    most: int

    def check(self, node: Node) -> None:
        """Raise BadDocument for a name of another form, or for an entry that cannot be."""
        for key, part in node.pairs(self.most).items():
            if not re.fullmatch(self.key, key):
                raise part.wrong(say("'{key}' is not a name that '{name}' can hold", key=shown(key), name=node.name))
            self.entry.check(part)

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the value."""
        return {"type": "object", "patternProperties": {f"^(?:{self.key})$": self.entry.schema()}, "additionalProperties": False}

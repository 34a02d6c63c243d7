"""Component files: what is in the box of a game, as JSON, and the owners' files that put it right.

A game reads its `board.json`, or the file of the same game in the folder that ROUNDHOUSE_COMPONENTS names. Such a file is the
game's own with some facts changed. Each game lists the facts that may change in its module `components`; all others are what the
program relies on, and a file in which one of them differs is refused.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from roundhouse.core.document import BadDocument, Node, parse, shown
from roundhouse.core.sentence import BadSetup, say
from roundhouse.games.facts import Fact, Note

VARIABLE: Final = "ROUNDHOUSE_COMPONENTS"
NAMES: Final = ("express", "tycoon", "dice1", "dice2")  # games with a component file; the maps of `tickets` are an option
MOST_CHARACTERS: Final = 200_000
_DIGITS: Final = 32


@dataclass(frozen=True)
class Components:
    """The components of a game."""

    data: Any  # as in the file
    source: str = ""  # the path of an owner's file; "" for the components that come with the game
    board: str = ""  # digest of what matters to the rules; "" if that is as in the components that come with the game
    classic: str = ""  # the digest of those, if it is not

    changed: tuple[str, ...] = ()  # the facts that differ, as paths such as `tiles.3.rows`


@dataclass(frozen=True)
class Box:
    """What a game says of its component file."""

    package: str
    facts: Mapping[str, Fact]  # what may change, by path; * stands for every entry of a list or object
    check: Callable[[Node], None] = lambda _: None  # whether the facts fit together; raises BadDocument

    def standard(self) -> str:
        """Return the text of the file that comes with the game."""
        return files(self.package).joinpath("board.json").read_text("utf-8")

    def read(self, text: str, source: str = "") -> Components:
        """Return the components of a text. Raise BadDocument for the first fact that cannot be."""
        usual: Any = json.loads(self.standard())
        top = parse(text, MOST_CHARACTERS)
        self._compare(top, usual, "")
        self.check(top)
        data: Any = top.plain()
        rules, usual_rules = self._rules(data, ""), self._rules(usual, "")
        if rules == usual_rules:
            return Components(data, source)
        return Components(data, source, _digest(rules), _digest(usual_rules), tuple(_differences(rules, usual_rules, "")))

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the file."""
        about = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"The components of {self.package}"}
        return about | self._schema(json.loads(self.standard()), "")

    def fact(self, path: str) -> Fact | None:
        """Return what is known of the fact at a path; None if it must not change."""
        return next((fact for pattern, fact in self.facts.items() if _fits(pattern, path)), None)

    def _compare(self, node: Node, usual: Any, path: str) -> None:
        """Raise BadDocument unless a value is as usual, but for the facts that may change."""
        fact = self.fact(path)
        if fact is not None:
            fact.check(node)
        elif isinstance(usual, dict):
            needed = [key for key in usual if not isinstance(self.fact(f"{path}{key}"), Note)]
            known = [*usual, *self._notes(path, usual)]
            for key, part in node.members(known, needed).items():
                self._compare(part, usual.get(key), f"{path}{key}.")
        elif isinstance(usual, list):
            for at, part in enumerate(node.items(len(usual), len(usual))):
                self._compare(part, usual[at], f"{path}{at}.")
        elif node.plain() != usual or type(node.value) is not type(usual):
            raise node.wrong(
                say(
                    "'{name}' ({path}) must be {usual}, which the program relies on; it is {found}",
                    name=node.name,
                    path=path.rstrip("."),
                    usual=json.dumps(usual, ensure_ascii=False),
                    found=shown(json.dumps(node.plain(), ensure_ascii=False)),
                )
            )

    def _notes(self, path: str, usual: Mapping[str, Any]) -> list[str]:
        """Return the notes that may stand in an object although they do not in the usual one."""
        last = {pattern.rpartition(".") for pattern, fact in self.facts.items() if isinstance(fact, Note)}
        return [key for before, dot, key in last if key not in usual and _fits(before + dot, path)]

    def _rules(self, value: Any, path: str) -> Any:
        """Return a value without the notes."""
        if isinstance(value, dict):
            kept = {key: part for key, part in value.items() if not isinstance(self.fact(f"{path}{key}"), Note)}
            return {key: self._rules(part, f"{path}{key}.") for key, part in kept.items()}
        return [self._rules(part, f"{path}{at}.") for at, part in enumerate(value)] if isinstance(value, list) else value

    def _schema(self, usual: Any, path: str) -> dict[str, Any]:
        fact = self.fact(path)
        if fact is not None:
            return fact.schema()
        if isinstance(usual, dict):
            parts = {key: self._schema(part, f"{path}{key}.") for key, part in usual.items()}
            parts |= {key: Note().schema() for key in self._notes(path, usual)}
            needed = [key for key in usual if not isinstance(self.fact(f"{path}{key}"), Note)]
            return {"type": "object", "properties": parts, "required": needed, "additionalProperties": False}
        if isinstance(usual, list) and any(pattern.startswith(_head(path)) for pattern in self.facts):
            items = [self._schema(part, f"{path}{at}.") for at, part in enumerate(usual)]
            size = {"minItems": len(items), "maxItems": len(items)}
            if all(item == items[0] for item in items):
                return {"type": "array", "items": items[0], **size}
            return {"type": "array", "prefixItems": items, **size}
        return {"const": usual}


def _head(path: str) -> str:
    return path.partition(".")[0] + "."


def _fits(pattern: str, path: str) -> bool:
    wanted, found = pattern.rstrip(".").split("."), path.rstrip(".").split(".")
    return len(wanted) == len(found) and all(one in ("*", other) for one, other in zip(wanted, found, strict=True))


def _digest(rules: Any) -> str:
    return sha256(json.dumps(rules, ensure_ascii=False, sort_keys=True).encode()).hexdigest()[:_DIGITS]


def _differences(value: Any, usual: Any, path: str) -> list[str]:
    """Return the paths at which two values differ, each as short as it tells the fact."""
    if isinstance(value, dict) and isinstance(usual, dict):
        keys = [*usual, *(key for key in value if key not in usual)]
        return [way for key in keys for way in _differences(value.get(key), usual.get(key), f"{path}{key}.")]
    if isinstance(value, list) and isinstance(usual, list) and len(value) == len(usual) and isinstance([*usual, 0][0], dict | list):
        return [way for at, part in enumerate(value) for way in _differences(part, usual[at], f"{path}{at}.")]
    return [] if value == usual else [path.rstrip(".")]


def box_of(name: str) -> Box:
    """Return what a game says of its component file. Raise BadSetup if it has none."""
    if name not in NAMES:
        raise BadSetup(say("'{name}' has no component file; choose one of: {names}", name=shown(name), names=", ".join(NAMES)))
    box = import_module(f"roundhouse.games.{name}.components").BOX
    assert isinstance(box, Box)
    return box


def load(name: str) -> Components:
    """Return the components with which a game is played. Raise BadSetup for an owner's file that cannot be used."""
    box, path = box_of(name), owners_file(name)
    if path is None:
        return Components(json.loads(box.standard()))
    return read_file(box, path)


def read_file(box: Box, path: Path) -> Components:
    """Return the components of a file. Raise BadSetup, with the file and the line, if it cannot be used."""
    try:
        with path.open("rb") as file:
            content = file.read(4 * MOST_CHARACTERS + 1)  # a longer one is refused without being read
        return box.read(content.decode("utf-8"), str(path))
    except BadDocument as error:
        raise BadSetup(say("{file}, {reason}", file=str(path), reason=error.sentence)) from error
    except UnicodeDecodeError as error:
        raise BadSetup(say("{file} is not text in UTF-8", file=str(path))) from error
    except OSError as error:
        raise BadSetup(say("{file} cannot be read: {reason}", file=str(path), reason=error.strerror or str(error))) from error


def owners_file(name: str) -> Path | None:
    """Return the owner's file of a game; None without one. Raise BadSetup for a folder with a file that no game would read."""
    named = os.environ.get(VARIABLE, "")
    if not named:
        return None
    folder = Path(named)
    try:
        found = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadSetup(
            say("the folder '{folder}' of {variable}: {reason}", folder=named, variable=VARIABLE, reason=reason)
        ) from error
    for path in found:
        if path.stem not in NAMES or path.suffix != ".json":
            known = ", ".join(f"{each}.json" for each in NAMES)
            raise BadSetup(say("no game reads {file}; a folder of components holds only {known}", file=str(path), known=known))
    return next((path for path in found if path.stem == name), None)

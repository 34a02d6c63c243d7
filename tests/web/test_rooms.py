"""A room owns its fields, and every action at a table goes through its lock."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from roundhouse.web import tables
from roundhouse.web.tables import admission, chat, pace, planning, playing, seating, start
from roundhouse.web.tables.room import Room, action

WEB = Path(tables.__file__).parent.parent
OWNER = WEB / "tables" / "room.py"
WRITES = re.compile(r"\broom\.write_|\bwrite_step\(")
CHANGES = ("add", "append", "clear", "discard", "extend", "pop", "remove", "setdefault", "update")


def writes_to_rooms(tree: ast.AST) -> list[int]:
    """Return the lines that assign to a field of a variable called `room`, or change a collection in one."""
    found = []
    for node in ast.walk(tree):
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = [part for target in node.targets for part in parts_of(target)]
        elif isinstance(node, (ast.AugAssign, ast.AnnAssign)):
            targets = [node.target]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
            targets = [node.func.value]
        found += [target.lineno for target in targets if field_of_room(target)]
    return found


def parts_of(target: ast.expr) -> list[ast.expr]:
    """Return the single targets of an assignment."""
    return [part for item in target.elts for part in parts_of(item)] if isinstance(target, (ast.Tuple, ast.List)) else [target]


def field_of_room(target: ast.expr) -> bool:
    """Return whether an expression is `room.field`, or an item of it."""
    while isinstance(target, ast.Subscript):
        target = target.value
    return isinstance(target, ast.Attribute) and ast.unparse(target.value) in ("room", "self._room") and target.attr != "cache"


@pytest.mark.parametrize("path", [path for path in sorted(WEB.rglob("*.py")) if path != OWNER], ids=lambda path: path.stem)
def test_fields_of_a_room_are_written_by_the_room_alone(path: Path) -> None:
    assert writes_to_rooms(ast.parse(path.read_text("utf-8"))) == []


def test_the_search_for_writes_finds_them() -> None:
    source = "room.job = 1\nroom.seats, x = [], 2\nroom.answers[k] = 1\nroom.members.add(g)\nroom.event_count += 1\nx = room.job"

    assert sorted(set(writes_to_rooms(ast.parse(source)))) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("module", [admission, chat, pace, planning, playing, seating, start], ids=lambda module: module.__name__)
def test_what_writes_to_a_table_is_an_action(module: object) -> None:
    """A public coroutine that calls `room.write_...` or `write_step`, itself or by a private helper, is decorated."""
    path = Path(str(getattr(module, "__file__", "")))
    functions = [node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.AsyncFunctionDef)]
    writing = {node.name for node in functions if any(WRITES.search(ast.unparse(part)) for part in ast.walk(node))}
    for node in functions:
        called = {part.func.id for part in ast.walk(node) if isinstance(part, ast.Call) and isinstance(part.func, ast.Name)}
        if (node.name in writing or called & writing) and not node.name.startswith("_") and node.name != "begin":
            assert [ast.unparse(decorator) for decorator in node.decorator_list] == ["action"], node.name


def test_an_action_keeps_its_name_and_docstring() -> None:
    @action
    async def wave(room: Room, to: str) -> str:
        """Wave."""
        return to

    assert (wave.__name__, wave.__doc__) == ("wave", "Wave.")

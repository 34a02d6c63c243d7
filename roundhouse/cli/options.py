"""The options of a game on the command line: `--option NAME=VALUE`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final

from roundhouse.cli import files
from roundhouse.core.game import FILE, Game
from roundhouse.core.sentence import say

_MOST_BYTES: Final = 1_000_000  # of a file that is the value of an option; what it may hold is the game's own affair


def parse_options(game: Game[Any], settings: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Parse the values of options: as JSON if possible, else as text. A file is read where an option takes one."""
    takes_file = {option.name for option in fields(game.options) if option.metadata.get(FILE)}
    return {name: _file_text(value) if name in takes_file else _parsed(value) for name, value in settings}


def _parsed(value: str) -> Any:
    try:
        return json.loads(value)
    except json.JSONDecodeError:
        return value


def _file_text(value: str) -> str:
    """Return the text of a file, if the value looks like the name of one; else the value itself."""
    is_file = "/" in value or "\\" in value or value.endswith(".json")
    if not is_file or value.lstrip().startswith("{"):
        return value
    text = files.read_text(value, _MOST_BYTES)
    if not text.lstrip().startswith("{"):
        raise files.BadFile(say("'{file}' is not a JSON object, which begins with a brace", file=value))
    return text

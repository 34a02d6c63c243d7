"""Small variants for exact methods: games for two with at most a million states, as games of OpenSpiel.

A game may bring one, as the file `small.json` of its package: `options`, and an `opening` after which it begins. The value of an
option may be the name of a file beside it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from roundhouse.core.sentence import BadSetup, say
from roundhouse.games import GAMES, find
from roundhouse.research import openspiel

_FILE: Final = "small.json"


def names() -> tuple[str, ...]:
    """Return the games that have a small variant."""
    return tuple(game.name for game in GAMES if game.package and files(game.package).joinpath(_FILE).is_file())


def load(name: str, more: Sequence[str] = (), utility: str = "win") -> Any:
    """Return the small variant of a game; `more` are further moves that are made before it begins, which make it smaller."""
    if name not in names():
        raise BadSetup(say("'{name}' has no small variant; choose one of: {known}", name=name, known=", ".join(names())))
    options, opening = _variant(find(name).package)
    return openspiel.load(
        name, {"players": 2, "utility": utility, "options": json.dumps(options), "opening": json.dumps([*opening, *more])}
    )


@cache
def _variant(package: str) -> tuple[dict[str, Any], list[str]]:
    folder = files(package)
    variant = json.loads(folder.joinpath(_FILE).read_text("utf-8"))
    return {name: _value(value, folder) for name, value in variant["options"].items()}, variant["opening"]


def _value(value: Any, folder: Traversable) -> Any:
    is_file = isinstance(value, str) and folder.joinpath(value).is_file()
    return folder.joinpath(value).read_text("utf-8") if is_file else value

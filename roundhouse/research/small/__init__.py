"""Small variants for exact methods: games for two with at most a million states, as games of OpenSpiel.

`tickets` has chance and secrets: four cities and two trains each, with the cards dealt and the tickets to choose. `express` has
neither: it is the end of a game on the classic board.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

from roundhouse.core.sentence import BadSetup, say
from roundhouse.research import openspiel

SMALL: Final = ("tickets", "express")


def load(name: str, more: Sequence[str] = (), utility: str = "win") -> Any:
    """Return the small variant of a game; `more` are further moves that are made before it begins, which make it smaller."""
    if name not in SMALL:
        raise BadSetup(say("'{name}' has no small variant; choose one of: {known}", name=name, known=", ".join(SMALL)))
    options, opening = _variant(name)
    return openspiel.load(
        name, {"players": 2, "utility": utility, "options": json.dumps(options), "opening": json.dumps([*opening, *more])}
    )


@cache
def _variant(name: str) -> tuple[dict[str, Any], list[str]]:
    variant = json.loads(_text(f"{name}.json"))
    options: dict[str, Any] = variant["options"]
    if "map" in options:
        options["map"] = _text(options["map"])
    return options, variant["opening"]


def _text(file: str) -> str:
    return files(__name__).joinpath(file).read_text("utf-8")

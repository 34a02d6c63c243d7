"""The games of the house: one folder each, one line here."""

from __future__ import annotations

from typing import Any, Final

from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup, say
from roundhouse.games import tickets

GAMES: Final[tuple[Game[Any], ...]] = (tickets.GAME,)


def find(name: str) -> Game[Any]:
    """The game of that name."""
    for game in GAMES:
        if game.name == name:
            return game
    raise BadSetup(
        say("there is no game '{name}'; choose one of: {names}", name=name, names=", ".join(game.name for game in GAMES))
    )

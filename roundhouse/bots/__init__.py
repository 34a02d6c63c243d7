"""Bots for every game: they know a game only through its contract, and a table only through views."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from roundhouse.bots.bot import Bot, Budget
from roundhouse.bots.greedy import GreedyBot
from roundhouse.bots.imported import imported
from roundhouse.bots.random import RandomBot
from roundhouse.bots.stdio import StdioBot, command_of
from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup, say

__all__ = ["LEVELS", "NAMES", "Bot", "Budget", "make"]

LEVELS: Final = ("novice", "regular", "expert", "master")  # what people choose, weakest first
NAMES: Final = (
    "random",
    "greedy",
    *LEVELS,
    "search:1s",
    "search:500",
    "cmd:./mybot",
    "py:module.Class",
    "net:FILE",
)  # the last five are examples
SECONDS: Final = 1.0  # a move, where nothing else is said
_NOISE: Final[Mapping[str, int]] = {"novice": 30, "regular": 10, "expert": 5, "master": 0}  # per cent


def make(name: str, game: Game[Any], seed: int = 0, *, options: Mapping[str, Any] | None = None, seconds: float = SECONDS) -> Bot:
    """A bot by its name, for one seat of one table; the same seed gives the same bot.

    `options` are those of the game, and `seconds` a budget, for a bot of another program, which can know them from nowhere else.
    """
    kind, _, budget = name.partition(":")
    if kind == "cmd":
        return StdioBot(name, command_of(budget), game, seed, options or {}, seconds)
    if kind == "py":
        return imported(budget, game, seed)
    if kind == "net":
        return _net(budget, game)
    if name == "random":
        return RandomBot(seed)
    if name == "greedy":
        return GreedyBot(game, seed)
    if name in _NOISE:
        return GreedyBot(game, seed, name=name, noise=_NOISE[name])
    if kind == "search":
        Budget.parse(budget or "1s")
        return GreedyBot(game, seed, name=name)
    raise BadSetup(say("there is no bot '{name}'; choose one of: {known}", name=name, known=", ".join(NAMES)))


def _net(file: str, game: Game[Any]) -> Bot:
    """NumPy is needed by this bot alone."""
    try:
        from roundhouse.bots.net import NetBot
    except ImportError:
        raise BadSetup(say("net:FILE needs NumPy: install it with pip install 'roundhouse[research]'")) from None
    return NetBot(game, file)

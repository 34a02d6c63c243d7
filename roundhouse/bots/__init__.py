"""Bots for every game: they know a game only through its contract, and a table only through views."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from roundhouse.bots.bot import Bot, Budget
from roundhouse.bots.greedy import GreedyBot
from roundhouse.bots.imported import imported
from roundhouse.bots.mixed import MixedBot
from roundhouse.bots.parallel import ParallelBot
from roundhouse.bots.random import RandomBot
from roundhouse.bots.search import SearchBot
from roundhouse.bots.settings import Settings
from roundhouse.bots.stdio import StdioBot, command_of
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup, say

__all__ = ["LEVELS", "NAMES", "Bot", "Budget", "make"]

LEVELS: Final = ("novice", "regular", "expert", "master")  # what people choose, weakest first
NAMES: Final = ("random", "greedy", *LEVELS, "search:1s", "search:500", "search:1s:2", "net:FILE", "cmd:./mybot", "py:module.Class")
# A search has any budget and number of processes, a net any weights; `cmd` and `py` are bots of somebody else.
SECONDS: Final = 1.0  # a move, for bots of other programs

# What the levels are: measured, see docs/bots.md.
_AT_RANDOM: Final = 30  # per cent of a novice's decisions
_THOUGHT: Final = 25  # per cent of an expert's decisions that are searched, the others are the heuristic's
_EXPERT: Final = Budget(seconds=0.4)
_MASTER: Final = Budget(seconds=1.0)
_FARTHER: Final = Settings(horizon=64)  # with more time a playout need not rely on the estimate so soon


def make(name: str, game: Game[Any], seed: int = 0, *, options: Mapping[str, Any] | None = None, seconds: float = SECONDS) -> Bot:
    """A bot by its name, for one seat of one table; the same seed gives the same bot.

    `options` are those of the game, and `seconds` a budget, for a bot of another program, which can know them from nowhere else.
    """
    kind, _, rest = name.partition(":")
    if kind == "cmd":
        return StdioBot(name, command_of(rest), game, seed, options or {}, seconds)
    if kind == "py":
        return imported(rest, game, seed)
    if kind == "net":
        return _net(rest, game)
    if kind == "search":
        return _search(name, game, seed)
    if name == "random":
        return RandomBot(seed)
    if name == "greedy":
        return GreedyBot(game, seed)
    if name in LEVELS:
        return _level(name, game, seed)
    raise BadSetup(say("there is no bot '{name}'; choose one of: {known}", name=name, known=", ".join(NAMES)))


def _level(name: str, game: Game[Any], seed: int) -> Bot:
    """Each is the one below with more thought, or a mixture of the two beside it."""
    if name == "regular":
        return GreedyBot(game, seed, name)
    if name == "master":
        return SearchBot(game, _MASTER, seed, name, _FARTHER)
    rng = Rng(seed)
    heuristic = GreedyBot(game, rng.word())
    if name == "novice":
        return MixedBot(name, heuristic, RandomBot(rng.word()), _AT_RANDOM, rng)
    return MixedBot(name, heuristic, SearchBot(game, _EXPERT, rng.word()), _THOUGHT, rng)


def _search(name: str, game: Game[Any], seed: int) -> Bot:
    """`search`, `search:BUDGET` or `search:BUDGET:PROCESSES`."""
    words = name.split(":")
    budget = Budget.parse(words[1]) if len(words) > 1 else Budget(seconds=1.0)
    if len(words) <= 2:
        return SearchBot(game, budget, seed, name)
    if len(words) > 3 or not (words[2].isascii() and words[2].isdigit() and int(words[2]) > 0):
        raise BadSetup(say("after the budget of '{name}' comes the number of processes, as in search:1s:2", name=name))
    return ParallelBot(game, budget, seed, int(words[2]), name=name)


def _net(file: str, game: Game[Any]) -> Bot:
    """NumPy is needed by this bot alone."""
    try:
        from roundhouse.bots.net import NetBot
    except ImportError:
        raise BadSetup(say("net:FILE needs NumPy: install it with pip install 'roundhouse[research]'")) from None
    return NetBot(game, file)

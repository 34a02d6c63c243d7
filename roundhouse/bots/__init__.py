"""Bots for every game. They use a game only through its interface, and a table only through views."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from roundhouse.bots.bot import Bot, Budget
from roundhouse.bots.greedy import GreedyBot
from roundhouse.bots.importer import import_bot
from roundhouse.bots.mixed import MixedBot
from roundhouse.bots.parallel import ParallelBot
from roundhouse.bots.random import RandomBot
from roundhouse.bots.search import SearchBot
from roundhouse.bots.settings import Settings
from roundhouse.bots.stdio import StdioBot, parse_command
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup, say

__all__ = ["LEVELS", "NAMES", "Bot", "Budget", "make"]

LEVELS: Final = ("novice", "regular", "expert", "master")  # offered to players, weakest first
NAMES: Final = (
    "random",
    "greedy",
    *LEVELS,
    "search:1s",
    "search:500",
    "search:1s:2",
    "net:FILE",
    "net-search:FILE:1s",
    "cmd:./mybot",
    "py:module.Class",
)
# `search` takes any budget and number of processes, `net` and `net-search` any weight file; `cmd` and `py` run bots of the user.
SECONDS: Final = 1.0  # default budget per move of `cmd` bots

# The parameters of the levels were measured: see docs/bots.md.
NOVICE_RANDOM: Final = 30  # per cent of decisions made at random
_EXPERT_SEARCHED: Final = 25  # per cent of decisions that are searched; the heuristic makes the others
_EXPERT_BUDGET: Final = Budget(seconds=0.4)
_MASTER_BUDGET: Final = Budget(seconds=1.0)
_MASTER_SETTINGS: Final = Settings(horizon=64)  # with more time, playouts can rely on the estimate later


def make(name: str, game: Game[Any], seed: int = 0, *, options: Mapping[str, Any] | None = None, seconds: float = SECONDS) -> Bot:
    """Return a new bot by its name, for one seat of one game; the same seed gives the same bot. Raise BadSetup if there is none.

    `options` (of the game) and `seconds` (per move) are passed on to `cmd` bots, which have no other way to learn them.
    """
    kind, _, rest = name.partition(":")
    if kind == "cmd":
        return StdioBot(name, parse_command(rest), game, seed, options or {}, seconds)
    if kind == "py":
        return import_bot(rest, game, seed)
    if kind == "net":
        return _net(rest, game)
    if kind == "net-search":
        return _net_search(name, game, seed)
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
    """Return the bot of a level."""
    if name == "regular":
        return GreedyBot(game, seed, name)
    if name == "master":
        return SearchBot(game, _MASTER_BUDGET, seed, name, _MASTER_SETTINGS)
    rng = Rng(seed)
    heuristic = GreedyBot(game, rng.word())
    if name == "novice":
        return MixedBot(name, heuristic, RandomBot(rng.word()), NOVICE_RANDOM, rng)
    return MixedBot(name, heuristic, SearchBot(game, _EXPERT_BUDGET, rng.word()), _EXPERT_SEARCHED, rng)


def _search(name: str, game: Game[Any], seed: int) -> Bot:
    """Return the bot named `search`, `search:BUDGET` or `search:BUDGET:PROCESSES`."""
    words = name.split(":")
    budget = Budget.parse(words[1]) if len(words) > 1 else Budget(seconds=1.0)
    if len(words) <= 2:
        return SearchBot(game, budget, seed, name)
    if len(words) > 3 or not (words[2].isascii() and words[2].isdigit() and int(words[2]) > 0):
        raise BadSetup(say("'{name}' needs a number of processes after its budget, as in search:1s:2", name=name))
    return ParallelBot(game, budget, seed, int(words[2]), name=name)


def _net_search(name: str, game: Game[Any], seed: int) -> Bot:
    """Return the bot named `net-search:FILE:BUDGET`."""
    file, _, budget = name.removeprefix("net-search:").rpartition(":")
    if not file:
        raise BadSetup(say("'{name}' is not written like net-search:FILE:1s", name=name))
    try:
        from roundhouse.bots.net_guide import net_search
    except ImportError:
        raise BadSetup(say("net:FILE needs NumPy: install it with pip install 'roundhouse-games[research]'")) from None
    return net_search(game, file, Budget.parse(budget), seed, name)


def _net(file: str, game: Game[Any]) -> Bot:
    """Return a network bot; NumPy is imported here because no other bot needs it."""
    try:
        from roundhouse.bots.net import NetBot
    except ImportError:
        raise BadSetup(say("net:FILE needs NumPy: install it with pip install 'roundhouse-games[research]'")) from None
    return NetBot(game, file)

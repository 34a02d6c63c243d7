"""The games, found by Python entry points of the group `roundhouse.games` and imported on first use.

An installed package registers its game in its `pyproject.toml`:

    [project.entry-points."roundhouse.games"]
    whistle = "whistle_game:GAME"

When rules change, the earlier ones can stay installed beside them, so that games that began under them go on. An earlier version is
an entry point of its own, named after the game and its version:

    "whistle@1" = "whistle_game.version1:GAME"
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, overload

from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup, Sentence, say

if TYPE_CHECKING:
    from roundhouse.games.dice1.state import Dice1
    from roundhouse.games.dice2.state import Dice2
    from roundhouse.games.express.state import Express
    from roundhouse.games.tickets.state import Tickets
    from roundhouse.games.tycoon.state import Tycoon

GROUP: Final = "roundhouse.games"
_AT: Final = "@"  # between the name of a game and an earlier version of it

# The games of this package, in the order in which they are listed. They are entry points as well (a test holds the two equal), but
# a checkout that is used without being installed has no metadata, or that of another version.
BUILT_IN: Final[Mapping[str, str]] = {
    "tickets": "roundhouse.games.tickets:GAME",
    "express": "roundhouse.games.express:GAME",
    "tycoon": "roundhouse.games.tycoon:GAME",
    "dice1": "roundhouse.games.dice1:GAME",
    "dice2": "roundhouse.games.dice2:GAME",
}

EARLIER: Final[Mapping[str, str]] = {}  # earlier versions of the games of this package, such as "tickets@1"

_logger: Final = logging.getLogger(__name__)


@overload
def find(name: Literal["tickets"]) -> Game[Tickets]: ...
@overload
def find(name: Literal["express"]) -> Game[Express]: ...
@overload
def find(name: Literal["tycoon"]) -> Game[Tycoon]: ...
@overload
def find(name: Literal["dice1"]) -> Game[Dice1]: ...
@overload
def find(name: Literal["dice2"]) -> Game[Dice2]: ...
@overload
def find(name: str) -> Game[Any]: ...
def find(name: str) -> Game[Any]:
    """Return the game of that name. Raise BadSetup if there is none, or if it cannot be loaded."""
    if name in BUILT_IN:
        return _loaded(name, BUILT_IN[name])
    offered = () if _AT in name else _installed().get(name, ())
    if not offered:
        raise BadSetup(say("there is no game '{name}'; choose one of: {names}", name=name, names=", ".join(names())))
    if len(offered) > 1:
        raise BadSetup(
            say("several packages have a game '{name}': {places}; uninstall all but one", name=name, places=", ".join(offered))
        )
    return _loaded(name, offered[0])


def find_version(name: str, version: int) -> Game[Any] | None:
    """Return a version of a game, the current one or an earlier one; None if it is not installed or cannot be loaded."""
    try:
        current = find(name)
    except BadSetup:
        return None
    return current if current.version == version else _earlier(name, version)


def title_of(name: str) -> str:
    """Return the title of a game; its name if the game is not installed or cannot be loaded. For lists of stored games."""
    try:
        return find(name).title
    except BadSetup:
        return name


def _earlier(name: str, version: int) -> Game[Any] | None:
    key = f"{name}{_AT}{version}"
    places = (EARLIER[key],) if key in EARLIER else _installed().get(key, ())
    if len(places) != 1:  # of two packages with one name neither is taken
        return None
    try:
        game = _loaded(name, places[0])
    except BadSetup as error:
        _logger.warning("%s", error)
        return None
    return game if game.version == version else None


def names() -> tuple[str, ...]:
    """Return the name of every registered game without importing any: the built-in ones in their order, then the others by name."""
    return (*BUILT_IN, *sorted(name for name in _installed() if name not in BUILT_IN and _AT not in name))


class Games(Sequence[Game[Any]]):
    """All games in the order of `names`, imported on first access.

    A game that cannot be loaded is left out; the reason is logged once.
    """

    @overload
    def __getitem__(self, at: int) -> Game[Any]: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Game[Any]]: ...
    def __getitem__(self, at: int | slice) -> Game[Any] | Sequence[Game[Any]]:
        return _working()[at]

    def __iter__(self) -> Iterator[Game[Any]]:
        return iter(_working())

    def __len__(self) -> int:
        return len(_working())

    def __repr__(self) -> str:
        return f"<games: {', '.join(names())}>"


GAMES: Final = Games()


@cache
def _installed() -> Mapping[str, tuple[str, ...]]:
    """Return the places of the installed packages' games by name; several places for one name are a clash."""
    from importlib.metadata import entry_points  # slow to import, and seldom needed

    found: dict[str, tuple[str, ...]] = {}
    for entry in entry_points(group=GROUP):
        if entry.value not in found.get(entry.name, ()):  # a checkout and an installed copy of it say the same
            found[entry.name] = (*found.get(entry.name, ()), entry.value)
    return found


@cache
def _working() -> tuple[Game[Any], ...]:
    games = []
    for name in names():
        try:
            games.append(find(name))
        except BadSetup as error:
            if name in BUILT_IN:  # an owner's component file is wrong: to play without the game would hide it
                raise
            _logger.warning("%s", error)
    for name in BUILT_IN:
        for place in _installed().get(name, ()):
            if place != BUILT_IN[name]:
                _logger.warning(
                    "%s", say("the game '{name}' of {place} is left out: a built-in game has that name", name=name, place=place)
                )
    return tuple(games)


@cache
def _loaded(name: str, place: str) -> Game[Any]:
    """Import and return the game at `module:attribute`."""
    game = _imported(name, place)
    if not isinstance(game, Game):
        raise _refused(name, place, say("it is not a Game but a value of type {kind}", kind=type(game).__name__))
    if game.name != name:
        raise _refused(name, place, say("that game is named '{own}'", own=game.name))
    return game


def _imported(name: str, place: str) -> object:
    module, _, attribute = place.partition(":")
    try:
        return getattr(import_module(module), attribute)
    except Exception as error:  # third-party code: whatever is wrong with it, the other games can still be played
        if name in BUILT_IN:
            raise
        raise _refused(name, place, _reason(error)) from error


def _refused(name: str, place: str, reason: Sentence) -> BadSetup:
    return BadSetup(say("the game '{name}' cannot be loaded from {place}: {reason}", name=name, place=place, reason=reason))


def _reason(error: Exception) -> Sentence:
    """Return the error and the line of the package that raised it, since no traceback is shown."""
    told = f"{type(error).__name__}: {error}"
    steps = [step for step in traceback.extract_tb(error.__traceback__) if "importlib" not in step.filename]
    if len(steps) < 2:  # the first is in this module: no code of the package was run
        return say("{error}", error=told)
    return say("{error} ({file}, line {line})", error=told, file=Path(steps[-1].filename).name, line=steps[-1].lineno)

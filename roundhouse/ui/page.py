"""A game's page: what a web site shows of a game beside its tables.

A game has its page in the module `page` of its package, under the name `PAGE`. The module is imported when the page is needed, so
the engine never loads it. A game without one gets the defaults.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from roundhouse.core.game import Game
from roundhouse.core.sentence import Sentence, say

NEXT: Final = "next"  # a tour step is shown until the reader presses Next,
MOVE: Final = "move"  # or until they make a move
SEAT_COLOURS: Final = ("white", "blue", "yellow", "green", "red", "purple", "black", "orange", "brown", "gray")
BOARD_CLASSES: Final = ("", "dice-board")

_OWN: Final = say(
    "Played with the components of an owner's file. Where the rules page tells other figures, those of the file count."
)

_logger: Final = logging.getLogger(__name__)


@dataclass(frozen=True)
class OptionChoice:
    """A value that a text option may take."""

    value: str
    label: Sentence
    numbered: bool = False  # send the value with a random number, as in "random 831204": one arrangement out of many


@dataclass(frozen=True)
class OptionLabel:
    """The label of an option in the form that sets up a table, and its choices if it is neither a tick nor a number."""

    label: Sentence
    help: Sentence | None = None
    choices: tuple[OptionChoice, ...] = ()
    seat: bool = False  # the value is a seat


@dataclass(frozen=True)
class Scene:
    """A picture for the rules page, from a game that the heuristic plays.

    It shows the first position, after at least `after` moves, where a move that starts with the word `offers` is legal; with "" the
    end of the game.
    """

    name: str  # part of its address
    chapter: int  # of the rules
    caption: Sentence
    offers: str
    show: str  # a panel of the drawing by its id, or a piece of the map as `x y width height`
    after: int = 0
    size: tuple[float, float] = (0, 0)  # of a panel; (0, 0): up to the next panel


@dataclass(frozen=True)
class TourStep:
    """One explanation in the guided first game."""

    text: Sentence
    until: str = NEXT
    when: str = ""  # show it once a move that starts with this word can be made; with "" at the reader's next turn
    highlight: str = ""  # the part of the drawing that flashes


@dataclass(frozen=True, kw_only=True)
class Page:
    """The page of one game. Everything is optional."""

    description: Sentence = field(default_factory=lambda: say("This game has no description."))
    reconstructed: Sentence | None = None  # what is not certain, in one sentence; the last chapter of the rules lists it
    minutes: int = 0  # of a usual game; 0 if unknown
    players: int = 0  # in a one-click game against bots; 0 for the fewest possible
    options: Mapping[str, OptionLabel] = field(default_factory=dict)  # by the name of the option
    crop: str = ""  # the `viewBox` of the picture on the home page; "" shows the whole drawing
    scenes: tuple[Scene, ...] = ()
    tour: tuple[TourStep, ...] = ()
    seat_colours: tuple[str, ...] = ()  # from SEAT_COLOURS, by seat; () for the usual ones
    at_once: tuple[str, ...] = ()  # first words of moves that a click makes without Confirm: single draws that cannot be taken back
    board_class: str = ""  # from BOARD_CLASSES; on a `dice-board` a picked square becomes a white die with a solid rail


def page_of(game: Game[Any]) -> Page:
    """Return the page of a game, or a default page if it has none or if its module is faulty, which is logged."""
    page = _page_of(game.package)
    return replace(page, reconstructed=_OWN) if has_own_components(game) else page


def has_own_components(game: Game[Any]) -> bool:
    """Return whether a game is played with the components of an owner's file instead of those that its rules page tells."""
    return game.on_board is None and game.classic not in ("", game.board)


def has_page(game: Game[Any]) -> bool:
    """Return whether the package of a game has a module `page`."""
    return bool(game.package) and _has_module(game.package)


def load_page(package: str) -> Page:
    """Import the page of a package. Raise whatever the module raises, and TypeError if its `PAGE` is not a Page."""
    page = import_module(f"{package}.page").PAGE
    if not isinstance(page, Page):
        raise TypeError(f"PAGE is a value of type {type(page).__name__}, not a Page")
    return page


@cache
def _page_of(package: str) -> Page:
    if not package or not _has_module(package):
        return Page()
    try:
        return load_page(package)
    except Exception:  # third-party code: whatever is wrong with it, the other games can still be played
        _logger.exception("the page of %s cannot be loaded", package)
        return Page()


def _has_module(package: str) -> bool:
    try:
        return find_spec(f"{package}.page") is not None
    except ModuleNotFoundError:  # the package is a single module, or does not exist
        return False

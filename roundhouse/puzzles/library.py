"""The puzzles that games bring along: the file `puzzles.jsonl` beside the modules of a game, which is optional."""

from __future__ import annotations

import datetime
import hashlib
import logging
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from roundhouse.core.game import Game
from roundhouse.core.sentence import HouseError, say
from roundhouse.games import GAMES, find
from roundhouse.puzzles.collection import Collection
from roundhouse.puzzles.puzzle import Position, Puzzle
from roundhouse.ui.resource import resource

FILE: Final = "puzzles.jsonl"

_logger: Final = logging.getLogger(__name__)


class NoSuchPuzzle(HouseError):
    """Raised for an id that no puzzle has."""

    def __init__(self) -> None:
        super().__init__(say("there is no such puzzle"))

    def __reduce__(self) -> tuple[object, ...]:
        return NoSuchPuzzle, ()


def shipped(game: Game[Any]) -> Sequence[Puzzle]:
    """Return the puzzles of a game, easiest first; those of another version or board of it are left out."""
    return _shipped(game.name, game.version, game.board)


@cache
def _shipped(name: str, version: int, board: str) -> Sequence[Puzzle]:
    game = find(name)
    content = resource(game.package, FILE)
    if content is None:
        return ()
    try:
        found = [puzzle for puzzle in Collection.read(content.decode()) if _fits(game, puzzle)]
    except HouseError:  # of another package: the other games have puzzles all the same
        _logger.exception("the puzzles of %s (version %s, board %s) cannot be used", name, version, board)
        return ()
    return tuple(sorted(found, key=lambda puzzle: (puzzle.rating, puzzle.id)))


def _fits(game: Game[Any], puzzle: Puzzle) -> bool:
    return (puzzle.game, puzzle.version) == (game.name, game.version) and game.on(puzzle.options).plays_on(puzzle.board)


def all_puzzles() -> Mapping[str, Puzzle]:
    """Return all puzzles by id."""
    return {puzzle.id: puzzle for game in GAMES for puzzle in shipped(game)}


def find_puzzle(id: str) -> Puzzle:
    """Return a puzzle. Raise NoSuchPuzzle if no game has it."""
    found = all_puzzles().get(id)
    if found is None:
        raise NoSuchPuzzle
    return found


def of_the_day(date: datetime.date) -> Puzzle | None:
    """Return the puzzle of a day: the same for everyone. Each puzzle has its day before the first one comes again."""
    ordered = sorted(all_puzzles().values(), key=lambda puzzle: hashlib.sha256(puzzle.id.encode()).digest())
    return ordered[date.toordinal() % len(ordered)] if ordered else None


@cache
def position(id: str) -> Position:
    """Return the position of a puzzle, which must not be changed. Raise NoSuchPuzzle if there is none."""
    puzzle = find_puzzle(id)
    return Position(puzzle, find(puzzle.game))

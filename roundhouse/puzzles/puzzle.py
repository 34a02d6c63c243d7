"""A puzzle: what one seat knew at a moment of a game, the moves that are right, and how all others compare with them."""

from __future__ import annotations

import hashlib
from typing import Any, Final

import msgspec

from roundhouse.core.game import Game
from roundhouse.core.sentence import HouseError, say
from roundhouse.core.state import State, View, fields, restore

FORMAT: Final = 1
_ID_CHARACTERS: Final = 8


class StalePuzzle(HouseError):
    """Raised for a puzzle of another version or board of its game."""


class Measured(msgspec.Struct, kw_only=True):
    """A legal move that was measured to the end, in the same worlds as the best one."""

    move: str
    chance: float  # of the seat to win after it
    lead: float  # of the best move over this one, in chance to win; 0 for the best one
    error: float  # the standard error of the lead
    points: float  # expected points of the seat
    others: float  # expected points of the best other seat


class Aim(msgspec.Struct, kw_only=True):
    """A later move that follows the best move much more often than the usual one, or much less often."""

    seat: int
    move: str
    best: float  # the share of playouts after the best move in which it is made
    usual: float  # the same after the usual move
    seed: int  # of a playout in which it is made


class Puzzle(msgspec.Struct, kw_only=True):
    """One puzzle. Everything in it is what the seat could know; moves are in their notation."""

    id: str
    game: str
    version: int
    board: str  # the digest of the board, "" for games with one board
    seats: int
    options: dict[str, Any]
    seat: int
    fields: dict[str, int | list[int] | str]  # of the seat's view
    recent: list[tuple[int, str]]  # what the others did since the seat's last turn, as the seat saw it
    right: list[str]  # the best move first, then moves that are as good
    usual: str  # the heuristic's move
    legal: int  # the number of legal moves
    measured: list[Measured]  # the right ones first, then the best of the wrong ones
    worlds: int  # in which the options were compared
    end_lead: float  # the lead over the best wrong move in games played to the end
    end_error: float  # its standard error
    fails: dict[str, float]  # by level: how often it does not find a right move
    rating: int  # at which the levels would fail as often
    themes: list[str]
    aims: list[Aim]
    source: str  # where the position came about

    @property
    def best(self) -> str:
        """The best move."""
        return self.right[0]

    def measure(self, move: str) -> Measured | None:
        """Return what was measured of a move; None if it was clearly worse in the first comparisons."""
        return next((one for one in self.measured if one.move == move), None)


class Position:
    """The position of a puzzle, ready to be drawn and played."""

    def __init__(self, puzzle: Puzzle, game: Game[Any]) -> None:
        """Restore a position. Raise StalePuzzle if the puzzle is of another version or board of the game."""
        self.puzzle = puzzle
        self.game = game.on(puzzle.options)
        if puzzle.version != game.version or not self.game.plays_on(puzzle.board):
            raise StalePuzzle(say("this puzzle is of another version of {title}", title=game.title))
        first: State = self.game.start(puzzle.seats, self.game.options_from(puzzle.options))
        self.view: View[Any] = View(puzzle.seat, restore(type(first), dict(puzzle.fields)))
        self.right = [self.game.parse(text) for text in puzzle.right]
        self.usual = self.game.parse(puzzle.usual)
        self.recent = [(seat, self.game.parse(text)) for seat, text in puzzle.recent]

    @property
    def moves(self) -> list[int]:
        """The legal moves."""
        return list(self.view.position.legal_moves())


def id_of(game: Game[Any], view: View[Any]) -> str:
    """Return the id of the puzzle about a view: the same view has the same id."""
    content = msgspec.json.encode([game.name, game.version, view.seat, fields(view.position)])
    return hashlib.sha256(content).hexdigest()[:_ID_CHARACTERS]

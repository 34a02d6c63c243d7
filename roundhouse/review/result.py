"""What a review says: numbers, and moves in their notation. It is stored and exported as JSON."""

from __future__ import annotations

from typing import Any, Final

import msgspec

FORMAT: Final = 1  # of this document
CERTAIN: Final = 2.0  # standard errors beyond which a difference is not called noise


class Point(msgspec.Struct, kw_only=True):
    """The chances after some moves, from everything that is on the table, hidden cards too; draws to come are unknown."""

    at: int  # moves made, draws included
    chances: list[float]  # of each seat to win; shared wins count in part
    errors: list[float]  # standard errors of the chances
    margins: list[float]  # expected points ahead of the best other seat


class Judgement(msgspec.Struct, kw_only=True):
    """One decision, judged from what its seat knew, and what followed from it."""

    at: int  # moves made before
    turn: int
    seat: int
    move: str
    advised: str  # the heuristic's move, with which `changes` compares
    best: str  # the move that the search prefers; the move itself if there is no better one
    choices: int  # legal moves
    changes: list[float]  # of each seat's chance, compared with the advised move
    loss: float  # of the seat's own chance, compared with the best move; below 0 if it turned out worse
    loss_error: float
    points_lost: float  # of the expected margin, compared with the best move
    swing: float  # the loss or the largest change, less its standard error
    luck: list[float]  # of each seat's chance: what chance and hidden cards did until the next decision
    luck_errors: list[float]

    @property
    def mistake(self) -> bool:
        """Whether a better move was missed, beyond the noise of the estimate."""
        return self.best != self.move and self.loss > CERTAIN * self.loss_error


class Player(msgspec.Struct, kw_only=True):
    """One seat over the whole game. Prior, own, others and luck sum to the result."""

    seat: int
    name: str
    result: float  # share of the win
    prior: float  # chance before the deal
    own: float  # by the seat's own decisions, compared with the heuristic
    others: float  # by the decisions of other seats
    luck: float  # by chance and hidden cards
    decisions: int  # with more than one legal move
    mean_loss: float  # of the win, by decision
    loss_error: float
    accuracy: float  # from 0 to 100


class Review(msgspec.Struct, kw_only=True):
    """A review of a finished game, as far as it has come."""

    format: int = FORMAT
    game: str
    version: int
    board: str  # the digest of the board, "" for games with one board
    seats: int
    options: dict[str, Any]
    seed: int
    playouts: int
    judged: float  # the share of decisions that were searched: 1 from the first whole round on
    points: list[Point]
    deal: list[float]  # luck of each seat before the first decision
    decisions: list[Judgement]
    players: list[Player]
    turning_points: list[int]  # indices of `decisions`: the largest swings of different turns, at most three
    missed: list[int]  # indices of `decisions`: the largest mistake of each turn, the largest first
    lucky: list[int]  # indices of `decisions`: after them luck moved a chance the most, at most three

    def json(self) -> bytes:
        """Return the document."""
        return msgspec.json.encode(self)


def decode(data: bytes | str) -> Review:
    """Return the review in a document that `json` made."""
    return msgspec.json.decode(data, type=Review)

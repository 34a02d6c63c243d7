"""Questions to the coach, which bot processes answer. A question holds views, or positions in which nothing is hidden any more."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.state import OVER, State, View
from roundhouse.games import find_version
from roundhouse.review.coach import Advice, Coach, Prospects, Verdict


class NotInstalled(Exception):
    """Raised for a version of a game that this process does not have."""


@dataclass(frozen=True)
class Rules:
    """The game that a question is about."""

    game: str
    version: int
    options: dict[str, Any]

    def load(self) -> Game[Any]:
        """Return the game on its board."""
        game = find_version(self.game, self.version)
        if game is None:
            raise NotInstalled(f"{self.game} version {self.version} is not installed")
        return game.on(self.options)


@dataclass(frozen=True)
class Question(ABC):
    """Something to ask the coach. The same question has the same answer."""

    rules: Rules
    seed: int

    @abstractmethod
    def answer(self) -> Any:
        """Return the answer."""


@dataclass(frozen=True)
class AdviceQuestion(Question):
    """Which moves are best for the seat that is to act?"""

    view: View[Any]
    moves: tuple[int, ...]

    def answer(self) -> list[Advice]:
        """Return the best moves, best first."""
        return Coach(self.rules.load(), self.view.position.seats).advise(self.view, self.moves, self.seed)


class Part(NamedTuple):
    """Moves that a seat made in a row, without a draw between them."""

    view: View[Any]  # before the first of them
    moves: tuple[int, ...]  # with which it could have begun
    played: tuple[int, ...]


@dataclass(frozen=True)
class TurnQuestion(Question):
    """What was a turn worth?"""

    parts: tuple[Part, ...]

    def answer(self) -> list[Verdict]:
        """Return a verdict on each part."""
        coach = Coach(self.rules.load(), self.parts[0].view.position.seats)
        return [coach.judge(part.view, part.moves, part.played, self.seed + number) for number, part in enumerate(self.parts)]


class Evaluation(NamedTuple):
    """The chances in a position, and the best moves of the seat that is to act."""

    prospects: Prospects
    advice: list[Advice]


@dataclass(frozen=True)
class PositionQuestion(Question):
    """How does a position stand, for a reader who sees all of it, or for one who has a view of it?"""

    position: State  # as the reader sees it
    reader: int | None  # the seat whose view it is; None for a position in which nothing is hidden
    moves: tuple[int, ...]  # of the seat that is to act; empty if the reader does not choose for it

    def answer(self) -> Evaluation:
        """Return the evaluation."""
        game = self.rules.load()
        coach = Coach(game, self.position.seats)
        seat = max(0, self.position.actor)
        prospects = coach.prospects(lambda rng: self._world(game, rng), seat, self.seed)
        if not self.moves or self.position.actor == OVER:
            return Evaluation(prospects, [])
        view = game.view(self.position, seat) if self.reader is None else View(self.reader, self.position)
        return Evaluation(prospects, coach.advise(view, self.moves, self.seed))

    def _world(self, game: Game[Any], rng: Rng) -> State:
        if self.reader is None:
            return self.position.copy()
        world: State = game.determinize(View(self.reader, self.position), rng)
        return world


def part_of(view: View[Any], played: Sequence[int]) -> Part:
    """Return the part that begins on a view, whose seat is to act."""
    return Part(view, tuple(view.position.legal_moves()), tuple(played))

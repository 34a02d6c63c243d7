"""A finished game as a review sees it: its decisions, and the position before each of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from roundhouse.bots.evaluator import win_share
from roundhouse.core.game import Game
from roundhouse.core.record import Record, replay, replay_until
from roundhouse.core.sentence import HouseError, say
from roundhouse.core.state import CHANCE, OVER, State
from roundhouse.games import find, find_version
from roundhouse.play.history import History


class CannotReview(HouseError):
    """Raised for a record that is whole, but not of a game that can be reviewed."""


@dataclass(frozen=True)
class Decision:
    """A move of a seat."""

    index: int  # among all moves of the record, draws included
    turn: int  # of the game, from 1: a turn ends when another seat acts
    seat: int
    move: int


class PlayedGame:
    """A finished game. The positions are copies: the caller may change them."""

    def __init__(self, record: Record) -> None:
        """Read a record. Raise BadRecord if it is not a legal game of this version and board, CannotReview if it is not over."""
        game = find_version(record.game, record.version) or find(record.game)  # the current one says that the versions differ
        replay(game, record)
        _, moves = replay_until(game, record, len(record.entries))
        self.record = record
        self.game: Game[Any] = game.on(record.options)
        self._history = History(self.game.start(record.seats, self.game.options_from(record.options)))
        for entry, move in zip(record.entries, moves, strict=True):
            self._history.apply(entry.actor, move)
        end: State = self._history.state
        if end.actor != OVER:
            raise CannotReview(say("the game is not over: a review shows what is hidden, so only a finished game has one"))
        self.seats = record.seats
        self.moves = moves
        self.actors = list(self._history.actors)
        self.decisions = _decisions(self._history)
        self.ranks = list(end.ranks())
        self.result = [win_share(end.ranks(), seat) for seat in range(record.seats)]  # the share of the win, by seat

    def at(self, count: int) -> State:
        """Return the position after the first `count` moves."""
        return self._history.at(count)

    @property
    def stops(self) -> list[int]:
        """The numbers of moves after which a chance is estimated: before the deal, before each decision, and at the end."""
        first = [] if self.decisions and self.decisions[0].index == 0 else [0]
        return [*first, *(decision.index for decision in self.decisions), len(self.moves)]


def _decisions(history: History) -> list[Decision]:
    found: list[Decision] = []
    turn, last = 0, CHANCE
    for index, (actor, move) in enumerate(zip(history.actors, history.moves, strict=True)):
        if actor == CHANCE:
            continue
        turn += actor != last
        last = actor
        found.append(Decision(index, turn, actor, move))
    return found

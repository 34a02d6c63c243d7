"""Verification of a run that others have made: every game is played again, with the same deals and the recorded moves.

The moves of programs and of bots with a time budget are taken from the records and must be legal. The bots of the house that
always play alike are asked again, and must make the recorded moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from roundhouse.arena.job import Job
from roundhouse.arena.journal import RECORDS, folder_errors, read_job, read_results
from roundhouse.arena.match import FinishedGame, play
from roundhouse.arena.result import Result
from roundhouse.arena.schedule import Fixture
from roundhouse.core.game import Game
from roundhouse.core.record import read
from roundhouse.core.sentence import HouseError, Sentence, say
from roundhouse.core.state import View

REPEATABLE: Final = ("random", "novice", "greedy", "regular")  # bots that make the same moves from the same seed, and fast


class Recorded:
    """Makes the moves of one seat of a record, in their order."""

    def __init__(self, name: str, moves: Iterator[int]) -> None:
        self.name = name
        self._moves = moves

    def choose(self, view: View, moves: Sequence[int]) -> int:  # noqa: ARG002  (the record has chosen)
        """Return the next move; -1, which is never legal, when there is none."""
        return next(self._moves, -1)


def problems(folder: Path) -> Iterator[Sentence | None]:
    """Check the games of a run one by one: yield what is wrong with each, or None. Raise HouseError if it cannot be read."""
    job = read_job(folder)
    game = job.find_game()
    if (job.version, job.board or game.board) != (game.version, game.board):
        yield say("the run is of another version of the game, or of another board")
        return
    results = read_results(folder)
    fixtures = replace(job, games=len(results)).fixtures()  # the first ones, however many games the job says it has
    for fixture, result in zip(fixtures, results, strict=True):
        yield _problem(folder, job, game, fixture, result)


def _problem(folder: Path, job: Job, game: Game[Any], fixture: Fixture, result: Result) -> Sentence | None:
    """Return what is wrong with one game."""
    with folder_errors(folder):
        text = (folder / RECORDS / f"{result.number:05d}.rec").read_text("utf-8", "replace")
    try:
        entries = read(text).entries
        by_seat = [[game.parse(entry.text) for entry in entries if entry.actor == seat] for seat in range(job.seats)]
    except HouseError as error:
        return say("game {number}: the record cannot be read: {reason}", number=result.number, reason=error.sentence)
    played = play(job, fixture, lambda seat, name: None if name in REPEATABLE else Recorded(name, iter(by_seat[seat])))
    return _difference(played, result, text)


def _difference(played: FinishedGame, result: Result, text: str) -> Sentence | None:
    again = played.result
    if again.faults:
        return say("game {number}: move {move} is not legal", number=result.number, move=again.faults[0].move)
    if played.record != text:
        return say("game {number}: the record is not that of these deals and bots", number=result.number)
    if (again.bots, again.scores, again.ranks, again.seed) != (result.bots, result.scores, result.ranks, result.seed):
        return say("game {number}: the result is not that of the record", number=result.number)
    return None

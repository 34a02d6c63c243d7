"""Answers to puzzles, and the puzzle ratings of people, one for each game. Only the first answer to a puzzle counts."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final

from roundhouse.play.rating import DEVIATION, MEAN, Entrant, Rating, rated
from roundhouse.web.store.store import Conflict, Row, Statement, Store

GRADE_DEVIATION: Final = 60.0  # how far the rating of a puzzle may be off
_TRIES: Final = 5  # two answers of the same person may arrive at the same moment
_PERSON: Final = "person"
_PUZZLE: Final = "puzzle"


@dataclass(frozen=True)
class PuzzleRating:
    """How strong a person is in the puzzles of one game."""

    rating: Rating
    tried: int
    solved: int


@dataclass(frozen=True)
class Attempt:
    """What a person answered to a puzzle."""

    puzzle: str
    solved: bool  # by the first answer, which counts
    move: str  # the last answer
    request_id: str
    tries: int
    before: float  # the rating before the first answer
    after: float


@dataclass(frozen=True)
class Answer:
    """An answer to record: the moves and ids are checked already."""

    guest: str
    puzzle: str
    game: str
    rating: int  # of the puzzle
    move: str
    solved: bool
    request_id: str


class PuzzleRatings:
    """Answers and ratings in the store."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now

    async def of(self, guest: str) -> dict[str, PuzzleRating]:
        """Return the puzzle ratings of a person, by game."""
        rows = await self._store.rows("SELECT * FROM puzzle_rating WHERE guest = ?", guest)
        return {row["game"]: _rating(row) for row in rows}

    async def attempt(self, guest: str, puzzle: str) -> Attempt | None:
        """Return what a person answered to a puzzle; None if they did not."""
        row = await self._store.row("SELECT * FROM puzzle_attempt WHERE guest = ? AND puzzle = ?", guest, puzzle)
        return None if row is None else _attempt(row)

    async def answered(self, guest: str) -> Collection[str]:
        """Return the ids of the puzzles that a person has answered."""
        rows = await self._store.rows("SELECT puzzle FROM puzzle_attempt WHERE guest = ?", guest)
        return {row["puzzle"] for row in rows}

    async def record(self, answer: Answer) -> Attempt:
        """Record an answer, and rate it if it is the first one; a request that is repeated changes nothing."""
        for left in reversed(range(_TRIES)):
            before = await self.attempt(answer.guest, answer.puzzle)
            if before is not None and answer.request_id and before.request_id == answer.request_id:
                return before
            try:
                await (self._record_first(answer) if before is None else self._record_again(answer, before))
            except Conflict:
                if left == 0:
                    raise
                continue
            break
        found = await self.attempt(answer.guest, answer.puzzle)
        if found is None:  # the person was erased meanwhile
            raise Conflict
        return found

    async def _record_first(self, answer: Answer) -> None:
        row = await self._store.row("SELECT * FROM puzzle_rating WHERE guest = ? AND game = ?", answer.guest, answer.game)
        before = PuzzleRating(Rating(MEAN, DEVIATION), 0, 0) if row is None else _rating(row)
        after = rated_answer(before.rating, answer.rating, solved=answer.solved)
        solved = int(answer.solved)
        await self._store.write(
            Statement(
                "INSERT INTO puzzle_attempt"
                " (guest, puzzle, game, solved, move, request_id, tries, mean_before, mean, at)"
                " VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?, ?)",
                (
                    answer.guest,
                    answer.puzzle,
                    answer.game,
                    solved,
                    answer.move,
                    answer.request_id,
                    before.rating.mean,
                    after.mean,
                    self._now(),
                ),
            ),
            Statement(
                "INSERT INTO puzzle_rating (guest, game, mean, deviation, tried, solved) VALUES (?, ?, ?, ?, 1, ?)"
                " ON CONFLICT (guest, game) DO UPDATE SET mean = excluded.mean, deviation = excluded.deviation,"
                " tried = puzzle_rating.tried + 1, solved = puzzle_rating.solved + excluded.solved WHERE puzzle_rating.tried = ?",
                (answer.guest, answer.game, after.mean, after.deviation, solved, before.tried),
                expect=1,
            ),
        )

    async def _record_again(self, answer: Answer, before: Attempt) -> None:
        await self._store.write(
            Statement(
                "UPDATE puzzle_attempt SET move = ?, request_id = ?, tries = tries + 1"
                " WHERE guest = ? AND puzzle = ? AND tries = ?",
                (answer.move, answer.request_id, answer.guest, answer.puzzle, before.tries),
                expect=1,
            )
        )


def rated_answer(before: Rating, puzzle: int, *, solved: bool) -> Rating:
    """Return the rating of a person after their first answer to a puzzle: a game of two, whose winner has solved or resisted."""
    entrants = [Entrant(_PERSON, 0 if solved else 1), Entrant(_PUZZLE, 1 if solved else 0)]
    return rated(entrants, {_PERSON: before, _PUZZLE: Rating(puzzle, GRADE_DEVIATION)})[_PERSON]


def adopt(guest: str, account: str) -> list[Statement]:
    """Return the statements that move the answers and ratings of a guest to an account; what the account has already stays."""
    return [
        Statement(
            f"UPDATE {table} SET guest = ? WHERE guest = ? AND {key} NOT IN (SELECT {key} FROM {table} WHERE guest = ?)",
            (account, guest, account),
        )
        for table, key in (("puzzle_rating", "game"), ("puzzle_attempt", "puzzle"))
    ] + [Statement(f"DELETE FROM {table} WHERE guest = ?", (guest,)) for table in ("puzzle_rating", "puzzle_attempt")]


def _rating(row: Row) -> PuzzleRating:
    return PuzzleRating(Rating(row["mean"], row["deviation"]), row["tried"], row["solved"])


def _attempt(row: Row) -> Attempt:
    return Attempt(
        row["puzzle"], bool(row["solved"]), row["move"], row["request_id"], row["tries"], row["mean_before"], row["mean"]
    )

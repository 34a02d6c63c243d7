"""What is kept of a finished game. It can be read even when the version of the rules that it was played with is not installed.

The transaction that ends a game keeps its result. The log in words takes up to a tenth of a second to compose, so it follows later.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from roundhouse.core.game import Game
from roundhouse.play.log import OPEN, log_lines
from roundhouse.play.table import Result
from roundhouse.ui.languages import LANGUAGES
from roundhouse.ui.text import translate
from roundhouse.web.store.store import Row, Statement

NO_LOG: Final = "{}"
_SLICE: Final = 8  # moves that are put into words before other work has its turn

Log = dict[str, list[str]]  # by language: a sentence for each entry of the record


@dataclass(frozen=True)
class FinishedGame:
    """The result and the log of a game. The log has no names but "player 2", so a renamed or deleted person is not in it."""

    result: Result | None = None  # None if the game was ended without one
    log: Log | None = None  # None until it has been composed


async def compose_log(game: Game[Any], seats: int, options: dict[str, Any], moves: Sequence[str]) -> tuple[Result, Log]:
    """Return the result and the log of a finished game. Everything else on the event loop has its turn every few moves."""
    state = game.start(seats, game.options_from(options))
    log: Log = {language: [] for language in LANGUAGES}
    for first in range(0, len(moves), _SLICE):
        numbers = [game.parse(text) for text in moves[first : first + _SLICE]]
        for line in log_lines(game, state, numbers, OPEN, first):
            for language, sentences in log.items():
                sentences.append(". ".join(filter(None, (translate(one, language) for one in (line.sentence, *line.notes)))))
        await asyncio.sleep(0)
    return Result(list(state.scores()), list(state.ranks())), log


def keep(table: str, finished: FinishedGame) -> Statement:
    """Return the statement that stores it."""
    result = finished.result
    scores, ranks = (None, None) if result is None else (json.dumps(result.scores), json.dumps(result.ranks))
    return Statement(
        "INSERT INTO finished_game (table_id, scores, ranks, log) VALUES (?, ?, ?, ?) ON CONFLICT (table_id)"
        " DO UPDATE SET scores = excluded.scores, ranks = excluded.ranks, log = excluded.log",
        (table, scores, ranks, NO_LOG if finished.log is None else json.dumps(finished.log, ensure_ascii=False)),
    )


def forget(table: str) -> Statement:
    """Return the statement that removes it, for an undo that resumes the game."""
    return Statement("DELETE FROM finished_game WHERE table_id = ?", (table,))


def finished_game_of(row: Row) -> FinishedGame:
    """Return what a row holds."""
    result = None if row["scores"] is None else Result(json.loads(row["scores"]), json.loads(row["ranks"]))
    return FinishedGame(result, None if row["log"] == NO_LOG else json.loads(row["log"]))

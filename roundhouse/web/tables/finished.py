"""What is kept of a finished game. It can be read even when the version of the rules that it was played with is not installed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from roundhouse.core.game import Game
from roundhouse.play.log import OPEN, log_lines
from roundhouse.ui.text import LANGUAGES, translate
from roundhouse.web.store.store import Row, Statement


@dataclass(frozen=True)
class FinishedGame:
    """The result and the log of a game. The log has no names but "player 2", so a renamed or deleted person is not in it."""

    scores: list[int] | None = None  # by seat; None if the game was ended without a result
    ranks: list[int] | None = None
    log: dict[str, list[str]] | None = None  # by language: a sentence for each entry of the record


def finished_game(game: Game[Any], seats: int, options: dict[str, Any], moves: Sequence[int]) -> FinishedGame:
    """Return what is kept of a game that these moves lead to the end of."""
    state = game.start(seats, game.options_from(options))
    lines = log_lines(game, state, moves, OPEN)
    log = {language: [translate(line.sentence, language) for line in lines] for language in LANGUAGES}
    return FinishedGame(list(state.scores()), list(state.ranks()), log)


def keep(table: str, finished: FinishedGame) -> Statement:
    """Return the statement that stores it, for the transaction that ends the game."""
    return Statement(
        "INSERT INTO finished_game (table_id, scores, ranks, log) VALUES (?, ?, ?, ?) ON CONFLICT (table_id)"
        " DO UPDATE SET scores = excluded.scores, ranks = excluded.ranks, log = excluded.log",
        (table, _json(finished.scores), _json(finished.ranks), json.dumps(finished.log or {}, ensure_ascii=False)),
    )


def forget(table: str) -> Statement:
    """Return the statement that removes it, for an undo that resumes the game."""
    return Statement("DELETE FROM finished_game WHERE table_id = ?", (table,))


def finished_game_of(row: Row) -> FinishedGame:
    """Return what a row holds."""
    scores, ranks = (None if row[column] is None else json.loads(row[column]) for column in ("scores", "ranks"))
    return FinishedGame(scores, ranks, json.loads(row["log"]))


def _json(value: list[int] | None) -> str | None:
    return None if value is None else json.dumps(value)

"""The log of a game: every move as one reader saw it when it happened, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from roundhouse.core.game import Game
from roundhouse.core.sentence import Sentence
from roundhouse.core.state import SPECTATOR, State, View

OPEN: Final = -4  # a reader who sees everything; for games that are over


@dataclass(frozen=True)
class LogLine:
    """One move as one reader saw it."""

    number: int  # of the move in the record
    actor: int  # a seat or CHANCE
    move: int  # as the reader saw it
    sentence: Sentence


def log_lines(
    game: Game[Any], first: State, moves: Sequence[int], reader: int, names: Sequence[str], since: int = 0
) -> list[LogLine]:
    """The moves from number `since` on. `first` is the state before all of them; it is played to their end."""
    lines = []
    for number, move in enumerate(moves):
        if number >= since:
            shadow = move if reader == OPEN else first.seen(move, reader)
            view = View(SPECTATOR, first) if reader == OPEN else game.view(first, reader)
            lines.append(LogLine(number, first.actor, shadow, game.describe(view, shadow, names)))
        first.apply(move)
    return lines

"""The log of a game: every move in words, as one reader saw it when it happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from roundhouse.core.game import Game
from roundhouse.core.sentence import Sentence
from roundhouse.core.state import SPECTATOR, State, View

OPEN: Final = -4  # a reader that sees everything; for games that are over


@dataclass(frozen=True)
class LogLine:
    """One move as one reader saw it."""

    number: int  # index of the move in the record
    actor: int  # a seat or CHANCE
    move: int  # as the reader saw it
    sentence: Sentence  # empty if the move is part of the next one
    places: tuple[str, ...] = ()  # of the move on the board
    notes: tuple[Sentence, ...] = ()  # what followed from the move


def log_lines(game: Game[Any], state: State, moves: Sequence[int], reader: int, number: int = 0) -> list[LogLine]:
    """Return one line per move. `state` is the state after `number` moves; the moves are applied to it."""
    lines = []
    before = _view_now(game, state, reader)
    for move in moves:
        shadow, actor = shadow_of(state, move, reader), state.actor
        state.apply(move)
        after = _view_now(game, state, reader)
        places, notes = tuple(game.places(before, shadow)), tuple(game.consequences(before, shadow, after))
        lines.append(LogLine(number, actor, shadow, game.describe(before, shadow), places, notes))
        before = after
        number += 1
    return lines


def _view_now(game: Game[Any], state: State, reader: int) -> View:
    """Return a view that stays as it is when the state moves on."""
    return View(SPECTATOR, state.copy()) if reader == OPEN else game.view(state, reader)


def view_of(game: Game[Any], state: State, reader: int) -> View:
    """Return what a reader may know of a state; OPEN may know all of it."""
    return View(SPECTATOR, state) if reader == OPEN else game.view(state, reader)


def shadow_of(state: State, move: int, reader: int) -> int:
    """Return what a reader sees of a move about to be applied."""
    return move if reader == OPEN else state.seen(move, reader)

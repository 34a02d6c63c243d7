"""Where puzzles come from: games that bots play for them, and records of games that were played elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.record import Record
from roundhouse.play.chance import Seeded
from roundhouse.play.table import Table

_PERCENT: Final = 100
_RANDOM: Final = 5  # per cent of decisions made at random, so that positions differ
_SEED_STRIDE: Final = 1_000_003
_MOST_SEATS: Final = 4  # of games played for puzzles; with more there is little that one player decides


def bot_game(game: Game[Any], seats: int, seed: int) -> Table:
    """Return a finished game between bots that play almost as the level `regular` does."""
    table, rng = Table(game, seats, {}, Seeded(seed)), Rng(seed)
    while not table.over:
        seat = table.actor
        moves = table.moves(seat)
        at_random = rng.below(_PERCENT) < _RANDOM
        table.play(seat, moves[rng.below(len(moves))] if at_random else game.advise(table.view(seat), rng))
    return table


def bot_games(game: Game[Any], seed: int, first: int, seats: int | None = None) -> Iterator[tuple[int, str, Table]]:
    """Yield numbered games between bots without end, from number `first` on: with `seats` players, or with two to four in turn."""
    counts = [count for count in game.seats if 1 < count <= _MOST_SEATS] or list(game.seats)
    if seats is not None:
        counts = [seats]
    number = first
    while True:
        count = counts[number % len(counts)]
        yield number, f"bots, seed {seed}, game {number}", bot_game(game, count, seed * _SEED_STRIDE + number)
        number += 1


def recorded_game(game: Game[Any], record: Record) -> Table:
    """Return the table of a finished game. Raise BadRecord for a record that breaks a rule."""
    return Table.resume(game, record, Seeded(0), face_up=True)

"""Perft tables: every game's stored counts of lines of play, chance expanded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import roundhouse
from roundhouse import engine
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.perft import perft
from roundhouse.core.playout import random_moves

TABLES = Path(__file__).parent / "games"
QUICK = 2_000_000 if engine.is_compiled() else 7_000  # leaves; the source is slower, and must agree all the same


def rows(game: Game[Any]) -> list[dict[str, int]]:
    table: list[dict[str, int]] = json.loads((TABLES / game.name / "perft.json").read_text("utf-8"))
    return table


CASES = [
    pytest.param(
        game, row, id=f"{game.name}-{row['seats']}-{row['moves']}-{row['depth']}", marks=[pytest.mark.deep] * (row["count"] > QUICK)
    )
    for game in roundhouse.GAMES
    for row in rows(game)
]


@pytest.mark.parametrize(("game", "row"), CASES)
def test_the_count_is_the_stored_one(game: Game[Any], row: dict[str, int]) -> None:
    """From the start, or from a seeded position after some players' moves."""
    state = game.start(row["seats"])
    if row["moves"]:
        random_moves(state, Rng(row["seed"]), row["moves"])

    assert perft(state, row["depth"]) == row["count"]


@pytest.mark.parametrize("game", roundhouse.GAMES, ids=lambda game: game.name)
def test_a_table_covers_every_number_of_seats(game: Game[Any]) -> None:
    """And goes on to a depth that is worth a minute."""
    assert {row["seats"] for row in rows(game)} == set(game.seats)

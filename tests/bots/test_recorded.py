"""Same seed, same moves: a faster heuristic is no other heuristic."""

from __future__ import annotations

import json

import pytest

from roundhouse import GAMES
from roundhouse.games import find
from tests.bots.recorded import FILE, decisions, digest, digests

RECORDED = json.loads(FILE.read_text("utf-8"))
TABLES = [(game.name, seats) for game in GAMES for seats in game.seats]


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_bots_play_as_recorded(name: str, seats: int) -> None:
    """Whole games of the heuristic, and searches at positions of them, with every number of seats."""
    assert digests(find(name), seats) == RECORDED[f"{name} {seats}"]


def test_another_seed_is_another_game() -> None:
    """The digests tell games apart."""
    game = find("tickets")

    assert digest(decisions(game, 2, 1)[0]) != digest(decisions(game, 2, 2)[0])

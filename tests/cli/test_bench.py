"""`roundhouse bench`."""

from __future__ import annotations

import json

import pytest

import roundhouse
from roundhouse import engine
from roundhouse.cli import bench
from tests.cli.conftest import Command


def test_json_prints_one_object_for_each_number_of_seats(command: Command) -> None:
    """With the keys that other programs read."""
    lines = [json.loads(line) for line in command("bench", "tickets", "--json", "--quick").out.splitlines()]

    assert [line["seats"] for line in lines] == [2, 3, 4, 5]
    for line in lines:
        assert set(line) == {"game", "seats", "compiled", "games_per_s", "moves_per_s", "copies_per_s"}
        assert (line["game"], line["compiled"]) == ("tickets", engine.is_compiled())
        assert line["moves_per_s"] > line["games_per_s"] > 0


@pytest.mark.compiled
def test_the_table_has_every_figure_beside_its_target(command: Command) -> None:
    """The C kernel, the interpreted engine and Catanatron in one run; the figures themselves are not tested."""
    out = command("bench", "tickets", "--quick").out

    for words in (
        "4 seats, engine compiled",
        "relative to the C kernel",
        "relative to the interpreted engine",
        "Catanatron",
        "late move",
        "within a search",
    ):
        assert words in out
    assert out.count("≥") == 6
    assert "not at hand" not in out


def test_targets_are_those_of_every_game_and_the_games_own() -> None:
    """The game's own targets take precedence."""
    targets = bench.targets(roundhouse.find("tickets"))

    assert (targets["times_interpreted"], targets["times_catanatron"]) == (12, 100)

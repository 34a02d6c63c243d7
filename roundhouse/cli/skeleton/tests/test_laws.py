"""What holds for every game of Roundhouse holds for this one."""

from __future__ import annotations

import pytest
import roundhouse
from roundhouse.testing import check_game, parts_of

from whistle_game import GAME


def test_the_game_is_found_by_its_name() -> None:
    """The entry point in pyproject.toml; run `pip install --editable .` once."""
    assert roundhouse.find("whistle") is GAME


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("seed", range(20))
def test_the_laws_hold_in_random_games(seats: int, seed: int) -> None:
    """Ends, copies, records, secrets, drawings, refusals."""
    assert check_game(GAME, seats, seed, look_every=2).scores is not None


def test_every_part_is_well_formed() -> None:
    """As `roundhouse check-game` tells; the perft table and the golden records are among them."""
    assert {part.name: part.faults for part in parts_of(GAME) if part.faults} == {}

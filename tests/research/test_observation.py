"""Observations as arrays, and the page that documents them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import roundhouse
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.playout import random_moves
from roundhouse.core.state import SPECTATOR, State
from roundhouse.research import observation
from roundhouse.research.observation import mask, observe, parts
from tests.whistle import GAME as WHISTLE

PAGE = Path(__file__).parents[2] / "docs" / "features.md"
GAMES = [pytest.param(game, id=game.name) for game in roundhouse.GAMES]


def position(game: Game[Any]) -> State:
    state: State = game.start(game.seats[0])
    random_moves(state, Rng(1), 30)
    return state


@pytest.mark.parametrize("game", [*GAMES, pytest.param(WHISTLE, id="whistle")])
def test_an_observation_is_the_whole_numbers_divided_by_their_scales(game: Game[Any]) -> None:
    """As float32, flat and by name; the parts put together again are the whole."""
    view = game.view(position(game), 0)
    flat = observe(game, view)
    named = parts(game, flat)

    scales = np.repeat([feature.scale for feature in game.features], [feature.size for feature in game.features])
    np.testing.assert_allclose(flat, np.asarray(game.numbers(view)) / scales, rtol=1e-6)
    assert flat.dtype == np.float32
    assert {name: part.shape for name, part in named.items()} == {feature.name: feature.shape for feature in game.features}
    assert np.array_equal(np.concatenate([part.ravel() for part in named.values()]), flat)
    assert all(np.shares_memory(part, flat) for part in named.values())


def test_parts_of_many_observations_keep_their_order() -> None:
    """Two side by side."""
    game: Game[Any] = roundhouse.find("tickets")
    both = np.stack([observe(game, game.view(position(game), seat)) for seat in (0, 1)])

    assert parts(game, both)["display"].shape == (2, 5, 9)
    assert np.array_equal(parts(game, both)["hand"][1], parts(game, both[1])["hand"])


@pytest.mark.parametrize("game", GAMES)
def test_the_mask_marks_the_legal_moves_of_the_reader_who_acts(game: Game[Any]) -> None:
    """Exactly those; none for the other seats and the spectator."""
    state = position(game)
    for reader in (*range(state.seats), SPECTATOR):
        wanted = list(state.legal_moves()) if reader == state.actor else []

        assert np.flatnonzero(mask(game, game.view(state, reader))).tolist() == wanted


def test_the_page_shows_the_layouts_as_they_are() -> None:
    """docs/features.md, field by field."""
    assert observation.page() == PAGE.read_text("utf-8"), "python -m roundhouse.research.observation > docs/features.md"

"""Playouts run to the end, or to a turn of the searching seat, so that all seats have had the same number of turns."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from roundhouse import GAMES
from roundhouse.bots.playout import NO_DEADLINE, TAIL, Simulator
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.state import OVER
from roundhouse.games import find
from tests.bots.matches import decisions


@pytest.mark.parametrize("game_name", [game.name for game in GAMES])
@pytest.mark.parametrize("horizon", [0, 12])
def test_a_playout_ends_where_a_turn_of_the_seat_begins(game_name: str, horizon: int) -> None:
    """Or at the end of the game, or after a tail that is longer than a round of turns."""
    game = find(game_name)
    whole = 0
    for index, state in enumerate(islice(decisions(game, 3, 5, 25), 8)):
        seat = state.actor
        world = state.copy()
        simulator = Simulator(game.advise, horizon, 0)
        assert simulator.run(world, seat, Rng(index))
        cut_off = simulator.decisions == horizon + TAIL
        assert world.actor in (seat, OVER) or cut_off
        assert horizon <= simulator.decisions <= horizon + TAIL or world.actor == OVER
        whole += not cut_off

    assert whole >= 6


def test_a_playout_stops_when_time_is_up() -> None:
    """With a clock that is past the deadline from the start, and without a deadline."""
    game: Game[Any] = find("tickets")
    state = next(iter(decisions(game, 2, 5, 25)))
    simulator = Simulator(game.advise, 100_000, 0, lambda: 2.0)
    simulator.deadline = 1.0
    assert not simulator.run(state.copy(), state.actor, Rng(1))
    simulator.deadline = NO_DEADLINE
    world = state.copy()
    assert simulator.run(world, state.actor, Rng(1))
    assert world.actor == OVER

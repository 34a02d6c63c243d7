"""Playouts: to the end, or to a turn of the searching seat, so that all have had as many turns."""

from __future__ import annotations

from itertools import islice

import pytest

from roundhouse import GAMES
from roundhouse.bots.playout import NEVER, TAIL, Player
from roundhouse.core.draw import Rng
from roundhouse.core.state import OVER
from roundhouse.games import find
from tests.bots.matches import decisions


@pytest.mark.parametrize("game_name", [game.name for game in GAMES])
@pytest.mark.parametrize("horizon", [0, 12])
def test_a_playout_ends_where_a_turn_of_the_seat_begins(game_name: str, horizon: int) -> None:
    """Or with the game, or after a tail that is too long for a turn of all others."""
    game = find(game_name)
    whole = 0
    for number, state in enumerate(islice(decisions(game, 3, 5, 25), 8)):
        seat = state.actor
        world = state.copy()
        player = Player(game.advise, horizon, 0)
        assert player.run(world, seat, Rng(number))
        cut_off = player.decisions == horizon + TAIL
        assert world.actor in (seat, OVER) or cut_off
        assert horizon <= player.decisions <= horizon + TAIL or world.actor == OVER
        whole += not cut_off

    assert whole >= 6


def test_a_playout_stops_when_time_is_up() -> None:
    """A clock that is past the deadline from the beginning; and one whose deadline never comes."""
    game = find("tickets")
    state = next(iter(decisions(game, 2, 5, 25)))
    player = Player(game.advise, 100_000, 0, lambda: 2.0)
    player.deadline = 1.0
    assert not player.run(state.copy(), state.actor, Rng(1))
    player.deadline = NEVER
    world = state.copy()
    assert player.run(world, state.actor, Rng(1))
    assert world.actor == OVER

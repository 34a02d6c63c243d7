"""Gymnasium: one seat against bots."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import roundhouse
from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup
from roundhouse.research.gymnasium import SeatEnv, env_id

CASES = [pytest.param(game, seats, id=f"{game.name}-{seats}") for game in roundhouse.GAMES for seats in game.seats]
GAMES = [pytest.param(game, id=game.name) for game in roundhouse.GAMES]
EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_the_environment_passes_gymnasiums_own_check(game: Game[Any], seats: int) -> None:
    """Against random bots, made by its registered id and unwrapped, as the check wants it."""
    check_env(gymnasium.make(env_id(game.name), seats=seats, bots="random", render_mode="ansi").unwrapped)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_by_registered_id_is_played_to_its_end(game: Game[Any]) -> None:
    """Random moves against random bots: the mask has moves until the game is over, and the reward comes at the end."""
    env = gymnasium.make(env_id(game.name), bots="random")
    obs, info = env.reset(seed=3)
    rng = np.random.default_rng(3)
    rewards, over = [], False
    while not over:
        move = int(rng.choice(np.flatnonzero(obs["action_mask"])))
        obs, reward, over, truncated, info = env.step(move)
        rewards.append(float(reward))
        assert not truncated

    assert not any(rewards[:-1])
    assert rewards[-1] in (0.0, 0.5, 1.0)
    assert (rewards[-1] > 0) == (info["ranks"][info["seat"]] == 0)


def test_a_seed_gives_the_same_seat_game_and_bots() -> None:
    """The first ten steps of two environments, with a random seat."""
    pair = [SeatEnv("tickets", 3, bots=["greedy", "random"]) for _ in range(2)]
    first, second = (env.reset(seed=8) for env in pair)
    for _ in range(10):
        assert np.array_equal(first[0]["observation"], second[0]["observation"])
        assert first[1:] == second[1:]
        move = int(np.flatnonzero(pair[0].action_masks())[0])
        first, second = (env.step(move) for env in pair)  # type: ignore[assignment]


def test_every_seat_can_be_the_learners() -> None:
    """Without a seat all of them occur; a requested one stays."""
    by_lot, asked = SeatEnv("express", 3, bots="random"), SeatEnv("express", 3, seat=2, bots="random")
    by_lot.reset(seed=0)

    assert {by_lot.reset()[1]["seat"] for _ in range(30)} == {0, 1, 2}
    assert {asked.reset(seed=seed)[1]["seat"] for seed in range(5)} == {2}


def test_an_illegal_move_ends_the_game_and_says_so() -> None:
    """Passing where something can be done."""
    env = SeatEnv("tickets", bots="random")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(env.game.parse("pass"))

    assert (reward, over, info["illegal"]) == (-1.0, True, True)


def test_external_bots_play_and_are_closed() -> None:
    """The Python example, for one decision; its process ends with the environment."""
    env = SeatEnv("tickets", 2, seat=1, bots=f"cmd:{sys.executable} {EXAMPLE}")
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.action_masks())[0]))
    bot: Any = env._opponents[0]
    env.close()

    assert bot._client._process is None
    assert env._opponents == {}


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"seat": 2}, "there is no seat 2"),
        ({"bots": ["random", "random"]}, "2 seats need 1 bots, not 2"),
        ({"bots": "oracle"}, "no bot 'oracle'"),
        ({"reward": "glory"}, "no utility 'glory'"),
        ({"render_mode": "hologram"}, "no render mode 'hologram'"),
    ],
)
def test_impossible_settings_are_refused(settings: dict[str, Any], reason: str) -> None:
    """A seat, bots, a utility and a render mode that do not exist."""
    with pytest.raises(BadSetup, match=reason):
        SeatEnv("tickets", 2, **settings)

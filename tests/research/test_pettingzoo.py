"""PettingZoo: its own tests for every game and seat count, and what we promise beyond them."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.utils import parallel_to_aec

import roundhouse
from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup
from roundhouse.research.observation import observe
from roundhouse.research.pettingzoo import env, parallel_env, raw_env
from roundhouse.research.render import RENDER_MODES

CASES = [pytest.param(game, seats, id=f"{game.name}-{seats}") for game in roundhouse.GAMES for seats in game.seats]
GAMES = [pytest.param(game, id=game.name) for game in roundhouse.GAMES]
CYCLES = 60
pytestmark = [  # PettingZoo's tests know the environments with a mask in the observation by name, and warn of all others
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be gymnasium.spaces.box:UserWarning"),
    # Who is not to act, and everybody at the end, may do nothing.
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_the_environment_passes_the_api_test(game: Game[Any], seats: int) -> None:
    """With the usual wrappers."""
    api_test(env(game.name, seats=seats), num_cycles=CYCLES)


@pytest.mark.parametrize("game", GAMES)
def test_the_environment_passes_the_api_test_to_the_end_of_a_game(game: Game[Any]) -> None:
    """Without a limit of cycles and without wrappers."""
    api_test(raw_env(game.name), num_cycles=3000)


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_a_seed_gives_the_same_game(game: Game[Any], seats: int) -> None:
    """PettingZoo's seed test, for both kinds of environment."""
    seed_test(partial(env, game.name, seats=seats), num_cycles=CYCLES)
    parallel_seed_test(partial(parallel_env, game.name, seats=seats), num_cycles=CYCLES)


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_games_are_truncated_after_max_cycles(game: Game[Any], seats: int) -> None:
    """PettingZoo's test of cycles, in which all agents act in every cycle, legally or not."""
    together = partial(parallel_env, game.name, seats=seats)
    max_cycles_test(SimpleNamespace(parallel_env=together, env=lambda **settings: parallel_to_aec(together(**settings))))


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_the_parallel_environment_passes_its_api_test(game: Game[Any], seats: int) -> None:
    """All agents act, one of them moves."""
    parallel_api_test(parallel_env(game.name, seats=seats), num_cycles=CYCLES)


@pytest.mark.parametrize("game", GAMES)
def test_every_render_mode_draws(game: Game[Any], capsys: pytest.CaptureFixture[str]) -> None:
    """PettingZoo's render test; "svg" is a drawing, and "human" prints text."""
    render_test(partial(env, game.name), {"svg": lambda drawn: drawn.startswith("<svg") and drawn.endswith("</svg>")})

    assert "player_0" in capsys.readouterr().out


def finished(reward: str) -> Any:
    """Play a game of tickets for three at random to its end."""
    made = raw_env("tickets", seats=3, reward=reward)
    made.reset(seed=4)
    rng = np.random.default_rng(4)
    while not any(made.terminations.values()):
        mask = made.observe(made.agent_selection)["action_mask"]
        made.step(int(rng.choice(np.flatnonzero(mask))))
    return made


@pytest.mark.parametrize("reward", ["win", "margin", "score"])
def test_the_reward_is_the_named_utility_and_comes_at_the_end(reward: str) -> None:
    """Scores and ranks are in the infos."""
    made = finished(reward)
    scores = [made.infos[agent]["score"] for agent in made.possible_agents]
    best = [agent for agent in made.possible_agents if made.infos[agent]["rank"] == 0]

    rewards = [made.rewards[agent] for agent in made.possible_agents]
    assert rewards == made.utility(scores, [made.infos[agent]["rank"] for agent in made.possible_agents])
    assert max(rewards) == made.rewards[best[0]]
    assert made._cumulative_rewards == made.rewards


def test_an_observation_is_the_view_of_that_agent_and_no_more() -> None:
    """Every agent in the first position of a game for four; only the one to act has moves."""
    made = raw_env("tickets_v1", seats=4)
    made.reset(seed=9)
    for seat, agent in enumerate(made.possible_agents):
        obs = made.observe(agent)

        assert np.array_equal(obs["observation"], observe(made.game, made._episode.view(seat)))
        assert obs["action_mask"].any() == (agent == made.agent_selection)


def test_an_illegal_move_ends_the_game_for_all_or_names_its_clause() -> None:
    """Passing when it is not allowed: a reward of -1 with the wrappers, an error without them."""
    wrapped, bare = env("tickets", seats=2), raw_env("tickets", seats=2)
    move = wrapped.unwrapped.game.parse("pass")
    for made in (wrapped, bare):
        made.reset(seed=1)
    wrapped.step(move)

    assert wrapped.unwrapped.rewards == {"player_0": -1.0, "player_1": 0}
    assert all(wrapped.unwrapped.terminations.values())
    with pytest.raises(ValueError, match=r"seat 0: TTR-\d+: "):
        bare.step(move)


def test_an_agent_that_is_to_move_cannot_step_without_one() -> None:
    """None is for agents whose game is over."""
    made = raw_env("express")
    made.reset(seed=0)
    with pytest.raises(ValueError, match="player_0 is to move"):
        made.step(None)


@pytest.mark.parametrize("game", GAMES)
def test_the_environments_are_registered_by_game_and_version(game: Game[Any]) -> None:
    """Both kinds, made by PettingZoo itself."""
    for kind in ("aec", "parallel"):
        made = pettingzoo.make(kind, f"roundhouse/{game.name}-v{game.version}", seats=3)

        assert made.unwrapped.metadata["name"] == f"{game.name}_v{game.version}"
        assert len(made.possible_agents) == 3


def test_another_version_is_refused() -> None:
    """The name says which rules are meant."""
    assert str(raw_env("tickets_v1")) == "tickets_v1"
    with pytest.raises(BadSetup, match=r"the version of Ticket to Ride \(USA\) is 1, not 7"):
        env("tickets_v7")


def test_an_unknown_render_mode_is_refused() -> None:
    """Holograms."""
    assert list(RENDER_MODES) == raw_env("dice1").metadata["render_modes"]
    with pytest.raises(BadSetup, match="no render mode 'hologram'"):
        env("tickets", render_mode="hologram")


def test_without_a_seed_the_generator_continues() -> None:
    """Two games after one seed differ, and the same seed gives the same pair."""
    made = raw_env("tickets")

    def first(seed: int | None) -> bytes:
        made.reset(seed=seed)
        obs: np.ndarray[Any, Any] = made.observe("player_0")["observation"]
        return obs.tobytes()

    games = [first(3), first(None), first(3), first(None)]
    assert games[:2] == games[2:]
    assert games[0] != games[1]

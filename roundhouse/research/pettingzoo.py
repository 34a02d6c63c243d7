"""PettingZoo: an AEC and a parallel environment for every game.

`env("GAME", seats=3)`, or with a versioned name `env("GAME_v1", seats=3)`. Importing this module also registers the ids for
`pettingzoo.make("aec", "roundhouse/GAME-v1", seats=3)`.
"""

from __future__ import annotations

import copy
import re
import secrets
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv, aec_registry, register
from pettingzoo.utils import wrappers

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup, say
from roundhouse.core.state import SPECTATOR, View
from roundhouse.games import GAMES, find
from roundhouse.research.episode import SEED_LIMIT, Episode, Observation, observation_space
from roundhouse.research.render import RENDER_MODES, check_render_mode, render
from roundhouse.research.utility import utility

_ILLEGAL_REWARD: Final = -1.0
_SAVED: Final = ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos", "agent_selection")
_VERSIONED: Final = re.compile(r"(.+)_v(\d+)")


def env(name: str, **settings: Any) -> AECEnv[str, Observation, int | None]:
    """Return the AEC environment with the usual wrappers: call order is enforced, an illegal move ends the game with -1."""
    wrapped: AECEnv[str, Observation, int | None] = raw_env(name, **settings)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=_ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrapped)


def raw_env(name: str, **settings: Any) -> GameAECEnv:
    """Return the bare AEC environment, in which an illegal move raises a ValueError that names the clause it breaks."""
    return GameAECEnv(find_versioned(name), **settings)


def parallel_env(name: str, **settings: Any) -> GameParallelEnv:
    """Return the parallel environment, in which all agents act at every step."""
    return GameParallelEnv(find_versioned(name), **settings)


def find_versioned(name: str) -> Game[Any]:
    """Return a game by its name, with or without a version (`GAME_v1`). Raise BadSetup unless that is the current version."""
    versioned = _VERSIONED.fullmatch(name)
    if versioned is None:
        return find(name)
    game = find(versioned[1])
    if game.version != int(versioned[2]):
        raise BadSetup(
            say(
                "the version of {title} is {version}, not {asked}",
                title=game.title,
                version=game.version,
                asked=int(versioned[2]),
            )
        )
    return game


class _GameEnv:
    """What both environments share: the game, one agent per seat, the spaces, the generator and the episode."""

    def __init__(
        self,
        game: Game[Any],
        seats: int | None = None,
        *,
        reward: str = "win",
        options: Mapping[str, Any] | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        render_seat: int = SPECTATOR,
    ) -> None:
        check_render_mode(render_mode)
        self.options = dict(options or {})
        game = game.on(self.options)
        self.game = game
        self.seats = game.seats[0] if seats is None else seats
        self.game.start(self.seats, game.options_from(self.options))  # raises BadSetup if they do not fit the game
        self.utility = utility(reward)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.render_seat = render_seat
        self.metadata = {
            "name": f"{game.name}_v{game.version}",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.seats)]
        self.agents: list[str] = []
        space, move_count = observation_space(game), game.move_count
        self.observation_spaces: dict[str, Any] = dict.fromkeys(self.possible_agents, space)
        self.action_spaces: dict[str, Any] = {agent: spaces.Discrete(move_count) for agent in self.possible_agents}
        self._rng: Rng | None = None

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def _new_episode(self, seed: int | None) -> None:
        """Start a new game. Without a seed, go on with the generator of the last one, or seed it randomly."""
        if seed is not None or self._rng is None:
            self._rng = Rng(secrets.randbelow(SEED_LIMIT) if seed is None else seed)
        self._episode = Episode(self.game, self.seats, self.options, self._rng)
        self.agents = self.possible_agents[:]

    def _rewards(self) -> dict[str, float]:
        if not self._episode.over:
            return dict.fromkeys(self.agents, 0.0)
        return dict(zip(self.possible_agents, self.utility(self._episode.scores(), self._episode.ranks()), strict=True))

    def _infos(self) -> dict[str, dict[str, Any]]:
        """Return the score and rank of each agent at the end of the game, and empty infos before it."""
        if not self._episode.over:
            return {agent: {} for agent in self.agents}
        results = zip(self.possible_agents, self._episode.scores(), self._episode.ranks(), strict=True)
        return {agent: {"score": score, "rank": rank} for agent, score, rank in results}

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations: its encoded view and the mask of its legal moves."""
        space: spaces.Dict = self.observation_spaces[agent]
        return space

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of all moves of the game."""
        space: spaces.Discrete = self.action_spaces[agent]
        return space

    def observe(self, agent: str) -> Observation:
        """Return the observation of an agent; its mask is all zeros unless the agent is to act."""
        return self._episode.observe(self.possible_agents.index(agent))

    def view(self, agent: str) -> View:
        """Return what an agent may know: for `game.describe_view`, for bots, and for search."""
        return self._episode.view(self.possible_agents.index(agent))

    def legal_moves(self) -> list[int]:
        """Return the legal moves of the agent to act."""
        return self._episode.moves()

    def state(self) -> NDArray[np.float32]:
        """Return the observations of all agents, one row each: together they are all that any player knows."""
        return np.stack([self.observe(agent)["observation"] for agent in self.possible_agents])

    @property
    def state_space(self) -> spaces.Box:
        """Return the space of `state`."""
        box = observation_space(self.game)["observation"]
        assert isinstance(box, spaces.Box)
        return spaces.Box(np.stack([box.low] * self.seats), np.stack([box.high] * self.seats), dtype=np.float32)

    def save(self) -> tuple[Any, ...]:
        """Return what `restore` needs to come back here."""
        assert self._rng is not None, "reset the environment first"
        return self._episode.save(), copy.deepcopy({name: self.__dict__[name] for name in _SAVED if name in self.__dict__})

    def restore(self, saved: tuple[Any, ...]) -> None:
        """Go back, or on, to a saved position; the draws that follow are the same as after `save`."""
        episode, values = saved
        self._episode.restore(episode)
        self._rng = self._episode.rng
        self.__dict__.update(copy.deepcopy(values))

    def render(self) -> Any:
        """Render the table as `render_seat` (by default a spectator) sees it."""
        return render(self.game, self._episode.view(self.render_seat), self.render_mode)

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""


class GameAECEnv(_GameEnv, AECEnv[str, Observation, "int | None"]):
    """Agents act one at a time, in the order of the game; rewards come at its end."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Start a new game. The options of the game are set in the constructor."""
        self._new_episode(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._infos()
        self.agent_selection = self.possible_agents[self._episode.actor]

    def step(self, action: int | None) -> None:
        """Make the move of the selected agent. Once the game is over, each agent steps once more with None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to move")
        self._cumulative_rewards[agent] = 0.0
        self._episode.play(int(action))
        over = self._episode.over
        truncated = not over and self._episode.moves_made == self.max_cycles
        self.rewards = self._rewards()
        self.infos = self._infos()
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self._accumulate_rewards()
        if over or truncated:
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[self._episode.actor]


class GameParallelEnv(_GameEnv, ParallelEnv[str, Observation, int]):
    """All agents act at every step; only the action of the agent to act counts.

    An illegal move is replaced by a random legal one.
    """

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start a new game. The options of the game are set in the constructor."""
        self._new_episode(seed)
        return {agent: self.observe(agent) for agent in self.agents}, self._infos()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Make one move of the game."""
        episode = self._episode
        legal = episode.moves()
        move = int(actions[self.possible_agents[episode.actor]])
        episode.play(move if move in legal else legal[episode.rng.below(len(legal))])
        truncated = not episode.over and episode.moves_made == self.max_cycles
        agents = self.agents
        if episode.over or truncated:
            self.agents = []
        observations = {agent: self.observe(agent) for agent in agents}
        infos = self._infos() if episode.over else {agent: {} for agent in agents}
        rewards = self._rewards() if episode.over else dict.fromkeys(agents, 0.0)
        return observations, rewards, dict.fromkeys(agents, episode.over), dict.fromkeys(agents, truncated), infos


for _game in GAMES:
    _id = f"roundhouse/{_game.name}-v{_game.version}"
    if _id not in aec_registry:
        register("aec", _id, f"{__name__}:env", kwargs={"name": _game.name})
        register("parallel", _id, f"{__name__}:parallel_env", kwargs={"name": _game.name})

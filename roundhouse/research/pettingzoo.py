"""PettingZoo: one environment for every game, in which agents act one at a time; and one in which all answer at once.

`env("GAME", seats=3)`, or by its versioned name `env("GAME_v1", seats=3)`; importing this module also registers the ids, for
`pettingzoo.make("aec", "roundhouse/GAME-v1", seats=3)`.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from typing import Any, Final

from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv, aec_registry, register
from pettingzoo.utils import wrappers

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup, say
from roundhouse.core.state import SPECTATOR
from roundhouse.games import GAMES, find
from roundhouse.research.episode import SEEDS, Episode, Observation, observation_space
from roundhouse.research.frame import MODES, check_mode, frame
from roundhouse.research.utility import utility

_ILLEGAL_REWARD: Final = -1.0
_VERSIONED: Final = re.compile(r"(.+)_v(\d+)")


def env(name: str, **settings: Any) -> AECEnv[str, Observation, int | None]:
    """The environment as learners use it: calls out of order are refused, an illegal move ends the game for all with -1."""
    made: AECEnv[str, Observation, int | None] = raw_env(name, **settings)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=_ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(made)


def raw_env(name: str, **settings: Any) -> TurnEnv:
    """The environment itself: an illegal move is an error that names the clause it breaks."""
    return TurnEnv(game_of(name), **settings)


def parallel_env(name: str, **settings: Any) -> TogetherEnv:
    """The environment in which all agents answer at every step."""
    return TogetherEnv(game_of(name), **settings)


def game_of(name: str) -> Game[Any]:
    """The game of a name, versioned (`GAME_v1`) or not; a version that is not played any more is refused."""
    versioned = _VERSIONED.fullmatch(name)
    if versioned is None:
        return find(name)
    game = find(versioned[1])
    if game.version != int(versioned[2]):
        raise BadSetup(
            say(
                "{title} is played in version {version}, not {asked}",
                title=game.title,
                version=game.version,
                asked=int(versioned[2]),
            )
        )
    return game


class _Seats:
    """What both kinds of environment have: a game, agents by seat, spaces, a generator, an episode."""

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
        check_mode(render_mode)
        self.game = game
        self.seats = game.seats[0] if seats is None else seats
        self.options = dict(options or {})
        self.game.start(self.seats, game.options_from(self.options))  # refuses what cannot be played
        self.utility = utility(reward)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.render_seat = render_seat
        self.metadata = {
            "name": f"{game.name}_v{game.version}",
            "render_modes": list(MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.seats)]
        self.agents: list[str] = []
        space, moves = observation_space(game), game.move_count
        self.observation_spaces: dict[str, Any] = dict.fromkeys(self.possible_agents, space)
        self.action_spaces: dict[str, Any] = {agent: spaces.Discrete(moves) for agent in self.possible_agents}
        self._rng: Rng | None = None

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def _begin(self, seed: int | None) -> None:
        """A new game; without a seed the generator goes on, or begins anywhere."""
        if seed is not None or self._rng is None:
            self._rng = Rng(secrets.randbelow(SEEDS) if seed is None else seed)
        self._episode = Episode(self.game, self.seats, self.options, self._rng)
        self.agents = self.possible_agents[:]

    def _payoff(self) -> dict[str, float]:
        if not self._episode.over:
            return dict.fromkeys(self.agents, 0.0)
        return dict(zip(self.possible_agents, self.utility(self._episode.scores(), self._episode.ranks()), strict=True))

    def _told(self) -> dict[str, dict[str, Any]]:
        """At the end: points and places."""
        if not self._episode.over:
            return {agent: {} for agent in self.agents}
        results = zip(self.possible_agents, self._episode.scores(), self._episode.ranks(), strict=True)
        return {agent: {"score": score, "rank": rank} for agent, score, rank in results}

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations: its view as numbers, and the mask of its legal moves."""
        space: spaces.Dict = self.observation_spaces[agent]
        return space

    def action_space(self, agent: str) -> spaces.Discrete:
        """The moves of the game."""
        space: spaces.Discrete = self.action_spaces[agent]
        return space

    def observe(self, agent: str) -> Observation:
        """What an agent may know and do; only the one to act may do anything."""
        return self._episode.observe(self.possible_agents.index(agent))

    def render(self) -> Any:
        """The table as the spectator or `render_seat` sees it."""
        return frame(self.game, self._episode.view(self.render_seat), self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


class TurnEnv(_Seats, AECEnv[str, Observation, "int | None"]):
    """Agents act one at a time, in the order of the game; rewards come at its end."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """A new game; options are given when the environment is made."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._told()
        self.agent_selection = self.possible_agents[self._episode.actor]

    def step(self, action: int | None) -> None:
        """The selected agent's move; once the game is over each agent steps once more with None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to move")
        self._cumulative_rewards[agent] = 0.0
        self._episode.play(int(action))
        over = self._episode.over
        cut = not over and self._episode.made == self.max_cycles
        self.rewards = self._payoff()
        self.infos = self._told()
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        self._accumulate_rewards()
        if over or cut:
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[self._episode.actor]


class TogetherEnv(_Seats, ParallelEnv[str, Observation, int]):
    """All agents answer at every step, and the answer of the one to act is its move.

    The others have no say. A move that is not legal is replaced by a legal one, drawn.
    """

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """A new game; options are given when the environment is made."""
        self._begin(seed)
        return {agent: self.observe(agent) for agent in self.agents}, self._told()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """One move of the game."""
        episode = self._episode
        legal = episode.moves()
        move = int(actions[self.possible_agents[episode.actor]])
        episode.play(move if move in legal else legal[episode.rng.below(len(legal))])
        cut = not episode.over and episode.made == self.max_cycles
        agents = self.agents
        if episode.over or cut:
            self.agents = []
        seen = {agent: self.observe(agent) for agent in agents}
        infos = self._told() if episode.over else {agent: {} for agent in agents}
        rewards = self._payoff() if episode.over else dict.fromkeys(agents, 0.0)
        return seen, rewards, dict.fromkeys(agents, episode.over), dict.fromkeys(agents, cut), infos


for _game in GAMES:
    _id = f"roundhouse/{_game.name}-v{_game.version}"
    if _id not in aec_registry:
        register("aec", _id, f"{__name__}:env", kwargs={"name": _game.name})
        register("parallel", _id, f"{__name__}:parallel_env", kwargs={"name": _game.name})

"""Gymnasium: one learner against bots, in any game. Importing this module registers the environment ids.

`gymnasium.make("roundhouse/GAME-v1", seats=3, bots="greedy")`
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from roundhouse.bots import Bot, make
from roundhouse.bots.bot import SupportsClose, SupportsOpen
from roundhouse.core.draw import Rng
from roundhouse.core.sentence import BadSetup, say
from roundhouse.core.state import View
from roundhouse.games import GAMES, find
from roundhouse.research.episode import SEED_LIMIT, Episode, Observation, observation_space
from roundhouse.research.render import RENDER_MODES, check_render_mode, render
from roundhouse.research.utility import utility

_ILLEGAL_REWARD: Final = -1.0


class SeatEnv(gymnasium.Env[Observation, int]):
    """A single-agent environment: the learner has one seat, bots have the others.

    A step is one move of the learner and everything up to its next decision. The reward comes at the end of the game. An illegal
    move ends the episode with a reward of -1; the action mask marks the legal ones.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  (as in the base class)

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        seat: int | None = None,
        bots: str | Sequence[str] = "greedy",
        reward: str = "win",
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        self.options = dict(options or {})
        self.game = find(game).on(self.options)
        self.seats = self.game.seats[0] if seats is None else seats
        self.game.start(self.seats, self.game.options_from(self.options))  # raises BadSetup if they do not fit the game
        if seat is not None and not 0 <= seat < self.seats:
            raise BadSetup(say("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=self.seats - 1))
        self.seat = seat  # the learner's; None picks a random one for each episode
        self.bots = [bots] * (self.seats - 1) if isinstance(bots, str) else list(bots)
        if len(self.bots) != self.seats - 1:
            raise BadSetup(
                say("{seats} seats need {wanted} bots, not {found}", seats=self.seats, wanted=self.seats - 1, found=len(self.bots))
            )
        for name in self.bots:
            make(name, self.game, options=self.options)  # raises BadSetup for an unknown name
        self.utility = utility(reward)
        self._opponents: dict[int, Bot] = {}
        self.render_mode = render_mode
        self.observation_space = observation_space(self.game)
        self.action_space = spaces.Discrete(self.game.move_count)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:  # noqa: ARG002
        """Start a new game and play up to the learner's first decision. The options of the game are set in the constructor."""
        super().reset(seed=seed)
        self._learner_seat = int(self.np_random.integers(self.seats)) if self.seat is None else self.seat
        self._episode = Episode(self.game, self.seats, self.options, Rng(self._new_seed()))
        opponent_seats = [seat for seat in range(self.seats) if seat != self._learner_seat]
        self.close()
        for seat, name in zip(opponent_seats, self.bots, strict=True):
            bot = make(name, self.game, self._new_seed(), options=self.options)
            self._opponents[seat] = bot
            if isinstance(bot, SupportsOpen):
                bot.open(self._episode.view(seat))
        self._play_opponents()
        if self._episode.over:  # a game may end before a seat has had a turn
            return self.reset()
        return self._episode.observe(self._learner_seat), self._info()

    def step(self, action: int | np.integer[Any]) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make the learner's move and let the bots play up to its next decision."""
        move = int(action)
        if move not in self._episode.moves():
            info = {**self._info(), "illegal": True}
            return self._episode.observe(self._learner_seat), _ILLEGAL_REWARD, True, False, info
        self._episode.play(move)
        self._play_opponents()
        over = self._episode.over
        reward = self.utility(self._episode.scores(), self._episode.ranks())[self._learner_seat] if over else 0.0
        return self._episode.observe(self._learner_seat), reward, over, False, self._info()

    def view(self) -> View:
        """Return what the learner may know: for `game.describe_view`, for bots, and for search."""
        return self._episode.view(self._learner_seat)

    def save(self) -> tuple[Any, ...]:
        """Return what `restore` needs to come back here: the game, the bots and the generators. Not with external bots."""
        return self._episode.save(), copy.deepcopy(self._opponents), copy.deepcopy(self.np_random), self._learner_seat

    def restore(self, saved: tuple[Any, ...]) -> tuple[Observation, dict[str, Any]]:
        """Go back, or on, to a saved position, and return its observation and info."""
        episode, opponents, generator, self._learner_seat = saved
        self._episode.restore(episode)
        self._opponents = copy.deepcopy(opponents)
        self._np_random = copy.deepcopy(generator)
        return self._episode.observe(self._learner_seat), self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal moves, under the name that maskable learners call."""
        mask: NDArray[np.bool_] = self._episode.observe(self._learner_seat)["action_mask"].astype(np.bool_)
        return mask

    def render(self) -> Any:
        """Render the table as the learner sees it."""
        return render(self.game, self._episode.view(self._learner_seat), self.render_mode)

    def close(self) -> None:
        """Close the bots that hold resources."""
        for bot in self._opponents.values():
            if isinstance(bot, SupportsClose):
                bot.close()
        self._opponents = {}

    def _play_opponents(self) -> None:
        while not self._episode.over and self._episode.actor != self._learner_seat:
            seat = self._episode.actor
            self._episode.play(self._opponents[seat].choose(self._episode.view(seat), self._episode.moves()))

    def _new_seed(self) -> int:
        return int(self.np_random.integers(SEED_LIMIT))

    def _info(self) -> dict[str, Any]:
        """Return the learner's seat and, at the end of the game, the scores and ranks of all seats."""
        info: dict[str, Any] = {"seat": self._learner_seat}
        if self._episode.over:
            info |= {"scores": self._episode.scores(), "ranks": self._episode.ranks()}
        return info


def env_id(name: str) -> str:
    """Return the registered id of a game, which includes the version of its rules."""
    return f"roundhouse/{name}-v{find(name).version}"


for _game in GAMES:
    if env_id(_game.name) not in gymnasium.registry:
        gymnasium.register(
            env_id(_game.name),
            entry_point=f"{__name__}:SeatEnv",
            vector_entry_point="roundhouse.research.vector:GameVectorEnv",
            kwargs={"game": _game.name},
        )

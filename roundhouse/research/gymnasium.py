"""Gymnasium: one seat of any game, the others played by bots of the house. Importing this module registers the ids.

`gymnasium.make("roundhouse/GAME-v1", seats=3, bots="greedy")`
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from roundhouse.bots import Bot, make
from roundhouse.bots.bot import Closing, Opening
from roundhouse.core.draw import Rng
from roundhouse.core.sentence import BadSetup, say
from roundhouse.games import GAMES, find
from roundhouse.research.episode import SEEDS, Episode, Observation, observation_space
from roundhouse.research.frame import MODES, check_mode, frame
from roundhouse.research.utility import utility

_ILLEGAL_REWARD: Final = -1.0


class SeatEnv(gymnasium.Env[Observation, int]):
    """One seat learns, bots have the others. A step is a move of the learner and all that follows until it is to move again.

    The reward comes at the end of the game. An illegal move ends it with -1; the mask says which are legal.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012  (the base class has it so)

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
        check_mode(render_mode)
        self.game = find(game)
        self.seats = self.game.seats[0] if seats is None else seats
        self.options = dict(options or {})
        self.game.start(self.seats, self.game.options_from(self.options))  # refuses what cannot be played
        if seat is not None and not 0 <= seat < self.seats:
            raise BadSetup(say("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=self.seats - 1))
        self.seat = seat  # the learner's; None: another one by lot in every game
        self.bots = [bots] * (self.seats - 1) if isinstance(bots, str) else list(bots)
        if len(self.bots) != self.seats - 1:
            raise BadSetup(
                say("{seats} seats need {wanted} bots, not {found}", seats=self.seats, wanted=self.seats - 1, found=len(self.bots))
            )
        for name in self.bots:
            make(name, self.game, options=self.options)  # refuses an unknown one
        self.utility = utility(reward)
        self._players: dict[int, Bot] = {}
        self.render_mode = render_mode
        self.observation_space = observation_space(self.game)
        self.action_space = spaces.Discrete(self.game.move_count)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:  # noqa: ARG002
        """A new game, played up to the learner's first decision; the game's options are given when the environment is made."""
        super().reset(seed=seed)
        self._me = int(self.np_random.integers(self.seats)) if self.seat is None else self.seat
        self._episode = Episode(self.game, self.seats, self.options, Rng(self._number()))
        others = [other for other in range(self.seats) if other != self._me]
        self.close()
        for other, name in zip(others, self.bots, strict=True):
            bot = make(name, self.game, self._number(), options=self.options)
            self._players[other] = bot
            if isinstance(bot, Opening):
                bot.open(self._episode.view(other))
        self._let_others_play()
        if self._episode.over:  # the rules of a game may end it before a seat has had its turn
            return self.reset()
        return self._episode.observe(self._me), self._told()

    def step(self, action: int | np.integer[Any]) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The learner's move, and those of the bots up to its next."""
        move = int(action)
        if move not in self._episode.moves():
            told = {**self._told(), "illegal": True}
            return self._episode.observe(self._me), _ILLEGAL_REWARD, True, False, told
        self._episode.play(move)
        self._let_others_play()
        over = self._episode.over
        reward = self.utility(self._episode.scores(), self._episode.ranks())[self._me] if over else 0.0
        return self._episode.observe(self._me), reward, over, False, self._told()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal moves, as learners with masks ask for them."""
        allowed: NDArray[np.bool_] = self._episode.observe(self._me)["action_mask"].astype(np.bool_)
        return allowed

    def render(self) -> Any:
        """The table as the learner sees it."""
        return frame(self.game, self._episode.view(self._me), self.render_mode)

    def close(self) -> None:
        """Lets the bots go that hold something."""
        for bot in self._players.values():
            if isinstance(bot, Closing):
                bot.close()
        self._players = {}

    def _let_others_play(self) -> None:
        while not self._episode.over and self._episode.actor != self._me:
            seat = self._episode.actor
            self._episode.play(self._players[seat].choose(self._episode.view(seat), self._episode.moves()))

    def _number(self) -> int:
        return int(self.np_random.integers(SEEDS))

    def _told(self) -> dict[str, Any]:
        """The learner's seat; at the end points and places of all."""
        told: dict[str, Any] = {"seat": self._me}
        if self._episode.over:
            told |= {"scores": self._episode.scores(), "ranks": self._episode.ranks()}
        return told


def env_id(name: str) -> str:
    """The registered id of a game: it names the version of its rules."""
    return f"roundhouse/{name}-v{find(name).version}"


for _game in GAMES:
    if env_id(_game.name) not in gymnasium.registry:
        gymnasium.register(env_id(_game.name), entry_point=f"{__name__}:SeatEnv", kwargs={"game": _game.name})

"""Evaluation of a policy against a bot: many games in lockstep, so that the network is called once for all of them."""

from __future__ import annotations

import numpy as np
import torch

from roundhouse.bots import make
from roundhouse.core.draw import Rng
from roundhouse.core.state import CHANCE, OVER, State
from roundhouse.research.learn.policy import Policy
from roundhouse.research.learn.rollout import derive_seed
from roundhouse.research.learn.settings import Settings
from roundhouse.research.observation import mask, observe
from roundhouse.research.utility import win


def win_rate(policy: Policy, settings: Settings, opponent: str, games: int, seed: int, device: str) -> float:
    """Return the share of games that the policy wins from one seat, each seat in turn, against `opponent` at all others."""
    matches = [_Match(settings, opponent, index % settings.seats, derive_seed(seed, opponent, index)) for index in range(games)]
    waiting = [match for match in matches if match.advance()]
    while waiting:
        for match, move in zip(waiting, _best_moves(policy, waiting, device), strict=True):
            match.state.apply(move)
        waiting = [match for match in waiting if match.advance()]
    return sum(match.win_share() for match in matches) / games


class _Match:
    """One game, with the policy at `seat`."""

    def __init__(self, settings: Settings, opponent: str, seat: int, seed: int) -> None:
        self.game = settings.find_game()
        self.seat = seat
        self.state: State = self.game.start(settings.seats, self.game.options_from(settings.options))
        self._rng = Rng(seed)
        self._opponents = [
            make(opponent, self.game, derive_seed(seed, other), options=settings.options) for other in range(settings.seats)
        ]

    def advance(self) -> bool:
        """Play chance and opponents up to the next decision of the policy; return False if the game is over."""
        state = self.state
        while state.actor != OVER and state.actor != self.seat:
            if state.actor == CHANCE:
                state.apply(state.draw(self._rng))
            else:
                view = self.game.view(state, state.actor)
                state.apply(self._opponents[state.actor].choose(view, tuple(state.legal_moves())))
        return state.actor != OVER

    def win_share(self) -> float:
        """Return the policy's share of the win."""
        return win(list(self.state.scores()), list(self.state.ranks()))[self.seat]


@torch.no_grad()
def _best_moves(policy: Policy, waiting: list[_Match], device: str) -> list[int]:
    views = [match.game.view(match.state, match.seat) for match in waiting]
    obs = np.stack([observe(match.game, view) for match, view in zip(waiting, views, strict=True)])
    masks = np.stack([mask(match.game, view) for match, view in zip(waiting, views, strict=True)]).astype(np.bool_)
    log_probs, _ = policy(torch.from_numpy(obs).to(device), torch.from_numpy(masks).to(device))
    moves: list[int] = log_probs.argmax(-1).tolist()
    return moves

"""How a policy fares against a bot of the house: many games in step, so that the network is asked for all of them at once."""

from __future__ import annotations

import numpy as np
import torch

from roundhouse.bots import make
from roundhouse.core.draw import Rng
from roundhouse.core.state import CHANCE, OVER, State
from roundhouse.research.learn.policy import Policy
from roundhouse.research.learn.rollout import seed_of
from roundhouse.research.learn.settings import Settings
from roundhouse.research.observation import mask, observe
from roundhouse.research.utility import win


def win_rate(policy: Policy, settings: Settings, rival: str, games: int, seed: int, device: str) -> float:
    """The share of the games that the policy wins from one seat, each seat in turn; the rival has all the others."""
    table = [_Duel(settings, rival, number % settings.seats, seed_of(seed, rival, number)) for number in range(games)]
    waiting = [duel for duel in table if duel.wants_move()]
    while waiting:
        for duel, move in zip(waiting, _best(policy, waiting, device), strict=True):
            duel.state.apply(move)
        waiting = [duel for duel in waiting if duel.wants_move()]
    return sum(duel.won() for duel in table) / games


class _Duel:
    """One game: the policy at `seat`."""

    def __init__(self, settings: Settings, rival: str, seat: int, seed: int) -> None:
        self.game = settings.find_game()
        self.seat = seat
        self.state: State = self.game.start(settings.seats, self.game.options_from(settings.options))
        self._rng = Rng(seed)
        self._rivals = [make(rival, self.game, seed_of(seed, at), options=settings.options) for at in range(settings.seats)]

    def wants_move(self) -> bool:
        """Chance and the rivals go on until the policy is to move, or the game is over."""
        state = self.state
        while state.actor != OVER and state.actor != self.seat:
            if state.actor == CHANCE:
                state.apply(state.draw(self._rng))
            else:
                seen = self.game.view(state, state.actor)
                state.apply(self._rivals[state.actor].choose(seen, tuple(state.legal_moves())))
        return state.actor != OVER

    def won(self) -> float:
        """The policy's share of the win."""
        return win(list(self.state.scores()), list(self.state.ranks()))[self.seat]


@torch.no_grad()
def _best(policy: Policy, waiting: list[_Duel], device: str) -> list[int]:
    views = [duel.game.view(duel.state, duel.seat) for duel in waiting]
    seen = np.stack([observe(duel.game, view) for duel, view in zip(waiting, views, strict=True)])
    allowed = np.stack([mask(duel.game, view) for duel, view in zip(waiting, views, strict=True)]).astype(np.bool_)
    chances, _ = policy(torch.from_numpy(seen).to(device), torch.from_numpy(allowed).to(device))
    moves: list[int] = chances.argmax(-1).tolist()
    return moves

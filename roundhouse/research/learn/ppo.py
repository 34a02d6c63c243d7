"""The learner: weights, moments and an update, all of which can be put into a file and taken out again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from roundhouse.bots.weights import Array, BadWeights, Weights
from roundhouse.core.sentence import say
from roundhouse.research.learn.policy import Policy
from roundhouse.research.learn.rollout import Collect, Rollout, advantages, seed_of
from roundhouse.research.learn.settings import Settings

_TINY: Final = 1e-8
_MEMORY: Final = 0.95  # of the usual margin
_MOMENTS: Final = ("exp_avg", "exp_avg_sq")  # as torch calls what Adam keeps


@dataclass(frozen=True)
class Lesson:
    """Figures of one update."""

    policy: float  # loss
    value: float  # loss
    entropy: float
    games: int  # that ended


class Learner:
    """Masked proximal policy optimisation with Adam."""

    def __init__(self, settings: Settings, device: str) -> None:
        game = settings.find_game()
        self.settings = settings
        self.device = device
        self.policy = Policy(game.size, game.move_count, settings.widths, seed_of(settings.seed, "weights")).to(device)
        self.updates = 0
        self.margin = 0.0  # the usual one, root of the mean square; rewards are told in it
        self._fresh = True  # the games are to begin anew
        self._adam = torch.optim.Adam(self.policy.parameters(), settings.rate, eps=1e-5)

    @property
    def decisions(self) -> int:
        """How many it has learnt from."""
        return self.updates * self.settings.steps * self.settings.games

    def update(self, collect: Collect) -> Lesson:
        """Plays, and learns from it."""
        anew = self._fresh or self.updates % self.settings.leg == 0
        rollout = collect(self.policy.arrays(), self.updates, anew)
        self._fresh = False
        gains, known = advantages(rollout, self._rewards(rollout), self.settings.discount, self.settings.trace)
        returns = gains + rollout.values
        chosen = np.flatnonzero(known & (rollout.masks.sum(-1) > 1))  # a forced move teaches nothing
        lesson = self._learn(rollout, gains.reshape(-1), returns.reshape(-1), chosen)
        self.updates += 1
        return lesson

    def weights(self, **facts: Any) -> Weights:
        """What a bot needs."""
        game = self.settings.find_game()
        about = {"game": game.name, "version": game.version, "seats": self.settings.seats, "updates": self.updates, **facts}
        return Weights(about, self.policy.arrays())

    def checkpoint(self, **facts: Any) -> Weights:
        """What is needed to go on; a bot can play with it as well."""
        plain = self.weights(settings=self.settings.to_json(), margin=self.margin, **facts)
        arrays = dict(plain.arrays)
        for name, tensor in self.policy.named_parameters():
            for moment in _MOMENTS if tensor in self._adam.state else ():
                arrays[f"{moment}.{name}"] = self._adam.state[tensor][moment].cpu().numpy().copy()
        steps = [int(state["step"]) for state in self._adam.state.values()]
        return Weights({**plain.facts, "adam": steps[0] if steps else 0}, arrays)

    @staticmethod
    def from_checkpoint(weights: Weights, device: str) -> Learner:
        """A learner that goes on where that one was left."""
        facts = weights.facts
        try:
            learner = Learner(Settings.from_json(facts["settings"]), device)
            learner.policy.take(weights.arrays)
            learner._take_moments(weights.arrays, int(facts["adam"]))
            learner.updates, learner.margin = int(facts["updates"]), float(facts["margin"])
        except (KeyError, TypeError, ValueError, RuntimeError):
            raise BadWeights(say("it is no checkpoint of a training")) from None
        return learner

    def _take_moments(self, arrays: Mapping[str, Array], steps: int) -> None:
        for name, tensor in self.policy.named_parameters() if steps else ():
            kept = {moment: torch.from_numpy(arrays[f"{moment}.{name}"]).to(self.device) for moment in _MOMENTS}
            self._adam.state[tensor] = {"step": torch.tensor(float(steps)), **kept}

    def _rewards(self, rollout: Rollout) -> Array:
        """A win or a loss, and how high: half the reward each. Points of any game become numbers of about one."""
        margins = rollout.rewards
        ended = margins[rollout.dones]
        if len(ended):
            usual = float(np.sqrt(np.mean(np.square(ended))))
            self.margin = usual if self.margin == 0 else _MEMORY * self.margin + (1 - _MEMORY) * usual
        high = np.clip(margins / max(self.margin, 1.0), -2, 2)
        result: Array = (0.5 * np.sign(margins) + 0.5 * high).astype(np.float32)
        return result

    def _learn(self, rollout: Rollout, gains: Array, returns: Array, chosen: NDArray[np.int64]) -> Lesson:
        settings = self.settings
        flat = [array.reshape(-1, *array.shape[2:]) for array in (rollout.observations, rollout.masks)]
        seen, allowed = (torch.from_numpy(array) for array in flat)
        plain = (rollout.moves.reshape(-1), rollout.chances.reshape(-1), gains, returns)
        moves, before, better, worth = (torch.from_numpy(array) for array in plain)
        order = np.random.default_rng(seed_of(settings.seed, "order", self.updates))
        told: list[Tensor] = []
        for _ in range(settings.epochs):
            mixed = order.permutation(chosen)
            for at in range(0, len(mixed), settings.minibatch):
                part = torch.from_numpy(mixed[at : at + settings.minibatch])
                told.append(
                    self._descend(*(tensor[part].to(self.device) for tensor in (seen, allowed, moves, before, better, worth)))
                )
        policy, value, entropy = torch.stack(told).mean(0).tolist()
        return Lesson(policy, value, entropy, int(rollout.dones.sum()))

    def _descend(self, seen: Tensor, allowed: Tensor, moves: Tensor, before: Tensor, better: Tensor, worth: Tensor) -> Tensor:
        settings = self.settings
        chances, values = self.policy(seen, allowed)
        ratio = (chances.gather(1, moves.unsqueeze(1)).squeeze(1) - before).exp()
        better = (better - better.mean()) / (better.std(correction=0) + _TINY)
        policy = -torch.min(ratio * better, ratio.clamp(1 - settings.clip, 1 + settings.clip) * better).mean()
        value = (values - worth).square().mean()
        entropy = -(chances.exp() * chances.masked_fill(~allowed, 0)).sum(-1).mean()
        loss = policy + settings.value * value - settings.entropy * entropy
        self._adam.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.policy.parameters(), settings.norm)
        self._adam.step()
        return torch.stack([policy, value, entropy]).detach()

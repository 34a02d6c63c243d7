"""The PPO learner: weights, optimiser state and updates, saved to and restored from checkpoints."""

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
from roundhouse.research.learn.rollout import Collect, Rollout, derive_seed, gae
from roundhouse.research.learn.settings import Settings

_EPSILON: Final = 1e-8
_MARGIN_DECAY: Final = 0.95  # of the moving average of margins
_MOMENTS: Final = ("exp_avg", "exp_avg_sq")  # torch's names for the state of Adam


@dataclass(frozen=True)
class UpdateMetrics:
    """Metrics of one update."""

    policy_loss: float
    value_loss: float
    entropy: float
    games_finished: int


class Learner:
    """Masked PPO with Adam."""

    def __init__(self, settings: Settings, device: str) -> None:
        game = settings.find_game()
        self.settings = settings
        self.device = device
        self.policy = Policy(game.size, game.move_count, settings.hidden_sizes, derive_seed(settings.seed, "weights")).to(device)
        self.updates = 0
        self.margin = 0.0  # moving root mean square of final margins, by which rewards are scaled
        self._needs_reset = True  # the games have to be started again before the next rollout
        self._adam = torch.optim.Adam(self.policy.parameters(), settings.learning_rate, eps=1e-5)

    @property
    def decisions(self) -> int:
        """The number of decisions collected so far."""
        return self.updates * self.settings.steps * self.settings.games

    def update(self, collect: Collect) -> UpdateMetrics:
        """Collect a rollout and train on it."""
        reset = self._needs_reset or self.updates % self.settings.reset_interval == 0
        rollout = collect(self.policy.arrays(), self.updates, reset)
        self._needs_reset = False
        advantages, valid = gae(rollout, self._rewards(rollout), self.settings.discount, self.settings.gae_lambda)
        returns = advantages + rollout.values
        samples = np.flatnonzero(valid & (rollout.masks.sum(-1) > 1))  # forced moves have nothing to teach
        metrics = self._train(rollout, advantages.reshape(-1), returns.reshape(-1), samples)
        self.updates += 1
        return metrics

    def weights(self, **metadata: Any) -> Weights:
        """Return the weights that a bot plays with."""
        game = self.settings.find_game()
        about = {"game": game.name, "version": game.version, "board": game.board, "seats": self.settings.seats}
        about |= {"updates": self.updates, **metadata}
        return Weights(about, self.policy.arrays())

    def checkpoint(self, **metadata: Any) -> Weights:
        """Return everything needed to resume; a bot can play with it as well."""
        plain = self.weights(settings=self.settings.to_json(), margin=self.margin, **metadata)
        arrays = dict(plain.arrays)
        for name, tensor in self.policy.named_parameters():
            for moment in _MOMENTS if tensor in self._adam.state else ():
                arrays[f"{moment}.{name}"] = self._adam.state[tensor][moment].cpu().numpy().copy()
        steps = [int(state["step"]) for state in self._adam.state.values()]
        return Weights({**plain.metadata, "adam": steps[0] if steps else 0}, arrays)

    @staticmethod
    def from_checkpoint(weights: Weights, device: str) -> Learner:
        """Return the learner of a checkpoint. Raise BadWeights if it is not one."""
        metadata = weights.metadata
        try:
            learner = Learner(Settings.from_json(metadata["settings"]), device)
            learner.policy.load(weights.arrays)
            learner._load_moments(weights.arrays, int(metadata["adam"]))
            learner.updates, learner.margin = int(metadata["updates"]), float(metadata["margin"])
        except (KeyError, TypeError, ValueError, RuntimeError):
            raise BadWeights(say("it is not a training checkpoint")) from None
        return learner

    def _load_moments(self, arrays: Mapping[str, Array], steps: int) -> None:
        for name, tensor in self.policy.named_parameters() if steps else ():
            moments = {moment: torch.from_numpy(arrays[f"{moment}.{name}"]).to(self.device) for moment in _MOMENTS}
            self._adam.state[tensor] = {"step": torch.tensor(float(steps)), **moments}

    def _rewards(self, rollout: Rollout) -> Array:
        """Return rewards made half of the sign of the margin and half of its size, scaled so that any game gives about one."""
        margins = rollout.rewards
        final = margins[rollout.dones]
        if len(final):
            root_mean_square = float(np.sqrt(np.mean(np.square(final))))
            self.margin = (
                root_mean_square if self.margin == 0 else _MARGIN_DECAY * self.margin + (1 - _MARGIN_DECAY) * root_mean_square
            )
        scaled = np.clip(margins / max(self.margin, 1.0), -2, 2)
        result: Array = (0.5 * np.sign(margins) + 0.5 * scaled).astype(np.float32)
        return result

    def _train(self, rollout: Rollout, advantages: Array, returns: Array, samples: NDArray[np.int64]) -> UpdateMetrics:
        """Run all epochs over the given samples of a rollout."""
        settings = self.settings
        flat = [array.reshape(-1, *array.shape[2:]) for array in (rollout.observations, rollout.masks, rollout.moves)]
        arrays = (*flat, rollout.log_probs.reshape(-1), advantages, returns)
        tensors = [torch.from_numpy(array) for array in arrays]
        order = np.random.default_rng(derive_seed(settings.seed, "order", self.updates))
        losses: list[Tensor] = []
        for _ in range(settings.epochs):
            shuffled = order.permutation(samples)
            for start in range(0, len(shuffled), settings.minibatch_size):
                minibatch = torch.from_numpy(shuffled[start : start + settings.minibatch_size])
                losses.append(self._gradient_step(*(tensor[minibatch].to(self.device) for tensor in tensors)))
        policy_loss, value_loss, entropy = torch.stack(losses).mean(0).tolist()
        return UpdateMetrics(policy_loss, value_loss, entropy, int(rollout.dones.sum()))

    def _gradient_step(
        self, obs: Tensor, mask: Tensor, moves: Tensor, old_log_probs: Tensor, advantages: Tensor, returns: Tensor
    ) -> Tensor:
        settings = self.settings
        log_probs, values = self.policy(obs, mask)
        ratio = (log_probs.gather(1, moves.unsqueeze(1)).squeeze(1) - old_log_probs).exp()
        advantages = (advantages - advantages.mean()) / (advantages.std(correction=0) + _EPSILON)
        clipped = ratio.clamp(1 - settings.clip_range, 1 + settings.clip_range)
        policy_loss = -torch.min(ratio * advantages, clipped * advantages).mean()
        value_loss = (values - returns).square().mean()
        entropy = -(log_probs.exp() * log_probs.masked_fill(~mask, 0)).sum(-1).mean()
        loss = policy_loss + settings.value_coef * value_loss - settings.entropy_coef * entropy
        self._adam.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.policy.parameters(), settings.max_grad_norm)
        self._adam.step()
        return torch.stack([policy_loss, value_loss, entropy]).detach()

"""The learner: imitation of the heuristic, then proximal policy optimisation (PPO), saved to and restored from checkpoints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import torch
from torch import Tensor

from roundhouse.bots.weights import Array, BadWeights, Weights, bad_file, read
from roundhouse.core.sentence import say
from roundhouse.research.learn.advantages import Estimates, estimate, utility
from roundhouse.research.learn.choices import log_prob_and_entropy
from roundhouse.research.learn.group import GROUPS
from roundhouse.research.learn.league import League
from roundhouse.research.learn.policy import Policy
from roundhouse.research.learn.rollout import Collect, Order, Rollout, derive_seed
from roundhouse.research.learn.settings import Settings

_EPSILON: Final = 1e-8
_MARGIN_DECAY: Final = 0.95  # of the moving average of margins
_MOMENTS: Final = ("exp_avg", "exp_avg_sq")  # torch's names for the state of Adam
_OPTIONAL: Final = ("win.weight", "win.bias", "margin.weight", "margin.bias")  # networks of version 0.1 have other heads


@dataclass(frozen=True)
class UpdateMetrics:
    """Metrics of one update."""

    policy_loss: float
    win_loss: float
    margin_loss: float
    entropy: float
    clipped: float  # share of the decisions where the policy has moved beyond the clip range
    games_finished: int


@dataclass(frozen=True)
class _Samples:
    """The decisions of a rollout that are learned from, in one row each."""

    observations: Tensor
    masks: Tensor
    seats: Tensor
    moves: Tensor
    log_probs: Tensor
    advantages: Tensor
    returns: Tensor

    def take(self, rows: Tensor) -> tuple[Tensor, ...]:
        return tuple(tensor.index_select(0, rows) for tensor in vars(self).values())


class Learner:
    """A network, its optimiser and its league of earlier networks."""

    def __init__(self, settings: Settings, device: str) -> None:
        self.settings = settings
        self.device = device
        self.policy = Policy(settings.find_game(), settings.hidden_sizes, derive_seed(settings.seed, "weights")).to(device)
        self.league = League(settings)
        self.updates = 0
        self.margin_scale = 0.0  # moving root mean square of final margins, by which margins are scaled
        self._needs_reset = True  # the games have to be started again before the next rollout
        self._adam = torch.optim.Adam(self.policy.parameters(), settings.learning_rate, eps=1e-5, fused=True)

    @property
    def decisions(self) -> int:
        """The number of decisions collected so far."""
        return self.updates * self.settings.steps * (self.settings.games // GROUPS * GROUPS)

    def update(self, collect: Collect) -> UpdateMetrics:
        """Collect a rollout and train on it."""
        settings = self.settings
        reset = self._needs_reset or self.updates % settings.reset_interval == 0
        rollout = collect(Order(self.policy.tensors(), self.league.members, self.updates, reset)).to(self.device)
        self._needs_reset = False
        self._update_margin_scale(rollout)
        estimates = estimate(rollout, max(self.margin_scale, 1.0), settings.discount, settings.gae_lambda)
        metrics = self._train(rollout, estimates)
        self.updates += 1
        self.league.admit(self.policy.tensors(), self.updates)
        return metrics

    def weights(self, **metadata: Any) -> Weights:
        """Return the weights that a bot plays with."""
        game = self.settings.find_game()
        about = {"game": game.name, "version": game.version, "board": game.board, "seats": list(self.settings.seats)}
        about |= {"updates": self.updates, "decisions": self.decisions, "margin_scale": self.margin_scale, **metadata}
        return Weights(about, self.policy.arrays())

    def checkpoint(self, **metadata: Any) -> Weights:
        """Return everything needed to resume; a bot can play with it as well."""
        plain = self.weights(settings=self.settings.to_json(), **metadata)
        arrays = dict(plain.arrays)
        for name, tensor in self.policy.named_parameters():
            for moment in _MOMENTS if tensor in self._adam.state else ():
                arrays[f"{moment}.{name}"] = self._adam.state[tensor][moment].cpu().numpy().copy()
        steps = [int(state["step"]) for state in self._adam.state.values()]
        return Weights({**plain.metadata, "adam": steps[0] if steps else 0}, {**arrays, **self.league.arrays()})

    @staticmethod
    def from_weights(file: Path, settings: Settings, changes: Mapping[str, str], device: str) -> Learner:
        """Return a new learner with the layers of another network, and with its heads as far as it has them.

        Raise BadWeights if that network is for other observations or moves.
        """
        arrays = read(file).arrays
        depth = sum(name.startswith("layers.") for name in arrays) // 2
        sizes = tuple(len(arrays.get(f"layers.{index}.bias", ())) for index in range(depth))
        learner = Learner(replace(settings.changed(changes), hidden_sizes=sizes), device)
        own = learner.policy.arrays()
        try:
            learner.policy.load({name: arrays[name] if name not in _OPTIONAL else arrays.get(name, own[name]) for name in own})
        except (KeyError, RuntimeError):
            raise bad_file(file, say("it was trained for other observations or moves")) from None
        return learner

    @staticmethod
    def from_checkpoint(weights: Weights, device: str, changes: Mapping[str, str]) -> Learner:
        """Return the learner of a checkpoint, with some hyperparameters changed. Raise BadWeights if it is not one."""
        metadata = weights.metadata
        try:
            learner = Learner(Settings.from_json(metadata["settings"]).changed(changes), device)
            learner.policy.load(weights.arrays)
            learner.league.load(weights.arrays, device)
            learner._load_moments(weights.arrays, int(metadata["adam"]))
            learner.updates, learner.margin_scale = int(metadata["updates"]), float(metadata["margin_scale"])
        except (KeyError, TypeError, ValueError, RuntimeError):
            raise BadWeights(say("it is not a training checkpoint")) from None
        return learner

    def _load_moments(self, arrays: Mapping[str, Array], steps: int) -> None:
        for name, tensor in self.policy.named_parameters() if steps else ():
            moments = {moment: torch.from_numpy(arrays[f"{moment}.{name}"]).to(self.device) for moment in _MOMENTS}
            self._adam.state[tensor] = {"step": torch.tensor(float(steps), device=self.device), **moments}

    def _update_margin_scale(self, rollout: Rollout) -> None:
        margins = rollout.results[..., 0, -1][rollout.dones]
        if len(margins):
            size = margins.square().mean().sqrt().item()
            self.margin_scale = size if self.margin_scale == 0 else _MARGIN_DECAY * self.margin_scale + (1 - _MARGIN_DECAY) * size

    def _train(self, rollout: Rollout, estimates: Estimates) -> UpdateMetrics:
        """Run all epochs over the decisions of a rollout."""
        settings = self.settings
        imitates = settings.imitates(self.updates)
        decay = settings.decay(self.updates)
        self._adam.param_groups[0]["lr"] = settings.imitation_rate if imitates else settings.learning_rate * decay
        entropy_coef = 0.0 if imitates else settings.entropy_coef * decay
        samples, rows = _samples(rollout, estimates, imitates)
        order = torch.Generator(self.device).manual_seed(derive_seed(settings.seed, "order", self.updates))
        losses: list[Tensor] = []
        for _ in range(settings.epochs):
            shuffled = rows[torch.randperm(len(rows), generator=order, device=self.device)]
            losses += [
                self._gradient_step(*samples.take(minibatch), imitates=imitates, entropy_coef=entropy_coef)
                for minibatch in shuffled.split(settings.minibatch_size)
            ]
        policy_loss, win_loss, margin_loss, entropy, clipped = torch.stack(losses).mean(0).tolist() if losses else [0.0] * 5
        return UpdateMetrics(policy_loss, win_loss, margin_loss, entropy, clipped, int(rollout.dones.sum()))

    def _gradient_step(
        self,
        obs: Tensor,
        mask: Tensor,
        seats: Tensor,
        moves: Tensor,
        old_log_probs: Tensor,
        advantages: Tensor,
        returns: Tensor,
        *,
        imitates: bool,
        entropy_coef: float,
    ) -> Tensor:
        settings = self.settings
        predicted = self.policy(obs, seats)
        log_probs, entropies = log_prob_and_entropy(predicted.logits, mask, moves)
        ratio = (log_probs - old_log_probs).exp()
        clipped = ratio.clamp(1 - settings.clip_range, 1 + settings.clip_range)
        policy_loss = -(log_probs if imitates else torch.min(ratio * advantages, clipped * advantages)).mean()
        target = returns[:, :-1].clamp(0, 1)
        win_loss = -(target / target.sum(-1, keepdim=True) * predicted.win).sum(-1).mean()
        margin_loss = (predicted.margin - returns[:, -1]).square().mean()
        entropy = entropies.mean()
        loss = policy_loss + settings.value_coef * (win_loss + margin_loss) - entropy_coef * entropy
        self._adam.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.policy.parameters(), settings.max_grad_norm)
        self._adam.step()
        return torch.stack([policy_loss, win_loss, margin_loss, entropy, (ratio != clipped).float().mean()]).detach()


def _samples(rollout: Rollout, estimates: Estimates, imitates: bool) -> tuple[_Samples, Tensor]:
    """Return all decisions in rows, and the rows that are learned from: forced moves have nothing to teach."""
    steps, count = rollout.moves.shape
    rows = (estimates.valid & rollout.has_choice).reshape(-1).nonzero().squeeze(1)
    advantages = utility(estimates.advantages, rollout.seats).reshape(-1)
    if len(rows):
        known = advantages[rows]
        advantages = (advantages - known.mean()) / (known.std(correction=0) + _EPSILON)
    samples = _Samples(
        observations=rollout.observations.reshape(steps * count, -1),
        masks=rollout.masks.reshape(steps * count, -1),
        seats=rollout.seats.repeat(steps),
        moves=(rollout.advice if imitates else rollout.moves).reshape(-1),
        log_probs=rollout.log_probs.reshape(-1),
        advantages=advantages,
        returns=estimates.returns.reshape(steps * count, -1),
    )
    return samples, rows

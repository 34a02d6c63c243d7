"""Rollouts: a number of steps of all games, with the decisions of the network and what came of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Any, Final

import torch
from torch import Tensor

from roundhouse.research.learn.choices import log_probs_of, sample
from roundhouse.research.learn.group import ARRAYS, GROUPS, PAST, GroupArrays, plan_tables
from roundhouse.research.learn.policy import Policy
from roundhouse.research.learn.settings import Settings
from roundhouse.research.learn.stepping import (
    ADVISED_RESET,
    ADVISED_STEP,
    RESET,
    STEP,
    LocalStepping,
    ProcessStepping,
    Stepping,
    shared_memory,
)

_SEED_BITS: Final = 31  # the size of a stepper's seed
_OWN_MOVES: Final = 0.1  # share of the moves of an imitation that the network makes instead of the heuristic

Tensors = Mapping[str, Tensor]  # the weights of a network by name


@dataclass(frozen=True)
class Order:
    """What a rollout is to be: the weights that play it, and which update it is for."""

    weights: Tensors
    league: Sequence[Tensors]  # earlier networks
    update: int
    reset: bool  # start all games again first


@dataclass(frozen=True)
class Rollout:
    """A piece of experience on one device. The first axis is time, the second the games."""

    observations: Tensor  # int16
    masks: Tensor
    has_choice: Tensor  # whether several moves are legal
    chains: Tensor  # whose decision it is: the seat, or 0 if all other seats are played by the heuristic
    learns: Tensor  # whether it is a decision of the present network
    moves: Tensor
    advice: Tensor  # the heuristic's moves, in an imitation
    log_probs: Tensor  # of the moves made
    values: Tensor  # predicted win by seat, counted from the acting one, and margin
    results: Tensor  # by chain: the same at the end of the games that ended with the step; the margin in points
    dones: Tensor
    seats: Tensor  # of each game; without the axis of time

    @staticmethod
    def empty(settings: Settings, games: int, device: str) -> Rollout:
        """Return a rollout of zeros."""
        game, steps = settings.find_game(), settings.steps
        most = game.seats[-1]

        def zeros(*shape: int, dtype: torch.dtype) -> Tensor:
            return torch.zeros(steps, games, *shape, dtype=dtype, device=device)

        return Rollout(
            observations=zeros(game.size, dtype=torch.int16),
            masks=zeros(game.move_count, dtype=torch.bool),
            has_choice=zeros(dtype=torch.bool),
            chains=zeros(dtype=torch.int64),
            learns=zeros(dtype=torch.bool),
            moves=zeros(dtype=torch.int64),
            advice=zeros(dtype=torch.int64),
            log_probs=zeros(dtype=torch.float32),
            values=zeros(most + 1, dtype=torch.float32),
            results=zeros(most, most + 1, dtype=torch.float32),
            dones=zeros(dtype=torch.bool),
            seats=torch.zeros(games, dtype=torch.int64, device=device),
        )

    def to(self, device: str) -> Rollout:
        """Return the rollout on a device."""
        return Rollout(*(getattr(self, field.name).to(device) for field in fields(Rollout)))

    @staticmethod
    def concatenate(parts: Sequence[Rollout]) -> Rollout:
        """Join rollouts of different games."""
        names = [field.name for field in fields(Rollout)]
        return Rollout(*(torch.cat([getattr(part, name) for part in parts], 0 if name == "seats" else 1) for name in names))


Collect = Callable[[Order], Rollout]


class Collector:
    """Plays a shard of the games of a run; may live in any process.

    Its arrays are filled again by each rollout.
    """

    def __init__(self, settings: Settings, games: int, shard: int, device: str, workers: int = 0) -> None:
        game = settings.find_game()
        self._settings = settings
        self._shard = shard
        self._count = games // GROUPS
        self._device = device
        self._generator = torch.Generator(device)
        self._policy = Policy(game, settings.hidden_sizes, 0).to(device)
        self._league: list[Policy] = []
        self._rollout = Rollout.empty(settings, GROUPS * self._count, device)
        self._stepping, groups = _stepping(settings, self._count, workers, device)
        tables = plan_tables(settings, self._count)
        self._first_past = min((part.start for part in tables if part.opponents == PAST), default=self._count)
        self._learner_seats = torch.arange(self._count, device=device).repeat(GROUPS, 1)  # at tables with earlier networks
        for number in range(GROUPS):
            for part in tables:
                self._games(number, self._rollout.seats)[part.start : part.stop] = part.seats
        self._arrays = [{name: torch.from_numpy(getattr(group, name)) for name in ARRAYS} for group in groups]

    def collect(self, order: Order) -> Rollout:
        """Step the games `settings.steps` times with the given weights."""
        advised = self._settings.imitates(order.update)
        self._load(order)
        if order.reset:
            self._reset(derive_seed(self._settings.seed, "games", order.update, self._shard), advised)
        for step in range(self._settings.steps):
            for group in range(GROUPS):
                self._stepping.wait(group)
                if step:
                    self._read_results(group, step - 1)
                self._choose(group, step, advised)
                self._stepping.submit(group, ADVISED_STEP if advised else STEP)
        for group in range(GROUPS):
            self._stepping.wait(group)
            self._read_results(group, self._settings.steps - 1)
        return self._rollout

    def close(self) -> None:
        """Stop the worker processes."""
        self._stepping.close()

    def _load(self, order: Order) -> None:
        settings = self._settings
        self._generator.manual_seed(derive_seed(settings.seed, "moves", order.update, self._shard))
        while len(self._league) < len(order.league):
            self._league.append(Policy(settings.find_game(), settings.hidden_sizes, 0).to(self._device))
        for policy, weights in zip([self._policy, *self._league], [order.weights, *order.league], strict=True):
            policy.copy_from(weights)
            policy.freeze()

    def _reset(self, seed: int, advised: bool) -> None:
        for group in range(GROUPS):
            self._stepping.wait(group)
            self._stepping.submit(group, ADVISED_RESET if advised else RESET, seed)
            self._learner_seats[group] = torch.arange(self._count, device=self._device) % self._games(group, self._rollout.seats)

    def _games(self, group: int, tensor: Tensor) -> Tensor:
        """Return the games of a group from a tensor whose last or only axis are all games."""
        return tensor[..., group * self._count : (group + 1) * self._count]

    def _own(self, group: int) -> slice:
        return slice(group * self._count, (group + 1) * self._count)

    @torch.no_grad()
    def _choose(self, group: int, step: int, advised: bool) -> None:
        """Read the observations of a group, and choose its moves."""
        rollout, arrays, own = self._rollout, self._arrays[group], self._own(group)
        for name in ("observations", "masks", "chains", "has_choice", *(("advice",) if advised else ())):
            getattr(rollout, name)[step, own].copy_(arrays[name], non_blocking=True)
        obs, mask, seats = rollout.observations[step, own], rollout.masks[step, own], rollout.seats[own]
        predicted = self._policy(obs, seats)
        log_probs = log_probs_of(predicted.logits, mask)
        luck = torch.rand(len(obs), generator=self._generator, device=self._device)
        moves = sample(log_probs, mask, luck)
        rollout.learns[step, own] = True
        if advised:
            follows = torch.rand(moves.shape, generator=self._generator, device=self._device) >= _OWN_MOVES
            moves = torch.where(follows, rollout.advice[step, own], moves)
        elif self._first_past < self._count and self._league:
            moves = self._answer_as_past(group, step, moves, luck)
        rollout.moves[step, own] = moves
        rollout.log_probs[step, own] = log_probs.gather(1, moves.unsqueeze(1)).squeeze(1)
        rollout.values[step, own, :-1] = predicted.win.exp()
        rollout.values[step, own, -1] = predicted.margin
        arrays["moves"].copy_(moves)

    def _answer_as_past(self, group: int, step: int, moves: Tensor, luck: Tensor) -> Tensor:
        """Return the moves with those of the earlier networks, each of which has an equal part of the tables."""
        rollout, first, members = self._rollout, self._first_past, len(self._league)
        offset, past = group * self._count, self._count - self._first_past
        moves = moves.clone()
        is_learner = rollout.chains[step, self._own(group)] == self._learner_seats[group]
        for number, policy in enumerate(self._league):
            start, stop = first + past * number // members, first + past * (number + 1) // members
            games = slice(offset + start, offset + stop)
            mask = rollout.masks[step, games]
            predicted = policy(rollout.observations[step, games], rollout.seats[games])
            answers = sample(log_probs_of(predicted.logits, mask), mask, luck[start:stop])
            moves[start:stop] = torch.where(is_learner[start:stop], moves[start:stop], answers)
        rollout.learns[step, offset + first : offset + self._count] = is_learner[first:]
        return moves

    def _read_results(self, group: int, step: int) -> None:
        """Read what the last step has ended, and let the network take the next seat there."""
        rollout, arrays, own = self._rollout, self._arrays[group], self._own(group)
        rollout.dones[step, own].copy_(arrays["dones"], non_blocking=True)
        rollout.results[step, own].copy_(arrays["results"], non_blocking=True)
        seats = self._learner_seats[group]
        self._learner_seats[group] = torch.where(rollout.dones[step, own], (seats + 1) % rollout.seats[own], seats)


def collect_locally(settings: Settings, device: str) -> Collect:
    """Return a function that collects rollouts of all games in this process."""
    return Collector(settings, settings.games, 0, device).collect


@contextmanager
def on_processes(settings: Settings, device: str, workers: int) -> Iterator[Collect]:
    """Collect rollouts of all games on this machine, stepped by worker processes; without any, in this one."""
    collector = Collector(settings, settings.games, 0, device, workers)
    try:
        yield collector.collect
    finally:
        collector.close()


def derive_seed(*parts: Any) -> int:
    """Return a seed for one purpose, independent of the seeds of all others."""
    return int.from_bytes(hashlib.sha256(json.dumps(parts).encode()).digest()[:8], "big") >> (64 - _SEED_BITS)


def _stepping(settings: Settings, games: int, workers: int, device: str) -> tuple[Stepping, list[GroupArrays]]:
    memories = shared_memory(settings, games)
    groups = [GroupArrays(settings, games, memory) for memory in memories]
    if device == "cuda":
        for group in groups:
            torch.cuda.cudart().cudaHostRegister(group.block.ctypes.data, group.block.nbytes, 0)  # copies need not wait
    if workers:
        return ProcessStepping(settings, games, memories, workers), groups
    return LocalStepping(settings, games, memories), groups

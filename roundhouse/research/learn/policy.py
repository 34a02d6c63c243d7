"""The network that is trained: ReLU layers, a policy head over moves, and heads for the win of each seat and for the margin."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, Final, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.functional import linear

from roundhouse.bots.weights import Array
from roundhouse.core.game import Game
from roundhouse.research.observation import factors

_ABSENT_LOGIT: Final = -40.0  # of the win of a seat that is not there
_POLICY_GAIN: Final = 0.01  # the policy head starts near zero, so that every move is tried


class Prediction(NamedTuple):
    """What a network says of observations; seats are counted from the reader."""

    logits: Tensor  # by move, illegal ones too
    win: Tensor  # log-probabilities, by seat
    margin: Tensor  # of the reader, in units of the usual margin


class Policy(nn.Module):
    """Maps int16 observations to predictions.

    The names of the submodules are the names of the arrays in weight files.
    """

    def __init__(self, game: Game[Any], hidden_sizes: Sequence[int], seed: int) -> None:
        super().__init__()
        most_seats = game.seats[-1]
        sizes = [game.size, *hidden_sizes]
        self.layers = nn.ModuleList(nn.Linear(*pair) for pair in pairwise(sizes))
        self.policy = nn.Linear(sizes[-1], game.move_count)
        self.win = nn.Linear(sizes[-1], most_seats)
        self.margin = nn.Linear(sizes[-1], 1)
        self.register_buffer("factors", torch.from_numpy(factors(game).copy()), persistent=False)
        self.register_buffer("seats", torch.arange(most_seats), persistent=False)
        self._frozen: Tensor | None = None  # the weight of the first layer for observations as integers
        generator = torch.Generator().manual_seed(seed)
        for layer in (*self.layers, self.policy, self.win, self.margin):
            gain = math.sqrt(2) if layer not in (self.policy, self.win, self.margin) else _POLICY_GAIN
            assert isinstance(layer, nn.Linear)
            nn.init.orthogonal_(layer.weight, gain, generator)
            nn.init.zeros_(layer.bias)

    def forward(self, obs: Tensor, seats: Tensor) -> Prediction:
        """Predict for observations as integers, with the number of seats of each game."""
        device = obs.device.type
        halves = device == "cuda" or _has_fast_bfloat16()
        with torch.autocast(device, torch.bfloat16, enabled=halves):
            first, *others = self.layers
            dtype = torch.bfloat16 if halves else torch.float32
            # The factors scale the weights instead of the observations, of which there are more.
            weight = first.weight * self.factors if self._frozen is None else self._frozen
            hidden = torch.relu(linear(obs.to(dtype), weight, first.bias))
            for layer in others:
                hidden = torch.relu(layer(hidden))
            logits, win, margin = self.policy(hidden), self.win(hidden), self.margin(hidden)
        absent = self.seats >= seats.unsqueeze(-1)
        return Prediction(logits, torch.log_softmax(win.float().masked_fill(absent, _ABSENT_LOGIT), -1), margin.float().squeeze(-1))

    def freeze(self) -> None:
        """Prepare for many predictions with the present weights, which must only be changed by `copy_from` from now on."""
        with torch.no_grad():
            self._frozen = self.layers[0].weight * self.factors

    def arrays(self) -> dict[str, Array]:
        """Return copies of the weights by name."""
        return {name: tensor.detach().cpu().numpy().copy() for name, tensor in self.named_parameters()}

    def tensors(self) -> dict[str, Tensor]:
        """Return the weights by name; they share the memory of this network."""
        return {name: tensor.detach() for name, tensor in self.named_parameters()}

    def copy_from(self, tensors: Mapping[str, Tensor]) -> None:
        """Copy weights by name. Raise KeyError or RuntimeError if they do not fit this network."""
        self._frozen = None
        with torch.no_grad():
            for name, tensor in self.named_parameters():
                tensor.copy_(tensors[name])

    def load(self, arrays: Mapping[str, Array]) -> None:
        """Load weights by name, as files hold them. Raise KeyError or RuntimeError if they do not fit this network."""
        self.copy_from({name: torch.from_numpy(array) for name, array in arrays.items()})


@cache
def _has_fast_bfloat16() -> bool:
    """Return whether this processor multiplies matrices of bfloat16 faster than those of float32."""
    is_supported = getattr(torch.cpu, "_is_avx512_bf16_supported", None)  # not in every version of torch
    return is_supported is not None and bool(is_supported())

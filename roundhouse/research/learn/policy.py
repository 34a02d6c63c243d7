"""The network that is trained: ReLU layers, a policy head over moves and a value head."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

import torch
from torch import Tensor, nn

from roundhouse.bots.weights import Array

_ILLEGAL_LOGIT: Final = -1e9
_POLICY_GAIN: Final = 0.01  # the policy head starts near zero, so that every move is tried


class Policy(nn.Module):
    """Maps observations and masks to log-probabilities of moves and to values.

    The names of the submodules are the names of the arrays in weight files.
    """

    def __init__(self, obs_size: int, move_count: int, hidden_sizes: Sequence[int], seed: int) -> None:
        super().__init__()
        sizes = [obs_size, *hidden_sizes]
        self.layers = nn.ModuleList(nn.Linear(*pair) for pair in pairwise(sizes))
        self.policy = nn.Linear(sizes[-1], move_count)
        self.value = nn.Linear(sizes[-1], 1)
        generator = torch.Generator().manual_seed(seed)
        for layer in (*self.layers, self.policy, self.value):
            gain = _POLICY_GAIN if layer is self.policy else 1.0 if layer is self.value else math.sqrt(2)
            assert isinstance(layer, nn.Linear)
            nn.init.orthogonal_(layer.weight, gain, generator)
            nn.init.zeros_(layer.bias)

    def forward(self, obs: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return (log-probabilities by move, values)."""
        hidden = obs
        for layer in self.layers:
            hidden = torch.relu(layer(hidden))
        logits = self.policy(hidden).masked_fill(~mask, _ILLEGAL_LOGIT)
        return torch.log_softmax(logits, -1), self.value(hidden).squeeze(-1)

    def arrays(self) -> dict[str, Array]:
        """Return copies of the weights by name."""
        return {name: tensor.detach().cpu().numpy().copy() for name, tensor in self.named_parameters()}

    def load(self, arrays: Mapping[str, Array]) -> None:
        """Load weights by name. Raise KeyError or RuntimeError if they do not fit this network."""
        with torch.no_grad():
            for name, tensor in self.named_parameters():
                tensor.copy_(torch.from_numpy(arrays[name]))

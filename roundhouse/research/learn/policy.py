"""The network that is trained: layers with rectifiers between, a head that likes moves, a head that values positions."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

import torch
from torch import Tensor, nn

from roundhouse.bots.weights import Array

_NEVER: Final = -1e9  # the logit of a move that is not legal
_SHY: Final = 0.01  # the head of moves begins near zero, so that all of them are tried


class Policy(nn.Module):
    """Logarithms of the chances of legal moves, and a value, from observations."""

    def __init__(self, size: int, moves: int, widths: Sequence[int], seed: int) -> None:
        super().__init__()
        sizes = [size, *widths]
        self.layers = nn.ModuleList(nn.Linear(*pair) for pair in pairwise(sizes))
        self.policy = nn.Linear(sizes[-1], moves)
        self.value = nn.Linear(sizes[-1], 1)
        source = torch.Generator().manual_seed(seed)
        for layer in (*self.layers, self.policy, self.value):
            gain = _SHY if layer is self.policy else 1.0 if layer is self.value else math.sqrt(2)
            assert isinstance(layer, nn.Linear)
            nn.init.orthogonal_(layer.weight, gain, source)
            nn.init.zeros_(layer.bias)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """(log-chances by move, values)"""
        hidden = observations
        for layer in self.layers:
            hidden = torch.relu(layer(hidden))
        logits = self.policy(hidden).masked_fill(~masks, _NEVER)
        return torch.log_softmax(logits, -1), self.value(hidden).squeeze(-1)

    def arrays(self) -> dict[str, Array]:
        """Copies of its weights by name."""
        return {name: tensor.detach().cpu().numpy().copy() for name, tensor in self.named_parameters()}

    def take(self, arrays: Mapping[str, Array]) -> None:
        """Takes weights on. Raises KeyError or RuntimeError where they are not those of such a network."""
        with torch.no_grad():
            for name, tensor in self.named_parameters():
                tensor.copy_(torch.from_numpy(arrays[name]))

"""The league: earlier networks of a run, against which the present one plays a part of its games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import torch

from roundhouse.bots.weights import Array
from roundhouse.research.learn.rollout import Tensors, derive_seed
from roundhouse.research.learn.settings import Settings

_PREFIX: Final = "past"  # of the names in checkpoints


class League:
    """At most `league_size` earlier networks, rounded to 16 bits a number."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.members: list[Tensors] = []

    def admit(self, weights: Tensors, update: int) -> None:
        """Admit the present network if it is time; in a full league it replaces one at random, so that ages vary."""
        settings = self._settings
        after = update - settings.imitation_updates
        if settings.past_share == 0 or after < 0 or after % settings.league_interval:
            return
        member = {name: tensor.half().float() for name, tensor in weights.items()}
        if len(self.members) < settings.league_size:
            self.members.append(member)
        else:
            self.members[derive_seed(settings.seed, "league", update) % len(self.members)] = member

    def arrays(self) -> dict[str, Array]:
        """Return the weights of all members for a checkpoint."""
        return {
            f"{_PREFIX}.{index}.{name}": tensor.cpu().numpy().copy()
            for index, member in enumerate(self.members)
            for name, tensor in member.items()
        }

    def load(self, arrays: Mapping[str, Array], device: str) -> None:
        """Load the members from a checkpoint."""
        members: dict[str, dict[str, torch.Tensor]] = {}
        for name, array in arrays.items():
            if name.startswith(f"{_PREFIX}."):
                _, index, rest = name.split(".", 2)
                members.setdefault(index, {})[rest] = torch.from_numpy(array).to(device)
        self.members = list(members.values())

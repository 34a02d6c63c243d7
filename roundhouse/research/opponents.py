"""Opponents inside a batch: the heuristic, random moves, mixtures of both, and networks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import mypy_extensions
from librt.vecs import vec

from roundhouse.bots import NOVICE_RANDOM
from roundhouse.bots.net import NetBot
from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup, say
from roundhouse.core.stepper import EXTERNAL

RANDOM_PERCENT: Final[Mapping[str, int]] = {"random": 100, "novice": NOVICE_RANDOM, "greedy": 0, "regular": 0}  # of their moves
_NET: Final = "net:"


@dataclass(frozen=True)
class Opponents:
    """The players of a batch but the first, who is the caller."""

    policies: Sequence[int] = ()  # by player, as the stepper wants them; empty if the caller decides for all
    nets: Mapping[int, NetBot] = field(default_factory=dict)  # by player

    def vec(self) -> vec[mypy_extensions.i64]:
        """Return the policies for the stepper."""
        return vec[mypy_extensions.i64](self.policies)


def read_opponents(names: str | Sequence[str] | None, game: Game[Any], seats: int) -> Opponents:
    """Return the opponents of these names: one name for all of them, or one for each. Raise BadSetup if there is no such one."""
    if names is None:
        return Opponents()
    chosen = [names] * (seats - 1) if isinstance(names, str) else list(names)
    if len(chosen) != seats - 1:
        raise BadSetup(say("{seats} seats need {wanted} opponents, not {found}", seats=seats, wanted=seats - 1, found=len(chosen)))
    unknown = [name for name in chosen if name not in RANDOM_PERCENT and not name.startswith(_NET)]
    if unknown:
        known = ", ".join((*RANDOM_PERCENT, "net:FILE"))
        raise BadSetup(say("'{name}' cannot play inside a batch; choose one of: {known}", name=unknown[0], known=known))
    nets = {player: NetBot(game, name.removeprefix(_NET)) for player, name in enumerate(chosen, 1) if name.startswith(_NET)}
    return Opponents([EXTERNAL, *(RANDOM_PERCENT.get(name, EXTERNAL) for name in chosen)], nets)

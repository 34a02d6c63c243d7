"""What a finished game is worth to each seat, by name: a share of the win, a margin, or the score itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from roundhouse.core.sentence import BadSetup, say

Utility = Callable[[Sequence[int], Sequence[int]], list[float]]  # (scores, ranks)


def win(scores: Sequence[int], ranks: Sequence[int]) -> list[float]:  # noqa: ARG001  (ranks know the tie-breaks)
    """One for the winner, shared where several are best, and nothing for the others.

    >>> win([30, 30, 12], [0, 0, 2])
    [0.5, 0.5, 0.0]
    """
    best = list(ranks).count(0)
    return [1 / best if rank == 0 else 0.0 for rank in ranks]


def margin(scores: Sequence[int], ranks: Sequence[int]) -> list[float]:  # noqa: ARG001
    """Points ahead of the best other seat, or behind it.

    >>> margin([30, 18, 12], [0, 1, 2])
    [12.0, -12.0, -18.0]
    """
    return [float(score - max(other for place, other in enumerate(scores) if place != seat)) for seat, score in enumerate(scores)]


def score(scores: Sequence[int], ranks: Sequence[int]) -> list[float]:  # noqa: ARG001
    """The points.

    >>> score([30, 18, 12], [0, 1, 2])
    [30.0, 18.0, 12.0]
    """
    return [float(points) for points in scores]


UTILITIES: Final[Mapping[str, Utility]] = {"win": win, "margin": margin, "score": score}


def utility(name: str) -> Utility:
    """The utility of that name; an unknown one is refused."""
    if name not in UTILITIES:
        raise BadSetup(say("there is no utility '{name}'; choose one of: {known}", name=name, known=", ".join(UTILITIES)))
    return UTILITIES[name]

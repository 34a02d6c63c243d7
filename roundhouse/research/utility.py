"""Utilities by name: what a finished game pays each seat (a share of the win, the margin, or the score)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from roundhouse.core.sentence import BadSetup, say

Utility = Callable[[Sequence[int], Sequence[int]], list[float]]  # (scores, ranks)


def win(scores: Sequence[int], ranks: Sequence[int]) -> list[float]:  # noqa: ARG001  (ranks include tie-breaks)
    """Pay 1 to the winner and 0 to the others; tied winners share it.

    >>> win([30, 30, 12], [0, 0, 2])
    [0.5, 0.5, 0.0]
    """
    winners = list(ranks).count(0)
    return [1 / winners if rank == 0 else 0.0 for rank in ranks]


def margin(scores: Sequence[int], ranks: Sequence[int]) -> list[float]:  # noqa: ARG001
    """Pay each seat its lead over the best other seat; negative if it is behind.

    >>> margin([30, 18, 12], [0, 1, 2])
    [12.0, -12.0, -18.0]
    """
    return [float(score - max(points for other, points in enumerate(scores) if other != seat)) for seat, score in enumerate(scores)]


def score(scores: Sequence[int], ranks: Sequence[int]) -> list[float]:  # noqa: ARG001
    """Pay each seat its points.

    >>> score([30, 18, 12], [0, 1, 2])
    [30.0, 18.0, 12.0]
    """
    return [float(points) for points in scores]


UTILITIES: Final[Mapping[str, Utility]] = {"win": win, "margin": margin, "score": score}


def utility(name: str) -> Utility:
    """Return the utility with that name. Raise BadSetup if there is none."""
    if name not in UTILITIES:
        raise BadSetup(say("there is no utility '{name}'; choose one of: {known}", name=name, known=", ".join(UTILITIES)))
    return UTILITIES[name]

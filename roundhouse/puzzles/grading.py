"""How hard a puzzle is: how often each level of bots misses it, as one rating."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from roundhouse.bots import NOVICE_RANDOM
from roundhouse.bots.bot import Budget
from roundhouse.bots.search import SearchBot
from roundhouse.bots.settings import Settings
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.state import View

EASIEST: Final = 1000
HARDEST: Final = 2200
_PERCENT: Final = 100
_HEURISTIC_TRIES: Final = 16
_MISSED: Final = 0.9  # how often the heuristic must miss a puzzle
_EXPERT_SEARCHED: Final = 0.25  # the share of decisions that the level searches; the heuristic makes the others
_EXPERT_SEARCH: Final = Budget(iterations=200)  # iterations instead of seconds: the same on every machine
_MASTER_SEARCH: Final = Budget(iterations=600)
_MASTER_SETTINGS: Final = Settings(horizon=64)

# Where the levels stand: the differences of the ladder in docs/bots.md, rounded, on a scale on which people begin at 1500.
_LEVELS: Final[Mapping[str, float]] = {"novice": 600.0, "regular": 1150.0, "expert": 1350.0, "master": 1650.0}
_ELO: Final = 400.0


def grade(game: Game[Any], view: View[Any], right: Sequence[int], tries: int, seed: int) -> dict[str, float] | None:
    """Return how often each level misses the right moves; None if the heuristic finds them."""
    rng = Rng(seed)
    found = sum(game.advise(view, Rng(rng.word())) in right for _ in range(_HEURISTIC_TRIES))
    heuristic = 1 - found / _HEURISTIC_TRIES
    if heuristic < _MISSED:
        return None
    moves = list(view.position.legal_moves())
    at_random = 1 - len(right) / len(moves)
    expert = _missed(game, view, right, tries, rng, _EXPERT_SEARCH, Settings())
    master = _missed(game, view, right, tries, rng, _MASTER_SEARCH, _MASTER_SETTINGS)
    random_share = NOVICE_RANDOM / _PERCENT
    return {
        "novice": round((1 - random_share) * heuristic + random_share * at_random, 3),
        "regular": round(heuristic, 3),
        "expert": round((1 - _EXPERT_SEARCHED) * heuristic + _EXPERT_SEARCHED * expert, 3),
        "master": round(master, 3),
    }


def _missed(
    game: Game[Any], view: View[Any], right: Sequence[int], tries: int, rng: Rng, budget: Budget, settings: Settings
) -> float:
    """Return how often a search misses."""
    moves = list(view.position.legal_moves())
    missed = sum(SearchBot(game, budget, rng.word(), settings=settings).choose(view, moves) not in right for _ in range(tries))
    return missed / tries


def rating_of(fails: Mapping[str, float]) -> int:
    """Return the rating at which the levels together would fail as often: the more they fail, the higher.

    >>> easy = rating_of({"novice": 0.97, "regular": 1.0, "expert": 0.75, "master": 0.0})
    >>> hard = rating_of({"novice": 1.0, "regular": 1.0, "expert": 1.0, "master": 1.0})
    >>> easy < hard == HARDEST
    True
    """
    wanted = sum(fails[level] for level in _LEVELS)
    low, high = EASIEST, HARDEST
    while low < high:
        middle = (low + high) // 2
        expected = sum(1 / (1 + 10 ** ((strength - middle) / _ELO)) for strength in _LEVELS.values())
        if expected < wanted:
            low = middle + 1
        else:
            high = middle
    return low

"""The utilities of a finished game."""

from __future__ import annotations

import pytest

from roundhouse.core.sentence import BadSetup
from roundhouse.research.utility import UTILITIES, utility


@pytest.mark.parametrize(
    ("name", "payoffs"), [("win", [0.5, 0.0, 0.5]), ("margin", [0.0, -9.0, 0.0]), ("score", [20.0, 11.0, 20.0])]
)
def test_a_shared_win_is_shared_and_has_no_margin(name: str, payoffs: list[float]) -> None:
    """20, 11 and 20 points; the first and the last are tied."""
    assert utility(name)([20, 11, 20], [0, 2, 0]) == payoffs


def test_tie_breaks_decide_who_wins() -> None:
    """Equal points, but not equal ranks."""
    assert utility("win")([20, 20], [1, 0]) == [0.0, 1.0]


def test_an_unknown_utility_is_refused_with_those_that_exist() -> None:
    """Glory."""
    with pytest.raises(BadSetup, match="no utility 'glory'; choose one of: win, margin, score"):
        utility("glory")
    assert list(UTILITIES) == ["win", "margin", "score"]

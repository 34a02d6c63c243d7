"""The mixed bot: each part decides its share, and neither is asked about forced moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from roundhouse.bots.mixed import MixedBot
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.state import View
from roundhouse.games import find
from tests.bots.matches import decisions


class Stubborn:
    """Always chooses the same move, and counts how often it was asked."""

    def __init__(self, move: int) -> None:
        self.name = str(move)
        self.asked = 0
        self._move = move

    def choose(self, view: View, moves: Sequence[int]) -> int:
        """Return the fixed move."""
        del view, moves
        self.asked += 1
        return self._move


def opening() -> View:
    """Any view."""
    game: Game[Any] = find("tickets")
    state = next(decisions(game, 2, 1, 1))
    return game.view(state, state.actor)


@pytest.mark.parametrize(("percent", "low", "high"), [(0, 0, 0), (30, 250, 350), (50, 450, 550), (100, 1000, 1000)])
def test_the_other_bot_decides_its_share_of_the_decisions(percent: int, low: int, high: int) -> None:
    """Of a thousand; the bounds are three standard deviations away."""
    usual, other, view = Stubborn(1), Stubborn(2), opening()
    bot = MixedBot("both", usual, other, percent, Rng(5))
    made = [bot.choose(view, [1, 2]) for _ in range(1000)]

    assert low <= other.asked <= high
    assert made.count(2) == other.asked == 1000 - usual.asked


def test_a_forced_move_is_made_without_asking_either_bot() -> None:
    """Neither is asked, and the random choices afterwards are the same as without it."""
    usual, other, view = Stubborn(1), Stubborn(2), opening()
    bot, twin = (MixedBot("both", usual, other, 50, Rng(5)) for _ in range(2))

    assert bot.choose(view, [7]) == 7
    assert usual.asked == other.asked == 0
    assert [bot.choose(view, [1, 2]) for _ in range(20)] == [twin.choose(view, [1, 2]) for _ in range(20)]

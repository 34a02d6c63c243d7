"""Root-parallel search: results are pooled, and worker processes search whole decisions."""

from __future__ import annotations

import multiprocessing
from typing import Any

import pytest

from roundhouse.bots import make
from roundhouse.bots.parallel import ParallelBot, pooled_choice
from roundhouse.bots.settings import Settings
from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup
from roundhouse.games import find
from tests.bots.matches import decisions


def test_the_pooled_choice_is_the_best_of_all_processes_together() -> None:
    """One process prefers move 2, the other, with more sweeps, move 3: together 3 gains most on the advised move 1."""
    first = {1: [0.5, 0.4] * 8, 2: [0.6, 0.5] * 8, 3: [0.55, 0.45] * 8}
    second = {1: [0.5, 0.3] * 20, 2: [0.45, 0.3] * 20, 3: [0.8, 0.6] * 20}

    assert pooled_choice([first, second], Settings()) == 3


def test_a_doubtful_lead_does_not_override_the_advised_move() -> None:
    """Better on average, but possibly by luck."""
    assert pooled_choice([{1: [0.5] * 10, 2: [0.0, 1.02] * 5}], Settings()) == 1


def test_a_move_with_few_sweeps_is_not_trusted() -> None:
    """Move 2 looked good in the ten sweeps that it had, move 3 in a hundred."""
    assert pooled_choice([{1: [0.5, 0.4] * 50, 2: [0.9, 0.8] * 5, 3: [0.6, 0.5] * 50}], Settings()) == 3


def test_a_process_without_the_advised_move_is_ignored() -> None:
    """There is nothing to compare its results with."""
    assert pooled_choice([{1: [0.5, 0.4] * 8, 2: [0.6, 0.5] * 8}, {9: [0.5] * 16, 2: [0.0] * 16}], Settings()) == 2


def test_two_processes_choose_a_legal_move_and_stop() -> None:
    """Two decisions of a game, then no process is left."""
    game: Game[Any] = find("tickets")
    bot = make("search:20:2", game, 5)
    assert isinstance(bot, ParallelBot)
    assert bot.name == "search:20:2"
    assert len(multiprocessing.active_children()) == 2
    for state in decisions(game, 2, 3, 60):
        moves = list(state.legal_moves())
        assert bot.choose(game.view(state, state.actor), moves) in moves
    assert bot.choose(game.view(state, state.actor), [4]) == 4
    bot.close()

    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("name", ["search:20:0", "search:20:two", "search:20:", "search:20:2:2"])
def test_processes_are_a_number(name: str) -> None:
    """The refusal shows how it is written."""
    with pytest.raises(BadSetup, match="needs a number of processes after its budget, as in search:1s:2"):
        make(name, find("tickets"))

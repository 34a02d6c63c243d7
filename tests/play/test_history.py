"""The history of a table: any earlier state, truncation, and no shared objects."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.state import CHANCE, State
from roundhouse.games import find
from roundhouse.play.history import STRIDE, History

GAME: Game[Any] = find("tickets")


def played(count: int) -> tuple[History, list[State]]:
    """Play some moves; return the history, and the states before each move and after the last."""
    history = History(GAME.start(3))
    rng = Rng(7)
    states = [history.state.copy()]
    for _ in range(count):
        actor = history.state.actor
        move = history.state.draw(rng) if actor == CHANCE else GAME.advise(GAME.view(history.state, actor), rng)
        history.apply(actor, move)
        states.append(history.state.copy())
    return history, states


@pytest.mark.parametrize("count", [0, 1, STRIDE - 1, STRIDE, STRIDE + 1, 3 * STRIDE + 5])
def test_every_earlier_state_can_be_restored(count: int) -> None:
    """Before, at and after the snapshots."""
    history, states = played(count)

    assert len(history) == count
    assert [history.at(number) for number in range(count + 1)] == states


def test_an_earlier_state_is_a_copy() -> None:
    """Applying moves to it changes neither the live state nor later copies."""
    history, states = played(40)
    mine = history.at(35)
    mine.apply(history.moves[35])

    assert history.at(35) == states[35]
    assert history.state == states[40]


@pytest.mark.parametrize("count", [0, STRIDE - 1, STRIDE, STRIDE + 1, 39])
def test_after_a_cut_other_moves_can_be_made(count: int) -> None:
    """The states before the cut stay, those after it are the new ones."""
    history, states = played(40)
    history.cut(count)

    assert len(history) == len(history.actors) == count
    assert history.state == states[count]
    rng = Rng(99)
    for _ in range(2 * STRIDE):
        actor = history.state.actor
        history.apply(actor, history.state.draw(rng) if actor == CHANCE else history.state.legal_moves()[0])
    again = history.at(count)
    for number in range(count, len(history)):
        assert history.at(number) == again
        again.apply(history.moves[number])

"""The contract of a position: what a game has to bring, and what it need not."""

from __future__ import annotations

from typing import Any

import pytest

import roundhouse
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.open_view import open_view, open_world
from roundhouse.core.state import State, blank, field_names, fields, restore
from roundhouse.games import find


class Idle(State):
    """Someone has begun a game and written no rules yet."""


@pytest.mark.parametrize(
    ("name", "given"), [(name, ()) for name in ("legal_moves", "scores", "ranks", "copy", "check")] + [("apply", (0,))]
)
def test_what_a_new_game_lacks_is_named(name: str, given: tuple[int, ...]) -> None:
    """Also by the compiled engine, where a missing function must not end the process."""
    with pytest.raises(NotImplementedError, match=f"every game has its own `{name}`"):
        getattr(restore(Idle, {"seats": 2, "actor": 0}), name)(*given)


def test_a_game_without_chance_has_nothing_to_weigh() -> None:
    """Chicago Express deals and rolls nothing."""
    with pytest.raises(ValueError, match="0 is no outcome: nothing is left to chance here"):
        find("express").start(2).weight(0)


def test_a_blank_state_has_no_field_yet() -> None:
    """What a set-up forgets is named when it is first read, not taken for 0."""
    state = blank(find("dice1").start(2).__class__)

    state.seats = 2
    assert state.seats == 2
    for name in ("actor", "phase", "board"):
        with pytest.raises(AttributeError, match=name):
            getattr(state, name)


@pytest.mark.parametrize("game", [pytest.param(game, id=game.name) for game in roundhouse.GAMES])
def test_a_set_up_gives_a_state_every_field(game: Game[Any]) -> None:
    """A field that only the constructor knows would be missing in the first state, one that only the set-up knows in a copy."""
    for seats in game.seats:
        state = game.start(seats)

        assert fields(state) == fields(state.copy())
        assert set(fields(state)) == set(field_names(state)) > {"seats", "actor"}


def test_an_open_game_is_seen_as_it_is() -> None:
    """The view of a game without secrets is a copy, and the only world that it leaves possible is another."""
    state = find("express").start(3)
    seen = open_view(state, 1)
    world = open_world(seen, Rng(1))

    assert (seen.seat, seen.position, world) == (1, state, state)
    assert seen.position is not state
    assert world is not seen.position

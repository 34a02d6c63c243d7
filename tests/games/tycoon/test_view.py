"""What a seat may know of Railroad Tycoon, and the worlds that agree with it."""

from __future__ import annotations

from collections import Counter

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.state import SPECTATOR
from roundhouse.games.tycoon.board import PULLMAN, TYCOONS
from roundhouse.games.tycoon.position import HIDDEN, REVEALING
from roundhouse.games.tycoon.state import Tycoon
from roundhouse.games.tycoon.view import determinize, view
from tests.games.tycoon.positions import lively_game, play, position


def seen_tycoons(state: Tycoon, seat: int) -> list[int]:
    """The tycoons in a seat's view."""
    return list(view(state, seat).position.tycoon)


@pytest.mark.clause("RRT-43")
def test_a_seat_sees_only_its_own_tycoon_and_a_spectator_none() -> None:
    """Four seats."""
    state = position(seats=4)

    assert seen_tycoons(state, 2) == [HIDDEN, HIDDEN, state.tycoon[2], HIDDEN]
    assert seen_tycoons(state, SPECTATOR) == [HIDDEN] * 4


def test_worlds_deal_every_unseen_tycoon_equally_often() -> None:
    """The other seat of two may hold any of the nine cards that seat 0 does not."""
    state = position(tycoons=["James Fisk"])
    rng = Rng(4)
    dealt = Counter(determinize(view(state, 0), rng).tycoon[1] for _ in range(1800))

    assert sorted(dealt) == [each for each in range(TYCOONS) if each != state.tycoon[0]]
    assert min(dealt.values()) > 140


@pytest.mark.clause("RRT-43", "RRT-214")
def test_who_was_first_at_level_six_and_showed_nothing_does_not_hold_pullman() -> None:
    """Before the event anybody may; after it the other seats may, but not that one."""
    state = play(position(seats=3, level=[5, 1, 1], tycoons=["James Fisk", "Daniel Drew", "Jay Gould"]), "upgrade")
    rng = Rng(5)

    assert state.phase == REVEALING
    before = {determinize(view(state, 1), rng).tycoon[0] for _ in range(300)}
    play(state, "pullman not shown")
    worlds = [determinize(view(state, 1), rng) for _ in range(300)]
    assert PULLMAN in before
    assert PULLMAN not in {world.tycoon[0] for world in worlds}
    assert PULLMAN in {world.tycoon[2] for world in worlds}
    assert len({world.tycoon[0] for world in worlds}) == TYCOONS - 2


def test_pullman_once_shown_is_known_to_all() -> None:
    """Every view and every world has him where he lies."""
    state = play(position(seats=3, level=[5, 1, 1], tycoons=["George Pullman"]), "upgrade", "pullman shown")

    assert seen_tycoons(state, 2)[0] == seen_tycoons(state, SPECTATOR)[0] == PULLMAN
    assert determinize(view(state, 2), Rng(1)).tycoon[0] == PULLMAN


@pytest.mark.compiled
@pytest.mark.parametrize("seats", [2, 5])
def test_worlds_look_the_same_and_are_possible(seats: int) -> None:
    """Along a lively game: the view of a world is the view it was dealt from, and its invariants hold."""
    rng = Rng(seats)
    for state, _ in lively_game(seats, 1):
        if rng.below(20):
            continue
        for seat in (*range(seats), SPECTATOR):
            seen = view(state, seat)
            world = determinize(seen, rng)
            world.check()
            assert view(world, seat) == seen
            assert list(world.legal_moves()) == list(state.legal_moves()) or state.phase == REVEALING or state.actor < 0

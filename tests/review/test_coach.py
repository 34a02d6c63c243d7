"""The coach: its hints are legal, ranked and the same each time, it knows a blunder, and it sees nothing that its seat cannot."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse import GAMES
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.state import CHANCE, OVER, State
from roundhouse.games import find
from roundhouse.review.coach import HINTS, Coach

NAMES = [game.name for game in GAMES]
SECRETIVE = [game.name for game in GAMES if game.shadow_count > 0]


def position(game: Game[Any], seed: int, moves: int = 60, seats: int = 3) -> State:
    """A position after so many moves of the heuristic, or somewhat later, in which a seat has several moves."""
    state: State = game.start(seats)
    rng = Rng(seed)
    made = 0
    while made < moves or state.actor == CHANCE or len(state.legal_moves()) < 3:
        state.apply(state.draw(rng) if state.actor == CHANCE else game.advise(game.view(state, state.actor), rng))
        made += 1
    return state


@pytest.mark.parametrize("name", NAMES)
def test_hints_are_legal_and_ranked(name: str) -> None:
    """The best one first, with its lead; the others say how far they are behind."""
    game = find(name)
    state = position(game, 3)
    view, moves = game.view(state, state.actor), list(state.legal_moves())
    advice = Coach(game, 3).advise(view, moves, 7)

    assert 1 <= len(advice) <= HINTS
    assert {one.move for one in advice} <= set(moves)
    assert advice[0].behind == 0.0
    assert all(one.behind >= 0.0 and one.lead == 0.0 for one in advice[1:])
    assert all(0.0 <= one.chance <= 1.0 for one in advice)
    assert Coach(game, 3).advise(view, moves, 7) == advice


def test_the_only_move_is_the_hint() -> None:
    """Without a search."""
    game: Game[Any] = find("tickets")
    state = position(game, 3)
    move = state.legal_moves()[0]

    assert [one.move for one in Coach(game, 3).advise(game.view(state, state.actor), [move], 1)] == [move]


def test_a_hint_says_what_it_aims_at() -> None:
    """Of many hints in a game, some say which later move they often lead to."""
    game: Game[Any] = find("tickets")
    aims = []
    for moves in (60, 80, 100):
        state = position(game, 5, moves)
        advice = Coach(game, 3).advise(game.view(state, state.actor), list(state.legal_moves()), 1)
        aims += [aim for one in advice for aim in one.aims]

    assert aims
    assert all(0.5 <= aim.share <= 1.0 and aim.action.message for aim in aims)


def test_a_wasted_bid_is_a_blunder() -> None:
    """In Chicago Express all the money for a share is too much; what is better is told."""
    game: Game[Any] = find("express")
    state: State = game.start(3)
    view, moves = game.view(state, state.actor), list(state.legal_moves())
    coach = Coach(game, 3)
    best = coach.advise(view, moves, 1)[0].move
    all_in = coach.judge(view, moves, [max(moves)], 1)

    assert all_in.mistake
    assert all_in.loss > 0.05
    assert all_in.better
    assert not coach.judge(view, moves, [best], 1).mistake


@pytest.mark.parametrize("name", SECRETIVE)
def test_the_coach_sees_the_view_alone(name: str) -> None:
    """Worlds that look alike to the seat, and are not the same, get the same hints, verdicts and chances."""
    game = find(name)
    state = position(game, 9)
    seat, moves = state.actor, list(state.legal_moves())
    view = game.view(state, seat)
    twin: State = next(world for number in range(20) if (world := game.determinize(view, Rng(number))) != state)
    found = []
    for world in (state, twin):
        coach, seen = Coach(game, 3), game.view(world, seat)
        found.append((coach.advise(seen, moves, 5), coach.judge(seen, moves, [moves[-1]], 5)))

    assert repr(found[0]) == repr(found[1])


def test_chances_sum_to_one_and_are_certain_at_the_end() -> None:
    """In the middle of a game with standard errors, after it without."""
    game: Game[Any] = find("dice2")
    state = position(game, 2)
    open_position = Coach(game, 3).prospects(lambda rng: state.copy(), state.actor, 1)
    rng = Rng(1)
    while state.actor != OVER:
        state.apply(state.draw(rng) if state.actor == CHANCE else game.advise(game.view(state, state.actor), rng))
    end = Coach(game, 3).prospects(lambda rng: state.copy(), 0, 1)

    assert sum(open_position.chances) == pytest.approx(1.0)
    assert any(open_position.errors)
    assert sum(end.chances) == pytest.approx(1.0)
    assert end.errors == (0.0, 0.0, 0.0)
    assert set(end.chances) <= {0.0, 0.5, 1.0, 1 / 3}

"""Small variants: few enough states for exact methods, and solved by OpenSpiel's own."""

from __future__ import annotations

import math
from typing import Any

import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability

from roundhouse.core.sentence import BadSetup
from roundhouse.core.state import OVER, State
from roundhouse.research import small

CHOSEN = ("keep 1 2", "keep 1 2", "kept 2", "kept 2")  # both keep two tickets of the tiny map
LIMIT = 1_000_000


def histories(state: State) -> int:
    """The number of histories from here on, this one included."""
    found = 0
    waiting = [state]
    while waiting:
        one = waiting.pop()
        found += 1
        for move in one.legal_moves() if one.actor != OVER else ():
            after = one.copy()
            after.apply(move)
            waiting.append(after)
    return found


@pytest.mark.parametrize("name", small.names())
@pytest.mark.compiled
def test_a_small_variant_has_at_most_a_million_states(name: str) -> None:
    """For two players; and it is no toy: some ten thousand at least."""
    game = small.load(name)

    assert game.num_players() == 2
    assert 10_000 < histories(game.first.state) <= LIMIT


@pytest.mark.parametrize("name", small.names())
def test_a_small_variant_passes_openspiels_simulation(name: str) -> None:
    """With serialisation: the opening is a part of the game."""
    pyspiel.random_sim_test(small.load(name), num_sims=5, serialize=True, verbose=False)


def test_secrets_stay_secret_in_the_tiny_map() -> None:
    """What one seat kept, the other cannot tell; they can tell their own."""
    states = []
    for keep in ("keep 1 2", "keep 1 3"):
        state = small.load("tickets").new_initial_state()
        for player, text in enumerate((keep, "keep 1 2")):
            state.apply_action(state.string_to_action(player, text))
        states.append(state)
    own, other = ([state.information_state_string(player) for state in states] for player in (0, 1))

    assert own[0] != own[1]
    assert other[0] == other[1]


@pytest.mark.compiled
def test_regret_minimisation_makes_the_tiny_map_hard_to_exploit() -> None:
    """The tickets are chosen already. OpenSpiel's exploitability of uniform play, and of the average of six sweeps of CFR+."""
    game = small.load("tickets", CHOSEN)
    uniform = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    solver = cfr.CFRPlusSolver(game)
    for _ in range(6):
        solver.evaluate_and_update_policy()
    solved = exploitability.exploitability(game, solver.average_policy())

    assert uniform > 0.3
    assert solved < 0.05


@pytest.mark.deep
@pytest.mark.compiled
def test_uniform_play_on_the_whole_tiny_map_can_be_exploited() -> None:
    """By OpenSpiel's solver on all of its histories."""
    game = small.load("tickets")

    assert exploitability.exploitability(game, policy.UniformRandomPolicy(game)) > 0.3


def best_value(state: State, low: float = 0.0, high: float = 1.0) -> float:
    """The share of a win that seat 0 can force, by alpha-beta on the engine itself."""
    if state.actor == OVER:
        ranks = list(state.ranks())
        return 0.5 if ranks == [0, 0] else float(ranks[0] == 0)
    found = -math.inf if state.actor == 0 else math.inf
    for move in state.legal_moves():
        after = state.copy()
        after.apply(move)
        value = best_value(after, low, high)
        found = max(found, value) if state.actor == 0 else min(found, value)
        low, high = (max(low, found), high) if state.actor == 0 else (low, min(high, found))
        if low >= high:
            break
    return found


@pytest.mark.compiled
def test_the_end_of_express_is_won_by_the_better_play() -> None:
    """Seat 0 can force a win, which uniform play often misses: OpenSpiel's best responses say how much it gives away."""
    game = small.load("express")
    assert best_value(game.first.state) == 1.0

    near = small.load("express", [game.new_initial_state().action_to_string(winning(game))])
    conv = exploitability.nash_conv(near, policy.UniformRandomPolicy(near))
    assert conv > 0.3


def winning(game: Any) -> int:
    """A first move after which seat 0 still wins by force."""
    for move in game.first.state.legal_moves():
        after = game.first.state.copy()
        after.apply(move)
        if best_value(after) == 1.0:
            return int(move)
    raise AssertionError("no move wins")


def test_what_cannot_be_is_refused() -> None:
    """A game without a small variant, and a move that is not legal there."""
    with pytest.raises(BadSetup, match="'dice1' has no small variant; choose one of: tickets, express"):
        small.load("dice1")
    with pytest.raises(BadSetup, match=r"move 20 of the opening, 'draw', is not legal there"):
        small.load("tickets", ["draw"])

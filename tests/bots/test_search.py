"""The search: correct where the answer is known, reproducible, within its budget, better than its heuristic."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, product
from typing import Any

import pytest

from roundhouse import GAMES
from roundhouse.bots.bot import Bot, Budget
from roundhouse.bots.greedy import GreedyBot
from roundhouse.bots.random import RandomBot
from roundhouse.bots.search import SearchBot
from roundhouse.bots.settings import Settings
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game, points_so_far
from roundhouse.core.playout import random_moves
from roundhouse.core.state import CHANCE, State, View
from roundhouse.games import find
from tests.bots.matches import decisions, played, without_heuristic
from tests.whistle import AGAIN, GAME, ROLL, STAY

LIGHT = Settings(noise=100, horizon=100_000)  # random playouts to the end
WITHOUT_HEURISTIC = [  # Railroad Tycoon has so many moves that looking at them all takes half a minute
    pytest.param(game.name, marks=pytest.mark.deep if game.name == "tycoon" else ()) for game in GAMES
]


def whistle_with(face: int) -> State:
    """The first of two seats has rolled this, the second something. The right choice is known."""
    state: State = GAME.start(2)
    for roll in (face, 4):
        state.apply(ROLL + roll - 1)
    return state


def chosen(game: Game[Any], state: State, seed: int, settings: Settings | None = None, iterations: int = 400) -> int:
    """What a fresh search chooses."""
    bot = SearchBot(game, Budget(iterations=iterations), seed, settings=settings)
    return bot.choose(game.view(state, state.actor), list(state.legal_moves()))


@pytest.mark.parametrize("advice", [STAY, AGAIN])
@pytest.mark.parametrize(("face", "right"), [(1, AGAIN), (2, AGAIN), (5, STAY), (6, STAY)])
def test_whistle_is_played_correctly_whatever_the_heuristic_advises(face: int, right: int, advice: int) -> None:
    """A heuristic that always advises the same move is overridden where it is wrong; twelve seeds agree."""
    game = replace(GAME, advise=lambda view, rng: advice)
    choices = {chosen(game, whistle_with(face), seed) for seed in range(12)}

    assert choices == {right}


@pytest.mark.parametrize("game_name", [game.name for game in GAMES])
def test_the_same_seed_gives_the_same_choices(game_name: str) -> None:
    """A budget of iterations, two searches through the same positions, trees kept from move to move."""
    game = find(game_name)
    settings = Settings(horizon=4, expand_visits=4)
    twins = [SearchBot(game, Budget(iterations=40), 3, settings=settings) for _ in range(2)]
    made = [
        [bot.choose(game.view(state, state.actor), list(state.legal_moves())) for state in islice(decisions(game, 2, 4, 25), 5)]
        for bot in twins
    ]

    assert made[0] == made[1]
    assert len(made[0]) == 5


@pytest.mark.parametrize("game_name", [game.name for game in GAMES])
def test_every_choice_is_legal(game_name: str) -> None:
    """The first 150 moves against a bot that plays at random, with few iterations and a tree that grows at once."""
    game = find(game_name)
    settings = Settings(horizon=1, expand_visits=1, arms=3)
    state = game.start(2)
    rng = Rng(8)
    bot = SearchBot(game, Budget(iterations=6), 2, settings=settings)
    other = RandomBot(3)
    for _ in range(150):
        if state.actor < CHANCE:
            break
        if state.actor == CHANCE:
            state.apply(state.draw(rng))
            continue
        moves = list(state.legal_moves())
        move = (bot if state.actor == 0 else other).choose(game.view(state, state.actor), moves)
        assert move in moves
        state.apply(move)


def test_light_playouts_ask_the_heuristic_only_at_the_root() -> None:
    """Once: neither to order the moves nor in the tree."""
    game: Game[Any] = find("tickets")
    asked: list[View] = []

    def advise(view: View, rng: Rng) -> int:
        asked.append(view)
        return game.advise(view, rng)

    state = next(iter(decisions(game, 2, 1, 30)))
    view = game.view(state, state.actor)
    bot = SearchBot(replace(game, advise=advise), Budget(iterations=200), 1, settings=replace(LIGHT, expand_visits=4))
    bot.choose(view, list(state.legal_moves()))

    assert asked == [view]
    assert bot.iterations > 50


def test_a_single_move_is_made_at_once() -> None:
    """No iteration is spent on it."""
    game: Game[Any] = find("tickets")
    state = next(iter(decisions(game, 2, 1, 1)))
    bot = SearchBot(game, Budget(iterations=100), 1)

    assert bot.choose(game.view(state, state.actor), [7]) == 7
    assert bot.iterations == 0


def test_iterations_are_not_exceeded() -> None:
    """As many playouts as allowed, or fewer if the decision is clear."""
    game: Game[Any] = find("tickets")
    for state in decisions(game, 2, 2, 30):
        bot = SearchBot(game, Budget(iterations=50), 1, settings=LIGHT)
        bot.choose(game.view(state, state.actor), list(state.legal_moves()))
        assert 0 < bot.iterations <= 50


class Steps:
    """A clock that advances by a millisecond whenever it is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.001
        return self.now


@pytest.mark.parametrize("game_name", [game.name for game in GAMES])
def test_time_is_not_exceeded(game_name: str) -> None:
    """The search ends within a few looks at the clock after its time is up."""
    game = find(game_name)
    for state in islice(decisions(game, 2, 3, 30), 4):
        clock = Steps()
        bot = SearchBot(game, Budget(seconds=0.3), 1, clock=clock)
        bot.choose(game.view(state, state.actor), list(state.legal_moves()))
        assert clock.now <= 0.31


def test_without_an_estimate_every_playout_goes_on_to_the_end() -> None:
    """From the start of Ticket to Ride; with its estimate they stop soon after the horizon."""
    game: Game[Any] = find("tickets")
    state = game.start(2)
    random_moves(state, Rng(1), 2)
    bots = [SearchBot(one, Budget(iterations=20), 1) for one in (game, replace(game, evaluate=points_so_far))]
    for bot in bots:
        bot.choose(game.view(state, state.actor), list(state.legal_moves()))
    short, full = (int(bot._simulator.decisions) / int(bot.iterations) for bot in bots)

    assert short < Settings().horizon + 10
    assert full > 100


def test_a_clear_decision_ends_the_search_early() -> None:
    """Whistle with a six: staying is so much better that most of the iterations are saved."""
    state = whistle_with(6)
    bot = SearchBot(GAME, Budget(iterations=10_000), 1)

    assert bot.choose(GAME.view(state, 0), list(state.legal_moves())) == STAY
    assert bot.iterations < 1_000


@pytest.mark.compiled
@pytest.mark.parametrize("game_name", WITHOUT_HEURISTIC)
def test_search_without_any_heuristic_beats_random_play(game_name: str) -> None:
    """Random playouts, 32 iterations a move: five of six are won, in both seats; luck does so in all games once in 60 000."""
    game = without_heuristic(find(game_name))
    settings = Settings(noise=100, horizon=20, min_lead=0.0, prior_scale=1e9)
    wins = 0
    for seed in range(6):
        seat = seed % 2
        bots: list[Bot] = [RandomBot(seed), RandomBot(seed)]
        bots[seat] = SearchBot(game, Budget(iterations=32), seed, settings=settings)
        wins += list(played(game, bots, seed).ranks())[seat] == 0

    assert wins >= 5


@pytest.mark.compiled
def test_search_beats_the_heuristic_that_guides_it() -> None:
    """Chicago Express, 24 iterations a move, two deals of luck from both seats: all four are won, and by far.

    A bot that is no better than the heuristic would win as often as it loses, by margins that even out.
    """
    game = find("express")
    wins, margin = 0, 0
    for seed, seat in product(range(2), range(2)):
        bots: list[Bot] = [GreedyBot(game, seed), GreedyBot(game, seed)]
        bots[seat] = SearchBot(game, Budget(iterations=24), seed, settings=Settings(horizon=16, arms=4))
        end = played(game, bots, seed)
        wins += list(end.ranks())[seat] == 0
        margin += end.scores()[seat] - end.scores()[1 - seat]

    assert wins == 4
    assert margin > 120

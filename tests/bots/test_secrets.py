"""No bot's choice depends on anything that its seat cannot know."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from roundhouse import GAMES
from roundhouse.bots import LEVELS, Bot, make
from roundhouse.bots.bot import Budget
from roundhouse.bots.net_guide import NetGuide
from roundhouse.bots.search import SearchBot
from roundhouse.bots.settings import Settings
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.state import State, View
from roundhouse.games import find
from tests.bots.matches import decisions
from tests.bots.networks import network_file

FAST = Settings(horizon=2, expand_visits=2)  # what depends on the view is the same with short playouts
SECRETIVE = [game.name for game in GAMES if game.shadow_count > 0]
BOTS = ["random", "greedy", "novice", "search", "net", "net-search"]  # the other levels are these, mixed or with other budgets


def bot_of(name: str, game: Game[Any], seed: int) -> Bot:
    """A bot that decides by its seed alone: searches by iterations, not by the clock."""
    if name in ("search", "net-search"):
        guide = NetGuide(game, network_file(game.name)) if name == "net-search" else None
        return SearchBot(game, Budget(iterations=30), seed, name, FAST, guide=guide)
    return make(f"net:{network_file(game.name)}" if name == "net" else name, game, seed)


def test_every_level_is_one_of_these_bots() -> None:
    """A level of another kind would have to be added here."""
    kinds = {type(bot_of(name, find("tickets"), 1)) for name in BOTS}

    assert {type(make(name, find("tickets"))) for name in LEVELS} <= kinds


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("game_name", [game.name for game in GAMES])
def test_worlds_with_the_same_view_get_the_same_choice(name: str, game_name: str) -> None:
    """Two worlds dealt from one view, at points of whole games with three seats; a fresh bot for each."""
    game = find(game_name)
    looked = 0
    for number, state in enumerate(islice(decisions(game, 3, 5, 25), 6)):
        view = game.view(state, state.actor)
        twins = [game.determinize(view, Rng(number + seed)) for seed in (100, 200)]
        views = [game.view(world, state.actor) for world in twins]
        assert views[0] == views[1] == view
        choices = {bot_of(name, game, number).choose(seen, list(state.legal_moves())) for seen in (view, *views)}
        assert len(choices) == 1
        looked += 1

    assert looked == 6


@pytest.mark.parametrize("game_name", SECRETIVE)
def test_the_worlds_of_the_test_differ(game_name: str) -> None:
    """Where a game has secrets, the two worlds of one view are not the same world."""
    game = find(game_name)
    differing = 0
    for number, state in enumerate(islice(decisions(game, 3, 5, 25), 6)):
        view = game.view(state, state.actor)
        differing += game.determinize(view, Rng(number + 100)) != game.determinize(view, Rng(number + 200))

    assert differing == 6


@pytest.mark.parametrize("game_name", SECRETIVE)
def test_a_search_deals_its_worlds_from_the_view_alone(game_name: str) -> None:
    """All that the bot asks of the game is about the view it was given, or about worlds that were dealt from it."""
    game = find(game_name)
    state = next(iter(decisions(game, 3, 9, 1)))
    given = game.view(state, state.actor)
    dealt: list[View] = []

    def determinize(view: View, rng: Rng) -> State:
        dealt.append(view)
        world: State = game.determinize(view, rng)
        return world

    SearchBot(replace(game, determinize=determinize), Budget(iterations=30), 1, settings=FAST).choose(
        given, list(state.legal_moves())
    )

    assert len(dealt) > 16
    assert all(view is given for view in dealt)
    assert given == game.view(state, state.actor)

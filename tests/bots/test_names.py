"""Bots are made by name."""

from __future__ import annotations

import pytest

from roundhouse import GAMES
from roundhouse.bots import LEVELS, NAMES, Budget, make
from roundhouse.core.draw import Rng
from roundhouse.core.sentence import BadSetup
from roundhouse.core.state import CHANCE
from roundhouse.games import find


@pytest.mark.parametrize("game_name", [game.name for game in GAMES])
@pytest.mark.parametrize("name", ["random", "greedy", "novice", "search:20"])
def test_a_bot_has_its_name_and_chooses_a_legal_move(name: str, game_name: str) -> None:
    """The first decision of a game."""
    game = find(game_name)
    state, rng = game.start(2), Rng(1)
    while state.actor == CHANCE:
        state.apply(state.draw(rng))
    moves = list(state.legal_moves())
    bot = make(name, game, seed=1)

    assert bot.name == name
    assert bot.choose(game.view(state, state.actor), moves) in moves


def test_the_levels_are_names() -> None:
    """Every level can be made and is listed."""
    assert [make(level, find("tickets")).name for level in LEVELS] == list(LEVELS)
    assert set(LEVELS) < set(NAMES)


@pytest.mark.parametrize("name", ["", "greed", "random:1s", "Master", "searching"])
def test_an_unknown_bot_is_refused_with_a_list_of_the_known_ones(name: str) -> None:
    """The refusal lists every name."""
    with pytest.raises(
        BadSetup, match=f"there is no bot '{name}'; choose one of: random, greedy, novice, regular, expert, master, search"
    ):
        make(name, find("tickets"))


@pytest.mark.parametrize("text", ["0s", "-1s", "s", "1.s", "0", "1 s", "fast"])
def test_a_malformed_budget_is_refused(text: str) -> None:
    """Neither seconds nor iterations, or zero of them."""
    with pytest.raises(BadSetup, match="a budget is written '1s'"):
        make(f"search:{text}", find("tickets"))


def test_a_budget_is_seconds_or_iterations() -> None:
    """As it is written."""
    assert Budget.parse("1.5s") == Budget(seconds=1.5)
    assert Budget.parse("1") == Budget(iterations=1)


def test_a_search_with_a_network_names_its_file_and_budget() -> None:
    """Without a file it is refused; what is behind the last colon is the budget."""
    with pytest.raises(BadSetup, match="'net-search:1s' is not written like net-search:FILE:1s"):
        make("net-search:1s", find("tickets"))
    with pytest.raises(BadSetup, match="a budget is written '1s'"):
        make("net-search:agent.safetensors:soon", find("tickets"))

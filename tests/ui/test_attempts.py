"""What a drawing lets a player try: moves that are not allowed now, so that a page can tell why."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.game import DrawingRequest, Game
from roundhouse.core.playout import random_moves
from roundhouse.core.state import CHANCE, OVER, SPECTATOR, State
from roundhouse.games import GAMES

TRY = re.compile(r'data-try="([^"]*)"')


def tries(game: Game[Any], state: State, seat: int, layout: str) -> list[int]:
    """The moves that the drawing for a reader lets try."""
    moves = list(state.legal_moves()) if state.actor == seat else []
    names = [f"Player {number}" for number in range(state.seats)]
    parts = game.render(DrawingRequest(view=game.view(state, seat), moves=moves, names=names, layout=layout))
    return [game.parse(html.unescape(text)) for part in parts.values() for text in TRY.findall(part)]


def positions(game: Game[Any]) -> list[State]:
    """Early, middle and late positions of two games."""
    found = []
    for seats, seed in ((game.seats[0], 1), (game.seats[-1], 2)):
        for count in (0, 3, 25, 80, 400):
            state = game.start(seats)
            random_moves(state, Rng(seed), count)
            found.append(state)
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("layout", ["wide", "narrow"])
def test_what_can_be_tried_is_refused_with_a_clause(game: Game[Any], layout: str) -> None:
    """Every attempt of the acting seat is a move that the rules refuse by name; over the game there are some."""
    count = 0
    for state in positions(game):
        if state.actor in (CHANCE, OVER):
            continue
        view = game.view(state, state.actor)
        for move in tries(game, state, state.actor, layout):
            refusal = game.refusal(view.position, move)
            assert refusal is not None, game.notation(move)
            assert refusal.clause.startswith(game.clauses)
            count += 1
    assert count > 20


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_attempts_do_not_depend_on_secrets(game: Game[Any]) -> None:
    """A spectator is shown none; a seat that waits is shown the same for every world that its view allows."""
    for state in positions(game):
        assert tries(game, state, SPECTATOR, "wide") == []
        for seat in range(state.seats):
            if seat == state.actor or state.actor == CHANCE:
                continue
            world = game.determinize(game.view(state, seat), Rng(5))
            assert tries(game, world, seat, "wide") == tries(game, state, seat, "wide")

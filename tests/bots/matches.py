"""Whole games between bots, for tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from roundhouse.bots import Bot
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.state import CHANCE, OVER, State, View


def played(game: Game[Any], bots: Sequence[Bot], seed: int) -> State:
    """A game to its end."""
    state: State = game.start(len(bots))
    rng = Rng(seed)
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.apply(state.draw(rng))
        else:
            state.apply(bots[state.actor].choose(game.view(state, state.actor), list(state.legal_moves())))
    return state


def decisions(game: Game[Any], seats: int, seed: int, every: int) -> Iterator[State]:
    """Positions of a game played by the heuristic in which a seat can choose, every so many of them."""
    state = game.start(seats)
    rng = Rng(seed)
    count = 0
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.apply(state.draw(rng))
            continue
        if len(state.legal_moves()) > 1:
            if count % every == 0:
                yield state.copy()
            count += 1
        state.apply(game.advise(View(state.actor, state), rng))


def without_heuristic(game: Game[Any]) -> Game[Any]:
    """The game with a heuristic that knows nothing: any legal move."""

    def anything(view: View, rng: Rng) -> int:
        moves = view.position.legal_moves()
        return moves[rng.below(len(moves))]

    return replace(game, advise=anything)

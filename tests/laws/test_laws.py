"""The laws of the house, for every game, seat count and many seeds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest

import roundhouse
from roundhouse import engine
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.playout import random_moves
from roundhouse.core.record import replay
from roundhouse.core.sentence import BadText
from roundhouse.core.state import CHANCE, OVER, State
from roundhouse.play.laws import check_game, digest
from tests.sampling import LEFT_OUT
from tests.whistle import GAME as WHISTLE

QUICK = range(3 if engine.is_compiled() else 1)  # the source is run for its coverage
DEEP = [range(first, first + 30) for first in range(1000, 1300, 30)]
ALL = [*roundhouse.GAMES, WHISTLE]
CASES = [  # the source is run with the fewest seats only
    pytest.param(game, seats, id=f"{game.name}-{seats}", marks=() if seats == game.seats[0] else LEFT_OUT)
    for game in ALL
    for seats in game.seats
]
GAMES = [pytest.param(game, id=game.name) for game in ALL]


@pytest.mark.parametrize("seed", QUICK)
@pytest.mark.parametrize(("game", "seats"), CASES)
def test_the_laws_hold_in_random_games(game: Game[Any], seats: int, seed: int) -> None:
    """Laws 1 to 7 and 9 along one random game."""
    assert check_game(game, seats, seed).scores is not None


@pytest.mark.deep
@pytest.mark.parametrize("seeds", DEEP, ids=str)
@pytest.mark.parametrize(("game", "seats"), CASES)
def test_the_laws_hold_in_many_random_games(game: Game[Any], seats: int, seeds: range) -> None:
    """The same, on many more games and positions."""
    for seed in seeds:
        assert check_game(game, seats, seed, look_every=10).scores is not None


@pytest.mark.parametrize("game", GAMES)
def test_every_int_has_one_text_and_every_text_its_int(game: Game[Any]) -> None:
    """Law 4 on the whole space: moves, outcomes, shadows; and nothing beyond it."""
    total = game.move_count + game.outcome_count + game.shadow_count
    texts = [game.notation(move) for move in range(total)]

    assert [game.parse(text) for text in texts] == list(range(total))
    assert not any("#" in text or text != " ".join(text.split()) for text in texts)
    for outside in (-1, total):
        with pytest.raises(BadText):
            game.notation(outside)


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_draws_follow_the_weights(game: Game[Any], seats: int) -> None:
    """Law 2: at five chance positions of a game, 3 000 draws against the weights; chi-square under mean + 6 deviations."""
    checked = 0
    for state in chance_positions(game, seats):
        outcomes = list(state.legal_moves())
        weights = {int(outcome): int(state.weight(outcome)) for outcome in outcomes}
        total = sum(weights.values())
        rng = Rng(checked)
        counts = Counter(state.draw(rng) for _ in range(3000))
        expected = {outcome: 3000 * weight / total for outcome, weight in weights.items()}
        chi_square = sum((counts[outcome] - mean) ** 2 / mean for outcome, mean in expected.items())
        freedom = len(outcomes) - 1

        assert set(counts) <= set(outcomes)
        assert chi_square <= freedom + 6 * (2 * freedom) ** 0.5
        assert [state.outcome_at(at) for at in (0, total - 1)] == [outcomes[0], outcomes[-1]]
        checked += 1
    assert checked or not game.outcome_count


def chance_positions(game: Game[Any], seats: int) -> list[State]:
    found: list[State] = []
    for seed in range(5):
        state = game.start(seats)
        rng = Rng(seed)
        random_moves(state, rng, 10 * seed)
        while state.actor not in (CHANCE, OVER):
            moves = state.legal_moves()
            state.apply(moves[rng.below(len(moves))])
        if state.actor == CHANCE:
            found.append(state)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_digest_is_of_one_game(game: Game[Any]) -> None:
    """The same seed twice, another seed once; its record replays."""
    first, again, other = (digest(game, game.seats[0], seed) for seed in (1, 1, 2))

    assert first == again
    assert first[0] != other[0]
    assert list(replay(game, first[1]).scores()) == first[1].scores


@pytest.mark.compiled
@pytest.mark.parametrize("game", roundhouse.GAMES, ids=lambda game: game.name)  # another process has to find it by its name
def test_both_engines_play_the_same_games(game: Game[Any]) -> None:
    """Law 8: every move, offer, state and score of whole games, compiled here and interpreted in another process."""
    assert engine.is_compiled(), "the compiled engine is not the one loaded: run `make setup`"
    cases = [(seats, seed) for seats in game.seats for seed in (1, 2)]
    command = [sys.executable, "-m", "roundhouse.cli.digests", game.name, json.dumps(cases), "{}"]
    printed = subprocess.run(command, env={**os.environ, engine.PURE: "1"}, capture_output=True, text=True, check=True).stdout

    assert [digest(game, seats, seed)[0] for seats, seed in cases] == json.loads(printed)

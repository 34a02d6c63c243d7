"""Views as numbers: the layouts of all games, and what their encoders write."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

import roundhouse
from roundhouse import engine
from roundhouse.core.draw import Rng
from roundhouse.core.features import Feature, Pen, zeros
from roundhouse.core.game import Game
from roundhouse.core.state import CHANCE, OVER, SPECTATOR, State, View
from tests.sampling import LEFT_OUT
from tests.whistle import GAME as WHISTLE

ALL = [*roundhouse.GAMES, WHISTLE]
GAMES = [pytest.param(game, id=game.name) for game in ALL]
CASES = [  # the source is run with three seats only
    pytest.param(game, seats, id=f"{game.name}-{seats}", marks=() if seats == 3 else LEFT_OUT)
    for game in ALL
    for seats in game.seats
]
MOST = 100 if engine.is_compiled() else 30  # positions of a game that are looked at
SANE = 0.99  # so many of the numbers, at least, are between -1 and 1


def positions(game: Game[Any], seats: int, seed: int) -> Iterator[State]:
    """Positions of one random game, its last one too."""
    rng = Rng(seed)
    state = game.start(seats)
    every = 1
    for number in range(game.max_moves):
        if number % every == 0:
            yield state
        if number == MOST:
            every = 25
        if number > 12 * MOST:
            return
        if state.actor == OVER:
            break
        legal = state.legal_moves()
        state.apply(state.draw(rng) if state.actor == CHANCE else legal[rng.below(len(legal))])
    yield state


def views(game: Game[Any], seats: int, seed: int) -> Iterator[View]:
    for state in positions(game, seats, seed):
        for seat in (*range(seats), SPECTATOR):
            yield game.view(state, seat)


def block(game: Game[Any], seen: View, name: str) -> list[int]:
    """The whole numbers of one feature."""
    numbers = list(game.numbers(seen))
    at = 0
    for feature in game.features:
        if feature.name == name:
            return numbers[at : at + feature.size]
        at += feature.size
    raise KeyError(name)


def test_a_feature_has_as_many_numbers_as_its_shape() -> None:
    """A number, a row, a table."""
    assert [Feature("x", shape, 1, "").size for shape in ((1,), (7,), (3, 4, 2))] == [1, 7, 24]


@pytest.mark.parametrize("game", GAMES)
def test_every_feature_is_named_once_and_explained(game: Game[Any]) -> None:
    """Names are Python names, scales are positive, and what all layouts have in common comes first."""
    names = [feature.name for feature in game.features]

    assert len(set(names)) == len(names)
    assert all(name.isidentifier() for name in names)
    assert names[:3] == ["players", "seat", "actor"]
    assert all(feature.scale > 0 and feature.size > 0 and feature.meaning for feature in game.features)


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_the_encoder_fills_its_layout_and_nothing_else(game: Game[Any], seats: int) -> None:
    """Written behind three other numbers: they stay, the end is where the sizes say, and what follows stays too."""
    for seen in views(game, seats, seed=1):
        out = zeros(game.size + 5)

        pen = Pen(out)
        pen.begin(seen.seat, 3)
        game.encode(seen.position, pen)

        assert pen.at == 3 + game.size
        assert [*list(out)[:3], *list(out)[-2:]] == [0, 0, 0, 0, 0]
        assert list(out)[3:-2] == list(game.numbers(seen))


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_a_state_gives_each_reader_the_numbers_of_its_view(game: Game[Any], seats: int) -> None:
    """Batches encode the state itself: nothing that a view hides may be written."""
    for number, state in enumerate(positions(game, seats, seed=8)):
        if number % 5 == 0:
            for reader in (*range(seats), SPECTATOR):
                assert list(game.numbers_of(state, reader)) == list(game.numbers(game.view(state, reader)))


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "seats"), CASES)
def test_different_views_never_encode_alike_and_equal_ones_always_do(game: Game[Any], seats: int) -> None:
    """All views of two random games, every reader: as many encodings as views, and a copy (of each ninth) gives the same."""
    met: dict[tuple[int, ...], View] = {}
    for seed in (2, 3):
        for number, seen in enumerate(views(game, seats, seed)):
            numbers = tuple(game.numbers(seen))
            assert met.setdefault(numbers, seen) == seen
            if number % 9 == 0:
                assert tuple(game.numbers(copy.deepcopy(seen))) == numbers

    assert len(met) > 20


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_scaled_numbers_are_of_about_one(game: Game[Any], seats: int) -> None:
    """Nearly all lie between -1 and 1, none is near the limits of what can be written."""
    scales = [feature.scale for feature in game.features for _ in range(feature.size)]
    count = within = 0
    for number, seen in enumerate(views(game, seats, seed=4)):
        if number % 7:
            continue
        numbers = [int(value) for value in game.numbers(seen)]
        count += len(numbers)
        within += sum(abs(value) <= scale for value, scale in zip(numbers, scales, strict=True))
        assert max(map(abs, numbers)) < 2**14

    assert within >= SANE * count


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "seats"), CASES)
def test_the_reader_comes_first_and_seats_that_are_not_there_stay_zero(game: Game[Any], seats: int) -> None:
    """Who acts, counted from each reader, one-hot; the reader's own seat; a spectator has none."""
    most = game.seats[-1]
    for state in positions(game, seats, seed=5):
        for seat in range(seats):
            seen = game.view(state, seat)
            acting = most if state.actor == CHANCE else most + 1 if state.actor == OVER else (state.actor - seat) % seats
            assert block(game, seen, "players") == [seats]
            assert block(game, seen, "seat") == [int(place == seat) for place in range(most)]
            assert block(game, seen, "actor") == [int(place == acting) for place in range(most + 2)]
        assert block(game, game.view(state, SPECTATOR), "seat") == [0] * most


@pytest.mark.parametrize(
    ("name", "feature", "field"),
    [
        ("tickets", "trains", "trains"),
        ("express", "cash", "cash"),
        ("tycoon", "level", "level"),
        ("dice1", "tokens", "tokens"),
        ("dice2", "cash", "cash"),
    ],
)
def test_what_belongs_to_seats_is_counted_from_the_reader(name: str, feature: str, field: str) -> None:
    """A field of three seats, as each of them reads it, late in a random game; the rest of the row is empty."""
    game = roundhouse.find(name)
    *_, state = positions(game, 3, seed=6)
    values = list(getattr(state, field))
    for seat in range(3):
        row = block(game, game.view(state, seat), feature)

        assert row == [*values[seat:], *values[:seat], *[0] * (game.seats[-1] - 3)]

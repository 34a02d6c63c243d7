"""Networks as bots and as guides of a search, with small made-up weights: no torch is needed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from roundhouse.bots import Budget, make
from roundhouse.bots.guide import Judgement
from roundhouse.bots.net import GameNet, Net, _Cache
from roundhouse.bots.net_guide import NetGuide
from roundhouse.bots.search import SearchBot
from roundhouse.bots.weights import BadWeights, read, write
from roundhouse.core.draw import Rng
from roundhouse.core.playout import random_moves
from roundhouse.core.state import State, View
from roundhouse.games import find
from roundhouse.games.tickets.state import Tickets
from tests.bots.networks import made_up

GAME = find("tickets")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network for tickets, with 16 bits a number."""
    place = tmp_path_factory.mktemp("net") / "agent.safetensors"
    write(place, made_up(GAME), half=True)
    return place


def middle(seats: int = 3, moves: int = 40) -> Tickets:
    """A position in the middle of a game."""
    state = GAME.start(seats)
    random_moves(state, Rng(2), moves)
    return state


def test_values_are_chances_of_the_seats_that_are_there(file: Path) -> None:
    """They sum to one; one view and many give the same numbers as the formula."""
    weights = read(file)
    state = middle()
    net = GameNet(GAME, str(file))
    shares, margins = net.values([state, state.copy()], 1)
    arrays = weights.arrays
    hidden = np.asarray(GAME.numbers_of(state, 1)) / np.concatenate([[feature.scale] * feature.size for feature in GAME.features])
    for index in range(2):
        hidden = np.maximum(arrays[f"layers.{index}.weight"] @ hidden + arrays[f"layers.{index}.bias"], 0)
    expected = np.exp(arrays["win.weight"][:3] @ hidden + arrays["win.bias"][:3])

    assert shares.shape == (2, 3)
    assert np.allclose(shares, expected / expected.sum(), atol=1e-5)
    assert np.allclose(margins, 20 * (arrays["margin.weight"] @ hidden + arrays["margin.bias"]), atol=1e-4)


def test_chances_are_handed_to_the_search_by_seat(file: Path) -> None:
    """The network counts seats from the reader, the search from the first; margins are in hundredths of a point."""
    state = middle()
    shares, margins = GameNet(GAME, str(file)).values([state], 2)
    [judgement] = NetGuide(GAME, str(file)).judge([state], 2)

    assert judgement.wins == [shares[0, 1], shares[0, 2], shares[0, 0]]
    assert judgement.margin == pytest.approx(100 * float(margins[0]), rel=1e-6)


def test_the_search_plays_with_a_network(file: Path) -> None:
    """Legal moves, the same again with the same seed, in a whole turn order."""
    state = middle()
    moves = list(state.legal_moves())
    view = GAME.view(state, state.actor)
    name = f"net-search:{file}:40"
    chosen = [make(name, GAME, seed=3).choose(view, moves) for _ in range(2)]

    assert make(name, GAME).name == name
    assert chosen[0] == chosen[1]
    assert chosen[0] in moves


class Partisan:
    """Ranks every move alike, and thinks that a world is won where the searching seat has fewest cards in hand."""

    def __init__(self, favourite: int) -> None:
        self.favourite = favourite
        self.judged = 0

    def rank(self, view: View, moves: Sequence[int]) -> list[float]:
        return [1.0 if move == self.favourite else 0.0 for move in moves]

    def judge(self, worlds: Sequence[State], seat: int) -> list[Judgement]:
        self.judged += len(worlds)
        return [Judgement([0.5] * worlds[0].seats, 0.0) for _ in worlds]


def test_the_search_takes_the_first_choice_of_its_guide_where_nothing_speaks_against_it() -> None:
    """All positions are judged alike, so the move that the guide ranks first is made, whichever it is."""
    state = middle()
    moves = list(state.legal_moves())
    view = GAME.view(state, state.actor)
    for favourite in moves[:3]:
        guide = Partisan(favourite)
        bot = SearchBot(GAME, Budget(iterations=60), 1, guide=guide)
        assert bot.choose(view, moves) == favourite
        assert guide.judged > 30


def test_a_network_without_values_cannot_guide_a_search(tmp_path: Path) -> None:
    """It plays alone."""
    old = tmp_path / "old.safetensors"
    write(old, made_up(GAME, heads=False))

    assert make(f"net:{old}", GAME).name == f"net:{old}"
    with pytest.raises(BadWeights, match="no heads for wins and margins"):
        make(f"net-search:{old}:20", GAME)


def test_the_networks_that_are_kept_fit_into_a_limit(tmp_path: Path) -> None:
    """The one used longest ago is dropped; the last one is kept even if it is too large."""
    files = [tmp_path / f"{index}.safetensors" for index in range(3)]
    for each in files:
        write(each, made_up(GAME))
    size = Net({}, made_up(GAME).arrays).nbytes
    cache = _Cache(2 * size)
    first = cache.get((files[0], 0, 0))
    second = cache.get((files[1], 0, 0))
    assert cache.get((files[0], 0, 0)) is first
    cache.get((files[2], 0, 0))

    assert cache.get((files[0], 0, 0)) is first
    assert cache.get((files[1], 0, 0)) is not second
    small = _Cache(1)
    assert small.get((files[0], 0, 0)) is small.get((files[0], 0, 0))

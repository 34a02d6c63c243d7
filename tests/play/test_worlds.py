"""Determinized states as a distribution: sampled worlds against the exact posterior of small positions, by chi-square."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from itertools import combinations, permutations, product
from math import comb, prod
from typing import TypeVar

import pytest

from roundhouse import Rng, find
from roundhouse.core.game import Game
from roundhouse.core.playout import random_moves
from roundhouse.core.state import CHANCE, State
from roundhouse.games.tycoon.board import PULLMAN, TYCOONS

SAMPLES = 20_000
LEAST = 5.0  # expected in a cell: rarer outcomes are counted together


def assert_distributed(counts: Counter[Hashable], expected: Mapping[Hashable, float]) -> None:
    """Nothing impossible, and chi-square under its mean plus six deviations."""
    total = sum(counts.values())
    assert set(counts) <= set(expected)
    assert sum(expected.values()) == pytest.approx(1.0)
    common = {key: share * total for key, share in expected.items() if share * total >= LEAST}
    rare = total - sum(common.values())
    cells = [(counts[key], mean) for key, mean in common.items()]
    if rare > LEAST:
        cells.append((total - sum(counts[key] for key in common), rare))
    chi_square = sum((count - mean) ** 2 / mean for count, mean in cells)
    freedom = len(cells) - 1
    assert freedom > 3
    assert chi_square <= freedom + 6 * (2 * freedom) ** 0.5


S = TypeVar("S", bound=State)


def at_first_decision(game: Game[S], seats: int, seed: int) -> S:
    """The state when the first seat decides."""
    state = game.start(seats)
    rng = Rng(seed)
    while state.actor == CHANCE:
        state.apply(state.draw(rng))
    return state


def test_hidden_cards_are_dealt_like_cards() -> None:
    """Four cards that the reader has not seen: every hand has its hypergeometric probability."""
    game = find("tickets")
    state = at_first_decision(game, 2, 1)
    view = game.view(state, 0)
    unseen = list(view.position.deck)
    hands = [hand for hand in product(range(5), repeat=len(unseen)) if sum(hand) == 4]
    ways = {hand: prod(comb(count, held) for count, held in zip(unseen, hand, strict=True)) for hand in hands}
    expected: dict[Hashable, float] = {hand: way / comb(sum(unseen), 4) for hand, way in ways.items() if way}
    rng = Rng(2)
    counts: Counter[Hashable] = Counter(
        tuple(game.determinize(view, rng).hand[len(unseen) : 2 * len(unseen)]) for _ in range(SAMPLES)
    )

    assert_distributed(counts, expected)


def test_hidden_tickets_are_any_before_a_track_is_laid() -> None:
    """Two tickets of another seat without tracks: every pair of those not seen is equally likely."""
    game = find("tickets")
    state = at_first_decision(game, 2, 3)
    rng = Rng(4)
    for keep in ("keep 1 2", "keep 2 3"):
        state.apply(game.parse(keep))
        while state.actor == CHANCE:
            state.apply(state.draw(rng))
    view = game.view(state, 0)
    unseen = [ticket for ticket in range(state.board.tickets) if view.position.top >> ticket & 1]
    pairs = list(combinations(unseen, 2))
    expected: dict[Hashable, float] = {pair: 1 / len(pairs) for pair in pairs}
    counts: Counter[Hashable] = Counter(tuple(game.determinize(view, rng).tickets_of(1)) for _ in range(SAMPLES))

    assert_distributed(counts, expected)


@pytest.mark.parametrize("shown_six", [False, True])
def test_hidden_tycoons_are_any_that_play_allows(shown_six: bool) -> None:
    """Three seats: all deals are equally likely, but the first at level 6, who showed nothing, does not hold Pullman."""
    game = find("tycoon")
    state = at_first_decision(game, 3, 5)
    random_moves(state, Rng(6), 3)
    if shown_six:
        state.tycoon[1] = next(
            card for card in range(TYCOONS) if card != PULLMAN and card not in (state.tycoon[0], state.tycoon[2])
        )
        state.six = 1
    view = game.view(state, 0)
    unseen = [card for card in range(TYCOONS) if card != state.tycoon[0]]
    deals = [deal for deal in permutations(unseen, 2) if not (shown_six and deal[0] == PULLMAN)]
    expected: dict[Hashable, float] = {deal: 1 / len(deals) for deal in deals}
    rng = Rng(7)
    counts: Counter[Hashable] = Counter(tuple(game.determinize(view, rng).tycoon[1:3]) for _ in range(SAMPLES))

    assert_distributed(counts, expected)

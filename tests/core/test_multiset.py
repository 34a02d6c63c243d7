"""Handfuls of dice and cubes: numbers, weights, draws."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.draw import Rng
from roundhouse.core.multiset import Multisets, binomial

SIZES = [(1, 3), (2, 0), (2, 5), (4, 4), (4, 8), (5, 5), (6, 2)]


@pytest.mark.parametrize(("kinds", "size"), SIZES)
def test_every_handful_has_one_number(kinds: int, size: int) -> None:
    """All ways to have so many of each kind, counted plainly, get the numbers from 0 up, and back."""
    sets = Multisets(kinds, size)
    plain = [counts for counts in product(range(size, -1, -1), repeat=kinds) if sum(counts) == size]

    assert sets.count == len(plain)
    assert [tuple(sets.unrank(number)) for number in range(sets.count)] == plain
    assert [sets.rank(vec[i64](counts)) for counts in plain] == list(range(sets.count))


@pytest.mark.parametrize(("kinds", "size"), SIZES)
def test_the_weights_of_a_roll_are_those_of_all_throws(kinds: int, size: int) -> None:
    """Dice with 1, 2, 3, ... faces of the kinds: compared with rolling them one after another."""
    faces = [kind % 2 + 1 for kind in range(kinds)]
    sets = Multisets(kinds, size)
    ways: Counter[tuple[int, ...]] = Counter({(0,) * kinds: 1})
    for _ in range(size):
        after: Counter[tuple[int, ...]] = Counter()
        for counts, count in ways.items():
            for kind in range(kinds):
                after[(*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])] += count * faces[kind]
        ways = after

    weights = sets.die_weights(vec[i64](faces))

    assert {tuple(sets.unrank(number)): weights[number] for number in range(sets.count)} == dict(ways)
    assert sum(weights) == sum(faces) ** size


@given(st.lists(st.integers(0, 12), min_size=5, max_size=5), st.integers(1, 5))
def test_the_weights_of_a_grab_add_up(bag: list[int], size: int) -> None:
    """Cubes of five colours: as many grabs as ways to choose among all cubes, none with cubes that are not there."""
    sets = Multisets(5, size)
    weights = [sets.bag_weight(number, vec[i64](bag)) for number in range(sets.count)]

    assert sum(weights) == comb(sum(bag), size)
    assert all((weight > 0) == all(c <= b for c, b in zip(sets.unrank(n), bag, strict=True)) for n, weight in enumerate(weights))


def test_binomials_to_row_63() -> None:
    """The table against the standard library."""
    assert all(binomial(n, k) == comb(n, k) for n in range(62) for k in range(n + 1))
    assert binomial(3, 5) == 0


def test_random_rolls_follow_their_weights() -> None:
    """6 000 rolls of two dice with faces 2, 2, 1, 1: each handful within four standard deviations."""
    sets = Multisets(4, 2)
    faces = vec[i64]([2, 2, 1, 1])
    rng = Rng(7)
    found = Counter(sets.roll(faces, 6, rng) for _ in range(6000))

    for number in range(sets.count):
        share = sets.die_weight(number, faces) / 36
        assert abs(found[number] - 6000 * share) < 4 * (6000 * share * (1 - share)) ** 0.5


def test_random_grabs_follow_their_weights_and_leave_the_bag() -> None:
    """6 000 grabs of two cubes out of 3, 1 and 2: never two of the single one."""
    sets = Multisets(3, 2)
    bag = vec[i64]([3, 1, 2])
    rng = Rng(8)
    found = Counter(sets.grab(bag, 6, rng) for _ in range(6000))

    assert list(bag) == [3, 1, 2]
    for number in range(sets.count):
        share = sets.bag_weight(number, bag) / 15
        assert abs(found[number] - 6000 * share) <= 4 * (6000 * share * (1 - share)) ** 0.5

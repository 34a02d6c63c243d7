"""Networks and longest trails, against plain searches."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.graph import longest_trail, networks

tracks = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7), st.integers(1, 6)).filter(lambda t: t[0] != t[1]), max_size=8)


def columns(found: list[tuple[int, int, int]]) -> tuple[vec[i64], vec[i64], vec[i64]]:
    return vec[i64]([a for a, _, _ in found]), vec[i64]([b for _, b, _ in found]), vec[i64]([n for _, _, n in found])


def plain_trail(found: list[tuple[int, int, int]]) -> int:
    """Every trail from every city, without any shortcut."""

    def on_from(city: int, used: frozenset[int]) -> int:
        steps = [
            length + on_from(b if a == city else a, used | {i})
            for i, (a, b, length) in enumerate(found)
            if i not in used and city in (a, b)
        ]
        return max(steps, default=0)

    return max((on_from(city, frozenset()) for city in range(8)), default=0)


@given(tracks)
def test_the_longest_trail_is_what_a_plain_search_finds(found: list[tuple[int, int, int]]) -> None:
    """Random networks with parallel tracks, loops and separate parts."""
    assert longest_trail(*columns(found)) == plain_trail(found)


@given(tracks)
def test_networks_are_the_connected_sets_of_cities(found: list[tuple[int, int, int]]) -> None:
    """Two cities share a mask exactly when a walk joins them."""
    a, b, _ = columns(found)
    nets = list(networks(a, b))

    assert sum(nets) == sum({1 << city for t in found for city in t[:2]})  # each city in one set
    for first, second, _ in found:
        assert any(net >> first & 1 and net >> second & 1 for net in nets)
    for net in nets:
        reached = {next(city for city in range(8) if net >> city & 1)}
        for _ in found:
            reached |= {city for t in found if reached & set(t[:2]) for city in t[:2]}
        assert sum(1 << city for city in reached) == net


def test_no_track_is_no_trail() -> None:
    """An empty network."""
    empty = vec[i64]()

    assert longest_trail(empty, empty, empty) == 0

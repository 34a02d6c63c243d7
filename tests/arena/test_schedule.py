"""Every deal is played from all seats, over time in every order around the table, deterministically."""

from __future__ import annotations

from collections import Counter
from itertools import groupby, permutations

import pytest

from roundhouse.arena.schedule import circular_orders, lineups, rotations, round_length, schedule
from roundhouse.core.sentence import BadSetup


@pytest.mark.parametrize("table", ["ab", "abc", "abcd", "abcde", "aab", "aabb", "abbb", "aabbc", "aaaa"])
def test_all_seatings_occur_equally_often(table: str) -> None:
    """In two rounds of all orders around the table, each arrangement of these bots is played exactly twice."""
    every = set(permutations(table))
    games = 2 * len(every)

    assert Counter(fixture.seating for fixture in schedule(table, len(table), games)) == dict.fromkeys(every, 2)


@pytest.mark.parametrize("table", ["ab", "abcd", "abbb"])
def test_in_every_deal_each_bot_sits_at_each_seat(table: str) -> None:
    """A deal is one rotation around the table, and the draws are the same in all its games."""
    for _, block in groupby(schedule(table, len(table), 40), lambda fixture: fixture.deal):
        games = list(block)
        for seat in range(len(table)):
            assert sorted(fixture.seating[seat] for fixture in games) == sorted(table)
        assert [fixture.last_of_deal for fixture in games] == [False] * (len(games) - 1) + [True]


def test_more_bots_than_seats_meet_in_every_combination() -> None:
    """Four bots at two seats: six pairs, each with a deal of its own played from both sides."""
    games = schedule("abcd", 2, 12)

    assert len({frozenset(fixture.seating) for fixture in games}) == 6
    assert [fixture.deal for fixture in games] == [at // 2 for at in range(12)]
    assert round_length("abcd", 2) == 12


def test_the_last_bot_fills_the_remaining_seats() -> None:
    """One against three of the same."""
    assert lineups(["search", "greedy"], 4) == [("search", "greedy", "greedy", "greedy")]
    assert round_length(["search", "greedy"], 4) == 4


def test_a_bot_alone_gets_a_new_deal_every_game() -> None:
    """The same bot at all seats would play the same game again."""
    assert [fixture.deal for fixture in schedule(["greedy"], 3, 5)] == [0, 1, 2, 3, 4]


def test_a_longer_run_begins_with_the_shorter_one() -> None:
    """That is what makes a run resumable."""
    assert schedule("abc", 3, 100)[:17] == schedule("abc", 3, 17)


def test_a_bot_named_twice_is_refused_if_there_are_more_bots_than_seats() -> None:
    """Two of three would sometimes be the same bot against itself."""
    with pytest.raises(BadSetup, match="named twice"):
        schedule(["a", "a", "b"], 2, 4)


def test_orders_and_rotations_are_distinct() -> None:
    """Four bots have six orders around a table, each with four rotations."""
    orders = circular_orders(("a", "b", "c", "d"))

    assert len(orders) == 6
    assert len({seating for order in orders for seating in rotations(order)}) == 24

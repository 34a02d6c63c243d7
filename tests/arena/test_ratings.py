"""Ratings recover the strengths behind the results, and their intervals cover them as often as claimed."""

from __future__ import annotations

import pytest

from roundhouse.arena.ratings import rate, solve, tally_of
from tests.arena.simulate import result, results

STRENGTHS = {"a": 0.0, "b": 120.0, "c": 300.0}


@pytest.mark.parametrize("seats", [2, 3])
def test_known_strengths_are_recovered(seats: int) -> None:
    """6000 simulated games: every difference within 25 points."""
    ratings = rate(results(STRENGTHS, seats, 6000, seed=1), samples=20)

    for (a, b), difference in ratings.differences.items():
        assert difference.points == pytest.approx(STRENGTHS[a] - STRENGTHS[b], abs=25)


def test_eight_bots_at_four_seats_are_put_in_order() -> None:
    """All 70 lineups, 280 games per round; strengths 80 points apart."""
    strengths = {name: 80.0 * at for at, name in enumerate("abcdefgh")}
    ratings = rate(results(strengths, 4, 2800, seed=2), samples=1)

    assert sorted(ratings.of, key=lambda name: ratings.of[name].points) == list("abcdefgh")


@pytest.mark.parametrize(("seats", "games"), [(2, 120), (3, 60)])
def test_intervals_cover_the_true_differences_as_often_as_claimed(seats: int, games: int) -> None:
    """80 runs of each size: at least 90 % of all differences lie in their 95 % interval, and the intervals are not too wide."""
    held = []
    widths = []
    for seed in range(80):
        ratings = rate(results(STRENGTHS, seats, games, seed), seed, samples=150)
        for (a, b), difference in ratings.differences.items():
            held.append(difference.low <= STRENGTHS[a] - STRENGTHS[b] <= difference.high)
            widths.append(difference.high - difference.low)

    assert sum(held) / len(held) >= 0.9
    assert sum(widths) / len(widths) < 320


def test_random_is_rated_zero_if_it_plays() -> None:
    """Otherwise the mean is zero."""
    with_random = rate(results({"random": 0, "greedy": 200}, 2, 200, seed=3), samples=50)
    without = rate(results({"a": 0, "b": 200}, 2, 200, seed=3), samples=50)

    assert with_random.anchor == "random"
    assert (with_random.of["random"].points, with_random.of["random"].low, with_random.of["random"].high) == (0, 0, 0)
    assert with_random.of["greedy"].low < with_random.of["greedy"].points < with_random.of["greedy"].high
    assert without.anchor == ""
    assert sum(rating.points for rating in without.of.values()) == pytest.approx(0, abs=1e-6)


def test_a_bot_that_never_lost_has_a_rating_with_a_wide_interval() -> None:
    """Sixty wins of sixty: resampling sees no loss, so the interval must come from elsewhere."""
    ratings = rate(
        [result("ab" if at % 2 else "ba", [0, 1] if at % 2 else [1, 0], at + 1, at // 2) for at in range(60)], samples=50
    )
    difference = ratings.differences["a", "b"]

    assert 300 < difference.points < 2000
    assert difference.high - difference.low > 300
    assert difference.low > 0


def test_a_tie_is_half_a_win() -> None:
    """Forty ties say what twenty wins and twenty losses say."""
    ties = rate([result("ab", [0, 0], at + 1, at) for at in range(40)], samples=1)
    even = rate([result("ab", [at % 2, 1 - at % 2], at + 1, at) for at in range(40)], samples=1)

    assert ties.of["a"].points == pytest.approx(even.of["a"].points, abs=1e-6)


def test_the_places_of_a_tie_are_shared_among_its_orders() -> None:
    """Bot 0 is first; 1 and 2 share the second place: each wins half of it."""
    assert tally_of([0, 1, 2], [0, 1, 1]) == {0: 1.0, (0, 1, 2): 1.0, 1: 0.5, 2: 0.5, (1, 2): 1.0}


def test_a_bot_may_sit_at_several_seats() -> None:
    """One against three equals: a win share of one half against three is a strength of three, 191 points."""
    games = [result("abbb", [0, 1, 2, 3] if at % 2 else [1, 0, 2, 3], at + 1, at) for at in range(400)]
    alone = rate(games, samples=1).differences["a", "b"].points

    assert alone > 191


def test_the_same_seed_gives_the_same_intervals() -> None:
    """A report can be made again."""
    games = results(STRENGTHS, 2, 60, seed=4)

    assert rate(games, 7, 30) == rate(games, 7, 30)


def test_one_bot_alone_is_average() -> None:
    """There is nothing to compare it with."""
    ratings = rate([result("aa", [0, 1], 1, 0)], samples=5)

    assert ratings.of["a"].points == 0
    assert ratings.differences == {}


def test_equations_are_solved() -> None:
    """2x + y = 5 and x + 3y = 10."""
    assert solve([[2.0, 1.0], [1.0, 3.0]], [5.0, 10.0]) == pytest.approx([1.0, 3.0])

"""Chapter 10 of the rules: who wins."""

from __future__ import annotations

import pytest

from roundhouse.core.state import OVER
from roundhouse.games.tickets.scoring import longest_paths
from roundhouse.games.tickets.state import Tickets
from tests.games.tickets.positions import Names, position

DENVER_TO_EL_PASO = ["Denver-Santa Fe", "El Paso-Santa Fe"]  # 4 points, path 4
HOUSTON_TO_KANSAS_CITY = ["Dallas-Houston", "Dallas-Oklahoma City", "Kansas City-Oklahoma City"]  # 5 points, path 5
BOSTON_TO_MIAMI = ["Boston-New York", "New York-Washington", "Raleigh-Washington", "Charleston-Raleigh", "Charleston-Miami"]
NORTH = ["Calgary-Seattle", "Calgary-Winnipeg", "Sault Ste Marie-Winnipeg"]  # 37 points, path 16


def beside_a_third(owned: Names, tickets: Names) -> Tickets:
    """The end of a game of three: seat 2 has the longest path and its bonus, and 4 points after two hopeless tickets."""
    state = position(
        seats=3,
        owned={**owned, 2: NORTH},
        tickets={**tickets, 2: ["New York-Seattle", "Los Angeles-New York"]},
        actor=OVER,
    )
    state.check()
    assert state.scores()[2] == 37 + 10 - 22 - 21
    return state


@pytest.mark.clause("TTR-93")
def test_the_highest_score_wins() -> None:
    """Scores 1, 25 and 4: the second seat is first, the third second, the first last."""
    state = position(seats=3, owned={0: ["Dallas-Houston"], 1: ["Calgary-Winnipeg"], 2: DENVER_TO_EL_PASO}, actor=OVER)

    assert list(state.scores()) == [1, 25, 4]
    assert list(state.ranks()) == [2, 0, 1]


@pytest.mark.clause("TTR-93")
def test_the_final_score_decides_and_not_the_points_on_the_board() -> None:
    """Seat 0 leads by its tracks, but its ticket costs 22."""
    table = {"owned": {0: ["Denver-Phoenix"], 1: ["Dallas-Houston"]}, "tickets": {0: ["New York-Seattle"]}}

    assert list(position(**table).ranks()) == [0, 1]  # type: ignore[arg-type]  # words of the builder
    assert list(position(**table, actor=OVER).ranks()) == [1, 0]  # type: ignore[arg-type]


@pytest.mark.clause("TTR-93")
@pytest.mark.parametrize(
    ("missed", "scores"),
    [({0: [], 1: []}, [9, 8, 4]), ({0: ["Atlanta-San Francisco"], 1: ["Boston-Miami", "Atlanta-New York"]}, [-8, -10, 4])],
)
def test_a_lower_score_is_not_made_good_by_tickets_or_path(missed: Names, scores: list[int]) -> None:
    """Seat 1 has a completed ticket and the longer path, seat 0 the higher score, above zero or below."""
    state = beside_a_third(
        {0: ["Montreal-Toronto", "Los Angeles-Phoenix", "Dallas-Houston"], 1: DENVER_TO_EL_PASO},
        {0: missed[0], 1: ["Denver-El Paso", *missed[1]]},
    )

    assert list(state.scores()) == scores
    assert state.ranks()[0] < state.ranks()[1]


@pytest.mark.clause("TTR-94")
def test_equal_scores_are_decided_by_the_number_of_completed_tickets() -> None:
    """8 points each: seat 0 with one completed ticket is before seat 1 with none, though seat 1 has the longer path."""
    state = beside_a_third({0: DENVER_TO_EL_PASO, 1: ["Dallas-El Paso", "Dallas-Houston"]}, {0: ["Denver-El Paso"]})

    assert list(state.scores()) == [8, 8, 4]
    assert list(longest_paths(state)) == [4, 5, 16]
    assert list(state.ranks()) == [0, 1, 2]


@pytest.mark.clause("TTR-94")
def test_the_number_of_completed_tickets_counts_and_not_their_points() -> None:
    """18 points each: two completed tickets for 9 points in all are better than one for 12."""
    state = beside_a_third(
        {0: BOSTON_TO_MIAMI, 1: [*DENVER_TO_EL_PASO, *HOUSTON_TO_KANSAS_CITY]},
        {0: ["Boston-Miami", "Chicago-Santa Fe"], 1: ["Denver-El Paso", "Houston-Kansas City"]},
    )

    assert list(state.scores()) == [18, 18, 4]
    assert list(state.ranks()) == [1, 0, 2]


@pytest.mark.clause("TTR-94")
def test_tickets_not_completed_do_not_count_in_a_tie() -> None:
    """4 points each: seat 1 holds a ticket that it missed, seat 0 none, and seat 0 has the longer path: it is before seat 1."""
    state = beside_a_third({0: DENVER_TO_EL_PASO, 1: ["Montreal-Toronto", "Los Angeles-Phoenix"]}, {1: ["Denver-El Paso"]})

    assert list(state.scores()) == [4, 4, 4]
    assert list(state.held) == [0, 1, 2]
    assert list(state.ranks()) == [1, 2, 0]


@pytest.mark.clause("TTR-95")
def test_equal_scores_and_tickets_are_decided_by_the_longer_path() -> None:
    """4 points each, no tickets, paths of 3 and 4, while seat 2 holds the card: seat 1 is before seat 0."""
    state = position(
        seats=3,
        owned={0: ["Montreal-Toronto"], 1: DENVER_TO_EL_PASO, 2: ["Calgary-Winnipeg"]},
        tickets={2: ["New York-Seattle"]},
        actor=OVER,
    )

    assert list(state.scores()) == [4, 4, 3]
    assert list(longest_paths(state)) == [3, 4, 6]
    assert list(state.ranks()) == [1, 0, 2]


@pytest.mark.clause("TTR-95")
def test_the_holder_of_the_card_wins_a_tie() -> None:
    """20 points each: seat 1 with a path of 5 and the bonus is before seat 0 with four tracks apart."""
    apart = ["Calgary-Helena", "Dallas-El Paso", "Montreal-Toronto", "Atlanta-Charleston"]
    state = position(owned={0: apart, 1: ["Denver-Phoenix"]}, actor=OVER)

    assert list(state.scores()) == [20, 20]
    assert list(state.ranks()) == [1, 0]


@pytest.mark.clause("TTR-96")
def test_players_equal_in_everything_share_the_victory() -> None:
    """A track of five spaces each: both are first, and the third seat is third."""
    state = position(seats=3, owned={0: ["Denver-Phoenix"], 1: ["Dallas-Houston"], 2: ["Atlanta-Miami"]}, actor=OVER)

    assert list(state.scores()) == [20, 1, 20]
    assert list(state.ranks()) == [0, 2, 0]


@pytest.mark.clause("TTR-96")
@pytest.mark.parametrize("seats", [2, 5])
def test_a_game_without_a_track_is_won_by_all(seats: int) -> None:
    """Nobody has anything: all share the first place."""
    assert list(position(seats=seats, actor=OVER).ranks()) == [0] * seats

"""Chapter 9 of the rules: scoring."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.graph import longest_trail
from roundhouse.core.state import OVER
from roundhouse.games.tickets.scoring import longest_path, longest_paths, ticket_points
from tests.games.tickets.positions import owners, play, position, random_game, spread, track
from tests.games.tickets.usa import END_A, END_B, LENGTH, POINTS, TICKET_POINTS, TICKETS

DENVER_TO_EL_PASO = ["Denver-Santa Fe", "El Paso-Santa Fe"]
FORK = ["Atlanta-Nashville", "Atlanta-Charleston", "Atlanta-Miami"]
LOOP = ["Dallas-Houston", "Houston-New Orleans", "Little Rock-New Orleans", "Dallas-Little Rock", "Dallas-El Paso"]
APART = ["Portland-Seattle", "Atlanta-Miami"]

Track = tuple[int, int, int]  # two cities and a length


@pytest.mark.clause("TTR-81")
def test_a_final_score_is_tracks_and_tickets_and_bonus() -> None:
    """Two tracks of two spaces 4, a ticket completed +4, one not -22, the longest path +10; the other seat has one track."""
    state = position(
        owned={0: DENVER_TO_EL_PASO, 1: ["Dallas-Houston"]},
        tickets={0: ["Denver-El Paso", "New York-Seattle"], 1: []},
        actor=OVER,
    )

    assert list(state.scores()) == [4 + 4 - 22 + 10, 1]


@pytest.mark.clause("TTR-81", "TTR-82", "TTR-83", "TTR-84", "TTR-85", "TTR-90")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_final_scores_are_the_sum_of_their_parts(seats: int) -> None:
    """Random games: at the end every score is added up anew from tracks, tickets and paths."""
    for seed in range(3):
        *_, (state, _) = random_game(seats, seed)
        points = [sum(POINTS[LENGTH[each]] for each in state.tracks_of(seat)) for seat in range(seats)]
        paths = [longest_path(state, seat) for seat in range(seats)]
        for seat in range(seats):
            held = [each for each in range(TICKETS) if state.mine[seat] >> each & 1]
            done = [each for each in held if each in state.completed(seat)]
            missed = sum(TICKET_POINTS[each] for each in held if each not in done)
            bonus = 10 if paths[seat] == max(paths) else 0
            assert list(state.points)[seat] == points[seat]
            assert state.scores()[seat] == points[seat] + sum(TICKET_POINTS[each] for each in done) - missed + bonus


@pytest.mark.clause("TTR-82")
def test_points_noted_during_the_game_are_those_of_the_tracks() -> None:
    """A random game: after every move the score of each seat is recounted from its tracks."""
    claimed = 0
    for state, _ in random_game(3, seed=5):
        if len(owners(state)) > claimed:
            claimed = len(owners(state))
            assert list(state.points) == [sum(POINTS[LENGTH[each]] for each in state.tracks_of(seat)) for seat in range(3)]
    assert claimed > 10


@pytest.mark.clause("TTR-82")
def test_the_check_recounts_the_points() -> None:
    """One point too many on the board: the check names the clause."""
    with pytest.raises(AssertionError, match="TTR-82:"):
        position(owned={0: ["Dallas-Houston"]}, points=[2, 0]).check()


@pytest.mark.clause("TTR-83")
def test_completed_tickets_add_their_points() -> None:
    """Duluth to El Paso over Denver: both tickets on the line count, 10 and 4."""
    line = ["Duluth-Omaha", "Denver-Omaha", *DENVER_TO_EL_PASO]
    state = position(owned={0: line}, tickets={0: ["Denver-El Paso", "Duluth-El Paso"]}, actor=OVER)

    assert ticket_points(state, 0) == 14
    assert state.scores()[0] == (2 + 7 + 2 + 2) + 14 + 10


@pytest.mark.clause("TTR-84")
def test_tickets_not_completed_take_their_points_away() -> None:
    """Two long tickets and no track: -43, below zero."""
    state = position(tickets={0: ["New York-Seattle", "Los Angeles-New York"]}, actor=OVER)

    assert list(state.scores()) == [-43, 0]


@pytest.mark.clause("TTR-85", "TTR-5")
def test_the_longest_path_earns_ten_points() -> None:
    """Paths of 5, 4 and 0: only the first is rewarded."""
    state = position(seats=3, owned={0: ["Denver-Phoenix"], 1: DENVER_TO_EL_PASO}, actor=OVER)

    assert list(longest_paths(state)) == [5, 4, 0]
    assert list(state.scores()) == [10 + 10, 4, 0]


@pytest.mark.clause("TTR-15", "TTR-85")
def test_the_bonus_is_nobodys_before_the_final_scoring() -> None:
    """The same position while the game runs: track points alone."""
    state = position(seats=3, owned={0: ["Denver-Phoenix"], 1: DENVER_TO_EL_PASO})

    assert list(state.scores()) == [10, 4, 0]


@pytest.mark.clause("TTR-86")
def test_a_path_is_measured_in_trains() -> None:
    """One track of six spaces is longer than a line of three tracks with five."""
    state = position(
        owned={0: ["Calgary-Winnipeg"], 1: ["Dallas-Houston", "Houston-New Orleans", "Dallas-Little Rock"]}, actor=OVER
    )

    assert list(longest_paths(state)) == [6, 5]
    assert state.scores()[0] == 15 + 10


@pytest.mark.clause("TTR-87")
def test_branches_do_not_count() -> None:
    """Nashville-Atlanta (1), Atlanta-Charleston (2), Atlanta-Miami (5): 7, not 8."""
    assert longest_path(position(owned={0: FORK}), 0) == 7


@pytest.mark.clause("TTR-88")
def test_a_path_may_loop_but_uses_no_track_twice() -> None:
    """Dallas-Houston-New Orleans-Little Rock-Dallas-El Paso: 12, coming through Dallas twice."""
    assert longest_path(position(owned={0: LOOP}), 0) == 12
    assert longest_path(position(owned={0: LOOP[:-1]}), 0) == 8


@pytest.mark.clause("TTR-86", "TTR-87", "TTR-88", "TTR-89")
@settings(deadline=None)
@given(
    tracks=st.lists(
        st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(1, 6)).filter(lambda each: each[0] != each[1]), max_size=8
    )
)
def test_the_longest_path_is_the_longest_trail(tracks: list[Track]) -> None:
    """Small random networks: a set of tracks is a trail if it hangs together and at most two of its cities have odd degree."""
    ends_a, ends_b, lengths = (vec[i64]([each[part] for each in tracks]) for part in range(3))
    trails = (chosen for size in range(len(tracks) + 1) for chosen in combinations(tracks, size) if _is_trail(chosen))

    assert longest_trail(ends_a, ends_b, lengths) == max(sum(length for _, _, length in chosen) for chosen in trails)


@pytest.mark.clause("TTR-88")
def test_the_longest_path_of_a_dense_network_is_exact() -> None:
    """Nine tracks round Denver and Kansas City with several loops: as long as the best of all sets of tracks."""
    names = [
        "Denver-Kansas City",
        "Denver-Omaha",
        "Kansas City-Omaha",
        "Denver-Oklahoma City",
        "Kansas City-Oklahoma City",
        "Denver-Santa Fe",
        "Oklahoma City-Santa Fe",
        "El Paso-Santa Fe",
        "El Paso-Oklahoma City",
    ]
    chosen = [_track(name) for name in names]
    trails = (part for size in range(10) for part in combinations(chosen, size) if _is_trail(part))

    assert longest_path(position(owned={0: names}), 0) == max(sum(length for _, _, length in part) for part in trails)


@pytest.mark.clause("TTR-89")
def test_separate_networks_are_not_added_up() -> None:
    """Seattle-Portland (1) and Atlanta-Miami (5): 5."""
    assert longest_path(position(owned={0: APART}), 0) == 5


@pytest.mark.clause("TTR-89")
def test_a_path_has_nothing_to_do_with_tickets() -> None:
    """The same tracks with tickets completed, not completed or none: the same path."""
    paths = {
        longest_path(position(owned={0: DENVER_TO_EL_PASO}, tickets={0: held}), 0)
        for held in ([], ["Denver-El Paso"], ["Boston-Miami"])
    }

    assert paths == {4}


@pytest.mark.clause("TTR-90")
def test_equal_longest_paths_all_earn_the_bonus() -> None:
    """Paths of 5, 5 and 4: the first two have ten points each."""
    state = position(seats=3, owned={0: ["Denver-Phoenix"], 1: ["Atlanta-Miami"], 2: DENVER_TO_EL_PASO}, actor=OVER)

    assert list(state.scores()) == [20, 20, 4]


@pytest.mark.clause("TTR-91")
def test_without_any_track_nobody_earns_the_bonus() -> None:
    """All paths are 0: no seat has ten points."""
    state = position(seats=4, actor=OVER)

    assert list(state.scores()) == [0, 0, 0, 0]


@pytest.mark.clause("TTR-92")
def test_cards_and_trains_left_score_nothing() -> None:
    """Seat 0 ends with ten cards and 40 trains, seat 1 with none of either but the same tracks in length: equal scores."""
    state = position(hands={0: "5 red 5 locomotive"}, owned={0: ["Denver-Phoenix"], 1: ["Atlanta-Miami"]}, actor=OVER)

    assert list(state.scores()) == [20, 20]
    assert (list(state.size), list(state.trains)) == ([10, 0], [40, 40])


@pytest.mark.clause("TTR-92")
def test_trains_left_score_nothing() -> None:
    """The last round is played out with 43 trains placed by one seat and none by the other: the reserve of 45 counts nothing."""
    state = position(turn=0, last=1, owned={0: spread(43)})
    play(state, "draw", "card blue", "draw", "card blue")

    assert state.actor == OVER
    assert state.scores()[1] == 0


def _track(name: str) -> Track:
    each = track(name)
    return END_A[each], END_B[each], LENGTH[each]


def _is_trail(tracks: tuple[Track, ...]) -> bool:
    """Euler: a network can be drawn in one line when it hangs together and at most two cities have odd degree."""
    ends = [city for a, b, _ in tracks for city in (a, b)]
    if sum(ends.count(city) % 2 for city in set(ends)) > 2:
        return False
    met = set(ends[:1])
    for _ in tracks:
        met |= {city for a, b, _ in tracks if a in met or b in met for city in (a, b)}
    return met == set(ends)

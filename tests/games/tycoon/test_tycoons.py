"""Chapter 5 of the rules: the goals of the tycoons."""

from __future__ import annotations

import pytest

from roundhouse.core.state import CHANCE
from roundhouse.games.tycoon.board import PULLMAN, TYCOON_NAMES
from roundhouse.games.tycoon.moves import CONCEAL, REVEAL
from roundhouse.games.tycoon.position import HIDDEN, REVEALING
from roundhouse.games.tycoon.score import bonus
from roundhouse.games.tycoon.state import Tycoon
from roundhouse.games.tycoon.view import view
from tests.games.tycoon.positions import finish, legal, play, position


def earned(state: Tycoon, seat: int, name: str) -> int:
    """What a tycoon earns a seat as things stand."""
    return bonus(state, seat, TYCOON_NAMES.index(name))


@pytest.mark.clause("RRT-41")
def test_a_goal_scores_at_the_end_of_the_game() -> None:
    """Gould's 7 points are not on the track while the game runs, and in the final score they are."""
    state = position(shares=[0, 3], cash=[50, 50], ending=2, tycoons=["Jay Gould"])

    assert state.scores()[0] == 0
    assert finish(state).scores()[0] == 7


@pytest.mark.clause("RRT-42")
@pytest.mark.parametrize("name", ["J.P. Morgan", "Jay Gould", "Mark Hopkins", "Theodore D. Judah", "James Fisk", "Daniel Drew"])
def test_a_comparison_is_not_met_when_tied(name: str) -> None:
    """Three seats with equal links, shares and money: nobody has the most or the fewest."""
    links = {0: ["New York-Philadelphia"], 1: ["Boston-Providence"], 2: ["Toledo-Detroit"]}
    state = position(seats=3, links=links, shares=[2, 2, 2], cash=[4, 4, 4])

    assert [earned(state, seat, name) for seat in range(3)] == [0, 0, 0]


@pytest.mark.clause("RRT-43")
def test_tycoons_are_secret_until_the_end() -> None:
    """A seat sees its own card and none of the others; when the game is over all lie open."""
    state = position(seats=3, ending=2)

    assert [each == HIDDEN for each in view(state, 1).position.tycoon] == [True, False, True]
    assert HIDDEN not in view(finish(state), 1).position.tycoon


@pytest.mark.clause("RRT-43")
@pytest.mark.parametrize(("name", "outcome"), [("George Pullman", REVEAL), ("James Fisk", CONCEAL)])
def test_pullman_is_shown_when_his_goal_is_met(name: str, outcome: int) -> None:
    """Who reaches level 6 first shows Pullman or nothing; an event that everybody sees, since it tells of a card."""
    state = play(position(level=[5, 1], tycoons=[name]), "upgrade")

    assert (state.actor, state.phase, list(state.legal_moves())) == (CHANCE, REVEALING, [outcome])
    state.apply(outcome)
    shown = view(state, 1).position.tycoon[0]
    assert shown == (PULLMAN if outcome == REVEAL else HIDDEN)


@pytest.mark.clause("RRT-44")
def test_farnam_earns_two_points_a_link_at_chicago() -> None:
    """Two own links end in Chicago, from either end; one elsewhere and one of another owner do not count."""
    links = {0: ["Chicago-Milwaukee", "Indianapolis-Chicago", "Toledo-Detroit"], 1: ["Chicago-Rock Island"]}
    state = position(links=links)

    assert [earned(state, seat, "Henry Farnam") for seat in (0, 1)] == [4, 2]


@pytest.mark.clause("RRT-45")
def test_morgan_earns_six_points_for_most_links() -> None:
    """Two links against one."""
    state = position(links={0: ["Chicago-Milwaukee", "Toledo-Detroit"], 1: ["Boston-Providence"]})

    assert [earned(state, seat, "J.P. Morgan") for seat in (0, 1)] == [6, 0]


@pytest.mark.clause("RRT-46", "RRT-47")
@pytest.mark.parametrize("name", ["Jay Gould", "Mark Hopkins"])
def test_gould_and_hopkins_earn_seven_points_for_fewest_shares(name: str) -> None:
    """4 shares against 5 and 9."""
    state = position(seats=3, shares=[5, 4, 9])

    assert [earned(state, seat, name) for seat in range(3)] == [0, 7, 0]


@pytest.mark.clause("RRT-48")
def test_pullman_earns_six_points_for_the_first_at_level_six() -> None:
    """Seat 1 was first; seat 0 has a higher level now, but came later."""
    state = play(position(level=[5, 6], six=1), "upgrade")

    assert [earned(state, seat, "George Pullman") for seat in (0, 1)] == [0, 6]


@pytest.mark.clause("RRT-214")
def test_pullman_is_lost_when_another_player_was_first() -> None:
    """Seat 0 reaches level 6 with Fisk; seat 1, who holds Pullman, reaches it later: no event, no points."""
    state = play(position(level=[5, 5], tycoons=["James Fisk", "George Pullman"]), "upgrade", "pullman not shown", "upgrade")

    assert (state.six, state.shown, state.actor) == (0, 0, 0)
    assert earned(state, 1, "George Pullman") == 0


@pytest.mark.clause("RRT-49")
def test_holliday_earns_five_points_for_western_links_one_or_both() -> None:
    """None, one and both: 0, 5 and 5."""
    assert [earned(position(western=owners), 0, "Cyrus Holliday") for owners in ([-1, 1], [0, -1], [1, 0], [0, 0])] == [0, 5, 5, 5]


@pytest.mark.clause("RRT-50")
def test_judah_earns_eight_points_for_the_longest_run_of_links() -> None:
    """Seat 0 has three links that meet in one city, a run of two; seat 1 has three in a row."""
    links = {
        0: ["Philadelphia-New York", "Philadelphia-Baltimore", "Philadelphia-Dover"],
        1: ["Lexington-Cincinnati", "Cincinnati-Louisville", "Louisville-Nashville"],
    }
    state = position(links=links)

    assert [earned(state, seat, "Theodore D. Judah") for seat in (0, 1)] == [0, 8]


@pytest.mark.clause("RRT-51")
def test_vanderbilt_earns_five_points_for_own_links_from_new_york_to_chicago() -> None:
    """By way of Pittsburgh and Toledo; with one link of another owner it is not met."""
    way = ["New York-Philadelphia", "Philadelphia-Pittsburgh", "Pittsburgh-Cleveland", "Cleveland-Toledo", "Toledo-Chicago"]

    assert earned(position(links={0: way}), 0, "Cornelius Vanderbilt") == 5
    assert earned(position(links={0: way[1:], 1: way[:1]}), 0, "Cornelius Vanderbilt") == 0


@pytest.mark.clause("RRT-52", "RRT-53")
@pytest.mark.parametrize("name", ["James Fisk", "Daniel Drew"])
def test_fisk_and_drew_earn_seven_points_for_most_money(name: str) -> None:
    """30,000 against 29,000; shares do not matter."""
    state = position(cash=[30, 29], shares=[40, 0])

    assert [earned(state, seat, name) for seat in (0, 1)] == [7, 0]


def test_the_search_for_the_longest_run_is_offered_nothing_it_cannot_end() -> None:
    """A position without links has runs of 0, and nobody scores for them."""
    state = position()

    assert earned(state, 0, "Theodore D. Judah") == 0
    assert "upgrade" in legal(state)

"""The estimate of Ticket to Ride: exact at the end, and better for whoever is better off."""

from __future__ import annotations

from roundhouse.core.state import OVER
from roundhouse.games.tickets.estimate import evaluate
from tests.games.tickets.positions import position, random_game

TICKET = "Dallas-New York"  # 11 points
WAY = ["Dallas-Little Rock", "Little Rock-Nashville", "Nashville-Pittsburgh", "New York-Pittsburgh/white"]


def test_the_end_is_not_estimated() -> None:
    """Exactly the final scores, in hundredths."""
    state = [state for state, _ in random_game(3, 1)][-1]

    assert state.actor == OVER
    assert list(evaluate(state)) == [100 * score for score in state.scores()]


def test_points_count_in_full() -> None:
    """Seven more points for one seat change nothing else."""
    before, after = evaluate(position()), evaluate(position(points=[7, 0]))

    assert after[0] - before[0] == 700
    assert after[1] == before[1]


def test_a_ticket_done_is_worth_more_than_one_planned_and_that_more_than_one_out_of_reach() -> None:
    """The same ticket with the way built, with the way open, and in the last round."""
    done = (
        evaluate(position(tickets={0: [TICKET]}, owned={0: WAY}, points=[0, 0]))[0]
        - evaluate(position(owned={0: WAY}, points=[0, 0]))[0]
    )
    planned = evaluate(position(tickets={0: [TICKET]}))[0] - evaluate(position())[0]
    hopeless = evaluate(position(tickets={0: [TICKET]}, last=1))[0] - evaluate(position(last=1))[0]

    assert done == 1100
    assert hopeless == -1100
    assert hopeless < planned


def test_cards_and_locomotives_help() -> None:
    """Two cards are better than none, two locomotives better still."""
    none, cards, wild = (evaluate(position(hands={0: hand}))[0] for hand in ("", "2 red", "2 locomotive"))

    assert none < cards < wild


def test_the_longest_path_helps_one_seat_and_hurts_the_other() -> None:
    """Four tracks in a row, their points left out."""
    before = evaluate(position())
    after = evaluate(position(owned={0: WAY}, points=[0, 0], trains=[45, 45]))

    assert after[0] > before[0]
    assert after[1] < before[1]

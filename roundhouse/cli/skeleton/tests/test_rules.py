"""The rules, clause by clause: each test is marked with the clauses that it holds the code to."""

from __future__ import annotations

from pathlib import Path

import pytest
from roundhouse.core.state import CHANCE, OVER, SPECTATOR, State
from roundhouse.testing import clauses_of, languages_of, message_faults

import whistle_game
from whistle_game import GAME
from whistle_game.moves import A_ROLL, parse

PACKAGE = Path(whistle_game.__file__).parent


def played(seats: int, *texts: str) -> State:
    """Return the state after some moves."""
    state = GAME.start(seats)
    for text in texts:
        assert parse(text) in state.legal_moves(), text
        state.apply(parse(text))
    return state


@pytest.mark.clause("WHI-1")
def test_each_seat_rolls_in_order_and_in_secret() -> None:
    """Seat 0 rolls a six: it sees the six, the others see that a die was rolled."""
    state = played(3)
    six = parse("roll 6")

    assert state.actor == CHANCE
    assert [state.seen(six, seat) for seat in (0, 1, 2, SPECTATOR)] == [six, A_ROLL, A_ROLL, A_ROLL]


@pytest.mark.clause("WHI-2")
def test_then_each_seat_stays_or_rolls_again() -> None:
    """Seat 0 stays with a four, seat 1 trades a two for a five."""
    state = played(2, "roll 4", "roll 2", "stay", "again", "roll 5")

    assert state.actor == OVER
    assert list(state.scores()) == [4, 5]


@pytest.mark.clause("WHI-3")
def test_the_highest_roll_wins_and_ties_share() -> None:
    """Two fives and a one."""
    state = played(3, "roll 5", "roll 1", "roll 5", "stay", "stay", "stay")

    assert list(state.ranks()) == [0, 2, 0]


def test_every_clause_is_in_the_text_the_code_and_the_tests() -> None:
    """And nothing names a clause that does not exist."""
    clauses = clauses_of("whistle", PACKAGE, Path(__file__).parent)

    assert set(clauses.translations.values()) <= {clauses.text}
    assert clauses.code == clauses.tests == set(clauses.text)


@pytest.mark.parametrize("language", languages_of(PACKAGE))
def test_everything_is_said_in_each_language(language: str) -> None:
    """No translation is missing, left over or unfinished."""
    assert message_faults(PACKAGE, language) == []

"""Records: written, read, replayed, refused."""

from __future__ import annotations

import pickle

import pytest

import roundhouse
from roundhouse.core.record import BadRecord, Record, read, replay, write
from roundhouse.play.chance import Seeded
from roundhouse.play.laws import check_game
from roundhouse.play.table import Table

GAME = roundhouse.find("tickets")


@pytest.fixture(scope="module")
def finished() -> str:
    """The text of a finished game of two."""
    return write(check_game(GAME, 2, 3, look_every=1_000_000))


@pytest.fixture(scope="module")
def begun() -> list[str]:
    """The lines of a game whose deal is done and whose first seat has chosen its tickets."""
    table = Table(GAME, 2, source=Seeded(1), names=["Ada", "Bo # 2"])
    table.play(0, "keep 1 2 3")
    return write(table.record()).splitlines()


def test_a_finished_game_survives_writing_and_reading(finished: str) -> None:
    """The same text again, and the scores it states."""
    record = read(finished)

    assert write(record) == finished
    assert list(replay(GAME, record).scores()) == record.scores


def test_names_may_hold_what_looks_like_a_comment(begun: list[str]) -> None:
    """A hash sign in a name."""
    assert read("\n".join(begun)).names == ["Ada", "Bo # 2"]


def test_comments_and_empty_lines_are_passed_over(begun: list[str]) -> None:
    """A comment line, an empty one, a remark behind a move."""
    lines = [*begun[:-1], "", "# the first choice", begun[-1] + "   # bold"]

    assert read("\n".join(lines)).entries[-1].text == "keep 1 2 3"


def damaged(lines: list[str], at: int, line: str | None) -> str:
    return "\n".join(lines[:at] + ([] if line is None else [line]) + lines[at + 1 :])


@pytest.mark.parametrize(
    ("at", "line", "number", "reason"),
    [
        (0, "roundhouse 9", 1, "format '9' is unknown"),
        (0, "PGN", 1, "a line 'roundhouse ...' is missing here"),
        (1, "game tickets", 2, "'game NAME VERSION'"),
        (2, "seats two", 3, "'two' is not a whole number"),
        (2, None, 3, "a line 'seats ...' is missing"),
        (3, "options [1]", 4, "JSON object"),
        (3, "options {", 4, "JSON object"),
        (4, 'names ["Ada"]', 5, "one text a seat"),
        (4, "names [", 5, "one text a seat"),
        (6, "7 draw", 7, "a seat from 0 to 1"),
        (6, "*", 7, "a move is missing after"),
        (6, "* card pink", 7, "'card pink' is not a move"),
        (6, "0 draw", 7, "chance \\(\\*\\) is due here, not seat 0"),
        (-1, "0 keep 1", 27, "'keep 1' is not legal. TTR-17: "),
        (-1, "1 keep 1 2", 27, "seat 0 is due here, not seat 1"),
        (-1, "= 1 2", 27, "the game is not over"),
        (-1, "= 1", 27, "1 scores for 2 seats"),
    ],
)
def test_a_damaged_record_is_refused_with_line_and_reason(
    begun: list[str], at: int, line: str | None, number: int, reason: str
) -> None:
    """One line replaced or left out."""
    text = damaged(begun, at % len(begun), line)

    with pytest.raises(BadRecord, match=reason) as caught:
        replay(GAME, read(text))
    assert caught.value.line == (number if at >= 0 else len(begun))


def test_wrong_scores_are_refused(finished: str) -> None:
    """One point more for the first seat."""
    record = read(finished)
    assert record.scores is not None
    record.scores[0] += 1

    with pytest.raises(BadRecord, match="the scores are"):
        replay(GAME, record)


def test_moves_after_the_end_and_lines_after_the_scores_are_refused(finished: str) -> None:
    """A draw too many."""
    with pytest.raises(BadRecord, match="nothing may follow"):
        read(finished + "0 draw\n")
    lines = finished.splitlines()
    with pytest.raises(BadRecord, match="already over"):
        replay(GAME, read("\n".join([*lines[:-1], "0 draw"])))


def test_a_record_of_another_version_is_refused() -> None:
    """Version 99."""
    with pytest.raises(BadRecord, match="tickets version 99; this is tickets version 1"):
        replay(GAME, Record("tickets", 99, 2))


def test_unknown_options_are_refused() -> None:
    """A variant that the game does not have."""
    with pytest.raises(roundhouse.BadSetup, match="no option 'map'"):
        replay(GAME, Record("tickets", GAME.version, 2, {"map": "Europe"}))


def test_errors_travel_between_processes() -> None:
    """A refusal of a record survives pickling, as workers send it."""
    with pytest.raises(BadRecord) as caught:
        read("")
    again = pickle.loads(pickle.dumps(caught.value))

    assert (again.line, str(again)) == (caught.value.line, str(caught.value))

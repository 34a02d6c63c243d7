"""Records: written, read, replayed, refused."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import roundhouse
from roundhouse.core.names import visible
from roundhouse.core.record import BadRecord, Record, read, replay, write
from roundhouse.play.chance import Seeded
from roundhouse.play.laws import check_game
from roundhouse.play.table import Table
from roundhouse.ui.text import translate

T = TypeVar("T")

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
        (1, "game tickets one", 2, "'one' is not a whole number"),
        (1, "game tickets " + "9" * 3000, 2, "9… is not a number from 0 to 999999"),
        (1, f"game {'x' * 41} 1", 2, "'game NAME VERSION'"),
        (2, "seats two", 3, "'two' is not a whole number"),
        (2, "seats --2", 3, "'--2' is not a whole number"),
        (2, "seats ٢", 3, "'٢' is not a whole number"),
        (2, "seats -2", 3, "-2 is not a number from 1 to 99"),
        (2, "seats 100", 3, "100 is not a number from 1 to 99"),
        (2, "seats " + "2" * 4000, 3, "2… is not a number from 1 to 99"),
        (2, None, 3, "a line 'seats ...' is missing"),
        (3, "options [1]", 4, "JSON object"),
        (3, "options {", 4, "JSON object"),
        (3, "options " + "[" * 2000, 4, "more than 8 deep"),
        (3, 'options {"x": "[[[[[[[[["', 4, "JSON object"),
        (3, "options " + '{"a":' * 9 + "1" + "}" * 9, 4, "more than 8 deep"),
        (3, 'options {"x": ' + "1" * 4000 + "}", 4, "JSON object"),
        (3, 'options {"x": NaN}', 4, "JSON object"),
        (3, 'options {"x": 1e999}', 4, "JSON object"),
        (3, r'options {"\ud800": 1}', 4, "characters that cannot be shown"),
        (3, r'options {"x": ["\u001b[2J"]}', 4, "characters that cannot be shown"),
        (3, "options " + " " * 200_000 + "{}", 4, "longer than 200000 characters"),
        (2, "seats " + " " * 5000 + "2", 3, "longer than 4096 characters"),
        (4, 'names ["Ada"]', 5, "one text a seat"),
        (4, "names [", 5, "one text a seat"),
        (4, f'names ["{"x" * 31}", "Bo"]', 5, "the name of seat 0: the text is longer than 30 characters"),
        (4, r'names ["Ada", "Bo\u202e"]', 5, "characters that cannot be shown"),
        (4, r'names ["Ada", "\ud800"]', 5, "characters that cannot be shown"),
        (4, r'names ["Ada", "B\no"]', 5, "characters that cannot be shown"),
        (4, 'names ["Ada", " "]', 5, "the name of seat 1: the text is empty"),
        (4, 'names ["Ada", "B\u0315\u0315\u0315\u0315"]', 5, "the name of seat 1: the text holds too many marks"),
        (4, 'names ["Ada\x1b[2J", "Bo"]', 5, "characters that cannot be shown"),
        (5, 'nonces ["00"]', 6, "nonces are a JSON list of one text a seat"),
        (5, 'nonces ["00", 1]', 6, "nonces are a JSON list of one text a seat"),
        (5, 'nonces "00"', 6, "nonces are a JSON list of one text a seat"),
        (5, 'nonces ["00", "0"]', 6, "at most 64 bytes in lower-case hexadecimal"),
        (5, 'nonces ["", "AB"]', 6, "at most 64 bytes in lower-case hexadecimal"),
        (5, f'nonces ["", "{"00" * 65}"]', 6, "at most 64 bytes in lower-case hexadecimal"),
        (6, "7 draw", 7, "a seat from 0 to 1"),
        (6, "9" * 4000 + " draw", 7, "a seat from 0 to 1"),
        (6, "-0 draw", 7, "a seat from 0 to 1"),
        (6, "* " + "x" * 201, 7, "longer than 200 characters"),
        (6, "* card \x1b[31mred", 7, "characters that cannot be shown"),
        (6, "* card \u2028red", 7, "characters that cannot be shown"),
        (6, "# \ud800", 7, "characters that cannot be shown"),
        (6, "*", 7, "a move is missing after"),
        (6, "* card pink", 7, "'card pink' is not a move"),
        (6, "0 draw", 7, "chance \\(\\*\\) is due here, not seat 0"),
        (-1, "0 keep 1", 27, "'keep 1' is not legal. TTR-17: "),
        (-1, "1 keep 1 2", 27, "seat 0 is due here, not seat 1"),
        (-1, "= 1 2", 27, "the game is not over"),
        (-1, "= 1", 27, "1 scores for 2 seats"),
        (-1, "= 1 1" + "0" * 4000, 27, "0… is not a number from -1000000000"),
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
    with pytest.raises(roundhouse.BadSetup, match="no option 'country'"):
        replay(GAME, Record("tickets", GAME.version, 2, {"country": "Europe"}))


def test_errors_travel_between_processes() -> None:
    """A refusal of a record survives pickling, as workers send it."""
    with pytest.raises(BadRecord) as caught:
        read("")
    again = pickle.loads(pickle.dumps(caught.value))

    assert (again.line, str(again)) == (caught.value.line, str(caught.value))


# Foreign texts.


def test_a_bad_name_is_refused_in_french_too(begun: list[str]) -> None:
    """The line and the reason."""
    with pytest.raises(BadRecord) as caught:
        read(damaged(begun, 4, f'names ["Ada", "{"x" * 4000}"]'))

    assert translate(caught.value.sentence, "fr") == "ligne 5\u00a0: le nom de la place 1\u00a0: le texte dépasse 30 caractères"


def test_names_are_read_in_the_form_in_which_they_are_shown(begun: list[str]) -> None:
    """As where people write them."""
    record = read(damaged(begun, 5, 'names ["Zoe\u0308", " Bo  2"]'))

    assert record.names == ["Zoë", "Bo 2"]
    assert read(write(record)).names == record.names


def test_what_is_written_can_be_read_whatever_players_are_called() -> None:
    """Bots are called by their commands, which may be long; a name is cut, and never refused when it comes back."""
    table = Table(GAME, 2, source=Seeded(1), names=["cmd:python3 -m bots.express --careful --seed 7", "\x1b[2J\ud800"])

    assert read(write(table.record())).names == ["cmd:python3 -m…areful --seed 7", "?[2J?"]


def test_a_text_that_is_too_large_is_refused_before_it_is_split(begun: list[str]) -> None:
    """In characters, in lines."""
    with pytest.raises(BadRecord, match="line 1: the text is longer than 4194304 characters"):
        read("\n".join(begun) + "\n" * 2**22)
    with pytest.raises(BadRecord, match="line 100001: a record has at most 100000 lines"):
        read("\n".join(begun) + "\r\n" * 100_001)


def test_more_moves_than_any_game_has_are_refused_before_they_are_replayed(begun: list[str]) -> None:
    """The first move too many is named; the others are not looked at."""
    text = "\n".join([*begun, *["0 nonsense"] * GAME.max_moves])

    with pytest.raises(BadRecord, match=f"has more than {GAME.max_moves} moves") as caught:
        replay(GAME, read(text))
    assert caught.value.line == 7 + GAME.max_moves + 1


CHARACTERS = st.characters() | st.sampled_from('0123456789-*=#"[]{}\\ \n\r\t\x0c\x1b\u2028\u202e\ud800\ufeff٣')
WORDS = st.text(CHARACTERS, max_size=12)
NUMBERS = st.integers(-(10**12), 10**12).map(str) | WORDS | st.integers(1, 6000).map("7".__mul__) | st.just("--2") | st.just("2")
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(CHARACTERS, max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(CHARACTERS, max_size=4), inner, max_size=3),
    max_leaves=12,
)
NESTED = st.builds(lambda opening, depth: opening * depth, st.sampled_from(["[", '{"a":', "[{", '"']), st.integers(1, 3000))
JSON = st.builds(json.dumps, VALUES, ensure_ascii=st.booleans()) | NESTED | WORDS
LINES = (
    st.builds("roundhouse {}".format, st.just("1") | NUMBERS)
    | st.builds("game {} {}".format, st.sampled_from([*(game.name for game in roundhouse.GAMES), "x" * 50]) | WORDS, NUMBERS)
    | st.builds("seats {}".format, NUMBERS)
    | st.builds("{} {}".format, st.sampled_from(["options", "names", "nonces"]), JSON)
    | st.builds("{} {}".format, st.sampled_from(["seed", "commitment", "secret", "seen-by"]), NUMBERS)
    | st.builds("{} {}".format, st.sampled_from(["*", "0", "1", "٣"]) | NUMBERS, st.sampled_from(["draw", "pass", "buy"]) | WORDS)
    | st.lists(NUMBERS, max_size=4).map(lambda scores: " ".join(["=", *scores]))
    | WORDS
)


@st.composite
def records(draw: st.DrawFn) -> str:
    """A record of which some lines are right, some are damaged, some are missing and some are too many."""
    game = draw(st.sampled_from(roundhouse.GAMES))
    right = [
        "roundhouse 1",
        f"game {game.name} {game.version}",
        "seats 2",
        "options {}",
        'names ["Ada", "Bo"]',
        "* x",
        "0 pass",
        "= 1 2",
    ]
    kept = [draw(st.just(line) | LINES) for line in right if draw(st.integers(0, 9))]
    return draw(st.sampled_from(["\n", "\r\n", "\r"])).join(kept + draw(st.lists(LINES, max_size=3)))


def outcome(work: Callable[[], T]) -> T | roundhouse.HouseError:
    """What comes out, or the refusal; anything else is raised."""
    try:
        return work()
    except roundhouse.HouseError as error:
        return error


@settings(max_examples=400, deadline=None)
@given(records() | st.text(CHARACTERS, max_size=200))
def test_any_text_is_a_record_or_is_refused_with_a_line_and_a_reason(text: str) -> None:
    """Nothing else is raised, whatever a text holds; a refusal can be shown, and a record is the same when it is written."""
    found = outcome(lambda: read(text))
    if isinstance(found, Record):
        assert write(read(write(found))) == write(found)
        assert write(found).encode()
        return
    assert isinstance(found, BadRecord)
    assert 1 <= found.line <= text.count("\n") + text.count("\r") + 2
    assert visible(str(found)) == str(found)
    assert len(str(found)) < 200


@settings(max_examples=200, deadline=None)
@given(records())
def test_any_record_is_replayed_or_refused(text: str) -> None:
    """By the rules of its game, with a sentence."""
    found = outcome(lambda: replay(roundhouse.find(read(text).game), read(text)))

    assert str(found)


@pytest.mark.parametrize("game", roundhouse.GAMES, ids=lambda game: game.name)
def test_the_text_of_every_move_fits_into_a_record(game: roundhouse.Game[roundhouse.State]) -> None:
    """The bound of a move leaves room for all that a game can write."""
    every = range(game.move_count + game.outcome_count + game.shadow_count)

    assert max(len(game.notation(move)) for move in every) <= 100

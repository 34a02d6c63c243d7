"""`replay` and `verify`: correct records and manipulated ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import roundhouse
from roundhouse.core.record import write
from roundhouse.play.chance import Secret, Seeded, Source
from roundhouse.play.table import Table
from tests.cli.conftest import Command

GAME = roundhouse.find("tickets")
RECORDS = Path(__file__).parent.parent / "records"


def finished(source: Source) -> Table:
    """Play a game of two that always make the last legal move: claims rather than draws, so it is short."""
    table = Table(GAME, 2, source=source, names=["Ada", "Bo"])
    while not table.over:
        table.play(table.actor, table.moves(table.actor)[-1])
    return table


@pytest.fixture(scope="module")
def table() -> Table:
    """A finished game, dealt from a secret."""
    return finished(Secret(bytes(range(32))))


@pytest.fixture
def file(table: Table, tmp_path: Path) -> Path:
    """The record of a finished game with its secret."""
    path = tmp_path / "game.rec"
    path.write_text(write(table.record()), "utf-8")
    return path


def changed(file: Path, line: int, text: str) -> Path:
    """Replace one line of the file."""
    lines = file.read_text("utf-8").splitlines()
    lines[line - 1] = text
    file.write_text("\n".join(lines) + "\n", "utf-8")
    return file


def line_of(file: Path, start: str) -> int:
    """Return the number of the first line that starts like this."""
    return next(number for number, line in enumerate(file.read_text("utf-8").splitlines(), 1) if line.startswith(start))


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Player 1 buys a red share from player 2"),
        ("fr", "Joueur 1 achète une action rouge au joueur 2"),
    ],
)
def test_a_record_without_names_calls_players_by_number(command: Command, language: str, told: str) -> None:
    """With a capital at the beginning of a line, and in French with the article of the number."""
    assert told in command("replay", str(RECORDS / "dice1" / "diagonal-sites.rec"), "--lang", language).out


def test_a_replay_prints_every_move_and_the_scores(command: Command, file: Path, table: Table) -> None:
    """The game is over, so hidden cards are named."""
    result = command("replay", str(file))
    printed = [line for line in result.out.splitlines() if line[:5].strip().isdecimal() and "  " in line]

    assert (result.code, result.err) == (0, "")
    assert len(printed) >= table.moves_made
    assert "Ada is dealt a card" not in result.out
    assert f"The game ended after {table.moves_made} moves." in result.out
    assert all(str(score) in result.out.rpartition("moves.")[2] for score in table.scores())


def test_a_replay_shows_a_seat_only_what_it_saw(command: Command, file: Path) -> None:
    """The cards dealt to the other have no colour; a spectator sees none at all."""
    mine = command("replay", str(file), "--seat", "1", "--until", "20").out
    spectator = command("replay", str(file), "--seat", "spectator", "--until", "20").out

    assert "Bo is dealt a card" in mine
    assert "Ada is dealt a card" not in mine
    assert "Ada is dealt a card" in spectator
    assert "The game is not over; 20 moves so far." in mine


def test_a_replay_in_french(command: Command, file: Path) -> None:
    """Log and summary."""
    out = command("replay", str(file), "--lang", "fr").out

    assert "La partie est finie après" in out
    assert "Ada prend" in out or "Ada pioche" in out or "Ada reçoit" in out


def test_a_replay_as_json_has_moves_and_scores(command: Command, file: Path, table: Table) -> None:
    """With the texts of the moves as the seat saw them."""
    facts = json.loads(command("replay", str(file), "--json").out)
    seen = json.loads(command("replay", str(file), "--json", "--seat", "2").out)

    assert facts["scores"] == table.scores()
    assert facts["ranks"] == table.ranks()
    assert facts["over"] is True
    assert [move["move"] for move in facts["moves"]] == [entry.text for entry in table.record().entries]
    assert [move["move"] for move in seen["moves"]] == [entry.text for entry in table.record_seen(1).entries]
    assert facts["moves"][0]["actor"] is None


def test_a_record_comes_from_standard_input_too(command: Command, file: Path) -> None:
    """`-` instead of a file."""
    result = command("replay", "-", "--until", "3", stdin=file.read_text("utf-8"))

    assert result.code == 0
    assert "3 moves so far" in result.out


@pytest.mark.parametrize(
    ("start", "text", "reason"),
    [
        ("= ", "= 1 2", "the scores are"),
        ("0 ", "0 pass", "is not legal. TTR-19: "),
        ("0 ", "1 keep 1 2", "seat 0 is due here, not seat 1"),
        ("* ", "* card pink", "'card pink' is not a move"),
        ("seats", "seats many", "'many' is not a whole number"),
    ],
)
def test_a_damaged_record_is_refused_with_its_line(command: Command, file: Path, start: str, text: str, reason: str) -> None:
    """Scores, a move, a turn, a card, the header."""
    line = line_of(file, start)
    result = command("replay", str(changed(file, line, text)))

    assert (result.code, result.out) == (2, "")
    assert result.err.count("\n") == 1
    assert f"line {line}: " in result.err
    assert reason.replace("TTR-19: ", "TTR-") in result.err


def test_an_honest_deal_is_verified(command: Command, file: Path) -> None:
    """Commitment, draws, moves and scores."""
    result = command("verify", str(file))

    assert (result.code, result.err) == (0, "")
    assert "The secret matches the commitment." in result.out
    assert "The game is over, and its scores are correct." in result.out
    assert result.out.endswith("Verified.\n")


def test_a_game_from_a_seed_is_verified(command: Command, tmp_path: Path) -> None:
    """Every draw is what the seed gives; with another seed the first one already differs."""
    file = tmp_path / "game.rec"
    file.write_text(write(finished(Seeded(8)).record()), "utf-8")
    good = command("verify", str(file))
    changed(file, line_of(file, "seed"), "seed 9")
    bad = command("verify", str(file))

    assert good.code == 0
    assert "committed" not in good.out
    assert bad.code == 1
    assert f"Line {line_of(file, '*')}: draw 1 is" in bad.out


@pytest.mark.parametrize(
    ("nonces", "told"),
    [
        (None, "Protocol 1: the secret alone determined the shuffle; no player contributed a nonce."),
        ([b"", b"Bo"], "Protocol 2: a nonce of 1 seat was mixed into the shuffle: 2."),
        ([b"Ada", b"Bo"], "Protocol 2: nonces of 2 seats were mixed into the shuffle: 1, 2."),
    ],
)
def test_the_protocol_and_the_contributors_are_named(
    command: Command, tmp_path: Path, nonces: list[bytes] | None, told: str
) -> None:
    """Without nonces, with one, with two; as JSON too."""
    file = tmp_path / "game.rec"
    file.write_text(write(finished(Secret(bytes(32), nonces)).record()), "utf-8")
    facts = json.loads(command("verify", str(file), "--json").out)

    assert told in command("verify", str(file)).out.splitlines()
    assert facts["protocol"] == (1 if nonces is None else 2)
    assert facts["contributors"] == [seat for seat, nonce in enumerate(nonces or []) if nonce]


def test_weights_for_verifiers_without_rules_are_written(command: Command, table: Table, file: Path, tmp_path: Path) -> None:
    """One list of outcomes a draw; the card that was drawn is one of them."""
    target = tmp_path / "weights.json"
    result = command("verify", str(file), "--weights", str(target))
    draws = [text for actor, text in ((entry.actor, entry.text) for entry in table.record().entries) if actor < 0]

    assert result.code == 0
    assert all(text in dict(weights) for text, weights in zip(draws, json.loads(target.read_text("utf-8")), strict=True))


def test_a_card_that_was_changed_is_found_with_its_line(command: Command, file: Path) -> None:
    """One draw in the middle of the deal gets another colour."""
    line = line_of(file, "* ") + 6
    card = file.read_text("utf-8").splitlines()[line - 1]
    other = "* card red" if card != "* card red" else "* card blue"
    result = command("verify", str(changed(file, line, other)))

    assert result.code == 1
    assert result.out == f"Not verified. Line {line}: draw 7 is '{other[2:]}', but should be '{card[2:]}'.\n"


def test_a_secret_that_was_changed_is_found(command: Command, file: Path) -> None:
    """It does not match the commitment; no draw is checked."""
    result = command("verify", str(changed(file, line_of(file, "secret"), "secret " + "ab" * 32)))

    assert result.code == 1
    assert result.out == "Not verified: the secret does not match the commitment.\n"


def test_scores_that_were_changed_are_found(command: Command, file: Path) -> None:
    """The last line."""
    line = line_of(file, "= ")
    result = command("verify", str(changed(file, line, "= 500 1")))

    assert result.code == 1
    assert f"Line {line}: the scores are" in result.out


def test_a_verdict_as_json(command: Command, file: Path) -> None:
    """Good, and with a finding."""
    good = json.loads(command("verify", str(file), "--json").out)
    line = line_of(file, "= ")
    bad = json.loads(command("verify", str(changed(file, line, "= 500 1")), "--json").out)

    assert good["good"] is True
    assert good["kind"] == "secret"
    assert good["draws"] > 20
    assert (good["line"], good["reason"]) == (None, None)
    assert (bad["good"], bad["line"]) == (False, line)


@pytest.mark.parametrize(
    ("start", "text", "reason"),
    [
        ("secret", "# nothing", "neither a secret nor a seed"),
        ("secret", "secret xyz", "a secret is 32 bytes in hexadecimal"),
        ("secret", "secret abcd", "a secret has 32 bytes, not 2"),
        ("commitment", "# nothing", "a secret but no commitment"),
        ("secret", "seed ten", "a seed is a whole number, not 'ten'"),
        ("roundhouse", "roundhouse 7", "line 1: format '7' is unknown"),
        ("names", "seen-by 0", "shows only what one seat has seen"),
    ],
)
def test_an_unverifiable_record_is_not_called_wrong(command: Command, file: Path, start: str, text: str, reason: str) -> None:
    """Exit code 2, and one line that says what is missing."""
    result = command("verify", str(changed(file, line_of(file, start), text)))

    assert (result.code, result.out) == (2, "")
    assert result.err.count("\n") == 1
    assert reason in result.err

"""Wrong usage is a one-line error in the user's language with exit code 2; help, version and pipes work."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import roundhouse
from roundhouse.bots import NAMES
from roundhouse.cli import COMMANDS
from tests.cli.conftest import Command

GAMES = ", ".join(game.name for game in roundhouse.GAMES)
GOOD = "roundhouse 1\ngame tickets 1\nseats 2\noptions {}\n"

WRONG: list[tuple[list[str], str]] = [
    ([], "roundhouse: COMMAND is missing; see 'roundhouse --help'"),
    (["ply"], "roundhouse: there is no command 'ply'; see 'roundhouse --help'"),
    (["play"], "roundhouse play: GAME is missing; see 'roundhouse play --help'"),
    (["play", "chess"], "roundhouse: there is no game 'chess'; choose one of: " + GAMES),
    (["play", "tickets", "--seats", "7"], "roundhouse: Ticket to Ride (USA) is for 2 to 5 players, not 7"),
    (["play", "tickets", "--bots", "9"], "roundhouse: Ticket to Ride (USA) is for 2 to 5 players, not 10"),
    (["play", "tickets", "--seats", "2", "--bots", "3"], "roundhouse: 3 bots do not fit 2 seats"),
    (["play", "tickets", "--seats", "2", "--bots", "-1"], "roundhouse: -1 bots do not fit 2 seats"),
    (["play", "tickets", "--bots", "1", "--seat", "3"], "roundhouse: there is no seat 3; seats are 1 to 2"),
    (
        ["play", "tickets", "--bots", "1", "--seat", "0"],
        "roundhouse play: --seat takes a whole number of at least 1, not 0; see 'roundhouse play --help'",
    ),
    (["play", "tickets", "--seat", "1"], "roundhouse: --seat needs a single human player; here 2 of 2 are human"),
    (
        ["play", "tickets", "--seats", "two"],
        "roundhouse play: --seats takes a whole number, not 'two'; see 'roundhouse play --help'",
    ),
    (["play", "tickets", "--seats"], "roundhouse play: --seats needs a value; see 'roundhouse play --help'"),
    (["play", "tickets", "--open=1"], "roundhouse play: --open takes no value; see 'roundhouse play --help'"),
    (
        ["play", "tickets", "--bot", "clever"],
        "roundhouse: there is no bot 'clever'; choose one of: " + ", ".join(NAMES),
    ),
    (["play", "tickets", "--fast"], "roundhouse: unknown argument '--fast'; see 'roundhouse --help'"),
    (
        ["play", "tickets", "--option", "map"],
        "roundhouse play: --option is written name=value, not 'map'; see 'roundhouse play --help'",
    ),
    (
        ["play", "tickets", "--option", "map=2"],
        "roundhouse: there is no map '2'; choose one of usa, austria, great-lakes, or give a map file",
    ),
    (["play", "tickets", "--load", "missing.rec"], "roundhouse: there is no file 'missing.rec'"),
    (
        ["play", "tickets", "--load", "good.rec", "--seed", "1"],
        "roundhouse: --seats, --seed and --option cannot be used with --load: a saved game has its own",
    ),
    (["replay", "missing.rec"], "roundhouse: there is no file 'missing.rec'"),
    (["replay", "a\0b"], "roundhouse: there is no file 'a?b'"),
    (["replay", "folder"], "roundhouse: 'folder' is a folder"),
    (["replay", "latin.rec"], "roundhouse: 'latin.rec' is not UTF-8 text"),
    (["replay", "empty.rec"], "roundhouse: empty.rec: line 1: a line 'roundhouse ...' is missing here"),
    (["replay", "turn.rec"], "roundhouse: turn.rec: line 5: chance (*) is due here, not seat 0"),
    (["replay", "move.rec"], "roundhouse: move.rec: line 6: '* jump' is not a move"),
    (["replay", "seats.rec"], "roundhouse: seats.rec: Ticket to Ride (USA) is for 2 to 5 players, not 9"),
    (["replay", "version.rec"], "roundhouse: version.rec: line 2: the record is of tickets version 9; this is tickets version 1"),
    (["replay", "chess.rec"], "roundhouse: chess.rec: there is no game 'chess'; choose one of: " + GAMES),
    (["replay", "good.rec", "--seat", "3"], "roundhouse: there is no seat 3; seats are 1 to 2"),
    (
        ["replay", "good.rec", "--seat", "-1"],
        "roundhouse replay: --seat takes a whole number of at least 1, not -1; see 'roundhouse replay --help'",
    ),
    (
        ["replay", "good.rec", "--until", "-1"],
        "roundhouse replay: --until takes a whole number of at least 0, not -1; see 'roundhouse replay --help'",
    ),
    (["verify", "missing.rec"], "roundhouse: there is no file 'missing.rec'"),
    (["verify", "good.rec"], "roundhouse: good.rec: the record has neither a secret nor a seed, so its deal cannot be verified"),
    (["fuzz", "chess"], "roundhouse: there is no game 'chess'; choose one of: " + GAMES),
    (["fuzz", "tickets", "--seats", "1"], "roundhouse: Ticket to Ride (USA) is for 2 to 5 players, not 1"),
    (
        ["fuzz", "tickets", "--jobs", "0"],
        "roundhouse fuzz: --jobs takes a whole number of at least 1, not 0; see 'roundhouse fuzz --help'",
    ),
    (["perft", "tickets", "--depth", "2"], "roundhouse perft: --seats is missing; see 'roundhouse perft --help'"),
    (["perft", "tickets", "--seats", "6", "--depth", "2"], "roundhouse: Ticket to Ride (USA) is for 2 to 5 players, not 6"),
    (["draw", "tickets"], "roundhouse: no output file: use --svg FILE or --png FILE"),
    (["draw", "tickets", "--svg", "folder"], "roundhouse: 'folder' is a folder"),
    (["draw", "tickets", "--svg", "no/where.svg"], "roundhouse: there is no file 'no/where.svg'"),
    (["draw", "tickets", "--svg", "x.svg", "--seat", "4"], "roundhouse: there is no seat 4; seats are 1 to 2"),
    (
        ["draw", "tickets", "--svg", "x.svg", "--record", "good.rec", "--seats", "2"],
        "roundhouse: --seats and --option cannot be used with --record: a record has its own",
    ),
    (["games", "--lang", "xx"], "roundhouse: there is no language 'xx'; choose one of: en, de, fr"),
    (["games", "--lang"], "roundhouse games: --lang needs a value; see 'roundhouse games --help'"),
]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with good and bad files in it, where the command is run."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    files = {
        "good.rec": GOOD,
        "empty.rec": "",
        "turn.rec": GOOD + "0 keep 1 2\n",
        "move.rec": GOOD + "* card red\n* jump\n",
        "seats.rec": GOOD.replace("seats 2", "seats 9"),
        "version.rec": GOOD.replace("tickets 1", "tickets 9"),
        "chess.rec": GOOD.replace("tickets", "chess"),
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "latin.rec").write_bytes(b"roundhouse 1 # caf\xe9\n")
    return tmp_path


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize(("words", "line"), WRONG, ids=lambda value: " ".join(value) if isinstance(value, list) else None)
def test_wrong_usage_is_a_one_line_error(command: Command, words: list[str], line: str) -> None:
    """Exit code 2, nothing on standard output, no traceback and no page of usage."""
    result = command(*words)

    assert result.code == 2
    assert result.out == ""
    assert result.err.count("\n") == 1
    assert result.err.startswith(line.replace("'* jump'", "'jump'"))


@pytest.mark.usefixtures("desk")
def test_an_error_message_is_complete(command: Command) -> None:
    """Nothing follows the line that the table above expects, unless the game adds examples of its moves."""
    for words, line in WRONG:
        if "is not a move" not in line:
            assert command(*words).err == line + "\n"


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["play", "chess"], "roundhouse: il n’y a pas de jeu « chess »"),
        (["play"], "roundhouse play: il manque GAME\xa0; voir «\xa0roundhouse play --help\xa0»"),
        (["play", "tickets", "--seats", "x"], "roundhouse play: --seats demande un nombre entier, pas «\xa0x\xa0»"),
        (["replay", "missing.rec"], "roundhouse: il n’y a pas de fichier «\xa0missing.rec\xa0»"),
        (["replay", "turn.rec"], "roundhouse: turn.rec\xa0: ligne 5\xa0: ici c’est à la chance (*) de jouer, pas à la place 0"),
    ],
)
def test_errors_are_translated(command: Command, words: list[str], line: str) -> None:
    """Requested by --lang, in any position."""
    spaced = line.replace("\xa0", " ")
    for arguments in ([*words, "--lang", "fr"], ["--lang=fr", *words]):
        result = command(*arguments)
        assert result.code == 2
        assert result.err.replace("\xa0", " ").startswith(spaced)


def test_the_locale_chooses_the_language(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """French without --lang; --lang takes precedence."""
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")

    assert "joueurs" in command("games").out
    assert "players" in command("games", "--lang", "en").out


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize(("language", "word"), [("en", "examples:"), ("fr", "exemples")])
def test_every_command_has_help_with_examples(command: Command, name: str, language: str, word: str) -> None:
    """`--help` exits with 0 and shows example command lines."""
    result = command(name, "--help", "--lang", language)

    assert (result.code, result.err) == (0, "")
    assert word in result.out
    assert f"  roundhouse {name}" in result.out.partition(word)[2]


def test_a_command_loads_only_what_it_needs() -> None:
    """Listing the games does not import the web server, fonts or clusters."""
    heavy = "{'starlette', 'httpx', 'fontTools', 'ray'}"
    code = f"import sys; from roundhouse.cli import main; main(['games']); print({heavy} & set(sys.modules))"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert printed.splitlines()[-1] == "set()"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["arena"], "number of games (default: 100)"),
        (["train"], "training time in minutes (default: 5)"),
        (["replay"], "or open (everything) (default: open)"),
        (["serve"], "address to listen on (default: $ROUNDHOUSE_HOST or 127.0.0.1)"),
        (["fuzz", "--lang", "fr"], "nombre de processus (par défaut : un par cœur)"),
    ],
)
def test_help_shows_defaults(command: Command, words: list[str], line: str) -> None:
    """The value of a constant, a description of a computed one."""
    assert line in " ".join(command(*words, "--help").out.replace("\xa0", " ").split())


def test_help_is_french_throughout(command: Command) -> None:
    """Including the words that argparse adds."""
    out = command("--lang", "fr", "--help").out

    assert not [word for word in ("usage: ", "options:\n  -h, --help  show", "positional", "examples", "commands:") if word in out]
    assert "commandes" in out


def test_the_version_is_that_of_the_package(command: Command) -> None:
    """One line."""
    assert command("--version").out == f"roundhouse {roundhouse.__version__}\n"


def test_a_closed_pipe_is_not_an_error(tmp_path: Path) -> None:
    """A pipe that is closed before everything is written."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as pipe:
        process = subprocess.run(
            [sys.executable, "-m", "roundhouse", "games", "--json"],
            stdout=pipe,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env=with_house(),
            check=False,
        )

    assert process.returncode == 141
    assert process.stderr == b""


def with_house() -> dict[str, str]:
    """An environment in which the package is found from any folder."""
    return {**os.environ, "PYTHONPATH": str(Path(roundhouse.__file__).parent.parent)}

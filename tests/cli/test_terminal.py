"""Games in the terminal, played from scripts: whole games, help, refusals, undo, saving, the privacy screen, leaving."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import roundhouse
from roundhouse.cli.options import parse_options
from roundhouse.core.record import Record, read, replay, write
from roundhouse.games import find
from roundhouse.play.chance import Seeded
from roundhouse.play.table import Table
from tests.cli.conftest import Command
from tests.patience import PATIENCE

GAME = roundhouse.find("tickets")
FIRST_EACH_TIME = "1\n" * 2000  # more than any game asks


def recorded(path: Path) -> Record:
    """The record in a file."""
    return read(path.read_text("utf-8"))


def menu_text(out: str, number: int) -> str:
    """Return the notation of a numbered move in the list."""
    found = re.findall(rf"^ +{number}  (\S.*?)  ", out, re.MULTILINE)
    return str(found[-1])


@pytest.mark.parametrize(
    ("language", "end", "heads"), [("en", "The game is over.", "place  name"), ("fr", "La partie est finie.", "rang  nom")]
)
def test_a_script_plays_a_game_to_its_end(command: Command, language: str, end: str, heads: str) -> None:
    """A player who always makes the first move of the list, against a bot; the ranks are shown last."""
    result = command("play", "tickets", "--bots", "1", "--seed", "5", "--lang", language, stdin=FIRST_EACH_TIME)

    assert (result.code, result.err) == (0, "")
    assert result.out.index(end) < result.out.index(heads)
    assert [line.split()[0] for line in result.out.partition(heads)[2].splitlines()[1:3]] == ["1", "2"]


def test_two_people_at_one_keyboard_play_a_game_to_its_end(command: Command) -> None:
    """A script answers for both, without expecting the prompts to press Enter."""
    result = command("play", "tickets", "--seed", "2", stdin=FIRST_EACH_TIME)

    assert (result.code, result.err) == (0, "")
    assert "The game is over." in result.out


def test_a_finished_game_can_be_saved_and_verified(command: Command, tmp_path: Path) -> None:
    """Two bots, so that the only question is whether to save; the deal is from a secret."""
    file = tmp_path / "game.rec"
    result = command("play", "tickets", "--seats", "2", "--bots", "2", stdin=f"save {file}\n\n")
    promised = re.search(r"Commitment to the deal: ([0-9a-f]{64})", result.out)
    shown = re.search(r"The secret of the deal was ([0-9a-f]{64})", result.out)
    record = recorded(file)

    assert promised is not None
    assert shown is not None
    assert record.extras["commitment"] == promised[1]
    assert record.extras["secret"] == shown[1]
    assert record.scores == list(replay(GAME, record).scores())
    assert command("verify", str(file)).code == 0


def test_moves_of_others_are_shown_before_the_next_prompt(command: Command) -> None:
    """After the player's first choice the bot chooses, and its choice stays hidden."""
    result = command("play", "tickets", "--bots", "1", "--seed", "3", stdin="1\n\nquit\n")

    assert "  - Bot 2 has chosen which tickets to keep" in result.out
    assert "Bot 2 keeps" not in result.out


def test_a_drawn_card_is_shown_only_to_the_player_who_drew_it(command: Command) -> None:
    """The player sees their own card from the deck, and of the bot's only that there was one."""
    out = command("play", "tickets", "--bots", "1", "--seed", "3", stdin="1\n\n" + "draw\n" * 12 + "quit\n").out

    assert re.search(r"  - Player 1 gets an? \w+", out)
    assert not re.search(r"  - Bot 2 gets", out)


def test_moves_are_chosen_by_number_or_by_text(command: Command, tmp_path: Path) -> None:
    """The same game, once with the numbers of the list and once in words."""
    script = "{}\n\n{}\n{}\nsave {}\n"
    numbers, words = tmp_path / "numbers.rec", tmp_path / "words.rec"
    command("play", "tickets", "--bots", "1", "--seed", "3", stdin=script.format(2, 1, 1, numbers))
    chosen = [entry.text for entry in recorded(numbers).entries if entry.actor == 0]
    command("play", "tickets", "--bots", "1", "--seed", "3", stdin=script.format(chosen[0].upper(), *chosen[1:], words))

    assert len(chosen) == 3
    assert [entry.text for entry in recorded(words).entries if entry.actor == 0] == chosen


def test_a_number_that_is_not_in_the_list_is_refused(command: Command) -> None:
    """Four ways to keep first tickets."""
    result = command("play", "tickets", "--bots", "1", stdin="0\n5\nquit\n")

    assert result.code == 0
    assert result.out.count("Moves are numbered 1 to 4.") == 2


@pytest.mark.parametrize(("language", "reason"), [("en", "TTR-17: two or three"), ("fr", "TTR-17")])
def test_a_refused_move_names_its_clause_and_asks_again(command: Command, language: str, reason: str) -> None:
    """Only one of the first tickets."""
    result = command("play", "tickets", "--bots", "1", "--lang", language, stdin="keep 1\nkeep 1 2\n\nquit\n")

    assert result.code == 0
    assert reason in result.out
    assert "Bot 2" in result.out.partition("TTR-17")[2]  # and the game went on


def test_a_clause_is_shown_in_both_languages(command: Command) -> None:
    """TTR-60, in whatever case it is typed; a clause that does not exist; a ruling."""
    english = command("play", "tickets", "--bots", "1", stdin="? ttr-60\n? TTR-999\n? TTR-R12\nquit\n").out
    french = command("play", "tickets", "--bots", "1", "--lang", "fr", stdin="? TTR-60\nquitter\n").out

    assert "TTR-60: With 2 or 3 players, as soon as one track of a double is claimed" in english
    assert "There is no clause TTR-999 in the rules" in english
    assert "TTR-R12: A flush that cannot succeed" in english
    assert "TTR-60: À 2 ou 3 joueurs" in french


def test_help_lists_the_commands(command: Command) -> None:
    """A bare question mark, and the word."""
    for word in ("?", "help"):
        out = command("play", "tickets", "--bots", "1", stdin=f"{word}\nquit\n").out
        assert all(command_word in out for command_word in ("board", "log", "hint", "undo", "save FILE", "quit", "? TTR-1 "))


def test_a_move_is_explained_whether_allowed_or_not(command: Command) -> None:
    """By its number, and by its text with the clause in full."""
    out = command("play", "tickets", "--bots", "1", stdin="? 1\n? keep 1\n? nonsense\nquit\n").out

    assert "1 (keep 1 2) is allowed:" in out
    assert "Player 1 keeps" in out.partition("is allowed:")[2]
    assert "Not allowed: two or three of the three first tickets must be kept" in out
    assert "TTR-17: Each player keeps 2 or 3 of these 3 tickets" in out
    assert "'nonsense' is not a move" in out


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "the unfinished link at Chicago, east belongs to Bo"),
        ("fr", "le lien inachevé du côté est de Chicago appartient à Bo"),
    ],
)
def test_a_refusal_names_the_player_at_the_seat(command: Command, tmp_path: Path, language: str, told: str) -> None:
    """A move that is refused, and one that is asked about; the names are those of the saved game."""
    table = Table(roundhouse.find("tycoon"), 2, source=Seeded(1), names=["Ada", "Bo"])
    for move in ("pass", "pass", "build Chicago E", "lay E", "stop"):
        table.play(table.actor, move)
    file = tmp_path / "game.rec"
    file.write_text(write(table.record()), "utf-8")

    stdin = "build Chicago E\n? build Chicago E\nquit\n"
    out = command("play", "tycoon", "--load", str(file), "--lang", language, stdin=stdin).out

    assert out.count(told) == 2


def test_a_hint_is_a_legal_move_by_number_and_text(command: Command) -> None:
    """The suggested move can be typed as it is shown."""
    out = command("play", "tickets", "--bots", "1", "--seed", "4", stdin="hint\nquit\n").out
    found = re.search(r"A bot would choose (\d) \((keep [\d ]+)\):", out)

    assert found is not None
    assert menu_text(out, int(found[1])) == found[2]


def with_full_hands(command: Command, *lines: str) -> list[str]:
    """Return the output after the last prompt and after each of `lines`: two players, eight turns of drawing, no claims."""
    script = ["1", "", "1", "", *["draw"] * 32, *lines, "quit"]
    out = command("play", "tickets", "--open", "--seed", "7", stdin="\n".join(script) + "\n").out.rpartition("Your turn:")[2]
    return out.split("Player 1> \n")[:-1]


def test_many_moves_are_grouped_and_paged(command: Command) -> None:
    """The variants of one claim are on one line, the highest scores come first, and the number of further lines is shown."""
    first, more = with_full_hands(command, "more")
    gains = [int(gain) for gain in re.findall(r"  \+(\d+) ", first + more)]

    assert len(first.splitlines()) < 40
    assert re.search(r"claim \S.*  \+\d+ +\d+ \w+\S*   \d+ \w+", first + more)
    assert re.search(r"\.\.\. \d+ more lines: type 'more', or part of a name", first)
    assert gains == sorted(gains, reverse=True)
    assert len(gains) > 20


def test_part_of_a_name_finds_moves_with_all_variants(command: Command) -> None:
    """Two words in any order and case; an unknown name is reported."""
    _, found, nothing = with_full_hands(command, "SANTA denver", "atlantis")
    claims = [line for line in found.splitlines() if "claim" in line]

    assert claims
    assert all("Denver-Santa Fe" in line for line in claims)
    assert "more way" not in found
    assert nothing.startswith("No legal move contains 'atlantis'")


def test_a_broad_search_is_paged_too(command: Command) -> None:
    """`more` continues in the matches, then starts the whole list again."""
    first, found, *pages = with_full_hands(command, "claim", *["more"] * 8)

    assert "more lines" in found
    assert "  draw  " in first
    assert "  draw  " not in found + pages[0]
    assert any("  draw  " in page for page in pages)


def test_the_log_shows_what_the_seat_has_seen(command: Command) -> None:
    """The last lines, or as many as asked for."""
    out = command("play", "tickets", "--bots", "1", "--seed", "3", stdin="1\n\nlog 4\nlog 500\nlog 0\nquit\n").out

    assert "Player 1 is dealt" in out
    assert "Bot 2 is dealt" not in out
    assert out.count("Bot 2 has chosen which tickets to keep") == 3  # when it happened, and in both logs


def test_a_move_can_be_undone_before_others_act(command: Command, tmp_path: Path) -> None:
    """The first choice of tickets is undone and made differently."""
    file = tmp_path / "game.rec"
    result = command("play", "tickets", "--bots", "1", "--seed", "3", stdin=f"keep 1 2\nundo\nkeep 2 3\n\nsave {file}\nquit\n")

    assert "The move has been undone." in result.out
    assert [entry.text for entry in recorded(file).entries if entry.actor == 0] == ["keep 2 3"]


def test_undo_is_refused_once_others_have_acted(command: Command) -> None:
    """After the bot's choice."""
    result = command("play", "tickets", "--bots", "1", stdin="1\n\nundo\nquit\n")

    assert result.code == 0
    assert "There is nothing to undo" in result.out


@pytest.mark.parametrize("deal", [["--seed", "9"], []])
def test_a_saved_game_is_resumed_with_the_same_draws(command: Command, tmp_path: Path, deal: list[str]) -> None:
    """Saved after three moves and loaded: the same draws and bots, and the whole deal verifies."""
    early, late = tmp_path / "early.rec", tmp_path / "late.rec"
    command("play", "tickets", "--bots", "2", *deal, stdin=f"1\n\ndraw\ndraw\nsave {early}\nquit\n")
    result = command("play", "tickets", "--load", str(early), stdin=f"draw\ndraw\nsave {late}\nquit\n")
    before, after = recorded(early), recorded(late)

    assert result.code == 0
    assert after.names == ["Player 1", "Bot 2", "Bot 3"]
    assert after.entries[: len(before.entries)] == before.entries
    assert len(after.entries) > len(before.entries)
    assert {entry.actor for entry in after.entries[len(before.entries) :]} == {-1, 0, 1, 2}
    assert command("verify", str(late)).code == 0


def test_a_record_without_a_source_of_chance_is_resumed_with_a_warning(command: Command, tmp_path: Path) -> None:
    """Neither secret nor seed: no commitment is written for draws that it would not cover."""
    file = tmp_path / "game.rec"
    command("play", "tickets", "--bots", "1", "--seed", "9", stdin=f"1\n\nsave {file}\nquit\n")
    file.write_text(file.read_text("utf-8").replace("seed 9\n", ""), "utf-8")
    result = command("play", "tickets", "--load", str(file), stdin=f"draw\ndraw\nsave {file}\nquit\n")

    assert "the rest of the deal cannot be verified" in result.out
    assert not {"secret", "commitment", "seed"} & set(recorded(file).extras)


def test_a_failed_save_is_reported_and_the_game_continues(command: Command, tmp_path: Path) -> None:
    """No name, a folder, a missing folder."""
    result = command("play", "tickets", "--bots", "1", stdin=f"save\nsave {tmp_path}\nsave {tmp_path}/no/where\nquit\n")

    assert result.code == 0
    assert "'save' needs the name of a file" in result.out
    assert f"'{tmp_path}' is a folder" in result.out
    assert f"There is no file '{tmp_path}/no/where'" in result.out
    assert list(tmp_path.iterdir()) == []


def test_saving_over_a_file_replaces_it(command: Command, tmp_path: Path) -> None:
    """No temporary file is left."""
    file = tmp_path / "game.rec"
    file.write_text("x" * 100_000, "utf-8")
    command("play", "tickets", "--bots", "1", stdin=f"save {file}\nquit\n")

    assert recorded(file).game == "tickets"
    assert list(tmp_path.iterdir()) == [file]


def test_a_privacy_screen_separates_players_unless_open(command: Command) -> None:
    """Two players at one keyboard."""
    hidden = command("play", "tickets", "--seed", "1", stdin="\n1\n\n\nquit\n").out
    shown = command("play", "tickets", "--seed", "1", "--open", stdin="1\n\nquit\n").out

    assert (
        hidden.index("Pass the keyboard to Player 1.") < hidden.index("Your hand") < hidden.index("Pass the keyboard to Player 2.")
    )
    assert "Pass the keyboard" not in shown
    assert "Player 2> " in shown


def test_a_finished_game_can_be_viewed_and_saved_until_enter(command: Command, tmp_path: Path) -> None:
    """Table and log are shown again, a failed save is reported, and a device is written to, not replaced."""
    script = f"board\nlog 3\nsave {tmp_path}\nsave {os.devnull}\n\n"
    result = command("play", "tickets", "--seats", "2", "--bots", "2", "--bot", "random", "--seed", "1", stdin=script)

    assert result.code == 0
    assert result.out.count("The game is over.") == 2
    assert f"'{tmp_path}' is a folder" in result.out
    assert f"Saved to {os.devnull}" in result.out
    assert not Path(os.devnull).is_file()


def test_the_table_is_drawn_again_on_request(command: Command) -> None:
    """`board`, in either language."""
    for word in ("board", "plateau"):
        out = command("play", "tickets", "--bots", "1", stdin=f"{word}\nquit\n").out
        assert out.count("Tickets to choose from:") == 2


def test_leaving_at_the_last_chance_to_undo(command: Command) -> None:
    """`quit` where the choice is to continue or to undo."""
    result = command("play", "tickets", "--bots", "1", stdin="1\nquit\n")

    assert result.code == 0
    assert "Bot 2 has chosen" not in result.out


def test_quitting_and_the_end_of_input_exit_with_a_hint(command: Command) -> None:
    """Both exit with 0; the hint says how to save a game."""
    for stdin in ("quit\n", ""):
        result = command("play", "tickets", "--bots", "1", stdin=stdin)
        assert (result.code, result.err) == (0, "")
        assert "The game was not saved" in result.out


def test_options_are_json_values_or_text() -> None:
    """A number, a boolean, a list, a word."""
    given = [("players", "3"), ("short", "true"), ("maps", "[1, 2]"), ("map", "usa")]

    assert parse_options(find("express"), given) == {"players": 3, "short": True, "maps": [1, 2], "map": "usa"}


def test_a_single_player_can_choose_a_seat(command: Command) -> None:
    """The second of three: the bots are the others."""
    out = command("play", "tickets", "--bots", "2", "--seat", "2", "--seed", "1", stdin="1\n\nquit\n").out

    assert "Player 2> " in out
    assert "Bot 1 has chosen" in out


def test_input_that_is_not_text_is_a_one_line_error(command: Command) -> None:
    """Bytes that are not UTF-8."""
    result = command("play", "tickets", "--bots", "1", stdin=b"\xff\xfe\n")

    assert (result.code, result.err) == (2, "roundhouse: the input is not UTF-8 text\n")


def test_ctrl_c_exits_cleanly() -> None:
    """An interrupt while the program waits for a line."""
    process = subprocess.Popen(
        [sys.executable, "-m", "roundhouse", "play", "tickets", "--bots", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    while (line := process.stdout.readline()) and "> " not in line and "keep 1 2 3" not in line:
        pass
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)

    assert process.returncode == 130
    assert "The game was not saved" in out
    assert err.strip() == "Interrupted."


def on_a_terminal(*words: str, typed: str, **environment: str) -> str:
    """Run a command in a terminal and return what it writes."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "roundhouse", *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        close_fds=True,
        env={**os.environ, "TERM": "xterm-256color", **environment},
    )
    os.close(theirs)
    os.write(ours, typed.encode())
    written = io.BytesIO()
    while select.select([ours], [], [], PATIENCE)[0]:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        written.write(part)
    os.close(ours)
    assert process.wait(timeout=30) == 0
    return written.getvalue().decode("utf-8", "replace")


def test_colours_are_for_terminals_that_want_them(command: Command) -> None:
    """A refusal is red on a terminal, not with NO_COLOR, and never in a pipe."""
    red = "\x1b[31m"
    words = ("play", "tickets", "--bots", "1")

    assert red in on_a_terminal(*words, typed="keep 1\nquit\n")
    assert red not in on_a_terminal(*words, typed="keep 1\nquit\n", NO_COLOR="1")
    assert "\x1b" not in command(*words, stdin="keep 1\nquit\n").out


def test_the_privacy_screen_clears_the_terminal() -> None:
    """The screen and the scrollback are cleared before the next player looks."""
    written = on_a_terminal("play", "tickets", typed="\n1\n\n\nquit\n")

    assert "\x1b[2J\x1b[3J\x1b[H" in written.partition("Your hand")[2]


def test_on_a_terminal_a_stray_number_at_the_last_chance_to_undo_does_nothing() -> None:
    """Where the choice is to continue or to undo, a number is asked for again instead of kept for the next prompt."""
    written = on_a_terminal("play", "tickets", "--bots", "1", typed="1\n7\nundo\nquit\n")

    assert written.count("or type 'undo'>") == 2
    assert "The move has been undone." in written

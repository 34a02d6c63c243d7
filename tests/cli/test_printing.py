"""Nothing from a file, a name or a server puts escape codes or direction marks on the terminal."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import roundhouse
from roundhouse.cli.keyboard import Keyboard
from roundhouse.cli.printing import print_json, print_line, print_note
from roundhouse.cli.screen import Screen
from roundhouse.core.record import write
from roundhouse.core.sentence import say
from roundhouse.play.chance import Seeded
from roundhouse.play.table import Table
from tests.cli.conftest import Command

EVIL = "Ada\x1b[2J\x9b31m\u202eoB\ud800"
SHOWN = "Ada?[2J?31m?oB?"
UNSEEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def test_a_screen_shows_no_escape_code(capsys: pytest.CaptureFixture[str]) -> None:
    """Lines, parts of lines, tables, sentences."""
    screen = Screen("en")
    screen.show(EVIL)
    screen.parts((EVIL, "bold"), (EVIL, ""))
    screen.table(["name"], [[EVIL]])
    screen.tell(say("{name} passes", name=EVIL))

    assert capsys.readouterr().out.splitlines() == [SHOWN, SHOWN + SHOWN, "name", SHOWN, f"{SHOWN} passes"]


def test_a_prompt_shows_no_escape_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name of the player whose turn it is."""
    asked: list[str] = []

    def answer(prompt: str) -> str:
        asked.append(prompt)
        return ""

    monkeypatch.setattr("builtins.input", answer)
    Keyboard().ask(f"{EVIL}> ")

    assert asked == [f"{SHOWN}> "]


def test_lines_and_json_hold_no_escape_code(capsys: pytest.CaptureFixture[str]) -> None:
    """JSON means the same as before; several lines stay several."""
    print_line(f"{EVIL}\n{EVIL}")
    print_note(EVIL)
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == (f"{SHOWN}\n{SHOWN}\n", f"{SHOWN}\n")

    print_json({EVIL: ["\U000e0001é"]}, indent=2)
    printed = capsys.readouterr()
    assert not UNSEEN.search(printed.out)
    assert json.loads(printed.out) == {EVIL: ["\U000e0001é"]}


@pytest.mark.parametrize("line", [5, 7, 12], ids=["a name", "a move", "a comment"])
@pytest.mark.parametrize("words", [("replay",), ("replay", "--json"), ("verify",), ("play", "tickets", "--load")])
def test_a_record_with_escape_codes_is_refused_without_printing_them(
    command: Command, tmp_path: Path, line: int, words: tuple[str, ...]
) -> None:
    """Anywhere in the file."""
    table = Table(roundhouse.find("tickets"), 2, source=Seeded(1), names=["Ada", "Bo"])
    lines = write(table.record()).splitlines()
    evil = {5: 'names ["Ada\x1b[2J", "Bo"]', 7: "* card \x1b]0;x\x07red", 12: lines[11] + " # \u202e"}
    lines[line - 1] = evil[line]
    file = tmp_path / "game.rec"
    file.write_text("\n".join(lines), "utf-8")

    result = command(*words, str(file))

    assert result.code == 2
    assert f"line {line}: the text holds characters that cannot be shown" in result.err
    assert not UNSEEN.search(result.out + result.err)


def test_a_file_name_is_printed_without_escape_codes(command: Command) -> None:
    """Where there is no such file."""
    result = command("replay", "\x1b[2J\u202e.rec")

    assert result.code == 2
    assert "there is no file '?[2J?.rec'" in result.err

"""`roundhouse review`: a table, JSON, one HTML file; and what it refuses."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.record import write
from roundhouse.core.state import View
from roundhouse.games import find
from roundhouse.play.chance import Seeded
from roundhouse.play.table import Table
from roundhouse.review.result import decode
from tests.cli.conftest import Command
from tests.review.games import finished

GAME = find("tickets")


def careless(table: Table, view: View[Any], moves: list[int]) -> int:
    """Mostly the heuristic; every tenth move is just any."""
    return moves[-1] if table.moves_made % 10 == 0 else GAME.advise(view, Rng(table.moves_made))


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file of a finished game."""
    path = tmp_path_factory.mktemp("review") / "game.rec"
    path.write_text(write(finished(GAME, 2, 3, {1: careless}).record()), "utf-8")
    return str(path)


def test_the_parts_of_each_player_are_printed(command: Command, record: str) -> None:
    """One line a player, then the turning points that are known; the accuracies are not known yet."""
    lines = command("review", record, "--budget", "1200").out.splitlines()

    assert lines[0].split() == ["player", "before", "own", "decisions", "others’", "decisions", "luck", "result", "accuracy"]
    assert [line.split()[-2:] for line in lines[1:3]] in ([["100%", "…"], ["0%", "…"]], [["0%", "…"], ["100%", "…"]])
    assert re.fullmatch(r"\d+ playouts, seed 0", lines[-1])


def test_the_json_is_the_whole_review(command: Command, record: str) -> None:
    """It can be read again, and the same seed and budget write the same bytes."""
    first = command("review", record, "--budget", "1200", "--seed", "4", "--json").out
    again = command("review", record, "--budget", "1200", "--seed", "4", "--json").out
    review = decode(first)

    assert first == again
    assert json.loads(first)["format"] == 1
    assert (review.game, review.seats, review.seed) == ("tickets", 2, 4)
    assert [sum(point.chances) for point in review.points] == pytest.approx([1.0] * len(review.points))


def test_the_html_needs_nothing_else(command: Command, record: str, tmp_path: Path) -> None:
    """A curve, a table, cards with both moves drawn; no address but those within the file; well-formed drawings."""
    target = tmp_path / "review.html"
    command("review", record, "--budget", "2500", "--html", str(target), "--lang", "fr")
    page = target.read_text("utf-8")

    assert "Chances de gagner, coup par coup" in page
    assert page.count("<article") >= 1
    assert page.count("data:image/svg+xml;base64,") >= 2
    assert not re.search(r"(?:src|href)=\"(?!data:|#)", page)
    curve = re.search(r'<svg class="chance-curve".*?</svg>', page)
    assert curve is not None
    assert len(ElementTree.fromstring(curve[0]).findall("rect")) > 100


def test_an_unfinished_game_is_refused(command: Command, tmp_path: Path) -> None:
    """With the reason, and the name of the file."""
    path = tmp_path / "open.rec"
    path.write_text(write(Table(GAME, 2, {}, Seeded(1)).record()), "utf-8")
    done = command("review", str(path))

    assert done.code == 2
    assert f"{path}: the game is not over" in done.err


def test_a_budget_is_seconds_or_playouts(command: Command, record: str) -> None:
    """Anything else is an error of usage."""
    done = command("review", record, "--budget", "soon")

    assert done.code == 2
    assert "--budget is written 60s (seconds) or 20000 (playouts), not 'soon'" in done.err

"""`roundhouse puzzles`: mining that goes on where it was, checking, listing; and what is refused."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

from roundhouse.games import GAMES, find
from roundhouse.puzzles.collection import Collection
from roundhouse.puzzles.library import shipped
from tests.cli.conftest import Command


def test_mining_goes_on_where_it_was(command: Command, tmp_path: Path) -> None:
    """Two games at once are the same as one and then another; another seed is refused."""
    once, twice = tmp_path / "once.jsonl", tmp_path / "twice.jsonl"
    command("puzzles", "mine", "tickets", "--games", "2", "--out", str(once))
    command("puzzles", "mine", "tickets", "--games", "1", "--out", str(twice))
    told = command("puzzles", "mine", "tickets", "--games", "2", "--out", str(twice))
    other = command("puzzles", "mine", "tickets", "--games", "2", "--out", str(twice), "--seed", "9")

    assert once.read_bytes() == twice.read_bytes()
    assert Collection.read(once.read_text("utf-8")).header.games == 2
    assert told.out.strip().endswith("after 2 games")
    assert (other.code, "seed 1, not 9" in other.err) == (2, True)


def test_records_are_looked_at_instead_of_games_between_bots(command: Command, tmp_path: Path) -> None:
    """A finished game; what is no record, and a file that is no collection, are refused."""
    record = str(files("roundhouse.games.tickets").joinpath("guide.rec"))
    out = tmp_path / "own.jsonl"
    done = command("puzzles", "mine", "tickets", "--record", record, "--out", str(out))
    refused = command("puzzles", "mine", "tickets", "--record", str(out), "--out", str(tmp_path / "other.jsonl"))
    wrong = command("puzzles", "check", "tickets", "--file", record)

    assert done.code == 0
    assert Collection.read(out.read_text("utf-8")).header.games == 0
    assert refused.code == wrong.code == 2
    assert "not a collection of puzzles" in wrong.err


def test_puzzles_are_checked_in_other_worlds(command: Command, tmp_path: Path) -> None:
    """One line a puzzle as JSON; the exit code says whether all hold."""
    game = find("dice2")
    collection = Collection.new(game, 1)
    collection.puzzles = list(shipped(game))[:2]
    path = tmp_path / "two.jsonl"
    path.write_text(collection.text(), "utf-8")
    checked = command("puzzles", "check", "dice2", "--file", str(path), "--worlds", "24", "--json")
    lines = [json.loads(line) for line in checked.out.splitlines()]

    assert [line["id"] for line in lines] == [puzzle.id for puzzle in collection.puzzles]
    assert checked.code == (0 if all(line["holds"] for line in lines) else 1)
    assert "of 2 puzzles hold" in command("puzzles", "check", "dice2", "--file", str(path), "--worlds", "4").out


def test_puzzles_are_listed(command: Command) -> None:
    """A line a game, in the language that is asked for, or every puzzle as JSON."""
    table = command("puzzles", "list", "--lang", "de").out
    listed = json.loads(command("puzzles", "list", "tickets", "--json").out)

    assert all(game.title in table for game in GAMES)
    assert "Streckenbau" in table
    assert [one["id"] for one in listed["tickets"]] == [puzzle.id for puzzle in shipped(find("tickets"))]

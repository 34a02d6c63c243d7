"""Data sets: what is written is what was played, again and again the same."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from roundhouse.cli import main
from roundhouse.core.record import read, replay, replay_until
from roundhouse.games import GAMES, find
from roundhouse.research.observation import mask, observe
from roundhouse.research.utility import UTILITIES


def generate(folder: Path, game: str = "tickets", *more: str) -> Path:
    """The folder of a data set."""
    words = ["generate", game, "--games", "2", "--seed", "5", "--out", str(folder), "--processes", "1", "--lang", "en", *more]
    assert main(words) == 0
    return folder


def test_every_decision_of_every_game_is_a_row(tmp_path: Path) -> None:
    """Rows against records, replayed here: what was seen, allowed, done and got."""
    folder = generate(tmp_path)
    table = pq.read_table(folder / "decisions.parquet")
    game = find("tickets")
    at = 0
    for number in (1, 2):
        record = read((folder / "records" / f"{number:05d}.rec").read_text("utf-8"))
        end = replay(game, record)
        for entry in [place for place, made in enumerate(record.entries) if made.actor >= 0]:
            state, _ = replay_until(game, record, entry)
            row = {name: column[0].as_py() for name, column in zip(table.column_names, table.slice(at, 1).columns, strict=True)}
            seen = game.view(state, state.actor)
            assert (row["game"], row["entry"], row["seat"]) == (number, entry, state.actor)
            assert np.array_equal(np.array(row["observation"], np.float32), observe(game, seen))
            assert np.array_equal(row["mask"], mask(game, seen).astype(bool))
            assert game.notation(row["move"]) == record.entries[entry].text
            for name, utility in UTILITIES.items():
                assert row[name] == utility(list(end.scores()), list(end.ranks()))[state.actor]
            at += 1
    assert at == len(table) > 100


def test_the_schema_says_what_was_played_and_where_features_stand(tmp_path: Path) -> None:
    """Metadata: game, version, seats, bots, seed, and the layout of an observation."""
    kind = pq.read_schema(generate(tmp_path, "express", "--seats", "3", "--bots", "random,greedy") / "decisions.parquet")
    told = json.loads(kind.metadata[b"roundhouse"])
    game = find("express")

    assert (told["game"], told["version"], told["seats"], told["games"], told["seed"]) == ("express", game.version, 3, 2, 5)
    assert told["bots"] == ["random", "greedy"]
    assert (
        sum(int(np.prod(feature["shape"])) for feature in told["features"]) == game.size == kind.field("observation").type.list_size
    )
    assert all(field.metadata[b"meaning"] for field in kind)


def test_the_same_arguments_give_the_same_bytes_and_right_checksums(tmp_path: Path) -> None:
    """Two folders; every file of SHA256SUMS is there and has its sum."""
    one, other = generate(tmp_path / "one"), generate(tmp_path / "other")
    lines = (one / "SHA256SUMS").read_text("utf-8")

    assert lines == (other / "SHA256SUMS").read_text("utf-8")
    assert [line.split("  ")[1] for line in lines.splitlines()] == ["decisions.parquet", "records/00001.rec", "records/00002.rec"]
    for line in lines.splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((one / name).read_bytes()).hexdigest() == digest


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_every_game_gives_data(tmp_path: Path, game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The command says how many decisions it has written, and so many there are."""
    folder = generate(tmp_path, game)

    assert f"{pq.read_metadata(folder / 'decisions.parquet').num_rows} decisions of 2 games" in capsys.readouterr().out


def test_without_pyarrow_the_command_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, and the exit code of what cannot be done."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    assert main(["generate", "tickets", "--lang", "en"]) == 2
    assert capsys.readouterr().err == "roundhouse: generate needs pyarrow: install it with pip install 'roundhouse[data]'\n"

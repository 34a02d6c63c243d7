"""Data sets: rows that match the records, and files with checksums."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyarrow import parquet

import roundhouse
from roundhouse.cli import main
from roundhouse.core.game import Game
from roundhouse.core.record import read, replay, replay_until
from roundhouse.core.sentence import BadSetup
from roundhouse.core.state import CHANCE
from roundhouse.research import croissant
from roundhouse.research.dataset import COLUMNS, MANIFEST, Plan, damaged_files, generate, schema
from roundhouse.research.dataset_reader import stream
from roundhouse.research.observation import mask, observe
from roundhouse.research.utility import UTILITIES
from tests.research.own_environment import python_with

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"
GAMES = [pytest.param(game, id=game.name) for game in roundhouse.GAMES]


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_of_a_record_is_a_row(game: Game[Any], tmp_path: Path) -> None:
    """One random game: the view, legal moves and move of each decision match a replay of the record."""
    generate(Plan(game, ["random", "random"], 1, {}, seed=3), tmp_path)
    rows = parquet.read_table(tmp_path / "decisions-00000.parquet").to_pylist()
    record = read((tmp_path / "records" / "000000.rec").read_text("utf-8"))
    indices = [index for index, entry in enumerate(record.entries) if entry.actor != CHANCE]

    assert len(rows) == len(indices)
    for row_index in range(0, len(rows), max(1, len(rows) // 20)):
        state, _ = replay_until(game, record, indices[row_index])
        view = game.view(state, state.actor)
        row = rows[row_index]
        assert (row["game"], row["decision"], row["seat"], row["bot"]) == (0, row_index, state.actor, "random")
        assert np.array_equal(np.asarray(row["observation"], np.float32), observe(game, view))
        assert np.array_equal(row["mask"], mask(game, view))
        assert game.notation(row["move"]) == record.entries[indices[row_index]].text
    final = replay(game, record)
    for name, utility in UTILITIES.items():
        payoffs = utility(list(final.scores()), list(final.ranks()))
        assert [row[name] for row in rows] == pytest.approx([payoffs[row["seat"]] for row in rows])


def test_the_schema_carries_the_layout_and_its_version(tmp_path: Path) -> None:
    """Names and types in the file itself; nothing may be missing from a row."""
    game = roundhouse.find("tickets")
    generate(Plan(game, ["random"] * 2, 1, {}, seed=0), tmp_path)
    found = parquet.read_schema(tmp_path / "decisions-00000.parquet")
    about = json.loads(found.metadata[b"roundhouse"])

    assert found.equals(schema(game))
    assert not any(field.nullable for field in found)
    assert (about["game"], about["version"]) == ("tickets", game.version)
    assert [feature["name"] for feature in about["features"]] == [feature.name for feature in game.features]


def test_a_seed_gives_the_same_files_and_bots_change_seats(tmp_path: Path) -> None:
    """Three games twice; and once with another seed."""
    game = roundhouse.find("dice2")
    lists = [
        generate(Plan(game, ["greedy", "random"], 3, {}, seed), tmp_path / name) for name, seed in (("a", 5), ("b", 5), ("c", 6))
    ]
    names = [read((tmp_path / "a" / "records" / f"{index:06d}.rec").read_text("utf-8")).names for index in range(3)]

    assert lists[0] == lists[1]
    assert lists[0]["sha256"] != lists[2]["sha256"]
    assert names == [["greedy", "random"], ["random", "greedy"], ["greedy", "random"]]


def test_external_bots_play_too(tmp_path: Path) -> None:
    """The Python example against a random bot; its name is in the rows."""
    name = f"cmd:{sys.executable} {EXAMPLE}"
    generate(Plan(roundhouse.find("dice2"), [name, "random"], 1, {}, seed=2), tmp_path)
    bots = parquet.read_table(tmp_path / "decisions-00000.parquet", columns=["seat", "bot"]).to_pylist()

    assert {(row["seat"], row["bot"]) for row in bots} == {(0, name), (1, "random")}


def test_a_data_set_is_read_in_pieces(tmp_path: Path) -> None:
    """Two files of games, a hundred in the first: the pieces put together are the whole, with the columns that are asked for."""
    game = roundhouse.find("dice2")
    generate(Plan(game, ["random", "random"], 101, {}, seed=3), tmp_path)
    files = sorted(tmp_path.glob("*.parquet"))
    whole = parquet.read_table(files, columns=["game", "move", "mask"])
    pieces = list(stream(tmp_path, ["game", "move", "mask"], rows=1000))

    assert len(files) == 2
    assert all(len(piece["move"]) <= 1000 for piece in pieces)
    assert all(list(piece) == ["game", "move", "mask"] for piece in pieces)
    for name in ("game", "move"):
        assert np.array_equal(np.concatenate([piece[name] for piece in pieces]), whole[name].to_numpy())
    assert all(piece["mask"].shape == (len(piece["move"]), game.move_count) for piece in pieces)
    assert all(piece["mask"][row, move] for piece in pieces for row, move in enumerate(piece["move"]))
    observations = next(stream(tmp_path))["observation"]
    assert observations.dtype == np.float32
    assert observations.shape[1] == game.size


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    """A folder without a data set, and a column that does not exist."""
    with pytest.raises(BadSetup, match="holds no data set"):
        next(stream(tmp_path))
    generate(Plan(roundhouse.find("tickets"), ["random"] * 2, 1, {}, seed=0), tmp_path)
    with pytest.raises(BadSetup, match="there is no column 'reward'; choose among: game, decision"):
        next(stream(tmp_path, ["reward"]))


def test_every_column_is_documented_in_the_file_and_for_programs(tmp_path: Path) -> None:
    """In the Parquet schema, and in Croissant with its type, its shape, its source and the checksums of all files."""
    game = roundhouse.find("tickets")
    manifest = generate(Plan(game, ["random"] * 2, 1, {}, seed=0), tmp_path)
    columns = parquet.read_schema(tmp_path / "decisions-00000.parquet")
    described = json.loads((tmp_path / croissant.FILE).read_text("utf-8"))
    fields = {field["name"]: field for field in described["recordSet"][0]["field"]}

    assert {column.name: column.metadata[b"meaning"].decode() for column in columns} == COLUMNS
    table = (Path(__file__).parents[2] / "docs" / "research.md").read_text("utf-8")
    assert all(f"| `{name}` | " in table and f" | {meaning} |" in table for name, meaning in COLUMNS.items())
    assert {name: field["description"] for name, field in fields.items()} == COLUMNS
    assert (fields["observation"]["dataType"], fields["observation"]["arrayShape"]) == ("sc:Float", str(game.size))
    assert fields["move"]["source"] == {"fileSet": {"@id": "decisions"}, "extract": {"column": "move"}}
    files = {file["contentUrl"]: file["sha256"] for file in described["distribution"] if "sha256" in file}
    assert files == manifest["sha256"]


@pytest.mark.deep
@pytest.mark.timeout(1200)
def test_a_croissant_loader_reads_every_row(tmp_path: Path) -> None:
    """The reference implementation, in an environment of its own, which sees the packages of this one behind its own."""
    manifest = generate(Plan(roundhouse.find("dice1"), ["random"] * 2, 1, {}, seed=0), tmp_path / "data")
    python = python_with(["mlcroissant>=1.1"], tmp_path / "venv")
    code = (
        "import sys, mlcroissant; data = mlcroissant.Dataset(sys.argv[1]);"
        " print(len(data.metadata.ctx.issues.errors), sum(1 for _ in data.records('decisions-rows')))"
    )
    command = [python, "-c", code, str(tmp_path / "data" / croissant.FILE)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.stdout.split() == ["0", str(manifest["rows"])], done.stderr[-3000:]


def test_a_damaged_file_is_found_by_its_checksum(tmp_path: Path) -> None:
    """Intact, then with one record changed and one Parquet file missing."""
    generate(Plan(roundhouse.find("tickets"), ["random"] * 2, 2, {}, seed=1), tmp_path)
    assert damaged_files(tmp_path) == []
    record = tmp_path / "records" / "000001.rec"
    record.write_text(record.read_text("utf-8") + "# more\n", "utf-8")
    (tmp_path / "decisions-00000.parquet").unlink()

    assert sorted(damaged_files(tmp_path)) == ["decisions-00000.parquet", "records/000001.rec"]


def test_the_command_writes_a_data_set_and_says_what_is_in_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """For three, as text in French and as JSON; a folder that is not empty is left alone."""
    words = ["generate", "tickets", "--games", "2", "--bots", "random,random,random", "--out"]
    assert main(["--lang", "fr", *words, str(tmp_path / "a")]) == 0
    assert capsys.readouterr().out.startswith("2 parties, ")
    assert main([*words, str(tmp_path / "b"), "--json"]) == 0
    manifest = json.loads(capsys.readouterr().out)
    assert manifest == json.loads((tmp_path / "b" / MANIFEST).read_text("utf-8"))
    assert (manifest["games"], manifest["bots"]) == (2, ["random"] * 3)

    assert main([*words, str(tmp_path / "a")]) == 2
    assert "is not empty" in capsys.readouterr().err


def test_without_its_library_the_command_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """PyArrow is hidden from the import."""
    for module in [name for name in sys.modules if name.split(".")[0] == "pyarrow" or name == "roundhouse.research.dataset"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.delattr("roundhouse.research.dataset", raising=False)
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    assert main(["generate", "tickets"]) == 2
    assert "needs pyarrow: install it with pip install 'roundhouse-games[research]'" in capsys.readouterr().err

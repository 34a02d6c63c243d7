"""Owners' component files: facts of a printed box are entered and played; whatever cannot be is refused by name."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from roundhouse import cli
from roundhouse.core.document import BadDocument
from roundhouse.core.sentence import BadSetup
from roundhouse.games.components import NAMES, VARIABLE, box_of, owners_file, read_file
from roundhouse.games.facts import Note
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]

# Tiles whose mountain looks different from each side, and whose other kinds are drawn differently too.
LAKE = [".......", "..~~~..", "..~....", "..~~~..", "....~..", "..~~~..", "......."]
FOOTHILLS = [".......", "^......", "^^.....", "^^^....", "^^^.^..", "^^^^^..", "^^^^^^."]
MOUNTAIN = ["^^^^^^^", "^^..^^^", "^^.^^^^", "^^...^^", "^^^^^^^", "^^^^^^^", "^^^^^^^"]


def standard(name: str) -> dict[str, Any]:
    """The file that comes with a game, to be changed."""
    data: dict[str, Any] = json.loads(box_of(name).standard())
    return data


def dice1() -> dict[str, Any]:
    """Other tiles, another split of the mini-tiles, another die and other stations."""
    data = standard("dice1")
    for tile, rows, count in zip(data["tiles"][1:], (LAKE, FOOTHILLS, MOUNTAIN), (7, 9, 6), strict=True):
        tile |= {"rows": rows, "mini_tiles": count}
    data["tiles"][0]["mini_tiles"] = 13
    data["companies"][0]["stations"] = [{"requires": "open", "for_3": 5, "for_5": 3}]
    data["companies"][1]["stations"] = [{"requires": need, "for_3": 2, "for_5": 0} for need in ("open", "lakeside")]
    data["companies"][1]["stations"].append({"requires": "alpine", "for_3": 1, "for_5": 3})
    return data


def dice2() -> dict[str, Any]:
    """An orange die with two forks and without a crossing, another tile, and four locomotives of value 2."""
    data = standard("dice2")
    for face in data["complex_faces"]:
        face["count"] = {"crossing": 0, "fork": 2}.get(face["name"], 1)
    data["tiles"][0]["rows"] = ["~...", ".^^.", "..~.", "...^"]
    data["locomotives"][0]["count"] = 4
    data["directors"][2]["name"] = "Nordbahn"
    return data


def express() -> dict[str, Any]:
    """A city of another name, a dearer forest, a plain hex that is a mountain, a longer row of Wheeling."""
    data = standard("express")
    by_id = {each["id"]: each for each in data["hexes"]}
    by_id["C2"]["name"] = "Elkhart"
    by_id["J2"]["cost"] = 2
    by_id["B4"] |= {"terrain": "mountain", "cost": 3, "income": 1, "development": 2}
    data["industry"][1]["values"] = [3, 4, 5, 6, 7]
    return data


def tycoon() -> dict[str, Any]:
    """Other prices of locomotives, another split of the new cities, a hill where open land was, a goal worth more."""
    data = standard("tycoon")
    data["locomotives"]["price_of_level"] = [0, 0, 4, 8, 12, 16, 20, 24, 28]
    data["new_cities"] |= {"yellow": 2, "blue": 4}
    data["map"][1] = "  ^" + data["map"][1][3:]
    data["cards"][20]["points"] = 6
    return data


OWN: dict[str, tuple[Callable[[], dict[str, Any]], int]] = {
    "dice1": (dice1, 50),
    "dice2": (dice2, 50),
    "express": (express, 4),
    "tycoon": (tycoon, 2),
}


def written(folder: Path, name: str, data: object) -> Path:
    """A folder with one component file."""
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(data, indent=1), "utf-8")
    return folder


def roundhouse(folder: Path, own: Path | None, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own, which plays with the components of a folder."""
    environment = {**os.environ, "XDG_DATA_HOME": str(folder / "data")} | ({} if own is None else {VARIABLE: str(own)})
    command = [sys.executable, "-m", "roundhouse", *words, "--lang", "en"]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=5 * PATIENCE)


@pytest.mark.parametrize("name", NAMES)
def test_our_own_files_are_what_the_check_asks_for(name: str) -> None:
    """They change nothing, and fit the schema; the schema itself is valid."""
    box = box_of(name)
    read = box.read(box.standard())

    assert (read.board, read.classic, read.changed) == ("", "", ())
    jsonschema.Draft202012Validator.check_schema(box.schema())
    jsonschema.validate(standard(name), box.schema())


@pytest.mark.parametrize("name", NAMES)
def test_every_fact_that_is_not_certain_can_be_put_right(name: str) -> None:
    """What the data mark as reconstructed or likely is among what an owner's file may change."""
    facts = box_of(name).facts
    uncertain = {
        "dice1": {"tiles.*.rows", "tiles.*.mini_tiles", "tiles.*.sides", "companies.*.stations"},
        "dice2": {"tiles.*.rows", "first_layout", "simple_faces.*.count", "complex_faces.*.count", "locomotives.*.count"},
        "express": {"hexes.*", "industry.1.values", "industry.2.values"},
        "tycoon": {"map", "rivers", "ridges", "locomotives.price_of_level", "new_cities.blue", "cards.*.points"},
    }

    assert uncertain[name] <= set(facts)


@pytest.mark.compiled
@pytest.mark.parametrize("name", OWN)
def test_a_box_of_ones_own_is_played(name: str, tmp_path: Path) -> None:
    """Every law holds on every game; what differs is listed; a record of it is refused elsewhere, and the other way round."""
    make, games = OWN[name]
    own = written(tmp_path / "own", name, make())
    jsonschema.validate(make(), box_of(name).schema())
    played = roundhouse(tmp_path, own, "fuzz", name, "--games", str(games))
    listed = json.loads(roundhouse(tmp_path, own, "components", "--json").stdout)[name]
    told = roundhouse(tmp_path, own, "games", name).stdout

    assert (played.returncode, played.stdout.splitlines()[-1]) == (0, f"{games} games, 0 failures"), played.stdout + played.stderr
    assert listed["file"] == str(own / f"{name}.json")
    assert len(listed["changed"]) >= 4
    assert "Played with the components of an owner's file." in " ".join(told.split())
    for words in (
        ["draw", name, "--moves", "30", "--svg", "board.svg"],
        ["arena", name, "--bots", "greedy,random", "--games", "2", "--out", "m"],
    ):
        done = roundhouse(tmp_path, own, *words)
        assert done.returncode == 0, done.stderr
    record = next((tmp_path / "m").rglob("*.rec"))
    assert f"board {listed['board']}\n" in record.read_text("utf-8")
    assert roundhouse(tmp_path, own, "replay", str(record)).returncode == 0
    elsewhere = roundhouse(tmp_path, None, "replay", str(record))
    assert elsewhere.returncode == cli.WRONG
    assert "the record is of another board" in elsewhere.stderr
    ours = next((Path(__file__).parent.parent / "records" / name).glob("*.rec"))
    assert "the record is of another board" in roundhouse(tmp_path, own, "replay", str(ours)).stderr


def changed(name: str, *path: str | int, to: object) -> str:
    """The file of a game with one value replaced."""
    data = standard(name)
    part: Any = data
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = to
    return json.dumps(data, indent=1)


def tile(**rows: str) -> list[str]:
    """The mountain tile of dice1 with some rows replaced: `row0` is the first one."""
    return [rows.get(f"row{at}", row) for at, row in enumerate(MOUNTAIN)]


WRONG = [
    ("dice1", changed("dice1", "tiles", 3, "rows", to=MOUNTAIN[:6]), "'rows' has 6 entries; at least 7 are needed"),
    ("dice1", changed("dice1", "tiles", 3, "rows", to=tile(row2="^^^^^^")), "a row of 'rows' is a text of 7 characters: .~^"),
    (
        "dice1",
        changed("dice1", "tiles", 3, "rows", to=tile(row2="^^^x^^^")),
        "character 4 of a row of 'rows' is one of . ~ ^, not 'x'",
    ),
    ("dice1", changed("dice1", "tiles", 3, "rows", to=tile(row0="^^^.^^^")), "the tile 'mountain' has '^' on its N side"),
    ("dice1", changed("dice1", "tiles", 3, "rows", to=tile(row3="^^^~^^^")), "'mountain' has both lakes and mountains"),
    ("dice1", changed("dice1", "tiles", 1, "rows", to=["~......", *LAKE[1:]]), "a lake of the tile 'lake' touches a side"),
    ("dice1", changed("dice1", "tiles", 0, "rows", to=LAKE), "the tile 'meadow' is all meadow"),
    ("dice1", changed("dice1", "tiles", 3, "mini_tiles", to=9), "'mini_tiles' of all 'tiles' adds up to 36; it must be 35"),
    ("dice1", changed("dice1", "tiles", 3, "sides", to="^^^"), "'sides' is written like '..^^', not '^^^'"),
    (
        "dice1",
        changed("dice1", "tiles", 3, "name", to="alp"),
        "'name' (tiles.3.name) must be \"mountain\", which the program relies on",
    ),
    ("dice1", changed("dice1", "tiles", to=standard("dice1")["tiles"][:3]), "'tiles' has 3 entries; at least 4 are needed"),
    ("dice1", changed("dice1", "faces", 0, "count", to=3), "'count' of all 'faces' adds up to 7; it must be 6"),
    ("dice1", changed("dice1", "faces", 0, "count", to=-1), "'count' is a whole number from 1 to 3, not -1"),
    ("dice1", changed("dice1", "dice", to=41), "'dice' (dice) must be 40, which the program relies on; it is 41"),
    ("dice1", changed("dice1", "dice", to=True), "'dice' (dice) must be 40"),
    ("dice1", changed("dice1", "dice", to=40.0), "'dice' (dice) must be 40"),
    ("dice1", changed("dice1", "colour", to="red"), "'colour' is unknown here; known are: edition"),
    (
        "dice1",
        changed("dice1", "companies", 0, "stations", to=[{"requires": "open", "for_3": 4, "for_5": 5}]),
        "the stations of 'purple' add up to 8",
    ),
    (
        "dice1",
        changed("dice1", "companies", 0, "stations", 0, "requires", to="swamp"),
        "'requires' is written like 'open', not 'swamp'",
    ),
    (
        "dice1",
        changed("dice1", "companies", 0, "stations", to=[{"requires": "open", "for_3": 2, "for_5": 2}] * 2),
        "'purple' has the same requirement twice",
    ),
    ("dice2", changed("dice2", "complex_faces", 0, "count", to=2), "a die has 6 sides; 'count' of 'complex_faces' adds up to 7"),
    ("dice2", changed("dice2", "complex_faces", 5, "count", to=0), "'count' is a whole number from 1 to 5, not 0"),
    (
        "dice2",
        changed("dice2", "complex_faces", 0, "tracks", to=["NS", "NE"]),
        'must be "EW", which the program relies on; it is "NE"',
    ),
    (
        "dice2",
        changed("dice2", "tiles", 0, "rows", to=["....", ".~.", ".~~.", "...."]),
        "a row of 'rows' is a text of 4 characters",
    ),
    ("dice2", changed("dice2", "first_layout", to="1@0,0"), "'first_layout' is written like"),
    ("dice2", changed("dice2", "locomotives", 0, "price", to=6), "'price' (locomotives.0.price) must be 5"),
    ("dice2", changed("dice2", "directors", 2, "name", to="<b>"), "holds markup"),
    ("dice2", changed("dice2", "directors", 2, "name", to="InterBahn"), "two of 'directors' have the same name"),
    ("express", changed("express", "hexes", 0, "terrain", to="plains"), "A2 must be 'city', which the program relies on"),
    ("express", changed("express", "hexes", 1, "terrain", to="mountain"), "A3 is 'mountain' and needs 'income'"),
    ("express", changed("express", "hexes", 1, "income", to=2), "A3 is 'plains' and has no 'income'"),
    ("express", changed("express", "hexes", 1, "cost", to=0), "'cost' is a whole number from 1 to 9, not 0"),
    ("express", changed("express", "hexes", 1, "id", to="A9"), "the hex here is A3, not A9"),
    ("express", changed("express", "hexes", 6, "name", to="Detroit"), "'Detroit' is already the name of B5"),
    ("express", changed("express", "hexes", 6, "name", to="<i>"), "holds markup"),
    (
        "express",
        changed("express", "hexes", to=standard("express")["hexes"][1:]),
        "'hexes' has 159 entries; at least 160 are needed",
    ),
    ("express", changed("express", "industry", 1, "values", to=[3, 4, 6]), "'values' rise by equal steps"),
    ("tycoon", changed("tycoon", "map", 0, to=" " * 26), "character 16 of a row of 'map' is one of . ^, not ' '"),
    ("tycoon", changed("tycoon", "map", 1, to="." * 26), "character 1 of a row of 'map' must be ' ', which the program relies on"),
    ("tycoon", changed("tycoon", "new_cities", "blue", to=5), "there are 12 new-city tiles, not 14"),
    ("tycoon", changed("tycoon", "new_cities", "red", to=1), "'red' (new_cities.red) must be 0"),
    (
        "tycoon",
        changed("tycoon", "locomotives", "price_of_level", to=[0, 0, 5, 4, 10, 15, 15, 20, 20]),
        "'price_of_level' begins with two zeros",
    ),
    ("tycoon", changed("tycoon", "rivers", "r99c99", to="AAAAAA"), "r99c99 has no place in 'rivers'"),
    ("tycoon", changed("tycoon", "ridges", "r20c05", to="E"), "the ridge of r20c05 on its side E is missing on the other side"),
    ("tycoon", changed("tycoon", "cities", 0, "cubes", to=7), "'cubes' (cities.0.cubes) must be 2"),
    ("tycoon", '{"cards": ' + "[" * 50, "nested too deeply"),
    ("dice1", '{"dice": 40, "dice": 40}', "'dice' stands here twice"),
    ("dice1", '{"$ref": "#"}', "'$ref' is unknown here"),
    ("dice1", "[]", "'document' is an object, written in braces"),
    ("dice1", "", "line 1: a value is expected here"),
    ("dice1", "{" + " " * 10_000_000, "the text is longer than 200000 characters"),
]


@pytest.mark.parametrize(("name", "text", "reason"), WRONG, ids=[f"{name}-{reason[:40]}" for name, _, reason in WRONG])
def test_a_file_that_cannot_be_is_refused_with_its_line(name: str, text: str, reason: str) -> None:
    """One clear message each; nothing is ignored."""
    with pytest.raises(BadDocument, match=r"^line \d+: ") as caught:
        box_of(name).read(text)
    assert reason in str(caught.value)


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_fact_is_named(name: str) -> None:
    """Each part of the file in turn, but for notes."""
    data = standard(name)
    for key in data:
        fact = box_of(name).fact(key)
        if isinstance(fact, Note):
            continue
        with pytest.raises(BadDocument, match=f"'{key}' is missing"):
            box_of(name).read(json.dumps({other: value for other, value in data.items() if other != key}))


def test_notes_change_nothing() -> None:
    """Another confidence is no other board."""
    data = standard("dice1")
    data["edition"] = "my own box"
    data["confidence"] = {"tiles": "certain: I hold them in my hand"}

    assert box_of("dice1").read(json.dumps(data)).board == ""


def test_a_folder_holds_nothing_that_no_game_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A misspelt name would otherwise be ignored; a folder that does not exist is said, too."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "nowhere"))
    with pytest.raises(BadSetup, match=r"the folder '.*nowhere' of ROUNDHOUSE_COMPONENTS: No such file"):
        owners_file("dice1")
    (tmp_path / "Dice1.json").touch()
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with pytest.raises(BadSetup, match=r"no game reads .*Dice1\.json; a folder of components holds only express\.json, "):
        owners_file("dice1")


def test_files_that_are_none_are_refused(tmp_path: Path) -> None:
    """Ten megabytes, no text, a folder, nothing at all."""
    box, path = box_of("dice1"), tmp_path / "dice1.json"
    path.write_bytes(b"{" + b" " * 10_000_000)
    with pytest.raises(BadSetup, match=r"dice1\.json, line 1: the text is longer than 200000 characters"):
        read_file(box, path)
    path.write_bytes(b"\xff\xfe{")
    with pytest.raises(BadSetup, match=r"dice1\.json is not text in UTF-8"):
        read_file(box, path)
    with pytest.raises(BadSetup, match=r"cannot be read: Is a directory"):
        read_file(box, tmp_path)
    with pytest.raises(BadSetup, match=r"cannot be read: No such file"):
        read_file(box, tmp_path / "none.json")


@pytest.mark.parametrize(
    "words", [["games"], ["components"], ["fuzz", "dice1"], ["serve", "--port", "0"], ["play", "dice1", "--bots", "1"]]
)
def test_no_command_plays_with_a_wrong_file(words: list[str], tmp_path: Path) -> None:
    """Exit code 2, one line that names the file and the fact, and nothing is written."""
    own = written(tmp_path / "own", "dice1", json.loads(changed("dice1", "dice", to=41)))
    done = roundhouse(tmp_path, own, *words)

    assert (done.returncode, done.stdout) == (cli.WRONG, "")
    assert done.stderr.startswith(f"roundhouse: {own / 'dice1.json'}, line ")
    assert done.stderr.endswith("'dice' (dice) must be 40, which the program relies on; it is 41\n")
    assert [path.name for path in tmp_path.iterdir()] == ["own"]


def test_the_command_prints_checks_and_explains(tmp_path: Path) -> None:
    """The file to begin with, the facts that differ, the schema."""
    first = roundhouse(tmp_path, None, "components", "dice2").stdout
    (tmp_path / "mine.json").write_text(json.dumps(dice2()), "utf-8")
    checked = roundhouse(tmp_path, None, "components", "dice2", "--check", "mine.json")
    schema = json.loads(roundhouse(tmp_path, None, "components", "dice2", "--schema").stdout)

    assert first == box_of("dice2").standard()
    assert "complex_faces.0.count\n" in checked.stdout
    assert checked.returncode == 0
    jsonschema.validate(dice2(), schema)
    assert roundhouse(tmp_path, None, "components", "tickets").returncode == cli.WRONG


def test_the_example_of_the_page_is_what_happens(tmp_path: Path) -> None:
    """Its two tiles, checked by the command that it shows, with the output that it shows."""
    page = (ROOT / "docs" / "own-box.md").read_text("utf-8")
    tiles = {tile["name"]: tile for tile in json.loads(page.partition("```json\n")[2].partition("```")[0])}
    command, shown = page.partition("    $ ")[2].partition("\n\n")[0].split("\n", 1)
    data = standard("dice1")
    data["tiles"] = [tiles.get(tile["name"], tile) for tile in data["tiles"]]
    written(tmp_path / "box", "dice1", data)

    assert roundhouse(tmp_path, None, *command.split()[1:]).stdout == textwrap.dedent(shown) + "\n"
    assert len(tiles) == 2


def test_the_page_names_every_fact_that_may_change() -> None:
    """By its last key."""
    page = (ROOT / "docs" / "own-box.md").read_text("utf-8")
    keys = {pattern.replace(".*", "").rpartition(".")[2] for name in NAMES for pattern in box_of(name).facts}

    assert {key for key in keys if f"`{key}`" not in page and not key.endswith("confidence")} <= {
        "yellow",
        "blue",
        "purple",
        "black",
    }

"""`roundhouse admin`: backups, archives and pruning, on a SQLite file and on PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import shutil
import sqlite3
import stat
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest

from roundhouse.cli import main
from roundhouse.core.draw import Rng
from roundhouse.games import find
from roundhouse.play.chance import Secret
from roundhouse.web.people.guests import Guest
from roundhouse.web.server.house import House
from roundhouse.web.settings import Settings
from roundhouse.web.store.store import Statement
from roundhouse.web.tables.creation import TableSpec
from roundhouse.web.tables.playing import move as make
from roundhouse.web.tables.repository import Seat
from roundhouse.web.tables.room import Room
from tests.web.database import Database

T = TypeVar("T")

ADA = Guest("ada", "Ada")
MOVES = 12


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path, empty: Path) -> str:
    """The location of an empty database: a SQLite file or PostgreSQL."""
    if request.param == "postgresql":
        database: Database = request.getfixturevalue("database")
        return database.fresh()
    shutil.copy(empty, tmp_path / "house.db")
    return str(tmp_path / "house.db")


def inside(place: str, work: Callable[[House], Awaitable[T]]) -> T:
    """Run `work` in a server and return its result."""

    async def live() -> T:
        house = House(Settings(db=place, workers=1))
        await house.open()
        try:
            return await work(house)
        finally:
            await house.close()

    return asyncio.run(live())


async def begin(house: House) -> str:
    """Create a guest with a token, and start a table with a secret; return its id."""
    await house.store.write(Statement("INSERT INTO guest (id, name, made) VALUES ('ada', 'Ada', 1)"))
    await house.tokens.create("ada", "my bot", ["read"])
    seats = [Seat("ada", "Ada"), Seat("ada", "Ada 2")]
    id = await house.open_table(ADA, TableSpec(find("tickets"), seats, {}, hotseat=True))
    await play(await house.rooms.get(id), MOVES)
    return id


async def play(room: Room, moves: int) -> None:
    """Make moves by the heuristic."""
    assert room.table is not None
    for _ in range(moves):
        move = room.game.advise(room.table.view(room.actor), Rng(room.event_count))
        await make(room, ADA, room.event_count, f"rid {room.event_count}", room.actor, room.game.notation(move))


async def everything(house: House) -> dict[str, list[Any]]:
    """Return all rows that matter, in order."""
    tables = {"guest": "id", "game_table": "id", "seat": "seat", "entry": "n", "member": "guest", "token": "id", "record": "id"}
    return {
        name: [tuple(row) for row in await house.store.rows(f"SELECT * FROM {name} ORDER BY {key}")] for name, key in tables.items()
    }


def admin(*words: str, code: int = 0) -> None:
    """Run the command and check its exit code."""
    assert main(["--lang", "en", "admin", *words]) == code


def test_a_backup_put_back_is_the_house_as_it_was(place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Taken while the server is running; later changes are gone. Only its owner can read it."""
    copy = tmp_path / "copy"
    id = inside(place, begin)
    before = inside(place, everything)

    async def open_house(house: House) -> None:
        await asyncio.to_thread(admin, "backup", str(copy), "--db", place)
        await play(await house.rooms.get(id), 3)

    inside(place, open_house)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert inside(place, everything) != before

    admin("restore", str(copy), "--db", place, code=2)
    assert "--replace" in capsys.readouterr().err
    admin("restore", str(copy), "--db", place, "--replace")

    assert inside(place, everything) == before
    admin("backup", str(copy), "--db", place, code=2)
    assert "already exists" in capsys.readouterr().err


@pytest.mark.parametrize("way", [("sqlite", "postgresql"), ("postgresql", "sqlite")], ids="-".join)
def test_a_table_begun_on_one_database_goes_on_on_the_other(
    way: tuple[str, str], tmp_path: Path, database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exported, imported into an empty database, and played to its end; the draws are those of the secret that was committed to."""
    places = {"sqlite": str(tmp_path / "new" / "house.db"), "postgresql": database.fresh()}
    archive = str(tmp_path / "house.jsonl")
    id = inside(places[way[0]], begin)
    before = inside(places[way[0]], everything)

    admin("export", archive, "--db", places[way[0]], "--json")
    exported = json.loads(capsys.readouterr().out)["rows"]
    admin("import", archive, "--db", places[way[1]], "--json")

    assert json.loads(capsys.readouterr().out) == {"rows": exported, "broken": []}
    assert inside(places[way[1]], everything) == before

    async def finish(house: House) -> tuple[str | None, str, bool]:
        room = await house.rooms.get(id)
        while not room.over:
            await play(room, 1)
        return room.commitment, Secret(room.setup.secret).commitment, room.over

    commitment, of_secret, over = inside(places[way[1]], finish)
    assert over
    assert commitment == of_secret


def test_an_archive_is_imported_into_an_empty_database_only(place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Existing data is never mixed with an archive."""
    archive = str(tmp_path / "house.jsonl")
    inside(place, begin)
    before = inside(place, everything)
    admin("export", archive, "--db", place)

    admin("import", archive, "--db", place, code=2)

    assert "empty one" in capsys.readouterr().err
    assert inside(place, everything) == before


def damaged(lines: list[bytes], how: str) -> bytes:
    """Return a damaged archive."""
    move = next(number for number, line in enumerate(lines) if line.startswith(b'["entry"'))
    if how == "changed":
        lines[move] = lines[move].replace(b'"seat": ', b'"seat": 1')
    elif how == "a line lost":
        del lines[move]
    elif how == "cut off":
        return b"".join(lines)[:-90]
    elif how == "without an end":
        del lines[-1]
    elif how == "another after it":
        lines.append(lines[-1])
    elif how == "no archive":
        return b"roundhouse 1\ngame tickets 1\n"
    elif how == "empty":
        return b""
    elif how == "from the future":
        lines[0] = lines[0].replace(b'"version": 1', b'"version": 2')
    elif how == "of a later schema":
        header = json.loads(lines[0]) | {"revision": "9999_later"}
        lines[0] = json.dumps(header).encode() + b"\n"
        digest = hashlib.sha256(b"".join(lines[:-1])).hexdigest()
        lines[-1] = json.dumps(json.loads(lines[-1]) | {"sha256": digest}).encode() + b"\n"
    return b"".join(lines)


DAMAGES = (
    "changed", "a line lost", "cut off", "without an end", "another after it", "no archive", "empty", "from the future",
    "of a later schema",
)  # fmt: skip


def test_a_damaged_archive_is_refused_whole(tmp_path: Path, empty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With one line that says what is wrong; nothing is imported."""
    shutil.copy(empty, tmp_path / "house.db")
    good = tmp_path / "good.jsonl"
    inside(str(tmp_path / "house.db"), begin)
    admin("export", str(good), "--db", str(tmp_path / "house.db"))
    capsys.readouterr()

    for how in DAMAGES:
        bad, target = tmp_path / "bad.jsonl", tmp_path / how / "house.db"
        bad.write_bytes(damaged(good.read_bytes().splitlines(keepends=True), how))
        admin("import", str(bad), "--db", str(target), code=2)
        assert capsys.readouterr().err.count("\n") == 1, how
        assert not target.exists(), how


def test_a_database_in_use_is_not_replaced_imported_into_or_pruned(tmp_path: Path, empty: Path) -> None:
    """The file belongs to the running server; export and backup are allowed."""
    place = tmp_path / "house.db"
    shutil.copy(empty, place)
    inside(str(place), begin)

    async def open_house(house: House) -> None:
        for words in (["backup", str(tmp_path / "copy.db")], ["export", str(tmp_path / "house.jsonl")], ["prune", "--pretend"]):
            await asyncio.to_thread(admin, *words, "--db", str(place))
        for words in (["restore", str(tmp_path / "copy.db"), "--replace"], ["import", str(tmp_path / "house.jsonl")], ["prune"]):
            await asyncio.to_thread(partial(admin, *words, "--db", str(place), code=2))

    inside(str(place), open_house)


def test_an_invalid_backup_is_not_restored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A text, another database, no file at all; and a missing database cannot be backed up."""
    (tmp_path / "text").write_text("no database")
    with contextlib.closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE recipe (text)")
    target = str(tmp_path / "house.db")

    for source in ("text", "other.db", "missing"):
        admin("restore", str(tmp_path / source), "--db", target, code=2)
    admin("backup", str(tmp_path / "copy"), "--db", target, code=2)
    admin("export", str(tmp_path / "copy"), "--db", target, code=2)

    assert capsys.readouterr().err.count("\n") == 5
    assert not Path(target).exists()
    assert not (tmp_path / "copy").exists()


def test_pruning_deletes_what_is_not_needed_and_nothing_else(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A table that never started and an idle guest are deleted; games stay, unless a retention is set."""

    async def fill(house: House) -> None:
        id = await begin(house)
        await house.open_table(ADA, TableSpec(find("express"), [Seat("ada", "Ada"), Seat()], {}))
        await house.store.write(
            Statement("INSERT INTO guest (id, name, made) VALUES ('idle', 'Idle', 1)"),
            Statement("INSERT INTO session (token, guest, made) VALUES (?, 'idle', 1)", (b"old",)),
            Statement("INSERT INTO mute (guest, what) VALUES ('idle', 'tickets')"),
            Statement("INSERT INTO guest (id, name, made) VALUES ('rated', 'Rated', 1)"),
            Statement("INSERT INTO rating (game, who, mean, deviation, games) VALUES ('tickets', 'rated', 25, 8, 1)"),
            Statement("INSERT INTO guest (id, name, made) VALUES ('new', 'New', 1)"),
            Statement("INSERT INTO session (token, guest, made) VALUES (?, 'new', 4e9)", (b"new",)),
            Statement("INSERT INTO record (id, guest, text, made) VALUES ('r-old', 'ada', '', 1), ('r-new', 'ada', '', 4e9)"),
            Statement("UPDATE game_table SET made = 1"),
            Statement("UPDATE game_table SET stage = 'over', ended = 1 WHERE id = ?", (id,)),
        )

    def pruned(*words: str) -> dict[str, int]:
        capsys.readouterr()
        admin("prune", "--db", place, "--json", *words)
        rows: dict[str, int] = json.loads(capsys.readouterr().out)["rows"]
        return rows

    inside(place, fill)

    assert pruned("--pretend")["game_table"] == 1
    first = pruned()
    assert (first["game_table"], first["guest"], first["record"]) == (1, 1, 1)
    assert pruned() == {}
    left = inside(place, everything)
    assert [row[0] for row in left["guest"]] == ["ada", "new", "rated"]
    assert [row[0] for row in left["record"]] == ["r-new"]
    assert len(left["entry"]) > MOVES
    assert pruned("--finished", "3650") == {"game_table": 1}
    assert inside(place, everything)["entry"] == []


@pytest.mark.parametrize("running", [False, True])
def test_a_token_made_by_the_operator_works(tmp_path: Path, empty: Path, capsys: pytest.CaptureFixture[str], running: bool) -> None:
    """Also while the server runs; its bearer has the given name, and all scopes. An account's name is not given away."""
    place = tmp_path / "house.db"
    shutil.copy(empty, place)
    inside(str(place), begin)

    async def bearer(house: House) -> tuple[str, set[str]]:
        if running:
            await asyncio.to_thread(admin, "token", "Hoarder", "--db", str(place))
        found = await house.tokens.bearer(capsys.readouterr().out.strip())
        assert found is not None
        return found.guest.name, set(found.scopes)

    if not running:
        capsys.readouterr()
        admin("token", "Hoarder", "--db", str(place))

    assert inside(str(place), bearer) == ("Hoarder", {"read", "play", "chat"})
    admin("token", "x" * 21, "--db", str(place), code=2)
    assert "a name has 1 to 20 letters" in capsys.readouterr().err.casefold()

"""The files of a SQLite store: private, opened once by whatever name, and refused with a sentence if they cannot be used."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from roundhouse.cli import main
from roundhouse.web.store.sqlite import SqliteStore
from roundhouse.web.store.store import Statement, StoreBusy, StoreFailed

GUEST = Statement("INSERT INTO guest (id, name, made) VALUES ('a', 'Ada', 0)")


def mode(path: Path) -> int:
    """Return the permissions of a file."""
    return stat.S_IMODE(path.stat().st_mode)


def modes(path: Path) -> dict[str, int]:
    """Open a store, write to it, and return the permissions of its files while it is open."""

    async def act() -> dict[str, int]:
        store = SqliteStore(path)
        try:
            await store.write(GUEST)
            return {file.name: mode(file) for file in path.parent.glob("house.db*")}
        finally:
            await store.close()

    return asyncio.run(act())


@pytest.fixture(autouse=True)
def no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """`serve` must have refused its database before it serves."""
    monkeypatch.setattr("roundhouse.cli.serve._Server.run", lambda *_, **__: pytest.fail("a server has started"))


@pytest.fixture(autouse=True)
def loose_umask() -> Iterator[None]:
    """A system where files are readable by all unless a program says otherwise."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def test_a_new_database_and_its_folder_are_private(tmp_path: Path) -> None:
    """Also the files that SQLite puts beside it: they hold the secrets of shuffles, and sessions."""
    found = modes(tmp_path / "house" / "house.db")

    assert set(found) >= {"house.db", "house.db-wal", "house.db-shm", "house.db-claim"}
    assert set(found.values()) == {0o600}
    assert mode(tmp_path / "house") == 0o700


def test_a_database_that_others_can_read_is_made_private(tmp_path: Path, empty: Path) -> None:
    """One of an earlier version. A folder that the server did not create stays as it is."""
    folder = tmp_path / "shared"
    folder.mkdir(mode=0o755)
    shutil.copy(empty, folder / "house.db")
    for name in ("house.db", "house.db-claim"):
        (folder / name).touch()
        (folder / name).chmod(0o644)
    found = modes(folder / "house.db")

    assert set(found.values()) == {0o600}
    assert mode(folder) == 0o755


def test_the_data_folder_of_the_user_is_made_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the server's own, whoever created it."""
    folder = tmp_path / "roundhouse"
    folder.mkdir(mode=0o755)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    modes(folder / "house.db")

    assert mode(folder) == 0o700


@pytest.mark.parametrize("kind", ["symlink", "folder", "hard link"])
def test_another_name_of_a_file_opens_no_second_server(kind: str, tmp_path: Path) -> None:
    """Two servers on one file would each believe to be alone."""
    path = tmp_path / "house" / "house.db"
    other = tmp_path / "other" / "house.db"

    async def act() -> None:
        store = SqliteStore(path)
        try:
            if kind == "folder":
                other.parent.symlink_to(path.parent)
            else:
                other.parent.mkdir()
                other.symlink_to(path) if kind == "symlink" else other.hardlink_to(path)
            with pytest.raises(StoreFailed if kind == "hard link" else StoreBusy, match=r"hard link|another server is using"):
                SqliteStore(other)
        finally:
            await store.close()

    asyncio.run(act())


def damaged(kind: str, path: Path, empty: Path) -> None:
    """Put something at a path that is not a usable database."""
    if kind == "folder":
        path.mkdir()
    elif kind == "in a file":
        path.parent.rmdir()
        path.parent.write_text("not a folder")
    elif kind == "loop":
        path.symlink_to(path)
    elif kind == "text":
        path.write_text("not a database " * 1000)
    elif kind == "other program":
        with contextlib.closing(sqlite3.connect(path)) as other:
            other.execute("CREATE TABLE recipe (text)")
    else:
        data = bytearray(empty.read_bytes())
        if kind == "truncated":
            del data[len(data) // 2 :]
        elif kind == "header":
            data[16:100] = b"\xff" * 84
        else:  # every page but the first
            data[4096:] = b"\xa5" * (len(data) - 4096)
        path.write_bytes(data)


KINDS = ["folder", "in a file", "loop", "text", "other program", "truncated", "header", "pages"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("command", ["serve --port 0", "admin export -", "admin prune", "admin backup copy.db"])
def test_what_is_no_usable_database_is_refused_with_a_sentence(
    command: str, kind: str, tmp_path: Path, empty: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line that names the file, and exit code 2; nothing is changed."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "house" / "house.db"
    path.parent.mkdir()
    damaged(kind, path, empty)
    before = path.read_bytes() if path.is_file() else None

    code = main([*command.split(), "--db", str(path)])

    told = capsys.readouterr().err
    assert code == 2, told
    assert told.count("\n") == 1, told
    assert "Traceback" not in told
    assert (path.read_bytes() if path.is_file() else None) == before
    assert not (tmp_path / "copy.db").exists()


BAD = ["mysql://user:hunter2@db/house", "sqlite://house.db", "a\0b", "x" * 300 + ".db", "/proc/nothing/house.db"]


@pytest.mark.parametrize("place", BAD)
def test_a_bad_path_is_refused_with_a_sentence(
    place: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the password that it may hold."""
    monkeypatch.chdir(tmp_path)

    assert main(["serve", "--port", "0", "--db", place]) == 2

    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "hunter2" not in told
    assert list(tmp_path.iterdir()) == []


def test_a_path_with_marks_of_an_address_is_only_a_path(tmp_path: Path) -> None:
    """A question mark, a percent sign and a hash begin nothing."""
    path = tmp_path / "what?mode=ro#%41" / "house.db"
    modes(path)

    assert [file.name for file in tmp_path.iterdir()] == ["what?mode=ro#%41"]
    assert path.stat().st_size > 0


def test_damage_that_is_found_later_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a failure of the store, which becomes a sentence for the reader, and not as a bug."""

    class Damaged:
        def execute(self, *_: object) -> None:
            error = sqlite3.DatabaseError("database disk image is malformed")
            error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise error

        def close(self) -> None:
            pass

    async def act() -> None:
        store = SqliteStore(tmp_path / "house.db")
        store._reader.close()
        monkeypatch.setattr(store, "_reader", Damaged())
        try:
            for read in (store.rows("SELECT 1"), store.row("SELECT 1"), store.snapshot(Statement("SELECT 1"))):
                with pytest.raises(StoreFailed, match="malformed"):
                    await read
        finally:
            await store.close()

    asyncio.run(act())


def test_a_restored_database_keeps_its_owner(tmp_path: Path, empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An administrator restores it; the server, which runs as another user, must be able to open it and its claim."""
    path, copy = tmp_path / "house.db", tmp_path / "copy.db"
    shutil.copy(empty, path)
    shutil.copy(empty, copy)
    given: dict[str, tuple[int, int]] = {}
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("os.chown", lambda file, user, group: given.update({Path(file).name: (user, group)}))
    monkeypatch.setattr("roundhouse.web.store.location.owner_of", lambda file: (1234, 5678) if file == path else (1, 1))

    assert main(["admin", "restore", str(copy), "--db", str(path), "--replace"]) == 0

    assert given == {"house.db-claim": (1234, 5678), "house.db.restored": (1234, 5678)}
    assert mode(path) == 0o600


def test_a_database_of_another_user_is_not_replaced_by_one_of_ours(
    tmp_path: Path, empty: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its server could not open it any more."""
    path, copy = tmp_path / "house.db", tmp_path / "copy.db"
    shutil.copy(empty, path)
    shutil.copy(empty, copy)
    monkeypatch.setattr("os.geteuid", lambda: 1)
    monkeypatch.setattr("roundhouse.web.store.location.owner_of", lambda _: (1234, 5678))
    before = path.stat().st_ino

    assert main(["admin", "restore", str(copy), "--db", str(path), "--replace"]) == 2

    assert "another user" in capsys.readouterr().err
    assert path.stat().st_ino == before

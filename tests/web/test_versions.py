"""Stores of earlier versions can be opened, their games continued, and migrations lead exactly to the schema."""

from __future__ import annotations

import asyncio
import gzip
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from anyio.from_thread import BlockingPortal
from sqlalchemy import Connection, create_engine
from sqlalchemy.ext.asyncio import create_async_engine
from starlette.applications import Starlette

from roundhouse.core.record import read, replay
from roundhouse.games import GAMES, find
from roundhouse.play.verify import verify
from roundhouse.web.app import make_app
from roundhouse.web.settings import Settings
from roundhouse.web.store.migrate import MIGRATIONS, REVISIONS, migrate_sqlite
from roundhouse.web.store.schema import SCHEMA
from tests.web.conftest import Browser
from tests.web.database import Database

DATA = Path(__file__).parent / "data"
NAMES = [game.name for game in GAMES]


def earlier(folder: Path) -> Path:
    """Return a store of the first version, with a waiting, a running and a finished table of each game."""
    path = folder / "earlier.db"
    path.write_bytes(gzip.decompress((DATA / "version-1.db.gz").read_bytes()))
    return path


@pytest.fixture
def app(tmp_path: Path, portal: BlockingPortal) -> Iterator[Starlette]:
    """The current server on a store of the first version."""
    app = portal.call(make_app, Settings(db=str(earlier(tmp_path)), workers=1, limits=False))
    with portal.wrap_async_context_manager(app.router.lifespan_context(app)):
        yield app


@pytest.fixture
def ada(app: Starlette, portal: BlockingPortal) -> Browser:
    """A guest with a cookie of that version."""
    return Browser(app, portal, {"cookie": "roundhouse=cookie-0"})


@pytest.mark.parametrize("game", NAMES)
def test_a_game_begun_under_the_first_version_goes_on(game: str, ada: Browser, until: Callable[..., None]) -> None:
    """First the bot moves whose turn it was, then the person."""
    table = f"/table/{game}-running"
    n = ada.n(table)
    until(lambda: ada.moves(table) != [])
    later = ada.n(table)

    assert later > n
    assert ada.move(table, ada.moves(table)[0]).status_code == 200
    assert ada.n(table) > later


@pytest.mark.parametrize("game", NAMES)
def test_a_game_finished_under_the_first_version_is_shown_and_verified(game: str, ada: Browser) -> None:
    """Its page, its chat and its replay open; its record replays to the same scores, and its deal is verified."""
    assert "hello" in ada.get(f"/table/{game}-over").text
    assert ada.get(f"/replay/{game}-over?at=3").status_code == 200
    record = read(ada.get(f"/table/{game}-over/record").text)

    assert record.scores == list(replay(find(game), record).scores())
    assert verify(find(game), record).good


def test_a_table_that_waited_begins(ada: Browser, app: Starlette, portal: BlockingPortal) -> None:
    """Bo, who has a cookie of that version too, sits down."""
    bo = Browser(app, portal, {"cookie": "roundhouse=cookie-1"})

    assert bo.post("/table/tickets-waiting/sit", {"seat": 1, "name": "Bo"}).status_code == 200
    assert ada.n("/table/tickets-waiting") > 0


def test_an_imported_record_is_still_there(ada: Browser) -> None:
    """At the same path."""
    assert ada.get("/replay/r-express?at=5").status_code == 200


def test_an_interrupted_migration_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last step fails: the file is unchanged, and can be migrated later."""
    path = earlier(tmp_path)
    before = schema_of(path)

    def broken(*values: object, **more: object) -> None:
        raise RuntimeError("the power fails")

    with monkeypatch.context() as patch:
        patch.setattr("alembic.op.create_index", broken)
        with pytest.raises(RuntimeError):
            migrate_sqlite(path)

    assert schema_of(path) == before
    migrate_sqlite(path)
    assert schema_of(path) != before


def schema_of(path: Path) -> list[tuple[str, ...]]:
    """Return the schema of a file."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()


def test_every_migration_follows_the_one_before() -> None:
    """In the order of their names; the newest is the head."""
    script = ScriptDirectory(str(MIGRATIONS))

    assert [revision.revision for revision in script.walk_revisions()][::-1] == list(REVISIONS)


def differences(connection: Connection) -> list[object]:
    """Return the differences between a database and the schema."""
    return list(compare_metadata(MigrationContext.configure(connection, opts={"compare_server_default": True}), SCHEMA))


def sqlite_differences(path: Path) -> list[object]:
    """Return the differences between a SQLite file and the schema."""
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        found = differences(connection)
    engine.dispose()
    return found


def test_migrations_lead_to_the_schema_in_sqlite(tmp_path: Path) -> None:
    """For a new file."""
    migrate_sqlite(tmp_path / "new.db")

    assert sqlite_differences(tmp_path / "new.db") == []


def test_a_file_of_the_first_version_gets_all_tables_and_columns(tmp_path: Path) -> None:
    """Some are declared differently (REAL for DOUBLE, an implicit key), which is the same to SQLite."""
    path = earlier(tmp_path)
    migrate_sqlite(path)
    migrate_sqlite(tmp_path / "new.db")

    assert columns_of(path) == columns_of(tmp_path / "new.db")


def columns_of(path: Path) -> dict[str, list[str]]:
    """Return the columns of every table and index."""
    with closing(sqlite3.connect(path)) as connection:
        names = [str(row[0]) for row in connection.execute("SELECT name FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")]
        tables = {name: [str(row[1]) for row in connection.execute(f"PRAGMA table_info({name})")] for name in names}
        indexes = {name: [str(row[2]) for row in connection.execute(f"PRAGMA index_info({name})")] for name in names}
        return {name: tables[name] or indexes[name] for name in names}


def test_migrations_lead_to_the_schema_in_postgresql(database: Database) -> None:
    """For a new database."""
    url = database.fresh()

    async def compare() -> list[object]:
        engine = create_async_engine("postgresql+asyncpg://", async_creator=lambda: asyncpg.connect(url))
        async with engine.connect() as connection:
            found = await connection.run_sync(differences)
        await engine.dispose()
        return found

    assert asyncio.run(compare()) == []

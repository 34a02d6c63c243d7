"""A server of its own for each test, and browsers that talk to it."""

from __future__ import annotations

import html
import os
import re
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from starlette.applications import Starlette

from roundhouse.web.app import make_app
from roundhouse.web.server.house import House
from roundhouse.web.settings import Settings
from roundhouse.web.store.migrate import migrate_sqlite
from tests.patience import wait_until
from tests.web.browser import browsers, chromium, door, meet  # noqa: F401 - fixtures of the tests in real browsers
from tests.web.database import Database, shared_database

HERE = "http://127.0.0.1"


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty store to copy, which is faster than to create one for each test."""
    path = tmp_path_factory.mktemp("store") / "house.db"
    migrate_sqlite(path)
    return path


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """A real PostgreSQL, started when the first test needs it and shared by all test workers."""
    alone = "PYTEST_XDIST_WORKER" not in os.environ
    base = tmp_path_factory.getbasetemp()
    with shared_database(base if alone else base.parent) as database:
        yield database


@pytest.fixture
def settings(tmp_path: Path, empty: Path) -> Settings:
    """Settings with a store in the folder of the test, and one worker process for bots."""
    shutil.copy(empty, tmp_path / "house.db")
    return Settings(db=str(tmp_path / "house.db"), workers=1)


@pytest.fixture
def portal() -> Iterator[BlockingPortal]:
    """The event loop of the server, in another thread than the test."""
    with start_blocking_portal() as portal:
        yield portal


@pytest.fixture
def app(settings: Settings, portal: BlockingPortal) -> Iterator[Starlette]:
    """The running application."""
    app = portal.call(make_app, settings)
    with portal.wrap_async_context_manager(app.router.lifespan_context(app)):
        yield app


@pytest.fixture
def house(app: Starlette) -> House:
    """The house of the application."""
    found: House = app.state.house
    return found


@pytest.fixture
def browser(app: Starlette, portal: BlockingPortal) -> Callable[..., Browser]:
    """A factory of browsers, each with its own cookies."""
    return lambda **headers: Browser(app, portal, headers)


@pytest.fixture
def until() -> Callable[[Callable[[], bool]], None]:
    """A function that waits for a condition, and fails the test if it takes too long."""
    return wait_until


class Browser:
    """A person's browser: keeps cookies, sends an Origin header, and reads what a page shows."""

    def __init__(self, app: Starlette, portal: BlockingPortal, headers: dict[str, str]) -> None:
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        self._portal = portal
        self.client = httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url=HERE, headers={"Origin": HERE, **names}, timeout=60
        )

    def ask(self, method: str, url: str, **more: Any) -> httpx.Response:
        """Send a request."""
        return self._portal.call(partial(self.client.request, method, url, **more))

    def get(self, url: str, **more: Any) -> httpx.Response:
        """Get a page."""
        return self.ask("GET", url, **more)

    def post(self, url: str, content: dict[str, Any] | None = None) -> httpx.Response:
        """Send an action as the script does."""
        return self.ask("POST", url, json=content or {})

    def send(self, url: str, form: dict[str, Any] | None = None) -> httpx.Response:
        """Send a form as a page without script does."""
        return self.ask("POST", url, data=form or {})

    def open_table(self, game: str, seats: list[str], name: str = "Ada", **more: str) -> str:
        """Open a table and return its path."""
        form = {"game": game, "name": name, "seats": str(len(seats)), "spectators": "on", "public": "on", "pace": "0", **more}
        form |= {f"seat-{seat}": occupant for seat, occupant in enumerate(seats)}
        answer = self.send("/tables", form)
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])

    def n(self, table: str) -> int:
        """Return the event count of a table."""
        return int(found(r'data-n="(\d+)"', self.get(table).text))

    def moves(self, table: str) -> list[str]:
        """Return the legal moves of this person."""
        return [html.unescape(text) for text in re.findall(r'<button name="move" value="([^"]+)"', self.get(table).text)]

    def move(self, table: str, text: str, seat: int = 0, rid: str = "", n: int | None = None) -> httpx.Response:
        """Make a move."""
        return self.post(f"{table}/move", {"n": self.n(table) if n is None else n, "rid": rid, "move": text, "seat": seat})


def found(pattern: str, text: str) -> str:
    """Return the first group of a pattern; fail if it does not match."""
    match = re.search(pattern, text)
    assert match is not None, f"{pattern} is not in the page"
    return match[1]

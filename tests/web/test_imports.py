"""Imported records: limited in size, checked, and processed off the event loop, so that no other request waits for them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from anyio.from_thread import BlockingPortal

from roundhouse.core.record import write
from roundhouse.games import find
from roundhouse.play.chance import Seeded
from roundhouse.play.table import Table
from roundhouse.web.live import imported
from roundhouse.web.live.imported import ImportedRecords
from roundhouse.web.live.replay import Replay, table_of_record
from roundhouse.web.server.house import House
from roundhouse.web.tables.creation import TableSpec
from tests.web.conftest import Browser

Browsers = Callable[..., Browser]


def a_record(names: str = '["Cy", "Di"]', game: str = "express") -> str:
    """Return the record of a game that has just begun, with these names."""
    lines = write(Table(find(game), 2, source=Seeded(1)).record()).splitlines()
    return "\n".join(f"names {names}" if line.startswith("names ") else line for line in lines) + "\n"


def import_record(browser: Browser, text: str) -> str:
    """Import a record and return the path of its replay."""
    answer = browser.ask("POST", "/import", files={"file": text.encode()})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).partition("?")[0]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("x" * 31, "Line 5: the name of seat 0: the text is longer than 30 characters"),
        ("x" * 200_000, "Line 5: the text is longer than 4096 characters"),
        (r"A\u202eb", "Line 5: the text holds characters that cannot be shown"),
        (r"A\ud800", "Line 5: the text holds characters that cannot be shown"),
        (r"A\nb", "Line 5: the text holds characters that cannot be shown"),
        (r"\u001b[2J", "Line 5: the text holds characters that cannot be shown"),
    ],
    ids=["long", "very long", "direction", "surrogate", "newline", "escape"],
)
def test_a_record_with_a_name_that_no_person_may_have_is_refused(browser: Browsers, name: str, reason: str) -> None:
    """A name of some kilobytes once blocked the server, and half a surrogate pair broke the page of the replay."""
    answer = browser().ask(
        "POST", "/import", files={"file": a_record(f'["{name}", "Bo"]').encode()}, headers={"accept": "application/json"}
    )

    assert answer.status_code == 422
    assert answer.json()["error"] == reason


def test_players_of_one_name_are_numbered() -> None:
    """Two equal bots in a record of a data set from before."""
    assert table_of_record(a_record('["greedy", "greedy"]')).names == ["greedy 1", "greedy 2"]


def test_a_record_stored_before_names_were_checked_is_refused_when_it_is_opened(
    browser: Browsers, house: House, portal: BlockingPortal
) -> None:
    """On the page, for a frame of it, and when a game would be continued from it."""
    ada = browser()
    import_record(ada, a_record())
    rows = portal.call(house.store.rows, "SELECT id FROM guest")
    portal.call(house.repository.add_record, "r-old", rows[0]["id"], a_record(f'["{"x" * 20_000}", "Bo"]'), 0.0)

    for answer in (
        ada.get("/replay/r-old"),
        ada.get("/replay/r-old/frame?at=0"),
        ada.post("/replay/r-old/continue", {"at": 0, "seat": 0}),
    ):
        assert answer.status_code == 422


# Off the event loop.


def in_the_loop() -> bool:
    """Return whether the caller runs on the event loop, and so blocks other requests."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def test_no_imported_record_is_read_or_drawn_on_the_event_loop(browser: Browsers, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither checks, replays, drawings and pages, nor the replay for a game that is continued from it."""
    where: dict[str, bool] = {}

    def watch(owner: object, name: str) -> None:
        real = getattr(owner, name)

        def watched(*args: object, **more: object) -> object:
            where[name] = where.get(name, False) or in_the_loop()
            return real(*args, **more)

        monkeypatch.setattr(owner, name, watched)

    watch(imported, "table_of_record")
    for name in ("fragments", "frame", "turns", "context", "record_until"):
        watch(Replay, name)
    watch(TableSpec, "first_table")
    ada = browser()
    replay = import_record(ada, a_record())

    assert ada.get(replay).status_code == 200
    assert ada.get(f"{replay}/frame?at=0").status_code == 200
    assert ada.post(f"{replay}/continue", {"at": 0, "seat": 0, "level": "novice"}).status_code == 200
    assert where == dict.fromkeys(
        ["table_of_record", "fragments", "frame", "turns", "context", "record_until", "first_table"], False
    )


def test_a_replay_of_a_table_is_drawn_where_its_table_changes(browser: Browsers, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the event loop: another thread could see half of a move."""
    ada = browser()
    table = ada.open_table("express", ["you", "you"], hotseat="on")
    where: list[bool] = []
    real = Replay.fragments

    def fragments(replay: Replay, at: int) -> dict[str, str]:
        where.append(in_the_loop())
        return real(replay, at)

    monkeypatch.setattr(Replay, "fragments", fragments)

    assert ada.get(table.replace("table", "replay")).status_code == 200
    assert where == [True]


class Gate:
    """Replaces `table_of_record`: blocks every record until the gate is opened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reading = self.most = self.read = 0
        self.open = threading.Event()
        self._real = table_of_record
        monkeypatch.setattr(imported, "table_of_record", self)

    def __call__(self, text: str) -> Table:
        self.reading += 1
        self.most = max(self.most, self.reading)
        assert self.open.wait(60)
        self.reading -= 1
        self.read += 1
        return self._real(text)


def test_slow_records_do_not_delay_other_requests(
    browser: Browsers, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch, until: Callable[..., None]
) -> None:
    """Records are read one at a time; pages are served meanwhile, and beyond the limit requests are refused."""
    monkeypatch.setattr(imported, "_MAX_WAITING", 3)
    gate = Gate(monkeypatch)
    ada = browser()
    post = partial(ada.client.post, "/import", files={"file": a_record().encode()})
    waiting = [portal.start_task_soon(post) for _ in range(5)]
    table = ada.open_table("express", ["you", "you"], hotseat="on")

    assert ada.get(table).status_code == 200
    until(lambda: gate.reading == 1 and [answer.done() for answer in waiting].count(True) == 2)
    gate.open.set()
    assert sorted(answer.result(60).status_code for answer in waiting) == [303, 303, 303, 429, 429]
    assert (gate.most, gate.read) == (1, 3)


def test_concurrent_requests_for_a_record_replay_it_once(
    browser: Browsers, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They all wait for the same table."""
    ada = browser()
    replay = import_record(ada, a_record())
    gate = Gate(monkeypatch)
    waiting = [portal.start_task_soon(partial(ada.client.get, replay)) for _ in range(5)]
    gate.open.set()

    assert [answer.result(60).status_code for answer in waiting] == [200] * 5
    assert gate.read == 1


def test_the_cache_of_imported_records_is_limited_by_their_moves(
    browser: Browsers, house: House, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The least recently used games are evicted."""
    ada = browser()
    record = (Path(__file__).parent.parent / "records" / "tickets" / "bots-2.rec").read_text("utf-8")
    addresses = [import_record(ada, record) for _ in range(3)]
    gate = Gate(monkeypatch)
    gate.open.set()
    monkeypatch.setattr(imported, "_MAX_MOVES", 2 * len(record.splitlines()))
    for address in [*addresses, *addresses[1:], addresses[0]]:
        assert ada.get(f"{address}/frame?at=0").status_code == 200

    assert gate.read == 4


def test_closing_does_not_wait_for_records_in_the_queue(
    house: House, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch, until: Callable[..., None]
) -> None:
    """The one being read is finished, the other is cancelled."""
    gate = Gate(monkeypatch)
    others = ImportedRecords(house.repository)
    waiting = [portal.start_task_soon(others.check, a_record()) for _ in range(2)]
    until(lambda: gate.reading == 1)
    portal.call(others.close)
    gate.open.set()
    until(lambda: all(future.done() for future in waiting))

    assert [future.cancelled() for future in waiting].count(True) == 1
    assert gate.read == 1

"""Records of strangers: bounded, checked, and handled beside the event loop, so that nobody else waits for them."""

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
    """A game that has just begun, between players of these names."""
    lines = write(Table(find(game), 2, source=Seeded(1)).record()).splitlines()
    return "\n".join(f"names {names}" if line.startswith("names ") else line for line in lines) + "\n"


def bring(browser: Browser, text: str) -> str:
    """Imports a record; the address of its replay."""
    answer = browser.ask("POST", "/import", files={"file": text.encode()})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).partition("?")[0]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("x" * 31, "Line 5: the name of seat 0: the text is longer than 30 characters"),
        ("x" * 900_000, "Line 5: the text is longer than 4096 characters"),
        (r"A\u202eb", "Line 5: the text holds characters that cannot be shown"),
        (r"A\ud800", "Line 5: the text holds characters that cannot be shown"),
        (r"A\nb", "Line 5: the text holds characters that cannot be shown"),
        (r"\u001b[2J", "Line 5: the text holds characters that cannot be shown"),
    ],
    ids=["long", "very long", "direction", "surrogate", "newline", "escape"],
)
def test_a_record_with_a_name_that_no_person_may_have_is_refused(browser: Browsers, name: str, reason: str) -> None:
    """A name of some kilobytes once hung the whole house, and half a surrogate pair broke the page of the replay."""
    answer = browser().ask(
        "POST", "/import", files={"file": a_record(f'["{name}", "Bo"]').encode()}, headers={"accept": "application/json"}
    )

    assert answer.status_code == 422
    assert answer.json()["error"] == reason


def test_a_record_that_was_kept_before_names_were_checked_is_refused_when_it_is_looked_at(
    browser: Browsers, house: House, portal: BlockingPortal
) -> None:
    """With a sentence, on the page, in a moment of it and where a game would be played on."""
    ada = browser()
    bring(ada, a_record())
    rows = portal.call(house.store.rows, "SELECT id FROM guest")
    portal.call(house.repository.add_record, "r-old", rows[0]["id"], a_record(f'["{"x" * 20_000}", "Bo"]'), 0.0)

    for answer in (
        ada.get("/replay/r-old"),
        ada.get("/replay/r-old/frame?at=0"),
        ada.post("/replay/r-old/continue", {"at": 0, "seat": 0}),
    ):
        assert answer.status_code == 422


# Beside the event loop.


def in_the_loop() -> bool:
    """Whether this code would keep everybody else waiting."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def test_nothing_of_an_imported_record_is_read_or_drawn_in_the_event_loop(
    browser: Browsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Checked, replayed, drawn, filled into the page, and replayed again where a game is played on from it."""
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
    replay = bring(ada, a_record())

    assert ada.get(replay).status_code == 200
    assert ada.get(f"{replay}/frame?at=0").status_code == 200
    assert ada.post(f"{replay}/continue", {"at": 0, "seat": 0, "level": "novice"}).status_code == 200
    assert where == dict.fromkeys(
        ["table_of_record", "fragments", "frame", "turns", "context", "record_until", "first_table"], False
    )


def test_a_replay_of_a_table_is_drawn_where_its_table_changes(browser: Browsers, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the event loop: another thread could see half of a move."""
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
    """Stands in for `table_of_record`: holds every record back until it is opened."""

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


def test_records_that_take_long_keep_nobody_else_waiting(
    browser: Browsers, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch, until: Callable[..., None]
) -> None:
    """One is read at a time, however many come; pages are answered meanwhile, and what comes when many wait is sent away."""
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


def test_a_record_that_many_ask_for_is_replayed_once(
    browser: Browsers, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others wait for the same table."""
    ada = browser()
    replay = bring(ada, a_record())
    gate = Gate(monkeypatch)
    waiting = [portal.start_task_soon(partial(ada.client.get, replay)) for _ in range(5)]
    gate.open.set()

    assert [answer.result(60).status_code for answer in waiting] == [200] * 5
    assert gate.read == 1


def test_memory_keeps_so_many_moves_of_imported_records(
    browser: Browsers, house: House, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long games push others out; the last one that was asked for stays."""
    ada = browser()
    record = (Path(__file__).parent.parent / "records" / "tickets" / "bots-2.rec").read_text("utf-8")
    addresses = [bring(ada, record) for _ in range(3)]
    gate = Gate(monkeypatch)
    gate.open.set()
    monkeypatch.setattr(imported, "_MAX_MOVES", 2 * len(record.splitlines()))
    for address in [*addresses, *addresses[1:], addresses[0]]:
        assert ada.get(f"{address}/frame?at=0").status_code == 200

    assert gate.read == 4


def test_a_house_is_closed_although_a_record_is_being_read(
    house: House, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch, until: Callable[..., None]
) -> None:
    """What waits is dropped."""
    gate = Gate(monkeypatch)
    others = ImportedRecords(house.repository)
    waiting = [portal.start_task_soon(others.check, a_record()) for _ in range(2)]
    until(lambda: gate.reading == 1)
    portal.call(others.close)
    gate.open.set()
    until(lambda: all(future.done() for future in waiting))

    assert [future.cancelled() for future in waiting].count(True) == 1
    assert gate.read == 1

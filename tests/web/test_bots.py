"""Bots at work: they choose legal moves in their own process; one that crashes or overruns is replaced, and the table is told."""

from __future__ import annotations

import asyncio
import html
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection

import pytest
from anyio.from_thread import BlockingPortal

from roundhouse.games import find
from roundhouse.play.chance import Seeded
from roundhouse.play.table import Table
from roundhouse.web.bots import pool as bot_pool
from roundhouse.web.bots.pool import BotFailed, BotKey, BotPool, Decision
from roundhouse.web.people.guests import Guest
from roundhouse.web.server.house import House
from roundhouse.web.settings import Settings
from roundhouse.web.store.store import Statement
from roundhouse.web.tables.creation import TableSpec
from roundhouse.web.tables.repository import Seat
from roundhouse.web.tables.room import Room
from tests.web.conftest import Browser

Browsers = Callable[..., Browser]


def a_table() -> Table:
    """A position with something to decide."""
    return Table(find("express"), 3, source=Seeded(1))


async def choose(pool: BotPool, level: str = "regular") -> int:
    """A decision."""
    return await pool.choose(decision(level))


def decision(level: str = "regular", key: BotKey | None = None, owner: str = "ada") -> Decision:
    """A decision of one bot."""
    table = a_table()
    return Decision(key, owner, table.game.name, table.game.version, level, table.view(table.actor), table.moves(table.actor))


def test_a_bot_chooses_a_legal_move_in_a_process_of_its_own() -> None:
    """Several decisions at once, with two workers."""

    async def several() -> list[int]:
        pool = BotPool(2, 60)
        moves = await asyncio.gather(*(choose(pool) for _ in range(6)))
        await pool.close()
        return moves

    assert set(asyncio.run(several())) <= set(a_table().moves(a_table().actor))


def test_a_level_that_does_not_exist_fails_and_the_worker_goes_on() -> None:
    """The error of a bot is not the end of its worker."""

    async def both() -> int:
        pool = BotPool(1, 60)
        with pytest.raises(BotFailed, match="there is no bot"):
            await choose(pool, "champion")
        move = await choose(pool)
        await pool.close()
        return move

    assert asyncio.run(both()) in a_table().moves(a_table().actor)


def test_a_worker_that_dies_is_replaced() -> None:
    """Killed while it waits: the next decision fails, the one after that is made by a new worker."""

    async def killed() -> int:
        pool = BotPool(1, 60)
        await choose(pool)
        (slot,) = pool._slots
        assert slot.worker is not None
        os.kill(slot.worker.pid, signal.SIGKILL)
        with pytest.raises(BotFailed):
            await choose(pool)
        move = await choose(pool)
        await pool.close()
        return move

    assert asyncio.run(killed()) in a_table().moves(a_table().actor)


def counting(pipe: Connection) -> None:
    """A worker whose bots answer how many decisions each of them has made here."""
    made: dict[BotKey | None, int] = {}
    while True:
        message = pipe.recv()
        if isinstance(message, BotKey):
            made.pop(message, None)
        else:
            made[message.key] = made.get(message.key, 0) + 1
            pipe.send(made[message.key])


KEYS = [BotKey("table", seat, "regular") for seat in range(4)]


def counted(key: BotKey | None) -> Decision:
    """A decision in which every count is a legal move."""
    return decision(key=key)._replace(moves=range(100))


def test_a_bot_lives_as_long_as_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four bots in two workers: each counts its own decisions, also beside the others; after the game it starts anew."""
    monkeypatch.setattr(bot_pool, "work", counting)

    async def game() -> tuple[list[list[int]], int]:
        pool = BotPool(2, 60)
        rounds = [await asyncio.gather(*(pool.choose(counted(key)) for key in KEYS)) for _ in range(3)]
        pool.forget("table")
        first = await pool.choose(counted(KEYS[0]))
        await pool.close()
        return rounds, first

    assert asyncio.run(game()) == ([[1] * 4, [2] * 4, [3] * 4], 1)


def test_bots_are_spread_over_the_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool, "work", counting)

    async def spread() -> list[int]:
        pool = BotPool(2, 60)
        await asyncio.gather(*(pool.choose(counted(key)) for key in KEYS))
        found = [len(slot.bots) for slot in pool._slots]
        await pool.close()
        return found

    assert asyncio.run(spread()) == [2, 2]


def test_the_queue_is_fair_to_people_and_kind_to_cheap_levels() -> None:
    """One person asks for twenty masters first; then another asks for a novice, and both for a master each."""

    async def order() -> list[tuple[str, str]]:
        pool = BotPool(1, 60)
        (slot,) = pool._slots
        slot.busy = True  # nothing starts until all are queued
        started: list[tuple[str, str]] = []
        pool._serve = lambda slot, ticket: started.append((ticket.decision.owner, ticket.decision.level))  # type: ignore[method-assign, union-attr]
        asked = [asyncio.ensure_future(pool.choose(decision("master", owner="eve"))) for _ in range(20)]
        asked.append(asyncio.ensure_future(pool.choose(decision("master", owner="bo"))))
        asked.append(asyncio.ensure_future(pool.choose(decision("novice", owner="ada"))))
        await asyncio.sleep(0)
        slot.busy = False
        while pool._queue:
            pool._dispatch()
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        await pool.close()
        return started

    started = asyncio.run(order())

    assert started[0] == ("ada", "novice")
    assert ("bo", "master") in started[1:3]
    assert len(started) == 22


def sleepy(pipe: Connection) -> None:
    """A worker that never answers."""
    pipe.recv()
    pipe.recv()


class TestOverrun:
    """A house whose bots think too long."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        """A limit of a moment."""
        return replace(settings, thinking=1)

    def test_a_bot_that_overruns_is_moved_for_and_the_table_is_told(
        self, browser: Browsers, house: House, monkeypatch: pytest.MonkeyPatch, until: Callable[..., None]
    ) -> None:
        """The heuristic of the game moves instead, and the page says so."""
        monkeypatch.setattr(bot_pool, "work", sleepy)
        ada = browser()
        table = ada.open_table("express", ["you", "master"])
        ada.move(table, ada.moves(table)[0])

        until(lambda: "failed; a simpler one has moved for it" in ada.get(table).text)

        assert ada.n(table) == 2


def test_a_bot_whose_seat_is_taken_back_does_not_move(browser: Browsers, house: House) -> None:
    """It thinks about a moment that is gone: nothing happens."""
    ada = browser()
    table = ada.open_table("express", ["you", "you"], hotseat="on", pace="5000")
    ada.post(f"{table}/robot", {"seat": 0, "level": "novice"})
    ada.post(f"{table}/unrobot", {"seat": 0})

    assert ada.move(table, ada.moves(f"{table}?as=0")[0], n=0).status_code == 200
    assert ada.n(table) == 1


def test_a_table_of_bots_alone_is_refused(browser: Browsers) -> None:
    """When it is opened, and when a host without a seat has filled it with bots."""
    ada = browser()
    form = {"game": "express", "name": "Ada", "seats": "2", "pace": "0", "seat-0": "novice", "seat-1": "novice"}
    answer = ada.send("/tables", form)
    assert answer.status_code == 422
    assert "at least one seat must be for a person" in html.unescape(answer.text).lower()

    table = ada.open_table("express", ["open", "open"])
    for seat in range(2):
        assert ada.post(f"{table}/robot", {"seat": seat, "level": "novice"}).status_code == 200
    assert ada.post(f"{table}/start").status_code == 422


def test_bots_play_at_so_many_tables_of_a_person(browser: Browsers, house: House) -> None:
    """New tables with bots are refused, and so are bots at tables that wait; tables without bots are not."""
    house._creator._most_with_bots = 2
    ada = browser()
    for _ in range(2):
        ada.open_table("express", ["you", "novice"], pace="10000")
    form = {"game": "express", "name": "Ada", "seats": "2", "pace": "0", "seat-0": "you", "seat-1": "novice"}
    assert ada.send("/tables", form).status_code == 429
    table = ada.open_table("express", ["you", "open"])
    assert ada.post(f"{table}/robot", {"seat": 1, "level": "novice"}).status_code == 429


def test_bots_do_not_think_for_nobody(house: House, portal: BlockingPortal, until: Callable[[Callable[[], bool]], None]) -> None:
    """At a table without people the bots wait until somebody looks, and stop when nobody does."""

    async def open_it() -> Room:
        await house.store.write(Statement("INSERT INTO guest (id, name, made) VALUES ('ada', 'Ada', 0)"))
        seats = [Seat(None, "Brunel", "novice"), Seat(None, "Crampton", "novice")]
        return await house.rooms.get(await house.open_table(Guest("ada", "Ada"), TableSpec(find("express"), seats, {}, pace=0)))

    room = portal.call(open_it)
    assert room.bot_to_move() is not None
    assert not house.bot_worker.busy(room.id)
    job = room.job
    assert job is not None
    portal.call(house.bot_worker.run_job, room, job)
    assert room.job is not None
    assert room.job.owner == ""
    before = room.event_count

    portal.call(room.presence.enter, Guest("ada", "Ada"))
    until(lambda: room.event_count > before)

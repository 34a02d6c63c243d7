"""Bots at work: they choose legal moves in their own process; one that crashes or overruns is replaced, and the table is told."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection

import pytest

from roundhouse.games import find
from roundhouse.play.chance import Seeded
from roundhouse.play.table import Table
from roundhouse.web.bots import pool as bot_pool
from roundhouse.web.bots.pool import BotFailed, BotPool
from roundhouse.web.server.house import House
from roundhouse.web.settings import Settings
from tests.patience import PATIENCE
from tests.web.conftest import Browser

Browsers = Callable[..., Browser]


def a_table() -> Table:
    """A position with something to decide."""
    return Table(find("express"), 3, source=Seeded(1))


async def choose(pool: BotPool, level: str = "regular") -> int:
    """A decision."""
    table = a_table()
    return await pool.choose(level, table.game, table.view(table.actor), table.moves(table.actor))


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
        (worker,) = pool._all
        os.kill(worker._process.pid or 0, signal.SIGKILL)
        worker._process.join(PATIENCE)
        with pytest.raises(BotFailed):
            await choose(pool)
        move = await choose(pool)
        await pool.close()
        return move

    assert asyncio.run(killed()) in a_table().moves(a_table().actor)


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

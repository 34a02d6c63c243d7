"""The notification bell of a page: the unseen notices of its reader, live, as events in the page's own stream."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from typing import Any, Final

import msgspec
from sse_starlette.event import ServerSentEvent

from roundhouse.ui.text import translate
from roundhouse.web.http.pages import panel
from roundhouse.web.notifications.notices import Notice, Notices
from roundhouse.web.people.guests import SessionState
from roundhouse.web.store.store import Store, StoreFailed

_SETTLE: Final = 0.2  # seconds in which changes of tables are collected
_RELOAD: Final = ServerSentEvent(event="reload", data="{}").encode()

State = Callable[[], Awaitable[SessionState]]


class Bells:
    """The open bells of each guest. `ring` says that there may be something new; messages of other processes ring too."""

    def __init__(self, store: Store, notices: Notices) -> None:
        self._store = store
        self._notices = notices
        self._changed: set[str] = set()  # tables that have changed since the last `_ring_tables`
        self._ringing: asyncio.Task[None] | None = None
        self._open: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._closing = False
        store.subscribe("guest", lambda guest, _: self.ring(guest))
        store.subscribe("table", lambda table, _: self.ring_table(table))
        store.subscribe_gaps(self._ring_all)

    def ring(self, *guests: str) -> None:
        """Update the bells of guests."""
        for guest in guests:
            for rung in self._open.get(guest, ()):
                rung.set()

    def ring_table(self, table: str) -> None:
        """Update the bells of the players of a table, soon, together with those of other tables."""
        if not self._open or self._closing:
            return
        self._changed.add(table)
        if self._ringing is None:
            self._ringing = asyncio.get_running_loop().create_task(self._ring_tables())

    async def _ring_tables(self) -> None:
        await asyncio.sleep(_SETTLE)
        tables, self._changed, self._ringing = sorted(self._changed), set(), None
        places = ", ".join("?" for _ in tables)
        with contextlib.suppress(StoreFailed):  # the next change rings again
            rows = await self._store.rows(
                f"SELECT guest FROM seat WHERE guest IS NOT NULL AND table_id IN ({places}) "
                f"UNION SELECT guest FROM notice WHERE table_id IN ({places})",
                *tables,
                *tables,
            )
            self.ring(*(row["guest"] for row in rows))

    def close(self) -> None:
        """End all streams because the server stops."""
        self._closing = True
        self._ring_all()
        if self._ringing is not None:
            self._ringing.cancel()

    def _ring_all(self) -> None:
        self.ring(*self._open)

    async def stream(self, guest: str, language: str, table: str, state: State) -> AsyncGenerator[bytes, None]:
        """Yield the bell events of one page, as long as its session is active.

        If the device is signed out elsewhere, tell the page to reload. If it has a new cookie, just end: the pages of its browser
        reconnect with that, and a copy of the old one is refused.
        """
        rung = asyncio.Event()
        self._open[guest].add(rung)
        sent = None
        try:
            while not self._closing:
                match await state():
                    case SessionState.REPLACED:
                        return
                    case SessionState.ENDED:
                        yield _RELOAD
                        return
                data = msgspec.json.encode(bell_context(await self._notices.unseen(guest), language, table)).decode()
                if data != sent:
                    yield ServerSentEvent(event="bell", data=data).encode()
                sent = data
                await rung.wait()
                rung.clear()
        finally:
            self._open[guest].discard(rung)
            if not self._open[guest]:
                del self._open[guest]


def bell_context(notices: Sequence[Notice], language: str, table: str) -> dict[str, Any]:
    """Return a bell as data and markup. The markup leaves out the table that the page shows: the page itself says it."""
    items = [notice_context(notice, language) for notice in notices]
    others = [item for item in items if item["table"] != table]
    return {"items": items, "markup": panel("bell", language, {"items": others})}


def notice_context(notice: Notice, language: str) -> dict[str, Any]:
    """Return a notice as a template and a script need it."""
    return {
        "mark": notice.mark,
        "table": notice.table,
        "kind": notice.kind,
        "head": translate(notice.head, language),
        "place": translate(notice.place, language),
        "url": notice.url,
        "made": notice.made,
    }


async def merge(first: AsyncGenerator[bytes, None], second: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """Yield the events of two streams as they come, until one of them ends; then close both."""
    streams = (first, second)
    waiting = {asyncio.ensure_future(anext(stream)): stream for stream in streams}
    try:
        while True:
            done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in sorted(done, key=lambda task: streams.index(waiting[task])):
                stream = waiting.pop(task)
                try:
                    event = task.result()
                except StopAsyncIteration:
                    return
                yield event
                waiting[asyncio.ensure_future(anext(stream))] = stream
    finally:
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        for stream in streams:
            await stream.aclose()

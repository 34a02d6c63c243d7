"""The bell of a page: what its reader has not seen yet, live. It rides on the stream that the page has anyway."""

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
from roundhouse.web.store.store import Store, StoreFailed

_SETTLE: Final = 0.2  # seconds in which changes of tables are told together
_RELOAD: Final = ServerSentEvent(event="reload", data="{}").encode()

Known = Callable[[], Awaitable[bool]]


class Bells:
    """Everybody who listens, by guest. `ring` says that there may be something new; news of other processes ring too."""

    def __init__(self, store: Store, notices: Notices) -> None:
        self._store = store
        self._notices = notices
        self._stirred: set[str] = set()  # tables where something has changed since the bells were last looked at
        self._stirring: asyncio.Task[None] | None = None
        self._open: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._closing = False
        store.subscribe("guest", lambda guest, _: self.ring(guest))
        store.subscribe("table", lambda table, _: self.stir(table))
        store.subscribe_gaps(self._ring_all)

    def ring(self, *guests: str) -> None:
        """Wakes the pages of guests."""
        for guest in guests:
            for woken in self._open.get(guest, ()):
                woken.set()

    def stir(self, table: str) -> None:
        """Something has changed at a table: soon the bells of its people ring, if any of them listens here."""
        if not self._open or self._closing:
            return
        self._stirred.add(table)
        if self._stirring is None:
            self._stirring = asyncio.get_running_loop().create_task(self._ring_tables())

    async def _ring_tables(self) -> None:
        await asyncio.sleep(_SETTLE)
        tables, self._stirred, self._stirring = sorted(self._stirred), set(), None
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
        """The server ends: so do the streams."""
        self._closing = True
        self._ring_all()
        if self._stirring is not None:
            self._stirring.cancel()

    def _ring_all(self) -> None:
        self.ring(*self._open)

    async def stream(self, guest: str, language: str, table: str, known: Known) -> AsyncGenerator[bytes, None]:
        """The events of one page. One whose device was signed out elsewhere is loaded anew, and shows what is left to it."""
        woken = asyncio.Event()
        self._open[guest].add(woken)
        shown = None
        try:
            while not self._closing:
                if not await known():
                    yield _RELOAD
                    return
                now = msgspec.json.encode(bell_context(await self._notices.unseen(guest), language, table)).decode()
                if now != shown:
                    yield ServerSentEvent(event="bell", data=now).encode()
                shown = now
                await woken.wait()
                woken.clear()
        finally:
            self._open[guest].discard(woken)
            if not self._open[guest]:
                del self._open[guest]


def bell_context(notices: Sequence[Notice], language: str, table: str) -> dict[str, Any]:
    """A bell as data and as markup. What is about the table that the page shows is not in the list: the page says it itself."""
    items = [notice_context(notice, language) for notice in notices]
    others = [item for item in items if item["table"] != table]
    return {"items": items, "markup": panel("bell", language, {"items": others})}


def notice_context(notice: Notice, language: str) -> dict[str, Any]:
    """A notice for a reader of that language."""
    return {
        "mark": notice.mark,
        "table": notice.table,
        "kind": notice.kind,
        "head": translate(notice.head, language),
        "place": translate(notice.place, language),
        "url": notice.url,
        "made": notice.made,
    }


async def together(first: AsyncGenerator[bytes, None], second: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """The events of two streams as they come, until one of them ends."""
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

"""Merged streams: events as they come, and nothing left open when one of them ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from roundhouse.web.notifications.bell import merge
from tests.patience import PATIENCE


class Source:
    """A stream of given events that knows whether it was closed."""

    def __init__(self) -> None:
        self.events: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.closed = False

    async def stream(self) -> AsyncGenerator[bytes, None]:
        """Its events; None is the end."""
        try:
            while (event := await asyncio.wait_for(self.events.get(), PATIENCE)) is not None:
                yield event
        finally:
            self.closed = True


def test_events_of_both_come_in_their_order() -> None:
    """One, the other, the one again."""

    async def go() -> list[bytes]:
        first, second = Source(), Source()
        both = merge(first.stream(), second.stream())
        found = []
        for source, event in ((first, b"a"), (second, b"b"), (first, b"c")):
            source.events.put_nowait(event)
            found.append(await anext(both))
        await both.aclose()
        assert first.closed
        assert second.closed
        return found

    assert asyncio.run(go()) == [b"a", b"b", b"c"]


def test_the_end_of_one_is_the_end_of_both() -> None:
    """Whichever it is; the other is closed."""

    async def go(ending: int) -> tuple[list[bytes], list[bool]]:
        sources = [Source(), Source()]
        sources[1 - ending].events.put_nowait(b"a")
        both = merge(*(source.stream() for source in sources))
        found = [await anext(both)]
        sources[ending].events.put_nowait(None)
        found += [event async for event in both]
        return found, [source.closed for source in sources]

    for ending in (0, 1):
        assert asyncio.run(go(ending)) == ([b"a"], [True, True])


def test_a_client_that_disconnects_closes_both() -> None:
    """While it waits for an event."""

    async def go() -> list[bool]:
        sources = [Source(), Source()]
        both = merge(*(source.stream() for source in sources))
        waiting = asyncio.ensure_future(anext(both))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        await both.aclose()
        return [source.closed for source in sources]

    assert asyncio.run(go()) == [True, True]

"""Live streams: each reader is sent what changed since what it has. No queues: whoever was slow gets the latest, once."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import AsyncGenerator, Callable, Hashable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar
from weakref import WeakKeyDictionary

import msgspec
from sse_starlette.event import ServerSentEvent

from roundhouse.web.http.diff import Edit, edits

K = TypeVar("K", bound=Hashable)

REMEMBERED: Final = 16  # earlier frames that a reader may come back with
_KINDS: Final = 64  # of readers that are kept apart
_SMALL: Final = 100  # characters of a fragment that is always sent whole
_BOOT: Final = secrets.token_hex(4)  # a token of an earlier run of the server is known by it to be one


@dataclass(frozen=True)
class Frame:
    """What one kind of reader sees at one moment."""

    token: str
    n: int
    stage: str  # a page of another stage is another page: it must be loaded anew
    fragments: dict[str, str]


Render = Callable[[K], tuple[int, str, dict[str, str]]]  # for a kind of reader: n, stage, fragments


class _Channel(Generic[K]):
    """The frames of one kind of reader: all who see the same bytes."""

    def __init__(self, key: K, render: Render[K]) -> None:
        self._key = key
        self._render = render
        self._name = secrets.token_hex(4)
        self._frames: deque[Frame] = deque(maxlen=REMEMBERED)
        self._drawn = -1  # the revision that the newest frame was drawn for
        self._count = 0
        self._events: dict[tuple[str, str], bytes] = {}

    def behind(self, revision: int) -> bool:
        """Whether something may have to be drawn."""
        return self._drawn != revision

    def frame(self, revision: int) -> Frame:
        """The frame of now; the same object as before when nothing changed for this kind of reader."""
        if self._drawn == revision:
            return self._frames[-1]
        n, stage, fragments = self._render(self._key)
        self._drawn = revision
        last = self._frames[-1] if self._frames else None
        if last is not None and (last.n, last.stage) == (n, stage) and last.fragments == fragments:
            return last
        if last is not None:  # what did not change is kept once in memory
            fragments = {name: _same(last.fragments.get(name), text) for name, text in fragments.items()}
        self._count += 1
        self._frames.append(Frame(f"{_BOOT}.{self._name}.{self._count}", n, stage, fragments))
        self._events.clear()
        return self._frames[-1]

    def find(self, token: str) -> Frame | None:
        """The frame that a reader says it has."""
        return next((frame for frame in self._frames if frame.token == token), None)

    def event(self, known: Frame | None, frame: Frame) -> bytes:
        """What brings a reader from one frame to another; encoded once for all of its kind."""
        key = ("" if known is None else known.token, frame.token)
        if key not in self._events:
            self._events[key] = _event(known, frame)
        return self._events[key]


class Streams(Generic[K]):
    """Everybody who looks at one thing. `touch` says that it may have changed."""

    def __init__(self, render: Render[K]) -> None:
        self._render = render
        self._channels: dict[K, _Channel[K]] = {}
        self._revision = 0
        self._seated: dict[asyncio.Event, None] = {}
        self._watching: dict[asyncio.Event, None] = {}
        self._gone = False
        self._closing = False

    @property
    def watchers(self) -> int:
        """How many streams are open of readers who do not sit here."""
        return len(self._watching)

    @property
    def empty(self) -> bool:
        """Whether nobody looks."""
        return not self._seated and not self._watching

    def frame(self, key: K) -> Frame:
        """What that kind of reader sees now."""
        return self._channel(key).frame(self._revision)

    def touch(self) -> None:
        """Wakes everybody, those who sit first."""
        self._revision += 1
        for client in [*self._seated, *self._watching]:
            client.set()

    def end(self) -> None:
        """There is nothing to look at any more."""
        self._gone = True
        self.touch()

    def close(self) -> None:
        """The server ends: so do the streams, and their readers come back when it is there again."""
        self._closing = True
        self.touch()

    async def stream(self, key: K, since: str, *, seated: bool) -> AsyncGenerator[bytes, None]:
        """The events of one reader, from what it has on."""
        woken = asyncio.Event()
        group = self._seated if seated else self._watching
        group[woken] = None
        try:
            channel = self._channel(key)
            known = channel.find(since)
            first = True
            while not (self._gone or self._closing):
                if not first and channel.behind(self._revision):
                    await self._draw(channel, known)
                frame = channel.frame(self._revision)
                if known is not None and known.stage != frame.stage:
                    yield ServerSentEvent(event="reload", data="{}").encode()
                    return
                if first or frame is not known:
                    yield channel.event(known, frame)
                first, known = False, frame
                await woken.wait()
                woken.clear()
            if self._gone:
                yield ServerSentEvent(event="gone", data="{}").encode()
        finally:
            del group[woken]

    async def _draw(self, channel: _Channel[K], known: Frame | None) -> None:
        """Draws for one reader, then lets everybody else go on: many who look do not keep one who moves waiting."""
        async with _turn():
            frame = channel.frame(self._revision)
            if frame is not known:
                channel.event(known, frame)
            await asyncio.sleep(0)

    def _channel(self, key: K) -> _Channel[K]:
        if key not in self._channels:
            if len(self._channels) >= _KINDS:  # streams that are open keep theirs
                self._channels.clear()
            self._channels[key] = _Channel(key, self._render)
        return self._channels[key]


_turns: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock]] = WeakKeyDictionary()


def _turn() -> asyncio.Lock:
    """Whose turn it is to draw, among all readers of all tables; first come, first served."""
    return _turns.setdefault(asyncio.get_running_loop(), asyncio.Lock())


def _same(before: str | None, now: str) -> str:
    return before if before is not None and before == now else now


def _change(before: str | None, now: str) -> str | list[Edit]:
    """A fragment whole, or what has changed in it."""
    if before is None or len(now) < _SMALL:
        return now
    found = edits(before, now)
    return now if found is None else found


def _event(known: Frame | None, frame: Frame) -> bytes:
    before = {} if known is None else known.fragments
    changed = {name: _change(before.get(name), text) for name, text in frame.fragments.items() if before.get(name) != text}
    data = msgspec.json.encode({"n": frame.n, "fragments": changed}).decode()
    return ServerSentEvent(data=data, event="delta", id=frame.token).encode()

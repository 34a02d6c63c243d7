"""Server-sent events. Each client gets the diff from the frame it last acknowledged; slow clients skip intermediate frames."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import AsyncGenerator, Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar
from weakref import WeakKeyDictionary

import msgspec
from sse_starlette.event import ServerSentEvent

from roundhouse.web.http.diff import Edit, edits

K = TypeVar("K", bound=Hashable)

REMEMBERED: Final = 16  # earlier frames that a client can resume from
_CHANNELS: Final = 64  # at most
_SMALL: Final = 100  # shorter fragments are always sent whole
_BOOT: Final = secrets.token_hex(4)  # part of each token, so that tokens of an earlier run of the server match nothing


@dataclass(frozen=True)
class Frame:
    """The fragments of a page at one moment."""

    token: str
    event_count: int
    stage: str  # pages of different stages differ in structure: the client must reload
    fragments: dict[str, str]


Render = Callable[[K], tuple[int, str, dict[str, str]]]  # for a key: event count, stage, fragments


class _Channel(Generic[K]):
    """The frames for one key: all its clients see the same bytes."""

    def __init__(self, key: K, render: Render[K]) -> None:
        self._key = key
        self._render = render
        self._name = secrets.token_hex(4)
        self._frames: deque[Frame] = deque(maxlen=REMEMBERED)
        self._rendered = -1  # the revision of the newest frame
        self._count = 0
        self._events: dict[tuple[str, str], bytes] = {}

    def stale(self, revision: int) -> bool:
        """Return whether the newest frame is older than `revision`."""
        return self._rendered != revision

    def frame(self, revision: int) -> Frame:
        """Return the current frame; the same object as before if nothing changed for this key."""
        if self._rendered == revision:
            return self._frames[-1]
        event_count, stage, fragments = self._render(self._key)
        self._rendered = revision
        last = self._frames[-1] if self._frames else None
        if last is not None and (last.event_count, last.stage) == (event_count, stage) and last.fragments == fragments:
            return last
        if last is not None:  # unchanged fragments share their memory
            fragments = {name: _same(last.fragments.get(name), text) for name, text in fragments.items()}
        self._count += 1
        self._frames.append(Frame(f"{_BOOT}.{self._name}.{self._count}", event_count, stage, fragments))
        self._events.clear()
        return self._frames[-1]

    def find(self, token: str) -> Frame | None:
        """Return the frame with a token; None if it is too old or unknown."""
        return next((frame for frame in self._frames if frame.token == token), None)

    def event(self, known: Frame | None, frame: Frame) -> bytes:
        """Return the event that turns one frame into another, encoded once for all clients."""
        key = ("" if known is None else known.token, frame.token)
        if key not in self._events:
            self._events[key] = _event(known, frame)
        return self._events[key]


class Streams(Generic[K]):
    """All clients of one page. `touch` says that the page may have changed."""

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
        """The number of open streams of spectators."""
        return len(self._watching)

    @property
    def empty(self) -> bool:
        """Whether no stream is open."""
        return not self._seated and not self._watching

    def frame(self, key: K) -> Frame:
        """Return the current frame for a key."""
        return self._channel(key).frame(self._revision)

    def touch(self) -> None:
        """Wake all clients, players first."""
        self._revision += 1
        for changed in [*self._seated, *self._watching]:
            changed.set()

    def end(self) -> None:
        """Tell all clients that the page is gone, and end their streams."""
        self._gone = True
        self.touch()

    def close(self) -> None:
        """End all streams because the server stops; clients will reconnect."""
        self._closing = True
        self.touch()

    async def stream(self, key: K, since: str, *, seated: bool) -> AsyncGenerator[bytes, None]:
        """Yield the events of one client, starting from the frame with the token `since`."""
        changed = asyncio.Event()
        group = self._seated if seated else self._watching
        group[changed] = None
        try:
            channel = self._channel(key)
            known = channel.find(since)
            first = True
            while not (self._gone or self._closing):
                if channel.stale(self._revision):  # also at first: after a restart all clients come back at once
                    await self._render_in_turn(channel, known)
                frame = channel.frame(self._revision)
                if known is not None and known.stage != frame.stage:
                    yield ServerSentEvent(event="reload", data="{}").encode()
                    return
                if first or frame is not known:
                    yield channel.event(known, frame)
                first, known = False, frame
                await changed.wait()
                changed.clear()
            if self._gone:
                yield ServerSentEvent(event="gone", data="{}").encode()
        finally:
            del group[changed]

    async def _render_in_turn(self, channel: _Channel[K], known: Frame | None) -> None:
        """Render for one client, then yield to the event loop, so that many spectators do not delay a player's move."""
        async with _render_lock():
            frame = channel.frame(self._revision)
            if frame is not known:
                channel.event(known, frame)
            await asyncio.sleep(0)

    def _channel(self, key: K) -> _Channel[K]:
        if key not in self._channels:
            if len(self._channels) >= _CHANNELS:  # open streams keep theirs
                self._channels.clear()
            self._channels[key] = _Channel(key, self._render)
        return self._channels[key]


_locks: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock]] = WeakKeyDictionary()


def _render_lock() -> asyncio.Lock:
    """Return the lock that all clients of all tables take to render, first come, first served."""
    return _locks.setdefault(asyncio.get_running_loop(), asyncio.Lock())


def _same(before: str | None, now: str) -> str:
    return before if before is not None and before == now else now


def _change(before: str | None, now: str) -> str | Sequence[Edit]:
    """Return the edits of a fragment, or the whole fragment if that is smaller."""
    if before is None or len(now) < _SMALL:
        return now
    changes = edits(before, now)
    return now if changes is None else changes


def _event(known: Frame | None, frame: Frame) -> bytes:
    before = {} if known is None else known.fragments
    changed = {name: _change(before.get(name), text) for name, text in frame.fragments.items() if before.get(name) != text}
    data = msgspec.json.encode({"n": frame.event_count, "fragments": changed}).decode()
    return ServerSentEvent(data=data, event="delta", id=frame.token).encode()

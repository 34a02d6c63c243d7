"""A house elsewhere, through its API: what `roundhouse bot` talks to."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import httpx
import httpx_sse
import msgspec

import roundhouse
from roundhouse.core.sentence import BadSetup, HouseError, Sentence, say
from roundhouse.web.api import wire
from roundhouse.web.http.problem import PREFIX, Problem

T = TypeVar("T", bound=msgspec.Struct)

_SECONDS: Final = 20.0  # for an answer
_SILENCE: Final = 50.0  # in a stream, which says something every 15 s


class Unreachable(HouseError):
    """The house does not answer, or cannot do it now: try again."""

    def __init__(self, sentence: Sentence, wait: float = 0.0) -> None:
        super().__init__(sentence)
        self.wait = wait  # seconds at least, where the house says so

    def __reduce__(self) -> tuple[object, ...]:
        return Unreachable, (self.sentence, self.wait)


class Answered(HouseError):
    """The house says why not; the same again would get the same answer."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(say("{message}", message=problem.detail))
        self.problem = problem

    def __reduce__(self) -> tuple[object, ...]:
        return Answered, (self.problem,)


class Remote:
    """One house, by its address, for the guest of one token."""

    def __init__(self, server: str, token: str, language: str) -> None:
        if urlsplit(server).scheme not in ("http", "https") or not urlsplit(server).hostname:
            raise BadSetup(say("'{server}' is not the address of a house, such as https://play.example.org", server=server))
        if not token.isascii() or not token.isprintable():
            raise BadSetup(say("the token holds characters that no token has"))
        self.server = server.rstrip("/")
        headers = {
            "Authorization": f"Bearer {token}",
            "Accept-Language": language,
            "User-Agent": f"roundhouse/{roundhouse.__version__}",
        }
        self._client = httpx.Client(base_url=self.server + PREFIX, headers=headers, timeout=_SECONDS)

    def close(self) -> None:
        """Ends every connection."""
        self._client.close()

    def me(self) -> wire.Me:
        """Whom the token speaks for."""
        return self._ask(wire.Me, "GET", "/me")

    def open_table(self, order: wire.NewTable) -> wire.TableInfo:
        """A new table."""
        return self._ask(wire.TableInfo, "POST", "/tables", order)

    def join(self, invite: str) -> wire.Seated:
        """A seat by an invitation, given as its link or as the last part of it."""
        return self._ask(wire.Seated, "POST", "/join", wire.Join(invite=invite.rstrip("/").rpartition("/")[2]))

    def sit(self, table: str) -> wire.Seated:
        """A seat at a table that waits."""
        return self._ask(wire.Seated, "POST", f"/tables/{table}/sit", wire.Sit())

    def position(self, table: str, seat: int) -> wire.Position:
        """What a seat may know and do."""
        return self._ask(wire.Position, "GET", f"/tables/{table}/position", seat=seat)

    def move(self, table: str, order: wire.Move) -> wire.Moved:
        """Makes a move."""
        return self._ask(wire.Moved, "POST", f"/tables/{table}/moves", order)

    @contextlib.contextmanager
    def turns(self) -> Iterator[Iterator[wire.Turn | wire.Ended | None]]:
        """The stream of turns: turns, games that have ended, and None once everything that waits has been told."""
        with self._reaching(), httpx_sse.connect_sse(self._client, "GET", "/turns/live", timeout=_stream_timeout()) as source:
            if source.response.status_code != 200:
                source.response.read()
            _check(source.response)
            yield self._events(source)

    def _events(self, source: httpx_sse.EventSource) -> Iterator[wire.Turn | wire.Ended | None]:
        with self._reaching():
            for event in source.iter_sse():
                if event.event == wire.TURN:
                    yield msgspec.json.decode(event.data, type=wire.Turn)
                elif event.event == wire.ENDED:
                    yield msgspec.json.decode(event.data, type=wire.Ended)
                elif event.event == wire.READY:
                    yield None

    def _ask(self, kind: type[T], method: str, path: str, order: msgspec.Struct | None = None, **query: Any) -> T:
        body = None if order is None else msgspec.json.encode(order)
        with self._reaching():
            response = self._client.request(
                method, path, content=body, params=query, headers={} if body is None else {"Content-Type": "application/json"}
            )
            _check(response)
            return msgspec.json.decode(response.content, type=kind)

    @contextlib.contextmanager
    def _reaching(self) -> Iterator[None]:
        try:
            yield
        except (httpx.HTTPError, httpx.StreamError) as error:
            reason = str(error) or type(error).__name__
            raise Unreachable(say("{server} does not answer: {reason}", server=self.server, reason=reason)) from error
        except (msgspec.DecodeError, httpx_sse.SSEError) as error:
            raise BadSetup(say("{server} does not answer as a house of this version does", server=self.server)) from error


def _check(response: httpx.Response) -> None:
    """Raises what the house says instead of an answer."""
    if response.is_success:
        return
    if response.status_code in (429, 502, 503, 504):
        wait = response.headers.get("retry-after", "")
        raise Unreachable(
            say("the house cannot do it now (status {status})", status=response.status_code),
            float(wait) if wait.isdecimal() else 0.0,
        )
    try:
        problem = msgspec.json.decode(response.content, type=Problem)
    except msgspec.DecodeError as error:
        raise BadSetup(
            say("{address} is no API of a house (status {status})", address=str(response.url), status=response.status_code)
        ) from error
    raise Answered(problem)


def _stream_timeout() -> httpx.Timeout:
    return httpx.Timeout(_SECONDS, read=_SILENCE)

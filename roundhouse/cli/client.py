"""A client for the HTTP API of a server, used by `roundhouse bot`."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, TypeVar
from urllib.parse import quote, urlsplit

import httpx
import httpx_sse
import msgspec

import roundhouse
from roundhouse.bots.stdio import NAMED
from roundhouse.core.sentence import BadSetup, HouseError, Sentence, say
from roundhouse.web.api import wire
from roundhouse.web.http.problem import PREFIX, Problem

T = TypeVar("T", bound=msgspec.Struct)

_NONCE_BYTES: Final = 16
_TIMEOUT: Final = 20.0  # seconds for an answer
_STREAM_TIMEOUT: Final = 50.0  # seconds of silence in a stream, which sends something every 15 s


class ServerUnavailable(HouseError):
    """The server does not answer or is busy; the request can be retried."""

    def __init__(self, sentence: Sentence, retry_after: float = 0.0) -> None:
        super().__init__(sentence)
        self.retry_after = retry_after  # seconds to wait at least, if the server says so

    def __reduce__(self) -> tuple[object, ...]:
        return ServerUnavailable, (self.sentence, self.retry_after)


class ApiError(HouseError):
    """The server has rejected a request; retrying would not help."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(say("{message}", message=problem.detail))
        self.problem = problem

    def __reduce__(self) -> tuple[object, ...]:
        return ApiError, (self.problem,)


class Share(NamedTuple):
    """This client's share in the shuffle of a table: the commitment it was shown, and the nonce it chose then."""

    commitment: str | None
    nonce: str


class ApiClient:
    """A client for one server, authenticated by a token."""

    def __init__(self, server: str, token: str, language: str) -> None:
        if urlsplit(server).scheme not in ("http", "https") or not urlsplit(server).hostname:
            raise BadSetup(say("'{server}' is not a server address such as https://play.example.org", server=server))
        if not token.isascii() or not token.isprintable():
            raise BadSetup(say("the token contains invalid characters"))
        self.server = server.rstrip("/")
        headers = {
            "Authorization": f"Bearer {token}",
            "Accept-Language": language,
            "User-Agent": f"roundhouse/{roundhouse.__version__}",
        }
        self._http = httpx.Client(base_url=self.server + PREFIX, headers=headers, timeout=_TIMEOUT)

    def close(self) -> None:
        """Close all connections."""
        self._http.close()

    def me(self) -> wire.Me:
        """Return the guest that the token belongs to."""
        return self._request(wire.Me, "GET", "/me")

    def open_table(self, body: wire.NewTable) -> tuple[wire.TableInfo, Share]:
        """Open a new table with a nonce of this client. Raise BadSetup if the server does not keep its commitment."""
        deal = self._request(wire.DealInfo, "GET", "/deal")
        share = _new_share(deal.commitment)
        order = msgspec.structs.replace(body, deal=deal.deal, nonce=share.nonce)
        table = self._request(wire.TableInfo, "POST", "/tables", order)
        if table.commitment != share.commitment:
            raise BadSetup(say("{server} has not kept its commitment to the shuffle", server=self.server))
        return table, share

    def join(self, invite: str) -> tuple[wire.Seated, Share]:
        """Take a seat with an invitation, given as a link or as its last part."""
        invite = invite.rstrip("/").rpartition("/")[2]
        share = _new_share(self._request(wire.Invitation, "GET", f"/invitations/{quote(invite, safe='')}").commitment)
        return self._request(wire.Seated, "POST", "/join", wire.Join(invite=invite, nonce=share.nonce)), share

    def sit(self, table: str) -> tuple[wire.Seated, Share]:
        """Take a seat at a table that has not started."""
        share = _new_share(self._request(wire.TableInfo, "GET", f"/tables/{table}").commitment)
        return self._request(wire.Seated, "POST", f"/tables/{table}/sit", wire.Sit(nonce=share.nonce)), share

    def position(self, table: str, seat: int, view: str = NAMED) -> wire.Position:
        """Return the view (of the given kind) and the legal moves of a seat."""
        return self._request(wire.Position, "GET", f"/tables/{table}/position", seat=seat, view=view)

    def move(self, table: str, body: wire.Move) -> wire.Moved:
        """Make a move."""
        return self._request(wire.Moved, "POST", f"/tables/{table}/moves", body)

    @contextlib.contextmanager
    def turns(self) -> Iterator[Iterator[wire.Turn | wire.Ended | None]]:
        """Open the stream of events: turns, ended games, and None once all pending events have been sent."""
        with (
            self._translating_errors(),
            httpx_sse.connect_sse(self._http, "GET", "/turns/live", timeout=_stream_timeout()) as source,
        ):
            if source.response.status_code != 200:
                source.response.read()
            _raise_for_status(source.response)
            yield self._events(source)

    def _events(self, source: httpx_sse.EventSource) -> Iterator[wire.Turn | wire.Ended | None]:
        with self._translating_errors():
            for event in source.iter_sse():
                if event.event == wire.TURN:
                    yield msgspec.json.decode(event.data, type=wire.Turn)
                elif event.event == wire.ENDED:
                    yield msgspec.json.decode(event.data, type=wire.Ended)
                elif event.event == wire.READY:
                    yield None

    def _request(self, answer_type: type[T], method: str, path: str, body: msgspec.Struct | None = None, **query: Any) -> T:
        content = None if body is None else msgspec.json.encode(body)
        with self._translating_errors():
            response = self._http.request(
                method, path, content=content, params=query, headers={} if content is None else {"Content-Type": "application/json"}
            )
            _raise_for_status(response)
            return msgspec.json.decode(response.content, type=answer_type)

    @contextlib.contextmanager
    def _translating_errors(self) -> Iterator[None]:
        """Turn the errors of httpx and of decoding into errors with a sentence."""
        try:
            yield
        except (httpx.HTTPError, httpx.StreamError) as error:
            reason = str(error) or type(error).__name__
            raise ServerUnavailable(say("{server} does not answer: {reason}", server=self.server, reason=reason)) from error
        except (msgspec.DecodeError, httpx_sse.SSEError) as error:
            raise BadSetup(say("{server} sent an unexpected answer; it may run another version", server=self.server)) from error


def _new_share(commitment: str | None) -> Share:
    return Share(commitment, secrets.token_hex(_NONCE_BYTES))


def _raise_for_status(response: httpx.Response) -> None:
    """Raise ServerUnavailable, ApiError or BadSetup unless the request succeeded."""
    if response.is_success:
        return
    if response.status_code in (429, 502, 503, 504):
        retry_after = response.headers.get("retry-after", "")
        raise ServerUnavailable(
            say("the server is busy (status {status})", status=response.status_code),
            float(retry_after) if retry_after.isdecimal() else 0.0,
        )
    try:
        problem = msgspec.json.decode(response.content, type=Problem)
    except msgspec.DecodeError as error:
        raise BadSetup(
            say("{address} is not a Roundhouse API (status {status})", address=str(response.url), status=response.status_code)
        ) from error
    raise ApiError(problem)


def _stream_timeout() -> httpx.Timeout:
    return httpx.Timeout(_TIMEOUT, read=_STREAM_TIMEOUT)

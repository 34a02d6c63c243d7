"""Errors that become HTTP responses: a status code and a sentence for the reader."""

from __future__ import annotations

from collections.abc import Mapping

from roundhouse.core.sentence import HouseError, Sentence, say


class HTTPError(HouseError):
    """A request that was refused."""

    def __init__(self, status: int, sentence: Sentence, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(sentence)
        self.status = status
        self.headers = dict(headers or {})  # added to the response, such as Retry-After

    def __reduce__(self) -> tuple[object, ...]:
        return HTTPError, (self.status, self.sentence, self.headers)


def no_table() -> HTTPError:
    """Return the error for a table that does not exist."""
    return HTTPError(404, say("there is no such table"))


def not_your_seat() -> HTTPError:
    """Return the error for acting on another player's seat."""
    return HTTPError(403, say("that seat is not yours"))


def stale() -> HTTPError:
    """Return the error for an action on an outdated view of a table."""
    return HTTPError(409, say("the table has moved on since you looked; look again"))


def hosts_only() -> HTTPError:
    """Return the error for an action that only the host may take."""
    return HTTPError(403, say("only the host can do that"))

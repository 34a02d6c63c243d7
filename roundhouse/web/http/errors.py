"""What a reader of a page is told when something cannot be done: a sentence and a status code."""

from __future__ import annotations

from collections.abc import Mapping

from roundhouse.core.sentence import HouseError, Sentence, say


class HTTPError(HouseError):
    """A request that cannot be met."""

    def __init__(self, status: int, sentence: Sentence, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(sentence)
        self.status = status
        self.headers = dict(headers or {})  # what an answer adds for programs, such as when to come again

    def __reduce__(self) -> tuple[object, ...]:
        return HTTPError, (self.status, self.sentence, self.headers)


def no_table() -> HTTPError:
    """An address that leads to no table."""
    return HTTPError(404, say("there is no such table"))


def not_your_seat() -> HTTPError:
    """An action in the name of somebody else."""
    return HTTPError(403, say("that seat is not yours"))


def stale() -> HTTPError:
    """An action on a table that has moved on since it was shown."""
    return HTTPError(409, say("the table has moved on since you looked; look again"))


def hosts_only() -> HTTPError:
    """What the host of a table decides alone."""
    return HTTPError(403, say("only the host can do that"))

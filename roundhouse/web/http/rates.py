"""Rates, and how much of them is left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from roundhouse.core.sentence import say
from roundhouse.web.http.errors import HTTPError

SECOND: Final = 1
MINUTE: Final = 60
HOUR: Final = 3600
DAY: Final = 24 * HOUR


class Rate(NamedTuple):
    """So many in so many seconds."""

    amount: int
    seconds: int


class WindowKey(NamedTuple):
    """What is counted in one window: an action, of a client or an address, in so many seconds."""

    action: str
    client: str
    seconds: int


@dataclass(frozen=True)
class Allowance:
    """The state of one rate limit after a request."""

    limit: int
    remaining: int
    reset: int  # seconds until the window ends

    def headers(self) -> dict[str, str]:
        """Return the RateLimit headers."""
        return {"RateLimit-Limit": str(self.limit), "RateLimit-Remaining": str(self.remaining), "RateLimit-Reset": str(self.reset)}


def too_many(left: Allowance) -> HTTPError:
    """Return the error for a request that is over a limit."""
    return HTTPError(429, say("too many requests; wait a moment"), left.headers() | {"Retry-After": str(left.reset)})

"""An endpoint: one thing that the API does, declared once for the router, the document and the page that explains it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from roundhouse.core.sentence import Sentence
from roundhouse.web.api.call import Call
from roundhouse.web.api.wire import Nothing
from roundhouse.web.people.tokens import READ


@dataclass(frozen=True)
class Endpoint:
    """One method of one address. A GET takes its `takes` from the address, everything else from a JSON body."""

    method: str
    path: str  # after the prefix
    name: str
    summary: Sentence
    handler: Callable[[Call, Any], Awaitable[Any]]
    takes: type[msgspec.Struct] = Nothing
    gives: type[msgspec.Struct] | str = Nothing  # a type, or the media type of a text
    scope: str | None = READ  # what a token must allow; None: no token is needed
    status: int = 200
    deed: str = "api"  # what is counted against the limits

    @property
    def refusals(self) -> list[int]:
        """The statuses that it may be refused with."""
        found = {400, 429, 500, 503}
        if self.scope is not None:
            found |= {401, 403}
        if "{" in self.path:  # something is looked for, and may be of other rules
            found |= {404, 409}
        if not self.reads:
            found |= {404, 409, 413, 422}
        return sorted(found)

    @property
    def reads(self) -> bool:
        """Whether it only looks."""
        return self.method == "GET"

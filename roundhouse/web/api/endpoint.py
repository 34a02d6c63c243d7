"""An API endpoint, declared once for the router, the OpenAPI document and the reference page."""

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
    """One method of one path. The parameters of a GET are in the query string, all others in a JSON body."""

    method: str
    path: str  # without the prefix
    name: str
    summary: Sentence
    handler: Callable[[Call, Any], Awaitable[Any]]
    params: type[msgspec.Struct] = Nothing
    result: type[msgspec.Struct] | str = Nothing  # a type, or the media type of a text response
    scope: str | None = READ  # that the token needs; None if no token is needed
    status: int = 200
    limit: str = "api"  # the rate limit it counts against

    @property
    def error_statuses(self) -> list[int]:
        """Return the status codes of its error responses."""
        statuses = {400, 429, 500, 503}
        if self.scope is not None:
            statuses |= {401, 403}
        if "{" in self.path:  # it may not exist, or be of another version of the rules
            statuses |= {404, 409}
        if not self.read_only:
            statuses |= {404, 409, 413, 422}
        return sorted(statuses)

    @property
    def read_only(self) -> bool:
        """Return whether it changes nothing."""
        return self.method == "GET"

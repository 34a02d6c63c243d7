"""Error responses of the API: problem details (RFC 9457), with a code for programs and a sentence for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct
from starlette.responses import Response

from roundhouse.core.sentence import Sentence, say

PREFIX: Final = "/api/v1"
MEDIA: Final = "application/problem+json"


class Problem(Struct, kw_only=True):
    """Problem details (RFC 9457)."""

    type: Annotated[str, Meta(description="A URL that explains this kind of problem.")]
    title: str
    status: int
    code: Annotated[str, Meta(description="The kind of problem in one word, for programs.")]
    detail: Annotated[str, Meta(description="What went wrong, in the requested language.")]
    clause: Annotated[str | None, Meta(description="The clause of the rules that forbids it.")] = None
    n: Annotated[int | None, Meta(description="The number of events of the table now.")] = None


@dataclass(frozen=True)
class Kind:
    """A kind of problem."""

    code: str
    title: Sentence
    remedy: Sentence


KINDS: Final[dict[int, Kind]] = {
    400: Kind("malformed", say("The request is malformed"), say("compare it with the API reference")),
    401: Kind("unauthorized", say("A token is required"), say("send one of your tokens in the Authorization header")),
    403: Kind("forbidden", say("You may not do this"), say("the seat or the table is not yours, or the token lacks a scope")),
    404: Kind("missing", say("Not found"), say("look at the list of tables")),
    405: Kind("method", say("Method not allowed"), say("use a method that the Allow header lists")),
    409: Kind("conflict", say("The table has moved on"), say("look again, then decide again")),
    413: Kind("large", say("The request is too large"), say("send less at once")),
    422: Kind("refused", say("The rules forbid it"), say("choose one of the moves offered; the clause says why this one is not")),
    429: Kind("limited", say("Too many requests"), say("wait for the number of seconds in the Retry-After header")),
    500: Kind("fault", say("Internal server error"), say("nothing has changed; tell the administrator")),
    503: Kind("unavailable", say("The server is unavailable"), say("nothing has changed; try again in a moment")),
}
_OTHER: Final = Kind("refused", say("The request was refused"), say("compare it with the API reference"))


def is_api_path(path: str) -> bool:
    """Return whether a path belongs to the API, whose responses are for programs."""
    return path == PREFIX or path.startswith(f"{PREFIX}/")


def problem(status: int, detail: str, clause: str | None = None, event_count: int | None = None) -> Response:
    """Return the response for a request that was refused."""
    kind = KINDS.get(status, _OTHER)
    content = Problem(
        type=f"/api#{kind.code}", title=str(kind.title), status=status, code=kind.code, detail=detail, clause=clause, n=event_count
    )
    headers = {"Cache-Control": "no-store, private"}
    if status == 401:
        headers["WWW-Authenticate"] = 'Bearer realm="roundhouse"'
    return Response(msgspec.json.encode(content), status, headers, MEDIA)

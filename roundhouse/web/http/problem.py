"""What the API answers when something cannot be done: a problem (RFC 9457), with a word for programs and a sentence for people."""

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
    """Why a request was refused, as RFC 9457 has it."""

    type: Annotated[str, Meta(description="An address that explains this kind of problem.")]
    title: str
    status: int
    code: Annotated[str, Meta(description="The kind of problem in one word, for programs.")]
    detail: Annotated[str, Meta(description="What went wrong, in the language asked for.")]
    clause: Annotated[str | None, Meta(description="The clause of the rules that forbids it.")] = None
    n: Annotated[int | None, Meta(description="How many entries the table has now.")] = None


@dataclass(frozen=True)
class Kind:
    """A kind of problem."""

    code: str
    title: Sentence
    remedy: Sentence


KINDS: Final[dict[int, Kind]] = {
    400: Kind("malformed", say("The request is not understood"), say("compare it with the document of the API")),
    401: Kind("unauthorized", say("A token is needed"), say("send a token of yours in the header Authorization")),
    403: Kind("forbidden", say("This is not yours to do"), say("the seat, the table or the scope of the token is not yours")),
    404: Kind("missing", say("There is nothing at this address"), say("look at the list of tables")),
    405: Kind("method", say("The address is not used like that"), say("the header Allow says how it is used")),
    409: Kind("conflict", say("The table has moved on"), say("look again, then decide again")),
    413: Kind("large", say("The request is too large"), say("send less at once")),
    422: Kind("refused", say("The rules forbid it"), say("choose one of the moves that are offered; the clause says why")),
    429: Kind("limited", say("Too much at once"), say("wait as many seconds as the header Retry-After says")),
    500: Kind("fault", say("The house has a fault"), say("nothing has changed; tell who runs the house")),
    503: Kind("unavailable", say("The house cannot do it now"), say("nothing has changed; try again in a moment")),
}
_OTHER: Final = Kind("refused", say("The request cannot be met"), say("compare it with the document of the API"))


def speaks_api(path: str) -> bool:
    """Whether an address belongs to the API, whose answers are for programs."""
    return path == PREFIX or path.startswith(f"{PREFIX}/")


def problem(status: int, detail: str, clause: str | None = None, n: int | None = None) -> Response:
    """The answer to a request that cannot be met."""
    kind = KINDS.get(status, _OTHER)
    content = Problem(
        type=f"/api#{kind.code}", title=str(kind.title), status=status, code=kind.code, detail=detail, clause=clause, n=n
    )
    headers = {"Cache-Control": "no-store, private"}
    if status == 401:
        headers["WWW-Authenticate"] = 'Bearer realm="roundhouse"'
    return Response(msgspec.json.encode(content), status, headers, MEDIA)

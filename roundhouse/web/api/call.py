"""A call: one request to the API, who makes it and what it may do."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from starlette.responses import Response

from roundhouse.core.sentence import Sentence, say
from roundhouse.web.http.errors import HTTPError, not_your_seat
from roundhouse.web.people.guests import Guest
from roundhouse.web.people.tokens import Bearer
from roundhouse.web.server.context import JSON, RequestContext
from roundhouse.web.server.house import House
from roundhouse.web.tables.admission import admit
from roundhouse.web.tables.room import Room


class Call:
    """Everything that a handler asks about its request."""

    def __init__(self, ctx: RequestContext, bearer: Bearer | None) -> None:
        self.ctx = ctx
        self.bearer = bearer
        self.house: House = ctx.house
        self.language = ctx.language
        self.found: Room | None = None  # the table it is about, once that is known

    @property
    def guest(self) -> Guest:
        """Who calls. Handlers that need no token do not ask."""
        assert self.bearer is not None
        return self.bearer.guest

    def text(self, sentence: Sentence) -> str:
        """A sentence in the language asked for."""
        return self.ctx.text(sentence)

    def answer(self, content: msgspec.Struct, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
        """An answer as JSON."""
        return Response(msgspec.json.encode(content), status, {"Cache-Control": "no-store, private", **(headers or {})}, JSON)

    async def room(self) -> Room:
        """The table of the address, if the caller may look at it."""
        request = self.ctx.request
        # a move on a room that is behind is refused by the store, and the room catches up: no need to look before
        room = await self.house.rooms.get(request.path_params["id"], refresh=request.method != "POST")
        admit(room, self.guest)
        self.found = room
        return room

    def seat(self, room: Room, wish: int | None) -> int:
        """The seat that the caller acts for: the one named, else the only one of his, else the one to move."""
        yours = room.seats_of(self.guest)
        if wish is not None and wish in yours:
            return wish
        if wish is not None or not yours:
            raise not_your_seat()
        if len(yours) == 1 or room.actor not in yours:
            return yours[0]
        return room.actor


def bearer_text(header: str) -> str:
    """The token of an `Authorization` header."""
    kind, _, text = header.partition(" ")
    if kind.lower() != "bearer" or not text.strip():
        raise HTTPError(401, say("a token is needed here: make one at /account/tokens and send it as 'Authorization: Bearer …'"))
    return text.strip()

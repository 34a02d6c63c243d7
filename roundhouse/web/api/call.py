"""An API call: one request, the guest behind its token, and the table it is about."""

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
from roundhouse.web.tables.stored import StoredGame, stored_game
from roundhouse.web.tables.versions import RulesMissing


class Call:
    """What a handler needs to know about its request."""

    def __init__(self, ctx: RequestContext, bearer: Bearer | None) -> None:
        self.ctx = ctx
        self.bearer = bearer
        self.house: House = ctx.house
        self.language = ctx.language
        self.loaded_room: Room | None = None  # the table in the address, once it is loaded

    @property
    def guest(self) -> Guest:
        """Return the guest of the token. Only for endpoints that require one."""
        assert self.bearer is not None
        return self.bearer.guest

    def text(self, sentence: Sentence) -> str:
        """Return a sentence in the requested language."""
        return self.ctx.text(sentence)

    def response(self, content: msgspec.Struct, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
        """Return a JSON response."""
        return Response(msgspec.json.encode(content), status, {"Cache-Control": "no-store, private", **(headers or {})}, JSON)

    async def room(self) -> Room:
        """Return the table in the address. Raise HTTPError if the guest may not see it."""
        request = self.ctx.request
        # a POST need not refresh: on a stale room the store reports a conflict, and the room is reloaded
        room = await self.house.rooms.get(request.path_params["id"], refresh=request.method != "POST")
        admit(room, self.guest)
        self.loaded_room = room
        room.presence.act(self.guest.id)
        return room

    async def stored_game(self, missing: RulesMissing) -> StoredGame:
        """Return a finished game whose rules are not installed. Raise HTTPError if it is not finished, or not for the guest."""
        return await stored_game(self.house.repository, missing, self.guest)

    def seat(self, room: Room, requested: int | None) -> int:
        """Return the seat to act for: the requested, the only one, or the one to move. Raise HTTPError if it is not theirs."""
        yours = room.seats_of(self.guest)
        if requested is not None and requested in yours:
            return requested
        if requested is not None or not yours:
            raise not_your_seat()
        if len(yours) == 1 or room.actor not in yours:
            return yours[0]
        return room.actor


def bearer_token(header: str) -> str:
    """Return the token of an `Authorization` header. Raise HTTPError if there is none."""
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise HTTPError(401, say("this needs a token: create one at /account/tokens and send it as 'Authorization: Bearer …'"))
    return token.strip()

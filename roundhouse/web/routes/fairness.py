"""Verify the shuffle of a finished game, and show how to verify it independently."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response

from roundhouse.core.record import Record
from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.play.verify import Verdict, verify, weights
from roundhouse.web.http.address import address_of
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.live.fragments import table_context
from roundhouse.web.routes.table import record_name
from roundhouse.web.server.context import RequestContext
from roundhouse.web.tables.admission import reader_of
from roundhouse.web.tables.reader import Reader
from roundhouse.web.tables.room import Room

T = TypeVar("T")


async def show(request: Request) -> Response:
    """Show whether all random draws of a finished game follow from the committed secret and the players' nonces."""
    ctx = await RequestContext.load(request)
    room, reader, record = await _finished(ctx)
    verdict = await _once(request, room, "verdict", lambda: verify(room.game, record))
    context = {
        "table": table_context(room, reader),
        "file": record_name(room.setup),
        "protocol": verdict.protocol,
        "verdict": {"good": verdict.good, "sentence": ctx.text(_summary(verdict))},
        "checks": [{"good": good, "text": ctx.text(text)} for good, text in _checks(verdict)],
    }
    return ctx.page("verified.html", context)


async def draw_weights(request: Request) -> Response:
    """Return the possible outcomes of each draw of a finished game with their weights, for verifiers without its rules."""
    ctx = await RequestContext.load(request)
    room, _, record = await _finished(ctx)
    return ctx.json(await _once(request, room, "weights", lambda: weights(room.game, record)))


async def _finished(ctx: RequestContext) -> tuple[Room, Reader, Record]:
    """Return the room of the path, its reader and its record; raise HTTPError if the shuffle cannot be verified."""
    room = await ctx.house.rooms.get(ctx.request.path_params["id"])
    reader = reader_of(room, ctx.guest, None, ctx.language, ctx.layout, ctx.public_url)
    if room.table is None or not room.over:
        raise HTTPError(409, say("the secret is revealed when the game is over; you can verify the shuffle then"))
    if room.commitment is None:
        raise HTTPError(409, say("this game continues another one, so its shuffle cannot be verified"))
    return room, reader, room.table.record()


async def _once(request: Request, room: Room, name: str, make: Callable[[], T]) -> T:
    """Return the cached value, or call `make`, which replays the whole game, in a thread."""
    version = room.event_count
    if not room.cache.holds(name, version):
        request.app.state.limits.spend("verify", address_of(request))
        room.cache.put(name, version, await asyncio.to_thread(make))
    return room.cache.get(name, version, make)


def _summary(verdict: Verdict) -> Sentence:
    if verdict.finding is None and not verdict.draws:
        return say("Yes: nothing in this game was random.")
    if verdict.finding is None and verdict.contributors:
        return say("Yes: every card and every die follows from the server's secret and the players' nonces.")
    if verdict.finding is None:
        return say("Yes: every card and every die follows from the secret that was fixed before the first move.")
    return say("No: {reason}", reason=verdict.finding.reason)


def _checks(verdict: Verdict) -> list[tuple[bool, Sentence]]:
    draws = (
        say("there were no random draws")
        if not verdict.draws
        else say_many("{count} random draw is correct", "all {count} random draws are correct", count=verdict.draws)
    )
    if verdict.finding is not None:
        return [(bool(verdict.draws), draws), (False, verdict.finding.reason)]
    return [
        (True, say("the secret matches the SHA-256 shown before the game")),
        *([(True, say("the seats follow from the lot"))] if verdict.by_lot else []),
        (True, draws),
        (True, say("every move was legal and the scores are correct")),
    ]

"""Whether the chance of a finished game was what its secret gives: checked by the house, and how to check it oneself."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from roundhouse.core.record import Record
from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.play.verify import Verdict, verify
from roundhouse.web.http.address import address_of
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.live.fragments import table_context
from roundhouse.web.routes.table import record_name
from roundhouse.web.server.context import RequestContext
from roundhouse.web.tables.admission import reader_of
from roundhouse.web.tables.room import Room


async def verified(request: Request) -> Response:
    """The page that checks a deal."""
    ctx = await RequestContext.load(request)
    room = await ctx.house.rooms.get(request.path_params["id"])
    reader = reader_of(room, ctx.guest, None, ctx.language, ctx.layout, ctx.base_url)
    if room.table is None or not room.over:
        raise HTTPError(409, say("the secret is shown when the game is over; then the deal can be checked"))
    if room.commitment is None:
        raise HTTPError(409, say("this game plays on from another one, so its deal cannot be checked"))
    verdict = await _verdict(request, room, room.table.record())
    context = {
        "table": table_context(room, reader),
        "file": record_name(room),
        "verdict": {"good": verdict.good, "sentence": ctx.text(_told(verdict))},
        "checks": [{"good": good, "text": ctx.text(text)} for good, text in _checks(verdict)],
    }
    return ctx.page("verified.html", context)


async def _verdict(request: Request, room: Room, record: Record) -> Verdict:
    """Return the verdict, found once for a finished game: all of it is dealt and replayed."""
    version = room.event_count
    if not room.cache.holds("verdict", version):
        request.app.state.limits.spend("verify", address_of(request))
        verdict = await asyncio.to_thread(verify, room.game, record)
        room.cache.put("verdict", version, verdict)
        return verdict
    return room.cache.get("verdict", version, lambda: verify(room.game, record))


def _told(verdict: Verdict) -> Sentence:
    if verdict.finding is None and not verdict.draws:
        return say("Yes: nothing was left to chance in this game.")
    if verdict.finding is None:
        return say("Yes: every card and every die came as the secret had fixed it before the first move.")
    return say("No: {reason}", reason=verdict.finding.reason)


def _checks(verdict: Verdict) -> list[tuple[bool, Sentence]]:
    draws = (
        say("nothing was drawn")
        if not verdict.draws
        else say_many("{count} draw is what the secret gives", "all {count} draws are what the secret gives", count=verdict.draws)
    )
    if verdict.finding is not None:
        return [(bool(verdict.draws), draws), (False, verdict.finding.reason)]
    return [
        (True, say("the secret has the SHA-256 that was shown")),
        (True, draws),
        (True, say("every move was legal, and the scores are right")),
    ]

"""Reviews of finished games: the page, its parts while the work goes on, the drawings of moves, and exports."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from roundhouse.core.record import Record, write
from roundhouse.core.sentence import say
from roundhouse.review.page import BETTER, PLAYED, Addresses, ReviewPage
from roundhouse.review.played import PlayedGame
from roundhouse.review.result import decode
from roundhouse.web.http.address import address_of
from roundhouse.web.http.cpu import metered
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.server.context import RequestContext
from roundhouse.web.tables.admission import reader_of
from roundhouse.web.tables.reviews import StoredReview
from roundhouse.web.tables.room import Room

T = TypeVar("T")

_EMBEDDED: Final = "default-src 'none'; style-src 'unsafe-inline'; font-src data:"  # a drawing holds its own styles
_DRAWN_FOR: Final = 3600  # seconds that a browser may keep a drawing


async def show(request: Request) -> Response:
    """Show the review of a finished game, as far as it has come."""
    ctx = await RequestContext.load(request)
    room = await _finished_room(ctx)
    stored = await ctx.house.reviews.find(room.id, room.event_count)
    return ctx.page("review.html", await _context(ctx, room, stored))


async def parts(request: Request) -> Response:
    """Return the review as a fragment, for a page that waits for it."""
    ctx = await RequestContext.load(request)
    room = await _finished_room(ctx)
    stored = await ctx.house.reviews.find(room.id, room.event_count)
    context = await _context(ctx, room, stored)
    return ctx.json({"progress": context["progress"], "working": context["working"], "fragments": {"review": context["body"]}})


async def begin(request: Request) -> Response:
    """Ask for the review of a finished game. If there is one, or if one is being made, nothing new begins."""
    ctx = await RequestContext.load(request)
    room = await _finished_room(ctx)
    stored = await ctx.house.reviews.find(room.id, room.event_count)
    if stored is None or not (stored.finished or stored.working):
        await request.app.state.limits.claim("review", address_of(request), ctx.guest_id)
        await ctx.house.review_worker.ask(room.id, room.event_count, write(_record(room)))
    return ctx.action_response(_url(room), {"url": _url(room)})


async def stop(request: Request) -> Response:
    """Stop working on a review; what is known of it stays. Only players of the game may."""
    ctx = await RequestContext.load(request)
    room = await _finished_room(ctx)
    if not room.seats_of(ctx.guest):
        raise HTTPError(403, say("only players of this game can stop its review"))
    await ctx.house.reviews.stop(room.id)
    return ctx.action_response(_url(room), {"url": _url(room)})


async def drawing(request: Request) -> Response:
    """Draw the board with one of the two moves of a turning point."""
    ctx = await RequestContext.load(request)
    room, which = await _finished_room(ctx), request.path_params["which"]
    at, document = request.path_params["at"], await _document(ctx, room)
    svg = "" if which not in (PLAYED, BETTER) else await _made(ctx, room, document, lambda page: page.drawing_at(at, which))
    if not svg:
        raise HTTPError(404, say("there is no such page"))
    headers = {"Cache-Control": f"private, max-age={_DRAWN_FOR}", "Content-Security-Policy": _EMBEDDED}
    return Response(svg, headers=headers, media_type="image/svg+xml")


async def export(request: Request) -> Response:
    """Download a review as one HTML file or as JSON."""
    ctx = await RequestContext.load(request)
    room, kind = await _finished_room(ctx), request.path_params["kind"]
    document = await _document(ctx, room)
    if kind not in ("html", "json"):
        raise HTTPError(404, say("there is no such page"))
    text = document if kind == "json" else await _made(ctx, room, document, ReviewPage.document)
    headers = {"Content-Disposition": f'attachment; filename="review-{room.id}.{kind}"', "Content-Security-Policy": _EMBEDDED}
    return Response(text, headers=headers, media_type="application/json" if kind == "json" else "text/html")


async def _finished_room(ctx: RequestContext) -> Room:
    """Return the room of a finished game that the reader may see."""
    room = await ctx.house.rooms.get(ctx.request.path_params["id"])
    reader_of(room, ctx.guest, None, ctx.language, ctx.layout, ctx.public_url)  # refuses a guest who may not watch
    if room.table is None or not room.over:
        raise HTTPError(409, say("the game is not over: a review shows what is hidden, so only a finished game has one"))
    return room


async def _document(ctx: RequestContext, room: Room) -> str:
    stored = await ctx.house.reviews.find(room.id, room.event_count)
    if stored is None or stored.document is None:
        raise HTTPError(404, say("this game has no review yet"))
    return stored.document


async def _context(ctx: RequestContext, room: Room, stored: StoredReview | None) -> dict[str, Any]:
    assert room.table is not None
    body, judged = "", False
    if stored is not None and stored.document is not None:
        body = await _made(ctx, room, stored.document, lambda page: page.body(_addresses(room)))
        judged = decode(stored.document).judged >= 1
    return {
        "title": room.table.game.title,
        "url": _url(room),
        "replay_url": f"/replay/{room.id}",
        "progress": 0.0 if stored is None else stored.progress,
        "working": stored is not None and stored.working,
        "finished": stored is not None and stored.finished,
        "may_stop": bool(room.seats_of(ctx.guest)),
        "share": f"{ctx.public_url}{_url(room)}",
        "body": body,
        "judged": judged,
        "shared": room.setup.public and room.setup.spectators,
    }


async def _made(ctx: RequestContext, room: Room, document: str, make: Callable[[ReviewPage], T]) -> T:
    """Return what `make` makes of a review, in a thread: it replays the game. The table itself is read here only."""
    assert room.table is not None
    record, names, language = _record(room), list(room.table.names), ctx.language
    return await asyncio.to_thread(metered(lambda: make(ReviewPage(decode(document), PlayedGame(record), language, names))))


def _record(room: Room) -> Record:
    """Return the record of a game without what only proves its shuffle."""
    assert room.table is not None
    record = room.table.record()
    record.extras = {key: value for key, value in record.extras.items() if key == "board"}
    return record


def _url(room: Room) -> str:
    return f"/replay/{room.id}/review"


def _addresses(room: Room) -> Addresses:
    return Addresses(
        picture=lambda card, which: f"{_url(room)}/{card.judgement.at}/{which}.svg",
        position=lambda at: f"/replay/{room.id}?at={at}",
        analysis=lambda at: f"/analysis/{room.id}?at={at}",
        play_on=f"/replay/{room.id}/continue",
    )

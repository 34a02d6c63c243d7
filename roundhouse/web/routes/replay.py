"""Replays, imported records, games continued from a replay, and guided first games."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Annotated, Any, Final, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from roundhouse.bots import LEVELS
from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup, say
from roundhouse.core.state import SPECTATOR
from roundhouse.games import find
from roundhouse.play.log import OPEN
from roundhouse.play.table import Table
from roundhouse.review.curve import curve, legend
from roundhouse.review.result import decode
from roundhouse.ui import drawing
from roundhouse.ui.page import page_of
from roundhouse.ui.svg import definitions
from roundhouse.web.bots.levels import QUICK, bot_name, levels
from roundhouse.web.catalog.games import game_context
from roundhouse.web.catalog.tours import has_tour, tour_secret
from roundhouse.web.http.address import address_of
from roundhouse.web.http.errors import HTTPError, not_your_seat
from roundhouse.web.live.analysis import LONGEST_TEXT, Variation, line_of, record_of
from roundhouse.web.live.fragments import PREFIX
from roundhouse.web.live.replay import Replay
from roundhouse.web.people.guests import Guest
from roundhouse.web.routes.table import stored_page
from roundhouse.web.server.context import RequestContext
from roundhouse.web.tables.admission import reader_of
from roundhouse.web.tables.creation import TableSpec
from roundhouse.web.tables.reader import Reader
from roundhouse.web.tables.repository import Seat
from roundhouse.web.tables.versions import RulesMissing

T = TypeVar("T")

_RECORD_BYTES: Final = 9
_IMPORTED: Final = "r-"  # prefix of the ids of imported records; the random id of a table may start with it too


class ContinueRequest(msgspec.Struct):
    """The position, seat and bot level with which to continue a game."""

    at: Annotated[int, msgspec.Meta(ge=0, le=10**6)]
    seat: Annotated[int, msgspec.Meta(ge=0, le=10)]
    level: str = QUICK
    line: Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)] = ""  # moves of a variation after the position


async def show(request: Request) -> Response:
    """Show a replay."""
    ctx = await RequestContext.load(request)
    try:
        replay = await replay_of(ctx, ctx.query_int("as"))
    except RulesMissing as missing:
        return await stored_page(ctx, missing)
    chances = await _curve(ctx, replay)
    return await _draw(ctx, replay, lambda: _page(ctx, replay, replay.clamp(ctx.query_int("at")), chances))


async def _curve(ctx: RequestContext, replay: Replay) -> str:
    """Return the curve of the finished review of a game; "" if there is none."""
    if replay.imported or not replay.table.over:
        return ""
    stored = await ctx.house.reviews.find(replay.id, replay.event_count)
    if stored is None or stored.document is None or not stored.finished:
        return ""
    label = ctx.text(say("chances to win, move by move"))
    game = replay.table.game
    return curve(game, decode(stored.document), ctx.language, label) + legend(game, replay.table.names)


def _page(ctx: RequestContext, replay: Replay, at: int, chances: str) -> Response:
    return ctx.page("replay.html", page_context(ctx, replay, at, replay.fragments(at)) | {"curve": chances})


def page_context(ctx: RequestContext, replay: Replay, at: int, fragments: dict[str, str]) -> dict[str, Any]:
    """Return the template context of a replay with these fragments."""
    game, reader = replay.table.game, replay.reader
    return {
        "table": replay.context(),
        "reader": reader,
        "n": at,
        "at": at,
        "last": replay.last,
        "since": "",
        "turns": replay.turns(),
        "turn_at": replay.turn_at(at),
        "stops": replay.stops(),
        "readers": replay.viewpoints(),
        "levels": levels(ctx.language),
        "replay_url": f"/replay/{replay.id}",
        "review_url": f"/replay/{replay.id}/review" if replay.table.over and not replay.imported else "",
        "analysis_url": f"/analysis/{replay.id}" if replay.may_be_analysed else "",
        "curve": "",
        "fragments": fragments,
        "board_parts": [id for id in fragments if id.startswith(PREFIX)],
        "backdrop": game.backdrop(replay.table.view(reader.seat, at), reader.layout),
        "defs": definitions(),
        "canvas": drawing.canvas(game, reader.layout),
        "board_class": page_of(game).board_class,
        "frame": replay.frame(at),
        "layout": reader.layout,
        "steps": [],
    }


async def frame(request: Request) -> Response:
    """Return the fragments of one position of a replay."""
    ctx = await RequestContext.load(request)
    replay = await replay_of(ctx, ctx.query_int("as"))
    at = replay.clamp(ctx.query_int("at"))
    return ctx.json({"n": at, "fragments": await _draw(ctx, replay, lambda: replay.fragments(at))})


async def record(request: Request) -> Response:
    """Download an imported record."""
    ctx = await RequestContext.load(request)
    text = await ctx.house.repository.record(request.path_params["id"])
    if text is None:
        raise HTTPError(404, say("there is no such replay"))
    return PlainTextResponse(text, headers={"Content-Disposition": 'attachment; filename="game.rec"'})


async def import_record(request: Request) -> Response:
    """Import a record from an uploaded file."""
    ctx = await RequestContext.load(request)
    await request.app.state.limits.claim("import", address_of(request), ctx.guest_id)
    if ctx.guest is not None and await ctx.house.repository.records_of(ctx.guest.id) >= ctx.house.settings.records_each:
        raise HTTPError(429, say("you have imported too many records; they expire after some time"))
    try:
        text = (await ctx.file("file")).decode()
    except UnicodeDecodeError as error:
        raise HTTPError(422, say("this file is not a game record: it is not text")) from error
    if "\0" in text:
        raise HTTPError(422, say("this file is not a game record: it is not text"))
    await ctx.house.imported.check(text)  # raises with what is wrong
    guest, token = await guest_of(ctx)
    id = _IMPORTED + secrets.token_urlsafe(_RECORD_BYTES)
    await ctx.house.repository.add_record(id, guest.id, text, time.time())
    response = ctx.redirect(f"/replay/{id}?at=0")
    set_cookie(ctx, response, token)
    return response


async def continue_game(request: Request) -> Response:
    """Open a practice table against bots that continues from a position of a replay."""
    ctx = await RequestContext.load(request)
    await request.app.state.limits.claim("table", address_of(request), ctx.guest_id)
    body = await ctx.read_body(ContinueRequest)
    replay = await replay_of(ctx, ctx.query_int("as"))
    if body.level not in LEVELS:
        raise HTTPError(422, say("there is no such bot level"))
    if body.seat >= replay.table.seats:
        raise HTTPError(422, say("there is no such seat"))
    variation = Variation(replay.clamp(body.at), line_of(body.line))
    record = await _draw(ctx, replay, lambda: record_of(replay, variation))
    guest, token = await guest_of(ctx)
    names = [name if name != guest.name else bot_name(replay.table.names) for name in replay.table.names]
    names[body.seat] = guest.name
    seats = [
        Seat(guest.id, name, program=guest.program) if seat == body.seat else Seat(None, name, body.level)
        for seat, name in enumerate(names)
    ]
    spec = TableSpec(replay.table.game, seats, replay.table.options, practice=True, prefix=record)
    id = await ctx.house.open_table(guest, spec)
    response = ctx.action_response(f"/table/{id}", {"table": id, "url": f"/table/{id}"})
    set_cookie(ctx, response, token)
    return response


async def tour_page(request: Request) -> Response:
    """Show the page that introduces a guided first game."""
    ctx = await RequestContext.load(request)
    context = game_context(_game_with_tour(request), ctx.language)
    return ctx.page("tour.html", {"game": context, "sentence": context["sentence"]})


async def start_tour(request: Request) -> Response:
    """Open the table of a guided first game."""
    ctx = await RequestContext.load(request)
    await request.app.state.limits.claim("table", address_of(request), ctx.guest_id)
    game = _game_with_tour(request)
    guest, token = await guest_of(ctx)
    seats = [Seat(guest.id, guest.name, program=guest.program), Seat(None, bot_name([guest.name]), QUICK)]
    spec = TableSpec(game, seats, {}, practice=True, tour=True, secret=tour_secret(game))
    id = await ctx.house.open_table(guest, spec)
    response = ctx.redirect(f"/table/{id}")
    set_cookie(ctx, response, token)
    return response


def _game_with_tour(request: Request) -> Game[Any]:
    """Return the game in the address. Raise a 404 for one without a tour."""
    try:
        game = find(request.path_params["game"])
    except BadSetup as error:
        raise HTTPError(404, error.sentence) from error
    if not has_tour(game):
        raise HTTPError(404, say("there is no such page"))
    return game


async def replay_of(ctx: RequestContext, seat: int | None) -> Replay:
    """Return the game in the address as the reader may see it; `seat` is the point of view that they wish."""
    id = ctx.request.path_params["id"]
    if id.startswith(_IMPORTED) and (imported := await ctx.house.imported.table(id)) is not None:
        return _imported_replay(ctx, id, imported, seat)
    room = await ctx.house.rooms.get(id)
    if room.table is None:
        raise HTTPError(409, say("the game has not started yet"))
    if room.over and seat is None and not room.seats_of(ctx.guest):
        seat = OPEN
    return Replay(id, room.table, reader_of(room, ctx.guest, seat, ctx.language, ctx.layout, ctx.public_url), room)


async def _draw(ctx: RequestContext, replay: Replay, make: Callable[[], T]) -> T:
    """Return `make()`, run in a thread for an imported record. A live table may only be read in the event loop."""
    return await ctx.house.imported.draw(make) if replay.imported else make()


def _imported_replay(ctx: RequestContext, id: str, table: Table, seat: int | None) -> Replay:
    if seat is None:
        seat = OPEN
    if seat not in (OPEN, SPECTATOR) and not 0 <= seat < table.seats:
        raise not_your_seat()
    return Replay(id, table, Reader(seat, (), False, False, ctx.language, ctx.layout), None)


async def guest_of(ctx: RequestContext) -> tuple[Guest, str | None]:
    """Return the guest, or register a new one. The second value is the cookie of a new guest."""
    if ctx.guest is not None:
        return ctx.guest, None
    return await ctx.house.guests.register(ctx.request, ctx.text(say("Guest")))


def set_cookie(ctx: RequestContext, response: Response, token: str | None) -> None:
    """Set the cookie of a guest who was registered for this request."""
    if token is not None:
        ctx.house.guests.set_cookie(response, token)

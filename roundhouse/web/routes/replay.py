"""Replays of games, records brought from elsewhere, and tours."""

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
from roundhouse.ui import drawing
from roundhouse.ui.svg import definitions
from roundhouse.web.bots.levels import QUICK, bot_name, levels
from roundhouse.web.catalog.games import game_context
from roundhouse.web.catalog.tours import has_tour, secret
from roundhouse.web.http.address import address_of
from roundhouse.web.http.errors import HTTPError, not_your_seat
from roundhouse.web.live.fragments import PREFIX
from roundhouse.web.live.replay import Replay
from roundhouse.web.people.guests import Guest
from roundhouse.web.server.context import RequestContext
from roundhouse.web.tables.admission import reader_of
from roundhouse.web.tables.creation import TableSpec
from roundhouse.web.tables.reader import Reader
from roundhouse.web.tables.repository import Seat

T = TypeVar("T")

_RECORD_BYTES: Final = 9
_IMPORTED: Final = "r-"  # how the id of an imported record begins; by chance that of a table does too


class PlayOn(msgspec.Struct):
    """From where, as whom and against whom a game is played on."""

    at: Annotated[int, msgspec.Meta(ge=0, le=10**6)]
    seat: Annotated[int, msgspec.Meta(ge=0, le=10)]
    level: str = QUICK


async def show(request: Request) -> Response:
    """The page of a replay."""
    ctx = await RequestContext.load(request)
    replay = await _replay(ctx)
    return await _drawn(ctx, replay, lambda: _page(ctx, replay, replay.clamp(ctx.query_int("at"))))


def _page(ctx: RequestContext, replay: Replay, at: int) -> Response:
    fragments = replay.fragments(at)
    game, reader = replay.table.game, replay.reader
    context = {
        "table": replay.context(),
        "reader": reader,
        "n": at,
        "at": at,
        "last": replay.last,
        "since": "",
        "turns": replay.turns(),
        "readers": replay.viewpoints(),
        "levels": levels(ctx.language),
        "replay_url": f"/replay/{replay.id}",
        "fragments": fragments,
        "board_parts": [id for id in fragments if id.startswith(PREFIX)],
        "backdrop": game.backdrop(replay.table.view(reader.seat, at), reader.layout),
        "defs": definitions(),
        "canvas": drawing.canvas(game, reader.layout),
        "frame": replay.frame(at),
        "layout": reader.layout,
        "steps": [],
    }
    return ctx.page("replay.html", context)


async def frame(request: Request) -> Response:
    """One moment of a replay."""
    ctx = await RequestContext.load(request)
    replay = await _replay(ctx)
    at = replay.clamp(ctx.query_int("at"))
    return ctx.json({"n": at, "fragments": await _drawn(ctx, replay, lambda: replay.fragments(at))})


async def record(request: Request) -> Response:
    """An imported record as a file."""
    ctx = await RequestContext.load(request)
    text = await ctx.house.repository.record(request.path_params["id"])
    if text is None:
        raise HTTPError(404, say("there is no such replay"))
    return PlainTextResponse(text, headers={"Content-Disposition": 'attachment; filename="game.rec"'})


async def bring(request: Request) -> Response:
    """Takes in a record from a file."""
    ctx = await RequestContext.load(request)
    request.app.state.limits.spend("import", address_of(request))
    try:
        text = (await ctx.file("file")).decode()
    except UnicodeDecodeError as error:
        raise HTTPError(422, say("the file is not a record: it is not text")) from error
    if "\0" in text:
        raise HTTPError(422, say("the file is not a record: it is not text"))
    await ctx.house.imported.check(text)  # says what is wrong with it
    guest, token = await _guest(ctx)
    id = _IMPORTED + secrets.token_urlsafe(_RECORD_BYTES)
    await ctx.house.repository.add_record(id, guest.id, text, time.time())
    response = ctx.redirect(f"/replay/{id}?at=0")
    _remember(ctx, response, token)
    return response


async def play_on(request: Request) -> Response:
    """A new table that goes on from a moment of a replay, against bots."""
    ctx = await RequestContext.load(request)
    request.app.state.limits.spend("table", address_of(request))
    order = await ctx.read_body(PlayOn)
    replay = await _replay(ctx)
    if order.level not in LEVELS:
        raise HTTPError(422, say("there is no bot of that level"))
    if order.seat >= replay.table.seats:
        raise HTTPError(422, say("there is no such seat"))
    record = await _drawn(ctx, replay, lambda: replay.record_until(replay.clamp(order.at)))
    guest, token = await _guest(ctx)
    names = [name if name != guest.name else bot_name(replay.table.names) for name in replay.table.names]
    names[order.seat] = guest.name
    seats = [Seat(guest.id, name) if seat == order.seat else Seat(None, name, order.level) for seat, name in enumerate(names)]
    spec = TableSpec(replay.table.game, seats, replay.table.options, practice=True, prefix=record)
    id = await ctx.house.open_table(guest, spec)
    response = ctx.action_response(f"/table/{id}", {"table": id, "url": f"/table/{id}"})
    _remember(ctx, response, token)
    return response


async def tour(request: Request) -> Response:
    """The page before a tour."""
    ctx = await RequestContext.load(request)
    context = game_context(_game_with_tour(request), ctx.language)
    return ctx.page("tour.html", {"game": context, "sentence": context["sentence"]})


async def begin_tour(request: Request) -> Response:
    """A table that teaches its game."""
    ctx = await RequestContext.load(request)
    request.app.state.limits.spend("table", address_of(request))
    game = _game_with_tour(request)
    guest, token = await _guest(ctx)
    seats = [Seat(guest.id, guest.name), Seat(None, bot_name([guest.name]), QUICK)]
    spec = TableSpec(game, seats, {}, practice=True, tour=True, secret=secret(game))
    id = await ctx.house.open_table(guest, spec)
    response = ctx.redirect(f"/table/{id}")
    _remember(ctx, response, token)
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


async def _replay(ctx: RequestContext) -> Replay:
    id = ctx.request.path_params["id"]
    wish = ctx.query_int("as")
    if id.startswith(_IMPORTED) and (imported := await ctx.house.imported.table(id)) is not None:
        return _of_record(ctx, id, imported, wish)
    room = await ctx.house.rooms.get(id)
    if room.table is None:
        raise HTTPError(409, say("the game has not begun"))
    if room.over and wish is None and not room.seats_of(ctx.guest):
        wish = OPEN
    return Replay(id, room.table, reader_of(room, ctx.guest, wish, ctx.language, ctx.layout, ctx.base_url), room)


async def _drawn(ctx: RequestContext, replay: Replay, make: Callable[[], T]) -> T:
    """What `make` gives; of an imported record it is made beside the event loop, that of a table changes only in it."""
    return await ctx.house.imported.draw(make) if replay.imported else make()


def _of_record(ctx: RequestContext, id: str, table: Table, wish: int | None) -> Replay:
    seat = OPEN if wish is None else wish
    if seat not in (OPEN, SPECTATOR) and not 0 <= seat < table.seats:
        raise not_your_seat()
    return Replay(id, table, Reader(seat, (), False, False, ctx.language, ctx.layout), None)


async def _guest(ctx: RequestContext) -> tuple[Guest, str | None]:
    """Who asks; somebody new gets a name."""
    if ctx.guest is not None:
        return ctx.guest, None
    return await ctx.house.guests.register(ctx.request, ctx.text(say("Guest")))


def _remember(ctx: RequestContext, response: Response, token: str | None) -> None:
    if token is not None:
        ctx.house.guests.set_cookie(response, token)

"""Replays of games, records brought from elsewhere, and tours."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Annotated, Any, Final

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
from roundhouse.web.fragments import PREFIX
from roundhouse.web.guest import Guest
from roundhouse.web.ledger import Seat
from roundhouse.web.levels import QUICK, levels, robot_name
from roundhouse.web.opening import Plan
from roundhouse.web.replay import Replay, table_of
from roundhouse.web.rooms.admission import reader_of
from roundhouse.web.rooms.reader import Reader
from roundhouse.web.routes.streams import address_of
from roundhouse.web.tours import has_tour, secret
from roundhouse.web.trouble import Trouble, not_your_seat
from roundhouse.web.visit import Visit
from roundhouse.web.words import game_context

_RECORD_BYTES: Final = 9
_IMPORTED: Final = "r-"  # how the id of an imported record begins; by chance that of a table does too


class PlayOn(msgspec.Struct):
    """From where, as whom and against whom a game is played on."""

    at: Annotated[int, msgspec.Meta(ge=0, le=10**6)]
    seat: Annotated[int, msgspec.Meta(ge=0, le=10)]
    level: str = QUICK


async def show(request: Request) -> Response:
    """The page of a replay."""
    visit = await Visit.of(request)
    replay = await _replay(visit)
    at = replay.moment(visit.number("at"))
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
        "readers": replay.readers(),
        "levels": levels(visit.language),
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
    return visit.page("replay.html", context)


async def frame(request: Request) -> Response:
    """One moment of a replay."""
    visit = await Visit.of(request)
    replay = await _replay(visit)
    at = replay.moment(visit.number("at"))
    return visit.answer({"n": at, "fragments": replay.fragments(at)})


async def record(request: Request) -> Response:
    """An imported record as a file."""
    visit = await Visit.of(request)
    text = await visit.house.ledger.record(request.path_params["id"])
    if text is None:
        raise Trouble(404, say("there is no such replay"))
    return PlainTextResponse(text, headers={"Content-Disposition": 'attachment; filename="game.rec"'})


async def bring(request: Request) -> Response:
    """Takes in a record from a file."""
    visit = await Visit.of(request)
    request.app.state.limits.spend("import", address_of(request))
    try:
        text = (await visit.file("file")).decode()
    except UnicodeDecodeError as error:
        raise Trouble(422, say("the file is not a record: it is not text")) from error
    if "\0" in text:
        raise Trouble(422, say("the file is not a record: it is not text"))
    await asyncio.to_thread(table_of, text)  # says what is wrong with it
    guest, token = await _guest(visit)
    id = _IMPORTED + secrets.token_urlsafe(_RECORD_BYTES)
    await visit.house.ledger.add_record(id, guest.id, text, time.time())
    response = visit.go(f"/replay/{id}?at=0")
    _remember(visit, response, token)
    return response


async def play_on(request: Request) -> Response:
    """A new table that goes on from a moment of a replay, against bots."""
    visit = await Visit.of(request)
    request.app.state.limits.spend("table", address_of(request))
    order = await visit.order(PlayOn)
    replay = await _replay(visit)
    if order.level not in LEVELS:
        raise Trouble(422, say("there is no bot of that level"))
    if order.seat >= replay.table.seats:
        raise Trouble(422, say("there is no such seat"))
    record = replay.record_until(replay.moment(order.at))
    guest, token = await _guest(visit)
    names = [name if name != guest.name else robot_name(replay.table.names) for name in replay.table.names]
    names[order.seat] = guest.name
    seats = [Seat(guest.id, name) if seat == order.seat else Seat(None, name, order.level) for seat, name in enumerate(names)]
    plan = Plan(replay.table.game, seats, replay.table.options, practice=True, prefix=record)
    id = await visit.house.open_table(guest, plan)
    response = visit.done(f"/table/{id}", {"table": id, "url": f"/table/{id}"})
    _remember(visit, response, token)
    return response


async def tour(request: Request) -> Response:
    """The page before a tour."""
    visit = await Visit.of(request)
    context = game_context(_taught(request), visit.language)
    return visit.page("tour.html", {"game": context, "sentence": context["sentence"]})


async def begin_tour(request: Request) -> Response:
    """A table that teaches its game."""
    visit = await Visit.of(request)
    request.app.state.limits.spend("table", address_of(request))
    game = _taught(request)
    guest, token = await _guest(visit)
    seats = [Seat(guest.id, guest.name), Seat(None, robot_name([guest.name]), QUICK)]
    plan = Plan(game, seats, {}, practice=True, tour=True, secret=secret(game))
    id = await visit.house.open_table(guest, plan)
    response = visit.go(f"/table/{id}")
    _remember(visit, response, token)
    return response


def _taught(request: Request) -> Game[Any]:
    """The game of an address; one without a tour has no such page."""
    try:
        game = find(request.path_params["game"])
    except BadSetup as error:
        raise Trouble(404, error.sentence) from error
    if not has_tour(game):
        raise Trouble(404, say("there is no such page"))
    return game


async def _replay(visit: Visit) -> Replay:
    id = visit.request.path_params["id"]
    wish = visit.number("as")
    if id.startswith(_IMPORTED) and (imported := await visit.house.imported.table(id)) is not None:
        return _of_record(visit, id, imported, wish)
    room = await visit.house.rooms.of(id)
    if room.table is None:
        raise Trouble(409, say("the game has not begun"))
    if room.over and wish is None and not room.yours(visit.guest):
        wish = OPEN
    return Replay(id, room.table, reader_of(room, visit.guest, wish, visit.language, visit.layout, visit.base), room)


def _of_record(visit: Visit, id: str, table: Table, wish: int | None) -> Replay:
    seat = OPEN if wish is None else wish
    if seat not in (OPEN, SPECTATOR) and not 0 <= seat < table.seats:
        raise not_your_seat()
    return Replay(id, table, Reader(seat, (), False, False, visit.language, visit.layout), None)


async def _guest(visit: Visit) -> tuple[Guest, str | None]:
    """Who asks; somebody new gets a name."""
    if visit.guest is not None:
        return visit.guest, None
    return await visit.house.guests.welcome(visit.request, visit.text(say("Guest")))


def _remember(visit: Visit, response: Response, token: str | None) -> None:
    if token is not None:
        visit.house.guests.remember(response, token)

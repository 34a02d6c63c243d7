"""A table: its page, its live stream, and everything that people do at it."""

from __future__ import annotations

import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Annotated, Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from roundhouse.core.record import write
from roundhouse.core.sentence import HouseError, say
from roundhouse.core.state import SPECTATOR
from roundhouse.ui import drawing
from roundhouse.ui.svg import definitions
from roundhouse.ui.text import translate
from roundhouse.web import plain
from roundhouse.web.fragments import (
    LOG,
    PREFIX,
    board_frame,
    common_context,
    log_end,
    log_lines,
    menu,
    table_context,
    text_fragments,
)
from roundhouse.web.ledger import WAITING
from roundhouse.web.levels import ADVISER, levels, robot_name
from roundhouse.web.pages import panel
from roundhouse.web.robots import RobotFailed
from roundhouse.web.rooms import beginning, playing, seating
from roundhouse.web.rooms.admission import admit, invite, reader_of
from roundhouse.web.rooms.pace import set_pace
from roundhouse.web.rooms.reader import Reader
from roundhouse.web.rooms.room import Room
from roundhouse.web.routes import news
from roundhouse.web.routes.streams import address_of
from roundhouse.web.tours import steps
from roundhouse.web.trouble import Trouble
from roundhouse.web.visit import Visit, clause_of, reason_of, status_of

Number = Annotated[int, msgspec.Meta(ge=-10, le=10**9)]
Rid = Annotated[str, msgspec.Meta(max_length=64, pattern=r"^[^\0]*$")]
Words = Annotated[str, msgspec.Meta(max_length=5000)]


class Order(msgspec.Struct):
    """What somebody wants done at a table; each action reads what it needs."""

    n: Number = -1
    rid: Rid = ""
    seat: Number | None = None
    move: Words = ""
    text: Words = ""
    name: Words = ""
    level: Words = ""
    ms: Number | None = None


async def show(request: Request) -> Response:
    """The page of a table: a waiting room, or the board."""
    visit = await Visit.of(request)
    room = await visit.house.rooms.of(request.path_params["id"])
    reader = _reader(visit, room)
    frame = room.live.frame(reader)
    words = {} if room.table is None else text_fragments(room, reader)
    context = page_context(room, reader) | {"fragments": frame.fragments | words, "since": frame.token, "n": room.n}
    return visit.page("table.html", context)


def page_context(room: Room, reader: Reader) -> dict[str, Any]:
    """What a page of a table knows beside its fragments."""
    context: dict[str, Any] = {
        "table": table_context(room, reader),
        "reader": reader,
        "layout": reader.layout,
        "levels": levels(reader.language),
        "now": room.now(),
    }
    if room.table is None:
        return context
    game = room.game
    return context | {
        "board_parts": [id for id in room.live.frame(reader).fragments if id.startswith(PREFIX)],
        "backdrop": game.backdrop(room.table.view(reader.seat), reader.layout),
        "defs": definitions(),
        "canvas": drawing.canvas(game, reader.layout),
        "frame": board_frame(room, reader),
        "steps": steps(game, reader.language) if room.setup.tour else [],
    }


async def live(request: Request) -> Response:
    """The live stream of one reader of a table."""
    visit = await Visit.of(request)
    room = await visit.house.rooms.of(request.path_params["id"])
    reader = _reader(visit, room)
    since = request.headers.get("last-event-id") or request.query_params.get("since", "")
    guest = visit.guest

    async def events() -> AsyncGenerator[bytes, None]:
        room.presence.enter(guest)
        try:
            async for event in room.live.stream(reader, since, seated=bool(reader.yours)):
                yield event
        finally:
            room.presence.leave(guest)

    return news.stream(visit, events(), room.id)


async def log(request: Request) -> Response:
    """Lines of the log before those that the page has."""
    visit, room, reader = await _begun(request)
    assert room.table is not None
    before = visit.number("before")
    end = log_end(room.table.moves_made) if before is None else min(before, room.table.moves_made)
    first = max(0, end - LOG)
    context = common_context(room, reader) | {
        "lines": log_lines(room.table, room.table.log(reader.seat, first)[: end - first], reader.language),
        "earlier": first or None,
        "newest": False,
    }
    return visit.answer({"n": room.n, "markup": panel("log", reader.language, context)})


async def text(request: Request) -> Response:
    """The table in words: what a page does not keep up to date until somebody reads it."""
    visit, room, reader = await _begun(request)
    return visit.answer({"n": room.n, "fragments": text_fragments(room, reader)})


async def choices(request: Request) -> Response:
    """A menu of the drawing, for who has opened it, or for who asks where a move is."""
    visit, room, reader = await _begun(request)
    found = menu(room, reader, request.query_params.get("name", ""), request.query_params.get("move", ""))
    if found is None:
        raise Trouble(404, say("there is nothing to choose here now"))
    return visit.answer({"n": room.n, "name": found[0], "markup": found[1]})


async def record(request: Request) -> Response:
    """The game as a file: open when it is over, else as the reader has seen it."""
    _, room, reader = await _begun(request)
    assert room.table is not None
    found = room.table.record() if room.over else room.table.record_seen(reader.seat)
    return PlainTextResponse(write(found), headers={"Content-Disposition": f'attachment; filename="{record_name(room)}"'})


def record_name(room: Room) -> str:
    """The name of the file that holds the game of a table."""
    return f"{room.game.name}-{room.id}.rec"


async def invitation(request: Request) -> Response:
    """The page behind an invitation."""
    visit = await Visit.of(request)
    room = await _invited(visit)
    reader = Reader(SPECTATOR, room.yours(visit.guest), False, False, visit.language, visit.layout)
    return visit.page("join.html", {"table": table_context(room, reader)})


async def join(request: Request) -> Response:
    """Exchanges an invitation for a seat, or for a place to watch when all seats are taken."""
    visit = await Visit.of(request)
    request.app.state.limits.spend("join", address_of(request))
    room = await _invited(visit)
    order = await visit.order(Order)
    name = plain.name(order.name or ("" if visit.guest is None else visit.guest.name))
    guest, token = await visit.house.guests.welcome(request, name)
    await invite(room, guest)
    if room.setup.stage == WAITING and any(seat.open for seat in room.seats):
        await seating.sit(room, guest, order.seat)
    response = visit.done(f"/table/{room.id}", {"n": room.n, "url": f"/table/{room.id}"})
    visit.house.guests.remember(response, token)
    return response


async def _invited(visit: Visit) -> Room:
    id = await visit.house.ledger.by_invite(visit.request.path_params["invite"])
    if id is None:
        raise Trouble(404, say("this invitation leads nowhere"))
    return await visit.house.rooms.of(id)


async def _begun(request: Request) -> tuple[Visit, Room, Reader]:
    """Who asks about a game, and refuses where it has not begun."""
    visit = await Visit.of(request)
    room = await visit.house.rooms.of(request.path_params["id"])
    if room.table is None:
        raise Trouble(409, say("the game has not begun"))
    return visit, room, _reader(visit, room)


def _reader(visit: Visit, room: Room) -> Reader:
    wish = visit.number("as")
    return reader_of(room, visit.guest, wish, visit.language, visit.layout, visit.base)


# Actions.

Deed = Callable[[Visit, Room, Order], Awaitable[dict[str, Any]]]


async def act(request: Request) -> Response:
    """One action at a table."""
    visit = await Visit.of(request)
    deed = DEEDS.get(request.path_params["action"])
    if deed is None:
        raise Trouble(404, say("there is no such page"))
    room = await visit.house.rooms.of(request.path_params["id"], fresh=False)  # one that is behind learns it when it is wrong
    try:
        order = await visit.order(Order)
        request.app.state.limits.spend("act", address_of(request) if visit.guest is None else visit.guest.id)
        done = await deed(visit, room, order)
    except HouseError as error:
        return visit.refuse(status_of(error), reason_of(error), clause_of(error), room.game.name, room.n)
    token = done.pop("token", None)
    seat = f"?as={order.seat}" if order.seat is not None and order.seat in room.yours(visit.guest) and room.setup.hotseat else ""
    response = visit.done(f"/table/{room.id}{seat}", {"n": room.n} | done)
    if token is not None:
        visit.house.guests.remember(response, token)
    return response


async def _move(visit: Visit, room: Room, order: Order) -> dict[str, Any]:
    return {"n": await playing.move(room, visit.known(), order.n, _rid(order), _seat(order), order.move)}


async def _undo(visit: Visit, room: Room, order: Order) -> dict[str, Any]:
    return {"n": await playing.undo(room, visit.known(), order.n, _rid(order), _seat(order), turn=False)}


async def _reset(visit: Visit, room: Room, order: Order) -> dict[str, Any]:
    return {"n": await playing.undo(room, visit.known(), order.n, _rid(order), _seat(order), turn=True)}


async def _sit(visit: Visit, room: Room, order: Order) -> dict[str, Any]:
    admit(room, visit.guest)
    name = plain.name(order.name or ("" if visit.guest is None else visit.guest.name))
    guest, token = await visit.house.guests.welcome(visit.request, name)
    return {"seat": await seating.sit(room, guest, order.seat), "token": token}


async def _leave(visit: Visit, room: Room, order: Order) -> dict[str, Any]:  # noqa: ARG001 - one signature a deed
    await visit.house.leave_table(room, visit.known())
    return {}


async def _start(visit: Visit, room: Room, order: Order) -> dict[str, Any]:  # noqa: ARG001
    await beginning.start(room, visit.known())
    return {}


async def _robot(visit: Visit, room: Room, order: Order) -> dict[str, Any]:
    await seating.seat_robot(room, visit.known(), _seat(order), order.level, robot_name([seat.name for seat in room.seats]))
    return {}


async def _unrobot(visit: Visit, room: Room, order: Order) -> dict[str, Any]:
    await seating.unseat_robot(room, visit.known(), _seat(order))
    return {}


async def _chat(visit: Visit, room: Room, order: Order) -> dict[str, Any]:
    guest = visit.known()
    visit.request.app.state.limits.spend("chat", guest.id)
    await visit.house.say(room, guest, _rid(order), order.text)
    return {}


async def _pace(visit: Visit, room: Room, order: Order) -> dict[str, Any]:
    await set_pace(room, visit.known(), -1 if order.ms is None else order.ms)
    return {}


async def _why(visit: Visit, room: Room, order: Order) -> dict[str, Any]:
    try:
        playing.why(room, visit.known(), _seat(order), order.move)
    except Trouble:
        raise
    except HouseError as error:  # the answer that was asked for
        return {"legal": False} | visit.reason(reason_of(error), clause_of(error), room.game.name)
    return {"legal": True}


async def _hint(visit: Visit, room: Room, order: Order) -> dict[str, Any]:
    guest, seat = visit.known(), _seat(order)
    visit.request.app.state.limits.spend("hint", guest.id)
    table = playing.table_of(room, guest, seat)
    if not room.setup.practice:
        raise Trouble(403, say("hints are for practice tables"))
    if table.actor != seat:
        raise Trouble(409, say("it is not your turn"))
    view = table.view(seat)
    try:
        move = await visit.house.robots.choose(ADVISER, room.game, view, table.moves(seat))
    except RobotFailed as error:
        raise Trouble(503, say("the bot has no answer just now")) from error
    sentence = translate(room.game.describe(view, move, table.names), visit.language)
    return {"move": room.game.notation(move), "sentence": sentence}


DEEDS: Final[dict[str, Deed]] = {
    "move": _move,
    "undo": _undo,
    "reset": _reset,
    "sit": _sit,
    "leave": _leave,
    "start": _start,
    "robot": _robot,
    "unrobot": _unrobot,
    "chat": _chat,
    "pace": _pace,
    "why": _why,
    "hint": _hint,
}


def _rid(order: Order) -> str:
    return order.rid or secrets.token_hex(8)


def _seat(order: Order) -> int:
    if order.seat is None:
        raise Trouble(400, say("this request is not understood here"))
    return order.seat

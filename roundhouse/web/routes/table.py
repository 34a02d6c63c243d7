"""The page of a table, its live stream, and the actions of players."""

from __future__ import annotations

import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Annotated, Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from roundhouse.core.sentence import HouseError, say
from roundhouse.core.state import SPECTATOR
from roundhouse.play.record_file import record_file
from roundhouse.play.table import Table
from roundhouse.ui import drawing
from roundhouse.ui.page import page_of
from roundhouse.ui.svg import COMPOUND, definitions
from roundhouse.web.bots.levels import bot_name, levels
from roundhouse.web.bots.pool import BotFailed, Inquiry
from roundhouse.web.bots.questions import Question
from roundhouse.web.catalog.tours import tour_contexts
from roundhouse.web.http import user_text
from roundhouse.web.http.address import address_of
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.http.pages import panel
from roundhouse.web.live import coach
from roundhouse.web.live.coach import CoachWords
from roundhouse.web.live.drafts import Trial, draft_fragments, menu, text_of_draft, trial_of
from roundhouse.web.live.fragments import (
    PREFIX,
    board_frame,
    common_context,
    table_context,
    text_fragments,
)
from roundhouse.web.live.log import lines_before, log_context, log_end
from roundhouse.web.live.stored import stored_context
from roundhouse.web.people.guests import Guest
from roundhouse.web.routes import notifications
from roundhouse.web.server.context import RequestContext, clause_of, headers_of, reason_of, status_of
from roundhouse.web.tables import planning, playing, seating, start
from roundhouse.web.tables.admission import admit, invite, may_be_invited, reader_of
from roundhouse.web.tables.pace import set_pace, skip
from roundhouse.web.tables.reader import Reader
from roundhouse.web.tables.rematch import announced, others_of, rematch_of
from roundhouse.web.tables.repository import Setup
from roundhouse.web.tables.room import Room
from roundhouse.web.tables.seating import has_open_seat
from roundhouse.web.tables.stored import stored_game
from roundhouse.web.tables.versions import RulesMissing

Number = Annotated[int, msgspec.Meta(ge=-10, le=10**9)]
RequestId = Annotated[str, msgspec.Meta(max_length=64, pattern=r"^[^\0]*$")]
Text = Annotated[str, msgspec.Meta(max_length=5000)]

LONGEST_DRAFT: Final = 200  # moves
MAX_DRAFT_TEXT: Final = 10_000  # characters
MAX_SELECTION: Final = 200  # characters


class ActionBody(msgspec.Struct):
    """The body of an action; each action reads the fields it needs."""

    n: Number = -1
    rid: RequestId = ""
    seat: Number | None = None
    move: Text = ""
    moves: Annotated[list[Text], msgspec.Meta(max_length=LONGEST_DRAFT)] = []
    text: Text = ""
    name: Text = ""
    level: Text = ""
    ms: Number | None = None
    amount: Number | None = None
    plan: bool = False
    nonce: Text = ""
    watch: Text = ""


async def show(request: Request) -> Response:
    """Show a table: its waiting room, or the board."""
    ctx = await RequestContext.load(request)
    try:
        room = await ctx.house.rooms.get(request.path_params["id"])
    except RulesMissing as missing:
        return await stored_page(ctx, missing)
    if may_be_invited(room, ctx.guest):
        return ctx.redirect(f"/join/{room.setup.invite}")
    reader = _reader(ctx, room)
    if ctx.guest is not None:
        room.presence.act(ctx.guest.id)
    frame = room.streams.frame(reader)
    texts = {} if room.table is None else text_fragments(room, reader)
    context = page_context(room, reader) | {"fragments": frame.fragments | texts, "since": frame.token, "n": room.event_count}
    return ctx.page("table.html", context)


async def stored_page(ctx: RequestContext, missing: RulesMissing) -> Response:
    """Show a finished game whose rules are not installed: its result, log and chat."""
    game = await stored_game(ctx.house.repository, missing, ctx.guest)
    return ctx.page("stored.html", stored_context(game, ctx.guest, ctx.language))


def page_context(room: Room, reader: Reader) -> dict[str, Any]:
    """Return the template context of a table without its fragments."""
    context: dict[str, Any] = {
        "table": table_context(room, reader),
        "reader": reader,
        "layout": reader.layout,
        "levels": levels(reader.language),
        "now": room.now(),
        "at_once": page_of(room.game).at_once,
    }
    if room.table is None:
        return context
    game = room.game
    return context | {
        "board_parts": [id for id in room.streams.frame(reader).fragments if id.startswith(PREFIX)],
        "backdrop": game.backdrop(room.table.view(reader.seat), reader.layout),
        "defs": definitions(),
        "canvas": drawing.canvas(game, reader.layout),
        "board_class": page_of(game).board_class,
        "frame": board_frame(room, reader),
        "steps": tour_contexts(game, reader.language) if room.setup.tour else [],
    }


async def live(request: Request) -> Response:
    """Stream the changes of a table to one reader."""
    ctx = await RequestContext.load(request)
    room = await ctx.house.rooms.get(request.path_params["id"])
    reader = _reader(ctx, room)
    since = request.headers.get("last-event-id") or request.query_params.get("since", "")
    guest = ctx.guest

    async def events() -> AsyncGenerator[bytes, None]:
        room.presence.enter(guest)
        try:
            async for event in room.streams.stream(reader, since, seated=bool(reader.yours)):
                yield event
        finally:
            room.presence.leave(guest)

    return notifications.stream(ctx, events(), room.id)


async def log(request: Request) -> Response:
    """Return earlier lines of the log."""
    ctx, room, reader = await _started(request)
    assert room.table is not None
    before = ctx.query_int("before")
    end = log_end(room.table.moves_made) if before is None else max(0, min(before, room.table.moves_made))
    lines = lines_before(room.table, reader.seat, end)
    context = common_context(room, reader) | log_context(room.table, lines, reader.language, earlier=True)
    return ctx.json({"n": room.event_count, "markup": panel("log", reader.language, context)})


async def text(request: Request) -> Response:
    """Return the table as text, after a draft if there is one: fragments that are loaded only when they are opened."""
    ctx, room, reader = await _started(request)
    return ctx.json({"n": room.event_count, "fragments": text_of_draft(room, reader, _trial(ctx, room, reader))})


async def draft(request: Request) -> Response:
    """Return a draft as its seat sees it: what changes on the drawing, the steps in words, and what they lead to.

    It is composed on the seat's own view. At the first illegal move it ends, and the response says why.
    """
    ctx, room, reader = await _started(request)
    trial = _trial(ctx, room, reader)
    context: dict[str, Any] = {"n": room.event_count, "count": len(trial.draft.moves), "complete": trial.draft.complete}
    if trial.error is not None:
        context |= ctx.error_fields(reason_of(trial.error), clause_of(trial.error), room.game.name, room.names)
    return ctx.json(context | {"fragments": draft_fragments(room, reader, trial)})


def _trial(ctx: RequestContext, room: Room, reader: Reader) -> Trial:
    query = ctx.request.query_params
    moves = [text for text in query.get("moves", "")[:MAX_DRAFT_TEXT].split(COMPOUND) if text]
    selection = query.get("selection", "")[:MAX_SELECTION]
    return trial_of(room, reader, moves[:LONGEST_DRAFT], selection, plans="plan" in query)


async def choices(request: Request) -> Response:
    """Return a menu of the drawing, by its name or by a move in it; nothing if no menu has the move."""
    ctx, room, reader = await _started(request)
    name, move = request.query_params.get("name", ""), request.query_params.get("move", "")
    markup = menu(room, reader, _trial(ctx, room, reader), name, move)
    if markup is None and move:  # such as one that a selection leads to
        return ctx.json({"n": room.event_count, "name": None, "markup": ""})
    if markup is None:
        raise HTTPError(404, say("there is nothing to choose here right now"))
    return ctx.json({"n": room.event_count, "name": markup[0], "markup": markup[1]})


async def record(request: Request) -> Response:
    """Download the game record: complete once the game is over, until then as the reader has seen it."""
    try:
        _, room, reader = await _started(request)
    except RulesMissing as missing:
        ctx = await RequestContext.load(request)
        stored = await stored_game(ctx.house.repository, missing, ctx.guest)
        return _download(stored.record_text, record_name(missing.snapshot.setup))
    assert room.table is not None
    found = room.table.record() if room.over else room.table.record_seen(reader.seat)
    return _download(record_file(room.table.game, found), record_name(room.setup))


def _download(text: str, name: str) -> Response:
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def record_name(setup: Setup) -> str:
    """Return the file name of a table's record."""
    return f"{setup.game}-{setup.id}.rec"


async def invitation(request: Request) -> Response:
    """Show the page of an invitation: a seat to take, or, at a full table, the offer to watch."""
    ctx = await RequestContext.load(request)
    room = await _invited_room(ctx)
    if room.seats_of(ctx.guest):
        return ctx.redirect(f"/table/{room.id}")
    reader = Reader(SPECTATOR, room.seats_of(ctx.guest), False, False, ctx.language, ctx.layout)
    return ctx.page("join.html", {"table": table_context(room, reader), "full": not has_open_seat(room)})


async def join(request: Request) -> Response:
    """Take a seat through an invitation, or watch if that was asked for. A full table says so."""
    ctx = await RequestContext.load(request)
    request.app.state.limits.spend("join", address_of(request), ctx.guest_id)
    room = await _invited_room(ctx)
    body = await ctx.read_body(ActionBody)
    if not (body.watch or has_open_seat(room) or room.seats_of(ctx.guest)):
        raise HTTPError(409, say("the table is full; you can still watch"))
    name = body.name or ("" if ctx.guest is None else ctx.guest.name) or (ctx.text(say("Guest")) if body.watch else "")
    guest, token = await ctx.house.guests.register(request, user_text.name(name))
    if body.watch:
        await invite(room, guest)
    else:
        await ctx.house.join(room, guest, body.seat, body.nonce)
    response = ctx.action_response(f"/table/{room.id}", {"n": room.event_count, "url": f"/table/{room.id}"})
    ctx.house.guests.set_cookie(response, token)
    return response


async def _invited_room(ctx: RequestContext) -> Room:
    id = await ctx.house.repository.by_invite(ctx.request.path_params["invite"])
    if id is None:
        raise HTTPError(404, say("this invitation is not valid"))
    return await ctx.house.rooms.get(id)


async def _started(request: Request) -> tuple[RequestContext, Room, Reader]:
    """Return the context, room and reader. Raise HTTPError if the game has not started."""
    ctx = await RequestContext.load(request)
    room = await ctx.house.rooms.get(request.path_params["id"])
    if room.table is None:
        raise HTTPError(409, say("the game has not started yet"))
    return ctx, room, _reader(ctx, room)


def _reader(ctx: RequestContext, room: Room) -> Reader:
    return reader_of(room, ctx.guest, ctx.query_int("as"), ctx.language, ctx.layout, ctx.public_url)


# Actions.

Action = Callable[[RequestContext, Room, ActionBody], Awaitable[dict[str, Any]]]


async def act(request: Request) -> Response:
    """Run one action at a table."""
    ctx = await RequestContext.load(request)
    action = ACTIONS.get(request.path_params["action"])
    if action is None:
        raise HTTPError(404, say("there is no such page"))
    room = await ctx.house.rooms.get(request.path_params["id"], refresh=False)  # a stale room reloads on a conflict
    try:
        body = await ctx.read_body(ActionBody)
        request.app.state.limits.spend("act", address_of(request), ctx.guest_id)
        if ctx.guest is not None:
            room.presence.act(ctx.guest.id)
        done = await action(ctx, room, body)
    except HouseError as error:
        return ctx.error_response(
            status_of(error),
            reason_of(error),
            clause_of(error),
            room.game.name,
            room.event_count,
            headers=headers_of(error),
            names=room.names,
        )
    token = done.pop("token", None)
    response = ctx.action_response(done.get("url") or _page_after(room, ctx, body), {"n": room.event_count} | done)
    if token is not None:
        ctx.house.guests.set_cookie(response, token)
    return response


def _page_after(room: Room, ctx: RequestContext, body: ActionBody) -> str:
    """Return the page that follows an action: that of the same seat, where several people share a screen."""
    shared = room.setup.hotseat and body.seat is not None and body.seat in room.seats_of(ctx.guest)
    return f"/table/{room.id}?as={body.seat}" if shared else f"/table/{room.id}"


async def _move(ctx: RequestContext, room: Room, body: ActionBody) -> dict[str, Any]:
    return {
        "n": await playing.move(room, ctx.require_guest(), body.n, _request_id(body), _seat(body), *(body.moves or [body.move]))
    }


async def _undo(ctx: RequestContext, room: Room, body: ActionBody) -> dict[str, Any]:
    return {"n": await playing.undo(room, ctx.require_guest(), body.n, _request_id(body), _seat(body), turn=False)}


async def _reset(ctx: RequestContext, room: Room, body: ActionBody) -> dict[str, Any]:
    return {"n": await playing.undo(room, ctx.require_guest(), body.n, _request_id(body), _seat(body), turn=True)}


async def _sit(ctx: RequestContext, room: Room, body: ActionBody) -> dict[str, Any]:
    admit(room, ctx.guest)
    name = user_text.name(body.name or ("" if ctx.guest is None else ctx.guest.name))
    guest, token = await ctx.house.guests.register(ctx.request, name)
    return {"seat": await ctx.house.sit(room, guest, body.seat, body.nonce), "token": token}


async def _leave(ctx: RequestContext, room: Room, body: ActionBody) -> dict[str, Any]:  # noqa: ARG001 - one signature for all actions
    await ctx.house.leave_table(room, ctx.require_guest())
    return {}


async def _start(ctx: RequestContext, room: Room, body: ActionBody) -> dict[str, Any]:  # noqa: ARG001
    await start.start(room, ctx.require_guest())
    return {}


async def _robot(ctx: RequestContext, room: Room, body: ActionBody) -> dict[str, Any]:
    await ctx.house.seat_bot(room, ctx.require_guest(), _seat(body), body.level, bot_name(room.names))
    return {}


async def _unrobot(ctx: RequestContext, room: Room, body: ActionBody) -> dict[str, Any]:
    await seating.unseat_bot(room, ctx.require_guest(), _seat(body))
    return {}


async def _chat(ctx: RequestContext, room: Room, body: ActionBody) -> dict[str, Any]:
    guest = ctx.require_guest()
    ctx.request.app.state.limits.spend("chat", address_of(ctx.request), guest.id)
    await ctx.house.post_chat(room, guest, _request_id(body), body.text)
    return {}


async def _pace(ctx: RequestContext, room: Room, body: ActionBody) -> dict[str, Any]:
    await set_pace(room, ctx.require_guest(), -1 if body.ms is None else body.ms)
    return {}


async def _skip(ctx: RequestContext, room: Room, body: ActionBody) -> dict[str, Any]:  # noqa: ARG001
    await skip(room, ctx.require_guest())
    return {}


async def _rematch(ctx: RequestContext, room: Room, body: ActionBody) -> dict[str, Any]:
    """Open a table for a rematch, invite the other people to it, and tell them in the chat."""
    guest = ctx.require_guest()
    await ctx.request.app.state.limits.claim("table", address_of(ctx.request), guest.id)
    url = announced(room)
    if url is None:
        id = await ctx.house.open_table(guest, rematch_of(room, guest))
        url = f"/table/{id}"
        others = others_of(room, guest)
        for seat in others:
            assert seat.guest is not None
            await invite(await ctx.house.rooms.get(id), Guest(seat.guest, seat.name))
        if others:
            names = " ".join(f"@{seat.name}" for seat in others)
            words = ctx.text(say("{names} Rematch: {url}", names=names, url=url))
            await ctx.house.post_chat(room, guest, _request_id(body), words)
    return {"url": url}


async def _why(ctx: RequestContext, room: Room, body: ActionBody) -> dict[str, Any]:
    try:
        moves = [*body.moves, body.move]
        if body.plan:
            planning.check_plan(room, ctx.require_guest(), _seat(body), COMPOUND.join(moves))
        else:
            playing.check_moves(room, ctx.require_guest(), _seat(body), moves)
    except HTTPError:
        raise
    except HouseError as error:
        return {"legal": False} | ctx.error_fields(reason_of(error), clause_of(error), room.game.name, room.names)
    return {"legal": True}


async def _hint(ctx: RequestContext, room: Room, body: ActionBody) -> dict[str, Any]:
    """Return the moves that the coach would add to a draft."""
    table, seat = _coached(ctx, room, body)
    question = coach.hint_question(table, coach.drafted(table, seat, body.moves))
    hints = CoachWords(table, ctx.language).hints(question, await _ask(ctx, question))
    return {"move": hints[0]["move"], "sentence": hints[0]["sentence"], "hints": hints} | _coach_panel(ctx, room, {"hints": hints})


async def _verdict(ctx: RequestContext, room: Room, body: ActionBody) -> dict[str, Any]:
    """Return what the last turn of a seat was worth."""
    table, seat = _coached(ctx, room, body)
    question = coach.turn_question(table, seat)
    verdict = CoachWords(table, ctx.language).verdict([] if question is None else await _ask(ctx, question))
    return {"verdict": verdict} | _coach_panel(ctx, room, {"verdict": verdict})


async def _warning(ctx: RequestContext, room: Room, body: ActionBody) -> dict[str, Any]:
    """Return whether a draft is a blunder, for players who want to be warned before they make it."""
    table, seat = _coached(ctx, room, body)
    question = coach.draft_question(table, coach.drafted(table, seat, body.moves))
    verdict = CoachWords(table, ctx.language).verdict(await _ask(ctx, question))
    if not coach.is_blunder(verdict):
        return {"warning": False}
    return {"warning": True, "verdict": verdict} | _coach_panel(ctx, room, {"verdict": verdict, "warns": True})


def _coached(ctx: RequestContext, room: Room, body: ActionBody) -> tuple[Table, int]:
    """Return the table and the seat of a guest who may ask the coach, and count the request."""
    guest, seat = ctx.require_guest(), _seat(body)
    ctx.request.app.state.limits.spend("hint", address_of(ctx.request), guest.id)
    table = playing.table_of(room, guest, seat)
    coach.check_may_ask(room)
    if room.over:
        raise HTTPError(409, say("the game is over: its review says what each turn was worth"))
    return table, seat


async def _ask(ctx: RequestContext, question: Question) -> Any:
    try:
        return await ctx.house.bot_pool.ask(Inquiry(ctx.require_guest().id, address_of(ctx.request), question))
    except BotFailed as error:
        raise HTTPError(503, say("the bot cannot answer right now")) from error


def _coach_panel(ctx: RequestContext, room: Room, context: dict[str, Any]) -> dict[str, str]:
    context = {"hints": [], "verdict": None, "warns": False, "game": room.game.name} | context
    return {"markup": panel("coach", ctx.language, context)}


async def _plan(ctx: RequestContext, room: Room, body: ActionBody) -> dict[str, Any]:
    text = COMPOUND.join(body.moves) or (body.text if body.amount is None else f"{body.text} {body.amount}")
    return {"n": await planning.plan(room, ctx.require_guest(), _seat(body), text, _request_id(body))}


async def _withdraw(ctx: RequestContext, room: Room, body: ActionBody) -> dict[str, Any]:
    return {"n": await planning.withdraw(room, ctx.require_guest(), _seat(body))}


ACTIONS: Final[dict[str, Action]] = {
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
    "rematch": _rematch,
    "skip": _skip,
    "why": _why,
    "hint": _hint,
    "verdict": _verdict,
    "warning": _warning,
    "plan": _plan,
    "withdraw": _withdraw,
}


def _request_id(body: ActionBody) -> str:
    return body.rid or secrets.token_hex(8)


def _seat(body: ActionBody) -> int:
    if body.seat is None:
        raise HTTPError(400, say("this request is malformed"))
    return body.seat

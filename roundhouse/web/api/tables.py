"""API endpoints about games and tables: list, open, take seats, look, move, chat."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import fields as option_fields
from typing import Any, Final

from starlette.responses import PlainTextResponse, Response

from roundhouse.bots import LEVELS
from roundhouse.bots.stdio import RAW
from roundhouse.core.game import Game
from roundhouse.core.named import raw_view
from roundhouse.core.sentence import say
from roundhouse.core.state import SPECTATOR
from roundhouse.games import GAMES, find, find_version
from roundhouse.play.chance import Secret
from roundhouse.play.clock import parse
from roundhouse.play.record_file import record_file
from roundhouse.play.table import Table
from roundhouse.ui.text import translate
from roundhouse.web.api import wire
from roundhouse.web.api.call import Call
from roundhouse.web.catalog.games import check_files, game_context, option_contexts
from roundhouse.web.http.address import address_of
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.http.problem import PREFIX
from roundhouse.web.people.tokens import SCOPES
from roundhouse.web.tables import playing, seating
from roundhouse.web.tables.admission import reader_of
from roundhouse.web.tables.creation import SeatRequest, TableSpec, check_rated_name, check_request, is_hotseat, seats_for
from roundhouse.web.tables.repository import ChatMessage, Seat, Setup, TableSnapshot
from roundhouse.web.tables.room import Room
from roundhouse.web.tables.start import start as start_game
from roundhouse.web.tables.stored import StoredGame
from roundhouse.web.tables.versions import RulesMissing

MAX_LINES: Final = 500  # of the log per response
_REQUEST_ID_BYTES: Final = 8


async def games(call: Call, params: wire.Nothing) -> wire.Games:  # noqa: ARG001 - one signature for all handlers
    """Return all games."""
    games = []
    for game in GAMES:
        context = game_context(game, call.language)
        options = [
            wire.Option(name=option["name"], default=option["default"], label=option["label"])
            for option in option_contexts(game, call.language)
        ]
        games.append(
            wire.GameInfo(
                name=game.name,
                title=game.title,
                sentence=context["sentence"],
                version=game.version,
                least=game.seats[0],
                most=game.seats[-1],
                minutes=context["minutes"],
                options=options,
                rules=f"{call.ctx.base_url}/rules/{game.name}",
            )
        )
    return wire.Games(games=games, levels=list(LEVELS))


async def me(call: Call, params: wire.Nothing) -> wire.Me:  # noqa: ARG001
    """Return the owner and the scopes of the token."""
    assert call.bearer is not None
    return wire.Me(
        name=call.guest.name, scopes=[scope for scope in SCOPES if scope in call.bearer.scopes], program=call.guest.program
    )


async def list_tables(call: Call, params: wire.Which) -> wire.Tables:
    """Return the guest's own tables, or the open ones."""
    repository = call.house.repository
    mine = params.which == "mine"
    summaries = await (repository.tables_of(call.guest.id, params.limit) if mine else repository.open_tables(params.limit))
    return wire.Tables(
        tables=[wire.TableBrief(**_summary(call, summary.setup, summary.seats, summary.host_name)) for summary in summaries]
    )


async def deal(call: Call, params: wire.Nothing) -> wire.DealInfo:  # noqa: ARG001
    """Return a new deal."""
    issued = call.house.deals.issue()
    return wire.DealInfo(deal=issued.token, commitment=issued.commitment)


async def open_table(call: Call, params: wire.NewTable) -> Response:
    """Open a table."""
    game = find(params.game)
    requests = [SeatRequest(occupant) for occupant in params.seats]
    check_request(
        requests,
        practice=params.practice,
        clock=params.clock is not None,
        rated=params.rated,
        deal=params.deal,
        nonce=params.nonce,
    )
    if params.rated:
        check_rated_name(call.guest.name)
    if params.public:
        await call.ctx.request.app.state.limits.claim("public", address_of(call.ctx.request))
    spec = TableSpec(
        game=game,
        seats=seats_for(requests, call.guest, lambda seat: f"{call.guest.name} {seat + 1}", params.nonce),
        options=_checked_options(game, params.options),
        public=params.public,
        spectators=params.spectators,
        practice=params.practice,
        hotseat=is_hotseat(requests),
        rated=params.rated,
        by_lot=params.by_lot,
        pace=params.pace,
        clock=None if params.clock is None else parse(params.clock),
        deal=params.deal,
    )
    room = await call.house.rooms.get(await call.house.open_table(call.guest, spec))
    return call.response(_table(call, room), 201, {"Location": f"{PREFIX}/tables/{room.id}"})


async def table(call: Call, params: wire.Nothing) -> wire.TableInfo:  # noqa: ARG001
    """Return a table."""
    try:
        return _table(call, await call.room())
    except RulesMissing as missing:
        return _stored_table(call, (await call.stored_game(missing)).snapshot)


async def sit(call: Call, params: wire.Sit) -> wire.Seated:
    """Take a seat at a waiting table."""
    room = await call.room()
    seat = await call.house.sit(room, call.guest, params.seat, params.nonce)
    return wire.Seated(table=room.id, seat=seat, n=room.event_count)


async def join(call: Call, params: wire.Join) -> wire.Seated:
    """Take a seat through an invitation; if all seats are taken, become a spectator."""
    room = await _invited_room(call, params.invite)
    seat = await call.house.join(room, call.guest, params.seat, params.nonce)
    return wire.Seated(table=room.id, seat=seat, n=room.event_count)


async def invitation(call: Call, params: wire.Nothing) -> wire.Invitation:  # noqa: ARG001
    """Return the table of an invitation, with the commitment that a nonce must follow."""
    room = await _invited_room(call, call.ctx.request.path_params["invite"])
    return wire.Invitation(table=room.id, game=room.game.name, commitment=room.commitment)


async def _invited_room(call: Call, invite: str) -> Room:
    id = await call.house.repository.by_invite(invite)
    if id is None:
        raise HTTPError(404, say("this invitation is not valid"))
    call.loaded_room = await call.house.rooms.get(id)
    return call.loaded_room


async def start(call: Call, params: wire.Nothing) -> wire.Moved:  # noqa: ARG001
    """Start the game at a table that the guest hosts."""
    room = await call.room()
    await start_game(room, call.guest)
    return _moved(room)


async def leave(call: Call, params: wire.Nothing) -> wire.Seated:  # noqa: ARG001
    """Give up the guest's seats. A waiting table opens them again, or closes if it is empty; in a game a bot takes over."""
    room = await call.room()
    await call.house.leave_table(room, call.guest)
    return wire.Seated(table=room.id, seat=None, n=room.event_count)


async def take_back(call: Call, params: wire.AsSeat) -> wire.Moved:
    """Take the guest's seat back from the bot that took over."""
    room = await call.room()
    await seating.unseat_bot(room, call.guest, call.seat(room, params.seat))
    return _moved(room)


async def position(call: Call, params: wire.Look) -> wire.Position:
    """Return what a seat sees and can do."""
    room, table, seat = await _as_seat(call, params.seat)
    return position_of(room, table, seat, call.language, sentences=params.sentences == "yes", raw=params.view == RAW)


async def _as_seat(call: Call, requested: int | None) -> tuple[Room, Table, int]:
    """Return the room, its table and the seat to see it from. Raise HTTPError if the game has not started."""
    room = await call.room()
    if room.table is None:
        raise HTTPError(409, say("the game has not started yet"))
    return room, room.table, reader_of(room, call.guest, requested, call.language, "wide", "").seat


def position_of(room: Room, table: Table, seat: int, language: str, *, sentences: bool, raw: bool = False) -> wire.Position:
    """Return the position as one seat sees it."""
    game = room.game
    view = table.view(seat)
    moves = table.moves(seat)
    descriptions = [translate(game.describe(view, move), language, table.names) for move in moves] if sentences else []
    return wire.Position(
        table=room.id,
        game=game.name,
        version=game.version,
        options=_options(room.setup),
        seat=None if seat == SPECTATOR else seat,
        seats=table.seats,
        n=room.event_count,
        actor=_actor(room),
        over=table.over,
        view_version=game.view_version,
        view=raw_view(view) if raw else dict(game.describe_view(view)),
        moves=[game.notation(move) for move in moves],
        sentences=descriptions,
        prompt=translate(game.prompt(view), language, table.names),
        left=_seconds_left(room),
        scores=table.scores(),
        ranks=table.ranks() if table.over else [],
    )


def _seconds_left(room: Room) -> list[float]:
    """Return the seconds left for each seat, which are public; nothing without a clock."""
    if room.times is None:
        return []
    return [round(room.times.left_at(seat, room.now()), 1) for seat in range(room.setup.seats)]


async def move(call: Call, params: wire.Move) -> wire.Moved:
    """Make one move, or several in a row, all or none."""
    room = await call.room()
    if bool(params.move) == bool(params.moves):
        raise HTTPError(422, say("send either 'move' or 'moves'"))
    texts = params.moves or [params.move]
    await playing.move(room, call.guest, params.n, params.rid or _new_request_id(), call.seat(room, params.seat), *texts)
    return _moved(room)


async def undo(call: Call, params: wire.Undo) -> wire.Moved:
    """Undo a move, or a turn."""
    room = await call.room()
    await playing.undo(room, call.guest, params.n, params.rid or _new_request_id(), call.seat(room, params.seat), turn=params.turn)
    return _moved(room)


async def log(call: Call, params: wire.Since) -> wire.Log:
    """Return the log as the guest saw it."""
    try:
        room, table, seat = await _as_seat(call, params.seat)
    except RulesMissing as missing:
        return _stored_log(await call.stored_game(missing), params.since, call.language)
    first = min(params.since, table.moves_made)
    lines = [
        wire.LogLine(
            number=line.number,
            actor=None if line.actor < 0 else line.actor,
            move=room.game.notation(line.move),
            sentence=translate(line.sentence, call.language, table.names),
        )
        for line in table.log(seat, first)[:MAX_LINES]
    ]
    return wire.Log(n=room.event_count, lines=lines)


def _stored_log(game: StoredGame, since: int, language: str) -> wire.Log:
    lines = [
        wire.LogLine(number=number, actor=None if event.seat < 0 else event.seat, move=event.text, sentence=sentence)
        for number, (event, sentence) in enumerate(game.lines(language))
    ]
    return wire.Log(n=len(game.snapshot.events), lines=lines[since : since + MAX_LINES])


async def record(call: Call, params: wire.AsSeat) -> Response:
    """Return the game record: complete once the game is over, until then as the guest has seen it."""
    try:
        room = await call.room()
    except RulesMissing as missing:
        return PlainTextResponse((await call.stored_game(missing)).record_text)
    if room.table is None:
        raise HTTPError(409, say("the game has not started yet"))
    seat = reader_of(room, call.guest, params.seat, call.language, "wide", "").seat
    found = room.table.record() if room.over else room.table.record_seen(seat)
    return PlainTextResponse(record_file(room.table.game, found))


async def chat(call: Call, params: wire.Nothing) -> wire.Chat:  # noqa: ARG001
    """Return the chat of a table."""
    try:
        return _chat((await call.room()).chat)
    except RulesMissing as missing:
        return _chat((await call.stored_game(missing)).snapshot.chat)


async def post_chat(call: Call, params: wire.Say) -> wire.Chat:
    """Post a chat message."""
    room = await call.room()
    await call.house.post_chat(room, call.guest, params.rid or _new_request_id(), params.text)
    return _chat(room.chat)


def _chat(messages: Sequence[ChatMessage]) -> wire.Chat:
    return wire.Chat(lines=[wire.Message(name=line.name, seat=line.seat, text=line.text, at=line.at) for line in messages])


def _table(call: Call, room: Room) -> wire.TableInfo:
    setup = room.setup
    return wire.TableInfo(
        **_summary(call, setup, room.seats, room.host_name),
        version=setup.version,
        spectators=setup.spectators,
        practice=setup.practice,
        rated=setup.rated,
        by_lot=setup.by_lot,
        pace=setup.pace,
        clock=None if room.times is None else room.times.clock.text,
        deadline=None if room.times is None else room.times.deadline,
        ended=setup.ended,
        n=room.event_count,
        actor=_actor(room),
        commitment=room.commitment,
        nonces=room.nonces,
        lot=_lot(room.seats),
        invite=setup.invite if call.guest.id in room.members else None,
    )


def _stored_table(call: Call, snapshot: TableSnapshot) -> wire.TableInfo:
    """Return a finished table whose rules are not installed."""
    setup = snapshot.setup
    return wire.TableInfo(
        **_summary(call, setup, snapshot.seats, snapshot.host_name),
        version=setup.version,
        spectators=setup.spectators,
        practice=setup.practice,
        rated=setup.rated,
        by_lot=setup.by_lot,
        pace=setup.pace,
        clock=None if snapshot.clock_row is None else snapshot.clock_row.times.clock.text,
        deadline=None,
        ended=setup.ended,
        n=len(snapshot.events),
        actor=None,
        commitment=None if setup.prefix else Secret(setup.secret).commitment,
        nonces=[] if setup.prefix else [seat.nonce for seat in snapshot.seats],
        lot=_lot(snapshot.seats),
        invite=setup.invite if call.guest.id in snapshot.members else None,
    )


def _lot(seats: Sequence[Seat]) -> list[int]:
    return [seat.lot_place for seat in seats if seat.lot_place is not None]


def _summary(call: Call, setup: Setup, seats: list[Seat], host: str) -> dict[str, Any]:
    return {
        "id": setup.id,
        "game": setup.game,
        "stage": setup.stage,
        "seats": [_seat_info(call, number, seat) for number, seat in enumerate(seats)],
        "options": _options(setup),
        "host": host,
        "public": setup.public,
        "made": setup.made,
        "url": f"{call.ctx.base_url}/table/{setup.id}",
    }


def _checked_options(game: Game[Any], options: dict[str, wire.OptionValue]) -> dict[str, wire.OptionValue]:
    check_files(game, options)
    return options


def _options(setup: Setup) -> dict[str, wire.OptionValue]:
    """Return every option of the game with its value; those that were set, if the rules of the table are not installed."""
    game = find_version(setup.game, setup.version)
    if game is None:
        return dict(setup.options)
    return {option.name: setup.options.get(option.name, option.default) for option in option_fields(game.options)}


def _seat_info(call: Call, number: int, seat: Seat) -> wire.SeatInfo:
    kind = "person" if seat.guest is not None else "bot" if seat.level is not None else wire.FREE
    return wire.SeatInfo(
        seat=number, name=seat.name, kind=kind, level=seat.level, yours=seat.guest == call.guest.id, program=seat.program
    )


def _actor(room: Room) -> int | None:
    return room.actor if room.actor >= 0 else None


def _moved(room: Room) -> wire.Moved:
    return wire.Moved(n=room.event_count, actor=_actor(room), over=room.over)


def _new_request_id() -> str:
    return secrets.token_hex(_REQUEST_ID_BYTES)

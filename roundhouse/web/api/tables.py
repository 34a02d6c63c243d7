"""What the API does with tables: lists and opens them, sits down, looks, moves, talks."""

from __future__ import annotations

import secrets
from dataclasses import fields as option_fields
from typing import Any, Final

from starlette.responses import PlainTextResponse, Response

from roundhouse.bots import LEVELS
from roundhouse.core.record import write
from roundhouse.core.sentence import say
from roundhouse.core.state import SPECTATOR, fields
from roundhouse.games import GAMES, find
from roundhouse.play.clock import parse
from roundhouse.play.table import Table
from roundhouse.ui.text import translate
from roundhouse.web.api import wire
from roundhouse.web.api.call import Call
from roundhouse.web.catalog.games import game_context, option_contexts
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.http.problem import PREFIX
from roundhouse.web.people.tokens import SCOPES
from roundhouse.web.tables import playing, seating
from roundhouse.web.tables import start as beginning
from roundhouse.web.tables.admission import reader_of
from roundhouse.web.tables.creation import SeatRequest, TableSpec, check_request, is_hotseat, seats_for
from roundhouse.web.tables.repository import Seat, Setup
from roundhouse.web.tables.room import Room

LINES: Final = 500  # of a log at once
_NO_RID: Final = 8  # bytes of a name for a request that has none


async def games(call: Call, order: wire.Nothing) -> wire.Games:  # noqa: ARG001 - one signature for all handlers
    """All games."""
    found = []
    for game in GAMES:
        about = game_context(game, call.language)
        options = [
            wire.Option(name=option["name"], default=option["default"], label=option["label"])
            for option in option_contexts(game, call.language)
        ]
        found.append(
            wire.GameInfo(
                name=game.name,
                title=game.title,
                sentence=about["sentence"],
                version=game.version,
                least=game.seats[0],
                most=game.seats[-1],
                minutes=about["minutes"],
                options=options,
                rules=f"{call.ctx.base_url}/rules/{game.name}",
            )
        )
    return wire.Games(games=found, levels=list(LEVELS))


async def me(call: Call, order: wire.Nothing) -> wire.Me:  # noqa: ARG001
    """Whom a token speaks for."""
    assert call.bearer is not None
    return wire.Me(name=call.guest.name, scopes=[scope for scope in SCOPES if scope in call.bearer.scopes])


async def listed(call: Call, order: wire.Which) -> wire.Tables:
    """One's own tables, or those that are open to all."""
    repository = call.house.repository
    mine = order.which == "mine"
    briefs = await (repository.tables_of(call.guest.id, order.limit) if mine else repository.open_tables(order.limit))
    return wire.Tables(tables=[wire.TableBrief(**_brief(call, brief.setup, brief.seats, brief.host_name)) for brief in briefs])


async def deal(call: Call, order: wire.Nothing) -> wire.DealInfo:  # noqa: ARG001
    """Return a new deal."""
    found = call.house.deals.issue()
    return wire.DealInfo(deal=found.token, commitment=found.commitment)


async def open_table(call: Call, order: wire.NewTable) -> Response:
    """A new table."""
    game = find(order.game)
    requests = [SeatRequest(occupant) for occupant in order.seats]
    check_request(requests, practice=order.practice, clock=order.clock is not None, deal=order.deal, nonce=order.nonce)
    spec = TableSpec(
        game=game,
        seats=seats_for(requests, call.guest, lambda number: f"{call.guest.name} {number + 1}", order.nonce),
        options=order.options,
        public=order.public,
        spectators=order.spectators,
        practice=order.practice,
        hotseat=is_hotseat(requests),
        pace=order.pace,
        clock=None if order.clock is None else parse(order.clock),
        deal=order.deal,
    )
    room = await call.house.rooms.get(await call.house.open_table(call.guest, spec))
    return call.answer(_table(call, room), 201, {"Location": f"{PREFIX}/tables/{room.id}"})


async def table(call: Call, order: wire.Nothing) -> wire.TableInfo:  # noqa: ARG001
    """One table."""
    return _table(call, await call.room())


async def sit(call: Call, order: wire.Sit) -> wire.Seated:
    """Takes a seat of a table that waits."""
    room = await call.room()
    seat = await seating.sit(room, call.guest, order.seat, order.nonce)
    return wire.Seated(table=room.id, seat=seat, n=room.event_count)


async def join(call: Call, order: wire.Join) -> wire.Seated:
    """Exchanges an invitation for a seat, or for a place to watch when all seats are taken."""
    room = await _invited(call, order.invite)
    seat = await seating.join(room, call.guest, order.seat, order.nonce)
    return wire.Seated(table=room.id, seat=seat, n=room.event_count)


async def invitation(call: Call, order: wire.Invite) -> wire.Invitation:
    """Return the table of an invitation, with the commitment that a nonce must follow."""
    room = await _invited(call, order.invite)
    return wire.Invitation(table=room.id, game=room.game.name, commitment=room.commitment)


async def _invited(call: Call, invite: str) -> Room:
    id = await call.house.repository.by_invite(invite)
    if id is None:
        raise HTTPError(404, say("this invitation leads nowhere"))
    call.found = await call.house.rooms.get(id)
    return call.found


async def start(call: Call, order: wire.Nothing) -> wire.Moved:  # noqa: ARG001
    """Begins the game of a table that one hosts."""
    room = await call.room()
    await beginning.start(room, call.guest)
    return _moved(room)


async def leave(call: Call, order: wire.Nothing) -> wire.Seated:  # noqa: ARG001
    """Gives up one's seats: before the game they are open again, during it a bot sits in. An empty table of one's own closes."""
    room = await call.room()
    await call.house.leave_table(room, call.guest)
    return wire.Seated(table=room.id, seat=None, n=room.event_count)


async def take_back(call: Call, order: wire.AsSeat) -> wire.Moved:
    """Takes one's seat back from the bot that sits in."""
    room = await call.room()
    await seating.unseat_bot(room, call.guest, call.seat(room, order.seat))
    return _moved(room)


async def position(call: Call, order: wire.Look) -> wire.Position:
    """What a seat may know, and what it may do."""
    room, table, seat = await _looking(call, order.seat)
    return position_of(room, table, seat, call.language, sentences=order.sentences == "yes")


async def _looking(call: Call, wish: int | None) -> tuple[Room, Table, int]:
    """A table where the game has begun, and whose eyes the caller may look through."""
    room = await call.room()
    if room.table is None:
        raise HTTPError(409, say("the game has not begun"))
    return room, room.table, reader_of(room, call.guest, wish, call.language, "wide", "").seat


def position_of(room: Room, table: Table, seat: int, language: str, *, sentences: bool) -> wire.Position:
    """The answer to a look from one seat."""
    game = room.game
    view = table.view(seat)
    moves = table.moves(seat)
    told = [translate(game.describe(view, move), language, table.names) for move in moves] if sentences else []
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
        view=fields(view.position),
        moves=[game.notation(move) for move in moves],
        sentences=told,
        prompt=translate(game.prompt(view), language, table.names),
        left=_left(room),
        scores=table.scores(),
        ranks=table.ranks() if table.over else [],
    )


def _left(room: Room) -> list[float]:
    """What everybody has left: it can be seen at the table, too."""
    if room.times is None:
        return []
    return [round(room.times.left_at(seat, room.now()), 1) for seat in range(room.setup.seats)]


async def move(call: Call, order: wire.Move) -> wire.Moved:
    """Makes a move."""
    room = await call.room()
    await playing.move(room, call.guest, order.n, order.rid or _rid(), call.seat(room, order.seat), order.move)
    return _moved(room)


async def undo(call: Call, order: wire.Undo) -> wire.Moved:
    """Takes back a move, or a turn."""
    room = await call.room()
    await playing.undo(room, call.guest, order.n, order.rid or _rid(), call.seat(room, order.seat), turn=order.turn)
    return _moved(room)


async def log(call: Call, order: wire.Since) -> wire.Log:
    """What has happened, as the caller saw it."""
    room, table, seat = await _looking(call, order.seat)
    first = min(order.since, table.moves_made)
    lines = [
        wire.LogLine(
            number=line.number,
            actor=None if line.actor < 0 else line.actor,
            move=room.game.notation(line.move),
            sentence=translate(line.sentence, call.language, table.names),
        )
        for line in table.log(seat, first)[:LINES]
    ]
    return wire.Log(n=room.event_count, lines=lines)


async def record(call: Call, order: wire.AsSeat) -> Response:
    """The game as a record: open when it is over, else as the caller has seen it."""
    room = await call.room()
    if room.table is None:
        raise HTTPError(409, say("the game has not begun"))
    seat = reader_of(room, call.guest, order.seat, call.language, "wide", "").seat
    return PlainTextResponse(write(room.table.record() if room.over else room.table.record_seen(seat)))


async def chat(call: Call, order: wire.Nothing) -> wire.Chat:  # noqa: ARG001
    """What was said at a table."""
    return _chat(await call.room())


async def talk(call: Call, order: wire.Say) -> wire.Chat:
    """Says something at a table."""
    room = await call.room()
    await call.house.post_chat(room, call.guest, order.rid or _rid(), order.text)
    return _chat(room)


def _chat(room: Room) -> wire.Chat:
    return wire.Chat(lines=[wire.Message(name=line.name, seat=line.seat, text=line.text, at=line.at) for line in room.chat])


def _table(call: Call, room: Room) -> wire.TableInfo:
    setup = room.setup
    return wire.TableInfo(
        **_brief(call, setup, room.seats, room.host_name),
        version=setup.version,
        spectators=setup.spectators,
        practice=setup.practice,
        pace=setup.pace,
        clock=None if room.times is None else room.times.clock.text,
        deadline=None if room.times is None else room.times.deadline,
        ended=setup.ended,
        n=room.event_count,
        actor=_actor(room),
        commitment=room.commitment,
        nonces=room.nonces,
        invite=setup.invite if call.guest.id in room.members else None,
    )


def _brief(call: Call, setup: Setup, seats: list[Seat], host: str) -> dict[str, Any]:
    return {
        "id": setup.id,
        "game": setup.game,
        "stage": setup.stage,
        "seats": [_seat(call, number, seat) for number, seat in enumerate(seats)],
        "options": _options(setup),
        "host": host,
        "public": setup.public,
        "made": setup.made,
        "url": f"{call.ctx.base_url}/table/{setup.id}",
    }


def _options(setup: Setup) -> dict[str, wire.OptionValue]:
    """Every option of the game with its value."""
    return {option.name: setup.options.get(option.name, option.default) for option in option_fields(find(setup.game).options)}


def _seat(call: Call, number: int, seat: Seat) -> wire.SeatInfo:
    kind = "person" if seat.guest is not None else "bot" if seat.level is not None else wire.FREE
    return wire.SeatInfo(seat=number, name=seat.name, kind=kind, level=seat.level, yours=seat.guest == call.guest.id)


def _actor(room: Room) -> int | None:
    return room.actor if room.actor >= 0 else None


def _moved(room: Room) -> wire.Moved:
    return wire.Moved(n=room.event_count, actor=_actor(room), over=room.over)


def _rid() -> str:
    return secrets.token_hex(_NO_RID)

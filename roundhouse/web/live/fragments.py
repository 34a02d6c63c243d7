"""A table as a reader sees it, in fragments by id: the parts of the drawing, and panels of text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from roundhouse.core.game import DrawingRequest
from roundhouse.core.sentence import say
from roundhouse.core.state import OVER, View
from roundhouse.play.log import LogLine
from roundhouse.play.rating import Rating
from roundhouse.play.table import Table
from roundhouse.ui import drawing
from roundhouse.ui.frame import Frame, frame_of
from roundhouse.ui.text import translate
from roundhouse.web.bots.levels import label, levels
from roundhouse.web.clocks.display import clock_context
from roundhouse.web.http.pages import panel
from roundhouse.web.http.reach import is_local
from roundhouse.web.http.streams import Render
from roundhouse.web.live.coach import has_moved, may_ask
from roundhouse.web.live.ending import ending_context, result
from roundhouse.web.live.log import log_context, log_parts, recent_context
from roundhouse.web.live.plans import plan_context
from roundhouse.web.tables.pace import PACES, may_hurry
from roundhouse.web.tables.playing import undos
from roundhouse.web.tables.reader import Reader
from roundhouse.web.tables.rematch import announced
from roundhouse.web.tables.repository import Stage
from roundhouse.web.tables.room import Room

T = TypeVar("T")
Context = dict[str, Any]

CHAT_SHOWN: Final = 50  # messages
MAX_DESCRIBED: Final = 150  # if there are more moves, they are listed without descriptions
PREFIX: Final = "draw-"  # of fragments that are parts of the drawing
PROMPT: Final = "prompt"  # the part of the drawing that a page shows as text instead
SEATS: Final = "seats"  # the part with the result, which a page shows as a table instead
MENUS: Final = "menus"  # the part that a page loads when a menu is opened
NO_REQUEST_ID: Final = ""


def renderer(room: Room) -> Render[Reader]:
    """Return the function by which `Streams` renders a room for a group of readers."""
    return lambda reader: (room.event_count, _stage(room), fragments(room, reader))


def fragments(room: Room, reader: Reader) -> dict[str, str]:
    """Return all fragments that are kept up to date for a reader; `text_fragments` and `menu` are loaded on demand."""
    if room.table is None:
        return {name: panel(name, reader.language, context) for name, context in _waiting(room, reader).items()}
    found = dict(board(room, reader))
    version = (room.event_count, room.chat_count if room.over else 0)  # a rematch is announced in the chat
    found |= room.cache.get(
        ("text", reader.seat, reader.yours, reader.language), version, lambda: _game_panels(room, room.table, reader)
    )
    panels = {
        "players": _players,
        "manage": _manage,
        "chat": _chat,
        "actions": _actions,
        "plan": plan_context,
        "skip": _skip,
        "status": _status,
    }
    common = common_context(room, reader)
    for name, context in panels.items():
        found[name] = panel(name, reader.language, common | context(room, reader))
    return found


def _stage(room: Room) -> str:
    return Stage.WAITING if room.table is None else "begun"


# The drawing.


def board(room: Room, reader: Reader) -> dict[str, str]:
    """Return the parts of the drawing as fragments, drawn once for all readers with the same view."""
    return _cached(room, ("board", reader.seat, reader.language, reader.layout), lambda: _draw_room(room, reader)[0])


def board_frame(room: Room, reader: Reader) -> Frame:
    """Return the frame of the drawing: which part of it each window shows."""
    return _cached(room, ("frame", reader.seat, reader.language, reader.layout), lambda: _draw_room(room, reader)[1])


def _draw_room(room: Room, reader: Reader) -> tuple[dict[str, str], Frame]:
    assert room.table is not None
    return draw(room.table, reader, moves_of(room.table, reader), None)


def draw(table: Table, reader: Reader, moves: Sequence[int], count: int | None) -> tuple[dict[str, str], Frame]:
    """Return the drawing as fragments, now or after `count` moves, and its frame."""
    request = drawing_request(table, reader, moves, count)
    parts = drawing.render(table.game, request)
    if request.view.position.actor == OVER and SEATS in parts:
        parts[SEATS] = ""
    frame = frame_of(parts, drawing.canvas(table.game, reader.layout), reader.layout)
    return as_fragments(parts), frame


def as_fragments(parts: Mapping[str, str]) -> dict[str, str]:
    """Return the parts of a drawing that a page shows as they are."""
    return {PREFIX + name: part for name, part in parts.items() if name not in (PROMPT, MENUS)}


def drawing_request(table: Table, reader: Reader, moves: Sequence[int], count: int | None) -> DrawingRequest[Any]:
    """Return the request for the drawing of a table, now or after `count` moves."""
    return DrawingRequest(
        view=table.view(reader.seat, count),
        moves=moves,
        names=table.names,
        language=reader.language,
        layout=reader.layout,
        last=table.last_move(reader.seat, count),
        recent=table.recent_moves(reader.seat, count),
    )


def moves_of(table: Table, reader: Reader) -> list[int]:
    """Return the moves that a reader can make now: those of their own seat."""
    return table.moves(reader.seat) if reader.seat in reader.yours else []


def _cached(room: Room, key: object, make: Callable[[], T]) -> T:
    """Return the cached value for the current event count, made now if it is missing."""
    return room.cache.get(key, room.event_count, make)


# Panels that depend on the game alone.


def _game_panels(room: Room, table: Table | None, reader: Reader) -> dict[str, str]:
    assert table is not None
    common = common_context(room, reader)
    contexts = {"prompt": prompt_context(table, reader, None) | _helped(room, reader), "draft": _draft(room, table, reader)}
    earlier, newest = log_parts(table, reader.seat, None)
    contexts["log"] = log_context(table, newest, reader.language)
    found = {name: panel(name, reader.language, common | context) for name, context in contexts.items()}
    return found | {"log-earlier": _earlier(room, table, reader, earlier)}


def _draft(room: Room, table: Table, reader: Reader) -> Context:
    """Return the context of the bar while nothing is composed: what the others did, or after the game what can be done next."""
    recent = recent_context(table, reader.seat, reader.language)
    judges = _is_playing(room, reader) and may_ask(room) and has_moved(table, reader.seat)
    base = {"steps": [], "prospects": [], "recent": recent, "over": table.over, "rematch": _rematch(room, reader)}
    return base | {"can_judge": judges}


def _helped(room: Room, reader: Reader) -> Context:
    """Return the prompt for a person whose game a bot has finished: they have not won, whatever the scores say."""
    if not room.over or reader.seat not in reader.yours or room.seats[reader.seat].level is None:
        return {}
    sentence = say("A bot finished the game for you.")
    if room.counts_for_ratings:
        sentence = say("A bot finished the game for you. In the ratings this counts as last place.")
    return {"prompt": translate(sentence, reader.language)}


def _rematch(room: Room, reader: Reader) -> Context:
    """Return how a player can play again: ask for a rematch, or join the one that another player has asked for."""
    setup = room.setup
    others = any(seat.guest is not None and number not in reader.yours for number, seat in enumerate(room.seats))
    return {"may": bool(reader.yours) and not (setup.tour or setup.prefix), "others": others, "url": announced(room)}


def text_fragments(room: Room, reader: Reader) -> dict[str, str]:
    """Return the table as text, for screen readers and the command box: the possible moves and the sketch."""
    assert room.table is not None
    common = common_context(room, reader)
    contexts = text_contexts(room.table, reader, room.table.view(reader.seat), moves_of(room.table, reader))
    return {name: panel(name, reader.language, common | context) for name, context in contexts.items()}


def _earlier(room: Room, table: Table, reader: Reader, lines: list[LogLine]) -> str:
    """Return the panel of earlier log lines, rendered again only if they have changed."""

    def make() -> str:
        context = common_context(room, reader) | log_context(table, lines, reader.language, earlier=True)
        return panel("log", reader.language, context)

    return room.cache.get(("log-earlier", reader.seat, reader.language), (lines, table.names), make)


def prompt_context(table: Table, reader: Reader, count: int | None) -> Context:
    """Return the context of the prompt, now or after `count` moves."""
    language, game = reader.language, table.game
    view = table.view(reader.seat, count)
    prompt = translate(game.prompt(view), language, table.names)
    actor = view.position.actor
    return {
        "prompt": prompt,
        "acting": actor if actor >= 0 else None,
        "your_turn": actor >= 0 and actor in reader.yours,
        "over": actor == OVER,
        **(ending_context(table, reader) if actor == OVER else {"result": [], "breakdown": [], "curve": None}),
    }


def text_contexts(table: Table, reader: Reader, view: View, moves: Sequence[int]) -> dict[str, Context]:
    """Return the contexts of the moves and the sketch of a view."""
    language, game = reader.language, table.game
    return {
        "moves": {"moves": move_contexts(table, view, moves, language), "seat": reader.seat, "rid": NO_REQUEST_ID},
        "sketch": {"lines": game.sketch(view, table.names, language).splitlines()},
    }


class MoveText(NamedTuple):
    """A legal move in a template, which finds attributes faster than keys."""

    text: str
    sentence: str


def move_contexts(table: Table, view: View, moves: Sequence[int], language: str) -> list[MoveText]:
    """Return the moves with descriptions; if there are more than MAX_DESCRIBED, with their notation alone."""
    game = table.game
    if len(moves) > MAX_DESCRIBED:
        return [MoveText(text, text) for text in map(game.notation, moves)]
    return [MoveText(game.notation(move), translate(game.describe(view, move), language, table.names)) for move in moves]


# Panels about people.


def common_context(room: Room, reader: Reader) -> Context:
    """Return the context that all panels share."""
    return {"table": table_context(room, reader), "reader": reader, "n": room.event_count, "guest": None}


def table_context(room: Room, reader: Reader) -> Context:
    """Return the table for a template. It depends on no secret; the secret itself is added once the game is over."""
    setup = room.setup
    url = f"/table/{room.id}"
    table = room.table
    return {
        "id": room.id,
        "url": url,
        "game": room.game.name,
        "title": room.game.title,
        "state": setup.stage,
        "seats": [_seat_context(room, reader, seat) for seat in range(len(room.seats))],
        "yours": list(reader.yours),
        "acting": room.actor if room.actor >= 0 else None,
        "host": reader.host,
        "practice": setup.practice,
        "coach": may_ask(room),
        "rated": room.counts_for_ratings,
        "by_lot": setup.by_lot,
        "hotseat": setup.hotseat and len(reader.yours) > 1,
        "privacy_screen": room.privacy_screen and len(reader.yours) > 1,
        "tour": setup.tour,
        "public": setup.public,
        "spectators": setup.spectators,
        "pace": setup.pace,
        "clock": None if room.times is None else translate(room.times.clock.sentence, reader.language),
        "host_name": room.host_name,
        "invite_link": f"{reader.base}/join/{setup.invite}" if reader.member and not room.over else None,
        "invite_is_local": is_local(reader.base),
        "commitment": room.commitment,
        "nonces": room.nonces,
        "secret": setup.secret.hex() if room.over and room.commitment else None,
        "verify_url": f"{url}/verify" if room.over and room.commitment else None,
        "record_url": f"{url}/record?as={reader.seat}" if table is not None else None,
        "replay_url": f"/replay/{room.id}" if table is not None else None,
        "rules_url": f"/guide/{room.game.name}",
        "result": result(table, reader) if table is not None and room.over else [],
    }


def _seat_context(room: Room, reader: Reader, seat: int) -> Context:
    occupant = room.seats[seat]
    return {
        "seat": seat,
        "name": occupant.name,
        "kind": "open" if occupant.open else "bot" if occupant.guest is None else "person",
        "level": None if occupant.level is None else label(occupant.level, reader.language),
        "robot": occupant.level,
        "program": occupant.program,
        "you": seat in reader.yours,
        "absent": room.absent(seat),
        "rating": _rating(room, seat),
    }


def _rating(room: Room, seat: int) -> Rating | None:
    """Return the rating of a seat, if the game is rated and the rating has been looked up."""
    rated = room.ratings.get(room.rating_key(seat)) if room.counts_for_ratings else None
    return None if rated is None else rated.rating


def _players(room: Room, reader: Reader) -> Context:
    assert room.table is not None
    points = room.table.scores()
    players = [
        _seat_context(room, reader, seat)
        | {"acting": room.actor == seat, "points": points[seat], "clock": _clock(room, reader, seat)}
        for seat in range(len(room.seats))
    ]
    return {"players": players}


def _manage(room: Room, reader: Reader) -> Context:
    """Return what a person can change at the table: a bot in their seat, the pace of the bots."""
    return {
        "may_rest": _is_playing(room, reader) and not (room.over or room.setup.tour),
        "levels": levels(reader.language),
        "may_pace": may_hurry(room, reader.yours, host=reader.host) and not room.over and any(one.level for one in room.seats),
        "paces": [{"ms": pace, "chosen": pace == room.setup.pace} for pace in PACES],
    }


def _is_playing(room: Room, reader: Reader) -> bool:
    """Return whether the reader sees their own seat, and no bot plays for them."""
    return reader.seat in reader.yours and room.seats[reader.seat].level is None


def _clock(room: Room, reader: Reader, seat: int) -> Context | None:
    """Return the clock of a person's seat; None for bots, and after the game."""
    return None if room.over or room.seats[seat].guest is None else clock_context(room.times, seat, reader.language)


def _clocks(room: Room, reader: Reader) -> list[Context]:
    """Return the clocks of all people, beside their names."""
    clocks = [(seat, _clock(room, reader, seat)) for seat in range(len(room.seats))]
    return [
        {"seat": seat, "name": room.seats[seat].name, "clock": clock, "acting": room.actor == seat}
        for seat, clock in clocks
        if clock is not None
    ]


def _chat(room: Room, reader: Reader) -> Context:
    return {"messages": room.chat[-CHAT_SHOWN:], "may_chat": reader.member or reader.host}


def _actions(room: Room, reader: Reader) -> Context:
    assert room.table is not None
    yours = bool(reader.yours)
    playing = _is_playing(room, reader)
    people = [seat for seat, occupant in enumerate(room.seats) if occupant.guest is not None]
    replaced = [seat for seat in people if room.seats[seat].level is not None]
    away = [seat for seat in people if seat not in replaced and seat not in reader.yours and room.may_substitute(seat)]
    waits = [seat for seat in people if not room.may_return(seat)]
    may_give_back = [seat for seat in people if (seat in reader.yours or reader.host) and not room.over]
    return {
        "clocks": _clocks(room, reader),
        "can_undo": playing and undos(room, reader.seat, turn=False) > 0,
        "can_reset": playing and undos(room, reader.seat, turn=True) > 1,
        "can_hint": playing and may_ask(room) and room.actor == reader.seat,
        "may_robot": [_seat_name(room, reader, seat) for seat in away] if yours and not room.over else [],
        "may_unrobot": [_seat_name(room, reader, seat) for seat in may_give_back if seat in replaced and seat not in waits],
        "must_wait": [_seat_name(room, reader, seat) for seat in may_give_back if seat in waits],
    }


def _skip(room: Room, reader: Reader) -> Context:
    """Return whether the reader may let the bots move at once until a person is to move."""
    return {"may_skip": may_hurry(room, reader.yours, host=reader.host) and room.bot_to_move() is not None and room.setup.pace > 0}


def _seat_name(room: Room, reader: Reader, seat: int) -> Context:
    return {"seat": seat, "name": room.seats[seat].name, "you": seat in reader.yours}


def _status(room: Room, reader: Reader) -> Context:
    return {
        "acting": room.actor if room.actor >= 0 else None,
        "acting_name": room.seats[room.actor].name if room.actor >= 0 else "",
        "your_turn": room.actor >= 0 and room.actor in reader.yours,
        "thinking": room.bot_to_move() is not None,
        "watchers": room.streams.watchers,
        "clock": None if room.actor < 0 else _clock(room, reader, room.actor),
        "over": room.over,
        "notice": None if room.notice is None else translate(room.notice, reader.language),
    }


def _waiting(room: Room, reader: Reader) -> dict[str, Context]:
    common = common_context(room, reader)
    free = [seat for seat, occupant in enumerate(room.seats) if occupant.open]
    waiting = {
        "may_start": reader.host and not free,
        "may_sit": [] if reader.yours else free,
        "levels": levels(reader.language),
    }
    return {"waiting": common | waiting, "chat": common | _chat(room, reader), "status": common | _status(room, reader)}

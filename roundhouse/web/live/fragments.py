"""A table as a reader sees it, in fragments by id: the parts of the drawing, and panels of text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from roundhouse.core.state import CHANCE, OVER, View
from roundhouse.play.log import LogLine
from roundhouse.play.rating import Rating
from roundhouse.play.table import Table
from roundhouse.ui import drawing
from roundhouse.ui.frame import Frame, frame_of
from roundhouse.ui.svg import escape
from roundhouse.ui.text import translate
from roundhouse.web.bots.levels import label, levels
from roundhouse.web.clocks.display import clock_context
from roundhouse.web.http.diff import elements
from roundhouse.web.http.pages import panel
from roundhouse.web.http.streams import Render
from roundhouse.web.tables.pace import PACES
from roundhouse.web.tables.playing import undos
from roundhouse.web.tables.reader import Reader
from roundhouse.web.tables.repository import Stage
from roundhouse.web.tables.room import Room

T = TypeVar("T")
Context = dict[str, Any]

LOG_SHOWN: Final = 60  # lines of the log that a page shows at least
LOG_PAGE: Final = 64  # the first line shown moves on in steps of so many lines, so that it seldom does
LOG_STEP: Final = 8  # at most so many lines, the newest, are sent again with every move
CHAT_SHOWN: Final = 50  # messages
MAX_DESCRIBED: Final = 150  # if there are more moves, they are listed without descriptions
PREFIX: Final = "draw-"  # of fragments that are parts of the drawing
PROMPT: Final = "prompt"  # the part of the drawing that a page shows as text instead
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
    found |= _cached(room, ("text", reader.seat, reader.language), lambda: _game_panels(room, room.table, reader))
    panels = {"players": _players, "manage": _manage, "chat": _chat, "actions": _actions, "status": _status}
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
    return draw(room.table, reader, _moves(room.table, reader), None)


def menu(room: Room, reader: Reader, name: str, move: str) -> tuple[str, str] | None:
    """Return the name and the markup of a menu of the drawing, found by its name or by a move in it; None if there is none."""
    assert room.table is not None
    table = room.table
    menus = _cached(
        room,
        ("menus", reader.seat, reader.language, reader.layout),
        lambda: elements(render(table, reader, _moves(table, reader), None).get(MENUS, "")) or [],
    )
    wanted = f' data-move="{escape(move)}"' if move else f'<g id="choice-{escape(name)}"'
    found = next((menu for menu in menus if wanted in menu.source), None)
    return None if found is None else (found.attributes["id"].removeprefix("choice-"), found.source)


def draw(table: Table, reader: Reader, moves: Sequence[int], count: int | None) -> tuple[dict[str, str], Frame]:
    """Return the drawing as fragments, now or after `count` moves, and its frame."""
    parts = render(table, reader, moves, count)
    frame = frame_of(parts, drawing.canvas(table.game, reader.layout), reader.layout)
    return {PREFIX + name: part for name, part in parts.items() if name not in (PROMPT, MENUS)}, frame


def render(table: Table, reader: Reader, moves: Sequence[int], count: int | None) -> dict[str, str]:
    """Return the parts of the drawing as the game draws them."""
    view, last = table.view(reader.seat, count), table.last_move(reader.seat, count)
    return drawing.render(table.game, view, moves, table.names, reader.language, reader.layout, last)


def _moves(table: Table, reader: Reader) -> list[int]:
    return table.moves(reader.seat) if reader.seat in reader.yours else []


def _cached(room: Room, key: object, make: Callable[[], T]) -> T:
    """Return the cached value for the current event count, made now if it is missing."""
    return room.cache.get(key, room.event_count, make)


# Panels that depend on the game alone.


def _game_panels(room: Room, table: Table | None, reader: Reader) -> dict[str, str]:
    assert table is not None
    common = common_context(room, reader)
    contexts = {"prompt": prompt_context(table, reader, None)}
    earlier, newest = log_parts(table, reader.seat, None)
    contexts["log"] = log_context(table, newest, reader.language)
    found = {name: panel(name, reader.language, common | context) for name, context in contexts.items()}
    return found | {"log-earlier": _earlier(room, table, reader, earlier)}


def text_fragments(room: Room, reader: Reader) -> dict[str, str]:
    """Return the table as text, for screen readers and the command box: the possible moves and the sketch."""
    assert room.table is not None
    common = common_context(room, reader)
    contexts = text_contexts(room.table, reader, _moves(room.table, reader), None)
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
        "clauses": _clauses(game.name, game.clauses, prompt),
        "acting": actor if actor >= 0 else None,
        "your_turn": actor >= 0 and actor in reader.yours,
        "over": actor == OVER,
        "result": result(table, reader) if actor == OVER else [],
    }


def text_contexts(table: Table, reader: Reader, moves: Sequence[int], count: int | None) -> dict[str, Context]:
    """Return the contexts of the moves and the sketch, now or after `count` moves."""
    language, game = reader.language, table.game
    view = table.view(reader.seat, count)
    return {
        "moves": {"moves": move_contexts(table, view, moves, language), "seat": reader.seat, "rid": NO_REQUEST_ID},
        "sketch": {"lines": game.sketch(view, table.names, language).splitlines()},
    }


class MoveText(NamedTuple):
    """A legal move in a template, which finds attributes faster than keys."""

    text: str
    sentence: str


class LineText(NamedTuple):
    """A line of the log in a template."""

    number: int
    actor: int | None  # None: chance
    name: str
    text: str
    last: bool


def move_contexts(table: Table, view: View, moves: Sequence[int], language: str) -> list[MoveText]:
    """Return the moves with descriptions; if there are more than MAX_DESCRIBED, with their notation alone."""
    game = table.game
    if len(moves) > MAX_DESCRIBED:
        return [MoveText(text, text) for text in map(game.notation, moves)]
    return [MoveText(game.notation(move), translate(game.describe(view, move), language, table.names)) for move in moves]


def log_parts(table: Table, seat: int, count: int | None) -> tuple[list[LogLine], list[LogLine]]:
    """Return the earlier and the newest lines of the log that a page shows, now or after `count` moves."""
    made = table.moves_made if count is None else count
    middle = log_end(made)
    since = max(0, middle - LOG_SHOWN) // LOG_PAGE * LOG_PAGE
    lines = table.log(seat, since)
    return lines[: middle - since], lines[middle - since : made - since]


def log_context(table: Table, lines: Sequence[LogLine], language: str, *, earlier: bool = False) -> Context:
    """Return the context of a part of the log; the panel of earlier lines offers to load those before them."""
    before = (lines[0].number or None) if earlier and lines else None
    return {"lines": log_lines(table, lines, language), "earlier": before, "newest": not earlier}


def log_end(made: int) -> int:
    """Return where the earlier lines of a log of `made` moves end; in steps, so that a new line seldom shifts the others."""
    return max(0, made - 1) // LOG_STEP * LOG_STEP


def log_lines(table: Table, lines: Sequence[LogLine], language: str) -> list[LineText]:
    """Return lines of the log for a template."""
    return [
        LineText(
            line.number + 1,
            None if line.actor == CHANCE else line.actor,
            "" if line.actor == CHANCE else table.names[line.actor],
            translate(line.sentence, language, table.names),
            line is lines[-1],
        )
        for line in lines
    ]


def result(table: Table, reader: Reader) -> list[Context]:
    """Return the final ranking."""
    ranks, scores = table.ranks(), table.scores()
    order = sorted(range(table.seats), key=lambda seat: (ranks[seat], seat))
    return [
        {"place": ranks[seat] + 1, "seat": seat, "name": table.names[seat], "points": scores[seat], "you": seat in reader.yours}
        for seat in order
    ]


def _clauses(game: str, prefix: str, text: str) -> list[dict[str, str]]:
    return [{"id": clause, "link": f"/rules/{game}#{clause}"} for clause in re.findall(rf"\b{prefix}-R?\d+\b", text)]


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
        "hotseat": setup.hotseat and len(reader.yours) > 1,
        "privacy_screen": room.privacy_screen and len(reader.yours) > 1,
        "tour": setup.tour,
        "public": setup.public,
        "spectators": setup.spectators,
        "pace": setup.pace,
        "clock": None if room.times is None else translate(room.times.clock.sentence, reader.language),
        "host_name": room.host_name,
        "invite_link": f"{reader.base}/join/{setup.invite}" if reader.member and not room.over else None,
        "commitment": room.commitment,
        "nonces": room.nonces,
        "secret": setup.secret.hex() if room.over and room.commitment else None,
        "verify_url": f"{url}/verify" if room.over and room.commitment else None,
        "record_url": f"{url}/record?as={reader.seat}" if table is not None else None,
        "replay_url": f"/replay/{room.id}" if table is not None else None,
        "rules_url": f"/rules/{room.game.name}",
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
    alone = bool(reader.yours) and all(occupant.guest is None or seat in reader.yours for seat, occupant in enumerate(room.seats))
    return {
        "may_rest": _is_playing(room, reader) and not (room.over or room.setup.tour),
        "levels": levels(reader.language),
        "may_pace": (reader.host or alone) and not room.over and any(occupant.level for occupant in room.seats),
        "paces": [{"ms": pace, "chosen": pace == room.setup.pace} for pace in PACES],
    }


def _is_playing(room: Room, reader: Reader) -> bool:
    """Return whether the reader sees their own seat, and no bot plays for them."""
    return reader.seat in reader.yours and room.seats[reader.seat].level is None


def _clock(room: Room, reader: Reader, seat: int) -> Context | None:
    """Return the clock of a person's seat; None for bots, and after the game."""
    return None if room.over or room.seats[seat].guest is None else clock_context(room.times, seat, reader.language)


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
        "clock": None if room.actor < 0 else _clock(room, reader, room.actor),
        "can_undo": playing and undos(room, reader.seat, turn=False) > 0,
        "can_reset": playing and undos(room, reader.seat, turn=True) > 1,
        "can_hint": playing and room.setup.practice and room.actor == reader.seat,
        "may_robot": [_seat_name(room, reader, seat) for seat in away] if yours and not room.over else [],
        "may_unrobot": [_seat_name(room, reader, seat) for seat in may_give_back if seat in replaced and seat not in waits],
        "must_wait": [_seat_name(room, reader, seat) for seat in may_give_back if seat in waits],
    }


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

"""What a reader of a table sees, as fragments by id: the parts of the drawing, and panels in words."""

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
from roundhouse.web.clocks.display import face
from roundhouse.web.http.diff import elements
from roundhouse.web.http.pages import panel
from roundhouse.web.http.streams import Render
from roundhouse.web.tables.pace import PACES
from roundhouse.web.tables.playing import undos
from roundhouse.web.tables.reader import Reader
from roundhouse.web.tables.repository import Seat, Stage
from roundhouse.web.tables.room import Room

T = TypeVar("T")
Context = dict[str, Any]

LOG: Final = 60  # lines that a page shows at least
LOG_PAGE: Final = 64  # by so many lines the beginning of what it shows moves on, so that this is seldom
LOG_STEP: Final = 8  # of them, the last so many at most are sent with every move
CHAT: Final = 50
TOLD: Final = 150  # moves that are listed in words
PREFIX: Final = "draw-"  # of the parts of a drawing among the fragments
PROMPT: Final = "prompt"  # the part of a drawing that a page says in words instead
MENUS: Final = "menus"  # the part that a page asks for when somebody opens one of them
NO_RID: Final = ""


def renderer(room: Room) -> Render[Reader]:
    """What `Live` asks for one kind of reader of a room."""
    return lambda reader: (room.event_count, _stage(room), fragments(room, reader))


def fragments(room: Room, reader: Reader) -> dict[str, str]:
    """Everything that a reader sees of a table at once; see `text_fragments` and `menu` for what is sent to who asks."""
    if room.table is None:
        return {name: panel(name, reader.language, context) for name, context in _waiting(room, reader).items()}
    found = dict(board(room, reader))
    found |= _kept(room, ("words", reader.seat, reader.language), lambda: _words(room, room.table, reader))
    social = {"players": _players, "manage": _manage, "chat": _chat, "actions": _actions, "status": _status}
    common = common_context(room, reader)
    for name, context in social.items():
        found[name] = panel(name, reader.language, common | context(room, reader))
    return found


def _stage(room: Room) -> str:
    return Stage.WAITING if room.table is None else "begun"


# The drawing.


def board(room: Room, reader: Reader) -> dict[str, str]:
    """The parts of the drawing as fragments; drawn once for all who see the same."""
    return _kept(room, ("board", reader.seat, reader.language, reader.layout), lambda: _drawn(room, reader)[0])


def board_frame(room: Room, reader: Reader) -> Frame:
    """The windows on the drawing."""
    return _kept(room, ("frame", reader.seat, reader.language, reader.layout), lambda: _drawn(room, reader)[1])


def _drawn(room: Room, reader: Reader) -> tuple[dict[str, str], Frame]:
    assert room.table is not None
    return drawn(room.table, reader, _moves(room.table, reader), None)


def menu(room: Room, reader: Reader, name: str, move: str) -> tuple[str, str] | None:
    """One of the menus of the drawing, by its name or by a move in it: its name, and its markup."""
    assert room.table is not None
    table = room.table
    menus = _kept(
        room,
        ("menus", reader.seat, reader.language, reader.layout),
        lambda: elements(rendered(table, reader, _moves(table, reader), None).get(MENUS, "")) or [],
    )
    wanted = f' data-move="{escape(move)}"' if move else f'<g id="choice-{escape(name)}"'
    found = next((menu for menu in menus if wanted in menu.source), None)
    return None if found is None else (found.attributes["id"].removeprefix("choice-"), found.source)


def drawn(table: Table, reader: Reader, moves: Sequence[int], count: int | None) -> tuple[dict[str, str], Frame]:
    """The parts of the drawing as fragments, now or after `count` moves, and the windows on them."""
    parts = rendered(table, reader, moves, count)
    frame = frame_of(parts, drawing.canvas(table.game, reader.layout), reader.layout)
    return {PREFIX + name: part for name, part in parts.items() if name not in (PROMPT, MENUS)}, frame


def rendered(table: Table, reader: Reader, moves: Sequence[int], count: int | None) -> dict[str, str]:
    """The parts of the drawing as the game draws them."""
    view, last = table.view(reader.seat, count), table.last_move(reader.seat, count)
    return drawing.render(table.game, view, moves, table.names, reader.language, reader.layout, last)


def _moves(table: Table, reader: Reader) -> list[int]:
    return table.moves(reader.seat) if reader.seat in reader.yours else []


def _kept(room: Room, key: object, make: Callable[[], T]) -> T:
    """Return what was made for this event count, or make it now."""
    return room.cache.get(key, room.event_count, make)


# Panels that follow from the game alone.


def _words(room: Room, table: Table | None, reader: Reader) -> dict[str, str]:
    assert table is not None
    common = common_context(room, reader)
    contexts = {"prompt": prompt_context(table, reader, None)}
    earlier, newest = log_parts(table, reader.seat, None)
    contexts["log"] = log_context(table, newest, reader.language)
    found = {name: panel(name, reader.language, common | context) for name, context in contexts.items()}
    return found | {"log-earlier": _earlier(room, table, reader, earlier)}


def text_fragments(room: Room, reader: Reader) -> dict[str, str]:
    """The table in words, for who reads it or writes commands: the possible moves and the sketch."""
    assert room.table is not None
    common = common_context(room, reader)
    contexts = text_contexts(room.table, reader, _moves(room.table, reader), None)
    return {name: panel(name, reader.language, common | context) for name, context in contexts.items()}


def _earlier(room: Room, table: Table, reader: Reader, lines: list[LogLine]) -> str:
    """Return the panel of earlier lines, made again only when they have changed."""

    def make() -> str:
        context = common_context(room, reader) | log_context(table, lines, reader.language, earlier=True)
        return panel("log", reader.language, context)

    return room.cache.get(("log-earlier", reader.seat, reader.language), (lines, table.names), make)


def prompt_context(table: Table, reader: Reader, count: int | None) -> Context:
    """What to do, now or after `count` moves."""
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
    """The contexts of moves and sketch, now or after `count` moves."""
    language, game = reader.language, table.game
    view = table.view(reader.seat, count)
    return {
        "moves": {"moves": move_contexts(table, view, moves, language), "seat": reader.seat, "rid": NO_RID},
        "sketch": {"lines": game.sketch(view, table.names, language).splitlines()},
    }


class MoveWords(NamedTuple):
    """A move that may be made: attributes, which templates find faster than keys."""

    text: str
    sentence: str


class LineWords(NamedTuple):
    """A line of the log."""

    number: int
    actor: int | None  # None: chance
    name: str
    text: str
    last: bool


def move_contexts(table: Table, view: View, moves: Sequence[int], language: str) -> list[MoveWords]:
    """What may be done, each move as text and in words; where there are very many, their texts say enough."""
    game = table.game
    if len(moves) > TOLD:
        return [MoveWords(text, text) for text in map(game.notation, moves)]
    return [MoveWords(game.notation(move), translate(game.describe(view, move), language, table.names)) for move in moves]


def log_parts(table: Table, seat: int, count: int | None) -> tuple[list[LogLine], list[LogLine]]:
    """What a page shows of the log, now or after `count` moves: earlier lines, and the newest."""
    made = table.moves_made if count is None else count
    middle = log_end(made)
    since = max(0, middle - LOG) // LOG_PAGE * LOG_PAGE
    lines = table.log(seat, since)
    return lines[: middle - since], lines[middle - since : made - since]


def log_context(table: Table, lines: Sequence[LogLine], language: str, *, earlier: bool = False) -> Context:
    """The context of a part of the log; earlier lines offer those before them."""
    before = (lines[0].number or None) if earlier and lines else None
    return {"lines": log_lines(table, lines, language), "earlier": before, "newest": not earlier}


def log_end(made: int) -> int:
    """Where the earlier lines of a log end and the newest begin: in steps, so that a new line seldom moves the others."""
    return max(0, made - 1) // LOG_STEP * LOG_STEP


def log_lines(table: Table, lines: Sequence[LogLine], language: str) -> list[LineWords]:
    """Lines of a log for a page."""
    return [
        LineWords(
            line.number + 1,
            None if line.actor == CHANCE else line.actor,
            "" if line.actor == CHANCE else table.names[line.actor],
            translate(line.sentence, language, table.names),
            line is lines[-1],
        )
        for line in lines
    ]


def result(table: Table, reader: Reader) -> list[Context]:
    """The final places."""
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
    """What every panel knows."""
    return {"table": table_context(room, reader), "reader": reader, "n": room.event_count, "guest": None}


def table_context(room: Room, reader: Reader) -> Context:
    """The table in a page. Nothing of it depends on a secret, but for the secret itself once the game is over."""
    setup = room.setup
    url = f"/table/{room.id}"
    table = room.table
    return {
        "id": room.id,
        "url": url,
        "game": room.game.name,
        "title": room.game.title,
        "state": setup.stage,
        "seats": [_seat_context(room, reader, number, seat) for number, seat in enumerate(room.seats)],
        "yours": list(reader.yours),
        "acting": room.actor if room.actor >= 0 else None,
        "host": reader.host,
        "practice": setup.practice,
        "hotseat": setup.hotseat and len(reader.yours) > 1,
        "curtain": room.curtain and len(reader.yours) > 1,
        "tour": setup.tour,
        "public": setup.public,
        "spectators": setup.spectators,
        "pace": setup.pace,
        "clock": None if room.times is None else translate(room.times.clock.sentence, reader.language),
        "host_name": room.host_name,
        "invite_link": f"{reader.base}/join/{setup.invite}" if reader.member and not room.over else None,
        "commitment": room.commitment,
        "secret": setup.secret.hex() if room.over and room.commitment else None,
        "verify_url": f"{url}/verify" if room.over and room.commitment else None,
        "record_url": f"{url}/record?as={reader.seat}" if table is not None else None,
        "replay_url": f"/replay/{room.id}" if table is not None else None,
        "rules_url": f"/rules/{room.game.name}",
        "result": result(table, reader) if table is not None and room.over else [],
    }


def _seat_context(room: Room, reader: Reader, number: int, seat: Seat) -> Context:
    return {
        "seat": number,
        "name": seat.name,
        "kind": "open" if seat.open else "bot" if seat.guest is None else "person",
        "level": None if seat.level is None else label(seat.level, reader.language),
        "robot": seat.level,
        "you": number in reader.yours,
        "absent": room.absent(number),
        "rating": _rating(room, number),
    }


def _rating(room: Room, number: int) -> Rating | None:
    """What is known of the strength of a seat, where games count."""
    known = room.ratings.get(room.rating_key(number)) if room.counts_for_ratings else None
    return None if known is None else known.rating


def _players(room: Room, reader: Reader) -> Context:
    assert room.table is not None
    points = room.table.scores()
    players = [
        _seat_context(room, reader, number, seat)
        | {"acting": room.actor == number, "points": points[number], "clock": _face(room, reader, number)}
        for number, seat in enumerate(room.seats)
    ]
    return {"players": players}


def _manage(room: Room, reader: Reader) -> Context:
    """What a person can set about the table: a bot in his seat, the pace of the bots."""
    alone = bool(reader.yours) and all(seat.guest is None or number in reader.yours for number, seat in enumerate(room.seats))
    return {
        "may_rest": _plays(room, reader) and not (room.over or room.setup.tour),
        "levels": levels(reader.language),
        "may_pace": (reader.host or alone) and not room.over and any(seat.level for seat in room.seats),
        "paces": [{"ms": pace, "chosen": pace == room.setup.pace} for pace in PACES],
    }


def _plays(room: Room, reader: Reader) -> bool:
    """Whether the reader sits where he looks from, and moves himself."""
    return reader.seat in reader.yours and room.seats[reader.seat].level is None


def _face(room: Room, reader: Reader, number: int) -> Context | None:
    """The clock of a person's seat; bots have none, and after the end it does not matter any more."""
    return None if room.over or room.seats[number].guest is None else face(room.times, number, reader.language)


def _chat(room: Room, reader: Reader) -> Context:
    return {"messages": room.chat[-CHAT:], "may_chat": reader.member}


def _actions(room: Room, reader: Reader) -> Context:
    assert room.table is not None
    yours = bool(reader.yours)
    playing = _plays(room, reader)
    away = [
        (number, seat)
        for number, seat in enumerate(room.seats)
        if seat.guest is not None and seat.level is None and number not in reader.yours and room.absent(number)
    ]
    waits = [number for number, seat in enumerate(room.seats) if seat.guest is not None and not room.may_return(number)]
    replaced = [(number, seat) for number, seat in enumerate(room.seats) if seat.guest is not None and seat.level is not None]
    return {
        "clock": None if room.actor < 0 else _face(room, reader, room.actor),
        "can_undo": playing and undos(room, reader.seat, turn=False) > 0,
        "can_reset": playing and undos(room, reader.seat, turn=True) > 1,
        "can_hint": playing and room.setup.practice and room.actor == reader.seat,
        "may_robot": [{"seat": number, "name": seat.name} for number, seat in away] if yours and not room.over else [],
        "may_unrobot": [
            {"seat": number, "name": seat.name, "you": number in reader.yours}
            for number, seat in replaced
            if (number in reader.yours or reader.host) and not room.over and number not in waits
        ],
        "must_wait": [
            {"seat": number, "name": room.seats[number].name, "you": number in reader.yours}
            for number in waits
            if (number in reader.yours or reader.host) and not room.over
        ],
        "levels": levels(reader.language),
    }


def _status(room: Room, reader: Reader) -> Context:
    return {
        "acting": room.actor if room.actor >= 0 else None,
        "acting_name": room.seats[room.actor].name if room.actor >= 0 else "",
        "your_turn": room.actor >= 0 and room.actor in reader.yours,
        "thinking": room.bot_to_move() is not None,
        "watchers": room.streams.watchers,
        "clock": None if room.actor < 0 else _face(room, reader, room.actor),
        "over": room.over,
        "notice": None if room.notice is None else translate(room.notice, reader.language),
    }


def _waiting(room: Room, reader: Reader) -> dict[str, Context]:
    common = common_context(room, reader)
    free = [number for number, seat in enumerate(room.seats) if seat.open]
    waiting = {
        "may_start": reader.host and not free,
        "may_sit": [] if reader.yours else free,
        "levels": levels(reader.language),
    }
    return {"waiting": common | waiting, "chat": common | _chat(room, reader), "status": common | _status(room, reader)}

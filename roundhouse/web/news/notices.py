"""Notices: what each person should know about the tables, as rows that are written together with what they are about."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from roundhouse.core.sentence import Sentence, say
from roundhouse.games import find
from roundhouse.web.ledger import Seat, Setup
from roundhouse.web.news.wishes import MENTION, START, TURN, game_key, table_key
from roundhouse.web.store import News, Row, Statement, Store

LISTED: Final = 20  # in a bell
PRESENT: Final = 600.0  # seconds before somebody who looks at the table is also told elsewhere


class Told(NamedTuple):
    """Statements for the transaction that causes them, and whose bell they ring."""

    statements: list[Statement]
    guests: list[str]

    @property
    def news(self) -> list[News]:
        """For the other processes."""
        return [News("guest", guest) for guest in self.guests]


NOTHING: Final = Told([], [])


@dataclass(frozen=True)
class Notice:
    """Something for one person: whose turn it is, where a game begins, who speaks of him; never what lies on a table."""

    id: str
    guest: str
    table: str
    game: str
    kind: str
    made: float
    sent: bool
    names: tuple[str, ...]  # of the others at the table
    who: str  # speaks

    @property
    def url(self) -> str:
        """Where it leads."""
        return f"/table/{self.table}"

    @property
    def mark(self) -> str:
        """Another one for every time it is told."""
        return f"{self.id}-{int(self.made * 1000)}"

    @property
    def head(self) -> Sentence:
        """In two words."""
        if self.kind == TURN:
            return say("Your turn")
        return say("The game begins") if self.kind == START else say("{name} calls you", name=self.who)

    @property
    def sentence(self) -> Sentence:
        """In one sentence."""
        title = find(self.game).title
        if self.kind == MENTION:
            return say("{name} mentions you in the chat of {title}", name=self.who, title=title)
        names = ", ".join(self.names)
        if self.kind == TURN:
            return say("It is your turn: {title} with {names}", title=title, names=names)
        return say("The game has begun: {title} with {names}", title=title, names=names)


class Notices:
    """The statements of those who read."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def unseen(self, guest: str) -> list[Notice]:
        """What a guest has not looked at yet, the newest first."""
        return await self._find("notice.guest = ? AND notice.seen = 0 ORDER BY notice.made DESC LIMIT ?", guest, LISTED)

    async def one(self, id: str) -> Notice | None:
        """One of them, unless it was seen or is past."""
        found = await self._find("notice.id = ? AND notice.seen = 0", id)
        return found[0] if found else None

    async def due(self, now: float) -> list[Notice]:
        """What somebody should be told elsewhere by now."""
        return await self._find("notice.sent = 0 AND notice.seen = 0 AND notice.at <= ? ORDER BY notice.at LIMIT ?", now, LISTED)

    async def see(self, guest: str) -> None:
        """A guest knows all that was told."""
        await self._store.write(
            Statement("UPDATE notice SET seen = 1 WHERE guest = ? AND seen = 0", (guest,)), news=[News("guest", guest)]
        )

    async def look(self, guest: str, table: str) -> None:
        """A guest looks at a table. That it is his turn stays true until he moves, but he need not be told elsewhere soon."""
        await self._store.write(
            Statement("UPDATE notice SET seen = 1 WHERE guest = ? AND table_id = ? AND kind != ?", (guest, table, TURN)),
            Statement(
                "UPDATE notice SET at = ? WHERE guest = ? AND table_id = ? AND kind = ? AND sent = 0",
                (time.time() + PRESENT, guest, table, TURN),
            ),
            news=[News("guest", guest)],
        )

    async def _find(self, where: str, *values: object) -> list[Notice]:
        rows = await self._store.rows(f"{_SELECT} WHERE {where}", *values)
        if not rows:
            return []
        tables = sorted({row["table_id"] for row in rows})
        places = ", ".join("?" for _ in tables)
        seats = await self._store.rows(
            f"SELECT table_id, guest, name FROM seat WHERE table_id IN ({places}) ORDER BY table_id, seat", *tables
        )
        return [_notice(row, seats) for row in rows]


_SELECT: Final = (
    "SELECT notice.id, notice.guest, notice.table_id, game_table.game, notice.kind, notice.made, notice.sent, chat.name AS who "
    "FROM notice JOIN game_table ON game_table.id = notice.table_id "
    "LEFT JOIN chat ON notice.kind = 'mention' AND chat.table_id = notice.table_id AND chat.k = notice.n"
)


def _notice(row: Row, seats: Iterable[Row]) -> Notice:
    names = tuple(
        seat["name"] for seat in seats if seat["table_id"] == row["table_id"] and seat["guest"] != row["guest"] and seat["name"]
    )
    return Notice(
        row["id"],
        row["guest"],
        row["table_id"],
        row["game"],
        row["kind"],
        row["made"],
        bool(row["sent"]),
        names,
        row["who"] or "",
    )


# What is written with a move, a beginning, a line of chat.


def turn_told(setup: Setup, seats: Sequence[Seat], before: int, after: int, n: int, wait: float) -> Told:
    """The turn has passed from a seat to another (or to nobody, when the game is over): who was to move no longer is."""
    was, now = _person(seats, before), _person(seats, after)
    if was == now or not _social(setup, seats):
        return NOTHING
    statements = [Statement("DELETE FROM notice WHERE table_id = ? AND kind = ?", (setup.id, TURN))]
    if now is not None:
        statements.append(_insert(setup, now, TURN, n, wait))
    return Told(statements, [guest for guest in (was, now) if guest is not None])


def start_told(setup: Setup, seats: Sequence[Seat], actor: int, n: int, by: str, wait: float) -> Told:
    """The game has begun: everybody is told but who has seen to it; who is to move is told that."""
    if not _social(setup, seats):
        return NOTHING
    first = _person(seats, actor)
    others = sorted({seat.guest for seat in seats if seat.guest is not None} - {first, by})
    statements = [_insert(setup, guest, START, n, wait) for guest in others]
    if first is not None:
        statements.append(_insert(setup, first, TURN, n, wait))
    return Told(statements, [*others, *([first] if first is not None else [])])


def mention_told(setup: Setup, guests: Collection[str], k: int, wait: float) -> Told:
    """Somebody was spoken of in a line of chat."""
    return Told([_insert(setup, guest, MENTION, k, wait) for guest in guests], list(guests))


def left_told(setup: Setup, guest: str) -> Told:
    """Somebody has left the table: nothing there is his business any more."""
    return Told([Statement("DELETE FROM notice WHERE table_id = ? AND guest = ?", (setup.id, guest))], [guest])


def mentioned(text: str, names: Mapping[str, str]) -> list[str]:
    """Which guests, given with their names, a line of chat speaks of by @name; the longest name that fits counts.

    >>> mentioned("and you, @ada lovelace?", {"1": "Ada", "2": "Ada Lovelace"})
    ['2']
    """
    if "@" not in text or not names:
        return []
    longest = sorted(names.values(), key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)@({'|'.join(re.escape(name) for name in longest if name)})(?!\w)", re.IGNORECASE)
    found = {match[1].casefold() for match in pattern.finditer(text)}
    return [guest for guest, name in names.items() if name.casefold() in found]


def _person(seats: Sequence[Seat], number: int) -> str | None:
    """The person who plays a seat himself."""
    if not 0 <= number < len(seats) or seats[number].level is not None:
        return None
    return seats[number].guest


def _social(setup: Setup, seats: Sequence[Seat]) -> bool:
    """Whether several people play: who plays alone against bots knows whose turn it is."""
    return not setup.practice and len({seat.guest for seat in seats if seat.guest is not None}) > 1


def _insert(setup: Setup, guest: str, kind: str, n: int, wait: float) -> Statement:
    """A notice, unless it is muted. One that was not seen yet is brought up to date, without being sent again."""
    now = time.time()
    return Statement(
        "INSERT INTO notice (id, guest, table_id, kind, n, made, at, seen, sent) "
        "SELECT CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS INTEGER), "
        "CAST(? AS DOUBLE PRECISION), CAST(? AS DOUBLE PRECISION), 0, 0 "
        "WHERE NOT EXISTS (SELECT 1 FROM mute WHERE guest = ? AND what IN (?, ?)) "
        "ON CONFLICT (guest, table_id, kind) DO UPDATE SET n = excluded.n, made = excluded.made, "
        "at = CASE WHEN notice.seen = 1 THEN excluded.at ELSE notice.at END, "
        "sent = CASE WHEN notice.seen = 1 THEN 0 ELSE notice.sent END, seen = 0",
        (
            secrets.token_hex(12),
            guest,
            setup.id,
            kind,
            n,
            now,
            now + wait,
            guest,
            game_key(setup.game),
            table_key(setup.id),
        ),
    )

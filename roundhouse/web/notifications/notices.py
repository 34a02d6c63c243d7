"""Notices: what each person should know about the tables, as rows that are written together with what they are about."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from roundhouse.core.sentence import Sentence, say
from roundhouse.core.state import SPECTATOR
from roundhouse.games import find
from roundhouse.web.notifications.preferences import MENTION, START, TURN, game_key, table_key
from roundhouse.web.store.store import Message, Row, Statement, Store
from roundhouse.web.tables.change import Change
from roundhouse.web.tables.repository import Seat, Setup, Stage

LISTED: Final = 20  # in a bell
PRESENT: Final = 600.0  # seconds before somebody who looks at the table is also told elsewhere


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
        """What."""
        if self.kind == TURN:
            return say("Your turn")
        return say("The game begins") if self.kind == START else say("{name} mentions you", name=self.who)

    @property
    def place(self) -> Sentence:
        """Where."""
        return say("{title} with {names}", title=find(self.game).title, names=", ".join(self.names))

    @property
    def sentence(self) -> Sentence:
        """What and where."""
        return say("{what}: {where}", what=self.head, where=self.place)


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
            Statement("UPDATE notice SET seen = 1 WHERE guest = ? AND seen = 0", (guest,)), messages=[Message("guest", guest)]
        )

    async def look(self, guest: str, table: str) -> None:
        """A guest looks at a table. That it is his turn stays true until he moves, but he need not be told elsewhere soon."""
        await self._store.write(
            Statement("UPDATE notice SET seen = 1 WHERE guest = ? AND table_id = ? AND kind != ?", (guest, table, TURN)),
            Statement(
                "UPDATE notice SET at = ? WHERE guest = ? AND table_id = ? AND kind = ? AND sent = 0",
                (time.time() + PRESENT, guest, table, TURN),
            ),
            messages=[Message("guest", guest)],
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


def change_told(setup: Setup, change: Change, wait: float) -> list[Statement]:
    """Who is to move is told so, once a turn, and nobody else is any more. When a game begins, everybody is told."""
    if setup.practice or len(_people(change.seats)) < 2 or change.actor == SPECTATOR:
        return []
    mover = _mover(change)
    told = [Statement("DELETE FROM notice WHERE table_id = ? AND kind = ? AND guest != ?", (setup.id, TURN, mover or ""))]
    if mover is not None:
        told.append(_insert(setup, mover, TURN, change.event_count, change.at, wait))
    if setup.stage == Stage.WAITING:
        others = sorted(_people(change.seats) - {mover})
        told += [_insert(setup, guest, START, change.event_count, change.at, wait) for guest in others]
    return told


def mention_told(setup: Setup, guests: Iterable[str], k: int, at: float, wait: float) -> list[Statement]:
    """Some are spoken of in a line of chat."""
    return [_insert(setup, guest, MENTION, k, at, wait) for guest in guests]


def mentioned(text: str, people: Iterable[tuple[str, str]]) -> list[str]:
    """Which guests, given with their names, a line of chat speaks of by @name; the longest name that fits counts.

    >>> mentioned("and you, @ada lovelace?", [("1", "Ada"), ("2", "Ada Lovelace")])
    ['2']
    """
    known = [(guest, name) for guest, name in people if name]
    longest = sorted({re.escape(name) for _, name in known}, key=len, reverse=True)
    if not longest:
        return []
    pattern = re.compile(rf"(?<!\w)@({'|'.join(longest)})(?!\w)", re.IGNORECASE)
    found = {match[1].casefold() for match in pattern.finditer(text)}
    return sorted({guest for guest, name in known if name.casefold() in found})


def _people(seats: Iterable[Seat]) -> set[str]:
    """Who plays alone against bots knows whose turn it is: several must sit there."""
    return {seat.guest for seat in seats if seat.guest is not None}


def _mover(change: Change) -> str | None:
    """The person who is to move himself."""
    if change.actor < 0 or change.seats[change.actor].level is not None:
        return None
    return change.seats[change.actor].guest


def _insert(setup: Setup, guest: str, kind: str, n: int, at: float, wait: float) -> Statement:
    """A notice, unless it is muted. A turn that goes on is told once; another thing that was not seen yet is brought up to date."""
    again = (
        "DO NOTHING"
        if kind == TURN
        else "DO UPDATE SET n = excluded.n, made = excluded.made, seen = 0, "
        "at = CASE WHEN notice.seen = 1 THEN excluded.at ELSE notice.at END, "
        "sent = CASE WHEN notice.seen = 1 THEN 0 ELSE notice.sent END"
    )
    return Statement(
        "INSERT INTO notice (id, guest, table_id, kind, n, made, at, seen, sent) "
        "SELECT CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS INTEGER), "
        "CAST(? AS DOUBLE PRECISION), CAST(? AS DOUBLE PRECISION), 0, 0 "
        "WHERE NOT EXISTS (SELECT 1 FROM mute WHERE guest = ? AND what IN (?, ?)) "
        f"ON CONFLICT (guest, table_id, kind) {again}",
        (secrets.token_hex(12), guest, setup.id, kind, n, at, at + wait, guest, game_key(setup.game), table_key(setup.id)),
    )

"""Notices: unread notifications, as rows that are written in the transaction of the event that causes them."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from roundhouse.core.sentence import Sentence, say
from roundhouse.core.state import SPECTATOR
from roundhouse.games import title_of
from roundhouse.web.notifications.preferences import ENDED, MENTION, START, SUBSTITUTE, TURN, game_key, table_key
from roundhouse.web.store.store import Message, Row, Statement, Store
from roundhouse.web.tables.change import Change
from roundhouse.web.tables.repository import Seat, Setup, Stage

LISTED: Final = 20  # notices in a bell
PRESENT: Final = 600.0  # seconds before a player who has opened the table is notified outside the page


@dataclass(frozen=True)
class Notice:
    """A notice to one guest: their turn, the start or forced end of a game, a mention, a bot on their seat. No position."""

    id: str
    guest: str
    table: str
    game: str
    kind: str
    made: float
    sent: bool
    names: tuple[str, ...]  # of the others at the table
    speaker: str  # of a mention

    @property
    def url(self) -> str:
        """The path of the table."""
        return f"/table/{self.table}"

    @property
    def mark(self) -> str:
        """A key that changes whenever the notice is renewed, so that a page shows each renewal once."""
        return f"{self.id}-{int(self.made * 1000)}"

    @property
    def head(self) -> Sentence:
        """What happened."""
        if self.kind == TURN:
            return say("Your turn")
        if self.kind == ENDED:
            return say("The game was ended without a result")
        if self.kind == SUBSTITUTE:
            return say("You were away for a long time: a bot plays for you until you take your seat back")
        return say("The game begins") if self.kind == START else say("{name} mentioned you", name=self.speaker)

    @property
    def place(self) -> Sentence:
        """Where it happened."""
        return say("{title} with {names}", title=title_of(self.game), names=", ".join(self.names))

    @property
    def sentence(self) -> Sentence:
        """What happened and where."""
        return say("{what}: {where}", what=self.head, where=self.place)


class Notices:
    """Queries and updates of notices in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def unseen(self, guest: str) -> list[Notice]:
        """Return the unseen notices of a guest, newest first."""
        return await self._find("notice.guest = ? AND notice.seen = 0 ORDER BY notice.made DESC LIMIT ?", guest, LISTED)

    async def find_unseen(self, id: str) -> Notice | None:
        """Return a notice; None if it was seen or is no longer true."""
        notices = await self._find("notice.id = ? AND notice.seen = 0", id)
        return notices[0] if notices else None

    async def due(self, now: float) -> list[Notice]:
        """Return unseen notices that should be delivered outside the page by now."""
        return await self._find("notice.sent = 0 AND notice.seen = 0 AND notice.at <= ? ORDER BY notice.at LIMIT ?", now, LISTED)

    async def mark_all_seen(self, guest: str) -> None:
        """Mark all notices of a guest as seen."""
        await self._store.write(
            Statement("UPDATE notice SET seen = 1 WHERE guest = ? AND seen = 0", (guest,)), messages=[Message("guest", guest)]
        )

    async def mark_table_seen(self, guest: str, table: str) -> None:
        """Mark the notices about a table as seen; keep that of a turn, which stays true, but delay its delivery."""
        await self._store.write(
            Statement("UPDATE notice SET seen = 1 WHERE guest = ? AND table_id = ? AND kind != ?", (guest, table, TURN)),
            Statement(
                "UPDATE notice SET at = ? WHERE guest = ? AND table_id = ? AND kind = ? AND sent = 0",
                (time.time() + PRESENT, guest, table, TURN),
            ),
            messages=[Message("guest", guest)],
        )

    async def _find(self, where: str, *values: object) -> list[Notice]:
        rows = [row for row in await self._store.rows(f"{_SELECT} WHERE {where}", *values) if _is_true(row)]
        if not rows:
            return []
        tables = sorted({row["table_id"] for row in rows})
        places = ", ".join("?" for _ in tables)
        seats = await self._store.rows(
            f"SELECT table_id, guest, name FROM seat WHERE table_id IN ({places}) ORDER BY table_id, seat", *tables
        )
        return [_notice(row, seats) for row in rows]


_SELECT: Final = (
    "SELECT notice.id, notice.guest, notice.table_id, game_table.game, notice.kind, notice.made, notice.sent, chat.name AS speaker "
    "FROM notice JOIN game_table ON game_table.id = notice.table_id "
    "LEFT JOIN chat ON notice.kind = 'mention' AND chat.table_id = notice.table_id AND chat.k = notice.n"
)


def _is_true(row: Row) -> bool:
    """Return whether a notice still has its reason: the message of a mention may have been deleted."""
    return row["kind"] != MENTION or row["speaker"] is not None


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
        row["speaker"] or "",
    )


# Statements that are written together with a move, the start of a game, or a chat message.


def change_statements(setup: Setup, change: Change, wait: float) -> list[Statement]:
    """Return the statements that notify the player to move, once a turn, and withdraw the notice of the previous one.

    When the game starts, notify all players. Practice games and games of one person against bots notify nobody.
    """
    guests = {seat.guest for seat in change.seats if seat.guest is not None}
    if setup.practice or len(guests) < 2 or change.actor == SPECTATOR:
        return []
    mover = _mover(change)
    statements = [Statement("DELETE FROM notice WHERE table_id = ? AND kind = ? AND guest != ?", (setup.id, TURN, mover or ""))]
    if mover is not None:
        statements.append(_insert(setup, mover, TURN, change.event_count, change.at, wait))
    if change.substituted is not None:
        statements.append(_insert(setup, change.substituted, SUBSTITUTE, change.event_count, change.at, wait))
    if setup.stage == Stage.WAITING:
        others = sorted(guests - {mover})
        statements += [_insert(setup, guest, START, change.event_count, change.at, wait) for guest in others]
    return statements


def end_statements(setup: Setup, seats: Sequence[Seat], event_count: int, at: float, wait: float) -> list[Statement]:
    """Return the statements that withdraw notices of a turn or the start, and notify all players that their game was ended."""
    guests = sorted({seat.guest for seat in seats if seat.guest is not None})
    withdraw = Statement("DELETE FROM notice WHERE table_id = ? AND kind IN (?, ?)", (setup.id, TURN, START))
    return [withdraw, *(_insert(setup, guest, ENDED, event_count, at, wait) for guest in guests)]


def mention_statements(setup: Setup, guests: Iterable[str], chat_index: int, at: float, wait: float) -> list[Statement]:
    """Return the statements that notify guests of a chat message that mentions them."""
    return [_insert(setup, guest, MENTION, chat_index, at, wait) for guest in guests]


def mentioned_guests(text: str, names: Iterable[tuple[str, str]]) -> list[str]:
    """Return the guests that a chat message mentions by @name; `names` are pairs of guest and name. The longest name wins.

    >>> mentioned_guests("and you, @ada lovelace?", [("1", "Ada"), ("2", "Ada Lovelace")])
    ['2']
    """
    named = [(guest, name) for guest, name in names if name]
    longest = sorted({re.escape(name) for _, name in named}, key=len, reverse=True)
    if not longest:
        return []
    pattern = re.compile(rf"(?<!\w)@({'|'.join(longest)})(?!\w)", re.IGNORECASE)
    mentions = {match[1].casefold() for match in pattern.finditer(text)}
    return sorted({guest for guest, name in named if name.casefold() in mentions})


def _mover(change: Change) -> str | None:
    """Return the guest to move; None if it is no seat's turn or a bot plays the seat."""
    if change.actor < 0 or change.seats[change.actor].level is not None:
        return None
    return change.seats[change.actor].guest


def _insert(setup: Setup, guest: str, kind: str, number: int, at: float, wait: float) -> Statement:
    """Return the statement that adds a notice unless it is muted. An existing notice of a turn stays; others are renewed.

    `number` is the event count of the table, or the index of a chat message.
    """
    on_conflict = (
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
        f"ON CONFLICT (guest, table_id, kind) {on_conflict}",
        (secrets.token_hex(12), guest, setup.id, kind, number, at, at + wait, guest, game_key(setup.game), table_key(setup.id)),
    )

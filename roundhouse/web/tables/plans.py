"""The rows of plans: what players have decided in advance. They are read with their table, and written with its events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from roundhouse.play.plans import Plan
from roundhouse.web.store.store import Row, Statement

_UPSERT: Final = (
    "INSERT INTO plan (table_id, seat, text, occasion, failed) VALUES (?, ?, ?, ?, ?) ON CONFLICT (table_id, seat)"
    " DO UPDATE SET text = excluded.text, occasion = excluded.occasion, failed = excluded.failed"
)


def find(table: str) -> Statement:
    """Select the plans of a table."""
    return Statement("SELECT seat, text, occasion, failed FROM plan WHERE table_id = ?", (table,))


def plans_of(rows: Iterable[Row]) -> dict[int, Plan]:
    """Return the plans in rows, by seat."""
    return {row["seat"]: Plan(row["text"], row["occasion"], bool(row["failed"])) for row in rows}


def change(table: str, before: Mapping[int, Plan], after: Mapping[int, Plan]) -> list[Statement]:
    """Return the statements that turn the plans of a table into others."""
    written = [
        Statement(_UPSERT, (table, seat, plan.text, plan.occasion, int(plan.failed)))
        for seat, plan in after.items()
        if before.get(seat) != plan
    ]
    return written + [drop(table, seat) for seat in before if seat not in after]


def drop(table: str, seat: int) -> Statement:
    """Delete the plan of a seat, if it has one."""
    return Statement("DELETE FROM plan WHERE table_id = ? AND seat = ?", (table, seat))


def same_events(table: str, event_count: int) -> Statement:
    """Raise Conflict in the store if a table has more events: a plan that is due already would never be carried out."""
    more = "SELECT 1 FROM entry WHERE table_id = ? AND n >= ?"
    sql = f"UPDATE game_table SET revision = revision WHERE id = ? AND NOT EXISTS ({more})"
    return Statement(sql, (table, table, event_count), expect=1)


def same_plans(table: str, revision: int) -> Statement:
    """Raise Conflict in the store if another process has written a plan at a table since `revision`, which may be due."""
    return Statement("UPDATE game_table SET revision = revision WHERE id = ? AND revision = ?", (table, revision), expect=1)

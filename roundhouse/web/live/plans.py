"""The panel of plans: what a player has decided in advance, and what they can decide. It is rendered for their own seat alone."""

from __future__ import annotations

from typing import Any

from roundhouse.core.sentence import HouseError, Sentence
from roundhouse.core.state import View
from roundhouse.play.draft import compose
from roundhouse.play.plans import Plan, ahead, can_plan_ahead, failure, order_of, split
from roundhouse.play.table import Table
from roundhouse.ui.text import translate
from roundhouse.web.tables.reader import Reader
from roundhouse.web.tables.room import Room

Context = dict[str, Any]
NOTHING: Context = {"planned": None, "failed": None, "orders": [], "ahead": False, "prompted": False}


def may_plan(room: Room, reader: Reader) -> bool:
    """Return whether a reader may plan at the seat that they see: it is their own, and no bot plays for them."""
    return room.may_plan and room.table is not None and reader.seat in reader.yours and room.seats[reader.seat].level is None


def plan_context(room: Room, reader: Reader) -> Context:
    """Return the context of the panel of plans."""
    if not may_plan(room, reader):
        return NOTHING
    plan = room.plans.get(reader.seat)
    key = ("plan", reader.seat, reader.language)
    return room.cache.get(key, (room.event_count, plan, room.names), lambda: _context(room, reader, plan))


def _context(room: Room, reader: Reader, plan: Plan | None) -> Context:
    table, seat, language = room.table, reader.seat, reader.language
    assert table is not None
    game, view = table.game, table.view(seat)
    waits = view.position.actor != seat
    if plan is not None and not plan.failed:
        parts = sentences(table, view, plan.text)
        words = [translate(part, language, table.names) if isinstance(part, Sentence) else part for part in parts]
        return NOTHING | {"planned": " ".join(filter(None, words))}
    reason = None if plan is None or waits else failure(game, view, plan)
    offers = game.plans.orders(view) if waits else ()
    return NOTHING | {
        "failed": None if reason is None else translate(reason, language, table.names),
        "orders": [
            {"text": order.text, "label": translate(order.label, language), "least": order.least, "most": order.most}
            for order in offers
        ],
        "ahead": waits and can_plan_ahead(game, view),
        "prompted": waits and can_plan_ahead(game, view) and game.plans.prompted(view),
    }


def sentences(table: Table, view: View[Any], text: str) -> list[Sentence | str]:
    """Return a plan in words: its moves as they would be made now, else their notation."""
    game = table.game
    order = order_of(game, view, text) if game.plans.moves_of(text) else None
    if order is not None:
        number = text.removeprefix(order.text).strip()
        return [order.label, number]
    try:
        draft = compose(game, ahead(game, view), map(game.parse, split(text)))
    except HouseError:
        return [text]
    return [game.describe(before, move) for before, move in zip(draft.views, draft.moves, strict=False)]

"""API endpoints about plans: what a seat has decided in advance, and what it can decide. They are for its owner alone."""

from __future__ import annotations

import secrets
from typing import Final

from roundhouse.core.sentence import say
from roundhouse.core.state import SPECTATOR
from roundhouse.play.plans import ahead, can_plan_ahead
from roundhouse.ui.text import translate
from roundhouse.web.api import wire
from roundhouse.web.api.call import Call
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.live.plans import may_plan
from roundhouse.web.tables.admission import reader_of
from roundhouse.web.tables.planning import plan, withdraw

_REQUEST_ID_BYTES: Final = 8


async def show(call: Call, params: wire.AsSeat) -> wire.PlanInfo:
    """Return the plan of a seat and what it can plan now."""
    room = await call.room()
    if room.table is None:
        raise HTTPError(409, say("the game has not started yet"))
    reader = reader_of(room, call.guest, params.seat, call.language, "wide", "")
    if not may_plan(room, reader):
        return wire.PlanInfo(seat=None if reader.seat == SPECTATOR else reader.seat, n=room.event_count)
    game, view = room.game, room.table.view(reader.seat)
    made = room.plans.get(reader.seat)
    waits = view.position.actor != reader.seat
    orders = game.plans.orders(view) if waits else ()
    moves = ahead(game, view).position.legal_moves() if can_plan_ahead(game, view) else ()
    return wire.PlanInfo(
        seat=reader.seat,
        n=room.event_count,
        plan=None if made is None else made.text,
        failed=made is not None and made.failed,
        orders=[
            wire.OrderInfo(text=order.text, label=translate(order.label, call.language), least=order.least, most=order.most)
            for order in orders
        ],
        moves=[game.notation(move) for move in moves],
    )


async def change(call: Call, params: wire.NewPlan) -> wire.Moved:
    """Set the plan of a seat, or take it back."""
    room = await call.room()
    seat = call.seat(room, params.seat)
    if params.plan:
        await plan(room, call.guest, seat, params.plan, params.rid or secrets.token_hex(_REQUEST_ID_BYTES))
    else:
        await withdraw(room, call.guest, seat)
    return wire.Moved(n=room.event_count, actor=room.actor if room.actor >= 0 else None, over=room.over)

"""The page of a game's openings and statistics, from the public games of this server."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from roundhouse.bots import LEVELS
from roundhouse.core.sentence import capital, say
from roundhouse.ui.numbers import decimal, percent, whole
from roundhouse.ui.text import translate
from roundhouse.web.bots.levels import label
from roundhouse.web.catalog.games import game_context, games_context
from roundhouse.web.live.openings import PEOPLE, OpeningRow, summarize
from roundhouse.web.routes.guide import game_of
from roundhouse.web.server.context import RequestContext

_CERTAIN = 2.0  # standard errors


async def show(request: Request) -> Response:
    """Show what is played first in a game, and how it fares, by number of players and level."""
    ctx = await RequestContext.load(request)
    game = game_of(request)
    seats = ctx.query_int("seats")
    seats = seats if seats in game.seats else None
    level = request.query_params.get("level", "")
    level = level if level in (*LEVELS, PEOPLE) else ""
    found = summarize(await ctx.house.openings.of(game), seats, level or None)
    names = [ctx.text(say("a player"))] * max(game.seats)
    context = {
        "game": game_context(game, ctx.language),
        "games": games_context(ctx.language),
        "seats": seats,
        "seat_counts": list(game.seats),
        "level": level,
        "levels": [
            {"id": PEOPLE, "label": ctx.text(say("people"))},
            *({"id": one, "label": label(one, ctx.language)} for one in LEVELS),
        ],
        "count": found.games,
        "length": whole(found.length, ctx.language),
        "score": decimal(found.winning_score, 1, ctx.language),
        "by_seat": [
            _row(row, ctx.language) | {"sentence": ctx.text(say("Seat {number}", number=number))}
            for number, row in enumerate(found.seats, 1)
        ],
        "openings": [
            {
                "kind": table.kind,
                "rows": [
                    _row(row, ctx.language) | {"sentence": capital(translate(row.sentence, ctx.language, names))}
                    for row in table.rows
                ],
            }
            for table in found.openings
        ],
    }
    return ctx.page("statistics.html", context)


def _row(row: OpeningRow, language: str) -> dict[str, Any]:
    sign = "+" if row.surplus > 0 else "\u2212"
    return {
        "count": whole(row.count, language),
        "wins": percent(row.wins / row.count, language, 0),
        "surplus": f"{sign}{percent(abs(row.surplus), language, 0)}",
        "error": f"±{percent(_CERTAIN * row.error, language, 0)}",
        "certain": abs(row.surplus) > _CERTAIN * row.error,
    }

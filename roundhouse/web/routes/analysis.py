"""The analysis board: its page, positions of variations, menus of the drawing, and evaluations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from roundhouse.core.sentence import HouseError, say
from roundhouse.core.state import CHANCE
from roundhouse.review.curve import seat_name
from roundhouse.ui.numbers import percent, whole
from roundhouse.web.bots.pool import BotFailed
from roundhouse.web.bots.questions import Evaluation
from roundhouse.web.http.address import address_of
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.http.pages import panel
from roundhouse.web.live.analysis import LONGEST_TEXT, Analysis, Variation, key_of, line_of, reason, variation_of
from roundhouse.web.live.coach import CoachWords
from roundhouse.web.live.replay import Replay
from roundhouse.web.routes.replay import guest_of, page_context, replay_of, set_cookie
from roundhouse.web.routes.table import MAX_SELECTION, stored_page
from roundhouse.web.server.context import RequestContext, clause_of
from roundhouse.web.tables.versions import RulesMissing

T = TypeVar("T")

Text = Annotated[str, msgspec.Meta(max_length=5000)]
_MOST_MOVES: Final = 50  # in one request


class MoveBody(msgspec.Struct):
    """Moves to add to a variation; of `why`, the move to explain."""

    moves: Annotated[list[Text], msgspec.Meta(max_length=_MOST_MOVES)] = []
    move: Text = ""


async def show(request: Request) -> Response:
    """Show a position of a game, with the variation in the address."""
    ctx = await RequestContext.load(request)
    query = request.query_params
    line = line_of(query.get("line", "")[: LONGEST_TEXT + 1])
    try:
        replay = await replay_of(ctx, ctx.query_int("as"))
    except RulesMissing as missing:
        return await stored_page(ctx, missing)
    variation = Variation(replay.clamp(ctx.query_int("at")), line, max(0, ctx.query_int("world") or 0) % 1000)

    def make() -> Response:
        analysis = Analysis(replay, variation)
        position = analysis.position()
        context = page_context(ctx, replay, analysis.at, position.pop("fragments"))
        own = {
            "n": position["n"],
            "position": position,
            "steps_json": msgspec.json.encode(position["steps"]).decode(),
            "url": f"/analysis/{replay.id}",
            "share": f"{ctx.public_url}/analysis/{replay.id}",
            "hidden": not analysis.open,
            "shared": replay.shared,
        }
        return ctx.page("analysis.html", context | own)

    return await _draw(ctx, replay, make)


async def frame(request: Request) -> Response:
    """Return one position."""
    ctx, replay, variation = await _asked(request)
    return ctx.json(await _draw(ctx, replay, lambda: Analysis(replay, variation).position()))


async def draft(request: Request) -> Response:
    """Return what a selection on the drawing changes."""
    ctx, replay, variation = await _asked(request)
    selection = request.query_params.get("selection", "")[:MAX_SELECTION]

    def make() -> dict[str, Any]:
        analysis = Analysis(replay, variation)
        return {"n": analysis.number, "count": 0, "complete": False, "fragments": analysis.selected(selection)}

    return ctx.json(await _draw(ctx, replay, make))


async def choices(request: Request) -> Response:
    """Return a menu of the drawing, by its name or by a move in it."""
    ctx, replay, variation = await _asked(request)
    query = request.query_params
    name, move, selection = (query.get(key, "")[:MAX_SELECTION] for key in ("name", "move", "selection"))

    def make() -> dict[str, Any]:
        analysis = Analysis(replay, variation)
        found = analysis.menu(selection, name, move)
        if found is None and not move:
            raise HTTPError(404, say("there is nothing to choose here right now"))
        return {"n": analysis.number, "name": None if found is None else found[0], "markup": "" if found is None else found[1]}

    return ctx.json(await _draw(ctx, replay, make))


async def why(request: Request) -> Response:
    """Say why a move is not legal here."""
    ctx, replay, variation = await _asked(request)
    body = await ctx.read_body(MoveBody)
    try:
        await _draw(ctx, replay, lambda: Analysis(replay, variation).explain(body.move))
    except HTTPError:
        raise
    except HouseError as error:
        table = replay.table
        return ctx.json({"legal": False} | ctx.error_fields(reason(error), clause_of(error), table.game.name, table.names))
    return ctx.json({"legal": True})


async def move(request: Request) -> Response:
    """Return the position after some more moves and the draws that follow them."""
    ctx, replay, variation = await _asked(request)
    request.app.state.limits.spend("act", address_of(request), ctx.guest_id)
    body = await ctx.read_body(MoveBody)

    def make() -> dict[str, Any]:
        analysis = Analysis(replay, variation)
        analysis.extend(body.moves)
        return analysis.position()

    return ctx.json(await _draw(ctx, replay, make))


async def evaluation(request: Request) -> Response:
    """Return the chances of all seats in a position, and the best moves of the one that is to act."""
    ctx, replay, variation = await _asked(request)
    analysis = await _draw(ctx, replay, lambda: Analysis(replay, variation))
    if analysis.state.actor == CHANCE:
        context = {"seats": [], "hints": [], "hidden": not analysis.open, "game": replay.table.game.name}
        return ctx.json({"n": analysis.number, "markup": panel("evaluation", ctx.language, context)})
    key, evaluations = key_of(analysis), ctx.house.evaluations
    if not evaluations.knows(key):
        request.app.state.limits.spend("analysis", address_of(request), ctx.guest_id)
    guest, token = await guest_of(ctx)
    question = await _draw(ctx, replay, analysis.question)
    try:
        found = await evaluations.of(key, guest.id, address_of(request), question)
    except BotFailed as error:
        raise HTTPError(503, say("the bot cannot answer right now")) from error
    response = ctx.json(await _draw(ctx, replay, lambda: _evaluated(ctx, analysis, found)))
    set_cookie(ctx, response, token)
    return response


def _evaluated(ctx: RequestContext, analysis: Analysis, found: Evaluation) -> dict[str, Any]:
    """Return an evaluation as numbers and as markup."""
    table, prospects = analysis.table, found.prospects
    seats = [
        {
            "name": seat_name(table.game, seat, table.names[seat]),
            "share": round(100 * chance, 1),
            "chance": percent(chance, ctx.language, 0),
            "error": percent(2 * prospects.errors[seat], ctx.language, 0),
            "margin": _signed(prospects.margins[seat], ctx.language),
        }
        for seat, chance in enumerate(prospects.chances)
    ]
    hints = CoachWords(table, ctx.language).hints(analysis.advice_question(), found.advice) if found.advice else []
    acting = "" if analysis.state.actor < 0 else table.names[analysis.state.actor]
    context = {"seats": seats, "hints": hints, "hidden": not analysis.open, "game": table.game.name, "acting": acting}
    return {
        "n": analysis.number,
        "chances": list(prospects.chances),
        "texts": [seat["chance"] for seat in seats],
        "moves": [hint["move"] for hint in hints],
        "markup": panel("evaluation", ctx.language, context),
    }


def _signed(points: float, language: str) -> str:
    """Return points ahead of the best other seat, with their sign."""
    return ("+" if points > 0 else "\u2212") + whole(abs(points), language)


async def _asked(request: Request) -> tuple[RequestContext, Replay, Variation]:
    """Return the context of a request about one position, its game and its variation."""
    ctx = await RequestContext.load(request)
    variation = variation_of(request.path_params["position"])
    return ctx, await replay_of(ctx, variation.seat), variation


async def _draw(ctx: RequestContext, replay: Replay, make: Callable[[], T]) -> T:
    """Return `make()`; that of an imported record is made in the thread that may read it."""
    return await ctx.house.imported.draw(make) if replay.imported else make()

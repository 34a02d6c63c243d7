"""The pages around the tables: home, table set-up, settings, pictures and static files."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from roundhouse.bots import LEVELS
from roundhouse.core.game import Game
from roundhouse.core.sentence import say
from roundhouse.games import find
from roundhouse.ui.languages import LANGUAGES
from roundhouse.ui.rulebook import chapters
from roundhouse.web.bots.levels import QUICK, levels
from roundhouse.web.catalog.games import game_context, games_context, option_contexts, options_from_form, player_count
from roundhouse.web.catalog.pictures import picture_of
from roundhouse.web.clocks.display import clock_choices, clock_from_form
from roundhouse.web.http import assets, user_text
from roundhouse.web.http.address import address_of
from roundhouse.web.http.cpu import metered
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.live.lobby import MAX_LISTED, summary_context
from roundhouse.web.live.own_tables import OwnTables
from roundhouse.web.routes import notifications
from roundhouse.web.routes.guide import game_of
from roundhouse.web.server.context import CONFIRMATIONS, THEMES, RequestContext
from roundhouse.web.tables.creation import OPEN, OWN, SeatRequest, TableSpec, check_rated_name, check_request, is_hotseat, seats_for
from roundhouse.web.tables.pace import LONGEST_PACE

_YEAR: Final = 365 * 24 * 3600
_DAY: Final = 24 * 3600
_DEFAULT_PACE: Final = 900  # milliseconds between the moves of bots
_FINISHED_SHOWN: Final = 3  # on the home page; the page of a player lists all
_MODES: Final = ("bots", "friends", "practice", "hotseat")
_CHOICE: Final = "bots-"  # begins the cookies that remember how many bots of which level were last played
_YOU: Final = "you"  # how forms call a seat of your own


async def home(request: Request) -> Response:
    """Show the games, the guest's tables and the open tables."""
    ctx = await RequestContext.load(request)
    house = ctx.house
    yours = (
        OwnTables([], []) if ctx.guest is None else await house.own_tables.of(ctx.guest, ctx.language, MAX_LISTED, _FINISHED_SHOWN)
    )
    context = {
        "games": [game | _last_choice(ctx, game) for game in games_context(ctx.language)],
        "levels": levels(ctx.language),
        "open_tables": [summary_context(summary, ctx.language) for summary in await house.lobby.tables()],
        "your_tables": yours.current,
        "finished_tables": yours.finished,
        "own_page": None if ctx.guest is None else f"/players/{ctx.guest.id}",
        "since": house.lobby.streams.frame(ctx.language).token,
    }
    return ctx.page("home.html", context)


def _last_choice(ctx: RequestContext, game: dict[str, Any]) -> dict[str, Any]:
    """Return the number of players and the level of bots that were last chosen for a game, or the usual ones."""
    count, _, level = ctx.request.cookies.get(f"{_CHOICE}{game['name']}", "").partition("-")
    seats = _int_or(count, 0)
    return {
        "chosen_seats": seats if game["least"] <= seats <= game["most"] else game["bots_seats"],
        "chosen_level": level if level in LEVELS else QUICK,
    }


async def lobby_live(request: Request) -> Response:
    """Stream the open tables as server-sent events."""
    ctx = await RequestContext.load(request)
    since = request.headers.get("last-event-id") or request.query_params.get("since", "")
    await ctx.house.lobby.tables()
    return notifications.stream(ctx, ctx.house.lobby.streams.stream(ctx.language, since, seated=False))


async def setup(request: Request) -> Response:
    """Show the form that sets up a table."""
    ctx = await RequestContext.load(request)
    game = game_of(request)
    mode = request.query_params.get("with", "bots")
    context = {
        "game": game_context(game, ctx.language),
        "options": option_contexts(game, ctx.language),
        "levels": levels(ctx.language),
        "paces": clock_choices(ctx.language),
        "seat_counts": list(game.seats),
        "reconstructed_at": chapters(game, ctx.language)[-1].anchor,  # the last chapter lists it
        "seats": player_count(game),
        "mode": mode if mode in _MODES else "bots",
        "name": "" if ctx.guest is None else ctx.guest.name,
    }
    return ctx.page("setup.html", context)


async def create_table(request: Request) -> Response:
    """Open a table as the form describes it."""
    ctx = await RequestContext.load(request)
    limits = request.app.state.limits
    await limits.claim("table", address_of(request), ctx.guest_id)
    form = await ctx.form()
    game = find(form.get("game", ""))
    name = _name(ctx, form.get("name", ""))
    requests = _seat_requests(game, form)
    practice = form.get("practice") == "on"
    rated = form.get("rated") == "on"
    deal, nonce = form.get("deal", ""), form.get("nonce", "")
    check_request(requests, practice=practice, clock=bool(form.get("clock")), rated=rated, deal=deal, nonce=nonce)
    if rated:
        check_rated_name(name)
    if form.get("public") == "on":
        await limits.claim("public", address_of(request))
    guest, token = await ctx.house.guests.register(request, name)
    spec = TableSpec(
        game=game,
        seats=seats_for(requests, guest, lambda seat: ctx.text(say("Player {number}", number=seat + 1)), nonce),
        options=options_from_form(game, form),
        public=form.get("public") == "on",
        spectators=form.get("spectators") == "on",
        practice=practice,
        hotseat=form.get("hotseat") == "on" or is_hotseat(requests),
        rated=rated,
        by_lot=form.get("seating") == "lot",
        clock=clock_from_form(form),
        pace=min(LONGEST_PACE, _int_or(form.get("pace", ""), _DEFAULT_PACE)),
        deal=deal,
    )
    id = await ctx.house.open_table(guest, spec)
    response = ctx.action_response(f"/table/{id}", {"table": id, "url": f"/table/{id}", "n": 0})
    ctx.house.guests.set_cookie(response, token)
    if form.get("bots") in LEVELS:
        choice = f"{len(requests)}-{form['bots']}"
        response.set_cookie(
            f"{_CHOICE}{game.name}", choice, max_age=_YEAR, path="/", secure=ctx.house.settings.https, samesite="lax"
        )
    return response


def _name(ctx: RequestContext, entered: str) -> str:
    if entered.strip():
        return user_text.name(entered)
    return ctx.guest.name if ctx.guest is not None else ctx.text(say("Guest"))


def _int_or(text: str, default: int) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else default


def _seat_requests(game: Game[Any], form: dict[str, str]) -> list[SeatRequest]:
    count = _int_or(form.get("seats", ""), game.seats[0])
    if count not in game.seats:
        game.start(count)  # raises BadSetup with the numbers that are allowed
    return [_seat_request(form, seat) for seat in range(count)]


def _seat_request(form: dict[str, str], seat: int) -> SeatRequest:
    occupant = form.get(f"seat-{seat}", OWN if seat == 0 else form.get("bots", OPEN))
    name = form.get(f"name-{seat}", "").strip()
    return SeatRequest(OWN, user_text.name(name) if name else "") if occupant in (_YOU, OWN) else SeatRequest(occupant)


async def deal(request: Request) -> Response:
    """Return the server's share in the shuffle of a new table: a token, and the commitment that a nonce must follow."""
    ctx = RequestContext(request)
    found = ctx.house.deals.issue()
    return ctx.json({"deal": found.token, "commitment": found.commitment})


async def settings(request: Request) -> Response:
    """Store the reader's settings in cookies."""
    ctx = await RequestContext.load(request)
    form = await ctx.form()
    response = ctx.action_response(ctx.local_path(form.get("back", "/")), {"n": 0})
    allowed = {"lang": LANGUAGES, "theme": THEMES, "confirm": CONFIRMATIONS}
    allowed |= dict.fromkeys(("sound", "motion", "warn"), ("on", "off"))
    chosen = {**form, "lang": form.get("language", form.get("lang", ""))}
    for name, values in allowed.items():
        if chosen.get(name) in values:
            response.set_cookie(name, chosen[name], max_age=_YEAR, path="/", secure=ctx.house.settings.https, samesite="lax")
    if ctx.guest is not None and chosen["lang"] in LANGUAGES:
        await ctx.house.notifications.preferences.set_language(ctx.guest.id, chosen["lang"])
    return response


async def static(request: Request) -> Response:
    """Serve a style, script or font. Under the current fingerprint browsers may cache it forever."""
    name = request.path_params["name"]
    data = await asyncio.to_thread(assets.content, name)  # building a font must not block the event loop
    if data is None:
        raise HTTPError(404, say("there is no such page"))
    current = request.path_params["mark"] == assets.fingerprint()
    cache_control = f"public, max-age={_YEAR}, immutable" if current else "no-store"
    return Response(data, headers={"Cache-Control": cache_control}, media_type=assets.KINDS[name.rpartition(".")[2]])


async def picture(request: Request) -> Response:
    """Serve a picture of a game: its board in mid-game, a scene of its rules, or a figure of its guide."""
    game = game_of(request)
    language, name = request.path_params["language"], request.path_params["name"]
    svg = await asyncio.to_thread(metered(lambda: picture_of(game, name, language))) if language in LANGUAGES else None
    if svg is None:
        raise HTTPError(404, say("there is no such page"))
    headers = {
        "Cache-Control": f"public, max-age={_DAY}",
        # the style and the fonts are embedded in the picture
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; font-src data:",
    }
    return Response(svg, headers=headers, media_type="image/svg+xml")


async def health(request: Request) -> Response:
    """Respond with 200 if the database can be read and written."""
    await request.app.state.house.health.check()
    return PlainTextResponse("ok\n")

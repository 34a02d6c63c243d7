"""The pages around the tables: home, set-up, rules, tours, settings, pictures and files."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from roundhouse.bots import LEVELS
from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup, say
from roundhouse.games import find
from roundhouse.ui.rulebook import chapters, rules_language
from roundhouse.ui.text import LANGUAGES
from roundhouse.web import assets, plain
from roundhouse.web.clockface import clock_from_form, paces
from roundhouse.web.ledger import OVER, Brief, Seat
from roundhouse.web.levels import QUICK, levels, robot_name
from roundhouse.web.lobby import LISTED, brief_context
from roundhouse.web.opening import Plan
from roundhouse.web.pictures import picture_of
from roundhouse.web.rooms.pace import LONGEST_PACE
from roundhouse.web.routes import news
from roundhouse.web.routes.streams import address_of
from roundhouse.web.scenes import scene_contexts
from roundhouse.web.trouble import Trouble
from roundhouse.web.visit import THEMES, Visit
from roundhouse.web.words import blurb, game_context, games_context, option_contexts, options_from_form

_YEAR: Final = 365 * 24 * 3600
_DAY: Final = 24 * 3600
_PACE: Final = 900
_PAST: Final = 3  # tables that are over; the page of a player has all of them
_MODES: Final = ("bots", "friends", "practice", "hotseat")
_OWN: Final = ("you", "me")


async def home(request: Request) -> Response:
    """The five games, and who is playing."""
    visit = await Visit.of(request)
    house = visit.house
    yours = [] if visit.guest is None else await house.ledger.tables_of(visit.guest.id, LISTED)
    context = {
        "games": games_context(visit.language),
        "quick_level": QUICK,
        "levels": levels(visit.language),
        "open_tables": [brief_context(brief, visit.language) for brief in await house.lobby.tables()],
        "your_tables": [brief_context(brief, visit.language) for brief in _current(yours)],
        "own_page": None if visit.guest is None else f"/players/{visit.guest.id}",
        "since": house.lobby.live.frame(visit.language).token,
    }
    return visit.page("home.html", context)


def _current(tables: Sequence[Brief]) -> list[Brief]:
    """What somebody may want to go back to: the tables under way, and the last few that are over."""
    over = [brief for brief in tables if brief.setup.stage == OVER]
    return [brief for brief in tables if brief.setup.stage != OVER] + over[:_PAST]


async def lobby_live(request: Request) -> Response:
    """The open tables, live."""
    visit = await Visit.of(request)
    since = request.headers.get("last-event-id") or request.query_params.get("since", "")
    await visit.house.lobby.tables()
    return news.stream(visit, visit.house.lobby.live.stream(visit.language, since, seated=False))


async def setup(request: Request) -> Response:
    """Where a table is set up."""
    visit = await Visit.of(request)
    game = _game(request)
    mode = request.query_params.get("with", "bots")
    context = {
        "game": game_context(game, visit.language),
        "options": option_contexts(game, visit.language),
        "levels": levels(visit.language),
        "paces": paces(visit.language),
        "seat_counts": list(game.seats),
        "seats": blurb(game).bots_seats,
        "mode": mode if mode in _MODES else "bots",
        "name": "" if visit.guest is None else visit.guest.name,
    }
    return visit.page("setup.html", context)


async def create(request: Request) -> Response:
    """Opens a table as a form asks for it."""
    visit = await Visit.of(request)
    visit.request.app.state.limits.spend("table", address_of(request))
    form = await visit.form()
    game = find(form.get("game", ""))
    name = _name(visit, form.get("name", ""))
    wishes = _seat_wishes(game, form)
    hotseat = form.get("hotseat") == "on" or sum(wish in _OWN for wish in wishes) > 1
    practice = form.get("practice") == "on"
    if practice and "open" in wishes:
        raise Trouble(422, say("practice is for one screen and bots: no seat may be open"))
    if practice and form.get("clock"):
        raise Trouble(422, say("there are no clocks at a practice table"))
    guest, token = await visit.house.guests.welcome(request, name)
    plan = Plan(
        game=game,
        seats=_seats(wishes, form, guest.id, guest.name, visit),
        options=options_from_form(game, form),
        public=form.get("public") == "on",
        spectators=form.get("spectators") == "on",
        practice=practice,
        hotseat=hotseat,
        clock=clock_from_form(form),
        pace=min(LONGEST_PACE, _whole(form.get("pace", ""), _PACE)),
    )
    id = await visit.house.open_table(guest, plan)
    response = visit.done(f"/table/{id}", {"table": id, "url": f"/table/{id}", "n": 0})
    visit.house.guests.remember(response, token)
    return response


def _name(visit: Visit, wish: str) -> str:
    if wish.strip():
        return plain.name(wish)
    return visit.guest.name if visit.guest is not None else visit.text(say("Guest"))


def _whole(text: str, default: int) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else default


def _seat_wishes(game: Game[Any], form: dict[str, str]) -> list[str]:
    count = _whole(form.get("seats", ""), game.seats[0])
    if count not in game.seats:
        game.start(count)  # says how many there may be
    wishes = [form.get(f"seat-{number}", "you" if number == 0 else "open") for number in range(count)]
    for wish in wishes:
        if wish not in _OWN and wish != "open" and wish not in LEVELS:
            raise Trouble(422, say("there is no bot of that level"))
    return wishes


def _seats(wishes: list[str], form: dict[str, str], guest: str, name: str, visit: Visit) -> list[Seat]:
    seats: list[Seat] = []
    own = 0
    for number, wish in enumerate(wishes):
        taken = {seat.name for seat in seats} | {name}
        if wish == "open":
            seats.append(Seat())
        elif wish in _OWN:
            own += 1
            wanted = form.get(f"name-{number}", "").strip()
            called = plain.name(wanted) if wanted else name if own == 1 else visit.text(say("Player {number}", number=number + 1))
            if any(seat.name.casefold() == called.casefold() for seat in seats):
                raise Trouble(422, say("two players cannot both be called {name}", name=called))
            seats.append(Seat(guest, called))
        else:
            seats.append(Seat(None, robot_name(taken), wish))
    return seats


async def rules(request: Request) -> Response:
    """The clauses of a game."""
    visit = await Visit.of(request)
    game = _game(request)
    context = {
        "game": game_context(game, visit.language),
        "games": games_context(visit.language),
        "chapters": chapters(game, visit.language),
        "rules_language": rules_language(game, visit.language),
        "scenes": scene_contexts(game, visit.language),
    }
    return visit.page("rules.html", context)


async def settings(request: Request) -> Response:
    """Remembers what a reader prefers, in cookies."""
    visit = await Visit.of(request)
    form = await visit.form()
    response = visit.done(visit.within(form.get("back", "/")), {"n": 0})
    allowed = {"lang": LANGUAGES, "theme": THEMES} | dict.fromkeys(("sound", "motion", "oneclick"), ("on", "off"))
    chosen = {**form, "lang": form.get("language", form.get("lang", ""))}
    for name, values in allowed.items():
        if chosen.get(name) in values:
            response.set_cookie(name, chosen[name], max_age=_YEAR, path="/", secure=visit.house.settings.https, samesite="lax")
    if visit.guest is not None and chosen["lang"] in LANGUAGES:
        await visit.house.news.wishes.speak(visit.guest.id, chosen["lang"])
    return response


async def static(request: Request) -> Response:
    """A style, a script or a font; for ever, under the address with its mark."""
    name = request.path_params["name"]
    data = await asyncio.to_thread(assets.content, name)  # nobody's move waits while a font is made
    if data is None:
        raise Trouble(404, say("there is no such page"))
    current = request.path_params["mark"] == assets.mark()
    age = f"public, max-age={_YEAR}, immutable" if current else "no-store"
    return Response(data, headers={"Cache-Control": age}, media_type=assets.KINDS[name.rpartition(".")[2]])


async def drawing(request: Request) -> Response:
    """The board of a game in the middle of it, or a moment that its rules show."""
    game = _game(request)
    language, name = request.path_params["language"], request.path_params["name"]
    picture = await asyncio.to_thread(picture_of, game, name, language) if language in LANGUAGES else None
    if picture is None:
        raise Trouble(404, say("there is no such page"))
    headers = {
        "Cache-Control": f"public, max-age={_DAY}",
        # a picture brings its style and its letters along
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; font-src data:",
    }
    return Response(picture, headers=headers, media_type="image/svg+xml")


async def health(request: Request) -> Response:
    """Whether the house stands."""
    await request.app.state.house.ledger.open_tables(1)
    return PlainTextResponse("ok\n")


def _game(request: Request) -> Game[Any]:
    try:
        return find(request.path_params["game"])
    except BadSetup as error:
        raise Trouble(404, error.sentence) from error

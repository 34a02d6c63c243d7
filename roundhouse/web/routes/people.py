"""Ratings, and the pages of those who play: people and bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from roundhouse.core.sentence import BadSetup, Sentence, say
from roundhouse.games import GAMES, find
from roundhouse.play.rating import HELPED
from roundhouse.web.catalog.games import game_context, games_context
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.http.pages import date, number, percent
from roundhouse.web.live.names import rated_name
from roundhouse.web.ratings.chart import curve
from roundhouse.web.ratings.repository import LADDER_SIZE, Meeting, Rated, Result, Statistics, ladder_places
from roundhouse.web.server.context import RequestContext

HISTORY: Final = 30  # games on a page
CURVE: Final = 200  # games in a curve
RIVALS: Final = 12

Context = dict[str, Any]


async def all_ratings(request: Request) -> Response:
    """To the ladder of the first game."""
    return RequestContext(request).redirect(f"/ratings/{GAMES[0].name}")


async def ratings(request: Request) -> Response:
    """The ladder of a game."""
    ctx = await RequestContext.load(request)
    try:
        game = find(request.path_params["game"])
    except BadSetup as error:
        raise HTTPError(404, error.sentence) from error
    you = _you(ctx)
    ladder = await ctx.house.ratings.ladder(game.name, LADDER_SIZE)
    rows = [_ladder_row(one, place, you, ctx) for one, place in zip(ladder, ladder_places(ladder), strict=True)]
    context = {
        "game": game_context(game, ctx.language),
        "games": games_context(ctx.language),
        "sure": [row for row in rows if row["place"] is not None],
        "unsure": [row for row in rows if row["place"] is None],
    }
    return ctx.page("ratings.html", context)


async def player(request: Request) -> Response:
    """Somebody's games: ratings with their curves, statistics, history."""
    ctx = await RequestContext.load(request)
    who = request.path_params["who"]
    person = await _person(ctx, who)
    known = ctx.house.ratings
    before = ctx.query_int("before")
    history = await known.history(who, float("inf") if before is None else float(before), HISTORY)
    shown = await _shown(ctx, history)
    context = {
        "person": person,
        "games": [await _game(ctx, who, one) for one in sorted(await known.statistics(who), key=_order)],
        "rivals": [
            _player(rival.player, rival.name, None, ctx.language) | {"games": rival.games, "url": f"/players/{who}/{rival.player}"}
            for rival in await known.rivals(who, RIVALS)
        ],
        "history": shown,
        "hidden": len(history) - len(shown),
        "older": int(history[-1].at) if len(history) == HISTORY else None,
    }
    return ctx.page("player.html", context)


async def versus(request: Request) -> Response:
    """Two people, head to head."""
    ctx = await RequestContext.load(request)
    one, other = request.path_params["who"], request.path_params["other"]
    if one == other:
        raise HTTPError(404, say("there is no such page"))
    people = await _person(ctx, one), await _person(ctx, other)
    meetings = await ctx.house.ratings.meetings(one, other)
    you = _you(ctx)
    readable = await ctx.house.ratings.readable({meeting.table for meeting in meetings}, you)
    games = dict.fromkeys(meeting.game for meeting in meetings)
    context = {
        "one": people[0],
        "other": people[1],
        "games": [_score(game, [meeting for meeting in meetings if meeting.game == game]) for game in games],
        "history": [
            {
                "table": meeting.table,
                "title": find(meeting.game).title,
                "at": meeting.at,
                "place": meeting.place + 1,
                "other_place": meeting.other_place + 1,
                "seats": meeting.seats,
            }
            for meeting in meetings[:HISTORY]
            if meeting.table in readable
        ],
    }
    return ctx.page("versus.html", context)


def _score(game: str, meetings: Sequence[Meeting]) -> Context:
    return {
        "title": find(game).title,
        "above": sum(meeting.place < meeting.other_place for meeting in meetings),
        "level": sum(meeting.place == meeting.other_place for meeting in meetings),
        "below": sum(meeting.place > meeting.other_place for meeting in meetings),
    }


def _order(one: Statistics) -> int:
    return [game.name for game in GAMES].index(one.game)


def _you(ctx: RequestContext) -> str | None:
    return None if ctx.guest is None else ctx.guest.id


async def _person(ctx: RequestContext, who: str) -> Context:
    name = await ctx.house.ratings.name(who)
    if name is None:
        raise HTTPError(404, say("there is no such page"))
    return _player(who, name, _you(ctx), ctx.language)


def _player(who: str, name: str, you: str | None, language: str) -> Context:
    return {"name": rated_name(who, name, language), "url": f"/players/{who}", "you": who == you}


def _ladder_row(one: Rated, place: int | None, you: str | None, ctx: RequestContext) -> Context:
    return _player(one.player, one.name, you, ctx.language) | {
        "place": place,
        "points": one.rating.points,
        "margin": one.rating.margin,
        "games": one.games,
        "won": percent(one.wins / one.games, ctx.language),
    }


async def _game(ctx: RequestContext, who: str, one: Statistics) -> Context:
    points = await ctx.house.ratings.curve(who, one.game, CURVE)
    rating = points[-1][1]
    title = find(one.game).title
    told = say(
        "Rating in {title} over {count} games, now {points} ± {margin}",
        title=title,
        count=len(points),
        points=rating.points,
        margin=rating.margin,
    )
    first, last = (date(at, ctx.language) for at, _ in (points[0], points[-1]))
    return {
        "name": one.game,
        "title": title,
        "rating": rating,
        "curve": curve([rating for _, rating in points], ctx.text(told), first, last, ctx.language),
        "games": one.games,
        "wins": one.wins,
        "won": percent(one.wins / one.games, ctx.language),
        "score": round(one.score, 1),
        "place": round(one.place, 1),
        "places": [{"place": place + 1, "count": count} for place, count in one.places.items()],
    }


async def _shown(ctx: RequestContext, history: Sequence[Result]) -> list[Context]:
    """The lines of a history that this reader may see."""
    you = _you(ctx)
    tables = {result.table for result in history}
    readable = await ctx.house.ratings.readable(tables, you)
    seats = await ctx.house.ratings.tables(tables & readable)
    return [_line(result, seats[result.table], you, ctx) for result in history if result.table in readable]


def _line(result: Result, seats: Sequence[Result], you: str | None, ctx: RequestContext) -> Context:
    change = round(result.rating.mean - result.before)
    note = _note(result)
    return {
        "table": result.table,
        "title": find(result.game).title,
        "at": result.at,
        "place": result.place + 1,
        "seats": result.seats,
        "score": number(result.score, ctx.language),
        "change": change,
        "change_text": f"+{change}" if change > 0 else f"−{-change}" if change < 0 else "±0",
        "others": [_player(one.player, one.name, you, ctx.language) for one in seats if one.seat != result.seat],
        "note": None if note is None else ctx.text(note),
    }


def _note(result: Result) -> Sentence | None:
    if result.gone:
        return say("left to a bot: counts as the last place")
    if result.helped > HELPED:
        return say("a bot made many of the moves: no points can be won")
    return None

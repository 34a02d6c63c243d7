"""Ratings, and the pages of players: people and bot levels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from roundhouse.core.sentence import BadSetup, Sentence, say
from roundhouse.games import GAMES, find, title_of
from roundhouse.play.rating import HELPED
from roundhouse.web.catalog.games import game_context, games_context
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.http.pages import date, number, percent
from roundhouse.web.live.names import rated_name
from roundhouse.web.ratings.chart import curve
from roundhouse.web.ratings.repository import LADDER_SIZE, Meeting, Rated, Result, Statistics, ladder_places
from roundhouse.web.server.context import RequestContext

HISTORY_SIZE: Final = 30  # games per page
CURVE_SIZE: Final = 200  # games in a rating chart
RIVAL_COUNT: Final = 12

Context = dict[str, Any]


async def all_ratings(request: Request) -> Response:
    """Redirect to the ladder of the first game."""
    return RequestContext(request).redirect(f"/ratings/{GAMES[0].name}")


async def ratings(request: Request) -> Response:
    """Show the ladder of a game."""
    ctx = await RequestContext.load(request)
    try:
        game = find(request.path_params["game"])
    except BadSetup as error:
        raise HTTPError(404, error.sentence) from error
    you = _you(ctx)
    programs = ctx.request.query_params.get("programs") == "yes"
    ladder = await ctx.house.ratings.ladder(game.name, LADDER_SIZE, programs=programs)
    rows = [_ladder_row(rated, place, you, ctx) for rated, place in zip(ladder, ladder_places(ladder), strict=True)]
    context = {
        "game": game_context(game, ctx.language),
        "games": games_context(ctx.language),
        "programs": programs,
        "sure": [row for row in rows if row["place"] is not None],
        "unsure": [row for row in rows if row["place"] is None],
    }
    return ctx.page("ratings.html", context)


async def player(request: Request) -> Response:
    """Show a player: ratings with charts, statistics, game history."""
    ctx = await RequestContext.load(request)
    player_id = request.path_params["who"]
    player = await _player_context(ctx, player_id)
    repository = ctx.house.ratings
    before = ctx.query_int("before")
    history = await repository.history(player_id, float("inf") if before is None else float(before), HISTORY_SIZE)
    shown = await _history_contexts(ctx, history)
    context = {
        "person": player,
        "games": [
            await _game_context(ctx, player_id, one) for one in sorted(await repository.statistics(player_id), key=_game_index)
        ],
        "rivals": [
            _player(rival.player, rival.name, None, ctx.language)
            | {"games": rival.games, "url": f"/players/{player_id}/{rival.player}"}
            for rival in await repository.rivals(player_id, RIVAL_COUNT)
        ],
        "history": shown,
        "hidden": len(history) - len(shown),
        "older": int(history[-1].at) if len(history) == HISTORY_SIZE else None,
    }
    return ctx.page("player.html", context)


async def versus(request: Request) -> Response:
    """Show the record of two players against each other."""
    ctx = await RequestContext.load(request)
    one, other = request.path_params["who"], request.path_params["other"]
    if one == other:
        raise HTTPError(404, say("there is no such page"))
    players = await _player_context(ctx, one), await _player_context(ctx, other)
    meetings = await ctx.house.ratings.meetings(one, other)
    you = _you(ctx)
    readable = await ctx.house.ratings.readable({meeting.table for meeting in meetings}, you)
    games = dict.fromkeys(meeting.game for meeting in meetings)
    context = {
        "one": players[0],
        "other": players[1],
        "games": [_score(game, [meeting for meeting in meetings if meeting.game == game]) for game in games],
        "history": [
            {
                "table": meeting.table,
                "title": title_of(meeting.game),
                "at": meeting.at,
                "place": meeting.place + 1,
                "other_place": meeting.other_place + 1,
                "seats": meeting.seats,
            }
            for meeting in meetings[:HISTORY_SIZE]
            if meeting.table in readable
        ],
    }
    return ctx.page("versus.html", context)


def _score(game: str, meetings: Sequence[Meeting]) -> Context:
    return {
        "title": title_of(game),
        "above": sum(meeting.place < meeting.other_place for meeting in meetings),
        "level": sum(meeting.place == meeting.other_place for meeting in meetings),
        "below": sum(meeting.place > meeting.other_place for meeting in meetings),
    }


def _game_index(statistics: Statistics) -> int:
    return [game.name for game in GAMES].index(statistics.game)


def _you(ctx: RequestContext) -> str | None:
    return None if ctx.guest is None else ctx.guest.id


async def _player_context(ctx: RequestContext, player_id: str) -> Context:
    name = await ctx.house.ratings.name(player_id)
    if name is None:
        raise HTTPError(404, say("there is no such page"))
    return _player(player_id, name, _you(ctx), ctx.language) | {"program": await ctx.house.ratings.is_program(player_id)}


def _player(player_id: str, name: str, you: str | None, language: str) -> Context:
    return {
        "name": rated_name(player_id, name, language),
        "url": f"/players/{player_id}",
        "you": player_id == you,
        "program": False,
    }


def _ladder_row(rated: Rated, place: int | None, you: str | None, ctx: RequestContext) -> Context:
    return _player(rated.player, rated.name, you, ctx.language) | {
        "place": place,
        "points": rated.rating.points,
        "margin": rated.rating.margin,
        "games": rated.games,
        "won": percent(rated.wins / rated.games, ctx.language),
        "program": rated.program,
    }


async def _game_context(ctx: RequestContext, player_id: str, statistics: Statistics) -> Context:
    points = await ctx.house.ratings.curve(player_id, statistics.game, CURVE_SIZE)
    rating = points[-1][1]
    title = title_of(statistics.game)
    caption = say(
        "{title}: rating over {count} games, now {points} ± {margin}",
        title=title,
        count=len(points),
        points=rating.points,
        margin=rating.margin,
    )
    first, last = (date(at, ctx.language) for at, _ in (points[0], points[-1]))
    return {
        "name": statistics.game,
        "title": title,
        "rating": rating,
        "curve": curve([rating for _, rating in points], ctx.text(caption), first, last, ctx.language) if len(points) > 1 else "",
        "games": statistics.games,
        "wins": statistics.wins,
        "won": percent(statistics.wins / statistics.games, ctx.language),
        "score": round(statistics.score, 1),
        "place": round(statistics.place, 1),
        "places": [{"place": place + 1, "count": count} for place, count in statistics.places.items()],
    }


async def _history_contexts(ctx: RequestContext, history: Sequence[Result]) -> list[Context]:
    """Return the contexts of the games in a history that this reader may see."""
    you = _you(ctx)
    tables = {result.table for result in history}
    readable = await ctx.house.ratings.readable(tables, you)
    seats = await ctx.house.ratings.tables(tables & readable)
    return [_history_context(result, seats[result.table], you, ctx) for result in history if result.table in readable]


def _history_context(result: Result, seats: Sequence[Result], you: str | None, ctx: RequestContext) -> Context:
    change = round(result.rating.mean - result.before)
    note = help_note(gone=result.gone, helped=result.helped)
    return {
        "table": result.table,
        "title": title_of(result.game),
        "at": result.at,
        "place": result.place + 1,
        "seats": result.seats,
        "score": number(result.score, ctx.language),
        "change": change,
        "change_text": f"+{change}" if change > 0 else f"−{-change}" if change < 0 else "±0",
        "others": [_player(one.player, one.name, you, ctx.language) for one in seats if one.seat != result.seat],
        "note": None if note is None else ctx.text(note),
    }


def help_note(*, gone: bool, helped: float) -> Sentence | None:
    """Return what a result says about the help of a bot, if there was any; `helped` is its share of the moves."""
    if gone:
        return say("left the game to a bot: counts as last place")
    if helped > HELPED:
        return say("a bot made many of the moves: no rating points gained")
    return say("a bot made {percent}% of the moves", percent=max(1, round(helped * 100))) if helped else None

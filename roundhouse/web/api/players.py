"""API endpoints about players: the ladder of a game, and the ratings of one player."""

from __future__ import annotations

from roundhouse.core.sentence import BadSetup, say
from roundhouse.games import GAMES, find
from roundhouse.web.api import wire
from roundhouse.web.api.call import Call
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.live.names import rated_name
from roundhouse.web.ratings.repository import BOT_KEY, Rated, Statistics, ladder_places


async def ladder(call: Call, params: wire.Best) -> wire.Ladder:
    """Return the ladder of a game, as on its ratings page."""
    try:
        game = find(call.ctx.request.path_params["game"])
    except BadSetup as error:
        raise HTTPError(404, error.sentence) from error
    ladder = await call.house.ratings.ladder(game.name, params.limit, programs=params.programs == "yes")
    lines = [_line(call, rated, place) for rated, place in zip(ladder, ladder_places(ladder), strict=True)]
    return wire.Ladder(game=game.name, players=lines)


def _line(call: Call, rated: Rated, place: int | None) -> wire.LadderLine:
    return wire.LadderLine(
        place=place,
        player=rated.player,
        name=rated_name(rated.player, rated.name, call.language),
        bot=rated.player.startswith(BOT_KEY),
        program=rated.program,
        rating=rated.rating.points,
        margin=rated.rating.margin,
        games=rated.games,
        wins=rated.wins,
    )


async def player(call: Call, params: wire.Nothing) -> wire.Player:  # noqa: ARG001 - one signature for all handlers
    """Return the ratings of a player, as on their page."""
    requested = call.ctx.request.path_params["who"]
    player_id = call.guest.id if requested == wire.ME else requested
    name = await call.house.ratings.name(player_id)
    if name is None:
        raise HTTPError(404, say("there is no such player"))
    played = {one.game: one for one in await call.house.ratings.statistics(player_id)}
    return wire.Player(
        player=player_id,
        name=rated_name(player_id, name, call.language),
        bot=player_id.startswith(BOT_KEY),
        program=await call.house.ratings.is_program(player_id),
        games=[await _game(call, player_id, played[game.name]) for game in GAMES if game.name in played],
        url=f"{call.ctx.base_url}/players/{player_id}",
    )


async def _game(call: Call, player_id: str, statistics: Statistics) -> wire.PlayerGame:
    ((_, rating),) = await call.house.ratings.curve(player_id, statistics.game, 1)
    return wire.PlayerGame(
        game=statistics.game,
        rating=rating.points,
        margin=rating.margin,
        games=statistics.games,
        wins=statistics.wins,
        score=round(statistics.score, 1),
        place=round(statistics.place, 1),
    )

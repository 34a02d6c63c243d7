"""What the API tells of those who play: the ladder of a game, and somebody's ratings."""

from __future__ import annotations

from roundhouse.core.sentence import BadSetup, say
from roundhouse.games import GAMES, find
from roundhouse.web.api import wire
from roundhouse.web.api.call import Call
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.live.names import rated_name
from roundhouse.web.ratings.repository import BOT_KEY, Rated, Statistics, ladder_places


async def ladder(call: Call, order: wire.Best) -> wire.Ladder:
    """The best of a game, as its page shows them."""
    try:
        game = find(call.ctx.request.path_params["game"])
    except BadSetup as error:
        raise HTTPError(404, error.sentence) from error
    found = await call.house.ratings.ladder(game.name, order.limit)
    lines = [_line(call, one, place) for one, place in zip(found, ladder_places(found), strict=True)]
    return wire.Ladder(game=game.name, players=lines)


def _line(call: Call, one: Rated, place: int | None) -> wire.LadderLine:
    return wire.LadderLine(
        place=place,
        player=one.player,
        name=rated_name(one.player, one.name, call.language),
        bot=one.player.startswith(BOT_KEY),
        rating=one.rating.points,
        margin=one.rating.margin,
        games=one.games,
        wins=one.wins,
    )


async def player(call: Call, order: wire.Nothing) -> wire.Player:  # noqa: ARG001 - one signature for all handlers
    """Somebody's ratings, as the player's page shows them."""
    wish = call.ctx.request.path_params["who"]
    who = call.guest.id if wish == wire.ME else wish
    name = await call.house.ratings.name(who)
    if name is None:
        raise HTTPError(404, say("there is no such player"))
    known = {one.game: one for one in await call.house.ratings.statistics(who)}
    return wire.Player(
        player=who,
        name=rated_name(who, name, call.language),
        bot=who.startswith(BOT_KEY),
        games=[await _game(call, who, known[game.name]) for game in GAMES if game.name in known],
        url=f"{call.ctx.base_url}/players/{who}",
    )


async def _game(call: Call, who: str, one: Statistics) -> wire.PlayerGame:
    ((_, rating),) = await call.house.ratings.curve(who, one.game, 1)
    return wire.PlayerGame(
        game=one.game,
        rating=rating.points,
        margin=rating.margin,
        games=one.games,
        wins=one.wins,
        score=round(one.score, 1),
        place=round(one.place, 1),
    )

"""The rules of a game: the guide, a short page with pictures, and the reference with every clause."""

from __future__ import annotations

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup
from roundhouse.games import find
from roundhouse.ui.guide import Figure, figures, guide_of, has_guide
from roundhouse.ui.rulebook import chapters, rules_language
from roundhouse.web.catalog.games import game_context, games_context
from roundhouse.web.catalog.pictures import GUIDE
from roundhouse.web.catalog.scenes import scene_contexts
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.server.context import RequestContext

_LARGER: Final = 1.1  # how much larger than on a table a figure is shown
_WIDEST: Final = 640.0


async def guide(request: Request) -> Response:
    """Show the guide of a game; a game without one shows its rules."""
    ctx = await RequestContext.load(request)
    game = game_of(request)
    found = guide_of(game, ctx.language)
    if found is None:
        return ctx.redirect(f"/rules/{game.name}")
    context = {
        "game": game_context(game, ctx.language),
        "games": games_context(ctx.language),
        "guide": found,
        "has_guide": True,
        "figures": {name: _figure_context(game, name, figure, ctx.language) for name, figure in figures(game).items()},
    }
    return ctx.page("guide.html", context)


def _figure_context(game: Game[Any], name: str, figure: Figure, language: str) -> dict[str, object]:
    width, height = figure.extent
    scale = min(_LARGER, _WIDEST / width)
    return {
        "address": f"/pictures/{language}/{game.name}/{GUIDE}{name}.svg",
        "width": round(width * scale),
        "height": round(height * scale),
    }


async def rules(request: Request) -> Response:
    """Show every clause of a game."""
    ctx = await RequestContext.load(request)
    game = game_of(request)
    context = {
        "game": game_context(game, ctx.language),
        "games": games_context(ctx.language),
        "chapters": chapters(game, ctx.language),
        "rules_language": rules_language(game, ctx.language),
        "scenes": scene_contexts(game, ctx.language),
        "has_guide": has_guide(game),
    }
    return ctx.page("rules.html", context)


def game_of(request: Request) -> Game[Any]:
    """Return the game in the address of a request. Raise HTTPError 404 if there is none of that name."""
    try:
        return find(request.path_params["game"])
    except BadSetup as error:
        raise HTTPError(404, error.sentence) from error

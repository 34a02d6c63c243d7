"""The application: routes, guard and house put together."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundhouse.core.sentence import HouseError, Sentence, say
from roundhouse.web.guard import Guard, furnish
from roundhouse.web.house import House
from roundhouse.web.limits import Limits
from roundhouse.web.routes import home, replay, table
from roundhouse.web.settings import Settings
from roundhouse.web.visit import Visit, clause_of, reason_of, status_of

_GZIP_LEVEL: Final = 6
_logger: Final = logging.getLogger(__name__)

ROUTES: Final = (  # the hottest first: they are tried in order
    Route("/table/{id}/{action}", table.act, methods=["POST"]),
    Route("/", home.home),
    Route("/games/{game}", home.setup),
    Route("/tables", home.create, methods=["POST"]),
    Route("/rules/{game}", home.rules),
    Route("/tour/{game}", replay.tour),
    Route("/tour/{game}", replay.begin_tour, methods=["POST"]),
    Route("/settings", home.settings, methods=["POST"]),
    Route("/pictures/{language}/{game}/{name}.svg", home.drawing),
    Route("/static/{mark}/{name:path}", home.static),
    Route("/healthz", home.health),
    Route("/lobby/live", home.lobby_live),
    Route("/join/{invite}", table.invitation),
    Route("/join/{invite}", table.join, methods=["POST"]),
    Route("/table/{id}", table.show),
    Route("/table/{id}/live", table.live),
    Route("/table/{id}/text", table.text),
    Route("/table/{id}/choices", table.choices),
    Route("/table/{id}/log", table.log),
    Route("/table/{id}/record", table.record),
    Route("/import", replay.bring, methods=["POST"]),
    Route("/replay/{id}", replay.show),
    Route("/replay/{id}/frame", replay.frame),
    Route("/replay/{id}/record", replay.record),
    Route("/replay/{id}/continue", replay.play_on, methods=["POST"]),
)
_SENTENCES: Final[dict[int, Sentence]] = {
    404: say("there is no such page"),
    405: say("this page is not used like that"),
}


def make_app(settings: Settings) -> Starlette:
    """The house as an ASGI application. Its store is opened here, so that a store in use is refused at once."""
    house = House(settings)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:  # noqa: ARG001
        yield
        await house.close()

    app = Starlette(
        routes=ROUTES,
        lifespan=life,
        middleware=[
            Middleware(Guard, settings=settings),
            Middleware(TrustedHostMiddleware, allowed_hosts=settings.allowed_hosts(), www_redirect=False),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=_GZIP_LEVEL),
        ],
        exception_handlers={HouseError: _house_error, HTTPException: _http_error, Exception: _our_fault},
    )
    app.state.house = house
    app.state.limits = Limits(settings)
    return app


async def _house_error(request: Request, error: Any) -> Response:
    return Visit(request).refuse(status_of(error), reason_of(error), clause_of(error))


async def _http_error(request: Request, error: Any) -> Response:
    sentence = _SENTENCES.get(error.status_code, say("this request is not understood here"))
    return Visit(request).refuse(error.status_code, sentence)


async def _our_fault(request: Request, error: Exception) -> Response:
    _logger.error("%s %s failed", request.method, request.scope["route"].path if "route" in request.scope else "?", exc_info=error)
    response = Visit(request).refuse(500, say("something went wrong in this house; nothing has changed"))
    furnish(response.headers)  # the guard does not see this answer
    return response

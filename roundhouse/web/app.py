"""The ASGI application: routes, middleware, error handlers and the house."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundhouse.core.sentence import HouseError, Sentence, say
from roundhouse.web.api import routes as api
from roundhouse.web.http.compression import CompressionMiddleware
from roundhouse.web.http.limits import Limits
from roundhouse.web.http.metrics import Metrics, metrics
from roundhouse.web.http.telemetry import Telemetry
from roundhouse.web.routes import (
    account,
    analysis,
    fairness,
    guide,
    home,
    install,
    notifications,
    players,
    puzzles,
    replay,
    review,
    sign_in,
    statistics,
    table,
    tokens,
)
from roundhouse.web.server.context import RequestContext, clause_of, headers_of, reason_of, status_of
from roundhouse.web.server.house import House
from roundhouse.web.server.limiter import LimitsMiddleware
from roundhouse.web.server.middleware import SecurityMiddleware, with_security_headers
from roundhouse.web.settings import Settings

_GZIP_LEVEL: Final = 6
_logger: Final = logging.getLogger(__name__)

ROUTES: Final = (  # tried in order, so the most frequent comes first
    Route("/table/{id}/{action}", table.act, methods=["POST"]),
    Route("/", home.home),
    Route("/games/{game}", home.setup),
    Route("/tables", home.create_table, methods=["POST"]),
    Route("/deal", home.deal),
    Route("/guide/{game}", guide.guide),
    Route("/rules/{game}", guide.rules),
    Route("/tour/{game}", replay.tour_page),
    Route("/tour/{game}", replay.start_tour, methods=["POST"]),
    Route("/settings", home.settings, methods=["POST"]),
    Route("/pictures/{language}/{game}/{name}.svg", home.picture),
    Route("/static/{mark}/{name:path}", home.static),
    Route("/healthz", home.health),
    Route("/metrics", metrics),
    Route("/lobby/live", home.lobby_live),
    Route("/join/{invite}", table.invitation),
    Route("/join/{invite}", table.join, methods=["POST"]),
    Route("/table/{id}", table.show),
    Route("/table/{id}/live", table.live),
    Route("/table/{id}/text", table.text),
    Route("/table/{id}/draft", table.draft),
    Route("/table/{id}/choices", table.choices),
    Route("/table/{id}/log", table.log),
    Route("/table/{id}/record", table.record),
    Route("/table/{id}/verify", fairness.show),
    Route("/table/{id}/weights", fairness.draw_weights),
    Route("/ratings", players.all_ratings),
    Route("/ratings/{game}", players.ratings),
    Route("/statistics/{game}", statistics.show),
    Route("/players/{who}", players.player),
    Route("/players/{who}/{other}", players.versus),
    Route("/import", replay.import_record, methods=["POST"]),
    Route("/replay/{id}", replay.show),
    Route("/replay/{id}/frame", replay.frame),
    Route("/replay/{id}/record", replay.record),
    Route("/replay/{id}/continue", replay.continue_game, methods=["POST"]),
    Route("/replay/{id}/review", review.show),
    Route("/replay/{id}/review", review.begin, methods=["POST"]),
    Route("/replay/{id}/review.{kind}", review.export),
    Route("/replay/{id}/review/parts", review.parts),
    Route("/replay/{id}/review/stop", review.stop, methods=["POST"]),
    Route("/replay/{id}/review/{at:int}/{which}.svg", review.drawing),
    Route("/analysis/{id}", analysis.show),
    Route("/analysis/{id}/{position}/frame", analysis.frame),
    Route("/analysis/{id}/{position}/draft", analysis.draft),
    Route("/analysis/{id}/{position}/choices", analysis.choices),
    Route("/analysis/{id}/{position}/why", analysis.why, methods=["POST"]),
    Route("/analysis/{id}/{position}/move", analysis.move, methods=["POST"]),
    Route("/analysis/{id}/{position}/evaluation", analysis.evaluation, methods=["POST"]),
    Route("/puzzles", puzzles.show_all),
    Route("/puzzles/day", puzzles.show_daily),
    Route("/puzzles/next", puzzles.show_next),
    Route("/puzzles/{id}", puzzles.show),
    Route("/puzzles/{id}/draft", puzzles.draft),
    Route("/puzzles/{id}/text", puzzles.text),
    Route("/puzzles/{id}/choices", puzzles.choices),
    Route("/puzzles/{id}/board.svg", puzzles.drawing),
    Route("/puzzles/{id}/why", puzzles.why, methods=["POST"]),
    Route("/puzzles/{id}/move", puzzles.move, methods=["POST"]),
    Route("/account", account.show),
    Route("/account/sign-in", sign_in.sign_in, methods=["POST"]),
    Route("/account/make", sign_in.create_account, methods=["POST"]),
    Route("/account/link", sign_in.send_link, methods=["POST"]),
    *(Route(f"/account/{name}", account.to_account) for name in ("sign-in", "make", "link", "name", "password", "address")),
    Route("/account/link/{token}", sign_in.show_link),
    Route("/account/link/{token}", sign_in.use_link, methods=["POST"]),
    Route("/account/name", account.rename, methods=["POST"]),
    Route("/account/password", account.set_password, methods=["POST"]),
    Route("/account/address", account.set_address, methods=["POST"]),
    Route("/account/address/end", account.remove_address, methods=["POST"]),
    Route("/account/devices/end", account.sign_out_device, methods=["POST"]),
    Route("/account/delete", account.confirm_delete),
    Route("/account/delete", account.delete, methods=["POST"]),
    Route("/account/notifications", notifications.preferences),
    Route("/account/notifications", notifications.save_preferences, methods=["POST"]),
    Route("/account/push", notifications.subscribe, methods=["POST"]),
    Route("/account/push/end", notifications.unsubscribe, methods=["POST"]),
    Route("/notices", notifications.show),
    Route("/notices/live", notifications.live),
    Route("/notices/see", notifications.mark_all_seen, methods=["POST"]),
    Route("/notices/look", notifications.mark_table_seen, methods=["POST"]),
    Route("/letters/{signed}", notifications.email_unsubscribe_page),
    Route("/letters/{signed}", notifications.unsubscribe_email, methods=["POST"]),
    Route("/worker.js", notifications.service_worker),
    Route("/manifest.webmanifest", install.manifest),
    Route("/offline", install.offline),
    Route("/account/tokens", tokens.show),
    Route("/account/tokens", tokens.create, methods=["POST"]),
    Route("/account/tokens/revoke", tokens.revoke_all, methods=["POST"]),
    Route("/account/tokens/{id}/revoke", tokens.revoke, methods=["POST"]),
    *api.ROUTES,
)
_SENTENCES: Final[dict[int, Sentence]] = {
    404: say("there is no such page"),
    405: say("this page does not accept that method"),
}


def make_app(settings: Settings, now: Callable[[], float] = time.time) -> Starlette:
    """Return the application. Its store is opened here, so that a store in use is refused at once."""
    house = House(settings, now)
    limits = Limits(settings, house.rate_windows if house.store.shared else None)
    counts = Metrics()
    counts.gauge("roundhouse_streams", "Live streams that are open.", lambda: limits.streams)
    counts.gauge("roundhouse_rooms", "Tables in memory.", lambda: len(house.rooms))
    counts.gauge("roundhouse_bots_to_move", "Tables where a bot is to move.", lambda: len(house.bot_worker.tables))
    counts.counter("roundhouse_entries", "Moves, draws and undos written down.", lambda: house.repository.written)
    counts.counter("roundhouse_robot_failures", "Decisions that a bot failed to make.", lambda: house.bot_worker.failures)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:  # noqa: ARG001
        await house.open()
        yield
        await house.close()

    app = Starlette(
        routes=ROUTES,
        lifespan=lifespan,
        middleware=[
            Middleware(Telemetry, metrics=counts),
            Middleware(SecurityMiddleware, settings=settings),
            Middleware(TrustedHostMiddleware, allowed_hosts=settings.allowed_hosts(), www_redirect=False),
            Middleware(LimitsMiddleware, limits=limits),
            Middleware(CompressionMiddleware, minimum_size=1000, compresslevel=_GZIP_LEVEL),
        ],
        exception_handlers={HouseError: _house_error, HTTPException: _http_error, Exception: _internal_error},
    )
    app.state.house = house
    app.state.limits = limits
    app.state.metrics = counts
    return app


async def _house_error(request: Request, error: Any) -> Response:
    return (await _context(request)).error_response(status_of(error), reason_of(error), clause_of(error), headers=headers_of(error))


async def _http_error(request: Request, error: Any) -> Response:
    sentence = _SENTENCES.get(error.status_code, say("this request is malformed"))
    return (await _context(request)).error_response(error.status_code, sentence, headers=error.headers)


async def _internal_error(request: Request, error: Exception) -> Response:
    _logger.error("%s %s failed", request.method, request.scope["route"].path if "route" in request.scope else "?", exc_info=error)
    response = RequestContext(request).error_response(500, say("something went wrong on the server; nothing has changed"))
    response.raw_headers = with_security_headers(response.raw_headers)  # this response does not pass the middleware
    return response


async def _context(request: Request) -> RequestContext:
    """Return the context for an error; without a session if the store does not respond."""
    try:
        return await RequestContext.load(request)
    except HouseError:
        return RequestContext(request)

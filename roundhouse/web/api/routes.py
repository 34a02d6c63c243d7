"""Routes of the API: check the token and the rate limit, decode the parameters, call the handler."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundhouse.core.sentence import HouseError, say
from roundhouse.web.api.call import Call, bearer_token
from roundhouse.web.api.document import document
from roundhouse.web.api.endpoint import Endpoint
from roundhouse.web.api.endpoints import ENDPOINTS
from roundhouse.web.http.address import address_of
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.http.problem import KINDS, PREFIX
from roundhouse.web.people.tokens import PLAY, Bearer
from roundhouse.web.server.context import JSON, RequestContext, clause_of, headers_of, is_json, reason_of, status_of

_HOUR: Final = 3600


async def reference(request: Request) -> Response:
    """Show the API reference page."""
    ctx = RequestContext(request)
    context = {
        "prefix": PREFIX,
        "base": ctx.base_url,
        "endpoints": [
            {
                "method": endpoint.method,
                "path": endpoint.path,
                "summary": ctx.text(endpoint.summary),
                "scope": endpoint.scope,
            }
            for endpoint in ENDPOINTS
        ],
        "problems": [
            {"code": kind.code, "status": status, "title": ctx.text(kind.title), "remedy": ctx.text(kind.remedy)}
            for status, kind in KINDS.items()
        ],
    }
    return ctx.page("api.html", context)


async def openapi(request: Request) -> Response:  # noqa: ARG001 - routes take a request
    """Serve the OpenAPI document."""
    return Response(document(), headers={"Cache-Control": f"public, max-age={_HOUR}"}, media_type=JSON)


def _route(path: str) -> Route:
    """Return one route per path, so that a 405 response lists all methods of the path in its Allow header."""
    methods = {endpoint.method: endpoint for endpoint in ENDPOINTS if endpoint.path == path}

    async def handle(request: Request) -> Response:
        return await _respond(methods["GET" if request.method == "HEAD" else request.method], request)

    return Route(PREFIX + path, handle, methods=list(methods))


async def _respond(endpoint: Endpoint, request: Request) -> Response:
    ctx = RequestContext(request)
    call = Call(ctx, None)
    claim = request.app.state.limits.claim
    try:
        if endpoint.scope is None:
            left = await claim(endpoint.limit, address_of(request))
        else:
            call.bearer = await _bearer(ctx, endpoint.scope, claim)
            ctx.house.guests.addresses.note(call.guest.id, address_of(request))
            left = await claim(endpoint.limit, address_of(request), call.guest.id)
            if endpoint.scope == PLAY and not call.guest.program:
                await ctx.house.mark_program(call.guest.id)
                call.bearer = replace(call.bearer, guest=replace(call.guest, program=True))
        result = await endpoint.handler(call, await _params(endpoint, request))
    except HouseError as error:
        room = call.loaded_room
        event_count, names = (None, ()) if room is None else (room.event_count, room.names)
        return ctx.error_response(
            status_of(error), reason_of(error), clause_of(error), event_count=event_count, headers=headers_of(error), names=names
        )
    response = result if isinstance(result, Response) else call.response(result, endpoint.status)
    if left is not None:
        response.headers.update(left.headers())
    return response


async def _bearer(ctx: RequestContext, scope: str, claim: Callable[..., Awaitable[object]]) -> Bearer:
    """Return the bearer of the token. Raise HTTPError if it is invalid, which is counted to stop guessing, or lacks the scope."""
    token = bearer_token(ctx.request.headers.get("authorization", ""))
    bearer = await ctx.house.tokens.bearer(token)
    if bearer is None:
        await claim("token", address_of(ctx.request))
        raise HTTPError(401, say("this token is unknown or has been revoked"))
    if scope not in bearer.scopes:
        raise HTTPError(403, say("this token lacks the scope '{scope}'", scope=scope))
    return bearer


async def _params(endpoint: Endpoint, request: Request) -> Any:
    """Decode the parameters from the query string of a GET, or from a JSON body. Raise HTTPError if they do not fit."""
    try:
        if endpoint.read_only:
            return msgspec.convert(_query(request), endpoint.params, strict=False)
        if not is_json(request):
            raise HTTPError(400, say("the body must be JSON, sent with 'Content-Type: application/json'"))
        return msgspec.convert(_integers(msgspec.json.decode(await request.body() or b"{}")), endpoint.params)
    except (msgspec.ValidationError, msgspec.DecodeError, RecursionError) as error:
        raise HTTPError(400, say("this request is malformed: {reason}", reason=str(error)[:300])) from error


def _query(request: Request) -> dict[str, str]:
    items = request.query_params.multi_items()
    if len({name for name, _ in items}) < len(items) or any(text == "null" for _, text in items):
        raise HTTPError(400, say("this request is malformed"))
    return dict(items)


def _integers(content: Any) -> Any:
    """Return the content with floats such as 5.0 as integers: JSON has a single number type."""
    if isinstance(content, float) and content.is_integer():
        return int(content)
    if isinstance(content, list):
        return [_integers(part) for part in content]
    if isinstance(content, dict):
        return {name: _integers(part) for name, part in content.items()}
    return content


ROUTES: Final = (
    *(_route(path) for path in dict.fromkeys(endpoint.path for endpoint in ENDPOINTS)),
    Route(f"{PREFIX}/openapi.json", openapi),
    Route("/api", reference),
)

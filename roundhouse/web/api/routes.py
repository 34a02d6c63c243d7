"""How requests reach the endpoints of the API: a token is asked for, the limits are kept, what is sent is decoded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundhouse.core.sentence import HouseError, say
from roundhouse.web.api.call import Call, bearer_text
from roundhouse.web.api.document import document
from roundhouse.web.api.endpoint import Endpoint
from roundhouse.web.api.endpoints import ENDPOINTS
from roundhouse.web.http.address import address_of
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.http.problem import KINDS, PREFIX
from roundhouse.web.people.tokens import Bearer
from roundhouse.web.server.context import JSON, RequestContext, clause_of, headers_of, is_json, reason_of, status_of

_HOUR: Final = 3600


async def explain(request: Request) -> Response:
    """The page about the API."""
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


async def openapi(request: Request) -> Response:  # noqa: ARG001 - as routes are called
    """The document for programs."""
    return Response(document(), headers={"Cache-Control": f"public, max-age={_HOUR}"}, media_type=JSON)


def _route(path: str) -> Route:
    """One route an address, so that a method that is not used there is answered with all that are."""
    methods = {endpoint.method: endpoint for endpoint in ENDPOINTS if endpoint.path == path}

    async def handle(request: Request) -> Response:
        return await _answer(methods["GET" if request.method == "HEAD" else request.method], request)

    return Route(PREFIX + path, handle, methods=list(methods))


async def _answer(endpoint: Endpoint, request: Request) -> Response:
    ctx = RequestContext(request)
    call = Call(ctx, None)
    spend = request.app.state.limits.spend
    try:
        if endpoint.scope is None:
            left = spend(endpoint.deed, address_of(request))
        else:
            call.bearer = await _bearer(ctx, endpoint.scope, spend)
            left = spend(endpoint.deed, call.guest.id)
        content = await endpoint.handler(call, await _order(endpoint, request))
    except HouseError as error:
        room = call.found
        n, names = (None, ()) if room is None else (room.event_count, room.names)
        return ctx.error_response(
            status_of(error), reason_of(error), clause_of(error), event_count=n, headers=headers_of(error), names=names
        )
    response = content if isinstance(content, Response) else call.answer(content, endpoint.status)
    if left is not None:
        response.headers.update(left.headers())
    return response


async def _bearer(ctx: RequestContext, scope: str, spend: Callable[[str, str], object]) -> Bearer:
    """Who calls. Tokens that are not good are counted, so that nobody can try many."""
    text = bearer_text(ctx.request.headers.get("authorization", ""))
    bearer = await ctx.house.tokens.bearer(text)
    if bearer is None:
        spend("token", address_of(ctx.request))
        raise HTTPError(401, say("this token is not known here, or it was revoked"))
    if scope not in bearer.scopes:
        raise HTTPError(403, say("this token may not do that: it lacks the scope '{scope}'", scope=scope))
    return bearer


async def _order(endpoint: Endpoint, request: Request) -> Any:
    """What is asked for: in the address of something that is read, else in a JSON body."""
    try:
        if endpoint.reads:
            return msgspec.convert(_query(request), endpoint.takes, strict=False)
        if not is_json(request):
            raise HTTPError(400, say("the body of a request is JSON: send 'Content-Type: application/json'"))
        return msgspec.convert(_whole(msgspec.json.decode(await request.body() or b"{}")), endpoint.takes)
    except (msgspec.ValidationError, msgspec.DecodeError, RecursionError) as error:
        raise HTTPError(400, say("this request is not understood here: {reason}", reason=str(error)[:300])) from error


def _query(request: Request) -> dict[str, str]:
    items = request.query_params.multi_items()
    if len({name for name, _ in items}) < len(items) or any(text == "null" for _, text in items):
        raise HTTPError(400, say("this request is malformed"))
    return dict(items)


def _whole(content: Any) -> Any:
    """JSON knows no kinds of number: 5.0 is a whole number as well, in every language that writes it so."""
    if isinstance(content, float) and content.is_integer():
        return int(content)
    if isinstance(content, list):
        return [_whole(part) for part in content]
    if isinstance(content, dict):
        return {name: _whole(part) for name, part in content.items()}
    return content


ROUTES: Final = (
    *(_route(path) for path in dict.fromkeys(endpoint.path for endpoint in ENDPOINTS)),
    Route(f"{PREFIX}/openapi.json", openapi),
    Route("/api", explain),
)

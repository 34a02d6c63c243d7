"""The page of API tokens: create, list, revoke."""

from __future__ import annotations

import time
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.web.http import user_text
from roundhouse.web.http.address import address_of
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.people.guests import Guest, require
from roundhouse.web.people.tokens import CHAT, PLAY, READ, SCOPES, Token
from roundhouse.web.server.context import RequestContext

_SCOPE_LABELS: Final[dict[str, Sentence]] = {
    READ: say("see your tables and what your seats see"),
    PLAY: say("open tables, take seats and make moves"),
    CHAT: say("chat at tables"),
}
_DAY: Final = 24 * 3600


async def show(request: Request) -> Response:
    """Show the tokens of the guest."""
    ctx = await RequestContext.load(request)
    return ctx.page("tokens.html", await tokens_context(ctx, ctx.guest))


async def create(request: Request) -> Response:
    """Create a token. Its text is shown only in this response."""
    ctx = await RequestContext.load(request)
    form = await ctx.form()
    await request.app.state.limits.claim("token", address_of(request), ctx.guest_id)
    label = user_text.name(form.get("label", ""))
    scopes = [scope for scope in SCOPES if form.get(f"scope-{scope}") == "on"]
    if not scopes:
        raise HTTPError(422, say("choose at least one permission for the token"))
    guest, cookie, required = ctx.guest, None, [] if ctx.session is None else [require(ctx.session)]
    if guest is None:
        guest, cookie = await ctx.house.guests.register(request, user_text.name(form.get("name", "")))
    fresh = await ctx.house.tokens.create(guest.id, label, scopes, required)
    response = ctx.page("tokens.html", await tokens_context(ctx, guest, fresh), 201)
    if cookie is not None:
        ctx.house.guests.set_cookie(response, cookie)
    return response


async def revoke(request: Request) -> Response:
    """Revoke a token."""
    ctx = await RequestContext.load(request)
    guest = ctx.require_guest()
    await ctx.house.tokens.revoke(guest.id, request.path_params["id"])
    ctx.house.tokens_revoked(guest.id)
    return ctx.action_response("/account/tokens", {"n": 0})


async def revoke_all(request: Request) -> Response:
    """Revoke all tokens of the guest."""
    ctx = await RequestContext.load(request)
    guest = ctx.require_guest()
    await ctx.house.tokens.revoke_all(guest.id)
    ctx.house.tokens_revoked(guest.id)
    return ctx.action_response("/account?done=tokens" if guest.account else "/account/tokens", {"n": 0})


async def tokens_context(ctx: RequestContext, guest: Guest | None, fresh: str = "") -> dict[str, Any]:
    """Return the template context of the token panel; `fresh` is the text of a new token."""
    tokens = [] if guest is None else await ctx.house.tokens.of(guest.id)
    return {
        "guest": None if guest is None else guest.name,
        "fresh": fresh,
        "tokens": [_token_context(ctx, token) for token in tokens],
        "scopes": [{"id": scope, "label": ctx.text(_SCOPE_LABELS[scope])} for scope in SCOPES],
    }


def _token_context(ctx: RequestContext, token: Token) -> dict[str, str]:
    return {"id": token.id, "label": token.label, "scopes": ", ".join(token.scopes), "used": ctx.text(_last_use(token))}


def _last_use(token: Token) -> Sentence:
    if token.used is None:
        return say("never used")
    days = int((time.time() - token.used) // _DAY)
    return say("used today") if days <= 0 else say_many("used {count} day ago", "used {count} days ago", count=days)

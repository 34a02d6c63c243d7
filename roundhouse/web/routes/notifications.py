"""Notifications: the bell, notices, preferences, web push, unsubscribing from e-mail."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from roundhouse.core.sentence import HouseError, say
from roundhouse.games import GAMES
from roundhouse.web.catalog.games import games_context
from roundhouse.web.http import assets
from roundhouse.web.http.address import address_of
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.http.live_response import LiveResponse
from roundhouse.web.live.lobby import MAX_LISTED, summary_context
from roundhouse.web.notifications.bell import merge, notice_context
from roundhouse.web.notifications.preferences import KINDS, MAILS, OFF, game_key, known_zone, table_key
from roundhouse.web.notifications.push import parse_subscription
from roundhouse.web.server.context import RequestContext
from roundhouse.web.store.store import StoreFailed
from roundhouse.web.tables.repository import Stage

Text = Annotated[str, msgspec.Meta(max_length=1000)]


class PushSubscription(msgspec.Struct):
    """A push subscription as the browser sends it."""

    endpoint: Text
    p256dh: Text = ""
    auth: Text = ""


async def show(request: Request) -> Response:
    """Show the unseen notices."""
    ctx = await RequestContext.load(request)
    unseen = [] if ctx.guest is None else await ctx.house.notifications.notices.unseen(ctx.guest.id)
    return ctx.page("people/notices.html", {"items": [notice_context(notice, ctx.language) for notice in unseen]})


async def live(request: Request) -> Response:
    """Stream the bell alone, for pages without a stream of their own."""
    ctx = await RequestContext.load(request)
    ctx.require_guest()
    return stream(ctx, _no_events())


def stream(ctx: RequestContext, events: AsyncGenerator[bytes, None], table: str = "") -> Response:
    """Return the one event stream of a page: its own events merged with the bell of the guest."""

    async def all_events() -> AsyncIterator[bytes]:
        with suppress(StoreFailed):  # the page reconnects
            async for event in _with_bell(ctx, events, table):
                yield event

    return LiveResponse(ctx.request, all_events(), ctx.guest_id)


def _with_bell(ctx: RequestContext, events: AsyncGenerator[bytes, None], table: str) -> AsyncGenerator[bytes, None]:
    """Merge `events` with those of the guest's bell; without a session, return them unchanged."""
    session, house = ctx.session, ctx.house
    if session is None:
        return events
    bell = house.notifications.bells.stream(session.guest.id, ctx.language, table, lambda: house.guests.state(session))
    return merge(events, bell)


async def mark_all_seen(request: Request) -> Response:
    """Mark all notices as seen."""
    ctx = await RequestContext.load(request)
    _spend(ctx)
    guest = ctx.require_guest()
    await ctx.house.notifications.notices.mark_all_seen(guest.id)
    ctx.house.notifications.bells.ring(guest.id)
    return ctx.action_response("/notices", {})


async def mark_table_seen(request: Request) -> Response:
    """Mark the notices of one table as seen."""
    ctx = await RequestContext.load(request)
    _spend(ctx)
    guest = ctx.require_guest()
    table = (await ctx.form()).get("table", "")
    await ctx.house.notifications.notices.mark_table_seen(guest.id, table)
    ctx.house.notifications.bells.ring(guest.id)
    return ctx.action_response("/notices", {})


# Preferences.


async def preferences(request: Request) -> Response:
    """Show the notification preferences; redirect a browser without a guest to the account page."""
    ctx = await RequestContext.load(request)
    if ctx.guest is None:
        return ctx.redirect("/account")
    saved = request.query_params.get("done") == "saved"
    return await _preferences_page(ctx, done=ctx.text(say("Your preferences have been saved.")) if saved else None)


async def _preferences_page(ctx: RequestContext, status: int = 200, **extra: Any) -> Response:
    guest, house = ctx.require_guest(), ctx.house
    account = await house.accounts.of(guest.id)
    summaries = await house.repository.tables_of(guest.id, MAX_LISTED)
    context = {
        "preferences": await house.notifications.preferences.of(guest.id),
        "muted": await house.notifications.preferences.muted(guest.id),
        "email": None if account is None else account.email,
        "hooks": house.settings.webhooks,
        "games": games_context(ctx.language),
        "your_tables": [summary_context(summary, ctx.language) for summary in summaries if summary.setup.stage != Stage.FINISHED],
        "key": (await house.notifications.push()).public,
        "error": None,
        "done": None,
    }
    return ctx.page("people/notifications.html", {**context, **extra}, status)


async def save_preferences(request: Request) -> Response:
    """Save the form. A checkbox that it does not contain is unticked."""
    ctx = await RequestContext.load(request)
    _spend(ctx)
    guest, notifications = ctx.require_guest(), ctx.house.notifications
    form = await ctx.form()
    before = await notifications.preferences.of(guest.id)
    try:
        hook = form.get("hook", "").strip() if ctx.house.settings.webhooks else before.hook
        changed = replace(
            before,
            language=ctx.language,
            zone=known_zone(form.get("zone", before.zone)),
            kinds=frozenset(kind for kind in KINDS if form.get(kind) == "on"),
            mail=form["mail"] if form.get("mail") in MAILS else OFF,
            hook=notifications.webhooks.check_url(hook) if hook else "",
        )
    except HouseError as error:
        return await _preferences_page(ctx, 422, error=ctx.error_text(error))
    await notifications.preferences.save(guest.id, changed)
    await notifications.preferences.set_muted(guest.id, await _muted(ctx, guest.id, form))
    notifications.bells.ring(guest.id)
    return ctx.action_response("/account/notifications?done=saved", {})


async def _muted(ctx: RequestContext, guest: str, form: dict[str, str]) -> set[str]:
    """Return the keys of muted games and tables: those ticked in the form, and muted tables that the form does not show."""
    tables = {table_key(id) for id, stage in await ctx.house.accounts.tables_of(guest) if stage != Stage.FINISHED}
    known = {game_key(game.name) for game in GAMES} | tables
    ticked = {name for name, value in form.items() if value == "on" and name in known}
    return ticked | (await ctx.house.notifications.preferences.muted(guest) - known)


async def subscribe(request: Request) -> Response:
    """Subscribe this browser to push notifications."""
    ctx = await RequestContext.load(request)
    _spend(ctx)
    body = await ctx.read_body(PushSubscription)
    target = parse_subscription(ctx.house.notifications.webhooks.check_url(body.endpoint), body.p256dh, body.auth)
    assert ctx.session is not None
    await ctx.house.notifications.preferences.subscribe(ctx.session.guest.id, ctx.session.device, target)
    await ctx.house.notifications.preferences.set_language(ctx.session.guest.id, ctx.language)
    return ctx.action_response("/account/notifications?done=saved", {})


async def unsubscribe(request: Request) -> Response:
    """Unsubscribe a browser from push notifications."""
    ctx = await RequestContext.load(request)
    _spend(ctx)
    guest = ctx.require_guest()
    body = await ctx.read_body(PushSubscription)
    await ctx.house.notifications.preferences.unsubscribe(guest.id, body.endpoint)
    return ctx.action_response("/account/notifications?done=saved", {})


# E-mail.


async def email_unsubscribe_page(request: Request) -> Response:
    """Show the page of the unsubscribe link in an e-mail."""
    ctx = await RequestContext.load(request)
    await _unsubscribed_guest(ctx)
    return ctx.page("people/unsubscribe.html", {"done": False})


async def unsubscribe_email(request: Request) -> Response:
    """Stop e-mail notifications. The signed link is enough; no sign-in is needed."""
    ctx = await RequestContext.load(request)
    await ctx.house.notifications.preferences.disable_email(await _unsubscribed_guest(ctx))
    return ctx.page("people/unsubscribe.html", {"done": True})


async def _unsubscribed_guest(ctx: RequestContext) -> str:
    guest = await ctx.house.notifications.unsubscribed_guest(ctx.request.path_params["signed"])
    if guest is None:
        raise HTTPError(404, say("there is no such page"))
    return guest


def _spend(ctx: RequestContext) -> None:
    ctx.request.app.state.limits.spend("act", address_of(ctx.request), ctx.require_guest().id)


async def service_worker(request: Request) -> Response:  # noqa: ARG001 - routes take a request
    """Serve the service worker, at the root so that its scope is the whole site."""
    data = assets.content("worker.js")
    return Response(data, headers={"Cache-Control": "no-cache"}, media_type=assets.KINDS["js"])


async def _no_events() -> AsyncGenerator[bytes, None]:
    """Yield nothing, forever."""
    await asyncio.Event().wait()
    yield b""

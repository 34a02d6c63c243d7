"""News for one person: the bell, what was seen, the wishes about it, browsers that want to be told, letters that end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Any

import msgspec
from sse_starlette import EventSourceResponse
from starlette.requests import Request
from starlette.responses import Response

from roundhouse.core.sentence import HouseError, say
from roundhouse.games import GAMES
from roundhouse.web.catalog.games import games_context
from roundhouse.web.http import assets
from roundhouse.web.http.address import SEND_TIMEOUT, SHUTDOWN_GRACE, address_of
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.live.lobby import MAX_LISTED, summary_context
from roundhouse.web.notifications.bell import merge, notice_context
from roundhouse.web.notifications.preferences import KINDS, MAILS, OFF, game_key, known_zone, table_key
from roundhouse.web.notifications.push import parse_subscription
from roundhouse.web.server.context import RequestContext
from roundhouse.web.store.store import StoreFailed
from roundhouse.web.tables.repository import Stage

Text = Annotated[str, msgspec.Meta(max_length=1000)]


class Browser(msgspec.Struct):
    """What a browser says about its push service."""

    endpoint: Text
    p256dh: Text = ""
    auth: Text = ""


async def show(request: Request) -> Response:
    """What waits for somebody, as a page."""
    ctx = await RequestContext.load(request)
    unseen = [] if ctx.guest is None else await ctx.house.notifications.notices.unseen(ctx.guest.id)
    return ctx.page("people/notices.html", {"items": [notice_context(notice, ctx.language) for notice in unseen]})


async def live(request: Request) -> Response:
    """The bell alone, for pages that have no other stream."""
    ctx = await RequestContext.load(request)
    ctx.require_guest()
    return stream(ctx, _silence())


def stream(ctx: RequestContext, events: AsyncGenerator[bytes, None], table: str = "") -> Response:
    """The one stream of a page: its own events, and the bell of its reader."""
    limits = ctx.request.app.state.limits
    address = address_of(ctx.request)
    limits.admit_stream(address)

    async def all_events() -> AsyncIterator[bytes]:
        with limits.stream(address), suppress(StoreFailed):  # the page comes back, and so does the database
            async for event in ride(ctx, events, table):
                yield event

    return EventSourceResponse(all_events(), send_timeout=SEND_TIMEOUT, shutdown_grace_period=SHUTDOWN_GRACE)


def ride(ctx: RequestContext, events: AsyncGenerator[bytes, None], table: str) -> AsyncGenerator[bytes, None]:
    """Events, and among them those of the reader's bell; none for somebody who is not known here."""
    session, house = ctx.session, ctx.house
    if session is None:
        return events
    guest, device = session.guest.id, session.device
    bell = house.notifications.bells.stream(guest, ctx.language, table, lambda: house.guests.signed_in(guest, device))
    return merge(events, bell)


async def see(request: Request) -> Response:
    """Somebody knows all that was told."""
    ctx = await RequestContext.load(request)
    _spend(ctx)
    guest = ctx.require_guest()
    await ctx.house.notifications.notices.mark_all_seen(guest.id)
    ctx.house.notifications.bells.ring(guest.id)
    return ctx.action_response("/notices", {})


async def look(request: Request) -> Response:
    """Somebody looks at a table."""
    ctx = await RequestContext.load(request)
    _spend(ctx)
    guest = ctx.require_guest()
    table = (await ctx.form()).get("table", "")
    await ctx.house.notifications.notices.mark_table_seen(guest.id, table)
    ctx.house.notifications.bells.ring(guest.id)
    return ctx.action_response("/notices", {})


# Wishes.


async def preferences(request: Request) -> Response:
    """The page about what somebody wants to be told."""
    ctx = await RequestContext.load(request)
    if ctx.guest is None:
        return ctx.redirect("/account")
    saved = request.query_params.get("done") == "saved"
    return await _wishes_page(ctx, done=ctx.text(say("Your wishes are kept.")) if saved else None)


async def _wishes_page(ctx: RequestContext, status: int = 200, **more: Any) -> Response:
    guest, house = ctx.require_guest(), ctx.house
    account = await house.accounts.of(guest.id)
    briefs = await house.repository.tables_of(guest.id, MAX_LISTED)
    context = {
        "preferences": await house.notifications.preferences.of(guest.id),
        "muted": await house.notifications.preferences.muted(guest.id),
        "email": None if account is None else account.email,
        "hooks": house.settings.webhooks,
        "games": games_context(ctx.language),
        "your_tables": [summary_context(brief, ctx.language) for brief in briefs if brief.setup.stage != Stage.FINISHED],
        "key": (await house.notifications.push()).public,
        "error": None,
        "done": None,
    }
    return ctx.page("people/notifications.html", {**context, **more}, status)


async def save_wishes(request: Request) -> Response:
    """Keeps what a form says; a box that is not in it is not ticked."""
    ctx = await RequestContext.load(request)
    _spend(ctx)
    guest, news = ctx.require_guest(), ctx.house.notifications
    form = await ctx.form()
    before = await news.preferences.of(guest.id)
    try:
        hook = form.get("hook", "").strip() if ctx.house.settings.webhooks else before.hook
        wanted = replace(
            before,
            language=ctx.language,
            zone=known_zone(form.get("zone", before.zone)),
            kinds=frozenset(kind for kind in KINDS if form.get(kind) == "on"),
            mail=form["mail"] if form.get("mail") in MAILS else OFF,
            hook=news.webhooks.check_url(hook) if hook else "",
        )
    except HouseError as error:
        return await _wishes_page(ctx, 422, error=ctx.error_text(error))
    await news.preferences.save(guest.id, wanted)
    await news.preferences.set_muted(guest.id, await _mutes(ctx, guest.id, form))
    news.bells.ring(guest.id)
    return ctx.action_response("/account/notifications?done=saved", {})


async def _mutes(ctx: RequestContext, guest: str, form: dict[str, str]) -> set[str]:
    """What the form silences among what there is to silence; tables that it does not show stay as they were."""
    tables = {table_key(id) for id, stage in await ctx.house.accounts.tables_of(guest) if stage != Stage.FINISHED}
    known = {game_key(game.name) for game in GAMES} | tables
    asked = {name for name, value in form.items() if value == "on" and name in known}
    return asked | (await ctx.house.notifications.preferences.muted(guest) - known)


async def subscribe(request: Request) -> Response:
    """A browser that wants to be told."""
    ctx = await RequestContext.load(request)
    _spend(ctx)
    order = await ctx.read_body(Browser)
    target = parse_subscription(ctx.house.notifications.webhooks.check_url(order.endpoint), order.p256dh, order.auth)
    assert ctx.session is not None
    await ctx.house.notifications.preferences.subscribe(ctx.session.guest.id, ctx.session.device, target)
    await ctx.house.notifications.preferences.set_language(ctx.session.guest.id, ctx.language)
    return ctx.action_response("/account/notifications?done=saved", {})


async def unsubscribe(request: Request) -> Response:
    """A browser that wants to be left in peace."""
    ctx = await RequestContext.load(request)
    _spend(ctx)
    guest = ctx.require_guest()
    order = await ctx.read_body(Browser)
    await ctx.house.notifications.preferences.unsubscribe(guest.id, order.endpoint)
    return ctx.action_response("/account/notifications?done=saved", {})


# Letters.


async def letters(request: Request) -> Response:
    """The page behind the link at the foot of a letter."""
    ctx = await RequestContext.load(request)
    await _stopped(ctx)
    return ctx.page("people/unsubscribe.html", {"done": False})


async def end_letters(request: Request) -> Response:
    """No more of them; who holds a letter need not sign in for it."""
    ctx = await RequestContext.load(request)
    await ctx.house.notifications.preferences.disable_email(await _stopped(ctx))
    return ctx.page("people/unsubscribe.html", {"done": True})


async def _stopped(ctx: RequestContext) -> str:
    guest = await ctx.house.notifications.unsubscribed_guest(ctx.request.path_params["signed"])
    if guest is None:
        raise HTTPError(404, say("there is no such page"))
    return guest


def _spend(ctx: RequestContext) -> None:
    ctx.request.app.state.limits.spend("act", ctx.require_guest().id)


async def worker(request: Request) -> Response:  # noqa: ARG001 - the same for everybody
    """The script that works while no page is open. It lies at the root, because it speaks for the whole house."""
    data = assets.content("worker.js")
    return Response(data, headers={"Cache-Control": "no-cache"}, media_type=assets.KINDS["js"])


async def _silence() -> AsyncGenerator[bytes, None]:
    """A stream without events of its own."""
    await asyncio.Event().wait()
    yield b""

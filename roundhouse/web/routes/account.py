"""An account: its name, address and password, its devices, and its end."""

from __future__ import annotations

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from roundhouse.core.sentence import Sentence, say
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.live.lobby import MAX_LISTED, summary_context
from roundhouse.web.notifications.emails import changed_email, confirm_email
from roundhouse.web.people.accounts import Account, parse_email
from roundhouse.web.people.guests import Guest, Session
from roundhouse.web.people.links import CONFIRM
from roundhouse.web.people.passwords import MIN_LENGTH
from roundhouse.web.routes.entrance import house_address, sent, sign_in_page, spend_letter
from roundhouse.web.server.context import RequestContext
from roundhouse.web.tables.repository import Stage

_DONE: Final[dict[str, Sentence]] = {  # what the account page says after something was done
    "made": say("This is your account. Give it an address as well: then a forgotten password is no loss."),
    "in": say("You are signed in."),
    "name": say("Your new name is set."),
    "password": say("Your new password is set, and all other devices are signed out."),
    "address": say("Your address is confirmed."),
    "address-end": say("Your address is removed."),
    "device": say("That device is signed out."),
    "devices": say("All other devices are signed out."),
}


async def show(request: Request) -> Response:
    """The account of who is signed in; for others the page to sign in."""
    ctx = await RequestContext.load(request)
    account = await _account(ctx)
    if account is None:
        return await sign_in_page(ctx)
    done = _DONE.get(request.query_params.get("done", ""))
    return await _account_page(ctx, account, done=None if done is None else ctx.text(done))


async def back(request: Request) -> Response:
    """Where a form was sent to there is no page: who comes again by its address is led to the account."""
    return (await RequestContext.load(request)).redirect("/account")


async def _account_page(ctx: RequestContext, account: Account, status: int = 200, **more: Any) -> Response:
    session = _session(ctx)
    house = ctx.house
    tables = [brief for brief in await house.repository.tables_of(account.guest, MAX_LISTED) if brief.setup.stage != Stage.FINISHED]
    context = {
        "account": account,
        "fresh": session.fresh,
        "least": MIN_LENGTH,
        "devices": await house.guests.devices(account.guest),
        "here": session.device,
        "your_tables": [summary_context(brief, ctx.language) for brief in tables],
        "error": None,
        "done": None,
    }
    return ctx.page("people/account.html", {**context, **more}, status)


async def rename(request: Request) -> Response:
    """Another name."""
    ctx, account = await _signed_in(request)
    form = await ctx.form()
    try:
        await ctx.house.accounts.rename(account, form.get("name", ""))
    except HTTPError as error:
        return await _account_page(ctx, account, error.status, error=ctx.error_text(error))
    ctx.house.guests.invalidate(account.guest)
    return ctx.redirect("/account?done=name")


async def set_password(request: Request) -> Response:
    """A new password; whoever got hold of a cookie elsewhere is out."""
    ctx, account = await _signed_in(request)
    form = await ctx.form()
    try:
        await _prove(ctx, account, form)
        await ctx.house.accounts.set_password(account, form.get("password", ""))
    except HTTPError as error:
        return await _account_page(ctx, account, error.status, error=ctx.error_text(error))
    await ctx.house.guests.sign_out_others(account.guest, _session(ctx).device)
    return ctx.redirect("/account?done=password")


async def set_address(request: Request) -> Response:
    """A letter to a new address, which counts once its link is used. The answer does not tell whether others use it."""
    ctx, account = await _signed_in(request)
    form = await ctx.form()
    try:
        email = parse_email(form.get("email", ""))
        await _prove(ctx, account, form)
        spend_letter(ctx, email)
    except HTTPError as error:
        return await _account_page(ctx, account, error.status, error=ctx.error_text(error))
    token = await ctx.house.links.create(CONFIRM, email, account.guest)
    house = house_address(ctx)
    ctx.house.notifications.send_email(confirm_email(email, account.name, f"{house}/account/link/{token}", house, ctx.language))
    return sent(ctx, email)


async def end_address(request: Request) -> Response:
    """No address any more; an account without a password needs it."""
    ctx, account = await _signed_in(request)
    try:
        await _prove(ctx, account, await ctx.form())
        _keep_a_way_in(account)
    except HTTPError as error:
        return await _account_page(ctx, account, error.status, error=ctx.error_text(error))
    await ctx.house.accounts.set_email(account.guest, None)
    if account.email is not None:
        ctx.house.notifications.send_email(changed_email(account.email, account.name, house_address(ctx), ctx.language))
    return ctx.redirect("/account?done=address-end")


async def end_device(request: Request) -> Response:
    """Signs out a device, all others, or this one."""
    ctx, account = await _signed_in(request)
    device = (await ctx.form()).get("device", "")
    here = _session(ctx).device
    guests = ctx.house.guests
    if device == "others":
        await guests.sign_out_others(account.guest, here)
    else:
        await guests.sign_out(account.guest, device)
    ctx.house.notifications.bells.ring(account.guest)
    if device == here:
        response = ctx.redirect("/")
        guests.delete_cookie(response)
        return response
    return ctx.redirect("/account?done=devices" if device == "others" else "/account?done=device")


async def confirm_delete(request: Request) -> Response:
    """Asks whether somebody means it."""
    ctx, account = await _signed_in(request)
    return _delete_page(ctx, account)


def _delete_page(ctx: RequestContext, account: Account, status: int = 200, error: str | None = None) -> Response:
    return ctx.page("people/delete.html", {"account": account, "fresh": _session(ctx).fresh, "error": error}, status)


async def delete(request: Request) -> Response:
    """The end of an account: nobody is left, and the others play on."""
    ctx, account = await _signed_in(request)
    try:
        await _prove(ctx, account, await ctx.form())
    except HTTPError as error:
        return _delete_page(ctx, account, error.status, ctx.error_text(error))
    await ctx.house.erase(_guest(ctx), ctx.text(say("Anonymous")))
    response = ctx.redirect("/")
    ctx.house.guests.delete_cookie(response)
    return response


# What these share.


async def _account(ctx: RequestContext) -> Account | None:
    return await ctx.house.accounts.of(ctx.guest.id) if ctx.guest is not None and ctx.guest.account else None


async def _signed_in(request: Request) -> tuple[RequestContext, Account]:
    ctx = await RequestContext.load(request)
    account = await _account(ctx)
    if account is None:
        raise HTTPError(403, say("sign in first"))
    return ctx, account


def _session(ctx: RequestContext) -> Session:
    assert ctx.session is not None
    return ctx.session


def _guest(ctx: RequestContext) -> Guest:
    return _session(ctx).guest


def _keep_a_way_in(account: Account) -> None:
    if account.password is None:
        raise HTTPError(409, say("without an address and without a password nobody could sign in"))


async def _prove(ctx: RequestContext, account: Account, form: dict[str, str]) -> None:
    """Who changes what signs in must have shown just now that the account is his: by its password, or by having signed in."""
    password = form.get("proof", "")[:300]
    if not password and _session(ctx).fresh:
        return
    if account.password is None:
        raise HTTPError(403, say("sign in by a new link first: then this is possible for some minutes"))
    limits = ctx.request.app.state.limits
    limits.admit("guess", account.guest)
    if not await ctx.house.accounts.verify_password(account, password):
        limits.spend("guess", account.guest)
        raise HTTPError(403, say("this is not your password"))

"""The account page: name, e-mail address, password, devices, deletion."""

from __future__ import annotations

from collections.abc import Sequence
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
from roundhouse.web.people.tokens import revoke_all
from roundhouse.web.routes.sign_in import authenticate, email_sent_page, sign_in_page, site_url, spend_email
from roundhouse.web.routes.tokens import tokens_context
from roundhouse.web.server.context import RequestContext
from roundhouse.web.store.store import Statement
from roundhouse.web.tables.repository import Stage

_DONE: Final[dict[str, Sentence]] = {  # message on the account page after an action
    "made": say("Your account is ready. Add an e-mail address so that you can still sign in if you forget your password."),
    "in": say("You are signed in."),
    "name": say("Your name has been changed."),
    "password": say("Your password has been changed, and all other devices have been signed out."),
    "password-tokens": say("Your password has been changed. All other devices are signed out, and your tokens are revoked."),
    "address": say("Your e-mail address has been confirmed."),
    "address-end": say("Your e-mail address has been removed."),
    "device": say("That device has been signed out."),
    "devices": say("All other devices have been signed out."),
    "devices-tokens": say("All other devices are signed out, and your tokens are revoked."),
    "tokens": say("Your tokens are revoked."),
}


async def show(request: Request) -> Response:
    """Show the account, or the sign-in page to a guest without one."""
    ctx = await RequestContext.load(request)
    account = await _account(ctx)
    if account is None:
        return await sign_in_page(ctx)
    done = _DONE.get(request.query_params.get("done", ""))
    return await _account_page(ctx, account, done=None if done is None else ctx.text(done))


async def to_account(request: Request) -> Response:
    """Redirect a GET of an address that only takes forms, such as one from the browser's history, to the account page."""
    return (await RequestContext.load(request)).redirect("/account")


async def _account_page(ctx: RequestContext, account: Account, status: int = 200, **extra: Any) -> Response:
    session = _session(ctx)
    house = ctx.house
    tables = [
        summary for summary in await house.repository.tables_of(account.guest, MAX_LISTED) if summary.setup.stage != Stage.FINISHED
    ]
    context = {
        "account": account,
        "fresh": session.fresh,
        "least": MIN_LENGTH,
        "devices": await house.guests.devices(account.guest),
        "here": session.device,
        "tokens": (await tokens_context(ctx, session.guest))["tokens"],
        "your_tables": [summary_context(summary, ctx.language) for summary in tables],
        "error": None,
        "done": None,
    }
    return ctx.page("people/account.html", {**context, **extra}, status)


async def rename(request: Request) -> Response:
    """Change the name."""
    ctx, account = await _signed_in(request)
    form = await ctx.form()
    try:
        await ctx.house.accounts.rename(account, form.get("name", ""))
    except HTTPError as error:
        return await _account_page(ctx, account, error.status, error=ctx.error_text(error))
    ctx.house.guests.invalidate(account.guest)
    return ctx.redirect("/account?done=name")


async def set_password(request: Request) -> Response:
    """Set a new password. All other sessions end, and tokens are revoked unless the form keeps them."""
    ctx, account = await _signed_in(request)
    form = await ctx.form()
    try:
        await _reauthenticate(ctx, account, form)
        statements = await ctx.house.accounts.new_password(account, form.get("password", ""))
    except HTTPError as error:
        return await _account_page(ctx, account, error.status, error=ctx.error_text(error))
    return await _end_others(ctx, "password", statements, revoke=form.get("keep-tokens") != "on")


async def set_address(request: Request) -> Response:
    """Send a confirmation link to a new e-mail address. The response does not reveal whether another account uses it."""
    ctx, account = await _signed_in(request)
    form = await ctx.form()
    try:
        email = parse_email(form.get("email", ""))
        await _reauthenticate(ctx, account, form)
        await spend_email(ctx, email)
    except HTTPError as error:
        return await _account_page(ctx, account, error.status, error=ctx.error_text(error))
    token = await ctx.house.links.create(CONFIRM, email, account.guest)
    url = site_url(ctx)
    ctx.house.notifications.send_email(confirm_email(email, account.name, f"{url}/account/link/{token}", url, ctx.language))
    return email_sent_page(ctx, email)


async def remove_address(request: Request) -> Response:
    """Remove the e-mail address. Refuse if the account has no password, which would make it impossible to sign in."""
    ctx, account = await _signed_in(request)
    try:
        await _reauthenticate(ctx, account, await ctx.form())
        _require_password(account)
    except HTTPError as error:
        return await _account_page(ctx, account, error.status, error=ctx.error_text(error))
    await ctx.house.accounts.set_email(account.guest, None)
    if account.email is not None:
        ctx.house.notifications.send_email(changed_email(account.email, account.name, site_url(ctx), ctx.language))
    return ctx.redirect("/account?done=address-end")


async def sign_out_device(request: Request) -> Response:
    """Sign out one device, which may be this one, or all others."""
    ctx, account = await _signed_in(request)
    form = await ctx.form()
    device = form.get("device", "")
    if device == "others":
        return await _end_others(ctx, "devices", revoke=form.get("tokens") == "on")
    await ctx.house.guests.sign_out(account.guest, device)
    ctx.house.notifications.bells.ring(account.guest)
    if device != _session(ctx).device:
        return ctx.redirect("/account?done=device")
    response = ctx.redirect("/")
    ctx.house.guests.delete_cookie(response)
    return response


async def _end_others(ctx: RequestContext, done: str, statements: Sequence[Statement] = (), *, revoke: bool) -> Response:
    """End all sessions but this one, which gets a new cookie; with `revoke` all tokens too. `statements` join the transaction."""
    guest = _guest(ctx).id
    revoke = revoke and bool(await ctx.house.tokens.of(guest))
    cookie = await ctx.house.guests.rotate(ctx.request, others=True, extra=[*statements, *([revoke_all(guest)] if revoke else [])])
    ctx.house.notifications.bells.ring(guest)
    if revoke:
        ctx.house.tokens_revoked(guest)
    response = ctx.redirect(f"/account?done={done}-tokens" if revoke else f"/account?done={done}")
    ctx.house.guests.set_cookie(response, cookie)
    return response


async def confirm_delete(request: Request) -> Response:
    """Show the page that asks for confirmation before the account is deleted."""
    ctx, account = await _signed_in(request)
    return _delete_page(ctx, account)


def _delete_page(ctx: RequestContext, account: Account, status: int = 200, error: str | None = None) -> Response:
    return ctx.page("people/delete.html", {"account": account, "fresh": _session(ctx).fresh, "error": error}, status)


async def delete(request: Request) -> Response:
    """Delete the account and everything personal. Its seats become anonymous, so that the other players can go on."""
    ctx, account = await _signed_in(request)
    try:
        await _reauthenticate(ctx, account, await ctx.form())
    except HTTPError as error:
        return _delete_page(ctx, account, error.status, ctx.error_text(error))
    await ctx.house.erase(_guest(ctx), ctx.text(say("Anonymous")))
    response = ctx.redirect("/")
    ctx.house.guests.delete_cookie(response)
    return response


# Shared.


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


def _require_password(account: Account) -> None:
    if account.password is None:
        raise HTTPError(409, say("set a password first; without a password or an address you could not sign in any more"))


async def _reauthenticate(ctx: RequestContext, account: Account, form: dict[str, str]) -> None:
    """Require proof before a change of who can sign in: the password, or having signed in by a link just now.

    A cookie alone is no proof, however new: it may be a copy.
    """
    password = form.get("proof", "")[:300]
    if not password and _session(ctx).fresh:
        return
    if account.password is None:
        raise HTTPError(403, say("sign in with a new link first; you can then do this for a few minutes"))
    if not password:
        raise HTTPError(403, say("this needs your password"))
    if not await authenticate(ctx, account, account.name, password):
        raise HTTPError(403, say("wrong password"))

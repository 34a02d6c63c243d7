"""The entrance: making an account, signing in by password, and links that come by letter."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from roundhouse.core.sentence import say
from roundhouse.web.http import user_text as plain
from roundhouse.web.http.address import address_of
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.notifications.emails import changed_email, sign_in_email
from roundhouse.web.people.accounts import Account, normalized, parse_email
from roundhouse.web.people.links import CONFIRM, LIFETIME, SIGN_IN, Link
from roundhouse.web.people.passwords import MIN_LENGTH
from roundhouse.web.server.context import RequestContext


async def sign_in_page(ctx: RequestContext, status: int = 200, **more: Any) -> Response:
    """The ways in; `more` is what was filled in, and what was wrong with it."""
    guest = ctx.guest
    context = {
        "error": None,
        "back": ctx.local_path(ctx.request.query_params.get("back", "/")),
        "word": "",
        "email": "",
        "name": "" if guest is None else guest.name,
        "tables": await _tables(ctx),
        "least": MIN_LENGTH,
    }
    return ctx.page("people/sign_in.html", {**context, **more}, status)


async def sign_in(request: Request) -> Response:
    """By name or address, and password. Whether the one or the other is wrong is not told."""
    ctx = await RequestContext.load(request)
    form = await ctx.form()
    word = form.get("word", "")[:300]
    try:
        request.app.state.limits.spend("sign-in", address_of(request))
        account = await _check(ctx, word, form.get("password", "")[:300])
    except HTTPError as error:
        return await sign_in_page(ctx, error.status, error=ctx.error_text(error), word=word)
    back = ctx.local_path(form.get("back", "/"))
    return await _enter(ctx, account.guest, adopt=form.get("adopt") == "on", url=back)


async def _check(ctx: RequestContext, word: str, password: str) -> Account:
    """Whose they are; wrong ones are counted."""
    limits = ctx.request.app.state.limits
    limits.admit("guess", normalized(word))
    account = await ctx.house.accounts.authenticate(word, password)
    if account is None:
        limits.spend("guess", normalized(word))
        raise HTTPError(403, say("this name and this password do not belong together"))
    return account


async def make(request: Request) -> Response:
    """An account with a password, of who asks: a guest keeps what he has done."""
    ctx = await RequestContext.load(request)
    form = await ctx.form()
    name = form.get("name", "")
    try:
        request.app.state.limits.spend("account", address_of(request))
        guest = await _new_account(ctx, name, password=form.get("password", ""))
    except HTTPError as error:
        return await sign_in_page(ctx, error.status, error=ctx.error_text(error), name=name[:100])
    return await _enter(ctx, guest, url="/account?done=made")


async def _new_account(ctx: RequestContext, name: str, *, password: str | None = None, email: str | None = None) -> str:
    """An account of the guest who asks; somebody new becomes a guest first."""
    if ctx.guest is not None and ctx.guest.account:
        raise HTTPError(409, say("you are signed in to another account; sign out first"))
    if ctx.guest is None:
        guest = await ctx.house.guests.create(plain.name(name))
    else:
        guest = ctx.guest.id
    await ctx.house.accounts.create(guest, name, password=password, email=email)
    await ctx.house.notifications.preferences.set_language(guest, ctx.language)
    return guest


async def _enter(ctx: RequestContext, guest: str, *, adopt: bool = False, url: str = "/account?done=in") -> Response:
    """A new cookie for somebody who has proven who he is, with what this browser has done so far if he wants it."""
    before = ctx.guest
    if adopt and before is not None and not before.account and before.id != guest:
        await ctx.house.adopt(before.id, guest)
    token = await ctx.house.guests.sign_in(ctx.request, guest)
    response = ctx.redirect(url)
    ctx.house.guests.set_cookie(response, token)
    return response


# Links.


async def ask_link(request: Request) -> Response:
    """Sends a link to an address. The answer is the same whether there is an account or not."""
    ctx = await RequestContext.load(request)
    form = await ctx.form()
    wish = form.get("email", "")
    try:
        email = parse_email(wish)
        spend_letter(ctx, email)
    except HTTPError as error:
        return await sign_in_page(ctx, error.status, error=ctx.error_text(error), email=wish[:300])
    token = await ctx.house.links.create(SIGN_IN, email)
    house = house_address(ctx)
    ctx.house.notifications.send_email(sign_in_email(email, f"{house}/account/link/{token}", house, ctx.language))
    return sent(ctx, email)


async def show_link(request: Request) -> Response:
    """The page behind a link: looking at it uses nothing up."""
    ctx = await RequestContext.load(request)
    return await _link_page(ctx, await _look(ctx))


async def _link_page(ctx: RequestContext, link: Link, status: int = 200, **more: Any) -> Response:
    accounts = ctx.house.accounts
    account = await accounts.by_email(link.email) if link.guest is None else await accounts.of(link.guest)
    context = {
        "error": None,
        "kind": link.kind,
        "email": link.email,
        "name": "" if account is None else account.name,
        "suggested_name": "" if ctx.guest is None or ctx.guest.account else ctx.guest.name,
        "tables": await _tables(ctx),
    }
    return ctx.page("people/link.html", {**context, **more}, status)


async def use_link(request: Request) -> Response:
    """Exchanges a link: for a cookie, or for an address that is confirmed."""
    ctx = await RequestContext.load(request)
    request.app.state.limits.spend("sign-in", address_of(request))
    form = await ctx.form()
    link = await _look(ctx)
    if link.kind == CONFIRM:
        return await _confirm(ctx)
    account = await ctx.house.accounts.by_email(link.email)
    if account is not None:
        await _take(ctx)
        return await _enter(ctx, account.guest, adopt=form.get("adopt") == "on")
    name = form.get("name", "")
    try:
        guest = await _new_account(ctx, name, email=link.email)
    except HTTPError as error:
        return await _link_page(ctx, link, error.status, error=ctx.error_text(error), suggested_name=name[:100])
    await _take(ctx)
    return await _enter(ctx, guest, url="/account?done=in")


async def _confirm(ctx: RequestContext) -> Response:
    link = await _take(ctx)
    assert link.guest is not None
    account = await ctx.house.accounts.of(link.guest)
    if account is None:
        raise _no_link()
    await ctx.house.accounts.set_email(account.guest, link.email)
    if account.email is not None and account.email != link.email:
        ctx.house.notifications.send_email(changed_email(account.email, account.name, house_address(ctx), ctx.language))
    mine = ctx.guest is not None and ctx.guest.id == account.guest
    return ctx.redirect("/account?done=address" if mine else "/")


async def _look(ctx: RequestContext) -> Link:
    link = await ctx.house.links.peek(ctx.request.path_params["token"])
    if link is None:
        raise _no_link()
    return link


async def _take(ctx: RequestContext) -> Link:
    link = await ctx.house.links.consume(ctx.request.path_params["token"])
    if link is None:
        raise _no_link()
    return link


def _no_link() -> HTTPError:
    return HTTPError(404, say("this link has been used, or is too old; ask for a new one"))


async def _tables(ctx: RequestContext) -> int:
    """How many tables a guest without an account has in this browser."""
    if ctx.guest is None or ctx.guest.account:
        return 0
    return len(await ctx.house.accounts.tables_of(ctx.guest.id))


# Letters.


def spend_letter(ctx: RequestContext, email: str) -> None:
    """Counts a letter, for who asks and for who gets it."""
    limits = ctx.request.app.state.limits
    limits.spend("email", address_of(ctx.request))
    limits.spend("mailbox", email)


def sent(ctx: RequestContext, email: str) -> Response:
    """Says that a letter is on its way, and where it lies in a house that is only tried."""
    local = ctx.request.url.hostname in ("127.0.0.1", "localhost", "::1")
    folder = ctx.house.notifications.mail_folder if local else ""
    return ctx.page("people/sent.html", {"email": email, "minutes": LIFETIME // 60, "folder": folder})


def house_address(ctx: RequestContext) -> str:
    """The address of the house in a letter. A house with a mail server says it itself: a request could say any."""
    return ctx.house.settings.url.rstrip("/") or ctx.base_url

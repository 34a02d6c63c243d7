"""Signing in and creating an account, with a password or with a link sent by e-mail."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from roundhouse.core.sentence import say
from roundhouse.web.http import user_text
from roundhouse.web.http.address import address_of
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.notifications.emails import changed_email, sign_in_email
from roundhouse.web.people.accounts import Account, parse_email
from roundhouse.web.people.links import CONFIRM, LIFETIME, SIGN_IN, Link
from roundhouse.web.people.logins import normalized
from roundhouse.web.people.passwords import MIN_LENGTH
from roundhouse.web.server.context import RequestContext


async def sign_in_page(ctx: RequestContext, status: int = 200, **extra: Any) -> Response:
    """Return the sign-in page; `extra` is what the form held and what was wrong with it."""
    guest = ctx.guest
    context = {
        "error": None,
        "back": ctx.local_path(ctx.request.query_params.get("back", "/")),
        "word": "",
        "email": "",
        "name": "" if guest is None else guest.name,
        "tables": await _table_count(ctx),
        "least": MIN_LENGTH,
    }
    return ctx.page("people/sign_in.html", {**context, **extra}, status)


async def sign_in(request: Request) -> Response:
    """Sign in with a name or an e-mail address, and a password. The response does not reveal which of them was wrong."""
    ctx = await RequestContext.load(request)
    form = await ctx.form()
    login = form.get("word", "")[:300]
    try:
        account = await _authenticate(ctx, login, form.get("password", "")[:300])
    except HTTPError as error:
        return await sign_in_page(ctx, error.status, error=ctx.error_text(error), word=login)
    back = ctx.local_path(form.get("back", "/"))
    return await _start_session(ctx, account.guest, adopt=form.get("adopt") == "on", url=back)


async def _authenticate(ctx: RequestContext, login: str, password: str) -> Account:
    """Return the account of a name or address and a password. Raise HTTPError 403 if they do not match."""
    account = await ctx.house.accounts.by_login(login)
    if not await authenticate(ctx, account, login, password) or account is None:
        raise HTTPError(403, say("wrong name or password"))
    return account


async def authenticate(ctx: RequestContext, account: Account | None, login: str, password: str) -> bool:
    """Return whether a password is right. Guesses are counted before they are tried, by address and by account or unknown login.

    Raise HTTPError 429 after too many wrong ones.
    """
    limits = ctx.request.app.state.limits
    await limits.claim("sign-in", address_of(ctx.request))
    client = normalized(login) if account is None else account.guest
    await limits.claim("guess", client=client)
    right = await ctx.house.accounts.authenticate(account, password)
    if right:
        await limits.refund("guess", client)
    return right


async def create_account(request: Request) -> Response:
    """Create an account with a password for the current guest, who keeps their tables and results."""
    ctx = await RequestContext.load(request)
    form = await ctx.form()
    name = form.get("name", "")
    try:
        await request.app.state.limits.claim("account", address_of(request))
        guest = await _new_account(ctx, name, password=form.get("password", ""))
    except HTTPError as error:
        return await sign_in_page(ctx, error.status, error=ctx.error_text(error), name=name[:100])
    return await _start_session(ctx, guest, url="/account?done=made")


async def _new_account(ctx: RequestContext, name: str, *, password: str | None = None, email: str | None = None) -> str:
    """Create an account for the current guest, or for a new one, and return the id of the guest."""
    if ctx.guest is not None and ctx.guest.account:
        raise HTTPError(409, say("you are signed in to another account; sign out first"))
    if ctx.guest is None:
        guest = await ctx.house.guests.create(user_text.name(name))
    else:
        guest = ctx.guest.id
    await ctx.house.accounts.create(guest, name, password=password, email=email)
    await ctx.house.notifications.preferences.set_language(guest, ctx.language)
    return guest


async def _start_session(
    ctx: RequestContext, guest: str, *, adopt: bool = False, by_link: bool = False, url: str = "/account?done=in"
) -> Response:
    """Sign in and redirect to `url`. With `adopt`, move the tables of this browser's guest into the account."""
    before = ctx.guest
    if adopt and before is not None and not before.account and before.id != guest:
        await ctx.house.adopt(before.id, guest)
    token = await ctx.house.guests.sign_in(ctx.request, guest, by_link=by_link)
    response = ctx.redirect(url)
    ctx.house.guests.set_cookie(response, token)
    return response


# Links.


async def send_link(request: Request) -> Response:
    """Send a sign-in link. The response is the same whether the address has an account or not."""
    ctx = await RequestContext.load(request)
    form = await ctx.form()
    address = form.get("email", "")
    try:
        email = parse_email(address)
        await spend_email(ctx, email)
    except HTTPError as error:
        return await sign_in_page(ctx, error.status, error=ctx.error_text(error), email=address[:300])
    token = await ctx.house.links.create(SIGN_IN, email)
    url = site_url(ctx)
    ctx.house.notifications.send_email(sign_in_email(email, f"{url}/account/link/{token}", url, ctx.language))
    return email_sent_page(ctx, email)


async def show_link(request: Request) -> Response:
    """Show the page of a link. The link stays valid: mail programs may open it before the reader does."""
    ctx = await RequestContext.load(request)
    return await _link_page(ctx, await _peek_link(ctx))


async def _link_page(ctx: RequestContext, link: Link, status: int = 200, **extra: Any) -> Response:
    accounts = ctx.house.accounts
    account = await accounts.by_email(link.email) if link.guest is None else await accounts.of(link.guest)
    context = {
        "error": None,
        "kind": link.kind,
        "email": link.email,
        "name": "" if account is None else account.name,
        "suggested_name": "" if ctx.guest is None or ctx.guest.account else ctx.guest.name,
        "tables": await _table_count(ctx),
    }
    return ctx.page("people/link.html", {**context, **extra}, status)


async def use_link(request: Request) -> Response:
    """Use up a link: sign in, create an account, or confirm an e-mail address."""
    ctx = await RequestContext.load(request)
    await request.app.state.limits.claim("sign-in", address_of(request))
    form = await ctx.form()
    link = await _peek_link(ctx)
    if link.kind == CONFIRM:
        return await _confirm(ctx)
    account = await ctx.house.accounts.by_email(link.email)
    if account is not None:
        await _consume_link(ctx)
        return await _start_session(ctx, account.guest, adopt=form.get("adopt") == "on", by_link=True)
    name = form.get("name", "")
    try:
        guest = await _new_account(ctx, name, email=link.email)
    except HTTPError as error:
        return await _link_page(ctx, link, error.status, error=ctx.error_text(error), suggested_name=name[:100])
    await _consume_link(ctx)
    return await _start_session(ctx, guest, by_link=True)


async def _confirm(ctx: RequestContext) -> Response:
    link = await _consume_link(ctx)
    assert link.guest is not None
    account = await ctx.house.accounts.of(link.guest)
    if account is None:
        raise _invalid_link()
    await ctx.house.accounts.set_email(account.guest, link.email)
    if account.email is not None and account.email != link.email:
        ctx.house.notifications.send_email(changed_email(account.email, account.name, site_url(ctx), ctx.language))
    if ctx.guest is None or ctx.guest.id != account.guest:
        return ctx.redirect("/")
    response = ctx.redirect("/account?done=address")
    ctx.house.guests.set_cookie(response, await ctx.house.guests.rotate(ctx.request))
    return response


async def _peek_link(ctx: RequestContext) -> Link:
    link = await ctx.house.links.peek(ctx.request.path_params["token"])
    if link is None:
        raise _invalid_link()
    return link


async def _consume_link(ctx: RequestContext) -> Link:
    link = await ctx.house.links.consume(ctx.request.path_params["token"])
    if link is None:
        raise _invalid_link()
    return link


def _invalid_link() -> HTTPError:
    return HTTPError(404, say("this link has expired or has already been used; request a new one"))


async def _table_count(ctx: RequestContext) -> int:
    """Return how many tables this browser's guest would bring into an account; 0 for one who has an account."""
    if ctx.guest is None or ctx.guest.account:
        return 0
    return len(await ctx.house.accounts.tables_of(ctx.guest.id))


# E-mail.


async def spend_email(ctx: RequestContext, email: str) -> None:
    """Count an e-mail against the limits of the client and of the mailbox."""
    limits = ctx.request.app.state.limits
    await limits.claim("email", address_of(ctx.request))
    await limits.claim("mailbox", client=email)


def email_sent_page(ctx: RequestContext, email: str) -> Response:
    """Return the page that says an e-mail is on its way; on a local server it names the folder of test e-mails."""
    local = ctx.request.base_url.hostname in ("127.0.0.1", "localhost", "::1")
    folder = ctx.house.notifications.mail_folder if local else ""
    return ctx.page("people/sent.html", {"email": email, "minutes": LIFETIME // 60, "folder": folder})


def site_url(ctx: RequestContext) -> str:
    """Return the base URL for links in e-mails: the configured one if there is one, since the Host header could be forged."""
    return ctx.public_url

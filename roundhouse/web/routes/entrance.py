"""The entrance: making an account, signing in by password, and links that come by letter."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from roundhouse.core.sentence import say
from roundhouse.web.http import user_text as plain
from roundhouse.web.http.address import address_of
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.notifications.emails import changed_letter, sign_in_letter
from roundhouse.web.people.accounts import Account, email_of, key_of
from roundhouse.web.people.links import CONFIRM, LIFE, SIGN_IN, Link
from roundhouse.web.people.passwords import LEAST
from roundhouse.web.server.context import RequestContext


async def sign_in_page(visit: RequestContext, status: int = 200, **more: Any) -> Response:
    """The ways in; `more` is what was filled in, and what was wrong with it."""
    guest = visit.guest
    context = {
        "error": None,
        "back": visit.within(visit.request.query_params.get("back", "/")),
        "word": "",
        "email": "",
        "name": "" if guest is None else guest.name,
        "tables": await _tables(visit),
        "least": LEAST,
    }
    return visit.page("people/sign_in.html", {**context, **more}, status)


async def sign_in(request: Request) -> Response:
    """By name or address, and password. Whether the one or the other is wrong is not told."""
    visit = await RequestContext.of(request)
    form = await visit.form()
    word = form.get("word", "")[:300]
    try:
        request.app.state.limits.spend("sign-in", address_of(request))
        account = await _check(visit, word, form.get("password", "")[:300])
    except HTTPError as trouble:
        return await sign_in_page(visit, trouble.status, error=visit.said(trouble), word=word)
    back = visit.within(form.get("back", "/"))
    return await _enter(visit, account.guest, adopt=form.get("adopt") == "on", url=back)


async def _check(visit: RequestContext, word: str, password: str) -> Account:
    """Whose they are; wrong ones are counted."""
    limits = visit.request.app.state.limits
    limits.admit("guess", key_of(word))
    account = await visit.house.accounts.check(word, password)
    if account is None:
        limits.spend("guess", key_of(word))
        raise HTTPError(403, say("this name and this password do not belong together"))
    return account


async def make(request: Request) -> Response:
    """An account with a password, of who asks: a guest keeps what he has done."""
    visit = await RequestContext.of(request)
    form = await visit.form()
    name = form.get("name", "")
    try:
        request.app.state.limits.spend("account", address_of(request))
        guest = await _new_account(visit, name, password=form.get("password", ""))
    except HTTPError as trouble:
        return await sign_in_page(visit, trouble.status, error=visit.said(trouble), name=name[:100])
    return await _enter(visit, guest, url="/account?done=made")


async def _new_account(visit: RequestContext, name: str, *, password: str | None = None, email: str | None = None) -> str:
    """An account of the guest who asks; somebody new becomes a guest first."""
    if visit.guest is not None and visit.guest.account:
        raise HTTPError(409, say("you are signed in to another account; sign out first"))
    if visit.guest is None:
        guest = await visit.house.guests.found(plain.name(name))
    else:
        guest = visit.guest.id
    await visit.house.accounts.make(guest, name, password=password, email=email)
    await visit.house.news.wishes.speak(guest, visit.language)
    return guest


async def _enter(visit: RequestContext, guest: str, *, adopt: bool = False, url: str = "/account?done=in") -> Response:
    """A new cookie for somebody who has proven who he is, with what this browser has done so far if he wants it."""
    before = visit.guest
    if adopt and before is not None and not before.account and before.id != guest:
        await visit.house.adopt(before.id, guest)
    token = await visit.house.guests.sign_in(visit.request, guest)
    response = visit.go(url)
    visit.house.guests.remember(response, token)
    return response


# Links.


async def ask_link(request: Request) -> Response:
    """Sends a link to an address. The answer is the same whether there is an account or not."""
    visit = await RequestContext.of(request)
    form = await visit.form()
    wish = form.get("email", "")
    try:
        email = email_of(wish)
        spend_letter(visit, email)
    except HTTPError as trouble:
        return await sign_in_page(visit, trouble.status, error=visit.said(trouble), email=wish[:300])
    token = await visit.house.links.make(SIGN_IN, email)
    house = house_address(visit)
    visit.house.news.post(sign_in_letter(email, f"{house}/account/link/{token}", house, visit.language))
    return sent(visit, email)


async def show_link(request: Request) -> Response:
    """The page behind a link: looking at it uses nothing up."""
    visit = await RequestContext.of(request)
    return await _link_page(visit, await _look(visit))


async def _link_page(visit: RequestContext, link: Link, status: int = 200, **more: Any) -> Response:
    accounts = visit.house.accounts
    account = await accounts.by_email(link.email) if link.guest is None else await accounts.of(link.guest)
    context = {
        "error": None,
        "kind": link.kind,
        "email": link.email,
        "name": "" if account is None else account.name,
        "wish": "" if visit.guest is None or visit.guest.account else visit.guest.name,
        "tables": await _tables(visit),
    }
    return visit.page("people/link.html", {**context, **more}, status)


async def use_link(request: Request) -> Response:
    """Exchanges a link: for a cookie, or for an address that is confirmed."""
    visit = await RequestContext.of(request)
    request.app.state.limits.spend("sign-in", address_of(request))
    form = await visit.form()
    link = await _look(visit)
    if link.kind == CONFIRM:
        return await _confirm(visit)
    account = await visit.house.accounts.by_email(link.email)
    if account is not None:
        await _take(visit)
        return await _enter(visit, account.guest, adopt=form.get("adopt") == "on")
    name = form.get("name", "")
    try:
        guest = await _new_account(visit, name, email=link.email)
    except HTTPError as trouble:
        return await _link_page(visit, link, trouble.status, error=visit.said(trouble), wish=name[:100])
    await _take(visit)
    return await _enter(visit, guest, url="/account?done=in")


async def _confirm(visit: RequestContext) -> Response:
    link = await _take(visit)
    assert link.guest is not None
    account = await visit.house.accounts.of(link.guest)
    if account is None:
        raise _no_link()
    await visit.house.accounts.set_email(account.guest, link.email)
    if account.email is not None and account.email != link.email:
        visit.house.news.post(changed_letter(account.email, account.name, house_address(visit), visit.language))
    mine = visit.guest is not None and visit.guest.id == account.guest
    return visit.go("/account?done=address" if mine else "/")


async def _look(visit: RequestContext) -> Link:
    link = await visit.house.links.look(visit.request.path_params["token"])
    if link is None:
        raise _no_link()
    return link


async def _take(visit: RequestContext) -> Link:
    link = await visit.house.links.take(visit.request.path_params["token"])
    if link is None:
        raise _no_link()
    return link


def _no_link() -> HTTPError:
    return HTTPError(404, say("this link has been used, or is too old; ask for a new one"))


async def _tables(visit: RequestContext) -> int:
    """How many tables a guest without an account has in this browser."""
    if visit.guest is None or visit.guest.account:
        return 0
    return len(await visit.house.accounts.tables_of(visit.guest.id))


# Letters.


def spend_letter(visit: RequestContext, email: str) -> None:
    """Counts a letter, for who asks and for who gets it."""
    limits = visit.request.app.state.limits
    limits.spend("letter", address_of(visit.request))
    limits.spend("mailbox", email)


def sent(visit: RequestContext, email: str) -> Response:
    """Says that a letter is on its way, and where it lies in a house that is only tried."""
    local = visit.request.url.hostname in ("127.0.0.1", "localhost", "::1")
    folder = visit.house.news.outbox if local else ""
    return visit.page("people/sent.html", {"email": email, "minutes": LIFE // 60, "folder": folder})


def house_address(visit: RequestContext) -> str:
    """The address of the house in a letter. A house with a mail server says it itself: a request could say any."""
    return visit.house.settings.url.rstrip("/") or visit.base

"""An account: its name, address and password, its devices, and its end."""

from __future__ import annotations

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from roundhouse.core.sentence import Sentence, say
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.live.lobby import LISTED, brief_context
from roundhouse.web.notifications.emails import changed_letter, confirm_letter
from roundhouse.web.people.accounts import Account, email_of
from roundhouse.web.people.guests import Guest, Session
from roundhouse.web.people.links import CONFIRM
from roundhouse.web.people.passwords import LEAST
from roundhouse.web.routes.entrance import house_address, sent, sign_in_page, spend_letter
from roundhouse.web.server.context import RequestContext
from roundhouse.web.tables.repository import OVER

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
    visit = await RequestContext.of(request)
    account = await _account(visit)
    if account is None:
        return await sign_in_page(visit)
    done = _DONE.get(request.query_params.get("done", ""))
    return await _account_page(visit, account, done=None if done is None else visit.text(done))


async def back(request: Request) -> Response:
    """Where a form was sent to there is no page: who comes again by its address is led to the account."""
    return (await RequestContext.of(request)).go("/account")


async def _account_page(visit: RequestContext, account: Account, status: int = 200, **more: Any) -> Response:
    session = _session(visit)
    house = visit.house
    tables = [brief for brief in await house.ledger.tables_of(account.guest, LISTED) if brief.setup.stage != OVER]
    context = {
        "account": account,
        "fresh": session.fresh,
        "least": LEAST,
        "devices": await house.guests.devices(account.guest),
        "here": session.device,
        "your_tables": [brief_context(brief, visit.language) for brief in tables],
        "error": None,
        "done": None,
    }
    return visit.page("people/account.html", {**context, **more}, status)


async def rename(request: Request) -> Response:
    """Another name."""
    visit, account = await _signed_in(request)
    form = await visit.form()
    try:
        await visit.house.accounts.rename(account, form.get("name", ""))
    except HTTPError as trouble:
        return await _account_page(visit, account, trouble.status, error=visit.said(trouble))
    visit.house.guests.forget(account.guest)
    return visit.go("/account?done=name")


async def set_password(request: Request) -> Response:
    """A new password; whoever got hold of a cookie elsewhere is out."""
    visit, account = await _signed_in(request)
    form = await visit.form()
    try:
        await _prove(visit, account, form)
        await visit.house.accounts.set_password(account, form.get("password", ""))
    except HTTPError as trouble:
        return await _account_page(visit, account, trouble.status, error=visit.said(trouble))
    await visit.house.guests.sign_out_others(account.guest, _session(visit).device)
    return visit.go("/account?done=password")


async def set_address(request: Request) -> Response:
    """A letter to a new address, which counts once its link is used. The answer does not tell whether others use it."""
    visit, account = await _signed_in(request)
    form = await visit.form()
    try:
        email = email_of(form.get("email", ""))
        await _prove(visit, account, form)
        spend_letter(visit, email)
    except HTTPError as trouble:
        return await _account_page(visit, account, trouble.status, error=visit.said(trouble))
    token = await visit.house.links.make(CONFIRM, email, account.guest)
    house = house_address(visit)
    visit.house.news.post(confirm_letter(email, account.name, f"{house}/account/link/{token}", house, visit.language))
    return sent(visit, email)


async def end_address(request: Request) -> Response:
    """No address any more; an account without a password needs it."""
    visit, account = await _signed_in(request)
    try:
        await _prove(visit, account, await visit.form())
        _keep_a_way_in(account)
    except HTTPError as trouble:
        return await _account_page(visit, account, trouble.status, error=visit.said(trouble))
    await visit.house.accounts.set_email(account.guest, None)
    if account.email is not None:
        visit.house.news.post(changed_letter(account.email, account.name, house_address(visit), visit.language))
    return visit.go("/account?done=address-end")


async def end_device(request: Request) -> Response:
    """Signs out a device, all others, or this one."""
    visit, account = await _signed_in(request)
    device = (await visit.form()).get("device", "")
    here = _session(visit).device
    guests = visit.house.guests
    if device == "others":
        await guests.sign_out_others(account.guest, here)
    else:
        await guests.sign_out(account.guest, device)
    visit.house.news.bells.ring(account.guest)
    if device == here:
        response = visit.go("/")
        guests.dismiss(response)
        return response
    return visit.go("/account?done=devices" if device == "others" else "/account?done=device")


async def confirm_delete(request: Request) -> Response:
    """Asks whether somebody means it."""
    visit, account = await _signed_in(request)
    return _delete_page(visit, account)


def _delete_page(visit: RequestContext, account: Account, status: int = 200, error: str | None = None) -> Response:
    return visit.page("people/delete.html", {"account": account, "fresh": _session(visit).fresh, "error": error}, status)


async def delete(request: Request) -> Response:
    """The end of an account: nobody is left, and the others play on."""
    visit, account = await _signed_in(request)
    try:
        await _prove(visit, account, await visit.form())
    except HTTPError as trouble:
        return _delete_page(visit, account, trouble.status, visit.said(trouble))
    await visit.house.erase(_guest(visit), visit.text(say("Anonymous")))
    response = visit.go("/")
    visit.house.guests.dismiss(response)
    return response


# What these share.


async def _account(visit: RequestContext) -> Account | None:
    return await visit.house.accounts.of(visit.guest.id) if visit.guest is not None and visit.guest.account else None


async def _signed_in(request: Request) -> tuple[RequestContext, Account]:
    visit = await RequestContext.of(request)
    account = await _account(visit)
    if account is None:
        raise HTTPError(403, say("sign in first"))
    return visit, account


def _session(visit: RequestContext) -> Session:
    assert visit.session is not None
    return visit.session


def _guest(visit: RequestContext) -> Guest:
    return _session(visit).guest


def _keep_a_way_in(account: Account) -> None:
    if account.password is None:
        raise HTTPError(409, say("without an address and without a password nobody could sign in"))


async def _prove(visit: RequestContext, account: Account, form: dict[str, str]) -> None:
    """Who changes what signs in must have shown just now that the account is his: by its password, or by having signed in."""
    password = form.get("proof", "")[:300]
    if not password and _session(visit).fresh:
        return
    if account.password is None:
        raise HTTPError(403, say("sign in by a new link first: then this is possible for some minutes"))
    limits = visit.request.app.state.limits
    limits.admit("guess", account.guest)
    if not await visit.house.accounts.proves(account, password):
        limits.spend("guess", account.guest)
        raise HTTPError(403, say("this is not your password"))

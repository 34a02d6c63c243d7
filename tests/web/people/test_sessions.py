"""Stolen cookies and tokens: a copy of a cookie dies with every change of rights, and cannot bring one about itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import httpx
import pytest
from anyio.from_thread import BlockingPortal
from starlette.applications import Starlette

from roundhouse.web.api.turns import turn_events
from roundhouse.web.people.guests import Guest, Session
from roundhouse.web.people.passwords import Passwords
from roundhouse.web.server.house import House
from tests.web.conftest import HERE, Browser, found
from tests.web.people.test_accounts import PASSWORD, email, make_account, sign_in  # noqa: F401 - a fixture

Browsers = Callable[..., Browser]
Emails = Callable[..., tuple[str, str]]

NEW = "round the mountain"


def thief_of(browser: Browsers, owner: Browser) -> Browser:
    """A browser with a copy of the owner's cookie."""
    thief = browser()
    thief.client.cookies.update(owner.client.cookies)
    return thief


def signed_in(person: Browser, name: str = "Ada") -> bool:
    """Whether the account page is shown."""
    return f"<h1>{name}</h1>" in person.get("/account").text


def make_token(person: Browser, label: str = "my bot") -> str:
    """A new token of this person."""
    answer = person.send("/account/tokens", {"label": label, "scope-read": "on", "scope-play": "on"})
    return found(r'value="(rh_[^"]+)"', answer.text)


def opens(person: Browser, token: str) -> bool:
    """Whether a token opens the API."""
    answer = person.get("/api/v1/me", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code in (200, 401)
    return answer.status_code == 200


# Copied cookies.


def test_a_copied_cookie_does_not_survive_a_new_password(browser: Browsers) -> None:
    """The browser that changed it goes on with a new cookie; every other session has ended."""
    ada = browser()
    make_account(ada)
    thief = thief_of(browser, ada)
    assert signed_in(thief)

    assert ada.send("/account/password", {"password": NEW, "proof": PASSWORD}).status_code == 303

    assert signed_in(ada)
    assert not signed_in(thief)


def test_a_copied_cookie_does_not_survive_signing_out_everywhere_else(browser: Browsers) -> None:
    """A copy belongs to the same device, and is elsewhere all the same."""
    ada = browser()
    make_account(ada)
    thief = thief_of(browser, ada)

    assert ada.send("/account/devices/end", {"device": "others"}).status_code == 303

    assert signed_in(ada)
    assert not signed_in(thief)


def test_a_copied_cookie_does_not_survive_a_confirmed_address(browser: Browsers, email: Emails) -> None:  # noqa: F811
    """The confirming browser gets a new cookie."""
    ada = browser()
    make_account(ada)
    ada.send("/account/address", {"email": "ada@example.org", "proof": PASSWORD})
    thief = thief_of(browser, ada)

    assert ada.send(email(1)[1]).headers["location"] == "/account?done=address"

    assert signed_in(ada)
    assert not signed_in(thief)


def test_a_copied_cookie_does_not_survive_the_making_of_an_account(browser: Browsers) -> None:
    """Nor does one that the guest was given before."""
    ada = browser()
    ada.open_table("express", ["you", "novice"])
    thief = thief_of(browser, ada)
    make_account(ada)

    assert signed_in(ada)
    assert not signed_in(thief)


@pytest.mark.parametrize(
    ("path", "form"),
    [("password", {"password": NEW}), ("address", {"email": "eve@example.org"}), ("address/end", {}), ("delete", {})],
)
def test_a_copied_cookie_cannot_change_who_signs_in(browser: Browsers, path: str, form: dict[str, str]) -> None:
    """Not even in the minute after its owner has signed in: the password is asked for."""
    ada = browser()
    make_account(ada)
    sign_in(ada)

    assert thief_of(browser, ada).send(f"/account/{path}", form).status_code == 403

    assert signed_in(ada)
    assert sign_in(browser()) == 303


def test_an_address_that_a_thief_has_asked_for_is_not_confirmed_after_a_new_password(
    browser: Browsers,
    email: Emails,  # noqa: F811
) -> None:
    """Emails that are under way are void: their links would open the account again."""
    ada = browser()
    make_account(ada)
    ada.send("/account/address", {"email": "eve@example.org", "proof": PASSWORD})
    _, path = email(1)
    ada.send("/account/password", {"password": NEW, "proof": PASSWORD})

    assert browser().send(path).status_code == 404
    assert "eve@example.org" not in ada.get("/account").text


def test_a_seat_taken_with_a_copied_cookie_gives_no_session_after_the_end_of_all_others(
    browser: Browsers, house: House, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thief's request was let in before the owner's: what it would write is refused."""
    ada = browser()
    make_account(ada)
    thief = thief_of(browser, ada)
    assert signed_in(thief)
    cached = dict(house.guests._cache)
    ada.send("/account/devices/end", {"device": "others"})
    monkeypatch.setattr(house.guests, "_cache", cached)
    assert signed_in(thief)  # as a process believes that has not heard of it yet

    form = {"game": "express", "seats": "2", "seat-0": "you", "seat-1": "novice"}
    assert thief.send("/tables", form).status_code == 409
    assert thief.send("/account/tokens", {"label": "x", "scope-read": "on"}).status_code == 409
    house.guests._invalidate_all()

    assert not signed_in(thief)
    assert portal.call(house.store.rows, "SELECT id FROM token") == []


def test_a_stream_opened_with_a_copied_cookie_ends_when_all_other_sessions_do(
    browser: Browsers, house: House, portal: BlockingPortal, until: Callable[[Callable[[], bool]], None]
) -> None:
    """Without a word: the pages of the owner reconnect with their new cookie, and must not be loaded anew meanwhile."""
    ada = browser()
    make_account(ada)
    (row,) = portal.call(house.store.rows, "SELECT token, guest, device FROM session")
    session = Session(row["token"], Guest(row["guest"], "Ada", account=True), row["device"], 0.0, 0.0)
    events: list[bytes] = []

    async def listen() -> None:
        async for event in house.notifications.bells.stream(session.guest.id, "en", "", lambda: house.guests.state(session)):
            events.append(event)  # noqa: PERF401 - it is read while it grows

    listening = portal.start_task_soon(listen)
    until(lambda: len(events) == 1)
    ada.send("/account/devices/end", {"device": "others"})
    listening.result(timeout=30)

    assert len(events) == 1


# Tokens.


def test_tokens_are_listed_with_the_devices(browser: Browsers) -> None:
    """Each with its own button, and one for all."""
    ada = browser()
    make_account(ada)
    tokens = [make_token(ada, "my bot"), make_token(ada, "my tool")]
    page = ada.get("/account").text

    assert "my bot" in page
    assert "my tool" in page
    assert ada.send("/account/tokens/revoke").status_code == 303
    assert not any(opens(ada, token) for token in tokens)


def test_a_new_password_revokes_tokens(browser: Browsers) -> None:
    """Whoever had the cookie may have made one. They are kept only if the form says so."""
    ada = browser()
    make_account(ada)
    kept = make_token(ada)
    ada.send("/account/password", {"password": NEW, "proof": PASSWORD, "keep-tokens": "on"})
    assert opens(ada, kept)

    ada.send("/account/password", {"password": PASSWORD, "proof": NEW})
    assert not opens(ada, kept)


def test_signing_out_everywhere_else_revokes_tokens_if_asked(browser: Browsers) -> None:
    """The form offers it, ticked."""
    ada, phone = browser(), browser()
    make_account(ada)
    sign_in(phone)
    token = make_token(ada)
    assert found(r'<input type="checkbox" name="tokens" value="on"( checked)', ada.get("/account").text)
    ada.send("/account/devices/end", {"device": "others"})
    assert opens(ada, token)

    ada.send("/account/devices/end", {"device": "others", "tokens": "on"})
    assert not opens(ada, token)


def test_tokens_of_others_stay(browser: Browsers) -> None:
    """Whatever one revokes."""
    ada, bo = browser(), browser()
    make_account(ada)
    make_account(bo, "Bo")
    token = make_token(bo)
    make_token(ada)
    ada.send("/account/tokens/revoke")
    ada.send("/account/password", {"password": NEW, "proof": PASSWORD})

    assert opens(bo, token)


def test_a_live_stream_of_a_program_ends_when_its_token_is_revoked(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """A client with another token connects again."""
    ada = browser()
    make_account(ada)
    make_token(ada)
    (row,) = portal.call(house.store.rows, "SELECT guest FROM account")
    guest = Guest(row["guest"], "Ada", account=True)

    async def watch() -> list[bytes]:
        stream = turn_events(house, guest)
        events = [await anext(stream)]
        await house.tokens.revoke_all(guest.id)
        house.tokens_revoked(guest.id)
        return events + [event async for event in stream]

    assert len(portal.call(watch)) == 1


# Guesses.


def guesses(app: Starlette, portal: BlockingPortal, path: str, forms: list[dict[str, str]], cookie: str = "") -> list[int]:
    """Many requests at once; the statuses of the answers."""

    async def all_at_once() -> list[int]:
        headers = {"Origin": HERE} | ({"Cookie": f"roundhouse={cookie}"} if cookie else {})
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HERE, headers=headers, timeout=60) as client:
            answers = await asyncio.gather(*(client.post(path, data=form) for form in forms))
        return [answer.status_code for answer in answers]

    return portal.call(all_at_once)


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The passwords that reach argon2."""
    found: list[str] = []
    verify = Passwords._verify

    def counted(self: Passwords, hashed: str | None, password: str) -> bool:
        found.append(password)
        return verify(self, hashed, password)

    monkeypatch.setattr(Passwords, "_verify", counted)
    return found


def test_of_many_guesses_at_once_ten_are_tried(browser: Browsers, app: Starlette, portal: BlockingPortal, tried: list[str]) -> None:
    """By whatever name the account is addressed, at sign-in and on its own page."""
    ada = browser()
    make_account(ada)
    words = ["Ada", " ada ", "ADA"]

    codes = guesses(app, portal, "/account/sign-in", [{"word": words[n % 3], "password": f"guess {n}"} for n in range(26)])

    assert sorted(codes) == [403] * 10 + [429] * 16
    assert len(tried) == 10
    cookie = ada.client.cookies["roundhouse"]
    assert set(guesses(app, portal, "/account/password", [{"password": NEW, "proof": "wrong"}] * 3, cookie)) == {429}
    assert len(tried) == 10


def test_of_many_guesses_at_once_on_the_account_page_ten_are_tried(
    browser: Browsers, app: Starlette, portal: BlockingPortal, tried: list[str]
) -> None:
    """With a stolen cookie."""
    ada = browser()
    make_account(ada)

    forms = [{"password": NEW, "proof": f"guess {n}"} for n in range(26)]
    codes = guesses(app, portal, "/account/password", forms, ada.client.cookies["roundhouse"])

    assert sorted(codes) == [403] * 10 + [429] * 16
    assert len(tried) == 10


def test_an_address_guesses_so_many_times_at_once(app: Starlette, portal: BlockingPortal, tried: list[str]) -> None:
    """Forty, whatever the names."""
    codes = guesses(app, portal, "/account/sign-in", [{"word": f"name {n}", "password": "x"} for n in range(60)])

    assert codes.count(429) >= 20
    assert len(tried) <= 40


def test_who_knows_the_password_is_not_counted(browser: Browsers) -> None:
    """Signing in often is no guessing; wrong ones before it are still counted."""
    make_account(browser())
    codes = [sign_in(browser(), "Ada") for _ in range(12)]
    assert codes == [303] * 12

    codes = [sign_in(browser(), "Ada", "wrong password") for _ in range(9)] + [sign_in(browser(), "Ada")]
    assert codes == [403] * 9 + [303]
    assert [sign_in(browser(), "Ada", "wrong password") for _ in range(2)] == [403, 429]

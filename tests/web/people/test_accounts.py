"""Accounts over HTTP: creating, signing in from anywhere, changing with the password, deleting without a trace."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
from anyio.from_thread import BlockingPortal

from roundhouse.web.server.house import House
from roundhouse.web.store.store import Statement
from tests.web.conftest import Browser, found

Browsers = Callable[..., Browser]
Until = Callable[[Callable[[], bool]], None]

PASSWORD = "straight on to Duluth"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1"


def make_account(person: Browser, name: str = "Ada", password: str = PASSWORD) -> None:
    """Create an account for the guest of this browser."""
    answer = person.send("/account/make", {"name": name, "password": password})
    assert answer.status_code == 303, answer.text


def sign_in(person: Browser, word: str = "Ada", password: str = PASSWORD, **more: str) -> int:
    """Sign in by name and password; return the status of the response."""
    return person.send("/account/sign-in", {"word": word, "password": password, **more}).status_code


@pytest.fixture
def email(tmp_path: Path, until: Until) -> Callable[..., tuple[str, str]]:
    """Wait until there are `count` e-mails; return the recipient of the newest and the path of its link."""

    def read(count: int) -> tuple[str, str]:
        folder = tmp_path / "outbox"
        until(lambda: len(list(folder.glob("*.eml"))) == count)
        newest = max(folder.glob("*.eml"), key=lambda path: path.stat().st_mtime_ns)
        mail = message_from_bytes(newest.read_bytes(), policy=default)
        return mail["To"], found(r"http://127\.0\.0\.1(/account/link/\S+)", mail.get_content())

    return read


# Making one, and signing in.


def test_a_guest_who_creates_an_account_keeps_the_table(browser: Browsers) -> None:
    """The seat stays theirs, and a second browser finds the table and moves."""
    ada, phone = browser(), browser()
    table = ada.open_table("express", ["you", "novice"], pace="10000")
    make_account(ada)
    assert ada.moves(table)

    assert sign_in(phone, "ADA") == 303
    assert table in phone.get("/").text
    assert phone.move(table, phone.moves(table)[0]).status_code == 200


def test_a_new_visitor_can_create_an_account(browser: Browsers) -> None:
    """Without ever having been a guest."""
    ada = browser()
    make_account(ada)

    page = ada.get("/account").text
    assert "<h1>Ada</h1>" in page
    assert "Add an e-mail address" in ada.get("/account?done=made").text


def test_a_name_is_taken_in_any_case(browser: Browsers) -> None:
    """The second account is refused, and the guest is unchanged."""
    make_account(browser())
    eve = browser()

    answer = eve.send("/account/make", {"name": "aDA", "password": PASSWORD})

    assert answer.status_code == 409
    assert "already an account with that name" in answer.text
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    ("name", "password", "words"),
    [
        ("Ada", "short", "10 to 200 characters"),
        ("Ada Lovelace", "ada lovelace", "is not a safe password"),
        ("", PASSWORD, "empty"),
        ("a@b", PASSWORD, "cannot contain an @"),
        ("A\u202eda", PASSWORD, "cannot be shown"),
    ],
)
def test_an_invalid_account_is_refused_on_the_page(browser: Browsers, name: str, password: str, words: str) -> None:
    """With the form as it was filled in, without the password."""
    answer = browser().send("/account/make", {"name": name, "password": password})

    assert answer.status_code == 422
    assert words in answer.text
    assert password not in answer.text or password in name.casefold()


def test_a_wrong_name_and_a_wrong_password_get_the_same_answer(browser: Browsers) -> None:
    """The response does not reveal whether the account exists."""
    make_account(browser())
    eve = browser()

    wrong = [eve.send("/account/sign-in", {"word": word, "password": "something else"}) for word in ("Ada", "Bob", "x@y.org")]

    assert [answer.status_code for answer in wrong] == [403, 403, 403]
    assert len({re.sub(r'value="(Ada|Bob|x@y\.org)"', "", answer.text) for answer in wrong}) == 1
    assert all("set-cookie" not in answer.headers for answer in wrong)


def test_signing_in_gives_a_new_cookie_and_ends_the_old_one(browser: Browsers) -> None:
    """The guest's old cookie gives no access to the account; creating an account replaces it too."""
    ada = browser()
    ada.open_table("express", ["you", "novice"])
    tokens = [ada.client.cookies["roundhouse"]]
    make_account(ada)
    tokens.append(ada.client.cookies["roundhouse"])
    assert sign_in(ada) == 303
    tokens.append(ada.client.cookies["roundhouse"])

    def knows(token: str) -> bool:
        return "Ada" in browser().get("/account", headers={"Cookie": f"roundhouse={token}"}).text

    assert [knows(token) for token in tokens] == [False, False, True]


def test_a_seat_taken_on_one_device_signs_out_no_other(browser: Browsers) -> None:
    """Only the cookies of the same device are renewed."""
    ada, phone = browser(), browser()
    make_account(ada)
    sign_in(phone)
    for _ in range(3):
        phone.open_table("express", ["you", "novice"])

    assert "<h1>Ada</h1>" in ada.get("/account").text
    assert len(re.findall(r'name="device" value="[0-9a-f]+"', ada.get("/account").text)) == 2


def test_an_account_plays_under_its_own_name(browser: Browsers) -> None:
    """Whatever a form says."""
    ada = browser()
    make_account(ada)
    table = ada.open_table("express", ["you", "novice"], name="Queen of Spades")

    page = ada.get(table).text
    assert "Queen of Spades" not in page
    assert "Ada" in page


def test_the_tables_of_a_browser_can_be_moved_to_the_account(browser: Browsers) -> None:
    """A guest who has played signs in to an existing account."""
    make_account(browser())
    guest = browser()
    table = guest.open_table("tickets", ["you", "novice"], name="Someone", pace="10000")
    assert "Move the 1 table of this browser to the account" in guest.get("/account").text

    assert sign_in(guest, adopt="on") == 303
    assert guest.moves(table)
    assert 'data-yours="0"' in guest.get(table).text


def test_the_tables_of_a_browser_stay_behind_unless_asked_for(browser: Browsers) -> None:
    """The seat stays with the guest."""
    make_account(browser())
    guest = browser()
    table = guest.open_table("tickets", ["you", "novice"], name="Someone", pace="10000")
    sign_in(guest)

    assert 'data-yours=""' in guest.get(table).text


def test_nobody_gets_to_see_two_hands_by_signing_in(browser: Browsers) -> None:
    """The account sits at the same table already: the guest's seat does not become its own."""
    ada, other = browser(), browser()
    make_account(ada)
    table = ada.open_table("tickets", ["you", "open"])
    invite = found(r'value="http://127\.0\.0\.1(/join/[^"]+)"', ada.get(table).text)
    other.send(invite, {"name": "Other"})
    sign_in(other, adopt="on")

    assert 'data-yours="0"' in other.get(table).text


def test_an_account_is_left_by_signing_out(browser: Browsers) -> None:
    """The cookie is deleted and no longer valid."""
    ada = browser()
    make_account(ada)
    token = ada.client.cookies["roundhouse"]
    device = found(r'name="device" value="([0-9a-f]+)"', ada.get("/account").text)

    answer = ada.send("/account/devices/end", {"device": device})

    assert answer.headers["location"] == "/"
    assert "roundhouse" not in ada.client.cookies
    assert "Ada" not in browser().get("/account", headers={"Cookie": f"roundhouse={token}"}).text


def test_devices_are_signed_out_one_by_one(browser: Browsers) -> None:
    """Each has a label; the one that is ended is out at its next request."""
    ada, phone, third = browser(user_agent=FIREFOX), browser(user_agent=PHONE), browser()
    make_account(ada)
    sign_in(phone)
    sign_in(third)
    page = ada.get("/account").text
    assert "Firefox, Linux" in page
    assert "Safari, iPhone" in page
    assert page.count('<span class="name">') == 3
    device = found(r'(?s)Safari, iPhone</span>(?:(?!<li>).)*?name="device" value="([0-9a-f]+)"', page)

    ada.send("/account/devices/end", {"device": device})
    assert "<h1>Ada</h1>" not in phone.get("/account").text
    assert "<h1>Ada</h1>" in third.get("/account").text
    ada.send("/account/devices/end", {"device": "others"})
    assert "<h1>Ada</h1>" not in third.get("/account").text
    assert "<h1>Ada</h1>" in ada.get("/account").text


def test_a_device_of_another_account_is_not_signed_out(browser: Browsers) -> None:
    """By whatever name."""
    ada, bo = browser(), browser()
    make_account(ada)
    make_account(bo, "Bo")
    device = found(r'name="device" value="([0-9a-f]+)"', bo.get("/account").text)

    ada.send("/account/devices/end", {"device": device})

    assert "<h1>Bo</h1>" in bo.get("/account").text


def test_passwords_are_not_guessed_for_long(browser: Browsers) -> None:
    """After ten wrong ones the right one is refused too, for a while; those of others are not."""
    make_account(browser())
    make_account(browser(), "Bo")
    eve = browser()

    codes = [sign_in(eve, "Ada", "wrong password") for _ in range(10)]

    assert codes == [403] * 10
    assert sign_in(eve, " ada ") == 429
    assert sign_in(eve, "Bo") == 303


def test_an_address_tries_so_many_times(browser: Browsers) -> None:
    """Forty tries in ten minutes, whatever the names."""
    eve = browser()

    codes = {sign_in(eve, f"name {number}", "x") for number in range(41)}

    assert codes == {403, 429}


# Links.


def test_a_link_signs_in_once_and_only_by_a_button(browser: Browsers, email: Callable[..., tuple[str, str]]) -> None:
    """Opening the page does not consume it, since mail programs open links too. The second press finds it consumed."""
    ada, phone, eve = browser(), browser(), browser()
    make_account(ada)
    ada.send("/account/address", {"email": "ada@example.org", "proof": PASSWORD})
    to, path = email(1)
    assert to == "ada@example.org"
    assert ada.send(path).headers["location"] == "/account?done=address"

    phone.send("/account/link", {"email": " ADA@example.org "})
    _, path = email(2)
    for _ in range(2):
        page = phone.get(path)
        assert page.status_code == 200
        assert "set-cookie" not in page.headers
        assert "Welcome back, Ada" in page.text
    assert phone.send(path).status_code == 303
    assert "<h1>Ada</h1>" in phone.get("/account").text
    assert eve.send(path).status_code == 404


def test_known_and_unknown_addresses_get_the_same_answer(browser: Browsers, email: Callable[..., tuple[str, str]]) -> None:
    """Neither the page nor the e-mail reveals it; only the link does."""
    ada, eve = browser(), browser()
    make_account(ada)
    ada.send("/account/address", {"email": "ada@example.org", "proof": PASSWORD})
    ada.send(email(1)[1])

    known = eve.send("/account/link", {"email": "ada@example.org"})
    email(2)
    unknown = eve.send("/account/link", {"email": "bob@example.org"})
    email(3)

    assert known.status_code == unknown.status_code == 200
    assert known.text.replace("ada@", "bob@") == unknown.text


def test_a_link_creates_an_account_where_there_is_none(browser: Browsers, email: Callable[..., tuple[str, str]]) -> None:
    """It asks for a name, and the guest keeps the seat."""
    ada = browser()
    table = ada.open_table("express", ["you", "novice"], name="Ada", pace="10000")
    ada.send("/account/link", {"email": "ada@example.org"})
    _, path = email(1)
    assert 'value="Ada"' in ada.get(path).text
    assert ada.send(path, {"name": ""}).status_code == 422

    assert ada.send(path, {"name": "Ada"}).status_code == 303
    page = ada.get("/account").text
    assert "ada@example.org" in page
    assert "Set a password" in page
    assert ada.moves(table)


def test_an_expired_link_is_refused(
    browser: Browsers, email: Callable[..., tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half an hour later."""
    ada = browser()
    ada.send("/account/link", {"email": "ada@example.org"})
    _, path = email(1)
    now = time.time()
    monkeypatch.setattr("roundhouse.web.people.links.time.time", lambda: now + 31 * 60)

    assert ada.get(path).status_code == 404
    assert ada.send(path, {"name": "Ada"}).status_code == 404


def test_an_address_of_another_account_cannot_be_taken(browser: Browsers, email: Callable[..., tuple[str, str]]) -> None:
    """Only the owner of the address learns that it is taken."""
    ada, bo = browser(), browser()
    make_account(ada)
    make_account(bo, "Bo")
    ada.send("/account/address", {"email": "ada@example.org", "proof": PASSWORD})
    ada.send(email(1)[1])
    assert bo.send("/account/address", {"email": "ada@example.org", "proof": PASSWORD}).status_code == 200

    assert bo.send(email(2)[1]).status_code == 409
    assert "ada@example.org" not in bo.get("/account").text


@pytest.mark.parametrize(
    "email", ["", "ada", "ada@", "@example.org", "a b@example.org", "a@b@example.org", "a@example.org\nBcc: x@y.z", "a@b"]
)
def test_an_invalid_address_gets_no_email(browser: Browsers, email: str, tmp_path: Path) -> None:
    """Nor anything with a second line."""
    assert browser().send("/account/link", {"email": email}).status_code == 422
    assert not (tmp_path / "outbox").exists()


def test_emails_to_one_address_are_limited(browser: Browsers, email: Callable[..., tuple[str, str]]) -> None:
    """Three to one address in ten minutes."""
    codes = [browser().send("/account/link", {"email": "ada@example.org"}).status_code for _ in range(4)]

    assert codes == [200, 200, 200, 429]


def test_links_and_passwords_are_never_logged_nor_stored(
    browser: Browsers,
    email: Callable[..., tuple[str, str]],
    house: House,
    portal: BlockingPortal,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """At the most talkative level; the store holds a hash of the one and argon2 of the other."""
    caplog.set_level(logging.DEBUG, "roundhouse")
    ada = browser()
    make_account(ada)
    ada.send("/account/address", {"email": "ada@example.org", "proof": PASSWORD})
    _, path = email(1)
    token = path.rpartition("/")[2]
    ada.get(path)
    tables = ("link", "account", "session", "outbox", "notice", "wish")
    logged = " ".join(record.getMessage() for record in caplog.records if record.name.startswith("roundhouse"))
    rows = [tuple(row) for table in tables for row in portal.call(house.store.rows, f"SELECT * FROM {table}")]

    assert rows
    assert token not in logged + str(rows)
    assert PASSWORD not in logged + str(rows)
    assert ada.client.cookies["roundhouse"] not in str(rows)


# What belongs to an account.


def age(house: House, portal: BlockingPortal) -> None:
    """Let a day pass since the last sign-in."""
    portal.call(house.store.write, Statement("UPDATE session SET proven = proven - 86400"))
    house.guests._invalidate_all()


def test_a_new_password_needs_the_old_one_and_signs_out_the_rest(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """An unlocked screen is not enough to take over the account."""
    ada, phone = browser(), browser()
    make_account(ada)
    sign_in(phone)
    age(house, portal)
    new = "round the mountain"
    assert ada.send("/account/password", {"password": new}).status_code == 403
    assert ada.send("/account/password", {"password": new, "proof": "wrong"}).status_code == 403
    assert ada.send("/account/password", {"password": new, "proof": PASSWORD}).status_code == 303

    assert "<h1>Ada</h1>" in ada.get("/account").text
    assert "<h1>Ada</h1>" not in phone.get("/account").text
    assert (sign_in(phone), sign_in(phone, password=new)) == (403, 303)


def test_a_forgotten_password_is_replaced_after_a_link(
    browser: Browsers, email: Callable[..., tuple[str, str]], house: House, portal: BlockingPortal
) -> None:
    """Signing in by a link is proof enough."""
    ada, phone = browser(), browser()
    make_account(ada)
    ada.send("/account/address", {"email": "ada@example.org", "proof": PASSWORD})
    ada.send(email(1)[1])
    age(house, portal)
    phone.send("/account/link", {"email": "ada@example.org"})
    phone.send(email(2)[1])

    assert phone.send("/account/password", {"password": "round the mountain"}).status_code == 303
    assert sign_in(browser(), password="round the mountain") == 303


def test_another_name_is_signed_in_with_at_once(browser: Browsers) -> None:
    """The old one is free again."""
    ada = browser()
    make_account(ada)
    assert ada.send("/account/name", {"name": "Countess"}).status_code == 303

    assert "<h1>Countess</h1>" in ada.get("/account").text
    assert sign_in(browser(), "countess") == 303
    make_account(browser(), "Ada")


def test_the_last_way_in_cannot_be_removed(browser: Browsers, email: Callable[..., tuple[str, str]]) -> None:
    """An account without a password keeps its address; with one it can be removed, and the address is notified."""
    ada = browser()
    ada.send("/account/link", {"email": "ada@example.org"})
    ada.send(email(1)[1], {"name": "Ada"})
    assert ada.send("/account/address/end").status_code == 409
    ada.send("/account/password", {"password": PASSWORD})
    assert ada.send("/account/address/end", {"proof": PASSWORD}).status_code == 303

    assert "ada@example.org" not in ada.get("/account").text


@pytest.mark.parametrize("path", ["name", "password", "address", "address/end", "devices/end", "delete"])
def test_what_belongs_to_an_account_is_closed_to_others(browser: Browsers, path: str) -> None:
    """A guest with a seat is no account."""
    guest = browser()
    guest.open_table("express", ["you", "novice"])

    assert guest.send(f"/account/{path}", {"name": "x", "password": PASSWORD}).status_code == 403


# The end.


def two_friends(browser: Browsers) -> tuple[Browser, Browser, str]:
    """Seat Ada, who has an account, and Bo at a table, with chat."""
    ada, bo = browser(), browser()
    make_account(ada)
    table = ada.open_table("express", ["you", "open"])
    invite = found(r'value="http://127\.0\.0\.1(/join/[^"]+)"', ada.get(table).text)
    assert bo.send(invite, {"name": "Bo"}).status_code == 303
    ada.post(f"{table}/chat", {"rid": "1", "text": "hello from me"})
    bo.post(f"{table}/chat", {"rid": "2", "text": "hello back"})
    return ada, bo, table


def test_a_deleted_account_leaves_no_name_and_the_others_play_on(browser: Browsers, until: Until) -> None:
    """Seat, chat, log, record and host: the name is gone everywhere; a bot plays the seat and Bo gets a turn."""
    ada, bo, table = two_friends(browser)
    ada.move(table, ada.moves(table)[0])
    assert "Ada" in bo.get(table).text

    answer = ada.send("/account/delete", {"proof": PASSWORD})

    assert answer.status_code == 303
    assert "roundhouse" not in ada.client.cookies
    page = bo.get(table).text
    assert "Ada" not in page
    assert "Anonymous 1" in page
    assert "hello from me" in page
    assert "Ada" not in bo.get(f"{table}/record").text
    assert sign_in(browser()) == 403
    for _ in range(3):
        until(lambda: bool(bo.moves(table)))
        assert bo.move(table, bo.moves(table)[0], seat=1).status_code == 200


def test_nothing_about_a_deleted_person_is_left_in_the_store(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """Neither name nor address nor devices; the guest's row is anonymous, and the moves are there."""
    ada, _, _ = two_friends(browser)
    ada.send("/account/address", {"email": "ada@example.org", "proof": PASSWORD})
    entries = portal.call(house.store.rows, "SELECT count(*) AS count FROM entry")[0]["count"]
    guest = portal.call(house.store.rows, "SELECT guest FROM account")[0]["guest"]
    ada.send("/account/delete", {"proof": PASSWORD})

    for name in ("session", "token", "account", "link", "wish", "mute", "push", "notice", "outbox"):
        assert portal.call(house.store.rows, f"SELECT 1 AS found FROM {name} WHERE guest = ?", guest) == [], name
    stored = [
        row["name"]
        for row in portal.call(house.store.rows, "SELECT name FROM guest UNION SELECT name FROM seat UNION SELECT name FROM chat")
    ]
    assert "Ada" not in stored
    assert portal.call(house.store.rows, "SELECT count(*) AS count FROM entry")[0]["count"] >= entries


def test_a_table_that_waits_gets_another_host(browser: Browsers) -> None:
    """Bo, who waits at Ada's table, becomes the host and can fill the seat with a bot."""
    ada, bo = browser(), browser()
    make_account(ada)
    table = ada.open_table("express", ["you", "open", "open"])
    alone = ada.open_table("express", ["you", "open"])
    bo.send(found(r'value="http://127\.0\.0\.1(/join/[^"]+)"', ada.get(table).text), {"name": "Bo"})
    ada.send("/account/delete", {"proof": PASSWORD})

    assert bo.get(alone).status_code == 404
    assert bo.post(f"{table}/robot", {"seat": 0, "level": "novice"}).status_code == 200
    assert "Ada" not in bo.get(table).text


def test_deleting_needs_the_password(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """Opening the page deletes nothing, nor does a wrong password."""
    ada = browser()
    make_account(ada)
    age(house, portal)
    assert ada.get("/account/delete").status_code == 200
    assert ada.send("/account/delete", {"proof": "wrong"}).status_code == 403

    assert "<h1>Ada</h1>" in ada.get("/account").text


# Names that accounts have.


TAKEN = ["Ada", "aDA", "\uff21da", " ada "]  # the third is a wide letter


@pytest.mark.parametrize("name", TAKEN)
def test_a_guest_cannot_sit_down_under_the_name_of_an_account(browser: Browsers, name: str) -> None:
    """By the page of a table or by an invitation; the name that the guest had stays."""
    make_account(browser())
    bo, guest = browser(), browser()
    table = bo.open_table("express", ["you", "open"], name="Bo")
    guest.open_table("express", ["you", "novice"], name="Cy")
    invite = found(r'value="http://127\.0\.0\.1(/join/[^"]+)"', bo.get(table).text)

    for answer in (guest.post(f"{table}/sit", {"seat": 1, "name": name}), guest.post(invite, {"name": name})):
        assert answer.status_code == 409
        assert "belongs to an account" in answer.json()["error"]
    assert 'data-state="waiting"' in bo.get(table).text
    assert guest.post(f"{table}/sit", {"seat": 1}).status_code == 200
    assert "Cy" in bo.get(table).text


@pytest.mark.parametrize("name", TAKEN)
def test_a_guest_cannot_open_a_table_under_the_name_of_an_account(browser: Browsers, name: str) -> None:
    """Nor give it to a friend at the same screen, nor make a token with it."""
    make_account(browser())
    guest = browser()
    form = {"game": "express", "seats": "2", "seat-0": "you", "seat-1": "you"}

    assert guest.send("/tables", {**form, "name": name}).status_code == 409
    assert guest.send("/tables", {**form, "name": "Bo", "name-1": name}).status_code == 409
    assert guest.send("/account/tokens", {"name": name, "label": "x", "scope-read": "on"}).status_code == 409
    assert guest.send("/tables", {**form, "name": "Bo", "name-1": "Cy"}).status_code == 303


def test_a_guest_who_had_the_name_before_does_not_wear_it_any_more(browser: Browsers) -> None:
    """Not at new tables, by page or by program, and not in the chat where they only watch; they play on where they sit."""
    guest, bo = browser(), browser()
    own = guest.open_table("express", ["you", "novice"], name="Ada")
    token = found(r'value="(rh_[^"]+)"', guest.send("/account/tokens", {"label": "x", "scope-play": "on", "scope-chat": "on"}).text)
    other = bo.open_table("express", ["you", "open"], name="Bo")
    make_account(browser())
    headers = {"Authorization": f"Bearer {token}"}
    api = f"/api/v1/tables/{other.rpartition('/')[2]}"

    assert guest.post(f"{other}/sit", {"seat": 1}).status_code == 409
    assert guest.ask("POST", f"{api}/sit", json={}, headers=headers).status_code == 409
    assert guest.ask("POST", f"{api}/chat", json={"text": "hello"}, headers=headers).status_code == 409
    assert guest.post(f"{other}/chat", {"rid": "1", "text": "hello"}).status_code == 409
    assert "hello" not in bo.get(other).text
    assert guest.post(f"{own}/chat", {"rid": "1", "text": "hello"}).status_code == 200
    assert guest.post(f"{other}/sit", {"seat": 1, "name": "Adam"}).status_code == 200


def test_an_account_wears_its_own_name(browser: Browsers) -> None:
    """By page and by program, in whatever way it is written in a form."""
    ada, bo = browser(), browser()
    make_account(ada)
    table = bo.open_table("express", ["you", "open"], name="Bo")
    token = found(r'value="(rh_[^"]+)"', ada.send("/account/tokens", {"label": "x", "scope-play": "on"}).text)
    api = f"/api/v1/tables/{table.rpartition('/')[2]}"

    assert ada.ask("POST", f"{api}/sit", json={}, headers={"Authorization": f"Bearer {token}"}).status_code == 200
    ada.open_table("express", ["you", "novice"], name="ada")


@pytest.mark.parametrize("name", ["Guest", "invité", "Anonymous", "Player 2"])
def test_no_account_has_a_name_that_guests_are_given(browser: Browsers, name: str) -> None:
    """Otherwise guests who choose no name could do nothing."""
    assert browser().send("/account/make", {"name": name, "password": PASSWORD}).status_code == 409
    browser().open_table("express", ["you", "novice"], name="")

"""The guard: other sites, other hosts, headers of every answer, cookies, limits, and what never reaches a log."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

import httpx
import pytest
from anyio.from_thread import BlockingPortal
from starlette.applications import Starlette

from roundhouse.web.server.house import House
from roundhouse.web.server.middleware import POLICY
from roundhouse.web.settings import Settings
from tests.web.conftest import HERE, Browser, found

Browsers = Callable[..., Browser]

FORM = {"game": "express", "seats": "2", "seat-0": "you", "seat-1": "novice"}


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": HERE, "Sec-Fetch-Site": "cross-site"},
        {"Origin": HERE, "Sec-Fetch-Site": "same-site"},
        {"Origin": HERE + ":81"},
    ],
)
def test_a_request_from_another_site_changes_nothing(browser: Browsers, headers: dict[str, str]) -> None:
    """Forms of other pages, of sandboxed frames, of neighbouring hosts and ports."""
    ada = browser()

    answer = ada.ask("POST", "/tables", data=FORM, headers=headers)

    assert answer.status_code == 403
    assert "came from another site" in answer.text
    assert not answer.cookies


def test_a_request_of_the_page_itself_is_taken(browser: Browsers) -> None:
    """By what browsers say about it, without an origin."""
    answer = browser().ask("POST", "/tables", data=FORM, headers={"Origin": "", "Sec-Fetch-Site": "same-origin"})

    assert answer.status_code == 303


def test_another_host_name_is_refused(browser: Browsers) -> None:
    """A name elsewhere that was pointed at this machine."""
    assert browser().get("/", headers={"Host": "evil.example"}).status_code == 400


@pytest.mark.parametrize("url", ["/", "/games/tickets", "/rules/tickets", "/tour/tickets", "/nowhere", "/healthz"])
def test_every_answer_bears_the_headers_of_the_house(browser: Browsers, url: str) -> None:
    """Policy, no sniffing, no storing, no framing."""
    headers = browser().get(url).headers

    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store, private"
    assert headers["referrer-policy"] == "same-origin"


def test_errors_bear_them_too(browser: Browsers) -> None:
    """A refused request is no exception."""
    answer = browser().ask("POST", "/tables", headers={"Origin": "https://evil.example"})

    assert answer.headers["content-security-policy"] == POLICY


def test_our_own_fault_is_told_without_details(
    browser: Browsers, app: Starlette, house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A page in the reader's language with the headers of the house; what happened stands in the log alone."""

    async def broken(limit: int) -> None:
        raise RuntimeError("the reason")

    monkeypatch.setattr(house.repository, "open_tables", broken)
    french = browser(accept_language="fr")
    french.client._transport = httpx.ASGITransport(app, raise_app_exceptions=False)

    answer = french.get("/")

    assert answer.status_code == 500
    assert "Quelque chose s’est mal passé" in answer.text
    assert "the reason" not in answer.text
    assert answer.headers["content-security-policy"] == POLICY
    assert "the reason" in caplog.text


def test_looking_changes_nothing(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """No GET writes a row: not a visit, not an invitation that is only read."""
    ada, bo = browser(), browser()
    table = ada.open_table("tickets", ["you", "open"])
    invite = found(r'value="http://127\.0\.0\.1(/join/[^"]+)"', ada.get(table).text)
    count = "SELECT (SELECT count(*) FROM guest) + (SELECT count(*) FROM member) + (SELECT count(*) FROM session) AS rows"
    before = [tuple(row) for row in portal.call(house.store.rows, count)]

    for url in ("/", table, invite, "/games/tickets", "/tour/tickets"):
        answer = bo.get(url)
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers

    assert [tuple(row) for row in portal.call(house.store.rows, count)] == before


def test_the_cookie_is_for_the_server_alone(browser: Browsers) -> None:
    """HttpOnly and SameSite; the store keeps only its hash."""
    answer = browser().send("/tables", FORM)

    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert len(answer.cookies["roundhouse"]) >= 43


class TestBehindHttps:
    """A house that is reached by https."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        """With https."""
        return replace(settings, https=True)

    def test_cookies_are_bound_to_the_host(self, browser: Browsers) -> None:
        """The prefix that browsers hold to: secure, this host, this path."""
        answer = browser().ask("POST", "/tables", data=FORM, headers={"Origin": HERE.replace("http:", "https:")})

        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-roundhouse=")
        assert "Secure" in cookie
        assert answer.headers["strict-transport-security"]

    def test_plain_http_is_another_site(self, browser: Browsers) -> None:
        """A page that was not loaded by https may not act."""
        assert browser().send("/tables", FORM).status_code == 403


def test_taking_a_seat_gives_a_new_cookie(browser: Browsers, house: House) -> None:
    """The one before last is no longer good; the last one still is, should the answer have been lost."""
    ada = browser()
    tokens = []
    for _ in range(3):
        ada.open_table("express", ["you", "novice"])
        tokens.append(ada.client.cookies["roundhouse"])

    def known(token: str) -> bool:
        return "Ada" in browser().get("/games/tickets", headers={"Cookie": f"roundhouse={token}"}).text

    assert len(set(tokens)) == 3
    assert [known(token) for token in tokens] == [False, True, True]


def test_too_much_at_once_is_refused(browser: Browsers) -> None:
    """Chat, eleven lines in a breath."""
    ada = browser()
    table = ada.open_table("express", ["you", "open"])

    codes = [ada.post(f"{table}/chat", {"rid": str(i), "text": "hello"}).status_code for i in range(11)]

    assert codes[:10] == [200] * 10
    assert codes[10] == 429


class TestCrowd:
    """A house that allows few live pages."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        """One stream an address."""
        return replace(settings, streams_each=0)

    def test_too_many_live_pages_are_refused(self, browser: Browsers) -> None:
        """The stream is refused with words, the page itself works."""
        ada = browser()
        table = ada.open_table("express", ["you", "open"])

        assert ada.get(f"{table}/live", headers={"Accept-Language": "fr"}).status_code == 429
        assert ada.get(table).status_code == 200


class TestFewTables:
    """A house that lets a guest host two tables."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        """Two."""
        return replace(settings, tables_each=2)

    def test_a_guest_hosts_so_many_tables_at_once(self, browser: Browsers) -> None:
        """The third is refused."""
        ada = browser()
        codes = [ada.send("/tables", {**FORM, "seat-1": "open"}).status_code for _ in range(3)]

        assert codes == [303, 303, 429]


def test_no_secret_is_ever_logged(
    browser: Browsers, house: House, portal: BlockingPortal, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither invitations nor the deal nor cookies, at the most talkative level; nor in what a failing value would print."""
    caplog.set_level(logging.DEBUG, "roundhouse")
    ada = browser()
    table = ada.open_table("tickets", ["you", "open"])
    page = ada.get(table).text
    invite = found(r"/join/([^\"]+)", page)
    browser().send(f"/join/{invite}", {"name": "Bo"})
    room = portal.call(house.rooms.get, table.rpartition("/")[2])

    told = caplog.text + repr(room.setup)
    assert invite not in told
    assert repr(room.setup.secret) not in told
    assert room.setup.secret.hex() not in told
    assert ada.client.cookies["roundhouse"] not in told

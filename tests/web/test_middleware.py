"""Security: cross-site requests, host names, headers of every response, cookies, limits, and secrets in logs."""

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
    """Forms on other sites, in sandboxed frames, on neighbouring hosts and ports."""
    ada = browser()

    answer = ada.ask("POST", "/tables", data=FORM, headers=headers)

    assert answer.status_code == 403
    assert "came from another site" in answer.text
    assert not answer.cookies


def test_a_request_from_our_own_page_is_accepted(browser: Browsers) -> None:
    """By Sec-Fetch-Site, without an Origin."""
    answer = browser().ask("POST", "/tables", data=FORM, headers={"Origin": "", "Sec-Fetch-Site": "same-origin"})

    assert answer.status_code == 303


def test_another_host_name_is_refused(browser: Browsers) -> None:
    """A foreign name whose DNS record points to this machine."""
    assert browser().get("/", headers={"Host": "evil.example"}).status_code == 400


@pytest.mark.parametrize("url", ["/", "/games/tickets", "/rules/tickets", "/tour/tickets", "/nowhere", "/healthz"])
def test_every_response_has_the_security_headers(browser: Browsers, url: str) -> None:
    """Content policy, no sniffing, no caching, no framing."""
    headers = browser().get(url).headers

    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store, private"
    assert headers["referrer-policy"] == "same-origin"


def test_errors_have_them_too(browser: Browsers) -> None:
    """Also for a request that the middleware refuses."""
    answer = browser().ask("POST", "/tables", headers={"Origin": "https://evil.example"})

    assert answer.headers["content-security-policy"] == POLICY


def test_an_internal_error_shows_no_details(
    browser: Browsers, app: Starlette, house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The page is in the reader's language and has the security headers; the cause is only in the log."""

    async def broken(limit: int) -> None:
        raise RuntimeError("the reason")

    monkeypatch.setattr(house.repository, "open_tables", broken)
    french = browser(accept_language="fr")
    french.client._transport = httpx.ASGITransport(app, raise_app_exceptions=False)

    answer = french.get("/")

    assert answer.status_code == 500
    assert "Une erreur s’est produite sur le serveur" in answer.text
    assert "the reason" not in answer.text
    assert answer.headers["content-security-policy"] == POLICY
    assert "the reason" in caplog.text


def test_a_get_request_changes_nothing(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """No row is written, not even for an invitation that is opened."""
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
    """HttpOnly, SameSite and long enough."""
    answer = browser().send("/tables", FORM)

    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert len(answer.cookies["roundhouse"]) >= 43


class TestBehindHttps:
    """A server behind https."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        """With https."""
        return replace(settings, https=True)

    def test_cookies_are_bound_to_the_host(self, browser: Browsers) -> None:
        """By the __Host- prefix, which browsers enforce: secure, this host, this path."""
        answer = browser().ask("POST", "/tables", data=FORM, headers={"Origin": HERE.replace("http:", "https:")})

        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-roundhouse=")
        assert "Secure" in cookie
        assert answer.headers["strict-transport-security"]

    def test_plain_http_is_another_site(self, browser: Browsers) -> None:
        """A page that was not loaded by https must not act."""
        assert browser().send("/tables", FORM).status_code == 403


def test_taking_a_seat_gives_a_new_cookie(browser: Browsers, house: House) -> None:
    """The last but one is invalid; the last one is still valid, in case the response was lost."""
    ada = browser()
    tokens = []
    for _ in range(3):
        ada.open_table("express", ["you", "novice"])
        tokens.append(ada.client.cookies["roundhouse"])

    def valid(token: str) -> bool:
        return "Ada" in browser().get("/games/tickets", headers={"Cookie": f"roundhouse={token}"}).text

    assert len(set(tokens)) == 3
    assert [valid(token) for token in tokens] == [False, True, True]


def test_too_many_requests_are_refused(browser: Browsers) -> None:
    """Eleven chat messages in a row."""
    ada = browser()
    table = ada.open_table("express", ["you", "open"])

    codes = [ada.post(f"{table}/chat", {"rid": str(i), "text": "hello"}).status_code for i in range(11)]

    assert codes[:10] == [200] * 10
    assert codes[10] == 429


class TestStreams:
    """A server that allows no live stream."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        """No streams per address."""
        return replace(settings, streams_each=0)

    def test_too_many_live_pages_are_refused(self, browser: Browsers) -> None:
        """The stream is refused, the page itself works."""
        ada = browser()
        table = ada.open_table("express", ["you", "open"])

        assert ada.get(f"{table}/live", headers={"Accept-Language": "fr"}).status_code == 429
        assert ada.get(table).status_code == 200


class TestFewTables:
    """A server on which a guest may host two tables."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        """Two."""
        return replace(settings, tables_each=2)

    def test_the_number_of_tables_of_a_host_is_limited(self, browser: Browsers) -> None:
        """The third is refused."""
        ada = browser()
        codes = [ada.send("/tables", {**FORM, "seat-1": "open"}).status_code for _ in range(3)]

        assert codes == [303, 303, 429]


def test_no_secret_is_ever_logged(
    browser: Browsers, house: House, portal: BlockingPortal, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither invitations nor the deal nor cookies, even at level debug; nor are they in the repr of a setup."""
    caplog.set_level(logging.DEBUG, "roundhouse")
    ada = browser()
    table = ada.open_table("tickets", ["you", "open"])
    page = ada.get(table).text
    invite = found(r"/join/([^\"]+)", page)
    browser().send(f"/join/{invite}", {"name": "Bo"})
    room = portal.call(house.rooms.get, table.rpartition("/")[2])

    logged = caplog.text + repr(room.setup)
    assert invite not in logged
    assert repr(room.setup.secret) not in logged
    assert room.setup.secret.hex() not in logged
    assert ada.client.cookies["roundhouse"] not in logged

"""Accounts and notifications with two servers on one PostgreSQL database: both agree, and nothing is delivered twice."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from anyio.from_thread import BlockingPortal

from roundhouse.web.app import make_app
from roundhouse.web.people.guests import Guest, Session, SessionState
from roundhouse.web.settings import Settings
from tests.web.conftest import Browser, found
from tests.web.database import Database
from tests.web.notifications.receivers import site
from tests.web.test_processes import Pair

Until = Callable[[Callable[[], bool]], None]

PASSWORD = "straight on to Duluth"


@pytest.fixture
def pair(database: Database, portal: BlockingPortal) -> Iterator[Pair]:
    """Two servers that may reach receivers on this machine; nothing is due before a test delivers it."""
    url = database.fresh()
    with ExitStack() as lives:
        apps = []
        for _ in range(2):
            settings = Settings(db=url, workers=1, limits=False, webhooks=True, inside=True, notice_after=3600)
            app = portal.call(make_app, settings)
            lives.enter_context(portal.wrap_async_context_manager(app.router.lifespan_context(app)))
            apps.append(app)
        yield Pair(apps, url, portal)


@pytest.fixture
def friends(pair: Pair) -> tuple[list[Browser], list[Browser], str]:
    """Ada, who has an account, and Bo, both known to both houses, at a table where Ada is to move."""
    ada, bo = pair.person(), pair.person()
    assert ada[0].send("/account/make", {"name": "Ada", "password": PASSWORD}).status_code == 303
    table = ada[0].open_table("express", ["you", "open"])
    invite = found(r'value="https?://[^"/]+(/join/[^"]+)"', ada[0].get(table).text)
    assert bo[1].send(invite, {"name": "Bo"}).status_code == 303
    return ada, bo, table


def test_an_account_is_known_in_both_houses(pair: Pair, friends: tuple[list[Browser], list[Browser], str]) -> None:
    """Made in the one, signed in to in the other, with the table and its turn."""
    phone = pair.person()
    assert phone[1].send("/account/sign-in", {"word": "ADA", "password": PASSWORD}).status_code == 303
    table = friends[2]

    assert phone[1].move(table, phone[1].moves(table)[0]).status_code == 200
    assert "Bo" in phone[0].get(table).text


def test_a_device_signed_out_in_one_house_is_out_in_the_other(
    pair: Pair, friends: tuple[list[Browser], list[Browser], str], until: Until
) -> None:
    """Although the other one has just cached its session; its live page there reloads."""
    ada, _, table = friends
    phone = pair.person()
    phone[1].send("/account/sign-in", {"word": "Ada", "password": PASSWORD})
    assert "<h1>Ada</h1>" in phone[1].get("/account").text
    known = newest_session(pair)
    house = pair.houses[1]
    ended: list[bytes] = []

    async def listen() -> None:
        bell = house.notifications.bells.stream(known.guest.id, "en", table, lambda: house.guests.state(known))
        async for event in bell:
            ended.append(event)  # noqa: PERF401 - it is read while it grows

    listening = pair.portal.start_task_soon(listen)
    until(lambda: len(ended) == 1)
    ada[0].send("/account/devices/end", {"device": "others"})
    listening.result(timeout=30)

    assert b"reload" in ended[-1]
    until(lambda: "<h1>Ada</h1>" not in phone[1].get("/account").text)


def newest_session(pair: Pair) -> Session:
    """The session of the browser that has signed in last."""
    house = pair.houses[0]
    (row,) = pair.portal.call(house.store.rows, "SELECT token, guest, device FROM session ORDER BY made DESC LIMIT 1")
    return Session(row["token"], Guest(row["guest"], "Ada", account=True), row["device"], 0.0, 0.0)


def test_a_bell_rings_in_the_house_where_its_page_is(
    pair: Pair, friends: tuple[list[Browser], list[Browser], str], until: Until
) -> None:
    """Ada moves in one house; the page that Bo has open in the other shows the turn."""
    ada, _, table = friends
    house = pair.houses[1]
    bo = pair.portal.call(house.store.rows, "SELECT guest FROM seat WHERE name = 'Bo'")[0]["guest"]
    events: list[bytes] = []

    async def active() -> SessionState:
        return SessionState.ACTIVE

    async def listen() -> None:
        async for event in house.notifications.bells.stream(bo, "en", "", active):
            events.append(event)  # noqa: PERF401

    listening = pair.portal.start_task_soon(listen)
    until(lambda: len(events) == 1)
    ada[0].move(table, ada[0].moves(table)[0])
    until(lambda: b"Your turn" in events[-1])
    listening.cancel()

    data = json.loads(events[-1].decode().split("data: ", 1)[1])
    assert [item["place"] for item in data["items"] if item["kind"] == "turn"] == ["Chicago Express with Ada"]


def test_a_name_that_is_deleted_in_one_house_is_gone_from_the_other(
    pair: Pair, friends: tuple[list[Browser], list[Browser], str], until: Until
) -> None:
    """From a room that the other one has in memory: seats, log and chat."""
    ada, bo, table = friends
    ada[0].post(f"{table}/chat", {"rid": "1", "text": "hello"})
    ada[0].move(table, ada[0].moves(table)[0])
    until(lambda: bo[1].get(table).text.count("Ada") > 2)
    ada[0].send("/account/delete", {"proof": PASSWORD})

    until(lambda: "Ada" not in bo[1].get(table).text)
    assert "Anonymous" in bo[1].get(table).text


def test_the_workers_of_two_houses_deliver_everything_once(pair: Pair, friends: tuple[list[Browser], list[Browser], str]) -> None:
    """Four sweeps in each at the same moment, for a turn and a mention."""
    ada, bo, table = friends
    with site() as hook:
        for person, name in ((ada, "ada"), (bo, "bo")):
            form = {"turn": "on", "mention": "on", "hook": f"{hook.address}/{name}"}
            assert person[0].send("/account/notifications", form).status_code == 303
        ada[0].post(f"{table}/chat", {"rid": "1", "text": "look, @Bo"})

        async def rush() -> None:
            now = time.time() + 3601
            await asyncio.gather(*(house.notifications.delivery_worker.sweep(now) for house in pair.houses for _ in range(4)))

        pair.portal.call(rush)
        pair.portal.call(rush)

    assert sorted(path for path, _, _ in hook.arrived) == ["/ada", "/bo"]


def test_a_browser_takes_its_table_along_in_either_house(pair: Pair, friends: tuple[list[Browser], list[Browser], str]) -> None:
    """A guest's table, known to both houses, is the account's in both."""
    guest = pair.person()
    table = guest[1].open_table("tickets", ["you", "novice"], name="Someone", pace="10000")
    assert 'data-yours="0"' in guest[0].get(table).text
    guest[0].send("/account/sign-in", {"word": "Ada", "password": PASSWORD, "adopt": "on"})

    assert 'data-yours="0"' in guest[0].get(table).text
    assert 'data-yours="0"' in guest[1].get(table).text


ODD = ("", "\0", "a\0b", "-1", "x" * 6000, "é" * 400, "\ud7ff", "<script>", "\r\nBcc: a@b.c", "a@b.cd", "https://[", "others", "on")
FORMS = {
    "/account/sign-in": ("word", "password", "back", "adopt"),
    "/account/link": ("email",),
    "/account/make": ("name", "password"),
    "/account/name": ("name",),
    "/account/password": ("password", "proof"),
    "/account/address": ("email", "proof"),
    "/account/devices/end": ("device",),
    "/account/notifications": ("zone", "mail", "hook", "turn", "game:express"),
    "/account/push": ("endpoint", "p256dh", "auth"),
    "/account/push/end": ("endpoint",),
    "/notices/look": ("table",),
}


def test_nonsense_in_the_forms_about_people_is_answered(pair: Pair, friends: tuple[list[Browser], list[Browser], str]) -> None:
    """Every field, by form and by JSON, of a signed-in guest: refused or accepted, and never a server error."""
    ada = friends[0][0]
    for url, fields in FORMS.items():
        for field in fields:
            for odd in ODD:
                usual = {"endpoint": "https://push.example/1"} if "push" in url else {}
                for answer in (ada.send(url, {**usual, field: odd}), ada.post(url, {**usual, field: odd})):
                    assert answer.status_code < 500, (url, field, odd)
    for url in ("/account/link/", "/letters/"):
        for odd in ("x", "%00", "a" * 3000, "%ff", "a.b"):
            assert ada.get(url + odd).status_code in (404, 405), url + odd
            assert ada.send(url + odd).status_code in (404, 405), url + odd

    assert "Devices</h2>" in ada.get("/account").text

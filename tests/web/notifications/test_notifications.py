"""Notifications: turns, starting games and mentions, in the bell and by push, webhook and e-mail."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import anyio
import pytest
from anyio.from_thread import BlockingPortal

from roundhouse.web.notifications.delivery import LEASE, PAUSES, Delivery
from roundhouse.web.notifications.preferences import next_morning
from roundhouse.web.server.house import House
from roundhouse.web.settings import Settings
from roundhouse.web.store.store import Statement
from tests.web.conftest import Browser, found
from tests.web.notifications.receivers import Postbox, Reader, Site, postbox, site

Browsers = Callable[..., Browser]
Until = Callable[[Callable[[], bool]], None]
Deliver = Callable[..., None]


@pytest.fixture
def box() -> Iterator[Postbox]:
    """A mail server."""
    with postbox() as found:
        yield found


@pytest.fixture
def hook() -> Iterator[Site]:
    """A web server: a push service and a chat room at once."""
    with site() as found:
        yield found


@pytest.fixture
def settings(settings: Settings, box: Postbox) -> Settings:
    """A mail server and webhooks on this machine; nothing is due before a test delivers it."""
    return replace(
        settings,
        mail=box.address,
        url="https://house.example",
        webhooks=True,
        inside=True,
        notice_after=3600,
    )


@pytest.fixture
def deliver(house: House, portal: BlockingPortal) -> Deliver:
    """Sweep as if it were `later` seconds from now; by default everything written so far is due."""

    def sweep(later: float = 3601.0, times: int = 1) -> None:
        for _ in range(times):
            portal.call(house.notifications.delivery_worker.sweep, time.time() + later)

    return sweep


def friends(browser: Browsers, seats: int = 2) -> tuple[list[Browser], str]:
    """Ada, Bo and perhaps Cy at a table of Chicago Express that has begun; Ada is to move."""
    people = [browser() for _ in range(seats)]
    table = people[0].open_table("express", ["you"] + ["open"] * (seats - 1))
    invite = found(r'value="https?://[^"/]+(/join/[^"]+)"', people[0].get(table).text)
    for person, name in zip(people[1:], ("Bo", "Cy"), strict=False):
        assert person.send(invite, {"name": name}).status_code == 303
    return people, table


def bell(person: Browser) -> str:
    """Return the list of notices on the page of a guest."""
    page = person.get("/notices").text
    return page[page.index('<div class="news-page">') :]


def confirmed(person: Browser, house: House, portal: BlockingPortal, email: str, mail: str) -> None:
    """Create an account with a confirmed address that wants e-mails."""
    assert person.send("/account/make", {"name": email.partition("@")[0], "password": "straight on to Duluth"}).status_code == 303
    portal.call(house.store.write, Statement("UPDATE account SET email = ? WHERE login = ?", (email, email.partition("@")[0])))
    prefer(person, mail=mail)


def prefer(person: Browser, **more: str) -> None:
    """Save notification preferences."""
    form = {"turn": "on", "start": "on", "mention": "on", "zone": "Europe/Paris", **more}
    answer = person.send("/account/notifications", form)
    assert answer.status_code == 303, answer.text


def pass_turn(person: Browser, table: str, seat: int) -> None:
    """Move until it is another player's turn."""
    moves = person.moves(table)
    while moves:
        assert person.move(table, moves[0], seat=seat).status_code == 200
        moves = person.moves(table)


# The bell.


def test_the_bell_shows_a_turn_until_the_player_has_moved(browser: Browsers) -> None:
    """Ada's, then Bo's; when the turn has passed, the other bell is silent."""
    (ada, bo), table = friends(browser)
    assert "<strong>Your turn</strong> <span>Chicago Express with Bo</span>" in bell(ada)
    assert "Your turn" not in bell(bo)
    pass_turn(ada, table, 0)

    assert "Your turn" not in bell(ada)
    assert "<strong>Your turn</strong> <span>Chicago Express with Ada</span>" in bell(bo)
    assert f'href="{table}"' in bell(bo)


def test_the_bell_says_that_a_game_has_begun(browser: Browsers) -> None:
    """To all players but the one to move, whose bell shows the turn."""
    (ada, bo, cy), _ = friends(browser, 3)

    assert "The game begins" in bell(bo)
    assert "<strong>The game begins</strong> <span>Chicago Express with Ada, Bo</span>" in bell(cy)
    assert "The game begins" not in bell(ada)


def test_games_against_bots_notify_nobody(browser: Browsers) -> None:
    """The only person at the table is present anyway."""
    ada = browser()
    ada.open_table("express", ["you", "novice"])

    assert "Nothing new" in bell(ada)


def test_a_mention_reaches_the_player_it_names(browser: Browsers) -> None:
    """By the name at the table, in any case, once for several mentions; the text itself is not sent."""
    (ada, bo, cy), table = friends(browser, 3)
    ada.post(f"{table}/chat", {"rid": "1", "text": "your turn soon, @bo! mail@bo.example"})
    ada.post(f"{table}/chat", {"rid": "2", "text": "hello @Ada and @Bobby, @Bo"})

    assert bell(bo).count("Ada mentioned you") == 1
    assert "your turn soon" not in bell(bo)
    assert "mentioned" not in bell(cy)
    assert "mentioned" not in bell(ada)


def test_a_seen_notice_is_not_delivered(browser: Browsers, deliver: Deliver, hook: Site) -> None:
    """Opening the table marks its start as seen. A turn stays in the bell until the move, but its delivery is delayed."""
    (ada, bo), table = friends(browser)
    prefer(ada, hook=f"{hook.address}/ada")
    prefer(bo, hook=f"{hook.address}/bo")
    for person in (ada, bo):
        person.post("/notices/look", {"table": table.rpartition("/")[2]})
    deliver(599)
    assert hook.arrived == []
    assert "The game begins" not in bell(bo)
    assert "Your turn" in bell(ada)
    deliver(601)
    assert [path for path, _, _ in hook.arrived] == ["/ada"]

    ada.send("/notices/see")
    assert "Nothing new" in bell(ada)


def test_a_stranger_can_neither_see_nor_silence_the_bell_of_others(browser: Browsers) -> None:
    """A bell belongs to its cookie."""
    (ada, _), table = friends(browser)
    eve = browser()

    assert eve.post("/notices/see").status_code == 403
    assert eve.post("/notices/look", {"table": table}).status_code == 403
    assert "Nothing new" in bell(eve)
    assert "Your turn" in bell(ada)


# Channels.


def test_a_webhook_is_signed(browser: Browsers, deliver: Deliver, hook: Site) -> None:
    """It says whose turn it is and where, once. The key is on the page of its owner."""
    (ada, _), table = friends(browser)
    prefer(ada, hook=f"{hook.address}/room")
    key = found(r"<code>([^<]+)</code>", ada.get("/account/notifications").text)
    deliver(times=3)

    ((path, headers, body),) = hook.arrived
    words = json.loads(body)
    assert path == "/room"
    assert words["kind"] == "turn"
    assert words["url"] == f"https://house.example{table}"
    assert words["text"] == words["content"] == f"Your turn: Chicago Express with Bo https://house.example{table}"
    assert headers["x-roundhouse-signature"] == "sha256=" + hmac.new(key.encode(), body, hashlib.sha256).hexdigest()


def test_a_browser_gets_a_push_in_its_language(browser: Browsers, deliver: Deliver, hook: Site) -> None:
    """Only the browser can read it. When the push service says that it is gone, its subscription is deleted."""
    (ada, bo), table = friends(browser)
    reader = Reader(f"{hook.address}/push/1")
    subscription = {"endpoint": reader.endpoint, "p256dh": reader.p256dh, "auth": reader.auth}
    assert ada.ask("POST", "/account/push", json=subscription, headers={"Accept-Language": "fr"}).status_code == 200
    deliver()

    ((_, headers, body),) = hook.arrived
    words = json.loads(reader.read(body))
    assert words == {"title": "À vous", "body": "Chicago Express avec Bo", "url": table, "tag": words["tag"]}
    assert headers["ttl"] == "86400"

    hook.codes = [410]
    pass_turn(ada, table, 0)
    pass_turn(bo, table, 1)
    deliver(times=2)
    assert len(hook.arrived) == 2
    pass_turn(ada, table, 0)
    pass_turn(bo, table, 1)
    deliver(times=2)
    assert len(hook.arrived) == 2


def test_a_browser_that_is_signed_out_gets_no_more_pushes(browser: Browsers, deliver: Deliver, hook: Site) -> None:
    """Its subscription ends with its session; signing up keeps it."""
    (ada, _), _ = friends(browser)
    reader = Reader(f"{hook.address}/push/1")
    ada.post("/account/push", {"endpoint": reader.endpoint, "p256dh": reader.p256dh, "auth": reader.auth})
    ada.send("/account/make", {"name": "Ada", "password": "straight on to Duluth"})
    deliver()
    assert len(hook.arrived) == 1
    other = browser()
    other.send("/account/sign-in", {"word": "Ada", "password": "straight on to Duluth"})
    table = found(r'href="(/table/[^"]+)"', other.get("/account").text)
    other.send("/account/devices/end", {"device": "others"})
    other.post(f"{table}/chat", {"rid": "1", "text": "hello"})
    pass_turn(other, table, 0)
    deliver()

    assert len(hook.arrived) == 1


def test_an_email_says_whose_turn_it_is_and_nothing_of_the_position(
    browser: Browsers, house: House, portal: BlockingPortal, deliver: Deliver, box: Postbox
) -> None:
    """Title, names, a link, and an unsubscribe link, which works without signing in, by a button."""
    (ada, _), table = friends(browser)
    confirmed(ada, house, portal, "ada@example.org", "each")
    deliver(times=2)

    (mail,) = box.emails
    text = mail.get_content()
    assert mail["To"] == "ada@example.org"
    assert mail["From"] == "Roundhouse <roundhouse@house.example>"
    assert mail["Subject"] == "Your turn: Chicago Express with Bo"
    assert f"https://house.example{table}" in text
    unsubscribe = found(r"Unsubscribe: https://house\.example(/letters/\S+)", text)
    assert mail["List-Unsubscribe"] == f"<https://house.example{unsubscribe}>"

    stranger = browser()
    assert stranger.get(unsubscribe).status_code == 200
    assert portal.call(house.notifications.preferences.of, owner(house, portal)).mail == "each"
    assert stranger.send(unsubscribe).status_code == 200
    assert portal.call(house.notifications.preferences.of, owner(house, portal)).mail == "off"
    assert stranger.send(unsubscribe[:-3] + "abc").status_code == 404


def owner(house: House, portal: BlockingPortal) -> str:
    """The guest who has an account."""
    return str(portal.call(house.store.rows, "SELECT guest FROM account")[0]["guest"])


def test_a_daily_email_comes_once_a_morning_and_only_with_notices(
    browser: Browsers, house: House, portal: BlockingPortal, deliver: Deliver, box: Postbox
) -> None:
    """At seven in the reader's time zone."""
    (ada, bo), table = friends(browser)
    confirmed(ada, house, portal, "ada@example.org", "daily")
    bo.post(f"{table}/chat", {"rid": "1", "text": "@ada it is you"})
    morning = next_morning(time.time(), "Europe/Paris") - time.time()
    deliver(morning - 60)
    assert box.emails == []
    deliver(morning + 60, times=2)

    (mail,) = box.emails
    assert mail["Subject"] == "You have 2 notifications"
    assert "Your turn: Chicago Express with Bo" in mail.get_content()
    ada.send("/notices/see")
    deliver(morning + 86460, times=2)
    assert len(box.emails) == 1


def test_muted_games_and_tables_notify_nobody(browser: Browsers, deliver: Deliver, hook: Site) -> None:
    """A muted game, then one muted table; the others still notify."""
    (ada, bo), first = friends(browser)
    prefer(ada, hook=f"{hook.address}/ada", **{"game:express": "on"})
    assert "Nothing new" in bell(ada)
    pass_turn(ada, first, 0)
    pass_turn(bo, first, 1)
    assert "Nothing new" in bell(ada)
    prefer(ada, hook=f"{hook.address}/ada", **{"table:" + first.rpartition("/")[2]: "on"})
    assert "checked" in found(r'(name="table:[^>]+>)', ada.get("/account/notifications").text)
    pass_turn(ada, first, 0)
    pass_turn(bo, first, 1)
    deliver()

    assert "Nothing new" in bell(ada)
    assert hook.arrived == []
    prefer(ada, hook=f"{hook.address}/ada")
    pass_turn(ada, first, 0)
    pass_turn(bo, first, 1)
    assert "Your turn" in bell(ada)


def test_an_unwanted_kind_stays_in_the_bell(browser: Browsers, deliver: Deliver, hook: Site) -> None:
    """Preferences are about delivery outside the page."""
    (ada, _), _ = friends(browser)
    form = {"zone": "UTC", "hook": f"{hook.address}/ada", "mention": "on"}
    ada.send("/account/notifications", form)
    deliver()

    assert hook.arrived == []
    assert "Your turn" in bell(ada)


@pytest.mark.parametrize("url", ["http//nothing", "ftp://house.example", "javascript:alert(1)", "https://a:b@c.example/"])
def test_an_invalid_webhook_is_refused_on_the_page(browser: Browsers, url: str) -> None:
    """The rest of the form is not saved either."""
    (ada, _), _ = friends(browser)

    answer = ada.send("/account/notifications", {"hook": url})

    assert answer.status_code == 422
    assert "This address cannot be used" in answer.text


class TestAtOnce:
    """Delivery without a grace period, by the running worker."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        """No grace period."""
        return replace(settings, notice_after=0)

    def test_the_worker_delivers_by_itself(self, browser: Browsers, hook: Site, until: Until) -> None:
        """Without a sweep by the test."""
        (ada, _), _ = friends(browser)
        prefer(ada, hook=f"{hook.address}/ada")
        until(lambda: len(hook.arrived) == 1)

        assert json.loads(hook.arrived[0][2])["kind"] == "turn"


# Reliability.


def test_a_failed_delivery_is_retried_with_growing_pauses(browser: Browsers, deliver: Deliver, hook: Site) -> None:
    """Two failures, then success; never too early, and never once more."""
    (ada, _), _ = friends(browser)
    prefer(ada, hook=f"{hook.address}/ada")
    hook.codes = [503, 503]
    deliver(times=3)
    assert len(hook.arrived) == 1
    deliver(3601 + PAUSES[0] + 5, times=2)
    assert len(hook.arrived) == 2
    deliver(3601 + PAUSES[0] + PAUSES[1] + 10, times=2)
    assert len(hook.arrived) == 3
    deliver(10 * PAUSES[-1], times=2)

    assert len(hook.arrived) == 3


def test_a_delivery_that_always_fails_is_given_up(
    browser: Browsers, house: House, portal: BlockingPortal, deliver: Deliver, hook: Site
) -> None:
    """After the last pause its entry is deleted."""
    (ada, _), _ = friends(browser)
    prefer(ada, hook=f"{hook.address}/ada")
    hook.codes = [500] * 50
    for day in range(1, len(PAUSES) + 4):
        deliver(day * 2 * PAUSES[-1])

    assert len(hook.arrived) == len(PAUSES) + 1
    assert portal.call(house.store.rows, "SELECT * FROM outbox") == []


def test_what_is_no_longer_true_is_not_delivered(
    browser: Browsers, house: House, portal: BlockingPortal, deliver: Deliver, hook: Site
) -> None:
    """The receiver is down, Ada moves, the receiver is back: nothing is sent."""
    (ada, _), table = friends(browser)
    prefer(ada, hook=f"{hook.address}/ada")
    hook.codes = [503]
    deliver()
    pass_turn(ada, table, 0)
    deliver(10 * PAUSES[-1], times=2)

    assert len(hook.arrived) == 1
    assert portal.call(house.store.rows, "SELECT * FROM outbox") == []


def test_a_delivery_of_a_dead_process_is_taken_over(
    browser: Browsers, house: House, portal: BlockingPortal, deliver: Deliver, hook: Site
) -> None:
    """Once its lease has expired, and not before."""
    (ada, _), _ = friends(browser)
    prefer(ada, hook=f"{hook.address}/ada")
    hook.codes = [503]
    deliver()
    lease = time.time() + LEASE
    portal.call(house.store.write, Statement("UPDATE outbox SET owner = 'the dead', at = 0, until = ?", (lease,)))
    deliver(LEASE - 5)
    assert len(hook.arrived) == 1
    deliver(LEASE + 5)

    assert len(hook.arrived) == 2
    assert portal.call(house.store.rows, "SELECT * FROM outbox") == []


def test_concurrent_workers_deliver_everything_once(browser: Browsers, house: House, portal: BlockingPortal, hook: Site) -> None:
    """Eight sweeps at the same moment."""
    (ada, bo, cy), _ = friends(browser, 3)
    for person, name in ((ada, "ada"), (bo, "bo"), (cy, "cy")):
        prefer(person, hook=f"{hook.address}/{name}")

    async def rush() -> None:
        async with anyio.create_task_group() as group:
            for _ in range(8):
                group.start_soon(house.notifications.delivery_worker.sweep, time.time() + 3601)

    portal.call(rush)

    assert sorted(path for path, _, _ in hook.arrived) == ["/ada", "/bo", "/cy"]


def test_a_player_who_has_left_is_not_notified(browser: Browsers, deliver: Deliver, hook: Site) -> None:
    """A bot plays for Ada: it is no longer her turn."""
    (ada, _), table = friends(browser)
    prefer(ada, hook=f"{hook.address}/ada")
    ada.post(f"{table}/leave")
    deliver(times=2)

    assert hook.arrived == []
    assert "Your turn" not in bell(ada)


def test_addresses_of_receivers_are_never_logged(
    browser: Browsers, deliver: Deliver, hook: Site, caplog: pytest.LogCaptureFixture
) -> None:
    """The URL of a chat room's webhook is a secret: it lets its owner write there."""
    (ada, _), _ = friends(browser)
    prefer(ada, hook=f"{hook.address}/room-secret")
    hook.codes = [400]
    deliver()

    assert "given up" in caplog.text
    assert "room-secret" not in caplog.text


def test_slow_deliveries_of_one_guest_delay_no_other(
    browser: Browsers, house: House, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch, until: Callable[..., None]
) -> None:
    """Forty deliveries to a receiver that does not answer: one of them runs, and those of another guest arrive."""
    friends(browser)
    rows = portal.call(house.store.rows, "SELECT name, id FROM guest")
    ids = {row["name"]: row["id"] for row in rows}
    running: list[str] = []

    async def deliver(delivery: Delivery) -> None:
        running.append(delivery.guest)
        if delivery.guest == ids["Ada"]:
            await asyncio.Event().wait()

    monkeypatch.setattr(house.notifications.delivery_worker, "_deliver", deliver)

    def due(id: str, name: str, at: float) -> Statement:
        columns = "(id, guest, notice, channel, target, made, at, tries, owner, until)"
        return Statement(f"INSERT INTO outbox {columns} VALUES (?, ?, '', 'push', '', 0, ?, 0, '', 0)", (id, ids[name], at))

    statements = [due(f"slow {i}", "Ada", float(i)) for i in range(40)]
    portal.call(lambda: house.store.write(*statements, due("quick", "Bo", 100.0)))
    until(lambda: running.count(ids["Bo"]) == 1)
    portal.call(house.store.write, due("later", "Bo", 101.0))  # for the next sweep, which waits for no delivery of this one

    until(lambda: running.count(ids["Bo"]) == 2)
    assert running.count(ids["Ada"]) == 1

"""Limits that hold against one client with many guests, connections or addresses of one network."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, MutableMapping
from dataclasses import replace
from functools import partial
from typing import Any

import httpx
import pytest
from anyio.from_thread import BlockingPortal
from starlette.applications import Starlette

from roundhouse.web.http import limits as rates
from roundhouse.web.http.address import network_of
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.http.limits import Limits
from roundhouse.web.http.rates import MINUTE, Rate, WindowKey
from roundhouse.web.http.windows import LocalWindows, StoredWindows
from roundhouse.web.live import imported
from roundhouse.web.live.lobby import MAX_LISTED
from roundhouse.web.live.replay import table_of_record
from roundhouse.web.server.house import House
from roundhouse.web.settings import Settings
from roundhouse.web.store.store import Statement, Store
from tests.web.conftest import HERE, Browser
from tests.web.programs import Program, token_of
from tests.web.test_imports import a_record, import_record
from tests.web.test_store import place, within  # noqa: F401 - a fixture: both databases

Browsers = Callable[..., Browser]
ADDRESS = "127.0.0.1"  # of all clients here


def spent(limits: Limits, action: str, *clients: str) -> int:
    """Spend one action after another until one is refused; return how many were not."""
    count = 0
    while True:
        try:
            limits.spend(action, *clients)
        except HTTPError:
            return count
        count += 1


# Rates.


def test_new_guests_share_the_limit_of_their_address(browser: Browsers, app: Starlette, portal: BlockingPortal) -> None:
    """Programs of three guests open tables in turn: the 31st of a minute is refused, whoever asks."""
    programs = [Program(app, portal, token_of(browser())) for _ in range(3)]

    codes = [programs[i % 3].post("/tables", game="express", seats=["me", "open"]).status_code for i in range(31)]

    assert codes == [201] * 30 + [429]


@pytest.mark.parametrize("action", [action for action, (guest, address) in rates._RATES.items() if guest and address])
def test_whatever_is_limited_by_guest_is_limited_by_address(action: str) -> None:
    """A new guest for each request."""
    limits = Limits(Settings())

    def try_many() -> None:
        for i in range(10_000):
            limits.spend(action, ADDRESS, f"guest {i}")

    with pytest.raises(HTTPError) as refused:
        try_many()
    assert refused.value.status == 429


def test_a_guest_has_one_limit_at_all_addresses() -> None:
    """Chat of one guest, each message from another address."""
    limits = Limits(Settings())
    for i in range(10):
        limits.spend("chat", f"10.0.0.{i}", "ada")

    with pytest.raises(HTTPError):
        limits.spend("chat", "10.0.1.1", "ada")
    limits.spend("chat", "10.0.1.1", "bo")


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("192.0.2.7", "192.0.2.7"),
        ("unix:", "unix:"),
        ("", ""),
    ],
)
def test_addresses_of_one_ipv6_network_are_one(host: str, network: str) -> None:
    """A customer has 2^64 of them."""
    assert network_of(host) == network


def test_each_process_has_its_share_of_every_limit() -> None:
    """Three processes together allow what one allows alone."""
    alone, third = Limits(Settings()), Limits(Settings(processes=3, streams_each=3))

    assert spent(alone, "chat", ADDRESS) == 60
    assert spent(third, "chat", ADDRESS) == 20
    assert third.cpu_left(ADDRESS) == pytest.approx(Settings.cpu_each / 3, abs=0.001)
    with third.stream(ADDRESS), pytest.raises(HTTPError), third.stream(ADDRESS):
        pass


async def claimed(limits: Limits, action: str, *clients: str) -> int:
    """Claim one action after another until one is refused; return how many were not."""
    count = 0
    while True:
        try:
            await limits.claim(action, *clients)
        except HTTPError:
            return count
        count += 1


@pytest.mark.parametrize(("action", "clients"), [("guess", ("", "ada")), ("table", (ADDRESS,)), ("import", (ADDRESS,))])
def test_what_must_be_exact_is_counted_by_all_processes_together(place: str, action: str, clients: tuple[str, ...]) -> None:  # noqa: F811
    """Guesses, tables and imports: of three processes each allows what the others have left."""

    async def act(store: Store) -> None:
        processes = [Limits(Settings(processes=3), StoredWindows(store)) for _ in range(3)]
        (by_client, by_address) = rates._RATES[action]
        allowed = min(rate.amount for rate in (*by_client, *by_address))
        for limits in processes:
            await limits.claim(action, *clients)
        assert await claimed(processes[0], action, *clients) == allowed - 3
        with pytest.raises(HTTPError) as refused:
            await processes[1].claim(action, *clients)
        assert 0 < int(refused.value.headers["Retry-After"]) <= 600
        await processes[2].claim(action, "192.0.2.9", "bo")

    within(place, act)


def test_guesses_at_once_in_all_processes_are_no_more_than_one_process_allows(place: str) -> None:  # noqa: F811
    """Forty at the same moment; one that was right is given back."""

    async def act(store: Store) -> None:
        processes = [Limits(Settings(processes=2), StoredWindows(store)) for _ in range(2)]
        guesses = await asyncio.gather(*(processes[i % 2].claim("guess", client="ada") for i in range(40)), return_exceptions=True)
        assert Counter(type(guess).__name__ for guess in guesses) == {"HTTPError": 30, "Allowance": 10}
        await processes[0].refund("guess", "ada")
        assert await claimed(processes[1], "guess", "", "ada") == 1

    within(place, act)


def test_a_stored_window_ends_and_one_from_the_future_does_not_last(place: str) -> None:  # noqa: F811
    """After its time; and at once if the clock was set back so far that it would last longer than any window."""

    async def act(store: Store) -> None:
        time_now = 1000.0
        windows = StoredWindows(store, lambda: time_now)
        one = [(WindowKey("guess", "ada", MINUTE), Rate(1, MINUTE))]
        await windows.spend(one)
        with pytest.raises(HTTPError):
            await windows.spend(one)
        time_now = 1061.0
        await windows.spend(one)
        time_now = 10.0
        left = await windows.spend(one)
        assert left is not None
        assert (left.remaining, left.reset) == (0, MINUTE)
        time_now = 71.0
        await windows.sweep()
        assert await store.rows("SELECT * FROM rate_window") == []

    within(place, act)


def test_a_stored_window_names_no_one(place: str) -> None:  # noqa: F811
    """Neither an address nor a name that was tried."""

    async def act(store: Store) -> None:
        await Limits(Settings(), StoredWindows(store)).claim("table", "192.0.2.7", "ada@example.org")
        rows = [str(tuple(row)) for row in await store.rows("SELECT * FROM rate_window")]
        assert len(rows) == 2
        assert not any("192.0.2.7" in row or "ada" in row for row in rows)

    within(place, act)


def test_windows_in_memory_do_not_pile_up() -> None:
    """Those of addresses that were here once are removed."""
    now = 0.0
    windows = LocalWindows(lambda: now)
    for i in range(20_000):
        windows.add(WindowKey("page", f"address {i}", MINUTE), 1)
        now += 0.1
    assert len(windows._counts) < 6_000


class TestFewPages:
    """A server that answers five GET requests of an address in a minute."""

    @pytest.fixture
    def settings(self, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
        """Five."""
        monkeypatch.setitem(rates._RATES, "page", ([], [Rate(5, MINUTE)]))
        return settings

    def test_too_many_pages_are_refused(self, browser: Browsers) -> None:
        """With every new browser of the same address; but a monitor is always answered."""
        answers = [browser().get("/rules/express") for _ in range(6)]

        assert [answer.status_code for answer in answers] == [200] * 5 + [429]
        assert int(answers[-1].headers["retry-after"]) > 0
        assert "content-security-policy" in answers[-1].headers
        assert browser().get("/healthz").status_code == 200


# Streams.


class TestFewStreams:
    """A server that allows three live streams of an address."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        """Three."""
        return replace(settings, streams_each=3)

    def test_streams_opened_at_the_same_moment_are_not_more_than_allowed(self, app: Starlette, portal: BlockingPortal) -> None:
        """Twelve at once, each of which reads the store before it begins; when they end, three can be opened again."""

        async def round() -> list[int]:
            codes: list[int] = []
            streams = [asyncio.create_task(open_stream(app, "/lobby/live", codes)) for _ in range(12)]
            while len(codes) < 12:
                await asyncio.sleep(0.01)
            for stream in streams:
                stream.cancel()
            await asyncio.gather(*streams, return_exceptions=True)
            return sorted(codes)

        for _ in range(2):
            assert portal.call(round) == [200] * 3 + [429] * 9
        assert app.state.limits.streams == 0


async def open_stream(app: Starlette, path: str, codes: list[int]) -> None:
    """Open a stream as a server does, add its status to `codes`, and keep it open."""

    async def receive() -> dict[str, Any]:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            codes.append(message["status"])

    await app(scope_of(path), receive, send)


def scope_of(path: str, address: str = ADDRESS) -> dict[str, Any]:
    """Return the ASGI scope of a GET request."""
    return {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "scheme": "http",
        "headers": [(b"host", b"127.0.0.1")],
        "client": (address, 1),
        "server": ("127.0.0.1", 80),
    }


# CPU time.


def test_an_address_without_cpu_time_is_refused_and_others_are_not(
    browser: Browsers, app: Starlette, portal: BlockingPortal
) -> None:
    """Until the minute is over."""
    app.state.limits.charge(ADDRESS, Settings.cpu_each + 1)

    refused = browser().get("/rules/express")
    other = httpx.AsyncClient(transport=httpx.ASGITransport(app, client=("192.0.2.7", 1)), base_url=HERE)

    assert refused.status_code == 429
    assert 0 < int(refused.headers["retry-after"]) <= 60
    assert portal.call(partial(other.get, "/rules/express")).status_code == 200


def test_drawing_a_page_is_charged_to_its_address(browser: Browsers, app: Starlette) -> None:
    """The board of a table, on the event loop."""
    ada = browser()
    table = ada.open_table("tycoon", ["you", "novice"])
    before = app.state.limits.cpu_left(ADDRESS)

    assert ada.get(table).status_code == 200

    assert app.state.limits.cpu_left(ADDRESS) < before - 0.001


def test_reading_an_import_is_charged_to_its_address(browser: Browsers, app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    """Although another thread does it."""

    def slow(text: str) -> object:
        end = time.thread_time() + 0.3
        while time.thread_time() < end:
            pass
        return table_of_record(text)

    monkeypatch.setattr(imported, "table_of_record", slow)

    import_record(browser(), a_record())

    assert app.state.limits.cpu_left(ADDRESS) < Settings.cpu_each - 0.3


def test_requests_of_one_address_take_turns_and_others_need_not_wait() -> None:
    """Of twenty at once two run; one of another address runs at once. Each that ends lets another one run."""

    async def scene() -> None:
        limits, running, end = Limits(Settings()), [], asyncio.Event()

        async def one(address: str) -> None:
            async with limits.turn(address):
                running.append(address)
                await end.wait()

        crowd = [asyncio.create_task(one("192.0.2.7")) for _ in range(20)]
        await asyncio.sleep(0)
        other = asyncio.create_task(one("192.0.2.8"))
        await asyncio.sleep(0)
        assert running == ["192.0.2.7"] * 2 + ["192.0.2.8"]
        crowd[10].cancel()  # one that waits
        crowd[0].cancel()  # one that runs
        await asyncio.gather(crowd[0], crowd[10], return_exceptions=True)
        await asyncio.sleep(0)
        assert running.count("192.0.2.7") == 3
        end.set()
        await asyncio.gather(other, *crowd, return_exceptions=True)
        assert running.count("192.0.2.7") == 19
        assert not limits._queues

    asyncio.run(scene())


def test_requests_of_an_address_that_has_used_much_cpu_time_run_with_pauses() -> None:
    """Those of others do not; and the pauses end."""

    async def scene() -> None:
        limits = Limits(Settings())
        limits.charge("192.0.2.7", 2.0)
        ran: list[str] = []

        async def one(address: str) -> None:
            async with limits.turn(address):
                ran.append(address)
                await asyncio.sleep(0.05)

        crowd = [asyncio.create_task(one("192.0.2.7")) for _ in range(4)]
        await asyncio.wait(crowd, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.gather(*(one("192.0.2.8") for _ in range(4)))
        assert ran[:6] == ["192.0.2.7"] * 2 + ["192.0.2.8"] * 4
        await asyncio.gather(*crowd)

    asyncio.run(scene())


DELAY = 0.0012  # seconds; no background work sleeps so long


def test_an_address_that_is_refused_again_and_again_is_refused_slowly(
    browser: Browsers, app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else refusing a flood would take as much time as answering it. Few refusals are quick."""
    delays: list[float] = []
    really_sleep = asyncio.sleep

    async def sleep(seconds: float) -> None:
        delays.append(seconds)
        await really_sleep(seconds)

    monkeypatch.setattr(rates, "_REFUSAL_DELAY", DELAY)
    app.state.limits.charge(ADDRESS, Settings.cpu_each + 1)
    monkeypatch.setattr("roundhouse.web.http.limits.asyncio.sleep", sleep)
    ada = browser()

    assert [ada.get("/rules/express").status_code for _ in range(25)] == [429] * 25
    assert [seconds for seconds in delays if seconds == DELAY] == [DELAY] * 6


def test_a_refused_action_is_refused_slowly_too(browser: Browsers, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the limit."""
    delays: list[float] = []
    really_sleep = asyncio.sleep

    async def sleep(seconds: float) -> None:
        delays.append(seconds)
        await really_sleep(seconds)

    monkeypatch.setattr(rates, "_REFUSAL_DELAY", DELAY)
    monkeypatch.setattr("roundhouse.web.http.limits.asyncio.sleep", sleep)
    ada = browser()
    table = ada.open_table("express", ["you", "you"])
    codes = [ada.post(f"{table}/chat", {"rid": str(i), "text": "hello"}).status_code for i in range(40)]

    assert codes == [200] * 10 + [429] * 30
    assert len([seconds for seconds in delays if seconds == DELAY]) == 11


def test_too_many_waiting_requests_are_refused() -> None:
    """They would only use memory."""

    async def scene() -> None:
        limits = Limits(Settings())

        async def one() -> None:
            async with limits.turn(ADDRESS):
                await asyncio.Event().wait()

        crowd = [asyncio.create_task(one()) for _ in range(300)]
        await asyncio.sleep(0)
        refused = [task for task in crowd if task.done() and isinstance(task.exception(), HTTPError)]
        assert len(refused) == 98
        for task in crowd:
            task.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)

    asyncio.run(scene())


# The lobby.


def test_one_host_does_not_fill_the_lobby(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """Of ten tables of one host the newest three are listed, and the older one of another host is."""
    ada, bo = browser(), browser()
    first = bo.open_table("express", ["you", "open"], name="Bo")
    tables = [ada.open_table("express", ["you", "open"]) for _ in range(10)]

    listed = [f"/table/{summary.setup.id}" for summary in portal.call(house.lobby.tables)]

    assert listed == [*reversed(tables[-3:]), first]


def test_an_address_opens_fewer_public_tables_than_the_lobby_lists() -> None:
    """In an hour, with as many guests as it likes."""
    assert spent(Limits(Settings()), "public", ADDRESS) < MAX_LISTED


@pytest.mark.parametrize("door", ["page", "api"])
def test_public_tables_are_counted(browser: Browsers, app: Starlette, portal: BlockingPortal, door: str) -> None:
    """By the page and by the API; others are not."""
    app.state.limits.spend("public", ADDRESS)
    if door == "page":
        browser().open_table("express", ["you", "open"])
        browser().open_table("express", ["you", "open"], public="")
    else:
        program = Program(app, portal, token_of(browser()))
        program.open_table("express", "me", "open", public=True)
        program.open_table("express", "me", "open")

    assert spent(app.state.limits, "public", ADDRESS) == 38


def test_a_table_that_has_waited_for_a_day_is_closed(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """Others are not: one that began, one that has just been opened."""
    ada = browser()
    old, begun, new = (ada.open_table("express", ["you", occupant]) for occupant in ("open", "novice", "open"))
    sql = "UPDATE game_table SET made = ? WHERE id IN (?, ?)"
    day = time.time() - 24 * 3600 - 1
    ids = [table.rpartition("/")[2] for table in (old, begun)]
    portal.call(house.store.write, Statement(sql, (day, *ids)))

    portal.call(house.scheduler.tick, 60)

    assert [ada.get(table).status_code for table in (old, begun, new)] == [404, 200, 200]


# Imported records.


class TestFewRecords:
    """A server that keeps two records of a guest."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        """Two."""
        return replace(settings, records_each=2)

    def test_a_guest_keeps_so_many_records(self, browser: Browsers) -> None:
        """The third is refused; another guest can import."""
        ada = browser()
        for _ in range(2):
            import_record(ada, a_record())

        assert ada.ask("POST", "/import", files={"file": a_record().encode()}).status_code == 429
        import_record(browser(), a_record())


def test_an_address_imports_so_many_records_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slowly, and with any number of guests."""
    limits, now = Limits(Settings()), time.monotonic()
    count = 0
    for minute in range(20):
        monkeypatch.setattr(limits._local, "_now", lambda minute=minute: now + minute * 61)
        count += spent(limits, "import", ADDRESS)

    assert count == 60


def test_imported_records_expire(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """After 30 days, by themselves; a newer one stays."""
    ada = browser()
    old, new = import_record(ada, a_record()), import_record(ada, a_record())
    month = time.time() - 30 * 24 * 3600 - 1
    portal.call(house.store.write, Statement("UPDATE record SET made = ? WHERE id = ?", (month, old.rpartition("/")[2])))

    portal.call(house.scheduler.tick, 60)

    assert [ada.get(f"{replay}/record").status_code for replay in (old, new)] == [404, 200]


class TestNoStreams:
    """A server that allows no live stream."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        """None."""
        return replace(settings, streams_each=0)

    def test_programs_are_refused_in_their_own_format(self, browser: Browsers, app: Starlette, portal: BlockingPortal) -> None:
        """A problem document, as for every other refusal of the API."""
        answer = Program(app, portal, token_of(browser())).ask("GET", "/turns/live")

        assert answer.status_code == 429
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.headers["retry-after"] == "10"

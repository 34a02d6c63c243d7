"""Coming and going in real Chromium: seats by lot, a link from the address bar, a full table, a rematch, what leaving costs."""

from __future__ import annotations

import gzip
import re

import pytest
from playwright.sync_api import Response, expect

from tests.web.axe import serious
from tests.web.browser import DESK, PHONE, Meet, Person

FIRST_LOAD = 100_000  # bytes
BOARD = re.compile(rb'<svg id="board".*?</svg>\s*<div class="zoom"', re.DOTALL)
STILL = 0.05  # the cumulative layout shift that search engines call good is 0.1
# The layout shift of everything but what follows a press, from the beginning of the page on.
WATCH_SHIFTS = """() => {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}"""


def seat_of(person: Person) -> int:
    """Return the seat that the page shows as the reader's."""
    return int(person.page.get_attribute("body", "data-reader") or -1)


def play_to_the_end(*people: Person) -> None:
    """Let bots finish the game of everyone."""
    for person in people:
        person.let_a_bot_play()
    for person in people:
        person.page.wait_for_selector(".prompt-text.over", timeout=120_000)


def test_seats_are_drawn_by_lot_and_the_lot_is_verified(meet: Meet) -> None:
    """Two browsers add their nonces; after the game the page proves the order of the seats."""
    ada, bo = meet(), meet()
    link = ada.open_table("dice2", ["you", "open"], "Ada", by_lot=True)
    assert "The seats are drawn by lot when the game starts." in ada.text("main")
    bo.join(link, "Bo")
    for person in (ada, bo):
        person.wait_for_board()
    assert {seat_of(ada), seat_of(bo)} == {0, 1}
    play_to_the_end(ada, bo)
    ada.page.click("text=Verify the shuffle")
    ada.page.wait_for_url("**/verify")

    expect(ada.page.locator("main")).to_contain_text(re.compile("the seats follow from the lot", re.IGNORECASE))


def test_the_address_of_a_table_leads_a_friend_to_a_seat_and_a_third_to_watching(meet: Meet) -> None:
    """What is in the address bar can be sent; when all seats are taken the page says so and offers to watch."""
    ada, bo, eve = meet(), meet(), meet()
    ada.open_table("express", ["you", "open"], "Ada")
    address = ada.page.url
    bo.join(address, "Bo")
    ada.wait_for_board()
    eve.page.goto(address)
    assert "This table is full" in eve.text("h1")
    assert serious(eve) == []
    eve.page.click("main .main-button")
    eve.page.wait_for_url("**/table/*")

    assert eve.page.locator("#board").count() == 1
    assert eve.page.locator(".bar-buttons").count() == 0


def test_a_rematch_brings_the_same_people_together(meet: Meet) -> None:
    """One asks for it; the other finds the link at the table."""
    ada, bo = meet(), meet()
    bo.join(ada.open_table("dice2", ["you", "open"], "Ada"), "Bo")
    for person in (ada, bo):
        person.wait_for_board()
    play_to_the_end(ada, bo)
    first = ada.page.url
    ada.page.click(".after .main-button")
    ada.page.wait_for_url(lambda url: url != first)
    bo.page.click("text=Join the rematch")
    bo.page.fill(".seat-list input[name=name]", "Bo")
    bo.page.click("text=Take this seat")
    for person in (ada, bo):
        person.wait_for_board()

    assert ada.page.url.partition("?")[0] == bo.page.url.partition("?")[0]


@pytest.mark.parametrize("rated", [False, True])
def test_leaving_says_what_it_costs_and_the_end_says_the_same(meet: Meet, rated: bool) -> None:
    """Before the button is pressed; at the end nobody whose game a bot has finished is told that they have won."""
    ada = meet()
    ada.open_table("dice2", ["you", "novice"], "Ada", ticked=["rated"] if rated else [], by_lot=rated)
    ada.wait_for_board()
    ada.page.click("#tab-seats")
    told = ada.text(".manage")
    assert ("it counts as last place for you" in told) == rated
    assert ("This game is casual: leaving costs you nothing." in told) == (not rated)
    play_to_the_end(ada)
    prompt = ada.text(".prompt-text.over")

    assert prompt.startswith("A bot finished the game for you.")
    assert ("last place" in prompt) == rated


def test_a_player_looks_at_the_last_card_before_the_screen_is_covered(meet: Meet) -> None:
    """At one screen: the page says that the turn is over, and covers itself after a press, or a few seconds."""
    ada = meet()
    ada.visit("/games/tickets?with=hotseat")
    ada.page.fill("#name", "Ada")
    ada.page.check("input[name=seats][value='2']", force=True)
    ada.page.fill("input[name=name-1]", "Bo")
    ada.page.select_option("#seating", "arranged")
    ada.page.click(".go .main-button")
    ada.page.click("#privacy-screen-open")
    ada.page.locator("#panels [data-move='keep 1 2 3']").press("Enter")
    ada.page.wait_for_selector("#hand-over:not([hidden])")
    assert not ada.page.locator("#privacy-screen").evaluate("one => one.open")
    ada.page.click("#hand-over-done")
    ada.page.wait_for_selector("#privacy-screen[open]")

    assert ada.text("#privacy-screen-name") == "Bo"
    assert ada.page.locator("#hand-over").is_hidden()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("where", ["home", "table"])
def test_a_page_is_installable_accessible_light_and_still(meet: Meet, where: str, size: tuple[int, int]) -> None:
    """What Lighthouse asks of a page, by Chromium itself: it can be installed, axe finds nothing serious, and nothing shifts."""
    ada = meet(size=size)
    ada.page.add_init_script(f"({WATCH_SHIFTS})()")
    ada.visit("/")
    if where == "table":
        ada.open_table("express", ["you", "novice"], "Ada")
        ada.wait_for_board()
        ada.bytes = 0
        ada.page.reload()
        ada.wait_for_board()
    else:
        ada.page.wait_for_load_state("networkidle")
    session = ada.page.context.new_cdp_session(ada.page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    faults = [fault["errorId"] for fault in session.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert set(faults) <= {"in-incognito"}  # browser contexts of tests are private windows
    assert ada.page.evaluate("navigator.serviceWorker.ready.then(() => true)")

    assert serious(ada) == []
    assert ada.page.evaluate("window.shift") <= STILL


@pytest.mark.parametrize("path", ["/", "/table"])
def test_the_first_load_is_light(meet: Meet, path: str) -> None:
    """At most 100 kB compressed, without the headers of responses and without the picture of the board."""
    ada = meet()
    if path == "/table":
        ada.open_table("express", ["you", "novice"], "Ada")
        ada.wait_for_board()
        path = ada.page.url.removeprefix(ada.house)
    fresh = meet()
    fresh.page.context.add_cookies(
        [{"name": one["name"], "value": one["value"], "url": ada.house} for one in ada.page.context.cookies()]
    )
    fetched: list[Response] = []
    fresh.page.on("response", lambda one: None if "/live" in one.url or "/pictures/" in one.url else fetched.append(one))
    fresh.visit(path)
    sizes = {one.url: len(gzip.compress(BOARD.sub(b"", one.body()))) for one in fetched}

    assert len(sizes) > 3
    assert sum(sizes.values()) <= FIRST_LOAD, sorted(sizes.items(), key=lambda one: -one[1])

"""Clocks, ratings and fair dealing in a real browser: time counts down, runs out and comes back, and the pages are open to all."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.patience import wait_until
from tests.web.axe import serious, serious_in_both_colours
from tests.web.browser import PHONE, Meet, Person


def with_clock(person: Person, clock: str, pace: str = "0", *, rated: bool = False) -> None:
    """A game against a novice with that clock, which the form need not offer."""
    person.visit("/games/express")
    person.page.fill("#name", "Ada")
    person.page.eval_on_selector("#clock", "(field, clock) => field.append(new Option(clock, clock, true, true))", clock)
    person.page.check("input[name=seats][value='2']", force=True)
    person.page.select_option("#seat-1", "novice")
    person.page.select_option("#seating", "arranged")
    if rated:
        person.page.check("input[name=rated]")
    person.page.select_option("#pace", pace)
    person.page.click(".go .main-button")
    person.wait_for_board()


def test_a_clock_counts_down_and_says_when_it_is_short(meet: Meet) -> None:
    """It ticks by itself; in the last minute it has a sign beside its colour, and a screen reader is told once."""
    ada = meet()
    with_clock(ada, "10m+15s")
    ada.wait_for_turn()
    clock = ada.page.locator(".status .clock")
    expect(clock).to_have_text(re.compile(r"9:5\d"))
    assert "short" not in (clock.get_attribute("class") or "")
    assert ada.text("#clock-news") == ""

    ada.page.evaluate("() => { const now = Date.now; Date.now = () => now() + 545000; }")
    expect(clock).to_have_class(re.compile("short"))
    expect(ada.page.locator("#clock-news")).to_have_text("60 seconds left")
    sign = clock.evaluate("one => getComputedStyle(one, '::before').content")
    assert sign == '"!"'
    assert serious(ada) == []


def test_time_runs_out_and_the_seat_is_taken_back_on_the_page(meet: Meet) -> None:
    """Three seconds: a bot of the table's level plays on, the page says so, and one press brings the seat back."""
    ada = meet(size=PHONE, language="fr-FR", theme="dark")
    with_clock(ada, "3s+0s", pace="2000")
    back = ada.page.get_by_role("button", name="Reprendre votre place")
    back.wait_for()
    assert "Un bot joue pour vous" in ada.text(".actions")
    ada.keep_picture("clock-over-phone")
    assert serious(ada) == []

    back.click()
    expect(back).to_be_hidden()


def test_pages_about_players_and_deals_are_open_to_all(meet: Meet) -> None:
    """A finished game: the ladder, a person's page, the head to head and the check of the deal, as wide as a phone, in French."""
    ada = meet(size=PHONE, language="fr-FR")
    with_clock(ada, "1s+0s", rated=True)
    ada.page.wait_for_selector(".prompt-text.over", timeout=60_000)
    table = ada.page.url.removeprefix(ada.house)
    ada.visit("/ratings/express")
    wait_until(lambda: ada.page.reload() and ada.page.locator(".ladder .you a").count(), "a place on the ladder")
    person = ada.page.locator(".ladder .you a").get_attribute("href") or ""
    for path in ("/ratings/express", person, f"{person}/bot:novice", f"{table}/verify"):
        ada.visit(path)
        assert serious_in_both_colours(ada, f"{path.strip('/').split('/')[0]}-phone") == []
        assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

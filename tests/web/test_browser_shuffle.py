"""The shuffle in a real browser: nonces go along with the forms, and the page after the game repeats every draw."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.axe import serious_in_both_colours
from tests.web.browser import PHONE, Meet

NONCE = re.compile(r"[0-9a-f]{32}")
ENDED = 60_000  # milliseconds for a short game of bots


def test_the_nonces_of_two_browsers_are_in_the_shuffle_and_verified_by_both(meet: Meet) -> None:
    """Ada opens a table, Bo follows her link; bots play to the end, and each page finds its own nonce and every draw correct."""
    ada, bo = meet(), meet(size=PHONE)
    link = ada.open_table("dice1", ["you", "open"], "Ada", by_lot=True)
    bo.page.goto(link)
    bo.page.click(".commitment summary")
    assert bo.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    bo.join(link, "Bo")
    for person in (ada, bo):
        person.wait_for_board()
    nonces = ada.page.locator(".nonces code").all_text_contents()
    assert len(nonces) == 2
    assert all(NONCE.fullmatch(nonce) for nonce in nonces)
    for person in (ada, bo):
        person.let_a_bot_play()
    ada.page.wait_for_selector(".prompt-text.over", timeout=ENDED)
    table = ada.page.url.removeprefix(ada.house)

    for person in (ada, bo):
        person.visit(f"{table}/verify")
        lines = person.page.locator("#shuffle li")
        expect(lines).to_have_count(5)
        expect(lines.locator("nth=3")).to_contain_text("the seats follow from the lot")
        expect(lines.locator("nth=4")).to_contain_text("draws recomputed")
        assert person.page.locator("#shuffle li.yes").count() == 5
        assert person.page.locator(".proof .no").count() == 0
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious_in_both_colours(ada, "shuffle") == []


def test_play_against_bots_from_the_home_page_has_a_nonce(meet: Meet) -> None:
    """One press: the browser asks for the commitment and adds its nonce before the form goes."""
    ada = meet()
    ada.visit("/")
    ada.page.click("#dice1 .main-button")
    ada.page.wait_for_url("**/table/*")
    ada.wait_for_board()

    assert len(ada.page.locator(".nonces code").all_text_contents()) == 1

"""Reviews, the coach and the analysis board in real Chromium, on a desktop and on a phone."""

from __future__ import annotations

import pytest

from roundhouse.core.record import write
from roundhouse.games import find
from tests.review.games import finished
from tests.web.axe import serious
from tests.web.browser import DESK, PHONE, Meet

SIZES = pytest.mark.parametrize("size", [DESK, PHONE], ids=lambda size: str(size[0]))


def test_a_review_leads_to_a_game_that_goes_on_from_a_turning_point(meet: Meet) -> None:
    """Asked for when the game is over; seen by another person on a phone, who plays on from there against bots."""
    ada = meet()
    ada.open_table("express", ["you", "novice"], "Ada", ticked=("public",))
    ada.wait_for_board()
    ada.let_a_bot_play()
    ada.page.wait_for_selector(".prompt-text.over")
    ada.page.goto(ada.page.url.replace("/table/", "/replay/") + "/review")
    ada.page.click("main .main-button")
    ada.page.wait_for_selector(".cards.drawn .card form")
    ada.page.locator(".chance-curve .moment").nth(10).hover(force=True)
    ada.page.wait_for_selector(".legend b:not(:empty)")
    ada.keep_picture("review-1280")

    assert ada.page.locator(".cards.drawn .card img").first.is_visible()
    assert serious(ada) == []
    bo = meet(size=PHONE)
    bo.page.goto(ada.page.url)
    bo.page.wait_for_selector(".cards.drawn .card form")
    bo.keep_picture("review-390")
    ada.page.click(".review-work button")
    width = bo.page.evaluate("document.documentElement.scrollWidth")
    bo.page.locator(".cards.drawn .card form button").first.click()
    bo.page.wait_for_url("**/table/*")
    bo.wait_for_board()

    assert width <= PHONE[0]


@SIZES
def test_a_hint_is_taken_and_the_turn_judged(meet: Meet, size: tuple[int, int]) -> None:
    """In a game that is not rated; with warnings on, a wasted bid is held back until the player insists."""
    ada = meet(size=size)
    ada.open_table("express", ["you", "novice", "novice"], "Ada")
    ada.wait_for_board()
    ada.page.click("#hint")
    ada.page.wait_for_selector("#coach .hints")
    ada.keep_picture(f"hint-{size[0]}")
    assert serious(ada) == []
    ada.page.locator("#coach [data-hint]").first.click()
    ada.page.wait_for_selector("#bar.drafting #confirm:enabled")
    ada.page.click("#reset")
    ada.page.wait_for_selector("#bar:not(.drafting)")
    ada.page.evaluate("document.body.dataset.warn = 'on'")
    dearest = max((move for move in ada.moves() if move.startswith("bid ")), key=lambda move: int(move.split()[1]))
    before = ada.n
    ada.choose(dearest)
    ada.page.wait_for_selector("#bar.drafting #confirm:enabled")
    ada.page.click("#confirm")
    ada.page.wait_for_selector("#coach [data-coach=anyway]")
    assert ada.n == before
    ada.page.click("#coach [data-coach=anyway]")
    ada.wait_for_news(before)
    ada.wait_for_turn()
    ada.page.locator("[data-verdict]").first.click()
    ada.page.wait_for_selector("#coach .turn-verdict")
    ada.keep_picture(f"verdict-{size[0]}")

    assert "worth" in ada.text("#coach .turn-verdict")


@SIZES
def test_a_record_is_branched_on_the_analysis_board(meet: Meet, size: tuple[int, int]) -> None:
    """Moves make a tree, each position is evaluated, and the address leads to the same position."""
    record = write(finished(find("tickets"), 2, 3).record())
    ada = meet(size=size)
    answer = ada.page.request.post(
        f"{ada.house}/import",
        multipart={"file": {"name": "game.rec", "mimeType": "text/plain", "buffer": record.encode()}},
        headers={"Origin": ada.house},
        max_redirects=0,
    )
    ada.visit(answer.headers["location"].partition("?")[0].replace("/replay/", "/analysis/") + "?at=100")
    ada.page.wait_for_selector("body[data-ready]", state="attached")
    for number in (0, 1):
        ada.page.wait_for_selector("#evaluation .evaluation")
        before = ada.n
        ada.page.locator("#evaluation [data-hint]").nth(number).click()
        ada.page.wait_for_function("before => Number(document.body.dataset.n) !== before", arg=before)
    ada.page.wait_for_selector("#tree b")
    ada.keep_picture(f"analysis-{size[0]}")
    shared, position = ada.page.input_value("#share"), ada.n
    bo = meet(size=size)
    bo.page.goto(shared)
    bo.page.wait_for_selector("#evaluation .evaluation")

    assert bo.n == position
    assert ada.page.locator("#tree li").count() >= 2
    assert serious(ada) == []
    ada.page.locator('[data-step="back"]').click()
    ada.page.wait_for_function("before => Number(document.body.dataset.n) !== before", arg=position)
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= size[0]

"""Plans in real Chromium: chosen on the board as a move is, shown as planned, taken back, and carried out with the turn."""

from __future__ import annotations

import pytest

from tests.web.browser import DESK, PHONE, Meet, Person

NARROW = (1024, 768)
READY = "body[data-ready]"


def three_people(meet: Meet, game: str, size: tuple[int, int] = DESK) -> list[Person]:
    """Return three people at a table, in the order of their seats."""
    people = [meet(), meet(size=size), meet(size=size)]
    link = people[0].open_table(game, ["you", "open", "open"], "Ada")
    people[1].join(link, "Bo")
    people[2].join(link, "Cy")
    for person in people:
        person.wait_for_board()
    return people


def keep_tickets(person: Person) -> None:
    """Keep all tickets that are offered."""
    person.page.locator('svg [data-move^="keep "]').last.click()


@pytest.mark.parametrize("size", [DESK, NARROW, PHONE], ids=lambda size: str(size[0]))
def test_first_tickets_are_chosen_while_another_player_thinks(meet: Meet, size: tuple[int, int]) -> None:
    """The board offers them at once, without any button before; when Ada has chosen, all have."""
    ada, bo, cy = three_people(meet, "tickets", size)
    for person in (bo, cy):
        person.page.wait_for_selector('svg [data-move^="keep "]', state="attached")
    bo.keep_picture(f"plan-first-tickets-{size[0]}")
    for person in (bo, cy):
        keep_tickets(person)
        person.page.wait_for_selector(".planned")
    assert "Planned:" in bo.text(".plan")
    assert bo.page.locator('svg [data-move^="keep "]').count() == 0
    assert ada.page.locator(".planned").count() == 0
    bo.keep_picture(f"plan-made-{size[0]}")
    keep_tickets(ada)
    ada.page.wait_for_selector('svg [data-move^="take "]', state="attached")

    assert ada.page.locator(".turn-of[data-yours=yes]").count() == 1
    bo.page.wait_for_selector(".planned", state="detached")


def test_a_standing_bid_is_given_taken_back_and_bids(meet: Meet) -> None:
    """A number and a button; the same place shows what is planned, with the way back."""
    ada, bo, _ = three_people(meet, "express")
    order = bo.page.locator(".order:has(input[name=amount])")
    order.locator("input[name=amount]").fill("9")
    order.locator("button").click()
    bo.page.wait_for_selector(".planned")
    bo.keep_picture("plan-standing-bid")
    bo.page.click(".planned button")
    bo.page.wait_for_selector(".planned", state="detached")
    order.locator("input[name=amount]").fill("9")
    order.locator("button").click()
    bo.page.wait_for_selector(".planned")
    before = bo.n
    ada.make("bid 7")
    bo.wait_for_news(before)
    bo.page.wait_for_function("document.querySelector('#log').textContent.includes('Bo bids $8')")

    assert bo.page.locator(".planned").count() == 1  # it stands until the auction is over


def test_a_whole_move_is_composed_before_the_turn(meet: Meet) -> None:
    """Press, choose on the board, keep; Escape leaves without a plan; the plan is made when the turn comes."""
    ada, bo = meet(), meet()
    link = ada.open_table("tickets", ["you", "open"], "Ada")
    bo.join(link, "Bo")
    for person in (ada, bo):
        person.wait_for_board()
    bo.page.wait_for_selector('svg [data-move^="keep "]', state="attached")
    keep_tickets(bo)
    bo.page.wait_for_selector(".planned")
    keep_tickets(ada)
    bo.page.wait_for_selector("[data-plan-ahead]")
    bo.page.click("[data-plan-ahead]")
    bo.page.wait_for_selector('svg [data-move="draw"]', state="attached")
    assert bo.page.locator("#confirm").text_content() == "Plan this"
    bo.keep_picture("plan-a-move")
    bo.page.keyboard.press("Escape")
    bo.page.wait_for_selector('svg [data-move="draw"]', state="detached")
    assert bo.page.locator("#confirm").text_content() == "Confirm"
    bo.page.click("[data-plan-ahead]")
    bo.choose("draw")
    bo.page.wait_for_selector(".planned")
    before = bo.n
    for _ in range(2):
        ada.make("draw")
    bo.wait_for_news(before)
    bo.page.wait_for_function("document.querySelector('.turn-of').dataset.yours === 'yes'")

    assert "draws a card" in bo.text("#log")

"""A game in a real browser: choosing, confirming, being refused, taking back, asking for advice."""

from __future__ import annotations

import re

from tests.web.browser import Meet
from tests.web.test_browser_whole import assert_as_good_as_new

SPOIL = """() => {
  for (const words of document.querySelectorAll(":is(#board, #panels, #log, #ask) [data-fragment] :is(text, p, span)"))
    words.prepend(document.createElement("font"));
}"""


def test_from_home_to_the_first_move_in_three_clicks(meet: Meet) -> None:
    """Play against bots, a choice: all with the mouse. All tickets are ticked at first, and the choice is sent at once."""
    ada = meet()
    ada.visit("/")
    ada.keep_picture("home")
    ada.page.click("#tickets .main-button")
    ada.wait_for_board()
    ada.wait_for_turn()
    before = ada.n
    ada.page.click("#panels [data-move='keep 1 2 3']")
    ada.wait_for_news(before)
    ada.page.wait_for_function("document.querySelector('#log').textContent.includes('keeps')")

    assert ada.page.locator("#bar .made").count() == 0


def test_a_player_of_dice2_has_the_colour_of_the_own_station(meet: Meet) -> None:
    """Beside the names, in the log and on the drawing alike."""
    ada = meet()
    ada.open_table("dice2", ["you", "novice", "novice", "novice"], "Ada")
    ada.wait_for_board()
    for seat, colour in enumerate(("blue", "black", "white", "green"), 1):
        dot = ada.page.evaluate(f"getComputedStyle(document.querySelector('.players .s{seat}'), '::after').backgroundColor")

        assert dot == ada.page.evaluate(f"getComputedStyle(document.querySelector('svg .{colour}')).fill")


def test_a_choice_can_be_cancelled(meet: Meet) -> None:
    """Take back, and Escape, put everything back and send nothing."""
    ada = meet()
    ada.play_against_bots("express")
    before = ada.n
    for key in ("", "Escape"):
        ada.choose("bid 9")
        ada.page.wait_for_selector("#bar.ready .made")
        if key:
            ada.page.keyboard.press(key)
        else:
            ada.page.click("#take-back")
        ada.page.wait_for_selector("#bar .made", state="detached")

    assert ada.drawn("bid 9").count() == 1
    assert ada.n == before


def test_one_click_makes_a_move_by_preference(meet: Meet) -> None:
    """The setting acts at once and is kept for the next page."""
    ada = meet()
    ada.play_against_bots("express")
    ada.page.click("summary.menu")
    with ada.page.expect_response("**/settings"):
        ada.page.check("input[name=confirm][value=never]")
    ada.page.keyboard.press("Escape")
    before = ada.n
    ada.choose("bid 9")
    ada.wait_for_news(before)
    ada.page.reload()

    assert ada.page.get_attribute("body", "data-confirm") == "never"


def test_a_click_on_what_is_not_allowed_says_why(meet: Meet) -> None:
    """A track that the hand cannot pay for is refused with its clause, which leads to the rules."""
    ada = meet()
    ada.play_against_bots("tickets")
    ada.make("keep 1 2 3")
    ada.wait_for_turn()
    ada.page.locator("#board [data-try^='claim']").first.dispatch_event("click")
    ada.page.wait_for_selector("#refusal:not([hidden])")
    clause = ada.text("#refusal .clause")
    assert re.fullmatch(r"TTR-R?\d+", clause)
    with ada.page.context.expect_page() as opened:
        ada.page.click("#refusal .clause")
    rules = opened.value
    rules.wait_for_load_state()

    assert rules.url.endswith(f"/rules/tickets#{clause}")
    assert rules.locator(f"#{clause}").is_visible()


def test_several_ways_to_do_something_open_a_menu(meet: Meet) -> None:
    """The bids that have no button of their own are in a menu, which closes on Escape and gives the focus back."""
    ada = meet()
    ada.play_against_bots("express")
    ada.page.click("#panels [data-choice=bids]")
    ada.page.wait_for_selector("#popover [data-move='bid 30']")
    ada.page.keyboard.press("Escape")
    assert ada.page.locator("#popover").is_hidden()
    assert ada.page.evaluate("document.activeElement.dataset.choice") == "bids"
    before = ada.n
    ada.page.click("#panels [data-choice=bids]")
    ada.page.click("#popover [data-move='bid 30']")
    ada.page.click("#confirm")
    ada.wait_for_news(before)

    assert "$30" in ada.text("#log")


def test_a_move_can_be_taken_back(meet: Meet) -> None:
    """Undo puts the table back as long as nothing was revealed; reset takes back the whole turn."""
    ada = meet()
    ada.open_table("dice1", ["you", "novice"], "Ada", ticked=["practice"])
    ada.wait_for_board()
    ada.make("income")
    ada.page.click("#take-back")
    ada.page.wait_for_function("() => document.querySelector('svg [data-move=income]')")

    assert "income" in ada.moves()


def test_a_practice_table_gives_advice(meet: Meet) -> None:
    """The hint is marked on the drawing and told in words."""
    ada = meet()
    ada.open_table("dice1", ["you", "novice"], "Ada", ticked=["practice"])
    ada.wait_for_board()
    ada.page.click("#hint")
    ada.page.wait_for_selector("svg .hinted")

    assert ada.text("#coach p").startswith("The coach suggests")


def test_the_title_and_the_icon_say_whose_turn_it_is(meet: Meet) -> None:
    """While it is one's turn the title has a mark and the icon a dot."""
    ada = meet()
    ada.play_against_bots("express")
    ada.wait_for_turn()

    assert ada.page.title().startswith("● Your turn")
    assert "favicon-turn" in (ada.page.get_attribute("link[rel=icon]", "href") or "")


def test_a_choice_shows_its_result_on_the_map(meet: Meet) -> None:
    """A die chosen in a menu lies on its square, for its player alone, until the choice is given up."""
    ada = meet()
    ada.open_table("dice1", ["you", "novice"], "Ada")
    ada.wait_for_board()
    ada.wait_for_turn()
    pieces = "document.querySelector('[data-fragment=draw-pieces-0]').innerHTML"
    before, n = ada.page.evaluate(pieces), ada.n
    ada.choose("lay west W-W")
    ada.page.wait_for_selector("#bar.drafting .made")
    assert ada.page.evaluate(pieces) != before
    ada.page.reload()
    ada.page.wait_for_selector("#bar.drafting .made")  # a draft survives
    assert ada.page.evaluate(pieces) != before
    ada.page.click("#reset")
    ada.page.wait_for_selector("#bar .made", state="detached")

    assert (ada.page.evaluate(pieces), ada.n) == (before, n)


def test_a_page_that_something_else_has_changed_becomes_right_again(meet: Meet) -> None:
    """A translator or an extension gets between the paths of edits: the next change is not applied in the wrong place.

    The page asks for everything and goes on as if nothing had happened.
    """
    ada, bo = meet(), meet()
    link = ada.open_table("express", ["you", "open"], "Ada")
    bo.join(link, "Bo")
    ada.wait_for_board()
    bo.wait_for_board()
    bo.page.click("#tab-text")
    bo.page.evaluate(SPOIL)
    assert bo.page.locator("#panels font").count() > 10
    before = bo.n
    ada.make("bid 8")
    bo.wait_for_news(before)
    complaints = list(bo.problems)
    bo.problems.clear()

    assert ["changed by another script" in complaint for complaint in complaints] == [True]
    assert bo.page.locator("font").count() == 0
    assert_as_good_as_new(bo)

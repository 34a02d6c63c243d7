"""A phone in a real browser: 390 px wide, by touch."""

from __future__ import annotations

import pytest

from roundhouse.games import GAMES
from tests.web.axe import serious
from tests.web.browser import PHONE, Meet

NAMES = [game.name for game in GAMES]
SMALL = """all => all.filter(one => one.checkVisibility())
  .map(one => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
  .filter(([_, box]) => box.width && Math.min(box.width, box.height) < 43.5).map(([text]) => text)"""


@pytest.mark.parametrize("game", NAMES)
def test_every_game_can_be_played_on_a_phone(meet: Meet, game: str) -> None:
    """The narrow drawing, nothing wider than the screen, buttons large enough for a thumb, the answer at the lower edge.

    Dark and in French, where axe finds nothing serious.
    """
    ada = meet(size=PHONE, theme="dark", language="fr-FR")
    ada.open_table(game, ["you", "novice", "novice"], "Ada")
    ada.wait_for_board()
    assert ada.page.get_attribute("body", "data-layout") == "narrow"
    for _ in range(2):
        assert ada.make_first_move()
    ada.wait_for_turn()
    assert serious(ada) == []
    ada.choose(ada.moves()[0])
    ada.keep_picture(f"phone-{game}-fr-dark")
    foot = ada.page.locator("#bar").bounding_box()

    assert foot is not None
    assert abs(foot["y"] + foot["height"] - PHONE[1]) < 2
    assert ada.page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    assert ada.page.eval_on_selector_all("main button, .tabs button", SMALL) == []


def test_the_board_is_enlarged_by_a_double_tap_and_made_whole_again(meet: Meet) -> None:
    """Two taps on an empty place, also in the first moments of a page; then the button shows all of it."""
    ada = meet(size=PHONE)
    ada.play_against_bots("tickets")
    whole = ada.page.get_attribute("#board", "viewBox")
    box = ada.page.locator("#board").bounding_box()
    assert box is not None
    x, y = box["x"] + 20, box["y"] + box["height"] - 70
    ada.page.touchscreen.tap(x, y)
    ada.page.touchscreen.tap(x, y)
    ada.page.wait_for_selector("#board.zoomed")
    closer = ada.page.get_attribute("#board", "viewBox")
    assert closer != whole
    ada.page.click("[data-zoom=fit]")

    assert ada.page.get_attribute("#board", "viewBox") == whole


def test_pages_fit_a_phone(meet: Meet) -> None:
    """Home, set-up, guide, rules: nothing is wider than the screen."""
    ada = meet(size=PHONE)
    wide = {}
    for path in ("/", "/games/tickets", "/rules/tycoon", "/guide/tickets", "/tour/express"):
        ada.visit(path)
        wide[path] = ada.page.evaluate("document.documentElement.scrollWidth")

    assert set(wide.values()) == {PHONE[0]}, wide


def test_turning_the_window_changes_the_drawing(meet: Meet) -> None:
    """A window that becomes wide gets the wide drawing."""
    ada = meet(size=PHONE)
    ada.play_against_bots("dice2")
    ada.page.set_viewport_size({"width": 1280, "height": 800})
    ada.page.wait_for_selector("body[data-layout=wide] #board")

    assert ada.page.locator("#board.layout-wide").count() == 1


def test_the_head_and_the_zoom_of_a_phone_hide_nothing(meet: Meet) -> None:
    """Whose turn it is stands whole in the head, in the longer language too; the buttons for the size stand below the map."""
    ada = meet(size=PHONE, language="fr-FR")
    ada.play_against_bots("tycoon")
    pill = ada.page.locator(".turn-of")
    board, buttons = (ada.page.locator(one).bounding_box() for one in ("#board", ".zoom"))

    assert board is not None
    assert buttons is not None
    assert pill.evaluate("one => one.scrollWidth <= one.clientWidth")
    assert buttons["y"] >= board["y"] + board["height"] - 1
    assert ada.page.locator(".zoom button").evaluate_all("all => all.map((one) => one.ariaDisabled)") == [None, "true", "true"]
    ada.page.click("[data-zoom=in]")
    assert ada.page.locator(".zoom [aria-disabled=true]").count() == 0


def test_names_on_the_map_can_be_read_at_a_desk(meet: Meet) -> None:
    """At 1280 by 800 the names of the cities of every map are at least 10 px high, but for the crowded hexes of Chicago Express."""
    ada = meet()
    for game in ("tickets", "tycoon"):
        ada.play_against_bots(game)
        sizes = ada.page.eval_on_selector_all(
            "#board text.label", "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a)"
        )
        assert min(sizes) >= 10, game

"""A game of another package in a real browser: pressed, confirmed, played to its end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.outside import add_bare, install_tin
from tests.web.browser import PHONE, Door, Meet


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """A house in which the game of `new-game` is installed, and one without a drawing."""
    folder = tmp_path_factory.mktemp("outside")
    site = install_tin(folder)
    add_bare(site, "tin_game")
    door = Door(folder, site)
    yield door
    door.close()


@pytest.mark.parametrize("game", ["tin", "bare"])
def test_from_home_to_the_end_of_a_game(meet: Meet, game: str) -> None:
    """One click against bots, each decision a button and a confirmation."""
    ada = meet()
    ada.visit("/")
    ada.page.click(f"#{game} .main-button")
    ada.wait_for_board()
    assert ada.wait_for_turn()
    ada.page.click("#panels [data-move='again']")
    assert ada.text("#bar .made") == "Guest rolls again"
    before = ada.n
    ada.page.click("#confirm")
    ada.wait_for_news(before)

    assert not ada.wait_for_turn()  # the only decision was made: the bot ends the game
    assert ada.page.locator(".result tbody tr").count() == 2


def test_a_phone_shows_text_and_buttons(meet: Meet) -> None:
    """The sketch in its window, the buttons below it, nothing wider than the page."""
    ada = meet(size=PHONE)
    ada.play_against_bots("bare")
    assert ada.wait_for_turn()

    assert "die: " in (ada.page.locator("#board").text_content() or "")
    assert ada.page.locator("#panels [data-move]").count() == 2
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]

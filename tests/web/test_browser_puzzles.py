"""Puzzles in a real browser: the puzzle of the day, answered on the board by mouse and by touch."""

from __future__ import annotations

import pytest

from roundhouse.puzzles.library import all_puzzles
from tests.web.axe import serious
from tests.web.browser import DESK, PHONE, Meet


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_puzzle_of_the_day_is_answered_on_the_board(meet: Meet, size: tuple[int, int]) -> None:
    """From the home page to the list, the position, a move on the drawing, the explanation, and a second try that is typed."""
    ada = meet(size=size)
    ada.visit("/")
    ada.page.click('nav a[href="/puzzles"]')
    assert serious(ada) == []
    ada.page.click(".daily a.main-button")
    ada.page.wait_for_selector("body[data-ready]")
    puzzle = all_puzzles()[ada.page.url.rpartition("/")[2]]
    move = ada.first_move()
    ada.choose(move)
    ada.page.wait_for_selector("#confirm:enabled")
    assert ada.page.locator(".answer").count() == 0
    ada.keep_picture(f"puzzle-{size[0]}")
    ada.page.click("#confirm")
    ada.page.wait_for_selector(".verdict.right" if move in puzzle.right else ".verdict.wrong")
    assert serious(ada) == []
    assert ada.page.evaluate("document.documentElement.scrollWidth") == size[0]
    ada.keep_picture(f"puzzle-{size[0]}-answer")

    ada.page.click('.bar-buttons a[href$="?again=yes"]')
    ada.page.wait_for_selector("body[data-ready] #command")
    ada.page.fill("#command", puzzle.best)
    ada.page.press("#command", "Enter")
    ada.page.click("#confirm")
    ada.page.wait_for_selector(".verdict.right")
    before = ada.page.url
    ada.page.click("#next")
    ada.page.wait_for_selector("body[data-ready] #confirm")

    assert ada.page.url != before

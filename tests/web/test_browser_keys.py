"""Without a mouse: from the home page to a move, the command box, the list of keys."""

from __future__ import annotations

from random import Random

import pytest

from roundhouse.games import GAMES
from tests.web.browser import Meet, Person

ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
WHOLE = 100_000  # turns
TRIES = 40  # to find a move by arrows, before the composed ones are taken back
# What a key changes that is not only where the focus is.
STATE = """() => [
  document.body.dataset.n,
  document.querySelectorAll("#bar .made li").length,
  document.getElementById("popover").hidden,
  [...document.querySelectorAll("[aria-pressed=true]")].map((one) => one.dataset.select),
].join()"""


def tab_to(person: Person, selector: str) -> None:
    """Presses Tab until something has the focus."""
    for _ in range(60):
        person.page.keyboard.press("Tab")
        if person.page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab never comes to {selector}")


def test_a_game_is_opened_and_a_move_made_by_keys_alone(meet: Meet) -> None:
    """Tab and Enter from the home page; arrows from one move to the next; Enter chooses, Enter again confirms."""
    ada = meet()
    ada.visit("/")
    tab_to(ada, "#express .main-button")
    ada.page.keyboard.press("Enter")
    ada.wait_for_board()
    ada.wait_for_turn()
    tab_to(ada, "#panels [data-move]")
    first = ada.page.evaluate("document.activeElement.dataset.move")
    ada.page.keyboard.press("ArrowRight")
    second = ada.page.evaluate("document.activeElement.dataset.move")
    bid = int(second.removeprefix("bid "))
    assert first == f"bid {bid - 1}"
    before = ada.n
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_selector("#confirm:focus")
    assert f"bids ${bid}" in ada.text("#bar .made")
    ada.page.keyboard.press("Enter")
    ada.wait_for_news(before)

    assert f"bids ${bid}" in ada.text("#log")


def test_what_can_be_pressed_is_named_in_words(meet: Meet) -> None:
    """Every move on the drawing is a button with a name; each window has one stop for the Tab key."""
    ada = meet()
    ada.play_against_bots("tickets")
    ada.make("keep 1 2")
    ada.wait_for_turn()
    nameless = ada.page.eval_on_selector_all(
        "svg [data-move], svg [data-choice]",
        "all => all.filter(one => one.getAttribute('role') !== 'button' || !one.querySelector('title').textContent).length",
    )
    stops = ada.page.eval_on_selector_all("#board [tabindex='0']", "all => all.filter(one => !one.closest('.menu')).length")

    assert (nameless, stops) == (0, 1)


def test_the_command_box_completes_and_makes_moves(meet: Meet) -> None:
    """Slash goes there; a part of a move is completed by Tab; Enter shows it, Enter again makes it."""
    ada = meet()
    ada.play_against_bots("express")
    ada.page.keyboard.press("/")
    ada.page.keyboard.type("bid 1")
    ada.page.keyboard.press("Tab")
    assert ada.page.input_value("#command") == "bid 10"
    before = ada.n
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_selector("#confirm:focus")
    assert "bids $10" in ada.text("#bar .made")
    ada.page.keyboard.press("Enter")
    ada.wait_for_news(before)

    assert "bids $10" in ada.text("#log")


def test_a_command_that_is_no_move_is_explained(meet: Meet) -> None:
    """A move that is not allowed is refused with its clause."""
    ada = meet()
    ada.play_against_bots("express")
    ada.page.keyboard.press("/")
    ada.page.keyboard.type("expand PRR")
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_selector("#refusal:not([hidden])")

    assert ada.text("#refusal .clause").startswith("CEX-")


def test_the_keys_are_listed_under_a_question_mark(meet: Meet) -> None:
    """The list is a dialog that Escape closes."""
    ada = meet()
    ada.play_against_bots("express")
    ada.page.keyboard.press("?")
    assert "to the command box" in ada.text("#keys")
    ada.page.keyboard.press("Escape")

    assert ada.page.locator("#keys").is_hidden()


def test_the_table_can_be_read_as_text(meet: Meet) -> None:
    """The sketch and the list of moves say in words what the drawing shows."""
    ada = meet()
    ada.play_against_bots("express")
    ada.page.click("#tab-text")
    ada.page.click(".sketch summary")
    ada.page.click(".moves summary")

    assert "PRR" in ada.text(".sketch pre")
    assert "bids $7" in ada.text(".move-list")


@pytest.mark.parametrize("turns", [2, pytest.param(WHOLE, marks=[pytest.mark.deep, pytest.mark.long])], ids=["", "whole"])
@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_turns_are_played_by_keyboard_alone(game: str, turns: int, meet: Meet) -> None:
    """`b` goes to the board, arrows from target to target, Enter presses and confirms; after each turn the log has it."""
    ada = meet()
    ada.open_table(game, ["you", "novice"], "Ada")
    ada.wait_for_board()
    wish = Random(5)
    played = 0
    while played < turns and ada.wait_for_turn():
        before = ada.n
        play_by_keys(ada, wish)
        assert ada.n > before
        played += 1

    assert played == turns or ada.over


def play_by_keys(ada: Person, wish: Random) -> None:
    """Press keys until something has happened at the table: random targets, then Enter on Confirm."""
    before = ada.n
    keys = ada.page.keyboard
    for tried in range(10 * TRIES):
        if ada.n > before:
            return
        if ada.page.locator("#confirm:focus").count() or (
            tried % TRIES == TRIES - 1 and ada.page.locator("#confirm:enabled").count()
        ):
            if not ada.page.locator("#confirm:focus").count():
                tab_to(ada, "#confirm")
            keys.press("Enter")
            ada.wait_for_news(before)
            return
        if ada.page.locator("#popover:not([hidden])").count() == 0:
            keys.press("b")
        for _ in range(wish.randrange(12)):
            keys.press(wish.choice(ARROWS))
        shown = ada.page.evaluate(STATE)
        keys.press("Enter")
        settle(ada, shown)
    raise AssertionError("no keys lead to a move")


def settle(ada: Person, shown: str) -> None:
    """Wait until the page has answered a key; some keys change nothing, such as Enter on what only shows places."""
    for _ in range(20):
        if ada.page.evaluate(STATE) != shown:
            return
        ada.page.wait_for_timeout(20)

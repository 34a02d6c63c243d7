"""Without a mouse: from the home page to a move, the command box, the list of keys."""

from __future__ import annotations

from tests.web.browser import Meet, Person


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

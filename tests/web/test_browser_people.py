"""Several people in real browsers: friends by a link, spectators, one screen for two, a house that is closed and opened again."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from tests.web.browser import DESK, Door, Meet, Person


def test_two_friends_and_a_bot_meet_by_a_link(meet: Meet) -> None:
    """A link, a name, a seat: with the last one the game begins; each sees the other's move at once."""
    ada, bo = meet(), meet()
    link = ada.open_table("express", ["you", "open", "novice"], "Ada")
    ada.keep_picture("waiting")
    bo.join(link, "Bo <b>")
    ada.wait_for_board()
    bo.wait_for_board()
    assert "Bo <b>" in (ada.page.text_content("#panels") or "")
    before = bo.n
    ada.make("bid 8")
    bo.wait_for_news(before)

    assert "Ada bids $8" in bo.text("#log")
    assert bo.make_first_move()


def test_a_spectator_sees_the_table_and_makes_no_move(meet: Meet) -> None:
    """The board is there, nothing on it can be pressed, and the moves come in live."""
    ada, eve = meet(), meet()
    ada.open_table("express", ["you", "novice"], "Ada", ticked=["public"])
    ada.wait_for_board()
    eve.page.goto(ada.page.url)
    assert eve.page.locator(":is(#board, #panels) :is([data-move], [data-choice], [data-try])").count() == 0
    before = eve.n
    ada.make("bid 8")
    eve.wait_for_news(before)

    assert "Ada bids $8" in eve.text("#log")


def test_chat_arrives_and_is_counted(meet: Meet) -> None:
    """What a friend says is announced by a number at the tab, and read under it as plain text."""
    ada, bo = meet(), meet()
    link = ada.open_table("express", ["you", "open"], "Ada")
    bo.join(link, "Bo")
    ada.wait_for_board()
    bo.wait_for_board()
    bo.page.click("#tab-chat")
    bo.page.fill("#chat input", "hello <script>")
    bo.page.press("#chat input", "Enter")
    ada.page.wait_for_selector("[data-unread]:not([hidden])")
    assert ada.text("[data-unread]") == "1"
    ada.page.keyboard.press("c")

    assert "hello <script>" in ada.text("#chat")
    assert ada.page.locator("[data-unread]").is_hidden()


def test_a_privacy_screen_covers_the_page_between_people_at_one_screen(meet: Meet) -> None:
    """Nothing of a hand is in the page before the one whose turn it is opens their view; then it is theirs alone."""
    ada = meet()
    ada.visit("/games/tickets?with=hotseat")
    ada.page.fill("#name", "Ada")
    ada.page.check("input[name=seats][value='2']", force=True)
    ada.page.fill("input[name=name-1]", "Bo")
    ada.page.select_option("#seating", "arranged")
    ada.page.click(".go .main-button")
    ada.page.wait_for_selector("#privacy-screen[open]")
    assert ada.text("#privacy-screen-name") == "Ada"
    assert ada.page.locator("svg [data-move]").count() == 0
    ada.page.click("#privacy-screen-open")
    ada.page.wait_for_selector("#panels [data-move^=keep]")
    assert not ada.page.locator("#privacy-screen").evaluate("one => one.open")
    ada.page.locator("#panels [data-move='keep 1 2 3']").press("Enter")
    ada.page.wait_for_selector("#privacy-screen[open]")

    assert ada.text("#privacy-screen-name") == "Bo"


def test_the_page_comes_back_when_the_house_does(chromium: Browser, tmp_path: Path) -> None:
    """The house is closed and opened again: the page says so, finds it again, and the game goes on where it was."""
    door = Door(tmp_path)
    ada = Person(chromium.new_page(viewport={"width": DESK[0], "height": DESK[1]}), door.url)
    ada.open_table("express", ["you", "novice"], "Ada")
    ada.wait_for_board()
    ada.make("bid 8")
    ada.wait_for_turn()
    door.close()
    ada.page.wait_for_selector("#banner[data-state=lost]:not([hidden])")
    door.open()
    ada.page.wait_for_selector("#banner", state="hidden")
    assert ada.make_first_move()
    ada.page.close()
    door.close()


def test_who_has_to_go_lets_a_bot_play_and_takes_the_seat_back(meet: Meet) -> None:
    """In the tab about the table, where the pace of the bots is set as well: slow enough to change one's mind."""
    ada = meet()
    ada.open_table("express", ["you", "novice"], "Ada")
    ada.wait_for_board()
    ada.page.click("#tab-seats")
    ada.page.select_option("#bots-pace", label="slowly")
    ada.page.click("[data-pace] button")
    ada.page.wait_for_selector("#bots-pace option[value='2000'][selected]", state="attached")
    before = ada.n
    ada.let_a_bot_play()
    ada.wait_for_news(before)
    ada.page.click("#ask .line-form button")
    ada.page.wait_for_selector("[data-rest]")

    assert ada.wait_for_turn()
    assert "online" in ada.text("#seats .players tbody tr:first-child")
    ada.keep_picture("table-tab")

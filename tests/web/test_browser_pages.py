"""The pages around a game in a real browser: languages, colours, replay, rules, first games, access for all, and their weight."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Response

from roundhouse.games import GAMES
from tests.web.axe import serious, serious_in_both_colours
from tests.web.browser import Meet, Person

TOURS = [  # one in every run: the steps of all of them are looked at in test_tours.py
    pytest.param(game.name, marks=() if game.name == "tickets" else pytest.mark.deep) for game in GAMES
]

PAGES: dict[str, Callable[[Person], object]] = {
    "home": lambda person: person.visit("/"),
    "setup": lambda person: person.visit("/games/tycoon"),
    "rules": lambda person: person.visit("/rules/dice2"),
    "guide": lambda person: person.visit("/guide/tycoon"),
    "tour": lambda person: person.visit("/tour/dice1"),
    "api": lambda person: person.visit("/api"),
    "tokens": lambda person: person.visit("/account/tokens"),
    "waiting": lambda person: person.open_table("express", ["you", "open"], "Ada"),
    "replay": lambda person: person.visit(
        person.play_against_bots("tickets").removeprefix(person.house).replace("table", "replay")
    ),
}


@pytest.mark.parametrize("page", PAGES)
def test_axe_finds_nothing_serious_around_the_tables(meet: Meet, page: str) -> None:
    """Names, contrast, structure of each page, in light and dark."""
    ada = meet()
    PAGES[page](ada)
    ada.page.wait_for_load_state()

    assert serious_in_both_colours(ada, page) == []


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_axe_finds_nothing_serious_at_a_table(meet: Meet, game: str) -> None:
    """In the middle of a turn that is being composed, in light and dark."""
    ada = meet()
    ada.play_against_bots(game)
    assert ada.make_first_move()
    ada.wait_for_turn()
    ada.choose(ada.first_move())

    assert serious_in_both_colours(ada, f"turn-{game}") == []


def test_an_address_that_leads_nowhere_is_a_page_too(meet: Meet) -> None:
    """It says so, is accessible, and leads home."""
    ada = meet()
    ada.visit("/nowhere")
    ada.problems.clear()  # the browser notes the 404 itself

    assert serious(ada) == []
    assert ada.page.locator("main a[href='/']").is_visible()


def test_the_house_speaks_french_to_french_browsers(meet: Meet) -> None:
    """Home, set-up, table, log, rules; and English when it is chosen."""
    ada = meet(language="fr-FR")
    ada.visit("/")
    assert "Jouer contre des bots" in ada.text("#tickets")
    ada.play_against_bots("express")
    ada.make("bid 8")
    assert "8" in ada.text("#log")
    assert ada.page.locator("html").get_attribute("lang") == "fr"
    assert "Journal" in ada.text("[role=tablist]")
    ada.visit("/rules/express")
    assert "Règles de Chicago Express" in ada.text("h1")
    ada.page.click(".drop:has([data-settings]) summary")
    with ada.page.expect_navigation():
        ada.page.check("input[name=language][value=en]")

    assert "Rules of Chicago Express" in ada.text("h1")


def test_the_colours_can_be_chosen(meet: Meet) -> None:
    """Dark at once, and still after the page is opened again."""
    ada = meet()
    ada.visit("/")
    paper = ada.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    ada.page.click(".drop:has([data-settings]) summary")
    with ada.page.expect_response("**/settings"):
        ada.page.check("input[name=theme][value=dark]")
    dark = ada.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    ada.page.reload()

    assert paper != dark
    assert ada.page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == dark


def test_a_replay_moves_with_slider_buttons_and_keys(meet: Meet) -> None:
    """The position, the log and the address follow; a link to a position opens there."""
    ada = meet()
    ada.open_table("express", ["you", "novice", "novice"], "Ada")
    ada.wait_for_board()
    for _ in range(3):
        ada.make_first_move()
    ada.visit(ada.page.url.removeprefix(ada.house).replace("table", "replay") + "?at=1")
    assert ada.page.locator("#log .entry, #log li").count() >= 1
    ada.page.click("[data-step=on]")
    ada.page.wait_for_url("**at=2**")
    ada.page.evaluate("document.activeElement.blur()")
    ada.page.keyboard.press("ArrowRight")
    ada.page.wait_for_url("**at=3**")
    ada.page.locator("#slider").fill("0")
    ada.page.wait_for_url("**at=0**")

    assert ada.text("#at").startswith("0 /")


def test_the_rules_can_be_searched(meet: Meet) -> None:
    """Only clauses with the words stay, and their number is told."""
    ada = meet()
    ada.visit("/rules/tickets")
    ada.page.fill("[data-find]", "locomotive second")
    shown = ada.page.locator(".rule-line:visible").count()

    assert 0 < shown < 20
    assert str(shown) in ada.text("#found")


@pytest.mark.parametrize("game", TOURS)
def test_a_first_game_explains_as_it_is_played(meet: Meet, game: str) -> None:
    """The steps come one at a time, some after a move; every clause that they name is in the rules."""
    ada = meet()
    ada.visit(f"/tour/{game}")
    ada.page.click("main .main-button")
    ada.wait_for_board()
    for _ in range(6):
        if ada.page.locator("#tour button").is_visible():
            ada.page.click("#tour button")
        else:
            shown = ada.text("#tour .count-of")
            ada.make_first_move()
            ada.wait_for_turn()
            ada.page.wait_for_timeout(100)
            assert ada.text("#tour .count-of") >= shown
    ada.keep_picture(f"tour-{game}")

    assert int(ada.text("#tour .count-of").split()[0]) >= 3


def test_a_table_is_light_to_load(meet: Meet) -> None:
    """The first load of a table fetches at most 250 kB compressed, of which the script is at most 35 kB."""
    ada = meet()
    table = ada.play_against_bots("tycoon")
    eve = meet()
    fetched: list[Response] = []
    eve.page.context.add_cookies(
        [{"name": one["name"], "value": one["value"], "url": ada.house} for one in ada.page.context.cookies()]
    )
    eve.page.on("response", lambda response: None if "/live?" in response.url else fetched.append(response))
    eve.page.goto(table)
    sizes = {response.url: len(gzip.compress(response.body())) for response in fetched}

    assert sum(sizes.values()) <= 250_000
    assert 5_000 < sum(size for url, size in sizes.items() if url.endswith(".js")) <= 35_000


def test_no_page_has_inline_script_or_style(meet: Meet) -> None:
    """The strict policy of the house would drop it without a word on screen."""
    ada = meet()
    ada.play_against_bots("tickets")

    assert not re.search(r"<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=|<style", ada.page.content())

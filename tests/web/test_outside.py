"""A game that is installed from another package, at the pages: the house knows nothing of it but what it says itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from roundhouse.games import find
from roundhouse.ui import rulebook
from roundhouse.ui.languages import LANGUAGES
from roundhouse.web.catalog.games import player_count
from roundhouse.web.server.house import House
from tests.outside import add_bare, found_in, install_tin
from tests.web.conftest import Browser

Browsers = Callable[..., Browser]
each_game = pytest.mark.parametrize("game", ["tin", "bare"])


@pytest.fixture(scope="module", autouse=True)
def _site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The game of `new-game`, installed by pip, and one without any optional part."""
    site = install_tin(tmp_path_factory.mktemp("outside"))
    add_bare(site, "tin_game")
    with found_in(site):
        yield


def play(ada: Browser, table: str, until: Callable[[Callable[[], bool]], None]) -> None:
    """Stays whenever there is a choice, until the game is over."""

    def over() -> bool:
        page = ada.get(table).text
        if 'data-state="over"' in page:
            return True
        if "stay" in ada.moves(table):
            ada.move(table, "stay")
        return False

    until(over)


@each_game
def test_a_game_against_bots_is_played_to_its_end_and_replayed(
    browser: Browsers, house: House, until: Callable[[Callable[[], bool]], None], game: str
) -> None:
    """A bot of the heuristic and one that searches, each in a process of its own; no bot fails."""
    ada = browser()
    table = ada.open_table(game, ["you", "regular", "expert"])
    play(ada, table, until)
    page = ada.get(table).text
    replay = ada.get(table.replace("/table/", "/replay/"))
    verified = ada.get(f"{table}/verify")

    assert "Ada stays" in page
    assert house.bot_worker.failures == 0
    assert replay.status_code == 200
    assert "Ada rolls a" in ada.get(table.replace("/table/", "/replay/") + "?at=1").text
    assert verified.status_code == 200
    assert ada.get(f"{table}/record").text.startswith(f"roundhouse 1\ngame {game} 1\n")


@each_game
@pytest.mark.parametrize("layout", ["wide", "narrow"])
def test_every_move_is_a_button_on_the_board(browser: Browsers, game: str, layout: str) -> None:
    """Drawn by the game, or in its place."""
    ada = browser()
    table = ada.open_table(game, ["you", "you"], hotseat="on")
    page = ada.get(f"{table}?as=0&layout={layout}").text

    assert set(re.findall(r'<g class="legal" data-move="([^"]+)"', page)) == {"stay", "again"}


def card_of(browser: Browser, game: str) -> str:
    """The card of a game on the home page."""
    home = browser.get("/").text
    card = home[home.index(f'id="{game}"') :]
    return card[: card.index("</li>")]


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_the_game_is_there(browser: Browsers, game: str, language: str) -> None:
    """Home, set-up, rules, picture, ratings."""
    ada = browser(Accept_Language=language)

    assert f"/guide/{game}" in card_of(ada, game)
    for address in (f"/games/{game}", f"/rules/{game}", f"/pictures/{language}/{game}/board.svg", f"/ratings/{game}"):
        assert ada.get(address).status_code == 200, address


def test_the_page_of_a_game_comes_with_its_package(browser: Browsers) -> None:
    """Description, minutes, tour and scenes, in its own French."""
    ada = browser(Accept_Language="fr")
    card = card_of(ada, "tin")
    table = ada.send("/tour/tin").headers["location"]

    assert "Lancez un dé en secret" in card
    assert "2 minutes" in card
    assert 'href="/tour/tin"' in card
    assert "Vous seul voyez votre dé" in ada.get(table).text
    assert "Votre dé, et les deux choses" in ada.get("/rules/tin").text
    assert ada.get("/pictures/fr/tin/choice.svg").text.startswith("<svg ")


def test_a_game_without_a_page_has_no_minutes_and_no_tour(browser: Browsers) -> None:
    """Nothing leads to the tour, and its address is unknown."""
    ada = browser(Accept_Language="en")
    card = card_of(ada, "bare")

    assert "This game has no description." in card
    assert "minutes" not in card
    assert "/tour/" not in card
    assert ada.get("/tour/bare").status_code == ada.send("/tour/bare").status_code == 404


def test_one_click_opens_a_game_that_needs_three() -> None:
    """The form of the home page offers as many bots as the game needs at least."""
    assert player_count(replace(find("bare"), seats=range(3, 5))) == 3


def test_the_rules_of_a_game_with_french_ones_are_french(browser: Browsers) -> None:
    """The clauses of its own package."""
    assert "Chaque joueur lance un dé en secret" in browser(Accept_Language="fr").get("/rules/tin").text
    assert "Each player rolls a die in secret" in browser(Accept_Language="en").get("/rules/tin").text


def test_missing_rules_are_said_to_be_missing(browser: Browsers) -> None:
    """Instead of an empty page."""
    assert "This game has no rules page." in browser(Accept_Language="en").get("/rules/bare").text
    assert "Ce jeu n’a pas de page de règles." in browser(Accept_Language="fr").get("/rules/bare").text


@each_game
def test_a_game_without_a_guide_shows_its_rules_instead(browser: Browsers, game: str) -> None:
    """The address of the guide leads to the rules, which name no guide."""
    ada = browser()

    assert ada.get(f"/guide/{game}").headers["location"] == f"/rules/{game}"
    assert f"/guide/{game}" not in ada.get(f"/rules/{game}").text


def test_rules_in_english_only_come_with_a_note(browser: Browsers, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the French page; on the English one there is nothing to say."""
    page = rulebook._page
    monkeypatch.setattr(rulebook, "_page", lambda package, language: None if language == "fr" else page(package, language))

    assert "Ces règles n’existent qu’en anglais." in browser(Accept_Language="fr").get("/rules/tin").text
    assert "Each player rolls a die in secret" in browser(Accept_Language="fr").get("/rules/tin").text
    assert "available in English only" not in browser(Accept_Language="en").get("/rules/tin").text


def test_the_program_interface_lists_it(browser: Browsers) -> None:
    """With its players and no options."""
    found = {game["name"]: game for game in browser().get("/api/v1/games").json()["games"]}

    assert {"tin", "bare", "tickets"} <= set(found)

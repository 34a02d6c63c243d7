"""Pages: whole, in both languages, without a line of script or style inside, and small enough."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest
from markupsafe import escape

from bench.web import imported_scripts
from roundhouse.core.game import Game
from roundhouse.games import GAMES, find
from roundhouse.ui.guide import figures, guide_of
from roundhouse.ui.languages import LANGUAGES
from roundhouse.ui.page import BOARD_CLASSES, SEAT_COLOURS, page_of
from roundhouse.ui.rulebook import chapters
from roundhouse.ui.text import translate
from roundhouse.web.catalog.games import game_context, option_contexts, options_from_form, player_count
from roundhouse.web.catalog.scenes import moments
from roundhouse.web.http import assets
from tests.web.conftest import Browser

Browsers = Callable[..., Browser]
EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
VOID = {"br", "hr", "img", "input", "link", "meta"}


class Fragments(HTMLParser):
    """The fragments of a page: whether each is kept from translators, by itself or by an element around it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.kept: dict[str, bool] = {}
        self._stack = [False]
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        kept = self._stack[-1] or found.get("translate") == "no"
        if name := found.get("data-fragment"):
            self.kept[name] = kept
        if tag not in VOID:
            self._stack.append(kept)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Holds nothing."""

    def handle_endtag(self, tag: str) -> None:
        self._stack.pop()


@pytest.mark.parametrize("language", LANGUAGES)
@EVERY_GAME
def test_every_page_of_a_game_is_whole(browser: Browsers, game: Game[Any], language: str) -> None:
    """Home, set-up, rules, tour, waiting room, table, replay: all answer, in the language asked for."""
    ada = browser(accept_language=language)
    waiting = ada.open_table(game.name, ["you", "open"])
    running = ada.open_table(game.name, ["you", "you"], hotseat="on")
    urls = ["/", f"/games/{game.name}", f"/games/{game.name}?with=friends", f"/rules/{game.name}", f"/tour/{game.name}", waiting]
    urls += [running, f"{running}?as=1", f"{running}?as=0&layout=narrow", running.replace("table", "replay")]

    for url in urls:
        answer = ada.get(url)
        assert answer.status_code == 200, url
        assert f'<html lang="{language}"' in answer.text
        assert answer.text.rstrip().endswith("</html>")
        assert not re.search(r"<script(?![^>]*\bsrc=)", answer.text), url
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=", answer.text), url


def test_the_language_is_the_one_chosen_else_the_browsers(browser: Browsers) -> None:
    """Settings win over the browser; a language that the house does not speak is English."""
    french, dutch = browser(accept_language="fr-FR,en;q=0.5"), browser(accept_language="nl-NL,nl;q=0.9")

    assert 'lang="fr"' in french.get("/").text
    assert 'lang="en"' in dutch.get("/").text
    assert 'lang="de"' in browser(accept_language="de-AT,en;q=0.5").get("/").text
    french.send("/settings", {"language": "en", "theme": "dark", "back": "/"})
    assert '<html lang="en" data-theme="dark"' in french.get("/").text


def test_what_the_browser_prefers_most_wins(browser: Browsers) -> None:
    """By its weights, not by its order; a weight of nothing is a refusal."""
    assert 'lang="fr"' in browser(accept_language="en;q=0.1, fr;q=0.8").get("/").text
    assert 'lang="en"' in browser(accept_language="fr;q=0, en;q=0.1").get("/").text
    assert 'lang="en"' in browser(accept_language="fr;q=x,;;,").get("/").text


@EVERY_GAME
def test_the_first_load_of_a_table_is_small(browser: Browsers, game: Game[Any]) -> None:
    """Page, styles, script and type together at most 250 kB as they travel; all script that a table can need, at most 35 kB."""
    ada = browser()
    table = ada.open_table(game.name, ["you", "novice"])
    page = ada.get(table)
    files = set(re.findall(r'(?:src|href)="/static/[0-9a-f]+/([^"]+)"', page.text))
    files |= imported_scripts({name for name in files if name.endswith(".js")})
    sizes = {name: len(gzip.compress(assets.content(name) or b"", 6)) for name in files}

    assert len(gzip.compress(page.content, 6)) + sum(sizes.values()) <= 250_000
    assert sum(size for name, size in sizes.items() if name.endswith(".js")) <= 35_000


def test_the_style_of_pages_hides_nothing_of_a_drawing() -> None:
    """A rule for a class alone also holds in drawings; one of a form for plans hid the outlines of stations."""

    def rules(name: str) -> list[tuple[str, str]]:
        text = re.sub(r"/\*.*?\*/", "", (assets.content(name) or b"").decode(), flags=re.DOTALL)
        return re.findall(r"([^{}]+)\{([^{}]*)\}", text)

    drawn = {kind for selector, _ in rules("theme.css") for kind in re.findall(r"\.([a-zA-Z][\w-]*)", selector)} - {"menu"}
    hiding = [selector for selector, body in rules("house.css") if "display: none" in body]
    alone = {found[1] for selector in hiding for one in selector.split(",") if (found := re.match(r"\s*\.([a-zA-Z][\w-]*)", one))}

    assert "die" in drawn
    assert alone
    assert not alone & drawn


def test_translators_leave_alone_what_the_script_edits(browser: Browsers) -> None:
    """A translator puts elements of its own around words, where the paths of edits would count them."""
    ada = browser()
    waiting = ada.open_table("tickets", ["you", "open"])
    running = ada.open_table("tickets", ["you", "you"], hotseat="on")
    for url, least in {"/": 1, waiting: 3, f"{running}?as=0": 20, running.replace("table", "replay"): 20}.items():
        kept = Fragments(ada.get(url).text).kept

        assert len(kept) >= least, url
        assert [name for name, is_kept in kept.items() if not is_kept] == [], url


@EVERY_GAME
def test_a_picture_of_every_board(browser: Browsers, game: Game[Any]) -> None:
    """A drawing that stands alone."""
    answer = browser().get(f"/pictures/en/{game.name}/board.svg")

    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg ")


@EVERY_GAME
def test_pictures_speak_the_language_of_the_page(browser: Browsers, game: Game[Any]) -> None:
    """Home, set-up and rules of a reader of French show drawings in French, which say other things than the English ones."""
    ada = browser(accept_language="fr")
    for page in ("/", f"/games/{game.name}", f"/rules/{game.name}"):
        assert f"/pictures/fr/{game.name}/board.svg" in ada.get(page).text
    scene = page_of(game).scenes[0].name
    french, english = (ada.get(f"/pictures/{language}/{game.name}/{scene}.svg").text for language in ("fr", "en"))

    assert 'lang="fr"' in french
    assert set(re.findall(r"<text[^>]*>([^<]+)", french)) != set(re.findall(r"<text[^>]*>([^<]+)", english))
    for address in (f"xx/{game.name}/board", f"fr/{game.name}/none"):
        assert ada.get(f"/pictures/{address}.svg").status_code == 404


@EVERY_GAME
def test_the_rules_are_shown_in_pictures(browser: Browsers, game: Game[Any]) -> None:
    """Each picture stands in its chapter with a caption in both languages; its position was found."""
    titled = [chapter.title for chapter in chapters(game, "en")]
    found = moments(game.name, player_count(game))

    assert len(page_of(game).scenes) >= 5
    assert {scene.name for scene in page_of(game).scenes} == set(found)
    page = browser(accept_language="fr").get(f"/rules/{game.name}").text
    for scene in page_of(game).scenes:
        assert titled[scene.chapter].startswith(f"{scene.chapter}.")
        assert f"<figcaption>{escape(translate(scene.caption, 'fr'))}" in page
        assert translate(scene.caption, "fr") != translate(scene.caption, "en")


def test_a_game_may_have_seat_colours_of_its_own(browser: Browsers) -> None:
    """In the set-up, the waiting room and the log; other games have the usual ones."""
    ada = browser()
    for game, second in (("dice2", "seat-dot s2 own black"), ("dice1", "seat-dot s2")):
        table = ada.open_table(game, ["you", "open"])
        assert f'<span class="{second}"></span>' in ada.get(f"/games/{game}").text
        assert f'<span class="{second}"></span>' in ada.get(table).text


def test_every_seat_colour_has_a_rule_in_the_style_sheet() -> None:
    """And so has every class of boards."""
    css = (assets.content("house.css") or b"").decode()

    assert [colour for colour in SEAT_COLOURS if f".seat-dot.{colour}::after {{" not in css] == []
    assert [name for name in BOARD_CLASSES if name and f".{name} " not in css] == []


def test_a_numbered_choice_gets_a_random_number() -> None:
    """The landscape of a table is another each time; other values are taken as they are."""
    game = find("dice2")
    sent = [options_from_form(game, {"option-layout": "random"})["layout"] for _ in range(20)]

    assert all(re.fullmatch(r"random \d{1,6}", layout) for layout in sent)
    assert len(set(sent)) > 1
    assert options_from_form(game, {"option-layout": "random 7"}) == {"layout": "random 7"}
    assert options_from_form(game, {"option-layout": "first"}) == {}


@EVERY_GAME
def test_every_option_of_a_game_has_words_of_its_own(game: Game[Any]) -> None:
    """No page shows the bare name of an option, and every game says what it is."""
    for language in LANGUAGES:
        labels = {option["name"]: option["label"] for option in option_contexts(game, language)}
        assert not [name for name, label in labels.items() if name == label]
        assert game_context(game, language)["sentence"] != game_context(replace(game, package=""), language)["sentence"]


def test_files_are_kept_for_ever_under_their_mark(browser: Browsers) -> None:
    """An old mark still leads to the file, but is not kept."""
    ada = browser()

    assert "immutable" in ada.get(assets.url("theme.css")).headers["cache-control"]
    assert ada.get("/static/0000/theme.css").headers["cache-control"] == "no-store"
    assert ada.get(assets.url("..%2fapp.py")).status_code == 404
    assert ada.get(assets.url("nothing.css")).status_code == 404


def test_the_house_says_that_it_stands(browser: Browsers) -> None:
    """For whoever watches over servers."""
    assert browser().get("/healthz").text == "ok\n"


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_shows_how_to_play(browser: Browsers, game: Game[Any], language: str) -> None:
    """Its figures in the reader's language, links to clauses on the page of all rules, and each page leads to the other."""
    ada = browser(accept_language=language)
    page, rules = ada.get(f"/guide/{game.name}").text, ada.get(f"/rules/{game.name}").text
    guide = guide_of(game, language)
    assert guide is not None
    cited = set(re.findall(rf'href="/rules/{game.name}#([^"]+)"', page))

    assert f"<h1>{escape(guide.title)}</h1>" in page
    assert cited
    assert all(f'id="{clause}"' in rules for clause in cited)
    assert f'href="/guide/{game.name}"' in rules
    assert f'href="/rules/{game.name}"' in page
    for name, figure in figures(game).items():
        address = f"/pictures/{language}/{game.name}/guide-{name}.svg"
        drawn = ada.get(address)
        assert f'src="{address}"' in page
        assert drawn.headers["content-type"].startswith("image/svg+xml")
        width, height = map(float, re.findall(r'viewBox="\S+ \S+ (\S+) (\S+)"', drawn.text)[0])
        assert (width, height) == figure.extent


@EVERY_GAME
def test_home_setup_and_table_lead_to_the_guide(browser: Browsers, game: Game[Any]) -> None:
    """The link "Rules"; clauses in prompts and refusals lead to the page of all rules, as before."""
    ada = browser()
    table = ada.open_table(game.name, ["you", *["novice"] * (game.seats[0] - 1)])
    for page in ("/", f"/games/{game.name}", table):
        assert f'href="/guide/{game.name}"' in ada.get(page).text

"""Every page of whole games speaks the reader's language: no message is missing, and none is left out of translation."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import roundhouse
from roundhouse.core.game import Game
from roundhouse.core.sentence import BadText, say
from roundhouse.games import GAMES
from roundhouse.testing.messages import Key, entries, key_of
from roundhouse.ui import text
from roundhouse.ui.languages import LANGUAGES, SOURCE, TRANSLATIONS, language_name
from roundhouse.ui.text import translate
from roundhouse.web.settings import Settings
from tests.web import fourth, walk
from tests.web.conftest import Browser

HOUSE = Path(roundhouse.__file__).parent
API = "/api"  # its tables hold the codes of scopes and errors
EVERY = 25  # moves between two visits to the pages of a game
SPOKEN = ("alt", "title", "aria-label", "placeholder")
CODE = {"code", "pre", "kbd", "script", "style"}
KEPT = re.compile(r"roundhouse \w+ --\w+|\S*[\d/_{}]\S*|\S+\.\S+")  # commands, hashes, addresses, names of files and options
VALUE, LETTER = re.compile(r"\{.*?\}"), re.compile(r"[^\W\d_]")
WORD = re.compile(r"(?<![^\W\d_])[a-z]{3,}(?![^\W\d_])")  # names begin with a capital


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Without limits, since a walk sends many requests."""
    return replace(settings, limits=False)


@pytest.fixture
def missed(monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, Key]]:
    """The messages that were wanted in a language which does not have them."""
    known = {language: {key_of(entry) for _, entry in entries(HOUSE.rglob(f"{language}.po"))} for language in TRANSLATIONS}
    found: set[tuple[str, Key]] = set()
    look_up = text._template

    def watched(language: str, message: str, plural: str, count: int, packages: int) -> str:
        key: Key = (message, plural) if plural else message
        if LETTER.search(VALUE.sub("", message)) and key not in known[language]:
            found.add((language, key))
        return look_up(language, message, plural, count, packages)

    monkeypatch.setattr(text, "_template", watched)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_whole_game_misses_no_message(
    browser: Callable[..., Browser], house: Any, portal: Any, missed: set[tuple[str, Key]], game: Game[Any], language: str
) -> None:
    """Pages, logs, refusals, the tour, the rules, the result: every message that is said is found."""
    ada = browser(accept_language=language)
    pages = dict(walk.pages_of(ada, house, portal, game.name, EVERY))

    assert missed == set()
    assert {url for url, page in pages.items() if page.startswith("<!doctype") and f'<html lang="{language}"' not in page} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_around_the_games_miss_no_message(
    browser: Callable[..., Browser], missed: set[tuple[str, Key]], language: str
) -> None:
    """Home, ratings, account, API, errors."""
    assert [url for url, page in walk.pages_around(browser(accept_language=language)) if not page] == []
    assert missed == set()


def test_a_missing_message_is_seen(missed: set[tuple[str, Key]]) -> None:
    """In the languages that lack it, and never in the one that it is written in."""
    said = say("a sentence that {name} never says", name="nobody")

    assert {translate(said, language) for language in LANGUAGES} == {"a sentence that nobody never says"}
    assert missed == {(language, said.message) for language in TRANSLATIONS}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with one more language."""
    site = tmp_path_factory.mktemp("site")
    fourth.install(site)
    return site


def in_the_site(site: Path, *words: str) -> str:
    """Run a module of the site and return what it prints."""
    environment = {**os.environ, "PYTHONPATH": str(site)}
    done = subprocess.run([sys.executable, "-m", *words], cwd=site, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_language_is_added_by_files_alone(site: Path) -> None:
    """Whole games are played in it, and no page shows a word that its files do not translate."""
    pages: dict[str, str] = json.loads(in_the_site(site, "tests.web.walk", fourth.CODE, str(EVERY)))

    assert f'<span lang="{fourth.CODE}">{fourth.NAME}</span>' in pages["/"]
    assert {url: words for url, page in pages.items() if url != API and (words := latin(page))} == {}


def test_the_terminal_speaks_the_added_language(site: Path) -> None:
    """Help lists it, and its table adds words that may be typed."""
    assert f"en, de, {fourth.CODE}, fr" in in_the_site(site, "roundhouse", "--lang", SOURCE, "--help")
    assert fourth.greek("games") not in in_the_site(site, "roundhouse", "--lang", SOURCE, "games")
    assert fourth.greek("clauses") in in_the_site(site, "roundhouse", "--lang", fourth.CODE, "games")


def latin(page: str) -> list[str]:
    """Return the English words that a page shows: Latin ones, but for names, code and the notation of moves."""
    names = {name.casefold() for language in LANGUAGES for name in re.findall(r"\w+", language_name(language))}
    return [word for shown in _Shown(page).texts if not is_notation(shown) for word in words_of(shown) if word not in names]


def words_of(shown: str) -> list[str]:
    """Return the small Latin words of a text."""
    return WORD.findall(KEPT.sub(" ", shown))


def is_notation(shown: str) -> bool:
    """Return whether a text is a move of some game, as one types it."""
    for game in GAMES:
        try:
            game.parse(shown.strip())
        except BadText:
            continue
        return True
    return False


class _Shown(HTMLParser):
    """The texts of a page that people read, without code."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._code = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._code += tag in CODE
        self.texts += [value for name, value in attrs if name in SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        self._code -= tag in CODE

    def handle_data(self, data: str) -> None:
        if not self._code:
            self.texts.append(data)


def test_an_english_word_on_a_page_is_found() -> None:
    """In a text, a title, a button; never a name, code or a move."""
    page = '<p title="Chicago east">αβγ <code>end turn</code> Boston <b>take red</b></p><button>Confirm the move</button>'

    assert latin(page) == ["east", "the", "move"]

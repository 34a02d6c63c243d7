"""What is not certain about a game's components is said wherever people meet it, in both languages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from roundhouse.cli import main
from roundhouse.core.game import Game
from roundhouse.core.record import read, replay, write
from roundhouse.games import GAMES, find
from roundhouse.play.chance import Seeded
from roundhouse.play.record_file import record_file
from roundhouse.play.table import Table
from roundhouse.research.dataset import MANIFEST, Plan, generate, schema
from roundhouse.ui.languages import LANGUAGES
from roundhouse.ui.markdown import Chapter
from roundhouse.ui.page import page_of
from roundhouse.ui.rulebook import chapters
from roundhouse.ui.text import translate
from tests.web.conftest import Browser

ROOT = Path(__file__).parents[2]
TITLES = {"en": "What is reconstructed", "de": "Was rekonstruiert ist", "fr": "Ce qui est reconstitué"}
UNCERTAIN = ("express", "tycoon", "dice1", "dice2")
each_uncertain = pytest.mark.parametrize("game", [find(name) for name in UNCERTAIN], ids=lambda game: game.name)
each_language = pytest.mark.parametrize("language", LANGUAGES)

# Of each fact that the data mark as likely or reconstructed, words of the chapter, in English, German and French.
FACTS = {
    "express": (
        *[
            (name, name, name)
            for name in ("South Bend", "Huntington", "Clarksburg", "Roanoke", "Lynchburg", "Hagerstown", "Syracuse", "Utica")
        ],
        (
            "hand-made copy of the printed board",
            "von Hand gemachten Kopie des gedruckten Plans",
            "copie du plateau imprimé faite à la main",
        ),
        (
            "last values of Wheeling and Pittsburgh",
            "letzten Werte von Wheeling und Pittsburgh",
            "dernières valeurs de Wheeling et de Pittsburgh",
        ),
    ),
    "tycoon": (
        ("prices of the locomotives", "Preise der Lokomotiven", "prix des locomotives"),
        ("colours of the new-city tiles", "Farben der Plättchen für neue Städte", "couleurs des tuiles de nouvelle ville"),
        ("175 of the 793 hexes", "175 der 793 Felder", "175 des 793 hexagones"),
        ("17 kinds of operations cards", "17 Arten von Aktionskarten", "17 sortes de cartes d’opérations"),
        ("Track tiles do not run out", "Gleisplättchen gehen nicht aus", "tuiles de voie ne s’épuisent pas"),
    ),
    "dice1": (
        ("drawing of the four kinds of tile", "Zeichnung der vier Arten von Tafeln", "dessin des quatre sortes de tuile"),
        ("11, 8, 8 and 8", "11, 8, 8 und 8", "11, 8, 8 et 8"),
        (
            "blue, red and yellow companies require",
            "blauen, roten und gelben Gesellschaft verlangen",
            "compagnies bleue, rouge et jaune",
        ),
        ("cost 3 dice and how many 5", "3 Würfel kosten und wie viele 5", "coûtent 3 dés et combien 5"),
        ("colours of the companies", "Farben der Gesellschaften", "couleurs des compagnies"),
    ),
    "dice2": (
        ("drawing of each tile", "Zeichnung jeder Tafel", "dessin de chaque tuile"),
        ("faces of the complex die", "Seiten des komplexen Würfels", "faces du dé complexe"),
        ("faces of the simple die", "Seiten des einfachen Würfels", "face du dé simple"),
        ("rectangle of three by two tiles", "Rechteck von drei mal zwei Tafeln", "rectangle de trois tuiles sur deux"),
        ("Three locomotives of each value", "Drei Lokomotiven von jedem Wert", "Trois locomotives de chaque valeur"),
        ("white and the green railway", "weißen und der grünen Bahn", "compagnie blanche et de la verte"),
    ),
}


def board_of(game: str) -> dict[str, Any]:
    """Return the component file of a game."""
    data: dict[str, Any] = json.loads(files(f"roundhouse.games.{game}").joinpath("board.json").read_text("utf-8"))
    return data


def words_of(chapter: Chapter) -> str:
    """Return the text of a chapter without marks."""
    return unescape(re.sub("<[^>]+>", "", " ".join(block.html for block in chapter.blocks)))


def tables_of(game: str, language: str, chapter: int) -> list[list[list[str]]]:
    """Return the tables of a chapter as rows of cells, without their heads."""
    found = [block.html for block in chapters(find(game), language)[chapter].blocks if block.html.startswith("<table")]
    return [[re.findall("<td>(.*?)</td>", row) for row in html.split("<tr>")[2:]] for html in found]


@each_language
@each_uncertain
def test_the_last_chapter_of_the_rules_lists_what_is_not_certain(game: Game[Any], language: str) -> None:
    """Every fact that the data mark."""
    chapter = chapters(game, language)[-1]

    assert chapter.title == TITLES[language]
    for fact in FACTS[game.name]:
        assert fact[LANGUAGES.index(language)] in words_of(chapter)


def test_the_chapter_counts_what_the_data_mark() -> None:
    """Eight names, 175 hexes, 17 kinds of cards: no more and no fewer."""
    express, tycoon, dice1 = board_of("express"), board_of("tycoon"), board_of("dice1")
    names = [one["name"] for one in express["hexes"] if one.get("confidence", {}).get("name") == "reconstructed"]

    assert sorted(names) == sorted(name for name, *others in FACTS["express"] if name in others)
    assert len(tycoon["likely_hexes"].split()) == 175
    assert sum(len(row.replace(" ", "")) for row in tycoon["map"]) == 793
    assert sum("likely" in card["confidence"] for card in tycoon["cards"]) == 17
    assert [tile["mini_tiles"] for tile in dice1["tiles"]] == [11, 8, 8, 8]


def test_only_games_with_uncertain_components_say_so() -> None:
    """The components of the others are certain."""
    assert {game.name for game in GAMES if page_of(game).reconstructed} == set(UNCERTAIN)


@each_language
@each_uncertain
def test_the_set_up_page_says_it_and_leads_to_the_chapter(browser: Callable[..., Browser], game: Game[Any], language: str) -> None:
    """One line with a link, in the reader's language."""
    ada = browser(accept_language=language)
    uncertain = page_of(game).reconstructed
    assert uncertain is not None
    page = unescape(ada.get(f"/games/{game.name}").text)
    anchor = chapters(game, language)[-1].anchor

    assert translate(uncertain, language) in page
    assert f'<a href="/rules/{game.name}#{anchor}">{TITLES[language]}</a>' in page
    assert f'id="{anchor}"' in ada.get(f"/rules/{game.name}").text
    assert len({translate(uncertain, one) for one in LANGUAGES}) == len(LANGUAGES)


@each_uncertain
def test_the_terminal_says_it(game: Game[Any], capsys: pytest.CaptureFixture[str]) -> None:
    """In words and in JSON."""
    uncertain = str(page_of(game).reconstructed)
    assert main(["games", game.name, "--lang", "en"]) == 0
    assert uncertain in " ".join(capsys.readouterr().out.split())
    assert main(["games", game.name, "--lang", "en", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["reconstructed"] == uncertain


def test_data_sets_say_it(tmp_path: Path) -> None:
    """The manifest and the metadata of every file, for the games concerned only."""
    game = find("dice2")
    generate(Plan(game, ["random", "random"], 1, {}, seed=1), tmp_path)

    assert json.loads((tmp_path / MANIFEST).read_text("utf-8"))["reconstructed"] == str(page_of(game).reconstructed)
    assert f"\n# {page_of(game).reconstructed}\n" in (tmp_path / "records" / "000000.rec").read_text("utf-8")
    for other in GAMES:
        about = json.loads(schema(other).metadata[b"roundhouse"])
        assert about.get("reconstructed", "None") == str(page_of(other).reconstructed)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_record_files_say_it(game: Game[Any]) -> None:
    """Between header and moves, as a comment that readers skip."""
    table = Table(game, 2, source=Seeded(1))
    record = table.record()
    text = record_file(game, record)

    assert [line for line in text.splitlines() if line.startswith("#")] == (
        [f"# {page_of(game).reconstructed}"] if page_of(game).reconstructed else []
    )
    assert write(read(text)) == write(record)
    assert replay(game, read(text)).actor == table.actor


def test_the_documents_say_it() -> None:
    """The README and the page for researchers."""
    assert TITLES["en"] in (ROOT / "README.md").read_text("utf-8")
    assert "`reconstructed`" in (ROOT / "docs" / "research.md").read_text("utf-8")


def test_no_page_claims_more_than_the_sources_say() -> None:
    """Prices and cards of tycoon, the first layout of dice2 and the start player of dice1 were once told as printed."""
    english, french = (
        {name: files(f"roundhouse.games.{name}").joinpath(page).read_text("utf-8") for name in UNCERTAIN}
        for page in ("rules.md", "rules.fr.md")
    )

    assert "are those of the printed game" not in english["tycoon"]
    assert "sont ceux du jeu imprimé" not in french["tycoon"]
    assert "printed rule" not in re.sub("printed rulebook", "", english["dice1"])
    assert "which tile lies where is ours" in english["dice2"]
    assert "la place de chaque tuile est de nous" in french["dice2"]
    assert "confirms" not in english["dice2"]


@each_language
def test_the_rules_of_dice1_hold_the_stations_of_all_companies(language: str) -> None:
    """Ground and prices as in the component file."""
    board = board_of("dice1")
    grounds = {
        "en": {".": "meadow", "~": "lake", "^": "mountain"},
        "de": {".": "Wiese", "~": "See", "^": "Gebirge"},
        "fr": {".": "prairie", "~": "lac", "^": "montagne"},
    }[language]
    needs = {one["name"]: one for one in board["requirements"]}
    stations = [one for company in board["companies"] for one in company["stations"]]
    (rows,) = tables_of("dice1", language, 7)

    assert [row[2:] for row in rows] == [
        [
            grounds[needs[one["requires"]]["on"]], grounds[needs[one["requires"]]["next_to"]],
            str(one["for_3"]), str(one["for_5"]),
        ] for one in stations
    ]  # fmt: skip
    if language == "en":
        assert [row[0] for row in rows] == [company["name"] for company in board["companies"] for _ in company["stations"]]


@each_language
def test_the_rules_of_dice2_hold_the_faces_and_the_odds(language: str) -> None:
    """Sides and chances as in the component file; the offers as at the table."""
    board = board_of("dice2")
    counts = [face["count"] for name in ("simple_faces", "complex_faces") for face in board[name]]
    faces, offers = tables_of("dice2", language, 5)

    assert [row[2:] for row in faces] == [[str(count), f"{round(100 * count / 6)} %"] for count in counts]
    for row, offer in zip(offers[:-1], board["offers"], strict=True):
        dice = offer["simple"] + offer["complex"]
        laid = f"{offer['simple'] * 5 / 6 + offer['complex']:.1f}"
        assert row[1:] == [laid if language == "en" else laid.replace(".", ","), f"{round(100 * (1 - (5 / 6) ** dice))} %"]

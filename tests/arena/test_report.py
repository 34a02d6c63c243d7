"""The report is one well-formed, self-contained page in the language of its reader."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

import roundhouse
from roundhouse.arena import plots
from roundhouse.arena.job import Job
from roundhouse.arena.report import Chapter, page
from roundhouse.arena.result import Result
from roundhouse.arena.sprt import Sprt
from roundhouse.arena.summary import summarize, to_json
from roundhouse.ui.languages import LANGUAGES
from tests.arena.simulate import result, results

GAME = roundhouse.find("tickets")
NASTY = "cmd:./my<b>ot & \"co\" 'x'"


def chapter(
    seats: int = 3, games: int = 30, bots: tuple[str, ...] = ("greedy", "random", NASTY), sprt: Sprt | None = None
) -> Chapter:
    """Simulated games of some bots."""
    found = results({name: -100.0 * at for at, name in enumerate(bots)}, seats, games, seed=5)
    for game in found if sprt is not None else []:
        assert sprt is not None
        sprt.add(game, last_of_deal=True)
    return Chapter(summarize(Job("tickets", 1, seats, bots, games, seed=5), found), found, sprt)


def self_play(seats: int) -> Chapter:
    """One bot at all seats, as for a balance report."""
    found = [result(["greedy"] * seats, range(seats), number + 1, number) for number in range(12)]
    return Chapter(summarize(Job("tickets", 1, seats, ("greedy",), 12), found), found, None)


def parsed(text: str) -> ET.Element:
    """Parse the page as XML, so that no tag is left open."""
    return ET.fromstring(text.removeprefix("<!DOCTYPE html>\n"))


def words(text: str) -> str:
    """Return the text of the page."""
    body = parsed(text).find("body")
    assert body is not None
    return " ".join("".join(body.itertext()).split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["run", "test", "balance"])
def test_the_page_is_well_formed_and_self_contained(kind: str, language: str) -> None:
    """No script, no external link, picture, font or style; every sign that is used is defined."""
    chapters = {
        "run": [chapter()],
        "test": [chapter(sprt=Sprt("greedy", "random"))],
        "balance": [self_play(seats) for seats in (2, 3, 4)],
    }[kind]
    text = page(GAME, chapters, "roundhouse arena tickets", language)
    tree = parsed(text)
    links = {value for element in tree.iter() for name, value in element.attrib.items() if name in ("href", "src")}
    ids = {element.attrib["id"] for element in tree.iter() if "id" in element.attrib}

    assert tree.attrib["lang"] == language
    assert {link[1:] for link in links} <= ids
    assert all(link.startswith("#") for link in links)
    assert not [element.tag for element in tree.iter() if element.tag in ("script", "link", "img", "iframe", "object", "embed")]
    assert not re.search(r"https?://|url\(|@import", text)
    assert "{" not in words(text)


def test_the_page_has_all_sections() -> None:
    """Ratings, standings, pairs, points, lengths, ends, kinds, seats; each plot is a drawing with a name."""
    text = page(GAME, [chapter()], "roundhouse arena tickets --games 30", "en")
    titles = {element.text for element in parsed(text).iter("h3")}
    drawings = [element for element in parsed(text).iter("svg") if element.attrib.get("role") == "img"]

    assert titles == {
        "Ratings",
        "Standings",
        "Head to head",
        "Points",
        "Wins by seat",
        "Game length",
        "Kinds of moves",
        "How games end",
        "Winning margin",
    }
    assert len(drawings) == 7
    assert all(element.attrib["aria-label"] for element in drawings)
    assert NASTY in words(text)
    assert "roundhouse arena tickets --games 30" in words(text)


def test_a_balance_report_has_a_chapter_for_every_number_of_players() -> None:
    """And an overview of the first seat's advantage; one bot alone is not rated."""
    text = page(GAME, [self_play(seats) for seats in (2, 3, 4, 5)], "roundhouse arena tickets --balance", "en")
    titles = [element.text for element in parsed(text).iter("h3")]

    assert [element.text for element in parsed(text).iter("h2")][1:] == [f"{seats} seats, 12 games" for seats in (2, 3, 4, 5)]
    assert titles[:2] == ["First-seat advantage", "All player counts"]
    assert "Ratings" not in titles


def test_only_a_decided_test_calls_a_bot_better() -> None:
    """Without a test the report only describes; with one it quotes the verdict."""
    lopsided = [result("ab" if at % 2 else "ba", [0, 1] if at % 2 else [1, 0], at + 1, at // 2) for at in range(80)]
    summary = summarize(Job("tickets", 1, 2, ("a", "b"), 80), lopsided)
    sprt = Sprt("a", "b")
    for game in lopsided:
        sprt.add(game, last_of_deal=game.number % 2 == 0)

    assert not re.search(r"is better than b|significant", words(page(GAME, [Chapter(summary, lopsided, None)], "", "en")))
    assert "A is better than b: 17 deals won, 0 lost" in words(page(GAME, [Chapter(summary, lopsided, sprt)], "", "en"))


def test_repeated_games_are_pointed_out() -> None:
    """Only two of twelve games are distinct: the page warns that the intervals are too narrow."""
    chapter = self_play(2)
    games = [replace(game, digest=str(game.number % 2)) for game in chapter.results]
    summary = summarize(chapter.summary.job, games)

    assert chapter.summary.repetition_warning() is None
    assert "Only 2 of 12 games are distinct" in words(page(GAME, [Chapter(summary, games, None)], "", "en"))


def test_french_is_french_throughout() -> None:
    """Also the figures."""
    text = words(page(GAME, [chapter()], "", "fr"))

    assert "Longueur des parties" in text
    assert re.search(r"\d,\d\s%", text)
    assert not re.search(r"\b(seat|games|rating|won|moves)\b", text)


def test_the_json_summary() -> None:
    """The last line of --json has all keys for every bot, and the shares add up."""
    facts = to_json(chapter().summary, None)

    for figures in facts["bots"].values():
        assert {"win_share", "rating", "low", "high", "mean_score"} <= set(figures)
        assert figures["low"] <= figures["rating"] <= figures["high"]
    assert sum(figures["win_share"] for figures in facts["bots"].values()) == pytest.approx(1)
    assert facts["first_seat"]["fair"] == pytest.approx(1 / 3)


def test_a_shared_win_counts_in_part() -> None:
    """Two first places: half a win each, and one shared win."""
    games = [Result(1, 0, 0, ["a", "b", "c"], [5, 5, 1], [0, 0, 2], 3, "d", "x", [{"x": 1}] * 3, [0.0] * 3, [0.0] * 3, [])]
    summary = summarize(Job("tickets", 1, 3, ("a", "b", "c"), 1), games)

    assert {standing.name: standing.wins.value for standing in summary.standings} == {"a": 0.5, "b": 0.5, "c": 0.0}
    assert (summary.ties, summary.margins) == (1, [0])
    assert summary.pairs["a", "b"].ahead.value == 0.5


@pytest.mark.parametrize("values", [[0], [7] * 9, [-3, 12], list(range(100)), [10**6, -(10**6)], [1, 2, 3, 2, 1, 2, 3, 9000]])
def test_a_histogram_holds_every_value(values: list[int]) -> None:
    """All are in a bin, outliers at the edge; the drawing is well-formed and within its frame."""
    first, width, count = plots.bins(values)
    drawing = ET.fromstring(plots.histogram(values, str, "values").replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1))
    frame = float(drawing.attrib["viewBox"].split()[2])

    assert sum(plots._counts(values, first, width, count)) == len(values)
    assert count <= 40
    for bar in drawing.iter("{http://www.w3.org/2000/svg}rect"):
        assert 0 <= float(bar.attrib["x"]) <= float(bar.attrib["x"]) + float(bar.attrib["width"]) <= frame + 1


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-300, 1200), (0.33, 0.35), (5, 5), (0, 0), (-7, -7)])
def test_ticks_cover_their_range_at_round_values(low: float, high: float) -> None:
    """Never more than a handful."""
    found = plots.ticks(low, high)

    assert found[0] <= low <= high <= found[-1]
    assert 2 <= len(found) <= 8

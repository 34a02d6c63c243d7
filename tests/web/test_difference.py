"""Differences: whatever a move changes, the edits lead from what a page holds to what it should hold."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.games import GAMES
from roundhouse.play.chance import Seeded
from roundhouse.play.table import Table
from roundhouse.web.difference import Edit, edits, elements
from roundhouse.web.fragments import drawn
from roundhouse.web.room import Reader


def applied(before: str, found: list[Edit]) -> str:
    """What a page holds after the edits: as the script makes them, on a tree."""
    root = ElementTree.fromstring(f"<root>{before}</root>")
    for path, first, count, markup in found:
        node = root
        for place in path:
            node = node[place]
        node[first : first + count] = list(ElementTree.fromstring(f"<root>{markup}</root>"))
    return "".join(ElementTree.tostring(child, "unicode") for child in root)


def tidy(markup: str) -> str:
    """Markup as the tree writes it."""
    return "".join(ElementTree.tostring(child, "unicode") for child in ElementTree.fromstring(f"<root>{markup}</root>"))


@pytest.mark.parametrize("layout", ["wide", "narrow"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_edits_lead_from_every_drawing_to_the_next(game: Game[Any], layout: str) -> None:
    """A game by the heuristic, every seventh position, for a seat that acts and one that waits."""
    table = Table(game, game.seats[0], source=Seeded(5))
    readers = [Reader(seat, (seat,), False, True, "en", layout) for seat in range(2)]
    before: list[dict[str, str]] = [{}, {}]
    rng = Rng(5)
    edited = 0
    while not table.over and table.moves_made < 300:
        table.play(table.actor, game.advise(table.view(table.actor), rng))
        if table.moves_made % 7:
            continue
        for i, reader in enumerate(readers):
            parts, _ = drawn(table, reader, table.moves(reader.seat), None)
            for name, part in parts.items():
                found = edits(before[i].get(name, ""), part)
                if found is not None and before[i].get(name):
                    assert applied(before[i][name], found) == tidy(part), name
                    edited += bool(found)
            before[i] = parts

    assert edited > 10


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("<a/><b>x</b><c/>", "<a/><b>y</b><c/>", [([], 1, 1, "<b>y</b>")]),
        ("<g><a>1</a><b>22222222222222222222</b></g>", "<g><a>2</a><b>22222222222222222222</b></g>", [([0], 0, 1, "<a>2</a>")]),
        ("<ol><li>1</li><li>2</li></ol>", "<ol><li>1</li><li>2</li><li>3</li></ol>", [([0], 2, 0, "<li>3</li>")]),
        ("<ol><li>1</li><li>2</li><li>333333333333</li></ol>", "<ol><li>333333333333</li></ol>", [([0], 0, 2, "")]),
        ("<a/><b/>", "<a/><b/>", []),
    ],
    ids=["one of several", "deeper", "one more", "fewer", "nothing"],
)
def test_an_edit_is_as_small_as_can_be(before: str, after: str, expected: list[Edit]) -> None:
    """The place, how many go, and what comes."""
    padding = f"<p>{'x' * 200}</p>"  # so that the whole is larger than any edit

    assert edits(before + padding, after + padding) == expected


@pytest.mark.parametrize(
    ("before", "after"),
    [("words", "<a/>"), ("<a/>", "words"), ("<a/> words <b/>", "<a/>"), ("<a/>", "<b/><c/>"), ("", "<a/>"), ("<a>", "<a/>")],
)
def test_what_cannot_be_edited_is_sent_whole(before: str, after: str) -> None:
    """Words between elements, other elements altogether, markup that is not whole."""
    assert edits(before, after) is None


def test_words_beside_elements_are_replaced_with_their_parent() -> None:
    """An edit cannot reach words that stand beside an element."""
    padding = f"<p>{'x' * 200}</p>"

    found = edits(f"<g><t>one <b>two</b></t></g>{padding}", f"<g><t>one <b>three</b></t></g>{padding}")

    assert found == [([0], 0, 1, "<t>one <b>three</b></t>")]


def test_elements_of_html_without_an_end_are_understood() -> None:
    """Inputs of a form."""
    found = elements('<form><input name="n" value="1"><ul><li>a</li></ul></form>')

    assert found is not None
    assert [child.source for child in found[0].children] == ['<input name="n" value="1">', "<ul><li>a</li></ul>"]

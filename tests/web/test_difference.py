"""Differences: whatever a move changes, the edits lead from what a page holds to what it should hold."""

from __future__ import annotations

from typing import Any, cast
from xml.etree import ElementTree

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.games import GAMES
from roundhouse.play.chance import Seeded
from roundhouse.play.table import Table
from roundhouse.web.http.diff import Edit, edits, elements
from roundhouse.web.live.fragments import draw
from roundhouse.web.tables.reader import Reader

LONG = f"<li>{'long' * 20}</li>"


def applied(before: str, found: list[Edit]) -> str:
    """What a page holds after the edits: as the script makes them, on a tree."""
    root = ElementTree.fromstring(f"<root>{before}</root>")
    for path, what, *more in found:
        node = root
        for place in path:
            node = node[place]
        if isinstance(what, str):
            node.text = what
        elif isinstance(what, dict):
            node.attrib.update({name: value for name, value in what.items() if value is not None})
            for name in (name for name, value in what.items() if value is None):
                del node.attrib[name]
        else:
            count, markup = cast("tuple[int, str]", more)
            node[what : what + count] = list(ElementTree.fromstring(f"<root>{markup}</root>"))
    return written(root)


def tidy(markup: str) -> str:
    """Markup as the tree writes it."""
    return written(ElementTree.fromstring(f"<root>{markup}</root>"))


def written(root: ElementTree.Element) -> str:
    """What is in a tree, with attributes in the order of their names."""
    for element in root.iter():
        attributes = sorted(element.attrib.items())
        element.attrib.clear()
        element.attrib.update(attributes)
        element.text = element.text or ""
    return "".join(ElementTree.tostring(child, "unicode") for child in root)


@pytest.mark.parametrize("apart", [14, pytest.param(1, marks=pytest.mark.deep)])
@pytest.mark.parametrize("layout", ["wide", "narrow"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_edits_lead_from_every_drawing_to_the_next(game: Game[Any], layout: str, apart: int) -> None:
    """A game by the heuristic, positions so many moves apart, for a seat that acts and one that waits."""
    table = Table(game, game.seats[0], source=Seeded(5))
    readers = [Reader(seat, (seat,), False, True, "en", layout) for seat in range(2)]
    before: list[dict[str, str]] = [{}, {}]
    rng = Rng(5)
    edited = 0
    while not table.over and table.moves_made < 300:
        table.play(table.actor, game.advise(table.view(table.actor), rng))
        if table.moves_made % apart:
            continue
        for i, reader in enumerate(readers):
            parts, _ = draw(table, reader, table.moves(reader.seat), None)
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
        ("<a/><b>x</b><c/>", "<a/><i>x</i><c/>", [([], 1, 1, "<i>x</i>")]),
        ("<a/><b>x</b><c/>", "<a/><b>y &lt; z</b><c/>", [([1], "y < z")]),
        ("<g><a>1</a><b>2</b></g>", "<g><a>a longer word</a><b>2</b></g>", [([0, 0], "a longer word")]),
        (f'<g x="1" z="&lt;">{LONG}</g>', f'<g x="2" y="&amp;">{LONG}</g>', [([0], {"z": None, "x": "2", "y": "&"})]),
        ("<ol><li>1</li><li>2</li></ol>", "<ol><li>1</li><li>2</li><li>3</li></ol>", [([0], 2, 0, "<li>3</li>")]),
        ("<ol><li>1</li><li>2</li><li>333333333333</li></ol>", "<ol><li>333333333333</li></ol>", [([0], 0, 2, "")]),
        (
            f"<ol><li>1</li>{LONG}{LONG}</ol>",
            f"<ol>{LONG}{LONG}<li>4</li><li>5</li></ol>",
            [([0], 3, 0, "<li>4</li><li>5</li>"), ([0], 0, 1, "")],
        ),
        ("<a/><b/>", "<a/><b/>", []),
    ],
    ids=["another", "words", "deeper", "attributes", "one more", "fewer", "at both ends", "nothing"],
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

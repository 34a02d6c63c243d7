"""Differences: whatever a move changes, the real script makes the edits, and leaves in the page what should be there."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.web import heuristic_game, room_of
from roundhouse.core.game import Game
from roundhouse.core.state import CHANCE
from roundhouse.games import GAMES, find
from roundhouse.ui.svg import escape
from roundhouse.web.http.diff import Edit, edits, elements
from roundhouse.web.live.fragments import PREFIX
from roundhouse.web.tables.reader import Reader

ROOT = Path(__file__).parents[2]
LONG = f"<li>{'long' * 20}</li>"
MOVES = 300  # of a game that are looked at

Case = tuple[str, Sequence[Edit], str]  # what a fragment holds, what is done to it, what it should hold


class Script:
    """The script `patch.js` in one process of Node for all cases."""

    def __init__(self) -> None:
        if shutil.which("node") is None or not (ROOT / "node_modules" / "jsdom").exists():
            pytest.fail("The script is run by Node with the packages of package.json. Get them: make node")
        program = ["node", "--experimental-vm-modules", "--no-warnings", "tests/script/difference.js"]
        self._process = subprocess.Popen(program, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def wrong(self, cases: Sequence[Case], *, svg: bool) -> list[dict[str, Any]]:
        """Return the cases in which the edits lead elsewhere: number, found, expected."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps({"svg": svg, "cases": cases}), file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        assert answer, "the script has failed; it says why above"
        found: list[dict[str, Any]] = json.loads(answer)
        return found

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


@pytest.fixture(scope="module")
def script() -> Iterator[Script]:
    """One for all tests of this file."""
    script = Script()
    yield script
    script.close()


@cache
def lines_of(name: str) -> list[tuple[int, str]]:
    """A game by the heuristic."""
    return heuristic_game(find(name))[:MOVES]


def frames(game: Game[Any], layout: str, apart: int) -> Iterator[list[dict[str, str]]]:
    """What a seat that begins and one that waits see of a game, positions so many moves apart."""
    readers = [Reader(seat, (seat,), False, True, "en", layout) for seat in range(2)]
    lines = lines_of(game.name)
    room = room_of(game, lines[:1])
    for count in range(apart, len(lines), apart):
        assert room.table is not None
        room.table.restore([(actor, game.parse(text)) for actor, text in lines[:count]])
        room.event_count = count
        if room.table.actor != CHANCE:
            room.streams.touch()
            yield [room.streams.frame(reader).fragments for reader in readers]


@pytest.mark.parametrize("apart", [14, pytest.param(1, marks=pytest.mark.deep)])
@pytest.mark.parametrize("layout", ["wide", "narrow"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_edits_lead_from_every_frame_to_the_next(script: Script, game: Game[Any], layout: str, apart: int) -> None:
    """The parts of the drawing, and the panels in words."""
    edited = 0
    before: list[dict[str, str]] = []
    for after in frames(game, layout, apart):
        cases: dict[bool, list[Case]] = {True: [], False: []}
        for old, new in zip(before, after, strict=False):
            for name in old:
                found = edits(old[name], new[name])
                if found:
                    cases[name.startswith(PREFIX)].append((old[name], found, new[name]))
        for svg, made in cases.items():
            assert script.wrong(made, svg=svg) == []
            edited += len(made)
        before = after

    assert edited > 10


class Tree(NamedTuple):
    """An element, with words, elements or both in it."""

    name: str
    attributes: dict[str, str]
    inner: list[Any]  # of str and Tree


TEXTS = st.text(st.sampled_from("abz <>&\"'é→"), max_size=6)
ATTRIBUTES = st.dictionaries(st.sampled_from(["class", "data-move", "title"]), TEXTS, max_size=2)
KINDS = {True: ("g", "rect", "text"), False: ("div", "span", "b")}
PADDING = Tree("g", {}, ["x" * 400])  # so that the whole is larger than most edits


def markup(inner: Sequence[str | Tree]) -> str:
    """Words and elements as a fragment has them."""
    return "".join(escape(one) if isinstance(one, str) else element(one) for one in inner)


def element(tree: Tree) -> str:
    """An element as a fragment has it."""
    head = "".join(f' {key}="{escape(value)}"' for key, value in tree.attributes.items())
    return f"<{tree.name}{head}>{markup(tree.inner)}</{tree.name}>"


def trees(svg: bool) -> st.SearchStrategy[Tree]:
    """Elements of a drawing, or of a panel in words."""
    names = st.sampled_from(KINDS[svg])
    mixed = partial(st.builds, Tree, names, ATTRIBUTES)
    return st.recursive(mixed(st.lists(TEXTS, max_size=1)), lambda inner: mixed(st.lists(inner | TEXTS, max_size=4)), max_leaves=12)


@st.composite
def changed(draw: st.DrawFn, inner: list[Any], svg: bool) -> list[Any]:
    """The same after something has happened: some came, some went, some changed."""
    found: list[Any] = []
    for one in inner:
        match draw(st.sampled_from(["stays", "stays", "goes", "has another after it", "changes", "changes inside"])):
            case "goes":
                continue
            case "has another after it":
                found += [one, draw(trees(svg))]
            case "changes":
                found.append(draw(TEXTS) if isinstance(one, str) else one._replace(attributes=draw(ATTRIBUTES)))
            case "changes inside" if isinstance(one, Tree):
                found.append(one._replace(inner=draw(changed(one.inner, svg))))
            case _:
                found.append(one)
    return found


@given(st.data())
@pytest.mark.parametrize("svg", [True, False], ids=["svg", "html"])
def test_edits_lead_from_any_markup_to_any_other(script: Script, svg: bool, data: st.DataObject) -> None:
    """Elements that come, go and change, words and attributes with every sign that must be escaped."""
    before = data.draw(st.lists(trees(svg), max_size=5))
    after = data.draw(changed(before, svg))
    old, new = markup([*before, PADDING]), markup([*after, PADDING])
    found = edits(old, new)

    assert found is None or script.wrong([(old, found, new)], svg=svg) == []


def test_a_wrong_edit_would_be_found(script: Script) -> None:
    """The tests above can fail: the script tells another result from the expected one."""
    attributes: dict[str, str | None] = {"class": "x"}
    mark: Edit = ([0], attributes)
    good: Case = ("<g/>", [mark], '<g class="x"/>')
    other: Case = ("<g/>", [mark], "<g/>")
    nowhere: Case = ("", [mark], "")

    assert [case["number"] for case in script.wrong([good, other, nowhere], svg=True)] == [1, 2]


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
def test_an_edit_is_as_small_as_can_be(before: str, after: str, expected: Sequence[Edit]) -> None:
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


@pytest.mark.parametrize("after", ["<t>one <b>three</b></t>", "<t>four <b>two</b></t>"])
def test_words_beside_elements_are_replaced_with_their_parent(after: str) -> None:
    """An edit cannot reach words that stand beside an element."""
    padding = f"<p>{'x' * 200}</p>"

    found = edits(f"<g><t>one <b>two</b></t></g>{padding}", f"<g>{after}</g>{padding}")

    assert found == [([0], 0, 1, after)]


def test_elements_of_html_without_an_end_are_understood() -> None:
    """Inputs of a form."""
    found = elements('<form><input name="n" value="1"><ul><li>a</li></ul></form>')

    assert found is not None
    assert [child.source for child in found[0].children] == ['<input name="n" value="1">', "<ul><li>a</li></ul>"]

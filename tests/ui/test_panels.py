"""The shared parts of drawings and sketches, held on a game that is none of ours."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest

from roundhouse.core.sentence import say
from roundhouse.core.state import OVER, SPECTATOR
from roundhouse.ui.columns import paragraphs, player
from roundhouse.ui.menus import beside, kept_inside, menu
from roundhouse.ui.panels import NOTHING, Panel, fit, flow, lines_of, prompt_panel, stack
from roundhouse.ui.reader import DrawingReader, Reader
from roundhouse.ui.seats import place, seat_name, seats_heading
from roundhouse.ui.svg import fitted, text_width, titled, type_size
from roundhouse.ui.textmap import TextMap
from tests.whistle import GAME, view

NAMES = ("Ada", "Bo", "Cy")
CANVAS = (400, 300)


def reader_of(seat: int, *, moves: frozenset[int] = frozenset(), language: str = "en", die: tuple[int, ...] = ()) -> Any:
    """A reader of Whistle; with dice the game is over."""
    state = GAME.start(3)
    for other, face in enumerate(die):
        state.die[other] = face
    state.actor = OVER if die else state.actor
    return DrawingReader(view(state, seat), NAMES, language, moves, "wide", -1)


def place_of(part: str) -> tuple[float, float]:
    """Where a part was moved to."""
    _, inside = ET.fromstring(part).attrib["transform"].split("(")
    x, y = inside.rstrip(")").split()
    return float(x), float(y)


def panels(*heights: float) -> list[tuple[str, Panel]]:
    """Panels named a, b, c; one without height is empty."""
    return [(name, ("<g/>", height) if height else NOTHING) for name, height in zip("abcdef", heights, strict=False)]


# The reader.


def test_a_reader_knows_seat_position_and_language() -> None:
    """Of a player and of a spectator."""
    assert (reader_of(1).seat, reader_of(SPECTATOR).seat) == (1, SPECTATOR)
    assert reader_of(1).position.seats == 3
    assert reader_of(1, language="fr").tell(say("winner")) == "vainqueur"


def test_seats_are_in_table_order_and_then_by_rank() -> None:
    """The order of equal ranks is that of the table."""
    assert reader_of(0).seat_order() == [0, 1, 2]
    assert reader_of(0, die=(2, 5, 5)).seat_order() == [1, 2, 0]


def test_moves_are_found_by_range_and_by_place() -> None:
    """Ascending, the end of the range not included; a move without a place is left out."""
    reader = reader_of(0, moves=frozenset({9, 2, 5, 4}))

    assert reader.moves_from(4, 9) == [4, 5]
    assert reader.moves_by(lambda move: move % 2 if move > 2 else None) == {0: [4], 1: [5, 9]}


def test_only_a_player_can_try_a_move() -> None:
    """A spectator gets the title alone."""
    assert 'data-try="stay"' in reader_of(0).attempt("stay", "Stay", "<rect/>")
    assert reader_of(SPECTATOR).attempt("stay", "Stay", "<rect/>") == titled("Stay", "<rect/>")


# Panels.


def test_panels_flow_down_and_empty_ones_take_no_room() -> None:
    """An empty panel keeps its part, so that a page always finds the same ids."""
    parts, y = flow(panels(30, 0, 20), 16, 10, 5)

    assert {name: place_of(part) for name, part in parts.items()} == {"a": (16, 10), "b": (16, 45), "c": (16, 45)}
    assert y == 70


@pytest.mark.parametrize(
    ("bottom", "tops"),
    [
        (500, [0, 120, 240]),  # room enough: the widest gap
        (330, [0, 115, 230]),  # the gap shrinks
        (320, [0, 110, 220]),
        (319, [0, 120, 120]),  # the spare panel goes, and the gap is wide again
    ],
)
def test_panels_that_must_fit_give_up_gaps_and_then_spare_ones(bottom: float, tops: list[float]) -> None:
    """The last panel ends above the bottom, whatever it takes."""
    parts = fit(panels(100, 100, 100), 0, 0, bottom, ("b",))

    assert [place_of(part)[1] for part in parts.values()] == tops
    assert ("<g/>" in parts["b"]) is (bottom >= 320)


def test_a_long_prompt_is_written_smaller() -> None:
    """As many lines as it needs, in the same room; the bar beside it tells whether there is something to do."""
    short, height = prompt_panel(reader_of(0, moves=frozenset({0})), say("Wait."), 300)
    long, more = prompt_panel(reader_of(0), say("{text}", text="word " * 60), 300)

    assert "t17" in short
    assert 'class="good"' in short
    assert "t14" in long
    assert 'class="rest"' in long
    assert height == more


def test_rows_are_stacked_below_the_head() -> None:
    """The height counts head and rows."""
    content, height = stack("<text/>", ["<rect/>", "<circle/>"], 24)

    assert content == '<text/><g transform="translate(0 18)"><rect/></g><g transform="translate(0 42)"><circle/></g>'
    assert height == 66


def test_items_go_to_the_next_line_where_they_do_not_fit() -> None:
    """One that is wider than the room has a line of its own, but never leaves an empty one before it."""
    content, y = lines_of([("<a/>", 200), ("<b/>", 30), ("<c/>", 30)], 100, 10, 20)

    assert content == (
        '<g transform="translate(0 0)"><a/></g><g transform="translate(0 20)"><b/></g><g transform="translate(40 20)"><c/></g>'
    )
    assert y == 20


# Seats.


def test_the_seats_panel_says_result_once_the_game_is_over() -> None:
    """In the reader's language, and before that what the game wants."""
    assert ">Players<" in seats_heading(reader_of(0))
    assert ">Round 2<" in seats_heading(reader_of(0), say("{text}", text="Round 2"))
    assert ">Résultat<" in seats_heading(reader_of(0, language="fr", die=(1, 2, 3)))


def test_the_readers_own_name_is_bold() -> None:
    """In a drawing; in a sketch it says `you`."""
    assert 'class="t14 strong"' in seat_name(reader_of(1), 1, 0, 0, 100)
    assert 'class="t14"' in seat_name(reader_of(0), 1, 0, 0, 100)
    reader: Reader[Any] = reader_of(1)
    assert [player(reader, seat) for seat in (0, 1)] == ["1 Ada", "2 Bo (you)"]


def test_ranks_are_told_from_the_winner_on() -> None:
    """Ranks count from 0, places from 1."""
    assert [str(place(rank)) for rank in (0, 1, 2)] == ["winner", "place 2", "place 3"]


def test_type_shrinks_before_a_text_is_shortened() -> None:
    """The largest size that fits; the smallest and an ellipsis if none does."""
    room = text_width("locomotive", 14)

    assert fitted("locomotive", room) == ("locomotive", 14)
    assert fitted("locomotive", room - 1) == ("locomotive", 12)
    shown, size = fitted("locomotive " * 3, room)
    assert (shown[-1], size) == ("…", 12)
    assert text_width(shown, size) <= room
    assert type_size("locomotive", 1, (17, 14, 9)) == 9


# Menus.


@pytest.mark.parametrize(
    ("corner", "kept"), [((50, 60), (50, 60)), ((-9, -9), (4, 4)), ((390, 290), (296, 246)), ((390, -9), (296, 4))]
)
def test_a_menu_stays_inside_the_drawing(corner: tuple[float, float], kept: tuple[float, float]) -> None:
    """Moved no farther than needed."""
    assert kept_inside(corner, (100, 50), CANVAS) == kept


def test_a_menu_never_covers_its_cell() -> None:
    """Below it, or above where the drawing ends."""
    assert beside((100, 100, 40, 40), 6, (100, 50), CANVAS) == (70, 146)
    assert beside((0, 240, 40, 40), 6, (100, 50), CANVAS) == (4, 184)


def test_a_menu_is_found_by_the_name_of_its_choice() -> None:
    """On a sheet of its own size, at its corner."""
    root = ET.fromstring(menu("city-3", (5, 6), (70, 80), "<text/>"))

    assert (root.attrib["id"], root.attrib["class"]) == ("choice-city-3", "menu")
    assert root[0].attrib["transform"] == "translate(5 6)"
    assert (root[0][0].attrib["width"], root[0][0].attrib["height"]) == ("70", "80")


# Sketches.


def test_a_text_is_put_on_a_map_where_it_belongs() -> None:
    """Rows down, columns to the right, no spaces at the end of a line."""
    grid = TextMap(8, 3)
    grid.put(0, 2, "ab")
    grid.put(2, 0, "c")

    assert grid.lines() == ["  ab", "", "c"]
    assert paragraphs([grid.lines(), [], ["d"]]) == "  ab\n\nc\n\nd"

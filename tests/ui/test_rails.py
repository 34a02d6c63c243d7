"""Track and dice as they are drawn: where rails run, what is a junction and what is not."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from roundhouse.core.bits import members
from roundhouse.core.rails import tracks, turnings
from roundhouse.ui.rails import (
    blank_die,
    engine_die,
    loose_die,
    rail_die,
    rails,
    share_die,
    station_house,
    stub,
    track_line,
    wild_die,
)
from roundhouse.ui.svg import definitions

SIZE = 60.0
MIDDLES = {0: (30.0, 0.0), 1: (60.0, 30.0), 2: (30.0, 60.0), 3: (0.0, 30.0)}
NS, NE, ES, EW, NW, SW = 0b0101, 0b0011, 0b0110, 0b1010, 0b1001, 0b1100
CROSSING, DOUBLE, RIGHT, LEFT, FORK = (NS, EW), (NE, SW), (NS, ES), (NS, SW), (ES, SW)


def classes(drawn: str) -> list[str]:
    """The classes of all that is drawn, in the order in which it is drawn."""
    return [element.attrib.get("class", "") for element in ET.fromstring(f"<g>{drawn}</g>").iter() if element.tag != "g"]


@pytest.mark.parametrize("track", tracks(4))
def test_a_track_runs_from_side_to_side(track: int) -> None:
    """All six: each begins and ends in the middle of a side, so that it meets the next die."""
    numbers = [float(word) for word in re.findall(r"-?[\d.]+", track_line(track, SIZE))]

    assert {(numbers[0], numbers[1]), (numbers[-2], numbers[-1])} == {MIDDLES[side] for side in members(track)}


@pytest.mark.parametrize("track", [NE, ES, SW, NW])
def test_a_curve_bends_about_the_corner_between_its_sides(track: int) -> None:
    """The arc keeps half a cell from that corner, not from the opposite one: it is swept the right way."""
    numbers = re.fullmatch(r"M(\S+) (\S+)A30 30 0 0 ([01]) (\S+) (\S+)", track_line(track, SIZE))
    assert numbers
    ax, ay, sweep, bx, by = (float(word) for word in numbers.groups())
    cx, cy = (60.0 if track & 0b0010 else 0.0), (60.0 if track & 0b0100 else 0.0)
    turn = (ax - cx) * (by - cy) - (ay - cy) * (bx - cx)  # above zero: clockwise on a screen, about that corner

    assert (turn > 0) == (sweep == 1)


@pytest.mark.parametrize("shape", [*turnings(RIGHT, 4), *turnings(LEFT, 4), *turnings(FORK, 4)])
def test_a_switch_shows_its_root(shape: tuple[int, ...]) -> None:
    """All twelve: one blade, at the side that both tracks share, pointing inwards."""
    (root,) = members(shape[0] & shape[1])
    (blade,) = (element for element in ET.fromstring(f"<g>{rails(shape, SIZE)}</g>") if element.attrib["class"] == "points")
    x, y = MIDDLES[root]

    assert blade.attrib["transform"] == f"translate({x:g} {y:g}) rotate({90 * root})"


@pytest.mark.parametrize("shape", [*turnings(CROSSING, 4), *turnings(DOUBLE, 4), (NS,), (NE,)])
def test_tracks_that_do_not_meet_have_no_root(shape: tuple[int, ...]) -> None:
    """Crossing, double curve and single tracks: a blade would be a lie."""
    assert "points" not in classes(rails(shape, SIZE))


def test_a_crossing_is_one_track_over_the_other_and_a_switch_is_one_piece() -> None:
    """The second track of a crossing lays its ballast over the rails of the first; a switch lays all ballast first."""
    crossing, switch = classes(rails(CROSSING, SIZE)), classes(rails(RIGHT, SIZE))

    assert crossing[: len(crossing) // 2] == crossing[len(crossing) // 2 :]
    assert switch.index("steel") == 4
    assert [kind for kind in switch if kind == "steel"] == ["steel", "steel"]


def test_what_a_line_has_reached_is_coloured_and_lies_on_top() -> None:
    """The north-south track of a crossing, whichever comes first in the shape; then both tracks of a switch."""
    drawn = ET.fromstring(f"<g>{rails(CROSSING, SIZE, 0b01)}</g>")
    lines = [element.attrib["d"] for element in drawn if element.attrib["class"] == "reached"]

    assert lines == [track_line(NS, SIZE)]
    assert drawn[-1].attrib == {"d": track_line(NS, SIZE), "class": "reached", "stroke-width": "9.6"}
    assert classes(rails(RIGHT, SIZE, 0b11)).count("reached") == 2
    assert "reached" not in classes(rails(RIGHT, SIZE))


def test_small_track_leaves_its_sleepers_out() -> None:
    """They would be too fine to see on a phone."""
    assert "sleeper" in classes(rails((NS,), 60.0))
    assert "sleeper" not in classes(rails((NS,), 31.0))


def test_every_shape_looks_different() -> None:
    """The twenty-one ways to lay a die."""
    shapes = [way for shape in ((NS,), (NE,), CROSSING, DOUBLE, RIGHT, LEFT, FORK) for way in turnings(shape, 4)]

    assert len(shapes) == 21
    assert all(rails(one, SIZE) != rails(other, SIZE) for one, other in combinations(shapes, 2))


def test_dice_differ_in_more_than_colour() -> None:
    """The orange die has a frame; the faces without track have signs that exist."""
    assert "die-frame" in classes(blank_die("complex", SIZE))
    assert "die-frame" not in classes(blank_die("simple", SIZE))
    for face, name in (
        (engine_die("simple", SIZE), "engine"),
        (share_die("simple", SIZE), "share"),
        (wild_die("complex", SIZE), "wild"),
    ):
        assert f'href="#sign-{name}"' in face
        assert f'id="sign-{name}"' in definitions()


def test_a_die_is_its_body_and_its_rails() -> None:
    """The body first, so that the rails run over its edge."""
    assert rail_die("simple", (NS,), SIZE) == blank_die("simple", SIZE) + rails((NS,), SIZE)


def test_the_track_of_a_loose_die_ends_within_its_face() -> None:
    """On the board it meets that of the next die; in a hand it has no next one."""
    die = loose_die("simple", (NS,), SIZE)
    moved = re.search(r'translate\(([\d.]+) ([\d.]+)\)">(.*)</g>', die)

    assert moved is not None
    assert float(moved[1]) == float(moved[2]) > 0
    assert moved[3] == rails((NS,), SIZE - 2 * 0.04 * SIZE)
    assert die.startswith(blank_die("simple", SIZE))


def test_track_runs_into_a_station_from_any_side() -> None:
    """From the side to the middle, where the house hides its end; in colour where a line comes in."""
    for side, (x, y) in MIDDLES.items():
        line = ET.fromstring(f"<g>{stub(side, SIZE)}</g>")[0].attrib["d"]
        assert line == f"M{x:g} {y:g}L30 30"
    assert "reached" in classes(stub(0, SIZE, reached=True))
    assert "reached" not in classes(stub(0, SIZE))
    assert classes(station_house(SIZE, "blue"))[1] == "depot blue"

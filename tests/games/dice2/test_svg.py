"""The drawing of Railroad Dice 2: what it shows, what it offers, and that nothing on the map collides."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from babel.messages.pofile import read_po

import roundhouse.games.dice2.svg as drawing
from roundhouse.core.game import DrawingRequest
from roundhouse.core.open_view import open_view as view
from roundhouse.core.state import CHANCE, OVER, SPECTATOR
from roundhouse.games.dice2.board import CELLS, MOUNTAIN, SQUARES, TILES, WATER
from roundhouse.games.dice2.notation import parse
from roundhouse.games.dice2.position import CLOSING, GIVEN_UP, OPEN, ROLLED
from roundhouse.games.dice2.start import Options, start
from roundhouse.games.dice2.state import Dice2
from roundhouse.games.dice2.svg.ground import FRAME, outline, sheet_of
from roundhouse.games.dice2.svg.menus import draw_menu
from roundhouse.games.dice2.svg.pools import pill_of
from roundhouse.games.dice2.svg.reader import Reader
from roundhouse.games.dice2.svg.squares import pill_place
from roundhouse.ui.rails import blank_die, loose_die, rails, track_line
from roundhouse.ui.svg import Box, text_width
from tests.games.dice2.positions import legal, play, position, random_game, square

NAMES = ("Ada", "Bo", "Cy", "Dee")
LAYOUTS = ("wide", "narrow")
GAUGE = 0.19  # over both rails, as a part of a square
ALL_STATIONS = {
    "blue": "1d3", "black": "6a2", "white": "4b1", "green": "3b3", "A": "2c3", "B": "5c3",
    "C": "2b1", "D": "5a1", "E": "4d3", "F": "6b3", "G": "1b1", "H": "3d2",
}  # fmt: skip
TO_A = {"2a3": "EW", "2b3": "EW"}  # from the blue home to the station A, over tiles 1 and 2
WITH_A = {"blue": "1d3", "black": "6a2", "A": "2c3", "B": "4b1"}


def parts_of(state: Dice2, seat: int, language: str = "en", layout: str = "wide", last: int = -1) -> dict[str, str]:
    """The drawing for a seat, with the moves that it has."""
    moves = list(state.legal_moves()) if state.actor == seat else []
    return drawing.render(
        DrawingRequest(view=view(state, seat), moves=moves, names=NAMES, language=language, layout=layout, last=last)
    )


def reader_of(state: Dice2, seat: int, layout: str = "wide") -> Reader:
    """Who looks at it, without moves."""
    return Reader(view(state, seat), NAMES, "en", frozenset(), layout, -1)


def root_of(parts: dict[str, str]) -> ET.Element:
    """The parts as one tree; raises where they are not well-formed."""
    return ET.fromstring("<svg>" + "".join(parts.values()) + "</svg>")


def tree_of(part: str) -> ET.Element:
    """One part as a tree."""
    return ET.fromstring(f"<g>{part}</g>")


def offered(parts: dict[str, str]) -> set[str]:
    """The moves that a drawing offers."""
    return {element.attrib["data-move"] for element in root_of(parts).iter() if "data-move" in element.attrib}


def words_of(part: str) -> list[str]:
    """Every text that can be read in a part, titles left out."""
    return [element.text or "" for element in tree_of(part).iter("text")]


def titles_of(part: str) -> list[str]:
    """What a part says to who rests on it."""
    return [element.text or "" for element in tree_of(part).iter("title")]


def after(seats: int, moves: int, seed: int = 7, options: Options | None = None) -> Dice2:
    """A position after so many random moves, or at the end."""
    for number, (state, _) in enumerate(random_game(seats, seed, options)):
        if number == moves or state.actor == OVER:
            return state
    raise AssertionError("a game ends")


# What it offers.


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_is_offered_its_legal_moves_and_no_others(seats: int, layout: str) -> None:
    """Through a whole random game: every phase, every seat and a spectator, both languages, well-formed every time."""
    options = Options() if layout == "wide" else Options(layout="random 3")
    for number, (state, _) in enumerate(random_game(seats, 5, options)):
        if number % 7 and state.actor not in (CHANCE, OVER):
            continue
        for seat in (*range(seats), SPECTATOR):
            wanted = set(legal(state)) if state.actor == seat else set()
            assert offered(parts_of(state, seat, ("en", "fr")[number % 2], layout)) == wanted


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_parts_are_always_the_same(layout: str) -> None:
    """A page replaces parts by their id, so no part comes or goes."""
    ids = set(parts_of(start(2, Options()), 0, layout=layout))

    assert all(set(parts_of(after(4, n), seat, layout=layout)) == ids for n in (0, 9, 40, 10_000) for seat in (0, SPECTATOR))


def test_one_way_to_lay_is_a_press_and_several_open_a_menu_of_dice() -> None:
    """Only a curve fits beside the home on 1d2, in two ways, and at the edge of the map in one."""
    state = position(stations={"blue": "1c2", "black": "6a2"}, dice={"1c1": "ES"}, front="curve")
    parts = parts_of(state, 0)
    single = tree_of(parts[f"square-{square('1d1')}"])[0][0][0]
    several = tree_of(parts[f"square-{square('1d2')}"])[0][0][0]
    menu = next(group for group in root_of(parts).iter() if group.attrib.get("id") == f"choice-{square('1d2')}")

    assert legal(state, "lay 1d") == ["lay 1d1 SW", "lay 1d2 SW", "lay 1d2 NW"]
    assert single.attrib["data-move"] == "lay 1d1 SW"
    assert several.attrib["data-choice"] == str(square("1d2"))
    assert [element.attrib["data-move"] for element in menu.iter() if "data-move" in element.attrib] == ["lay 1d2 SW", "lay 1d2 NW"]
    assert loose_die("simple", (0b1001,), 44.0) in parts["menus"]


def test_a_square_to_lay_on_shows_every_track_that_fits_and_the_fee() -> None:
    """A wild die below the black home on plain, beside it on a mountain: three tracks each, and one token."""
    parts = parts_of(position(front="?", turn=1), 1)
    plain, mountain = parts[f"square-{square('6a1')}"], parts[f"square-{square('6b2')}"]

    assert (plain.count('class="lit"'), mountain.count('class="lit"')) == (3, 3)
    assert words_of(plain) == []
    assert words_of(mountain) == ["1"]
    assert 'class="token"' in mountain
    assert "6b2: mountain, a die costs 1 token: choose" in titles_of(mountain)


def test_exchanges_are_offered_on_the_die_as_dice_that_keep_its_track() -> None:
    """A crossing for a straight: one way, so one press; a wild complex die: five."""
    dice = {"2a3": "EW"}
    one, five = (parts_of(position(stations=WITH_A, dice=dice, front=front), 0) for front in ("/ crossing", "/ ?"))
    where = f"square-{square('2a3')}"

    assert tree_of(one[where])[0][0][0].attrib["data-move"] == "exchange 2a3 NS+EW"
    assert "Exchange a straight (EW) on 2a3 for a crossing (NS+EW)" in titles_of(one[where])
    assert "data-choice" in five[where]
    assert words_of(five["menus"]) == ["Exchange on 2a3"]
    assert five["menus"].count(blank_die("complex", 44.0)) == 5


def test_two_ways_to_exchange_a_die_share_its_square() -> None:
    """A switch in either direction: each has a half on a desk; a phone has a menu."""
    state = position(stations=WITH_A, dice={"2a3": "EW"}, front="/ right")
    where = f"square-{square('2a3')}"
    wide, narrow = (parts_of(state, 0, layout=layout) for layout in LAYOUTS)
    halves = [one.attrib["data-move"] for one in tree_of(wide[where]).iter() if "data-move" in one.attrib]

    assert sorted(halves) == sorted(legal(state, "exchange 2a3"))
    assert len(halves) == 2
    assert "data-choice" in narrow[where]
    assert f"choice-{square('2a3')}" not in wide["menus"]


def test_several_locomotives_are_bought_in_one_step() -> None:
    """Two for five tokens each and one for ten."""
    parts = parts_of(position(stations=WITH_A, cash=[21, 5]), 0)

    assert compounds(parts["locomotives"]) == {"buy; buy", "buy; buy; buy"}
    assert "Buy 3 locomotives for 20 tokens" in titles_of(parts["locomotives"])
    assert compounds(parts_of(position(stations=WITH_A, cash=[9, 5]), 0)["locomotives"]) == set()


@pytest.mark.parametrize(("front", "engines", "closing"), [("straight", {}, False), ("", {0: "3"}, False), ("", {}, True)])
def test_the_end_confirms_the_turn_once_nothing_is_lost_by_it(front: str, engines: dict[int, str], closing: bool) -> None:
    """Not while a die or a locomotive can still be used; all locomotives and the end in one, once no die is left."""
    panel = tree_of(parts_of(position(stations=WITH_A, dice=TO_A, front=front, engines=engines), 0)["actions"])
    end = next(one for one in panel.iter() if one.attrib.get("data-move") == "end")
    trips = [one.attrib["class"] for one in panel.iter() if one.attrib.get("data-moves", "").endswith("; end")]

    assert ("closing" in end.attrib["class"].split()) == closing
    assert trips == (["legal closing"] if engines else [])


def test_a_station_that_can_be_served_opens_its_locomotives_with_what_they_bring() -> None:
    """A is two tiles away and five wait: a 2 brings two, a 6 brings all five."""
    state = position(stations=WITH_A, dice=TO_A, engines={0: "2 6"})
    parts = parts_of(state, 0)

    assert words_of(parts["menus"]) == [
        "The grey station A", "2 tiles away, 5 passengers", "waiting", "2", "brings 2 passengers", "6", "brings 5 passengers",
    ]  # fmt: skip
    assert "data-choice" in parts[f"square-{square('2c3')}"]


def test_a_single_locomotive_is_sent_by_a_press_on_the_station() -> None:
    """And the press says what it brings."""
    parts = parts_of(position(stations=WITH_A, dice=TO_A, engines={0: "3"}), 0)

    assert 'data-move="carry 3 A"' in parts[f"square-{square('2c3')}"]
    assert "Bring home 3 passengers from the grey station A with a locomotive 3" in titles_of(parts[f"square-{square('2c3')}"])
    assert parts["menus"] == ""


@pytest.mark.parametrize("layout", LAYOUTS)
def test_passengers_are_brought_in_by_the_pool_or_by_a_button(layout: str) -> None:
    """Tiles 1, 2, 4 and 6 have a station each; the buttons say tile and number."""
    parts = parts_of(position(stations=WITH_A, front="locomotive"), 0, layout=layout)

    assert all(f'data-move="bring {tile}"' in parts[f"pool-{tile - 1}"] for tile in (1, 2, 4, 6))
    assert words_of(parts["actions"])[:9] == ["A die brings passengers to tile", "1", "+5", "2", "+5", "4", "+5", "6", "+5"]


def test_offers_are_open_until_the_roll() -> None:
    """Four presses with the dice they give, then none."""
    before, later = position(), position(front="straight")

    assert offered({"dice": parts_of(before, 0)["dice"]}) == {"dice 4", "dice 2+1", "dice 0+2", "dice ?"}
    assert "data-move" not in parts_of(later, 0)["dice"]
    assert titles_of(parts_of(before, 0)["dice"])[1] == "Roll 2 simple dice and 1 complex die: ~2.7 to lay, wild 42 %"


def test_every_offer_tells_its_odds() -> None:
    """Of four simple dice, five sides in six can be laid and one is wild; one complex die in six is wild."""
    words = words_of(parts_of(position(), 1)["dice"])

    assert words == [
        "Dice bank: 30 simple, 20 complex",
        "4 simple dice", "~3.3 to lay, wild 52 %",
        "2 simple, 1 complex", "~2.7 to lay, wild 42 %",
        "2 complex dice", "~2.0 to lay, wild 31 %",
        "1 complex, not rolled", "a face of your choice",
    ]  # fmt: skip


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_faces_of_both_dice_are_shown_with_their_odds(layout: str) -> None:
    """Ten faces in the order of the rules, each with its sides, its chance and its use; in both languages."""
    english, french = (titles_of(parts_of(position(), 0, language, layout)["faces"]) for language in ("en", "fr"))

    assert words_of(parts_of(position(), 0, layout=layout)["faces"])[1:] == ["2/6", "2/6", *["1/6"] * 8]
    assert len(english) == len(french) == 10
    assert english[0] == "simple die, 2 of 6 sides, 33 %: a straight: lay it at the end of your line"
    assert english[-1].startswith("complex die, 1 of 6 sides, 17 %: wild")
    assert french[0].startswith("dé simple, 2 sur 6, 33 % : ")


def compounds(part: str) -> set[str]:
    """The steps of several moves that a part offers."""
    return {element.attrib["data-moves"] for element in tree_of(part).iter() if "data-moves" in element.attrib}


def test_dice_in_a_row_are_one_step() -> None:
    """Two straights lead from the home over two squares; each step can be made move by move; a phone has menus instead."""
    state = position(stations=WITH_A, front="straight straight")
    ways = compounds(parts_of(state, 0)["ways"])
    for way in ways:
        after = state.copy()
        for text in way.split("; "):
            assert parse(text) in after.legal_moves()
            after.apply(parse(text))

    assert any(len(way.split("; ")) == 2 for way in ways)
    assert parts_of(state, 0, layout="narrow")["ways"] == ""


def test_all_locomotives_are_sent_in_one_step() -> None:
    """A 2 and a 3 to the two linked stations: the best trips, told with what they bring, alone or with the end of the turn."""
    state = position(stations=WITH_A, dice=TO_A, engines={0: "3"})
    both = position(stations=WITH_A, dice=TO_A, engines={0: "2 6"})

    assert "Send all locomotives: 3 passengers" in " ".join(words_of(parts_of(state, 0)["actions"]))
    assert compounds(parts_of(state, 0)["actions"]) == {"carry 3 A; end"}
    assert "Send all locomotives: 5 passengers" in " ".join(words_of(parts_of(both, 0)["actions"]))
    assert "No trip possible now" in words_of(parts_of(position(), 0)["actions"])


@pytest.mark.parametrize(
    ("front", "engines", "told"),
    [
        ("straight", {}, "1 die is unused: it goes back to the bank."),
        ("straight / ?", {0: "3"}, "2 dice are unused, and locomotives can still run."),
        ("", {0: "3"}, "Locomotives can still run."),
        ("", {}, "Everything is used."),
    ],
)
def test_what_is_unused_is_told_before_the_turn_ends(front: str, engines: dict[int, str], told: str) -> None:
    """Beside the end of the turn, which stays in its place."""
    state = position(stations=WITH_A, dice=TO_A, front=front, engines=engines)
    panel = parts_of(state, 0)["actions"]

    assert told in " ".join(words_of(panel))
    assert '<rect x="234" y="0" width="118" height="44"' in panel


def test_the_draft_and_what_others_did_are_marked() -> None:
    """A die of the draft, and one that another player laid."""
    state = position(stations=WITH_A, dice=TO_A)
    request = DrawingRequest(
        view=view(state, 0), names=NAMES, draft=[parse("lay 2b3 EW")], recent=[(1, parse("lay 2a3 EW")), (1, parse("end"))]
    )
    parts = drawing.render(request)

    assert 'class="pending"' in parts[f"square-{square('2b3')}"]
    assert 'class="by-others"' in parts[f"square-{square('2a3')}"]


def test_every_press_says_in_words_what_it_does() -> None:
    """No element with a move lacks a title, and none is out of reach of the keyboard."""
    state = position(stations=WITH_A, dice=TO_A, engines={0: "2 3"}, front="locomotive ? / ?", cash=[30, 5])
    kinds = set()
    for element in root_of(parts_of(state, 0)).iter():
        if "data-move" in element.attrib or "data-choice" in element.attrib:
            kinds.add(element.attrib.get("data-move", "choice").split()[0])
            assert element.attrib["tabindex"] == "0"
            assert element[0].tag == "title"
            assert element[0].text

    assert kinds == {"choice", "lay", "exchange", "carry", "bring", "buy", "end"}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_menus_stay_on_the_paper_and_off_their_square(layout: str) -> None:
    """Wild dice of both kinds: menus all over the map, its upper and lower edge too."""
    stations = {"blue": "4b3", "black": "6a2", "A": "4d4"}
    state = position(
        stations=stations, dice={"4a3": "EW", "4b4": "NE", "4c3": "EW"}, front="? / ?", engines={0: "2 3"}, cash=[20, 9]
    )
    parts = parts_of(state, 0, layout=layout)
    width, height = drawing.CANVAS[layout]
    sheet = reader_of(state, 0, layout).sheet
    menus = list(tree_of(parts["menus"]))

    assert len(menus) > 3
    for menu in menus:
        _, top = sheet.place(int(menu.attrib["id"].removeprefix("choice-")))
        x, y = (float(word) for word in menu[0].attrib["transform"].removeprefix("translate(").removesuffix(")").split())
        wide, high = float(menu[0][0].attrib["width"]), float(menu[0][0].attrib["height"])
        assert 0 <= x <= x + wide <= width
        assert 0 <= y <= y + high <= height
        assert y >= top + sheet.cell or y + high <= top


def test_a_long_menu_low_on_the_map_opens_upwards() -> None:
    """Five locomotives for A on 4d3 do not fit between it and the lower edge of the paper."""
    state = position(stations={"blue": "4b3", "black": "6a2", "A": "4d3"}, dice={"4c3": "EW"}, engines={0: "2 3 4 5 6"})
    reader = replace(reader_of(state, 0), moves=frozenset(state.legal_moves()))
    (menu,) = tree_of(draw_menu(reader, square("4d3"), reader.by_square[square("4d3")], (1280, 700)))
    _, y, _, height = around(boxes_of(ET.tostring(menu[0], "unicode")))

    assert len(legal(state, "carry")) == 5
    assert 0 <= y <= y + height <= reader_of(state, 0).sheet.place(square("4d3"))[1]


# What it shows.


def test_dice_lie_as_dice_with_their_rails() -> None:
    """A straight in white, a switch in orange, nobody's lines in colour: the home is far away."""
    state = position(stations={"blue": "1d3", "black": "6a2"}, dice={"5b2": "NS", "5c2": "S>NE"})
    parts = parts_of(state, 0)

    assert blank_die("simple", 72.0) + rails((0b0101,), 72.0) in parts[f"square-{square('5b2')}"]
    assert blank_die("complex", 72.0) + rails((0b0101, 0b0110), 72.0) in parts[f"square-{square('5c2')}"]
    assert titles_of(parts[f"square-{square('5c2')}"]) == ["5c2: a switch to the right (S>NE)"]


def test_the_lines_of_the_reader_are_coloured_and_a_spectator_sees_those_of_the_turn() -> None:
    """Blue has track to A; black has none."""
    state = position(stations=WITH_A, dice=TO_A)
    lit = {seat: 'class="reached"' in parts_of(state, seat)[f"square-{square('2a3')}"] for seat in (0, 1, SPECTATOR)}

    assert lit == {0: True, 1: False, SPECTATOR: True}


def test_a_line_is_coloured_only_where_a_train_could_run() -> None:
    """RD2-39: who comes along a branch of a switch goes on to its root, never into the other branch."""
    state = position(stations=WITH_A, dice={"2a3": "E>SW"})  # from the home in the west, a branch, to the root in the east
    drawn = tree_of(parts_of(state, 0)[f"square-{square('2a3')}"])
    lines = [element.attrib["d"] for element in drawn.iter() if element.attrib.get("class") == "reached"]

    assert lines == [track_line(0b1010, 72.0)]


def test_reachable_stations_show_their_distance_in_tiles() -> None:
    """RD2-81: A lies two tiles from blue; B is not linked; the title says it in words."""
    parts = parts_of(position(stations=WITH_A, dice=TO_A), 0)

    assert words_of(parts[f"square-{square('2c3')}"]) == ["A", "2"]
    assert words_of(parts[f"square-{square('4b1')}"]) == ["B"]
    assert titles_of(parts[f"square-{square('2c3')}"]) == [
        "2c3: the grey station A, 5 passengers on its tile, 2 tiles from the blue home station"
    ]
    assert "distance in tiles" in words_of(parts["legend"])


def test_stations_have_their_colours_and_a_mark_beside() -> None:
    """Three seats: blue, black and white with the signs of their seats, grey by letter, the green that nobody plays with a dash."""
    state = position(seats=3, stations={"blue": "1d3", "black": "6a2", "white": "4b1", "green": "3b3", "A": "2c3"})
    parts = parts_of(state, SPECTATOR)
    drawn = {name: parts[f"square-{square(name)}"] for name in ("1d3", "6a2", "4b1", "3b3", "2c3")}

    assert [re.findall(r'class="depot (\w+)"', part)[0] for part in drawn.values()] == ["blue", "black", "white", "green", "gray"]
    signs = [re.findall(r'href="#sign-(\w+)"', part) for part in drawn.values()]
    assert signs == [["disc"], ["square"], ["triangle"], ["dash"], []]
    assert words_of(drawn["2c3"]) == ["A"]


def test_passengers_wait_at_each_tile_with_a_station() -> None:
    """Pools of 5, 3 and 0, and no pill on a tile without stations; every tile has its number."""
    state = position(stations={"blue": "1d3", "black": "6a2", "A": "2c3"}, pools=[5, 3, 0, 0, 0, 0])
    parts = parts_of(state, SPECTATOR)

    assert [words_of(parts[f"pool-{tile}"]) for tile in range(TILES)] == [["1", "5"], ["2", "3"], ["3"], ["4"], ["5"], ["6", "0"]]
    assert titles_of(parts["pool-0"]) == ["Tile 1: 5 passengers waiting"]


def test_the_dice_bank_and_the_locomotive_bank_tell_what_they_hold() -> None:
    """Two seats: two cards of each value; one 2 is gone to seat 0."""
    parts = parts_of(position(dice={"1d2": "NS"}, front="straight / crossing", engines={0: "2"}), 0)

    assert words_of(parts["dice"])[0] == "Dice bank: 28 simple, 19 complex"
    assert words_of(parts["locomotives"])[:7] == ["Locomotive bank", "2", "5 tokens", "1 left", "3", "10 tokens", "2 left"]


@pytest.mark.parametrize(("seats", "engines", "told"), [(2, "3", True), (2, "4", False), (4, "3", True), (4, "4", False)])
def test_the_scrapping_is_announced_until_it_has_happened(seats: int, engines: str, told: bool) -> None:
    """RD2-76: as long as nobody has bought a 4."""
    words = words_of(parts_of(position(seats=seats, stations=ALL_STATIONS, engines={0: engines}), 0)["locomotives"])

    assert ("The first 4 that is bought scraps every 2." in words) == told


def test_a_value_that_is_sold_out_says_so_and_the_next_is_for_sale() -> None:
    """RD2-74: no 2 is left, and 10 tokens buy a 3."""
    parts = parts_of(position(stock=[0, 2, 2, 2, 2]), 0)

    assert words_of(parts["locomotives"])[1:4] == ["2", "5 tokens", "sold out"]
    assert "Buy the locomotive 3 for 10 tokens" in titles_of(parts["locomotives"])


def test_the_dice_before_the_player_show_their_faces() -> None:
    """One of every face but those alike, in the order of the dice; their names are their titles."""
    parts = parts_of(position(front="straight curve locomotive ? / fork ?"), 1)

    assert words_of(parts["front"]) == ["Dice of Ada"]
    assert titles_of(parts["front"]) == [
        "a straight: lay it at the end of your line", "a curve: lay it at the end of your line",
        "a locomotive: brings passengers to one tile", "wild: a straight, a curve, or passengers for one tile",
        "a switch: exchange it for a simple die on the map", "wild: any orange face, exchanged for a simple die on the map",
    ]  # fmt: skip


def test_dice_that_roll_show_no_face_yet() -> None:
    """Chance acts: two white dice and an orange one."""
    part = parts_of(play(position(), "dice 2+1"), 1)["front"]

    assert part.count('class="die simple"') == 2
    assert part.count('class="die complex"') == 1
    assert "rail" not in part


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (position(roll=OPEN), "Not rolled yet."),
        (position(roll=GIVEN_UP), "The roll was given up."),
        (position(roll=ROLLED), "All dice are used."),
        (position(phase=CLOSING), "No more dice are rolled."),
    ],
)
def test_no_dice_have_a_reason(state: Dice2, text: str) -> None:
    """Before the roll, without one, after the last die, and in the closing phase."""
    assert words_of(parts_of(state, 0)["front"]) == ["Your dice", text]


def test_stations_to_be_placed_wait_in_their_order() -> None:
    """Three seats: three homes, then eight grey stations and the colour that nobody plays; two homes stand already."""
    state = play(start(3, Options(first_seat=1)), "place 1d3", "place 6a2")
    part = parts_of(state, 0)["front"]

    assert words_of(part) == ["Stations to place", *"ABCDEFGH"]
    assert re.findall(r'class="depot (\w+)"', part) == ["blue", *["gray"] * 8, "green"]


def test_the_seats_tell_tokens_links_and_locomotives_under_their_heads() -> None:
    """Seat 0 has two 2 and a 3, one of them used, and a line of two tiles to A."""
    state = position(stations=WITH_A, dice=TO_A, engines={0: "2 2 3"}, used=[1, 0, 0, 0, 0])
    words = words_of(parts_of(state, 0)["seats"])

    assert words == [
        "Players", "Linked", "Locomotives", "Tokens",
        "Ada", "1 of 3", "3", "10", "to move", "2", "2", "3", "A", "2",
        "Bo", "0 of 3", "0", "10", "black home",
    ]  # fmt: skip
    assert "locomotive 2, used" in titles_of(parts_of(state, 0)["seats"])
    assert "the grey station A: 2 tiles away" in titles_of(parts_of(state, 0)["seats"])


def test_locomotives_of_one_value_share_a_card() -> None:
    """Three of value 3."""
    words = words_of(parts_of(position(seats=4, stations=ALL_STATIONS, engines={0: "3 3 3"}), 1)["seats"])

    assert words[8:11] == ["to move", "3", "×3"]


@pytest.mark.parametrize(
    ("text", "caption"),
    [
        ("place 1d3", "placed the blue home station"),
        ("dice 4", "rolls dice"),
        ("dice ?", "took a wild die"),
        ("feed", "gave up the roll for passengers"),
        ("lay 2a3 EW", "laid a straight (EW) on 2a3"),
        ("exchange 2a3 NS+EW", "exchanged a die on 2a3 for a crossing (NS+EW)"),
        ("buy", "bought a locomotive"),
        ("carry 2 A", "sent a locomotive 2 to the grey station A"),
        ("bring 3", "brought in passengers on tile 3"),
        ("roll curve / fork", "rolled"),
    ],
)
def test_the_last_move_is_told_at_its_seat(text: str, caption: str) -> None:
    """Every kind of move, made by seat 0."""
    words = words_of(parts_of(position(stations=WITH_A, dice=TO_A), 1, last=parse(text))["seats"])

    assert caption in words
    assert words.index(caption) < words.index("Bo")


def test_the_end_of_a_turn_is_told_at_the_seat_before() -> None:
    """Seat 0 has ended its turn, and seat 1 is to move."""
    words = words_of(parts_of(play(position(), "end"), 1, last=parse("end"))["seats"])

    assert words.index("ended the turn") < words.index("Bo") < words.index("to move")


@pytest.mark.parametrize("text", ["lay 2a3 EW", "exchange 2a3 NS+EW", "carry 2 A", "place 1d3"])
def test_the_last_move_is_marked_on_the_map(text: str) -> None:
    """One square, and none without a last move."""
    state = position(stations=WITH_A, dice=TO_A)
    marked = [name for name, part in parts_of(state, 1, last=parse(text)).items() if name.startswith("square") and '"mark"' in part]
    where = {"carry 2 A": "2c3", "place 1d3": "1d3"}.get(text, "2a3")

    assert marked == [f"square-{square(where)}"]
    assert '"mark"' not in "".join(parts_of(state, 1).values())


def test_a_roll_and_new_passengers_are_marked_where_they_are() -> None:
    """The dice in their row, the pool of the tile."""
    state = position(front="curve / fork")

    assert '"mark"' in parts_of(state, 1, last=parse("roll curve / fork"))["front"]
    assert 'class="pill last"' in parts_of(state, 1, last=parse("bring 1"))["pool-0"]
    assert "last" not in parts_of(state, 1)["pool-0"]


def test_the_outlook_tells_how_near_the_closing_phase_is() -> None:
    """RD2-90 and RD2-89: one of three stations linked, tokens, dice; one tile of three is empty."""
    state = position(stations=WITH_A, dice=TO_A, pools=[5, 0, 0, 5, 0, 5])
    parts = parts_of(state, 0)

    assert words_of(parts["outlook"]) == [
        "The closing phase, in which nobody rolls any more, begins when",
        "a player has linked all stations", "1 of 3",
        "the bank is empty", "245 tokens",
        "no complex die is left", "20 left",
        "2 dice or fewer are left", "48 left",
    ]  # fmt: skip
    assert words_of(parts["shortage"]) == ["New passengers arrive everywhere when", "3 tiles have nobody waiting", "1 so far"]


def test_idle_turns_are_counted_once_a_round_has_passed() -> None:
    """RD2-R37: two of six turns."""
    words = [words_of(parts_of(position(idle=idle), 0)["outlook"]) for idle in (1, 2)]

    assert [" ".join(texts).count("nothing is laid, bought or carried for 6 turns") for texts in words] == [0, 1]
    assert words[1][-1] == "2 so far"


def test_the_closing_phase_tells_when_the_game_ends() -> None:
    """RD2-95: who waits, and turns without a transport; no shortage any more (RD2-92)."""
    parts = parts_of(position(phase=CLOSING, quiet=1, pools=[4, 0, 0, 0, 0, 5]), 0)

    assert words_of(parts["outlook"]) == [
        "Closing phase: the game ends when",
        "no passenger waits", "9 waiting",
        "no player could carry any", "",
        "nobody carries any for 2 turns", "1 so far",
    ]  # fmt: skip
    assert words_of(parts["shortage"]) == []


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_end_shows_the_result_in_order(layout: str) -> None:
    """RD2-96: most tokens first."""
    state = after(4, 100_000)
    words = words_of(parts_of(state, 1, layout=layout)["seats"])
    order = sorted(range(4), key=lambda seat: (state.ranks()[seat], seat))

    assert words[:4] == ["Result", "Linked", "Locomotives", "Tokens"]
    assert [word for word in words if word in NAMES] == [NAMES[seat] for seat in order]
    assert words[words.index(NAMES[order[0]]) + 3 : words.index(NAMES[order[0]]) + 5] == [str(state.cash[order[0]]), "winner"]


def test_the_legend_says_what_ground_costs() -> None:
    """RD2-54 to RD2-56; before the game nobody waits and no line has been laid."""
    assert words_of(parts_of(start(2, Options()), 0)["legend"]) == ["plain: free", "mountain: 1 token", "water: 2 tokens"]
    assert words_of(parts_of(position(), 1)["legend"])[3:] == [
        "passengers",
        "lines from the black home station",
        "2",
        "distance in tiles",
    ]


def test_a_strange_name_is_only_a_name() -> None:
    """Markup in a name stays text."""
    parts = drawing.render(DrawingRequest(view=view(position(), 0), names=('"><script>', "B & C")))

    assert not [element for element in root_of(parts).iter() if element.tag == "script"]
    assert "B & C" in words_of(parts["seats"])


def test_the_drawing_speaks_french() -> None:
    """Every message of the drawing has its French, and none too many."""
    home = Path(drawing.__file__).parent
    with (home / "fr.po").open("rb") as file:
        known = {
            str(entry.id[0] if isinstance(entry.id, tuple) else entry.id) for entry in read_po(file, locale="fr") if entry.string
        }
    said = set()
    for path in home.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("say", "say_many"):
                message = node.args[0]
                assert isinstance(message, ast.Constant)
                said.add(str(message.value))

    with (home.parent / "fr.po").open("rb") as file:
        game = {
            str(entry.id[0] if isinstance(entry.id, tuple) else entry.id) for entry in read_po(file, locale="fr") if entry.string
        }
    assert said - known - game == set()
    assert known - said - {""} == set()


def test_a_french_table_is_french() -> None:
    """Heads, banks, prompt and captions of a turn."""
    parts = parts_of(position(stations=WITH_A, dice=TO_A, front="curve", engines={0: "2"}), 0, "fr", last=parse("lay 2a3 EW"))

    assert words_of(parts["seats"])[:4] == ["Joueurs", "Reliées", "Locomotives", "Jetons"]
    assert "a posé une droite (EW) en 2a3" in words_of(parts["seats"])
    assert words_of(parts["front"]) == ["Vos dés"]
    assert words_of(parts["dice"])[0] == "Banque de dés : 27 simples, 20 complexes"
    assert words_of(parts["legend"])[0] == "plaine : gratuit"


# Where things lie.


def boxes_of(part: str) -> list[Box]:
    """The boxes and lines of type in a part, where they stand on the paper."""
    found: list[Box] = []

    def walk(element: ET.Element, x: float, y: float) -> None:
        shift = re.match(r"translate\((\S+) (\S+)\)", element.attrib.get("transform", ""))
        if shift:
            x, y = x + float(shift[1]), y + float(shift[2])
        if element.tag == "rect" and "hit" not in element.attrib["class"]:
            left, top, width, height = (float(element.attrib[name]) for name in ("x", "y", "width", "height"))
            found.append((x + left, y + top, width, height))
        if element.tag == "text" and element.text:
            kinds = element.attrib["class"].split()
            size = float(next(kind for kind in kinds if re.fullmatch(r"t\d+", kind))[1:])
            width = text_width(element.text, size)
            left = x + float(element.attrib["x"]) - (width if "end" in kinds else width / 2 if "middle" in kinds else 0)
            found.append((left, y + float(element.attrib["y"]) - 0.75 * size, width, size))
        for child in element:
            walk(child, x, y)

    walk(tree_of(part), 0, 0)
    return found


def around(boxes: list[Box]) -> Box:
    """The box around boxes."""
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    return left, top, max(box[0] + box[2] for box in boxes) - left, max(box[1] + box[3] for box in boxes) - top


def apart(one: Box, other: Box) -> bool:
    """Whether two boxes have nothing in common."""
    return (
        one[0] + one[2] <= other[0] or other[0] + other[2] <= one[0] or one[1] + one[3] <= other[1] or other[1] + other[3] <= one[1]
    )


def crowded() -> Dice2:
    """Four seats with as much as can be: locomotives of all values, links with all stations, a long prompt, all to choose from."""
    return position(
        seats=4,
        stations=ALL_STATIONS,
        dice={"2a3": "EW", "2b3": "EW"},
        front="straight curve locomotive ? / right ?",
        engines={0: "2 3 4 5 6", 1: "2 3 4 5 6", 2: "2 3 4 5 6"},
        cash=[25, 25, 25, 25],
        linked=[0b111111111110, 0b111111111101, 0b111111111011, 0b111111110111],
        idle=11,
    )


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("which", ["set-up", "middle", "crowded", "closing", "end"])
def test_panels_stay_on_the_paper_and_off_each_other(which: str, layout: str, language: str) -> None:
    """Measured with the widths of a broad typeface, for the seat that acts."""
    made: dict[str, Callable[[], Dice2]] = {
        "set-up": lambda: start(4, Options()),
        "middle": lambda: after(3, 60, options=Options(layout="random 17")),
        "crowded": crowded,
        "closing": lambda: position(seats=4, stations=ALL_STATIONS, phase=CLOSING, engines={0: "2 3 4"}),
        "end": lambda: after(4, 100_000),
    }
    state = made[which]()
    parts = parts_of(state, max(state.actor, 0), language, layout, parse("lay 2a3 EW") if which == "crowded" else -1)
    width, height = drawing.CANVAS[layout]
    shown = {name: boxes_of(part) for name, part in parts.items() if not name.startswith(("square", "pool", "menus", "ways"))}
    panels = {name: around(boxes) for name, boxes in shown.items() if boxes}

    for name, (left, top, wide, high) in panels.items():
        assert left >= 8, name
        assert top >= reader_of(state, 0, layout).sheet.bottom or left > 900, name
        assert left + wide <= width - 4, name
        assert top + high <= height, name
        assert all(apart((left, top, wide, high), box) for other, box in panels.items() if other != name), name


def test_the_legend_keeps_to_one_line_below_the_map() -> None:
    """In both languages, for the longest name of a home; the dice begin right below."""
    for language in ("en", "fr"):
        for seat in range(4):
            boxes = boxes_of(parts_of(crowded(), seat, language)["legend"])
            assert around(boxes)[3] < 20


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("which", ["first", *(f"random {seed}" for seed in range(12))])
def test_every_map_fits_its_frame_with_squares_large_enough(which: str, layout: str) -> None:
    """96 places of their own, and never under nine pixels of type: a square of 18 at least."""
    sheet = reader_of(start(2, Options(layout=which)), 0, layout).sheet
    left, top, width, height = FRAME[layout]
    places = {sheet.place(square) for square in range(SQUARES)}

    assert len(places) == SQUARES
    assert sheet.cell >= 18
    for x, y in places:
        assert left <= x <= x + sheet.cell <= left + width
        assert top <= y <= y + sheet.cell <= top + height


@pytest.mark.parametrize("layout", LAYOUTS)
def test_passengers_hide_no_rails(layout: str) -> None:
    """The pill of up to 99 passengers lies between the tracks of the four squares that meet under it."""
    state = position(stations=ALL_STATIONS, seats=4, pools=[99] * 6)
    reader = reader_of(state, 0, layout)
    cell = reader.sheet.cell

    for tile in range(TILES):
        x, y, width, height = pill_of(reader, tile)
        middle_x, middle_y = reader.sheet.heart(tile)
        assert max(width, height) / 2 <= (0.5 - GAUGE / 2) * cell
        assert abs(x + width / 2 - middle_x) < 0.01
        assert abs(y + height / 2 - middle_y) < 0.01


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("which", ["first", "random 1"])
def test_distances_stand_clear_of_passengers(which: str, layout: str) -> None:
    """Any station on any square of any tile, up to nine tiles away."""
    state = position(pools=[99] * 6, options=Options(layout=which))
    reader = reader_of(state, 0, layout)
    pools = [pill_of(reader, tile) for tile in range(TILES)]

    for where in range(SQUARES):
        x, y = reader.sheet.place(where)
        left, top, width, height = pill_place(reader.sheet.cell, where, 9)
        assert apart((x + left, y + top, width, height), pools[where // CELLS])


def inside(point: tuple[float, float], loops: list[list[tuple[float, float]]]) -> bool:
    """Whether a point lies in a shape, by counting crossings."""
    x, y = point
    crossings = 0
    for loop in loops:
        for (ax, ay), (bx, by) in zip(loop, loop[1:] + loop[:1], strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                crossings += 1
    return crossings % 2 == 1


@pytest.mark.parametrize("which", ["first", "random 1", "random 2"])
@pytest.mark.parametrize("terrain", [MOUNTAIN, WATER])
def test_terrain_covers_its_squares_and_no_others(terrain: int, which: str) -> None:
    """RD2-1: the middle of every square lies within the outline of its own terrain."""
    state = start(2, Options(layout=which))
    sheet = sheet_of("wide", tuple(state.lie))
    path = outline(sheet, terrain, tuple(state.fee))
    loops = [[(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", loop)] for loop in path.split("Z") if loop]

    for where in range(SQUARES):
        x, y = sheet.place(where)
        assert inside((x + sheet.cell / 2, y + sheet.cell / 2), loops) == (state.fee[where] == terrain)


def test_squares_that_touch_only_at_a_corner_stay_two_lakes() -> None:
    """1a1 and 1b2, and nothing else, are water."""
    state = start(2, Options())
    fee = tuple(WATER if where in (square("1a1"), square("1b2")) else 0 for where in range(SQUARES))

    assert outline(sheet_of("wide", tuple(state.lie)), WATER, fee).count("Z") == 2


def test_the_map_is_drawn_once_and_belongs_to_its_layout() -> None:
    """The same string for every position of a game, another one for other tiles; well-formed."""
    first, other = start(2, Options()), start(2, Options(layout="random 4"))

    assert drawing.backdrop(view(first, 0), "wide") == drawing.backdrop(view(after(2, 30), SPECTATOR), "wide")
    assert drawing.backdrop(view(first, 0), "wide") != drawing.backdrop(view(other, 0), "wide")
    assert len(tree_of(drawing.backdrop(view(other, 0), "narrow")).findall("rect")) == SQUARES

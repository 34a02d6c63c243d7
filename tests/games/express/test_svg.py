"""The drawing of Chicago Express: what it shows, what it offers, and that nothing on it collides."""

from __future__ import annotations

import ast
import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from babel.messages.pofile import read_po

import roundhouse.games.express.svg as drawing
from roundhouse.core.draw import Rng
from roundhouse.core.game import DrawingRequest
from roundhouse.core.grid import FLAT, Point
from roundhouse.core.playout import random_moves
from roundhouse.core.state import OVER, SPECTATOR
from roundhouse.games.express import GAME
from roundhouse.games.express.board import (
    COMPANIES,
    COMPANY_IDS,
    COMPANY_NAMES,
    COST,
    DEVELOPMENT,
    HEX_IDS,
    HEX_NAMES,
    HEXES,
    LAKES,
    SINGLE,
    START,
    TERRAIN,
    cell_of,
)
from roundhouse.games.express.consequences import COMPANY_PLACES, DIAL_PLACES
from roundhouse.games.express.moves import STOP
from roundhouse.games.express.notation import notation, parse
from roundhouse.games.express.phases import BUILDING
from roundhouse.games.express.state import Express, start
from roundhouse.games.express.svg.companies import flag_of, spread
from roundhouse.games.express.svg.map import (
    COST_AT,
    HOUSE_AT,
    INCOME_AT,
    NAME,
    SHEETS,
    centres,
    corners,
    engine_size,
    name_of,
    outlines,
    slots,
)
from roundhouse.ui.picture import theme
from roundhouse.ui.svg import Box, text_width
from tests.games.express.positions import cell, legal, play, position
from tests.ui.test_svg import contrast

NAMES = ("Ada", "Bo", "Cy", "Dee", "Eve", "Fay")
LAYOUTS = ("wide", "narrow")
both_layouts = pytest.mark.parametrize("layout", LAYOUTS)


def parts_of(state: Express, seat: int, language: str = "en", layout: str = "wide", last: int = -1) -> dict[str, str]:
    """The drawing for a seat, with the moves that it has."""
    moves = list(state.legal_moves()) if state.actor == seat else []
    return GAME.render(
        DrawingRequest(view=GAME.view(state, seat), moves=moves, names=NAMES, language=language, layout=layout, last=last)
    )


def root_of(parts: dict[str, str]) -> ET.Element:
    """The parts as one tree; raises where they are not well-formed."""
    return ET.fromstring("<svg>" + "".join(parts.values()) + "</svg>")


def offered(parts: dict[str, str]) -> list[str]:
    """The moves that a drawing offers."""
    return [element.attrib["data-move"] for element in root_of(parts).iter() if "data-move" in element.attrib]


def tried(parts: dict[str, str]) -> list[str]:
    """The moves that a drawing shows but that are not legal: pressed, the page says why."""
    return [element.attrib["data-try"] for element in root_of(parts).iter() if "data-try" in element.attrib]


def words_of(part: str) -> list[str]:
    """Every text that can be read in a part, titles left out."""
    return [element.text or "" for element in ET.fromstring(f"<g>{part}</g>").iter("text")]


def played(seats: int, moves: int, seed: int = 7) -> Express:
    """A position after so many random moves."""
    state = start(seats, 0)
    random_moves(state, Rng(seed), moves)
    return state


def crowded() -> Express:
    """Five companies in Youngstown, four and three on other hexes, the Wabash open, incomes beyond the track."""
    return position(
        seats=5,
        shares={0: "PRR B&O", 1: "PRR C&O WAB", 2: "NYC C&O NYC", 3: "B&O NYC", 4: "C&O WAB"},
        built={
            "PRR": "Q5 P5 O5 P6 O4 M4 N4 Q6 L4 K4 J3 I4",
            "B&O": "P6 O5 P5 Q6 O6 N6 K4 I4",
            "C&O": "P8 P6 P5 O7 O5 Q6 I4",
            "NYC": "S4 R4 Q5 P5 P4 O5 P6 I4 D3",
            "WAB": "C3 C2 E3 F3 I4 P5",
        },
        houses="N4 I4 D3",
        cash=(20, 30, 102, 5, 8),
        treasury={"PRR": 30, "B&O": 12, "C&O": 20, "NYC": 4, "WAB": 9},
        income={"PRR": 53, "B&O": 51, "C&O": 23, "NYC": 50, "WAB": 3},
    )


def ending_soon() -> Express:
    """Six seats, the longest prompt, every kind of move."""
    return position(
        seats=6,
        shares={0: "PRR PRR PRR B&O", 1: "B&O B&O B&O", 2: "C&O C&O C&O", 3: "C&O C&O C&O NYC"},
        treasury={"PRR": 20, "B&O": 10},
        built={"PRR": "Q5 Q4"},
    )


# What it offers.


@both_layouts
@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3), (5, 4), (6, 5)])
def test_every_seat_is_offered_its_legal_moves_and_no_others(seats: int, seed: int, layout: str) -> None:
    """Law 7: positions along a random game and after its end, for every seat and a spectator, each move once."""
    state, rng = start(seats, 0), Rng(seed)
    phases = set()
    while True:
        phases.add(state.phase)
        for seat in (*range(seats), SPECTATOR):
            legal = [notation(move) for move in state.legal_moves()] if state.actor == seat else []
            assert sorted(offered(parts_of(state, seat, "fr" if seat % 2 else "en", layout))) == sorted(legal)
        if state.actor == OVER:
            break
        random_moves(state, rng, 11)

    assert len(phases) == 3


@both_layouts
def test_the_parts_are_always_the_same(layout: str) -> None:
    """A page replaces parts by their id, so no part comes or goes."""
    ids = set(parts_of(played(2, 0), 0, layout=layout))

    assert all(set(parts_of(played(4, n), seat, layout=layout)) == ids for n in (0, 50, 10_000) for seat in (0, SPECTATOR))
    assert {f"hex-{name}" for name in HEX_IDS} < ids


def test_every_press_says_in_words_what_it_does() -> None:
    """No element with a move lacks a title, and none is out of reach of the keyboard."""
    for state in (start(2, 0), ending_soon(), play(crowded(), "expand B&O")):
        pressed = [element for element in root_of(parts_of(state, state.actor)).iter() if element.attrib.get("role") == "button"]
        assert len(pressed) > 5
        assert all(element.attrib["tabindex"] == "0" and element[0].tag == "title" and element[0].text for element in pressed)


def test_a_hex_that_can_be_built_glows_and_shows_its_price() -> None:
    """B&O beside Harrisburg, where PRR is: 2 x 2 dollars (CEX-75); with 3 in the treasury it stays quiet."""
    rich, poor = (
        play(position(built={"B&O": "Q6 P5 P4", "PRR": "O4"}, shares={0: "B&O"}, treasury={"B&O": dollars}), "expand B&O")
        for dollars in (4, 3)
    )
    parts = parts_of(rich, 0)

    assert words_of(parts["hex-O4"]) == ["Harrisburg", "$2", "+1", "+1", "PRR", "$4"]
    assert "Build in O4 Harrisburg for $4; income 1 more" in parts["hex-O4"]
    assert 'class="glow invite"' in parts["hex-O4"]
    assert words_of(parts["hex-P3"]) == ["$2", "$2"]
    assert "glow" not in parts["hex-P2"]
    assert "glow" not in parts_of(poor, 0)["hex-O4"]


def test_a_hex_that_can_be_developed_shows_what_that_brings() -> None:
    """A city +1, a forest 2 dollars (CEX-96), Pittsburgh a step of 2 (CEX-93)."""
    parts = parts_of(position(built={"PRR": "Q5 Q4 Q3 P3 O3 N3 M4 L4 K4"}, treasury={"PRR": 0}), 0)

    assert words_of(parts["hex-Q3"]) == ["Binghamton", "$2", "+1", "+1", "PRR", "+1"]
    assert words_of(parts["hex-Q4"]) == ["$2", "PRR", "$2"]
    assert words_of(parts["hex-K4"]) == ["Pittsburgh", "$4", "+4", "PRR", "+2"]
    assert "Develop Q4: $2 for the treasury of PRR" in parts["hex-Q4"]
    assert "glow" not in parts["hex-Q5"]


def test_a_turn_offers_declining_by_dial_and_companies_with_their_figures() -> None:
    """Expansion is on red: only the two other dials can be chosen, and no company can be expanded."""
    parts = parts_of(position(needles=(1, 5, 0), treasury={"PRR": 9}), 0)
    words = words_of(parts["dials"])

    assert [word for word in words if word.endswith(("left", "on red"))] == ["2 of 3 left", "on red", "4 of 4 left"]
    assert offered({"dials": parts["dials"]}) == ["decline auction", "decline develop"]
    assert words_of(parts["offers"])[1:] == [*("PRR", "$4", "B&O", "$3", "C&O", "$3", "NYC", "$4"), "WAB"]
    assert "decline expand" in tried({"dials": parts["dials"]})


def test_companies_that_can_be_expanded_show_their_treasury() -> None:
    """Seat 0 owns PRR and NYC; NYC has nothing to pay with."""
    part = parts_of(position(treasury={"PRR": 9}), 0)["actions"]

    assert words_of(part)[1:] == ["PRR", "$9", "B&O", "C&O", "NYC", "WAB", "End the expansion"]
    assert offered({"actions": part}) == ["expand PRR"]
    assert tried({"actions": part}) == ["expand B&O", "expand C&O", "expand NYC", "expand WAB", "stop"]


def test_the_lowest_bids_are_buttons_and_the_higher_ones_a_menu() -> None:
    """The first bid for PRR with 60 dollars: 7 to 17 are shown, 18 to 60 stand behind one more."""
    parts = parts_of(start(2, 0), 0)
    shown = [text for text in offered({"actions": parts["actions"]}) if text != "pass"]

    assert shown == [f"bid {dollars}" for dollars in range(7, 18)]
    assert words_of(parts["actions"])[-2:] == ["more…", "Pass"]
    assert offered({"menus": parts["menus"]}) == [f"bid {dollars}" for dollars in range(18, 61)]
    assert 'data-choice="bids"' in parts["actions"]
    assert '<g id="choice-bids" class="menu" role="group">' in parts["menus"]


def test_few_bids_need_no_menu() -> None:
    """With 12 dollars there are six bids for PRR."""
    state = start(2, 0)
    state.cash[0] = 12
    parts = parts_of(state, 0)

    assert words_of(parts["actions"])[1:] == ["$7", "$8", "$9", "$10", "$11", "$12", "Pass"]
    assert parts["menus"] == ""


@both_layouts
@pytest.mark.parametrize("cash", [20, 60, 150, 400, 999])
def test_the_menu_of_bids_stays_on_the_paper(cash: int, layout: str) -> None:
    """However rich the bidder is, up to the highest bid there is (CEX-138)."""
    state = start(2, 0)
    state.cash[0] = cash
    menu = ET.fromstring(parts_of(state, 0, layout=layout)["menus"])
    width, height = GAME.canvas[layout]
    x, y = moved_by(menu[0])
    sheet = menu[0][0]

    assert x >= 4
    assert x + float(sheet.attrib["width"]) <= width - 4
    assert y >= 4
    assert y + float(sheet.attrib["height"]) <= height - 4


def test_an_expansion_can_be_ended_after_the_first_locomotive() -> None:
    """CEX-66: no button before it, one after it."""
    state = play(position(treasury={"PRR": 9}), "expand PRR")
    before = parts_of(state, 0)["actions"]
    after = parts_of(play(state, "build Q5"), 0)["actions"]

    assert offered({"actions": before}) == []
    assert notation(STOP) in tried({"actions": before})
    assert offered({"actions": after}) == [notation(STOP)]
    assert words_of(before)[-1] == words_of(after)[-1] == "End the expansion"


def compounds(parts: dict[str, str]) -> list[list[str]]:
    """The steps of several moves that a drawing offers."""
    return [element.attrib["data-moves"].split("; ") for element in root_of(parts).iter() if "data-moves" in element.attrib]


@both_layouts
@pytest.mark.parametrize("treasury", [3, 6, 14, 60])
def test_a_hex_further_away_builds_the_way_there(treasury: int, layout: str) -> None:
    """Every way is legal move by move, ends where it is pressed, and no other way as short is cheaper."""
    state = play(position(built={"B&O": "Q6 P5 P4", "PRR": "O4"}, shares={0: "B&O"}, treasury={"B&O": treasury}), "expand B&O")
    parts = parts_of(state, 0, layout=layout)
    found = {name: way for name in HEX_IDS for way in compounds({name: parts[f"hex-{name}"]})}
    prices = cheapest(state)

    assert found.keys() == prices.keys()
    for name, way in found.items():
        built = play(state.copy(), *way)
        assert way[-1] == f"build {name}"
        assert (len(way), treasury - built.treasury[1]) == prices[name]
        assert f"for ${prices[name][1]}" in parts[f"hex-{name}"]


def cheapest(state: Express) -> dict[str, tuple[int, int]]:
    """By hex that cannot be built at once: the fewest locomotives that reach it and their lowest price, by trying every order."""
    first = set(legal(state, "build"))
    found: dict[str, tuple[int, int]] = {}
    edge = [state]
    for length in range(1, 4):
        further = []
        for before in edge:
            for name in legal(before, "build"):
                after = play(before.copy(), f"build {name}")
                price = int(state.treasury[state.company] - after.treasury[state.company])
                if name not in first and (length, price) < found.get(name, (9, 0)):
                    found[name] = (length, price)
                further.append(after)
        edge = [after for after in further if after.phase == BUILDING]
    return found


def test_an_expansion_of_one_locomotive_offers_no_ways() -> None:
    """The last of three, and a company with one left."""
    third = play(position(treasury={"PRR": 20}), "expand PRR", "build Q5", "build P5")
    scarce = play(position(treasury={"PRR": 20}, left={"PRR": 1}), "expand PRR")

    assert compounds(parts_of(third, 0)) == compounds(parts_of(scarce, 0)) == []


def centres_of(parts: dict[str, str]) -> dict[str, Point]:
    """Where every control beside the map stands, by what it stands for: moves on offer and those that are not legal."""
    found: dict[str, Point] = {}

    def walk(element: ET.Element, x: float, y: float, name: str) -> None:
        dx, dy = moved_by(element)
        x, y = x + dx, y + dy
        name = element.attrib.get("data-move") or element.attrib.get("data-try") or name
        if element.tag == "rect" and name:
            found.setdefault(name, (x + float(element.attrib["x"]), y + float(element.attrib["y"])))
        for child in element:
            walk(child, x, y, name)

    for name in ("actions", "dials", "offers"):
        walk(ET.fromstring(parts[name]), 0, 0, "")
    return found


@both_layouts
def test_controls_keep_their_places_during_a_turn(layout: str) -> None:
    """From the choice of a company to the last locomotive, and from an offer to the bid."""
    state = position(treasury={"PRR": 20, "B&O": 5}, cash=(20, 20, 20))
    turns = [["expand PRR", "build Q5", "build P5"], ["offer NYC"]]
    for moves in turns:
        steps = [parts_of(play(state.copy(), *moves[:count]), 0, layout=layout) for count in range(len(moves) + 1)]
        places = [centres_of(parts) for parts in steps]
        for one, other in pairwise(places):
            assert all(other[name] == place for name, place in one.items() if name in other)
        tops = [
            [moved_by(ET.fromstring(parts[name])) for name in ("prompt", "actions", "dials", "offers", "seats")] for parts in steps
        ]
        assert all(top == tops[0] for top in tops)
    assert "offer NYC" not in {name for name, place in places[1].items() if place == places[0]["offer NYC"]} - {"offer NYC"}


def test_the_draft_and_what_others_did_are_marked() -> None:
    """A draft that builds two hexes and stops; Bo has developed Q4 since Ada's last turn."""
    state = position(built={"PRR": "Q4"}, treasury={"PRR": 20})
    moves = [parse(text) for text in ("expand PRR", "build Q5", "build P5", "stop")]
    after = play(state.copy(), "expand PRR", "build Q5", "build P5", "stop")
    request = DrawingRequest(view=GAME.view(after, 0), names=NAMES, draft=moves, recent=[(1, parse("develop Q4"))])
    parts = GAME.render(request)

    assert [name for name in parts if "marked pending" in parts[name]] == ["hex-P5", "hex-Q5"]
    assert [name for name in parts if "marked thin" in parts[name]] == ["hex-Q4"]


@both_layouts
def test_every_place_of_a_move_is_on_the_drawing(layout: str) -> None:
    """What a line of the log points at can be found: all hexes, companies and dials."""
    parts = parts_of(crowded(), 0, layout=layout)
    found = {element.attrib["data-place"] for element in root_of(parts).iter() if "data-place" in element.attrib}

    assert found == {*HEX_IDS, *COMPANY_PLACES, *DIAL_PLACES}


# What it shows: the map.


@both_layouts
def test_the_margin_names_the_columns_and_rows(layout: str) -> None:
    """Every hex is found by its coordinates: its letter and its number stand in line with it."""
    root = ET.fromstring(f"<svg>{drawing.backdrop(GAME.view(position(), 0), layout)}</svg>")
    labels = {
        str(element.text): (float(element.attrib["x"]), float(element.attrib["y"]) - 3.4)
        for element in root.iter("text")
        if "t14" not in element.attrib["class"].split()  # the N of the compass
    }
    sheet = SHEETS[layout]
    for name, centre in zip(HEX_IDS, centres(layout), strict=True):
        along, across = (1, 0) if sheet.turned else (0, 1)  # the direction of the columns, and of the rows
        assert abs(labels[name[0]][along] - centre[along]) < 1
        assert abs(labels[name[1:]][across] - centre[across]) < sheet.radius / 2


@pytest.mark.parametrize("state", [start(6, 0), crowded(), played(5, 100_000)], ids=["auction", "crowded", "over"])
def test_no_text_is_smaller_than_nine_pixels_on_a_desktop(state: Express) -> None:
    """At 1280 x 800 a page shows the board 687 pixels high; on a phone in its own size, with smaller initials in a crowd."""
    shown = 687 / GAME.canvas["wide"][1]
    for layout, least in (("wide", 9 / shown), ("narrow", 8)):
        texts = list(root_of(parts_of(state, 0, layout=layout)).iter("text"))
        sizes = {int(found[1]) for element in texts if (found := re.search(r"\bt(\d+)\b", element.attrib["class"]))}
        assert min(sizes) >= least


def test_companies_are_named_in_full() -> None:
    """No charter cuts a name."""
    words = " ".join(words_of(parts_of(position(), SPECTATOR)["charters"]))

    assert all(" ".join(name.split()) in words for name in COMPANY_NAMES)


def test_industry_and_ends_stay_in_view_on_a_desktop() -> None:
    """They lie below the map with the companies, not in the column of the turn, also during an auction."""
    for state in (start(6, 0), ending_soon()):
        parts = parts_of(state, 0)
        turn, sheet = moved_by(ET.fromstring(parts["prompt"]))[0], SHEETS["wide"]
        for name in ("industry", "ending", "charters"):
            x, y = moved_by(ET.fromstring(parts[name]))
            assert x < turn
            assert y > sheet.height


def test_the_end_draws_the_last_dividend() -> None:
    """A bar of its companies for every player, with what each paid (CEX-102)."""
    state = played(4, 100_000)
    part = parts_of(state, 1)["actions"]
    paid = {
        f"{COMPANY_IDS[company]} ${state.dividend(company) * state.share[seat * COMPANIES + company]}"
        for seat in range(4)
        for company in range(COMPANIES)
        if state.share[seat * COMPANIES + company]
    }
    titles = " ".join(element.text or "" for element in ET.fromstring(part).iter("title"))

    assert words_of(part)[0] == "The last dividend"
    assert all(text in titles for text in paid)


def test_every_hex_shows_its_name_its_cost_its_income_and_what_a_house_adds() -> None:
    """CEX-15 for plains, forest, mountain, city, industrial city, Chicago and a start hex."""
    parts = parts_of(position(), SPECTATOR)
    shown = {name: words_of(parts[f"hex-{name}"]) for name in ("P5", "K3", "J7", "L0", "K4", "A2", "S3")}

    assert shown == {
        "P5": ["$1"],
        "K3": ["$4"],
        "J7": ["$4", "+1", "+2"],
        "L0": ["Buffalo", "$2", "+3", "+2"],
        "K4": ["Pittsburgh", "$4", "+4"],
        "A2": ["Chicago", "$3", "+7"],
        "S3": ["New York", "NYC"],
    }


def test_no_hex_lacks_its_cost_or_its_name() -> None:
    """All 160 of them, in both sizes."""
    for layout in LAYOUTS:
        parts = parts_of(position(), SPECTATOR, layout=layout)
        for where in range(HEXES):
            words = words_of(parts[f"hex-{HEX_IDS[where]}"])
            assert not HEX_NAMES[where] or name_of(layout, where) == words[0]
            assert not COST[where] or f"${COST[where]}" in words


def test_cities_have_different_short_names() -> None:
    """On a phone there is room for three letters."""
    names = [name_of("narrow", where) for where in range(HEXES) if HEX_NAMES[where]]

    assert len(set(names)) == len(names)
    assert max(len(name) for name in names) == 3


def test_an_industrial_city_shows_what_its_marker_shows() -> None:
    """CEX-80: Pittsburgh on 6, Detroit on 3."""
    parts = parts_of(position(track={"Pittsburgh": 6, "Detroit": 3}), SPECTATOR)

    assert "+6" in words_of(parts["hex-K4"])
    assert "+3" in words_of(parts["hex-E0"])


def test_a_developed_hex_has_a_house_and_brings_more() -> None:
    """CEX-79: Youngstown, 1 + 1; what a house would add is no longer shown."""
    state = crowded()
    part = parts_of(state, SPECTATOR)["hex-I4"]

    assert words_of(part) == ["Youngstown", "$2", "+2", "P", "B", "C", "N", "W"]
    assert 'class="house-roof"' in part
    assert "with a house; PRR, B&amp;O, C&amp;O, NYC and WAB there" in part


@both_layouts
def test_one_company_shows_its_initials_and_several_in_a_small_space_the_first_of_them(layout: str) -> None:
    """One, two and three companies on a hex; each on its own colour."""
    parts = parts_of(crowded(), SPECTATOR, layout=layout)
    two = ["PRR", "B&O"] if layout == "wide" else ["P", "B"]

    assert words_of(parts["hex-L4"])[-1] == "PRR"
    assert words_of(parts["hex-K4"])[-2:] == two
    assert words_of(parts["hex-Q6"])[-3:] == ["P", "B", "C"]
    assert [f'class="loco {name}"' in parts["hex-Q6"] for name in ("prr", "bo", "co", "nyc", "wab")] == [True] * 3 + [False] * 2


def test_companies_can_be_told_by_their_first_letter() -> None:
    """P, B, C, N and W."""
    assert len({name[0] for name in COMPANY_IDS}) == COMPANIES


def test_networks_are_drawn_between_neighbours_only() -> None:
    """PRR in Philadelphia, Q5 and Q4: two lines; NYC alone in New York: none."""
    parts = parts_of(position(built={"PRR": "Q5 Q4"}), SPECTATOR)

    assert [part.count("M") for part in re.findall(r' d="([^"]*)"', parts["network-0"])] == [2, 2, 2]
    assert parts["network-3"] == ""


@both_layouts
def test_companies_side_by_side_keep_lanes_of_their_own(layout: str) -> None:
    """PRR and NYC both in Q5 and P5: their lines do not coincide."""
    state = position(built={"PRR": "Q5 P5", "NYC": "S4 R4 Q5 P5"})
    parts = parts_of(state, SPECTATOR, layout=layout)
    lines = [set(re.findall(r"M[^M]*", re.findall(r' d="([^"]*)"', parts[f"network-{company}"])[0])) for company in (0, 3)]

    assert lines[0] & lines[1] == set()
    assert all(lines)


def test_the_last_hex_is_marked_and_so_are_those_of_the_expansion_under_way() -> None:
    """Two locomotives placed, the third to come; and a hex that was developed."""
    state = play(position(treasury={"PRR": 9}), "expand PRR", "build Q5", "build P5")
    parts = parts_of(state, 0, last=parse("build P5"))
    developed = parts_of(position(built={"PRR": "Q5 Q4"}), 0, last=parse("develop Q4"))

    assert [name for name in parts if 'class="marked pending"' in parts[name]] == ["hex-P5", "hex-Q5"]
    assert [name for name in developed if 'class="marked"' in developed[name]] == ["hex-Q4"]


# What it shows: the panels.


def test_the_dials_show_needles_and_red_zones() -> None:
    """One red space a dial; the needle of the auction has moved, that of the expansion stands on red."""
    state = position(needles=(1, 5, 0))
    part = parts_of(state, SPECTATOR)["dials"]

    assert words_of(part) == [
        "Dials: two on red bring a general dividend",
        *("Auction", "2 of 3 left", "Decline"),
        *("Expansion", "on red", "Decline"),
        *("Development", "4 of 4 left", "Decline"),
    ]
    assert (part.count('class="dial go"'), part.count('class="dial stop"'), part.count('class="dial"')) == (3, 3, 9)
    assert part.count('class="needle"') == 3
    assert "auction: chosen 1 time, on red after 3" in part


def test_the_needle_turns_from_left_to_right() -> None:
    """Every choice moves its tip further to the east."""
    tips = []
    for needle in range(6):
        part = parts_of(position(needles=(0, needle, 0)), SPECTATOR)["dials"]
        tips.append(float(re.findall(r'L([\d.]+) [\d.]+" class="needle"', part)[1]))

    assert all(one < other for one, other in pairwise(tips))


def test_the_income_track_shows_a_token_beyond_fifty() -> None:
    """CEX-16, CEX-R3: B&O 51 and PRR 53 have one, NYC 50 has none; the Wabash is open."""
    words = words_of(parts_of(crowded(), SPECTATOR)["income"])
    flags = [word for word in words if word in COMPANY_IDS or word.startswith("+")]

    assert flags == ["B&O", "+50", "WAB", "PRR", "+50", "C&O", "NYC"]
    assert [word for word in words if word.isdigit()] == [str(dollars) for dollars in range(0, 51, 10)]


def test_a_company_that_is_not_open_has_no_income_marker() -> None:
    """CEX-21."""
    assert "WAB" not in words_of(parts_of(position(), SPECTATOR)["income"])


@pytest.mark.parametrize(
    ("income", "flag"), [(0, (0, 0)), (49, (49, 0)), (50, (50, 0)), (51, (1, 1)), (53, (3, 1)), (100, (50, 1))]
)
def test_markers_go_on_from_zero(income: int, flag: tuple[int, int]) -> None:
    """The place on the track, and the number of tokens."""
    assert flag_of(income) == flag


def test_flags_keep_apart_and_in_order() -> None:
    """Five incomes nearly equal at the left edge, and one far away."""
    spots = spread([10, 11, 11, 12, 300], 30, (15, 400))

    assert all(other - one >= 30 for one, other in pairwise(spots))
    assert spots[0] == 15
    assert spots[-1] == 300


def test_a_charter_tells_income_dividend_treasury_locomotives_and_shares() -> None:
    """NYC with an income of 16 and three shares sold, CEX-103: a share pays 6, the next one opens at 4."""
    state = position(shares={0: "NYC NYC", 1: "NYC"}, treasury={"NYC": 12}, income={"NYC": 16})
    part = parts_of(state, SPECTATOR)["charters"]
    words = words_of(part)

    assert words[:6] == ["income", "dividend a share", "next share from", "treasury", "locomotives left", "shares sold"]
    assert words[words.index("New York") :][:7] == ["New York", "Central", "$16", "$6", "$4", "$12", "23"]
    assert part.count('href="#sign-disc" class="seat-1"') == 2
    assert part.count('href="#sign-square" class="seat-2"') == 1
    assert part.count('class="void"') == 17
    assert "shares: Ada 2, Bo 1; unsold 2" in part


def test_a_charter_without_shares_and_one_that_is_not_open_say_so() -> None:
    """CEX-53, CEX-129."""
    words = words_of(parts_of(position(shares={0: "PRR PRR PRR"}), SPECTATOR)["charters"])

    assert words[words.index("Railroad") :][:4] == ["Railroad", "$7", "$3", "all sold"]
    assert words[words.index("Wabash") + 1 :] == ["opens when a", "company reaches", "Chicago", "11"]


def test_a_phone_shows_the_charters_as_a_table() -> None:
    """The same figures under heads."""
    words = words_of(parts_of(position(treasury={"PRR": 9}), SPECTATOR, layout="narrow")["charters"])

    assert words[:11] == ["Companies", "income", "a share", "next from", "treasury", "PRR", "$7", "$7", "$4", "$9", "19"]
    assert words[-3:] == ["WAB", "opens when a company reaches Chicago", "11"]


def test_players_show_cash_shares_and_the_dividend_to_come() -> None:
    """CEX-102: PRR pays 7 for its only share, C&O 3 for each of two."""
    state = position(seats=2, shares={0: "PRR C&O", 1: "B&O C&O NYC"}, cash=(20, 30))
    words = words_of(parts_of(state, 1)["seats"])

    assert words == [
        *("Players", "Cash", "PRR", "B&O", "C&O", "NYC", "WAB", "Dividend"),
        *("Ada", "$20", "1", "–", "1", "–", "–", "+$10", "to move"),
        *("Bo", "$30", "–", "1", "1", "1", "–", "+$17", "you"),
    ]


def test_an_auction_shows_who_leads_who_is_out_and_who_bids() -> None:
    """Ada bids 7, Bo passes, Cy is asked."""
    state = play(start(3, 0), "bid 7", "pass")
    words = words_of(parts_of(state, SPECTATOR, last=parse("pass"))["seats"])
    captions = [word for word in words if word in ("bids $7", "out", "to bid")]

    assert captions == ["bids $7", "out", "to bid"]


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("decline expand", "declined: expansion"),
        ("develop Q4", "developed Q4"),
        ("expand PRR|build P5|stop", "ended the expansion"),
        ("expand PRR|build P5|build O5|build O4", "built O4 Harrisburg"),
    ],
)
def test_the_last_move_stands_at_the_seat_that_made_it(moves: str, words: str) -> None:
    """Ada has moved, Bo is to move."""
    state = play(position(built={"PRR": "Q5 Q4"}, treasury={"PRR": 20}), *moves.split("|"))
    part = parts_of(state, 1, last=parse(moves.split("|")[-1]))["seats"]
    told = words_of(part)

    assert told.index("Ada") < told.index(words) < told.index("Bo")
    assert part.count('class="last"') == 1


def test_a_bid_that_leads_is_marked_as_the_last_move() -> None:
    """The row of the leader carries the mark, also before the first turn."""
    part = parts_of(play(start(3, 0), "bid 7"), 1, last=parse("bid 7"))["seats"]

    assert part.index('class="last"') < part.index(">Ada<") < part.index(">Bo<")


def test_a_turn_in_its_middle_belongs_to_the_seat_that_moved_last() -> None:
    """An expansion under way, and an auction that somebody has opened by offering."""
    building = play(position(treasury={"PRR": 9}), "expand PRR")
    offering = play(position(cash=(20, 20, 20)), "offer NYC")

    assert building.phase == BUILDING
    for state, last in ((building, "expand PRR"), (offering, "offer NYC")):
        part = parts_of(state, 1, last=parse(last))["seats"]
        assert part.index('class="last"') < part.index(">Ada<") < part.index(">Bo<")


def test_the_industrial_track_shows_every_value_and_the_marker() -> None:
    """CEX-8: Detroit on 2, Wheeling on 3, Pittsburgh on 6; a house on each of these."""
    part = parts_of(position(track={"Detroit": 2, "Pittsburgh": 6}), SPECTATOR)["industry"]

    assert words_of(part) == [
        "Industrial cities; 8 in Detroit ends the game",
        *("Detroit", "1", "2", "3", "4", "5", "6", "7", "8"),
        *("Wheeling", "3", "4", "5", "6"),
        *("Pittsburgh", "4", "6", "8"),
    ]
    assert re.findall(r'strong middle on-ink">(\d)<', part) == ["2", "3", "6"]


def test_the_ends_of_the_game_tell_how_near_they_are() -> None:
    """CEX-132: one company without locomotives, four sold out, 17 houses, Detroit on 5."""
    state = position(
        seats=2,
        shares={0: "PRR PRR PRR B&O B&O B&O B&O C&O C&O C&O", 1: "C&O C&O C&O NYC NYC NYC NYC NYC"},
        built={"PRR": "Q5 Q4 Q3 P3"},
        houses="Q4 Q3 P3",
        track={"Detroit": 5},
        left={"PRR": 0},
    )
    part = parts_of(state, SPECTATOR, layout="narrow")["ending"]
    wide = parts_of(state, SPECTATOR)["ending"]
    rows = [
        "The next dividend ends the game when",
        *("3 companies lack locomotives", "1 of 3"),
        *("3 companies are sold out", "3 of 3"),
        *("3 houses are left", "17 left"),
    ]

    assert words_of(part) == [*rows, "Detroit stands on 8", "on 5"]
    assert words_of(wide) == rows  # Detroit has its end on the industrial track
    assert part.count('href="#sign-tick"') == 1


@both_layouts
def test_the_end_shows_the_players_by_rank(layout: str) -> None:
    """CEX-136: most cash first; no dividend is to come."""
    state = played(4, 100_000)
    words = words_of(parts_of(state, 1, layout=layout)["seats"])
    cash = [int(word[1:]) for word in words if word.startswith("$")]

    assert state.actor == OVER
    assert cash == sorted(state.cash, reverse=True)
    assert words[0] == "Result"
    assert "Dividend" not in words
    assert "winner" in words


def test_the_legend_explains_the_figures() -> None:
    """Cost, income, houses, forest and mountain."""
    assert words_of(parts_of(position(), SPECTATOR)["legend"]) == [
        *("$2", "cost per locomotive on the hex"),
        *("+1", "income"),
        *("+2", "more with a house"),
        "one company; a house brings $2",
        "one company",
    ]


def test_a_strange_name_is_only_a_name() -> None:
    """Markup in a name stays text."""
    parts = drawing.render(DrawingRequest(view=GAME.view(position(seats=2), 0), names=('"><script>', "B & C")))

    assert not [element for element in root_of(parts).iter() if element.tag == "script"]
    assert "B & C" in words_of(parts["seats"])


def test_the_drawing_speaks_french() -> None:
    """Heads, figures with their sign, dials and ends."""
    parts = parts_of(position(needles=(1, 5, 0)), 0, "fr")
    words = [word for name in ("seats", "dials", "ending", "hex-L0") for word in words_of(parts[name])]

    assert {"Joueurs", "Argent", "Dividende", "à jouer", "Renoncer", "au rouge", "reste 2 sur 3", "0 sur 3"} <= set(words)
    assert words_of(parts["hex-L0"]) == ["Buffalo", "2\u202f$", "+3", "+2"]


def test_every_message_of_the_drawing_has_its_french() -> None:
    """In its own catalogue or in that of the game; no entry is left over."""
    home = Path(drawing.__file__).parent
    known: dict[Path, set[str]] = {}
    for path in (home / "fr.po", home.parent / "fr.po"):
        with path.open("rb") as file:
            ids = [entry.id for entry in read_po(file, locale="fr") if entry.string and entry.id]
        known[path] = {str(each[0] if isinstance(each, tuple) else each) for each in ids}
    said = set()
    for path in home.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("say", "say_many"):
                message = node.args[0]
                assert isinstance(message, ast.Constant)
                said.add(str(message.value))

    assert said - set().union(*known.values()) == set()
    assert known[home / "fr.po"] - said == set()


# Where things lie.


def moved_by(element: ET.Element) -> Point:
    """The translation of an element."""
    found = re.match(r"translate\(([-\d.]+) ([-\d.]+)\)", element.attrib.get("transform", ""))
    return (float(found[1]), float(found[2])) if found else (0.0, 0.0)


def texts_of(element: ET.Element, x: float = 0, y: float = 0) -> list[tuple[str, Box]]:
    """Every text below an element that is not in a menu nor only kept to be used, with its room on the paper."""
    dx, dy = moved_by(element)
    x, y = x + dx, y + dy
    classes = element.attrib.get("class", "").split()
    if "menu" in classes or element.tag == "defs":
        return []
    if element.tag != "text":
        return [found for child in element for found in texts_of(child, x, y)]
    size = next(int(name[1:]) for name in classes if re.fullmatch(r"t\d+", name))
    width = 0.86 * text_width(element.text or "", size)  # about that of the house's own type
    left = x + float(element.attrib["x"]) - (width / 2 if "middle" in classes else width if "end" in classes else 0)
    return [(element.text or "", (left, y + float(element.attrib["y"]) - 0.66 * size, width, 0.66 * size))]


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes share more than an edge."""
    (ax, ay, aw, ah), (bx, by, bw, bh) = one, other
    return ax < bx + bw - 0.05 and bx < ax + aw - 0.05 and ay < by + bh - 0.05 and by < ay + ah - 0.05


FIGURE = re.compile(r"\$\d+|\d+\u202f?\$|\+\d+")
SCENES = [(start(6, 0), 0), (ending_soon(), 0), (crowded(), 0), (played(2, 60), SPECTATOR), (played(5, 100_000), 1)]


@both_layouts
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("state", "seat"), SCENES, ids=["auction", "turn", "crowded", "watched", "over"])
def test_every_text_lies_on_the_paper_and_on_no_other_text(state: Express, seat: int, language: str, layout: str) -> None:
    """The panels are as full as they get; a price tag covers the cost that it replaces."""
    texts = texts_of(root_of(parts_of(state, seat, language, layout)))
    width, height = GAME.canvas[layout]
    clashes = [
        (word, other)
        for i, (word, one) in enumerate(texts)
        for other, another in texts[:i]
        if overlap(one, another) and not (FIGURE.fullmatch(word) and FIGURE.fullmatch(other))
    ]

    assert len(texts) > 200
    assert [word for word, (x, y, w, h) in texts if not (x >= 0 and x + w <= width and y >= 0 and y + h <= height - 8)] == []
    assert clashes == []


@both_layouts
@pytest.mark.parametrize("sign", ["$4", "4\u202f$"], ids=["en", "fr"])
def test_locomotives_cover_neither_each_other_nor_names_nor_figures(layout: str, sign: str) -> None:
    """One to five companies on a hex with the longest of everything."""
    text = sign if layout == "wide" else sign.replace("\u202f", "")
    figures = [COST_AT[layout].box(text), INCOME_AT[layout].box("+7"), HOUSE_AT[layout].box("+2")]
    names = [NAME[layout].box(name_of(layout, where)) for where in range(HEXES) if HEX_NAMES[where]]
    for count in range(1, COMPANIES + 1):
        width, height = engine_size(layout, count)
        plates = [(x - width / 2, y - height / 2, width, height) for x, y in slots(layout, count)]
        boxes = plates + figures
        assert len(plates) == count
        assert not [1 for i, one in enumerate(boxes) for other in boxes[:i] if overlap(one, other)]
        assert not [1 for one in plates for other in names if overlap(one, other)]


@both_layouts
def test_a_tag_or_a_house_leaves_the_locomotives_free(layout: str) -> None:
    """The box of a price, 2 to 4 companies being there; and the house of a developed city with all five."""
    x, y, width, height = COST_AT[layout].box("$9")
    pad = COST_AT[layout].size * 0.18
    tag = (x - pad, y - pad, width + 2 * pad, height + 2 * pad)
    house = HOUSE_AT[layout]
    drawn = (house.x - 6, house.y - 11, 12, 12) if layout == "wide" else (house.x - 4.2, house.y - 6.6, 8.4, 8)
    for count in range(1, COMPANIES + 1):
        wide, high = engine_size(layout, count)
        plates = [(px - wide / 2, py - high / 2, wide, high) for px, py in slots(layout, count)]
        assert not any(overlap(drawn, plate) for plate in plates)
        assert layout == "narrow" or not any(overlap(tag, plate) for plate in plates)


@both_layouts
def test_what_stands_on_a_hex_does_not_reach_into_another(layout: str) -> None:
    """Names, figures and locomotives of every hex against those of all others."""
    boxes: list[tuple[int, Box]] = []
    for where, (x, y) in enumerate(centres(layout)):
        local = [NAME[layout].box(name_of(layout, where))] if HEX_NAMES[where] else []
        local += [COST_AT[layout].box("$4")] if COST[where] else []
        local += [HOUSE_AT[layout].box("+2")] if DEVELOPMENT[where] else []
        count = 1 if SINGLE[where] or TERRAIN[where] == START else COMPANIES
        width, height = engine_size(layout, count)
        local += [(px - width / 2, py - height / 2, width, height) for px, py in slots(layout, count)]
        boxes += [(where, (x + left, y + top, wide, high)) for left, top, wide, high in local]
    clashes = [
        (HEX_IDS[one], HEX_IDS[two])
        for i, (one, box) in enumerate(boxes)
        for two, another in boxes[:i]
        if one != two and overlap(box, another)
    ]

    assert clashes == []


@both_layouts
def test_hexes_lie_within_the_frame_and_fit_each_other(layout: str) -> None:
    """No corner is cut off, and neighbours share a side."""
    sheet = SHEETS[layout]
    for where, (x, y) in enumerate(centres(layout)):
        assert all(0 <= x + dx <= sheet.width and 0 <= y + dy <= sheet.height for dx, dy in corners(layout, where))
    rims = [
        {(round(centres(layout)[where][0] + x), round(centres(layout)[where][1] + y)) for x, y in corners(layout, where)}
        for where in (cell("Q5"), cell("Q6"))
    ]

    assert len(rims[0] & rims[1]) == 2


def test_a_phone_has_the_west_at_the_top_and_says_where_the_north_is() -> None:
    """Chicago above Fort Wayne above Baltimore; the lakes at the right."""
    west, middle, east = (centres("narrow")[cell(name)] for name in ("Chicago", "Fort_Wayne", "Baltimore"))
    view = GAME.view(position(), SPECTATOR)

    assert west[1] < middle[1] < east[1]
    assert centres("narrow")[cell("Cleveland")][0] > centres("narrow")[cell("Charleston")][0]
    assert all("sign-north" in drawing.backdrop(view, layout) for layout in LAYOUTS)


def inside(point: Point, outline: list[Point]) -> bool:
    """Whether a point lies in a closed outline, by counting crossings."""
    x, y = point
    crossings = 0
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            crossings += 1
    return crossings % 2 == 1


@both_layouts
def test_hexes_lie_on_land_and_the_lakes_where_the_board_has_them(layout: str) -> None:
    """160 hexes of land; the thirteen lake hexes in Lake Michigan and Lake Erie."""
    land, lakes = outlines(layout, "land"), outlines(layout, "lakes")
    for where in range(HEXES):
        assert any(inside(centres(layout)[where], outline) for outline in land), HEX_IDS[where]
        assert not any(inside(centres(layout)[where], outline) for outline in lakes), HEX_IDS[where]
    for name in LAKES:
        point = SHEETS[layout].place(*FLAT.centre(cell_of(name)))
        assert any(inside(point, outline) for outline in lakes), name


def test_the_map_is_the_same_in_every_game() -> None:
    """It is sent once and never touched."""
    views = [GAME.view(state, 0) for state in (start(2, 0), crowded(), ending_soon())]

    assert len({drawing.backdrop(view, "wide") for view in views}) == 1
    ET.fromstring(f"<svg>{drawing.backdrop(views[0], 'narrow')}</svg>")


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_figures_can_be_read_on_every_terrain_and_initials_on_every_company(scheme: int) -> None:
    """4.5 to 1 for ink and costs on terrain; 3 to 1 for initials on plates."""
    found = re.findall(r"^\s*--([a-z0-9-]+):\s*light-dark\((#[0-9A-F]{6}), (#[0-9A-F]{6})\);", theme(), re.MULTILINE)
    colours = {name: values[scheme] for name, *values in found} | {"card-ink": "#22262B"}

    for ground in ("land", "forest", "mountain", "town", "industry"):
        assert contrast(colours["ink"], colours[ground]) >= 4.5, ground
        assert contrast(colours["cost"], colours[ground]) >= 4.5, ground
    for company in ("prr", "bo", "nyc", "wab"):
        assert contrast(colours["paper"], colours[company]) >= 3, company
    assert contrast(colours["card-ink"], colours["co"]) >= 4.5

"""The drawing of Railroad Tycoon: what it shows, what it offers, what it covers, and that nothing on the map collides."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from importlib.resources import files
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import roundhouse.games.tycoon.svg as drawing
from roundhouse.core.bits import members
from roundhouse.core.draw import Rng
from roundhouse.core.game import DrawingRequest
from roundhouse.core.grid import Point
from roundhouse.core.playout import random_moves
from roundhouse.core.state import OVER, SPECTATOR
from roundhouse.games.tycoon import GAME
from roundhouse.games.tycoon.board import (
    BANKS,
    CELL_OF,
    CITIES,
    CITY_CELL,
    CITY_NAMES,
    HEXES,
    HILLS_PRICE,
    KINDS,
    OPEN_PRICE,
    RIDGE_PRICE,
    RIVER_PRICE,
    ROWS,
    SIDES,
)
from roundhouse.games.tycoon.moves import BID, CARD, ISSUE, TAKE
from roundhouse.games.tycoon.notation import notation, parse
from roundhouse.games.tycoon.position import AUCTION, BEGINNER, BUILDING, DELIVERING, GROWING, INDUSTRY, LOOSE, OPEN_CASH
from roundhouse.games.tycoon.state import Tycoon, start
from roundhouse.games.tycoon.svg.cities import cube_size, cube_spots
from roundhouse.games.tycoon.svg.ground import CITY_SIZE
from roundhouse.games.tycoon.svg.landscape import coast, rivers
from roundhouse.games.tycoon.svg.map import HEIGHT, SHEETS, Sheet, labels_of
from roundhouse.games.tycoon.svg.names import names_of
from roundhouse.games.tycoon.svg.routes import delivered, ways
from roundhouse.games.tycoon.track import ALL_SIDES, ONE_TRACK
from roundhouse.play.offers import drawings, offers_of
from roundhouse.testing.clicks import greedy_game
from roundhouse.ui.maps import Label
from roundhouse.ui.svg import text_width
from tests.games.tycoon.positions import build, city, lay_link, play, position
from tests.games.tycoon.positions import hex_at as hex_named

NAMES = ("Ada", "Bo", "Cy", "Dee", "Eve", "Fay")
LAYOUTS = ("wide", "narrow")


def request_of(state: Tycoon, seat: int, language: str = "en", layout: str = "wide", **more: Any) -> DrawingRequest[Tycoon]:
    """What a page asks for a seat, with the moves that it has."""
    moves = list(state.legal_moves()) if state.actor == seat else []
    names = NAMES[: state.seats]
    return DrawingRequest(view=GAME.view(state, seat), moves=moves, names=names, language=language, layout=layout, **more)


def parts_of(state: Tycoon, seat: int, language: str = "en", layout: str = "wide", **more: Any) -> dict[str, str]:
    """The drawing for a seat, with the moves that it has."""
    return GAME.render(request_of(state, seat, language, layout, **more))


def root_of(parts: dict[str, str]) -> ET.Element:
    """The parts as one tree; raises where they are not well-formed."""
    return ET.fromstring("<svg>" + "".join(parts.values()) + "</svg>")


def offered(parts: dict[str, str]) -> set[str]:
    """The moves that a drawing offers."""
    return {element.attrib["data-move"] for element in root_of(parts).iter() if "data-move" in element.attrib}


def all_offered(request: DrawingRequest[Tycoon]) -> set[str]:
    """The moves that a drawing offers at once or after selections."""
    return {move for _, offers in drawings(GAME, request) for move in offers.moves}


def element_of(part: str, move: str) -> ET.Element:
    """What is pressed to make a move."""
    return next(element for element in ET.fromstring(f"<g>{part}</g>").iter() if element.attrib.get("data-move") == move)


def words_of(part: str) -> list[str]:
    """Every text that can be read in a part, titles left out."""
    return [element.text or "" for element in ET.fromstring(f"<g>{part}</g>").iter("text")]


def titles_of(part: str) -> list[str]:
    """Every title in a part."""
    return [element.text or "" for element in ET.fromstring(f"<g>{part}</g>").iter("title")]


def played(seats: int, moves: int, seed: int = 7, variant: int = 0) -> Tycoon:
    """A position after so many random moves."""
    state = start(seats, variant)
    random_moves(state, Rng(seed), moves)
    return state


def at_auction(seats: int) -> Tycoon:
    """The first auction."""
    state, rng = start(seats, 0), Rng(3)
    while state.actor < 0:
        state.apply(state.draw(rng))
    return state


def in_phase(phase: int) -> Tycoon:
    """A position of a phase in which a seat has a choice."""
    if phase == AUCTION:
        return at_auction(3)
    if phase == DELIVERING:
        return play(delivery(), "deliver yellow from New York", "hop Philadelphia 0")
    steps = {BUILDING: "build Chicago SE", GROWING: "take City Growth", INDUSTRY: "take New Industry"}
    return play(position(cards=["City Growth", "New Industry"]), steps[phase])


# What it offers.


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("seats", "moves"), [(2, 0), (2, 90), (3, 160), (4, 400), (6, 260), (6, 800), (2, 100_000)])
def test_every_seat_is_offered_its_legal_moves_and_no_others(seats: int, moves: int, layout: str) -> None:
    """From the first cubes to after the end; for every seat and a spectator, in both languages."""
    state = played(seats, moves)

    for seat in (*range(seats), SPECTATOR):
        legal = {notation(move) for move in state.legal_moves()} if state.actor == seat else set()
        for language in ("en", "fr"):
            assert all_offered(request_of(state, seat, language, layout)) == legal


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("phase", [AUCTION, BUILDING, DELIVERING, GROWING, INDUSTRY])
def test_every_phase_offers_its_moves(phase: int, layout: str) -> None:
    """The auction, a build, a delivery, City Growth and New Industry."""
    state = in_phase(phase)
    legal = {notation(move) for move in state.legal_moves()}

    assert state.phase == phase
    assert legal
    assert all_offered(request_of(state, state.actor, layout=layout)) == legal


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_parts_are_always_the_same(layout: str) -> None:
    """A page replaces parts by their id, so no part comes or goes."""
    ids = list(parts_of(played(2, 0), 0, layout=layout))

    for variant in (0, BEGINNER):
        for moves in (0, 200, 100_000):
            for seat in (0, SPECTATOR):
                assert list(parts_of(played(4, moves, variant=variant), seat, layout=layout)) == ids


def test_every_press_says_in_words_what_it_does() -> None:
    """No element with a move or a menu lacks a title, and none is out of reach of the keyboard."""
    state = position(seats=3, links={0: ["Chicago-Toledo", "Des Moines-Rock Island"]})
    for element in root_of(parts_of(state, 0)).iter():
        if {"data-move", "data-moves", "data-select", "data-choice"} & set(element.attrib):
            assert element.attrib["tabindex"] == "0"
            assert element[0].tag == "title"
            assert element[0].text


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_choice_opens_a_menu_on_the_paper(layout: str) -> None:
    """Shares and bids: each menu is there and lies within the canvas."""
    width, height = GAME.canvas[layout]
    for state in (position(), at_auction(2)):
        parts = parts_of(state, state.actor, layout=layout)
        wanted = {element.attrib["data-choice"] for element in root_of(parts).iter() if "data-choice" in element.attrib}
        menus = ET.fromstring(f"<g>{parts['menus']}</g>")
        assert {menu.attrib["id"].removeprefix("choice-") for menu in menus} == wanted
        assert wanted
        for menu in menus:
            x, y = (float(word) for word in menu[0].attrib["transform"].removeprefix("translate(").removesuffix(")").split())
            assert 0 <= x <= x + float(menu[0][0].attrib["width"]) <= width
            assert 0 <= y <= y + float(menu[0][0].attrib["height"]) <= height


def test_the_next_bids_need_no_menu() -> None:
    """RRT-57, RRT-199: four bids stand open, higher ones and numbers of shares in menus."""
    auction = at_auction(2)
    bids = [notation(BID + auction.high + i) for i in range(4)]
    actions = ET.fromstring(f"<g>{parts_of(auction, auction.actor)['actions']}</g>")

    assert [element.attrib["data-move"] for element in actions.iter() if "data-move" in element.attrib] == ["pass", *bids]
    assert 'data-move="issue 1"' in parts_of(position(), 0)["menus"]


# Building.


def test_every_next_tile_shows_its_price() -> None:
    """RRT-197: out of Chattanooga to the north-west a hill and the ridge of the city, 8,000."""
    state = play(position(), "build Chattanooga NW")
    part = parts_of(state, 0)["tiles"]

    assert offered({"tiles": part}) == {notation(move) for move in state.legal_moves()}
    assert words_of(f"<g>{ET.tostring(element_of(part, 'lay NE'), 'unicode')}</g>") == ["$8,000", "+2"]
    assert len([word for word in words_of(part) if word.startswith("$")]) == len(state.legal_moves())


def test_a_tile_that_completes_a_link_says_so() -> None:
    """RRT-194: one tile from New York to Philadelphia."""
    state = play(position(cash=[9, 9]), "build New York SW")
    titles = titles_of(parts_of(state, 0)["tiles"])

    assert [title for title in titles if title.endswith("for $2,000; completes the link to Philadelphia")]


def test_a_land_grant_shows_free_tiles() -> None:
    """RRT-146: open terrain costs nothing in the build that follows."""
    state = play(position(held={0: ["Government Land Grant"]}), "grant", "build Dallas NE")

    assert "$0" in words_of(parts_of(state, 0)["tiles"])


def test_prices_side_by_side_do_not_overlap() -> None:
    """In the middle of the map and by its edges, on both sheets."""
    boxes = re.compile(r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)" rx="4" class="chip[ a-z]*"/>')
    for layout in LAYOUTS:
        for text in ("build Chicago SE", "build Atlanta NE", "build Boston W", "build Dallas NE", "build Duluth E"):
            state = position()
            chips = [tuple(map(float, found)) for found in boxes.findall(parts_of(play(state, text), 0, layout=layout)["tiles"])]
            assert chips
            for i, (x, y, width, height) in enumerate(chips):
                for other in chips[:i]:
                    assert x + width <= other[0] or other[0] + other[2] <= x or y + height <= other[1] or other[1] + other[3] <= y


def test_a_loose_end_is_what_one_presses_to_go_on() -> None:
    """RRT-69, RRT-75: the unfinished link is dashed and has a ring at its end."""
    state = build(position(), "Dallas NE: NE stop")
    state = play(state, "pass")
    parts = parts_of(state, 0)
    row = parts[f"row-{CELL_OF[state.loose[2] // SIDES][1] + 1}"]

    assert len(state.loose) == LOOSE
    assert 'class="rail seat-1 loose"' in row
    assert parts["loose-ends"].count("loose-end") == 1
    assert "unfinished link at Dallas, north-east" in (element_of(parts["builds"], "build Dallas NE")[0].text or "")


def test_a_finished_link_has_the_colour_and_mark_of_its_owner() -> None:
    """Seat 1 is the square."""
    parts = parts_of(position(links={1: ["New York-Philadelphia"]}), 0)
    rails = "".join(parts[f"row-{row}"] for row in range(ROWS))

    assert rails.count('class="rail seat-2"') == 1
    assert rails.count('href="#sign-square" class="on-seat-2"') == 1


def test_at_a_crossing_the_younger_track_lies_on_top() -> None:
    """RRT-88: both tracks are drawn, each on its bed, the older one first."""
    state = position()
    hex = hex_named("r28c10")
    state.rail[hex] = (1 << 1 | 1 << 4) + 512 * (1 << 0 | 1 << 3 | 64)
    row = parts_of(state, 0)["row-28"]

    assert row.index('class="rail seat-1"') < row.index('class="rail seat-2"')
    assert row.count("rail-bed") == 2


def test_the_last_tile_is_marked() -> None:
    """The tile that was just laid, not the first one."""
    state = play(position(), "build Dallas NE", "lay NE", "lay NE")
    marked = [name for name, part in parts_of(state, 0, last=parse("lay NE")).items() if "rail-last" in part]

    assert len(marked) == 1
    assert not [name for name, part in parts_of(state, 0).items() if "rail-last" in part]


# Cities and cubes.


def test_a_city_says_its_colour_and_its_cubes() -> None:
    """In words in its title, as signs on the map."""
    part = parts_of(position(goods={"Chicago": "2 blue 1 black"}), 0)[f"city-{city('Chicago')}"]

    assert titles_of(part)[0] == "Chicago: a red city, 2 blue cubes and 1 black cube"
    assert part.count('class="cube blue"') == 2
    assert part.count('href="#sign-diamond" class="on-blue"') == 2
    assert part.count('class="cube black"') == 1


def test_an_empty_city_has_a_marker() -> None:
    """RRT-118."""
    part = parts_of(position(empty=["Toledo"]), 0)[f"city-{city('Toledo')}"]

    assert titles_of(part)[0] == "Toledo: a gray city, empty-city marker"
    assert 'class="empty"' in part


def test_an_urbanized_city_has_its_new_colour() -> None:
    """RRT-99: Dallas becomes blue; a tile lies over the printed gray."""
    state = position()
    before = parts_of(state, SPECTATOR)[f"city-{city('Dallas')}"]
    state.apply(parse("urbanize Dallas blue"))
    after = parts_of(state, SPECTATOR)[f"city-{city('Dallas')}"]

    assert "renewed" not in before
    assert 'class="space blue"' in after
    assert "renewed" in after


def test_western_links_show_their_owner() -> None:
    """RRT-132: built by seat 1 at Kansas City, open at Des Moines."""
    parts = parts_of(position(western=[-1, 1]), 0)

    assert titles_of(parts["west-0"]) == ["Western link of Des Moines, not built"]
    assert titles_of(parts["west-1"]) == ["Western link of Kansas City, owned by Bo"]


def test_a_western_link_is_built_on_the_map_or_by_a_button() -> None:
    """RRT-131: for 30,000."""
    parts = parts_of(position(links={0: ["Des Moines-Rock Island"]}), 0)

    assert (element_of(parts["west-0"], "west Des Moines")[0].text) == "Build the western link of Des Moines for $30,000"
    assert "West of Des Moines: $30,000" in words_of(parts["actions"])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_many_cubes_find_room(layout: str) -> None:
    """Up to eleven lie one by one without overlap; beyond, a figure says how many more."""
    for count in range(1, 12):
        spots = cube_spots(count, layout)
        size = cube_size(count, layout)
        assert len(spots) == count
        assert all(max(abs(ax - bx), abs(ay - by)) >= size - 1e-9 for i, (ax, ay) in enumerate(spots) for bx, by in spots[:i])
    state = position(goods={"Chicago": "5 blue 5 red 5 black"})
    assert "+4" in words_of(parts_of(state, 0)[f"city-{city('Chicago')}"])
    assert offered({"c": parts_of(state, 0)[f"city-{city('Chicago')}"]}) == set()


def test_the_city_of_the_last_move_is_marked() -> None:
    """A cube that came to Toledo."""
    parts = parts_of(position(), 0, last=parse("hop Toledo 1"))

    assert [name for name, part in parts.items() if name.startswith("city") and 'class="just"' in part] == [
        f"city-{city('Toledo')}"
    ]
    assert "Last move: the cube comes to Toledo" in words_of(parts["prompt"])


# Deliveries.


def delivery() -> Tycoon:
    """Seat 0 at level 3 owns New York-Philadelphia, seat 1 Philadelphia-Baltimore, and a hotel stands in Baltimore."""
    state = position(
        links={0: ["New York-Philadelphia"], 1: ["Philadelphia-Baltimore"]},
        goods={"New York": "1 yellow 1 blue"},
        held={1: ["Hotel Baltimore"]},
    )
    state.level[0] = 3
    return state


def test_a_cube_that_can_be_delivered_has_a_frame() -> None:
    """RRT-109: both cubes of New York can go, none of Boston."""
    parts = parts_of(delivery(), 0)

    assert parts[f"city-{city('New York')}"].count('class="ready"') == 2
    assert 'class="ready"' not in parts[f"city-{city('Boston')}"]


def test_destinations_tell_who_scores_what() -> None:
    """RRT-116, RRT-119: a point for each link; the hotel of seat 1 and the first delivery of seat 0 count too."""
    state = play(delivery(), "deliver yellow from New York")
    words = words_of(parts_of(state, 0)["choices"])
    (way,) = ways(state)

    assert (CITY_NAMES[way.city], way.links, way.gains) == ("Baltimore", 2, (2, 2))
    assert words == [
        "Where a yellow cube can go, and what each player scores",
        *("+2", "+2", "Baltimore by way of Philadelphia", "2 links"),
    ]


def test_ways_score_what_the_rules_score() -> None:
    """The points foretold are those that the engine then gives."""
    state = play(delivery(), "deliver yellow from New York")
    (way,) = ways(state)
    before = list(state.points)
    play(state, "hop Philadelphia 0", "hop Baltimore 1")

    assert tuple(after - points for after, points in zip(state.points, before, strict=True)) == way.gains


def test_of_several_ways_the_one_with_most_own_links_comes_first() -> None:
    """RRT-116: to Baltimore both seats have a link from Philadelphia; seat 0 would take its own."""
    state = delivery()
    lay_link(state, 0, "Philadelphia", "Baltimore")

    assert [way.gains for way in ways(play(state, "deliver yellow from New York"))] == [(3, 1), (2, 2)]


def test_the_deliveries_stand_in_a_list_the_best_first() -> None:
    """RRT-116, RRT-119: yellow to Baltimore brings seat 0 two points and seat 1 two; blue to Philadelphia two and none."""
    parts = parts_of(delivery(), 0)

    assert words_of(parts["choices"]) == [
        "Deliveries, and what each player scores",
        *("+2", "New York to Philadelphia", "1 link", "…"),
        *("+2", "+2", "New York to Baltimore", "2 links", "…"),
    ]
    assert offers_of([parts["choices"]]).compounds == {
        ("deliver blue from New York", "hop Philadelphia 0"),
        ("deliver yellow from New York", "hop Philadelphia 0", "hop Baltimore 1"),
    }


def test_the_cube_stops_at_the_first_city_of_its_colour() -> None:
    """RRT-113: nothing lies within reach beyond Philadelphia for a blue cube."""
    state = delivery()

    assert [way.city for way in delivered(state, parse("deliver blue from New York"))] == [city("Philadelphia")]
    assert [way.city for way in ways(play(state, "deliver blue from New York"))] == [city("Philadelphia")]


def test_every_link_for_the_cube_names_its_owner() -> None:
    """From Philadelphia on: over a link of seat 1."""
    state = play(delivery(), "deliver yellow from New York", "hop Philadelphia 0")
    press = element_of(parts_of(state, 0)["hops"], "hop Baltimore 1")

    assert press[0].text == "To Baltimore over a link of Bo"
    assert 'class="seat-2"' in ET.tostring(press, "unicode")


# Panels.


def test_money_of_others_is_covered() -> None:
    """RRT-39: each seat sees its own, a spectator none; at the end all is open."""
    state = position(cash=[7, 23])
    shown = {seat: words_of(parts_of(state, seat)["seats"]) for seat in (0, 1, SPECTATOR)}

    assert ("$7,000" in shown[0], "$23,000" in shown[0], shown[0].count("?")) == (True, False, 1)
    assert ("$7,000" in shown[1], "$23,000" in shown[1], shown[1].count("?")) == (False, True, 1)
    assert shown[SPECTATOR].count("?") == 2
    assert "$23,000" not in "".join(parts_of(state, 0).values())


def test_money_is_shown_at_a_table_with_open_money() -> None:
    """RRT-39, option open_cash: both seats and a spectator read both sums."""
    state = position(cash=[7, 23], variant=OPEN_CASH)

    for seat in (0, 1, SPECTATOR):
        shown = words_of(parts_of(state, seat)["seats"])
        assert ("$7,000" in shown, "$23,000" in shown, "?" in shown) == (True, True, False)


def test_tycoons_of_others_are_not_drawn() -> None:
    """RRT-43: each seat sees its own, a spectator none."""
    state = position(tycoons=["Jay Gould", "James Fisk"])
    drawings = {seat: "".join(parts_of(state, seat).values()) for seat in (0, 1, SPECTATOR)}

    assert {seat: ("Jay Gould" in text, "James Fisk" in text) for seat, text in drawings.items()} == {
        0: (True, False),
        1: (False, True),
        SPECTATOR: (False, False),
    }


def test_the_own_tycoon_tells_its_goal_and_how_it_stands_but_not_whose_purse_is_fuller() -> None:
    """RRT-44 tells what it brings now; RRT-52 would tell about covered money."""
    farnam = position(tycoons=["Henry Farnam", "James Fisk"], links={0: ["Chicago-Toledo"]})

    assert words_of(parts_of(farnam, 0)["tycoon"])[2:] == ["2 points per link owned at Chicago; now 2 points"]
    assert words_of(parts_of(farnam, 1)["tycoon"])[2:] == ["7 points for the most money"]


def test_the_seats_show_everything_that_is_open() -> None:
    """Points, shares, income less dividends, level, links, and the cards before them."""
    state = position(
        links={1: ["New York-Philadelphia"]},
        held={1: ["Hotel Boston", "Government Land Grant", "Government Land Grant"]},
        points=[0, 12],
        shares=[3, 4],
        level=[1, 5],
        western=[1, -1],
    )
    words = words_of(parts_of(state, 0)["seats"])

    assert words[:7] == ["Players", "Points", "Shares", "Net a turn", "Money", "Level", "Links"]
    assert words[-8:-1] == ["Bo", "12", "4", "+$10,000", "?", "5", "1"]
    assert words[-1].startswith("Hotel Boston, Government Land Grant ×2")


def test_the_auction_shows_who_bids_and_who_has_passed() -> None:
    """RRT-58: seat 1 of three leads with 2,000, seat 2 is out."""
    state = at_auction(3)
    first = state.actor
    play(state, "bid 2", "pass")
    words = words_of(parts_of(state, state.actor)["seats"])

    assert words[words.index(NAMES[first]) + 7] == "bids $2,000"
    assert "has passed" in words


def test_the_clock_tells_round_end_bag_deck_and_stock() -> None:
    """RRT-183: two of ten markers; RRT-20: tiles by colour."""
    state = position(empty=["Toledo", "Dallas"])
    part = parts_of(state, 0)["clock"]
    words = words_of(part)

    assert words[0] == "Turn 1, round 1 of 3"
    assert "Empty cities 2 of 10" in words
    assert part.count('class="bad"') == 2
    assert f"Bag: {state.cubes_in_bag()} cubes; deck: {sum(state.deck)} cards" in words
    assert words[-5:] == ["New cities", "3", "3", "3", "3"]


def test_available_cards_tell_what_they_do_and_goals_cannot_be_taken() -> None:
    """RRT-123: Speed Record is on the table and is no move; RRT-120: Hotel Boston is one."""
    state = position(cards=["Hotel Boston", "City Growth", "City Growth"])
    part = parts_of(state, 0)["cards"]

    assert {"City Growth ×2", "two cubes for any city", "Hotel Boston", "first over 3 links: 3 points"} <= set(words_of(part))
    assert offered({"cards": part}) == {
        notation(TAKE + kind) for kind in range(KINDS) if notation(TAKE + kind) in ("take Hotel Boston", "take City Growth")
    }


def test_a_goal_without_room_still_tells_its_points() -> None:
    """In French on narrow paper, the longest name."""
    words = words_of(parts_of(position(cards=["Line New Orleans-Minneapolis"]), 0, "fr", "narrow")["cards"])

    assert words[words.index("Grande ligne New Orleans-Minneapolis") + 1] == "10 points"


def test_beginners_see_no_cards() -> None:
    """RRT-192."""
    parts = parts_of(played(2, 120, variant=BEGINNER), 0)

    assert "<text" not in parts["cards"] + parts["tycoon"]


def test_marks_stand_on_the_track_above_their_points() -> None:
    """RRT-31: 101 points stand on space 1."""
    part = parts_of(position(points=[34, 101]), 0)["gauge"]
    marks = [float(found) for found in re.findall(r'transform="translate\(([\d.]+) [\d.]+\) scale', part)]

    assert titles_of(part) == ["Ada: 34 points, income $23,000", "Bo: 101 points, income $3,000"]
    assert marks[1] < marks[0] < 334


def test_the_key_gives_the_prices_of_the_board() -> None:
    """RRT-79 to RRT-82, as the data have them."""
    track = json.loads(files("roundhouse.games.tycoon").joinpath("board.json").read_text("utf-8"))["track"]
    words = words_of(parts_of(position(), 0)["legend"])

    assert tuple(track[name] for name in ("open", "hills", "river", "ridge")) == (OPEN_PRICE, HILLS_PRICE, RIVER_PRICE, RIDGE_PRICE)
    assert {"open terrain $2,000", "hills $4,000", "over a river +$1,000", "over a ridge +$4,000"} <= set(words)


@pytest.mark.parametrize(
    ("last", "words"),
    [
        (parse("build Dallas NE"), "a build at Dallas, north-east"),
        (parse("turn NE"), "a tile turned"),
        (parse("stop"), "the build stopped"),
        (parse("deliver red from Boston"), "a red cube sets out from Boston"),
        (parse("urbanize Dallas blue"), "Dallas is now a blue city"),
        (parse("grow Dallas"), "City Growth in Dallas"),
        (parse("upgrade"), "a locomotive upgraded"),
        (parse("take New Industry"), "New Industry taken"),
        (parse("grant"), "a Government Land Grant used"),
        (parse("west Kansas City"), "the western link of Kansas City built"),
        (ISSUE + 1, "2 shares issued"),
        (parse("pass"), "a pass"),
        (BID + 4, "a bid of $5,000"),
        (parse("goods 1 red"), "1 red cube drawn from the bag"),
        (CARD, "City Growth turned up"),
    ],
)
def test_the_last_move_is_told_in_few_words(last: int, words: str) -> None:
    """Under the prompt."""
    told = words_of(parts_of(position(), 0, last=last)["prompt"])[-1]

    assert told == f"Last move: {words}"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_end_shows_sums_that_add_up(layout: str) -> None:
    """RRT-187: points, shares, the tycoon's bonus, total; the best first."""
    state = played(4, 100_000, seed=2)
    words = words_of(parts_of(state, 1, layout=layout)["seats"])
    figures = [int(word.replace("−", "-")) for word in words if re.fullmatch("[+−]?[0-9]+", word)]

    assert state.actor == OVER
    assert len(figures) == 20
    assert all(sum(figures[i : i + 3]) == figures[i + 3] for i in range(0, 20, 5))
    assert figures[3::5] == sorted(state.scores(), reverse=True)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_large_debts_do_not_run_into_each_other(layout: str) -> None:
    """Whoever borrows at random ends with five digits: no figure of a row reaches the one to the left of it."""
    state = played(4, 100_000, seed=2)
    state.shares = vec[i64]([29_272 if seat == 1 else count for seat, count in enumerate(state.shares)])
    rows = ET.fromstring(f"<g>{parts_of(state, 1, layout=layout)['seats']}</g>").iter("g")
    figures = [[text for text in row.findall("text") if "end" in text.attrib["class"].split()] for row in rows]

    assert any(text.text == "−29272" for row in figures for text in row)
    for row in figures:
        for left, right in pairwise(row):
            size = int(re.findall(r"t(\d+)", right.attrib["class"])[0])
            assert float(left.attrib["x"]) < float(right.attrib["x"]) - text_width(right.text or "", size)


def test_a_strange_name_is_only_a_name() -> None:
    """Markup in a name stays text."""
    parts = drawing.render(
        DrawingRequest(view=GAME.view(position(links={0: ["Chicago-Toledo"]}), 0), names=('"><script>', "B & C"))
    )

    assert not [element for element in root_of(parts).iter() if element.tag == "script"]
    assert "B & C" in words_of(parts["seats"])


def test_the_drawing_speaks_french() -> None:
    """No English word of the panels is left."""
    state = at_auction(3)
    words = [word for part in parts_of(state, state.actor, "fr").values() for word in words_of(part)]

    assert {"Joueurs", "Revenu", "Argent", "Parts", "Niveau", "Liens", "Passer", "Prix d’une tuile"} <= set(words)
    assert not {"Players", "Income", "Money", "Shares", "Level", "Links", "Pass", "Price of a tile"} & set(words)


# Room.


COLUMN = ("prompt", "actions", "choices", "purse", "seats", "clock", "tycoon", "cards")


def crowded() -> Tycoon:
    """Six seats about to act, every kind of card on the table, all markers at the start, several cubes to deliver."""
    links = ["Des Moines-Rock Island", "Kansas City-Tulsa", "New York-Philadelphia", "Philadelphia-Baltimore", "Chicago-Milwaukee"]
    cubes = dict.fromkeys(("New York", "Philadelphia", "Baltimore", "Milwaukee"), "1 red 1 blue 1 yellow")
    state = position(seats=6, held={0: ["Government Land Grant"]}, links={0: links}, goods=cubes)
    for kind in range(KINDS):
        state.display[kind] = 1
        state.deck[kind] = 0
    return state


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_crowded_table_fits_on_the_paper(layout: str, language: str) -> None:
    """The last baseline of the panels lies above the edge, and the panels of a column follow one another."""
    parts = parts_of(crowded(), 0, language, layout, last=parse("pass"))
    lines = {name: _baselines(ET.fromstring(f"<g>{parts[name]}</g>"), 0) for name in COLUMN}
    shown = [name for name in COLUMN if lines[name]]

    for name, following in pairwise(shown):
        assert max(lines[name]) + 8 < min(lines[following]), (name, following)
    assert max(lines[shown[-1]]) < GAME.canvas[layout][1]
    assert tuple(shown) == COLUMN


def _baselines(element: ET.Element, y: float) -> list[float]:
    """Where the lines of type of a tree stand, groups that were moved counted in."""
    found = re.match(r"translate\([-\d.]+ ([-\d.]+)\)", element.attrib.get("transform", ""))
    y += float(found[1]) if found else 0
    own = [y + float(element.attrib["y"])] if element.tag == "text" else []
    return own + [line for child in element for line in _baselines(child, y)]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_map_is_compact(layout: str) -> None:
    """All 739 hexes in well under 250 kB, well-formed, and the same for every view."""
    first, second = (GAME.backdrop(GAME.view(played(seats, moves), 0), layout) for seats, moves in ((2, 0), (4, 300)))

    assert first is second
    assert len(first) < 120_000
    assert ET.fromstring(f"<svg>{first}</svg>") is not None


# The map.


def square_of(box: tuple[float, float, float, float]) -> list[Point]:
    """A box as a shape."""
    left, top, right, bottom = box
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def apart(one: list[Point], other: list[Point]) -> bool:
    """Whether two convex shapes have a line between them."""
    for shape in (one, other):
        for (ax, ay), (bx, by) in zip(shape, shape[1:] + shape[:1], strict=True):
            nx, ny = ay - by, bx - ax
            first = [x * nx + y * ny for x, y in one]
            second = [x * nx + y * ny for x, y in other]
            if max(first) <= min(second) or max(second) <= min(first):
                return True
    return False


def city_shape(which: int, sheet: Sheet) -> list[Point]:
    """The hex that is drawn for a city."""
    x, y = sheet.city_at(which)
    around = sheet.corners(CITY_CELL[which])
    return [((x + (cx - x) * CITY_SIZE) * sheet.scale, (y + (cy - y) * CITY_SIZE) * sheet.scale) for cx, cy in around]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_names_overlap_neither_cities_nor_each_other(layout: str) -> None:
    """Measured with the widths of a broad typeface; all within the frame."""
    sheet = SHEETS[layout]
    names = [square_of(label.box()) for label in labels_of(layout)]
    cities = [city_shape(which, sheet) for which in range(CITIES)]

    for which, name in enumerate(names):
        assert all(apart(name, other) for other in cities + names[:which]), CITY_NAMES[which]
        assert all(0 < x < sheet.width and 0 < y < sheet.height for x, y in name)
    assert sheet.type >= 9


@pytest.mark.parametrize("layout", LAYOUTS)
def test_names_make_way_for_track(layout: str) -> None:
    """At the end of a game names cover less track than they would where the map has them; they still overlap nothing else."""
    sheet = SHEETS[layout]
    state = GAME.start(3)
    for _, move in greedy_game(GAME, 3, 2):
        state.apply(move)
    rail = tuple(state.rail)
    labels = names_of(layout, rail)
    moved = [which for which in range(CITIES) if labels[which] != labels_of(layout)[which]]
    names = [square_of(label.box()) for label in labels]
    cities = [city_shape(which, sheet) for which in range(CITIES)]
    track = [
        (x * sheet.scale, y * sheet.scale)
        for hex, tracks in enumerate(rail)
        for one in (tracks % ONE_TRACK, tracks // ONE_TRACK)
        if one
        for a, b in [members(one & ALL_SIDES)]
        for x, y in [sheet.along(hex, a, b, part) for part in (0.1, 0.5, 0.9)]
    ]

    def covered(names: Sequence[Label]) -> int:
        boxes = [name.box() for name in names]
        near = 5 * sheet.scale  # half of the track
        wide = [(left - near, top - near, right + near, bottom + near) for left, top, right, bottom in boxes]
        return sum(left < x < right and top < y < bottom for left, top, right, bottom in wide for x, y in track)

    assert moved
    assert covered(labels) < covered(labels_of(layout))
    for which in moved:
        assert all(apart(names[which], other) for at, other in enumerate(names) if at != which), CITY_NAMES[which]
        assert all(apart(names[which], other) for other in cities), CITY_NAMES[which]
        assert all(0 < x < sheet.width and 0 < y < sheet.height for x, y in names[which])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_names_stand_by_their_own_city(layout: str) -> None:
    """No other city is nearer to a name."""
    sheet = SHEETS[layout]
    for which, label in enumerate(labels_of(layout)):
        left, top, right, bottom = label.box()
        points = [(x * sheet.scale, y * sheet.scale) for x, y in map(sheet.city_at, range(CITIES))]
        reach = [math.hypot(max(left - x, x - right, 0), max(top - y, y - bottom, 0)) for x, y in points]
        assert min(range(CITIES), key=lambda other: reach[other]) == which, CITY_NAMES[which]


def inside(point: Point, outline: list[Point]) -> bool:
    """Whether a point lies in a closed outline, by counting crossings."""
    x, y = point
    crossings = 0
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            crossings += 1
    return crossings % 2 == 1


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=LAYOUTS)
def test_every_hex_is_land_and_the_lakes_are_water(sheet: Sheet) -> None:
    """The middles of all 739 hexes and 52 cities lie within the coast; Lake Michigan and the Atlantic do not."""
    loops = coast(sheet)

    def on_land(point: Point) -> bool:
        return sum(inside(point, loop) for loop in loops) % 2 == 1

    assert all(on_land(sheet.hex_at(hex)) for hex in range(HEXES))
    assert all(on_land(sheet.city_at(which)) for which in range(CITIES))
    assert not on_land(sheet.at((6, 5)))
    assert not on_land(sheet.at((25, 26)))


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=LAYOUTS)
def test_rivers_touch_every_hex_that_has_banks(sheet: Sheet) -> None:
    """A river that changes the price of a hex is seen in it."""
    points = [point for line in rivers(sheet) for point in line]
    for hex in range(HEXES):
        if set(BANKS[hex]) - {"A"}:
            x, y = sheet.hex_at(hex)
            assert any(math.hypot(px - x, py - y) <= max(18.1, sheet.half + 0.1) for px, py in points), CELL_OF[hex]
    assert all(0 <= x <= sheet.span and 0 <= y <= HEIGHT for x, y in points)

"""The drawing of Railroad Dice: what it shows, what it covers, what it offers, and that nothing collides."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from babel.messages.pofile import read_po

import roundhouse.games.dice1.svg as drawing
from roundhouse.core.bits import members
from roundhouse.core.open_view import open_view as view
from roundhouse.core.state import OVER, SPECTATOR
from roundhouse.games.dice1.board import COMPANIES, COMPANY_NAMES, LAKE, MOUNTAIN, SIZE, SQUARES, WAYS
from roundhouse.games.dice1.notation import parse
from roundhouse.games.dice1.position import ENTERING, KEEPING, LAST_STATION, ROLLING, TILING, TURN
from roundhouse.games.dice1.start import Options, start
from roundhouse.games.dice1.state import Dice1
from roundhouse.games.dice1.stations import largest_group
from roundhouse.games.dice1.svg.actions import keeps, split
from roundhouse.games.dice1.svg.companies import COMPANY_SIGNS
from roundhouse.games.dice1.svg.ground import CELL, below_tiles, square_corner, tile_corner
from roundhouse.games.dice1.svg.minimap import chart_of, paying
from roundhouse.games.dice1.svg.reader import Reader
from roundhouse.ui.rails import blank_die, rails
from roundhouse.ui.svg import Box, text_width
from roundhouse.ui.terrain import outline
from tests.games.dice1.positions import HOME, legal, play, position, random_game, square

NAMES = ("Ada", "Bo", "Cy", "Dee")
LAYOUTS = ("wide", "narrow")
LANGUAGES = ("en", "fr")
LAND = [
    ("meadow", 0, 0, "purple blue"), ("meadow", 1, 0, "purple red"), ("lake 0", -1, 0, "green blue purple"),
    ("meadow", 1, 1, "purple"), ("foothills 0", -2, 0, "green red"), ("lake 1", 1, 2, "blue green"),
    ("mountain", -3, 0, "yellow green red"), ("meadow", 1, 3, "purple"), ("foothills 2", -4, 0, "yellow"),
    ("lake 0", 1, 4, "green blue"), ("meadow", -5, 0, ""),
]  # fmt: skip
RICH: dict[str, Any] = {
    "seats": 4,
    "land": LAND,
    "west": "g4:EW f4:EW e4:ES",
    "west_on": 10,
    "east": "d1:NS d2:NS d3:Nblue",
    "east_on": 9,
    "front": {0: "3 straight 2 curve 2 share 4 wild", 1: "2 wild 1 curve", 2: "1 share", 3: "5 wild"},
    "reserve": {0: 6, 1: 2, 3: 1},
    "shares": {0: "5 purple 2 red", 1: "4 green 4 yellow", 2: "6 blue", 3: "5 purple 6 red 6 yellow"},
    "directors": {"purple": 0, "green": 1, "blue": 2, "red": 0, "yellow": 3},
    "tokens": [23, 17, 9, 31],
    "year": 9,
}


def rich(**changed: Any) -> Dice1:
    """A full table of four: eleven tiles, all companies at work, dice of every face."""
    return position(**(RICH | changed))


def parts_of(state: Dice1, seat: int, language: str = "en", layout: str = "wide", last: int = -1) -> dict[str, str]:
    """The drawing for a seat, with the moves that it has."""
    moves = list(state.legal_moves()) if state.actor == seat else []
    return drawing.render(view(state, seat), moves, NAMES, language, layout, last)


def reader_of(state: Dice1, seat: int, layout: str = "wide") -> Reader:
    """Who looks at it, with the moves of that seat."""
    moves = list(state.legal_moves()) if state.actor == seat else []
    return Reader(view(state, seat), NAMES, "en", frozenset(moves), layout, -1)


def root_of(parts: dict[str, str]) -> ET.Element:
    """The parts as one tree; raises where they are not well-formed."""
    return ET.fromstring("<svg>" + "".join(parts.values()) + "</svg>")


def tree_of(part: str) -> ET.Element:
    """One part as a tree."""
    return ET.fromstring(f"<g>{part}</g>")


def offered(part: str) -> set[str]:
    """The moves that a part offers."""
    return {element.attrib["data-move"] for element in tree_of(part).iter() if "data-move" in element.attrib}


def words_of(part: str) -> list[str]:
    """Every text that can be read in a part, titles left out."""
    return [element.text or "" for element in tree_of(part).iter("text")]


def titles_of(part: str) -> list[str]:
    """What a part says to who rests on it."""
    return [element.text or "" for element in tree_of(part).iter("title")]


def finished(seats: int, seed: int = 7) -> Dice1:
    """The end of a random game."""
    return [state for state, _ in random_game(seats, seed)][-1]


def leaving() -> Dice1:
    """The west end has just left its tile, and the next one is to be chosen."""
    state = rich(west="g4:EW f4:EW e4:EW d4:EW c4:EW b4:EW")
    return play(state, "lay west W-W")


# What it offers.


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_is_offered_its_legal_moves_and_no_others(seats: int, layout: str) -> None:
    """Through random games: some positions of every phase, every seat and a spectator, both languages, well-formed every time."""
    drawn: Counter[int] = Counter()
    for number, (state, move) in enumerate(random_game(seats, 5 + seats)):
        if move >= 0 and (drawn[state.phase] >= 12 or (state.phase == TURN and number % 5)):
            continue
        drawn[state.phase] += 1
        for seat in (*range(seats), SPECTATOR):
            wanted = set(legal(state)) if state.actor == seat else set()
            parts = parts_of(state, seat, LANGUAGES[number % 2], layout)
            assert offered("".join(parts.values())) == wanted

    assert drawn[TURN] > 5
    assert drawn[ROLLING]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("which", ["cup 4", "end", "lay east W-W", "tile", "enter"])
def test_every_question_within_a_turn_can_be_answered(which: str, layout: str) -> None:
    """A full cup, dice to keep, a bridge to pay, a tile to choose, its first rail: the drawing offers exactly the answers."""
    state = leaving() if which in ("tile", "enter") else play(rich(), which)
    if which == "enter":
        play(state, legal(state, "tile")[0])

    assert state.phase != TURN
    assert offered("".join(parts_of(state, 0, layout=layout).values())) == set(legal(state))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_parts_are_always_the_same(layout: str) -> None:
    """A page replaces parts by their id, so no part comes or goes."""
    ids = set(parts_of(start(2, Options()), 0, layout=layout))
    states = (rich(), leaving(), play(rich(), "cup 4"), finished(2))

    assert all(set(parts_of(state, seat, layout=layout)) == ids for state in states for seat in (0, SPECTATOR))


def test_one_way_to_lay_is_a_press_and_several_open_a_menu_of_dice() -> None:
    """A straight alone fits in one way; with a curve there are three."""
    one = parts_of(position(front={0: "1 straight"}), 0)
    three = parts_of(position(front={0: "1 straight 1 curve"}), 0)
    menu = next(group for group in tree_of(three["menus"]) if group.attrib["id"] == f"choice-0-{square('c4')}")

    assert offered(one["pieces-0"]) == {"lay west W-W", "lay east E-E"}
    assert one["menus"] == ""
    assert f'data-choice="0-{square("c4")}"' in three["pieces-0"]
    assert offered(ET.tostring(menu, "unicode")) == {"lay west W-W", "lay west W-N", "lay west W-S"}
    assert rails((0b0110,), 44.0) in three["menus"]


def test_a_square_shows_every_rail_that_fits_the_station_and_the_fee() -> None:
    """On e5 three rails and a house, free of charge; on the lake beside the station two dice for a bridge."""
    parts = parts_of(rich(), 0)
    meadow = next(group for group in tree_of(parts["pieces-0"]).iter() if group.attrib.get("data-choice") == f"0-{square('e5')}")
    lake = next(group for group in tree_of(parts["pieces-1"]).iter() if group.attrib.get("data-choice") == f"1-{square('c3')}")
    classes = [element.attrib.get("class", "") for element in meadow.iter()]

    assert classes.count("ghost") == 3
    assert "#sign-house" in ET.tostring(meadow, "unicode")
    assert [text.text for text in meadow.iter("text")] == []
    assert [text.text for text in lake.iter("text")] == ["2"]
    assert "On c3, fee: 2 dice" in words_of(parts["menus"])


def test_a_station_is_offered_with_its_ground_and_its_price() -> None:
    """RD1-38: purple has two for five dice left; the press says all of it."""
    parts = parts_of(rich(), 0)

    assert words_of(parts["menus"])[:3] == ["On e5", "A purple station", "5 dice"]
    assert "Build a purple station in open meadow on e5 at the west end for 5 dice" in titles_of(parts["menus"])


def test_shares_are_bought_where_they_are_counted() -> None:
    """RD1-50: the bank of green, blue and red; RD1-53: from the director once enough companies are sold out."""
    shares = {0: "10 purple 4 red", 1: "10 green"}
    closed, opened = (
        position(shares=shares | {1: more}, directors={"purple": 1, "red": 1}, front={0: "1 share"})
        for more in ("9 green", "10 green 1 red")
    )

    assert offered(parts_of(closed, 0)["companies"]) == {"buy green", "buy blue", "buy red", "buy yellow"}
    assert offered(parts_of(opened, 0)["companies"]) == {"buy blue", "buy red", "buy yellow", "buy red from director"}
    assert "Buy a red share from Bo" in titles_of(parts_of(opened, 0)["companies"])


def test_income_is_told_on_its_button() -> None:
    """RD1-30: two companies with eight stations; RD1-32: a parachute; RD1-92: what the bank has."""
    assert words_of(parts_of(rich(bank=9), 0)["actions"])[-2:] == ["Take income: 8 dice", "End the turn"]
    assert "Take income: 2 dice" in words_of(parts_of(rich(bank=2), 0)["actions"])
    assert "Golden parachute: 4 dice, wild" in words_of(parts_of(position(chute=[1, 0]), 0)["actions"])


def test_a_roll_says_how_many_dice_it_has() -> None:
    """RD1-36: two of the reserve and four wild dice make ten."""
    state = play(position(front={0: "4 wild"}, reserve={0: 2}), "cup 4")
    parts = parts_of(state, 0)

    assert words_of(parts["actions"])[1:] == ["0", "8 dice", "1", "9 dice", "2", "10 dice"]
    assert "In the cup: 4 wild dice" in words_of(parts["dice"])
    assert "Roll 2 of the reserve, 10 dice in all" in titles_of(parts["actions"])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_long_lists_keep_the_best_in_sight_and_the_rest_in_a_menu(layout: str) -> None:
    """A reserve of 30: large rolls are seen at once. Dice to keep: those with most wild dice."""
    roll = play(position(front={0: "1 wild"}, reserve={0: 30}), "cup 1")
    keep = play(rich(), "end")
    rolls, kept = parts_of(roll, 0, layout=layout), parts_of(keep, 0, layout=layout)

    assert "roll 30" in offered(rolls["actions"])
    assert "roll 0" in offered(rolls["menus"])
    assert 'data-choice="rest"' in rolls["actions"]
    assert 'id="choice-rest"' in rolls["menus"]
    assert "keep 1 share 4 wild" in offered(kept["actions"])
    assert all("4 wild" not in text for text in offered(kept["menus"]))
    assert keep.phase == KEEPING


def test_no_move_is_lost_between_sight_and_menu() -> None:
    """Lists of any length, on a desk and on a phone."""
    moves = keeps(reader_of(play(rich(), "end"), 0))
    for count in range(1, len(moves)):
        for room in (404.0, 358.0):
            shown, rest = split(moves[:count], 112.0, room)
            assert sorted(shown + rest) == sorted(moves[:count])
            assert shown


def test_a_payment_shows_the_dice_that_pay() -> None:
    """RD1-18: none, one or two wild dice for a bridge; the rail lies there pale."""
    state = play(rich(), "lay east W-W")
    parts = parts_of(state, 0)

    assert words_of(parts["actions"]) == ["Pay 2 dice: wild or from the reserve"]
    assert titles_of(parts["actions"]) == [
        "Pay 2 dice of the reserve",
        "Pay 1 wild die and 1 die of the reserve",
        "Pay 2 wild dice",
    ]
    assert parts["pieces-1"].count('class="spent"') == 1


def test_the_next_tile_is_chosen_by_its_picture_and_its_place_is_lit() -> None:
    """RD1-67: one press a way; the place on the general map glows."""
    state = leaving()
    parts = parts_of(state, 0)

    assert state.phase == TILING
    assert len(tree_of(parts["actions"]).findall(".//*[@data-move]")) == len(legal(state)) > 3
    assert "Lay a lake tile (half a turn)" in titles_of(parts["actions"])
    assert '"glow invite"' in parts["map"]
    assert '"glow invite"' not in parts_of(rich(), 0)["map"]


def test_the_first_rail_on_a_new_tile_is_laid_where_the_line_enters() -> None:
    """RD1-67: the tile is there, empty, and one square of it invites."""
    state = leaving()
    play(state, "tile meadow")
    parts = parts_of(state, 0, last=parse("tile meadow"))

    assert state.phase == ENTERING
    assert f'data-choice="{state.slot[0]}-{square("g4")}"' in parts[f"pieces-{state.slot[0]}"]
    assert '"mark"' in parts[f"tile-{state.slot[0]}"]
    assert '"mark"' in parts["map"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_press_says_in_words_what_it_does(layout: str) -> None:
    """No element with a move lacks a title, and none is out of reach of the keyboard."""
    kinds = set()
    for element in root_of(parts_of(rich(), 0, layout=layout)).iter():
        if "data-move" in element.attrib or "data-choice" in element.attrib:
            kinds.add(element.attrib.get("data-move", "choice").split()[0])
            assert element.attrib["tabindex"] == "0"
            assert element[0].tag == "title"
            assert element[0].text

    assert kinds == {"choice", "lay", "station", "buy", "income", "cup", "end"}


# What it shows.


def test_dice_lie_as_dice_with_their_rails_and_stations_with_sign_and_colour() -> None:
    """A curve on e4; the blue station on d3 that one rail meets."""
    parts = parts_of(rich(), 0)

    assert blank_die("simple", 54.0) + rails((0b0110,), 54.0) in parts["pieces-0"]
    assert re.findall(r'class="depot (\w+)"', parts["pieces-1"]) == ["blue"]
    assert "d3: a blue station" in titles_of(parts["pieces-1"])
    assert "e4: a curved rail" in titles_of(parts["pieces-0"])


def test_the_tile_of_the_west_end_lies_left_and_a_shared_one_in_the_middle() -> None:
    """RD1-5, RD1-79: also when the west end has left the start tile first."""
    both = start(2, Options())
    west_left = position(land=(HOME, ("meadow", -1, 0, "")), west_on=1, west="g4:EW", rest="c4:EW b4:EW a4:EW", east="e4:WE")
    left, middle = tile_corner(west_left, west_left.slot[0], "wide")[0], tile_corner(both, 0, "wide")[0]
    right = tile_corner(west_left, west_left.slot[1], "wide")[0]

    assert left < middle < right
    assert (parts_of(both, 0)["tile-1"], parts_of(both, 0)["pieces-1"]) == ("", "")


def test_heads_tell_end_pawn_and_what_is_missing_to_leave() -> None:
    """RD1-6, RD1-63: orange and brown; three of five; then it can be left."""
    parts, full = parts_of(rich(), 0), parts_of(leaving(), 0)

    assert [words_of(parts[f"tile-{slot}"])[-2:] for slot in (0, 1)] == [
        ["West end", "3 of 5 to leave"],
        ["East end", "3 of 5 to leave"],
    ]
    assert ['class="orange"' in parts[f"tile-{slot}"] for slot in (0, 1)] == [True, False]
    assert ['class="brown"' in parts[f"tile-{slot}"] for slot in (0, 1)] == [False, True]
    assert words_of(full["tile-0"])[-1] == "can be left"
    assert words_of(parts_of(start(2, Options()), 0)["tile-0"])[-3:] == ["West end", "East end", "1 of 5 to leave"]


def test_open_sides_are_marked() -> None:
    """RD1-62: the start tile is open all round, the next one not towards it."""
    fresh = parts_of(start(2, Options()), 0)["tile-0"]
    state = position(land=(HOME, ("meadow", 1, 0, "")), east_on=1, east="a4:WE")

    assert [title for title in titles_of(fresh) if title.startswith("open")] == [
        "open to the north", "open to the east", "open to the south", "open to the west",
    ]  # fmt: skip
    assert "open to the west" not in titles_of(parts_of(state, 0)["tile-1"])


def test_the_ends_have_their_letters_on_the_tiles_and_on_the_map() -> None:
    """W and E in English, O and E in French."""
    for language, letters in (("en", ["W", "E"]), ("fr", ["O", "E"])):
        parts = parts_of(rich(), 1, language)
        assert words_of(parts["pieces-0"]) + words_of(parts["pieces-1"]) == letters
        assert words_of(parts["map"])[-2:] == letters


def test_the_general_map_shows_every_tile_station_and_the_groups_that_pay() -> None:
    """RD1-82: eleven tiles; a station is a sign in its colour, pale outside of the largest group; the group is one line."""
    state = rich()
    parts = parts_of(state, 0)
    drawn = tree_of(parts["map"])
    stops = [element for element in drawn.iter("circle") if element.attrib["class"].split()[0] in COMPANY_NAMES]
    pale = [stop for group in drawn.iter("g") if group.attrib.get("class") == "spent" for stop in group.iter("circle")]
    links = [element.attrib["class"].split()[1] for element in drawn.iter("path") if element.attrib["class"].startswith("link")]

    assert words_of(parts["map"])[:2] == ["General map: 11 tiles", "lines join the groups that pay"]
    assert len(stops) == sum(len(names.split()) for *_, names in LAND)
    assert len(stops) - len(pale) == sum(largest_group(state, company) for company in range(COMPANIES))
    assert [name for name in links if name != "under"] == ["purple", "green", "blue", "red", "yellow"]
    assert "lake, stations: purple, green and blue" in titles_of(parts["map"])


@pytest.mark.parametrize("company", range(COMPANIES))
def test_the_group_that_is_drawn_is_the_largest(company: int) -> None:
    """RD1-83: as many tiles as the engine pays for."""
    assert len(members(paying(rich(), company))) == largest_group(rich(), company)


def test_company_boards_tell_director_shares_stations_prices_and_pay() -> None:
    """RD1-13, RD1-38, RD1-43: purple has built five of eight; Ada directs; five shares each of Ada and Dee."""
    words = words_of(parts_of(rich(), 1)["companies"])
    titles = titles_of(parts_of(rich(), 1)["companies"])

    assert words[:3] == ["Companies", "Bank", "Pays"]
    assert words[3:16] == ["Purple", "Ada", *["5"] * 3, "–", "5", "–", "–", "5", "4", "Green", "Bo"]
    assert "in open meadow: 3 stations left" in titles
    assert "by a lake: 0 stations left" in titles
    assert "The largest group pays 4 passenger tokens at the end of the year" in titles
    assert "no director" in words_of(parts_of(start(2, Options()), 0)["companies"])


def test_every_company_has_a_sign_of_its_own() -> None:
    """Colour is never alone."""
    used = re.findall(r"#sign-(\w+)", parts_of(start(2, Options()), 0)["companies"])

    assert len(set(COMPANY_SIGNS)) == COMPANIES
    assert set(COMPANY_SIGNS) <= set(used)


def test_screens_cover_what_is_behind_them_until_the_end() -> None:
    """RD1-25: Ada sees her own reserve and tokens, a spectator sees none, and in the end all see all."""
    own, other = (words_of(parts_of(rich(), seat)["seats"]) for seat in (0, SPECTATOR))
    state = finished(2)
    last = words_of(parts_of(state, SPECTATOR)["seats"])

    assert own[3:6] == ["Ada", "6", "23"]
    assert own.count("?") == 6
    assert other.count("?") == 8
    assert "23" not in other
    assert "?" not in last
    assert words_of(parts_of(rich(), SPECTATOR)["dice"])[-1] == "The reserve stands behind the screen."


def test_an_open_table_has_no_screens() -> None:
    """RD1-R4, option open_screens: a spectator reads what Ada has behind hers."""
    state = rich()
    state.bare = 1
    shown = words_of(parts_of(state, SPECTATOR)["seats"])

    assert shown[3:6] == ["Ada", "6", "23"]
    assert "?" not in shown


def test_own_dice_lie_before_and_behind_the_screen() -> None:
    """Eleven in front with their faces, six behind; nobody's reserve but the own."""
    parts, other = parts_of(rich(), 0), parts_of(rich(), 1)

    assert words_of(parts["dice"]) == ["11 dice in front of you", "5 may stay at the end of the turn", "Behind the screen: 6 dice"]
    faces = Counter(titles_of(parts["dice"]))
    assert faces == {"straight rail": 3, "curved rail": 2, "share die": 2, "wild die": 4}
    assert words_of(other["dice"]) == ["3 dice in front of you", "Behind the screen: 2 dice"]


def test_dice_in_front_of_others_are_open() -> None:
    """RD1-25: by face, with their number; the sign of each face."""
    words = words_of(parts_of(rich(), 1)["seats"])

    assert words[words.index("Ada") + 3 : words.index("Ada") + 7] == ["×3", "×2", "×2", "×4"]


def test_rolling_dice_are_shown_to_all() -> None:
    """RD1-35: two cups doubled and one of the reserve are five."""
    state = play(position(front={0: "4 wild"}, reserve={0: 2}), "cup 2", "roll 1")

    assert all("Being rolled: 5 dice" in words_of(parts_of(state, seat)["dice"]) for seat in (0, 1, SPECTATOR))


def test_the_supply_and_the_outlook_tell_how_near_the_end_is() -> None:
    """RD1-90, RD1-92, RD1-93; idle years once there are some, RD1-R27."""
    parts = parts_of(rich(bank=9), 1)
    idle = parts_of(rich(idle=2), 1)

    assert words_of(parts["supply"]) == [
        "Mini-tiles left", "Dice in the bank: 9", "6", "meadow", "5", "lake", "6", "foothills", "7", "mountain",
    ]  # fmt: skip
    assert words_of(parts["outlook"]) == [
        "The game ends with the year when",
        "a company has all its stations", "5 of 8",
        "the bank cannot give its dice", "9 dice left",
        "the mini-tiles are used up", "24 left",
    ]  # fmt: skip
    assert words_of(idle["outlook"])[-2:] == ["nothing is built for 3 years", "2 so far"]


def test_the_last_year_is_announced_by_the_prompt_alone() -> None:
    """RD1-90: then nothing else can end the game."""
    parts = parts_of(rich(closing=LAST_STATION), 1)

    assert " ".join(words_of(parts["prompt"])).endswith("This is the last year: a company has built its last station.")
    assert words_of(parts["outlook"]) == []


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_heap_of_dice_is_drawn_smaller(layout: str) -> None:
    """Five dice are large, fifty keep within a few rows."""
    for count, most in ((5, 60), (28, 120), (50, 120)):
        parts = parts_of(position(front={0: f"{count} straight"}, options=Options(large_bank=True)), 0, layout=layout)
        dice = [box for box in boxes_of(parts["dice"]) if box[2] == box[3]]
        assert around(dice)[3] < most


@pytest.mark.parametrize(
    ("text", "caption"),
    [
        ("lay west W-S", "laid a curved rail"),
        ("lay west W-W", "laid a straight rail"),
        ("tile lake 1", "went on to a lake tile"),
        ("station east blue open", "built a blue station"),
        ("pay 1", "paid"),
        ("buy red", "bought a red share"),
        ("buy yellow from director", "bought a yellow share"),
        ("income", "took income"),
        ("cup 2", "filled the cup"),
        ("roll 2", "rolled"),
        ("dice 1 wild", "rolled"),
    ],
)
def test_the_last_move_is_told_at_its_seat(text: str, caption: str) -> None:
    """Every kind of move, made by seat 0."""
    words = words_of(parts_of(rich(), 1, last=parse(text))["seats"])

    assert words.index("Ada") < words.index(caption) < words.index("Bo")


def test_the_end_of_a_turn_is_told_at_the_seat_that_ended_it() -> None:
    """Within a year the seat before; RD1-89: at its end two back, which with two players is the same seat again."""
    within = play(position(seats=3), "end")
    after = play(position(seats=3), "end", "end", "end")
    two = play(position(), "end", "end")
    words = [words_of(parts_of(state, SPECTATOR, last=parse("end"))["seats"]) for state in (within, after, two)]

    assert words[0].index("Ada") < words[0].index("ended the turn") < words[0].index("Bo")
    assert words[1].index("Cy") < words[1].index("ended the turn")
    assert words[2].index("Bo") < words[2].index("ended the turn")


def test_the_last_move_is_marked_where_it_was_made() -> None:
    """A rail on its square, a station on its own, a share at its company, a roll around the dice; nothing without a last move."""
    state = rich()
    marked = {
        text: [
            name
            for name, part in parts_of(state, 0, last=parse(text)).items()
            if '"mark"' in part or 'x="0" y="1" width="4"' in part
        ]
        for text in ("lay west W-S", "station east blue lakeside", "buy red", "dice 1 wild")
    }

    assert marked == {
        "lay west W-S": ["pieces-0", "seats"],
        "station east blue lakeside": ["pieces-1", "seats"],
        "buy red": ["companies", "seats"],
        "dice 1 wild": ["dice", "seats"],
    }
    assert '"mark"' not in "".join(parts_of(state, 0).values())


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_end_shows_the_result_in_order(layout: str) -> None:
    """RD1-94: most passengers first."""
    state = finished(4)
    words = words_of(parts_of(state, 1, layout=layout)["seats"])
    order = sorted(range(4), key=lambda seat: (state.ranks()[seat], seat))

    assert state.actor == OVER
    assert words[:3] == ["Result", "Reserve", "Passengers"]
    assert [word for word in words if word in NAMES] == [NAMES[seat] for seat in order]
    assert "winner" in words


def test_a_strange_name_is_only_a_name() -> None:
    """Markup in a name stays text."""
    parts = drawing.render(view(position(), 0), [], ('"><script>', "B & C"), "en", "wide")

    assert not [element for element in root_of(parts).iter() if element.tag == "script"]
    assert "B & C" in words_of(parts["seats"])


# French.


def messages_of(path: Path) -> set[str]:
    """The messages that a catalogue translates."""
    with path.open("rb") as file:
        entries = [entry for entry in read_po(file, locale="fr") if entry.string]
    return {str(entry.id[0] if isinstance(entry.id, tuple) else entry.id) for entry in entries}


def test_the_drawing_speaks_french() -> None:
    """Every message of the drawing has its French, there or with the game, and none too many."""
    home = Path(drawing.__file__).parent
    known, game = messages_of(home / "fr.po"), messages_of(home.parent / "fr.po")
    said = set()
    for path in home.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("say", "say_many"):
                message = node.args[0]
                assert isinstance(message, ast.Constant)
                said.add(str(message.value))

    assert said - known - game == set()
    assert known - said - {""} == set()
    assert known & game <= {""}


def test_a_french_table_is_french() -> None:
    """Heads, prompt, buttons and captions of a turn."""
    parts = parts_of(rich(bank=9), 0, "fr", last=parse("lay west W-S"))

    assert words_of(parts["companies"])[:4] == ["Compagnies", "Banque", "Verse", "Violet"]
    assert words_of(parts["seats"])[:3] == ["Année 9", "Réserve", "Passagers"]
    assert "a posé un rail courbe" in words_of(parts["seats"])
    assert words_of(parts["actions"])[-2:] == ["Prendre le revenu : 8 dés", "Terminer le tour"]
    assert words_of(parts["map"])[0] == "Carte générale : 11 tuiles"


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


def table(which: str) -> Dice1:
    """A state by its name."""
    if which in ("keep", "cup", "pay"):
        return play(rich(), {"keep": "end", "cup": "cup 4", "pay": "lay east W-W"}[which])
    made: dict[str, Callable[[], Dice1]] = {
        "start": lambda: start(4, Options()),
        "turn": rich,
        "last year": lambda: rich(closing=LAST_STATION, reserve={0: 8, 1: 2}),
        "tile": leaving,
        "end": lambda: finished(4),
    }
    return made[which]()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("which", ["start", "turn", "last year", "keep", "cup", "pay", "tile", "end"])
def test_panels_stay_on_the_paper_and_off_each_other(which: str, layout: str, language: str) -> None:
    """Measured with the widths of a broad typeface, for the seat that acts, at a table of four."""
    state = table(which)
    parts = parts_of(state, max(state.actor, 0), language, layout)
    width, height = drawing.CANVAS[layout]
    shown = {name: boxes_of(part) for name, part in parts.items() if not name.startswith(("tile", "pieces", "menus"))}
    panels = {name: around(boxes) for name, boxes in shown.items() if boxes}

    for name, (left, top, wide, high) in panels.items():
        assert left >= 8, name
        assert top >= below_tiles(layout) or left > 850, name
        assert left + wide <= width - 4, name
        assert top + high <= height, name
        assert all(apart((left, top, wide, high), box) for other, box in panels.items() if other != name), name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_figures_of_a_company_stand_clear_of_its_stations(layout: str, language: str) -> None:
    """Four seats are the narrowest: presses of the bank, houses and names lie apart."""
    parts = parts_of(rich(), 0, language, layout)
    boxes = boxes_of(parts["companies"])
    head = min(box[1] for box in boxes)
    figures = [box for box in boxes if box[3] > 40]
    others = [box for box in boxes if box[3] < 18 and box[1] > head + 12]
    left = min(box[0] for box in figures)
    starts = [box for box in others if box[0] < left]

    assert len(figures) == 3
    assert all(box[0] + box[2] <= left for box in starts)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_menus_stay_on_the_paper_and_off_their_square(layout: str) -> None:
    """Rails, stations and the menu of the rest."""
    width, height = drawing.CANVAS[layout]
    for state in (rich(), start(2, Options()), play(rich(), "end")):
        for menu in tree_of(parts_of(state, 0, layout=layout)["menus"]):
            left, top, wide, high = around(boxes_of(ET.tostring(menu, "unicode")))
            assert 0 <= left <= left + wide <= width
            assert 0 <= top <= top + high <= height
            slot, _, where = menu.attrib["id"].removeprefix("choice-").partition("-")
            if where:
                x, y = square_corner(state, int(slot), int(where), layout)
                assert apart((left, top, wide, high), (x, y, CELL[layout], CELL[layout]))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_large_tiles_lie_apart_and_on_the_paper(layout: str) -> None:
    """With room between them for the signs of their sides."""
    state = rich()
    size = SIZE * CELL[layout]
    (west, top), (east, _) = (tile_corner(state, slot, layout) for slot in (0, 1))

    assert west >= 12
    assert west + size + 24 <= east
    assert east + size <= (840 if layout == "wide" else 380)
    assert top + size <= below_tiles(layout)


@pytest.mark.parametrize("columns", [1, 5, 12, 34])
def test_a_map_of_any_shape_fits_its_room(columns: int) -> None:
    """A straight line of 35 tiles to the east, and the same to the south."""
    for across, down in ((1, 0), (0, 1)):
        land = [HOME, *(("meadow", across * i, down * i, "") for i in range(1, columns + 1))]
        state = position(land=land, east_on=columns, east="a4:WE", supply=[1, 1, 1, 1])
        chart = chart_of(state, 420, 330, centred=True)
        for spot in state.spot:
            x, y = chart.corner(spot)
            assert -0.01 <= x <= x + chart.cell <= 420.01
            assert -0.01 <= y <= y + chart.cell <= 330.01


def test_stations_on_the_general_map_hide_no_link_and_no_other_station() -> None:
    """Any two companies keep apart in both directions, as do their lines, which run along rows and columns."""
    chart = chart_of(rich(), 420, 330, centred=True)
    places = [chart.stop(rich().spot[0], company) for company in range(COMPANIES)]
    for i, (x, y) in enumerate(places):
        for ox, oy in places[:i]:
            assert min(abs(x - ox), abs(y - oy)) >= (0.11 + 0.06) * chart.cell


def inside(point: tuple[float, float], loops: list[list[tuple[float, float]]]) -> bool:
    """Whether a point lies in a shape, by counting crossings."""
    x, y = point
    crossings = 0
    for loop in loops:
        for (ax, ay), (bx, by) in zip(loop, loop[1:] + loop[:1], strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                crossings += 1
    return crossings % 2 == 1


@pytest.mark.parametrize("way", range(WAYS))
def test_terrain_covers_its_squares_and_no_others(way: int) -> None:
    """RD1-3: the middle of every square lies within the outline of its own terrain."""
    for mask in (MOUNTAIN[way], LAKE[way]):
        path = outline({(where % SIZE, where // SIZE) for where in members(mask)}, 54.0)
        loops = [[(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", loop)] for loop in path.split("Z") if loop]
        for where in range(SQUARES):
            middle = (where % SIZE + 0.5) * 54.0, (where // SIZE + 0.5) * 54.0
            assert inside(middle, loops) == bool(mask >> where & 1)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_backdrop_never_changes(layout: str) -> None:
    """Tiles come and go, so they are moving parts."""
    assert drawing.backdrop(view(start(2, Options()), 0), layout) == drawing.backdrop(view(rich(), SPECTATOR), layout)
    assert tree_of(drawing.backdrop(view(rich(), 0), layout)).findall("path")

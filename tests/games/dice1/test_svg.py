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
from roundhouse.core.game import DrawingRequest
from roundhouse.core.open_view import open_view as view
from roundhouse.core.state import OVER, SPECTATOR
from roundhouse.games.dice1.board import COMPANIES, COMPANY_NAMES, LAKE, MOUNTAIN, SIZE, SQUARES, WAYS
from roundhouse.games.dice1.notation import parse
from roundhouse.games.dice1.position import ENTERING, KEEPING, LAST_STATION, ROLLING, TILING, TURN
from roundhouse.games.dice1.start import Options, start
from roundhouse.games.dice1.state import Dice1
from roundhouse.games.dice1.stations import largest_group
from roundhouse.games.dice1.svg.actions import split
from roundhouse.games.dice1.svg.companies import COMPANY_SIGNS
from roundhouse.games.dice1.svg.ground import CELL, below_tiles, square_corner, tile_corner
from roundhouse.games.dice1.svg.keeping import keeps
from roundhouse.games.dice1.svg.minimap import chart_of, paying
from roundhouse.games.dice1.svg.reader import Reader
from roundhouse.ui.languages import LANGUAGES
from roundhouse.ui.rails import blank_die, loose_die, rails
from roundhouse.ui.svg import Box, text_width
from roundhouse.ui.terrain import outline
from tests.games.dice1.positions import HOME, legal, play, position, random_game, square

NAMES = ("Ada", "Bo", "Cy", "Dee")
LAYOUTS = ("wide", "narrow")
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


def parts_of(state: Dice1, seat: int, language: str = "en", layout: str = "wide", last: int = -1, **more: Any) -> dict[str, str]:
    """The drawing for a seat, with the moves that it has."""
    moves = list(state.legal_moves()) if state.actor == seat else []
    return drawing.render(
        DrawingRequest(view=view(state, seat), moves=moves, names=NAMES, language=language, layout=layout, last=last, **more)
    )


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
    """The moves that a part offers one by one."""
    return {element.attrib["data-move"] for element in tree_of(part).iter() if "data-move" in element.attrib}


def compounds(part: str) -> set[str]:
    """The steps of several moves that a part offers."""
    return {element.attrib["data-moves"] for element in tree_of(part).iter() if "data-moves" in element.attrib}


def selections(part: str) -> set[str]:
    """What can be selected in a part."""
    return {element.attrib["data-select"] for element in tree_of(part).iter() if "data-select" in element.attrib}


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
    """Through random games: some positions of every phase, every seat and a spectator, both languages, well-formed every time.

    On a phone, one end of the line is shown and the other is a selection away.
    """
    drawn: Counter[int] = Counter()
    for number, (state, move) in enumerate(random_game(seats, 5 + seats)):
        if move >= 0 and (drawn[state.phase] >= 12 or (state.phase == TURN and number % 5)):
            continue
        drawn[state.phase] += 1
        for seat in (*range(seats), SPECTATOR):
            wanted = set(legal(state)) if state.actor == seat else set()
            parts = parts_of(state, seat, LANGUAGES[number % len(LANGUAGES)], layout)
            found = offered("".join(parts.values()))
            if layout == "narrow":
                for end in ("west", "east"):
                    found |= offered("".join(parts_of(state, seat, layout=layout, selection=end).values()))
            assert found == wanted

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


def test_the_line_is_led_by_pointing_at_the_side_where_it_should_go_on() -> None:
    """One straight lies in one way; two are one step to the square after it; on a phone a square with three rails opens a menu."""
    one, two = parts_of(position(front={0: "1 straight"}), 0), parts_of(position(front={0: "2 straight"}), 0)
    phone = parts_of(position(front={0: "1 straight 1 curve"}), 0, layout="narrow")
    menu = next(group for group in tree_of(phone["menus"]) if group.attrib["id"] == f"choice-0-{square('c4')}")

    assert offered(one["pieces-0"]) == {"lay west W-W", "lay east E-E"}
    assert compounds(one["pieces-0"]) == set()
    assert compounds(two["pieces-0"]) == {"lay west W-W; lay west W-W", "lay east E-E; lay east E-E"}
    assert "Lay 2 rails to b4 at the west end, then to the west" in titles_of(two["pieces-0"])
    assert offered(ET.tostring(menu, "unicode")) == {"lay west W-W", "lay west W-N", "lay west W-S"}
    assert loose_die("simple", (0b0110,), 44.0) in phone["menus"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_way_is_made_of_legal_moves_and_pays_its_fees(layout: str) -> None:
    """From a rich table: every step of several rails can be made move by move; over a lake it pays from the reserve first."""
    state = rich()
    steps = compounds("".join(parts_of(state, 0, layout=layout, selection="east").values()))
    ways = [step.split("; ") for step in steps if step.startswith("lay")]
    for way in ways:
        after = state.copy()
        for text in way:
            assert parse(text) in after.legal_moves()
            after.apply(parse(text))

    assert len(ways) > 20
    assert any("pay 0 wild" in way for way in ways)


def test_ways_are_shown_while_pointed_at_and_are_no_stops_of_the_tab_key() -> None:
    """By keyboard the line is led rail by rail."""
    drawn = tree_of(parts_of(position(front={0: "3 straight"}), 0)["pieces-0"])
    long = [element for element in drawn.iter() if "data-moves" in element.attrib]

    assert long
    assert all(element.attrib["tabindex"] == "-1" for element in long)
    assert all(element.find("path[@class='lead']") is not None for element in long)


def test_a_square_shows_every_rail_that_fits_the_station_and_the_fee() -> None:
    """On e5 three rails and a house, free of charge; on the three lake squares beside the station two dice for a bridge."""
    parts = parts_of(rich(), 0)
    lit = [element for element in tree_of(parts["pieces-0"]).iter("path") if element.attrib.get("class") == "lit"]
    house = next(group for group in tree_of(parts["pieces-0"]).iter() if group.attrib.get("data-choice") == f"0-{square('e5')}")

    assert len(lit) == 3
    assert "#sign-house" in ET.tostring(house, "unicode")
    assert "2" not in words_of(parts["pieces-0"])
    assert words_of(parts["pieces-1"]).count("2") == 3
    assert "Lay 1 rail to c3 at the east end, then to the west; fee: 2 dice; uses 1 wild die" not in titles_of(parts["pieces-1"])
    assert "Lay 1 rail to c3 at the east end, then to the west; fee: 2 dice" in titles_of(parts["pieces-1"])


def test_a_station_is_offered_with_every_way_to_pay_for_it() -> None:
    """RD1-38, RD1-18: purple has two for five dice left, paid with none to four wild dice in one step, or later."""
    parts = parts_of(rich(directors={"purple": 0}), 0)
    purple = {step for step in compounds(parts["menus"]) if step.startswith("station west purple open")}

    assert words_of(parts["menus"])[0] == "On e5"
    assert purple == {f"station west purple open; pay {wild} wild" for wild in range(5)}
    assert "station west purple open" in offered(parts["menus"])
    assert (
        "Build a purple station in open meadow on e5 at the west end for 5 dice: 1 wild die and 4 dice of the reserve"
        in titles_of(parts["menus"])
    )


def test_one_station_with_one_payment_is_built_by_one_press() -> None:
    """Red for three dice of the reserve, without a wild die."""
    state = position(reserve={0: 3}, directors={"red": 0}, west="c4:EW")

    assert "station west red open" in offered(parts_of(state, 0)["pieces-0"])
    assert parts_of(state, 0)["menus"].count('id="choice-0') == 0


def test_one_station_with_several_payments_is_paid_without_wild_dice_or_by_choice() -> None:
    """Red for three dice of the reserve by one press; a menu beside it has those with wild dice."""
    parts = parts_of(position(front={0: "2 wild"}, reserve={0: 3}, directors={"red": 0}, west="c4:EW"), 0)

    assert "station west red open; pay 0 wild" in compounds(parts["pieces-0"])
    assert "station west red open; pay 2 wild" in compounds(parts["menus"])
    assert "Other dice to pay with" in titles_of(parts["pieces-0"])


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


@pytest.mark.parametrize("layout", LAYOUTS)
def test_several_shares_are_one_step(layout: str) -> None:
    """Two share dice and two wild ones buy up to four shares, of two in the bank two; on a phone the last numbers are in a menu."""
    state = position(front={0: "2 share 2 wild"}, shares={1: "8 red"})
    parts = parts_of(state, 0, layout=layout)

    assert "buy green; buy green" in compounds(parts["companies"])
    assert "buy green; buy green; buy green; buy green" in compounds(parts["companies" if layout == "wide" else "menus"])
    assert "buy red; buy red" in compounds(parts["companies"])
    assert not [step for step in compounds("".join(parts.values())) if step.count("buy red") > 2]
    assert "Buy 4 green shares from the bank" in titles_of(parts["companies"] + parts["menus"])


def test_income_and_roll_are_one_step() -> None:
    """RD1-30: eight dice of income join six of the reserve, and the bank doubles four wild dice; RD1-32: a parachute."""
    parts = parts_of(rich(bank=19), 0)
    parachute = parts_of(position(chute=[1, 0]), 0)

    assert "income; cup 4; roll 14" in compounds(parts["actions"])
    assert "Take income and roll 22 dice" in words_of(parts["actions"])
    assert "Take income: 8 dice" in titles_of(parts["actions"])
    assert "Take income: 2 dice" in titles_of(parts_of(rich(bank=2), 0)["actions"])
    assert "Golden parachute: 4 dice, wild" in titles_of(parachute["actions"])


def test_the_dice_of_a_roll_are_chosen_by_pressing_dice_and_numbers() -> None:
    """Three wild dice: all are rolled unless one is pressed; the odds follow."""
    state = position(front={0: "3 wild"}, reserve={0: 2})
    parts = parts_of(state, 0)
    fewer = parts_of(state, 0, selection="roll 2 1")

    assert selections(parts["dice"]) == {"roll 2 6"}
    assert selections(fewer["dice"]) == {"roll 1 1", "roll 3 1"}
    assert compounds(fewer["actions"]) == {"income; cup 2; roll 1"}
    assert {"~4.0", "89 %"} <= set(words_of(parts["actions"]))  # twelve dice: four straight ones, a wild one among them with 89 %
    assert {"~1.7", "60 %"} <= set(words_of(fewer["actions"]))
    assert compounds(parts_of(state, 0, selection="roll 99 99")["actions"]) == {"income; cup 3; roll 6"}
    assert compounds(parts_of(state, 0, selection="roll x")["actions"]) == {"income; cup 3; roll 6"}


def test_the_end_of_the_turn_stays_in_its_place_and_is_never_the_largest_button() -> None:
    """Before and after the roll, in a question, and while others play: the same box; every other button is at least as wide."""
    after = play(position(front={0: "4 wild"}, reserve={0: 2}), "cup 2", "roll 1", "dice 1 straight 1 curve 1 share 2 wild")
    places = []
    for state, seat in ((position(), 0), (after, 0), (leaving(), 0), (position(), 1)):
        panel = parts_of(state, seat)["actions"]
        places.append(re.findall(r'<rect x="238" y="0" width="130" height="44"', panel))

    assert all(len(found) == 1 for found in places)
    assert "Take income and roll" in " ".join(words_of(parts_of(position(front={0: "4 wild"}), 0)["actions"]))
    assert 'class="button"' not in parts_of(after, 0)["actions"].split("End turn")[-1]


@pytest.mark.parametrize(("rolled", "closing"), [(False, False), (True, True)])
def test_the_end_confirms_the_turn_once_nothing_is_lost_by_it(rolled: bool, closing: bool) -> None:
    """Not while income and roll are still to come."""
    state = position(front={0: "2 straight"})
    if rolled:
        state = play(state, "income", "cup 0", "roll 1", "dice 1 straight")
    panel = tree_of(parts_of(state, 0)["actions"])
    end = next(one for one in panel.iter() if one.attrib.get("data-move") == "end")

    assert ("closing" in end.attrib["class"].split()) == closing


def test_what_goes_back_to_the_bank_is_told_before_the_turn_ends() -> None:
    """RD1-29: eleven dice, five stay: the wild ones and a rail; or the player chooses."""
    parts = parts_of(rich(), 0)

    assert "end; keep 1 straight 4 wild" in compounds(parts["actions"])
    assert "end" in offered(parts["actions"])
    assert "Back to the bank: 2 straight rails, 2 curved rails and 2 share dice." in " ".join(words_of(parts["actions"]))


def test_the_dice_that_stay_are_chosen_by_pressing_dice() -> None:
    """A share die that would go changes places with the straight rail that would stay."""
    state = play(rich(), "end")
    parts = parts_of(state, 0)
    changed = parts_of(state, 0, selection="keep 0 0 1 4")

    assert "keep 0 0 1 4" in selections(parts["dice"])
    assert "keep 1 straight 4 wild" in offered(parts["actions"])
    assert "Keep 1 share die and 4 wild dice" in titles_of(changed["actions"])
    assert parts["dice"].count('class="back-in"') == 6


def test_a_roll_says_how_many_dice_it_has() -> None:
    """RD1-36: two of the reserve and four wild dice make ten."""
    state = play(position(front={0: "4 wild"}, reserve={0: 2}), "cup 4")
    parts = parts_of(state, 0)

    assert words_of(parts["actions"])[1:7] == ["0", "8", "1", "9", "2", "10"]
    assert "Roll 2 of your reserve: 10 dice in all" in titles_of(parts["actions"])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_long_lists_keep_the_best_in_sight_and_the_rest_in_a_menu(layout: str) -> None:
    """A reserve of 30: large rolls are seen at once. Dice to keep: those with most wild dice."""
    roll = play(position(front={0: "1 wild"}, reserve={0: 30}), "cup 1")
    keep = play(rich(), "end")
    rolls, kept = parts_of(roll, 0, layout=layout), parts_of(keep, 0, layout=layout)
    plan = parts_of(position(front={0: "1 wild"}, reserve={0: 30}), 0, layout=layout)

    assert "roll 30" in offered(rolls["actions"])
    assert "roll 0" in offered(rolls["menus"])
    assert 'data-choice="rest"' in rolls["actions"]
    assert 'id="choice-rest"' in rolls["menus"]
    assert "keep 1 share 4 wild" in offered(kept["actions"])
    assert all("4 wild" not in text for text in offered(kept["menus"]))
    assert keep.phase == KEEPING
    assert "roll 1 33" in selections(plan["actions"])
    assert "roll 1 5" in selections(plan["menus"])


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

    assert words_of(parts["actions"])[0] == "Pay 2 dice: wild, or from your reserve"
    assert titles_of(parts["actions"])[:3] == [
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


def test_a_tile_is_laid_together_with_its_first_rail() -> None:
    """RD1-67: below each tile are the rails that can go first on it, one press for both; a phone has no room for them."""
    state = leaving()
    pairs = set(compounds(parts_of(state, 0)["actions"]))

    for tile in legal(state, "tile"):
        after = state.copy()
        play(after, tile)
        rails_of_tile = {pair.removeprefix(f"{tile}; ").split("; ")[0] for pair in pairs if pair.startswith(f"{tile}; ")}
        assert rails_of_tile == set(legal(after, "lay")), tile
    assert not compounds(parts_of(state, 0, layout="narrow")["actions"])


def test_the_first_rail_on_a_new_tile_is_laid_where_the_line_enters() -> None:
    """RD1-67: the tile is there, empty, and one square of it invites; the way goes on beyond it in the same step."""
    state = leaving()
    play(state, "tile meadow")
    parts = parts_of(state, 0, last=parse("tile meadow"))
    pieces = parts[f"pieces-{state.slot[0]}"]

    assert state.phase == ENTERING
    assert offered(pieces) == set(legal(state, "lay"))
    assert "lay west W-W; lay west W-W" in compounds(pieces)
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


def test_what_the_draft_and_other_players_built_is_marked() -> None:
    """Two rails of a draft, and the three that another player laid at the same end before it."""
    state = rich(west="g4:EW f4:EW e4:EW d4:EW c4:EW")
    lays = [parse("lay west W-W")] * 3
    parts = parts_of(state, 0, recent=[(3, move) for move in lays], draft=lays[:2])
    place_of: dict[str, set[str]] = {"pending": set(), "by-others": set()}
    for group in tree_of(parts["pieces-0"]).iter("g"):
        if "data-place" in group.attrib:
            for element in group.iter("rect"):
                if element.attrib["class"] in place_of:
                    place_of[element.attrib["class"]].add(group.attrib["data-place"].partition("-")[2])

    assert place_of == {"pending": {"c4", "d4"}, "by-others": {"e4", "f4", "g4"}}


def test_a_draft_that_passes_a_station_is_marked_as_a_whole() -> None:
    """A rail, a station on the next square, and the rail that goes on from it."""
    state = position(front={0: "4 straight 3 wild"}, reserve={0: 3}, directors={"red": 0})
    texts = ("lay west W-N", "station west red open", "pay 0 wild", "lay west N-N")
    play(state, *texts)
    parts = parts_of(state, 0, draft=[parse(text) for text in texts])

    assert parts["pieces-0"].count('class="pending"') == 3


# What it shows.


def test_dice_lie_as_dice_with_their_rails_and_stations_with_sign_and_colour() -> None:
    """A curve on e4; the blue station on d3 that one rail meets."""
    parts = parts_of(rich(), 0)

    assert blank_die("simple", 56.0) + rails((0b0110,), 56.0) in parts["pieces-0"]
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
    """RD1-6, RD1-63: orange and brown; two more; then it may be left; on a phone on the two tabs."""
    parts, full = parts_of(rich(), 0), parts_of(leaving(), 0)
    phone = parts_of(rich(), 0, layout="narrow", selection="east")

    assert [words_of(parts[f"tile-{slot}"])[-2:] for slot in (0, 1)] == [
        ["West end of the line", "2 more to leave"],
        ["East end of the line", "2 more to leave"],
    ]
    assert ['class="orange"' in parts[f"tile-{slot}"] for slot in (0, 1)] == [True, False]
    assert ['class="brown"' in parts[f"tile-{slot}"] for slot in (0, 1)] == [False, True]
    assert words_of(full["tile-0"])[-1] == "may leave"
    assert words_of(parts_of(start(2, Options()), 0)["tile-0"])[-3:] == ["West end", "East end", "4 more to leave"]
    assert phone["tile-0"] == ""
    assert words_of(phone["tile-1"])[-4:] == ["West end", "2 more to leave", "East end", "2 more to leave"]
    assert selections(phone["tile-1"]) == {"west", "east"}


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

    assert words[:4] == ["Companies", "Buy shares", "Bank", "Pays"]
    assert words[4:18] == ["Purple", "Ada", *["5"] * 3, "–", "–", "5", "–", "–", "5", "4", "Green", "Bo"]
    assert "in open meadow: 3 stations left" in titles
    assert "by a lake: 0 stations left" in titles
    assert "The largest group pays 4 passenger tokens at the end of the year" in titles
    assert "no director yet" in words_of(parts_of(start(2, Options()), 0)["companies"])


def test_a_company_shows_its_stations_on_the_general_map() -> None:
    """The places that its name highlights are mini-tiles of the map."""
    parts = parts_of(rich(), 0)
    shown = next(e.attrib["data-shows"] for e in tree_of(parts["companies"]).iter() if "data-shows" in e.attrib).split()
    places = {e.attrib["data-place"] for e in root_of(parts).iter() if "data-place" in e.attrib}

    assert shown == ["company-purple", "tile0", "tile1", "tile2", "tile3", "tile7"]
    assert set(shown) <= places


def test_a_tile_of_the_general_map_can_be_looked_at() -> None:
    """Every mini-tile can be selected; then it is drawn large with its stations, the groups that pay and the end there."""
    parts = parts_of(rich(), 0)
    looked = parts_of(rich(), 0, selection="tile 2")

    assert selections(parts["map"]) == {f"tile {entry}" for entry in range(len(LAND))}
    assert "part of the group that pays: purple, green and blue" in " ".join(words_of(looked["map"]))
    assert words_of(parts_of(rich(), 0, selection="tile 99")["map"]) == words_of(parts["map"])


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
    assert words_of(parts_of(rich(), SPECTATOR)["dice"])[-1] == "Reserve: hidden behind the screen"


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

    assert words_of(parts["dice"]) == [
        "11 dice in front of you", "at most 5 stay when your turn ends", "Reserve: 6 dice, to roll or to pay",
    ]  # fmt: skip
    faces = Counter(title.partition(":")[0].partition(",")[0] for title in titles_of(parts["dice"]))
    assert (faces["straight rail"], faces["curved rail"], faces["share die"], faces["wild die"]) == (3, 2, 2, 4)
    assert words_of(other["dice"]) == ["3 dice in front of you", "Reserve: 2 dice, to roll or to pay"]


def test_dice_in_front_of_others_are_open() -> None:
    """RD1-25: by face, with their number; the sign of each face."""
    words = words_of(parts_of(rich(), 1)["seats"])

    assert words[words.index("Ada") + 3 : words.index("Ada") + 7] == ["×3", "×2", "×2", "×4"]


def test_rolling_dice_are_shown_to_all() -> None:
    """RD1-35: two cups doubled and one of the reserve are five."""
    state = play(position(front={0: "4 wild"}, reserve={0: 2}), "cup 2", "roll 1")

    assert all("Being rolled: 5 dice" in words_of(parts_of(state, seat)["actions"]) for seat in (0, 1, SPECTATOR))


def test_the_supply_and_the_outlook_tell_how_near_the_end_is() -> None:
    """RD1-90, RD1-92, RD1-93; idle years once there are some, RD1-R27."""
    parts = parts_of(rich(bank=9), 1)
    idle = parts_of(rich(idle=2), 1)

    assert words_of(parts["supply"]) == ["Tiles left", "6", "5", "6", "7", "Dice in the bank: 9"]
    assert words_of(parts_of(start(2, Options()), 0)["stacks"])[1:] == ["10 × meadow", "8 × lake", "8 × foothills", "8 × mountain"]
    assert words_of(parts_of(rich(), 0)["stacks"]) == []
    assert words_of(parts["outlook"]) == [
        "The game ends with the year in which",
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
        ("cup 2", "chose wild dice to roll"),
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
    parts = drawing.render(DrawingRequest(view=view(position(), 0), names=('"><script>', "B & C")))

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

    assert words_of(parts["companies"])[:5] == ["Compagnies", "Acheter", "Banque", "Verse", "Violet"]
    assert words_of(parts["seats"])[:3] == ["Année 9", "Réserve", "Passagers"]
    assert "a posé un rail courbe" in words_of(parts["seats"])
    assert "Revenu, puis lancer 19 dés" in " ".join(words_of(parts["actions"]))
    assert "~6,3" in words_of(parts["actions"])
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
    beside = ("tile", "pieces", "menus", "stacks", "legend")
    shown = {name: boxes_of(part) for name, part in parts.items() if not name.startswith(beside)}
    panels = {name: around(boxes) for name, boxes in shown.items() if boxes}

    for name, (left, top, wide, high) in panels.items():
        assert left >= 8, name
        assert top >= below_tiles(layout) or left > 850, name
        assert left + wide <= width - 4, name
        assert top + high <= height, name
        assert all(apart((left, top, wide, high), box) for other, box in panels.items() if other != name), name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_can_be_bought_stands_clear_of_the_stations(layout: str, language: str) -> None:
    """Four seats are the narrowest: numbers to buy lie right of the houses on a desk, and below them on a phone."""
    parts = parts_of(rich(), 0, language, layout)
    size = {"wide": 27.0, "narrow": 48.0}[layout]
    boxes = boxes_of(parts["companies"])
    numbers = [box for box in boxes if box[2] == box[3] == size]
    houses = [box for box in boxes if box[3] == 11]

    assert len(numbers) >= 8
    assert all(apart(number, house) for number in numbers for house in houses)


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
            if slot.isdigit():
                x, y = square_corner(state, int(slot), int(where), layout)
                assert apart((left, top, wide, high), (x, y, CELL[layout], CELL[layout]))


def test_the_large_tiles_lie_apart_and_on_the_paper() -> None:
    """With room between them for the signs of their sides; a phone shows one at a time."""
    state = rich()
    size = SIZE * CELL["wide"]
    (west, top), (east, _) = (tile_corner(state, slot, "wide") for slot in (0, 1))

    assert west >= 12
    assert west + size + 24 <= east
    assert east + size <= 880
    assert top + size <= below_tiles("wide")
    assert tile_corner(state, 0, "narrow")[0] + SIZE * CELL["narrow"] <= 374
    assert [bool(parts_of(state, 0, layout="narrow", selection=end)["pieces-0"]) for end in ("west", "east")] == [True, False]


@pytest.mark.parametrize("columns", [1, 5, 12, 34])
def test_a_map_of_any_shape_fits_its_room(columns: int) -> None:
    """A straight line of 35 tiles to the east, and the same to the south."""
    for across, down in ((1, 0), (0, 1)):
        land = [HOME, *(("meadow", across * i, down * i, "") for i in range(1, columns + 1))]
        state = position(land=land, east_on=columns, east="a4:WE", supply=[1, 1, 1, 1])
        chart = chart_of(state, 420, 330)
        for spot in state.spot:
            x, y = chart.corner(spot)
            assert 7.99 <= x <= x + chart.cell <= 428.01
            assert 7.99 <= y <= y + chart.cell <= 338.01


def test_stations_on_the_general_map_hide_no_link_and_no_other_station() -> None:
    """Any two companies keep apart in both directions, as do their lines, which run along rows and columns."""
    chart = chart_of(rich(), 420, 330)
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

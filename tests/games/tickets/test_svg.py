"""The drawing of Ticket to Ride: what it shows, what it offers, and that nothing on the map collides."""

from __future__ import annotations

import ast
import math
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from babel.messages.pofile import read_po

import roundhouse.games.tickets.svg as drawing
from roundhouse.core.draw import Rng
from roundhouse.core.game import DrawingRequest
from roundhouse.core.grid import Point
from roundhouse.core.playout import random_moves
from roundhouse.core.state import OVER, SPECTATOR
from roundhouse.games.tickets import GAME
from roundhouse.games.tickets.missing import missing_tracks
from roundhouse.games.tickets.scoring import longest_paths
from roundhouse.games.tickets.state import Tickets
from roundhouse.games.tickets.svg.map import SHEETS, Car
from roundhouse.play.offers import drawings
from tests.games.tickets.positions import let_chance, play, position, ticket, track
from tests.games.tickets.usa import (
    A_CARD,
    BLIND,
    CITIES,
    CITY_NAMES,
    COLOUR_NAMES,
    DRAW_TICKETS,
    END_A,
    END_B,
    KEEP,
    KEPT,
    PASS,
    TRACKS,
    TWIN,
    cars_of,
    city_points,
    labels_of,
    notation,
    outlines,
    parse,
    start,
)

NAMES = ("Ada", "Bo", "Cy", "Dee", "Eve")
LAYOUTS = ("wide", "narrow")


def asked_by(state: Tickets, seat: int, language: str = "en", layout: str = "wide", **more: Any) -> DrawingRequest[Tickets]:
    """What is asked for a seat, with the moves that it has."""
    moves = list(state.legal_moves()) if state.actor == seat else []
    return DrawingRequest(view=GAME.view(state, seat), moves=moves, names=NAMES, language=language, layout=layout, **more)


def parts_of(state: Tickets, seat: int, language: str = "en", layout: str = "wide", **more: Any) -> dict[str, str]:
    """The drawing for a seat, with the moves that it has."""
    return GAME.render(asked_by(state, seat, language, layout, **more))


def root_of(parts: dict[str, str]) -> ET.Element:
    """The parts as one tree; raises where they are not well-formed."""
    return ET.fromstring("<svg>" + "".join(parts.values()) + "</svg>")


def offered(parts: dict[str, str]) -> set[str]:
    """The moves that a drawing offers."""
    return {element.attrib["data-move"] for element in root_of(parts).iter() if "data-move" in element.attrib}


def words_of(part: str) -> list[str]:
    """Every text that can be read in a part, titles left out."""
    return [element.text or "" for element in ET.fromstring(f"<g>{part}</g>").iter("text")]


def played(seats: int, moves: int, seed: int = 7) -> Tickets:
    """A position after so many random moves."""
    state = start(seats)
    random_moves(state, Rng(seed), moves)
    return state


# What it offers.


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("seats", "moves"), [(2, 0), (3, 2), (4, 120), (5, 260), (2, 10_000)])
def test_every_seat_is_offered_its_legal_moves_and_no_others(seats: int, moves: int, layout: str) -> None:
    """First choice, a turn, a busy board, and after the end; for every seat and a spectator, in both languages."""
    state = played(seats, moves)

    for seat in (*range(seats), SPECTATOR):
        legal = {notation(move) for move in state.legal_moves()} if state.actor == seat else set()
        for language in ("en", "fr"):
            found = [offers for _, offers in drawings(GAME, asked_by(state, seat, language, layout))]
            assert set().union(*(offers.moves for offers in found)) == legal
            assert all(offers.moves <= legal for offers in found)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_parts_are_always_the_same(layout: str) -> None:
    """A page replaces parts by their id, so no part comes or goes."""
    ids = set(parts_of(played(2, 0), 0, layout=layout))

    assert all(set(parts_of(played(4, n), seat, layout=layout)) == ids for n in (0, 50, 10_000) for seat in (0, SPECTATOR))


def pressed(part: str) -> list[tuple[str, str]]:
    """What can be pressed in a part: moves and menus, in their order."""
    elements = ET.fromstring(f"<g>{part}</g>").iter()
    names = ("data-move", "data-choice", "data-select")
    return [(name, element.attrib[name]) for element in elements for name in names if name in element.attrib]


def test_the_sensible_payment_is_a_press_and_the_others_a_choice_beside_it() -> None:
    """Two white cards and a locomotive: the white ones pay for Chicago-Saint Louis; the menu has the mix too."""
    parts = parts_of(position(hands={0: "2 white 1 locomotive"}), 0)
    white = track("Chicago-Saint Louis/white")
    menu = next(group for group in root_of(parts).iter() if group.attrib.get("id") == f"choice-{white}")

    assert pressed(parts[f"track-{white}"]) == [("data-move", "claim Chicago-Saint Louis white"), ("data-choice", str(white))]
    assert [option.attrib["data-move"] for option in menu.iter() if "data-move" in option.attrib] == [
        "claim Chicago-Saint Louis white",
        "claim Chicago-Saint Louis white+1",
    ]
    assert "glow cars" not in parts[f"track-{track('Denver-Phoenix')}"]


def test_several_colours_that_pay_as_well_open_a_choice() -> None:
    """A gray track of one space with a red or a white card: none is the sensible one."""
    parts = parts_of(position(hands={0: "1 red 1 white"}), 0)
    gray = track("Dallas-Houston")

    assert pressed(parts[f"track-{gray}"]) == [("data-choice", str(gray))]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_tickets_are_ticked_and_kept_with_one_press(layout: str) -> None:
    """All three are ticked at first; without the second, the button keeps the other two; with one it says what is needed."""
    offer = ["Denver-El Paso", "Dallas-New York", "Chicago-Santa Fe"]
    state = let_chance(play(position(ticket_deck=offer, trains=[45, 45]), "tickets"))
    first = parts_of(state, 0, layout=layout)["actions"]
    second = parts_of(state, 0, layout=layout, selection="tick_5")["actions"]
    none = parts_of(state, 0, layout=layout, selection="tick_0")["actions"]

    assert pressed(first) == [
        *(("data-select", f"tick_{mask}") for mask in (6, 5, 3)),
        ("data-move", "keep 1 2 3"),
    ]
    assert (first.count('href="#sign-tick"'), second.count('href="#sign-tick"')) == (3, 2)
    assert ("data-move", "keep 1 3") in pressed(second)
    assert "Keep 2 tickets" in words_of(second)
    assert [name for name, _ in pressed(none)] == ["data-select"] * 3
    assert "Tick at least 1 ticket" in words_of(none)


@pytest.mark.parametrize("selection", ["tick_9", "tick_", "ticket_99999", "ticket_3", "city", "tick_77"])
def test_a_selection_that_means_nothing_changes_nothing(selection: str) -> None:
    """Selections come from the page, so any text may be one; tickets of others cannot be selected."""
    state = position(tickets={0: ["Denver-El Paso"], 1: ["Boston-Miami"]})

    assert parts_of(state, 0, selection=selection) == parts_of(state, 0)
    assert parts_of(state, 0, selection=f"ticket_{ticket('Boston-Miami')}") == parts_of(state, 0)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_ticket_points_at_its_cities_and_at_the_tracks_that_it_lacks(layout: str) -> None:
    """Denver-El Paso lacks Santa Fe-El Paso; selected, both cities stay ringed and the way is drawn."""
    state = position(tickets={0: ["Denver-El Paso"]}, owned={0: ["Denver-Santa Fe"]})
    missing = track("El Paso-Santa Fe")
    row = next(
        element for element in ET.fromstring(parts_of(state, 0, layout=layout)["tickets"]).iter() if "data-shows" in element.attrib
    )
    chosen = parts_of(state, 0, layout=layout, selection=f"ticket_{ticket('Denver-El Paso')}")
    named = {city: f"city_{number}" for number, city in enumerate(one.name for one in state.board.data.cities)}

    assert set(row.attrib["data-shows"].split()) == {named["Denver"], named["El Paso"], f"track_{missing}"}
    assert parts_of(state, 0, layout=layout)["ways"] == ""
    assert chosen["ways"] == f'<use href="#reach-{missing}" class="way-line"/>'
    assert chosen["cities"].count("city-ring on") == 2
    assert ("Denver" in words_of(chosen["cities"])) == (layout == "narrow")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_place_is_on_the_drawing(layout: str) -> None:
    """All cities and tracks can be pointed at."""
    state = played(3, 150)
    found = {
        element.attrib["data-place"]
        for element in root_of(parts_of(state, 0, layout=layout)).iter()
        if "data-place" in element.attrib
    }

    assert found == {f"city_{city}" for city in range(state.board.cities)} | {f"track_{one}" for one in range(state.board.tracks)}


def test_the_end_draws_the_longest_path() -> None:
    """The tracks of the seats with the bonus are ringed, as many spaces as the path is long (TTR-86)."""
    state = played(3, 100_000)
    paths = [int(path) for path in longest_paths(state)]
    ringed = [int(name) for name in re.findall(r'#glow-(\d+)" class="path-ring"', parts_of(state, 0)["ways"])]
    best = [seat for seat, path in enumerate(paths) if path == max(paths)]

    assert state.actor == OVER
    assert sum(state.board.length[one] for one in ringed) == max(paths) * len(best)
    assert {state.owner_of(one) for one in ringed} == set(best)
    assert len(set(ringed)) == len(ringed)


def test_claims_of_the_draft_and_of_others_are_marked() -> None:
    """One track of the draft, one claimed by Bo since Ada's last turn."""
    state = position(owned={0: ["Dallas-Houston"], 1: ["Denver-Santa Fe"]})
    draft, recent = [parse("claim Dallas-Houston red")], [(1, parse("claim Denver-Santa Fe red"))]
    parts = parts_of(state, 0, draft=draft, recent=recent)

    assert [name for name in parts if 'class="last"' in parts[name] and name.startswith("track-")] == [
        f"track-{one}" for one in sorted((track("Dallas-Houston"), track("Denver-Santa Fe")))
    ]


def test_a_single_payment_needs_no_menu() -> None:
    """Two white cards: Chicago-Saint Louis is claimed with one press."""
    parts = parts_of(position(hands={0: "2 white"}), 0)

    assert 'data-move="claim Chicago-Saint Louis white"' in parts[f"track-{track('Chicago-Saint Louis/white')}"]
    assert "data-choice" not in "".join(parts.values())
    assert parts["menus"] == ""


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_longest_menus_stay_on_the_paper(layout: str) -> None:
    """Six of every kind in hand: 49 ways to pay for Sault Ste Marie-Winnipeg."""
    parts = parts_of(position(hands={0: " ".join(f"6 {colour}" for colour in COLOUR_NAMES)}), 0, layout=layout)
    width, height = GAME.canvas[layout]
    menus = ET.fromstring(f"<g>{parts['menus']}</g>")

    assert max(sum("data-move" in part.attrib for part in menu.iter()) for menu in menus) == 49
    for menu in menus:
        x, y = (float(word) for word in menu[0].attrib["transform"].removeprefix("translate(").removesuffix(")").split())
        assert 0 <= x <= x + float(menu[0][0].attrib["width"]) <= width
        assert 0 <= y <= y + float(menu[0][0].attrib["height"]) <= height


def test_every_press_says_in_words_what_it_does() -> None:
    """No element with a move lacks a title, and none is out of reach of the keyboard."""
    state = played(4, 120)
    for element in root_of(parts_of(state, state.actor)).iter():
        if "data-move" in element.attrib or "data-choice" in element.attrib:
            assert element.attrib["tabindex"] == "0"
            assert element[0].tag == "title"
            assert element[0].text


# What it shows.


def test_hidden_tickets_are_not_drawn() -> None:
    """Seat 0 holds one ticket and seat 1 two: each sees its own, a spectator none."""
    state = position(tickets={0: ["Denver-El Paso"], 1: ["Boston-Miami", "Dallas-New York"]})
    names = {seat: {text for text in words_of(parts_of(state, seat)["tickets"]) if " – " in text} for seat in (0, 1, SPECTATOR)}

    assert names == {0: {"Denver – El Paso"}, 1: {"Boston – Miami", "Dallas – New York"}, SPECTATOR: set()}


def test_a_spectator_sees_no_hand() -> None:
    """The hand belongs to a seat."""
    state = position(hands={0: "3 red", 1: "2 blue"})

    assert words_of(parts_of(state, SPECTATOR)["hand"]) == []
    assert words_of(parts_of(state, 0)["hand"]) == ["Your hand: 3 cards", "3", "red"]


def test_the_hand_is_sorted_with_locomotives_last() -> None:
    """In the order of the colours, whatever came first."""
    words = words_of(parts_of(position(hands={0: "1 locomotive 2 red 3 white"}), 0)["hand"])

    assert words[1:] == ["3", "white", "2", "red", "1", "locomotive"]


def test_the_display_shows_cards_empty_slots_and_piles_with_their_counts() -> None:
    """Two cards, three empty slots, four cards in the deck, one thrown away."""
    state = position(display="red locomotive", deck="4 blue", discard="1 green")
    words = words_of(parts_of(state, SPECTATOR)["display"])

    assert words[:6] == ["Display", "red", "locomotive", "empty", "empty", "empty"]
    assert words[6:] == ["Deck", "4 cards", "Discard", "1 card", "Ticket deck", "30 left"]


def test_a_claimed_track_shows_the_colour_and_mark_of_its_owner() -> None:
    """Seat 1 is the square; the title names the player."""
    part = parts_of(position(owned={1: ["Denver-Phoenix"]}), 0)[f"track-{track('Denver-Phoenix')}"]

    assert part.count('href="#sign-square" class="on-seat-2"') == 5
    assert "owned by Bo" in part


def test_the_other_track_of_a_double_is_veiled_with_two_seats_and_open_with_four() -> None:
    """TTR-60 and TTR-61, as seat 0 sees a double of which seat 1 has one track."""
    other = f"track-{track('Dallas-Houston/2')}"
    two, four = (parts_of(position(seats=seats, owned={1: ["Dallas-Houston"]}), 0)[other] for seats in (2, 4))

    assert 'class="closed"' in two
    assert 'class="closed"' not in four


def test_the_last_claim_is_marked_on_the_map_and_at_its_seat() -> None:
    """Seat 1 has just claimed Denver-Phoenix."""
    state = position(owned={1: ["Denver-Phoenix"]})
    parts = parts_of(state, 0, last=parse("claim Denver-Phoenix white"))

    assert [name for name in parts if name.startswith("track") and 'class="last"' in parts[name]] == [
        f"track-{track('Denver-Phoenix')}"
    ]
    assert "claimed Denver-Phoenix" in words_of(parts["seats"])
    assert 'class="last"' not in "".join(parts_of(state, 0).values())


@pytest.mark.parametrize(
    ("last", "words"),
    [
        (4, "took a red card"),
        (BLIND, "drew a card from the deck"),
        (DRAW_TICKETS, "draws tickets"),
        (KEEP + 2, "kept 2 tickets"),
        (KEPT, "kept 1 ticket"),
        (PASS, "passed"),
    ],
)
def test_the_last_move_of_another_kind_stands_at_the_seat_that_made_it(last: int, words: str) -> None:
    """It is the turn of seat 0 of two: seat 1 moved last."""
    seats = words_of(parts_of(position(), 0, last=last)["seats"])

    assert seats.index(words) > seats.index("Bo")


def test_what_chance_brings_is_not_told_as_a_move() -> None:
    """The shadow of a card that somebody drew is no choice of tickets."""
    words = words_of(parts_of(position(), 0, last=A_CARD)["seats"])

    assert not [word for word in words if word.startswith(("kept", "took", "drew"))]


def test_in_the_middle_of_a_turn_the_last_move_is_that_of_the_same_seat() -> None:
    """Seat 0 took a first card and is about to take its second."""
    state = played(2, 2)
    state.apply(parse("draw"))
    while state.actor < 0:
        state.apply(state.draw(Rng(1)))
    seats = words_of(parts_of(state, 0, last=BLIND)["seats"])

    assert seats.index("Ada") < seats.index("drew a card from the deck") < seats.index("Bo")


def test_no_number_stands_alone() -> None:
    """The heads of the columns name every figure of a seat."""
    words = words_of(parts_of(position(), 0)["seats"])

    assert words[:6] == ["Players", "Points", "Trains", "Cards", "Tickets", "Path"]


def test_tickets_tell_what_they_lack() -> None:
    """Done, two spaces away, and cut off, because seat 1 holds every track to Miami."""
    to_miami = [i for i in range(TRACKS) if CITY_NAMES.index("Miami") in (END_A[i], END_B[i])]
    names = [f"{CITY_NAMES[END_A[i]]}-{CITY_NAMES[END_B[i]]}" for i in to_miami]
    state = position(owned={0: ["Denver-Santa Fe"], 1: names}, tickets={0: ["Denver-El Paso", "Boston-Miami"]})

    assert missing_tracks(state, 0, ticket("Denver-El Paso")) == [track("El Paso-Santa Fe")]
    assert missing_tracks(state, 0, ticket("Boston-Miami")) is None
    assert words_of(parts_of(state, 0)["tickets"])[3:] == ["Boston – Miami", "12", "cut off", "Denver – El Paso", "4", "2 spaces"]


def test_a_ticket_done_says_so() -> None:
    """Denver and El Paso are joined by way of Santa Fe."""
    state = position(owned={0: ["Denver-Santa Fe", "El Paso-Santa Fe"]}, tickets={0: ["Denver-El Paso"]})

    assert missing_tracks(state, 0, ticket("Denver-El Paso")) == []
    assert words_of(parts_of(state, 0)["tickets"])[-1] == "done"


def test_tickets_without_room_give_way_to_their_number() -> None:
    """All thirty tickets in one hand of five seats, while three are on offer."""
    state = played(5, 0)
    state.mine[0] = (1 << 30) - 1
    words = words_of(parts_of(state, 0)["tickets"])
    shown = sum(" – " in word for word in words)

    assert shown < 30
    assert words[-1] == f"and {30 - shown} more"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_end_shows_all_tickets_and_sums_that_add_up(layout: str) -> None:
    """TTR-81, TTR-83: tracks, tickets done and missed, longest path, total."""
    state = played(4, 10_000)
    parts = parts_of(state, 1, layout=layout)
    figures = [int(word.replace("−", "-")) for word in words_of(parts["seats"]) if word.lstrip("+−").isdigit()]
    sums = {sum(figures[i : i + 4]) == figures[i + 4] for i in range(0, 20, 5)}

    assert state.actor == OVER
    assert len(figures) == 20
    assert sums == {True}
    assert sorted(figures[4::5], reverse=True) == sorted(state.scores(), reverse=True)
    assert sum(state.held) == sum(word.startswith(("+", "−")) for word in words_of(parts["tickets"]))


def test_a_strange_name_is_only_a_name() -> None:
    """Markup in a name stays text."""
    parts = drawing.render(DrawingRequest(view=GAME.view(position(), 0), names=('"><script>', "B & C")))

    assert not [element for element in root_of(parts).iter() if element.tag == "script"]
    assert "B & C" in words_of(parts["seats"])


def test_the_drawing_speaks_french() -> None:
    """Every message of the drawing has its French; no half-translated table."""
    home = Path(drawing.__file__).parent
    own, shared = (_messages(path) for path in (home / "fr.po", home.parent / "fr.po"))
    said = set()
    for path in home.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("say", "say_many"):
                message = node.args[0]
                assert isinstance(message, ast.Constant)
                said.add(str(message.value))

    assert said - own - shared == set()
    assert own - said - {""} == set()


def _messages(path: Path) -> set[str]:
    """The messages of a catalogue that have a translation."""
    with path.open("rb") as file:
        entries = [entry for entry in read_po(file, locale="fr") if entry.string]
    return {str(entry.id[0] if isinstance(entry.id, tuple) else entry.id) for entry in entries}


# The map.


def all_cars(layout: str) -> list[tuple[int, Car]]:
    """Every space of the board with its track."""
    return [(which, car) for which in range(TRACKS) for car in cars_of(layout, which)]


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


def round_of(centre: Point, radius: float) -> list[Point]:
    """A dot as a shape with sixteen sides."""
    return [(centre[0] + radius * math.cos(i * math.pi / 8), centre[1] + radius * math.sin(i * math.pi / 8)) for i in range(16)]


def square_of(box: tuple[float, float, float, float]) -> list[Point]:
    """A box as a shape."""
    left, top, right, bottom = box
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def near(one: list[Point], other: list[Point]) -> bool:
    """Whether it is worth asking if two shapes are apart."""
    return math.dist(one[0], other[0]) < 140


@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_two_tracks_overlap(layout: str) -> None:
    """All 309 cars, those of doubles too."""
    cars = [(which, car.corners()) for which, car in all_cars(layout)]
    clashes = [
        (which, other)
        for i, (which, shape) in enumerate(cars)
        for other, another in cars[:i]
        if which != other and near(shape, another) and not apart(shape, another)
    ]

    assert len(cars) == 309
    assert clashes == []


@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_car_lies_on_a_city(layout: str) -> None:
    """Its own cities included."""
    dots = [round_of(point, SHEETS[layout].dot) for point in city_points(layout)]

    assert [
        which for which, car in all_cars(layout) for dot in dots if near(dot, car.corners()) and not apart(dot, car.corners())
    ] == []


@pytest.mark.parametrize("layout", LAYOUTS)
def test_names_overlap_neither_tracks_nor_dots_nor_each_other(layout: str) -> None:
    """Measured with the widths of a broad typeface."""
    cars = [car.corners() for _, car in all_cars(layout)]
    dots = [round_of(point, SHEETS[layout].dot) for point in city_points(layout)]
    names = [square_of(label.box()) for label in labels_of(layout)]

    for city, name in enumerate(names):
        others = cars + dots + names[:city]
        assert all(apart(name, other) for other in others if near(name, other)), CITY_NAMES[city]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_everything_lies_within_the_frame_and_names_are_large_enough(layout: str) -> None:
    """No name under nine pixels at the width the sheet is made for."""
    sheet = SHEETS[layout]
    corners = [corner for _, car in all_cars(layout) for corner in car.corners()]
    corners += [corner for label in labels_of(layout) for corner in square_of(label.box())]

    assert all(0 < x < sheet.width and 0 < y < sheet.height for x, y in corners)
    assert sheet.type >= 9


@pytest.mark.parametrize("layout", LAYOUTS)
def test_names_stand_by_their_own_city(layout: str) -> None:
    """No dot of another city is nearer to the middle of a name."""
    points = city_points(layout)
    for city, label in enumerate(labels_of(layout)):
        left, top, right, bottom = label.box()
        reach = [math.hypot(max(left - x, x - right, 0), max(top - y, y - bottom, 0)) for x, y in points]
        assert min(range(CITIES), key=lambda other: reach[other]) == city, CITY_NAMES[city]


def inside(point: Point, outline: list[Point]) -> bool:
    """Whether a point lies in a closed outline, by counting crossings."""
    x, y = point
    crossings = 0
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            crossings += 1
    return crossings % 2 == 1


def test_every_city_stands_on_land_and_out_of_the_lakes() -> None:
    """Also those on the coast and by the Great Lakes."""
    land, lakes = outlines("wide", "land"), outlines("wide", "lakes")
    for city, point in enumerate(city_points("wide")):
        assert any(inside(point, outline) for outline in land), CITY_NAMES[city]
        assert not any(inside(point, outline) for outline in lakes), CITY_NAMES[city]


def test_the_tracks_of_a_double_run_side_by_side() -> None:
    """Each car has its twin close by, and at the same angle."""
    cars: dict[int, list[Point]] = {}
    for which, car in all_cars("wide"):
        cars.setdefault(which, []).append((car.x, car.y))
    for which in range(TRACKS):
        if TWIN[which] > which:
            assert all(math.dist(a, b) < 16 for a, b in zip(cars[which], cars[TWIN[which]], strict=True))

"""A turn of Railroad Tycoon on the drawing: a city is selected, a way or a delivery is chosen, and a draft is shown as planned."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.game import DrawingRequest
from roundhouse.core.state import CHANCE, OVER
from roundhouse.games.tycoon import GAME
from roundhouse.games.tycoon.board import CITIES, CITY_NAMES, NONE
from roundhouse.games.tycoon.changes import shares_needed
from roundhouse.games.tycoon.moves import BUILD, LAY
from roundhouse.games.tycoon.notation import notation, parse
from roundhouse.games.tycoon.position import ACTION
from roundhouse.games.tycoon.state import Tycoon, start
from roundhouse.games.tycoon.svg.plans import plans
from roundhouse.games.tycoon.svg.routes import link_tiles
from roundhouse.games.tycoon.ways import FAR, Ways
from roundhouse.play.draft import compose
from roundhouse.play.offers import offers_of
from roundhouse.ui import drawing
from tests.games.tycoon.positions import build, city, finish, play, position, stub
from tests.games.tycoon.test_svg import delivery, parts_of, titles_of, words_of

NAMES = ("Ada", "Bo")


def drafted(state: Tycoon, *texts: str) -> dict[str, str]:
    """The drawing of a draft of the acting seat."""
    draft = compose(GAME, GAME.view(state, state.actor), [parse(text) for text in texts])
    moves = [] if draft.complete else list(draft.shown.position.legal_moves())
    return drawing.render(GAME, DrawingRequest(view=draft.shown, moves=moves, names=NAMES, draft=draft.moves))


def compounds(parts: dict[str, str], *names: str) -> set[tuple[str, ...]]:
    """The compounds that some parts offer."""
    return set(offers_of([parts[name] for name in names]).compounds)


# Selecting a city.


def test_the_middle_of_a_city_selects_it_and_never_answers_with_a_refusal() -> None:
    """Whatever lies there: the cubes are no targets of their own, and no city is an attempt."""
    parts = parts_of(position(), 0)
    for which in range(CITIES):
        root = ET.fromstring(f"<g>{parts[f'city-{which}']}</g>")
        pressed = [element for element in root.iter() if {"data-select", "data-move", "data-try"} & set(element.attrib)]
        assert [element.attrib.get("data-select") for element in pressed] == [f"city {CITY_NAMES[which]}"]


def test_a_selected_city_tells_what_can_be_done_there_and_why_not() -> None:
    """Toledo: build, urbanize for money, no cube without an own link (RRT-110)."""
    words = words_of(parts_of(position(cash=[20, 0]), 0, selection="city Toledo")["choices"])

    assert words[0] == "Toledo"
    assert words[2].startswith("Build: Choose a city (")
    assert "The first link must be your own, and you have none at Toledo" in words
    assert "Urbanize for $10,000, with two cubes from the bag" in words
    assert {"yellow", "blue", "purple", "black"} <= set(words)


def test_a_coloured_city_says_why_it_cannot_be_urbanized() -> None:
    """RRT-103."""
    words = words_of(parts_of(position(), 0, selection="city Chicago")["choices"])

    assert "Chicago is a red city already; only gray cities can be urbanized" in words


def test_an_unknown_selection_selects_nothing() -> None:
    """Also a cube that cannot be delivered, and a city while somebody else acts."""
    plain = parts_of(position(), 0)
    for selection in ("city Paris", "cube blue Toledo", "nonsense"):
        assert parts_of(position(), 0, selection=selection) == plain
    assert parts_of(position(), 1, selection="city Toledo") == parts_of(position(), 1)


def test_what_a_selected_city_offers_includes_a_free_tile_by_a_card() -> None:
    """RRT-159: New Industry is taken and used in one press."""
    parts = parts_of(position(cards=["New Industry"]), 0, selection="city Toledo")

    assert ("take New Industry", "urbanize Toledo blue") in compounds(parts, "choices")


# Building.


def test_a_link_is_built_by_its_two_cities() -> None:
    """Chicago selected, Toledo pressed: four tiles by the cheapest way, with their price."""
    state = position(cash=[20, 20])
    parts = parts_of(state, 0, selection="city Chicago")
    (way,) = [moves for moves in compounds(parts, "builds") if len(moves) == 5 and _ends_in(state, moves) == "Chicago-Toledo"]

    assert way[0].startswith("build Chicago")
    assert "Link to Toledo: 4 tiles for $8,000" in titles_of(parts["builds"])


def _ends_in(state: Tycoon, moves: tuple[str, ...]) -> str:
    """The link that some moves complete, or nothing."""
    after = play(state.copy(), *moves)
    if len(after.links) == len(state.links):
        return ""
    return "-".join(CITY_NAMES[end // 6] for end in after.links[-3:-1])


def test_shares_that_a_way_takes_are_told_before_it_is_chosen() -> None:
    """RRT-40: 8,000 with 1,000 in hand is two shares, on the chip and in the title."""
    parts = parts_of(position(cash=[1, 0]), 0, selection="city Chicago")

    assert "Link to Toledo: 4 tiles for $8,000, which takes 2 shares" in titles_of(parts["builds"])
    assert "+2" in words_of(parts["builds"])


def test_a_hex_leads_the_track_there() -> None:
    """A way can be bent: first to a hex, then on to a city."""
    state = position(cash=[40, 40])
    found = plans(state, [stub("Chicago E")], begun=False)
    hex, plan = next((hex, plan) for hex, plan in found.hexes.items() if len(plan.tiles) == 2)
    parts = drafted(state, *map(notation, plan.moves))

    assert {notation(move) for move in plan.moves} <= {
        text for moves in compounds(parts_of(state, 0, selection="city Chicago"), "builds") for text in moves
    }
    assert hex not in [tile[0] for tile in plan.tiles]
    assert compounds(parts, "builds")
    assert "stop" in offers_of([parts["actions"]]).moves


def test_the_sides_of_the_selected_city_begin_a_link() -> None:
    """RRT-69: every stub of Chicago is a hex beside it."""
    state = position()
    parts = parts_of(state, 0, selection="city Chicago")
    stubs = {notation(move) for move in state.legal_moves() if move < LAY and (move - BUILD) // 6 == city("Chicago")}

    assert offers_of([parts["builds"]]).moves == stubs


def test_a_city_too_far_for_one_action_says_what_is_left() -> None:
    """RRT-75: four tiles now, the rest in a later round; none in the last round."""
    later = [
        title for title in titles_of(parts_of(position(), 0, selection="city Duluth")["builds"]) if "in a later round" in title
    ]

    assert [title for title in later if title.startswith("Towards Milwaukee: 4 tiles for $8,000")]
    assert not [t for t in titles_of(parts_of(position(round=3), 0, selection="city Duluth")["builds"]) if "later" in t]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_plan_can_be_made_and_costs_what_it_says(seed: int) -> None:
    """In games as bots play them: legal step by step, with that price and those shares, and no cheaper way for a single action."""
    state, rng = start(3, 0), Rng(seed)
    while state.turn < 6 and state.actor != OVER:
        if state.actor != CHANCE and state.phase == ACTION and rng.below(6) == 0:
            _check_plans(state)
        state.apply(state.draw(rng) if state.actor == CHANCE else GAME.advise(GAME.view(state, state.actor), rng))


def _check_plans(state: Tycoon) -> None:
    seat = state.actor
    for which in range(0, CITIES, 5):
        stubs = [move - BUILD for move in state.legal_moves() if move < LAY and (move - BUILD) // 6 == which]
        found = plans(state, stubs, begun=False)
        for plan in (*found.cities.values(), *found.hexes.values()):
            draft = compose(GAME, GAME.view(state, seat), plan.moves)
            after = draft.after.position
            assert isinstance(after, Tycoon)
            assert plan.shares == shares_needed(state, seat, plan.price)
            if after.round == state.round:
                assert after.cash[seat] == state.cash[seat] - plan.price + 5 * plan.shares
        if not state.loose:
            cheapest = Ways(seat)
            cheapest.from_city(state, which, 4)
            now = {end: plan.price for end, plan in found.cities.items() if not plan.later and len(plan.tiles) <= 4}
            wanted = {end: cheapest.price[end] for end in range(CITIES) if cheapest.price[end] < FAR}
            assert {end: amount for end, amount in now.items() if end in wanted} == wanted


def test_an_unfinished_link_is_gone_on_with_from_its_end() -> None:
    """RRT-75, RRT-95: the ring begins the work; from there the track goes on or its last tile is turned."""
    state = play(build(position(cash=[50, 50]), "Chicago E: E stop"), "pass")
    parts = parts_of(state, 0)

    assert offers_of([parts["builds"]]).moves == {"build Chicago E"}
    going = parts_of(play(state, "build Chicago E"), 0)
    assert {"lay E", "turn SE"} <= set(offers_of([going["tiles"]]).moves)


# Delivering.


def test_a_cube_has_its_routes_one_press_away() -> None:
    """RRT-109: the yellow cube of New York: by way of Philadelphia, or link by link."""
    parts = parts_of(delivery(), 0, selection="cube yellow New York")

    assert compounds(parts, "choices", "hops") == {("deliver yellow from New York", "hop Philadelphia 0", "hop Baltimore 1")}
    assert "deliver yellow from New York" in offers_of([parts["choices"]]).moves
    assert "Baltimore by way of Philadelphia" in words_of(parts["choices"])


def test_a_delivery_shows_the_cities_it_passes() -> None:
    """Hovering the row highlights them on the map."""
    root = ET.fromstring(f"<g>{parts_of(delivery(), 0)['choices']}</g>")

    assert "New_York Philadelphia Baltimore" in [element.attrib.get("data-shows") for element in root.iter()]


# The draft.


def test_planned_track_is_marked_as_planned() -> None:
    """Only the tiles of the draft; a complete turn offers nothing more."""
    state = position(cash=[50, 50], links={0: ["Boston-Providence"]})
    parts = drafted(state, "build New York SW", "lay SW")
    rails = "".join(part for name, part in parts.items() if name.startswith("row-"))

    assert rails.count("rail-pending") == 1
    assert offers_of(parts.values()).moves == set()
    assert words_of(parts["choices"]) == []


def test_a_planned_delivery_shows_its_way() -> None:
    """The links it takes and the cube at its end."""
    parts = drafted(delivery(), "deliver blue from New York", "hop Philadelphia 0")

    assert 'class="way planned"' in parts["under-way"]
    assert "way planned" not in "".join(parts_of(delivery(), 0).values())


@pytest.mark.parametrize(
    "steps",
    [
        ("build Boston W", "lay W"),
        ("deliver blue from New York", "hop Philadelphia 0"),
        ("upgrade",),
        ("build Chicago E", "lay E"),
    ],
)
def test_buttons_and_panels_keep_their_places_while_a_turn_is_composed(steps: tuple[str, ...]) -> None:
    """From the first look to the last step, also with a city selected."""
    state = delivery()
    looks = [parts_of(state, 0), parts_of(state, 0, selection="city New York")]
    looks += [drafted(state, *steps[: count + 1]) for count in range(len(steps))]
    for name in ("actions", "choices", "purse", "seats", "clock", "cards"):
        assert len({parts[name].split(">", 1)[0].split()[-1] for parts in looks}) == 1, name


def test_what_others_did_since_the_last_turn_is_marked() -> None:
    """The track of seat 1, and a city in which it did something."""
    state = build(position(actor=1, done=1, cash=[50, 50]), "New York SW: SW")
    recent = [(1, parse("build New York SW")), (1, parse("lay SW")), (1, parse("hop Toledo 1"))]
    parts = parts_of(state, 0, recent=recent)

    assert "rail-recent" in "".join(part for name, part in parts.items() if name.startswith("row-"))
    assert "recent" in parts[f"city-{city('Toledo')}"]


def test_the_purse_tells_the_debt() -> None:
    """RRT-37, RRT-141: 31 points and 20 shares; the income of 22,000 less 20,000."""
    words = words_of(parts_of(position(points=[31, 0], shares=[20, 0], cash=[3, 0]), 0)["purse"])

    assert words == [
        "Your cash",
        "$3,000",
        "Income",
        "$22,000",
        "Dividends",
        "−$20,000",
        "Net a turn",
        "+$2,000",
        "Score",
        "31−20 = 11",
    ]


def test_places_of_the_log_are_on_the_map() -> None:
    """Every place that a move of a game names is an element of the drawing after it."""
    state, rng = start(2, 0), Rng(4)
    while state.turn < 3 and state.actor != OVER:
        move = state.draw(rng) if state.actor == CHANCE else GAME.advise(GAME.view(state, state.actor), rng)
        named = GAME.places(GAME.view(state, 0), state.seen(move, 0))
        closes = state.round
        state.apply(move)
        if named and state.round >= closes:
            drawn = "".join(parts_of(state, NONE).values())
            assert all(f'data-place="{name}"' in drawn for name in named), notation(move)


def test_the_end_draws_what_the_tycoons_paid_for() -> None:
    """RRT-44, RRT-51: the links at Chicago of Henry Farnam, the line from New York to Chicago of Cornelius Vanderbilt."""
    links = {0: ["Chicago-Toledo", "Boston-Providence"], 1: ["Chicago-Milwaukee"]}
    over = finish(position(ending=2, tycoons=["Henry Farnam", "Cornelius Vanderbilt"], links=links))
    marked = "".join(part for name, part in parts_of(over, 0).items() if name.startswith("row-")).count("rail-cause")
    tiles = len(link_tiles(over, 0, city("Chicago"), city("Toledo")))

    assert over.actor == OVER
    assert marked == tiles
    east = [*("New York-Philadelphia", "Philadelphia-Pittsburgh", "Pittsburgh-Toledo"), "Toledo-Chicago"]
    line = finish(position(ending=2, tycoons=["James Fisk", "Cornelius Vanderbilt"], links={1: [*east, "Boston-Providence"]}))
    marked = "".join(part for name, part in parts_of(line, 0).items() if name.startswith("row-")).count("rail-cause")
    assert marked == sum(len(link_tiles(line, 1, *map(city, way.split("-")))) for way in east)

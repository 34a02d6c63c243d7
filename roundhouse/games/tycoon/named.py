"""Views of Railroad Tycoon by name: cities, goods, links, track and cards, for programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, Literal, TypedDict

from roundhouse.core.bits import members
from roundhouse.core.named import doc, reader_of, seat_or_none
from roundhouse.core.state import OVER, View
from roundhouse.games.tycoon.board import (
    CARD_NAMES,
    CITIES,
    CITY_NAMES,
    COLOUR_NAMES,
    COLOURS,
    HEXES,
    HOTEL_CITY,
    SIDE_NAMES,
    SIDES,
    TYCOON_NAMES,
    WESTERN_CITY,
)
from roundhouse.games.tycoon.notation import hex_name
from roundhouse.games.tycoon.position import (
    ACTION,
    AUCTION,
    BEGINNER,
    BUILDING,
    DELIVERING,
    HUNDRED_PLUS,
    LINK,
    LOOSE,
    ONE_LINK,
    OPEN_CASH,
    TIGHT_CURVES,
)
from roundhouse.games.tycoon.state import Tycoon
from roundhouse.games.tycoon.track import ALL_SIDES, ONE_TRACK, owner_of

VERSION: Final = 1
_STEPS: Final = 15  # `gain` counts the links of a seat in four bits

Phase = Literal[
    "stocking",
    "dealing",
    "showing",
    "auction",
    "action",
    "building",
    "delivering",
    "city growth",
    "new industry",
    "grabbing",
    "revealing",
    "turning up",
]
PHASES: Final[tuple[Phase, ...]] = (
    "stocking",
    "dealing",
    "showing",
    "auction",
    "action",
    "building",
    "delivering",
    "city growth",
    "new industry",
    "grabbing",
    "revealing",
    "turning up",
)
Ending = Literal["open", "one more turn", "last turn"]
ENDINGS: Final[tuple[Ending, ...]] = ("open", "one more turn", "last turn")

Cubes = dict[str, int]  # by colour; colours without cubes are left out


class Options(TypedDict):
    """The options of the game."""

    beginner: bool
    hundred_plus: bool
    tight_curves: bool
    second_own_link: bool
    open_cash: bool


class Player(TypedDict):
    """A seat."""

    seat: int
    cash: Annotated[int, doc("thousands of dollars")]
    shares: Annotated[int, doc("shares issued")]
    points: int
    income: Annotated[int, doc("thousands of dollars at the end of the turn, before dividends are paid")]
    locomotive: Annotated[int, doc("level: the most links of a delivery")]
    land_grants: int
    engineers: Annotated[int, doc("cards of Perfect Engineering")]
    engineers_used: Annotated[int, doc("of these, used in this turn")]
    tycoon: Annotated[str | None, doc("the tycoon card, if the reader may see it and there is one")]


class Auction(TypedDict):
    """The auction for the first player's place."""

    high_bid: Annotated[int, doc("thousands of dollars")]
    leader: int | None
    passed: Annotated[list[int], doc("seats that are out")]


class Build(TypedDict):
    """The link under construction."""

    city: str
    side: Annotated[str, doc("the side of the city where it begins")]
    tiles: Annotated[int, doc("tiles laid or turned in this action")]
    land_grant: Annotated[bool, doc("whether a land grant pays for it")]


class Delivery(TypedDict):
    """The cube under way."""

    colour: str
    origin: str
    city: Annotated[str, doc("where it is now")]
    links: Annotated[int, doc("links it has used")]
    links_by_seat: Annotated[list[int], doc("of these, by owner")]
    visited: Annotated[list[str], doc("cities it has been to")]


class City(TypedDict):
    """A city."""

    name: str
    colour: Annotated[str, doc("of the goods it takes; gray takes none")]
    goods: Cubes
    empty_marker: Annotated[bool, doc("whether an empty-city marker lies there")]
    open_sides: Annotated[list[str], doc("sides where anybody could begin a link")]


class CompletedLink(TypedDict):
    """A completed link between two cities."""

    cities: list[str]
    sides: Annotated[list[str], doc("the side of each city where it ends")]
    owner: int


class UnfinishedLink(TypedDict):
    """An unfinished link: it is lost unless its owner goes on with it."""

    city: str
    side: str
    owner: int
    next_hex: Annotated[str, doc("the hex where it goes on: row and column")]


class Track(TypedDict):
    """Track in a hex."""

    hex: Annotated[str, doc("row and column, such as r06c00")]
    sides: Annotated[list[str], doc("the two sides that it joins")]
    owner: int


class Hotel(TypedDict):
    """The hotel of a city."""

    city: str
    owner: int | None


class WesternLink(TypedDict):
    """A western link."""

    city: str
    owner: int | None


class TycoonView(TypedDict):
    """What a seat may know of a game of Railroad Tycoon."""

    game: Literal["tycoon"]
    version: Annotated[Literal[1], doc("of this format")]
    seat: Annotated[int | None, doc("the reader; null for a spectator")]
    actor: Annotated[int | None, doc("the seat to act; null while cubes or cards are drawn, and at the end")]
    over: Annotated[bool, doc("whether the game has ended")]
    options: Options
    phase: Phase
    turn: Annotated[int, doc("from 1; 0 during set-up")]
    round: Annotated[int, doc("of actions in this turn, 1 to 3")]
    actions_done: Annotated[int, doc("seats that have had their action in this round")]
    extra_actions: Annotated[int, doc("further actions of the acting seat, by a Railroad Executive")]
    first_player: int
    ending: Annotated[Ending, doc("whether the end has been triggered")]
    turns_without_delivery: Annotated[int, doc("whole turns in a row; four end the game")]
    delivered_this_turn: bool
    shares_issued_before_action: Annotated[bool, doc("whether the acting seat has issued shares of its own accord")]
    auction: Auction | None
    build: Build | None
    delivery: Delivery | None
    players: Annotated[list[Player], doc("by seat")]
    cities: list[City]
    links: list[CompletedLink]
    unfinished_links: list[UnfinishedLink]
    track: list[Track]
    bag: Annotated[Cubes, doc("cubes not yet on the map, by colour")]
    new_cities: Annotated[Cubes, doc("new-city tiles left, by colour")]
    operations: Annotated[dict[str, int], doc("operations cards that can be taken or reached, by name")]
    operations_deck: Annotated[dict[str, int], doc("operations cards still face down, by name")]
    hotels: list[Hotel]
    western_links: list[WesternLink]
    first_at_level_six: Annotated[int | None, doc("the first seat with a locomotive of level 6")]


def describe_view(view: View[Tycoon]) -> TycoonView:
    """Return a view by names."""
    state = view.position
    over = state.actor == OVER
    return {
        "game": "tycoon",
        "version": VERSION,
        "seat": reader_of(view),
        "actor": seat_or_none(state.actor),
        "over": over,
        "options": _options(state),
        "phase": PHASES[state.phase],
        "turn": state.turn,
        "round": state.round,
        "actions_done": state.done,
        "extra_actions": state.extra,
        "first_player": state.first,
        "ending": ENDINGS[state.ending],
        "turns_without_delivery": state.idle,
        "delivered_this_turn": bool(state.delivered),
        "shares_issued_before_action": state.phase >= ACTION and bool(state.issued),
        "auction": _auction(state) if state.phase == AUCTION and not over else None,
        "build": _build(state) if state.phase == BUILDING and not over else None,
        "delivery": _delivery(state) if state.phase == DELIVERING and not over else None,
        "players": [_player(state, seat) for seat in range(state.seats)],
        "cities": [_city(state, city) for city in range(CITIES)],
        "links": _links(state),
        "unfinished_links": _unfinished(state),
        "track": [track for hex in range(HEXES) if state.rail[hex] for track in _tracks(state, hex)],
        "bag": _cubes(state.bag),
        "new_cities": _cubes(state.stock),
        "operations": _cards(state.display),
        "operations_deck": _cards(state.deck),
        "hotels": [{"city": CITY_NAMES[HOTEL_CITY[i]], "owner": seat_or_none(owner)} for i, owner in enumerate(state.hotel)],
        "western_links": [
            {"city": CITY_NAMES[WESTERN_CITY[i]], "owner": seat_or_none(owner)} for i, owner in enumerate(state.western)
        ],
        "first_at_level_six": seat_or_none(state.six),
    }


def _options(state: Tycoon) -> Options:
    return {
        "beginner": state.chosen(BEGINNER),
        "hundred_plus": state.chosen(HUNDRED_PLUS),
        "tight_curves": state.chosen(TIGHT_CURVES),
        "second_own_link": not state.chosen(ONE_LINK),
        "open_cash": state.chosen(OPEN_CASH),
    }


def _auction(state: Tycoon) -> Auction:
    return {"high_bid": state.high, "leader": seat_or_none(state.leader), "passed": members(state.out)}


def _build(state: Tycoon) -> Build | None:
    if state.stub < 0:
        return None
    city, side = divmod(state.stub, SIDES)
    return {"city": CITY_NAMES[city], "side": SIDE_NAMES[side], "tiles": state.laid, "land_grant": bool(state.granted)}


def _delivery(state: Tycoon) -> Delivery:
    return {
        "colour": COLOUR_NAMES[state.cube],
        "origin": CITY_NAMES[state.origin],
        "city": CITY_NAMES[state.place],
        "links": state.steps,
        "links_by_seat": [state.gain >> 4 * seat & _STEPS for seat in range(state.seats)],
        "visited": [CITY_NAMES[city] for city in members(state.trail)],
    }


def _player(state: Tycoon, seat: int) -> Player:
    return {
        "seat": seat,
        "cash": state.cash[seat],
        "shares": state.shares[seat],
        "points": state.points[seat],
        "income": state.income(seat),
        "locomotive": state.level[seat],
        "land_grants": state.grants[seat],
        "engineers": state.engineers[seat],
        "engineers_used": state.tired[seat],
        "tycoon": TYCOON_NAMES[state.tycoon[seat]] if state.tycoon[seat] >= 0 else None,
    }


def _city(state: Tycoon, city: int) -> City:
    return {
        "name": CITY_NAMES[city],
        "colour": COLOUR_NAMES[state.colour_of(city)],
        "goods": _cubes(list(state.goods)[city * COLOURS : (city + 1) * COLOURS]),
        "empty_marker": bool(state.marked >> city & 1),
        "open_sides": _sides(state.open[city]),
    }


def _links(state: Tycoon) -> list[CompletedLink]:
    links = list(state.links)
    return [
        {
            "cities": [CITY_NAMES[a // SIDES], CITY_NAMES[b // SIDES]],
            "sides": [SIDE_NAMES[a % SIDES], SIDE_NAMES[b % SIDES]],
            "owner": owner,
        }
        for a, b, owner in zip(links[::LINK], links[1::LINK], links[2::LINK], strict=True)
    ]


def _unfinished(state: Tycoon) -> list[UnfinishedLink]:
    loose = list(state.loose)
    return [
        {
            "city": CITY_NAMES[stub // SIDES],
            "side": SIDE_NAMES[stub % SIDES],
            "owner": seat,
            "next_hex": hex_name(gate // SIDES),
        }
        for seat, stub, gate in zip(loose[::LOOSE], loose[1::LOOSE], loose[2::LOOSE], strict=True)
    ]


def _tracks(state: Tycoon, hex: int) -> list[Track]:
    rail = state.rail[hex]
    packed = [rail % ONE_TRACK, rail // ONE_TRACK] if rail >= ONE_TRACK else [rail]
    return [{"hex": hex_name(hex), "sides": _sides(track & ALL_SIDES), "owner": owner_of(track)} for track in packed]


def _sides(mask: int) -> list[str]:
    return [SIDE_NAMES[side] for side in members(mask)]


def _cubes(counts: Iterable[int]) -> Cubes:
    return {COLOUR_NAMES[colour]: count for colour, count in enumerate(counts) if count}


def _cards(counts: Iterable[int]) -> dict[str, int]:
    return {CARD_NAMES[kind]: count for kind, count in enumerate(counts) if count}

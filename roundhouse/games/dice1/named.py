"""Views of Railroad Dice by name: dice, shares, the two ends of the line and their tiles, for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal, TypedDict

from roundhouse.core.bits import members
from roundhouse.core.named import doc, reader_of, seat_or_none
from roundhouse.core.state import OVER, View
from roundhouse.games.dice1.board import (
    COMPANIES,
    COMPANY_NAMES,
    EMPTY,
    FACE_NAMES,
    FACES,
    FIRST_SPOT,
    KIND_NAMES,
    PLAN_COMPANY,
    PLAN_NEEDS,
    PLANS,
    REQUIREMENT_NAMES,
    SIDE_NAMES,
    SIDES,
    SIZE,
    SPOT_WIDTH,
    SQUARES,
    STATION_PIECE,
    STOCK,
    WAY_KIND,
    WAY_ROWS,
    WAY_TURN,
)
from roundhouse.games.dice1.moves import ENDS
from roundhouse.games.dice1.notation import notation, square_name
from roundhouse.games.dice1.position import PAYING
from roundhouse.games.dice1.state import Dice1

VERSION: Final = 1
_TERRAIN: Final = {".": "meadow", "~": "lake", "^": "mountain"}

Phase = Literal["turn", "cup", "rolling", "paying", "new tile", "first rail", "keeping dice"]
PHASES: Final[tuple[Phase, ...]] = ("turn", "cup", "rolling", "paying", "new tile", "first rail", "keeping dice")
Ending = Literal["last station", "dead ends", "empty bank", "no mini-tiles", "stalled"]
ENDINGS: Final[tuple[Ending | None, ...]] = (None, "last station", "dead ends", "empty bank", "no mini-tiles", "stalled")

Dice = dict[str, int]  # by face; faces without dice are left out


class Options(TypedDict):
    """The options of the game that the table shows."""

    dice: Annotated[int, doc("dice in the game: 40, or 60 with the large bank")]
    diagonal_sites: bool
    open_screens: bool


class Player(TypedDict):
    """A seat."""

    seat: int
    reserve: Annotated[int, doc("dice behind the screen")]
    front: Annotated[Dice, doc("dice before the screen, by face")]
    passengers: Annotated[int, doc("tokens, by value")]
    shares: Annotated[dict[str, int], doc("shares by company; companies without a share of this seat are left out")]
    golden_parachute: Annotated[bool, doc("whether the next income is a golden parachute")]


class Plan(TypedDict):
    """The stations of a company with one requirement."""

    requirement: str
    built: int
    total: int


class Company(TypedDict):
    """A company."""

    name: str
    director: Annotated[int | None, doc("the seat with most shares")]
    shares_left: Annotated[int, doc("shares in the bank")]
    stations: list[Plan]


class MiniTile(TypedDict):
    """A tile of the general map."""

    column: Annotated[int, doc("from the start tile, to the east")]
    row: Annotated[int, doc("from the start tile, to the south")]
    kind: str
    quarter_turns: Annotated[int, doc("clockwise")]
    stations: Annotated[list[str], doc("companies with a station there")]


class Rail(TypedDict):
    """A rail on a square."""

    square: str
    sides: Annotated[str, doc("the two sides that it joins, such as NS")]


class Station(TypedDict):
    """A station on a square."""

    square: str
    company: str


class Tile(TypedDict):
    """A large tile that an end of the line is on."""

    kind: str
    quarter_turns: int
    terrain: Annotated[dict[str, str], doc("meadow, lake or mountain by square; a1 is the north-west corner")]
    rails: list[Rail]
    stations: list[Station]
    paid: Annotated[list[str], doc("squares of the zones paid for in this turn")]


class LineEnd(TypedDict):
    """An end of the line."""

    name: Literal["west", "east"]
    tile: Annotated[int, doc("index in `tiles`")]
    map_entry: Annotated[int, doc("index in `map`")]
    square: Annotated[str, doc("its last square")]
    points_over: Annotated[str | None, doc("the side of that square where it goes on; null where a station ends the line")]
    exits: Annotated[str, doc("sides of its tile that lead to a place where a new tile fits")]


class Payment(TypedDict):
    """A payment under way."""

    move: Annotated[str, doc("the move that is being paid for")]
    due: Annotated[int, doc("dice to pay")]


class Dice1View(TypedDict):
    """What a seat may know of a game of Railroad Dice: everything, for all that is behind a screen was seen."""

    game: Literal["dice1"]
    version: Annotated[Literal[1], doc("of this format")]
    seat: Annotated[int | None, doc("the reader; null for a spectator")]
    actor: Annotated[int | None, doc("the seat to act; null while dice are rolled, and at the end")]
    over: Annotated[bool, doc("whether the game has ended")]
    options: Options
    phase: Phase
    turn: Annotated[int, doc("the seat whose turn it is")]
    start_player: Annotated[int, doc("of this year")]
    year: Annotated[int, doc("from 1")]
    last_year: Annotated[Ending | None, doc("why the game ends with this year; null if it does not")]
    years_idle: Annotated[int, doc("years in a row without a rail or a station; three end the game")]
    built_this_year: Annotated[bool, doc("whether a rail or a station was laid this year")]
    income_taken: Annotated[bool, doc("whether the income of this turn was taken")]
    rolled: Annotated[bool, doc("whether the dice of this turn were rolled or are in the cup")]
    wild_in_cup: int
    dice_to_roll: int
    payment: Payment | None
    leaving: Annotated[Literal["west", "east"] | None, doc("the end that is leaving its tile")]
    bank: Annotated[int, doc("dice in the bank")]
    orange: Annotated[Literal["west", "east"] | None, doc("the end with the orange pawns")]
    players: Annotated[list[Player], doc("by seat")]
    companies: list[Company]
    ends: list[LineEnd]
    tiles: Annotated[list[Tile], doc("the large tiles that the ends are on: one or two")]
    map: Annotated[list[MiniTile], doc("the general map, in the order in which it was laid")]
    mini_tiles_left: Annotated[dict[str, int], doc("by kind")]


def describe_view(view: View[Dice1]) -> Dice1View:
    """Return a view by names."""
    state = view.position
    return {
        "game": "dice1",
        "version": VERSION,
        "seat": reader_of(view),
        "actor": seat_or_none(state.actor),
        "over": state.actor == OVER,
        "options": {"dice": state.dice, "diagonal_sites": bool(state.eight), "open_screens": bool(state.bare)},
        "phase": PHASES[state.phase],
        "turn": state.turn,
        "start_player": state.first,
        "year": state.year,
        "last_year": ENDINGS[state.closing],
        "years_idle": state.idle,
        "built_this_year": bool(state.laid),
        "income_taken": bool(state.paid_out),
        "rolled": bool(state.rolled),
        "wild_in_cup": state.cup,
        "dice_to_roll": state.loose,
        "payment": {"move": notation(state.pending), "due": state.due} if state.phase == PAYING else None,
        "leaving": _end_name(state.moving),
        "bank": state.bank,
        "orange": _end_name(state.orange),
        "players": [_player(state, seat) for seat in range(state.seats)],
        "companies": [_company(state, company) for company in range(COMPANIES)],
        "ends": [_end(state, end) for end in range(ENDS)],
        "tiles": [_tile(state, slot) for slot in range(len(state.tile)) if state.tile[slot] >= 0],
        "map": [_mini_tile(state, entry) for entry in range(len(state.spot))],
        "mini_tiles_left": {KIND_NAMES[kind]: count for kind, count in enumerate(state.supply)},
    }


def _end_name(end: int) -> Literal["west", "east"] | None:
    names: tuple[Literal["west"], Literal["east"]] = ("west", "east")
    return names[end] if end >= 0 else None


def _player(state: Dice1, seat: int) -> Player:
    shares = {COMPANY_NAMES[company]: state.shares[seat * COMPANIES + company] for company in range(COMPANIES)}
    return {
        "seat": seat,
        "reserve": state.reserve[seat],
        "front": _dice(list(state.front)[seat * FACES : (seat + 1) * FACES]),
        "passengers": state.tokens[seat],
        "shares": {name: count for name, count in shares.items() if count},
        "golden_parachute": bool(state.chute[seat]),
    }


def _dice(counts: Sequence[int]) -> Dice:
    return {FACE_NAMES[face]: counts[face] for face in range(FACES) if counts[face]}


def _company(state: Dice1, company: int) -> Company:
    return {
        "name": COMPANY_NAMES[company],
        "director": seat_or_none(state.director[company]),
        "shares_left": state.left[company],
        "stations": [
            {"requirement": REQUIREMENT_NAMES[PLAN_NEEDS[plan]], "built": state.built[plan], "total": STOCK[plan]}
            for plan in range(PLANS)
            if PLAN_COMPANY[plan] == company
        ],
    }


def _end(state: Dice1, end: int) -> LineEnd:
    name = _end_name(end)
    assert name is not None
    slots = [slot for slot in range(len(state.tile)) if state.tile[slot] >= 0]
    out = state.out[end]
    return {
        "name": name,
        "tile": slots.index(state.slot[end]),
        "map_entry": state.place[end],
        "square": square_name(state.at[end]),
        "points_over": SIDE_NAMES[out] if out >= 0 else None,
        "exits": _sides(state.exits >> end * SIDES & 15),
    }


def _tile(state: Dice1, slot: int) -> Tile:
    way = state.tile[slot]
    board = list(state.board)[slot * SQUARES : (slot + 1) * SQUARES]
    signs = "".join(WAY_ROWS[way])
    return {
        "kind": KIND_NAMES[WAY_KIND[way]],
        "quarter_turns": WAY_TURN[way],
        "terrain": {square_name(square): _TERRAIN[signs[square]] for square in range(SIZE * SIZE)},
        "rails": [
            {"square": square_name(square), "sides": _sides(thing)}
            for square, thing in enumerate(board)
            if EMPTY < thing < STATION_PIECE
        ],
        "stations": [
            {"square": square_name(square), "company": COMPANY_NAMES[thing - STATION_PIECE]}
            for square, thing in enumerate(board)
            if thing >= STATION_PIECE
        ],
        "paid": [square_name(square) for square in members(state.paid[slot])],
    }


def _mini_tile(state: Dice1, entry: int) -> MiniTile:
    column, row = divmod(state.spot[entry], SPOT_WIDTH)
    first_column, first_row = divmod(FIRST_SPOT, SPOT_WIDTH)
    way = state.land[entry]
    return {
        "column": column - first_column,
        "row": row - first_row,
        "kind": KIND_NAMES[WAY_KIND[way]],
        "quarter_turns": WAY_TURN[way],
        "stations": [COMPANY_NAMES[company] for company in members(state.stops[entry])],
    }


def _sides(mask: int) -> str:
    return "".join(SIDE_NAMES[side] for side in members(mask))

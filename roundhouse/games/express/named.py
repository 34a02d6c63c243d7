"""Views of Chicago Express by name: companies, hexes and the auction, for programs."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypedDict

from roundhouse.core.bits import members
from roundhouse.core.named import doc, reader_of, seat_or_none
from roundhouse.core.state import OVER, View
from roundhouse.games.express.board import (
    BUILDS,
    COMPANIES,
    COMPANY_IDS,
    COMPANY_NAMES,
    COST,
    DEVELOPMENT,
    DIAL_NAMES,
    DIALS,
    HEX_BIT,
    HEX_IDS,
    HEX_NAMES,
    HEXES,
    INCOME,
    NEXT,
    PLANE,
    PLANES,
    RED,
    ROW_HEX,
    ROW_LAST,
    ROWS,
    SIDES,
    TERRAIN,
    TERRAIN_NAMES,
)
from roundhouse.games.express.phases import BIDDING, BUILDING
from roundhouse.games.express.state import Express

VERSION: Final = 1

Phase = Literal["auction", "turn", "expansion"]
PHASES: Final[tuple[Phase, ...]] = ("auction", "turn", "expansion")


class Player(TypedDict):
    """A seat."""

    seat: int
    cash: Annotated[int, doc("dollars")]
    shares: Annotated[dict[str, int], doc("shares by company; companies without a share of this seat are left out")]


class Company(TypedDict):
    """A railway company."""

    id: str
    name: str
    income: Annotated[int, doc("dollars at a general dividend, for all its shares together")]
    treasury: Annotated[int, doc("dollars to build with")]
    locomotives_left: Annotated[int, doc("locomotives not yet on the map")]
    shares_left: Annotated[int, doc("shares not yet sold")]
    hexes: Annotated[list[str], doc("hexes with a locomotive of the company")]
    can_build_on: Annotated[list[str], doc("hexes where it may build next if it can pay")]


class Auction(TypedDict):
    """A share on offer."""

    company: str
    high_bid: Annotated[int | None, doc("dollars; null before the first bid")]
    leader: Annotated[int | None, doc("the seat that made it")]
    passed: Annotated[list[int], doc("seats that are out")]


class Expansion(TypedDict):
    """An expansion under way."""

    company: str
    built: Annotated[list[str], doc("hexes built on in this expansion")]
    builds_left: Annotated[int, doc("locomotives that may still be placed")]


class Dial(TypedDict):
    """How often an action has been chosen since the last general dividend."""

    action: str
    chosen: int
    limit: Annotated[int, doc("the action cannot be chosen once so many were")]


class Industry(TypedDict):
    """A row of the industrial track."""

    hex: str
    value: Annotated[int, doc("dollars of income that its marker shows")]
    last: Annotated[int, doc("the value at the end of the row")]


class Hex(TypedDict):
    """A hex of the map."""

    id: str
    name: Annotated[str | None, doc("of a city or a start hex")]
    terrain: str
    cost: Annotated[int, doc("dollars for the first locomotive; more for each one there already")]
    income: Annotated[int, doc("printed income")]
    development: Annotated[int, doc("income that a house adds")]
    companies: Annotated[list[str], doc("companies with a locomotive there")]
    house: Annotated[bool, doc("whether it has been developed")]
    can_develop: Annotated[bool, doc("whether it can be developed now")]
    neighbours: Annotated[list[str], doc("ids of the hexes beside it")]


class ExpressView(TypedDict):
    """What a seat may know of a game of Chicago Express: everything."""

    game: Literal["express"]
    version: Annotated[Literal[1], doc("of this format")]
    seat: Annotated[int | None, doc("the reader; null for a spectator")]
    actor: Annotated[int | None, doc("the seat to act; null at the end")]
    over: Annotated[bool, doc("whether the game has ended")]
    phase: Phase
    turn: Annotated[int | None, doc("the seat whose turn it is; null before the first turn")]
    auction: Annotated[Auction | None, doc("the auction under way")]
    expansion: Annotated[Expansion | None, doc("the expansion under way")]
    players: Annotated[list[Player], doc("by seat")]
    companies: list[Company]
    dials: list[Dial]
    industry: list[Industry]
    houses_left: Annotated[int, doc("houses not yet on the map")]
    hexes: Annotated[list[Hex], doc("all hexes, always in the same order")]


def describe_view(view: View[Express]) -> ExpressView:
    """Return a view by names."""
    state = view.position
    over = state.actor == OVER
    return {
        "game": "express",
        "version": VERSION,
        "seat": reader_of(view),
        "actor": seat_or_none(state.actor),
        "over": over,
        "phase": PHASES[state.phase],
        "turn": seat_or_none(state.turn),
        "auction": _auction(state) if state.phase == BIDDING and not over else None,
        "expansion": _expansion(state) if state.phase == BUILDING and not over else None,
        "players": [_player(state, seat) for seat in range(state.seats)],
        "companies": [_company(state, company) for company in range(COMPANIES)],
        "dials": [{"action": DIAL_NAMES[dial], "chosen": state.needle[dial], "limit": RED[dial]} for dial in range(DIALS)],
        "industry": [{"hex": HEX_IDS[ROW_HEX[row]], "value": state.track[row], "last": ROW_LAST[row]} for row in range(ROWS)],
        "houses_left": state.supply,
        "hexes": [_hex(state, cell) for cell in range(HEXES)],
    }


def _auction(state: Express) -> Auction:
    return {
        "company": COMPANY_IDS[state.company],
        "high_bid": state.high if state.leader >= 0 else None,
        "leader": seat_or_none(state.leader),
        "passed": members(state.passed),
    }


def _expansion(state: Express) -> Expansion:
    return {
        "company": COMPANY_IDS[state.company],
        "built": [HEX_IDS[cell] for cell in state.laid],
        "builds_left": BUILDS - len(state.laid),
    }


def _player(state: Express, seat: int) -> Player:
    shares = {COMPANY_IDS[company]: state.share[seat * COMPANIES + company] for company in range(COMPANIES)}
    return {"seat": seat, "cash": state.cash[seat], "shares": {id: count for id, count in shares.items() if count}}


def _company(state: Express, company: int) -> Company:
    planes = list(state.open)[company * PLANES : (company + 1) * PLANES]
    return {
        "id": COMPANY_IDS[company],
        "name": COMPANY_NAMES[company],
        "income": state.income[company],
        "treasury": state.treasury[company],
        "locomotives_left": state.left[company],
        "shares_left": state.unsold[company],
        "hexes": [HEX_IDS[cell] for cell in range(HEXES) if state.on[cell] >> company & 1],
        "can_build_on": [HEX_IDS[cell] for cell in range(HEXES) if planes[PLANE[cell]] & HEX_BIT[cell]],
    }


def _hex(state: Express, cell: int) -> Hex:
    plane, bit = PLANE[cell], HEX_BIT[cell]
    beside = [NEXT[cell * SIDES + side] for side in range(SIDES)]
    return {
        "id": HEX_IDS[cell],
        "name": HEX_NAMES[cell] or None,
        "terrain": TERRAIN_NAMES[TERRAIN[cell]],
        "cost": COST[cell],
        "income": INCOME[cell],
        "development": DEVELOPMENT[cell],
        "companies": [COMPANY_IDS[company] for company in members(state.on[cell])],
        "house": bool(state.house[plane] & bit),
        "can_develop": bool(state.ripe[plane] & bit),
        "neighbours": [HEX_IDS[other] for other in beside if other >= 0],
    }

"""Positions of Chicago Express for tests, written with the names of companies and hexes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from roundhouse.core.state import FieldValue, fields, restore
from roundhouse.games.express.board import (
    CASH_TOTAL,
    COMPANIES,
    COMPANY_IDS,
    DEVELOPMENT,
    FOREST,
    FORT_WAYNE,
    HEX_BIT,
    HEX_IDS,
    HEX_NAMES,
    PITTSBURGH,
    PLANE,
    ROW_HEX,
    ROW_LAST,
    SHARES,
    SUPPLY,
    TERRAIN,
    WABASH,
    WHEELING,
)
from roundhouse.games.express.notation import notation, parse
from roundhouse.games.express.phases import NONE, TURN
from roundhouse.games.express.state import Express, start

DIALS = ("auction", "expand", "develop")


def position(
    *,
    seats: int = 3,
    shares: Mapping[int, str] | None = None,
    cash: Sequence[int] | None = None,
    treasury: Mapping[str, int] | None = None,
    built: Mapping[str, str] | None = None,
    houses: str = "",
    track: Mapping[str, int] | None = None,
    needles: Sequence[int] = (0, 0, 0),
    left: Mapping[str, int] | None = None,
    income: Mapping[str, int] | None = None,
    **replaced: FieldValue,
) -> Express:
    """Seat 0 is about to take a turn; each of the first four companies has sold one share, to seats 0, 1, 2, ... in turn.

    `built` names hexes beside the start hex of a company ("WAB": "" opens the Wabash). What is given as `left` or `income`
    overrides what follows from the map, and `check()` then does not hold. Any field can be replaced by its number.
    """
    state = start(seats, 0)
    for row, value in (track or {}).items():
        state.track[_row(row)] = value
    _set_shares(state, shares or {seat: " ".join(COMPANY_IDS[seat:WABASH:seats]) for seat in range(seats)})
    for company, names in (built or {}).items():
        number = COMPANY_IDS.index(company)
        if number == WABASH:
            state.place(WABASH, FORT_WAYNE)
        for name in names.split():
            state.place(number, cell(name))
    for name in houses.split():
        _set_house(state, cell(name))
    _set_money(state, cash, treasury or {})
    for place in (WHEELING, PITTSBURGH):
        if state.track[place] == ROW_LAST[place]:
            state.ripe[PLANE[ROW_HEX[place]]] &= ~HEX_BIT[ROW_HEX[place]]
    values = fields(state) | {"phase": TURN, "turn": 0, "actor": 0, "company": NONE, "opener": NONE, "needle": list(needles)}
    values |= {"left": _override(state.left, left), "income": _override(state.income, income)}
    return restore(Express, values | replaced)


def _row(name: str) -> int:
    return [HEX_NAMES[where] for where in ROW_HEX].index(name)


def _set_shares(state: Express, shares: Mapping[int, str]) -> None:
    for seat, names in shares.items():
        for name in names.split():
            company = COMPANY_IDS.index(name)
            state.share[seat * COMPANIES + company] += 1
            state.unsold[company] -= 1
    assert all(0 <= state.unsold[company] <= SHARES[company] for company in range(COMPANIES))


def _set_house(state: Express, where: int) -> None:
    state.house[PLANE[where]] |= HEX_BIT[where]
    state.ripe[PLANE[where]] &= ~HEX_BIT[where]
    state.supply -= 1
    assert 0 <= state.supply < SUPPLY
    for company in range(COMPANIES):
        if state.on[where] >> company & 1 and TERRAIN[where] != FOREST:
            state.income[company] += DEVELOPMENT[where]


def _set_money(state: Express, cash: Sequence[int] | None, treasury: Mapping[str, int]) -> None:
    for seat, dollars in enumerate(cash or ()):
        state.cash[seat] = dollars
    for company, dollars in treasury.items():
        state.treasury[COMPANY_IDS.index(company)] = dollars
    state.bank = CASH_TOTAL - sum(state.cash) - sum(state.treasury)


def _override(values: Iterable[int], given: Mapping[str, int] | None) -> list[int]:
    return [(given or {}).get(name, value) for name, value in zip(COMPANY_IDS, values, strict=True)]


def cell(name: str) -> int:
    """A hex by its id, `Q3`, or by its city with `_` for a space, `Fort_Wayne`."""
    name = name.replace("_", " ")
    return HEX_IDS.index(name) if name in HEX_IDS else HEX_NAMES.index(name)


def by_company(values: Iterable[int]) -> dict[str, int]:
    """Numbers of a state by company: `by_company(state.income)["NYC"]`."""
    return dict(zip(COMPANY_IDS, values, strict=True))


def shares_of(state: Express, seat: int) -> list[str]:
    """The shares a seat holds: `["PRR", "PRR", "NYC"]`."""
    held = state.share[seat * COMPANIES : (seat + 1) * COMPANIES]
    return [name for name, count in zip(COMPANY_IDS, held, strict=True) for _ in range(count)]


def there(state: Express, name: str) -> list[str]:
    """The companies on a hex."""
    return [company for number, company in enumerate(COMPANY_IDS) if state.on[cell(name)] >> number & 1]


def dials(state: Express) -> list[int]:
    """How often each action has been chosen since the last general dividend."""
    return list(state.needle)


def legal(state: Express, verb: str = "") -> list[str]:
    """The legal moves as texts; only those that begin with a verb, if one is given, without it."""
    texts = [notation(move) for move in state.legal_moves()]
    return [text.removeprefix(f"{verb} ") for text in texts if text.startswith(f"{verb} ")] if verb else texts


def play(state: Express, *texts: str) -> Express:
    """Makes the moves one after another, each of them legal; the same state."""
    for text in texts:
        assert parse(text) in list(state.legal_moves()), f"'{text}' is not among {legal(state)}"
        state.apply(parse(text))
    return state


def decline_until_dividend(state: Express) -> Express:
    """Players choose the auction and then development, and decline, until a general dividend has been paid; the same state."""
    detroit = state.track[0]
    while state.actor >= 0 and state.track[0] == detroit:
        play(state, next(text for text in ("decline auction", "decline develop", "decline expand") if text in legal(state)))
    return state

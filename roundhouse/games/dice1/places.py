"""Places of the board by name: squares of large tiles, mini-tiles of the general map and companies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from roundhouse.core.state import View
from roundhouse.games.dice1.board import COMPANIES, COMPANY_NAMES, PLAN_COMPANY, SIDES, STEP
from roundhouse.games.dice1.moves import (
    BUY,
    BUY_FROM,
    ENDS,
    INCOME,
    PAY,
    STATION,
    TILE,
    lay_end,
    lay_out,
    station_end,
    station_plan,
)
from roundhouse.games.dice1.notation import square_name
from roundhouse.games.dice1.position import Position

if TYPE_CHECKING:
    from roundhouse.games.dice1.state import Dice1


def tile_place(entry: int) -> str:
    """Return the name of a mini-tile, by its entry of the general map."""
    return f"tile{entry}"


def square_place(entry: int, square: int) -> str:
    """Return the name of a square of a large tile; it names no place once the line has left that tile."""
    return f"tile{entry}-{square_name(square)}"


def company_place(company: int) -> str:
    """Return the name of a company's board."""
    return f"company-{COMPANY_NAMES[company]}"


def entry_of(position: Position, slot: int) -> int:
    """Return the entry of the general map whose large tile lies in a slot."""
    return int(next(position.place[end] for end in range(ENDS) if position.slot[end] == slot))


def places(view: View[Dice1], move: int) -> Sequence[str]:
    """Return the places of a move: the square of a rail or a station and its mini-tile, the new mini-tile, the company."""
    position = view.position
    if move < TILE:
        end = lay_end(move)
        entry, square = int(position.place[end]), int(STEP[position.at[end] * SIDES + lay_out(move)])
        return square_place(entry, square), tile_place(entry)
    if move < STATION:
        return (tile_place(len(position.spot)),)
    if move < PAY:
        return _station(position, move)
    if BUY <= move < INCOME:
        return (company_place((move - BUY) % COMPANIES if move < BUY_FROM else move - BUY_FROM),)
    return ()


def _station(position: Position, move: int) -> Sequence[str]:
    end = station_end(move)
    entry, square = int(position.place[end]), int(STEP[position.at[end] * SIDES + position.out[end]])
    return square_place(entry, square), tile_place(entry), company_place(int(PLAN_COMPANY[station_plan(move)]))

"""Positions of Railroad Dice 2 for tests, written with the names of squares, shapes, stations and faces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from roundhouse.core.draw import Rng
from roundhouse.core.state import CHANCE, OVER, FieldValue, fields, restore
from roundhouse.games.dice2.board import (
    CELLS,
    COMPLEX,
    CROWD,
    FACE_NAMES,
    FACES,
    SIDES,
    SIMPLE_FACES,
    SLOWEST,
    SQUARES,
    STATION,
    STATIONS,
    TILES,
    TOKENS,
    VALUES,
)
from roundhouse.games.dice2.lines import extend_lines, open_lines
from roundhouse.games.dice2.moves import PLACE
from roundhouse.games.dice2.notation import notation, parse, shape_name, station_name
from roundhouse.games.dice2.position import NONE, OPEN, ROLLED, TURN
from roundhouse.games.dice2.refusal import refusal
from roundhouse.games.dice2.start import Options, start
from roundhouse.games.dice2.state import Dice2

# The first layout, rows from the top, for reading the tests:
#
#     1 ....  2 .^..  3 ^^..
#       .~~.    .^^.    ^^^.
#       .~~.    ..^^    .^..
#       ....    ..^.    ..~.
#     4 ..~.  5 ...^  6 ....
#       ..~.    .~.^    .^^.
#       .~~.    ....    ....
#       .~..    ^^..    .~..
HOMES = {"blue": "1d3", "black": "6a2"}

SHAPES = {shape_name(shape): shape for shape in range(1, STATION)}
NAMES = [station_name(number) for number in range(STATIONS)]


def position(
    *,
    seats: int = 2,
    stations: Mapping[str, str] | None = None,
    dice: Mapping[str, str] | None = None,
    front: str = "",
    pools: Sequence[int] | None = None,
    engines: Mapping[int, str] | None = None,
    stock: Sequence[int] | None = None,
    options: Options | None = None,
    **replaced: FieldValue,
) -> Dice2:
    """A turn of seat 0 after set-up, with stations and dice where they are named; lines are followed, and no piece is missing.

    Dice in front mean that a roll was made. Pools are full at first, the bank has what is left. Any field can be replaced.
    """
    values = fields(start(seats, options or Options()))
    values |= {"phase": TURN, "turn": 0, "actor": replaced.get("turn", 0)}
    values |= _board(stations or HOMES, dice or {})
    values["front"] = faces(front)
    values["roll"] = ROLLED if front else OPEN
    values["pool"] = list(pools) if pools is not None else [CROWD * count for count in _list(values["stops"])]
    values |= _locomotives(seats, engines or {}, _list(values["stock"]) if stock is None else list(stock), stock is None)
    values |= _dice_left(values)
    cash = _list(replaced.get("cash", values["cash"]))
    values["bank"] = TOKENS - sum(cash) - sum(_list(values["pool"]))
    state = restore(Dice2, values | replaced)
    _follow_lines(state)
    return state


def _list(value: FieldValue) -> list[int]:
    assert isinstance(value, list)
    return value


def _board(stations: Mapping[str, str], dice: Mapping[str, str]) -> dict[str, FieldValue]:
    board, site, stops = [0] * SQUARES, [NONE] * STATIONS, [0] * TILES
    for name, place in stations.items():
        site[NAMES.index(name)] = square(place)
        board[square(place)] = STATION + NAMES.index(name)
        stops[square(place) // CELLS] += 1
    for place, shape in dice.items():
        assert board[square(place)] == 0, place
        board[square(place)] = SHAPES[shape]
    return {"board": board, "site": site, "stops": stops, "placed": len(stations)}


def _locomotives(seats: int, engines: Mapping[int, str], stock: list[int], taken: bool) -> dict[str, FieldValue]:
    held = [0] * (seats * VALUES)
    for seat, values in engines.items():
        for value in values.split():
            held[seat * VALUES + int(value) - SLOWEST] += 1
            if taken:
                stock[int(value) - SLOWEST] -= 1
    return {"engines": held, "stock": stock}


def _dice_left(values: Mapping[str, FieldValue]) -> dict[str, FieldValue]:
    board, front = _list(values["board"]), _list(values["front"])
    simple = sum(0 < thing < COMPLEX for thing in board)
    complex = sum(COMPLEX <= thing < STATION for thing in board)
    return {"simple": 30 - simple - sum(front[:SIMPLE_FACES]), "complex": 20 - complex - sum(front[SIMPLE_FACES:])}


def _follow_lines(state: Dice2) -> None:
    for home in range(state.seats):
        open_lines(state, home)
        for side in range(SIDES):
            state.linked[home] |= extend_lines(state, home, state.beside[state.site[home] * SIDES + side])
    state.fresh_low = state.fresh_high = 0


def square(name: str) -> int:
    """A square by its name: "3b2"."""
    return parse(f"place {name}") - PLACE


def faces(text: str) -> list[int]:
    """Dice by face, the complex ones after a stroke: "straight ? / fork"."""
    counts = [0] * FACES
    simple, _, complex = text.partition("/")
    for word in simple.split():
        counts[FACE_NAMES.index(word)] += 1
    for word in complex.split():
        counts[SIMPLE_FACES + FACE_NAMES[SIMPLE_FACES:].index(word)] += 1
    return counts


def legal(state: Dice2, start: str = "") -> list[str]:
    """The legal moves as texts, those that begin so."""
    return [text for text in map(notation, state.legal_moves()) if text.startswith(start)]


def refused(state: Dice2, text: str) -> str:
    """The clause that refuses a move, or "" if it is legal."""
    found = refusal(state, parse(text))
    assert (found is None) == (parse(text) in list(state.legal_moves())), text
    return found.clause if found else ""


def play(state: Dice2, *texts: str) -> Dice2:
    """Makes the moves and draws one after another, each of them legal; the same state."""
    for text in texts:
        assert parse(text) in list(state.legal_moves()), f"'{text}' is refused: {refusal(state, parse(text))}"
        state.apply(parse(text))
        state.check()
    return state


def random_game(seats: int, seed: int, options: Options | None = None) -> Iterator[tuple[Dice2, int]]:
    """A random game, move by move: the state and the move about to be made, which is NONE at the end."""
    rng = Rng(seed)
    state = start(seats, options or Options())
    while state.actor != OVER:
        moves = state.legal_moves()
        move = state.draw(rng) if state.actor == CHANCE else moves[rng.below(len(moves))]
        yield state, move
        state.apply(move)
    yield state, NONE

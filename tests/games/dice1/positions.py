"""Positions of Railroad Dice for tests, written with the names of squares, sides, tiles, companies and faces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from roundhouse.core.draw import Rng
from roundhouse.core.state import CHANCE, OVER, FieldValue, fields, restore
from roundhouse.games.dice1.board import (
    COMPANIES,
    COMPANY_NAMES,
    FACE_NAMES,
    FACES,
    FIRST_SPOT,
    MINI_TILES,
    PLAN_COMPANY,
    PLANS,
    SHARES,
    SIDE_NAMES,
    SIZE,
    SPOT_WIDTH,
    SQUARES,
    STATION_PIECE,
    STOCK,
    WAY_KIND,
)
from roundhouse.games.dice1.landscape import update_exits
from roundhouse.games.dice1.moves import TILE
from roundhouse.games.dice1.notation import notation, parse
from roundhouse.games.dice1.position import NONE
from roundhouse.games.dice1.refusal import refusal
from roundhouse.games.dice1.start import Options, start
from roundhouse.games.dice1.state import Dice1

# The kinds of tile before they are turned, rows from the top, for reading the tests:
#
#     lake    a b c d e f g   foothills    a b c d e f g   mountain    a b c d e f g
#           1 . . . . . . .              1 . . . . . . .             1 ^ ^ ^ ^ ^ ^ ^
#           2 . . ~ . ~ . .              2 ^ . . . . . .             2 ^ ^ ^ ^ ^ ^ ^
#           3 . ~ ~ . ~ ~ .              3 ^ ^ . . . . .             3 ^ ^ ^ . ^ ^ ^
#           4 . . ~ ~ ~ . .              4 ^ ^ ^ . . . .             4 ^ ^ . . . ^ ^
#           5 . ~ ~ . ~ . .              5 ^ ^ ^ ^ . . .             5 ^ ^ ^ . ^ ^ ^
#           6 . . ~ . . . .              6 ^ ^ ^ ^ ^ . .             6 ^ ^ ^ ^ ^ ^ ^
#           7 . . . . . . .              7 ^ ^ ^ ^ ^ ^ .             7 ^ ^ ^ ^ ^ ^ ^
WEST, EAST = 0, 1
HOME = ("meadow", 0, 0, "")

Tile = tuple[str, int, int, str]  # way, column, row, stations: ("lake 1", 1, 0, "green red")


def position(
    *,
    seats: int = 2,
    front: Mapping[int, str] | None = None,
    reserve: Mapping[int, int] | None = None,
    shares: Mapping[int, str] | None = None,
    directors: Mapping[str, int] | None = None,
    land: Sequence[Tile] = (HOME,),
    west: str = "",
    east: str = "",
    west_on: int = 0,
    east_on: int = 0,
    rest: str = "",
    built: Mapping[int, int] | None = None,
    options: Options | None = None,
    **replaced: FieldValue,
) -> Dice1:
    """A turn of seat 0; nobody has dice but as named, and the bank has the others.

    `west` and `east` are the pieces of the line towards that end on the tile `west_on` or `east_on` of the land, the last of them
    the end: `a4:WE` is a rail from west to east, `c4:Wgreen` a station that was reached from the west. On the start tile they go on
    from the first rail, d4; `rest` are the pieces there of an end that has left it. Any field can be replaced by its number.
    """
    values = fields(start(seats, options or Options()))
    values |= {"turn": 0, "actor": replaced.get("turn", 0), "first": replaced.get("turn", 0)}
    values |= _landscape(land, built or {})
    values |= _line(values, [(west, west_on), (east, east_on)], rest)
    values["front"] = [count for seat in range(seats) for count in faces((front or {}).get(seat, ""))]
    values["reserve"] = [(reserve or {}).get(seat, 0) for seat in range(seats)]
    values |= _companies(seats, shares or {}, directors or {})
    values |= replaced
    on_board = sum(0 < thing < STATION_PIECE for thing in numbers(values["board"]))
    used = on_board + sum(numbers(values["front"])) + sum(numbers(values["reserve"]))
    values |= {"bank": replaced.get("bank", number(values["dice"]) - used)}
    values["dice"] = used + number(values["bank"])
    assert number(values["bank"]) >= 0, "more dice than there are"
    state = restore(Dice1, values)
    update_exits(state)
    return state


def numbers(value: FieldValue) -> list[int]:
    assert isinstance(value, list)
    return value


def number(value: FieldValue) -> int:
    assert isinstance(value, int)
    return value


def _landscape(land: Sequence[Tile], built: Mapping[int, int]) -> dict[str, FieldValue]:
    ways = [parse(f"tile {way}") - TILE for way, _, _, _ in land]
    supply = list(MINI_TILES)
    for way in ways:
        supply[WAY_KIND[way]] -= 1
    stops = [sum(1 << COMPANY_NAMES.index(name) for name in stations.split()) for _, _, _, stations in land]
    plans = [0] * PLANS
    for company in range(COMPANIES):
        left = sum(mask >> company & 1 for mask in stops)
        own = [plan for plan in range(PLANS) if PLAN_COMPANY[plan] == company]
        for plan in own:
            plans[plan] = min(built.get(plan, left), left, STOCK[plan])
            left -= plans[plan]
    spots = [FIRST_SPOT + column * SPOT_WIDTH + row for _, column, row, _ in land]
    return {"land": ways, "supply": supply, "stops": stops, "spot": spots, "built": plans}


def _line(values: Mapping[str, FieldValue], lines: Sequence[tuple[str, int]], rest: str) -> dict[str, FieldValue]:
    ways = numbers(values["land"])
    board, taken, tile = [0] * (2 * SQUARES), [0, 0], [NONE, NONE]
    at, out, back = [24, 24], [3, 1], [1, 3]
    on = [entry for _, entry in lines]
    slot = [0, 0] if on[0] == on[1] else [0, 1] if on[0] == 0 or on[1] != 0 else [1, 0]
    for end, (pieces, entry) in enumerate(lines):
        tile[slot[end]] = ways[entry]
        if entry == 0:
            board[slot[end] * SQUARES + 24] = 10
        for piece in pieces.split():
            place, came, leads = piece[:2], SIDE_NAMES.index(piece[3]), piece[4:]
            at[end], back[end] = square(place), came
            out[end] = SIDE_NAMES.index(leads) if leads in SIDE_NAMES else NONE
            board[slot[end] * SQUARES + square(place)] = _thing(came, leads)
    for piece in rest.split():
        board[(slot[0] if on[0] == 0 else slot[1]) * SQUARES + square(piece[:2])] = _thing(SIDE_NAMES.index(piece[3]), piece[4:])
    for where, thing in enumerate(board):
        taken[where // SQUARES] |= (1 << where % SQUARES) * (thing > 0)
    orange = next((end for end in (WEST, EAST) if on[end]), NONE)
    ends: dict[str, FieldValue] = {"at": at, "out": out, "back": back, "slot": slot, "place": on, "orange": orange}
    return ends | {"board": board, "taken": taken, "tile": tile}


def _thing(came: int, leads: str) -> int:
    return 1 << came | 1 << SIDE_NAMES.index(leads) if leads in SIDE_NAMES else STATION_PIECE + COMPANY_NAMES.index(leads)


def _companies(seats: int, shares: Mapping[int, str], directors: Mapping[str, int]) -> dict[str, FieldValue]:
    held = [count for seat in range(seats) for count in counted(shares.get(seat, ""), COMPANY_NAMES)]
    left = [SHARES - sum(held[company::COMPANIES]) for company in range(COMPANIES)]
    return {"shares": held, "left": left, "director": [directors.get(name, NONE) for name in COMPANY_NAMES]}


def counted(text: str, names: Sequence[str]) -> list[int]:
    """Counts by name: "2 straight 1 wild"."""
    counts = [0] * len(names)
    words = text.split()
    for count, name in zip(words[::2], words[1::2], strict=True):
        counts[names.index(name)] += int(count)
    return counts


def faces(text: str) -> list[int]:
    """Dice by face: "2 straight 1 wild"."""
    return counted(text, FACE_NAMES)


def square(name: str) -> int:
    """A square by column and row: "d4"."""
    return (int(name[1]) - 1) * SIZE + "abcdefg".index(name[0])


def mask(names: str) -> int:
    """Squares as a mask: "a1 d4"."""
    return sum(1 << square(name) for name in names.split())


def in_front(state: Dice1, seat: int = 0) -> str:
    """The dice before a seat: "2 straight 1 wild"."""
    counts = list(state.front)[seat * FACES : (seat + 1) * FACES]
    return " ".join(f"{count} {name}" for count, name in zip(counts, FACE_NAMES, strict=True) if count)


def legal(state: Dice1, start: str = "") -> list[str]:
    """The legal moves as texts, those that begin so."""
    return [text for text in map(notation, state.legal_moves()) if text.startswith(start)]


def refused(state: Dice1, text: str) -> str:
    """The clause that refuses a move, or "" if it is legal."""
    found = refusal(state, parse(text))
    assert (found is None) == (parse(text) in list(state.legal_moves())), text
    return found.clause if found else ""


def play(state: Dice1, *texts: str) -> Dice1:
    """Makes the moves and rolls one after another, each of them legal; the same state."""
    for text in texts:
        assert parse(text) in list(state.legal_moves()), f"'{text}' is refused: {refusal(state, parse(text))}"
        state.apply(parse(text))
        state.check()
    return state


def end_year(state: Dice1) -> Dice1:
    """Ends turns until the next year begins or the game is over; whoever must choose keeps the first five dice; the same state."""
    year = state.year
    while state.actor != OVER and state.year == year:
        moves = legal(state, "keep") or ["end"]
        play(state, moves[0])
    return state


def random_game(seats: int, seed: int, options: Options | None = None) -> Iterator[tuple[Dice1, int]]:
    """A random game, move by move: the state and the move about to be made, which is NONE at the end."""
    rng = Rng(seed)
    state = start(seats, options or Options())
    while state.actor != OVER:
        moves = state.legal_moves()
        move = state.draw(rng) if state.actor == CHANCE else moves[rng.below(len(moves))]
        yield state, move
        state.apply(move)
    yield state, NONE

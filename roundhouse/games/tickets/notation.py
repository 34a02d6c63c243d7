"""Moves of Ticket to Ride as text: `take red`, `draw`, `claim Denver-Phoenix white+2`, `keep 1 3`."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final

from roundhouse.core.texts import Texts
from roundhouse.games.tickets.board import Board
from roundhouse.games.tickets.map_file import plain_name
from roundhouse.games.tickets.material import COLOUR_NAMES, COLOURS, LOCOMOTIVE
from roundhouse.games.tickets.moves import BLIND, CLAIM, DRAW_TICKETS, TAKE
from roundhouse.games.tickets.typed import reason

_SUBSETS: Final = {1: "1", 2: "2", 3: "1 2", 4: "3", 5: "1 3", 6: "2 3", 7: "1 2 3"}


@lru_cache(maxsize=64)
def texts_of(board: Board) -> Texts:
    """Return the texts of all moves on a board; case, accents, hyphens and the order of two cities do not matter."""
    example = _claim(board, 0, board.colour[0] % LOCOMOTIVE, board.ferry[0])
    if board.data.name == "usa":  # better known than its first track
        example = "claim Denver-Phoenix white"
    examples = ("take red", "draw", "tickets", example, "keep 1 3")
    return Texts(partial(_written, board), plain_name, examples, partial(_also, board), partial(reason, board))


def notation(board: Board, move: int) -> str:
    """Return the text of a move on a board."""
    return texts_of(board).notation(move)


def _payment(colour: int, wild: int) -> str:
    if colour == LOCOMOTIVE:
        return COLOUR_NAMES[LOCOMOTIVE]
    return f"{COLOUR_NAMES[colour]}+{wild}" if wild else COLOUR_NAMES[colour]


def _second(board: Board, track: int) -> bool:
    return 0 <= board.twin[track] < track


def _claim(board: Board, track: int, colour: int, wild: int) -> str:
    """Return the text of a claim; a track of a double is named only if ambiguous: `/2` if gray, `/orange` if coloured."""
    name = board.data.cities_of(track)
    if track >= board.coloured:
        name += "/2" if _second(board, track) else ""
    elif board.twin[track] >= 0 and colour == LOCOMOTIVE:
        name += f"/{COLOUR_NAMES[board.colour[track]]}"
    return f"claim {name} {_payment(colour, wild)}"


def _written(board: Board) -> dict[int, str]:
    moves = board.moves
    claims = zip(moves.claim_track, moves.claim_colour, moves.claim_wild, strict=True)
    texts: dict[int, str] = {TAKE + colour: f"take {COLOUR_NAMES[colour]}" for colour in range(COLOURS)}
    texts |= {BLIND: "draw", DRAW_TICKETS: "tickets", moves.idle: "pass"}
    texts |= {CLAIM + i: _claim(board, *claim) for i, claim in enumerate(claims)}
    texts |= {moves.keep + subset - 1: f"keep {places}" for subset, places in _SUBSETS.items()}
    texts |= {moves.card + colour: f"card {COLOUR_NAMES[colour]}" for colour in range(COLOURS)}
    texts |= {moves.ticket + ticket: f"ticket {board.data.ticket_name(ticket)}" for ticket in range(board.tickets)}
    texts |= {moves.flush: "flush", moves.stay: "stay"}
    texts |= {moves.a_card: "card ?", moves.a_ticket: "ticket ?", moves.chosen: "keep ?"}
    texts |= {moves.kept + count - 1: f"kept {count}" for count in (1, 2, 3)}
    return texts


def _also(board: Board) -> dict[str, int]:
    """Return other accepted texts of moves, in plain form."""
    moves: dict[str, int] = {}
    table = board.moves
    for i in range(table.claims):
        for way in _ways_to_claim(board, table.claim_track[i], table.claim_colour[i], table.claim_wild[i]):
            moves.setdefault(plain_name(way), CLAIM + i)
    cities = board.data.cities
    for ticket in range(board.tickets):
        a, b = cities[board.ticket_a[ticket]].name, cities[board.ticket_b[ticket]].name
        moves[plain_name(f"ticket {b}-{a}")] = table.ticket + ticket
    return moves


def _ways_to_claim(board: Board, track: int, colour: int, wild: int) -> list[str]:
    twin = board.twin[track]
    suffixes = ["", "/1"] if twin > track else ["", "/2"] if twin >= 0 else [""]
    if board.colour[track] < LOCOMOTIVE:
        suffixes.append(f"/{COLOUR_NAMES[board.colour[track]]}")
    ends = [(a, b) for a in _names(board, board.end_a[track]) for b in _names(board, board.end_b[track])]
    return [
        f"claim {first}-{second}{suffix} {_payment(colour, wild)}"
        for a, b in ends
        for first, second in ((a, b), (b, a))
        for suffix in suffixes
    ]


def _names(board: Board, city: int) -> list[str]:
    return [board.data.cities[city].name, *board.data.cities[city].aliases]

"""What is wrong with a map although it can be played: names that cover each other, cars without room."""

from __future__ import annotations

from roundhouse.core.sentence import Sentence, say
from roundhouse.games.tickets.atlas import find_board
from roundhouse.games.tickets.board import Board


def faults(text: str) -> list[Sentence]:
    """Return the faults of a map in words. Raise BadSetup if it cannot be played at all."""
    return _drawing_faults(find_board(text))


def _drawing_faults(board: Board) -> list[Sentence]:
    from roundhouse.games.tickets.svg.labels import collisions  # drawings are imported only where one is looked at
    from roundhouse.games.tickets.svg.map import SHEETS, drawn_map

    found = []
    cities = board.data.cities
    for layout in SHEETS:
        drawn = drawn_map(board, layout)
        found += [
            say("{layout} drawing: the names of {one} and {other} overlap", layout=layout, one=cities[a].name, other=cities[b].name)
            for a, b in collisions(drawn)
        ]
        found += [
            say("{layout} drawing: {route} has no room for its spaces", layout=layout, route=board.data.cities_of(track))
            for track in range(board.tracks)
            if drawn.cars[track][0].length < drawn.cars[track][0].breadth * 0.5
        ]
    return found

"""The board of Ticket to Ride (USA): cards, cities, tracks and tickets as tables. TTR-n are the clauses of rules.md."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT

_DATA: Final[dict[str, Any]] = json.loads(files("roundhouse.games.tickets").joinpath("board.json").read_text("utf-8"))

# Counts are written out so that the compiler knows them; tests check them against the tables.

# TTR-2: eight colours of 12 cards and 14 locomotives.
COLOUR_NAMES: Final = tuple(str(name) for name in _DATA["cards"])
COLOURS: Final = 9
LOCOMOTIVE: Final = 8
GRAY: Final = 8  # as the colour of a track, TTR-7
CARDS: Final = vec[i64](list(_DATA["cards"].values()))
CARD_TOTAL: Final = 110

TRAINS: Final = 45  # TTR-4: in play for each seat; the three spares never are
POINTS: Final = vec[i64](_DATA["points"])  # TTR-55: by length of the track
LONGEST_PATH_BONUS: Final = 10  # TTR-5, TTR-85
FLUSH_CAP: Final = 10  # TTR-39
SLOTS: Final = 5
OFFER: Final = 3  # tickets in an offer
HAND: Final = 4  # cards dealt to a seat

# TTR-6: 36 cities and 100 tracks; the coloured tracks come first, so that either kind fits a mask.
CITY_NAMES: Final = tuple(str(city["name"]) for city in _DATA["cities"])
CITY_ALIASES: Final = {str(alias): i for i, city in enumerate(_DATA["cities"]) for alias in city.get("aliases", ())}
CITY_AT: Final = tuple((int(city["x"]), int(city["y"])) for city in _DATA["cities"])
CITIES: Final = 36
CANVAS: Final[tuple[int, int]] = (_DATA["canvas"][0], _DATA["canvas"][1])

TRACKS: Final = 100
END_A: Final = vec[i64]([CITY_NAMES.index(track["a"]) for track in _DATA["tracks"]])
END_B: Final = vec[i64]([CITY_NAMES.index(track["b"]) for track in _DATA["tracks"]])
LENGTH: Final = vec[i64]([track["length"] for track in _DATA["tracks"]])
COLOUR: Final = vec[i64]([(*COLOUR_NAMES[:LOCOMOTIVE], "gray").index(track["colour"]) for track in _DATA["tracks"]])
COLOURED: Final = 56  # tracks that are not gray
LONGEST: Final = 6


def _twin(track: int) -> int:
    for other in range(TRACKS):
        if other != track and END_A[other] == END_A[track] and END_B[other] == END_B[track]:
            return other
    return -1


TWIN: Final = vec[i64]([_twin(track) for track in range(TRACKS)])  # the other track of a double, or -1

# TTR-3: thirty tickets, all different; six cities are on none of them, TTR-73.
TICKETS: Final = 30
TICKET_A: Final = vec[i64]([CITY_NAMES.index(ticket["a"]) for ticket in _DATA["tickets"]])
TICKET_B: Final = vec[i64]([CITY_NAMES.index(ticket["b"]) for ticket in _DATA["tickets"]])
TICKET_ENDS: Final = vec[i64]([BIT[TICKET_A[t]] | BIT[TICKET_B[t]] for t in range(TICKETS)])
TICKET_POINTS: Final = vec[i64]([ticket["points"] for ticket in _DATA["tickets"]])

# The two planes of tracks: bit i of the coloured plane is track i, bit i of the gray plane is track COLOURED + i.
ALL_COLOURED: Final[int] = (1 << COLOURED) - 1
ALL_GRAY: Final[int] = (1 << TRACKS - COLOURED) - 1


def _within(colour: int, length: int) -> int:
    """Return the tracks of a colour that are no longer than `length`, as a mask of their plane."""
    first = COLOURED if colour == GRAY else 0
    chosen = [t for t in range(TRACKS) if COLOUR[t] == colour and LENGTH[t] <= length]
    return sum(1 << t - first for t in chosen)


# WITHIN[colour * (LONGEST + 1) + n]: the tracks of that colour that n cards can pay for.
WITHIN: Final = vec[i64]([_within(colour, n) for colour in range(COLOURS) for n in range(LONGEST + 1)])


def plane_of(track: i64) -> i64:
    """Return 0 for the coloured plane, 1 for the gray one."""
    return 0 if track < COLOURED else 1


def bit_of(track: i64) -> i64:
    """Return the track's bit in the mask of its plane."""
    return BIT[track] if track < COLOURED else BIT[track - COLOURED]

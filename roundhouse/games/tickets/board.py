"""A board of Ticket to Ride: cards, cities, tracks and tickets as tables, made from a map. TTR-n are the clauses of rules.md."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT
from roundhouse.core.state import Board as AnyBoard
from roundhouse.games.tickets.map_data import MapData
from roundhouse.games.tickets.material import COLOURS, GRAY, LONGEST, WORD
from roundhouse.games.tickets.moves import Moves

FAR: Final = 1_000_000  # an infinite price in the plans of bots: closed, or too long for the trains left


class Board(AnyBoard):
    """Everything that a map decides. All states on it share one board, which never changes.

    Sets of tracks are bit masks, one for each plane: WORD coloured tracks a plane, then WORD gray tracks a plane. The coloured
    tracks have the lower numbers.
    """

    def __init__(self, data: MapData) -> None:
        super().__init__(data.digest)
        self.data = data  # names, places and the drawing
        self.cards = vec[i64](list(data.cards))  # TTR-2: by colour
        self.card_total: i64 = sum(data.cards)
        self.trains: i64 = data.trains  # TTR-4: in play for each seat
        points = [0, *data.points] + [0] * (LONGEST - len(data.points))
        self.points = vec[i64](points)  # TTR-55: by length of the track
        self.longest: i64 = len(data.points)
        self.bonus: i64 = data.bonus  # TTR-5, TTR-85
        # TTR-6: cities and tracks.
        self.cities: i64 = len(data.cities)
        self.tracks: i64 = len(data.tracks)
        self.end_a = vec[i64]([track.a for track in data.tracks])
        self.end_b = vec[i64]([track.b for track in data.tracks])
        self.length = vec[i64]([track.length for track in data.tracks])
        self.colour = vec[i64]([track.colour for track in data.tracks])
        self.ferry = vec[i64]([track.ferry for track in data.tracks])  # locomotives that a payment needs, TTR-98
        self.twin = vec[i64]([track.twin for track in data.tracks])  # the other track of a double, or -1
        self.coloured: i64 = sum(track.colour != GRAY for track in data.tracks)  # tracks that are not gray
        self._set_planes(data)
        # TTR-3: tickets, all different.
        self.tickets: i64 = len(data.tickets)
        self.ticket_a = vec[i64]([ticket.a for ticket in data.tickets])
        self.ticket_b = vec[i64]([ticket.b for ticket in data.tickets])
        self.ticket_points = vec[i64]([ticket.points for ticket in data.tickets])
        self.ticket_words: i64 = -(-len(data.tickets) // WORD)  # bit masks that hold a set of tickets
        self.moves = Moves(
            [track.colour for track in data.tracks],
            [track.length for track in data.tracks],
            [track.ferry for track in data.tracks],
            len(data.tickets),
        )
        self._set_plans(data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.data.text == other.data.text

    def __hash__(self) -> int:
        return hash(self.data.text)

    def __reduce__(self) -> tuple[object, ...]:
        from roundhouse.games.tickets.atlas import find_board  # which makes boards

        return find_board, (self.data.source,)

    def _set_planes(self, data: MapData) -> None:
        """Set the tables of the bit masks of tracks."""
        tracks = range(len(data.tracks))
        coloured: int = sum(track.colour != GRAY for track in data.tracks)
        firsts = [*range(0, max(coloured, 1), WORD), *range(coloured, max(len(data.tracks), coloured + 1), WORD)]
        plane = [max(p for p, first in enumerate(firsts) if first <= track) for track in tracks]
        sets = _Planes(firsts, plane)
        self.planes: i64 = len(firsts)
        self.plane_first = vec[i64](firsts)  # the track of bit 0
        self.plane_size = vec[i64]([plane.count(p) for p in range(len(firsts))])  # tracks in it
        self.plane = vec[i64](plane)  # by track
        self.bit = vec[i64]([BIT[track - firsts[plane[track]]] for track in tracks])  # by track: its mask in that plane
        self.all_open = vec[i64](sets.masks([*tracks]))
        # within[(colour * (LONGEST + 1) + n) * planes + plane]: the tracks that n cards of that colour can pay for.
        within: list[int] = []
        # of_colour[colour * planes + plane]: the tracks of that colour, gray ones not counted
        of_colour: list[int] = []
        for colour in range(COLOURS):
            payable = [
                t for t in tracks if colour == GRAY or data.tracks[t].colour in (colour, GRAY)
            ]  # GRAY stands for locomotives
            for count in range(LONGEST + 1):
                within += sets.masks([t for t in payable if data.tracks[t].length <= count])
            of_colour += sets.masks([t for t in tracks if colour != GRAY and data.tracks[t].colour == colour])
        self.within = vec[i64](within)
        self.of_colour = vec[i64](of_colour)

    def _set_plans(self, data: MapData) -> None:
        """Set the tables that only bots need."""
        cities = range(len(data.cities))
        near = [[t for t, track in enumerate(data.tracks) if city in (track.a, track.b)] for city in cities]
        # The tracks that meet in a city, and where they lead: entries near_at[city] to near_at[city + 1].
        self.near_at = vec[i64]([sum(len(tracks) for tracks in near[:city]) for city in range(len(data.cities) + 1)])
        self.near_track = vec[i64]([t for tracks in near for t in tracks])
        self.near_city = vec[i64]([data.tracks[t].a + data.tracks[t].b - city for city in cities for t in near[city]])
        order = sorted(range(len(data.tickets)), key=lambda ticket: -data.tickets[ticket].points)
        self.ticket_rank = vec[i64]([order.index(ticket) for ticket in range(len(data.tickets))])  # by points, most first
        # Values to start from, by track and by city.
        self.far_tracks = vec[i64]([FAR] * len(data.tracks))
        self.no_tracks = vec[i64]([0] * len(data.tracks))
        self.far_cities = vec[i64]([FAR] * len(data.cities))
        self.no_cities = vec[i64]([0] * len(data.cities))


class _Planes:
    """Sets of tracks as one mask a plane."""

    def __init__(self, firsts: list[int], plane: list[int]) -> None:
        self._firsts = firsts
        self._plane = plane

    def masks(self, tracks: list[int]) -> list[int]:
        result = [0] * len(self._firsts)
        for track in tracks:
            plane = self._plane[track]
            result[plane] |= BIT[track - self._firsts[plane]]
        return result

"""A map of Ticket to Ride after it has been read and checked: plain values, which a board is made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

Point = tuple[float, float]


class City(NamedTuple):
    """A city: its name, where it lies on the map, and how it is written where room is short."""

    name: str
    x: float
    y: float
    code: str  # two to four letters, for phones
    aliases: tuple[str, ...] = ()  # other names that are understood


class Track(NamedTuple):
    """A track between two cities, which are given by number."""

    a: int
    b: int
    length: int
    colour: int
    ferry: int  # locomotives that a payment needs at least
    twin: int  # the other track of a double, or -1


class Ticket(NamedTuple):
    """A ticket: two cities by number, and its points."""

    a: int
    b: int
    points: int


class Place(NamedTuple):
    """Where a city stands on the text map, and where its name begins from there; columns to the right, rows down."""

    column: int
    row: int
    name_right: int
    name_down: int


class LabelPlace(NamedTuple):
    """Where the name of a city stands: a distance from its point, an anchor, and whether it has one line or two."""

    dx: float
    dy: float
    anchor: str
    lines: int = 1


@dataclass(frozen=True)
class Sheet:
    """What a map says of one size of its drawing; what it leaves out is laid out automatically."""

    bends: Mapping[str, Point] = field(default_factory=dict)  # by route: how far its curve swings out, how far its cars are moved
    labels: Mapping[str, LabelPlace] = field(default_factory=dict)  # by city


@dataclass(frozen=True)
class Drawing:
    """What a map says of its drawing; everything is optional."""

    frame: tuple[float, float, float, float] | None = None  # left, top, right, bottom
    outlines: Mapping[str, tuple[tuple[Point, ...], ...]] = field(default_factory=dict)  # land, lakes, rivers, borders
    wide: Sheet = field(default_factory=Sheet)
    narrow: Sheet = field(default_factory=Sheet)
    places: Mapping[str, Place] = field(default_factory=dict)  # of the text map, by city
    bows: Mapping[str, Point] = field(default_factory=dict)  # of the text map, by route: how far its middle is moved


@dataclass(frozen=True)
class MapData:
    """A whole map."""

    name: str
    title: Mapping[str, str]  # by language
    minutes: int
    seats: tuple[int, int]
    trains: int
    points: tuple[int, ...]  # by length, from 1
    bonus: int
    cards: tuple[int, ...]  # by colour, locomotives last
    cities: tuple[City, ...]
    tracks: tuple[Track, ...]  # coloured ones first
    tickets: tuple[Ticket, ...]
    drawing: Drawing
    text: str  # the whole map as compact JSON: the same map has the same text
    digest: str  # of everything that matters to the rules
    source: str = ""  # the value of the option that selects it: its name, if it comes with the game, or its text

    def cities_of(self, track: int) -> str:
        """Return the two ends of a track: `Denver-Phoenix`."""
        return f"{self.cities[self.tracks[track].a].name}-{self.cities[self.tracks[track].b].name}"

    def ticket_name(self, ticket: int) -> str:
        """Return the two ends of a ticket: `Denver-El Paso`."""
        return f"{self.cities[self.tickets[ticket].a].name}-{self.cities[self.tickets[ticket].b].name}"

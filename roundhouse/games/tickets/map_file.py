"""Map files of Ticket to Ride: JSON that is read, bounded and checked. docs/maps.md describes the format."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from heapq import heappop, heappush
from typing import Final

from roundhouse.core.document import Node, parse, shown
from roundhouse.core.sentence import say
from roundhouse.core.texts import bare, separated
from roundhouse.games.tickets.map_data import City, Drawing, LabelPlace, MapData, Place, Point, Sheet, Ticket, Track
from roundhouse.games.tickets.material import (
    COLOUR_NAMES,
    GRAY,
    HAND,
    LOCOMOTIVE,
    LONGEST,
    MOST_SEATS,
    OFFER,
    SLOTS,
    TRACK_COLOURS,
)

FORMAT: Final = 1
MOST_CHARACTERS: Final = 100_000
MOST_CITIES: Final = 80
MOST_TRACKS: Final = 160
MOST_TICKETS: Final = 100
MOST_TRAINS: Final = 60
_MOST_CARDS: Final = 60  # of one kind
_MOST_POINTS: Final = 60
_LONGEST_NAME: Final = 24
_LONGEST_TITLE: Final = 60
_LONGEST_NOTE: Final = 500
_FARTHEST: Final = 10_000  # coordinates
_MOST_LINES: Final = 200  # outlines of one kind
_MOST_LINE_POINTS: Final = 3_000
_SOURCE: Final = "en"  # the language of a title that every map has
_MOST_LANGUAGES: Final = 30
_OUTLINES: Final = ("land", "lakes", "rivers", "borders")
_ANCHORS: Final = ("start", "middle", "end")

_ID: Final = re.compile("[a-z][a-z0-9-]{0,29}")
_NAME: Final = re.compile(r"[^\W\d_](?:[^\W_]|[ .'’-])*")  # what the notation of moves can hold
_LANGUAGE: Final = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")
_CODE: Final = re.compile(r"[^\W\d_]{2,4}")

KEYS: Final = (
    *("format", "name", "title", "about", "confidence", "minutes", "seats", "trains", "points", "bonus", "cards"),
    *("cities", "tracks", "tickets", "drawing"),
)
_NEEDED: Final = ("format", "name", "title", "seats", "trains", "points", "bonus", "cards", "cities", "tracks", "tickets")


def read(text: str) -> MapData:
    """Return the map of a file. Raise BadDocument, with the line, for whatever the rules or the engine cannot do with it."""
    document = parse(text, MOST_CHARACTERS)
    top = document.members(KEYS, _NEEDED)
    top["format"].whole(FORMAT, FORMAT)
    _read_notes(top)
    seats = _read_seats(top["seats"])
    points = tuple(node.whole(0, _MOST_POINTS) for node in top["points"].items(1, LONGEST))
    cards = _read_cards(top["cards"], seats[1])
    cities = _read_cities(top["cities"])
    tracks = _read_tracks(top["tracks"], cities, len(points), cards)
    trains = top["trains"].whole(max(track.length for track in tracks), MOST_TRAINS)
    tickets = _read_tickets(top["tickets"], cities, tracks, trains, seats[1])
    bonus = top["bonus"].whole(0, _MOST_POINTS)
    rules = [seats, trains, points, bonus, cards, [city.name for city in cities], tracks, tickets]
    return MapData(
        name=_read_id(top["name"]),
        title=_read_title(top["title"]),
        minutes=top["minutes"].whole(1, 600) if "minutes" in top else 0,
        seats=seats,
        trains=trains,
        points=points,
        bonus=bonus,
        cards=cards,
        cities=cities,
        tracks=tracks,
        tickets=tickets,
        drawing=_read_drawing(top["drawing"], cities, tracks) if "drawing" in top else Drawing(),
        text=json.dumps(document.plain(), ensure_ascii=False, separators=(",", ":")),
        digest=sha256(json.dumps(rules, ensure_ascii=False).encode()).hexdigest()[:32],
    )


# Names and notes.


def _read_id(node: Node) -> str:
    name = node.text(30)
    if not _ID.fullmatch(name):
        raise node.wrong(
            say("'{name}' is written in lower-case letters, digits and hyphens, and begins with a letter", name="name")
        )
    return name


def _read_title(node: Node) -> Mapping[str, str]:
    if isinstance(node.value, str):
        return {_SOURCE: node.text(_LONGEST_TITLE)}
    titles = node.pairs(_MOST_LANGUAGES)
    node.members(titles, (_SOURCE,))
    for language, title in titles.items():
        if not _LANGUAGE.fullmatch(language):
            raise title.wrong(say("'{key}' is not a language; write its code, such as 'en' or 'pt_BR'", key=shown(language)))
    return {language: title.text(_LONGEST_TITLE) for language, title in titles.items()}


def _read_notes(top: Mapping[str, Node]) -> None:
    """Check what is written for readers of the file alone."""
    if "about" in top:
        top["about"].text(_LONGEST_NOTE)
    if "confidence" in top:
        for node in top["confidence"].pairs(20).values():
            node.text(_LONGEST_NOTE)


def _read_seats(node: Node) -> tuple[int, int]:
    least, most = (each.whole(2, MOST_SEATS) for each in node.items(2, 2))
    if least > most:
        raise node.wrong(say("'seats' is the least and the most number of players, in this order"))
    return least, most


# Cards, cities, tracks, tickets.


def _read_cards(node: Node, seats: int) -> tuple[int, ...]:
    members = node.members(COLOUR_NAMES, COLOUR_NAMES)
    cards = tuple(members[colour].whole(1, _MOST_CARDS) for colour in COLOUR_NAMES)
    needed = HAND * seats + SLOTS + seats
    if sum(cards) < needed:
        raise node.wrong(
            say("there are {found} cards; {seats} players need at least {needed}", found=sum(cards), seats=seats, needed=needed)
        )
    return cards


def plain_name(text: str) -> str:
    """Return a text without case, accents or optional punctuation: as moves are compared."""
    return " ".join(separated(bare(text), "-–.,").replace("+", " + ").split())


def _read_cities(node: Node) -> tuple[City, ...]:
    cities: list[City] = []
    taken: dict[str, int] = {}  # names and codes, with their lines
    for each in node.items(4, MOST_CITIES):
        members = each.members(("name", "x", "y", "code", "aliases"), ("name", "x", "y"))
        name = _read_city_name(members["name"])
        aliases = members["aliases"].items(0, 4) if "aliases" in members else []
        others = tuple(_read_city_name(alias) for alias in aliases)
        for spelling in {plain_name(text) for text in (name, *others)}:
            if spelling in taken:
                raise each.wrong(say("the city '{name}' has the name of another, on line {line}", name=name, line=taken[spelling]))
            taken[spelling] = each.line
        x, y = (members[axis].number(-_FARTHEST, _FARTHEST) for axis in ("x", "y"))
        if any((city.x, city.y) == (x, y) for city in cities):
            raise each.wrong(say("the city '{name}' lies where another lies", name=name))
        cities.append(City(name, x, y, _read_code(members["code"], cities) if "code" in members else "", others))
    return _with_codes(cities)


def _read_city_name(node: Node) -> str:
    name = node.text(_LONGEST_NAME)
    if not _NAME.fullmatch(name):
        raise node.wrong(
            say(
                "the name '{name}' holds something else than letters, digits, spaces, hyphens, dots and apostrophes",
                name=shown(name),
            )
        )
    return name


def _read_code(node: Node, cities: Sequence[City]) -> str:
    code = node.text(4)
    if not _CODE.fullmatch(code):
        raise node.wrong(say("a code is two to four letters, not '{code}'", code=shown(code)))
    if any(city.code == code for city in cities):
        raise node.wrong(say("the code '{code}' is that of another city", code=code))
    return code


def _with_codes(cities: Sequence[City]) -> tuple[City, ...]:
    """Give each city without a code one of three letters: its first, then letters of its name or, if need be, of the alphabet."""
    taken = {city.code for city in cities}
    result = []
    for city in cities:
        code = city.code
        if not code:
            letters = [char for char in bare(city.name).upper() if char.isalpha()]
            code = next(code for code in _codes(letters) if code not in taken)
            taken.add(code)
        result.append(city._replace(code=code))
    return tuple(result)


def _codes(letters: Sequence[str]) -> list[str]:
    rest = [*letters[1:], *"ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    return [letters[0] + second + third for i, second in enumerate(rest) for third in rest[i + 1 :]]


def _read_tracks(node: Node, cities: Sequence[City], longest: int, cards: Sequence[int]) -> tuple[Track, ...]:
    numbers = {city.name: i for i, city in enumerate(cities)}
    entries: list[tuple[Track, Node]] = []
    for each in node.items(3, MOST_TRACKS):
        members = each.members(("a", "b", "length", "colour", "ferry"), ("a", "b", "length", "colour"))
        a, b = _read_ends(each, members, numbers)
        length = members["length"].whole(1, longest)
        colour = TRACK_COLOURS.index(members["colour"].choice(TRACK_COLOURS))
        ferry = members["ferry"].whole(0, length - 1) if "ferry" in members else 0
        _check_payable(each, length, colour, ferry, cards)
        if any((track.a, track.b) == (b, a) for track, _ in entries):  # a double is written the same way round twice
            a, b = b, a
        entries.append((Track(a, b, length, colour, ferry, -1), each))
    _check_doubles(entries)
    _check_connected(node, cities, [track for track, _ in entries])
    tracks = sorted((track for track, _ in entries), key=lambda track: track.colour == GRAY)  # stable: coloured ones first
    return tuple(track._replace(twin=_twin(tracks, at)) for at, track in enumerate(tracks))


def _read_ends(each: Node, members: Mapping[str, Node], numbers: Mapping[str, int]) -> tuple[int, int]:
    for end in ("a", "b"):
        name = members[end].value
        if not isinstance(name, str) or name not in numbers:
            raise members[end].wrong(say("there is no city '{name}'", name=shown(str(members[end].plain()))))
    a, b = (numbers[str(members[end].value)] for end in ("a", "b"))
    if a == b:
        raise each.wrong(say("both ends are '{name}'", name=str(members["a"].value)))
    return a, b


def _check_payable(each: Node, length: int, colour: int, ferry: int, cards: Sequence[int]) -> None:
    wild = cards[LOCOMOTIVE]
    most = max(cards[:LOCOMOTIVE]) if colour == GRAY else cards[colour]
    if length > most + wild or ferry > wild:
        raise each.wrong(say("there are too few cards to pay for this track of {length}", length=length))


def _check_doubles(entries: Sequence[tuple[Track, Node]]) -> None:
    pairs = Counter((track.a, track.b) for track, _ in entries)
    seen: set[tuple[int, int, int]] = set()
    for track, each in entries:
        if pairs[track.a, track.b] > 2:
            raise each.wrong(say("more than two tracks join these cities"))
        key = (track.a, track.b, track.colour)
        if key in seen and track.colour != GRAY:
            raise each.wrong(say("the two tracks of a double route have the same colour; only gray may stand twice"))
        seen.add(key)
        twin = next((other for other, _ in entries if other is not track and (other.a, other.b) == (track.a, track.b)), track)
        if twin.length != track.length:
            raise each.wrong(say("the two tracks of a double route have different lengths"))


def _check_connected(node: Node, cities: Sequence[City], tracks: Sequence[Track]) -> None:
    reached = {0}
    for _ in cities:
        reached |= {end for track in tracks if {track.a, track.b} & reached for end in (track.a, track.b)}
    if len(reached) < len(cities):
        lost = next(city.name for at, city in enumerate(cities) if at not in reached)
        raise node.wrong(say("the map is not connected: no way leads from {first} to {lost}", first=cities[0].name, lost=lost))


def _twin(tracks: Sequence[Track], at: int) -> int:
    same = [i for i, track in enumerate(tracks) if i != at and (track.a, track.b) == (tracks[at].a, tracks[at].b)]
    return same[0] if same else -1


def _read_tickets(node: Node, cities: Sequence[City], tracks: Sequence[Track], trains: int, seats: int) -> tuple[Ticket, ...]:
    numbers = {city.name: i for i, city in enumerate(cities)}
    tickets: list[Ticket] = []
    pairs: dict[frozenset[int], int] = {}
    for each in node.items(OFFER * seats, MOST_TICKETS):
        members = each.members(("a", "b", "points"), ("a", "b", "points"))
        a, b = _read_ends(each, members, numbers)
        pair = frozenset((a, b))
        if pair in pairs:
            raise each.wrong(say("this ticket stands on line {line} already", line=pairs[pair]))
        pairs[pair] = each.line
        spaces = distance(tracks, len(cities), a, b)
        if spaces > trains:
            raise each.wrong(
                say("the shortest way of this ticket takes {spaces} trains; a player has {trains}", spaces=spaces, trains=trains)
            )
        tickets.append(Ticket(a, b, members["points"].whole(1, _MOST_POINTS)))
    return tuple(tickets)


def distance(tracks: Sequence[Track], cities: int, start: int, goal: int) -> int:
    """Return the spaces of the shortest way between two cities of a connected map."""
    ways: list[list[tuple[int, int]]] = [[] for _ in range(cities)]
    for track in tracks:
        ways[track.a].append((track.length, track.b))
        ways[track.b].append((track.length, track.a))
    border, settled = [(0, start)], set[int]()
    while True:
        spaces, city = heappop(border)
        if city == goal:
            return spaces
        if city not in settled:
            settled.add(city)
            for length, other in ways[city]:
                heappush(border, (spaces + length, other))


# The drawing.


def _read_drawing(node: Node, cities: Sequence[City], tracks: Sequence[Track]) -> Drawing:
    members = node.members(("frame", *_OUTLINES, "wide", "narrow", "text"))
    names = [city.name for city in cities]
    routes = [f"{names[track.a]}-{names[track.b]}" for track in tracks]
    frame = None
    if "frame" in members:
        left, top, right, bottom = (each.number(-_FARTHEST, _FARTHEST) for each in members["frame"].items(4, 4))
        if right - left < 1 or bottom - top < 1:
            raise members["frame"].wrong(say("'frame' is left, top, right and bottom, in this order"))
        frame = left, top, right, bottom
    text = members["text"].members(("places", "bows")) if "text" in members else {}
    return Drawing(
        frame,
        {kind: _read_outlines(members[kind]) for kind in _OUTLINES if kind in members},
        _read_sheet(members.get("wide"), names, routes),
        _read_sheet(members.get("narrow"), names, routes),
        {name: _read_place(each) for name, each in _keyed(text.get("places"), names).items()},
        {route: _read_point(each, 40) for route, each in _keyed(text.get("bows"), routes).items()},
    )


def _read_outlines(node: Node) -> tuple[tuple[Point, ...], ...]:
    lines = [line.items(2, _MOST_LINE_POINTS) for line in node.items(0, _MOST_LINES)]
    return tuple(tuple(_read_point(point, _FARTHEST) for point in line) for line in lines)


def _read_point(node: Node, farthest: float) -> Point:
    x, y = (each.number(-farthest, farthest) for each in node.items(2, 2))
    return x, y


def _keyed(node: Node | None, known: Sequence[str]) -> Mapping[str, Node]:
    """Return the members of an object whose names are cities or routes."""
    if node is None:
        return {}
    found = node.pairs(len(known))
    for name, each in found.items():
        if name not in known:
            raise each.wrong(say("the map has no '{name}'", name=shown(name)))
    return found


def _read_sheet(node: Node | None, names: Sequence[str], routes: Sequence[str]) -> Sheet:
    if node is None:
        return Sheet()
    members = node.members(("bends", "labels"))
    bends = {route: _read_point(each, 200) for route, each in _keyed(members.get("bends"), routes).items()}
    return Sheet(bends, {name: _read_label(each) for name, each in _keyed(members.get("labels"), names).items()})


def _read_label(node: Node) -> LabelPlace:
    parts = node.items(3, 4)
    dx, dy = (each.number(-200, 200) for each in parts[:2])
    lines = parts[3].whole(1, 2) if len(parts) > 3 else 1
    return LabelPlace(dx, dy, parts[2].choice(_ANCHORS), lines)


def _read_place(node: Node) -> Place:
    column, row, right, down = node.items(4, 4)
    return Place(column.whole(0, 99), row.whole(0, 60), right.whole(-40, 40), down.whole(-5, 5))

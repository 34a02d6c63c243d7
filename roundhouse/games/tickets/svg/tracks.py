"""The map: coast and lakes, cities and their names, the spaces of the tracks, the trains on them, and what may be claimed."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.games.tickets.board import (
    CITY_NAMES,
    COLOUR,
    COLOUR_NAMES,
    GRAY,
    LENGTH,
    POINTS,
    TRACKS,
    TWIN,
    bit_of,
    plane_of,
)
from roundhouse.games.tickets.moves import CLAIM, CLAIM_COLOUR, CLAIM_TRACK, CLAIM_WILD, KEEP
from roundhouse.games.tickets.notation import cities_of, notation
from roundhouse.games.tickets.phrases import COLOUR_WORDS, payment
from roundhouse.games.tickets.svg.map import SHEETS, Car, bed_of, cars_of, city_points, labels_of, outlines
from roundhouse.games.tickets.svg.reader import Reader
from roundhouse.ui.maps import framed, landscape
from roundhouse.ui.svg import SEAT_SIGNS, attempt, choice, escape, number, piece, press, sign, titled
from roundhouse.ui.text import translate

# The colours of tracks as classes of the theme, and their signs: white first, gray or the locomotive last.
CLASSES: Final = (*COLOUR_NAMES[:GRAY], "gray")
CARD_SIGNS: Final = ("ring", "diamond", "triangle", "cross", "disc", "star", "square", "wedge", "engine")
TRACK_SIGNS: Final = (*CARD_SIGNS[:GRAY], "dash")

# The plainest way to pay for each track: cards of one colour and no locomotive.
_FIRST_CLAIM: Final = {CLAIM_TRACK[index]: CLAIM + index for index in reversed(range(KEEP - CLAIM))}


@cache
def draw_map(layout: str) -> str:
    """Draw what never changes: water, land, cities with their names, and the empty spaces."""
    sheet = SHEETS[layout]
    land, lakes, rivers, borders = (outlines(layout, kind) for kind in ("land", "lakes", "rivers", "borders"))
    ground = framed(layout, (sheet.width, sheet.height), landscape(land, lakes, rivers, borders))
    spaces = "".join(_space(track, car) for track in range(TRACKS) for car in cars_of(layout, track))
    shapes = "".join(_shapes(layout, track) for track in range(TRACKS))
    beds = "".join(f'<path d="{bed_of(layout, track)}" class="bed"/>' for track in range(TRACKS) if TWIN[track] < track)
    return f"{ground}{beds}{spaces}{_cities(layout)}<defs>{shapes}</defs>"


def _cities(layout: str) -> str:
    """Draw dots first and names after them, so that no dot lies on a name."""
    radius = number(SHEETS[layout].dot)
    dots = "".join(f'<circle cx="{number(x)}" cy="{number(y)}" r="{radius}" class="city"/>' for x, y in city_points(layout))
    return dots + "".join(titled(CITY_NAMES[city], label.draw()) for city, label in enumerate(labels_of(layout)))


def _box_of(car: Car, classes: str, grown: float = 0) -> str:
    """Draw a rounded box in the place of a car."""
    length, breadth = car.length + 2 * grown, car.breadth + 2 * grown
    size = f'x="{number(-length / 2)}" y="{number(-breadth / 2)}" width="{number(length)}" height="{number(breadth)}"'
    place = f"translate({number(car.x)} {number(car.y)}) rotate({number(car.turn)})"
    kind = f' class="{classes}"' if classes else ""
    return f'<rect {size} rx="{number(car.breadth * 0.2 + grown)}"{kind} transform="{place}"/>'


def _space(track: int, car: Car) -> str:
    colour = CLASSES[COLOUR[track]]
    return _box_of(car, f"space {colour}") + sign(
        TRACK_SIGNS[COLOUR[track]], car.x, car.y, car.breadth * 0.66, f"on-space {colour}"
    )


def draw_track(reader: Reader, track: int, claims: list[int]) -> str:
    """Draw what lies over the empty spaces of a track: trains, a veil, or an invitation to claim it."""
    cars = cars_of(reader.layout, track)
    owner = reader.position.owner_of(track)
    title = _title(reader.language, track, reader.names[owner] if owner >= 0 else "", _closed(reader, track))
    marked = "".join(_box_of(car, "last", grown=car.breadth * 0.42) for car in cars) if track == reader.last_track() else ""
    if owner >= 0:
        source = f"seat-{owner}" if track == reader.last_track() else ""
        return _without_claims(reader, track, title, marked + piece(source, _trains(reader.layout, track, owner)))
    if claims:
        return _invitation(reader, track, claims)
    veil = "".join(_box_of(car, "closed", grown=0.6) for car in cars) if _closed(reader, track) else ""
    return _without_claims(reader, track, title, _reach(track) + veil)


def _without_claims(reader: Reader, track: int, title: str, content: str) -> str:
    """Draw a track that cannot be claimed now; a player who presses it learns why."""
    if reader.seat < 0:
        return f"<title>{escape(title)}</title>{content}"
    return attempt(notation(_FIRST_CLAIM[track]), title, content)


@lru_cache(maxsize=8192)
def _title(language: str, track: int, owner: str, closed: bool) -> str:
    """Describe a track in words."""
    if owner:
        return translate(say("{cities}: {spaces}, {points}, owned by {name}", name=owner, **_facts(track)), language)
    if closed:
        return translate(say("{cities}: {colour}, {spaces}, {points}, closed", **_facts(track)), language)
    return translate(_open_title(track), language)


@cache
def _open_title(track: int) -> Sentence:
    """Describe a track that may be claimed."""
    return say("{cities}: {colour}, {spaces}, {points}", **_facts(track))


@cache
def _facts(track: int) -> dict[str, object]:
    """Return what is printed on a track."""
    length = LENGTH[track]
    colour = say("gray") if COLOUR[track] == GRAY else COLOUR_WORDS[COLOUR[track]]
    spaces = say_many("{count} space", "{count} spaces", count=length)
    points = say_many("{count} point", "{count} points", count=POINTS[length])
    return {"cities": cities_of(track), "colour": colour, "spaces": spaces, "points": points}


def _closed(reader: Reader, track: int) -> bool:
    """Return whether the reader, or for a spectator everyone, is shut out of an unowned track (TTR-59, TTR-60)."""
    position = reader.position
    seats = [reader.seat] if reader.seat >= 0 else range(position.seats)
    return not any(position.open[seat * 2 + plane_of(track)] & bit_of(track) for seat in seats)


def _reach(track: int) -> str:
    """Draw the invisible line on which a pointer meets a track."""
    return f'<use href="#reach-{track}" class="hit-line"/>'


def _shapes(layout: str, track: int) -> str:
    """Define the shapes of a track once with the map, so that a move needs only their ids; the user gives the style.

    They are the outlines of the cars, and the line from the back of the first to the front of the last.
    """
    cars = cars_of(layout, track)
    outlines = "".join(_box_of(car, "", grown=car.breadth * 0.12) for car in cars)
    points = [cars[0].tip(-1), *((car.x, car.y) for car in cars), cars[-1].tip(1)]
    line = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f'<g id="glow-{track}">{outlines}</g><path id="reach-{track}" d="M{line}"/>'


@cache
def _trains(layout: str, track: int, owner: int) -> str:
    """Draw coupled cars in the owner's colour with the owner's mark, in a casing of ink."""
    cars = cars_of(layout, track)
    seat = f"seat-{owner + 1}"
    casing = "".join(_box_of(car, "casing", grown=car.breadth * 0.12) for car in cars)
    couplers = "".join(
        f'<path d="M{number(a.x)} {number(a.y)}L{number(b.x)} {number(b.y)}" class="coupler {seat}"/>' for a, b in pairwise(cars)
    )
    bodies = "".join(_box_of(car, seat, grown=car.breadth * 0.04) for car in cars)
    marks = "".join(sign(SEAT_SIGNS[owner], car.x, car.y, car.breadth * 0.62, f"on-{seat}") for car in cars)
    return casing + couplers + bodies + marks


def _invitation(reader: Reader, track: int, claims: list[int]) -> str:
    """Draw a track that may be claimed: a press makes the only payment, or opens the menu of several."""
    kind = "glow cars" if reader.wide else "glow thin cars"
    content = _reach(track) + f'<use href="#glow-{track}" class="{kind}"/>'
    if len(claims) == 1:
        return press(notation(claims[0]), reader.tell(claim_title(claims[0])), content)
    return choice(str(track), _title(reader.language, track, "", closed=False), content)


def payment_of(claim: int) -> Sentence:
    """Return the cards of a claim in words."""
    index = claim - CLAIM
    return payment(CLAIM_COLOUR[index], CLAIM_WILD[index], LENGTH[CLAIM_TRACK[index]])


def claim_title(claim: int) -> Sentence:
    """Describe a legal claim: the track, then what is paid."""
    return say("{track}: claim with {payment}", track=_open_title(CLAIM_TRACK[claim - CLAIM]), payment=payment_of(claim))


def claims_by_track(reader: Reader) -> dict[int, list[int]]:
    """Return the legal claims by track, ascending."""
    return reader.moves_by(lambda move: CLAIM_TRACK[move - CLAIM] if CLAIM <= move < KEEP else None)

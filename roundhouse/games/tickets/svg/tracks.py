"""The map: coast and lakes, cities and their names, the spaces of the tracks, the trains on them, and what may be claimed."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Final

from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.games.tickets.board import Board
from roundhouse.games.tickets.consequences import track_place
from roundhouse.games.tickets.material import GRAY, TRACK_COLOURS
from roundhouse.games.tickets.moves import CLAIM
from roundhouse.games.tickets.phrases import COLOUR_WORDS, payment
from roundhouse.games.tickets.svg.map import Car, DrawnMap, drawn_map
from roundhouse.games.tickets.svg.reader import Reader
from roundhouse.ui.maps import framed
from roundhouse.ui.shores import shores
from roundhouse.ui.svg import SEAT_SIGNS, attempt, choice, escape, number, piece, place, press, sign, smooth, titled
from roundhouse.ui.text import translate

# The colours of tracks as classes of the theme, and their signs: white first, gray or the locomotive last.
CLASSES: Final = TRACK_COLOURS
CARD_SIGNS: Final = ("ring", "diamond", "triangle", "cross", "disc", "star", "square", "wedge", "engine")
TRACK_SIGNS: Final = (*CARD_SIGNS[:GRAY], "dash")

_MOST: Final = 16_384  # drawings of tracks that are kept: maps may come from anywhere


@lru_cache(maxsize=32)
def draw_map(board: Board, layout: str) -> str:
    """Draw what never changes: water, land, cities with their names, and the empty spaces."""
    drawn = drawn_map(board, layout)
    sheet, tracks = drawn.sheet, range(board.tracks)
    land, lakes, rivers, borders = (drawn.outlines(kind) for kind in ("land", "lakes", "rivers", "borders"))
    lines = "".join(
        f'<path d="{"".join(smooth(line, closed=False) for line in paths)}" class="{kind}"/>'
        for paths, kind in ((rivers, "river"), (borders, "border"))
        if paths
    )
    ground = framed(layout, (sheet.width, sheet.height), shores(layout, land, lakes, lines))
    spaces = "".join(_space(board, track, at, car) for track in tracks for at, car in enumerate(drawn.cars[track]))
    shapes = "".join(_shapes(drawn, track) for track in tracks)
    beds = "".join(f'<path d="{drawn.bed(track)}" class="bed"/>' for track in tracks if board.twin[track] < track)
    return f"{ground}{beds}{spaces}{_cities(drawn)}<defs>{shapes}</defs>"


def _cities(drawn: DrawnMap) -> str:
    """Draw dots first and names after them, so that no dot lies on a name."""
    radius = number(drawn.sheet.dot)
    dots = "".join(f'<circle cx="{number(x)}" cy="{number(y)}" r="{radius}" class="city"/>' for x, y in drawn.cities)
    names = [city.name for city in drawn.board.data.cities]
    return dots + "".join(titled(names[city], label.draw()) for city, label in enumerate(drawn.labels))


def _box_of(car: Car, classes: str, grown: float = 0) -> str:
    """Draw a rounded box in the place of a car."""
    length, breadth = car.length + 2 * grown, car.breadth + 2 * grown
    size = f'x="{number(-length / 2)}" y="{number(-breadth / 2)}" width="{number(length)}" height="{number(breadth)}"'
    turned = f"translate({number(car.x)} {number(car.y)}) rotate({number(car.turn)})"
    kind = f' class="{classes}"' if classes else ""
    return f'<rect {size} rx="{number(car.breadth * 0.2 + grown)}"{kind} transform="{turned}"/>'


def _space(board: Board, track: int, at: int, car: Car) -> str:
    """Draw an empty space; the first ones of a ferry show the locomotives that it takes (TTR-98)."""
    colour = CLASSES[board.colour[track]]
    mark = CARD_SIGNS[-1] if at < board.ferry[track] else TRACK_SIGNS[board.colour[track]]
    size = 0.9 if at < board.ferry[track] else 0.66
    return _box_of(car, f"space {colour}") + sign(mark, car.x, car.y, car.breadth * size, f"on-space {colour}")


def draw_track(reader: Reader, track: int, claims: list[int]) -> str:
    """Draw what lies over the empty spaces of a track: trains, a veil, or an invitation to claim it."""
    cars = drawn_map(reader.position.board, reader.layout).cars[track]
    owner = reader.position.owner_of(track)
    title = _title(reader.position.board, reader.language, track, reader.names[owner] if owner >= 0 else "", _closed(reader, track))
    marked = "".join(_box_of(car, "last", grown=car.breadth * 0.42) for car in cars) if _fresh(reader, track) else ""
    if owner >= 0:
        source = f"seat-{owner}" if track == reader.last_track() else ""
        trains = piece(source, _trains(drawn_map(reader.position.board, reader.layout), track, owner))
        return _placed(track, _without_claims(reader, track, title, marked + trains))
    if claims:
        return _placed(track, _invitation(reader, track, claims))
    veil = "".join(_box_of(car, "closed", grown=0.6) for car in cars) if _closed(reader, track) else ""
    return _placed(track, _without_claims(reader, track, title, _reach(track) + veil))


def _placed(track: int, content: str) -> str:
    """Draw a track as a place, with an outline that shows while something points at it."""
    return place(track_place(track), f'{content}<use href="#glow-{track}" class="track-ring"/>')


def _fresh(reader: Reader, track: int) -> bool:
    """Return whether a track was claimed by the last move, by others since the reader's last turn, or by the draft."""
    moves = reader.position.board.moves
    made = [*(move for _, move in reader.recent), *reader.draft]
    return track == reader.last_track() or any(
        CLAIM <= move < moves.keep and moves.claim_track[move - CLAIM] == track for move in made
    )


def _without_claims(reader: Reader, track: int, title: str, content: str) -> str:
    """Draw a track that cannot be claimed now; a player who presses it learns why."""
    if reader.seat < 0:
        return f"<title>{escape(title)}</title>{content}"
    return attempt(reader.text(_first_claims(reader.position.board)[track]), title, content)


@lru_cache(maxsize=32)
def _first_claims(board: Board) -> dict[int, int]:
    """Return the plainest way to pay for each track: cards of one colour and as few locomotives as possible."""
    tracks = board.moves.claim_track
    return {tracks[index]: CLAIM + index for index in reversed(range(board.moves.claims))}


@lru_cache(maxsize=_MOST)
def _title(board: Board, language: str, track: int, owner: str, closed: bool) -> str:
    """Describe a track in words."""
    if owner:
        return translate(say("{cities}: {spaces}, {points}, owned by {name}", name=owner, **_facts(board, track)), language)
    if closed:
        return translate(say("{cities}: {colour}, {spaces}, {points}, closed", **_facts(board, track)), language)
    return translate(_open_title(board, track), language)


@lru_cache(maxsize=_MOST)
def _open_title(board: Board, track: int) -> Sentence:
    """Describe a track that may be claimed."""
    title = say("{cities}: {colour}, {spaces}, {points}", **_facts(board, track))
    if board.ferry[track] == 0:
        return title
    return say_many(
        "{track}; a ferry, which takes {count} locomotive (TTR-98)",
        "{track}; a ferry, which takes {count} locomotives (TTR-98)",
        count=board.ferry[track],
        track=title,
    )


@lru_cache(maxsize=_MOST)
def _facts(board: Board, track: int) -> dict[str, object]:
    """Return what is printed on a track."""
    length = board.length[track]
    colour = say("gray") if board.colour[track] == GRAY else COLOUR_WORDS[board.colour[track]]
    spaces = say_many("{count} space", "{count} spaces", count=length)
    points = say_many("{count} point", "{count} points", count=board.points[length])
    return {"cities": board.data.cities_of(track), "colour": colour, "spaces": spaces, "points": points}


def _closed(reader: Reader, track: int) -> bool:
    """Return whether the reader, or for a spectator everyone, is shut out of an unowned track (TTR-59, TTR-60)."""
    position = reader.position
    seats = [reader.seat] if reader.seat >= 0 else range(position.seats)
    return not any(position.is_open(seat, track) for seat in seats)


def _reach(track: int) -> str:
    """Draw the invisible line on which a pointer meets a track."""
    return f'<use href="#reach-{track}" class="hit-line"/>'


def _shapes(drawn: DrawnMap, track: int) -> str:
    """Define the shapes of a track once with the map, so that a move needs only their ids; the user gives the style.

    They are the outlines of the cars, and the line from the back of the first to the front of the last.
    """
    cars = drawn.cars[track]
    outlines = "".join(_box_of(car, "", grown=car.breadth * 0.12) for car in cars)
    points = [cars[0].tip(-1), *((car.x, car.y) for car in cars), cars[-1].tip(1)]
    line = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f'<g id="glow-{track}">{outlines}</g><path id="reach-{track}" d="M{line}"/>'


@lru_cache(maxsize=_MOST)
def _trains(drawn: DrawnMap, track: int, owner: int) -> str:
    """Draw coupled cars in the owner's colour with the owner's mark, in a casing of ink."""
    cars = drawn.cars[track]
    seat = f"seat-{owner + 1}"
    shadow = "".join(_box_of(replace(car, x=car.x + 1, y=car.y + 1.6), "ground-shadow", grown=car.breadth * 0.14) for car in cars)
    casing = shadow + "".join(_box_of(car, "casing", grown=car.breadth * 0.12) for car in cars)
    couplers = "".join(
        f'<path d="M{number(a.x)} {number(a.y)}L{number(b.x)} {number(b.y)}" class="coupler {seat}"/>' for a, b in pairwise(cars)
    )
    bodies = "".join(_box_of(car, seat, grown=car.breadth * 0.04) + _shine(car) for car in cars)
    marks = "".join(sign(SEAT_SIGNS[owner], car.x, car.y, car.breadth * 0.62, f"on-{seat}") for car in cars)
    return casing + couplers + bodies + marks


def _shine(car: Car) -> str:
    """Draw the light on the roof of a car."""
    dx, dy = (part * (car.length / 2 - car.breadth * 0.2) for part in _along(car.turn))
    nx, ny = (part * car.breadth * 0.28 for part in _along(car.turn - 90 if abs(car.turn) <= 90 else car.turn + 90))
    line = f"M{number(car.x - dx + nx)} {number(car.y - dy + ny)}L{number(car.x + dx + nx)} {number(car.y + dy + ny)}"
    return f'<path d="{line}" class="roof-shine"/>'


def _along(degrees: float) -> tuple[float, float]:
    return math.cos(math.radians(degrees)), math.sin(math.radians(degrees))


def _invitation(reader: Reader, track: int, claims: list[int]) -> str:
    """Draw a track that may be claimed: a press makes the sensible payment, or opens the menu where there is none."""
    kind = "glow cars" if reader.wide else "glow thin cars"
    content = _reach(track) + f'<use href="#glow-{track}" class="{kind}"/>'
    board = reader.position.board
    claim = claims[0] if len(claims) == 1 else sensible_claim(board, claims)
    if claim < 0:
        return choice(str(track), _title(board, reader.language, track, "", closed=False), content)
    pressed = press(reader.text(claim), reader.tell(claim_title(board, claim)), content)
    return pressed + _other_payments(reader, track) if len(claims) > 1 else pressed


def sensible_claim(board: Board, claims: list[int]) -> int:
    """Return the claim that needs the fewest locomotives, or -1 if several colours need as few."""
    wild = [board.moves.claim_wild[claim - CLAIM] for claim in claims]
    fewest = [claim for claim, count in zip(claims, wild, strict=True) if count == min(wild)]
    return fewest[0] if len(fewest) == 1 else -1


def _other_payments(reader: Reader, track: int) -> str:
    """Draw a button on the middle of a track that opens the menu of all payments."""
    cars = drawn_map(reader.position.board, reader.layout).cars[track]
    car = cars[len(cars) // 2]
    radius = car.breadth * 0.72
    dots = "".join(
        f'<circle cx="{number(car.x + step * radius * 0.5)}" cy="{number(car.y)}" r="{number(radius * 0.16)}" class="good"/>'
        for step in (-1, 0, 1)
    )
    face = f'<circle cx="{number(car.x)}" cy="{number(car.y)}" r="{number(radius)}" class="chip"/>{dots}'
    words = say("{cities}: choose the payment", cities=reader.position.board.data.cities_of(track))
    return choice(str(track), reader.tell(words), face)


def payment_of(board: Board, claim: int) -> Sentence:
    """Return the cards of a claim in words."""
    moves, index = board.moves, claim - CLAIM
    return payment(moves.claim_colour[index], moves.claim_wild[index], board.length[moves.claim_track[index]])


def claim_title(board: Board, claim: int) -> Sentence:
    """Describe a legal claim: the track, then what is paid."""
    track = board.moves.claim_track[claim - CLAIM]
    return say("{track}: claim with {payment}", track=_open_title(board, track), payment=payment_of(board, claim))


def claims_by_track(reader: Reader) -> dict[int, list[int]]:
    """Return the legal claims by track, ascending."""
    moves = reader.position.board.moves
    return reader.moves_by(lambda move: moves.claim_track[move - CLAIM] if CLAIM <= move < moves.keep else None)

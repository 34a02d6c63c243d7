"""The classic board, whose clauses most tests are about: its tables, moves and texts by the names that the tests use."""

from __future__ import annotations

from roundhouse.core.grid import Point
from roundhouse.games.tickets import GAME, material, moves
from roundhouse.games.tickets.atlas import USA
from roundhouse.games.tickets.start import start as start_on
from roundhouse.games.tickets.state import Tickets
from roundhouse.games.tickets.svg.map import Car, drawn_map
from roundhouse.games.tickets.textmap import text_plan
from roundhouse.ui.maps import Label

COLOUR_NAMES, COLOURS, GRAY, LOCOMOTIVE = material.COLOUR_NAMES, material.COLOURS, material.GRAY, material.LOCOMOTIVE
FLUSH_CAP, HAND, OFFER, SLOTS = material.FLUSH_CAP, material.HAND, material.OFFER, material.SLOTS
TAKE, BLIND, DRAW_TICKETS, CLAIM = moves.TAKE, moves.BLIND, moves.DRAW_TICKETS, moves.CLAIM

CARDS = USA.cards
CARD_TOTAL = USA.card_total
TRAINS = USA.trains
POINTS = USA.points
LONGEST = USA.longest
LONGEST_PATH_BONUS = USA.bonus
CITIES = USA.cities
CITY_NAMES = tuple(city.name for city in USA.data.cities)
TRACKS = USA.tracks
END_A, END_B, LENGTH, COLOUR, TWIN = USA.end_a, USA.end_b, USA.length, USA.colour, USA.twin
COLOURED = USA.coloured
ALL_COLOURED, ALL_GRAY = USA.all_open
TICKETS = USA.tickets
TICKET_A, TICKET_B, TICKET_POINTS = USA.ticket_a, USA.ticket_b, USA.ticket_points

CLAIMS, KEEP, PASS, MOVE_COUNT = USA.moves.claims, USA.moves.keep, USA.moves.idle, USA.moves.count
CARD, TICKET, FLUSH, STAY, KEPT = USA.moves.card, USA.moves.ticket, USA.moves.flush, USA.moves.stay, USA.moves.kept
A_CARD, A_TICKET, CHOSEN = USA.moves.a_card, USA.moves.a_ticket, USA.moves.chosen
OUTCOME_COUNT, SHADOW_COUNT = USA.moves.outcomes, USA.moves.shadows
CLAIM_TRACK, CLAIM_COLOUR, CLAIM_WILD = USA.moves.claim_track, USA.moves.claim_colour, USA.moves.claim_wild

notation = GAME.notation
parse = GAME.parse
cities_of = USA.data.cities_of
ticket_name = USA.data.ticket_name


def start(seats: int) -> Tickets:
    """The state before the first card is dealt."""
    return start_on(USA, seats)


def plane_of(track: int) -> int:
    """0 for the coloured plane, 1 for the gray one."""
    return USA.plane[track]


def bit_of(track: int) -> int:
    """The track's bit in the mask of its plane."""
    return USA.bit[track]


def spaces(track: int) -> tuple[tuple[int, int], ...]:
    """Column and row of every space of a track on the text map."""
    return text_plan(USA).spaces[track]


def city_points(layout: str) -> tuple[Point, ...]:
    """Where the cities lie on a sheet."""
    return drawn_map(USA, layout).cities


def cars_of(layout: str, track: int) -> tuple[Car, ...]:
    """The spaces of a track on a sheet."""
    return drawn_map(USA, layout).cars[track]


def labels_of(layout: str) -> tuple[Label, ...]:
    """The names of the cities on a sheet."""
    return drawn_map(USA, layout).labels


def outlines(layout: str, kind: str) -> list[list[Point]]:
    """The outlines of one kind on a sheet."""
    return drawn_map(USA, layout).outlines(kind)

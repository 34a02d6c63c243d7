"""The fields of a position of Railroad Tycoon, and what can be read off them. The chapters of the rules are functions on it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.bits import count_bits
from roundhouse.core.state import State
from roundhouse.games.tycoon.board import CITIES, COLOURS, GRAY, INCOME, INCOME_PAST_100

# Phases, in the order in which they are first met.
STOCKING: Final = 0  # chance: the first cubes of a city
DEALING: Final = 1  # chance: a tycoon for each seat
SHOWING: Final = 2  # chance: the first operations cards
AUCTION: Final = 3  # a seat bids or passes
ACTION: Final = 4  # a seat chooses its action
BUILDING: Final = 5  # a seat lays or turns a tile, or stops
DELIVERING: Final = 6  # a seat moves its cube over a link
GROWING: Final = 7  # a seat chooses the city of City Growth
INDUSTRY: Final = 8  # a seat chooses the city and the tile of New Industry
GRABBING: Final = 9  # chance: two cubes for a city
REVEALING: Final = 10  # chance: whether the first seat at level 6 shows George Pullman; no draw, but it depends on a hidden card
TURNING_UP: Final = 11  # chance: a new card after the dividends

# Bits of `variant`, the options of the game.
HUNDRED_PLUS: Final = 1  # RRT-R3: past 100 points the income stays 9
TIGHT_CURVES: Final = 2  # RRT-R9: a tile may join neighbouring sides
ONE_LINK: Final = 4  # RRT-R15: no second own link between the same two cities
BEGINNER: Final = 8  # RRT-192
OPEN_CASH: Final = 16  # RRT-39: money is shown on the table

HIDDEN: Final = -2  # a tycoon that the seat of this view cannot see

# Stages of `ending`.
OPEN: Final = 0
TRIGGERED: Final = 1  # RRT-184: the turn under way is finished, one more follows
LAST: Final = 2

LOOSE: Final = 3  # numbers in an entry of `loose`: seat, stub, gate that the next tile would enter
LINK: Final = 3  # numbers in an entry of `links`: stub, stub, owner


class Position(State):
    """Everything that can be seen or hidden at the table, as numbers."""

    def __init__(self, other: Position) -> None:
        super().__init__(other)
        self.variant: i64 = other.variant  # the options, as bits
        self.phase: i64 = other.phase
        self.turn: i64 = other.turn  # from 1; 0 during set-up
        self.round: i64 = other.round  # of actions, 1 to 3
        self.done: i64 = other.done  # seats that have had their action in this round
        self.extra: i64 = other.extra  # further actions of the acting seat (Railroad Executive)
        self.first: i64 = other.first  # the first player
        self.high: i64 = other.high  # bid in the auction
        self.leader: i64 = other.leader  # the seat that made it
        self.out: i64 = other.out  # seats that have passed, as a mask
        self.ending: i64 = other.ending  # OPEN, TRIGGERED or LAST
        self.idle: i64 = other.idle  # whole turns in a row without a delivery
        self.delivered: i64 = other.delivered  # whether this turn has seen one
        self.issued: i64 = other.issued  # whether shares were issued without need before this action
        self.granted: i64 = other.granted  # whether a land grant serves this build
        self.stub: i64 = other.stub  # where the link under construction leaves its city; NONE
        self.laid: i64 = other.laid  # tiles laid or turned in this action
        self.place: i64 = other.place  # the city to be stocked, or where the cube under way is
        self.origin: i64 = other.origin  # where it came from
        self.cube: i64 = other.cube  # its colour
        self.steps: i64 = other.steps  # links it has used
        self.trail: i64 = other.trail  # cities it has been to, as a mask
        self.gain: i64 = other.gain  # links used by owner, four bits a seat
        self.six: i64 = other.six  # the first seat to reach level 6; NONE
        self.shown: i64 = other.shown  # whether it has shown George Pullman
        self.marked: i64 = other.marked  # cities with an empty-city marker, as a mask
        self.cash: vec[i64] = other.cash[:]  # in thousands
        self.shares: vec[i64] = other.shares[:]  # issued, counted singly (RRT-10)
        self.points: vec[i64] = other.points[:]  # on the track, full laps included
        self.level: vec[i64] = other.level[:]  # of the locomotive
        self.grants: vec[i64] = other.grants[:]  # land grants in hand
        self.engineers: vec[i64] = other.engineers[:]  # cards of Perfect Engineering
        self.tired: vec[i64] = other.tired[:]  # of these, used in this turn
        self.tycoon: vec[i64] = other.tycoon[:]  # secret
        self.bag: vec[i64] = other.bag[:]  # cubes by colour: counts, never an order
        self.goods: vec[i64] = other.goods[:]  # goods[city * COLOURS + colour]
        self.demand: vec[i64] = other.demand[:]  # by colour: the cities of that colour, as a mask
        self.stock: vec[i64] = other.stock[:]  # new-city tiles by colour, open to all (RRT-20)
        self.deck: vec[i64] = other.deck[:]  # operations cards face down by kind: counts, never an order
        self.display: vec[i64] = other.display[:]  # available cards by kind
        self.hotel: vec[i64] = other.hotel[:]  # by hotel: its owner or NONE
        self.western: vec[i64] = other.western[:]  # by western link: its owner or NONE
        self.rail: vec[i64] = other.rail[:]  # by hex: up to two tracks, see track.py
        self.open: vec[i64] = other.open[:]  # by city: sides where anyone could begin a link, as a mask
        self.loose: vec[i64] = other.loose[:]  # unfinished links: LOOSE numbers each
        self.links: vec[i64] = other.links[:]  # completed links: LINK numbers each
        self.own: vec[i64] = other.own[:]  # own[seat * CITIES + city]: cities that own links join to it, as a mask
        self.joined: vec[i64] = other.joined[:]  # by city: cities that any seat's links join to it
        self.net: vec[i64] = other.net[:]  # net[seat * CITIES + city]: cities connected with it by own links

    def chosen(self, option: i64) -> bool:
        """Return whether an option of the game is on."""
        return self.variant & option != 0

    def cubes_in_bag(self) -> i64:
        """Return the number of cubes in the bag."""
        total: i64 = 0
        for count in self.bag:
            total += count
        return total

    def cubes_in(self, city: i64) -> i64:
        """Return the number of cubes in a city."""
        total: i64 = 0
        for at in range(city * COLOURS, (city + 1) * COLOURS):
            total += self.goods[at]
        return total

    def colour_of(self, city: i64) -> i64:
        """Return the colour of a city, printed or by its new-city tile."""
        for colour in range(i64(COLOURS)):
            if self.demand[colour] >> city & 1:
                return colour
        return GRAY

    def coloured(self) -> i64:
        """Return the cities that are not gray, as a mask."""
        mask: i64 = 0
        for cities in self.demand:
            mask |= cities
        return mask

    def place_on_track(self, seat: i64) -> i64:
        """Return the space of a seat's marker; past 100 it starts again, so that 101 points are space 1 (RRT-31)."""
        points = self.points[seat]
        if points == 0:
            return 0
        return (points - 1) % 100 + 1

    def income(self, seat: i64) -> i64:
        """Return the income of the marker's space; by option that of the last space past 100 (RRT-30, RRT-32)."""
        if self.points[seat] > 100 and self.chosen(HUNDRED_PLUS):
            return INCOME_PAST_100
        return INCOME[self.place_on_track(seat)]

    def markers(self) -> i64:
        """Return the number of empty-city markers on the board, without that of the round track (RRT-25)."""
        return count_bits(self.marked)

    def links_of(self, seat: i64) -> i64:
        """Return the number of completed links of a seat, without western links (RRT-138)."""
        count: i64 = 0
        for at in range(0, i64(len(self.links)), LINK):
            if self.links[at + 2] == seat:
                count += 1
        return count

    def connects(self, seat: i64, a: i64, b: i64) -> bool:
        """Return whether a seat's links alone join two cities (RRT-171)."""
        return self.net[seat * CITIES + a] >> b & 1 != 0

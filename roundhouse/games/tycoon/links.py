"""The value of a link that could be built in one action, alone or followed by another one."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from roundhouse.core.bits import BIT, low_bit
from roundhouse.core.state import filled
from roundhouse.games.tycoon.board import (
    CARD_POINTS,
    CHICAGO,
    CITIES,
    FARNAM,
    LINE,
    LINE_A,
    LINE_B,
    LINE_WESTERN,
    LINES,
    MORGAN,
    NEW_YORK,
    NONE,
    SIDES,
    TILES,
    TYCOON_POINTS,
    VANDERBILT,
    WESTERN_CITY,
)
from roundhouse.games.tycoon.build import tiles_left
from roundhouse.games.tycoon.choice import LOW, Choice
from roundhouse.games.tycoon.moves import BUILD, LAY
from roundhouse.games.tycoon.position import Position
from roundhouse.games.tycoon.track import head_of
from roundhouse.games.tycoon.trips import Trips
from roundhouse.games.tycoon.ways import Ways, ways_from
from roundhouse.games.tycoon.west import West
from roundhouse.games.tycoon.worth import POINT, Worth

BEAM: Final = 4  # links examined again with a second one
PROMISE: Final = 100  # priority of examining a link again: for each cube at its ends
SETTLED: Final = 3  # links of a network that is only extended; a smaller one may have links elsewhere
MORE_LINKS: Final = 300  # value of any link to Morgan
_WESTERN: Final[i64] = sum(BIT[city] for city in WESTERN_CITY)


class Links:
    """The links that a seat could build now."""

    def __init__(self, at: Position, seat: i64, worth: Worth, trips: Trips, west: West, choice: Choice) -> None:
        self.at = at
        self.seat = seat
        self.worth = worth
        self.trips = trips
        self.west = west
        self.choice = choice
        self.price: i64 = 0  # of the link that is the best choice
        self.beam_value = filled(BEAM, LOW)
        self.beam_move = filled(BEAM, NONE)
        self.beam_from = filled(BEAM, NONE)
        self.beam_to = filled(BEAM, NONE)
        self.beam_price = filled(BEAM, 0)

    def offer_all(self) -> None:
        """Offer every link from the seat's network, or from anywhere while it is small; then the best ones with a second link."""
        network = self.trips.cities()
        small = self.at.links_of(self.seat) < SETTLED
        offered: i64 = 0  # cities whose links have been offered
        for city in range(i64(CITIES)):
            if small or network >> city & 1:
                self._offer_from(city, offered)
                offered |= BIT[city]
        self._look_again()

    def _offer_from(self, city: i64, offered: i64) -> None:
        ways = ways_from(self.at, self.seat, city, tiles_left(self.at))
        rest = ways.reached & ~self.trips.own[city] & ~offered
        while rest:
            near = low_bit(rest)
            rest &= rest - 1
            self._offer_link(BUILD + city * SIDES + ways.begin[near], city, near, ways.price[near])

    def _offer_link(self, move: i64, a: i64, b: i64, price: i64) -> None:
        """Offer a move that begins a link, or continues it."""
        value = self._value(a, b, price, 1)
        if self.choice.offer(move, value):
            self.price = price
        hope = value + PROMISE * (self.at.cubes_in(a) + self.at.cubes_in(b))
        worst: i64 = 0
        for place in range(1, i64(BEAM)):
            if self.beam_value[place] < self.beam_value[worst]:
                worst = place
        if hope > self.beam_value[worst]:
            self.beam_value[worst] = hope
            self.beam_move[worst] = move
            self.beam_from[worst] = a
            self.beam_to[worst] = b
            self.beam_price[worst] = price

    def _look_again(self) -> None:
        """Offer the best links again, each with a second one."""
        if self.worth.actions <= 2:
            return
        for place in range(i64(BEAM)):
            if self.beam_move[place] != NONE:
                self._offer_pairs(place)

    def _offer_pairs(self, place: i64) -> None:
        """Offer a link that becomes valuable with another one after it."""
        move = self.beam_move[place]
        a = self.beam_from[place]
        b = self.beam_to[place]
        first = self._bonus(a, b)
        self.trips.join(a, b)
        self.trips.count()
        for city in (a, b):
            ways = ways_from(self.at, self.seat, city, TILES)
            rest = ways.reached & ~self.trips.own[city]
            while rest:
                near = low_bit(rest)
                rest &= rest - 1
                value = first + self._value(city, near, self.beam_price[place] + ways.price[near], 2)
                if self.choice.offer(move, value):
                    self.price = self.beam_price[place]
        self.trips.part(a, b)
        self.trips.count()

    def _value(self, a: i64, b: i64, price: i64, done: i64) -> i64:
        """Return the value of a link between two cities, after `done` actions and `price` spent in all."""
        trips = self.trips
        leaf: i64 = NONE
        if trips.own[a] and trips.own[b] == 0:
            leaf = b
        elif trips.own[b] and trips.own[a] == 0:
            leaf = a
        trips.join(a, b)
        if leaf == NONE:
            trips.try_all()
        else:
            trips.try_leaf(leaf)
        value = self.worth.future(trips, done, price)
        trips.undo()
        if BIT[a] & _WESTERN or BIT[b] & _WESTERN:
            value = max(value, self.west.planned(a, b, done, price))
        trips.part(a, b)
        return value + self._bonus(a, b)

    def _bonus(self, a: i64, b: i64) -> i64:
        """Return what a link earns beside its trips: major lines (RRT-213) and the goals of tycoons."""
        at = self.at
        whole = at.net[self.seat * CITIES + a] | at.net[self.seat * CITIES + b]
        total: i64 = 0
        for line in range(i64(LINES)):
            if at.display[LINE + line] and not LINE_WESTERN[line] and whole >> LINE_A[line] & whole >> LINE_B[line] & 1:
                total += CARD_POINTS[LINE + line] * self.worth.point
        return total + self._goal(a, b, whole)

    def _goal(self, a: i64, b: i64, whole: i64) -> i64:
        """Return what the tycoon gives for a link (RRT-44, RRT-45, RRT-51)."""
        tycoon = self.at.tycoon[self.seat]
        if tycoon == FARNAM and CHICAGO in (a, b):
            return TYCOON_POINTS[FARNAM] * POINT
        if tycoon == MORGAN:
            return MORE_LINKS
        if tycoon != VANDERBILT or self.at.connects(self.seat, NEW_YORK, CHICAGO):
            return 0
        return TYCOON_POINTS[VANDERBILT] * POINT * (whole >> NEW_YORK & whole >> CHICAGO & 1)

    def offer_tiles(self) -> None:
        """Offer the next tile towards each city that the link under construction can still reach in this action.

        A single possible tile is not evaluated.
        """
        at = self.at
        left = tiles_left(at)
        if left == 0:
            return
        city = at.stub // SIDES
        ways = Ways(self.seat)
        ways.from_head(at, city, head_of(at, at.stub), left)
        rest = ways.reached & ~self.trips.own[city]
        if rest == 0:  # at best a second link between the two cities
            rest = ways.reached & -ways.reached
        if rest & (rest - 1) == 0:
            if rest:
                self.choice.offer(LAY + ways.begin[low_bit(rest)], 0)
            return
        while rest:
            near = low_bit(rest)
            rest &= rest - 1
            self._offer_link(LAY + ways.begin[near], city, near, ways.price[near])
        self._look_again()

"""What the cubes on the board could earn a seat on its own links: for every cube the lengths of its trips."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, low_bit
from roundhouse.core.state import filled
from roundhouse.games.tycoon.board import CITIES, COLOURS, GRAY, LEVELS
from roundhouse.games.tycoon.position import Position

AHEAD: Final = 3  # locomotives considered: the present one and the next two
LENGTHS: Final = 9  # of a trip: 0, which is none, to 8
STEPS: Final = 400  # of one search; networks that players build need fewer
# LONGEST[mask of lengths]: the longest of them, 0 if there is none.
LONGEST: Final = vec[i64]([mask.bit_length() - 1 if mask else 0 for mask in range(512)])


class Trips:
    """The trips of all cubes over a seat's own links, as they are or with one more link or new city."""

    def __init__(self, at: Position, seat: i64) -> None:
        self.goods = at.goods
        self.level = at.level[seat]
        self.deepest = min(self.level + AHEAD - 1, i64(LEVELS))
        self.own = at.own[seat * CITIES : (seat + 1) * CITIES]
        self.colour = filled(CITIES, GRAY)  # by city
        self.cargo = filled(CITIES, 0)  # by city: the colours of its cubes, as a mask
        goods = at.goods
        for city in range(i64(CITIES)):
            cargo: i64 = 0
            for colour in range(i64(COLOURS)):
                if goods[city * COLOURS + colour]:
                    cargo |= BIT[colour]
            self.cargo[city] = cargo
        for colour in range(i64(COLOURS)):
            rest = at.demand[colour]
            while rest:
                self.colour[low_bit(rest)] = colour
                rest &= rest - 1
        self.within = vec[i64](capacity=AHEAD)  # by locomotive: the lengths of trips that it can make, as a mask
        for step in range(i64(AHEAD)):
            self.within = append(self.within, BIT[min(self.level + step, i64(LEVELS)) + 1] - 1)
        self.lengths = filled(CITIES * COLOURS, 0)  # of the trips of a cube, as a mask
        self.counts = filled(AHEAD * LENGTHS, 0)  # by locomotive and longest trip: cubes
        self.source: i64 = 0
        self.steps: i64 = 0  # left of the search under way
        self.aim: i64 = GRAY  # the colour of the cubes that `_come_from` looks for
        self.touched: i64 = 0  # cities where a trial has changed `lengths`
        self.old_lengths = filled(CITIES, 0)
        self.old_counts = self.counts
        self.old_all = self.lengths  # what `try_all` puts aside

    def join(self, a: i64, b: i64) -> None:
        """Add a link that could be built."""
        self.own[a] |= BIT[b]
        self.own[b] |= BIT[a]

    def part(self, a: i64, b: i64) -> None:
        """Remove a link added by `join`."""
        self.own[a] &= ~BIT[b]
        self.own[b] &= ~BIT[a]

    def count(self) -> None:
        """Find the trips of all cubes in cities with own links."""
        for at in range(i64(AHEAD * LENGTHS)):
            self.counts[at] = 0
        for city in range(i64(CITIES)):
            if self.own[city] and self.cargo[city]:
                self.find(city, self.cargo[city])
                self.enter(city)

    def find(self, city: i64, colours: i64) -> None:
        """Find the lengths of the trips that cubes of these colours could make from a city."""
        for colour in range(i64(COLOURS)):
            self.lengths[city * COLOURS + colour] = 0
        self.source = city
        self.steps = STEPS
        self._go_on(city, BIT[city], 1, colours)

    def _go_on(self, city: i64, trail: i64, length: i64, colours: i64) -> None:
        """Continue trips from a city: no city twice (RRT-111); a cube stops at the first city of its colour (RRT-113)."""
        self.steps -= 1
        rest = self.own[city] & ~trail
        while rest:
            near = low_bit(rest)
            rest &= rest - 1
            onward = colours
            colour = self.colour[near]
            if colours >> colour & 1:
                self.lengths[self.source * COLOURS + colour] |= BIT[length]
                onward &= ~BIT[colour]
            if onward and length < self.deepest and self.steps > 0:
                self._go_on(near, trail | BIT[near], length + 1, onward)

    # Trials: what a link to a city without own links, or a tile on a gray city, would add. They are undone afterwards.

    def try_leaf(self, city: i64) -> None:
        """Count the trips from and to a city that has just been joined and had no own link before."""
        self._begin_trial()
        if self.cargo[city]:
            self.find(city, self.cargo[city])
            self.enter(city)
        if self.colour[city] != GRAY:
            self._gather(city, self.colour[city])

    def try_colour(self, city: i64, colour: i64) -> None:
        """Count the trips to a city as if it had a colour; trips through it are not cut short, so this is an upper bound."""
        self._begin_trial()
        self._gather(city, colour)

    def try_all(self) -> None:
        """Count everything from scratch."""
        self._begin_trial()
        self.lengths = self.lengths[:]
        self.count()

    def _begin_trial(self) -> None:
        self.old_counts = self.counts[:]
        self.old_all = self.lengths
        self.touched = 0

    def undo(self) -> None:
        """End a trial."""
        self.counts = self.old_counts
        self.lengths = self.old_all
        while self.touched:
            city = low_bit(self.touched)
            self.touched &= self.touched - 1
            self.lengths[city * COLOURS + self.aim] = self.old_lengths[city]

    def _gather(self, city: i64, colour: i64) -> None:
        """Count the trips of cubes of a colour to a city."""
        self.aim = colour
        self.steps = STEPS
        self._come_from(city, BIT[city], 1)

    def _come_from(self, city: i64, trail: i64, length: i64) -> None:
        """Follow trips backwards from where they end."""
        self.steps -= 1
        rest = self.own[city] & ~trail
        while rest:
            near = low_bit(rest)
            rest &= rest - 1
            cube = near * COLOURS + self.aim
            if self.goods[cube] and not self.lengths[cube] >> length & 1:
                self._lengthen(near, cube, length)
            if length < self.deepest and self.colour[near] != self.aim and self.steps > 0:
                self._come_from(near, trail | BIT[near], length + 1)

    def _lengthen(self, city: i64, cube: i64, length: i64) -> None:
        if not self.touched >> city & 1:
            self.touched |= BIT[city]
            self.old_lengths[city] = self.lengths[cube]
        self.shift(cube, -self.goods[cube])
        self.lengths[cube] |= BIT[length]
        self.shift(cube, self.goods[cube])

    # Counts.

    def enter(self, city: i64) -> None:
        """Count the cubes of a city by their longest trips."""
        rest = self.cargo[city]
        while rest:
            cube = city * COLOURS + low_bit(rest)
            rest &= rest - 1
            if self.lengths[cube]:
                self.shift(cube, self.goods[cube])

    def shift(self, cube: i64, number: i64) -> None:
        """Add `number` cubes of a city and colour to the counts; a negative number removes them."""
        lengths = self.lengths[cube]
        for step in range(i64(AHEAD)):
            self.counts[step * LENGTHS + LONGEST[lengths & self.within[step]]] += number

    def longest(self, cube: i64, step: i64) -> i64:
        """Return the longest trip of a cube with the present locomotive, or one of the next."""
        return LONGEST[self.lengths[cube] & self.within[step]]

    def reach(self, city: i64, bag: vec[i64]) -> i64:
        """Return how far a cube from the bag could go from a city with the next locomotive, in thousandths of a link."""
        self.find(city, BIT[COLOURS] - 1)
        total: i64 = 0
        cubes: i64 = 0
        for colour in range(i64(COLOURS)):
            cubes += bag[colour]
            total += bag[colour] * self.longest(city * COLOURS + colour, 1)
        return 1000 * total // max(i64(1), cubes)

    def cities(self) -> i64:
        """Return the cities with own links, as a mask."""
        mask: i64 = 0
        for city in range(i64(CITIES)):
            if self.own[city]:
                mask |= BIT[city]
        return mask

"""Deliveries that can be made now, over links of any owner: the best way of a cube and what it earns."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from roundhouse.core.bits import BIT, low_bit
from roundhouse.core.state import filled
from roundhouse.games.tycoon.board import (
    BOUNTIES,
    BOUNTY,
    BOUNTY_CITY,
    CARD_POINTS,
    CITIES,
    COLOURS,
    ERA,
    HOTEL_CITY,
    HOTELS,
    NONE,
    RECORD_LINKS,
    SPEED_RECORD,
)
from roundhouse.games.tycoon.choice import LOW
from roundhouse.games.tycoon.moves import HOP, OWNERS
from roundhouse.games.tycoon.state import Tycoon
from roundhouse.games.tycoon.worth import Worth

STEPS: Final = 300  # of one search
GUESTS: Final = 2  # links of others on a way, at most
RIVALS: Final = 600  # value of a point of the others to the seat, divided among them


class Carrier:
    """The best deliveries from one city."""

    def __init__(self, at: Tycoon, seat: i64, worth: Worth) -> None:
        self.at = at
        self.seat = seat
        self.point = worth.point
        self.level = at.level[seat]
        self.rival = RIVALS // (at.seats - 1)
        self.best = filled(COLOURS, LOW)  # by colour of the cube
        self.steps: i64 = 0

    def search(self, city: i64, colours: i64) -> None:
        """Find the best way of each colour from a city; the first link must be the seat's own (RRT-110)."""
        self._clear()
        rest = self.at.own[self.seat * CITIES + city]
        while rest:
            near = low_bit(rest)
            rest &= rest - 1
            self._arrive(near, BIT[city], 1, self.point, 0, colours)

    def _clear(self) -> None:
        for colour in range(i64(COLOURS)):
            self.best[colour] = LOW
        self.steps = STEPS

    def _arrive(self, city: i64, trail: i64, length: i64, earned: i64, guests: i64, colours: i64) -> None:
        self.steps -= 1
        onward = colours
        rest = colours
        while rest:
            colour = low_bit(rest)
            rest &= rest - 1
            if self.at.demand[colour] >> city & 1:
                onward &= ~BIT[colour]
                self.best[colour] = max(self.best[colour], earned + self._reward(city, length))
        if onward == 0 or length == self.level or self.steps <= 0:
            return
        own = self.at.own[self.seat * CITIES + city]
        closed = trail | BIT[city]
        rest = self.at.joined[city] & ~closed
        if guests == GUESTS:
            rest &= own
        while rest:
            near = low_bit(rest)
            rest &= rest - 1
            if own >> near & 1:
                self._arrive(near, closed, length + 1, earned + self.point, guests, onward)
            else:
                self._arrive(near, closed, length + 1, earned - self.rival, guests + 1, onward)

    def _reward(self, city: i64, length: i64) -> i64:
        """Return what cards add to a delivery (RRT-119)."""
        at = self.at
        total: i64 = 0
        if at.display[ERA]:
            total += CARD_POINTS[ERA] * self.point
        if length >= RECORD_LINKS and at.display[SPEED_RECORD]:
            total += CARD_POINTS[SPEED_RECORD] * self.point
        for bounty in range(i64(BOUNTIES)):
            if BOUNTY_CITY[bounty] == city and at.display[BOUNTY + bounty]:
                total += CARD_POINTS[BOUNTY + bounty] * self.point
        for hotel in range(i64(HOTELS)):
            if HOTEL_CITY[hotel] == city and at.hotel[hotel] != NONE:
                total += self.point if at.hotel[hotel] == self.seat else -self.rival
        return total

    def hop(self) -> i64:
        """Return the next link of the cube under way."""
        at = self.at
        best: i64 = NONE
        best_value: i64 = LOW
        for move in at.legal_moves():
            city = (move - HOP) // OWNERS
            owner = (move - HOP) % OWNERS
            self._clear()
            earned = self.point if owner == self.seat else -self.rival
            self._arrive(city, at.trail, at.steps + 1, earned, 0, BIT[at.cube])
            value = self.best[at.cube]
            if value > best_value or best == NONE:
                best = move
                best_value = value
        return best

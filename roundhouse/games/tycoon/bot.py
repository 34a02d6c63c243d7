"""The heuristic of Railroad Tycoon: weigh every action by the deliveries that can follow, and by its cost in shares."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, low_bit
from roundhouse.core.draw import Rng
from roundhouse.core.state import View
from roundhouse.games.tycoon.board import (
    CARD_POINTS,
    CITIES,
    CITY_GROWTH,
    COLOURS,
    EXECUTIVE,
    HOTEL,
    HOTEL_CITY,
    HOTELS,
    LEVELS,
    NEW_INDUSTRY,
    NEW_TRAIN,
    NEW_TRAIN_LEVEL,
    NONE,
    PULLMAN,
    PULLMAN_LEVEL,
    TYCOON_POINTS,
    URBANIZE_PRICE,
    WESTERN,
    WESTERN_CITY,
)
from roundhouse.games.tycoon.cards import can_take
from roundhouse.games.tycoon.carrier import Carrier
from roundhouse.games.tycoon.choice import LOW, Choice
from roundhouse.games.tycoon.deliver import within
from roundhouse.games.tycoon.links import Links
from roundhouse.games.tycoon.moves import BID, DELIVER, GRANT, LAY, PASS, STOP, TAKE, UPGRADE, WEST
from roundhouse.games.tycoon.position import ACTION, AUCTION, BEGINNER, BUILDING, DELIVERING, GROWING
from roundhouse.games.tycoon.prospects import Cities
from roundhouse.games.tycoon.state import Tycoon
from roundhouse.games.tycoon.trips import Trips
from roundhouse.games.tycoon.west import West
from roundhouse.games.tycoon.worth import POINT, Worth

# Thousands that the first place in the first turn is worth, by how many places later the seat would choose its links otherwise.
# Measured in 1,000 games each with two to six seats: at this price the first place wins as many games as the other one.
FIRST_PLACE: Final = vec[i64]([0, 4, 6, 8, 9, 10])
BLUFF: Final = 3  # up to so much less, by chance, so that no price is certain
GRANT_FROM: Final = 6  # a link of this price, in thousands, is worth a land grant
EXTRA_ACTION: Final = 500  # least value of one more action
GUEST: Final = 60  # earnings of a hotel per action left


def advise(seen: View[Tycoon], rng: Rng) -> i64:
    """Return the acting seat's move, from what it may know; the generator decides between nearly equal moves."""
    at = seen.position
    bot = Bot(at, seen.seat, rng)
    phase = at.phase
    if phase == AUCTION:
        return bot.bid()
    if phase == ACTION:
        return bot.action()
    if phase == BUILDING:
        return bot.tile()
    if phase == DELIVERING:
        return bot.carrier.hop()
    if phase == GROWING:
        return bot.cities.best_growth()
    return bot.new_industry()


class Bot:
    """One decision of one seat."""

    def __init__(self, at: Tycoon, seat: i64, rng: Rng) -> None:
        self.at = at
        self.seat = seat
        self.worth = Worth(at, seat)
        self.trips = Trips(at, seat)
        self.choice = Choice(rng)
        self.carrier = Carrier(at, seat, self.worth)
        self.west = West(at, seat, self.worth, self.trips)
        self.links = Links(at, seat, self.worth, self.trips, self.west, self.choice)
        self.cities = Cities(at, seat, self.worth, self.trips)

    # Auction.

    def bid(self) -> i64:
        """Return a raise by one while it costs less than what others could take, and never on credit; else a pass."""
        at = self.at
        price = at.high + 1
        if at.turn == 1:
            return BID + at.high if price <= self._first_place() else PASS
        if price > at.cash[self.seat] or self.worth.cost(price) >= self._loss():
            return PASS
        return BID + at.high

    def _first_place(self) -> i64:
        """Return what the first place in the first turn is worth, in thousands: least to the seat next to the leader (RRT-63)."""
        at = self.at
        later: i64 = 1 if at.leader == NONE else (self.seat - at.leader + at.seats) % at.seats
        return FIRST_PLACE[later] - self.choice.rng.below(BLUFF)

    def _loss(self) -> i64:
        """Return how much better the best delivery is than the next one, if another seat can make it first."""
        self.trips.count()
        self._offer_deliveries()
        cube = self.choice.move - DELIVER
        if self.choice.move == NONE or not self._coveted(cube // COLOURS, cube % COLOURS):
            return 0
        return self.choice.value - max(self.choice.second, self.worth.future(self.trips, 1, 0))

    def _coveted(self, city: i64, colour: i64) -> bool:
        """Return whether another seat can deliver a cube as well."""
        at = self.at
        for other in range(at.seats):
            first = at.own[other * CITIES + city]
            if other != self.seat and first and within(at, first, BIT[city], at.level[other]) & at.demand[colour]:
                return True
        return False

    # Actions.

    def action(self) -> i64:
        """Return the action with the best prospects; after a land grant only a build (RRT-178)."""
        at = self.at
        self.trips.count()
        if not at.granted:
            self.choice.offer(PASS, self.worth.future(self.trips, 1, 0))
            self._offer_deliveries()
            self._offer_upgrade()
            if not at.variant & BEGINNER:  # RRT-193
                self._offer_cards()
                self._offer_western_links()
        self.links.offer_all()
        if not at.granted:
            tile = self.cities.best_tile(URBANIZE_PRICE, self.choice.value)
            if tile != NONE:
                self.choice.offer(tile, self.cities.value)
            self._offer_executive()
        move = self.choice.move
        if move == NONE:
            return at.legal_moves()[0]
        if move < LAY and at.grants[self.seat] and not at.granted and self.links.price >= GRANT_FROM:
            return GRANT
        return move

    def _offer_deliveries(self) -> None:
        """Offer every cube that can be delivered now; it is then gone from the trips to come."""
        trips = self.trips
        for city in range(i64(CITIES)):
            rest = trips.cargo[city]
            if trips.own[city] == 0 or rest == 0:
                continue
            self.carrier.search(city, rest)
            while rest:
                colour = low_bit(rest)
                rest &= rest - 1
                if self.carrier.best[colour] == LOW:
                    continue
                cube = city * COLOURS + colour
                trips.shift(cube, -1)
                self.choice.offer(DELIVER + cube, self.carrier.best[colour] + self.worth.future(trips, 1, 0))
                trips.shift(cube, 1)

    def _offer_upgrade(self) -> None:
        at = self.at
        level = at.level[self.seat] + 1
        if level > LEVELS:
            return
        value = self.worth.upgraded(self.trips, 0, 0)
        if level == NEW_TRAIN_LEVEL and at.display[NEW_TRAIN]:  # RRT-160
            value += CARD_POINTS[NEW_TRAIN] * self.worth.point
        if level == PULLMAN_LEVEL and at.six == NONE and at.tycoon[self.seat] == PULLMAN:  # RRT-48
            value += TYCOON_POINTS[PULLMAN] * POINT
        self.choice.offer(UPGRADE, value)

    # Cards and western links.

    def _offer_cards(self) -> None:
        """Offer City Growth, New Industry and hotels.

        Land grants and Perfect Engineering save less than the action to take them is worth; Railroad Executive: below.
        """
        after = self.worth.future(self.trips, 1, 0)
        for kind in range(i64(HOTEL + HOTELS)):
            if self.at.display[kind] == 0 or not can_take(self.at, kind):
                continue
            if kind == CITY_GROWTH:
                self.cities.best_growth()
                self.choice.offer(TAKE + kind, after + self.cities.value)
            elif kind == NEW_INDUSTRY:
                if self.cities.best_tile(0, self.choice.value) != NONE:
                    self.choice.offer(TAKE + kind, self.cities.value)
            elif kind >= HOTEL and self.trips.own[HOTEL_CITY[kind - HOTEL]]:
                self.choice.offer(TAKE + kind, after + self.worth.actions * GUEST)  # RRT-215

    def _offer_executive(self) -> None:
        """Offer a Railroad Executive: the best action, whichever it is, and one more (RRT-162)."""
        if self.at.display[EXECUTIVE] == 0:
            return
        now = self.worth.future(self.trips, 0, 0)
        self.worth.actions += 1
        more = self.worth.future(self.trips, 0, 0) - now
        self.worth.actions -= 1
        self.choice.offer(TAKE + EXECUTIVE, self.choice.value + more - EXTRA_ACTION)

    def _offer_western_links(self) -> None:
        for number in range(i64(WESTERN)):
            city = WESTERN_CITY[number]
            if self.at.western[number] == NONE and self.trips.own[city]:  # RRT-130
                self.choice.offer(WEST + number, self.west.value(number, self.at.net[self.seat * CITIES + city], 1, 0))

    def new_industry(self) -> i64:
        """Return a tile for a city of the seat's network, or else any."""
        self.trips.count()
        tile = self.cities.best_tile(0, LOW)
        return self.at.legal_moves()[0] if tile == NONE else tile

    # Track.

    def tile(self) -> i64:
        """Return the next tile of the best link; a stop, or any tile, if no city can be reached."""
        self.trips.count()
        self.links.offer_tiles()
        if self.choice.move != NONE:
            return self.choice.move
        return STOP if self.at.laid else self.at.legal_moves()[0]

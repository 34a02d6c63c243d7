"""The heuristic of Railroad Tycoon: it weighs every action by the deliveries that remain after it, and by what it costs."""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from roundhouse.core.bits import BIT, low_bit
from roundhouse.core.draw import Rng
from roundhouse.core.state import View, filled
from roundhouse.games.tycoon.board import (
    CARD_POINTS,
    CHICAGO,
    CITIES,
    CITY_GROWTH,
    COLOURS,
    EXECUTIVE,
    FARNAM,
    GRAY,
    HOLLIDAY,
    HOTEL,
    HOTEL_CITY,
    HOTELS,
    LEVELS,
    LINE,
    LINE_A,
    LINE_B,
    LINE_WESTERN,
    LINES,
    MORGAN,
    NEW_INDUSTRY,
    NEW_TRAIN,
    NEW_TRAIN_LEVEL,
    NEW_YORK,
    NONE,
    PULLMAN,
    PULLMAN_LEVEL,
    RED,
    SIDES,
    TYCOON_POINTS,
    URBANIZE_PRICE,
    VANDERBILT,
    WESTERN,
    WESTERN_CITY,
    WESTERN_CUBES,
    WESTERN_PRICE,
)
from roundhouse.games.tycoon.build import tiles_left
from roundhouse.games.tycoon.cards import can_take
from roundhouse.games.tycoon.carrier import Carrier
from roundhouse.games.tycoon.moves import (
    BID,
    BUILD,
    DELIVER,
    GRANT,
    GROW,
    LAY,
    PASS,
    STOP,
    TAKE,
    TILE_COLOURS,
    UPGRADE,
    URBANIZE,
    WEST,
)
from roundhouse.games.tycoon.position import ACTION, AUCTION, BEGINNER, BUILDING, DELIVERING, GROWING
from roundhouse.games.tycoon.state import Tycoon
from roundhouse.games.tycoon.track import head_of
from roundhouse.games.tycoon.trips import Trips
from roundhouse.games.tycoon.ways import Ways
from roundhouse.games.tycoon.worth import ANYWHERE, BEAM, BID_SHARE, NEW_CUBE, POINT, W, Worth

LOW: Final = -1_000_000_000
JITTER: Final = 20


def advise(seen: View, rng: Rng) -> i64:
    """The acting seat's move, from what it may know; the generator only breaks ties."""
    at = cast("Tycoon", seen.position)
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
        return bot.growth()
    return bot.industry()


class Bot:
    """One decision of one seat."""

    def __init__(self, at: Tycoon, seat: i64, rng: Rng) -> None:
        self.at = at
        self.seat = seat
        self.rng = rng
        self.worth = Worth(at, seat)
        self.trips = Trips(at, seat)
        self.carrier = Carrier(at, seat, self.worth)
        self.best: i64 = NONE
        self.best_value: i64 = LOW
        self.second: i64 = LOW
        self.top_value = filled(W[BEAM], LOW)
        self.top_link = filled(W[BEAM], NONE)
        self.top_price = filled(W[BEAM], 0)

    def _offer(self, move: i64, value: i64) -> None:
        """Keeps the best move."""
        value += self.rng.below(JITTER)
        if value > self.best_value:
            self.best = move
            self.best_value = value

    # Auction.

    def bid(self) -> i64:
        """Up to what is lost if another seat takes the cube that is the best to deliver."""
        at = self.at
        limit = min(self._stake() * W[BID_SHARE] // 100_000, at.cash[self.seat])
        if at.turn == 1:
            limit = 1
        if at.high + 1 > limit:
            return PASS
        return BID + at.high

    def _stake(self) -> i64:
        """In thousandths of a point."""
        self.trips.count()
        self._deliveries()
        if self.best == NONE:
            return 0
        city = (self.best - DELIVER) // COLOURS
        for other in range(self.at.seats):
            if other != self.seat and self.at.own[other * CITIES + city]:
                return POINT
        return 0

    # Actions.

    def action(self) -> i64:
        """The action after which the seat stands best."""
        at = self.at
        self.trips.count()
        if not at.granted:
            self._offer(PASS, self.worth.future(self.trips, 1, 0))
            self._deliveries()
            self._upgrade()
            if not at.variant & BEGINNER:
                self._cards()
            self._urbanize()
            if not at.variant & BEGINNER:
                self._west()
        self._builds()
        if self.best == NONE:
            return at.legal_moves()[0]
        if self.best < LAY and at.grants[self.seat] and not at.granted:
            return GRANT
        return self.best

    def _deliveries(self) -> None:
        """Every cube that can be delivered now; it is then gone from the trips to come."""
        trips = self.trips
        for city in range(i64(CITIES)):
            if trips.own[city] == 0 or trips.cargo[city] == 0:
                continue
            self.carrier.search(city, trips.cargo[city])
            rest = trips.cargo[city]
            while rest:
                colour = low_bit(rest)
                rest &= rest - 1
                gain = self.carrier.best[colour]
                if gain == LOW:
                    continue
                cube = city * COLOURS + colour
                trips.shift(cube, -1)
                self._offer(DELIVER + cube, gain + self.worth.future(trips, 1, 0))
                trips.shift(cube, 1)

    def _upgrade(self) -> None:
        at = self.at
        level = at.level[self.seat] + 1
        if level > LEVELS:
            return
        bonus: i64 = 0
        if level == NEW_TRAIN_LEVEL and at.display[NEW_TRAIN]:  # RRT-160
            bonus += CARD_POINTS[NEW_TRAIN] * self.worth.point
        if level == PULLMAN_LEVEL and at.six == NONE and at.tycoon[self.seat] == PULLMAN:  # RRT-48
            bonus += TYCOON_POINTS[PULLMAN] * POINT
        value = self.worth.upgraded(self.trips, 0, 0)
        self._offer(UPGRADE, value + bonus)

    # Links.

    def _builds(self) -> None:
        """Links from cities of the own network, or from anywhere while it is small; then the best of them with another."""
        start = self.trips.cities()
        own_links = self.at.links_of(self.seat)
        anywhere = own_links < W[ANYWHERE]
        for city in range(i64(CITIES)):
            if start >> city & 1 or anywhere:
                self._links_from(city, start, anywhere)
        for place in range(W[BEAM]):
            if self.top_link[place] != NONE:
                self._second_links(place)

    def _links_from(self, city: i64, start: i64, anywhere: bool) -> None:
        ways = Ways(self.at, self.seat)
        ways.from_city(city, tiles_left(self.at))
        rest = ways.reached & ~self.trips.own[city]
        if anywhere:
            rest &= ~(BIT[city] - 1) | ~start
        while rest:
            near = low_bit(rest)
            rest &= rest - 1
            value = self._link(city, near, ways.price[near], 1)
            move = BUILD + city * SIDES + ways.begin[near]
            self._offer(move, value)
            self._remember(move * CITIES + near, value, ways.price[near])

    def _remember(self, link: i64, value: i64, price: i64) -> None:
        """Keeps the best links for a second look."""
        worst: i64 = 0
        for place in range(1, W[BEAM]):
            if self.top_value[place] < self.top_value[worst]:
                worst = place
        if value > self.top_value[worst]:
            self.top_value[worst] = value
            self.top_link[worst] = link
            self.top_price[worst] = price

    def _second_links(self, place: i64) -> None:
        """A link that only another one makes good."""
        if self.worth.actions < 3:
            return
        move = self.top_link[place] // CITIES
        a = (move - BUILD) // SIDES
        b = self.top_link[place] % CITIES
        self.trips.join(a, b)
        self.trips.count()
        bonus = self._bonus(a, b)
        for city in (a, b):
            ways = Ways(self.at, self.seat)
            ways.from_city(city, tiles_left(self.at))
            rest = ways.reached & ~self.trips.own[city]
            while rest:
                near = low_bit(rest)
                rest &= rest - 1
                value = self._link(city, near, self.top_price[place] + ways.price[near], 2)
                self._offer(move, value + bonus)
        self.trips.part(a, b)
        self.trips.count()

    def _link(self, a: i64, b: i64, price: i64, done: i64) -> i64:
        """The value of a link between two cities."""
        trips = self.trips
        leaf: i64 = NONE
        if trips.own[b] == 0 and trips.own[a]:
            leaf = b
        elif trips.own[a] == 0 and trips.own[b]:
            leaf = a
        trips.join(a, b)
        if leaf != NONE:
            trips.try_leaf(leaf)
            value = self.worth.future(trips, done, price)
            trips.undo()
            trips.part(a, b)
        else:
            counts = trips.counts[:]
            lengths = trips.lengths[:]
            trips.count()
            value = self.worth.future(trips, done, price)
            trips.part(a, b)
            trips.counts = counts
            trips.lengths = lengths
        return value + self._bonus(a, b)

    def _bonus(self, a: i64, b: i64) -> i64:
        """What a link earns beside its trips: major lines and tycoons."""
        at = self.at
        base = self.seat * CITIES
        whole = at.net[base + a] | at.net[base + b]
        total: i64 = 0
        for line in range(i64(LINES)):
            if at.display[LINE + line] and not LINE_WESTERN[line] and whole >> LINE_A[line] & whole >> LINE_B[line] & 1:
                total += CARD_POINTS[LINE + line] * self.worth.point
        tycoon = at.tycoon[self.seat]
        if tycoon == FARNAM and (a == CHICAGO or b == CHICAGO):
            total += TYCOON_POINTS[FARNAM] * POINT
        elif tycoon == MORGAN:
            total += 300
        elif tycoon == VANDERBILT and not at.connects(self.seat, NEW_YORK, CHICAGO) and whole >> NEW_YORK & whole >> CHICAGO & 1:
            total += TYCOON_POINTS[VANDERBILT] * POINT
        return total

    def tile(self) -> i64:
        """The next tile towards the city that is the best to link."""
        at = self.at
        city = at.stub // SIDES
        ways = Ways(at, self.seat)
        left = tiles_left(at)
        self.trips.count()
        if left > 0:
            ways.from_head(city, head_of(at, at.stub), left)
        rest = ways.reached
        while rest:
            near = low_bit(rest)
            rest &= rest - 1
            if self.trips.own[city] >> near & 1:
                self._offer(LAY + ways.begin[near], -ways.price[near] * POINT)
            else:
                self._offer(LAY + ways.begin[near], self._link(city, near, ways.price[near], 1))
        if self.best != NONE:
            return self.best
        moves = at.legal_moves()
        return STOP if at.laid else moves[0]

    # Cities and cards.

    def _urbanize(self) -> None:
        best = self._best_city(URBANIZE_PRICE)
        if best != NONE:
            self._offer(best, self.found)

    def _best_city(self, price: i64) -> i64:
        """A tile on a gray city of the own network."""
        trips = self.trips
        at = self.at
        best: i64 = NONE
        self.found: i64 = LOW
        if self.worth.actions < 3:
            return best
        for city in range(i64(CITIES)):
            if trips.colour[city] != GRAY or trips.own[city] == 0:
                continue
            new_cubes = trips.reach(city, at.bag, 1) * 2 * W[NEW_CUBE] // 1000
            for tile in range(i64(TILE_COLOURS)):
                if at.stock[tile + 1] == 0:
                    continue
                trips.try_colour(city, tile + 1)
                value = self.worth.future(trips, 1, price) + new_cubes
                trips.undo()
                if value <= max(self.found, self.best_value):
                    continue
                counts = trips.counts[:]
                lengths = trips.lengths[:]
                trips.colour[city] = tile + 1
                trips.count()
                value = self.worth.future(trips, 1, price) + new_cubes
                trips.colour[city] = GRAY
                trips.counts = counts
                trips.lengths = lengths
                if value > self.found:
                    self.found = value
                    best = URBANIZE + city * TILE_COLOURS + tile
        return best

    def _cards(self) -> None:
        at = self.at
        after = self.worth.future(self.trips, 1, 0)
        for kind in range(i64(HOTEL + HOTELS)):
            if at.display[kind] == 0 or not can_take(at, kind):
                continue
            if kind == CITY_GROWTH:
                self._best_growth()
                self._offer(TAKE + kind, after + self.found)
            elif kind == NEW_INDUSTRY:
                if self._best_city(0) != NONE:
                    self._offer(TAKE + kind, self.found)
            elif kind == EXECUTIVE:
                self.worth.actions += 1
                self._offer(TAKE + kind, self.worth.future(self.trips, 0, 0) - 500)
                self.worth.actions -= 1
            elif kind >= HOTEL:
                self._offer(TAKE + kind, after + self._hotel(HOTEL_CITY[kind - HOTEL]))

    def _hotel(self, city: i64) -> i64:
        """RRT-215: a point for every delivery to its city."""
        if self.at.own[self.seat * CITIES + city] == 0:
            return 0
        return self.worth.actions * 60

    def growth(self) -> i64:
        """City Growth for the city from which cubes go farthest."""
        return self._best_growth()

    def _best_growth(self) -> i64:
        best: i64 = GROW
        self.found = 0
        if self.worth.actions < 3:
            return best
        for city in range(i64(CITIES)):
            if self.trips.own[city] == 0:
                continue
            value = self.trips.reach(city, self.at.bag, 1) * 2 * W[NEW_CUBE] // 1000
            if value > self.found:
                self.found = value
                best = GROW + city
        return best

    def industry(self) -> i64:
        """New Industry."""
        self.trips.count()
        best = self._best_city(0)
        if best != NONE:
            return best
        return self.at.legal_moves()[0]

    def _west(self) -> None:
        """RRT-133: four red cubes."""
        at = self.at
        for number in range(i64(WESTERN)):
            city = WESTERN_CITY[number]
            if at.western[number] != NONE or self.trips.own[city] == 0:
                continue
            bonus: i64 = 0
            if at.tycoon[self.seat] == HOLLIDAY and at.western[1 - number] != self.seat:
                bonus += TYCOON_POINTS[HOLLIDAY] * POINT
            for line in range(i64(LINES)):
                if (
                    LINE_WESTERN[line]
                    and at.display[LINE + line]
                    and city == LINE_B[line]
                    and at.connects(self.seat, LINE_A[line], city)
                ):
                    bonus += CARD_POINTS[LINE + line] * self.worth.point
            self.trips.find(city, BIT[COLOURS] - 1)
            cube = city * COLOURS + RED
            red = min(i64(WESTERN_CUBES), at.bag[RED])
            self.trips.shift(cube, red)
            self._offer(WEST + number, self.worth.future(self.trips, 1, WESTERN_PRICE) + bonus)
            self.trips.shift(cube, -red)

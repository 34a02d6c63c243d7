"""The heuristic of Railroad Dice 2."""

from __future__ import annotations

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.bits import count_bits
from roundhouse.core.draw import Rng
from roundhouse.core.state import View
from roundhouse.games.dice2.board import (
    CELLS,
    CROWD,
    LOCOMOTIVE,
    PRICE,
    SCRAPPER,
    SLOWEST,
    STATIONS,
    TILES,
    VALUES,
    WILD,
)
from roundhouse.games.dice2.moves import BRING, BUY, END, FEED, LAY, OFFER, PLACE
from roundhouse.games.dice2.position import CLOSING, GREYS, HOMES, NONE, OPEN, TURN
from roundhouse.games.dice2.state import Dice2
from roundhouse.games.dice2.stations import steps
from roundhouse.games.dice2.traffic import on_sale
from roundhouse.games.dice2.trips import Trips, trips_now
from roundhouse.games.dice2.ways import FAR, Ways

NAMES: Final = [
    "near",
    "far",
    "homefar",
    "center",
    "link",
    "decay",
    "opp",
    "least",
    "exch",
    "share",
    "prior",
    "growth",
    "offer1",
    "offer2",
    "offer3",
    "feed",
    "feedopp",
    "bringopp",
    "fees",
    "limit",
    "closing",
    "linkdist",
    "diff",
    "oppcash",
    "slope",
    "wildbring",
    "shortpen",
]
DEFAULT: Final = vec[i64](
    [
        10,  # near
        5,  # far
        3,  # homefar
        3,  # center
        60,  # link, tenths
        18,  # decay: halving price in tenths of a die
        8,  # opp: sixteenths
        3,  # least gain to lay
        14,  # exch price
        16,  # share, sixteenths
        4,  # prior
        1,  # growth
        0,  # offer1
        0,  # offer2
        0,  # offer3
        60,  # feed threshold
        8,  # feedopp
        8,  # bringopp
        10,  # fees
        80,  # limit
        16,
        5,  # linkdist
        24,  # diff
        8,  # oppcash
        0,
        0,
        0,
    ]
)
(
    W_NEAR,
    W_FAR,
    W_HOMEFAR,
    W_CENTER,
    W_LINK,
    W_DECAY,
    W_OPP,
    W_LEAST,
    W_EXCH,
    W_SHARE,
    W_PRIOR,
    W_GROWTH,
    W_OFFER1,
    W_OFFER2,
    W_OFFER3,
    W_FEED,
    W_FEEDOPP,
    W_BRINGOPP,
    W_FEES,
    W_LIMIT,
    W_CLOSING,
    W_LINKDIST,
    W_DIFF,
    W_OPPCASH,
) = range(24)

_HALVES: Final = vec[i64]([round(1024 * 2 ** (-i / 16)) for i in range(161)])


def advise(seen: View, rng: Rng) -> i64:
    return advise_with(seen, rng, DEFAULT)


def advise_with(seen: View, rng: Rng, w: vec[i64]) -> i64:
    at = cast("Dice2", seen.position)
    bot = Bot(at, seen.seat, rng, w)
    if at.phase == HOMES:
        return bot.place_home()
    if at.phase == GREYS:
        return bot.place_grey()
    if at.phase == TURN:
        if at.roll == OPEN:
            return bot.offer()
        move = bot.lay()
        if move != NONE:
            return move
        move = bot.bring()
        if move != NONE:
            return move
    return bot.traffic()


class Bot:
    def __init__(self, at: Dice2, seat: i64, rng: Rng, w: vec[i64]) -> None:
        self.at = at
        self.seat = seat
        self.rng = rng
        self.w = w

    # Setup.

    def place_home(self) -> i64:
        at = self.at
        moves = at.legal_moves()
        best = moves[0]
        best_value: i64 = -100000
        for move in moves:
            square = move - PLACE
            value: i64 = self.rng.below(4)
            for other in moves:
                away = steps(at, square, other - PLACE)
                value -= self.w[W_CENTER] * away
            for home in range(at.seats):
                if at.site[home] != NONE:
                    value += self.w[W_HOMEFAR] * steps(at, square, at.site[home])
            if value > best_value:
                best = move
                best_value = value
        return best

    def place_grey(self) -> i64:
        at = self.at
        moves = at.legal_moves()
        best = moves[0]
        best_value: i64 = -100000
        for move in moves:
            square = move - PLACE
            value: i64 = self.rng.below(4) - self.w[W_NEAR] * steps(at, square, at.site[self.seat])
            far: i64 = 1000
            for home in range(at.seats):
                if home != self.seat:
                    far = min(far, steps(at, square, at.site[home]))
            value += self.w[W_FAR] * far
            if value > best_value:
                best = move
                best_value = value
        return best

    # Value.

    def worth(self, at: Dice2) -> i64:
        """In tenths."""
        total = 10 * self._net(at, self.seat)
        total += self._outlook(at, self.seat)
        if self.w[W_OPP] and at.seats:
            others: i64 = 0
            for seat in range(at.seats):
                if seat != self.seat:
                    others += self._outlook(at, seat) + 10 * at.cash[seat]
            total -= others * self.w[W_OPP] // (16 * (at.seats - 1))
        return total

    def _net(self, at: Dice2, seat: i64) -> i64:
        return at.cash[seat]

    def _link_value(self, tiles: i64) -> i64:
        return max(5, self.w[W_LINK] - self.w[W_LINKDIST] * tiles)

    def _outlook(self, at: Dice2, seat: i64) -> i64:
        ways = Ways(at, seat, self.w[W_EXCH], self.w[W_LIMIT])
        total: i64 = 0
        for station in range(i64(STATIONS)):
            price = ways.station_price[station]
            if price == FAR or station == seat:
                continue
            value = self._link_value(ways.station_tiles[station])
            if price:
                value = (value + 50) * _HALVES[min(160, price * 16 // self.w[W_DECAY])] // 1024
            total += value
        return total

    # Dice.

    def offer(self) -> i64:
        at = self.at
        moves = at.legal_moves()
        # feed?
        now = trips_now(at)
        fed = at.copy()
        fed.apply(FEED)
        gain = 10 * (trips_now(fed).total - now.total)
        if gain >= self.w[W_FEED]:
            return FEED
        ways = Ways(at, self.seat, self.w[W_EXCH], self.w[W_LIMIT])
        plain = Ways(at, self.seat, 500, self.w[W_LIMIT])
        value = vec[i64]([0, self.w[W_OFFER1], self.w[W_OFFER2], self.w[W_OFFER3]])
        for station in range(i64(STATIONS)):
            price = ways.station_price[station]
            if price == FAR or station == self.seat or price == 0:
                continue
            without = plain.station_price[station]
            worth = self._link_value(ways.station_tiles[station]) + 50
            value[0] += worth * self._near(without - 28) // 1024
            value[1] += worth * self._near(min(without - 14, price - 27)) // 1024
            value[2] += worth * self._near(price - 20) // 1024
            value[3] += worth * self._near(price - 24) // 1024
        best: i64 = NONE
        for move in moves:
            if OFFER <= move < FEED and (best == NONE or value[move - OFFER] > value[best - OFFER]):
                best = move
        return FEED if best == NONE else best

    def _near(self, price: i64) -> i64:
        return _HALVES[min(160, max(0, price) * 16 // self.w[W_DECAY])]

    def lay(self) -> i64:
        at = self.at
        best: i64 = NONE
        best_value: i64 = -1000000
        for move in at.legal_moves():
            if LAY <= move < BUY:
                if best == NONE:
                    best_value = self.worth(at) + self.w[W_LEAST]
                    best = -2
                after = at.copy()
                after.apply(move)
                value = self.worth(after)
                if value > best_value:
                    best = move
                    best_value = value
        return NONE if best < 0 else best

    def bring(self) -> i64:
        at = self.at
        if at.front[LOCOMOTIVE] + at.front[WILD] == 0:
            return NONE
        now = trips_now(at).total
        best: i64 = NONE
        best_value: i64 = 0
        for move in at.legal_moves():
            if BRING <= move < END:
                after = at.copy()
                after.apply(move)
                value = 16 * (trips_now(after).total - now)
                tile = move - BRING
                for seat in range(at.seats):
                    mine = self._stops_on(seat, tile)
                    if seat == self.seat:
                        value += 4 * mine
                    else:
                        value -= 4 * mine
                if value > best_value:
                    best = move
                    best_value = value
        return best

    def _stops_on(self, seat: i64, tile: i64) -> i64:
        count: i64 = 0
        for station in range(i64(STATIONS)):
            if self.at.linked[seat] >> station & 1 and self.at.site[station] // CELLS == tile:
                count += 1
        return count

    # Traffic.

    def traffic(self) -> i64:
        at = self.at
        trips = trips_now(at)
        if self._should_buy(trips):
            return BUY
        if trips.total > 0:
            return trips.first()
        return END

    def _should_buy(self, trips: Trips) -> bool:
        at = self.at
        value = on_sale(at)
        if value == NONE or at.cash[self.seat] < PRICE[value]:
            return False
        if value == SCRAPPER and trips.total > 0:
            return False
        crowd: i64 = 0
        for tile in range(i64(TILES)):
            crowd += at.pool[tile]
        if at.phase != CLOSING:
            crowd += at.bank + CROWD * at.placed
        after = at.copy()
        after.apply(BUY)
        gain: i64 = 0
        mine0 = self._capacity(at, self.seat)
        mine1 = self._capacity(after, self.seat)
        others0: i64 = self.w[W_PRIOR]
        others1: i64 = self.w[W_PRIOR]
        for seat in range(at.seats):
            if seat != self.seat:
                others0 += self._capacity(at, seat)
                others1 += self._capacity(after, seat)
        share0 = 1000 * mine0 // max(1, mine0 + others0)
        share1 = 1000 * mine1 // max(1, mine1 + others1)
        gain = crowd * (share1 - share0) * self.w[W_DIFF] // 16000
        return gain > PRICE[value]

    def _capacity(self, at: Dice2, seat: i64) -> i64:
        """Of the fastest locomotives, one a destination."""
        stops = count_bits(at.linked[seat]) + (self.w[W_GROWTH] if at.phase != CLOSING else 0)
        total: i64 = 0
        for value in range(i64(VALUES - 1), i64(-1), -1):
            count = min(stops, at.engines[seat * VALUES + value])
            stops -= count
            total += count * (value + SLOWEST)
        return total

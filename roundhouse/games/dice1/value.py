"""What companies, stations and tiles are worth to a seat of Railroad Dice, in tenths of a passenger."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, low_bit
from roundhouse.games.dice1.board import (
    COMPANIES,
    FITS,
    KINDS,
    PLAN_COMPANY,
    PLAN_NEEDS,
    PLANS,
    REQUIREMENTS,
    SITES,
    SPOT_STEP,
    STATIONS,
    STOCK,
    WAYS,
)
from roundhouse.games.dice1.landscape import need_at, ways_left
from roundhouse.games.dice1.position import NONE, RUNNING, Position
from roundhouse.games.dice1.shares import market_open, next_director
from roundhouse.games.dice1.stations import largest_group, stations_of

PASSENGER: Final = 10
MOST_YEARS: Final = 6  # of look-ahead: directors change and the game may end
STATION_INCOME: Final = 6  # a station's die of income, a year
PROMISE: Final = 12  # what a company may still grow by in each year to come
HOLDING: Final = 2  # a share that only widens the lead is worth this fraction
# By seats: so many times less a share is worth if the dice at hand do not suffice to direct the company. A single rival has to
# answer every share; among several rivals one is often ahead anyway.
TOO_FEW: Final = vec[i64]([0, 0, 1, 3, 4])
FREE_PROMISE: Final = 8  # more, for a company that nobody directs yet


class Worth:
    """The companies as valued by one seat."""

    def __init__(self, state: Position, seat: i64) -> None:
        self.state = state
        self.seat = seat
        self.built = vec[i64]()  # stations by company
        self.group = vec[i64]()  # mini-tiles of the group that pays
        self.heir = vec[i64]()  # the director next year with the present shares
        for company in range(i64(COMPANIES)):
            self.built = append(self.built, stations_of(state, company))
            self.group = append(self.group, largest_group(state, company) if self.built[company] > 0 else 0)
            self.heir = append(self.heir, next_director(state, company))
        self.spot: i64 = NONE  # the place that `stations` is about
        self.stations = vec[i64]()
        self.years = self._years_left()
        self.market = market_open(state)

    def _years_left(self) -> i64:
        """Return the number of payments still to come, this year's included."""
        if self.state.closing != RUNNING:
            return 1
        most: i64 = 0
        for company in range(i64(COMPANIES)):
            most = max(most, self.built[company])
        left: i64 = 0
        for kind in range(i64(KINDS)):
            left += self.state.supply[kind]
        return max(2, min(min(MOST_YEARS, 1 + STATIONS - most), 1 + left // self.state.seats))

    def company(self, company: i64) -> i64:
        """Return the value of directing a company from next year on."""
        state = self.state
        later = self.years - 1
        value = later * (self.group[company] * PASSENGER + self.built[company] * STATION_INCOME)
        if self.built[company] < STATIONS:
            value += later * PROMISE
        if state.director[company] == NONE:
            value += FREE_PROMISE
        return value

    def station(self, company: i64, spot: i64) -> i64:
        """Return the value of a new station to its director: passengers this year and, if the seat stays director, later."""
        director = self.state.director[company]
        years = self.years if self.heir[company] == director else 1
        gain = max(0, self.joined(company, spot) - self.group[company])
        return years * gain * PASSENGER + (years - 1) * STATION_INCOME

    def joined(self, company: i64, spot: i64) -> i64:
        """Return the size of the group that a station on a place would belong to (RD1-82)."""
        state = self.state
        todo = vec[i64]([spot])
        seen: i64 = 0
        size: i64 = 0
        while size < i64(len(todo)):
            at = todo[size]
            size += 1
            for entry in range(i64(len(state.spot))):
                if seen >> entry & 1 or not state.stops[entry] >> company & 1:
                    continue
                step = state.spot[entry] - at
                if step == 1 or step == -1 or step == SPOT_STEP[1] or step == SPOT_STEP[3]:
                    seen |= BIT[entry]
                    todo = append(todo, state.spot[entry])
        return size

    def tile(self, way: i64, spot: i64) -> i64:
        """Return the value of a new tile: that of its sites to the seat, less that to others."""
        value: i64 = 0
        stations = self.stations_at(spot)
        for company in range(i64(COMPANIES)):
            director = self.state.director[company]
            if director == NONE or not self.has_site(company, way):
                continue
            worth = stations[company]
            value += worth if director == self.seat else -worth // (2 * (self.state.seats - 1))
        return value

    def stations_at(self, spot: i64) -> vec[i64]:
        """Return the value of a new station on a place, by company; 0 if nobody directs it."""
        if spot != self.spot:
            self.stations = vec[i64](capacity=COMPANIES)
            for company in range(i64(COMPANIES)):
                value: i64 = 0
                if self.state.director[company] != NONE:
                    value = self.station(company, spot)
                self.stations = append(self.stations, value)
            self.spot = spot
        return self.stations

    def best_tile(self, spot: i64) -> i64:
        """Return the best value of a tile that fits on a place."""
        best: i64 = 0
        rest = FITS[need_at(self.state, spot, NONE, NONE)] & ways_left(self.state, NONE)
        while rest:
            way = low_bit(rest)
            rest &= rest - 1
            best = max(best, self.tile(way, spot))
        return best

    def has_site(self, company: i64, way: i64) -> bool:
        """Return whether a tile has squares for a station that the company has left."""
        for plan in range(i64(PLANS)):
            left = PLAN_COMPANY[plan] == company and self.state.built[plan] < STOCK[plan]
            if left and SITES[(self.state.eight * WAYS + way) * REQUIREMENTS + PLAN_NEEDS[plan]]:
                return True
        return False

    def share(self, company: i64, dice: i64) -> i64:
        """Return the value of one more share, with that many dice to buy with."""
        state = self.state
        worth = self.company(company)
        if self.heir[company] == self.seat:
            mine = state.shares[self.seat * COMPANIES + company]
            rival: i64 = 0
            for other in range(state.seats):
                if other != self.seat:
                    rival = max(rival, state.shares[other * COMPANIES + company])
            if rival + state.left[company] < mine and not self.market:
                return 0
            return worth // (HOLDING + HOLDING * max(0, mine - rival) * max(0, mine - rival))
        need = self.shares_to_direct(company)
        if need == NONE:
            return 0
        if need <= dice:
            return worth // need
        return worth // (TOO_FEW[state.seats] * need)

    def shares_to_direct(self, company: i64) -> i64:
        """Return how many purchases, from the director where allowed, make the seat the next director; NONE if impossible."""
        state = self.state
        director = state.director[company]
        from_director: i64 = 0
        if self.market and director != NONE and director != self.seat:
            from_director = state.shares[director * COMPANIES + company]
        most = from_director + state.left[company]
        for need in range(i64(1), most + 1):
            if self._directs(company, need, min(need, from_director)):
                return need
        return NONE

    def _directs(self, company: i64, bought: i64, from_director: i64) -> bool:
        """Return whether the seat directs a company after these purchases, some of them from the director (RD1-87, RD1-88)."""
        state = self.state
        director = state.director[company]
        mine = state.shares[self.seat * COMPANIES + company] + bought
        start = director
        if start == NONE:
            start = state.first
        for other in range(state.seats):
            if other == self.seat:
                continue
            held = state.shares[other * COMPANIES + company]
            if other == director:
                held -= from_director
            nearer = (other - start + state.seats) % state.seats < (self.seat - start + state.seats) % state.seats
            if held > mine or (held == mine and nearer):
                return False
        return True

    def ahead(self) -> bool:
        """Return whether the seat would win if the game ended with this year (RD1-90)."""
        state = self.state
        mine: i64 = 0
        best: i64 = -1
        for seat in range(state.seats):
            total = state.tokens[seat]
            for company in range(i64(COMPANIES)):
                if state.director[company] == seat:
                    total += self.group[company]
            if seat == self.seat:
                mine = total
            else:
                best = max(best, total)
        return mine >= best

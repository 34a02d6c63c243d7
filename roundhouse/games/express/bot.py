"""The heuristic of Chicago Express."""

from __future__ import annotations

from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, low_bit
from roundhouse.core.draw import Rng
from roundhouse.core.state import View
from roundhouse.games.express.board import (
    AUCTION,
    BUILDS,
    CHICAGO,
    COMPANIES,
    DEVELOPMENT,
    DEVELOPMENT_DIAL,
    DIALS,
    EXPANSION,
    FOREST,
    HEX_BIT,
    NEXT,
    PLANE,
    PLANES,
    RED,
    ROW,
    ROW_STEP,
    SIDES,
    TERRAIN,
    WIDTH,
)
from roundhouse.games.express.moves import BID, BUILD, DECLINE, DEVELOP, EXPAND, OFFER, PASS, STOP
from roundhouse.games.express.state import BIDDING, BUILDING, NONE, TURN, Express
from roundhouse.games.express.value import (
    DEFAULT,
    JITTER,
    LOOK,
    Outlook,
)
from roundhouse.games.express.ways import FAR, Ways, reach_of

BREADTH: Final = 8
LOW: Final = -1_000_000_000_000


def advise(seen: View, rng: Rng) -> i64:
    return advise_with(seen, rng, DEFAULT)


def advise_with(seen: View, rng: Rng, w: vec[i64]) -> i64:
    at = cast("Express", seen.position)
    bot = Bot(at, seen.seat, rng, w)
    if at.phase == BIDDING:
        return bot.bid()
    if at.phase == TURN:
        return bot.action()
    return bot.build()


class Bot:
    """One decision of one seat."""

    def __init__(self, at: Express, seat: i64, rng: Rng, w: vec[i64]) -> None:
        self.at = at
        self.seat = seat
        self.rng = rng
        self.w = w
        self.ways = Ways(at)
        self.reach = reach_of(at, self.ways)
        self.outlook = Outlook(at, self.reach, w)

    # Auctions.

    def bid(self) -> i64:
        at = self.at
        price = at.least_bid()
        noise = self.rng.below(self.w[JITTER] * 2 + 1) - self.w[JITTER]
        if self.outlook.surplus(self.seat, at.company, price) + noise < 0:
            return PASS
        if at.leader == NONE and at.turn != NONE and self._alone():
            if self._standing_after_sale(at.company, self.seat, price) < self.outlook.standing(self.seat):
                return PASS
        return BID + price

    def _alone(self) -> bool:
        return self.at.passed | BIT[self.seat] == BIT[self.at.seats] - 1

    def _standing_after_sale(self, company: i64, winner: i64, price: i64) -> i64:
        """The table with a share sold, and the needle moved when it is an action."""
        after = self.at.copy()
        if after.phase == TURN:
            after.needle[AUCTION] += 1
        after.cash[winner] -= price
        after.treasury[company] += price
        after.unsold[company] -= 1
        after.share[winner * COMPANIES + company] += 1
        return Outlook(after, self.reach, self.w).standing(self.seat)

    # Turns.

    def action(self) -> i64:
        best: i64 = NONE
        best_value: i64 = LOW
        for move in self._candidates():
            value = self._prospect(move) + 100 * self.rng.below(self.w[JITTER] + 1)
            if value > best_value:
                best = move
                best_value = value
        return best

    def _candidates(self) -> vec[i64]:
        at = self.at
        moves = vec[i64](capacity=16)
        for dial in range(i64(DIALS)):
            if at.needle[dial] < RED[dial]:
                moves = append(moves, DECLINE + dial)
        for company in range(i64(COMPANIES)):
            if at.needle[AUCTION] < RED[AUCTION] and at.can_offer(company):
                moves = append(moves, OFFER + company)
            if at.needle[EXPANSION] < RED[EXPANSION] and self._may_expand(company):
                moves = append(moves, EXPAND + company)
        if at.needle[DEVELOPMENT_DIAL] < RED[DEVELOPMENT_DIAL]:
            cell = self._best_development()
            if cell != NONE:
                moves = append(moves, DEVELOP + cell)
        return moves

    def _may_expand(self, company: i64) -> bool:
        at = self.at
        if at.share[self.seat * COMPANIES + company] == 0 or not at.can_build(company):
            return False
        return self.outlook.net_shares(self.seat, company) > 0

    def _best_development(self) -> i64:
        at = self.at
        stake = vec[i64](capacity=COMPANIES)
        for company in range(i64(COMPANIES)):
            sold = max(1, at.sold(company))
            stake = append(stake, 100 * self.outlook.net_shares(self.seat, company) // sold)
        best: i64 = NONE
        best_value: i64 = 0
        for plane in range(i64(PLANES)):
            rest = at.ripe[plane]
            while rest:
                cell = plane * WIDTH + low_bit(rest)
                rest &= rest - 1
                value = self._development_value(cell, stake)
                if value > best_value:
                    best = cell
                    best_value = value
        return best

    def _development_value(self, cell: i64, stake: vec[i64]) -> i64:
        on = self.at.on[cell]
        if TERRAIN[cell] == FOREST:
            return stake[low_bit(on)]
        step = ROW_STEP[ROW[cell]] if ROW[cell] >= 0 else DEVELOPMENT[cell]
        total: i64 = 0
        while on:
            total += stake[low_bit(on)]
            on &= on - 1
        return total * step

    def _prospect(self, move: i64) -> i64:
        """The standing after a move."""
        if OFFER <= move < EXPAND:
            return self._prospect_of_sale(move - OFFER)
        after = self.at.copy()
        after.apply(move)
        if EXPAND <= move < DEVELOP:
            return self._after_expansion(after, move - EXPAND)
        return Outlook(after, self.reach, self.w).standing(self.seat)

    def _after_expansion(self, after: Express, company: i64) -> i64:
        search = Search(self.at, company, self.ways, self.outlook, self.w)
        search.run()
        for cell in search.best:
            if after.phase == BUILDING:
                after.apply(BUILD + cell)
        if after.phase == BUILDING:
            after.apply(STOP)
        reach = self.reach.copy()
        reach.measure(after, self.ways, company)
        return Outlook(after, reach, self.w).standing(self.seat)

    def _prospect_of_sale(self, company: i64) -> i64:
        at = self.at
        least = at.opening_bid(company)
        first: i64 = NONE
        most: i64 = 0
        second: i64 = 0
        seat = self.seat
        for _ in range(at.seats):
            limit = self.outlook.limit(seat, company, least)
            if limit > most:
                second = most
                most = limit
                first = seat
            else:
                second = max(second, limit)
            seat = seat + 1 if seat + 1 < at.seats else 0
        if first == NONE:
            after = at.copy()
            after.apply(DECLINE + AUCTION)
            return Outlook(after, self.reach, self.w).standing(self.seat)
        price = max(least, min(most, second + 1))
        return self._standing_after_sale(company, first, price)

    # Expansions.

    def build(self) -> i64:
        at = self.at
        search = Search(at, at.company, self.ways, self.outlook, self.w)
        search.run()
        if len(search.best) == 0:
            return STOP
        return BUILD + search.best[0]


class Search:
    """The best set of hexes for an expansion."""

    def __init__(self, at: Express, company: i64, ways: Ways, outlook: Outlook, w: vec[i64]) -> None:
        self.at = at
        self.company = company
        self.outlook = outlook
        self.ways = ways
        self.w = w
        self.hops = outlook.reach.hops[company]
        self.builds: i64 = min(BUILDS - i64(len(at.laid)), at.left[company])
        self.inside = at.open[company * PLANES : (company + 1) * PLANES]
        self.frontier = self._best_starts()
        self.laid = vec[i64](capacity=4)
        self.best = vec[i64]()
        self.best_value: i64 = LOW

    def _best_starts(self) -> vec[i64]:
        at = self.at
        cells = vec[i64](capacity=64)
        marks = vec[i64](capacity=64)
        for plane in range(i64(PLANES)):
            rest = self.inside[plane]
            while rest:
                cell = plane * WIDTH + low_bit(rest)
                rest &= rest - 1
                price = at.price(cell)
                if price <= at.treasury[self.company]:
                    mark = 4 * at.value(cell) - price + 2 * self._beyond(cell)
                    if self.ways.hops[cell] < self.hops:
                        mark += 3
                    cells = append(cells, cell)
                    marks = append(marks, mark)
        size = i64(len(cells))
        keep = min(size, BREADTH)
        for i in range(keep):
            top = i
            for j in range(i + 1, size):
                if marks[j] > marks[top]:
                    top = j
            cell = cells[top]
            mark = marks[top]
            cells[top] = cells[i]
            marks[top] = marks[i]
            cells[i] = cell
            marks[i] = mark
        return cells[:keep]

    def _beyond(self, cell: i64) -> i64:
        best: i64 = 0
        for side in range(cell * SIDES, (cell + 1) * SIDES):
            other = NEXT[side]
            if other >= 0 and not self.inside[PLANE[other]] & HEX_BIT[other]:
                value = self.at.value(other)
                if value > best and self.at.admits(other, self.company):
                    best = value
        return best

    def run(self) -> None:
        at = self.at
        company = self.company
        hops = self.hops
        dollars = self.outlook.reach.dollars[company]
        if len(at.laid) > 0:
            self._judge(at.income[company], at.treasury[company], hops, dollars)
        self._extend(0, at.income[company], at.treasury[company], hops, dollars)

    def _extend(self, start: i64, income: i64, treasury: i64, hops: i64, dollars: i64) -> None:
        at = self.at
        size = i64(len(self.frontier))
        for i in range(start, size):
            cell = self.frontier[i]
            price = at.price(cell)
            if price > treasury:
                continue
            next_hops = hops
            next_dollars = dollars
            if hops > 0 and self.ways.hops[cell] < hops:
                next_hops = self.ways.hops[cell]
                next_dollars = self.ways.dollars[cell]
            self.laid = append(self.laid, cell)
            value = at.value(cell)
            self._judge(income + value, treasury - price, next_hops, next_dollars)
            if len(self.laid) < self.builds:
                self._open_around(cell)
                self._extend(i + 1, income + value, treasury - price, next_hops, next_dollars)
                self._close_from(size)
            self.laid = self.laid[: len(self.laid) - 1]

    def _open_around(self, cell: i64) -> None:
        for at in range(cell * SIDES, (cell + 1) * SIDES):
            other = NEXT[at]
            if other < 0 or self.inside[PLANE[other]] & HEX_BIT[other]:
                continue
            if self.at.admits(other, self.company):
                self.inside[PLANE[other]] |= HEX_BIT[other]
                self.frontier = append(self.frontier, other)

    def _close_from(self, size: i64) -> None:
        for i in range(size, i64(len(self.frontier))):
            cell = self.frontier[i]
            self.inside[PLANE[cell]] &= ~HEX_BIT[cell]
        self.frontier = self.frontier[:size]

    def _judge(self, income: i64, treasury: i64, hops: i64, dollars: i64) -> None:
        value = self.outlook.pool(self.company, income, treasury, hops, max(1, dollars))
        if hops == 0 and not self.at.on[CHICAGO] >> self.company & 1:
            value += 100 * income  # CEX-113
        value += self._look(treasury) * self.outlook.rounds * self.w[LOOK] // 100
        if value > self.best_value:
            self.best_value = value
            self.best = self.laid[:]

    def _look(self, treasury: i64) -> i64:
        """The most that one more hex beside the new ones would bring."""
        best: i64 = 0
        for cell in self.laid:
            for side in range(cell * SIDES, (cell + 1) * SIDES):
                other = NEXT[side]
                if other >= 0 and not self.inside[PLANE[other]] & HEX_BIT[other]:
                    value = self.at.value(other)
                    if value > best and self.at.price(other) <= treasury and self.at.admits(other, self.company):
                        best = value
        return best

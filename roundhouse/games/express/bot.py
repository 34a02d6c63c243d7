"""The heuristic of Chicago Express: it values shares, bids up to their value, and takes the action after which it stands best."""

from __future__ import annotations

from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, low_bit
from roundhouse.core.draw import Rng
from roundhouse.core.state import OVER, View
from roundhouse.games.express.board import (
    AUCTION,
    COMPANIES,
    DETROIT,
    DEVELOPMENT,
    DEVELOPMENT_DIAL,
    DIALS,
    EXPANSION,
    FOREST,
    PLANES,
    RED,
    ROW,
    ROW_STEP,
    TERRAIN,
    WIDTH,
)
from roundhouse.games.express.expansion import Expansion
from roundhouse.games.express.moves import BID, BUILD, DECLINE, DEVELOP, EXPAND, OFFER, PASS, STOP
from roundhouse.games.express.phases import BIDDING, BUILDING, NONE, TURN
from roundhouse.games.express.state import Express
from roundhouse.games.express.value import DEFAULT, JITTER, TEMPO, Outlook
from roundhouse.games.express.ways import Ways

LOW: Final = -1_000_000_000  # below any standing
FEWEST: Final = 7  # CEX-48: turns of a round at least


def advise(seen: View, rng: Rng) -> i64:
    """The acting seat's move; the generator makes games differ and never decides what matters."""
    return advise_with(seen, rng, DEFAULT)


def advise_with(seen: View, rng: Rng, w: vec[i64]) -> i64:
    """Dev."""
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
        self.outlook = Outlook(at, self.ways, w)

    # Auctions.

    def bid(self) -> i64:
        """The least bid while the share is worth it; nobody else left, only if the sale is better than none."""
        at = self.at
        price = at.least_bid()
        whim = self.rng.below(2 * self.w[JITTER] + 1) - self.w[JITTER]
        if self.outlook.surplus(self.seat, at.company, price) + whim < 0:
            return PASS
        unwanted = at.turn != NONE and at.passed | BIT[self.seat] == BIT[at.seats] - 1  # CEX-61: it would stay on the charter
        if unwanted and self._after_sale(at.company, self.seat, price) < self.outlook.standing(self.seat):
            return PASS
        return BID + price

    def _after_sale(self, company: i64, winner: i64, price: i64) -> i64:
        """The standing when a share has been sold."""
        after = self.at.copy()
        after.cash[winner] -= price
        after.treasury[company] += price
        after.unsold[company] -= 1
        after.share[winner * COMPANIES + company] += 1
        if after.phase == TURN:
            after.apply(DECLINE + AUCTION)  # its needle moves, and the turn ends
        return self._standing(after)

    # Turns.

    def action(self) -> i64:
        """The best of all actions, with one development and one expansion of each company."""
        best: i64 = NONE
        best_value: i64 = LOW
        for move in self._actions():
            value = self._after(move) + self.rng.below(self.w[JITTER] + 1)
            if value > best_value:
                best = move
                best_value = value
        return best

    def _actions(self) -> vec[i64]:
        at = self.at
        moves = vec[i64](capacity=16)
        for dial in range(i64(DIALS)):
            if at.needle[dial] < RED[dial]:
                moves = append(moves, DECLINE + dial)
        for company in range(i64(COMPANIES)):
            if at.needle[AUCTION] < RED[AUCTION] and at.can_offer(company):
                moves = append(moves, OFFER + company)
            if at.needle[EXPANSION] < RED[EXPANSION] and self._would_expand(company):
                moves = append(moves, EXPAND + company)
        if at.needle[DEVELOPMENT_DIAL] < RED[DEVELOPMENT_DIAL]:
            cell = self._best_development()
            if cell != NONE:
                moves = append(moves, DEVELOP + cell)
        return moves

    def _would_expand(self, company: i64) -> bool:
        """CEX-65: with a share; and the others must not gain more by it."""
        if self.at.share[self.seat * COMPANIES + company] == 0 or self.outlook.interest(self.seat, company) <= 0:
            return False
        return self.at.can_build(company)

    def _best_development(self) -> i64:
        """The hex that brings most to the companies in which the seat has an interest, or NONE."""
        interest = vec[i64](capacity=COMPANIES)
        for company in range(i64(COMPANIES)):
            interest = append(interest, self.outlook.interest(self.seat, company))
        best: i64 = NONE
        best_value: i64 = 0
        for plane in range(i64(PLANES)):
            rest = self.at.ripe[plane]
            while rest:
                cell = plane * WIDTH + low_bit(rest)
                rest &= rest - 1
                value = self._development(cell, interest)
                if value > best_value:
                    best = cell
                    best_value = value
        return best

    def _development(self, cell: i64, interest: vec[i64]) -> i64:
        """CEX-91, CEX-93: income for all who are there; CEX-96: a little money, if it is a forest."""
        there = self.at.on[cell]
        if TERRAIN[cell] == FOREST:
            return interest[low_bit(there)] // 2
        total: i64 = 0
        while there:
            total += interest[low_bit(there)]
            there &= there - 1
        return total * (DEVELOPMENT[cell] if ROW[cell] < 0 else ROW_STEP[ROW[cell]])

    # What comes of an action.

    def _after(self, move: i64) -> i64:
        """The standing after an action and all that follows from it."""
        if OFFER <= move < EXPAND:
            return self._after_offer(move - OFFER)
        after = self.at.copy()
        after.apply(move)
        if after.phase == BUILDING:
            for cell in Expansion(self.at, move - EXPAND, self.ways, self.outlook, self.w).best:
                after.apply(BUILD + cell)
            if after.phase == BUILDING:
                after.apply(STOP)
        return self._standing(after)

    def _after_offer(self, company: i64) -> i64:
        """Every seat is taken to bid as this one would in its place: the second highest limit sets the price."""
        at = self.at
        least = at.opening_bid(company)
        winner: i64 = NONE
        highest: i64 = 0
        second: i64 = 0
        for turn in range(self.seat, self.seat + at.seats):
            bidder = turn if turn < at.seats else turn - at.seats
            limit = self.outlook.limit(bidder, company, least)
            second = max(second, min(limit, highest))
            if limit > highest:
                highest = limit
                winner = bidder
        if winner == NONE:
            return self._after(DECLINE + AUCTION)
        return self._after_sale(company, winner, max(least, min(highest, second + 1)))

    def _standing(self, after: Express) -> i64:
        outlook = Outlook(after, self.ways, self.w)
        standing = outlook.standing(self.seat)
        return standing + standing * self.w[TEMPO] * self._progress(after) // 10_000

    def _progress(self, after: Express) -> i64:
        """How near the dividend is, in hundredths."""
        if after.actor == OVER or after.track[DETROIT] > self.at.track[DETROIT]:
            return 100
        total: i64 = 0
        widest: i64 = 0
        for dial in range(i64(DIALS)):
            left = RED[dial] - after.needle[dial]
            total += left
            widest = max(widest, left)
        return 100 - (total - widest) * 100 // FEWEST

    # Expansions.

    def build(self) -> i64:
        """The next hex of the best expansion, or a stop when there is nothing better."""
        best = Expansion(self.at, self.at.company, self.ways, self.outlook, self.w).best
        return STOP if len(best) == 0 else BUILD + best[0]

"""The heuristic of Chicago Express: bid up to the value of a share, and take the action with the best expected standing.

Everything is open and there is no chance, so actions are tried out on copies of the table: with auctions in which every seat
bids as it should, with the best hexes of an expansion, with the dividends that two red needles bring, and with the reply of
the next seat.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, low_bit
from roundhouse.core.draw import Rng
from roundhouse.core.state import OVER, View
from roundhouse.games.express.board import (
    AUCTION,
    COMPANIES,
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
from roundhouse.games.express.value import Outlook
from roundhouse.games.express.ways import Ways, ways_of

ANSWERED: Final = 4  # actions examined together with the reply of the next seat: the best ones without it
WHIM: Final = 60  # cents of random variation in a choice, so that games differ
LOW: Final = -1_000_000_000  # below any standing


def advise(seen: View[Express], rng: Rng) -> i64:
    """Return the acting seat's move, from what all may know; the generator decides only between nearly equal moves."""
    at = seen.position
    bot = Bot(at, seen.seat, ways_of(at), rng)
    if at.phase == BIDDING:
        return bot.bid()
    if at.phase == TURN:
        return bot.action()
    return bot.build()


class Bot:
    """One decision of one seat."""

    def __init__(self, at: Express, seat: i64, ways: Ways, rng: Rng) -> None:
        self.at = at
        self.seat = seat
        self.ways = ways
        self.rng = rng
        self.outlook = Outlook(at, ways)

    # Auctions.

    def bid(self) -> i64:
        """Return the lowest bid if the share is worth it, else PASS. On an unwanted share the last seat bids only to gain."""
        at = self.at
        price = at.least_bid()
        whim = self.rng.below(2 * WHIM + 1) - WHIM
        if self.outlook.surplus(self.seat, at.company, price) + whim < 0:
            return PASS
        unwanted = at.turn != NONE and at.passed | BIT[self.seat] == BIT[at.seats] - 1  # CEX-61: it would stay on the charter
        if unwanted and self._standing(self._after_sale(at.company, self.seat, price)) < self._standing(at):
            return PASS
        return BID + price

    def _after_sale(self, company: i64, winner: i64, price: i64) -> Express:
        """Return the table after a share has been sold and, if it was an action, the turn has ended."""
        after = self.at.copy()
        after.cash[winner] -= price
        after.treasury[company] += price
        after.unsold[company] -= 1
        after.share[winner * COMPANIES + company] += 1
        if after.phase == TURN:
            after.apply(DECLINE + AUCTION)  # moves the needle
        return after

    # Turns.

    def action(self) -> i64:
        """Return the action with the best standing after the reply of the next seat."""
        moves = self._actions()
        tables: list[Express] = []
        values = vec[i64](capacity=16)
        for move in moves:
            after = self._after(move)
            tables.append(after)
            values = append(values, self._standing(after) + self.rng.below(WHIM + 1))
        best: i64 = NONE
        best_value: i64 = LOW
        for _answer in range(min(ANSWERED, i64(len(moves)))):
            at = _highest(values)
            values[at] = LOW
            value = self._standing(self._answered(tables[at]))
            if value > best_value:
                best = moves[at]
                best_value = value
        return best

    def _answered(self, after: Express) -> Express:
        """Return the table after the best reply of the next seat, judged one move deep."""
        if after.actor == OVER or after.phase != TURN:
            return after
        rival = Bot(after, after.actor, self.ways, self.rng)
        best = after
        best_value: i64 = LOW
        for move in rival._actions():
            answer = rival._after(move)
            value = rival._standing(answer)
            if value > best_value:
                best = answer
                best_value = value
        return best

    def _actions(self) -> vec[i64]:
        """Return the actions worth trying: decline, offer any share, expand any company, and the best development."""
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
        """Return whether the seat has a share and the others would not gain more from an expansion (CEX-65)."""
        if self.at.share[self.seat * COMPANIES + company] == 0 or self.outlook.interest(self.seat, company) <= 0:
            return False
        return self.at.can_build(company)

    def _best_development(self) -> i64:
        """Return the hex whose development brings most to the companies in which the seat has an interest, or NONE."""
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
        """Return the value of a development: income for all companies there (CEX-91, CEX-93), some money for a forest (CEX-96)."""
        there = self.at.on[cell]
        if TERRAIN[cell] == FOREST:
            return interest[low_bit(there)] // 2
        total: i64 = 0
        while there:
            total += interest[low_bit(there)]
            there &= there - 1
        return total * (DEVELOPMENT[cell] if ROW[cell] < 0 else ROW_STEP[ROW[cell]])

    # Consequences of an action.

    def _after(self, move: i64) -> Express:
        """Return the table after an action and all that follows from it, up to the next decision of another kind."""
        if OFFER <= move < EXPAND:
            return self._after_offer(move - OFFER)
        after = self.at.copy()
        after.apply(move)
        if after.phase == BUILDING:
            for cell in Expansion(self.at, move - EXPAND, self.ways, self.outlook).best:
                after.apply(BUILD + cell)
            if after.phase == BUILDING:
                after.apply(STOP)
        return after

    def _after_offer(self, company: i64) -> Express:
        """Return the table after an auction in which every seat bids like this bot: the second highest limit sets the price."""
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
        return Outlook(after, self.ways).standing(self.seat)

    # Expansions.

    def build(self) -> i64:
        """Return the next hex of the best expansion, or a stop when no hex improves it."""
        best = Expansion(self.at, self.at.company, self.ways, self.outlook).best
        return STOP if len(best) == 0 else BUILD + best[0]


def _highest(values: vec[i64]) -> i64:
    """Return the index of the highest value."""
    top: i64 = 0
    for at in range(i64(1), i64(len(values))):
        if values[at] > values[top]:
            top = at
    return top

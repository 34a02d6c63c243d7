"""What shares are worth: the dividends still to come, for the companies as they stand and as they may grow."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.games.express.board import (
    CHICAGO,
    COMPANIES,
    DETROIT,
    EXPANSION,
    INCOME,
    LAST_HOUSES,
    RED,
    ROW_LAST,
    WABASH,
)
from roundhouse.games.express.state import ENDING, Express
from roundhouse.games.express.ways import FAR, Reach

# indexes of weights (development)
AUCTIONS: Final = 0
HOUSES: Final = 1
ENGINES: Final = 2
YIELD: Final = 3
DELAY: Final = 4
SPEND: Final = 5
EXPANSIONS: Final = 6
SPEED: Final = 7
LUCK: Final = 8
FUNDS: Final = 9
DILUTION: Final = 10
THRIFT: Final = 11
RIVALS: Final = 12
CONTROL: Final = 13
LOOK: Final = 14
JITTER: Final = 15
BEST_RIVAL: Final = 16
GROWTH: Final = 17
EARLY: Final = 18
DEFAULT: Final = vec[i64]([200, 250, 1000, 35, 60, 6, 250, 150, 90, 8, 40, 10, 80, 200, 30, 60, 30, 0, 0])


class Outlook:
    def __init__(self, at: Express, reach: Reach, w: vec[i64]) -> None:
        self.at = at
        self.reach = reach
        self.w = w
        self.rounds = self._rounds()  # general dividends to come, in hundredths
        self.capacity = self._capacity()
        self.worth = vec[i64](capacity=COMPANIES)  # of a share, in cents
        for company in range(i64(COMPANIES)):
            self.worth = append(self.worth, self.share_value(company, 0, 0))

    def _rounds(self) -> i64:
        at = self.at
        w = self.w
        rounds = 100 * (ROW_LAST[DETROIT] + 1 - at.track[DETROIT])
        rounds = min(rounds, 100 + 100 * max(0, at.supply - LAST_HOUSES) * 100 // w[HOUSES])
        rounds = min(rounds, 100 + self._least_three(True) * 10000 // w[AUCTIONS])
        return min(rounds, 100 + self._least_three(False) * 10000 // w[ENGINES])

    def _least_three(self, shares: bool) -> i64:
        """Shares to sell, or locomotives to build, until three companies have none."""
        at = self.at
        a: i64 = 99
        b: i64 = 99
        c: i64 = 99
        for company in range(i64(COMPANIES)):
            left = 99 if not at.is_open(company) else at.unsold[company] if shares else at.left[company]
            if left < a:
                c = b
                b = a
                a = left
            elif left < b:
                c = b
                b = left
            elif left < c:
                c = left
        return a + b + c

    def _capacity(self) -> i64:
        """Dollars that one company may still spend."""
        at = self.at
        chances = (self.rounds - 100) * self.w[EXPANSIONS] // 100 + (RED[EXPANSION] - at.needle[EXPANSION]) * 50
        return chances * self.w[SPEND] // 100 // 2

    def pool(self, company: i64, income: i64, treasury: i64, hops: i64, dollars: i64) -> i64:
        """Cents that all shares of a company will be paid; `hops` 0 when it is in Chicago already."""
        w = self.w
        rounds = self.rounds
        later = max(0, rounds - w[DELAY])
        spent = min(treasury, self.capacity)
        pool = income * rounds + spent * w[YIELD] * later // 100
        pool += w[GROWTH] * later // 100
        if hops == 0 or hops >= FAR:
            return pool
        steps = (hops + 2) // 3
        after = rounds - steps * 10000 // w[SPEED]
        if after <= 0 or hops > self.at.left[company]:
            return pool
        bonus = INCOME[CHICAGO] * after + 100 * income
        for _ in range(steps):
            bonus = bonus * w[LUCK] // 100
        return pool + bonus * min(dollars, treasury + w[FUNDS]) // dollars

    def share_value(self, company: i64, more: i64, paid: i64) -> i64:
        """Cents that a share will be paid when `more` shares are sold for `paid` dollars in all."""
        at = self.at
        sold = at.sold(company) + more
        if sold == 0 or not at.is_open(company):
            return 0
        pool = self.pool(company, at.income[company], at.treasury[company] + paid, self.reach.hops[company], self.reach.dollars[company])
        return self.each(company, pool, more)

    def each(self, company: i64, pool: i64, more: i64) -> i64:
        sold = self.at.sold(company) + more
        unsold = self.at.unsold[company] - more
        diluted = 100 * sold + unsold * self.w[DILUTION] * max(0, self.rounds - 100) // 700
        return 100 * pool // diluted

    def fortune(self, seat: i64) -> i64:
        """Cents that a seat will have in the end."""
        at = self.at
        total = at.cash[seat] * self.coin()
        for company in range(i64(COMPANIES)):
            held = at.share[seat * COMPANIES + company]
            if held > 0:
                total += held * self.worth[company] + self.w[CONTROL]
        return total

    def coin(self) -> i64:
        """Cents that a dollar in hand is worth: it can buy shares."""
        return 100 + self.w[THRIFT] * max(0, self.rounds - 100) // 700

    def standing(self, seat: i64) -> i64:
        at = self.at
        others: i64 = 0
        best: i64 = 0
        for other in range(at.seats):
            if other != seat:
                fortune = self.fortune(other)
                others += fortune
                best = max(best, fortune)
        mean = others // (at.seats - 1)
        return 100 * self.fortune(seat) - self.w[RIVALS] * mean - self.w[BEST_RIVAL] * best

    def net_shares(self, seat: i64, company: i64) -> i64:
        """Hundredths: the shares of a seat less those of the others, weighed."""
        at = self.at
        held = at.share[seat * COMPANIES + company]
        others = at.sold(company) - held
        return 100 * held - self.w[RIVALS] * others // (at.seats - 1)

    def surplus(self, seat: i64, company: i64, price: i64) -> i64:
        """Cents by which a share is worth more than it costs a seat."""
        value = self.share_value(company, 1, price)
        if self.at.share[seat * COMPANIES + company] == 0:
            value += self.w[CONTROL]
        return value - price * self.coin()

    def limit(self, seat: i64, company: i64, least: i64) -> i64:
        """The most that a seat should pay, 0 if less than `least`."""
        most = self.at.highest_bid(seat)
        if most < least or self.surplus(seat, company, least) < 0:
            return 0
        low = least
        while low < most:
            middle = (low + most + 1) // 2
            if self.surplus(seat, company, middle) >= 0:
                low = middle
            else:
                most = middle - 1
        return low

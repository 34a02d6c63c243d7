"""What shares are worth: the dividends still to come, of the companies as they stand and as they may grow.

Money is in cents, time in hundredths of a round, so that a dollar a round over a time is a value. The weights were
found by play of the bot against itself with two to four seats.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.state import OVER
from roundhouse.games.express.board import BUILDS, CHICAGO, COMPANIES, DETROIT, INCOME, LAST_HOUSES, ROW_LAST
from roundhouse.games.express.state import Express
from roundhouse.games.express.ways import FAR, Ways

# indexes of weights (development)
AUCTIONS: Final = 0
HOUSES: Final = 1
ENGINES: Final = 2
YIELD: Final = 3
DELAY: Final = 4
SPEND: Final = 5
SPEED: Final = 6
LUCK: Final = 7
FUNDS: Final = 8
DILUTION: Final = 9
THRIFT: Final = 10
RIVALS: Final = 11
CONTROL: Final = 12
LOOK: Final = 13
JITTER: Final = 14
BEST_RIVAL: Final = 15
PACE: Final = 16
TEMPO: Final = 17
EXTRA: Final = ("TEMPO",)
DEFAULT: Final = vec[i64]([103, 200, 1628, 12, 120, 950, 150, 100, 13, 86, 80, 72, 127, 7, 60, 30, 70, 0])

ROUND: Final = 100
PLENTY: Final = 99  # shares or locomotives of a company that is not open: they do not run out
LONGEST: Final = 700  # the time between the first general dividend and the last, CEX-110


class Outlook:
    """How a position should end: what every share and every seat will have been paid."""

    def __init__(self, at: Express, ways: Ways, w: vec[i64]) -> None:
        self.at = at
        self.w = w
        self.rounds = self._rounds()  # general dividends to come
        self.coin = 100 + w[THRIFT] * max(0, self.rounds - ROUND) // LONGEST  # what a dollar in hand is worth
        self.steps = vec[i64](capacity=COMPANIES)  # by company: locomotives to Chicago; 0 when it is there, FAR when it cannot be
        self.dollars = vec[i64](capacity=COMPANIES)  # by company: what they cost
        self.share = vec[i64](capacity=COMPANIES)  # by company: the value of a share
        for company in range(i64(COMPANIES)):
            self._measure(company, ways)
            self.share = append(self.share, self.share_after(company, 0, 0))

    # Time.

    def _rounds(self) -> i64:
        """Until the first of the four ends (CEX-132) if all goes on at its usual pace; a part of it, for ends are hastened."""
        at = self.at
        w = self.w
        if at.actor == OVER:
            return 0
        houses = max(0, at.supply - LAST_HOUSES)
        shares = _least_three(at, at.unsold)
        engines = _least_three(at, at.left)
        rounds = ROUND * (ROW_LAST[DETROIT] - at.track[DETROIT])
        rounds = min(rounds, houses * 10_000 // w[HOUSES])
        rounds = min(rounds, shares * 10_000 // w[AUCTIONS])
        rounds = min(rounds, engines * 10_000 // w[ENGINES])
        return ROUND + rounds * w[PACE] // 100

    # Companies.

    def _measure(self, company: i64, ways: Ways) -> None:
        at = self.at
        steps: i64 = FAR
        dollars: i64 = 0
        if at.on[CHICAGO] >> company & 1:
            steps = 0
        elif at.is_open(company):
            cell = ways.first(at, company)
            if cell >= 0:
                steps = ways.steps[cell] + 1
                dollars = ways.dollars[cell] + at.price(cell)
        self.steps = append(self.steps, steps)
        self.dollars = append(self.dollars, dollars)

    def pool(self, company: i64, income: i64, treasury: i64, steps: i64, dollars: i64) -> i64:
        """What all shares of a company will be paid, with that income and treasury and so far from Chicago."""
        w = self.w
        rounds = self.rounds
        spent = min(treasury * 100, w[SPEND] * rounds // ROUND)
        growth = spent * w[YIELD] // 100 * max(0, rounds - w[DELAY]) // 100
        return income * rounds + growth + self._chicago(company, income, treasury, steps, dollars)

    def _chicago(self, company: i64, income: i64, treasury: i64, steps: i64, dollars: i64) -> i64:
        """The income of Chicago (CEX-82) from its arrival on and the dividend on arrival (CEX-113), as far as there is money."""
        if steps == 0 or steps > self.at.left[company]:
            return 0
        w = self.w
        actions = (steps + BUILDS - 1) // BUILDS
        rounds = self.rounds - actions * 10_000 // w[SPEED]
        if rounds <= 0:
            return 0
        prize = INCOME[CHICAGO] * rounds + 100 * income
        for _ in range(actions):
            prize = prize * w[LUCK] // 100
        return prize * min(dollars, treasury + w[FUNDS]) // max(1, dollars)

    def share_after(self, company: i64, sold: i64, paid: i64) -> i64:
        """The value of a share when `sold` more have been sold for `paid` dollars in all."""
        at = self.at
        income = at.income[company]
        shares = at.sold(company) + sold
        if shares == 0 or self.rounds == 0:
            return 0
        pool = self.pool(company, income, at.treasury[company] + paid, self.steps[company], self.dollars[company])
        next_dividend = (income + shares - 1) // shares  # CEX-102
        unsold = at.unsold[company] - sold
        diluted = 100 * shares + unsold * self.w[DILUTION] * (self.rounds - ROUND) // LONGEST
        return 100 * next_dividend + (pool - ROUND * income) * 100 // diluted

    # Auctions.

    def surplus(self, seat: i64, company: i64, price: i64) -> i64:
        """By how much a share of a company is worth more to a seat than it costs."""
        value = self.share_after(company, 1, price)
        if self.at.share[seat * COMPANIES + company] == 0:
            value += self.w[CONTROL]
        return value - price * self.coin

    def limit(self, seat: i64, company: i64, least: i64) -> i64:
        """The most that a seat should pay for a share, if at all it pays the least bid; else 0."""
        most = self.at.highest_bid(seat)
        if most < least or self.surplus(seat, company, least) < 0:
            return 0
        price = least
        while price < most:
            middle = (price + most + 1) // 2
            if self.surplus(seat, company, middle) >= 0:
                price = middle
            else:
                most = middle - 1
        return price

    # Seats.

    def fortune(self, seat: i64) -> i64:
        """What a seat will have in the end."""
        at = self.at
        total = at.cash[seat] * self.coin
        if self.rounds == 0:
            return total
        for company in range(i64(COMPANIES)):
            held = at.share[seat * COMPANIES + company]
            if held > 0:
                total += held * self.share[company] + self.w[CONTROL]
        return total

    def standing(self, seat: i64) -> i64:
        """How far a seat will be ahead of the others: of their mean, and of the best of them."""
        at = self.at
        total: i64 = 0
        best: i64 = 0
        for other in range(at.seats):
            if other != seat:
                fortune = self.fortune(other)
                total += fortune
                best = max(best, fortune)
        mean = total // (at.seats - 1)
        return self.fortune(seat) - (self.w[RIVALS] * mean + self.w[BEST_RIVAL] * best) // 100

    def interest(self, seat: i64, company: i64) -> i64:
        """What a seat gains, against the others, of a hundred cents that the company pays out."""
        at = self.at
        sold = at.sold(company)
        if sold == 0:
            return 0
        held = at.share[seat * COMPANIES + company]
        return (100 * held - self.w[RIVALS] * (sold - held) // (at.seats - 1)) // sold


def _least_three(at: Express, counts: vec[i64]) -> i64:
    """How many must go until three companies have none, CEX-132a and CEX-132b; a closed Wabash has plenty (CEX-134)."""
    first: i64 = PLENTY
    second: i64 = PLENTY
    third: i64 = PLENTY
    for company in range(i64(COMPANIES)):
        count = counts[company] if at.is_open(company) else PLENTY
        if count < first:
            third = second
            second = first
            first = count
        elif count < second:
            third = second
            second = count
        elif count < third:
            third = count
    return first + second + third

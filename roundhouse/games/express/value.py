"""The value of shares: the dividends still to come, of the companies as they are and as they may grow.

Values are in cents and times in hundredths of a round, so that a dollar of income times a time is a value. The weights
were tuned by self-play with two to four seats.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.state import OVER
from roundhouse.games.express.board import BUILDS, CHICAGO, COMPANIES, DETROIT, INCOME, LAST_HOUSES, ROW_LAST
from roundhouse.games.express.state import Express
from roundhouse.games.express.ways import FAR, Ways

ROUND: Final = 100
LONGEST: Final = 700  # from the first general dividend to the last possible, CEX-110
PLENTY: Final = 99  # of the shares and locomotives of a closed company, which will not run out of them

# Length of the game: what is used up in a round, in hundredths.
SHARES_A_ROUND: Final = 103  # of the three companies that will run out first
LOCOMOTIVES_A_ROUND: Final = 1628  # likewise
HOUSES_A_ROUND: Final = 200
PACE: Final = 77  # per cent of that time: leaders hurry

# The use of a treasury.
YIELD: Final = 15  # cents of income that a dollar buys
DELAY: Final = 114  # from its payment until that income pays
SPENDING: Final = 950  # cents that a company can spend in a round
SPEED: Final = 150  # actions per round, in hundredths, that take a company towards Chicago
FUNDS: Final = 8  # dollars for the way there that it will get from further shares
PROMISE: Final = 55  # per cent of what Chicago would bring, while the company is not there

# Other influences on the value of a share and of a dollar.
DILUTION: Final = 86  # hundredths of a share that each unsold one counts as at the start of the game
CONTROL: Final = 45  # cents a round for having a say in the company at all, CEX-65
THRIFT: Final = 80  # additional cents that a dollar in hand is worth at the start of the game: it can buy shares

# Which rivals count, in per cent of their money.
ALL_RIVALS: Final = 72  # their mean
BEST_RIVAL: Final = 27


class Outlook:
    """The expected end of a table: what every share will be paid, and what every seat will have."""

    def __init__(self, at: Express, ways: Ways) -> None:
        self.at = at
        self.rounds = rounds_left(at)  # the general dividends to come
        self.spendable = SPENDING * self.rounds // ROUND  # cents that a company can spend until the end
        self.growing = max(0, self.rounds - DELAY)  # time in which they pay
        later = max(0, self.rounds - ROUND)
        self.coin = 100 + THRIFT * later // LONGEST  # the value of a dollar in hand
        self.say = CONTROL * later // ROUND  # the value of having a say in a company
        self.steps = vec[i64](capacity=COMPANIES)  # by company: locomotives to Chicago; 0 once there, FAR if impossible
        self.dollars = vec[i64](capacity=COMPANIES)  # by company: what these cost
        self.share = vec[i64](capacity=COMPANIES)  # by company: the value of a share
        for company in range(i64(COMPANIES)):
            self._measure(company, ways)
            self.share = append(self.share, self.share_after(company, 0, 0))

    def _measure(self, company: i64, ways: Ways) -> None:
        """Measure the distance of a company to Chicago."""
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

    # Companies.

    def pool(self, company: i64, income: i64, treasury: i64, steps: i64, dollars: i64) -> i64:
        """Return what all shares of a company will be paid, given its income, treasury and distance to Chicago."""
        spent = min(100 * treasury, self.spendable)
        growth = spent * YIELD // 100 * self.growing // ROUND
        return income * self.rounds + growth + self._arrival(company, income, treasury, steps, dollars)

    def _arrival(self, company: i64, income: i64, treasury: i64, steps: i64, dollars: i64) -> i64:
        """Return what Chicago will bring: its income from then on (CEX-82) and a dividend (CEX-113), in part if money is short.

        In the last round nothing is expected: only what has been built counts.
        """
        if steps == 0 or steps > self.at.left[company] or self.rounds <= ROUND:  # CEX-74
            return 0
        actions = (steps + BUILDS - 1) // BUILDS
        rounds = self.rounds - actions * ROUND * 100 // SPEED
        if rounds <= 0:
            return 0
        prize = (INCOME[CHICAGO] * rounds + ROUND * income) * PROMISE // 100
        return prize * min(dollars, treasury + FUNDS) // dollars

    def share_after(self, company: i64, sold: i64, paid: i64) -> i64:
        """Return the value of a share when `sold` more have been sold for `paid` dollars in all."""
        at = self.at
        income = at.income[company]
        shares = at.sold(company) + sold
        if shares == 0 or self.rounds == 0:
            return 0
        pool = self.pool(company, income, at.treasury[company] + paid, self.steps[company], self.dollars[company])
        next_dividend = (income + shares - 1) // shares  # CEX-102; for later ones rounding hardly matters
        unsold = at.unsold[company] - sold
        diluted = 100 * shares + unsold * DILUTION * (self.rounds - ROUND) // LONGEST
        return 100 * next_dividend + (pool - ROUND * income) * 100 // diluted

    # Auctions.

    def surplus(self, seat: i64, company: i64, price: i64) -> i64:
        """Return the value of a share on offer to a seat, less its price."""
        value = self.share_after(company, 1, price)
        if self.at.share[seat * COMPANIES + company] == 0:
            value += self.say
        return value - price * self.coin

    def limit(self, seat: i64, company: i64, least: i64) -> i64:
        """Return the most that a seat should pay for a share; 0 if it should not pay the lowest bid, or cannot (CEX-62)."""
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
        """Return the expected final cash of a seat, CEX-136."""
        total = self.at.cash[seat] * self.coin
        for company in range(i64(COMPANIES)):
            held = self.at.share[seat * COMPANIES + company]
            if held > 0:
                total += held * self.share[company] + self.say
        return total

    def standing(self, seat: i64) -> i64:
        """Return the expected lead of a seat over the others."""
        seats = self.at.seats
        total: i64 = 0
        best: i64 = 0
        for other in range(seats):
            if other != seat:
                fortune = self.fortune(other)
                total += fortune
                best = max(best, fortune)
        return self.fortune(seat) - (ALL_RIVALS * total // (seats - 1) + BEST_RIVAL * best) // 100

    def interest(self, seat: i64, company: i64) -> i64:
        """Return a seat's gain, relative to the others, from each dollar that a company pays out."""
        sold = self.at.sold(company)
        if sold == 0:
            return 0
        held = self.at.share[seat * COMPANIES + company]
        return (100 * held - ALL_RIVALS * (sold - held) // (self.at.seats - 1)) // sold


def rounds_left(at: Express) -> i64:
    """Return the general dividends to come: the next, and those until the first of the four ends (CEX-132) at the usual pace."""
    if at.actor == OVER:
        return 0
    rounds = ROUND * (ROW_LAST[DETROIT] - at.track[DETROIT])
    rounds = min(rounds, ROUND * 100 * max(0, at.supply - LAST_HOUSES) // HOUSES_A_ROUND)
    rounds = min(rounds, ROUND * 100 * _least_three(at, at.unsold) // SHARES_A_ROUND)
    rounds = min(rounds, ROUND * 100 * _least_three(at, at.left) // LOCOMOTIVES_A_ROUND)
    return ROUND + rounds * PACE // 100


def _least_three(at: Express, counts: vec[i64]) -> i64:
    """Return how many must go until three companies have none (CEX-132 (a), CEX-132 (b)); a closed Wabash keeps all (CEX-134)."""
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

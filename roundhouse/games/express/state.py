"""The state of Chicago Express. CEX-n are the clauses of rules.md."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, count_bits, low_bit
from roundhouse.core.state import OVER, State, blank, filled, ranks_of
from roundhouse.games.express.board import (
    AUCTION,
    BUILDS,
    CASH,
    CHICAGO,
    COMPANIES,
    COST,
    DETROIT,
    DEVELOPABLE,
    DEVELOPMENT,
    DEVELOPMENT_DIAL,
    DIALS,
    EXPANSION,
    FIRST_INCOME,
    FOREST,
    FOREST_GRANT,
    FORT_WAYNE,
    HEX_BIT,
    HEXES,
    HIGHEST_BID,
    HOME,
    INCOME,
    LAST_HOUSES,
    LOCOMOTIVES,
    NEXT,
    PLANE,
    PLANES,
    PRR,
    RED,
    ROW,
    ROW_FIRST,
    ROW_HEX,
    ROW_LAST,
    ROW_STEP,
    SHARES,
    SIDES,
    SINGLE,
    START,
    SUPPLY,
    TERRAIN,
    WABASH,
    WIDTH,
)
from roundhouse.games.express.check import check
from roundhouse.games.express.moves import BID, BUILD, DECLINE, DEVELOP, EXPAND, OFFER, PASS, STOP
from roundhouse.games.express.phases import BIDDING, BUILDING, NONE, TURN

ENDING: Final = 3  # CEX-132 (a), CEX-132 (b): so many companies without locomotives, or without shares, end the game
RUNGS: Final = 7  # bids considered in a search


def start(seats: i64, first_bidder: i64) -> Express:
    """Return the state before the first auction.

    CEX-17: needles on green; CEX-18: four locomotives at home; CEX-19, CEX-21: the Wabash whole and closed; CEX-24: no share
    sold, no treasury; CEX-29: the first bidder.
    """
    state = blank(Express)
    state.seats = seats
    state.actor = first_bidder
    state.phase = BIDDING
    state.turn = NONE
    state.company = NONE
    state.high = 0
    state.leader = NONE
    state.opener = NONE
    state.passed = 0
    state.needle = filled(DIALS, 0)
    state.track = ROW_FIRST[:]
    state.supply = SUPPLY
    state.bank = 0
    state.income = FIRST_INCOME[:]
    state.treasury = filled(COMPANIES, 0)
    state.left = LOCOMOTIVES[:]
    state.unsold = SHARES[:]
    state.cash = filled(seats, CASH[seats])
    state.share = filled(seats * COMPANIES, 0)
    state.on = filled(HEXES, 0)
    state.open = filled(COMPANIES * PLANES, 0)
    state.ripe = filled(PLANES, 0)
    state.house = filled(PLANES, 0)
    state.laid = vec[i64]()
    for company in range(i64(WABASH)):
        state.place(company, HOME[company])
    state.auction(PRR, first_bidder)
    return state


class Express(State):
    """A position. Auctions, turns and expansions change it; check.py checks the invariants."""

    def __init__(self, other: Express) -> None:
        super().__init__(other)
        self.phase: i64 = other.phase
        self.turn: i64 = other.turn  # the seat whose turn it is; NONE before the first turn
        self.company: i64 = other.company  # on offer or under expansion; else NONE
        self.high: i64 = other.high  # the highest bid of the auction; 0 while there is none
        self.leader: i64 = other.leader  # the seat that made it, or NONE
        self.opener: i64 = other.opener  # the first bidder of the auction
        self.passed: i64 = other.passed  # seats out of the auction, as a mask
        self.needle: vec[i64] = other.needle[:]  # by dial: choices since the last general dividend
        self.track: vec[i64] = other.track[:]  # by row of the industrial track: the value its marker shows
        self.supply: i64 = other.supply  # houses that are not on the map
        self.bank: i64 = other.bank  # dollars that went to the bank less those that came from it; below 0 as a rule, CEX-6
        self.income: vec[i64] = other.income[:]  # by company, without an upper limit, CEX-16
        self.treasury: vec[i64] = other.treasury[:]
        self.left: vec[i64] = other.left[:]  # locomotives on the charter
        self.unsold: vec[i64] = other.unsold[:]  # shares on the charter, CEX-9
        self.cash: vec[i64] = other.cash[:]  # by seat, open to all, CEX-63
        self.share: vec[i64] = other.share[:]  # share[seat * COMPANIES + company]
        self.on: vec[i64] = other.on[:]  # by hex: the companies with a locomotive there, as a mask
        # open[company * PLANES + plane]: hexes where it may build if it can pay; updated by `place`
        self.open: vec[i64] = other.open[:]
        self.ripe: vec[i64] = other.ripe[:]  # by plane: hexes that can be developed; updated by `place` and `_develop`
        self.house: vec[i64] = other.house[:]  # by plane: hexes with a house
        self.laid: vec[i64] = other.laid[:]  # the hexes of the expansion under way

    def copy(self) -> Express:
        return Express(self)

    # Legal moves.

    def legal_moves(self) -> vec[i64]:
        if self.actor == OVER:
            return vec[i64]()
        if self.phase == BIDDING:
            return self._bids()
        if self.phase == TURN:
            return self._actions()
        return self._builds(every_order=True)

    def choices(self) -> vec[i64]:
        """Return moves worth searching: a few bids instead of all, and one order of building for each set of hexes."""
        if self.actor == OVER:
            return vec[i64]()
        if self.phase == BIDDING:
            return self._rungs()
        if self.phase == TURN:
            return self._actions()
        return self._builds(every_order=False)

    def _bids(self) -> vec[i64]:
        """Return pass and all bids from the lowest allowed to the seat's cash (CEX-62): CEX-30, CEX-31, CEX-56, CEX-57."""
        moves = vec[i64](capacity=32)
        moves = append(moves, PASS)
        for dollars in range(self.least_bid(), self.highest_bid(self.actor) + 1):
            moves = append(moves, BID + dollars)
        return moves

    def _rungs(self) -> vec[i64]:
        """Return bids in equal steps up to what the share would pay if nothing grew and the game lasted as long as possible."""
        least = self.least_bid()
        payments = ROW_LAST[DETROIT] + 1 - self.track[DETROIT]  # CEX-110
        most = max(least, min(self.highest_bid(self.actor), self.opening_bid(self.company) * payments))
        moves = append(vec[i64](capacity=RUNGS + 1), PASS)
        last: i64 = 0
        for rung in range(i64(RUNGS)):
            dollars = least + (most - least) * rung // (RUNGS - 1)
            if dollars > last:
                moves = append(moves, BID + dollars)
                last = dollars
        return moves

    def _actions(self) -> vec[i64]:
        """Return the actions (CEX-41) whose needle is not on red (CEX-45), to be carried out or declined (CEX-43, CEX-49)."""
        moves = vec[i64](capacity=32)
        for dial in range(i64(DIALS)):
            if self.needle[dial] < RED[dial]:
                moves = append(moves, DECLINE + dial)
        if self.needle[AUCTION] < RED[AUCTION]:
            for company in range(i64(COMPANIES)):
                if self.can_offer(company):
                    moves = append(moves, OFFER + company)
        if self.needle[EXPANSION] < RED[EXPANSION]:
            for company in range(i64(COMPANIES)):
                if self.share[self.turn * COMPANIES + company] > 0 and self.can_build(company):  # CEX-65
                    moves = append(moves, EXPAND + company)
        if self.needle[DEVELOPMENT_DIAL] < RED[DEVELOPMENT_DIAL]:
            for plane in range(i64(PLANES)):
                rest = self.ripe[plane]
                while rest:  # CEX-85: any hex, no matter which companies are there
                    moves = append(moves, DEVELOP + plane * WIDTH + low_bit(rest))
                    rest &= rest - 1
        return moves

    def _builds(self, every_order: bool) -> vec[i64]:
        """Return the open hexes that the treasury can pay for (CEX-67, CEX-68, CEX-76), and the stop after the first (CEX-66)."""
        moves = vec[i64](capacity=16)
        company = self.company
        treasury = self.treasury[company]
        for plane in range(i64(PLANES)):
            rest = self.open[company * PLANES + plane]
            while rest:
                cell = plane * WIDTH + low_bit(rest)
                rest &= rest - 1
                if self.price(cell) <= treasury and (every_order or self._in_order(cell)):
                    moves = append(moves, BUILD + cell)
        if len(self.laid) > 0:
            moves = append(moves, STOP)
        return moves

    def _in_order(self, cell: i64) -> bool:
        """Return whether a hex follows the canonical order for search: it comes before a higher one that was open too.

        So every legal set keeps exactly one order: at each step the lowest of its open hexes.
        """
        count = i64(len(self.laid))
        return not any(cell < self.laid[i] and self._was_open(cell, i) for i in range(count))

    def _was_open(self, cell: i64, step: i64) -> bool:
        """Return whether a hex was next to the network before locomotive number `step` of this expansion was placed."""
        for at in range(cell * SIDES, (cell + 1) * SIDES):
            other = NEXT[at]
            if other >= 0 and self.on[other] >> self.company & 1:
                later = False
                for i in range(step, i64(len(self.laid))):
                    if self.laid[i] == other:
                        later = True
                if not later:
                    return True
        return False

    # What can be read off the table.

    def sold(self, company: i64) -> i64:
        """Return the number of shares that players hold."""
        return SHARES[company] - self.unsold[company]

    def is_open(self, company: i64) -> bool:
        """Return whether a company takes part in the game: the Wabash does once it stands in Fort Wayne, CEX-127 and CEX-129."""
        return company != WABASH or bool(self.on[FORT_WAYNE] >> WABASH & 1)

    def can_offer(self, company: i64) -> bool:
        """Return whether a share can be offered (CEX-51): not of a closed Wabash (CEX-52), nor if none is left (CEX-53)."""
        return self.unsold[company] > 0 and self.is_open(company)

    def opening_bid(self, company: i64) -> i64:
        """Return the opening bid, with the share on offer counted as sold (CEX-54, CEX-55): the whole income at first (CEX-28)."""
        return _up(self.income[company], self.sold(company) + 1)

    def least_bid(self) -> i64:
        """Return the lowest allowed bid: more than the highest so far, or the opening bid for the first (CEX-31, CEX-57)."""
        if self.leader == NONE:
            return self.opening_bid(self.company)
        return self.high + 1

    def highest_bid(self, seat: i64) -> i64:
        """Return the highest bid a seat can make: its cash (CEX-62), and never more than 999 (CEX-138)."""
        return min(self.cash[seat], HIGHEST_BID)

    def dividend(self, company: i64) -> i64:
        """Return what one share pays, rounded up: CEX-102, CEX-103, CEX-104, CEX-113; 0 if none is sold (CEX-105)."""
        sold = self.sold(company)
        if sold == 0:
            return 0
        return _up(self.income[company], sold)

    def price(self, cell: i64) -> i64:
        """Return the cost times the number of locomotives there, including the new one (CEX-75)."""
        return COST[cell] * (count_bits(self.on[cell]) + 1)

    def value(self, cell: i64) -> i64:
        """Return what a hex adds to the income of a company that arrives, CEX-78 to CEX-81."""
        row = ROW[cell]
        if row >= 0:  # CEX-80
            return self.track[row]
        if self.has_house(cell):  # CEX-79, CEX-97
            return INCOME[cell] + DEVELOPMENT[cell]
        return INCOME[cell]  # CEX-78, CEX-82; CEX-81: 0 for forest and plains

    def has_house(self, cell: i64) -> bool:
        """Return whether a city, mountain or forest has been developed."""
        return bool(self.house[PLANE[cell]] & HEX_BIT[cell])

    def is_ripe(self, cell: i64) -> bool:
        """Return whether a player can develop the hex now."""
        return bool(self.ripe[PLANE[cell]] & HEX_BIT[cell])

    def can_build(self, company: i64) -> bool:
        """Return whether a locomotive is left (CEX-74) and the treasury can pay for at least one open hex (CEX-76)."""
        if self.left[company] == 0:
            return False
        treasury = self.treasury[company]
        for plane in range(i64(PLANES)):
            rest = self.open[company * PLANES + plane]
            while rest:
                if self.price(plane * WIDTH + low_bit(rest)) <= treasury:
                    return True
                rest &= rest - 1
        return False

    # Effects of a move.

    def apply(self, move: i64) -> None:
        if self.phase == BIDDING:
            self._bid(move)
        elif self.phase == BUILDING:
            if move == STOP:
                self._end_expansion()
            else:
                self._build(move - BUILD)
        elif move < OFFER:  # CEX-42: the needle moves, and nothing else happens
            self.needle[move - DECLINE] += 1
            self._end_turn()
        elif move < EXPAND:
            self.needle[AUCTION] += 1
            self.auction(move - OFFER, self.turn)  # CEX-56
        elif move < DEVELOP:
            self.needle[EXPANSION] += 1
            self.phase = BUILDING
            self.company = move - EXPAND
        else:
            self.needle[DEVELOPMENT_DIAL] += 1
            self._develop(move - DEVELOP)
            self._end_turn()

    # Auctions: all three kinds run alike; they differ in what follows when nobody bids.

    def auction(self, company: i64, first: i64) -> None:
        """Put a share up for auction. Only the auction action has moved a needle (CEX-38, CEX-125)."""
        self.phase = BIDDING
        self.company = company
        self.high = 0
        self.leader = NONE
        self.opener = first
        self.passed = 0
        self._ask(first)

    def _bid(self, move: i64) -> None:
        if move == PASS:
            self.passed |= BIT[self.actor]  # CEX-32, CEX-58
        else:
            self.high = move - BID
            self.leader = self.actor
        self._ask(self._after(self.actor))

    def _ask(self, seat: i64) -> None:
        """Ask the next seat clockwise that is still in and can afford a bid (CEX-31); the others are out (CEX-62).

        CEX-33, CEX-59: the auction ends when the turn comes back to the highest bidder, or when all are out: while nobody has bid,
        the last seat is still asked.
        """
        least = self.least_bid()
        for _asked in range(self.seats):
            if seat == self.leader:
                break
            if not self.passed >> seat & 1:
                if self.highest_bid(seat) >= least:
                    self.actor = seat
                    return
                self.passed |= BIT[seat]
            seat = self._after(seat)
        self._close()

    def _close(self) -> None:
        """Sell the share to the highest bidder (CEX-64), who pays into the treasury, not to the bank (CEX-34, CEX-60, CEX-126).

        CEX-35: a first share that nobody wants goes to the first bidder for nothing. CEX-61, CEX-124: any other stays.
        """
        winner = self.leader
        if winner == NONE and self.turn == NONE:
            winner = self.opener
        company = self.company
        if winner != NONE:
            self.cash[winner] -= self.high
            self.treasury[company] += self.high
            self.unsold[company] -= 1
            self.share[winner * COMPANIES + company] += 1
        self.high = 0
        self.leader = NONE
        self.opener = NONE
        self.passed = 0
        if self.turn != NONE:
            self._end_turn()
        elif company + 1 < WABASH:  # CEX-27, CEX-36: the next company, and the winner bids first
            self.auction(company + 1, winner)
        else:
            self.turn = self._first_owner()
            self._begin_turn()

    def _first_owner(self) -> i64:
        """Return the seat that holds the first share of the PRR (CEX-37)."""
        seat: i64 = 0
        while self.share[seat * COMPANIES + PRR] == 0:
            seat += 1
        return seat

    # Expansions.

    def _build(self, cell: i64) -> None:
        """Build a locomotive; the treasury pays the bank (CEX-75, CEX-77). The expansion ends when no further hex can be built."""
        company = self.company
        price = self.price(cell)
        self.treasury[company] -= price
        self.bank += price
        self.place(company, cell)
        self.laid = append(self.laid, cell)
        if len(self.laid) == BUILDS or not self.can_build(company):
            self._end_expansion()

    def place(self, company: i64, cell: i64) -> None:
        """Place a locomotive on a hex (CEX-73): the company's income rises, and the hexes around become open to it."""
        self.income[company] += self.value(cell)
        self.left[company] -= 1
        if DEVELOPABLE[cell] and self.on[cell] == 0:  # CEX-86, CEX-88
            self.ripe[PLANE[cell]] |= HEX_BIT[cell]
        self.on[cell] |= BIT[company]
        if SINGLE[cell]:  # CEX-72
            for other in range(i64(COMPANIES)):
                self.open[other * PLANES + PLANE[cell]] &= ~HEX_BIT[cell]
        else:  # CEX-71: all others may still come
            self.open[company * PLANES + PLANE[cell]] &= ~HEX_BIT[cell]
        for at in range(cell * SIDES, (cell + 1) * SIDES):
            other = NEXT[at]
            if other >= 0 and self.admits(other, company):
                self.open[company * PLANES + PLANE[other]] |= HEX_BIT[other]

    def admits(self, cell: i64, company: i64) -> bool:
        """Return whether a company may build on a hex: CEX-71, CEX-72, CEX-73 limit the number of locomotives.

        CEX-69: nobody builds on start hexes in the East; CEX-70: Fort Wayne is a city.
        """
        if TERRAIN[cell] == START:
            return False
        if SINGLE[cell]:
            return self.on[cell] == 0
        return not self.on[cell] >> company & 1

    def _end_expansion(self) -> None:
        """End an expansion, with the Chicago phase if Chicago is one of its hexes (CEX-112).

        CEX-116: needles are checked only when the next turn begins, after all this.
        """
        company = self.company
        reached = False
        for cell in self.laid:
            if cell == CHICAGO:
                reached = True
        self.laid = vec[i64]()
        if not reached:
            self._end_turn()
            return
        self._pay(company)  # CEX-113, CEX-114, CEX-115
        if self.is_open(WABASH):
            self._end_turn()  # CEX-117
        else:
            self._open_wabash()

    def _open_wabash(self) -> None:
        """Open the Wabash for free (CEX-118, CEX-119); its income is 1, or 3 with a house (CEX-120), others keep theirs (CEX-121).

        CEX-122, CEX-123: its first share is auctioned at once; the seat that reached Chicago bids first.
        """
        self.place(WABASH, FORT_WAYNE)
        self.auction(WABASH, self.turn)

    # Development.

    def _develop(self, cell: i64) -> None:
        """Develop a hex for free (CEX-99): an industrial city moves its marker (CEX-88), others get a house (CEX-87)."""
        row = ROW[cell]
        if row >= 0:
            self._advance(row)
            if self.track[row] == ROW_LAST[row]:  # CEX-95
                self.ripe[PLANE[cell]] &= ~HEX_BIT[cell]
            return
        self.supply -= 1
        self.house[PLANE[cell]] |= HEX_BIT[cell]
        self.ripe[PLANE[cell]] &= ~HEX_BIT[cell]
        if TERRAIN[cell] == FOREST:  # CEX-96
            self.treasury[low_bit(self.on[cell])] += FOREST_GRANT
            self.bank -= FOREST_GRANT
        else:  # CEX-91, CEX-92, CEX-128
            self._raise(cell, DEVELOPMENT[cell])

    def _advance(self, row: i64) -> None:
        """Move a marker by one space; the companies there gain the difference (CEX-93, CEX-94, CEX-109)."""
        self.track[row] += ROW_STEP[row]
        self._raise(ROW_HEX[row], ROW_STEP[row])

    def _raise(self, cell: i64, dollars: i64) -> None:
        for company in range(i64(COMPANIES)):
            if self.on[cell] >> company & 1:
                self.income[company] += dollars

    # Dividends and turns.

    def _pay(self, company: i64) -> None:
        """Pay every share held by a player from the bank (CEX-102, CEX-105, CEX-106)."""
        each = self.dividend(company)
        for seat in range(self.seats):
            dollars = each * self.share[seat * COMPANIES + company]
            self.cash[seat] += dollars
            self.bank -= dollars

    def _end_turn(self) -> None:
        """Pass the turn clockwise from the seat that chose the action, not the one that won a share (CEX-40, CEX-50)."""
        self.turn = self._after(self.turn)
        self._begin_turn()

    def _begin_turn(self) -> None:
        """Begin a turn; two needles on red bring a general dividend first (CEX-46), and the same seat acts after it (CEX-111)."""
        self.phase = TURN
        self.company = NONE
        self.actor = self.turn
        if self.reds() >= 2:
            self._general_dividend()

    def reds(self) -> i64:
        """Return the number of needles on red, CEX-44."""
        count: i64 = 0
        for dial in range(i64(DIALS)):
            if self.needle[dial] == RED[dial]:
                count += 1
        return count

    def _general_dividend(self) -> None:
        """Pay all (CEX-101), check the end (CEX-107, CEX-130, CEX-131), reset needles (CEX-108), advance Detroit (CEX-109)."""
        for company in range(i64(COMPANIES)):
            self._pay(company)
        if self.ends():
            self.actor = OVER
            return
        for dial in range(i64(DIALS)):
            self.needle[dial] = 0
        self._advance(DETROIT)

    def without_locomotives(self) -> i64:
        """Return the number of companies with no locomotive left; all five count, CEX-134."""
        count: i64 = 0
        for company in range(i64(COMPANIES)):
            if self.left[company] == 0:
                count += 1
        return count

    def without_shares(self) -> i64:
        """Return the number of companies with no share left to sell; all five count, CEX-134."""
        count: i64 = 0
        for company in range(i64(COMPANIES)):
            if self.unsold[company] == 0:
                count += 1
        return count

    def ends(self) -> bool:
        """Return whether a general dividend paid now would be the last (CEX-132). Once true it stays so (CEX-135).

        CEX-132 (a): locomotives, CEX-132 (b): shares, CEX-132 (c): houses, CEX-132 (d) and CEX-133: Detroit.
        """
        return (
            self.without_locomotives() >= ENDING
            or self.without_shares() >= ENDING
            or self.supply <= LAST_HOUSES
            or self.track[DETROIT] == ROW_LAST[DETROIT]
        )

    def _after(self, seat: i64) -> i64:
        """Return the next seat clockwise."""
        if seat + 1 == self.seats:
            return 0
        return seat + 1

    # The result.

    def scores(self) -> vec[i64]:
        """Return the cash by seat (CEX-26, CEX-136); shares and treasuries do not count."""
        return self.cash[:]

    def ranks(self) -> vec[i64]:
        """Return ranks by cash; equal cash shares the place, without a tie-break (CEX-137)."""
        return ranks_of(self.cash)

    def check(self) -> None:
        check(self)


def _up(dividend: i64, divisor: i64) -> i64:
    """Return a quotient rounded up to a whole dollar."""
    return (dividend + divisor - 1) // divisor

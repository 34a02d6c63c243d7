"""Expansions: which hexes a company should build next."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.bits import low_bit
from roundhouse.core.state import filled
from roundhouse.games.express.board import BUILDS, CHICAGO, COST, HEX_BIT, NEXT, PLANE, PLANES, SIDES, START, TERRAIN, WIDTH
from roundhouse.games.express.state import Express
from roundhouse.games.express.value import ROUND, Outlook
from roundhouse.games.express.ways import Ways

BREADTH: Final = 8  # open hexes tried as the first
ROOM: Final = BREADTH + (BUILDS - 1) * SIDES  # hexes that can be on trial at once: every trial build opens those around it

# First impression of an open hex, before anything is tried.
INCOME_MARK: Final = 4  # for each dollar of income
BEYOND_MARK: Final = 2  # for each dollar of income of the best hex behind it
DOLLAR_MARK: Final = 1  # against it: each dollar of its price
NEARER_MARK: Final = 3  # when it brings Chicago nearer

LEAST_COST: Final[i64] = min(cost for cost, terrain in zip(COST, TERRAIN, strict=True) if terrain != START)

LOW: Final = -1_000_000_000  # below any value


class Expansion:
    """The hexes that an expansion should add to a company (CEX-66), or still add; none of them when it should stop."""

    def __init__(self, at: Express, company: i64, ways: Ways, outlook: Outlook) -> None:
        self.at = at
        self.company = company
        self.ways = ways
        self.outlook = outlook
        self.known = at.open[company * PLANES : (company + 1) * PLANES]  # by plane: hexes next to the network
        self.size: i64 = 0
        self.edge = filled(ROOM, -1)  # the first `size` of them: hexes to try, those opened by the trial at the end
        self.price = filled(ROOM, 0)  # of each of these hexes
        self.value = filled(ROOM, 0)
        self.builds: i64 = min(BUILDS - i64(len(at.laid)), at.left[company])  # CEX-74
        self.depth: i64 = 0
        self.trial = filled(BUILDS, -1)  # the first `depth` of them: hexes built on trial
        self.best = vec[i64]()
        self.best_value: i64 = LOW
        self._search()

    def _search(self) -> None:
        company = self.company
        income = self.at.income[company]
        treasury = self.at.treasury[company]
        steps = self.outlook.steps[company]
        dollars = self.outlook.dollars[company]
        self._begin()
        if len(self.at.laid) > 0:  # it may stop
            self._judge(income, treasury, steps, dollars)
        self._extend(0, income, treasury, steps, dollars)

    # Beginnings.

    def _begin(self) -> None:
        """Put the most promising open hexes that the treasury can pay for on the edge."""
        marks = filled(BREADTH + 1, LOW)
        for plane in range(i64(PLANES)):
            rest = self.known[plane]
            while rest:
                cell = plane * WIDTH + low_bit(rest)
                rest &= rest - 1
                if self.at.price(cell) <= self.at.treasury[self.company]:
                    self._insert(cell, self._mark(cell), marks)
        for place in range(self.size):
            self.price[place] = self.at.price(self.edge[place])
            self.value[place] = self.at.value(self.edge[place])

    def _insert(self, cell: i64, mark: i64, marks: vec[i64]) -> None:
        """Insert a hex by its mark; the worst is dropped when there are too many."""
        place = self.size
        while place > 0 and mark > marks[place - 1]:
            self.edge[place] = self.edge[place - 1]
            marks[place] = marks[place - 1]
            place -= 1
        self.edge[place] = cell
        marks[place] = mark
        self.size = min(self.size + 1, BREADTH)

    def _mark(self, cell: i64) -> i64:
        mark = INCOME_MARK * self.at.value(cell) + BEYOND_MARK * self._beyond(cell) - DOLLAR_MARK * self.at.price(cell)
        return mark + NEARER_MARK if self.ways.steps[cell] < self.outlook.steps[self.company] else mark

    def _beyond(self, cell: i64) -> i64:
        """Return the highest income of the hexes that a hex would open."""
        best: i64 = 0
        for side in range(cell * SIDES, (cell + 1) * SIDES):
            other = NEXT[side]
            if other >= 0 and self._opens(other):
                best = max(best, self.at.value(other))
        return best

    def _opens(self, cell: i64) -> bool:
        """Return whether a neighbour of a new hex was not open before and is now, CEX-67."""
        return not self.known[PLANE[cell]] & HEX_BIT[cell] and self.at.admits(cell, self.company)

    # Trials.

    def _extend(self, start: i64, income: i64, treasury: i64, steps: i64, dollars: i64) -> None:
        """Try every hex of the edge from `start` on, each with those that follow it, so that every set comes up once."""
        size = self.size
        for i in range(start, size):
            cell = self.edge[i]
            price = self.price[i]
            if price > treasury:  # CEX-76
                continue
            steps_left = self.ways.steps[cell]
            dollars_left = self.ways.dollars[cell]
            if steps < steps_left or (steps == steps_left and dollars < dollars_left):  # the hex is not on the best way
                steps_left = steps
                dollars_left = dollars
            raised = income + self.value[i]
            self.trial[self.depth] = cell
            self.depth += 1
            self._judge(raised, treasury - price, steps_left, dollars_left)
            if self.depth < self.builds and treasury - price >= LEAST_COST:
                self._open(cell)
                self._extend(i + 1, raised, treasury - price, steps_left, dollars_left)
                self._close(size)
            self.depth -= 1

    def _open(self, cell: i64) -> None:
        """Add the hexes around a new locomotive to the edge."""
        known = self.known
        for side in range(cell * SIDES, (cell + 1) * SIDES):
            other = NEXT[side]
            if other >= 0 and not known[PLANE[other]] & HEX_BIT[other] and self.at.admits(other, self.company):
                known[PLANE[other]] |= HEX_BIT[other]
                self.edge[self.size] = other
                self.price[self.size] = self.at.price(other)
                self.value[self.size] = self.at.value(other)
                self.size += 1

    def _close(self, size: i64) -> None:
        """Remove the hexes added after the edge had that size."""
        for i in range(size, self.size):
            self.known[PLANE[self.edge[i]]] &= ~HEX_BIT[self.edge[i]]
        self.size = size

    def _judge(self, income: i64, treasury: i64, steps: i64, dollars: i64) -> None:
        """Keep the trial if the company will pay more with it than with any before."""
        value = self.outlook.pool(self.company, income, treasury, steps, dollars)
        if steps == 0 and not self.at.on[CHICAGO] >> self.company & 1:
            value += ROUND * income  # CEX-113
        if value > self.best_value:
            self.best_value = value
            self.best = self.trial[: self.depth]

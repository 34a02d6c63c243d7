"""Expansions: which hexes a company should build next."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import low_bit
from roundhouse.games.express.board import BUILDS, CHICAGO, HEX_BIT, NEXT, PLANE, PLANES, SIDES, WIDTH
from roundhouse.games.express.state import Express
from roundhouse.games.express.value import LOOK, ROUND, Outlook
from roundhouse.games.express.ways import Ways

BREADTH: Final = 8  # open hexes that are tried as beginnings

# How promising an open hex looks before anything is tried.
INCOME_MARK: Final = 4  # for each dollar of income
BEYOND_MARK: Final = 2  # for each dollar of income of the best hex behind it
DOLLAR_MARK: Final = 1  # against it: each dollar of its price
NEARER_MARK: Final = 3  # when it brings Chicago nearer

NOTHING: Final = -1_000_000_000  # worse than any value


class Expansion:
    """The best set of hexes that one action can add to a company, CEX-66; what is laid already counts."""

    def __init__(self, at: Express, company: i64, ways: Ways, outlook: Outlook, w: vec[i64]) -> None:
        self.at = at
        self.company = company
        self.ways = ways
        self.outlook = outlook
        self.w = w
        self.builds: i64 = min(BUILDS - i64(len(at.laid)), at.left[company])
        self.known = at.open[company * PLANES : (company + 1) * PLANES]  # by plane: hexes that are open
        self.edge = self._beginnings()  # hexes to try, those opened by trial builds at the end
        self.trial = vec[i64](capacity=BUILDS)
        self.best = vec[i64]()
        self.best_value: i64 = NOTHING
        income = at.income[company]
        treasury = at.treasury[company]
        steps = outlook.steps[company]
        dollars = outlook.dollars[company]
        if len(at.laid) > 0:  # it may stop
            self._judge(income, treasury, steps, dollars)
        self._extend(0, income, treasury, steps, dollars)

    def _beginnings(self) -> vec[i64]:
        """The most promising of the open hexes that the treasury can pay for."""
        at = self.at
        cells = vec[i64](capacity=BREADTH + 1)
        marks = vec[i64](capacity=BREADTH + 1)
        for plane in range(i64(PLANES)):
            rest = self.known[plane]
            while rest:
                cell = plane * WIDTH + low_bit(rest)
                rest &= rest - 1
                if at.price(cell) <= at.treasury[self.company]:
                    cells = append(cells, cell)
                    marks = append(marks, self._mark(cell))
                    _sift(cells, marks)
                    if len(cells) > BREADTH:
                        cells = cells[:BREADTH]
                        marks = marks[:BREADTH]
        return cells

    def _mark(self, cell: i64) -> i64:
        mark = INCOME_MARK * self.at.value(cell) + BEYOND_MARK * self._beyond(cell) - DOLLAR_MARK * self.at.price(cell)
        return mark + NEARER_MARK if self.ways.steps[cell] < self.outlook.steps[self.company] else mark

    def _beyond(self, cell: i64) -> i64:
        """The highest income of the hexes that a hex would open."""
        best: i64 = 0
        for side in range(cell * SIDES, (cell + 1) * SIDES):
            other = NEXT[side]
            if other >= 0 and not self.known[PLANE[other]] & HEX_BIT[other]:
                value = self.at.value(other)
                if value > best and self.at.admits(other, self.company):
                    best = value
        return best

    def _extend(self, start: i64, income: i64, treasury: i64, steps: i64, dollars: i64) -> None:
        """Tries every hex of the edge from `start` on, each with those that follow it: so every set comes up once."""
        size = i64(len(self.edge))
        for i in range(start, size):
            cell = self.edge[i]
            price = self.at.price(cell)
            if price > treasury:  # CEX-76
                continue
            nearer = self.ways.steps[cell] < steps
            steps_left = self.ways.steps[cell] if nearer else steps
            dollars_left = self.ways.dollars[cell] if nearer else dollars
            raised = income + self.at.value(cell)
            self.trial = append(self.trial, cell)
            self._judge(raised, treasury - price, steps_left, dollars_left)
            if len(self.trial) < self.builds:
                self._open(cell)
                self._extend(i + 1, raised, treasury - price, steps_left, dollars_left)
                self._close(size)
            self.trial = self.trial[: len(self.trial) - 1]

    def _open(self, cell: i64) -> None:
        """CEX-67: the hexes around a new locomotive join the edge."""
        for side in range(cell * SIDES, (cell + 1) * SIDES):
            other = NEXT[side]
            if other >= 0 and not self.known[PLANE[other]] & HEX_BIT[other] and self.at.admits(other, self.company):
                self.known[PLANE[other]] |= HEX_BIT[other]
                self.edge = append(self.edge, other)

    def _close(self, size: i64) -> None:
        """Takes back what the last hexes opened."""
        for i in range(size, i64(len(self.edge))):
            cell = self.edge[i]
            self.known[PLANE[cell]] &= ~HEX_BIT[cell]
        self.edge = self.edge[:size]

    def _judge(self, income: i64, treasury: i64, steps: i64, dollars: i64) -> None:
        """Keeps the trial if the company has more to pay with it than with any before."""
        value = self.outlook.pool(self.company, income, treasury, steps, dollars)
        if steps == 0 and not self.at.on[CHICAGO] >> self.company & 1:
            value += ROUND * income  # CEX-113
        best: i64 = 0
        for cell in self.trial:
            best = max(best, self._beyond(cell))
        value += best * self.outlook.rounds * self.w[LOOK] // 100
        if value > self.best_value:
            self.best_value = value
            self.best = self.trial[:]


def _sift(cells: vec[i64], marks: vec[i64]) -> None:
    """Moves the last cell up to its place among those with higher marks."""
    i = i64(len(cells)) - 1
    while i > 0 and marks[i] > marks[i - 1]:
        cells[i], cells[i - 1] = cells[i - 1], cells[i]
        marks[i], marks[i - 1] = marks[i - 1], marks[i]
        i -= 1

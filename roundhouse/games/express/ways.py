"""Ways to Chicago: from every hex the easiest way on, in locomotives and in dollars."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import low_bit
from roundhouse.core.state import filled
from roundhouse.games.express.board import CHICAGO, COMPANIES, HEXES, NEXT, PLANES, SIDES, SINGLE, START, TERRAIN, WIDTH
from roundhouse.games.express.state import Express

FAR: Final = 1_000_000  # no way

# What makes a hex hard to cross: a third of an expansion, and its price; what it brings makes up for some of that.
LOCOMOTIVE_EFFORT: Final = 10
DOLLAR_EFFORT: Final = 6
INCOME_EFFORT: Final = 6
LEAST_EFFORT: Final = 1

_ALL_FAR: Final = vec[i64]([FAR] * HEXES)


class Ways:
    """How far each company is from Chicago: locomotives and dollars of the easiest way.

    The price of a hex is the same for every company that may still come, so one search serves them all (CEX-75).
    """

    def __init__(self, at: Express) -> None:
        self.own = vec[i64](capacity=HEXES)  # effort of each hex alone
        for cell in range(i64(HEXES)):
            self.own = append(self.own, _effort(at, cell))
        self.effort = _ALL_FAR[:]  # from a hex on, without the hex itself
        self.hops = _ALL_FAR[:]
        self.dollars = _ALL_FAR[:]
        self.effort[CHICAGO] = 0
        self.hops[CHICAGO] = 0
        self.dollars[CHICAGO] = 0
        self._spread(at)

    def _spread(self, at: Express) -> None:
        """Labels are corrected until none gets better: with prices so alike few hexes are looked at twice."""
        queue = vec[i64](capacity=2 * HEXES)
        queue = append(queue, CHICAGO)
        done: i64 = 0
        while done < len(queue):
            cell = queue[done]
            done += 1
            effort = self.effort[cell] + self.own[cell]
            dollars = self.dollars[cell] + at.price(cell)
            for side in range(cell * SIDES, (cell + 1) * SIDES):
                other = NEXT[side]
                if other >= 0 and self.own[other] < FAR and effort < self.effort[other]:
                    self.effort[other] = effort
                    self.hops[other] = self.hops[cell] + 1
                    self.dollars[other] = dollars
                    queue = append(queue, other)

    def nearest(self, at: Express, company: i64) -> i64:
        """The open hex of a company from which Chicago is easiest to reach, or -1."""
        best: i64 = -1
        least: i64 = FAR
        for plane in range(i64(PLANES)):
            rest = at.open[company * PLANES + plane]
            while rest:
                cell = plane * WIDTH + low_bit(rest)
                rest &= rest - 1
                effort = self.effort[cell] + self.own[cell]
                if effort < least:
                    best = cell
                    least = effort
        return best


class Reach:
    """By company: locomotives and dollars to Chicago; 0 locomotives when it is there, FAR when there is no way."""

    def __init__(self, hops: vec[i64], dollars: vec[i64]) -> None:
        self.hops = hops
        self.dollars = dollars

    def copy(self) -> Reach:
        return Reach(self.hops[:], self.dollars[:])

    def measure(self, at: Express, ways: Ways, company: i64) -> None:
        self.hops[company] = 0
        self.dollars[company] = 0
        if at.on[CHICAGO] >> company & 1:
            return
        cell = ways.nearest(at, company)
        self.hops[company] = FAR
        if cell >= 0:
            self.hops[company] = ways.hops[cell] + 1
            self.dollars[company] = ways.dollars[cell] + at.price(cell)


def reach_of(at: Express, ways: Ways) -> Reach:
    reach = Reach(filled(COMPANIES, FAR), filled(COMPANIES, 0))
    for company in range(i64(COMPANIES)):
        if at.is_open(company):
            reach.measure(at, ways, company)
    return reach


def _effort(at: Express, cell: i64) -> i64:
    if TERRAIN[cell] == START or (SINGLE[cell] and at.on[cell]):  # CEX-69, CEX-72
        return FAR
    return max(LEAST_EFFORT, LOCOMOTIVE_EFFORT + DOLLAR_EFFORT * at.price(cell) - INCOME_EFFORT * at.value(cell))

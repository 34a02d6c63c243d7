"""Ways to Chicago: the easiest way from every hex, in locomotives and in dollars."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import low_bit
from roundhouse.core.recent import Recent
from roundhouse.games.express.board import CHICAGO, HEXES, NEXT, PLANES, SIDES, SINGLE, START, TERRAIN, WIDTH
from roundhouse.games.express.state import Express

FAR: Final = 1_000_000  # there is no way
_MEMORY: Final = 128  # tables

# The effort of crossing a hex: a locomotive, of which an action places three, and its price; its income offsets some of it.
LOCOMOTIVE_EFFORT: Final = 10
DOLLAR_EFFORT: Final = 6
INCOME_EFFORT: Final = 6
LEAST_EFFORT: Final = 1

_ALL_FAR: Final = vec[i64]([FAR] * HEXES)


class Ways:
    """The rest of the way to Chicago once a hex has been built.

    A hex costs the same to every company that may still build there (CEX-75), so one search serves them all.
    """

    def __init__(self, at: Express) -> None:
        self.own = vec[i64](capacity=HEXES)  # by hex: the effort of the hex itself
        for cell in range(i64(HEXES)):
            self.own = append(self.own, _effort(at, cell))
        self.effort = _ALL_FAR[:]  # by hex: of all the hexes after it
        self.steps = _ALL_FAR[:]
        self.dollars = _ALL_FAR[:]
        self.effort[CHICAGO] = 0
        self.steps[CHICAGO] = 0
        self.dollars[CHICAGO] = 0
        self._spread(at)

    def _spread(self, at: Express) -> None:
        """Search from Chicago outwards; labels are corrected until none improves. Few hexes are visited twice."""
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
                    self.steps[other] = self.steps[cell] + 1
                    self.dollars[other] = dollars
                    queue = append(queue, other)

    def first(self, at: Express, company: i64) -> i64:
        """Return the first hex of a company's easiest way to Chicago, or -1 if there is none."""
        best: i64 = -1
        least: i64 = FAR
        for plane in range(i64(PLANES)):
            rest = at.open[company * PLANES + plane]
            while rest:
                cell = plane * WIDTH + low_bit(rest)
                rest &= rest - 1
                effort = self.own[cell] + self.effort[cell]
                if effort < least:
                    best = cell
                    least = effort
        return best


def _effort(at: Express, cell: i64) -> i64:
    if TERRAIN[cell] == START or (SINGLE[cell] and at.on[cell]):  # CEX-69, CEX-72
        return FAR
    return max(LEAST_EFFORT, LOCOMOTIVE_EFFORT + DOLLAR_EFFORT * at.price(cell) - INCOME_EFFORT * at.value(cell))


_WAYS: Final[Recent[Ways]] = Recent(_MEMORY)


def ways_of(at: Express) -> Ways:
    """Return the ways of a table: found now, or lately with the same locomotives, houses and markers on the board."""
    key = at.on[:]
    for plane in at.house:
        key = append(key, plane)
    for space in at.track:
        key = append(key, space)
    known = _WAYS.find(key)
    return _WAYS.keep(key, Ways(at)) if known is None else known

"""Hexes further away that an expansion can still reach: the shortest way to each, and of those the cheapest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roundhouse.games.express.board import BUILDS, NEXT, SIDES
from roundhouse.games.express.moves import BUILD

if TYPE_CHECKING:
    from roundhouse.games.express.state import Express


@dataclass(frozen=True)
class Way:
    """The hexes to build one after another, and what they cost and bring together."""

    cells: tuple[int, ...]
    price: int
    income: int

    @property
    def moves(self) -> tuple[int, ...]:
        """Return the moves that build the way."""
        return tuple(BUILD + cell for cell in self.cells)

    def better_than(self, other: Way | None) -> bool:
        """Return whether this way to the same hex is to be preferred: cheaper, or as cheap and worth more."""
        return other is None or (self.price, -self.income) < (other.price, -other.income)


def ways(position: Express, first: list[int]) -> dict[int, Way]:
    """Return ways of two hexes or more by the hex where they end; `first` are the hexes that can be built now.

    The price of a hex does not depend on the others of the way (CEX-75), and nothing flows into the treasury meanwhile.
    """
    company = position.company
    treasury = position.treasury[company]
    most = min(BUILDS - len(position.laid), position.left[company])  # CEX-66, CEX-74
    edge = {cell: Way((cell,), int(position.price(cell)), int(position.value(cell))) for cell in first}
    near, found = set(edge), dict[int, Way]()
    for _ in range(most - 1):
        further: dict[int, Way] = {}
        for end, way in edge.items():
            for cell in NEXT[end * SIDES : (end + 1) * SIDES]:
                if cell < 0 or cell in near or cell in found or not position.admits(cell, company):
                    continue
                longer = Way((*way.cells, cell), way.price + int(position.price(cell)), way.income + int(position.value(cell)))
                if longer.price <= treasury and longer.better_than(further.get(cell)):
                    further[cell] = longer
        found |= further
        edge = further
    return found

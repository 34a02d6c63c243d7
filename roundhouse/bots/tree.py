"""The tree of a search: what a seat has seen after each decision, and how well it went from there."""

from __future__ import annotations

from math import log, sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.state import View

EXPLORATION: Final = 0.2
WIDENING: Final = 0.4  # children that are allowed beside the first: this times the root of the visits


class Node:
    """The positions that the searching seat cannot tell apart, after what it has seen since the root."""

    def __init__(self, key: i64) -> None:
        self.key = key  # the move or outcome that led here, as that seat sees it
        self.visits: i64 = 0
        self.total: float = 0.0  # utilities of the seat that moved here; of a chance node nobody's
        self.children: list[Node] = []
        self.view: View | None = None  # what the searching seat knows here, where it is to act

    def child(self, key: i64) -> Node | None:
        """The node after a move or an outcome, if the search has been there."""
        for node in self.children:
            if node.key == key:
                return node
        return None

    def grow(self, key: i64) -> Node:
        """The node after a move or an outcome, new if need be."""
        found = self.child(key)
        if found is None:
            found = Node(key)
            self.children.append(found)
        return found

    def add(self, utility: float) -> None:
        """Counts a visit."""
        self.visits += 1
        self.total += utility

    def mean(self) -> float:
        """The average utility, a half before the first visit."""
        return self.total / float(self.visits) if self.visits > 0 else 0.5

    def is_wide(self) -> bool:
        """Progressive widening: whether there are as many children as the visits allow."""
        return float(len(self.children)) >= 1.0 + WIDENING * sqrt(float(self.visits))

    def favourite(self, moves: vec[i64]) -> Node | None:
        """Of the children whose move can be made in this world the one with the highest upper bound (UCB1)."""
        best: Node | None = None
        best_bound = -1.0
        doubt = log(float(self.visits) + 1.0)
        for node in self.children:
            bound = node.mean() + EXPLORATION * sqrt(doubt / float(node.visits + 1))
            if bound > best_bound and node.key in moves:
                best = node
                best_bound = bound
        return best

    def find(self, view: View) -> Node | None:
        """The node at which the searching seat knows exactly this; in a tree that is the only one but for transpositions."""
        if self.view is not None and self.view == view:
            return self
        for node in self.children:
            found = node.find(view)
            if found is not None:
                return found
        return None

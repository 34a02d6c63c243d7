"""The search tree: one node for each sequence of moves as the searching seat sees them."""

from __future__ import annotations

from math import log, sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.state import View

EXPLORATION: Final = 0.2
WIDENING: Final = 0.4  # a node may have 1 + WIDENING * sqrt(visits) children


class Node:
    """An information set: the positions that the searching seat cannot tell apart after what it has seen since the root."""

    def __init__(self, key: i64) -> None:
        self.key = key  # the move or outcome that led here, as the searching seat sees it
        self.visits: i64 = 0
        self.total: float = 0.0  # utilities of the seat that moved here; 0 if chance did
        self.children: list[Node] = []
        self.view: View | None = None  # what the searching seat knows here, if it is to act

    def child(self, key: i64) -> Node | None:
        """Return the child after a move or an outcome, or None if the search has not been there."""
        for node in self.children:
            if node.key == key:
                return node
        return None

    def child_or_new(self, key: i64) -> Node:
        """Return the child after a move or an outcome, adding it if necessary."""
        found = self.child(key)
        if found is None:
            found = Node(key)
            self.children.append(found)
        return found

    def add(self, utility: float) -> None:
        """Count a visit."""
        self.visits += 1
        self.total += utility

    def mean(self) -> float:
        """Return the mean utility, 0.5 before the first visit."""
        return self.total / float(self.visits) if self.visits > 0 else 0.5

    def is_wide(self) -> bool:
        """Return whether the node has as many children as its visits allow (progressive widening)."""
        return float(len(self.children)) >= 1.0 + WIDENING * sqrt(float(self.visits))

    def best_child(self, moves: vec[i64]) -> Node | None:
        """Return the child with the highest UCB1 bound among those whose move is legal in this world."""
        best: Node | None = None
        best_bound = -1.0
        log_visits = log(float(self.visits) + 1.0)
        for node in self.children:
            bound = node.mean() + EXPLORATION * sqrt(log_visits / float(node.visits + 1))
            if bound > best_bound and node.key in moves:
                best = node
                best_bound = bound
        return best

    def find(self, view: View) -> Node | None:
        """Return the first node of this subtree with exactly this view, or None."""
        if self.view is not None and self.view == view:
            return self
        for node in self.children:
            found = node.find(view)
            if found is not None:
                return found
        return None

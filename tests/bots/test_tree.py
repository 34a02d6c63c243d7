"""The tree: one child per move as it is seen, progressive widening, and lookup by view."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.bots.tree import Node
from tests.whistle import GAME, ROLL


def visited(node: Node, utility: float, times: int) -> Node:
    for _ in range(times):
        node.add(utility)
    return node


def test_a_node_has_one_child_for_each_thing_seen() -> None:
    """Asking twice returns the same child."""
    root = Node(0)

    assert root.child(5) is None
    assert root.child_or_new(5) is root.child_or_new(5)
    assert root.child_or_new(6) is not root.child_or_new(5)
    assert root.child(6) is root.child_or_new(6)


def test_the_mean_is_of_all_visits() -> None:
    """It is 0.5 before the first visit."""
    assert Node(0).mean() == 0.5
    assert visited(visited(Node(0), 1.0, 3), 0.0, 1).mean() == 0.75


def test_more_visits_allow_more_children() -> None:
    """One at first, then 0.4 times the square root of the visits more."""
    node = Node(0)
    assert not node.is_wide()
    node.child_or_new(1)
    assert node.is_wide()
    visited(node, 0.5, 30)
    assert not node.is_wide()
    for move in (2, 3, 4):
        node.child_or_new(move)
    assert node.is_wide()


def test_the_best_child_is_good_or_rarely_visited() -> None:
    """The better of two that are well explored; a new one comes before both."""
    node = visited(Node(0), 0.5, 200)
    visited(node.child_or_new(1), 0.4, 100)
    good = visited(node.child_or_new(2), 0.6, 100)
    moves = vec[i64]([1, 2, 3])
    assert node.best_child(moves) is good
    fresh = visited(node.child_or_new(3), 0.5, 1)
    assert node.best_child(moves) is fresh


def test_only_moves_of_this_world_are_followed() -> None:
    """In another world the actor may not be able to make the best move."""
    node = visited(Node(0), 0.5, 20)
    visited(node.child_or_new(1), 0.9, 10)
    other = visited(node.child_or_new(2), 0.1, 10)

    assert node.best_child(vec[i64]([2, 7])) is other
    assert node.best_child(vec[i64]([7])) is None


def test_a_node_is_found_by_what_the_seat_knows() -> None:
    """By the view of a later decision, two levels down; None for a view that the search never reached."""
    early, late = GAME.start(2), GAME.start(2)
    late.apply(ROLL + 3)
    root = Node(0)
    node = root.child_or_new(1).child_or_new(2)
    node.view = GAME.view(late, 0)

    assert root.find(GAME.view(late, 0)) is node
    assert root.find(GAME.view(early, 0)) is None
    assert root.find(GAME.view(late, 1)) is None

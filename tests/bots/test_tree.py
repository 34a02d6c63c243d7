"""The tree: children by what was seen, wider with visits, found again by the view."""

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
    """Asked twice, it is the same one."""
    root = Node(0)

    assert root.child(5) is None
    assert root.grow(5) is root.grow(5)
    assert root.grow(6) is not root.grow(5)
    assert root.child(6) is root.grow(6)


def test_the_mean_is_of_all_visits() -> None:
    """A half as long as nothing is known."""
    assert Node(0).mean() == 0.5
    assert visited(visited(Node(0), 1.0, 3), 0.0, 1).mean() == 0.75


def test_more_visits_allow_more_children() -> None:
    """One at first, then about four tenths of the root of the visits more."""
    node = Node(0)
    assert not node.is_wide()
    node.grow(1)
    assert node.is_wide()
    visited(node, 0.5, 30)
    assert not node.is_wide()
    for move in (2, 3, 4):
        node.grow(move)
    assert node.is_wide()


def test_the_favourite_is_good_or_little_known() -> None:
    """Of two that are known well the better one; one that has hardly been tried comes before it."""
    node = visited(Node(0), 0.5, 200)
    visited(node.grow(1), 0.4, 100)
    good = visited(node.grow(2), 0.6, 100)
    moves = vec[i64]([1, 2, 3])
    assert node.favourite(moves) is good
    fresh = visited(node.grow(3), 0.5, 1)
    assert node.favourite(moves) is fresh


def test_only_moves_of_this_world_are_followed() -> None:
    """In another world the actor may not be able to make the best move."""
    node = visited(Node(0), 0.5, 20)
    visited(node.grow(1), 0.9, 10)
    other = visited(node.grow(2), 0.1, 10)

    assert node.favourite(vec[i64]([2, 7])) is other
    assert node.favourite(vec[i64]([7])) is None


def test_a_node_is_found_by_what_the_seat_knows() -> None:
    """The view of a later decision, among the children's children; nothing for a view that was not met."""
    early, late = GAME.start(2), GAME.start(2)
    late.apply(ROLL + 3)
    root = Node(0)
    node = root.grow(1).grow(2)
    node.view = GAME.view(late, 0)

    assert root.find(GAME.view(late, 0)) is node
    assert root.find(GAME.view(early, 0)) is None
    assert root.find(GAME.view(late, 1)) is None

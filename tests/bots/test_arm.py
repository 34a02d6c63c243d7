"""Arms: paired comparisons, halving and pruning."""

from __future__ import annotations

import pytest

from roundhouse.bots.arm import Arm, PairedComparison, best_arm, better_half, compare, without_beaten
from roundhouse.bots.tree import Node


def arm(move: int, *results: float) -> Arm:
    made = Arm(move, 0.0, Node(move))
    for result in results:
        made.add(result)
    return made


def moves(arms: list[Arm]) -> list[int]:
    return [one.move for one in arms]


def test_the_best_arm_has_the_highest_mean() -> None:
    """Not the highest total: one has been tried more often. Of equals the first."""
    arms = [arm(1, 0.5, 0.5, 0.5), arm(2, 0.9), arm(3, 0.9)]

    assert best_arm(arms).move == 2


def test_halving_keeps_the_better_ones_in_their_order() -> None:
    """Of five the three best."""
    arms = [arm(1, 0.1), arm(2, 0.5), arm(3, 0.9), arm(4, 0.2), arm(5, 0.4)]

    assert moves(better_half(arms)) == [2, 3, 5]


def test_halving_equal_arms_keeps_no_more_than_half() -> None:
    """Four that are equal: two stay."""
    assert moves(better_half([arm(move, 0.5) for move in range(4)])) == [0, 1]


def test_a_lead_is_counted_in_standard_errors_of_paired_results() -> None:
    """Both vary widely, but together: the difference is almost constant."""
    swings = [0.1, 0.9] * 8
    one = arm(1, *(swing + (0.05 if i % 3 else 0.04) for i, swing in enumerate(swings)))
    other = arm(2, *swings)

    assert compare(one, other).lead() > 30
    assert compare(other, one).lead() < -30


def test_few_sweeps_give_no_lead() -> None:
    """Seven are too few, whatever their results."""
    assert compare(arm(1, *[1.0] * 7), arm(2, *[0.0] * 7)).lead() == 0
    assert compare(arm(1, *[1.0] * 8), arm(2, *[0.0] * 8)).lead() > 1000


def test_only_the_sweeps_of_both_are_compared() -> None:
    """The later results of the first arm do not count."""
    comparison = PairedComparison()
    comparison.add([0.5] * 10 + [1.0] * 10, [0.4] * 10)

    assert comparison.count == 10
    assert comparison.mean() == pytest.approx(0.1)


def test_clearly_worse_arms_are_dropped() -> None:
    """One is clearly beaten, one is not."""
    good = arm(1, *([0.6, 0.8] * 8))
    near = arm(2, *([0.8, 0.58] * 8))
    bad = arm(3, *([0.1, 0.3] * 8))

    assert moves(without_beaten([good, near, bad], 3.0)) == [1, 2]


def test_an_unfinished_sweep_can_be_dropped() -> None:
    """The results after the given number of sweeps are removed; arms without such results do not change."""
    ahead = arm(1, 0.5, 0.75, 1.0)
    behind = arm(2, 0.5, 0.75)
    for one in (ahead, behind):
        one.truncate(2)

    assert ahead.results == behind.results == [0.5, 0.75]
    assert ahead.mean() == behind.mean() == 0.625


def test_noisy_results_need_a_larger_lead_to_override_the_advice() -> None:
    """The same mean lead justifies it with steady results, but not with noisy ones, nor with few."""
    steady, wild, few = PairedComparison(), PairedComparison(), PairedComparison()
    steady.add([0.52, 0.54] * 10, [0.5] * 20)
    wild.add([0.03, 1.03] * 10, [0.5] * 20)
    few.add([0.53] * 7, [0.5] * 7)

    assert steady.justifies_override(1.0, 0.015)
    assert not wild.justifies_override(1.0, 0.015)
    assert not few.justifies_override(1.0, 0.015)
    assert wild.justifies_override(0.1, 100.0)

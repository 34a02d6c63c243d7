"""From shares of playouts to chances, and from losses to an accuracy."""

from __future__ import annotations

import pytest

from roundhouse import GAMES
from roundhouse.review.calibration import Calibration, calibration_of, fitted_constants
from roundhouse.review.tally import UNKNOWN, standard_error

SHARP = Calibration(scale=1000.0, sharpness=1.5, severity=20.0)


def test_every_game_has_constants_for_every_number_of_seats() -> None:
    """They are made by bench/review.py."""
    assert {game.name: {int(seats) for seats in fitted_constants()[game.name]} for game in GAMES} == {
        game.name: set(game.seats) for game in GAMES
    }


def test_a_game_without_constants_gets_the_defaults() -> None:
    """A game of another package, or one with more seats than were measured."""
    assert calibration_of("whistle", 2) == Calibration()
    assert calibration_of("tickets", 9) == calibration_of("tickets", 5)


def test_a_lead_makes_a_share_and_a_share_makes_a_chance() -> None:
    """More points are a larger share; equal points are equal shares; all of it sums to one."""
    ahead, behind = SHARP.shares([3000, 2000])
    even = SHARP.chances(SHARP.shares([500, 500, 500]))

    assert ahead / behind == pytest.approx(2.718, abs=0.001)
    assert even == pytest.approx([1 / 3] * 3)
    assert sum(SHARP.chances([0.7, 0.2, 0.1])) == pytest.approx(1.0)
    assert SHARP.chances([0.7, 0.3])[0] > 0.7  # sharper than the shares
    assert 0.99 < SHARP.chances([1.0, 0.0])[0] < 1.0  # a few playouts make nothing certain


@pytest.mark.parametrize("share", [0.1, 0.4, 0.8])
def test_the_slope_is_the_derivative_of_the_chance(share: float) -> None:
    """For two seats, up to what the doubt about few playouts adds."""
    low, high = SHARP.chances([share - 0.001, 1.001 - share])[0], SHARP.chances([share + 0.001, 0.999 - share])[0]

    assert SHARP.slope(share, SHARP.chances([share, 1 - share])[0]) == pytest.approx((high - low) / 0.002, rel=0.02)


def test_accuracy_falls_with_the_mean_loss() -> None:
    """From 100; a mean loss below zero is noise."""
    assert [round(SHARP.accuracy(loss), 1) for loss in (-0.01, 0.0, 0.02, 0.1)] == [100.0, 100.0, 67.0, 13.5]


def test_few_or_equal_values_are_never_certain() -> None:
    """One value says nothing; equal ones leave a little doubt, less the more there are."""
    few, many = standard_error([0.5, 0.5]), standard_error([0.5] * 100)

    assert standard_error([0.5]) == UNKNOWN
    assert few > 0.02
    assert 0.0 < many < few / 20
    assert standard_error([0.0, 1.0] * 50) == pytest.approx(0.05, abs=0.001)

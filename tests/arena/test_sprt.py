"""The sequential test keeps its error rates."""

from __future__ import annotations

from random import Random

import pytest

from roundhouse.arena.sprt import BETTER, ERROR_RATE, H0_SHARE, H1_SHARE, NOT_BETTER, UNDECIDED, Sprt, lead, parse_pair
from roundhouse.core.sentence import BadSetup
from tests.arena.simulate import result

MOST = 3000  # deals; a test that takes longer counts as undecided


def verdicts(share: float, runs: int, luck: float = 0.0) -> list[str]:
    """Return verdicts of tests in which A wins `share` of the decided deals; in `luck` of all deals, seat 0 wins both games."""
    found = []
    for seed in range(runs):
        rng = Random(seed)
        sprt = Sprt("a", "b")
        for _ in range(MOST):
            winner = "first" if rng.random() < luck else "a" if rng.random() < share else "b"
            games = [result(seats, [0, 1] if winner in ("first", seats[0]) else [1, 0]) for seats in ("ab", "ba")]
            if sprt.add(games[0], last_of_deal=False) or sprt.add(games[1], last_of_deal=True):
                break
        found.append(sprt.verdict)
    return found


def test_equal_bots_are_rarely_called_better() -> None:
    """400 tests of equal bots, with three standard deviations of tolerance."""
    found = verdicts(H0_SHARE, 400)

    assert found.count(BETTER) / len(found) <= ERROR_RATE + 3 * (ERROR_RATE * (1 - ERROR_RATE) / 400) ** 0.5
    assert found.count(UNDECIDED) == 0


def test_better_bots_are_rarely_missed() -> None:
    """400 tests of a bot that wins exactly H1_SHARE."""
    found = verdicts(H1_SHARE, 400)

    assert found.count(NOT_BETTER) / len(found) <= ERROR_RATE + 3 * (ERROR_RATE * (1 - ERROR_RATE) / 400) ** 0.5


def test_an_advantage_of_a_seat_does_not_bias_the_test() -> None:
    """In seven of ten deals one seat wins both games: those deals are level, and the error rate holds."""
    found = verdicts(H0_SHARE, 200, luck=0.7)

    assert found.count(BETTER) / len(found) <= ERROR_RATE + 3 * (ERROR_RATE * (1 - ERROR_RATE) / 200) ** 0.5


def test_a_clear_case_is_decided_quickly() -> None:
    """A bot that wins every deal is better after seventeen of them."""
    sprt = Sprt("a", "b")
    deals = 0
    while not sprt.add(result("ab", [0, 1]), last_of_deal=True):
        deals += 1

    assert sprt.verdict == BETTER
    assert deals + 1 == 17
    assert "a is better than b: 17 deals won, 0 lost" in str(sprt.sentence())


def test_a_deal_counts_when_it_is_complete() -> None:
    """Nine games that finish no deal change nothing."""
    sprt = Sprt("a", "b")
    for _ in range(9):
        sprt.add(result("ab", [0, 1]), last_of_deal=False)

    assert (sprt.won, sprt.llr, sprt.verdict) == (0, 0.0, UNDECIDED)
    assert str(sprt.sentence()).startswith("undecided")


def test_nothing_is_added_after_the_verdict() -> None:
    """Otherwise a longer file could change what was decided."""
    sprt = Sprt("a", "b")
    for _ in range(60):
        sprt.add(result("ab", [1, 0]), last_of_deal=True)

    assert sprt.verdict == NOT_BETTER
    assert sprt.lost < 60
    assert "not clearly better" in str(sprt.sentence())


def test_only_games_of_both_count() -> None:
    """Games without one of the two do not count; with several seats, each pair counts."""
    assert lead(result("ac", [0, 1]), "a", "b") == 0
    assert lead(result("abb", [1, 0, 2]), "a", "b") == 0
    assert lead(result("abb", [0, 1, 1]), "a", "b") == 2
    assert lead(result("ab", [0, 0]), "a", "b") == 0


def test_two_bots_of_the_run_are_tested() -> None:
    """A name may have a comma in it."""
    assert parse_pair("a,b", ["a", "b"]) == ("a", "b")
    assert parse_pair("cmd:x 1,2,b", ["cmd:x 1,2", "b"]) == ("cmd:x 1,2", "b")
    for wrong in ("a", "a,c", "a,a", ""):
        with pytest.raises(BadSetup, match="two different bots of this run, such as a,b"):
            parse_pair(wrong, ["a", "b"])

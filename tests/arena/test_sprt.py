"""The sequential test says what it may say, as rarely wrong as it promises."""

from __future__ import annotations

from random import Random

import pytest

from roundhouse.arena.sprt import BETTER, EVEN, NO, OPEN, RISK, YES, Sprt, lead, parse_pair
from roundhouse.core.sentence import BadSetup
from tests.arena.simulate import result

MOST = 3000  # deals; a test that takes longer counts as undecided


def verdicts(proportion: float, runs: int, luck: float = 0.0) -> list[str]:
    """Verdicts of tests in which A wins `share` of the decided deals; in `luck` of all deals the first seat wins both games."""
    found = []
    for seed in range(runs):
        rng = Random(seed)
        sprt = Sprt("a", "b")
        for _ in range(MOST):
            winner = "first" if rng.random() < luck else "a" if rng.random() < proportion else "b"
            games = [result(seats, [0, 1] if winner in ("first", seats[0]) else [1, 0]) for seats in ("ab", "ba")]
            if sprt.add(games[0], closes=False) or sprt.add(games[1], closes=True):
                break
        found.append(sprt.verdict)
    return found


def test_equal_bots_are_called_better_no_more_often_than_promised() -> None:
    """400 tests of equal bots; three deviations of luck are allowed for."""
    found = verdicts(EVEN, 400)

    assert found.count(YES) / len(found) <= RISK + 3 * (RISK * (1 - RISK) / 400) ** 0.5
    assert found.count(OPEN) == 0


def test_better_bots_are_missed_no_more_often_than_promised() -> None:
    """400 tests of a bot that wins what the test calls better."""
    found = verdicts(BETTER, 400)

    assert found.count(NO) / len(found) <= RISK + 3 * (RISK * (1 - RISK) / 400) ** 0.5


def test_luck_of_the_seat_does_not_fool_it() -> None:
    """In seven of ten deals one seat wins both games: those deals are level, and the promise holds."""
    found = verdicts(EVEN, 200, luck=0.7)

    assert found.count(YES) / len(found) <= RISK + 3 * (RISK * (1 - RISK) / 200) ** 0.5


def test_a_clear_case_is_over_soon() -> None:
    """Who wins every deal is better after seventeen of them."""
    sprt = Sprt("a", "b")
    deals = 0
    while not sprt.add(result("ab", [0, 1]), closes=True):
        deals += 1

    assert sprt.verdict == YES
    assert deals + 1 == 17
    assert "a is better than b: 17 deals won, 0 lost" in str(sprt.told())


def test_a_deal_counts_when_it_is_whole() -> None:
    """Nine games that close nothing are no evidence."""
    sprt = Sprt("a", "b")
    for _ in range(9):
        sprt.add(result("ab", [0, 1]), closes=False)

    assert (sprt.won, sprt.evidence, sprt.verdict) == (0, 0.0, OPEN)
    assert str(sprt.told()).startswith("undecided")


def test_nothing_is_added_after_the_verdict() -> None:
    """Otherwise a longer file could change what was decided."""
    sprt = Sprt("a", "b")
    for _ in range(60):
        sprt.add(result("ab", [1, 0]), closes=True)

    assert sprt.verdict == NO
    assert sprt.lost < 60
    assert "not clearly better" in str(sprt.told())


def test_only_games_of_both_count() -> None:
    """A bot that sits elsewhere says nothing; of several seats each pair counts."""
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

"""A short chaos run: honest players, all attacks, all failures. `python -m bench.chaos` is the long one, with times."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import chaos
from bench.attacks import ATTACKS

PLAN = chaos.Plan(tables=4, every=1.0, calm=1.0, thinking=(0.3, 0.0), quiet=True)


@pytest.mark.parametrize("database", chaos.DATABASES)
def test_nothing_acknowledged_is_lost_under_attack_and_failures(database: str, tmp_path: Path) -> None:
    """Every promise that does not depend on the speed of the machine holds, and the attackers were there."""
    with chaos.house_of(database, tmp_path) as house:
        report = chaos.run(house, tmp_path, PLAN)

    broken = [promise for promise in report.promises if not promise.held and not promise.timed]
    assert not broken, report
    assert int(str(report.facts["games finished"])) > 0
    assert int(str(report.facts["of these refused"])) > 0


def test_the_report_notices_a_lost_move_and_a_game_that_was_rated_twice() -> None:
    """A check that cannot fail would prove nothing."""
    house = _House([("t", "0", "wrong")], [("t",), ("t",), ("t",)], [("ada", "2")])
    observed = chaos.Observed(acknowledged={"/table/t": 1, "/table/gone": 3}, finished={"/table/t"})

    assert chaos.lost_moves(house, observed) == ["/table/t", "/table/gone"]
    assert chaos.wrong_ratings(house, observed) == ["/table/t", "ada"]


def test_every_attack_has_a_sentence() -> None:
    """It is what the docs list."""
    assert all(attack.__doc__ for attack, _ in ATTACKS)


class _House(chaos.SqliteHouse):
    """A store with these rows."""

    def __init__(self, events: chaos.Rows, results: chaos.Rows, ratings: chaos.Rows) -> None:
        super().__init__(Path())
        self._found = {"entry": events, "result": results, "rating": ratings}

    def rows(self, sql: str) -> chaos.Rows:
        """Return the rows of the table that a query names."""
        return self._found[sql.partition("FROM ")[2].split()[0]] if "who FROM result" not in sql else [("ada",)]

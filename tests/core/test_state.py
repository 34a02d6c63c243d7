"""The contract of a position: what a game has to bring, and what it need not."""

from __future__ import annotations

import pytest
from mypy_extensions import i64

from roundhouse.core.state import State
from roundhouse.games import find


class Idle(State):
    """Someone has begun a game and written no rules yet."""

    def __init__(self, seats: i64, actor: i64) -> None:
        self.seats = seats
        self.actor = actor


@pytest.mark.parametrize(
    ("name", "given"), [(name, ()) for name in ("legal_moves", "scores", "ranks", "copy", "check")] + [("apply", (0,))]
)
def test_what_a_new_game_lacks_is_named(name: str, given: tuple[int, ...]) -> None:
    """Also by the compiled engine, where a missing function must not end the process."""
    with pytest.raises(NotImplementedError, match=f"every game has its own `{name}`"):
        getattr(Idle(2, 0), name)(*given)


def test_a_game_without_chance_has_nothing_to_weigh() -> None:
    """Chicago Express deals and rolls nothing."""
    with pytest.raises(ValueError, match="0 is no outcome: nothing is left to chance here"):
        find("express").start(2).weight(0)

"""What is worth searching: a part of the legal moves, without builds that lead nowhere."""

from __future__ import annotations

import pytest

from roundhouse.games.tycoon import GAME, Options
from roundhouse.games.tycoon.notation import notation
from roundhouse.games.tycoon.position import AUCTION, BEGINNER, HUNDRED_PLUS, ONE_LINK, TIGHT_CURVES
from roundhouse.games.tycoon.state import Tycoon
from tests.games.tycoon.positions import build, lively_game, play, position


def chosen(state: Tycoon) -> list[str]:
    """The choices as texts."""
    return [notation(each) for each in state.choices()]


@pytest.mark.parametrize("seats", [2, 4])
def test_choices_are_some_of_the_legal_moves(seats: int) -> None:
    """Never none before the end, never one that is not legal."""
    for state, _ in lively_game(seats, 2):
        choices, legal = list(state.choices()), list(state.legal_moves())
        assert set(choices) <= set(legal)
        assert bool(choices) == bool(legal)


def test_raises_are_a_few_rungs() -> None:
    """Pass, or 1, 2, 3, 5 or 8 thousand more; near the bound fewer."""
    assert chosen(position(phase=AUCTION, high=4)) == ["pass", "bid 5", "bid 6", "bid 7", "bid 9", "bid 12"]
    assert chosen(position(phase=AUCTION, high=98)) == ["pass", "bid 99", "bid 100"]


def test_shares_without_need_only_for_who_wants_money_in_the_last_turn() -> None:
    """Fisk in the last turn; not before, not with another tycoon."""
    assert "issue 5" in chosen(position(ending=2, tycoons=["James Fisk"]))
    assert "issue 5" not in chosen(position(tycoons=["James Fisk"]))
    assert "issue 5" not in chosen(position(ending=2, tycoons=["Henry Farnam"]))


def test_builds_that_cannot_reach_a_city_in_this_turn_are_left_out() -> None:
    """In the third round no city is within four tiles of Duluth's north-east side; in the first it is within twelve."""
    early, late = position(), position(round=3)
    pruned = [
        text for text in (notation(each) for each in late.legal_moves()) if text.startswith("build") and text not in chosen(late)
    ]

    assert pruned
    assert set(chosen(late)) < set(chosen(early)) | {"pass"}


def test_tiles_that_can_still_reach_a_city_come_before_stopping() -> None:
    """Out of Chicago in the third round only the way to Indianapolis is left with two tiles to go."""
    state = play(position(round=3), "build Chicago E", "lay E", "lay SE")

    assert chosen(state) == ["lay SE"]
    lost = play(position(round=3), "build Chicago SE", "lay SE", "lay SE", "lay SE")
    assert "stop" in chosen(lost)


def test_a_granted_build_is_among_the_choices() -> None:
    """After the land grant only builds follow."""
    state = play(position(held={0: ["Government Land Grant"]}), "grant")

    assert all(text.startswith("build") for text in chosen(state))
    assert chosen(build(position(), "Chicago E: E stop"))


@pytest.mark.parametrize(
    ("options", "variant"),
    [
        (Options(), 0),
        (Options(beginner=True), BEGINNER),
        (Options(hundred_plus=True, tight_curves=True), HUNDRED_PLUS | TIGHT_CURVES),
        (Options(second_own_link=False), ONE_LINK),
    ],
)
def test_options_become_the_variant_of_the_state(options: Options, variant: int) -> None:
    """Each option is one bit."""
    assert GAME.start(3, options).variant == variant

"""Whole games: laws, refusals, copies, choices, invariants."""

from __future__ import annotations

from itertools import pairwise

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.open_view import open_view as view
from roundhouse.core.open_view import open_world as determinize
from roundhouse.core.state import CHANCE, OVER, SPECTATOR, fields
from roundhouse.games.dice1.moves import BUY, CUP, HANDFULS, MOVE_COUNT, ROLL
from roundhouse.games.dice1.notation import notation, parse
from roundhouse.games.dice1.position import CUPPED, KEEPING, PAYING
from roundhouse.games.dice1.refusal import refusal
from roundhouse.games.dice1.start import Options, start
from tests.clauses import house_clauses
from tests.games.dice1.positions import HOME, play, position, random_game
from tests.sampling import cases, seeds

OPTIONS = [Options(), Options(large_bank=True, diagonal_sites=True, first_seat=1)]


@pytest.mark.clause("RD1-27")
@pytest.mark.parametrize("options", OPTIONS, ids=["plain", "other"])
@pytest.mark.parametrize("seats", cases([2, 3, 4], in_source=3))
def test_a_move_is_legal_or_refused_by_an_existing_clause(seats: int, options: Options) -> None:
    """Every int at one position in seven of random games; and every position is in order."""
    clauses = set(house_clauses("dice1").text)
    for number, (state, _) in enumerate(random_game(seats, 3, options)):
        state.check()
        if number % 7:
            continue
        allowed = set(state.legal_moves())
        for move in range(MOVE_COUNT + HANDFULS):
            found = refusal(state, move)
            assert (found is None) == (move in allowed), notation(move)
            assert found is None or found.clause in clauses


def test_moves_are_ascending_and_there_is_always_one() -> None:
    """Of seats and of chance; a turn that was begun can always be ended."""
    for seed in seeds(8):
        for state, _ in random_game(2 + seed % 3, seed, OPTIONS[seed % 2]):
            moves = list(state.legal_moves())
            assert moves or state.actor == OVER
            assert all(a < b for a, b in pairwise(moves))


def test_a_copy_shares_nothing_that_changes() -> None:
    """A random game goes on in a copy while the original stays."""
    for state, move in random_game(3, 5):
        before = fields(state)
        copy = state.copy()
        assert copy == state
        if state.actor != OVER:
            copy.apply(move)
            assert copy != state
        assert fields(state) == before


@pytest.mark.clause("RD1-25")
def test_everybody_sees_everything() -> None:
    """No secret: the view is the state, for seats and spectators, and its world is the truth."""
    for state, _ in random_game(2, 4):
        for seat in (0, 1, SPECTATOR):
            seen = view(state, seat)
            assert fields(seen.position) == fields(state)
            assert determinize(seen, Rng(1)) == state


def test_choices_are_legal_moves_and_never_none() -> None:
    """In every position of some games."""
    for seed in seeds(6):
        for state, _ in random_game(2 + seed % 3, seed):
            if state.actor not in (CHANCE, OVER):
                assert set(state.choices()) <= set(state.legal_moves())
                assert len(state.choices()) > 0


def test_choices_roll_all_or_as_few_as_can_be() -> None:
    """Of three wild dice none or all, and likewise of the reserve."""
    state = position(front={0: "3 wild"}, reserve={0: 4})

    assert [notation(move) for move in state.choices() if CUP <= move < ROLL] == ["cup 0", "cup 3"]
    play(state, "cup 3")
    assert [notation(move) for move in state.choices()] == ["roll 0", "roll 4"]


def test_choices_buy_shares_last_and_in_one_order() -> None:
    """After a blue share only blue and later companies, and the end of the turn."""
    state = play(position(front={0: "2 share 2 straight"}), "buy blue")

    assert [notation(move) for move in state.choices()] == ["buy blue", "buy red", "buy yellow", "end"]
    assert parse("lay west W-W") in list(state.legal_moves())


def test_choices_finish_a_bridge_before_they_are_cut_short() -> None:
    """A share bought in the middle of a bridge: the turn cannot end, so the rails are still offered."""
    state = position(
        front={0: "1 straight 1 curve 1 share"},
        reserve={0: 2},
        land=(HOME, ("lake", 1, 0, "")),
        east_on=1,
        east="a4:WE b4:WE",
        rest="e4:WE f4:WE g4:WE",
    )

    play(state, "lay east E-E", "buy red")

    assert [notation(move) for move in state.choices() if move < BUY] == ["lay east E-N", "lay east E-S"]


def test_only_real_choices_are_asked() -> None:
    """Random games never stop at a payment, a roll or a choice of dice with one answer."""
    for seed in seeds(6):
        for state, _ in random_game(2 + seed % 3, seed):
            if state.actor != OVER and state.phase in (PAYING, CUPPED, KEEPING):
                assert len(state.legal_moves()) > 1


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("bank", 1),
        ("dice", -1),
        ("loose", 1),
        ("held", 1),
        ("exits", -1),
        ("pending", 1),
    ],
)
def test_a_number_that_is_wrong_is_found(field: str, change: int) -> None:
    """The invariants hold before, and not after."""
    state = start(2, Options())
    state.check()

    setattr(state, field, getattr(state, field) + change)

    with pytest.raises(AssertionError):
        state.check()


@pytest.mark.parametrize(
    ("field", "place", "value"),
    [
        ("reserve", 0, -1),
        ("front", 0, 6),
        ("shares", 0, 1),
        ("left", 2, 11),
        ("built", 1, 1),
        ("stops", 0, 1),
        ("supply", 0, 11),
        ("land", 0, 9),
        ("taken", 0, 0),
        ("board", 3, 10),
        ("back", 0, 2),
        ("out", 0, 1),
    ],
)
def test_a_piece_that_is_wrong_is_found(field: str, place: int, value: int) -> None:
    """One entry of one list of the first position changed."""
    state = start(2, Options())

    getattr(state, field)[place] = value

    with pytest.raises(AssertionError):
        state.check()

"""Whole games: refusals, copies, choices, worlds, lines of play counted."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.open_view import open_view as view
from roundhouse.core.open_view import open_world as determinize
from roundhouse.core.perft import perft
from roundhouse.core.playout import random_moves
from roundhouse.core.state import CHANCE, OVER, SPECTATOR, fields
from roundhouse.games.dice2 import GAME
from roundhouse.games.dice2.moves import END, MOVE_COUNT, ROLLS
from roundhouse.games.dice2.notation import notation, parse
from roundhouse.games.dice2.order import is_reordering
from roundhouse.games.dice2.position import NONE
from roundhouse.games.dice2.refusal import refusal
from roundhouse.games.dice2.start import Options, start
from roundhouse.games.dice2.state import Dice2
from roundhouse.play.laws import check_game, clauses_of
from tests.games.dice2.positions import legal, play, position, random_game
from tests.sampling import cases

PERFT = json.loads((Path(__file__).parent / "perft.json").read_text("utf-8"))
OPTIONS = [{}, {"layout": "random 5", "first_seat": 1, "own_connections_only": True}]


@pytest.mark.parametrize("options", OPTIONS, ids=["first", "random"])
@pytest.mark.parametrize("seats", cases([2, 3, 4], in_source=3))
def test_the_laws_hold(seats: int, options: dict[str, object]) -> None:
    """Laws 1 to 7 and 9 along one random game, on the first layout and on another."""
    assert check_game(GAME, seats, 11, options).scores is not None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_move_is_legal_or_refused_by_an_existing_clause(seats: int) -> None:
    """Every int at one position in twenty-five of a random game."""
    clauses = clauses_of(GAME)
    for number, (state, _) in enumerate(random_game(seats, 3)):
        if number % 25:
            continue
        allowed = set(state.legal_moves())
        for move in range(MOVE_COUNT + ROLLS):
            found = refusal(state, move)
            assert (found is None) == (move in allowed), notation(move)
            assert found is None or found.clause in clauses


def test_copies_share_the_tables_that_never_change() -> None:
    """A copy is equal; a station placed in it does not show in the original."""
    state = start(2, Options())
    copy = state.copy()
    copy.apply(copy.legal_moves()[0])

    assert state == start(2, Options())
    assert copy.placed == 1
    assert sum(state.stops) == 0


def test_everybody_sees_everything() -> None:
    """No secret: the view is the state, for seats and spectators, and its world is the truth."""
    for state, _ in random_game(2, 4):
        for seat in (0, 1, SPECTATOR):
            seen = view(state, seat)
            assert fields(seen.position) == fields(state)
            assert determinize(seen, Rng(1)) == state


def test_choices_leave_out_one_of_two_orders() -> None:
    """Two straights on two sides of the home: after the one with the higher number the lower one is not offered any more."""
    state = position(stations={"blue": "1d3", "black": "6a2", "A": "3b3", "B": "5b3"}, front="straight straight", cash=[30, 10])
    later = play(state.copy(), "lay 1d4 NS")
    earlier = play(state.copy(), "lay 1d2 NS")

    assert parse("lay 1d2 NS") in list(later.legal_moves())
    assert parse("lay 1d2 NS") not in list(later.choices())
    assert parse("lay 1d4 NS") in list(earlier.choices())


def test_choices_keep_what_the_last_die_has_opened() -> None:
    """1c4 has a lower number than 1d4, but is open only because of it."""
    state = position(stations={"blue": "1d3", "black": "6a2", "A": "3b3", "B": "5b3"}, front="curve curve", cash=[30, 10])
    play(state, "lay 1d4 NW")

    assert parse("lay 1c4 NE") in list(state.choices())


def test_choices_keep_a_die_paid_with_passengers() -> None:
    """A fee may need the money of the transport just made, so a die on water is still offered after it."""
    stations = {"blue": "1d3", "black": "6a2", "A": "2c3", "B": "5b3", "C": "6c3"}
    state = position(stations=stations, dice={"2a3": "EW", "2b3": "EW"}, front="straight", engines={0: "2"}, cash=[0, 10])
    play(state, "carry 2 A")

    assert parse("lay 1c3 EW") in list(state.choices())
    assert parse("lay 1d4 NS") not in list(state.choices())


@pytest.mark.parametrize("seats", [2, 4])
def test_choices_lose_no_result_of_a_turn(seats: int) -> None:
    """From positions after a roll, every position that ends the turn by legal moves is also reached by choices."""
    compared = 0
    for state, _ in random_game(seats, 8):
        if state.actor in (CHANCE, OVER) or not any(state.front) or sum(state.front) > 3 or len(state.legal_moves()) > 25:
            continue
        root = state.copy()
        root.last = NONE  # as if the turn began here
        assert ends_of_turn(root, everything=False) == ends_of_turn(root, everything=True)
        compared += 1
        if compared == 6:
            break
    assert compared


def ends_of_turn(state: Dice2, *, everything: bool) -> set[str]:
    """All positions, but for the marks of `choices`, in which the turn can end; at most three moves deep."""
    found = set()
    stack = [(state, 0)]
    while stack:
        here, depth = stack.pop()
        for move in here.legal_moves() if everything else here.choices():
            after = here.copy()
            after.apply(move)
            if move == END:
                found.add(json.dumps(fields(after)))
            elif depth < 2:
                stack.append((after, depth + 1))
            else:
                after.last = after.fresh_low = after.fresh_high = 0
                found.add(json.dumps(fields(after)))
    return found


def test_choices_never_end_a_turn_before_the_roll() -> None:
    """A roll costs nothing."""
    state = position()

    assert END in list(state.legal_moves())
    assert END not in list(state.choices())
    assert "dice 4" in legal(state)
    assert not is_reordering(state, END)


def test_moves_are_ascending_in_every_position() -> None:
    """Of seats and of chance, on a random layout too."""
    for seed in range(3):
        for state, _ in random_game(3, seed, Options(layout=f"random {seed}")):
            moves = list(state.legal_moves())
            assert all(a < b for a, b in pairwise(moves))


@pytest.mark.parametrize(
    "case",
    cases(PERFT, in_source=PERFT[0]),
    ids=lambda case: f"{case['seats']}-{case['seed']}-{case['moves']}-{case['depth']}",
)
def test_lines_of_play_are_as_many_as_before(case: dict[str, int]) -> None:
    """Perft, chance expanded: a number that any slip in the rules changes."""
    state = start(case["seats"], Options())
    random_moves(state, Rng(case["seed"]), case["moves"])

    assert perft(state, case["depth"]) == case["count"]

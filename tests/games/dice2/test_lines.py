"""Chapter 4: continuous lines, and how they are kept from move to move."""

from __future__ import annotations

from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundhouse.core.bits import members
from roundhouse.core.draw import Rng
from roundhouse.core.state import CHANCE, OVER
from roundhouse.games.dice2.board import CELLS, SHAPES, SIDES, SQUARES, STATION
from roundhouse.games.dice2.lines import arrivals, distance, tiles_at
from roundhouse.games.dice2.moves import BUY, END, LAY
from roundhouse.games.dice2.position import NONE
from roundhouse.games.dice2.start import Options, start
from roundhouse.games.dice2.state import Dice2
from tests.games.dice2.positions import NAMES, play, position, square

A = {"blue": "1d3", "black": "6a2", "A": "2c3"}


def linked(state: Dice2, home: int = 0) -> set[str]:
    """The names of the stations that a home has a line to."""
    return {NAMES[station] for station in members(state.linked[home])}


def plain_search(state: Dice2, home: int) -> dict[tuple[int, int], int]:
    """Where the lines of a home arrive, as (square, side), and over how many tiles: rings of equal tile count, with no memory."""
    found: dict[tuple[int, int], int] = {}
    ring = deque([(1, state.site[home], side) for side in range(SIDES)])  # about to leave a square by a side
    while ring:
        tiles, here, side = ring.popleft()
        there = state.beside[here * SIDES + side]
        if there == NONE:
            continue
        tiles += there // CELLS != here // CELLS
        entry = (side + 2) % SIDES
        if found.get((there, entry), 1000) <= tiles:
            continue
        found[there, entry] = tiles
        if state.board[there] < STATION:
            for track in SHAPES[state.board[there]]:
                if track >> entry & 1:
                    ring.append((tiles, there, next(end for end in members(track) if end != entry)))
    return found


def kept_lines(state: Dice2, home: int) -> dict[tuple[int, int], int]:
    """The same, as the state keeps it."""
    found = {}
    for at in range(SQUARES):
        for side in range(SIDES):
            tiles = tiles_at(state.reach[home * SQUARES + at], side)
            if tiles:
                found[at, side] = tiles
    return found


@pytest.mark.compiled
@pytest.mark.clause("RD2-37")
@given(st.integers(2, 4), st.integers(0, 2**32), st.sampled_from(["first", "random 1", "random 2", "random 3"]))
@settings(max_examples=30, deadline=None)
def test_lines_kept_from_die_to_die_are_those_of_a_plain_search(seats: int, seed: int, layout: str) -> None:
    """Games in which dice are laid whenever they can be: after every die all lines of all homes and their tiles agree."""
    rng = Rng(seed)
    state = start(seats, Options(layout=layout))
    for _ in range(400):
        if state.actor == OVER:
            break
        moves = list(state.legal_moves())
        laying = [move for move in moves if LAY <= move < BUY]
        if state.actor == CHANCE:
            state.apply(state.draw(rng))
            continue
        pick = laying or [move for move in moves if move != END] or moves
        state.apply(pick[rng.below(len(pick))])
        if laying:
            for home in range(seats):
                found = plain_search(state, home)
                assert kept_lines(state, home) == found
                others = {at for at, _ in found if state.board[at] >= STATION} - {state.site[home]}
                assert {state.site[station] for station in members(state.linked[home])} == others


@pytest.mark.clause("RD2-37")
def test_a_line_follows_track_that_meets() -> None:
    """1d2 leads north from the home, 1d1 bends east to 2a1; the square beyond is reached from the west."""
    state = position(dice={"1d2": "NS", "1d1": "ES", "2a1": "EW"})

    assert arrivals(state.reach[square("2b1")]) == 1 << 3
    assert distance(state, 0, square("2b1")) == 2
    assert arrivals(state.reach[square("2c1")]) == 0


@pytest.mark.clause("RD2-37")
def test_track_that_does_not_meet_is_no_line() -> None:
    """The die beside the end of the line has no track on that side: it is met there, and not run along."""
    state = position(dice={"1d2": "ES", "2a2": "NS"})

    assert arrivals(state.reach[square("2a2")]) == 1 << 3
    assert arrivals(state.reach[square("2a1")]) == 0


@pytest.mark.clause("RD2-38")
def test_a_station_ends_a_line() -> None:
    """From blue through A to the east there is no way: black is linked with A, blue too, but not with each other."""
    dice = {"2a3": "EW", "2b3": "EW", "2d3": "EW", "3a3": "SW", "3a4": "NS", "6a1": "NS"}
    state = position(stations=A, dice=dice)

    assert linked(state) == {"A"}
    assert linked(state, 1) == {"A"}


@pytest.mark.clause("RD2-38")
@pytest.mark.parametrize(
    "way",
    [
        {"2a3": "EW", "2b3": "EW"},
        {"2a3": "EW", "2b3": "NW", "2b2": "ES", "2c2": "SW"},
        {"2a3": "EW", "2b3": "SW", "2b4": "NE", "2c4": "NW"},
        {"2a3": "EW", "2b3": "NW", "2b2": "ES", "2c2": "EW", "2d2": "SW", "2d3": "NW"},
    ],
    ids=["west", "north", "south", "east"],
)
def test_a_station_is_reached_from_each_side(way: dict[str, str]) -> None:
    """The same station, by four lines."""
    assert linked(position(stations=A, dice=way)) == {"A"}


@pytest.mark.clause("RD2-38")
def test_a_line_back_to_the_own_home_has_no_effect() -> None:
    """A loop from the home around to the home: nothing is linked, nothing is paid."""
    state = play(position(dice={"1d2": "ES"}, front="curve curve"), "lay 2a2 SW", "lay 2a3 NW")

    assert linked(state) == set()
    assert list(state.cash) == [10, 10]


@pytest.mark.clause("RD2-39")
@pytest.mark.parametrize(
    ("switch", "reaches"),
    [("W>NE", True), ("E>NW", True), ("N>EW", False), ("S>EW", False)],
)
def test_a_switch_is_passed_between_root_and_branch_only(switch: str, reaches: bool) -> None:
    """The line comes from the west and wants to go east: through a root or from one, never from branch to branch."""
    state = position(stations=A, dice={"2a3": "EW", "2b3": switch})

    assert (linked(state) == {"A"}) == reaches


@pytest.mark.clause("RD2-39")
def test_a_line_may_turn_on_a_loop_and_take_the_other_branch() -> None:
    """Out through a branch of 2a3 to its root, round a loop of track behind a second switch, and back into the other branch."""
    loop = {"2b3": "W>NS", "2b2": "ES", "2c2": "SW", "2c3": "NS", "2c4": "NW", "2b4": "NE"}
    state = position(stations={"blue": "1d3", "black": "6a2", "A": "5a2"}, dice={"2a3": "E>SW", "2a4": "NS", "5a1": "NS", **loop})

    assert linked(state) == {"A"}


@pytest.mark.clause("RD2-40")
def test_the_tracks_of_a_crossing_are_apart() -> None:
    """The line crosses 2b3 from west to east; north and south of it nothing is reached."""
    state = position(stations=A, dice={"2a3": "EW", "2b3": "NS+EW"})

    assert linked(state) == {"A"}
    assert state.reach[square("2b2")] == state.reach[square("2b4")] == 0


@pytest.mark.clause("RD2-40")
def test_the_tracks_of_a_double_curve_are_apart() -> None:
    """From the west the line leaves to the north; east and south belong to the other curve."""
    state = position(stations=A, dice={"2a3": "EW", "2b3": "NW+ES"})

    assert linked(state) == set()
    assert arrivals(state.reach[square("2b2")]) == 1 << 2
    assert state.reach[square("2b4")] == 0


@pytest.mark.clause("RD2-41")
def test_a_line_uses_dice_that_others_laid_free_of_charge() -> None:
    """Black lays the die that joins blue's track with its own: both lines run over all of it, and only black pays a fee."""
    stations = {"blue": "1d3", "black": "3a2", "A": "5b3"}
    state = position(stations=stations, dice={"2a3": "EW", "2b3": "NW", "2b2": "ES", "2d2": "EW"}, front="straight", turn=1)
    play(state, "lay 2c2 EW")

    assert linked(state) == {"black"}
    assert linked(state, 1) == {"blue"}
    assert list(state.cash) == [10 + 5, 10 + 5 - 1]

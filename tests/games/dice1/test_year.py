"""Chapter 13: the end of a year."""

from __future__ import annotations

import pytest

from roundhouse.games.dice1.position import NONE
from roundhouse.games.dice1.stations import largest_group
from tests.games.dice1.positions import HOME, Tile, end_year, play, position

RED = 3
GREEN = 1


def column(*stations: str) -> list[Tile]:
    """Mini-tiles from the start to the south, each with its stations."""
    return [("meadow", 0, row, names) for row, names in enumerate(stations)]


@pytest.mark.clause("RD1-82", "RD1-8")
def test_the_director_gets_a_token_for_each_mini_tile_of_the_largest_group() -> None:
    """Three in a row for seat 1, who alone directs red."""
    state = position(land=column("red", "red", "red"), directors={"red": 1}, shares={0: "1 red", 1: "2 red"})

    end_year(state)

    assert list(state.tokens) == [0, 3]


@pytest.mark.clause("RD1-82")
def test_diagonal_neighbours_are_no_group() -> None:
    """Two places that touch at a corner: one each."""
    state = position(land=[("meadow", 0, 0, "red"), ("meadow", 1, 1, "red")])

    assert largest_group(state, RED) == 1


@pytest.mark.clause("RD1-83", "RD1-84")
def test_the_largest_group_counts_and_the_others_nothing() -> None:
    """Green: four in a branching group, two apart."""
    land: list[Tile] = [
        *(("meadow", 0, 0, "green"), ("meadow", 1, 0, "green"), ("meadow", 2, 0, "green"), ("meadow", 1, 1, "green")),
        *(("meadow", 4, 0, "green"), ("meadow", 5, 0, "green")),
    ]
    state = position(land=land, directors={"green": 0}, shares={0: "1 green"})

    assert largest_group(state, GREEN) == 4
    assert end_year(state).tokens[0] == 4


@pytest.mark.clause("RD1-83")
def test_a_station_just_built_counts_for_its_mini_tile() -> None:
    """On the start tile, next to a mini-tile with a purple station."""
    state = position(land=[HOME, ("meadow", 0, 1, "purple")], directors={"purple": 0}, shares={0: "1 purple"}, reserve={0: 3})

    play(state, "station west purple open")

    assert end_year(state).tokens[0] == 2


@pytest.mark.clause("RD1-85")
@pytest.mark.parametrize(("also", "tokens"), [("", 2), ("C", 3), ("AC", 5), ("ABC", 6)])
def test_the_example_of_the_picture(also: str, tokens: int) -> None:
    """RD1-R16: a column red, red, C, A, red, with B beside C; yellow has two."""
    land: list[Tile] = [
        *column("red yellow", "red yellow", *("red" if name in also else "" for name in "CA"), "red"),
        ("meadow", 1, 2, "red" if "B" in also else ""),
    ]
    state = position(land=land)

    assert largest_group(state, RED) == tokens
    assert largest_group(state, 4) == 2


@pytest.mark.clause("RD1-86")
def test_the_payment_goes_to_the_directors_before_the_change() -> None:
    """Seat 1 has more shares, but becomes director only after the passengers are paid."""
    state = position(land=column("red", "red"), directors={"red": 0}, shares={0: "1 red", 1: "2 red"})

    end_year(state)

    assert (list(state.tokens), state.director[RED]) == ([2, 0], 1)


@pytest.mark.clause("RD1-87")
def test_who_has_most_shares_becomes_or_stays_director() -> None:
    """Red changes hands, blue stays, green gets its first director, and nobody directs a company without shareholders."""
    state = position(directors={"red": 0, "blue": 0}, shares={0: "1 red 2 blue", 1: "2 red 1 blue 1 green"})

    end_year(state)

    assert list(state.director) == [NONE, 1, 0, 1, NONE]


@pytest.mark.clause("RD1-88")
@pytest.mark.parametrize(
    ("director", "shares", "first", "winner"),
    [
        (2, "2 2 2 1", 0, 2),  # the present director is among them
        (3, "0 2 2 1", 0, 1),  # clockwise from seat 3: 0, 1
        (1, "2 1 0 2", 0, 3),  # clockwise from seat 1: 2, 3
        (None, "2 0 2 2", 0, 0),  # no director yet: the start player is nearest
        (None, "2 0 2 2", 1, 2),  # clockwise from the start player
    ],
)
def test_ties_for_most_shares(director: int | None, shares: str, first: int, winner: int) -> None:
    """RD1-R17: the distance is counted clockwise, from the director or else from the start player of the year that ends."""
    held = {seat: f"{count} red" for seat, count in enumerate(shares.split())}
    state = position(seats=4, shares=held, directors={} if director is None else {"red": director}, turn=first)

    end_year(state)

    assert state.director[RED] == winner


@pytest.mark.clause("RD1-89")
def test_the_second_player_becomes_first_and_the_old_first_acts_last() -> None:
    """Three players: 0 1 2, then 1 2 0."""
    state = end_year(position(seats=3))

    assert (state.first, state.turn, state.year) == (1, 1, 2)
    assert play(state, "end", "end").turn == 0

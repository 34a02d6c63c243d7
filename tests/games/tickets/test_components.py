"""Chapter 1 of the rules: what is in the box, and that nothing gets lost."""

from __future__ import annotations

from collections import Counter

import pytest

from roundhouse.core.sentence import BadSetup
from roundhouse.core.state import FieldValue
from roundhouse.games.tickets import GAME
from roundhouse.games.tickets.phases import NONE
from roundhouse.games.tickets.state import Tickets
from tests.games.tickets.positions import position, random_game, spread
from tests.games.tickets.usa import (
    CARD_TOTAL,
    CARDS,
    CITIES,
    CITY_NAMES,
    COLOUR,
    COLOUR_NAMES,
    COLOURED,
    COLOURS,
    END_A,
    END_B,
    GRAY,
    LENGTH,
    LOCOMOTIVE,
    LONGEST_PATH_BONUS,
    TICKET_A,
    TICKET_B,
    TICKET_POINTS,
    TICKETS,
    TRACKS,
    TRAINS,
    TWIN,
    start,
)

# The printed tickets city by city: every ticket stands here twice, once from each end.
PRINTED = {
    "Atlanta": "Montreal 9, New York 6, San Francisco 17",
    "Boston": "Miami 12",
    "Calgary": "Phoenix 13, Salt Lake City 7",
    "Chicago": "Los Angeles 16, New Orleans 7, Santa Fe 9",
    "Dallas": "New York 11",
    "Denver": "El Paso 4, Pittsburgh 11",
    "Duluth": "El Paso 10, Houston 8",
    "El Paso": "Denver 4, Duluth 10",
    "Helena": "Los Angeles 8",
    "Houston": "Duluth 8, Kansas City 5, Winnipeg 12",
    "Kansas City": "Houston 5",
    "Little Rock": "Winnipeg 11",
    "Los Angeles": "Chicago 16, Helena 8, Miami 20, New York 21, Seattle 9",
    "Miami": "Boston 12, Los Angeles 20, Toronto 10",
    "Montreal": "Atlanta 9, New Orleans 13, Vancouver 20",
    "Nashville": "Portland 17, Sault Ste Marie 8",
    "New Orleans": "Chicago 7, Montreal 13",
    "New York": "Atlanta 6, Dallas 11, Los Angeles 21, Seattle 22",
    "Oklahoma City": "Sault Ste Marie 9",
    "Phoenix": "Calgary 13, Portland 11",
    "Pittsburgh": "Denver 11",
    "Portland": "Nashville 17, Phoenix 11",
    "Salt Lake City": "Calgary 7",
    "San Francisco": "Atlanta 17",
    "Santa Fe": "Chicago 9, Vancouver 13",
    "Sault Ste Marie": "Nashville 8, Oklahoma City 9",
    "Seattle": "Los Angeles 9, New York 22",
    "Toronto": "Miami 10",
    "Vancouver": "Montreal 20, Santa Fe 13",
    "Winnipeg": "Houston 12, Little Rock 11",
}


@pytest.mark.clause("TTR-1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_two_to_five_can_play(seats: int) -> None:
    """Every number of players on the box gives a first state with so many seats."""
    assert GAME.start(seats).seats == seats


@pytest.mark.clause("TTR-1")
@pytest.mark.parametrize("seats", [-1, 0, 1, 6])
def test_any_other_number_of_players_is_refused(seats: int) -> None:
    """Nobody plays alone, and a sixth player finds no trains."""
    with pytest.raises(BadSetup, match="2 to 5 players"):
        GAME.start(seats)


@pytest.mark.clause("TTR-2")
def test_there_are_twelve_cards_of_each_colour_and_fourteen_locomotives() -> None:
    """The table of cards, counted against the box: 8 x 12 + 14 = 110."""
    assert COLOUR_NAMES == ("white", "blue", "yellow", "green", "red", "purple", "black", "orange", "locomotive")
    assert list(CARDS) == [12, 12, 12, 12, 12, 12, 12, 12, 14]
    assert CARD_TOTAL == 110
    assert list(start(2).deck) == list(CARDS)


@pytest.mark.clause("TTR-3", "TTR-73")
def test_the_thirty_tickets_are_those_of_the_box() -> None:
    """Every printed ticket is found from both of its cities, and the six cities without a ticket are left out."""
    printed = Counter(
        (city, end.rsplit(" ", 1)[0], int(end.rsplit(" ", 1)[1])) for city, ends in PRINTED.items() for end in ends.split(", ")
    )
    ours = Counter(
        (CITY_NAMES[a], CITY_NAMES[b], TICKET_POINTS[each])
        for each in range(TICKETS)
        for a, b in ((TICKET_A[each], TICKET_B[each]), (TICKET_B[each], TICKET_A[each]))
    )

    assert ours == printed
    assert TICKETS == 30
    assert max(ours.values()) == 1
    assert set(CITY_NAMES) - set(PRINTED) == {"Charleston", "Las Vegas", "Omaha", "Raleigh", "Saint Louis", "Washington"}


@pytest.mark.clause("TTR-4")
def test_five_players_have_forty_five_trains_and_a_score_each() -> None:
    """With a full table 225 of the 240 trains of the box are in play: the fifteen spares are not."""
    state = start(5)

    assert list(state.trains) == [45] * 5
    assert len(state.points) == 5
    assert 240 - sum(state.trains) == 5 * 3


@pytest.mark.clause("TTR-5")
def test_there_is_one_longest_path_card() -> None:
    """Of 144 printed cards all but the summary and two advertisements are in the game, one of them for ten points."""
    in_the_game = CARD_TOTAL + TICKETS + 1

    assert 144 - in_the_game == 3
    assert LONGEST_PATH_BONUS == 10


@pytest.mark.clause("TTR-6")
def test_the_board_has_36_cities_and_100_tracks() -> None:
    """Counted: 78 pairs of cities, 22 of them double, 309 spaces."""
    pairs = Counter((END_A[each], END_B[each]) for each in range(TRACKS))

    assert CITIES == len(set(CITY_NAMES)) == 36
    assert TRACKS == 100
    assert len({frozenset(pair) for pair in pairs}) == len(pairs) == 78
    assert Counter(pairs.values()) == {1: 56, 2: 22}
    assert sum(LENGTH) == 309


@pytest.mark.clause("TTR-6")
def test_the_two_tracks_of_a_double_are_equally_long_and_know_each_other() -> None:
    """44 tracks have a twin between the same cities, and the twin's twin is the track itself."""
    doubles = [each for each in range(TRACKS) if TWIN[each] >= 0]

    assert len(doubles) == 44
    assert all(TWIN[TWIN[each]] == each and LENGTH[TWIN[each]] == LENGTH[each] for each in doubles)


@pytest.mark.clause("TTR-7")
def test_a_track_has_one_to_six_spaces_and_a_colour_or_gray() -> None:
    """Lengths counted on the board; each colour has seven tracks of 27 spaces, and 44 tracks are gray."""
    colours = Counter(COLOUR[each] for each in range(TRACKS))
    spaces = Counter[int]()
    for each in range(COLOURED):
        spaces[COLOUR[each]] += LENGTH[each]

    assert Counter(LENGTH) == {1: 9, 2: 36, 3: 20, 4: 16, 5: 10, 6: 9}
    assert colours == {**dict.fromkeys(range(LOCOMOTIVE), 7), GRAY: 44}
    assert set(spaces.values()) == {27}
    assert all((COLOUR[each] == GRAY) == (each >= COLOURED) for each in range(TRACKS))


@pytest.mark.compiled
@pytest.mark.clause("TTR-8", "TTR-9", "TTR-10")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_cards_tickets_and_trains_are_neither_lost_nor_made(seats: int) -> None:
    """A whole random game, everything counted by hand after every move and every draw."""
    for state, _ in random_game(seats, seed=seats):
        assert _cards_in_all_places(state) == list(CARDS)
        assert _tickets_in_all_places(state) == list(range(TICKETS))
        assert [state.trains[seat] + sum(LENGTH[each] for each in state.tracks_of(seat)) for seat in range(seats)] == [
            TRAINS
        ] * seats
        state.check()


@pytest.mark.clause("TTR-8", "TTR-9", "TTR-10")
@pytest.mark.parametrize(
    ("clause", "forged"),
    [
        ("TTR-8", {"hand": [1] + [0] * (2 * COLOURS - 1), "size": [1, 0]}),
        ("TTR-9", {"mine": [1, 1], "held": [1, 1], "top": (1 << TICKETS) - 2, "above": TICKETS - 1}),
        ("TTR-9", {"top": (1 << TICKETS) - 2, "above": TICKETS - 1}),
        ("TTR-10", {"trains": [44, 45]}),
    ],
)
def test_the_check_notices_what_is_lost_or_forged(clause: str, forged: dict[str, FieldValue]) -> None:
    """A card too many; a ticket held by two; a ticket nowhere; a train gone: the check names the clause."""
    state = position(**forged)  # type: ignore[arg-type]  # fields by their numbers

    with pytest.raises(AssertionError, match=f"{clause}:"):
        state.check()


@pytest.mark.clause("TTR-10")
def test_trains_on_the_board_are_missing_from_the_reserve() -> None:
    """Forty spaces owned leave five trains, and the check agrees."""
    state = position(owned={0: spread(40)})

    assert list(state.trains) == [5, 45]
    state.check()


def _cards_in_all_places(state: Tickets) -> list[int]:
    return [
        state.deck[colour]
        + state.discard[colour]
        + list(state.slot).count(colour)
        + sum(state.hand[seat * COLOURS + colour] for seat in range(state.seats))
        for colour in range(COLOURS)
    ]


def _tickets_in_all_places(state: Tickets) -> list[int]:
    kept = [each for seat in range(state.seats) for each in range(TICKETS) if state.mine[seat] >> each & 1]
    above = [each for each in range(TICKETS) if state.top >> each & 1]
    offered = [each for each in state.offer if each != NONE]
    return sorted([*kept, *above, *offered, *list(state.under)[::2]])

"""Chapter 2 of the rules: set-up."""

from __future__ import annotations

import pytest

from roundhouse.core.state import CHANCE
from roundhouse.games.tickets.phases import FIRST, NONE, OFFERING, SHOWING, TURN
from roundhouse.games.tickets.scoring import longest_paths
from roundhouse.games.tickets.state import Tickets
from roundhouse.games.tickets.view import view
from tests.games.tickets.positions import counts, hand, legal, let_chance, move, play, row, ticket
from tests.games.tickets.usa import OFFER, notation, start

HANDS = ("card red", "card red", "card blue", "card white", "card green", "card black", "card green", "card locomotive")
DISPLAY = ("card red", "card purple", "card locomotive", "card locomotive", "card yellow")
OFFERS = (
    "ticket Denver-El Paso",
    "ticket Chicago-Santa Fe",
    "ticket Boston-Miami",
    "ticket Dallas-New York",
    "ticket Duluth-Houston",
    "ticket Calgary-Phoenix",
)


def two_with_offers() -> Tickets:
    """Two seats with all cards dealt and three tickets each to choose from."""
    return play(start(2), *HANDS, *DISPLAY, *OFFERS)


def shown_to_choose(seats: int) -> Tickets:
    """A random deal up to the first choice of tickets."""
    return let_chance(start(seats), seed=seats)


@pytest.mark.clause("TTR-11")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_each_player_starts_with_45_trains_and_no_points(seats: int) -> None:
    """The first state, before a card is dealt: reserves full, scores zero, no track taken."""
    state = start(seats)

    assert list(state.trains) == [45] * seats
    assert list(state.scores()) == [0] * seats
    assert not any(state.own)


@pytest.mark.clause("TTR-12")
def test_each_player_is_dealt_four_cards_seat_by_seat() -> None:
    """Eight cards for two players: the first four are seat 0's hand, the next four seat 1's."""
    state = play(start(2), *HANDS)

    assert hand(state, 0) == counts("2 red 1 blue 1 white")
    assert hand(state, 1) == counts("2 green 1 black 1 locomotive")


@pytest.mark.clause("TTR-12")
def test_a_dealt_card_is_hidden_from_the_others() -> None:
    """The fifth card goes to seat 1: seat 0 only sees that a card is dealt, and its view does not change with the card."""
    red = play(start(2), *HANDS[:4])
    blue = red.copy()

    assert notation(red.seen(move("card red"), 1)) == "card red"
    assert notation(red.seen(move("card red"), 0)) == "card ?"
    assert view(play(red, "card red"), 0) == view(play(blue, "card blue"), 0)


@pytest.mark.clause("TTR-13")
@pytest.mark.parametrize(("seats", "left"), [(2, 97), (3, 93), (4, 89), (5, 85)])
def test_five_cards_are_shown_and_the_rest_is_the_deck(seats: int, left: int) -> None:
    """Deals without three locomotives: the deck holds 105 - 4P cards."""
    state = shown_to_choose(seats)

    assert state.thrown == 0
    assert NONE not in state.slot
    assert state.down == sum(state.deck) == left == 105 - 4 * seats


@pytest.mark.clause("TTR-13")
def test_the_display_is_dealt_from_the_first_slot_up() -> None:
    """Five cards in order, two locomotives among them: they lie as they came, and tickets are dealt next."""
    state = play(start(2), *HANDS, *DISPLAY)

    assert list(state.slot) == row("red purple locomotive locomotive yellow")
    assert (state.actor, state.phase) == (CHANCE, OFFERING)


@pytest.mark.clause("TTR-14")
def test_a_first_display_with_three_locomotives_is_flushed() -> None:
    """Three locomotives of five: all five are discarded and new ones dealt before any ticket."""
    first = ("card locomotive", "card red", "card locomotive", "card red", "card locomotive")
    state = play(start(2), *HANDS, *first)

    assert (state.actor, state.phase) == (CHANCE, SHOWING)
    assert list(state.slot) == [NONE] * 5
    assert list(state.discard) == counts("3 locomotive 2 red")

    play(state, *DISPLAY)

    assert state.phase == OFFERING
    assert state.down == 97 - 5


@pytest.mark.clause("TTR-15")
def test_nobody_owns_the_longest_path_card_after_set_up() -> None:
    """All paths are equally long, namely 0, and nobody has ten points."""
    state = play(two_with_offers(), "keep 1 2", "keep 1 2")

    assert list(longest_paths(state)) == [0, 0]
    assert list(state.scores()) == [0, 0]


@pytest.mark.clause("TTR-16")
def test_each_player_is_offered_three_tickets_that_no_other_sees() -> None:
    """Six tickets for two players: three each in order; the other seat sees backs."""
    state = play(start(2), *HANDS, *DISPLAY, *OFFERS[:3])

    assert notation(state.seen(move(OFFERS[3]), 1)) == OFFERS[3]
    assert notation(state.seen(move(OFFERS[3]), 0)) == "ticket ?"

    play(state, *OFFERS[3:])

    assert list(state.offer) == [ticket(text.removeprefix("ticket ")) for text in OFFERS]
    assert [each < 0 for each in view(state, 0).position.offer] == [False] * 3 + [True] * 3


@pytest.mark.clause("TTR-17")
@pytest.mark.parametrize("seats", [2, 5])
def test_two_or_three_first_tickets_are_kept(seats: int) -> None:
    """Every seat has the same four choices: any two, or all three."""
    state = shown_to_choose(seats)
    for seat in range(seats):
        assert (state.actor, state.phase) == (seat, FIRST)
        assert sorted(legal(state)) == ["keep 1 2", "keep 1 2 3", "keep 1 3", "keep 2 3"]

        play(state, "keep 1 3")


@pytest.mark.clause("TTR-18")
def test_refused_first_tickets_go_under_the_deck_seat_by_seat() -> None:
    """Seat 0 refuses its second ticket, seat 1 its first: they lie below the 24 others, seat 0's first."""
    state = play(two_with_offers(), "keep 1 3", "keep 2 3")

    assert list(state.under) == [ticket("Chicago-Santa Fe"), 0, ticket("Dallas-New York"), 1]
    assert state.above + len(state.under) // 2 == 30 - 4
    assert list(state.offer) == [NONE] * 2 * OFFER


@pytest.mark.clause("TTR-18")
@pytest.mark.parametrize(("first", "second", "kept"), [("keep 1 2 3", "keep 1 2 3", 6), ("keep 1 2 3", "keep 1 2", 5)])
def test_the_ticket_deck_holds_thirty_less_those_kept(first: str, second: str, kept: int) -> None:
    """Whatever is kept, the rest of the thirty is in the deck."""
    state = play(two_with_offers(), first, second)

    assert sum(state.held) == kept
    assert state.above + len(state.under) // 2 == 30 - kept


@pytest.mark.clause("TTR-19")
def test_a_first_choice_is_secret_until_all_have_chosen() -> None:
    """Seat 0 keeps two or three: seat 1 sees the same before its own choice, and only then the number."""
    two = two_with_offers()
    three = two.copy()

    assert notation(two.seen(move("keep 1 2"), 1)) == notation(two.seen(move("keep 1 2 3"), 1)) == "keep ?"

    play(two, "keep 1 2")
    play(three, "keep 1 2 3")

    assert view(two, 1) == view(three, 1)
    assert list(two.held) == list(three.held) == [0, 0]
    assert len(two.under) == 0

    play(two, "keep 1 2")
    play(three, "keep 1 2")

    assert (list(two.held), list(three.held)) == ([2, 2], [3, 2])


@pytest.mark.clause("TTR-19")
def test_all_choose_before_the_first_turn() -> None:
    """Three seats choose one after another; only then does a turn begin."""
    state = shown_to_choose(3)
    for seat in range(3):
        assert (state.actor, state.turn) == (seat, NONE)
        play(state, "keep 2 3")

    assert (state.actor, state.phase) == (0, TURN)

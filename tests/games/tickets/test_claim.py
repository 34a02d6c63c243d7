"""Chapter 6 of the rules: claiming tracks."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundhouse.games.tickets.phases import TURN
from roundhouse.games.tickets.state import Tickets
from tests.games.tickets.positions import (
    claims,
    counts,
    hand,
    legal,
    move,
    open_masks,
    owners,
    play,
    position,
    random_game,
    spread,
    track,
)
from tests.games.tickets.usa import (
    CLAIM,
    CLAIM_COLOUR,
    CLAIM_TRACK,
    CLAIM_WILD,
    COLOUR,
    COLOUR_NAMES,
    COLOURED,
    GRAY,
    LENGTH,
    LOCOMOTIVE,
    LONGEST,
    TRACKS,
    notation,
)


def ways(state: Tickets, name: str) -> set[str]:
    """The payments that the acting seat can make for a track."""
    chosen = [each - CLAIM for each in state.legal_moves() if notation(each).startswith("claim ")]
    return {notation(each + CLAIM).rsplit(" ", 1)[1] for each in chosen if CLAIM_TRACK[each] == track(name)}


def payments(moves: Iterable[int]) -> set[tuple[int, int, int]]:
    """The claims among some moves, as track, colour and number of locomotives."""
    indices = [each - CLAIM for each in moves if notation(each).startswith("claim ")]
    return {(CLAIM_TRACK[each], CLAIM_COLOUR[each], CLAIM_WILD[each]) for each in indices}


def owner_of(state: Tickets, name: str) -> int | None:
    """Who owns a track."""
    return owners(state).get(track(name))


@pytest.mark.clause("TTR-49")
@pytest.mark.parametrize(("cards", "possible"), [(4, False), (5, True), (6, True)])
def test_a_track_takes_as_many_cards_as_it_has_spaces(cards: int, possible: bool) -> None:
    """Denver-Phoenix has five spaces: four white cards do not pay for it, five do, and of six one is left."""
    state = position(hands={0: f"{cards} white"})

    assert ("claim Denver-Phoenix white" in claims(state)) is possible
    if possible:
        assert sum(hand(play(state, "claim Denver-Phoenix white"), 0)) == cards - 5


@pytest.mark.clause("TTR-49")
def test_every_claim_is_paid_with_exactly_the_length_of_its_track() -> None:
    """All claims of a rich hand, each tried: cards spent, trains placed and cards discarded are the length of the track."""
    rich = position(hands={0: "6 red 6 white 6 locomotive"})
    for each in rich.legal_moves():
        if notation(each).startswith("claim "):
            state = rich.copy()
            state.apply(each)
            length = LENGTH[CLAIM_TRACK[each - CLAIM]]
            assert (state.size[0], state.trains[0]) == (18 - length, 45 - length)


@pytest.mark.clause("TTR-50")
def test_a_coloured_track_takes_cards_of_its_colour() -> None:
    """Denver-Phoenix is white: any number of cards of other colours does not help."""
    state = position(hands={0: "5 red 5 blue 4 white"})

    assert ways(state, "Denver-Phoenix") == set()
    assert ways(position(hands={0: "5 red 5 white"}), "Denver-Phoenix") == {"white"}


@pytest.mark.clause("TTR-50")
def test_locomotives_stand_in_on_a_coloured_track() -> None:
    """Three white cards and two locomotives are five cards for Denver-Phoenix."""
    state = position(hands={0: "3 white 2 locomotive"})

    assert ways(state, "Denver-Phoenix") == {"white+2"}

    play(state, "claim Denver-Phoenix white+2")

    assert owner_of(state, "Denver-Phoenix") == 0
    assert state.size[0] == 0


@pytest.mark.clause("TTR-51")
def test_a_gray_track_takes_any_one_colour() -> None:
    """Three red, three blue and two black cards: red or blue pays for Montreal-Toronto, black does not."""
    state = position(hands={0: "3 red 3 blue 2 black"})

    assert ways(state, "Montreal-Toronto") == {"red", "blue"}


@pytest.mark.clause("TTR-51")
def test_colours_are_not_mixed_on_a_gray_track() -> None:
    """Two black and two red cards with one locomotive: each colour only with the locomotive, never with the other."""
    state = position(hands={0: "2 red 2 black 1 locomotive"})

    assert ways(state, "Montreal-Toronto") == {"red+1", "black+1"}
    assert ways(position(hands={0: "2 red 2 black"}), "Montreal-Toronto") == set()


@pytest.mark.clause("TTR-52")
def test_any_number_of_locomotives_may_be_used() -> None:
    """Enough blue cards and locomotives for Montreal-New York: from none to three of them."""
    state = position(hands={0: "3 blue 3 locomotive"})

    assert ways(state, "Montreal-New York") == {"blue", "blue+1", "blue+2", "locomotive"}


@pytest.mark.clause("TTR-52")
def test_locomotives_alone_are_one_payment_on_a_gray_track() -> None:
    """With only locomotives in hand the colour means nothing: one way to pay, not nine."""
    state = position(hands={0: "3 locomotive"})

    assert ways(state, "Montreal-Toronto") == {"locomotive"}
    assert ways(state, "Montreal-New York") == {"locomotive"}


@pytest.mark.compiled
@pytest.mark.clause("TTR-49", "TTR-50", "TTR-51", "TTR-52", "TTR-53", "TTR-57")
@settings(deadline=None, max_examples=60)
@given(cards=st.lists(st.integers(0, 8), max_size=12), spent=st.integers(0, 45))
def test_the_claims_are_all_sets_of_cards_that_the_rules_allow(cards: list[int], spent: int) -> None:
    """Any hand of up to twelve cards, any reserve: every handful is tried on every open track."""
    held = " ".join(f"1 {COLOUR_NAMES[card]}" for card in cards)
    state = position(hands={0: held}, owned={0: spread(spent)})

    assert payments(state.legal_moves()) == _claims_by_trial(counts(held), 45 - spent, set(owners(state)))


@settings(deadline=None, max_examples=60)
@given(cards=st.lists(st.integers(0, 8), max_size=12))
def test_the_claims_worth_searching_use_as_few_locomotives_as_each_colour_allows(cards: list[int]) -> None:
    """Any hand of up to twelve cards: a claim is left out when a card of the colour could take the place of a locomotive."""
    state = position(hands={0: " ".join(f"1 {COLOUR_NAMES[card]}" for card in cards)})
    allowed = payments(state.legal_moves())
    thrifty = {
        (each, colour, wild)
        for each, colour, wild in allowed
        if (each, COLOUR[each] if colour == LOCOMOTIVE else colour, wild - 1) not in allowed
    }

    assert payments(state.choices()) == thrifty


@pytest.mark.clause("TTR-53")
@pytest.mark.parametrize(("spent", "possible"), [(40, True), (41, False), (45, False)])
def test_a_claim_needs_a_train_for_every_space(spent: int, possible: bool) -> None:
    """Denver-Phoenix takes five trains: with five left it can be claimed, with four it cannot."""
    state = position(hands={0: "5 white"}, owned={0: spread(spent, leaving=["Denver-Phoenix"])})

    assert ("claim Denver-Phoenix white" in claims(state)) is possible


@pytest.mark.clause("TTR-53")
def test_the_reserve_falls_by_the_length_of_the_track() -> None:
    """Five of 45 trains go on Denver-Phoenix; the other seat's stay."""
    assert list(play(position(hands={0: "5 white"}), "claim Denver-Phoenix white").trains) == [40, 45]


@pytest.mark.clause("TTR-54")
def test_all_cards_played_are_discarded() -> None:
    """Four white cards and a locomotive: five cards in the discard pile, the rest of the hand untouched."""
    state = play(position(hands={0: "5 white 2 locomotive 1 red"}), "claim Denver-Phoenix white+1")

    assert list(state.discard) == counts("4 white 1 locomotive")
    assert state.thrown == 5
    assert hand(state, 0) == counts("1 white 1 locomotive 1 red")


@pytest.mark.clause("TTR-55")
@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("Dallas-Houston", 1),
        ("Atlanta-Charleston", 2),
        ("Montreal-Toronto", 4),
        ("Calgary-Helena", 7),
        ("Denver-Phoenix", 10),
        ("Calgary-Winnipeg", 15),
    ],
)
def test_a_track_scores_at_once_by_its_length(name: str, points: int) -> None:
    """Tracks of one to six spaces, all paid with white cards, for the second seat to act."""
    state = play(position(hands={1: "6 white"}, turn=1), f"claim {name} white")

    assert list(state.scores()) == [0, points]


@pytest.mark.clause("TTR-57")
def test_a_track_need_not_touch_the_others() -> None:
    """Seat 0 owns a track in Florida and claims one in Washington."""
    state = position(hands={0: "1 red"}, owned={0: ["Atlanta-Miami"]})

    assert owner_of(play(state, "claim Seattle-Vancouver red"), "Seattle-Vancouver") == 0


@pytest.mark.clause("TTR-57")
def test_every_track_is_open_at_the_beginning() -> None:
    """With six cards of every kind all hundred tracks can be claimed."""
    state = position(hands={0: " ".join(f"6 {name}" for name in COLOUR_NAMES)})

    assert {CLAIM_TRACK[each - CLAIM] for each in state.legal_moves() if notation(each).startswith("claim ")} == set(range(TRACKS))


@pytest.mark.clause("TTR-58")
@pytest.mark.parametrize("seats", [2, 5])
def test_a_claimed_track_belongs_to_its_owner_alone(seats: int) -> None:
    """Seat 0 claims Denver-Phoenix: nobody can claim it again, neither the others nor seat 0 itself."""
    state = play(position(seats=seats, hands={0: "5 white"}), "claim Denver-Phoenix white")
    for seat in range(seats):
        later = position(seats=seats, turn=seat, hands={seat: "5 white 2 locomotive"}, owned={0: ["Denver-Phoenix"]})
        assert list(later.open) == list(state.open)
        assert ways(later, "Denver-Phoenix") == set()


@pytest.mark.clause("TTR-58")
def test_a_track_is_never_given_back() -> None:
    """A whole random game: what a seat owns once it owns at every later moment."""
    before: dict[int, int] = {}
    for state, _ in random_game(3, seed=7):
        after = owners(state)
        assert before.items() <= after.items()
        before = after
    assert before


@pytest.mark.clause("TTR-59")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize(
    ("mine", "other"), [("Dallas-Houston", "Dallas-Houston/2"), ("Denver-Kansas City/orange", "Denver-Kansas City/black")]
)
def test_nobody_owns_both_tracks_of_a_double(seats: int, mine: str, other: str) -> None:
    """The owner of one track holds locomotives enough for the other: it is closed to that seat."""
    state = position(seats=seats, hands={0: "8 locomotive"}, display="red red red red red")
    play(state, f"claim {mine} locomotive")
    later = position(seats=seats, hands={0: "8 locomotive"}, owned={0: [mine]})

    assert list(state.open) == list(later.open)
    assert ways(later, other) == set()


@pytest.mark.clause("TTR-60")
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(("first", "second"), [("Dallas-Houston", "Dallas-Houston/2"), ("Dallas-Houston/2", "Dallas-Houston")])
def test_with_two_or_three_players_the_other_track_of_a_double_is_closed(seats: int, first: str, second: str) -> None:
    """Seat 0 takes either track: the other one is closed to every seat."""
    state = play(position(seats=seats, hands={0: "2 red", 1: "2 red"}), f"claim {first} red")

    assert owner_of(state, first) == 0
    assert move(f"claim {second} red") not in list(state.legal_moves())
    for seat in range(seats):
        assert ways(position(seats=seats, turn=seat, hands={seat: "1 red"}, owned={0: [first]}), second) == set()


@pytest.mark.clause("TTR-60")
def test_the_first_to_claim_chooses_between_the_two_tracks() -> None:
    """Black and orange cards: either track of Denver-Kansas City can be had."""
    assert {"claim Denver-Kansas City black", "claim Denver-Kansas City orange"} <= claims(position(hands={0: "4 black 4 orange"}))


@pytest.mark.clause("TTR-61")
@pytest.mark.parametrize("seats", [4, 5])
def test_with_four_or_five_players_the_second_track_stays_open_to_the_others(seats: int) -> None:
    """Seat 0 has the black track between Denver and Kansas City: every other seat may claim the orange one."""
    state = play(position(seats=seats, hands={0: "4 black", 1: "4 orange"}), "claim Denver-Kansas City black")
    for seat in range(seats):
        later = position(seats=seats, turn=seat, hands={seat: "4 orange"}, owned={0: ["Denver-Kansas City/black"]})
        assert list(later.open) == list(state.open)
        assert ways(later, "Denver-Kansas City/orange") == ({"orange"} if seat else set())

    play(state, "claim Denver-Kansas City orange")

    assert owner_of(state, "Denver-Kansas City/orange") == 1


@pytest.mark.compiled
@pytest.mark.clause("TTR-58", "TTR-59", "TTR-60", "TTR-61")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_open_tracks_follow_from_the_owners(seats: int) -> None:
    """Random games: the masks kept move by move are those worked out anew from who owns what."""
    for seed in range(3):
        claimed = 0
        for state, _ in random_game(seats, seed):
            if len(owners(state)) > claimed:
                claimed = len(owners(state))
                assert list(state.open) == open_masks(seats, owners(state))
        assert claimed > 10


@pytest.mark.clause("TTR-62")
def test_montreal_new_york_takes_three_blue_cards_and_scores_four() -> None:
    """Two blue cards will not do, nor three of another colour; a locomotive stands in for the third."""
    assert ways(position(hands={0: "2 blue 3 red"}), "Montreal-New York") == set()
    assert ways(position(hands={0: "2 blue 1 locomotive"}), "Montreal-New York") == {"blue+1"}

    state = play(position(hands={0: "3 blue"}), "claim Montreal-New York blue")

    assert state.scores()[0] == 4
    assert state.trains[0] == 42


@pytest.mark.clause("TTR-63")
def test_montreal_toronto_takes_three_cards_of_any_one_colour() -> None:
    """Gray and three long: three of every colour will do, two red and one green will not."""
    rich = position(hands={0: " ".join(f"3 {name}" for name in COLOUR_NAMES[:LOCOMOTIVE])})

    assert COLOUR[track("Montreal-Toronto")] == GRAY
    assert ways(rich, "Montreal-Toronto") == set(COLOUR_NAMES[:LOCOMOTIVE])
    assert ways(position(hands={0: "2 red 1 green"}), "Montreal-Toronto") == set()


@pytest.mark.clause("TTR-56")
def test_the_seat_that_claimed_waits_for_its_next_turn() -> None:
    """Cards for three tracks in hand: after one claim the other seat has the turn, and only its own cards count."""
    state = play(position(hands={0: "3 red", 1: "1 blue"}), "claim Dallas-Houston red")

    assert (state.actor, state.turn, state.phase) == (1, 1, TURN)
    assert all(text.endswith(" blue") for text in claims(state))
    assert "claim Seattle-Vancouver blue" in legal(state)


def _claims_by_trial(held: list[int], trains: int, taken: set[int]) -> set[tuple[int, int, int]]:
    """Every handful of one to six cards of the hand, tried on every free track of that length."""
    found = set()
    for length in range(1, min(LONGEST, trains) + 1):
        for cards in combinations_with_replacement(range(LOCOMOTIVE + 1), length):
            if any(cards.count(card) > held[card] for card in cards):
                continue
            colours = set(cards) - {LOCOMOTIVE}
            for each in range(TRACKS):
                fits = len(colours) <= 1 if each >= COLOURED else colours <= {COLOUR[each]}
                if fits and LENGTH[each] == length and each not in taken:
                    found.add((each, min(cards), cards.count(LOCOMOTIVE)))
    return found

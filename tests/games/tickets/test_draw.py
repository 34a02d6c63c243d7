"""Chapter 4 of the rules: drawing train cards."""

from __future__ import annotations

import pytest

from roundhouse.core.state import CHANCE
from roundhouse.games.tickets.phases import DRAWN, NONE, SECOND, SHOWING, TURN
from roundhouse.games.tickets.view import view
from tests.games.tickets.positions import counts, hand, legal, move, play, position, row
from tests.games.tickets.usa import COLOUR_NAMES, COLOURS, notation


@pytest.mark.clause("TTR-26")
@pytest.mark.parametrize(
    ("moves", "drawn"),
    [
        (("take red", "card black", "take blue", "card black"), "1 red 1 blue"),
        (("take red", "card black", "draw", "card orange"), "1 red 1 orange"),
        (("draw", "card orange", "take red", "card black"), "1 orange 1 red"),
        (("draw", "card orange", "draw", "card orange"), "2 orange"),
    ],
)
def test_two_cards_from_either_source_end_the_turn(moves: tuple[str, ...], drawn: str) -> None:
    """Display and deck in all four combinations: two cards in hand, then the next seat."""
    state = play(position(), *moves)

    assert hand(state, 0) == counts(drawn)
    assert (state.actor, state.phase) == (1, TURN)


@pytest.mark.clause("TTR-26")
def test_any_card_of_the_display_can_be_taken() -> None:
    """Five slots with three kinds: one move for each kind, since equal cards are equal."""
    state = position(display="red blue red locomotive blue")

    assert [text for text in legal(state) if text.startswith("take")] == ["take blue", "take red", "take locomotive"]


@pytest.mark.clause("TTR-26")
def test_a_blind_card_comes_from_the_deck_as_often_as_it_is_there() -> None:
    """Three red and one blue card face down: red is three times as likely, and nothing else can come."""
    state = play(position(deck="3 red 1 blue"), "draw")

    assert (state.actor, state.phase) == (CHANCE, DRAWN)
    assert {notation(each): state.weight(each) for each in state.legal_moves()} == {"card red": 3, "card blue": 1}


@pytest.mark.clause("TTR-27")
def test_an_emptied_slot_is_filled_before_the_second_card() -> None:
    """Yellow is taken from the middle: its slot is filled by the next card of the deck, the others stay where they are."""
    state = play(position(), "take yellow")

    assert (state.actor, state.phase) == (CHANCE, SHOWING)
    assert list(state.slot) == row("white blue - green red")

    play(state, "card orange")

    assert list(state.slot) == row("white blue orange green red")
    assert (state.actor, state.phase) == (0, SECOND)


@pytest.mark.clause("TTR-27")
def test_the_slot_of_the_second_card_is_filled_too() -> None:
    """After the second card the next seat finds five cards."""
    state = play(position(), "take white", "card black", "take black", "card purple")

    assert list(state.slot) == row("purple blue yellow green red")
    assert state.actor == 1


@pytest.mark.clause("TTR-28")
@pytest.mark.parametrize("first", [("take white", "card orange"), ("draw", "card orange")])
def test_the_second_card_may_come_from_either_source(first: tuple[str, str]) -> None:
    """After a card of the display or a blind one: any colour shown, or blind again."""
    state = play(position(), *first)

    assert {"take blue", "take yellow", "take green", "take red", "draw"} <= set(legal(state))


@pytest.mark.clause("TTR-28")
def test_the_card_that_has_just_come_up_may_be_taken() -> None:
    """Orange fills the slot of white and is taken as the second card."""
    state = play(position(), "take white", "card orange", "take orange", "card black")

    assert hand(state, 0) == counts("1 white 1 orange")


@pytest.mark.clause("TTR-29")
def test_a_display_locomotive_taken_first_is_the_whole_turn() -> None:
    """One locomotive in hand, the slot filled, and the next seat to act."""
    state = play(position(display="locomotive blue yellow green red"), "take locomotive", "card red")

    assert hand(state, 0) == counts("1 locomotive")
    assert (state.actor, state.phase) == (1, TURN)


@pytest.mark.clause("TTR-30")
@pytest.mark.parametrize(
    ("display", "first"),
    [
        ("white blue yellow green red", ("take white", "card locomotive")),
        ("white blue yellow green locomotive", ("take white", "card black")),
        ("white blue yellow green locomotive", ("draw", "card black")),
        ("white blue yellow green locomotive", ("draw", "card locomotive")),
    ],
    ids=["just come up", "lay there before", "after a blind card", "after a blind locomotive"],
)
def test_a_display_locomotive_is_never_the_second_card(display: str, first: tuple[str, str]) -> None:
    """A locomotive is shown when the second card is chosen: it is not among the moves."""
    state = play(position(display=display), *first)

    assert state.phase == SECOND
    assert 8 in list(state.slot)
    assert "take locomotive" not in legal(state)
    assert "draw" in legal(state)


@pytest.mark.clause("TTR-31")
def test_a_blind_locomotive_drawn_first_leaves_the_second_card() -> None:
    """It counts as one card: the same seat still draws."""
    state = play(position(), "draw", "card locomotive")

    assert (state.actor, state.phase) == (0, SECOND)

    play(state, "draw", "card locomotive")

    assert hand(state, 0) == counts("2 locomotive")
    assert state.actor == 1


@pytest.mark.clause("TTR-31")
def test_a_blind_locomotive_drawn_second_is_kept() -> None:
    """Red from the display, then a locomotive from the deck: both stay in hand."""
    state = play(position(), "take red", "card black", "draw", "card locomotive")

    assert hand(state, 0) == counts("1 red 1 locomotive")


@pytest.mark.clause("TTR-32")
@pytest.mark.parametrize("first", [("take white", "card orange"), ("draw", "card orange")])
def test_the_second_card_is_not_optional(first: tuple[str, str]) -> None:
    """After the first card every move takes a card; there is none to stop."""
    state = play(position(), *first)

    assert state.actor == 0
    assert all(text == "draw" or text.startswith("take ") for text in legal(state))


@pytest.mark.clause("TTR-33")
@pytest.mark.parametrize(
    ("display", "deck", "moves"),
    [
        ("red", "", ("take red",)),
        ("red locomotive locomotive", "", ("take red",)),
        ("locomotive locomotive", "1 blue", ("draw", "card blue")),
        ("", "1 blue", ("draw", "card blue")),
    ],
)
def test_without_a_second_card_the_turn_ends_with_one(display: str, deck: str, moves: tuple[str, ...]) -> None:
    """Pool empty, and the display empty or only locomotives: one card in hand, and the next seat acts."""
    state = play(position(display=display, deck=deck), *moves)

    assert sum(hand(state, 0)) == 1
    assert (state.actor, state.phase) == (1, TURN)


@pytest.mark.clause("TTR-33")
@pytest.mark.parametrize(
    ("display", "deck", "discard"), [("red blue", "", ""), ("red", "1 green", ""), ("red locomotive", "", "1 black")]
)
def test_with_a_second_card_somewhere_the_turn_goes_on(display: str, deck: str, discard: str) -> None:
    """One more card in the display, in the deck or in the discard pile: the seat must go on."""
    state = play(position(display=display, deck=deck, discard=discard), "take red")
    while state.actor == CHANCE:
        state.apply(state.legal_moves()[0])

    assert (state.actor, state.phase) == (0, SECOND)


@pytest.mark.clause("TTR-33", "TTR-44")
def test_discards_are_a_second_card_behind_a_display_of_locomotives() -> None:
    """The last card of the deck is drawn and the display shows only locomotives: the discards can still be drawn from."""
    display = "locomotive locomotive locomotive locomotive locomotive"
    state = play(position(display=display, deck="1 red", discard="1 blue"), "draw", "card red")

    assert (state.actor, state.phase) == (0, SECOND)
    assert legal(state) == ["draw"]


@pytest.mark.clause("TTR-34")
def test_a_blind_card_is_seen_by_its_drawer_only() -> None:
    """Seat 0 draws red or orange: the others see a card, and their views are equal."""
    red = play(position(seats=3), "draw")
    orange = red.copy()

    assert notation(red.seen(move("card red"), 0)) == "card red"
    assert [notation(red.seen(move("card red"), seat)) for seat in (1, 2)] == ["card ?", "card ?"]

    play(red, "card red")
    play(orange, "card orange")

    assert view(red, 1) == view(orange, 1)
    assert view(red, 0) != view(orange, 0)


@pytest.mark.clause("TTR-34")
def test_a_card_of_the_display_stays_known_to_all() -> None:
    """Seat 0 takes red openly and draws a second card blind: seat 1 knows of one red card, and of two cards in all."""
    state = play(position(), "take red", "card black", "draw", "card orange")
    seen = view(state, 1).position

    assert notation(position().seen(move("take red"), 1)) == "take red"
    assert list(seen.hand)[:COLOURS] == counts("1 red")
    assert seen.size[0] == 2


@pytest.mark.clause("TTR-34")
def test_a_known_card_is_forgotten_when_it_may_have_been_spent() -> None:
    """Two of three red cards are known; one is spent: only one of the two left is certain."""
    state = play(position(hands={0: "3 red"}, known={0: "2 red"}), "claim Dallas-Houston red")

    assert list(state.known)[:COLOURS] == counts("1 red")
    assert hand(state, 0) == counts("2 red")


@pytest.mark.clause("TTR-34")
def test_the_card_that_fills_a_slot_is_seen_by_all() -> None:
    """The refill is face up: every seat sees which card it is."""
    state = play(position(), "take red")

    assert [notation(state.seen(move("card black"), seat)) for seat in (0, 1)] == ["card black", "card black"]
    assert NONE in state.slot
    assert COLOUR_NAMES[state.slot[0]] == "white"

"""Chapters 4 and 5 of the rules: three locomotives in the display, and cards that run out."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundhouse.core.state import CHANCE
from roundhouse.games.tickets.phases import DRAWN, KEEPING, NONE, SECOND, SHOWING, TURN
from roundhouse.games.tickets.state import Tickets
from tests.games.tickets.positions import counts, hand, legal, play, position, row
from tests.games.tickets.usa import CARD, COLOUR_NAMES, FLUSH_CAP, LOCOMOTIVE, SLOTS

NEW_DISPLAY = ("card white", "card blue", "card yellow", "card green", "card red")


def end_of_turn(display: str, *, deck: str | None = None, discard: str = "") -> Tickets:
    """Seat 0 ends a turn in which it drew a ticket, so that nothing but the end of the turn touches the display."""
    offers = {0: ["Denver-El Paso"]}
    return play(position(phase=KEEPING, offers=offers, display=display, deck=deck, discard=discard), "keep 1")


def flushing(state: Tickets) -> bool:
    """A whole new display is about to be dealt."""
    return state.phase == SHOWING and list(state.slot) == [NONE] * SLOTS


def deal_three_locomotives(state: Tickets) -> int:
    """Deals three locomotives to each new display until it is left alone; how often it was flushed."""
    flushes = 0
    while state.actor == CHANCE:
        flushes += flushing(state)
        wanted = state.deck[LOCOMOTIVE] > 0 and list(state.slot).count(LOCOMOTIVE) < 3
        state.apply(CARD + LOCOMOTIVE if wanted else state.legal_moves()[0])
    state.check()
    return flushes


@pytest.mark.clause("TTR-35", "TTR-40")
def test_the_display_is_checked_between_the_two_cards_of_a_turn() -> None:
    """White is taken and a third locomotive comes up: five new cards, and the same seat takes its second from them."""
    state = play(position(display="locomotive locomotive white blue red"), "take white", "card locomotive")

    assert flushing(state)

    play(state, *NEW_DISPLAY)

    assert (state.actor, state.phase) == (0, SECOND)
    assert sorted(legal(state)) == ["draw", "take blue", "take green", "take red", "take white", "take yellow"]

    play(state, "take green", "card black")

    assert hand(state, 0) == counts("1 white 1 green")
    assert state.actor == 1


@pytest.mark.clause("TTR-40")
def test_after_a_flush_the_second_card_may_be_drawn_blind() -> None:
    """The flush took five cards and left the second draw untouched."""
    state = play(position(display="locomotive locomotive white blue red"), "take white", "card locomotive", *NEW_DISPLAY)

    assert hand(play(state, "draw", "card orange"), 0) == counts("1 white 1 orange")


@pytest.mark.clause("TTR-35")
def test_a_blind_first_card_causes_no_check_but_the_end_of_the_turn_does() -> None:
    """Three locomotives lie there since an earlier check: they stay after the first blind card and go after the second."""
    state = play(position(display="locomotive locomotive locomotive blue red"), "draw", "card orange")

    assert (state.actor, state.phase) == (0, SECOND)
    assert list(state.slot) == row("locomotive locomotive locomotive blue red")
    assert flushing(play(state, "draw", "card orange"))


@pytest.mark.clause("TTR-35")
@pytest.mark.parametrize(
    "moves",
    [
        ("claim Dallas-Houston red",),
        ("tickets", "ticket Denver-El Paso", "ticket Boston-Miami", "ticket Calgary-Phoenix", "keep 2"),
        ("take locomotive", "card locomotive"),
    ],
    ids=["claim", "tickets", "display locomotive"],
)
def test_the_display_is_checked_at_the_end_of_every_turn(moves: tuple[str, ...]) -> None:
    """Three locomotives lie there since an earlier check: whatever the seat does, they go at the end of its turn."""
    state = play(position(hands={0: "1 red"}, display="locomotive locomotive locomotive blue red"), *moves)

    assert flushing(state)

    play(state, *NEW_DISPLAY)

    assert (state.actor, state.phase) == (1, TURN)


@pytest.mark.clause("TTR-35", "TTR-39")
def test_the_last_refill_and_the_end_of_the_turn_are_one_check() -> None:
    """The refill of the second card brings a third locomotive, and every new display too: ten flushes, not twenty."""
    state = position(display="locomotive locomotive white blue red", deck="1 locomotive 1 green", phase=SECOND, drawn=1)
    play(state, "take white", "card locomotive")

    assert deal_three_locomotives(state) == FLUSH_CAP == 10
    assert (state.actor, state.phase) == (1, TURN)


@pytest.mark.clause("TTR-36", "TTR-42")
@pytest.mark.parametrize(
    ("display", "discarded"),
    [
        ("locomotive red locomotive blue locomotive", "3 locomotive 1 red 1 blue"),
        ("locomotive locomotive locomotive locomotive red", "4 locomotive 1 red"),
        ("locomotive locomotive locomotive locomotive locomotive", "5 locomotive"),
    ],
)
def test_three_locomotives_or_more_flush_the_whole_display(display: str, discarded: str) -> None:
    """All five cards are discarded, five new ones are dealt, and the next seat acts."""
    state = end_of_turn(display)

    assert flushing(state)
    assert list(state.discard) == counts(discarded)

    play(state, *NEW_DISPLAY)

    assert list(state.slot) == row("white blue yellow green red")
    assert (state.actor, state.phase) == (1, TURN)


@pytest.mark.clause("TTR-36", "TTR-43")
def test_a_flush_goes_on_from_the_discards_when_the_deck_runs_out() -> None:
    """Two cards are left in the deck: they fill two slots, then the discards, the flushed cards among them, are the deck."""
    state = end_of_turn("locomotive locomotive locomotive blue red", deck="2 green", discard="4 orange")
    play(state, "card green")

    assert (state.down, state.thrown) == (1, 9)

    play(state, "card green")

    assert list(state.deck) == counts("3 locomotive 1 blue 1 red 4 orange")
    assert state.thrown == 0

    play(state, "card orange", "card orange", "card locomotive")

    assert list(state.slot) == row("green green orange orange locomotive")


@pytest.mark.clause("TTR-37")
def test_a_new_display_with_three_locomotives_is_flushed_again() -> None:
    """Two displays in a row with three locomotives: ten cards discarded, and only the third display stays."""
    state = end_of_turn("locomotive locomotive locomotive blue red")
    play(state, "card locomotive", "card red", "card locomotive", "card red", "card locomotive")

    assert flushing(state)
    assert state.thrown == 10

    play(state, *NEW_DISPLAY)

    assert (state.actor, state.phase) == (1, TURN)


@pytest.mark.clause("TTR-38")
@pytest.mark.parametrize(
    ("display", "deck", "helps"),
    [
        ("locomotive locomotive locomotive blue red", "1 locomotive", False),
        ("locomotive locomotive locomotive blue red", "1 white", True),
        ("locomotive locomotive locomotive locomotive locomotive", "9 locomotive", False),
        ("locomotive locomotive locomotive locomotive locomotive", "2 red", False),
        ("locomotive locomotive locomotive locomotive locomotive", "3 red", True),
        ("locomotive locomotive locomotive blue red", "", False),
        ("locomotive locomotive locomotive", "", False),
    ],
)
def test_no_flush_when_it_could_not_help(display: str, deck: str, helps: bool) -> None:
    """With two other cards in pool and display nothing helps, with three it may; with an empty pool nothing does."""
    assert flushing(end_of_turn(display, deck=deck)) is helps


@pytest.mark.clause("TTR-38", "TTR-41")
@settings(deadline=None)
@given(cards=st.lists(st.sampled_from([*range(8), *[LOCOMOTIVE] * 16]), max_size=12), cut=st.integers(0, 7))
def test_a_flush_takes_place_exactly_when_a_better_display_can_be_dealt(cards: list[int], cut: int) -> None:
    """Up to twelve cards in display, deck and discard pile: the best of all displays is found by trying them all."""
    shown, pool = cards[:SLOTS], cards[SLOTS:]
    fewest = min(each.count(LOCOMOTIVE) for each in combinations(cards, len(shown)))
    state = end_of_turn(_named(shown), deck=_counted(pool[:cut]), discard=_counted(pool[cut:]))

    assert flushing(state) is (shown.count(LOCOMOTIVE) >= 3 and fewest < 3)


@pytest.mark.clause("TTR-39")
def test_after_ten_flushes_the_display_stays_until_the_next_check() -> None:
    """Three locomotives come up again and again: the tenth new display stays, and the next turn's end flushes again."""
    state = end_of_turn("locomotive locomotive locomotive blue red", deck="1 white")

    assert deal_three_locomotives(state) == 10
    assert list(state.slot).count(LOCOMOTIVE) == 3
    assert (state.actor, state.phase) == (1, TURN)

    play(state, "tickets", "ticket Boston-Miami", "ticket Calgary-Phoenix", "ticket Chicago-Santa Fe", "keep 1")

    assert flushing(state)
    assert deal_three_locomotives(state) == 10


@pytest.mark.clause("TTR-39")
def test_a_check_in_the_middle_of_a_turn_stops_after_ten_flushes_too() -> None:
    """The first card's refill begins the check: after ten flushes the second card is due, and the turn's end checks anew."""
    state = position(display="locomotive locomotive white blue red", deck="1 locomotive 1 green 1 black")
    play(state, "take white", "card locomotive")

    assert deal_three_locomotives(state) == 10
    assert (state.actor, state.phase) == (0, SECOND)

    play(state, "draw", legal(play(state.copy(), "draw"))[0])

    assert flushing(state)


@pytest.mark.clause("TTR-41")
@pytest.mark.parametrize("display", ["locomotive locomotive red red red", "locomotive white red red red", "white red red red red"])
def test_two_locomotives_are_never_flushed(display: str) -> None:
    """Two, one or none: the display stays and the next seat acts."""
    state = end_of_turn(display)

    assert list(state.slot) == row(display)
    assert (state.actor, state.phase) == (1, TURN)


@pytest.mark.clause("TTR-42")
def test_played_cards_lie_in_the_discard_pile() -> None:
    """Two red cards and a locomotive pay for a track: all three are discarded, on top of what lay there."""
    state = play(position(hands={0: "2 red 1 locomotive"}, discard="1 blue"), "claim Montreal-Toronto red+1")

    assert list(state.discard) == counts("2 red 1 locomotive 1 blue")


@pytest.mark.clause("TTR-43")
def test_the_discards_become_the_deck_when_a_card_is_needed() -> None:
    """The last card of the deck is drawn: the discards wait until the next draw, then all of them are the deck."""
    state = play(position(deck="1 green", discard="3 blue 1 locomotive"), "draw", "card green")

    assert (state.down, state.thrown) == (0, 4)
    assert "draw" in legal(state)

    play(state, "draw")

    assert (state.actor, state.phase) == (CHANCE, DRAWN)
    assert list(state.deck) == counts("3 blue 1 locomotive")
    assert (state.down, state.thrown) == (4, 0)


@pytest.mark.clause("TTR-43")
def test_hands_and_display_are_not_shuffled_in() -> None:
    """A refill from an empty deck: only the discards can come up, and neither hand nor display changes."""
    state = play(position(hands={0: "2 black"}, deck="", discard="2 orange"), "take white")

    assert legal(state) == ["card orange"]
    assert hand(play(state, "card orange"), 0) == counts("2 black 1 white")
    assert list(state.slot) == row("orange blue yellow green red")


@pytest.mark.clause("TTR-43")
def test_cards_discarded_before_the_next_need_are_shuffled_in() -> None:
    """The deck is empty; seat 0 claims a track with red, then seat 1 draws blind: red can come."""
    state = play(position(hands={0: "1 red"}, deck="", discard="2 orange"), "claim Dallas-Houston red", "draw")

    assert legal(state) == ["card red", "card orange"]


@pytest.mark.clause("TTR-44")
@pytest.mark.parametrize(("deck", "discard", "possible"), [("1 red", "", True), ("", "1 red", True), ("", "", False)])
def test_a_blind_draw_needs_a_card_in_the_pool(deck: str, discard: str, possible: bool) -> None:
    """A card in the deck or in the discard pile will do, at the first card and at the second."""
    state = position(deck=deck, discard=discard)
    second = position(deck=deck, discard=discard, phase=SECOND, drawn=1)

    assert ("draw" in legal(state)) is possible
    assert ("draw" in legal(second)) is possible


@pytest.mark.clause("TTR-45")
def test_a_slot_stays_empty_while_the_pool_is_empty() -> None:
    """Yellow and then blue are taken with nothing to fill their slots: three cards are left, where they were."""
    state = play(position(deck=""), "take yellow")

    assert (state.actor, state.phase) == (0, SECOND)
    assert list(state.slot) == row("white blue - green red")

    play(state, "take blue")

    assert list(state.slot) == row("white - - green red")
    assert state.actor == 1


@pytest.mark.clause("TTR-45")
def test_an_empty_slot_cannot_be_taken() -> None:
    """Two cards in five slots: two cards to take."""
    state = position(display="- red - - blue", deck="")

    assert [text for text in legal(state) if text.startswith("take")] == ["take blue", "take red"]


@pytest.mark.clause("TTR-46")
def test_empty_slots_are_filled_lowest_first_when_a_claim_brings_cards_back() -> None:
    """Four empty slots and three cards paid: the first three empty slots are filled at the end of the turn, one stays empty."""
    state = play(position(hands={0: "3 blue"}, display="- red", deck=""), "claim Montreal-New York blue")

    assert (state.actor, state.phase) == (CHANCE, SHOWING)

    play(state, "card blue", "card blue", "card blue")

    assert list(state.slot) == row("blue red blue blue -")
    assert (state.actor, state.phase) == (1, TURN)


@pytest.mark.clause("TTR-46")
def test_three_locomotives_paid_do_not_flush_a_display_they_complete() -> None:
    """Three locomotives come back to an empty display: the pool is empty then, so they stay (TTR-38 forbids the flush)."""
    state = play(position(hands={0: "3 locomotive"}, display="", deck=""), "claim Montreal-New York locomotive")
    play(state, *["card locomotive"] * 3)

    assert list(state.slot) == row("locomotive locomotive locomotive")
    assert (state.actor, state.phase) == (1, TURN)


@pytest.mark.clause("TTR-47")
def test_with_all_cards_in_hands_none_can_be_drawn() -> None:
    """Pool and display empty: a claim or tickets remain."""
    state = position(hands={0: "1 red"}, display="", deck="")

    assert {text.split()[0] for text in legal(state)} == {"claim", "tickets"}


@pytest.mark.clause("TTR-48")
@pytest.mark.parametrize(
    ("display", "deck", "discard", "moves"),
    [
        ("green", "", "", ("take green",)),
        ("", "1 green", "", ("draw", "card green")),
        ("", "", "1 green", ("draw", "card green")),
        ("- - locomotive", "", "", ("take locomotive",)),
    ],
)
def test_the_only_card_can_be_drawn_and_ends_the_turn(display: str, deck: str, discard: str, moves: tuple[str, ...]) -> None:
    """One card in display, deck or discard pile: it is drawn, and the next seat acts."""
    state = play(position(display=display, deck=deck, discard=discard), *moves)

    assert sum(hand(state, 0)) == 1
    assert (state.actor, state.phase) == (1, TURN)


def _named(cards: list[int]) -> str:
    return " ".join(COLOUR_NAMES[card] for card in cards)


def _counted(cards: list[int]) -> str:
    return " ".join(f"1 {COLOUR_NAMES[card]}" for card in cards)

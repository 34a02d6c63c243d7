"""Every refusal of Ticket to Ride names the clause that forbids the move, and agrees with the legal moves."""

from __future__ import annotations

import re
from typing import cast

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.state import CHANCE, OVER, FieldValue, fields, restore
from roundhouse.games.tickets.phases import DEALING, DRAWN, FIRST, FLUSHING, HIDDEN, KEEPING, NONE, OFFERING, SECOND, SHOWING, TURN
from roundhouse.games.tickets.refusal import refusal
from roundhouse.games.tickets.state import Tickets
from roundhouse.games.tickets.view import view
from tests.games.tickets.usa import CARDS, COLOURS, LOCOMOTIVE, MOVE_COUNT, OUTCOME_COUNT, SHADOW_COUNT, TICKETS, parse, start

WHITE, BLUE, YELLOW, GREEN, RED, PURPLE, BLACK, ORANGE = range(8)
INTS = MOVE_COUNT + OUTCOME_COUNT + SHADOW_COUNT


def position(seats: int = 2, **given: FieldValue) -> Tickets:
    """Seat 0 at the start of a turn, with an empty hand, a display of four colours and a locomotive; fields replaced as given."""
    base = fields(start(seats))
    base |= {"actor": 0, "turn": 0, "phase": TURN, "slot": [WHITE, BLUE, RED, RED, LOCOMOTIVE], "down": 100}
    return restore(Tickets, base | given)


def holding(seats: int = 2, /, **counts: int) -> list[int]:
    """All hands, when seat 0 holds so many cards by colour and the others none."""
    names = ("white", "blue", "yellow", "green", "red", "purple", "black", "orange", "locomotive")
    return [counts.get(name, 0) for name in names] + [0] * (COLOURS * (seats - 1))


def claimed(state: Tickets, seat: int, text: str) -> Tickets:
    """The state after a seat has claimed a track, back at the start of the turn of seat 0."""
    after = state.copy()
    after.turn = seat
    for colour in range(COLOURS):
        after.hand[seat * COLOURS + colour] += 6
    after.size[seat] += 6 * COLOURS
    after.apply(parse(text))
    after.phase, after.actor, after.turn, after.hand = TURN, 0, 0, state.hand[:]
    return after


def told(state: Tickets, text: str) -> str:
    """What is said against a move written as text."""
    return str(refusal(state, parse(text)))


def test_a_card_that_is_not_shown_cannot_be_taken() -> None:
    """TTR-26: no green card lies in the display."""
    assert told(position(), "take green") == (
        "TTR-26: there is no green card in the display, which shows 1 white card, 1 blue card, 2 red cards and 1 locomotive"
    )


def test_an_empty_slot_cannot_be_taken() -> None:
    """TTR-45: the display is empty, so there is nothing to take from it."""
    assert told(position(slot=[NONE] * 5), "take red") == (
        "TTR-45: every slot of the display is empty, and an empty slot cannot be taken"
    )


def test_a_locomotive_of_the_display_is_no_second_card() -> None:
    """TTR-30: one lies there, but only as a first card."""
    assert told(position(phase=SECOND, drawn=1), "take locomotive") == (
        "TTR-30: a locomotive of the display counts as two cards, so it cannot be the second card of a turn"
    )


def test_a_missing_locomotive_is_missing_also_as_a_second_card() -> None:
    """TTR-26 and not TTR-30: no locomotive lies in the display at all."""
    assert told(position(phase=SECOND, drawn=1, slot=[RED] * 5), "take locomotive") == (
        "TTR-26: there is no locomotive in the display, which shows 5 red cards"
    )


def test_nothing_is_drawn_from_an_empty_pool() -> None:
    """TTR-44: deck and discard pile are empty while the display still has cards."""
    assert told(position(down=0), "draw") == "TTR-44: deck and discard pile are empty; only the cards of the display can be taken"


def test_a_blind_draw_is_allowed_while_there_are_discards() -> None:
    """TTR-44: the deck shows 0, but the discard pile will be shuffled."""
    assert refusal(position(down=0, thrown=3), parse("draw")) is None


def test_all_cards_in_hands_leave_nothing_to_draw() -> None:
    """TTR-47: pool and display are empty."""
    assert told(position(down=0, slot=[NONE] * 5), "draw") == (
        "TTR-47: deck, discard pile and display are empty: all train cards are in the players' hands"
    )


def test_tickets_are_not_drawn_from_an_empty_deck() -> None:
    """TTR-68: no ticket above, none put back."""
    assert told(position(above=0, top=0), "tickets") == "TTR-68: there are no tickets left to draw"


def test_the_second_card_must_be_taken() -> None:
    """TTR-32: passing after the first card is refused."""
    assert told(position(phase=SECOND, drawn=1), "pass") == (
        "TTR-32: the second card is not optional; it must be taken while there is one to take"
    )


@pytest.mark.parametrize("text", ["tickets", "claim Dallas-Houston red", "keep 1"])
def test_two_actions_are_not_combined_after_a_first_card(text: str) -> None:
    """TTR-22: after one card only the second card is due."""
    assert told(position(phase=SECOND, drawn=1), text) == (
        "TTR-22: one card has been taken, and a turn is one action only; the second card is due"
    )


@pytest.mark.parametrize("text", ["take red", "draw", "tickets", "claim Dallas-Houston red"])
def test_two_actions_are_not_combined_after_drawing_tickets(text: str) -> None:
    """TTR-22: once tickets are drawn only the choice among them is due."""
    assert told(position(phase=KEEPING, offer=[1, 2, 3, NONE, NONE, NONE]), text) == (
        "TTR-22: tickets have been drawn, and a turn is one action only; the choice of tickets to keep is due"
    )


def test_tickets_are_not_kept_before_they_are_drawn() -> None:
    """TTR-22: at the start of a turn there is no offer."""
    assert told(position(), "keep 1") == "TTR-22: there are no tickets to choose from; that comes after drawing tickets"


def test_passing_needs_that_nothing_else_can_be_done() -> None:
    """TTR-23: the refusal lists what can be done; once nothing can, passing is the legal move."""
    assert told(position(hand=holding(white=1)), "pass") == (
        "TTR-23: passing is only for players who can do nothing else; you can draw cards, claim a route or draw tickets"
    )
    assert told(position(down=0, slot=[NONE] * 5), "pass") == (
        "TTR-23: passing is only for players who can do nothing else; you can draw tickets"
    )
    assert refusal(position(down=0, slot=[NONE] * 5, above=0, top=0), parse("pass")) is None


@pytest.mark.parametrize("text", ["keep 2", "pass"])
def test_two_first_tickets_must_be_kept(text: str) -> None:
    """TTR-17: one is too few, none too."""
    state = position(phase=FIRST, turn=NONE, offer=[1, 2, 3, 4, 5, 6])

    assert told(state, text) == "TTR-17: two or three of the three first tickets must be kept"


def test_nothing_comes_before_the_first_tickets() -> None:
    """TTR-19: no action before the first turn."""
    state = position(phase=FIRST, turn=NONE, offer=[1, 2, 3, 4, 5, 6])

    assert told(state, "draw") == (
        "TTR-19: before the first turn every player chooses two or three of the first tickets; nothing else comes first"
    )


def test_one_of_the_tickets_drawn_must_be_kept() -> None:
    """TTR-65: passing would keep none."""
    assert told(position(phase=KEEPING, offer=[1, 2, 3, NONE, NONE, NONE]), "pass") == (
        "TTR-65: at least one of the tickets drawn must be kept"
    )


def test_only_offered_tickets_can_be_kept() -> None:
    """TTR-67: the deck had only two, and then one ticket left."""
    two = position(phase=KEEPING, offer=[1, 2, NONE, NONE, NONE, NONE])
    one = position(phase=KEEPING, offer=[1, NONE, NONE, NONE, NONE, NONE])

    assert told(two, "keep 1 3") == "TTR-67: only 2 tickets are on offer, numbers 1 to 2"
    assert told(one, "keep 2") == "TTR-67: only 1 ticket is on offer, number 1"
    assert refusal(one, parse("keep 1")) is None


def test_a_coloured_track_needs_its_cards() -> None:
    """TTR-49: five white cards or locomotives are needed, three are there."""
    state = position(hand=holding(white=2, locomotive=1, red=6))

    assert told(state, "claim Denver-Phoenix white") == (
        "TTR-49: Denver-Phoenix needs 5 white cards, locomotives standing in for any; in hand: 2 white cards and 1 locomotive"
    )
    assert told(position(hand=holding()), "claim Denver-Phoenix white").endswith("in hand: none")


def test_enough_cards_in_another_mix_are_not_this_payment() -> None:
    """TTR-50: five cards that fit are there, but not five white ones."""
    assert told(position(hand=holding(white=3, locomotive=2)), "claim Denver-Phoenix white+1") == (
        "TTR-50: this way to pay takes 4 white cards and 1 locomotive; in hand: 3 white cards and 2 locomotives"
    )


def test_a_gray_track_needs_a_set_of_one_colour() -> None:
    """TTR-51 and TTR-63: two red and one green are no set of three."""
    assert told(position(hand=holding(red=2, green=1)), "claim Montreal-Toronto red") == (
        "TTR-51: Montreal-Toronto needs 3 cards of one colour, locomotives standing in for any; the best set in hand has 2"
    )
    assert told(position(hand=holding()), "claim Atlanta-Nashville red") == (
        "TTR-51: Atlanta-Nashville needs 1 card of any colour; there is none in hand"
    )


def test_a_gray_track_is_not_paid_with_a_colour_that_is_not_there() -> None:
    """TTR-51: three red cards would do, three green ones are not in hand."""
    assert told(position(hand=holding(red=3, green=1)), "claim Montreal-Toronto green") == (
        "TTR-51: this way to pay takes 3 green cards; in hand: 1 green card"
    )


def test_only_locomotives_must_be_in_hand() -> None:
    """TTR-52: the track could be paid with blue cards, not with locomotives alone."""
    assert told(position(hand=holding(blue=3, locomotive=1)), "claim Montreal-New York locomotive") == (
        "TTR-52: this way to pay takes 3 locomotives; in hand: 1 locomotive"
    )


def test_a_claim_needs_a_train_for_every_space() -> None:
    """TTR-53: cards are there, trains are not."""
    state = position(hand=holding(white=5), trains=[4, 45])

    assert told(state, "claim Denver-Phoenix white") == "TTR-53: Denver-Phoenix needs 5 trains; trains you have left: 4"
    assert told(position(trains=[0, 45]), "claim Dallas-Houston red") == "TTR-53: Dallas-Houston needs 1 train; you have none left"


def test_a_track_has_one_owner() -> None:
    """TTR-58: taken by player 2, or by the player himself."""
    theirs = claimed(position(), 1, "claim Denver-Phoenix white")
    own = claimed(position(), 0, "claim Denver-Phoenix white")

    assert told(theirs, "claim Denver-Phoenix white") == "TTR-58: Denver-Phoenix belongs to player 2"
    assert told(own, "claim Denver-Phoenix white") == "TTR-58: you have claimed Denver-Phoenix already"


def test_the_open_track_of_a_double_is_pointed_out() -> None:
    """TTR-58 and TTR-61: with four players the other track may still be claimed."""
    state = claimed(position(4, hand=holding(4, black=3)), 2, "claim Chicago-Pittsburgh orange")

    assert told(state, "claim Chicago-Pittsburgh orange") == (
        "TTR-58: this track of Chicago-Pittsburgh belongs to player 3; the other one is open"
    )
    assert refusal(state, parse("claim Chicago-Pittsburgh black")) is None


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_nobody_owns_both_tracks_of_a_double(seats: int) -> None:
    """TTR-59: with any number of players."""
    state = claimed(position(seats), 0, "claim Chicago-Pittsburgh orange")

    assert told(state, "claim Chicago-Pittsburgh black") == (
        "TTR-59: you own the other track of Chicago-Pittsburgh, and nobody may own both tracks of a double route"
    )


@pytest.mark.parametrize("seats", [2, 3])
def test_a_double_is_closed_with_two_or_three_players(seats: int) -> None:
    """TTR-60: player 2 has one track, the other is closed to all."""
    state = claimed(position(seats), 1, "claim Chicago-Pittsburgh orange")

    assert told(state, "claim Chicago-Pittsburgh black") == (
        "TTR-60: with two or three players only one track of a double route can be taken; "
        "player 2 has the other of Chicago-Pittsburgh"
    )


@pytest.mark.parametrize(
    ("text", "clause"),
    [("card red", "TTR-26"), ("ticket Denver-El Paso", "TTR-64"), ("flush", "TTR-36"), ("card ?", "TTR-25"), ("kept 2", "TTR-19")],
)
def test_a_seat_makes_neither_outcomes_nor_shadows(text: str, clause: str) -> None:
    """TTR-25, TTR-26, TTR-64: cards and tickets come by chance, and a shadow is only what others see."""
    assert told(position(), text).startswith(f"{clause}: ")


@pytest.mark.parametrize(
    ("phase", "turn", "clause"),
    [
        (DEALING, NONE, "TTR-12"),
        (SHOWING, NONE, "TTR-13"),
        (SHOWING, 0, "TTR-27"),
        (OFFERING, NONE, "TTR-16"),
        (OFFERING, 0, "TTR-64"),
        (DRAWN, 0, "TTR-26"),
        (FLUSHING, 0, "TTR-35"),
    ],
)
def test_nobody_moves_while_chance_acts(phase: int, turn: int, clause: str) -> None:
    """What is being drawn is named by its clause; an outcome of the other kind is refused alike."""
    state = position(actor=CHANCE, phase=phase, turn=turn, slot=[NONE] * 5)

    assert told(state, "draw").startswith(f"{clause}: ")
    assert told(state, "card red" if phase == OFFERING else "ticket Denver-El Paso").startswith(f"{clause}: ")


def test_the_deck_gives_only_what_it_holds() -> None:
    """TTR-8: all red cards are elsewhere."""
    deck = list(CARDS)
    deck[RED] = 0

    assert told(position(actor=CHANCE, phase=DRAWN, deck=deck), "card red") == "TTR-8: the deck holds no red card"


def test_three_locomotives_leave_no_choice() -> None:
    """TTR-36: the deck has other cards, so the display goes; TTR-38: all cards left are locomotives, so it stays."""
    display = [LOCOMOTIVE, LOCOMOTIVE, LOCOMOTIVE, RED, RED]
    helps = position(actor=CHANCE, phase=FLUSHING, slot=display, deck=[10] * COLOURS, down=90)
    useless = position(actor=CHANCE, phase=FLUSHING, slot=display, deck=[0] * LOCOMOTIVE + [9], down=9)

    assert refusal(helps, parse("flush")) is None
    assert told(helps, "stay") == "TTR-36: a display with three locomotives is cleared while a new one could have fewer"
    assert refusal(useless, parse("stay")) is None
    assert told(useless, "flush") == ("TTR-38: the display stays, because no new display could have fewer than three locomotives")


def test_a_ticket_comes_from_one_place() -> None:
    """TTR-9: it is in a hand; TTR-66: it was put back and lies under the others, until those are gone."""
    ticket = parse("ticket Denver-El Paso")
    at = ticket - parse("ticket Atlanta-Montreal")
    rest = (1 << TICKETS) - 1 & ~(1 << at)
    gone = position(actor=CHANCE, phase=OFFERING, top=rest, above=TICKETS - 1)
    under = position(actor=CHANCE, phase=OFFERING, top=rest, above=TICKETS - 1, under=[at, 0])
    second = position(actor=CHANCE, phase=OFFERING, top=0, above=0, under=[at + 1, 1, at, 0])
    first = position(actor=CHANCE, phase=OFFERING, top=0, above=0, under=[at, 0, at + 1, 1])

    assert str(refusal(gone, ticket)) == "TTR-9: the ticket Denver-El Paso is no longer in the deck"
    assert str(refusal(under, ticket)) == "TTR-66: the ticket Denver-El Paso lies under others that come first"
    assert str(refusal(second, ticket)) == "TTR-66: the ticket Denver-El Paso lies under others that come first"
    assert refusal(first, ticket) is None


def test_nothing_is_legal_once_the_game_is_over() -> None:
    """TTR-78: every int is refused."""
    state = position(actor=OVER)

    assert {cast("str", getattr(refusal(state, move), "clause", None)) for move in range(INTS)} == {"TTR-78"}


@pytest.mark.compiled
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_move_is_refused_exactly_when_it_is_not_legal(seats: int) -> None:
    """Every int at every ninth position of two random games: refused or legal, by an existing clause, and alike on the view."""
    for seed in range(2):
        state, rng, made = start(seats), Rng(seed), 0
        while state.actor != OVER:
            if made % 9 == 0:
                compare_with_legal_moves(state)
            moves = state.legal_moves()
            state.apply(state.draw(rng) if state.actor == CHANCE else moves[rng.below(len(moves))])
            made += 1
        compare_with_legal_moves(state)


def compare_with_legal_moves(state: Tickets) -> None:
    """Every int of one position, on the truth and on the view of the acting seat."""
    legal = set(state.legal_moves())
    masked = view(state, state.actor).position if state.actor >= 0 else state
    for move in range(INTS):
        against = refusal(state, move)
        assert (against is None) == (move in legal), move
        assert refusal(masked, move) == against
        if against is not None:
            number = re.fullmatch(r"TTR-(\d+)", against.clause)
            assert number is not None
            assert 1 <= int(number[1]) <= 96
            assert "{" not in str(against)


def test_a_refusal_does_not_depend_on_what_others_hide() -> None:
    """Another player's cards, tickets and offer and the order under the deck are changed: every int is answered alike."""
    hand = holding(white=3, locomotive=1)
    one = position(hand=hand, mine=[3, 12], offer=[NONE] * 3 + [5, 6, 7], under=[8, 1])
    two = position(
        hand=hand[:COLOURS] + [1] * COLOURS, mine=[3, 0], offer=[NONE] * 3 + [HIDDEN] * 3, under=[9, 1], deck=[0] * COLOURS
    )

    assert [refusal(one, move) for move in range(MOVE_COUNT)] == [refusal(two, move) for move in range(MOVE_COUNT)]

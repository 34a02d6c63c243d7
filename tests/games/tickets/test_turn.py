"""Chapter 3 of the rules: a turn, and what is open or hidden."""

from __future__ import annotations

from typing import cast

import pytest

from roundhouse.core.state import SPECTATOR, FieldValue, fields
from roundhouse.games.tickets.phases import KEEPING, SECOND, TURN
from roundhouse.games.tickets.state import Tickets
from roundhouse.games.tickets.view import view
from tests.games.tickets.positions import claims, legal, let_chance, play, position, spread
from tests.games.tickets.usa import start


def seen_by(state: Tickets, seat: int) -> dict[str, FieldValue]:
    """The fields of a view."""
    return fields(view(state, seat).position)


@pytest.mark.clause("TTR-20")
@pytest.mark.parametrize("seats", [2, 5])
def test_seat_0_begins(seats: int) -> None:
    """When the last seat has chosen its tickets, it is seat 0's turn."""
    state = let_chance(start(seats))
    play(state, *["keep 1 2"] * seats)

    assert (state.actor, state.turn, state.phase) == (0, 0, TURN)


@pytest.mark.clause("TTR-21")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_play_goes_round_one_turn_each(seats: int) -> None:
    """Everybody draws two cards blind, twice round: seats in ascending order, then seat 0 again."""
    state = position(seats=seats)
    order = []
    for _ in range(2 * seats):
        order.append(state.actor)
        play(state, "draw", "card red" if state.deck[4] else "card blue", "draw", "card green" if state.deck[3] else "card black")

    assert order == [*range(seats), *range(seats)]


@pytest.mark.clause("TTR-22")
def test_a_turn_offers_the_three_actions() -> None:
    """One red card in hand: cards, tickets, or a gray track of one space."""
    state = position(hands={0: "1 red"})

    assert [text for text in legal(state) if not text.startswith("claim")] == [
        "take white",
        "take blue",
        "take yellow",
        "take green",
        "take red",
        "draw",
        "tickets",
    ]
    assert "claim Dallas-Houston red" in claims(state)


@pytest.mark.clause("TTR-22")
def test_who_has_drawn_a_card_can_only_draw_another() -> None:
    """After the first card there is neither a claim nor a ticket draw, whatever is in hand."""
    state = play(position(hands={0: "6 red"}), "take blue", "card black")

    assert (state.actor, state.phase) == (0, SECOND)
    assert sorted(legal(state)) == ["draw", "take black", "take green", "take red", "take white", "take yellow"]


@pytest.mark.clause("TTR-22")
def test_who_has_drawn_tickets_can_only_choose_among_them() -> None:
    """Three tickets in hand to look at: only keeping is left, then the next seat acts."""
    state = play(position(hands={0: "6 red"}), "tickets")
    let_chance(state)

    assert (state.actor, state.phase) == (0, KEEPING)
    assert all(text.startswith("keep") for text in legal(state))

    play(state, "keep 1")

    assert (state.actor, state.phase) == (1, TURN)


@pytest.mark.clause("TTR-22", "TTR-56")
def test_a_claim_is_the_whole_turn() -> None:
    """With cards for two tracks only one is claimed: the other seat acts next."""
    state = play(position(hands={0: "2 red"}), "claim Dallas-Houston red")

    assert (state.actor, state.phase) == (1, TURN)
    assert len(state.tracks_of(0)) == 1


@pytest.mark.clause("TTR-23")
@pytest.mark.parametrize(
    ("table", "only"),
    [
        ({"display": "", "deck": "1 red", "ticket_deck": ()}, ["draw"]),
        ({"display": "red", "deck": "", "ticket_deck": ()}, ["take red"]),
        ({"display": "locomotive", "deck": "", "ticket_deck": ()}, ["take locomotive"]),
        ({"display": "", "deck": "", "discard": "1 red", "ticket_deck": ()}, ["draw"]),
        ({"display": "", "deck": "", "ticket_deck": ["Denver-El Paso"]}, ["tickets"]),
    ],
)
def test_who_can_act_may_not_pass(table: dict[str, str], only: list[str]) -> None:
    """One action is left, of each kind in turn: it is the only move."""
    assert legal(position(**table)) == only  # type: ignore[arg-type]  # words of the builder


@pytest.mark.clause("TTR-23")
def test_who_can_only_claim_must_claim() -> None:
    """No cards, no tickets, one red card in hand: nine tracks of one space, and no pass."""
    state = position(hands={0: "1 red"}, display="", deck="", ticket_deck=())

    assert claims(state) == set(legal(state))
    assert len(legal(state)) == 9


@pytest.mark.clause("TTR-23")
def test_who_can_do_nothing_passes() -> None:
    """Empty hand, everything else with the other seat: passing is the only move, and the other seat acts next."""
    state = position(display="", deck="", ticket_deck=())

    assert legal(state) == ["pass"]
    assert play(state, "pass").actor == 1


@pytest.mark.clause("TTR-23")
def test_cards_without_trains_or_open_tracks_do_not_help() -> None:
    """A hand full of cards but no trains left: nothing can be claimed, so the seat passes."""
    state = position(hands={0: "6 red"}, display="", deck="", ticket_deck=(), owned={0: spread(45)})

    assert list(state.trains) == [0, 45]
    assert legal(state) == ["pass"]


@pytest.mark.clause("TTR-24")
def test_a_hand_has_no_limit() -> None:
    """A seat holds 100 cards and draws two more."""
    state = position(seats=2, turn=1, display="red red red red red", deck="5 blue")

    assert state.size[1] == 100
    assert play(state, "draw", "card blue", "draw", "card blue").size[1] == 102


@pytest.mark.clause("TTR-24")
def test_tickets_have_no_limit() -> None:
    """A seat holds 27 tickets, draws the last three and keeps them all."""
    last = ["Denver-El Paso", "Boston-Miami", "Calgary-Phoenix"]
    state = position(turn=1, ticket_deck=last)

    assert state.held[1] == 27

    play(state, "tickets", *(f"ticket {name}" for name in last), "keep 1 2 3")

    assert state.held[1] == 30


@pytest.mark.clause("TTR-25")
def test_what_lies_open_is_seen_by_all() -> None:
    """Display, discards, tracks, scores, trains and all sizes are the same in the state and in every view."""
    state = position(
        hands={0: "3 red", 1: "2 blue"},
        discard="4 green",
        owned={0: ["Dallas-Houston"], 1: ["Denver-Phoenix"]},
        tickets={0: ["Denver-El Paso"], 1: ["Boston-Miami"]},
        under=[("Calgary-Phoenix", 1)],
    )
    open_fields = ("slot", "discard", "thrown", "own", "open", "points", "trains", "size", "held", "down", "above", "turn", "last")

    for seat in (0, 1, SPECTATOR):
        seen = seen_by(state, seat)
        assert {name: seen[name] for name in open_fields} == {name: fields(state)[name] for name in open_fields}
        assert len(cast("list[int]", seen["under"])) == 2


@pytest.mark.clause("TTR-25")
def test_hands_and_tickets_of_others_are_hidden() -> None:
    """Seat 1 holds blue or black cards and one ticket or another: seat 0 and a spectator cannot tell, seat 1 can."""
    blue = position(hands={0: "3 red", 1: "2 blue"}, tickets={1: ["Boston-Miami"]})
    black = position(hands={0: "3 red", 1: "2 black"}, tickets={1: ["Denver-El Paso"]})

    assert view(blue, 0) == view(black, 0)
    assert view(blue, SPECTATOR) == view(black, SPECTATOR)
    assert view(blue, 1) != view(black, 1)


@pytest.mark.clause("TTR-25")
def test_the_order_of_the_decks_is_hidden() -> None:
    """Tickets that another seat put under the deck are not seen by the others, in whatever order they lie."""
    one = position(under=[("Boston-Miami", 1), ("Denver-El Paso", 1)])
    two = position(under=[("Denver-El Paso", 1), ("Calgary-Phoenix", 1)])

    assert view(one, 0) == view(two, 0)
    assert view(one, 1) != view(two, 1)
    assert view(one, 0) != view(position(under=[("Boston-Miami", 1)]), 0)


@pytest.mark.clause("TTR-25")
def test_a_seat_sees_its_own_hand_and_tickets() -> None:
    """Nothing of one's own is masked."""
    state = position(hands={0: "3 red 1 locomotive"}, tickets={0: ["Denver-El Paso"]}, under=[("Boston-Miami", 0)])
    seen = seen_by(state, 0)

    assert cast("list[int]", seen["hand"])[:9] == list(state.hand)[:9]
    assert cast("list[int]", seen["mine"])[0] == state.mine[0]
    assert seen["under"] == list(state.under)

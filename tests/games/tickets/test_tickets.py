"""Chapter 7 of the rules: tickets."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundhouse.core.state import CHANCE, OVER, SPECTATOR
from roundhouse.games.tickets.phases import KEEPING, NONE, OFFERING, TURN
from roundhouse.games.tickets.state import Tickets
from roundhouse.games.tickets.view import view
from tests.games.tickets.positions import legal, move, play, position, random_game, ticket
from tests.games.tickets.usa import CITIES, CITY_NAMES, END_A, END_B, TICKET_A, TICKET_B, TICKETS, TRACKS, TWIN, cities_of, notation

THREE = ("ticket Denver-El Paso", "ticket Boston-Miami", "ticket Calgary-Phoenix")
DENVER_TO_EL_PASO = ["Denver-Santa Fe", "El Paso-Santa Fe"]


def done(state: Tickets, seat: int) -> set[int]:
    """The completed tickets of a seat."""
    return set(state.completed(seat))


@pytest.mark.clause("TTR-64")
def test_three_tickets_are_drawn() -> None:
    """Three tickets, one after another, each of those left equally likely; then the seat chooses."""
    state = play(position(), "tickets")

    assert (state.actor, state.phase) == (CHANCE, OFFERING)
    assert len(legal(state)) == 30
    assert {state.weight(each) for each in state.legal_moves()} == {1}

    play(state, *THREE)

    assert (state.actor, state.phase) == (0, KEEPING)
    assert list(state.offer)[:3] == [ticket(text.removeprefix("ticket ")) for text in THREE]
    assert state.above == 27


@pytest.mark.clause("TTR-64")
def test_tickets_drawn_are_looked_at_by_their_drawer_only() -> None:
    """The others see the backs of three tickets."""
    state = play(position(seats=3), "tickets")

    assert [notation(state.seen(move(THREE[0]), seat)) for seat in (0, 1, 2)] == [THREE[0], "ticket ?", "ticket ?"]

    other = state.copy()
    play(state, *THREE)
    play(other, "ticket Dallas-New York", "ticket Duluth-Houston", "ticket Chicago-Santa Fe")

    assert view(state, 1) == view(other, 1)
    assert view(state, 0) != view(other, 0)


@pytest.mark.clause("TTR-65")
def test_one_two_or_three_tickets_are_kept() -> None:
    """Seven ways to keep some of three tickets; keeping none is no move."""
    state = play(position(), "tickets", *THREE)

    assert legal(state) == ["keep 1", "keep 2", "keep 1 2", "keep 3", "keep 1 3", "keep 2 3", "keep 1 2 3"]


@pytest.mark.clause("TTR-65")
@pytest.mark.parametrize(("choice", "count"), [("keep 2", 1), ("keep 1 3", 2), ("keep 1 2 3", 3)])
def test_kept_tickets_are_added_to_those_held(choice: str, count: int) -> None:
    """A seat that holds one ticket keeps some more: all see how many, and the turn is over."""
    state = play(position(tickets={0: ["Dallas-New York"]}), "tickets", *THREE)

    assert notation(state.seen(move(choice), 1)) == f"kept {count}"

    play(state, choice)

    assert state.held[0] == 1 + count
    assert state.mine[0] >> ticket("Dallas-New York") & 1
    assert (state.actor, state.phase) == (1, TURN)


@pytest.mark.clause("TTR-66")
def test_tickets_not_kept_go_under_the_deck() -> None:
    """The first and the third are refused: they lie below all others, in the order in which they were offered."""
    state = play(position(under=[("Dallas-New York", 1)]), "tickets", *THREE, "keep 2")

    assert list(state.under) == [ticket("Dallas-New York"), 1, ticket("Denver-El Paso"), 0, ticket("Calgary-Phoenix"), 0]
    assert state.above == 26
    assert list(state.offer) == [NONE] * 6


@pytest.mark.clause("TTR-66")
def test_tickets_put_back_come_last_and_in_order() -> None:
    """One ticket lies above two that were put back: they come after it, the first put back first, with no choice for chance."""
    state = position(ticket_deck=["Boston-Miami"], under=[("Denver-El Paso", 1), ("Calgary-Phoenix", 0)])
    play(state, "tickets")

    assert legal(state) == ["ticket Boston-Miami"]
    assert legal(play(state, "ticket Boston-Miami")) == ["ticket Denver-El Paso"]
    assert legal(play(state, "ticket Denver-El Paso")) == ["ticket Calgary-Phoenix"]


@pytest.mark.clause("TTR-67")
@pytest.mark.parametrize(
    ("left", "choices"),
    [(["Denver-El Paso", "Boston-Miami"], ["keep 1", "keep 2", "keep 1 2"]), (["Denver-El Paso"], ["keep 1"])],
)
def test_with_fewer_than_three_tickets_those_left_are_drawn(left: list[str], choices: list[str]) -> None:
    """Two tickets or one in the deck: so many are offered, and at least one is kept."""
    state = play(position(ticket_deck=left), "tickets", *(f"ticket {name}" for name in left))

    assert (state.actor, state.phase) == (0, KEEPING)
    assert legal(state) == choices

    play(state, "keep 1")

    assert state.held[0] == 1
    assert state.above + len(state.under) // 2 == len(left) - 1


@pytest.mark.clause("TTR-67")
def test_the_last_tickets_may_all_be_ones_put_back() -> None:
    """Nothing but two tickets that were put back: both are offered."""
    state = position(ticket_deck=(), under=[("Denver-El Paso", 1), ("Calgary-Phoenix", 0)])
    play(state, "tickets", "ticket Denver-El Paso", "ticket Calgary-Phoenix")

    assert legal(state) == ["keep 1", "keep 2", "keep 1 2"]


@pytest.mark.clause("TTR-68")
def test_an_empty_ticket_deck_cannot_be_drawn_from() -> None:
    """All thirty tickets are held: drawing them is no move; one ticket put back makes it one again."""
    assert "tickets" not in legal(position(ticket_deck=()))
    assert "tickets" in legal(position(ticket_deck=(), under=[("Denver-El Paso", 1)]))


@pytest.mark.clause("TTR-69")
def test_a_kept_ticket_is_never_given_back() -> None:
    """A whole random game: what a seat holds once it holds at every later moment."""
    before = [0, 0, 0]
    for state, _ in random_game(3, seed=11):
        assert all(old & ~new == 0 for old, new in zip(before, state.mine, strict=True))
        before = list(state.mine)
    assert sum(mask.bit_count() for mask in before) >= 6


@pytest.mark.clause("TTR-69")
def test_a_ticket_draw_offers_only_tickets_of_the_deck() -> None:
    """A seat with a ticket in hand draws three: the one it holds is not among those it chooses from."""
    state = play(position(tickets={0: ["Dallas-New York"]}), "tickets")

    assert "ticket Dallas-New York" not in legal(state)

    play(state, *THREE, "keep 1")

    assert state.mine[0] == 1 << ticket("Dallas-New York") | 1 << ticket("Denver-El Paso")


@pytest.mark.clause("TTR-70")
def test_tickets_stay_secret_also_when_completed() -> None:
    """Seat 0 completes Denver-El Paso; had it another ticket, nobody else would see a difference."""
    completed = position(owned={0: DENVER_TO_EL_PASO}, tickets={0: ["Denver-El Paso"]})
    other = position(owned={0: DENVER_TO_EL_PASO}, tickets={0: ["Boston-Miami"]})

    assert done(completed, 0) == {ticket("Denver-El Paso")}
    assert view(completed, 1) == view(other, 1)
    assert view(completed, SPECTATOR) == view(other, SPECTATOR)


@pytest.mark.clause("TTR-70", "TTR-83")
def test_tickets_are_shown_when_the_game_is_over() -> None:
    """Before the end a ticket of seat 0 is hidden from seat 1; at the end it is seen."""
    running = position(tickets={0: ["Denver-El Paso"]})
    over = position(tickets={0: ["Denver-El Paso"]}, actor=OVER)

    assert view(running, 1).position.mine[0] == 0
    assert view(over, 1).position.mine[0] == 1 << ticket("Denver-El Paso")


@pytest.mark.clause("TTR-71")
@pytest.mark.parametrize(
    ("owned", "completed"),
    [
        ({0: DENVER_TO_EL_PASO}, True),
        ({0: ["Denver-Phoenix", "Phoenix-Santa Fe", "El Paso-Santa Fe"]}, True),
        ({0: ["Denver-Santa Fe"]}, False),
        ({0: ["Denver-Santa Fe"], 1: ["El Paso-Santa Fe"]}, False),
        ({1: DENVER_TO_EL_PASO}, False),
        ({0: ["Denver-Helena", "Dallas-El Paso"]}, False),
        ({}, False),
    ],
    ids=["joined", "by a detour", "half way", "half by another", "by another", "not joined", "no track"],
)
def test_a_ticket_is_completed_by_an_unbroken_chain_of_own_tracks(owned: dict[int, list[str]], completed: bool) -> None:
    """Seat 0 holds Denver-El Paso and owns, or does not own, the way."""
    state = position(owned=owned, tickets={0: ["Denver-El Paso"]})

    assert (done(state, 0) == {ticket("Denver-El Paso")}) is completed


@pytest.mark.clause("TTR-71")
def test_a_track_may_serve_several_tickets() -> None:
    """One line from Duluth over Denver to El Paso completes both tickets to El Paso."""
    line = ["Duluth-Omaha", "Denver-Omaha", *DENVER_TO_EL_PASO]
    state = position(owned={0: line}, tickets={0: ["Denver-El Paso", "Duluth-El Paso"]})

    assert done(state, 0) == {ticket("Denver-El Paso"), ticket("Duluth-El Paso")}


@pytest.mark.compiled
@pytest.mark.clause("TTR-71")
@settings(deadline=None)
@given(chosen=st.sets(st.sampled_from([each for each in range(TRACKS) if TWIN[each] < each]), max_size=25))
def test_completed_tickets_are_those_whose_cities_can_reach_each_other(chosen: set[int]) -> None:
    """Any set of tracks and all thirty tickets: reachability is worked out by walking from city to city."""
    mine = sum(1 << each for each in range(TICKETS))
    names = [f"{cities_of(each)}/2" if TWIN[each] >= 0 else cities_of(each) for each in chosen]
    state = position(owned={0: names}, ticket_deck=(), mine=[mine, 0], held=[TICKETS, 0], trains=[45, 45])

    assert done(state, 0) == {each for each in range(TICKETS) if TICKET_B[each] in _reached(TICKET_A[each], chosen)}


@pytest.mark.clause("TTR-72")
def test_tickets_score_nothing_during_the_game() -> None:
    """A completed and a hopeless ticket: the score is that of the tracks until the game is over."""
    table = {"owned": {0: DENVER_TO_EL_PASO}, "tickets": {0: ["Denver-El Paso"], 1: ["New York-Seattle"]}}

    assert list(position(**table).scores()) == [4, 0]  # type: ignore[arg-type]  # words of the builder
    assert list(position(**table, actor=OVER).scores()) == [4 + 4 + 10, -22]  # type: ignore[arg-type]


@pytest.mark.clause("TTR-73")
def test_six_cities_are_on_no_ticket() -> None:
    """Counted over all thirty tickets."""
    named = {CITY_NAMES[city] for each in range(TICKETS) for city in (TICKET_A[each], TICKET_B[each])}

    assert set(CITY_NAMES) - named == {"Charleston", "Las Vegas", "Omaha", "Raleigh", "Saint Louis", "Washington"}
    assert len(named) == CITIES - 6


def _reached(city: int, tracks: set[int]) -> set[int]:
    met, new = {city}, {city}
    while new:
        new = {b for each in tracks for a, b in ((END_A[each], END_B[each]), (END_B[each], END_A[each])) if a in new} - met
        met |= new
    return met

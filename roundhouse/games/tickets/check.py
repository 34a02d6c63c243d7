"""The invariants of Ticket to Ride: for tests and the fuzzer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.games.tickets.material import COLOURS, SHARED_FROM
from roundhouse.games.tickets.phases import NONE

if TYPE_CHECKING:
    from roundhouse.games.tickets.state import Tickets


def check(state: Tickets) -> None:
    """Check cards, tickets, trains, tracks and points: TTR-8 to TTR-10, TTR-58 to TTR-60, TTR-82."""
    _check_cards(state)
    _check_tickets(state)
    _check_tracks(state)


def _check_cards(state: Tickets) -> None:
    """Check that there are all cards of the board, the right number of each kind (TTR-8)."""
    for colour in range(i64(COLOURS)):
        count = state.deck[colour] + state.discard[colour]
        for card in state.slot:
            if card == colour:
                count += 1
        for seat in range(state.seats):
            at = seat * COLOURS + colour
            assert 0 <= state.known[at] <= state.hand[at], "TTR-34: more cards known than held"
            count += state.hand[at]
        assert count == state.board.cards[colour], "TTR-8: cards are lost or forged"
        assert state.deck[colour] >= 0
        assert state.discard[colour] >= 0
    down: i64 = 0
    thrown: i64 = 0
    for colour in range(i64(COLOURS)):
        down += state.deck[colour]
        thrown += state.discard[colour]
    assert (down, thrown) == (state.down, state.thrown), "TTR-25: public sizes of the piles are wrong"
    for seat in range(state.seats):
        size: i64 = 0
        for colour in range(i64(COLOURS)):
            size += state.hand[seat * COLOURS + colour]
        assert size == state.size[seat], "TTR-25: public size of a hand is wrong"


def _check_tickets(state: Tickets) -> None:
    """Check that each ticket is in exactly one place (TTR-9)."""
    places = state.top_tickets()
    assert len(places) == state.above
    for seat in range(state.seats):
        for ticket in state.tickets_of(seat):
            places = append(places, ticket)
    for i in range(0, i64(len(state.under)), 2):
        places = append(places, state.under[i])
    for ticket in state.offer:
        if ticket != NONE:
            places = append(places, ticket)
    met = vec[i64]([0] * state.board.tickets)
    for ticket in places:
        assert met[ticket] == 0, "TTR-9: a ticket is in two places"
        met[ticket] = 1
    for found in met:
        assert found == 1, "TTR-9: a ticket is lost"
    for seat in range(state.seats):
        assert state.turn == NONE or state.held[seat] == state.kept_count(seat)


def _check_tracks(state: Tickets) -> None:
    """Check the owners of tracks, the trains and the points: TTR-10, TTR-58, TTR-59, TTR-60, TTR-82."""
    board = state.board
    taken = vec[i64]([0] * board.planes)
    for seat in range(state.seats):
        spaces: i64 = 0
        points: i64 = 0
        for track in state.tracks_of(seat):
            spaces += board.length[track]
            points += board.points[board.length[track]]
            twin = board.twin[track]
            if twin >= 0:
                assert not state.own[seat * board.planes + board.plane[twin]] & board.bit[twin], "TTR-59: both tracks of a double"
        assert state.trains[seat] + spaces == board.trains, "TTR-10: trains are lost or forged"
        assert points == state.points[seat], "TTR-82: points on the board differ from the tracks"
        for plane in range(board.planes):
            assert not taken[plane] & state.own[seat * board.planes + plane], "TTR-58: two owners"
            taken[plane] |= state.own[seat * board.planes + plane]
    for seat in range(state.seats):
        for plane in range(board.planes):
            assert not state.open[seat * board.planes + plane] & taken[plane], "TTR-58: a taken track is open"
    for track in range(board.tracks):
        twin = board.twin[track]
        if twin >= 0 and state.seats < SHARED_FROM:
            one = taken[board.plane[track]] & board.bit[track]
            other = taken[board.plane[twin]] & board.bit[twin]
            assert not (one and other), "TTR-60: both tracks of a double are taken"

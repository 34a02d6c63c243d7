"""The invariants of Ticket to Ride: for tests and the fuzzer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, count_bits
from roundhouse.games.tickets.board import (
    CARDS,
    COLOURS,
    LENGTH,
    POINTS,
    TICKETS,
    TRACKS,
    TRAINS,
    TWIN,
    bit_of,
    plane_of,
)
from roundhouse.games.tickets.phases import NONE

if TYPE_CHECKING:
    from roundhouse.games.tickets.state import Tickets


def check(state: Tickets) -> None:
    """Check cards, tickets, trains, tracks and points: TTR-8 to TTR-10, TTR-58 to TTR-60, TTR-82."""
    _check_cards(state)
    _check_tickets(state)
    _check_tracks(state)


def _check_cards(state: Tickets) -> None:
    """Check that there are 110 cards, the printed number of each kind (TTR-8)."""
    for colour in range(i64(COLOURS)):
        count = state.deck[colour] + state.discard[colour]
        for card in state.slot:
            if card == colour:
                count += 1
        for seat in range(state.seats):
            at = seat * COLOURS + colour
            assert 0 <= state.known[at] <= state.hand[at], "TTR-34: more cards known than held"
            count += state.hand[at]
        assert count == CARDS[colour], "TTR-8: cards are lost or forged"
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
    """Check that each of the thirty tickets is in exactly one place (TTR-9)."""
    places = vec[i64]()
    for ticket in range(i64(TICKETS)):
        if state.top >> ticket & 1:
            places = append(places, ticket)
        for seat in range(state.seats):
            if state.mine[seat] >> ticket & 1:
                places = append(places, ticket)
    assert count_bits(state.top) == state.above
    for i in range(0, i64(len(state.under)), 2):
        places = append(places, state.under[i])
    for ticket in state.offer:
        if ticket != NONE:
            places = append(places, ticket)
    met: i64 = 0
    for ticket in places:
        assert not met >> ticket & 1, "TTR-9: a ticket is in two places"
        met |= BIT[ticket]
    assert met == BIT[TICKETS] - 1, "TTR-9: a ticket is lost"
    for seat in range(state.seats):
        assert state.turn == NONE or state.held[seat] == count_bits(state.mine[seat])


def _check_tracks(state: Tickets) -> None:
    """Check the owners of tracks, the trains and the points: TTR-10, TTR-58, TTR-59, TTR-60, TTR-82."""
    taken_coloured: i64 = 0
    taken_gray: i64 = 0
    for seat in range(state.seats):
        spaces: i64 = 0
        points: i64 = 0
        for track in state.tracks_of(seat):
            spaces += LENGTH[track]
            points += POINTS[LENGTH[track]]
            twin = TWIN[track]
            if twin >= 0:
                assert not state.own[seat * 2 + plane_of(twin)] & bit_of(twin), "TTR-59: both tracks of a double"
        assert state.trains[seat] + spaces == TRAINS, "TTR-10: trains are lost or forged"
        assert points == state.points[seat], "TTR-82: points on the board differ from the tracks"
        assert not taken_coloured & state.own[seat * 2], "TTR-58: two owners"
        assert not taken_gray & state.own[seat * 2 + 1], "TTR-58: two owners"
        taken_coloured |= state.own[seat * 2]
        taken_gray |= state.own[seat * 2 + 1]
    for seat in range(state.seats):
        assert not state.open[seat * 2] & taken_coloured, "TTR-58: a taken track is open"
        assert not state.open[seat * 2 + 1] & taken_gray, "TTR-58: a taken track is open"
    for track in range(i64(TRACKS)):
        twin = TWIN[track]
        if twin >= 0 and state.seats <= 3:
            both = bit_of(track) | bit_of(twin)
            taken = taken_gray if plane_of(track) else taken_coloured
            assert taken & both != both, "TTR-60: both tracks of a double are taken"

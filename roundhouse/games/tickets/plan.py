"""Plans to complete tickets: the price of each track for a seat, and a cheap set of tracks that joins the cities of its tickets."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, low_bit
from roundhouse.games.tickets.board import (
    CITIES,
    COLOUR,
    COLOURED,
    COLOURS,
    END_A,
    END_B,
    LENGTH,
    LOCOMOTIVE,
    TICKET_A,
    TICKET_B,
    TICKET_POINTS,
    TICKETS,
    TRACKS,
)
from roundhouse.games.tickets.state import Tickets

# Prices are in tenths of a point, tuned by self-play. A claim costs a turn and trains and brings its points, so long tracks are
# cheap and short ones expensive; every card still missing costs half a turn more.
CLAIM_PRICE: Final = vec[i64]([0, 45, 60, 37, 6, -7, -44])  # by length
CARD_PRICE: Final = 14
LEAST_PRICE: Final = 8
FAR: Final = 1_000_000  # an infinite price: closed, or too long for the trains left

# The tracks that meet in a city, and where they lead: entries NEAR_AT[city] to NEAR_AT[city + 1].
_NEAR: Final = [[track for track in range(TRACKS) if city in (END_A[track], END_B[track])] for city in range(CITIES)]
NEAR_AT: Final = vec[i64]([sum(len(tracks) for tracks in _NEAR[:city]) for city in range(CITIES + 1)])
NEAR_TRACK: Final = vec[i64]([track for tracks in _NEAR for track in tracks])
NEAR_CITY: Final = vec[i64]([END_A[track] + END_B[track] - city for city in range(CITIES) for track in _NEAR[city]])

BY_POINTS: Final = vec[i64](sorted(range(TICKETS), key=lambda ticket: -TICKET_POINTS[ticket]))
_ALL_FAR: Final = vec[i64]([FAR] * TRACKS)
_NO_LACK: Final = vec[i64]([0] * TRACKS)
_NOWHERE: Final = vec[i64]([FAR] * CITIES)


class Survey:
    """The prices of the tracks for one seat now: 0 for its own tracks, FAR for those it cannot have."""

    def __init__(self, at: Tickets, seat: i64) -> None:
        self.trains = at.trains[seat]
        self.price = _ALL_FAR[:]
        self.lack = _NO_LACK[:]  # cards still missing; locomotives are not counted, as several tracks may need them
        most: i64 = 0
        for at_colour in range(seat * COLOURS, seat * COLOURS + LOCOMOTIVE):
            most = max(most, at.hand[at_colour])
        for plane in range(i64(2)):
            rest = at.own[seat * 2 + plane]
            while rest:
                self.price[low_bit(rest) + plane * COLOURED] = 0
                rest &= rest - 1
            rest = at.open[seat * 2 + plane]
            while rest:
                track = low_bit(rest) + plane * COLOURED
                rest &= rest - 1
                self._appraise(track, most if plane else at.hand[seat * COLOURS + COLOUR[track]])

    def _appraise(self, track: i64, cards: i64) -> None:
        """Set the price of an open track for a seat that holds `cards` cards for it."""
        length = LENGTH[track]
        if length <= self.trains:
            lack = max(0, length - cards)
            self.lack[track] = lack
            self.price[track] = max(LEAST_PRICE, CLAIM_PRICE[length] + CARD_PRICE * lack)


class Plan:
    """Open tracks that complete some tickets, within the trains of a seat and a number of half turns.

    Time is counted in half turns: one per card, two per claim.
    """

    def __init__(self, survey: Survey, time: i64) -> None:
        self.survey = survey
        self.time = time
        self.price = survey.price[:]  # by track; 0 for those already wanted
        self.wanted = vec[i64]()
        self.tickets: i64 = 0  # those that it completes, as a mask
        self.total: i64 = 0  # price of all wanted
        self.trains: i64 = 0
        self.half_turns: i64 = 0

    def join(self, ticket: i64) -> None:
        """Add the cheapest way between the cities of a ticket, or the quickest if trains or time do not allow it."""
        if not self._add_way(ticket, self.price):
            self._add_way(ticket, self._delays())

    def _add_way(self, ticket: i64, price: vec[i64]) -> bool:
        start = TICKET_A[ticket]
        city = TICKET_B[ticket]
        via = cheapest_ways(price, start, city)
        if via[city] == FAR:
            return True  # cut off: other prices would not help
        more = vec[i64]()
        trains = self.trains
        half_turns = self.half_turns
        while city != start:
            track = via[city]
            if self.price[track]:
                more = append(more, track)
                trains += LENGTH[track]
                half_turns += 2 + self.survey.lack[track]
            city = END_A[track] + END_B[track] - city
        if trains > self.survey.trains or half_turns > self.time:
            return False
        self.tickets |= BIT[ticket]
        self.trains = trains
        self.half_turns = half_turns
        for track in more:
            self.total += self.price[track]
            self.price[track] = 0
            self.wanted = append(self.wanted, track)
        return True

    def _delays(self) -> vec[i64]:
        """Return the half turns that each track would take, to be used as prices."""
        result = self.price[:]
        for track in range(i64(TRACKS)):
            if 0 < result[track] < FAR:
                result[track] = 2 + self.survey.lack[track]
        return result

    def worth(self) -> i64:
        """Return the value of the plan. A completed ticket turns a loss into a gain, so its points count twice."""
        return 20 * points_of(self.tickets) - self.total

    def detour(self, track: i64) -> i64:
        """Return the cost of a detour around a wanted track, up to FAR."""
        self.price[track] = FAR
        start = END_A[track]
        city = END_B[track]
        via = cheapest_ways(self.price, start, city)
        total: i64 = 0
        while city != start and total < FAR:
            step = via[city]
            if step == FAR:
                total = FAR
            else:
                total += self.price[step]
                city = END_A[step] + END_B[step] - city
        self.price[track] = 0
        return total


def plan_for(survey: Survey, tickets: i64, time: i64) -> Plan:
    """Return a plan for as many of these tickets as possible: big ones first or small ones first, whichever is worth more."""
    down = Plan(survey, time)
    for ticket in BY_POINTS:
        if tickets >> ticket & 1:
            down.join(ticket)
    if tickets & (tickets - 1) == 0:
        return down
    up = Plan(survey, time)
    for place in range(i64(TICKETS - 1), -1, -1):
        if tickets >> BY_POINTS[place] & 1:
            up.join(BY_POINTS[place])
    return up if up.worth() > down.worth() else down


def points_of(tickets: i64) -> i64:
    """Return the sum of the points of a set of tickets."""
    total: i64 = 0
    rest = tickets
    while rest:
        total += TICKET_POINTS[low_bit(rest)]
        rest &= rest - 1
    return total


def cheapest_ways(price: vec[i64], start: i64, goal: i64) -> vec[i64]:
    """Return the track by which the cheapest way from `start` enters each city, or FAR. Exact at least for `goal`.

    Dijkstra's algorithm; the cities at the edge are few, so looking for the nearest needs no heap.
    """
    via = _NOWHERE[:]
    total = _NOWHERE[:]
    total[start] = 0
    edge = _NOWHERE[:]  # the first `size` of them
    edge[0] = start
    size: i64 = 1
    while size:
        at = _nearest(total, edge, size)
        city = edge[at]
        if city == goal:
            return via
        size -= 1
        edge[at] = edge[size]
        for i in range(NEAR_AT[city], NEAR_AT[city + 1]):
            other = NEAR_CITY[i]
            through = total[city] + price[NEAR_TRACK[i]]
            if through < total[other]:  # never true for a settled city
                if total[other] == FAR:
                    edge[size] = other
                    size += 1
                total[other] = through
                via[other] = NEAR_TRACK[i]
    return via


def _nearest(total: vec[i64], edge: vec[i64], size: i64) -> i64:
    """Return the index of the nearest city at the edge; on a tie, the city with the lowest number."""
    nearest: i64 = 0
    for at in range(i64(1), size):
        nearer = total[edge[at]] - total[edge[nearest]]
        if nearer < 0 or (nearer == 0 and edge[at] < edge[nearest]):
            nearest = at
    return nearest

"""Plans to complete tickets: the price of each track for a seat, and a cheap set of tracks that joins the cities of its tickets."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import low_bit
from roundhouse.games.tickets.board import FAR, Board
from roundhouse.games.tickets.material import COLOURS, LOCOMOTIVE
from roundhouse.games.tickets.state import Tickets

# Prices are in tenths of a point, tuned by self-play. A claim costs a turn and trains and brings its points, so long tracks are
# cheap and short ones expensive; every card still missing costs half a turn more.
CLAIM_PRICE: Final = vec[i64]([0, 45, 60, 37, 6, -7, -44, -75, -105])  # by length
CARD_PRICE: Final = 14
LEAST_PRICE: Final = 8

CITY_BITS: Final = 7  # of the number of a city
CITY_MASK: Final = 127


class Survey:
    """The prices of the tracks for one seat now: 0 for its own tracks, FAR for those it cannot have."""

    def __init__(self, at: Tickets, seat: i64) -> None:
        board = at.board
        self.board = board
        self.trains = at.trains[seat]
        self.wild = at.hand[seat * COLOURS + LOCOMOTIVE]
        self.price = board.far_tracks[:]
        self.lack = board.no_tracks[:]  # cards still missing; locomotives are not counted, as several tracks may need them
        self._delay = vec[i64]()  # empty until it is asked for
        most: i64 = 0
        for at_colour in range(seat * COLOURS, seat * COLOURS + LOCOMOTIVE):
            most = max(most, at.hand[at_colour])
        for plane in range(board.planes):
            first = board.plane_first[plane]
            rest = at.own[seat * board.planes + plane]
            while rest:
                self.price[low_bit(rest) + first] = 0
                rest &= rest - 1
            rest = at.open[seat * board.planes + plane]
            while rest:
                track = low_bit(rest) + first
                rest &= rest - 1
                self._appraise(track, most if track >= board.coloured else at.hand[seat * COLOURS + board.colour[track]])

    def _appraise(self, track: i64, cards: i64) -> None:
        """Set the price of an open track for a seat that holds `cards` cards for it."""
        length = self.board.length[track]
        if length <= self.trains:
            lack = max(max(0, self.board.ferry[track] - self.wild), length - cards)
            self.lack[track] = lack
            self.price[track] = max(LEAST_PRICE, CLAIM_PRICE[length] + CARD_PRICE * lack)

    def delay(self) -> vec[i64]:
        """Return the half turns that each track would take: 0 for the seat's own tracks, FAR for those it cannot have."""
        if len(self._delay) == 0:
            self._delay = self.price[:]
            for track in range(self.board.tracks):
                if 0 < self.price[track] < FAR:
                    self._delay[track] = 2 + self.lack[track]
        return self._delay


class Plan:
    """Open tracks that complete some tickets, within the trains of a seat and a number of half turns.

    Time is counted in half turns: one per card, two per claim.
    """

    def __init__(self, survey: Survey, time: i64) -> None:
        self.survey = survey
        self.board = survey.board
        self.time = time
        self.price = survey.price[:]  # by track; 0 for those already wanted
        self.wanted = vec[i64]()
        self.tickets = vec[i64]()  # those that it completes
        self.total: i64 = 0  # price of all wanted
        self.trains: i64 = 0
        self.half_turns: i64 = 0

    def join(self, ticket: i64, limit: i64) -> None:
        """Add the cheapest way between the cities of a ticket, or the quickest if trains or time do not allow it.

        Add none if even the cheapest costs `limit` or more.
        """
        if not self._add_way(ticket, self.price, limit):
            self._add_way(ticket, self._delays(), FAR)

    def clear(self) -> None:
        """Remove all tickets and tracks."""
        for track in self.wanted:
            self.price[track] = self.survey.price[track]
        self.wanted = vec[i64]()
        self.tickets = vec[i64]()
        self.total = 0
        self.trains = 0
        self.half_turns = 0

    def _add_way(self, ticket: i64, price: vec[i64], limit: i64) -> bool:
        board = self.board
        start = board.ticket_a[ticket]
        city = board.ticket_b[ticket]
        via = cheapest_ways(board, price, start, city, limit)
        if via[city] == FAR:
            return True  # cut off or too expensive: other prices would not help
        more = vec[i64]()
        trains = self.trains
        half_turns = self.half_turns
        while city != start:
            track = via[city]
            if self.price[track]:
                more = append(more, track)
                trains += board.length[track]
                half_turns += 2 + self.survey.lack[track]
            city = board.end_a[track] + board.end_b[track] - city
        if trains > self.survey.trains or half_turns > self.time:
            return False
        self.tickets = append(self.tickets, ticket)
        self.trains = trains
        self.half_turns = half_turns
        for track in more:
            self.total += self.price[track]
            self.price[track] = 0
            self.wanted = append(self.wanted, track)
        return True

    def _delays(self) -> vec[i64]:
        """Return the half turns that each track would take, to be used as prices; 0 for those already wanted."""
        if len(self.wanted) == 0:
            return self.survey.delay()
        result = self.survey.delay()[:]
        for track in self.wanted:
            result[track] = 0
        return result

    def worth(self) -> i64:
        """Return the value of the plan. A completed ticket turns a loss into a gain, so its points count twice."""
        return 20 * self.points() - self.total

    def points(self) -> i64:
        """Return the points of the tickets that it completes."""
        return points_of(self.board, self.tickets)

    def detour(self, track: i64, limit: i64) -> i64:
        """Return the cost of a detour around a wanted track, up to `limit`."""
        board = self.board
        self.price[track] = FAR
        start = board.end_a[track]
        city = board.end_b[track]
        via = cheapest_ways(board, self.price, start, city, limit)
        total: i64 = 0
        if via[city] == FAR:
            total = limit
        while city != start and total < limit:
            step = via[city]
            total += self.price[step]
            city = board.end_a[step] + board.end_b[step] - city
        self.price[track] = 0
        return total


def plan_for(survey: Survey, tickets: vec[i64], time: i64) -> Plan:
    """Return a plan for as many of these tickets as possible: big ones first or small ones first, whichever is worth more."""
    order = _by_points(survey.board, tickets)
    down = Plan(survey, time)
    for ticket in order:
        down.join(ticket, FAR)
    if len(order) < 2:
        return down
    up = Plan(survey, time)
    room = 20 * points_of(survey.board, order) - down.worth()  # the price of all tickets below which `up` is worth more than `down`
    for place in range(i64(len(order)) - 1, i64(-1), i64(-1)):
        lost = 20 * survey.board.ticket_points[order[place]]  # if the ticket is not completed
        before = up.total
        completed = i64(len(up.tickets))
        limit: i64 = FAR
        if lost >= room:  # at a price of `room` it cannot be worth more, with the ticket or without
            limit = room
        up.join(order[place], limit)
        room -= up.total - before if i64(len(up.tickets)) > completed else lost
        if room <= 0:
            return down
    return up


def _by_points(board: Board, tickets: vec[i64]) -> vec[i64]:
    """Return tickets with most points first. An insertion sort: they are few."""
    order = tickets[:]
    rank = board.ticket_rank
    for place in range(i64(1), i64(len(order))):
        ticket = order[place]
        at = place
        while at > 0 and rank[order[at - 1]] > rank[ticket]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = ticket
    return order


def points_of(board: Board, tickets: vec[i64]) -> i64:
    """Return the sum of the points of some tickets."""
    total: i64 = 0
    for ticket in tickets:
        total += board.ticket_points[ticket]
    return total


def cheapest_ways(board: Board, price: vec[i64], start: i64, goal: i64, limit: i64) -> vec[i64]:
    """Return the track by which the cheapest way from `start` enters each city on the way to `goal`.

    The goal has FAR if there is no way for less than `limit`. Dijkstra's algorithm; of equally near cities the one with the lowest
    number comes first. A city to which a cheaper way is found while it is at the edge comes up again later, and is passed over.
    """
    near_at = board.near_at
    near_city = board.near_city
    near_track = board.near_track
    via = board.far_cities[:]
    total = board.far_cities[:]
    total[start] = 0
    edge = board.far_cities[:]  # ascending from `first` to `end`: the price of the way, then the number of the city
    edge[0] = start
    first: i64 = 0
    end: i64 = 1
    while first < end:
        spent = edge[first] >> CITY_BITS
        city = edge[first] & CITY_MASK
        first += 1
        if city == goal:
            return via
        if spent > total[city]:
            continue
        for i in range(near_at[city], near_at[city + 1]):
            through = spent + price[near_track[i]]
            if through >= limit:
                continue
            other = near_city[i]
            if through < total[other]:  # never true for a settled city
                total[other] = through
                via[other] = near_track[i]
                if other == goal:
                    limit = through  # a city as far away as that leads to no better way
                if end == i64(len(edge)):
                    edge = append(edge, FAR)
                key = through << CITY_BITS | other
                at = end
                while at > first and edge[at - 1] > key:
                    edge[at] = edge[at - 1]
                    at -= 1
                edge[at] = key
                end += 1
    return via

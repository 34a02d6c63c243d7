"""Plans to finish tickets: what each track costs a seat, and the cheap set of tracks that joins the cities of its tickets."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, low_bit
from roundhouse.core.state import filled
from roundhouse.games.tickets.board import (
    CITIES,
    COLOUR,
    COLOURED,
    COLOURS,
    END_A,
    END_B,
    LENGTH,
    LOCOMOTIVE,
    POINTS,
    TICKET_A,
    TICKET_B,
    TICKET_POINTS,
    TICKETS,
    TRACKS,
)
from roundhouse.games.tickets.state import Tickets

FAR: Final = 1_000_000  # a price nobody pays: the track is closed

_NEAR: Final = [[t for t in range(TRACKS) if city in (END_A[t], END_B[t])] for city in range(CITIES)]
NEAR_AT: Final = vec[i64]([sum(len(tracks) for tracks in _NEAR[:city]) for city in range(CITIES + 1)])
NEAR_TRACK: Final = vec[i64]([track for tracks in _NEAR for track in tracks])
NEAR_CITY: Final = vec[i64]([END_A[t] + END_B[t] - city for city in range(CITIES) for t in _NEAR[city]])
BY_POINTS: Final = vec[i64](sorted(range(TICKETS), key=lambda ticket: -TICKET_POINTS[ticket]))
NOWHERE: Final = vec[i64]([FAR] * CITIES)
ALL_FAR: Final = vec[i64]([FAR] * TRACKS)

W_TURN: Final = 0
W_TRAIN: Final = 1
W_MIN: Final = 2
W_LOCO: Final = 3
W_POINT: Final = 4


class Survey:
    """What the tracks cost one seat as things stand: nothing where it owns them, FAR where it cannot have them."""

    def __init__(self, at: Tickets, seat: i64, w: vec[i64]) -> None:
        self.trains = at.trains[seat]
        self.cost = ALL_FAR[:]
        self.lack = filled(TRACKS, 0)
        base = seat * COLOURS
        most: i64 = 0
        for colour in range(i64(LOCOMOTIVE)):
            most = max(most, at.hand[base + colour])
        wild = min(at.hand[base + LOCOMOTIVE], w[W_LOCO])
        for plane in range(i64(2)):
            first = plane * COLOURED
            rest = at.own[seat * 2 + plane]
            while rest:
                self.cost[low_bit(rest) + first] = 0
                rest &= rest - 1
            rest = at.open[seat * 2 + plane]
            while rest:
                track = low_bit(rest) + first
                rest &= rest - 1
                length = LENGTH[track]
                if length <= self.trains:
                    held = most if plane else at.hand[base + COLOUR[track]]
                    lack = max(0, length - held - wild)
                    self.lack[track] = lack
                    cost = w[W_TURN] * (2 + lack) // 2 + w[W_TRAIN] * length - POINTS[length] * w[W_POINT]
                    self.cost[track] = max(w[W_MIN], cost)


class Plan:
    """Tracks that finish some tickets."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self.cost = survey.cost[:]
        self.wanted = vec[i64]()
        self.tickets: i64 = 0  # that it finishes
        self.price: i64 = 0
        self.trains: i64 = 0
        self.half_turns: i64 = 0

    def join(self, ticket: i64, half_turns: i64) -> None:
        """Adds the cheapest way between the cities of a ticket; tracks already planned cost nothing more."""
        start = TICKET_A[ticket]
        end = TICKET_B[ticket]
        cost = self.cost
        via = reach(cost, start, end)
        if via[end] == FAR:
            return
        trains = self.trains
        turns = self.half_turns
        city = end
        while city != start:
            track = via[city]
            if cost[track]:
                trains += LENGTH[track]
                turns += 2 + self.survey.lack[track]
            city = END_A[track] + END_B[track] - city
        if trains > self.survey.trains or turns > half_turns:
            return
        self.tickets |= BIT[ticket]
        self.trains = trains
        self.half_turns = turns
        city = end
        while city != start:
            track = via[city]
            if cost[track]:
                self.price += cost[track]
                cost[track] = 0
                self.wanted = append(self.wanted, track)
            city = END_A[track] + END_B[track] - city

    def value(self) -> i64:
        return 20 * points_of(self.tickets) - self.price


def reach(cost: vec[i64], start: i64, goal: i64) -> vec[i64]:
    """The track by which the cheapest way from `start` enters each city met before `goal`; FAR where there is none."""
    via = NOWHERE[:]
    total = NOWHERE[:]
    total[start] = 0
    edge = BIT[start]
    inside: i64 = 0
    while edge:
        rest = edge
        city = low_bit(rest)
        least = total[city]
        rest &= rest - 1
        while rest:
            other = low_bit(rest)
            rest &= rest - 1
            if total[other] < least:
                least = total[other]
                city = other
        if city == goal:
            return via
        edge &= ~BIT[city]
        inside |= BIT[city]
        for i in range(NEAR_AT[city], NEAR_AT[city + 1]):
            other = NEAR_CITY[i]
            if inside >> other & 1:
                continue
            track = NEAR_TRACK[i]
            through = least + cost[track]
            if through < total[other]:
                total[other] = through
                via[other] = track
                edge |= BIT[other]
    return via


def detour(survey: Survey, plan: Plan, track: i64) -> i64:
    """What it would cost more to do without a track of the plan."""
    cost = plan.cost
    cost[track] = FAR
    start = END_A[track]
    city = END_B[track]
    via = reach(cost, start, city)
    total: i64 = 0
    while city != start:
        if via[city] == FAR:
            total = FAR
            break
        total += cost[via[city]]
        city = END_A[via[city]] + END_B[via[city]] - city
    cost[track] = 0
    return total


def plan_for(survey: Survey, tickets: i64, half_turns: i64) -> Plan:
    """A plan for as many of these tickets as trains and time allow: big tickets first or small ones first, whichever is better."""
    down = Plan(survey)
    for ticket in BY_POINTS:
        if tickets >> ticket & 1:
            down.join(ticket, half_turns)
    if tickets & (tickets - 1) == 0:
        return down
    up = Plan(survey)
    for i in range(i64(TICKETS - 1), -1, -1):
        ticket = BY_POINTS[i]
        if tickets >> ticket & 1:
            up.join(ticket, half_turns)
    return up if up.value() > down.value() else down


def points_of(tickets: i64) -> i64:
    total: i64 = 0
    rest = tickets
    while rest:
        total += TICKET_POINTS[low_bit(rest)]
        rest &= rest - 1
    return total

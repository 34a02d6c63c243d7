"""The heuristic of Ticket to Ride: plans for its tickets, collects the colours the plan needs, and claims."""

from __future__ import annotations

from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, count_bits, low_bit
from roundhouse.core.draw import Rng
from roundhouse.core.state import View, filled
from roundhouse.games.tickets.board import (
    COLOUR,
    COLOURED,
    COLOURS,
    END_A,
    END_B,
    GRAY,
    LENGTH,
    LOCOMOTIVE,
    OFFER,
    POINTS,
    TICKET_A,
    TICKET_B,
    TICKET_ENDS,
    TICKET_POINTS,
    TICKETS,
)
from roundhouse.games.tickets.moves import BLIND, CLAIM, CLAIM_COLOUR, CLAIM_TRACK, CLAIM_WILD, DRAW_TICKETS, KEEP, PASS, TAKE
from roundhouse.games.tickets.plan import FAR, Plan, Survey, detour, plan_for, points_of, reach
from roundhouse.games.tickets.state import FIRST, KEEPING, NONE, SECOND, Tickets

W_SLACK: Final = 5  # half turns kept in hand against the estimate of the end
W_KEEP: Final = 6  # weight of price against points when keeping (per 16)
W_DEFICIT: Final = 7
W_NEAR: Final = 8
W_GRAY: Final = 9
W_GRAY_ANY: Final = 10
W_LOCO_CARD: Final = 11
W_JUNK: Final = 12
W_TOUCH: Final = 13
W_LENGTH: Final = 14
W_DETOUR: Final = 15  # per 16
W_PAY_LOCO: Final = 16
W_PAY_NEEDED: Final = 17
W_CLAIM_MIN: Final = 18
W_FILL: Final = 19  # least points x 10 for a claim outside the plan
W_FILL_TRAIN: Final = 20  # what a train is worth when filling, x10
W_FILL_ATTACH: Final = 21
W_DRAW_SURPLUS: Final = 22  # trains beyond the plan to draw tickets while the plan is unfinished
W_DRAW_TURN: Final = 23  # what drawing tickets costs
W_DRAW_BOTH: Final = 24  # per 16: weight of sum of positives
W_FILL_KEEP: Final = 25  # trains to leave beyond the plan when claiming outside it
W_FILL_TURN: Final = 26
W_DRAW_RISK: Final = 27
W_COUNT: Final = 28

#                          turn train min loco point slack keep  def near gray any loco junk touch len det ploco pneed cmin fill ftr fatt dsur dturn dboth fkeep fturn risk
DEFAULT: Final = vec[i64]([30, 11, 8, 0, 10, 0, 16, 40, 10, 25, 8, 20, 2, 13, 3, 8, 11, 15, -24, 70, 6, 5, 99, 34, 32, 0, 1, 16])


def advise(seen: View, rng: Rng) -> i64:
    return advise_with(seen, rng, DEFAULT)


def advise_with(seen: View, rng: Rng, w: vec[i64]) -> i64:
    at = cast(Tickets, seen.position)
    mind = Mind(at, seen.seat, rng, w)
    if at.phase == FIRST or at.phase == KEEPING:
        return mind.keep()
    if at.phase == SECOND:
        mind.prepare()
        return mind.card(True)
    if at.last > 0:
        return mind.final()
    return mind.act()


class Mind:
    def __init__(self, at: Tickets, seat: i64, rng: Rng, w: vec[i64]) -> None:
        self.at = at
        self.seat = seat
        self.rng = rng
        self.w = w
        self.survey = Survey(at, seat, w)
        self.half_turns = self._half_turns()
        self.plan = Plan(self.survey)
        self.wanted = vec[i64]()
        self.need = filled(COLOURS, 0)
        self.desire = filled(COLOURS, 0)

    def _half_turns(self) -> i64:
        """Half turns until the fastest opponent can end the game, at a usual pace."""
        at = self.at
        if at.last > 0:
            return 2
        least: i64 = 1000
        for other in range(at.seats):
            if other != self.seat:
                trains = at.trains[other] - 2
                least = min(least, max(0, trains - at.size[other]) + 2 * ((trains + 2) // 3))
        return max(2, least + self.w[W_SLACK])

    # Tickets.

    def keep(self) -> i64:
        at = self.at
        seat = self.seat
        pending = at.mine[seat] & ~at.completed(seat)
        best: i64 = -1
        best_value: i64 = -FAR
        for move in at.legal_moves():
            subset = move - KEEP + 1
            tickets = pending
            for place in range(i64(OFFER)):
                if subset >> place & 1:
                    tickets |= BIT[at.offer[seat * OFFER + place]]
            plan = plan_for(self.survey, tickets, self.half_turns)
            lost = tickets & ~plan.tickets
            value = 160 * (points_of(plan.tickets) - points_of(lost)) - self.w[W_KEEP] * plan.price
            if value > best_value:
                best = move
                best_value = value
        return best

    def prepare(self) -> None:
        at = self.at
        seat = self.seat
        pending = at.mine[seat] & ~at.completed(seat)
        if pending:
            self.plan = plan_for(self.survey, pending, self.half_turns)
        self.wanted = self.plan.wanted
        if len(self.wanted) == 0:
            self._fill()
        self._count_needs()

    def _fill(self) -> None:
        """With no ticket left to work for: the tracks that bring most points a turn."""
        at = self.at
        seat = self.seat
        w = self.w
        base = seat * COLOURS
        wild = at.hand[base + LOCOMOTIVE]
        most: i64 = 0
        for colour in range(i64(LOCOMOTIVE)):
            most = max(most, at.hand[base + colour])
        cities = self._own_cities()
        best: i64 = -1
        best_rate: i64 = -FAR
        for plane in range(i64(2)):
            rest = at.open[seat * 2 + plane]
            while rest:
                track = low_bit(rest) + plane * COLOURED
                rest &= rest - 1
                length = LENGTH[track]
                if length > self.survey.trains:
                    continue
                held = most if plane else at.hand[base + COLOUR[track]]
                lack = max(0, length - held - wild)
                half_turns = 2 + lack
                if half_turns > self.half_turns + 1:
                    continue
                gain = 10 * POINTS[length] - w[W_FILL_TRAIN] * length
                if cities & (BIT[END_A[track]] | BIT[END_B[track]]):
                    gain += w[W_FILL_ATTACH]
                rate = gain * 16 // (half_turns + w[W_FILL_TURN])
                if rate > best_rate:
                    best_rate = rate
                    best = track
        if best >= 0:
            self.wanted = append(self.wanted, best)

    def _own_cities(self) -> i64:
        cities: i64 = 0
        for plane in range(i64(2)):
            rest = self.at.own[self.seat * 2 + plane]
            while rest:
                track = low_bit(rest) + plane * COLOURED
                rest &= rest - 1
                cities |= BIT[END_A[track]] | BIT[END_B[track]]
        return cities

    def _touched(self) -> i64:
        """The cities where the others have tracks."""
        cities: i64 = 0
        for other in range(self.at.seats):
            if other == self.seat:
                continue
            for plane in range(i64(2)):
                rest = self.at.own[other * 2 + plane]
                while rest:
                    track = low_bit(rest) + plane * COLOURED
                    rest &= rest - 1
                    cities |= BIT[END_A[track]] | BIT[END_B[track]]
        return cities

    # Cards.

    def _count_needs(self) -> None:
        at = self.at
        w = self.w
        base = self.seat * COLOURS
        desire = self.desire
        spare = at.hand[base : base + COLOURS]
        for track in self.wanted:
            if track < COLOURED:
                colour = COLOUR[track]
                spare[colour] -= LENGTH[track]
                self.need[colour] += LENGTH[track]
        lack: i64 = 0
        for colour in range(i64(LOCOMOTIVE)):
            desire[colour] = w[W_JUNK] * min(at.hand[base + colour], 4)
            if spare[colour] < 0:
                desire[colour] += w[W_DEFICIT]
                lack -= spare[colour]
                if spare[colour] >= -2:
                    desire[colour] += w[W_NEAR]
        for track in self.wanted:
            if track >= COLOURED:
                most: i64 = 0
                for colour in range(i64(1), i64(LOCOMOTIVE)):
                    if spare[colour] > spare[most]:
                        most = colour
                missing = LENGTH[track] - max(0, spare[most])
                if missing > 0:
                    lack += missing
                    for colour in range(i64(LOCOMOTIVE)):
                        if colour != most and spare[colour] >= 0:
                            desire[colour] += w[W_GRAY_ANY]
                    desire[most] += w[W_GRAY]
                    spare[most] = min(spare[most], 0)
                else:
                    spare[most] -= LENGTH[track]
        desire[LOCOMOTIVE] = w[W_LOCO_CARD] if lack > 0 else w[W_LOCO_CARD] // 2

    def card(self, second: bool) -> i64:
        """The best card to draw, or -1 when none can be drawn."""
        at = self.at
        desire = self.desire
        blind: i64 = -1
        if at.down + at.thrown > 0:
            total: i64 = 0
            weight: i64 = 0
            pile = at.deck if at.down > 0 else at.discard
            for colour in range(i64(COLOURS)):
                total += pile[colour]
                weight += pile[colour] * desire[colour]
            blind = weight // max(1, total)
        best: i64 = -1
        first_value: i64 = -1
        second_value = blind
        for card in at.slot:
            if card == NONE or card == LOCOMOTIVE:
                continue
            value = desire[card]
            if value > first_value or (value == first_value and self.rng.below(2) == 1):
                second_value = max(second_value, first_value)
                first_value = value
                best = TAKE + card
            else:
                second_value = max(second_value, value)
        if blind >= 0 and blind >= first_value:
            second_value = max(blind, first_value)
            first_value = blind
            best = BLIND
        if second:
            return best
        for card in at.slot:
            if card == LOCOMOTIVE and (best < 0 or desire[LOCOMOTIVE] > first_value + max(0, second_value)):
                return TAKE + LOCOMOTIVE
        return best

    # Actions.

    def act(self) -> i64:
        self.prepare()
        at = self.at
        moves = at.choices()
        can_draw_tickets = at.above + i64(len(at.under)) > 0
        if can_draw_tickets and self._wants_tickets():
            return DRAW_TICKETS
        claim = self._best_claim(moves)
        if claim >= 0:
            return claim
        card = self.card(False)
        if card >= 0:
            return card
        return self.final()

    def _wants_tickets(self) -> bool:
        at = self.at
        w = self.w
        plan = self.plan
        if len(plan.wanted) > 0:
            return self.survey.trains - plan.trains >= w[W_DRAW_SURPLUS] and self.half_turns - plan.half_turns > 20
        if at.mine[self.seat] & ~at.completed(self.seat):
            return False
        return self._ticket_value() > w[W_DRAW_TURN] * 16

    def _ticket_value(self) -> i64:
        """What a draw of tickets can be expected to bring, x160."""
        at = self.at
        w = self.w
        count: i64 = 0
        good: i64 = 0
        bad: i64 = 0
        bad_count: i64 = 0
        rest = at.top
        while rest:
            ticket = low_bit(rest)
            rest &= rest - 1
            one = Plan(self.survey)
            one.join(ticket, self.half_turns)
            count += 1
            value = 10 * TICKET_POINTS[ticket]
            if one.tickets == 0:
                value = -value
            else:
                value -= one.price * w[W_KEEP] // 16
                value = max(value, -10 * TICKET_POINTS[ticket])
            if value > 0:
                good += value
            else:
                bad += value
                bad_count += 1
        if count == 0:
            return -FAR
        all_bad = bad * bad_count * bad_count // (count * count * count)
        return good * w[W_DRAW_BOTH] // count + all_bad * w[W_DRAW_RISK]

    def _best_claim(self, moves: vec[i64]) -> i64:
        at = self.at
        w = self.w
        base = self.seat * COLOURS
        touched = self._touched()
        best: i64 = -1
        best_value: i64 = w[W_CLAIM_MIN]
        last_track: i64 = -1
        worth: i64 = 0
        filling = len(self.plan.wanted) == 0
        for move in moves:
            if move < CLAIM or move == PASS:
                continue
            claim = move - CLAIM
            track = CLAIM_TRACK[claim]
            length = LENGTH[track]
            if track != last_track:
                last_track = track
                if track in self.wanted:
                    worth = w[W_LENGTH] * length
                    if touched >> END_A[track] & 1:
                        worth += w[W_TOUCH]
                    if touched >> END_B[track] & 1:
                        worth += w[W_TOUCH]
                    if not filling:
                        worth += min(detour(self.survey, self.plan, track), 100) * w[W_DETOUR] // 16
                elif 10 * POINTS[length] >= w[W_FILL] and self.survey.trains - length >= self.plan.trains + w[W_FILL_KEEP]:
                    worth = 10 * POINTS[length] - 200
                else:
                    worth = -FAR
            if worth == -FAR:
                continue
            value = worth - w[W_PAY_LOCO] * CLAIM_WILD[claim]
            colour = CLAIM_COLOUR[claim]
            if colour != LOCOMOTIVE:
                used = length - CLAIM_WILD[claim]
                need = self.need[colour]
                if track in self.wanted and COLOUR[track] == colour:
                    need -= length
                short = min(used, max(0, need - (at.hand[base + colour] - used)))
                value -= w[W_PAY_NEEDED] * short
            if value > best_value:
                best = move
                best_value = value
        return best

    def final(self) -> i64:
        """The last turn: the claim that brings most at once, tickets counted twice since they turn from loss to gain."""
        at = self.at
        seat = self.seat
        nets = at.networks_of(seat)
        pending = at.mine[seat] & ~at.completed(seat)
        best: i64 = -1
        best_value: i64 = -1
        for move in at.choices():
            if move < CLAIM or move == PASS:
                continue
            track = CLAIM_TRACK[move - CLAIM]
            value = POINTS[LENGTH[track]] + 2 * points_of(self._finished_by(track, nets, pending))
            if value > best_value:
                best = move
                best_value = value
        if best >= 0:
            return best
        if at.down + at.thrown > 0:
            return BLIND
        return at.choices()[0]

    def _finished_by(self, track: i64, nets: vec[i64], pending: i64) -> i64:
        joined = BIT[END_A[track]] | BIT[END_B[track]]
        for net in nets:
            if net & (BIT[END_A[track]] | BIT[END_B[track]]):
                joined |= net
        done: i64 = 0
        rest = pending
        while rest:
            ticket = low_bit(rest)
            rest &= rest - 1
            if joined & TICKET_ENDS[ticket] == TICKET_ENDS[ticket]:
                done |= BIT[ticket]
        return done

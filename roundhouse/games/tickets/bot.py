"""The heuristic of Ticket to Ride: plan for the tickets, collect the colours that the plan needs, and claim.

Values are in tenths of a point. The weights were tuned by self-play with two to four seats.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.draw import Rng
from roundhouse.core.state import View
from roundhouse.games.tickets.board import FAR
from roundhouse.games.tickets.material import COLOURS, LAST_TRAINS, LOCOMOTIVE, OFFER
from roundhouse.games.tickets.moves import BLIND, CLAIM, DRAW_TICKETS, TAKE
from roundhouse.games.tickets.phases import FIRST, KEEPING, NONE, SECOND
from roundhouse.games.tickets.plan import Plan, Survey, plan_for, points_of
from roundhouse.games.tickets.state import Tickets

NOTHING: Final = -1  # no such move

# Drawing cards: the value of a card.
MISSING: Final = 40  # for a coloured track of the plan
NEARLY: Final = 10  # more, when only one or two cards of the colour are missing
FOR_GRAY: Final = 25  # for a gray track, of the colour it will be paid with
ANY_GRAY: Final = 8  # for a gray track, of another colour
COMPANY: Final = 2  # for each card of the colour already held, up to four
WILD: Final = 40  # a locomotive drawn blind
WILD_TURN: Final = 20  # a locomotive of the display, which takes the whole turn

# Claiming: the urgency of a track of the plan.
RIVAL: Final = 13  # for each of its cities where another seat has tracks
DETOUR_CAP: Final = 100
DETOUR_SHARE: Final = 4  # of the cost of a detour around it
WILD_SPENT: Final = 11  # against it: each locomotive
NEEDED_SPENT: Final = 20  # against it: each card that another track of the plan needs
PATIENCE: Final = -24  # below this value a claim waits
HURRY: Final = 8  # spare half turns below which nothing waits

# When the tickets are done.
LONGER_PATH: Final = 40  # a track that may lengthen the longest path
TICKETS_TURN: Final = 34  # least value of a draw of tickets
TICKETS_TIME: Final = 9  # sixteenths of the time left that a new ticket may take: others interfere, cards fail to come

_NO_NEED: Final = vec[i64]([0] * LOCOMOTIVE)
_NO_DESIRE: Final = vec[i64]([0] * LOCOMOTIVE + [WILD])


def advise(seen: View[Tickets], rng: Rng) -> i64:
    """Return the acting seat's move, from what it may know; the generator only breaks ties."""
    at = seen.position
    bot = Bot(at, seen.seat, rng)
    if at.phase == FIRST or at.phase == KEEPING:
        return bot.keep()
    if at.phase == SECOND:
        bot.plan_ahead()
        return bot.card()
    if at.last > 0:
        return bot.last_action()
    bot.plan_ahead()
    return bot.action()


class Bot:
    """One decision of one seat."""

    def __init__(self, at: Tickets, seat: i64, rng: Rng) -> None:
        self.at = at
        self.board = at.board
        self.seat = seat
        self.rng = rng
        self.hand = at.hand[seat * COLOURS : (seat + 1) * COLOURS]
        self.pending = at.pending(seat)
        self.survey = Survey(at, seat)
        self.half_turns = self._half_turns_left()
        self.plan = Plan(self.survey, self.half_turns)
        self.wanted = vec[i64]()  # tracks of the plan, or the one to claim for points
        self.need = _NO_NEED[:]  # cards by colour for wanted tracks of that colour
        self.desire = _NO_DESIRE[:]  # by colour: how much a card is wanted

    def _half_turns_left(self) -> i64:
        """Return the half turns until another seat can end the game (TTR-74): one per card, two per claim of three trains."""
        at = self.at
        least: i64 = FAR
        for other in range(at.seats):
            if other != self.seat:
                trains = at.trains[other]
                least = min(least, max(0, trains - LAST_TRAINS - at.size[other]) + 2 * trains // 3)
        return 2 if at.last > 0 else max(2, least)

    # Tickets.

    def keep(self) -> i64:
        """Return the tickets of the offer that are worth their price under the best plan for old and new ones."""
        at = self.at
        time = self.half_turns if at.phase == FIRST else self._ticket_time()
        best: i64 = NOTHING
        best_value: i64 = -FAR
        for move in at.legal_moves():
            tickets = self.pending[:]
            for place in range(i64(OFFER)):
                if (move - self.board.moves.keep + 1) >> place & 1:
                    tickets = append(tickets, at.offer[self.seat * OFFER + place])
            plan = plan_for(self.survey, tickets, time)
            value = 10 * (2 * plan.points() - points_of(self.board, tickets)) - plan.total
            if value > best_value:
                best = move
                best_value = value
        return best

    def _ticket_time(self) -> i64:
        return self.half_turns * TICKETS_TIME // 16

    def _tickets_promise(self) -> i64:
        """Return the expected value of a draw of tickets: two of the good ones, or the risk that all three are bad."""
        good: i64 = 0
        bad: i64 = 0
        bad_count: i64 = 0
        count: i64 = 0
        plan = Plan(self.survey, self._ticket_time() - 1)
        for ticket in self.at.top_tickets():
            count += 1
            points = 10 * self.board.ticket_points[ticket]
            plan.clear()
            plan.join(ticket, 2 * points)  # at this price or more the ticket would rather be lost
            value = max(-points, points - plan.total) if len(plan.tickets) > 0 else -points
            if value > 0:
                good += value
            else:
                bad += value
                bad_count += 1
        if count == 0:
            return -FAR
        return 2 * good // count + bad * bad_count * bad_count // (count * count * count)

    # Plans.

    def plan_ahead(self) -> None:
        """Choose what to claim and the cards for it; without a ticket to work for, the track with most points per turn."""
        if len(self.pending) > 0:
            self.plan = plan_for(self.survey, self.pending, self.half_turns)
        self.wanted = self.plan.wanted
        if len(self.wanted) == 0:
            track = self._best_points()
            if track != NOTHING:
                self.wanted = append(self.wanted, track)
        self._want_cards()

    def _best_points(self) -> i64:
        """Return the open track with most points per turn, including the turns for cards still to draw."""
        board = self.board
        most: i64 = 0
        for colour in range(i64(LOCOMOTIVE)):
            most = max(most, self.hand[colour])
        ends = self._loose_ends()
        best: i64 = NOTHING
        best_rate: i64 = -1
        for track in range(board.tracks):
            if not self.at.is_open(self.seat, track):
                continue
            length = board.length[track]
            cards = self.hand[LOCOMOTIVE] + (most if track >= board.coloured else self.hand[board.colour[track]])
            half_turns = 2 + max(max(0, board.ferry[track] - self.hand[LOCOMOTIVE]), length - cards)
            if length > self.survey.trains or half_turns > self.half_turns + 1:
                continue
            gain = 10 * board.points[length]
            if ends[board.end_a[track]] | ends[board.end_b[track]]:
                gain += LONGER_PATH
            rate = gain * 16 // (half_turns + 1)
            if rate > best_rate:
                best = track
                best_rate = rate
        return best

    def _loose_ends(self) -> vec[i64]:
        """Return 1 for each city where an odd number of the seat's tracks meet: a trail can end there and be extended (TTR-88)."""
        cities = self.board.no_cities[:]
        for track in self.at.tracks_of(self.seat):
            cities[self.board.end_a[track]] ^= 1
            cities[self.board.end_b[track]] ^= 1
        return cities

    # Cards.

    def _want_cards(self) -> None:
        """Compute which cards are wanted: coloured tracks first; gray ones are paid with what is left over, TTR-51."""
        board = self.board
        spare = self.hand[:]
        for track in self.wanted:
            if track < board.coloured:
                spare[board.colour[track]] -= board.length[track]
                self.need[board.colour[track]] += board.length[track]
        for colour in range(i64(LOCOMOTIVE)):
            self.desire[colour] = COMPANY * min(self.hand[colour], 4)
            if spare[colour] < 0:
                self.desire[colour] += MISSING + (NEARLY if spare[colour] >= -2 else 0)
        for track in self.wanted:
            if track >= board.coloured:
                self._want_for_gray(board.length[track], spare)

    def _want_for_gray(self, length: i64, spare: vec[i64]) -> None:
        """Choose the colour with most cards left over for a gray track, and want the cards it lacks."""
        payer: i64 = 0
        for colour in range(i64(1), i64(LOCOMOTIVE)):
            if spare[colour] > spare[payer]:
                payer = colour
        if spare[payer] >= length:
            spare[payer] -= length
            return
        for colour in range(i64(LOCOMOTIVE)):
            if colour == payer:
                self.desire[colour] += FOR_GRAY
            elif spare[colour] >= 0:
                self.desire[colour] += ANY_GRAY
        spare[payer] = min(spare[payer], 0)

    def card(self) -> i64:
        """Return the best card to draw, or NOTHING. A locomotive of the display only when two cards would help less, TTR-29."""
        at = self.at
        blind = self._blind_value()
        best: i64 = NOTHING if blind < 0 else BLIND
        best_value = blind
        next_value = blind  # the second card of the turn may be blind as well
        locomotive = False
        for card in at.slot:
            if card == LOCOMOTIVE:
                locomotive = True
            elif card != NONE:
                value = self.desire[card]
                if value > best_value or (value == best_value and best != BLIND and self.rng.below(2) == 1):
                    next_value = max(best_value, blind)
                    best = TAKE + card
                    best_value = value
                else:
                    next_value = max(next_value, value)
        if locomotive and at.phase != SECOND and (best == NOTHING or best_value + max(0, next_value) < WILD_TURN):
            return TAKE + LOCOMOTIVE
        return best

    def _blind_value(self) -> i64:
        """Return the mean value of the cards that may be in the deck; -1 when there is nothing to draw from, TTR-44."""
        at = self.at
        if at.down + at.thrown == 0:
            return -1
        pile = at.deck if at.down > 0 else at.discard  # TTR-43
        count: i64 = 0
        total: i64 = 0
        for colour in range(i64(COLOURS)):
            count += pile[colour]
            total += pile[colour] * self.desire[colour]
        return total // count

    # Actions.

    def action(self) -> i64:
        """Return new tickets when all are done and they are promising, else an urgent claim, else a card."""
        at = self.at
        if len(self.pending) == 0 and at.above + i64(len(at.under)) > 0 and self._tickets_promise() > TICKETS_TURN:
            return DRAW_TICKETS
        move = self._best_claim()
        if move == NOTHING:
            move = self.card()
        return self.last_action() if move == NOTHING else move

    def _best_claim(self) -> i64:
        """Return the most urgent wanted track with its cheapest payment; NOTHING when all can wait."""
        tickets_planned = len(self.plan.wanted) > 0
        patient = tickets_planned and self.half_turns - self.plan.half_turns >= HURRY
        moves = self.board.moves
        rivals = self._rival_cities()
        best: i64 = NOTHING
        best_value: i64 = PATIENCE if patient else -FAR
        track: i64 = NOTHING
        urgency: i64 = -FAR
        for move in self.at.choices():
            if move < CLAIM or move == moves.idle:
                continue
            if track != moves.claim_track[move - CLAIM]:
                track = moves.claim_track[move - CLAIM]
                urgency = self._urgency(track, rivals) if track in self.wanted else -FAR
            if urgency == -FAR:
                continue
            value = urgency - self._payment(move - CLAIM)
            if value > best_value:
                best = move
                best_value = value
        return best

    def _urgency(self, track: i64, rivals: vec[i64]) -> i64:
        urgency = RIVAL * (rivals[self.board.end_a[track]] + rivals[self.board.end_b[track]])
        if len(self.plan.wanted) > 0:
            urgency += self.plan.detour(track, DETOUR_CAP) * DETOUR_SHARE // 16
        return urgency

    def _payment(self, claim: i64) -> i64:
        """Return the value of a claim's cards for other uses: locomotives, and colours that wanted tracks still need."""
        board = self.board
        wild = board.moves.claim_wild[claim]
        colour = board.moves.claim_colour[claim]
        if colour == LOCOMOTIVE:
            return WILD_SPENT * wild
        track = board.moves.claim_track[claim]
        paid = board.length[track] - wild
        need = self.need[colour] - (board.length[track] if board.colour[track] == colour else 0)
        return WILD_SPENT * wild + NEEDED_SPENT * min(paid, max(0, need - (self.hand[colour] - paid)))

    def _rival_cities(self) -> vec[i64]:
        """Return 1 for each city where other seats have tracks."""
        cities = self.board.no_cities[:]
        for other in range(self.at.seats):
            if other != self.seat:
                for track in self.at.tracks_of(other):
                    cities[self.board.end_a[track]] = 1
                    cities[self.board.end_b[track]] = 1
        return cities

    def last_action(self) -> i64:
        """Return the claim that scores most at once; in the last round a draw of tickets if many would be complete already."""
        at = self.at
        board = self.board
        net = at.networks_of(self.seat)
        best: i64 = NOTHING
        best_value: i64 = 0
        for move in at.choices():
            if CLAIM <= move < board.moves.idle:
                track = board.moves.claim_track[move - CLAIM]
                value = 10 * board.points[board.length[track]] + 20 * self._finished_by(track, net)
                if value > best_value:
                    best = move
                    best_value = value
        if at.above + i64(len(at.under)) > 0 and self._tickets_promise() > best_value:
            return DRAW_TICKETS
        if best == NOTHING:
            best = self.card()
        return at.choices()[0] if best == NOTHING else best

    def _finished_by(self, track: i64, net: vec[i64]) -> i64:
        """Return the points of the tickets that a claim completes at once, TTR-71."""
        board = self.board
        points: i64 = 0
        for ticket in self.pending:
            if self._joins(track, board.ticket_a[ticket], net) and self._joins(track, board.ticket_b[ticket], net):
                points += board.ticket_points[ticket]
        return points

    def _joins(self, track: i64, city: i64, net: vec[i64]) -> bool:
        """Return whether a city is on a track, or in a network that the track reaches."""
        a = self.board.end_a[track]
        b = self.board.end_b[track]
        if (city - a) * (city - b) == 0:
            return True
        return net[city] >= 0 and (net[city] == net[a] or net[city] == net[b])

"""The state of Ticket to Ride. TTR-n are the clauses of rules.md."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, count_bits, low_bit, nth_bit
from roundhouse.core.draw import Rng, pick
from roundhouse.core.graph import networks_by_city
from roundhouse.core.state import CHANCE, OVER, State, ranks_of, replaced
from roundhouse.games.tickets.board import Board
from roundhouse.games.tickets.check import check
from roundhouse.games.tickets.claims import with_claims
from roundhouse.games.tickets.material import (
    COLOURS,
    FLUSH_CAP,
    HAND,
    LAST_TRAINS,
    LOCOMOTIVE,
    OFFER,
    SHARED_FROM,
    SLOTS,
    WORD,
)
from roundhouse.games.tickets.moves import BLIND, CLAIM, DRAW_TICKETS, TAKE
from roundhouse.games.tickets.phases import (
    DEALING,
    DRAWN,
    FIRST,
    FLUSHING,
    KEEPING,
    NONE,
    OFFERING,
    REVEALING,
    SECOND,
    SHOWING,
    TURN,
)
from roundhouse.games.tickets.scoring import final_keys, final_scores, longest_paths


class Tickets(State):
    """A game of Ticket to Ride: cards by colour, tracks and tickets as masks."""

    def __init__(self, other: Tickets) -> None:
        super().__init__(other)
        self.board: Board = other.board  # never changes
        self.phase: i64 = other.phase
        self.turn: i64 = other.turn  # the seat whose turn it is; NONE before the first turn
        self.drawn: i64 = other.drawn  # train cards taken this turn; a display locomotive counts two
        self.flushes: i64 = other.flushes  # of the check under way
        self.passes: i64 = other.passes  # in a row
        self.last: i64 = other.last  # turns left of the last round; 0 before it begins
        self.hand: vec[i64] = other.hand[:]  # secret: hand[seat * COLOURS + colour]; no limit but the cards there are, TTR-24
        self.known: vec[i64] = other.known[:]  # the part of a hand that all have seen taken and not yet spent
        self.size: vec[i64] = other.size[:]  # cards in hand, public
        self.deck: vec[i64] = other.deck[:]  # secret: cards face down by colour; counts, never an order
        self.down: i64 = other.down  # cards in the deck
        self.discard: vec[i64] = other.discard[:]  # by colour
        self.thrown: i64 = other.thrown  # cards in the discard pile
        self.slot: vec[i64] = other.slot[:]  # the display: a colour or NONE
        self.own: vec[i64] = other.own[:]  # own[seat * planes + plane]: tracks as masks, see board.py
        self.open: vec[i64] = other.open[:]  # open[seat * planes + plane]: tracks this seat may still claim
        self.trains: vec[i64] = other.trains[:]
        self.points: vec[i64] = other.points[:]  # scored for tracks
        # Tickets change rarely: copies share these vecs, and a change replaces a vec and never writes into it.
        # secret: mine[seat * ticket_words + word], tickets kept, as masks; none is ever given back, TTR-69
        self.mine: vec[i64] = other.mine
        self.held: vec[i64] = other.held  # tickets kept, public; 0 until all have made their first choice
        self.offer: vec[i64] = other.offer  # secret: offer[seat * OFFER + i], a ticket or NONE
        self.top: i64 = other.top  # secret: the unordered part of the ticket deck, as a mask of the first WORD tickets
        self.top_more: i64 = other.top_more  # and of all further ones, on a board that has so many
        self.above: i64 = other.above  # tickets in that part
        # ticket, seat that put it there, ...: known order below; tickets secret but to that seat
        self.under: vec[i64] = other.under

    def copy(self) -> Tickets:
        return Tickets(self)

    def unshare(self) -> None:
        """Copy the shared vecs, so that views and determinized states can be made in place."""
        self.mine = self.mine[:]
        self.offer = self.offer[:]
        self.under = self.under[:]

    # Legal moves.

    def legal_moves(self) -> vec[i64]:
        if self.actor == OVER:  # TTR-78
            return vec[i64]()
        phase = self.phase
        if phase == TURN:
            return self._actions(every_payment=True)
        if phase == SECOND:
            return self._second_cards()
        if phase == FIRST:
            return self._keeps(2)  # TTR-17
        if phase == KEEPING:
            return self._keeps(1)  # TTR-65
        if phase == OFFERING:
            return self._next_tickets()
        if phase in (FLUSHING, REVEALING):
            return append(vec[i64](), self._verdict())
        return self._next_cards()

    def choices(self) -> vec[i64]:
        """Return claims with as few locomotives as each colour allows: the other payments are dominated."""
        if self.phase == TURN:
            return self._actions(every_payment=False)
        return self.legal_moves()

    def _actions(self, every_payment: bool) -> vec[i64]:
        """Return the actions: draw train cards, draw tickets or claim (TTR-22); pass only when none is possible (TTR-23).

        Each of the three uses up cards, tickets or trains, so every game ends, TTR-80.
        """
        moves = vec[i64](capacity=32)
        shown = self._shown()
        colour: i64 = 0
        while shown:
            if shown & 1:  # TTR-26; an empty slot cannot be taken, TTR-45
                moves = append(moves, TAKE + colour)
            shown >>= 1
            colour += 1
        if self.down + self.thrown > 0:  # TTR-44; with all cards in hands there is none to draw, TTR-47
            moves = append(moves, BLIND)
        if self.above + i64(len(self.under)) > 0:  # TTR-68
            moves = append(moves, DRAW_TICKETS)
        moves = with_claims(moves, self, every_payment)
        if len(moves) == 0:
            moves = append(moves, self.board.moves.idle)
        return moves

    def _second_cards(self) -> vec[i64]:
        """Return the second cards: anything but a locomotive of the display (TTR-28 and TTR-30). Nobody may stop here (TTR-32)."""
        moves = vec[i64](capacity=8)
        shown = self._shown()
        for colour in range(i64(LOCOMOTIVE)):
            if shown >> colour & 1:
                moves = append(moves, TAKE + colour)
        if self.down + self.thrown > 0:
            moves = append(moves, BLIND)
        return moves

    def _shown(self) -> i64:
        """Return the colours of the display, as a mask."""
        mask: i64 = 0
        for card in self.slot:
            if card != NONE:
                mask |= BIT[card]
        return mask

    def _keeps(self, least: i64) -> vec[i64]:
        """Return the subsets of the offer with `least` tickets or more; the offer may be short, TTR-67."""
        moves = vec[i64]()
        keep = self.board.moves.keep
        count = self.offered(self.actor)
        for subset in range(1, BIT[count]):
            if count_bits(subset) >= least:
                moves = append(moves, keep + subset - 1)
        return moves

    def offered(self, seat: i64) -> i64:
        """Return the number of tickets that a seat may choose from."""
        offer = self.offer
        count: i64 = 0
        while count < OFFER and offer[seat * OFFER + count] != NONE:
            count += 1
        return count

    def _next_cards(self) -> vec[i64]:
        moves = vec[i64]()
        deck = self.deck
        card = self.board.moves.card
        for colour in range(i64(COLOURS)):
            if deck[colour]:
                moves = append(moves, card + colour)
        return moves

    def _next_tickets(self) -> vec[i64]:
        """Return any ticket of the unordered part; when that is used up, the first of those put back, TTR-R2."""
        moves = vec[i64]()
        first = self.board.moves.ticket
        if self.above == 0:
            return append(moves, first + self.under[0])
        for ticket in self.top_tickets():
            moves = append(moves, first + ticket)
        return moves

    def weight(self, move: i64) -> i64:
        moves = self.board.moves
        if move >= moves.ticket:
            return 1
        return self.deck[move - moves.card]

    def draw(self, rng: Rng) -> i64:
        if self.phase in (FLUSHING, REVEALING):
            return self._verdict()
        moves = self.board.moves
        if self.phase != OFFERING:
            return moves.card + pick(self.deck, self.down, rng)
        if self.above == 0:
            return moves.ticket + self.under[0]
        return moves.ticket + self.nth_top(rng.below(self.above))

    def seen(self, move: i64, seat: i64) -> i64:
        """Return what `seat` sees: a blind card only its drawer (TTR-34), tickets only their holder (TTR-16, TTR-19, TTR-70)."""
        phase = self.phase
        moves = self.board.moves
        if phase == DEALING:
            return move if seat == self.receiver() else moves.a_card
        if phase == DRAWN:
            return move if seat == self.turn else moves.a_card
        if phase == OFFERING:
            return move if seat == self.invited() else moves.a_ticket
        if seat == self.actor or move < moves.keep or move >= moves.idle:
            return move
        return moves.chosen if phase == FIRST else moves.kept + count_bits(move - moves.keep + 1) - 1

    # Effects of a move.

    def apply(self, move: i64) -> None:
        phase = self.phase
        moves = self.board.moves
        if phase == SHOWING:
            self._show(move - moves.card)
        elif phase == DRAWN:
            self._receive(self.turn, move - moves.card)
            self._go_on()
        elif move < BLIND:
            self._take(move - TAKE)
        elif move == BLIND:
            self.passes = 0
            self._need_card(DRAWN)
        elif phase == TURN:
            self._act(move)
        elif phase == OFFERING:
            self._offer(move - moves.ticket)
        elif phase == KEEPING:
            self._keep(move - moves.keep + 1)
        elif phase == FIRST:
            self._choose(move - moves.keep + 1)
        elif phase == REVEALING:
            self._reveal(move - moves.kept + 1)
        elif phase == FLUSHING:
            if move == moves.flush:
                self._flush()
            else:
                self._shown_all()
        else:
            self._deal(move - moves.card)

    def _act(self, move: i64) -> None:
        if move == self.board.moves.idle:
            self._pass()
            return
        self.passes = 0
        if move == DRAW_TICKETS:  # TTR-64
            self.phase = OFFERING
            self.actor = CHANCE
        else:
            self._claim(move - CLAIM)

    def _deal(self, colour: i64) -> None:
        """Deal four cards to each seat in turn (TTR-12), then the display (TTR-13)."""
        self._receive(self.receiver(), colour)
        if self.size[self.seats - 1] == HAND:
            self._restock()

    def receiver(self) -> i64:
        """Return the seat that is dealt a first card."""
        seat: i64 = 0
        while self.size[seat] == HAND:
            seat += 1
        return seat

    def _receive(self, seat: i64, colour: i64) -> None:
        self.deck[colour] -= 1
        self.down -= 1
        self.hand[seat * COLOURS + colour] += 1
        self.size[seat] += 1
        self.drawn += 1

    def _take(self, colour: i64) -> None:
        """Take a card of the display and refill its slot (TTR-26 and TTR-27). A locomotive uses up the whole turn (TTR-29)."""
        self.passes = 0
        seat = self.turn
        slot = self.slot
        place: i64 = 0
        while slot[place] != colour:
            place += 1
        slot[place] = NONE
        self.hand[seat * COLOURS + colour] += 1
        self.known[seat * COLOURS + colour] += 1
        self.size[seat] += 1
        self.drawn += 1
        if colour == LOCOMOTIVE:
            self.drawn = 2
        self._restock()

    def _go_on(self) -> None:
        """Continue after a card drawn blind: a locomotive counts as one here (TTR-31); the first card causes no check (TTR-35)."""
        if self.drawn == 1:
            self._ask_second()
        else:
            self._restock()

    def _ask_second(self) -> None:
        """Ask for the second card if there is one (TTR-32); otherwise the turn ends with one card (TTR-33, TTR-48)."""
        if self.down + self.thrown > 0 or self._shown() & (BIT[LOCOMOTIVE] - 1):
            self.phase = SECOND
            self.actor = self.turn
        else:
            self._end_turn()

    def _need_card(self, phase: i64) -> None:
        """Ask chance for a card; an empty deck is first renewed from the whole discard pile (TTR-43)."""
        if self.down == 0:
            deck = self.deck
            self.deck = self.discard
            self.discard = deck  # all zeros
            self.down = self.thrown
            self.thrown = 0
        self.phase = phase
        self.actor = CHANCE

    # The display.

    def _restock(self) -> None:
        """Begin a check of the display (TTR-35). Empty slots are filled when there are cards, lowest slot first (TTR-46)."""
        self.flushes = 0
        self._fill(0)

    def _show(self, colour: i64) -> None:
        self.deck[colour] -= 1
        self.down -= 1
        slot = self.slot
        place: i64 = 0
        while slot[place] != NONE:
            place += 1
        slot[place] = colour
        self._fill(place + 1)

    def _fill(self, place: i64) -> None:
        """Ask for a card for the lowest empty slot from `place` on; if there is none, check the display: TTR-36, TTR-37, TTR-14."""
        slot = self.slot
        while place < SLOTS:
            if slot[place] == NONE and self.down + self.thrown > 0:  # TTR-45: else it stays empty
                self._need_card(SHOWING)
                return
            place += 1
        wild: i64 = 0
        for card in slot:
            if card == LOCOMOTIVE:
                wild += 1
        if wild >= 3 and self.flushes < FLUSH_CAP and self.down + self.thrown > 0:  # TTR-39, TTR-41
            self.phase = FLUSHING
            self.actor = CHANCE
        else:
            self._shown_all()

    def _shown_all(self) -> None:
        """End the check."""
        if self.turn == NONE:
            self.phase = OFFERING
            self.actor = CHANCE
        elif self.drawn == 1:
            self._ask_second()  # TTR-40: a flush does not use up a draw
        else:
            self._end_turn()

    def _verdict(self) -> i64:
        """Return the one possible outcome where chance only reveals a fact."""
        if self.phase == REVEALING:
            return self.board.moves.kept + self.kept_count(self.revealed()) - 1
        return self._flush_or_stay()

    def revealed(self) -> i64:
        """Return the seat whose number of first tickets is revealed next."""
        seat: i64 = 0
        while self.held[seat] > 0:
            seat += 1
        return seat

    def _flush_or_stay(self) -> i64:
        """Return FLUSH, or STAY when the best display that could be dealt still has three locomotives (TTR-38)."""
        pool = self.down + self.thrown
        cards: i64 = pool
        others: i64 = pool - self.deck[LOCOMOTIVE] - self.discard[LOCOMOTIVE]
        for card in self.slot:
            if card != NONE:
                cards += 1
                if card != LOCOMOTIVE:
                    others += 1
        if min(SLOTS, cards) - others >= 3:
            return self.board.moves.stay
        return self.board.moves.flush

    def _flush(self) -> None:
        """Move all five cards to the discard pile (TTR-42); a short display is never flushed, TTR-38."""
        for place in range(i64(SLOTS)):
            self.discard[self.slot[place]] += 1
            self.slot[place] = NONE
        self.thrown += SLOTS
        self.flushes += 1
        self._fill(0)

    # Tracks.

    def _claim(self, index: i64) -> None:
        """Spend cards, place trains and score points (TTR-49, TTR-53, TTR-55); the turn is over, TTR-56."""
        board = self.board
        moves = board.moves
        seat = self.turn
        track = moves.claim_track[index]
        length = board.length[track]
        wild = moves.claim_wild[index]
        self._spend(moves.claim_colour[index], length - wild)
        self._spend(LOCOMOTIVE, wild)
        self.size[seat] -= length
        self.thrown += length
        self.trains[seat] -= length
        self.points[seat] += board.points[length]
        self.own[seat * board.planes + board.plane[track]] |= board.bit[track]
        self._close(track)
        self._restock()

    def _spend(self, colour: i64, count: i64) -> None:
        """Discard cards (TTR-54). Cards that all have seen may be those spent: only what is certainly left stays known."""
        at = self.turn * COLOURS + colour
        self.hand[at] -= count
        self.known[at] = max(0, self.known[at] - count)
        self.discard[colour] += count

    def _close(self, track: i64) -> None:
        """Close a claimed track (TTR-58) and, where needed, its double.

        TTR-59: nobody may own both tracks of a double; TTR-60: with two or three seats only one of them may be owned;
        TTR-61: with four or five seats another seat may own the other.
        """
        board = self.board
        planes = board.planes
        open = self.open
        mask = ~board.bit[track]
        at = board.plane[track]
        for _seat in range(self.seats):
            open[at] &= mask
            at += planes
        twin = board.twin[track]
        if twin < 0:
            return
        mask = ~board.bit[twin]
        at = board.plane[twin]
        for seat in range(self.seats):
            if self.seats < SHARED_FROM or seat == self.turn:
                open[at + seat * planes] &= mask

    # Tickets.

    def invited(self) -> i64:
        """Return the seat that is offered tickets: at set-up seat by seat (TTR-16), later the one whose turn it is."""
        if self.turn != NONE:
            return self.turn
        seat: i64 = 0
        while self.offered(seat) == OFFER:
            seat += 1
        return seat

    def _offer(self, ticket: i64) -> None:
        """Offer up to three tickets (TTR-64), fewer when the deck runs out (TTR-67)."""
        seat = self.invited()
        count = self.offered(seat)
        self.offer = replaced(self.offer, seat * OFFER + count, ticket)
        if self.above > 0:
            self.drop_top(ticket)
            self.above -= 1
        else:
            self.under = self.under[2:]
        if self.turn == NONE:
            if seat == self.seats - 1 and count + 1 == OFFER:
                self.phase = FIRST
                self.actor = 0
        elif count + 1 == OFFER or self.above + i64(len(self.under)) == 0:
            self.phase = KEEPING
            self.actor = self.turn

    def give(self, seat: i64, ticket: i64) -> None:
        """Add a ticket to those of a seat. `mine` must be this state's own."""
        self.mine[seat * self.board.ticket_words + ticket // WORD] |= BIT[ticket % WORD]

    def drop_top(self, ticket: i64) -> None:
        """Remove a ticket from the unordered part of the deck."""
        if ticket < WORD:
            self.top &= ~BIT[ticket]
        else:
            self.top_more &= ~BIT[ticket - WORD]

    def put_top(self, ticket: i64) -> None:
        """Add a ticket to the unordered part of the deck."""
        if ticket < WORD:
            self.top |= BIT[ticket]
        else:
            self.top_more |= BIT[ticket - WORD]

    def nth_top(self, n: i64) -> i64:
        """Return the ticket of the unordered part with `n` lower numbers before it."""
        if self.top_more == 0:
            return nth_bit(self.top, n)
        low = count_bits(self.top)
        return nth_bit(self.top, n) if n < low else WORD + nth_bit(self.top_more, n - low)

    def top_tickets(self) -> vec[i64]:
        """Return the tickets of the unordered part of the deck, ascending."""
        return _numbers(self.top_more, WORD, _numbers(self.top, 0, vec[i64]()))

    def kept_count(self, seat: i64) -> i64:
        """Return the number of tickets that a seat keeps."""
        words = self.board.ticket_words
        count: i64 = 0
        for word in range(seat * words, (seat + 1) * words):
            count += count_bits(self.mine[word])
        return count

    def tickets_of(self, seat: i64) -> vec[i64]:
        """Return the tickets that a seat keeps, ascending."""
        words = self.board.ticket_words
        result = vec[i64]()
        for word in range(words):
            result = _numbers(self.mine[seat * words + word], word * WORD, result)
        return result

    def _keep(self, subset: i64) -> None:
        """Keep some tickets and put the others under the deck (TTR-65 and TTR-66)."""
        self._set_aside(self.turn, subset)
        self._return(self.turn)
        self._restock()

    def _choose(self, subset: i64) -> None:
        """Make a first choice (TTR-17 and TTR-19): refused tickets stay aside, in secret, until the last seat has chosen."""
        self._set_aside(self.actor, subset)
        self.actor += 1
        if self.actor == self.seats:
            self.phase = REVEALING
            self.actor = CHANCE

    def _reveal(self, count: i64) -> None:
        """Reveal the number kept, seat by seat (TTR-19); then put the refused tickets under the deck (TTR-18)."""
        seat = self.revealed()
        self.held = replaced(self.held, seat, count)
        if seat == self.seats - 1:
            for each in range(self.seats):
                self._return(each)
            self.turn = 0  # TTR-20
            self._begin_turn()

    def _set_aside(self, seat: i64, subset: i64) -> None:
        offer = self.offer[:]
        self.mine = self.mine[:]
        for place in range(i64(OFFER)):
            if subset >> place & 1:
                self.give(seat, offer[seat * OFFER + place])
                offer[seat * OFFER + place] = NONE
        self.offer = offer

    def _return(self, seat: i64) -> None:
        """Put refused tickets under the deck, in the order in which they were offered (TTR-18)."""
        self.held = replaced(self.held, seat, self.kept_count(seat))
        offer = self.offer[:]
        under = self.under[:]
        for place in range(i64(OFFER)):
            ticket = offer[seat * OFFER + place]
            if ticket != NONE:
                under = append(append(under, ticket), seat)
                offer[seat * OFFER + place] = NONE
        self.offer = offer
        self.under = under

    # Turns.

    def _begin_turn(self) -> None:
        self.drawn = 0
        self.phase = TURN
        self.actor = self.turn

    def _pass(self) -> None:
        """Pass; when all pass one after another the game ends at once (TTR-79)."""
        self.passes += 1
        if self.passes == self.seats:
            self.actor = OVER
        else:
            self._restock()

    def _end_turn(self) -> None:
        """End a turn; two trains or fewer, but not three, leave every seat one more turn (TTR-74, TTR-76).

        That begins only once (TTR-75), such a turn is like any other (TTR-77), and after the last the game is over (TTR-78).
        """
        if self.last > 0:
            self.last -= 1
            if self.last == 0:
                self.actor = OVER
                return
        elif self.trains[self.turn] <= LAST_TRAINS:
            self.last = self.seats
        self.turn += 1  # TTR-21
        if self.turn == self.seats:
            self.turn = 0
        self._begin_turn()

    # Scoring.

    def tracks_of(self, seat: i64) -> vec[i64]:
        """Return the tracks that a seat owns, in ascending order."""
        board = self.board
        result = vec[i64]()
        for plane in range(board.planes):
            result = _numbers(self.own[seat * board.planes + plane], board.plane_first[plane], result)
        return result

    def owner_of(self, track: i64) -> i64:
        """Return the seat that owns a track, or NONE."""
        board = self.board
        for seat in range(self.seats):
            if self.own[seat * board.planes + board.plane[track]] & board.bit[track]:
                return seat
        return NONE

    def is_open(self, seat: i64, track: i64) -> bool:
        """Return whether a seat may still claim a track."""
        board = self.board
        return self.open[seat * board.planes + board.plane[track]] & board.bit[track] != 0

    def networks_of(self, seat: i64) -> vec[i64]:
        """Return the network of each city on the seat's tracks, as a number; -1 for a city that they do not reach, TTR-71."""
        board = self.board
        ends_a = vec[i64]()
        ends_b = vec[i64]()
        for track in self.tracks_of(seat):
            ends_a = append(ends_a, board.end_a[track])
            ends_b = append(ends_b, board.end_b[track])
        return networks_by_city(ends_a, ends_b, board.cities)

    def completed(self, seat: i64) -> vec[i64]:
        """Return the tickets of a seat whose two cities its tracks join, ascending, TTR-71."""
        return self._with_state(seat, done=True)

    def pending(self, seat: i64) -> vec[i64]:
        """Return the tickets of a seat that are not completed, ascending."""
        return self._with_state(seat, done=False)

    def _with_state(self, seat: i64, done: bool) -> vec[i64]:
        board = self.board
        net = self.networks_of(seat)
        result = vec[i64]()
        for ticket in self.tickets_of(seat):
            a = net[board.ticket_a[ticket]]
            if (a >= 0 and a == net[board.ticket_b[ticket]]) == done:
                result = append(result, ticket)
        return result

    def scores(self) -> vec[i64]:
        """Return points for tracks while the game runs (TTR-15, TTR-72), and TTR-81 at the end.

        Cards and trains left score nothing, TTR-92.
        """
        if self.actor != OVER:
            return self.points[:]
        return final_scores(self, longest_paths(self))

    def ranks(self) -> vec[i64]:
        """Return ranks by score (TTR-93), completed tickets (TTR-94) and longer path (TTR-95); then a place is shared (TTR-96)."""
        if self.actor != OVER:
            return ranks_of(self.points)
        return ranks_of(final_keys(self))

    def check(self) -> None:
        check(self)


def _numbers(mask: i64, first: i64, result: vec[i64]) -> vec[i64]:
    """Append the members of a mask to a list, each more by `first`."""
    rest = mask
    while rest:
        result = append(result, first + low_bit(rest))
        rest &= rest - 1
    return result

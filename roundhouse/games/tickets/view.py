"""What a seat may know of Ticket to Ride (TTR-25), and states consistent with it.

The view keeps what a careful player would remember: cards taken face up until they are spent, the discard pile, the tickets
they put back. Two things follow only from the history, so determinized states are sound but not tight: what an exhausted deck
reveals about older hidden cards, and a ticket that the seat put back and another seat has since been offered.
"""

from __future__ import annotations

from mypy_extensions import i64

from roundhouse.core.bits import count_bits
from roundhouse.core.draw import Rng, pick
from roundhouse.core.state import OVER, View
from roundhouse.games.tickets.guess import Guess
from roundhouse.games.tickets.material import COLOURS, OFFER
from roundhouse.games.tickets.phases import FIRST, HIDDEN, NONE, REVEALING
from roundhouse.games.tickets.state import Tickets


def view(state: Tickets, seat: i64) -> View[Tickets]:
    """Return the state with unknown cards put back into the deck and unknown tickets into the top of theirs.

    When the game is over all tickets lie open (TTR-83).
    """
    seen = state.copy()
    seen.unshare()
    for other in range(state.seats):
        if other != seat:
            _hide_hand(seen, other)
            if state.actor != OVER:
                _hide_tickets(seen, other)
    for i in range(0, i64(len(seen.under)), 2):
        if seen.under[i + 1] != seat:
            seen.put_top(seen.under[i])
            seen.under[i] = HIDDEN
    return View(seat, seen)


def _hide_hand(seen: Tickets, other: i64) -> None:
    for at in range(other * COLOURS, (other + 1) * COLOURS):
        seen.deck[at - other * COLOURS] += seen.hand[at] - seen.known[at]
        seen.hand[at] = seen.known[at]


def _hide_tickets(seen: Tickets, other: i64) -> None:
    """Hide the tickets of another seat, even a first choice already made (TTR-19): the offer looks untouched."""
    words = seen.board.ticket_words
    seen.top |= seen.mine[other * words]
    seen.mine[other * words] = 0
    if words > 1:
        seen.top_more |= seen.mine[other * words + 1]
        seen.mine[other * words + 1] = 0
    for at in range(other * OFFER, (other + 1) * OFFER):
        ticket = seen.offer[at]
        if ticket != NONE:
            seen.put_top(ticket)
        if ticket != NONE or seen.phase == FIRST or seen.phase == REVEALING:
            seen.offer[at] = HIDDEN


def determinize(seen: View[Tickets], rng: Rng) -> Tickets:
    """Return a state that `seen.seat` cannot tell from the true one, which is always among the possible results.

    A state is the likelier the better it explains the tracks of the others.
    """
    world = seen.position.copy()
    world.unshare()
    for other in range(world.seats):
        if other != seen.seat:
            _deal_hand(world, other, rng)
            if world.actor != OVER:
                _deal_tickets(world, other, rng)
    for i in range(0, i64(len(world.under)), 2):
        if world.under[i] == HIDDEN:
            world.under[i] = _draw_ticket(world, rng)
    return world


def _deal_hand(world: Tickets, other: i64, rng: Rng) -> None:
    left = world.size[other]
    unknown: i64 = 0
    for colour in range(i64(COLOURS)):
        left -= world.hand[other * COLOURS + colour]
        unknown += world.deck[colour]
    for _card in range(left):
        colour = pick(world.deck, unknown, rng)
        unknown -= 1
        world.deck[colour] -= 1
        world.hand[other * COLOURS + colour] += 1


def _deal_tickets(world: Tickets, other: i64, rng: Rng) -> None:
    for at in range(other * OFFER, (other + 1) * OFFER):
        if world.offer[at] == HIDDEN:
            world.offer[at] = _draw_ticket(world, rng)
    if world.phase == REVEALING or (world.phase == FIRST and other < world.actor):
        _choose_first(world, other, rng)
        return
    if world.held[other] == 0:
        return
    guess = Guess(world, other)
    for _ticket in range(world.held[other]):
        ticket = guess.draw(world.top_tickets(), rng)
        world.drop_top(ticket)
        world.give(other, ticket)


def _choose_first(world: Tickets, other: i64, rng: Rng) -> None:
    """Make a first choice for another seat: one ticket refused or none, consistent with what has been revealed."""
    refused = rng.below(OFFER + 1)
    if world.held[other] > 0:
        refused = rng.below(OFFER)
    if world.held[other] == OFFER:
        refused = NONE
    for place in range(i64(OFFER)):
        if place != refused:
            world.give(other, world.offer[other * OFFER + place])
            world.offer[other * OFFER + place] = NONE


def _draw_ticket(world: Tickets, rng: Rng) -> i64:
    """Draw any ticket whose place the view does not know. `above` is public and stays: what is left over is the top."""
    ticket = world.nth_top(rng.below(count_bits(world.top) + count_bits(world.top_more)))
    world.drop_top(ticket)
    return ticket

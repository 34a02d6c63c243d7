"""Why a move of Ticket to Ride is not allowed: the clause that forbids it, and the rule in words.

An independent implementation of the rules beside `legal_moves`; the two must agree for every int. What it reveals to the
acting seat follows from that seat's view alone.
"""

from __future__ import annotations

from roundhouse.core.game import Refusal
from roundhouse.core.sentence import SeatName, either, say, say_many
from roundhouse.core.state import CHANCE, OVER
from roundhouse.games.tickets.material import COLOURS, GRAY, LOCOMOTIVE, SHARED_FROM
from roundhouse.games.tickets.moves import BLIND, CLAIM, DRAW_TICKETS, TAKE, Moves
from roundhouse.games.tickets.phases import DEALING, FIRST, FLUSHING, NONE, OFFERING, REVEALING, SECOND, SHOWING, TURN
from roundhouse.games.tickets.phrases import NO_CARD_WORDS, cards, payment, pile, possible_actions
from roundhouse.games.tickets.state import Tickets


def _due(phase: int, moves: Moves) -> range:
    """Return the outcomes that may come in a phase."""
    if phase == OFFERING:
        return range(moves.ticket, moves.flush)
    if phase == FLUSHING:
        return range(moves.flush, moves.kept)
    if phase == REVEALING:
        return range(moves.kept, moves.a_card)
    return range(moves.card, moves.ticket)


def refusal(state: Tickets, move: int) -> Refusal | None:
    """Return why a move is refused; None exactly when it is legal."""
    moves = state.board.moves
    if state.actor == OVER:
        return Refusal("TTR-78", say("the game is over, and no move is made any more"))
    if move >= moves.a_card:
        return Refusal("TTR-25", say("this stands for something that others may not see, and is not a move"))
    if state.actor == CHANCE:
        return _outcome(state, move)
    if move >= moves.kept:
        return Refusal("TTR-19", say("how many first tickets each player has kept is told when all have chosen; it is no move"))
    if move >= moves.flush:
        return Refusal("TTR-36", say("whether the display is cleared follows from the rules; no player decides it"))
    if move >= moves.ticket:
        return Refusal("TTR-64", say("tickets come from the top of their deck by chance; nobody can choose which"))
    if move >= moves.card:
        return Refusal(
            "TTR-26", say("cards come from the top of the deck by chance; a player can only draw, or take one of the display")
        )
    if state.phase == TURN:
        return _action(state, move)
    if state.phase == SECOND:
        return _second_card(state, move)
    return _keep(state, move)


# While a seat acts.


def _action(state: Tickets, move: int) -> Refusal | None:
    """Return why one of the three actions is refused (TTR-22)."""
    if move < BLIND:
        return _take(state, move - TAKE)
    if move == BLIND:
        return _blind(state)
    if move == DRAW_TICKETS:
        return _draw_tickets(state)
    if move < state.board.moves.keep:
        return _claim(state, move - CLAIM)
    if move == state.board.moves.idle:
        return _pass(state)
    return Refusal("TTR-22", say("there are no tickets to choose from; that comes after drawing tickets"))


def _second_card(state: Tickets, move: int) -> Refusal | None:
    if move == TAKE + LOCOMOTIVE and LOCOMOTIVE in state.slot:
        return Refusal("TTR-30", say("a locomotive of the display counts as two cards, so it cannot be the second card of a turn"))
    if move < BLIND:
        return _take(state, move - TAKE)
    if move == BLIND:
        return _blind(state)
    if move == state.board.moves.idle:
        return Refusal("TTR-32", say("the second card is not optional; it must be taken while there is one to take"))
    return Refusal("TTR-22", say("one card has been taken, and a turn is one action only; the second card is due"))


def _keep(state: Tickets, move: int) -> Refusal | None:
    """Return why a choice of tickets is refused: TTR-17 before the first turn, TTR-65 after tickets were drawn."""
    first = state.phase == FIRST
    if move == state.board.moves.idle:
        return _too_few_kept(first)
    if not state.board.moves.keep <= move < state.board.moves.idle:
        if first:
            return Refusal(
                "TTR-19",
                say("before the first turn every player chooses two or three of the first tickets; nothing else comes first"),
            )
        return Refusal(
            "TTR-22", say("tickets have been drawn, and a turn is one action only; the choice of tickets to keep is due")
        )
    subset = int(move - state.board.moves.keep + 1)
    offered = state.offered(state.actor)
    if subset >= 1 << offered:
        return Refusal(
            "TTR-67",
            say_many(
                "only {count} ticket is on offer, number 1",
                "only {count} tickets are on offer, numbers 1 to {count}",
                count=offered,
            ),
        )
    if first and subset.bit_count() < 2:
        return _too_few_kept(first)
    return None


def _too_few_kept(first: bool) -> Refusal:
    if first:
        return Refusal("TTR-17", say("two or three of the three first tickets must be kept"))
    return Refusal("TTR-65", say("at least one of the tickets drawn must be kept"))


def _take(state: Tickets, colour: int) -> Refusal | None:
    shown = [card for card in state.slot if card != NONE]
    if colour in shown:
        return None
    if not shown:
        return Refusal("TTR-45", say("every slot of the display is empty, and an empty slot cannot be taken"))
    counts = [shown.count(other) for other in range(COLOURS)]
    return Refusal(
        "TTR-26", say("there is {none} in the display, which shows {cards}", none=NO_CARD_WORDS[colour], cards=pile(counts))
    )


def _blind(state: Tickets) -> Refusal | None:
    if state.down + state.thrown > 0:
        return None
    if all(card == NONE for card in state.slot):
        return Refusal("TTR-47", say("deck, discard pile and display are empty: all train cards are in the players' hands"))
    return Refusal("TTR-44", say("deck and discard pile are empty; only the cards of the display can be taken"))


def _draw_tickets(state: Tickets) -> Refusal | None:
    if state.above + len(state.under) > 0:
        return None
    return Refusal("TTR-68", say("there are no tickets left to draw"))


def _pass(state: Tickets) -> Refusal | None:
    can = possible_actions(state)
    if not can:
        return None
    return Refusal("TTR-23", say("passing is only for players who can do nothing else; you can {actions}", actions=either(can)))


# Claims.


def _claim(state: Tickets, index: int) -> Refusal | None:
    moves = state.board.moves
    track = moves.claim_track[index]
    return (
        _taken(state, track)
        or _trains_short(state, track)
        or _cards_short(state, track, moves.claim_colour[index], moves.claim_wild[index])
    )


def _taken(state: Tickets, track: int) -> Refusal | None:
    """Return the refusal of an owned track, or of the second track of a double (TTR-58 to TTR-61)."""
    route, seat, twin = state.board.data.cities_of(track), state.turn, state.board.twin[track]
    owner = state.owner_of(track)
    if owner == seat:
        return Refusal("TTR-58", say("you have claimed {route} already", route=route))
    if owner != NONE and twin >= 0 and state.is_open(seat, twin):
        return Refusal(
            "TTR-58", say("this track of {route} belongs to {name}; the other one is open", route=route, name=SeatName(owner))
        )
    if owner != NONE:
        return Refusal("TTR-58", say("{route} belongs to {name}", route=route, name=SeatName(owner)))
    if twin < 0 or state.owner_of(twin) == NONE:
        return None
    if state.owner_of(twin) == seat:
        return Refusal(
            "TTR-59", say("you own the other track of {route}, and nobody may own both tracks of a double route", route=route)
        )
    if state.seats < SHARED_FROM:
        return Refusal(
            "TTR-60",
            say(
                "with two or three players only one track of a double route can be taken; {name} has the other of {route}",
                name=SeatName(state.owner_of(twin)),
                route=route,
            ),
        )
    return None


def _trains_short(state: Tickets, track: int) -> Refusal | None:
    length, trains = state.board.length[track], state.trains[state.turn]
    if trains >= length:
        return None
    reason = say_many(
        "{route} needs {count} train; you have none left",
        "{route} needs {count} trains; trains you have left: {trains}",
        count=length,
        route=state.board.data.cities_of(track),
        trains=trains,
    )
    return Refusal("TTR-53", reason)


def _cards_short(state: Tickets, track: int, colour: int, wild: int) -> Refusal | None:
    """Return the refusal of a payment: too few cards (TTR-49), or the wrong ones (TTR-50, TTR-51 or TTR-52)."""
    hand = state.hand[state.turn * COLOURS : (state.turn + 1) * COLOURS]
    length = state.board.length[track]
    if hand[colour] >= length - wild and hand[LOCOMOTIVE] >= wild:
        return None
    gray = state.board.colour[track] == GRAY
    most = max(hand[:LOCOMOTIVE]) if gray else hand[state.board.colour[track]]
    if most + hand[LOCOMOTIVE] < length:
        return _never_enough(state, track, most, hand[LOCOMOTIVE])
    ferry = state.board.ferry[track]
    if hand[LOCOMOTIVE] < ferry:
        return Refusal(
            "TTR-98",
            say_many(
                "{route} is a ferry and takes at least {count} locomotive; in hand: {held}",
                "{route} is a ferry and takes at least {count} locomotives; in hand: {held}",
                count=ferry,
                route=state.board.data.cities_of(track),
                held=cards(LOCOMOTIVE, hand[LOCOMOTIVE]),
            ),
        )
    clause = "TTR-52" if colour == LOCOMOTIVE else "TTR-51" if gray else "TTR-50"
    held = [hand[kind] if kind in (colour, LOCOMOTIVE) else 0 for kind in range(COLOURS)]
    return Refusal(
        clause, say("this way to pay takes {paid}; in hand: {held}", paid=payment(colour, wild, length), held=pile(held))
    )


def _never_enough(state: Tickets, track: int, most: int, wild: int) -> Refusal:
    """Return the refusal of a track for which the hand has no payment at all."""
    colour, length = state.board.colour[track], state.board.length[track]
    if colour == GRAY:
        reason = say_many(
            "{route} needs {count} card of any colour; there is none in hand",
            "{route} needs {count} cards of one colour, locomotives standing in for any; the best set in hand has {most}",
            count=length,
            route=state.board.data.cities_of(track),
            most=most + wild,
        )
        return Refusal("TTR-51", reason)
    held = [0] * COLOURS
    held[colour], held[LOCOMOTIVE] = most, wild
    reason = say(
        "{route} needs {cards}, locomotives standing in for any; in hand: {held}",
        route=state.board.data.cities_of(track),
        cards=cards(colour, length),
        held=pile(held),
    )
    return Refusal("TTR-49", reason)


# While chance acts.


def _outcome(state: Tickets, move: int) -> Refusal | None:
    moves = state.board.moves
    if move not in _due(state.phase, moves):
        return _not_now(state)
    if state.phase == FLUSHING:
        return _flush(state, move)
    if state.phase == REVEALING:
        return _reveal(state, move)
    if state.phase == OFFERING:
        return _ticket(state, move - moves.ticket)
    if state.deck[move - moves.card] > 0:
        return None
    return Refusal("TTR-8", say("the deck holds {none}", none=NO_CARD_WORDS[move - moves.card]))


def _not_now(state: Tickets) -> Refusal:
    """Return the refusal of a move while something else is being drawn and no seat decides."""
    setting_up = state.turn == NONE
    if state.phase == DEALING:
        return Refusal("TTR-12", say("the first cards are being dealt"))
    if state.phase == SHOWING:
        return Refusal("TTR-13" if setting_up else "TTR-27", say("the display is being filled from the deck"))
    if state.phase == FLUSHING:
        return Refusal("TTR-35", say("a display with three locomotives is being checked"))
    if state.phase == REVEALING:
        return Refusal("TTR-19", say("the numbers of first tickets kept are being told"))
    if state.phase == OFFERING:
        return Refusal("TTR-16" if setting_up else "TTR-64", say("tickets are being drawn from the top of their deck"))
    return Refusal("TTR-26", say("a card is being drawn from the top of the deck"))


def _flush(state: Tickets, move: int) -> Refusal | None:
    """Return why a flush or its absence is refused (TTR-36 and TTR-38): one of the two is forced."""
    if move in state.legal_moves():
        return None
    if move == state.board.moves.flush:
        return Refusal("TTR-38", say("the display stays, because no new display could have fewer than three locomotives"))
    return Refusal("TTR-36", say("a display with three locomotives is cleared while a new one could have fewer"))


def _reveal(state: Tickets, move: int) -> Refusal | None:
    if move in state.legal_moves():
        return None
    return Refusal("TTR-19", say("the player has kept another number of tickets"))


def _ticket(state: Tickets, ticket: int) -> Refusal | None:
    """Return why a ticket cannot come next: top tickets first (TTR-64), then those put back, in their order (TTR-66)."""
    if ticket in state.top_tickets() if state.above else state.under[0] == ticket:
        return None
    if ticket in state.under[::2]:
        return Refusal(
            "TTR-66", say("the ticket {ticket} lies under others that come first", ticket=state.board.data.ticket_name(ticket))
        )
    return Refusal("TTR-9", say("the ticket {ticket} is no longer in the deck", ticket=state.board.data.ticket_name(ticket)))

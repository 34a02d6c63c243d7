"""Why a move of Ticket to Ride is not allowed: the clause that forbids it, and the rule in words.

An independent implementation of the rules beside `legal_moves`; the two must agree for every int. What it reveals to the
acting seat follows from that seat's view alone.
"""

from __future__ import annotations

from typing import Final

from roundhouse.core.game import Refusal
from roundhouse.core.sentence import SeatName, either, say, say_many
from roundhouse.core.state import CHANCE, OVER
from roundhouse.games.tickets.board import COLOUR, COLOURS, GRAY, LENGTH, LOCOMOTIVE, TWIN, bit_of, plane_of
from roundhouse.games.tickets.moves import (
    A_CARD,
    BLIND,
    CARD,
    CLAIM,
    CLAIM_COLOUR,
    CLAIM_TRACK,
    CLAIM_WILD,
    DRAW_TICKETS,
    FLUSH,
    KEEP,
    KEPT,
    PASS,
    TAKE,
    TICKET,
)
from roundhouse.games.tickets.notation import cities_of, ticket_name
from roundhouse.games.tickets.phases import DEALING, FIRST, FLUSHING, NONE, OFFERING, REVEALING, SECOND, SHOWING, TURN
from roundhouse.games.tickets.phrases import NO_CARD_WORDS, cards, payment, pile, possible_actions
from roundhouse.games.tickets.state import Tickets

# Outcomes by phase, where they are not cards.
_DUE: Final = {OFFERING: range(TICKET, FLUSH), FLUSHING: range(FLUSH, KEPT), REVEALING: range(KEPT, A_CARD)}
_CLOSED_SEATS: Final = 3  # TTR-60: with so many seats or fewer a double has room for one owner


def refusal(state: Tickets, move: int) -> Refusal | None:
    """Return why a move is refused; None exactly when it is legal."""
    if state.actor == OVER:
        return Refusal("TTR-78", say("the game is over, and no move is made any more"))
    if move >= A_CARD:
        return Refusal("TTR-25", say("this stands for something that others may not see, and is not a move"))
    if state.actor == CHANCE:
        return _outcome(state, move)
    if move >= KEPT:
        return Refusal("TTR-19", say("how many first tickets each player has kept is told when all have chosen; it is no move"))
    if move >= FLUSH:
        return Refusal("TTR-36", say("whether the display is cleared follows from the rules; no player decides it"))
    if move >= TICKET:
        return Refusal("TTR-64", say("tickets come from the top of their deck by chance; nobody can choose which"))
    if move >= CARD:
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
    if move < KEEP:
        return _claim(state, move - CLAIM)
    if move == PASS:
        return _pass(state)
    return Refusal("TTR-22", say("there are no tickets to choose from; that comes after drawing tickets"))


def _second_card(state: Tickets, move: int) -> Refusal | None:
    if move == TAKE + LOCOMOTIVE and LOCOMOTIVE in state.slot:
        return Refusal("TTR-30", say("a locomotive of the display counts as two cards, so it cannot be the second card of a turn"))
    if move < BLIND:
        return _take(state, move - TAKE)
    if move == BLIND:
        return _blind(state)
    if move == PASS:
        return Refusal("TTR-32", say("the second card is not optional; it must be taken while there is one to take"))
    return Refusal("TTR-22", say("one card has been taken, and a turn is one action only; the second card is due"))


def _keep(state: Tickets, move: int) -> Refusal | None:
    """Return why a choice of tickets is refused: TTR-17 before the first turn, TTR-65 after tickets were drawn."""
    first = state.phase == FIRST
    if move == PASS:
        return _too_few_kept(first)
    if not KEEP <= move < PASS:
        if first:
            return Refusal(
                "TTR-19",
                say("before the first turn every player chooses two or three of the first tickets; nothing else comes first"),
            )
        return Refusal(
            "TTR-22", say("tickets have been drawn, and a turn is one action only; the choice of tickets to keep is due")
        )
    subset = move - KEEP + 1
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
    track = CLAIM_TRACK[index]
    return _taken(state, track) or _trains_short(state, track) or _cards_short(state, track, CLAIM_COLOUR[index], CLAIM_WILD[index])


def _taken(state: Tickets, track: int) -> Refusal | None:
    """Return the refusal of an owned track, or of the second track of a double (TTR-58 to TTR-61)."""
    route, seat, twin = cities_of(track), state.turn, TWIN[track]
    owner = state.owner_of(track)
    if owner == seat:
        return Refusal("TTR-58", say("you have claimed {route} already", route=route))
    if owner != NONE and twin >= 0 and _is_open(state, twin):
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
    if state.seats <= _CLOSED_SEATS:
        return Refusal(
            "TTR-60",
            say(
                "with two or three players only one track of a double route can be taken; {name} has the other of {route}",
                name=SeatName(state.owner_of(twin)),
                route=route,
            ),
        )
    return None


def _is_open(state: Tickets, track: int) -> bool:
    return bool(state.open[state.turn * 2 + plane_of(track)] & bit_of(track))


def _trains_short(state: Tickets, track: int) -> Refusal | None:
    length, trains = LENGTH[track], state.trains[state.turn]
    if trains >= length:
        return None
    reason = say_many(
        "{route} needs {count} train; you have none left",
        "{route} needs {count} trains; trains you have left: {trains}",
        count=length,
        route=cities_of(track),
        trains=trains,
    )
    return Refusal("TTR-53", reason)


def _cards_short(state: Tickets, track: int, colour: int, wild: int) -> Refusal | None:
    """Return the refusal of a payment: too few cards (TTR-49), or the wrong ones (TTR-50, TTR-51 or TTR-52)."""
    hand = state.hand[state.turn * COLOURS : (state.turn + 1) * COLOURS]
    length = LENGTH[track]
    if hand[colour] >= length - wild and hand[LOCOMOTIVE] >= wild:
        return None
    gray = COLOUR[track] == GRAY
    most = max(hand[:LOCOMOTIVE]) if gray else hand[COLOUR[track]]
    if most + hand[LOCOMOTIVE] < length:
        return _never_enough(track, most, hand[LOCOMOTIVE])
    clause = "TTR-52" if colour == LOCOMOTIVE else "TTR-51" if gray else "TTR-50"
    held = [hand[kind] if kind in (colour, LOCOMOTIVE) else 0 for kind in range(COLOURS)]
    return Refusal(
        clause, say("this way to pay takes {paid}; in hand: {held}", paid=payment(colour, wild, length), held=pile(held))
    )


def _never_enough(track: int, most: int, wild: int) -> Refusal:
    """Return the refusal of a track for which the hand has no payment at all."""
    colour, length = COLOUR[track], LENGTH[track]
    if colour == GRAY:
        reason = say_many(
            "{route} needs {count} card of any colour; there is none in hand",
            "{route} needs {count} cards of one colour, locomotives standing in for any; the best set in hand has {most}",
            count=length,
            route=cities_of(track),
            most=most + wild,
        )
        return Refusal("TTR-51", reason)
    held = [0] * COLOURS
    held[colour], held[LOCOMOTIVE] = most, wild
    reason = say(
        "{route} needs {cards}, locomotives standing in for any; in hand: {held}",
        route=cities_of(track),
        cards=cards(colour, length),
        held=pile(held),
    )
    return Refusal("TTR-49", reason)


# While chance acts.


def _outcome(state: Tickets, move: int) -> Refusal | None:
    if move not in _DUE.get(state.phase, range(CARD, TICKET)):
        return _not_now(state)
    if state.phase == FLUSHING:
        return _flush(state, move)
    if state.phase == REVEALING:
        return _reveal(state, move)
    if state.phase == OFFERING:
        return _ticket(state, move - TICKET)
    if state.deck[move - CARD] > 0:
        return None
    return Refusal("TTR-8", say("the deck holds {none}", none=NO_CARD_WORDS[move - CARD]))


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
    if move == FLUSH:
        return Refusal("TTR-38", say("the display stays, because no new display could have fewer than three locomotives"))
    return Refusal("TTR-36", say("a display with three locomotives is cleared while a new one could have fewer"))


def _reveal(state: Tickets, move: int) -> Refusal | None:
    if move in state.legal_moves():
        return None
    return Refusal("TTR-19", say("the player has kept another number of tickets"))


def _ticket(state: Tickets, ticket: int) -> Refusal | None:
    """Return why a ticket cannot come next: top tickets first (TTR-64), then those put back, in their order (TTR-66)."""
    if state.top >> ticket & 1 if state.above else state.under[0] == ticket:
        return None
    if ticket in state.under[::2]:
        return Refusal("TTR-66", say("the ticket {ticket} lies under others that come first", ticket=ticket_name(ticket)))
    return Refusal("TTR-9", say("the ticket {ticket} is no longer in the deck", ticket=ticket_name(ticket)))

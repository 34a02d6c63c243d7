"""The messages of Ticket to Ride: a sentence of the log for every move, and a prompt for every reader."""

from __future__ import annotations

from typing import cast

from roundhouse.core.sentence import SeatName, Sentence, both, either, say, say_many
from roundhouse.core.state import CHANCE, OVER, View
from roundhouse.games.tickets.material import LOCOMOTIVE, OFFER
from roundhouse.games.tickets.moves import BLIND, CLAIM, DRAW_TICKETS, TAKE
from roundhouse.games.tickets.phases import DEALING, DRAWN, FIRST, KEEPING, NONE, OFFERING, REVEALING, SECOND, SHOWING
from roundhouse.games.tickets.phrases import CARD_WORDS, payment, possible_actions, ticket_worth
from roundhouse.games.tickets.state import Tickets

# The log.


def describe(view: View, move: int) -> Sentence:
    """Return what a move does, given the reader's view before it and the move as the reader sees it."""
    position = cast("Tickets", view.position)
    moves = position.board.moves
    name = SeatName(seat_concerned(position))
    if move < BLIND:
        return say("{name} takes {card} from the display", name=name, card=CARD_WORDS[move - TAKE])
    if move == BLIND:
        return _draws(position, name)
    if move == DRAW_TICKETS:
        return say_many(
            "{name} draws {count} ticket", "{name} draws {count} tickets", count=min(OFFER, tickets_left(position)), name=name
        )
    if move < moves.keep:
        return _claims(position, move - CLAIM, name)
    if move < moves.idle:
        return _keeps(position, move - moves.keep + 1, name)
    if move == moves.idle:
        return _passes(position, name)
    if move < moves.a_card:
        return _drawn(position, move, name)
    return _hidden(position, move, name)


def seat_concerned(position: Tickets) -> int:
    """Return the seat that a move is about: the actor, or the receiver of what chance brings."""
    if position.actor >= 0:
        return position.actor
    if position.actor == CHANCE and position.phase == DEALING:
        return position.receiver()
    if position.actor == CHANCE and position.phase == OFFERING:
        return position.invited()
    if position.actor == CHANCE and position.phase == REVEALING:
        return position.revealed()
    return max(position.turn, 0)


def tickets_left(position: Tickets) -> int:
    """Return the number of tickets in their deck: those on top, and those put back with their seats."""
    return position.above + len(position.under) // 2


def _draws(position: Tickets, name: SeatName) -> Sentence:
    if position.down == 0:  # TTR-43
        return say("The discard pile is shuffled into a new deck, and {name} draws a card from it", name=name)
    return say("{name} draws a card from the deck", name=name)


def _claims(position: Tickets, index: int, name: SeatName) -> Sentence:
    board = position.board
    track = board.moves.claim_track[index]
    paid = payment(board.moves.claim_colour[index], board.moves.claim_wild[index], board.length[track])
    return say("{name} claims {route} with {payment}", name=name, route=board.data.cities_of(track), payment=paid)


def _keeps(position: Tickets, subset: int, name: SeatName) -> Sentence:
    """Describe the tickets kept: by name where the reader sees the offer, else only how many (TTR-70)."""
    first = seat_concerned(position) * OFFER
    tickets = [position.offer[first + place] for place in range(OFFER) if subset >> place & 1]
    if min(tickets) >= 0:
        return say("{name} keeps {tickets}", name=name, tickets=both([ticket_worth(position.board, ticket) for ticket in tickets]))
    return _keeps_some(len(tickets), name)


def _keeps_some(count: int, name: SeatName) -> Sentence:
    return say_many("{name} keeps {count} ticket", "{name} keeps {count} tickets", count=count, name=name)


def _kept(position: Tickets, count: int, name: SeatName) -> Sentence:
    """Describe the number of tickets kept: a first choice when all have chosen, later ones at once (TTR-19)."""
    if position.phase != REVEALING:
        return _keeps_some(count, name)
    return say_many("{name} has kept {count} first ticket", "{name} has kept {count} first tickets", count=count, name=name)


def _passes(position: Tickets, name: SeatName) -> Sentence:
    if position.passes + 1 == position.seats:  # TTR-79
        return say("{name} passes; nobody can do anything any more, and the game ends", name=name)
    return say("{name} can do nothing and passes", name=name)


def _drawn(position: Tickets, move: int, name: SeatName) -> Sentence:
    """Describe an outcome that the reader sees."""
    moves = position.board.moves
    if move == moves.flush:  # TTR-36
        return say("Three locomotives lie in the display: it is cleared")
    if move == moves.stay:  # TTR-38
        return say("Three locomotives lie in the display, but it stays: no new display could have fewer")
    if move >= moves.kept:
        return _kept(position, move - moves.kept + 1, name)
    if move >= moves.ticket:
        return say("{name} is offered the ticket {ticket}", name=name, ticket=ticket_worth(position.board, move - moves.ticket))
    card = CARD_WORDS[move - moves.card]
    if position.phase == DEALING:
        return say("{name} is dealt {card}", name=name, card=card)
    if position.phase != SHOWING:
        return say("{name} gets {card}", name=name, card=card)
    return say("The deck turns up {card}", card=card)


def _hidden(position: Tickets, move: int, name: SeatName) -> Sentence:
    """Describe a shadow: what the reader sees of another seat's secret."""
    moves = position.board.moves
    if move == moves.a_card and position.phase == DEALING:
        return say("{name} is dealt a card", name=name)
    if move == moves.a_card:
        return say("{name} gets a card", name=name)
    if move == moves.a_ticket:
        return say("{name} is offered a ticket", name=name)
    return say("{name} has chosen which tickets to keep", name=name)


# The prompt.


def prompt(view: View) -> Sentence:
    """Return what the seat of the view should do now, or which player it waits for; in the last round, add the turns left."""
    position = cast("Tickets", view.position)
    if position.actor == OVER:
        return _result(position, view.seat)
    if position.actor == CHANCE:
        return _chance(position)
    if position.actor != view.seat:
        return _with_turns_left(position, _waiting(position))
    if position.last:  # TTR-74
        return say("{what} This is your last turn.", what=_task(position))
    return _task(position)


def _task(position: Tickets) -> Sentence:
    if position.phase == FIRST:
        return say("Choose your first tickets: keep two or three of {tickets}.", tickets=_offer(position))
    if position.phase == KEEPING:
        return _choose(position)
    if position.phase == SECOND:
        return _second(position)
    actions = possible_actions(position)
    if not actions:
        return say("Your turn: you can do nothing, so you pass (TTR-23).")
    return say("Your turn: {actions}.", actions=either(actions))


def _offer(position: Tickets) -> Sentence:
    first = position.actor * OFFER
    return both([ticket_worth(position.board, ticket) for ticket in position.offer[first : first + OFFER] if ticket != NONE])


def _choose(position: Tickets) -> Sentence:
    if position.offered(position.actor) == 1:
        return say("Keep {tickets}: it is the only ticket left (TTR-67).", tickets=_offer(position))
    return say("Choose your tickets: keep at least one of {tickets}.", tickets=_offer(position))


def _second(position: Tickets) -> Sentence:
    if position.down + position.thrown == 0:
        return say("Choose a second card from the display; the deck is empty.")
    if all(card in (LOCOMOTIVE, NONE) for card in position.slot):
        return say("Draw the second card from the deck; the display has nothing that may be taken (TTR-30).")
    if LOCOMOTIVE in position.slot:
        return say("Choose a second card from display or deck; a locomotive from the display is not allowed (TTR-30).")
    return say("Choose a second card from display or deck.")


def _waiting(position: Tickets) -> Sentence:
    name = SeatName(position.actor)
    if position.phase == FIRST:
        return say("Waiting for {name} to choose the first tickets.", name=name)
    if position.phase == KEEPING:
        return say("Waiting for {name} to choose tickets.", name=name)
    if position.phase == SECOND:
        return say("Waiting for {name} to take a second card.", name=name)
    return say("Waiting for {name}.", name=name)


def _with_turns_left(position: Tickets, what: Sentence) -> Sentence:
    if not position.last:
        return what
    return say_many(
        "{what} Last round: {count} turn is left.",
        "{what} Last round: {count} turns are left.",
        count=position.last,
        what=what,
    )


def _chance(position: Tickets) -> Sentence:
    if position.phase == DEALING:
        return say("The first cards are being dealt.")
    if position.phase == OFFERING:
        return say("Tickets are being drawn.")
    if position.phase == DRAWN:
        return say("A card is being drawn.")
    return say("The display is being filled.")


# The end.


def _result(position: Tickets, reader: int) -> Sentence:
    """Return the winner, and the tie-break if the points are equal (TTR-93 to TTR-96)."""
    ranks, scores = position.ranks(), position.scores()
    winners = [seat for seat in range(position.seats) if ranks[seat] == 0]
    best = scores[winners[0]]
    if len(winners) > 1:
        players = both([SeatName(seat) for seat in winners])
        return say_many(
            "The game is over. Shared victory with {count} point: {players}.",
            "The game is over. Shared victory with {count} points: {players}.",
            count=best,
            players=players,
        )
    return _lead(position, winners[0], _winner(winners[0], best, reader))


def _winner(seat: int, points: int, reader: int) -> Sentence:
    if seat == reader:
        return say_many(
            "The game is over. You win with {count} point.", "The game is over. You win with {count} points.", count=points
        )
    return say_many(
        "The game is over. {name} wins with {count} point.",
        "The game is over. {name} wins with {count} points.",
        count=points,
        name=SeatName(seat),
    )


def _lead(position: Tickets, winner: int, result: Sentence) -> Sentence:
    """Append why one of several players with the same points has won: TTR-94, then TTR-95."""
    scores = position.scores()
    rivals = [seat for seat in range(position.seats) if seat != winner and scores[seat] == scores[winner]]
    if not rivals:
        return result
    done = [len(position.completed(seat)) for seat in range(position.seats)]
    if all(done[seat] < done[winner] for seat in rivals):
        return say("{result} Points are equal; completed tickets decide (TTR-94).", result=result)
    return say("{result} Points and completed tickets are equal; the longest path decides (TTR-95).", result=result)

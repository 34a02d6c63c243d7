"""Parts of sentences about Ticket to Ride: cards, tickets, actions and lists, complete enough to translate with agreement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from roundhouse.core.sentence import Sentence, both, say, say_many
from roundhouse.games.tickets.board import Board
from roundhouse.games.tickets.material import COLOURS, LOCOMOTIVE
from roundhouse.games.tickets.moves import BLIND, CLAIM, DRAW_TICKETS
from roundhouse.games.tickets.state import Tickets

# All tables are in the order of COLOUR_NAMES, the locomotive last.
COLOUR_WORDS: Final = (
    say("white"),
    say("blue"),
    say("yellow"),
    say("green"),
    say("red"),
    say("purple"),
    say("black"),
    say("orange"),
    say("locomotive"),
)
CARD_WORDS: Final = (
    say("a white card"),
    say("a blue card"),
    say("a yellow card"),
    say("a green card"),
    say("a red card"),
    say("a purple card"),
    say("a black card"),
    say("an orange card"),
    say("a locomotive"),
)
NO_CARD_WORDS: Final = (
    say("no white card"),
    say("no blue card"),
    say("no yellow card"),
    say("no green card"),
    say("no red card"),
    say("no purple card"),
    say("no black card"),
    say("no orange card"),
    say("no locomotive"),
)
_COUNTED: Final[tuple[Callable[[int], Sentence], ...]] = (
    lambda n: say_many("{count} white card", "{count} white cards", count=n),
    lambda n: say_many("{count} blue card", "{count} blue cards", count=n),
    lambda n: say_many("{count} yellow card", "{count} yellow cards", count=n),
    lambda n: say_many("{count} green card", "{count} green cards", count=n),
    lambda n: say_many("{count} red card", "{count} red cards", count=n),
    lambda n: say_many("{count} purple card", "{count} purple cards", count=n),
    lambda n: say_many("{count} black card", "{count} black cards", count=n),
    lambda n: say_many("{count} orange card", "{count} orange cards", count=n),
    lambda n: say_many("{count} locomotive", "{count} locomotives", count=n),
)


def cards(colour: int, count: int) -> Sentence:
    """Return a number of cards of one kind: `3 white cards`."""
    return _COUNTED[colour](count)


def pile(counts: Sequence[int]) -> Sentence:
    """Return cards by colour, such as `3 white cards and 2 locomotives`; colours without cards are left out."""
    kinds = [cards(colour, counts[colour]) for colour in range(COLOURS) if counts[colour]]
    return both(kinds) if kinds else say("none")


def payment(colour: int, wild: int, length: int) -> Sentence:
    """Return the cards that pay for a track: `length` in all, `wild` locomotives among them."""
    counts = [0] * COLOURS
    counts[colour] = length - wild
    counts[LOCOMOTIVE] = wild
    return pile(counts)


def ticket_worth(board: Board, ticket: int) -> Sentence:
    """Return a ticket and its value: `Denver-El Paso (4 points)`."""
    return say("{cities} ({points} points)", cities=board.data.ticket_name(ticket), points=board.ticket_points[ticket])


def possible_actions(state: Tickets) -> list[Sentence]:
    """Return which of the three actions the acting seat can take at the start of its turn; if none, it must pass (TTR-22)."""
    moves = state.legal_moves()
    can: list[Sentence] = []
    if any(move <= BLIND for move in moves):
        can.append(say("draw cards"))
    if any(CLAIM <= move < state.board.moves.keep for move in moves):
        can.append(say("claim a route"))
    if DRAW_TICKETS in moves:
        can.append(say("draw tickets"))
    return can

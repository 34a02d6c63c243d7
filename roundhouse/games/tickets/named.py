"""Views of Ticket to Ride by name: routes, colours and tickets, for programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, Literal, TypedDict

from roundhouse.core.named import doc, reader_of, seat_or_none
from roundhouse.core.state import OVER, View
from roundhouse.games.tickets.board import Board
from roundhouse.games.tickets.material import COLOUR_NAMES, COLOURS, OFFER, TRACK_COLOURS
from roundhouse.games.tickets.missing import trains_missing
from roundhouse.games.tickets.state import Tickets

VERSION: Final = 1
_NEVER: Final = -1  # as a ticket: none, or one that the reader cannot see

Phase = Literal[
    "dealing", "showing", "flushing", "offering", "first tickets", "revealing", "turn", "drawn", "second card", "keeping tickets"
]
PHASES: Final[tuple[Phase, ...]] = (
    "dealing",
    "showing",
    "flushing",
    "offering",
    "first tickets",
    "revealing",
    "turn",
    "drawn",
    "second card",
    "keeping tickets",
)

Cards = dict[str, int]  # by colour; colours without cards are left out


class Ticket(TypedDict):
    """A destination ticket."""

    cities: Annotated[list[str], doc("the two cities to connect")]
    points: Annotated[int, doc("won if they are connected at the end of the game, lost if not")]


class OwnTicket(Ticket):
    """A ticket that the reader holds."""

    connected: Annotated[bool, doc("whether the reader's routes connect its cities")]
    trains_missing: Annotated[
        int | None, doc("the fewest trains that would connect them over routes still open to the reader; null if cut off")
    ]


class Route(TypedDict):
    """A route of the map. A double route is two entries with the same cities."""

    cities: Annotated[list[str], doc("its two ends, in the order of the move `claim`")]
    colour: Annotated[str, doc("the colour to pay with; gray: any one colour")]
    length: Annotated[int, doc("cards and trains that it takes")]
    points: Annotated[int, doc("scored by the player who claims it")]
    owner: Annotated[int | None, doc("the seat that has claimed it")]
    open: Annotated[bool, doc("whether the reader may still claim it; false for a spectator")]


class Player(TypedDict):
    """A seat, as the reader knows it."""

    seat: int
    cards: Annotated[int, doc("train cards in hand")]
    hand: Annotated[Cards, doc("cards that the reader knows to be in this hand: their own, or those taken face up; by colour")]
    trains: Annotated[int, doc("trains left")]
    points: Annotated[int, doc("scored for routes so far")]
    ticket_count: Annotated[int, doc("tickets kept; 0 until all have made their first choice")]
    tickets: Annotated[list[Ticket] | None, doc("the tickets kept, if the reader may see them: their own, and all at the end")]


class Returned(TypedDict):
    """A ticket that was put under the ticket deck; they are drawn in this order once the rest is used up."""

    seat: Annotated[int, doc("the seat that put it there")]
    ticket: Annotated[Ticket | None, doc("the ticket, if the reader put it there")]


class TicketsView(TypedDict):
    """What a seat may know of a game of Ticket to Ride."""

    game: Literal["tickets"]
    version: Annotated[Literal[1], doc("of this format")]
    seat: Annotated[int | None, doc("the reader; null for a spectator")]
    actor: Annotated[int | None, doc("the seat to act; null while cards are drawn, and at the end")]
    over: Annotated[bool, doc("whether the game has ended")]
    phase: Phase
    turn: Annotated[int | None, doc("the seat whose turn it is; null before the first turn")]
    cards_taken: Annotated[int, doc("train cards taken this turn; a locomotive from the display counts two")]
    last_turns: Annotated[int | None, doc("turns left of the last round; null before it begins")]
    players: Annotated[list[Player], doc("by seat")]
    tickets: Annotated[list[OwnTicket], doc("the reader's own tickets")]
    offer: Annotated[list[Ticket], doc("the tickets that the reader chooses from; `keep 1 3` keeps the first and the third")]
    display: Annotated[list[str], doc("the cards face up")]
    deck: Annotated[int, doc("cards in the deck")]
    discard: Annotated[Cards, doc("cards in the discard pile, by colour")]
    unseen_cards: Annotated[Cards, doc("cards that the reader cannot place, by colour: in the deck or hidden in hands")]
    routes: Annotated[list[Route], doc("all routes, always in the same order")]
    ticket_deck: Annotated[int, doc("tickets that can be drawn")]
    unseen_tickets: Annotated[list[Ticket], doc("tickets that the reader cannot place: in the deck or in hands")]
    returned: Annotated[list[Returned], doc("tickets put under the deck, the next to be drawn first")]


def describe_view(view: View[Tickets]) -> TicketsView:
    """Return a view by names."""
    state = view.position
    board, seats = state.board, range(state.seats)
    return {
        "game": "tickets",
        "version": VERSION,
        "seat": reader_of(view),
        "actor": seat_or_none(state.actor),
        "over": state.actor == OVER,
        "phase": PHASES[state.phase],
        "turn": seat_or_none(state.turn),
        "cards_taken": state.drawn if state.turn >= 0 else 0,
        "last_turns": state.last or None,
        "players": [_player(view, seat) for seat in seats],
        "tickets": [] if view.seat < 0 else [_own_ticket(state, view.seat, ticket) for ticket in state.tickets_of(view.seat)],
        "offer": _offer(view),
        "display": [COLOUR_NAMES[card] for card in state.slot if card >= 0],
        "deck": state.down,
        "discard": _cards(state.discard),
        "unseen_cards": _cards(state.deck),
        "routes": [_route(view, track) for track in range(board.tracks)],
        "ticket_deck": state.above + len(state.under) // 2,
        "unseen_tickets": [_ticket(board, ticket) for ticket in state.top_tickets()],
        "returned": _returned(state),
    }


def _player(view: View[Tickets], seat: int) -> Player:
    state = view.position
    open_tickets = seat == view.seat or state.actor == OVER
    return {
        "seat": seat,
        "cards": state.size[seat],
        "hand": _cards(list(state.hand)[seat * COLOURS : (seat + 1) * COLOURS]),
        "trains": state.trains[seat],
        "points": state.points[seat],
        "ticket_count": state.held[seat],
        "tickets": [_ticket(state.board, ticket) for ticket in state.tickets_of(seat)] if open_tickets else None,
    }


def _cards(counts: Iterable[int]) -> Cards:
    return {COLOUR_NAMES[colour]: count for colour, count in enumerate(counts) if count}


def _ticket(board: Board, ticket: int) -> Ticket:
    return {"cities": _names(board, board.ticket_a[ticket], board.ticket_b[ticket]), "points": board.ticket_points[ticket]}


def _names(board: Board, *cities: int) -> list[str]:
    return [board.data.cities[city].name for city in cities]


def _own_ticket(state: Tickets, seat: int, ticket: int) -> OwnTicket:
    missing = trains_missing(state, seat, ticket)
    return {**_ticket(state.board, ticket), "connected": missing == 0, "trains_missing": missing}


def _offer(view: View[Tickets]) -> list[Ticket]:
    if view.seat < 0:
        return []
    offer = list(view.position.offer)[view.seat * OFFER : (view.seat + 1) * OFFER]
    return [_ticket(view.position.board, ticket) for ticket in offer if ticket > _NEVER]


def _route(view: View[Tickets], track: int) -> Route:
    state = view.position
    board = state.board
    return {
        "cities": _names(board, board.end_a[track], board.end_b[track]),
        "colour": TRACK_COLOURS[board.colour[track]],
        "length": board.length[track],
        "points": board.points[board.length[track]],
        "owner": seat_or_none(state.owner_of(track)),
        "open": view.seat >= 0 and state.is_open(view.seat, track),
    }


def _returned(state: Tickets) -> list[Returned]:
    pairs = zip(list(state.under)[::2], list(state.under)[1::2], strict=True)
    return [{"seat": seat, "ticket": _ticket(state.board, ticket) if ticket > _NEVER else None} for ticket, seat in pairs]

"""How long a game of Ticket to Ride can be, at most."""

from __future__ import annotations

from typing import Final

from roundhouse.games.tickets.board import Board
from roundhouse.games.tickets.material import FLUSH_CAP, HAND, OFFER, SLOTS

_CHECK: Final = FLUSH_CAP * (SLOTS + 1)  # a check of the display: at most ten flushes (TTR-39) of six moves each


def max_moves(board: Board) -> int:
    """Return a bound for the moves of a game on a board, chance included (TTR-80)."""
    least, most = board.data.seats
    return max(_max_moves(board, seats) for seats in range(least, most + 1))


def _max_moves(board: Board, seats: int) -> int:
    """Add up the parts of a game.

    - Set-up: cards dealt, five shown and a check, tickets offered, a choice and a number revealed for each seat.
    - A card into a hand is two moves, taken and replaced, or drawn and seen, and at most one check. What comes into hands after the
      deal is what is played, at most a card for each train, and what is left in the end, less the cards dealt.
    - A claim is a move and a check. The most tracks for all trains are the shortest ones.
    - A ticket draw is at most five moves and a check. Each keeps one at least of the tickets that set-up leaves.
    - A pass means that no card is left in deck, discard pile and display, and no ticket, so a claim must come before as many passes
      in a row as there are players, which end the game (TTR-79), and no check has a flush meanwhile.
    """
    claims = _most_claims(board, seats * board.trains)
    cards = seats * board.trains + board.card_total - HAND * seats
    tickets = max(0, board.tickets - (OFFER - 1) * seats)
    setup = HAND * seats + SLOTS + _CHECK + OFFER * seats + 2 * seats
    passes = (seats - 1) * claims + seats
    return int(setup + cards * (_CHECK + 2) + claims * (_CHECK + 1) + tickets * (_CHECK + 5) + passes)


def _most_claims(board: Board, trains: int) -> int:
    """Return how many tracks so many trains can claim at most."""
    claims = 0
    for length in sorted(board.length):
        trains -= length
        if trains < 0:
            break
        claims += 1
    return claims

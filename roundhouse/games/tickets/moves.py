"""The moves of Ticket to Ride as ints: their ranges, and the tables that take a claim apart."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.games.tickets.board import COLOUR, COLOURS, GRAY, LENGTH, LOCOMOTIVE, TICKETS, TRACKS


def _payments(track: int) -> list[tuple[int, int]]:
    """The ways to pay for a track, as (colour, locomotives among the cards); only locomotives is one way, TTR-52.

    Three blue spaces have 4 ways (Montreal-New York, TTR-62), three gray ones 25 (Montreal-Toronto, TTR-63).
    """
    length = LENGTH[track]
    colours = range(LOCOMOTIVE) if COLOUR[track] == GRAY else (COLOUR[track],)
    return [(colour, wild) for colour in colours for wild in range(length)] + [(LOCOMOTIVE, length)]


_CLAIMS: Final = [(track, colour, wild) for track in range(TRACKS) for colour, wild in _payments(track)]

# A seat's moves.
TAKE: Final = 0  # + colour: a card of the display; two equal cards are one choice
BLIND: Final = COLOURS  # the top card of the deck
DRAW_TICKETS: Final = BLIND + 1
CLAIM: Final = DRAW_TICKETS + 1  # + index of track and payment
CLAIMS: Final[int] = len(_CLAIMS)
KEEP: Final[int] = CLAIM + CLAIMS  # + subset of the offer by position, 1..7, less one: keeping none is no move
PASS: Final[int] = KEEP + 7
MOVE_COUNT: Final[int] = PASS + 1

# What chance does.
CARD: Final[int] = MOVE_COUNT  # + colour
TICKET: Final[int] = CARD + COLOURS  # + ticket
OUTCOME_COUNT: Final[int] = COLOURS + TICKETS

# Shadows: what the others see.
A_CARD: Final[int] = TICKET + TICKETS
A_TICKET: Final[int] = A_CARD + 1
CHOSEN: Final[int] = A_TICKET + 1  # a first choice, its number still secret, TTR-19
KEPT: Final[int] = CHOSEN + 1  # + number of tickets kept, 1..3, less one
SHADOW_COUNT: Final = 6

# A claim taken apart, by its index.
CLAIM_TRACK: Final = vec[i64]([track for track, _, _ in _CLAIMS])
CLAIM_COLOUR: Final = vec[i64]([colour for _, colour, _ in _CLAIMS])
CLAIM_WILD: Final = vec[i64]([wild for _, _, wild in _CLAIMS])
FIRST_CLAIM: Final = vec[i64]([next(i for i, claim in enumerate(_CLAIMS) if claim[0] == track) for track in range(TRACKS)])

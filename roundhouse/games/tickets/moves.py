"""The moves of Ticket to Ride as ints: their ranges, and the tables that decode a claim."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.games.tickets.board import COLOUR, COLOURS, GRAY, LENGTH, LOCOMOTIVE, TICKETS, TRACKS


def _claims() -> list[tuple[int, int, int]]:
    """Return every claim as (track, colour, locomotives among the cards), by colour paid; only locomotives is one way, TTR-52.

    Three blue spaces have 4 ways (Montreal-New York, TTR-62), three gray ones 25 (Montreal-Toronto, TTR-63).
    """
    mixed = [
        (track, colour, wild)
        for colour in range(LOCOMOTIVE)
        for track in range(TRACKS)
        if COLOUR[track] in (colour, GRAY)
        for wild in range(LENGTH[track])
    ]
    return mixed + [(track, LOCOMOTIVE, LENGTH[track]) for track in range(TRACKS)]


_CLAIMS: Final = _claims()

# A seat's moves.
TAKE: Final = 0  # + colour: a card of the display; two equal cards are one choice
BLIND: Final = COLOURS  # the top card of the deck
DRAW_TICKETS: Final = BLIND + 1
CLAIM: Final = DRAW_TICKETS + 1  # + index of track and payment
CLAIMS: Final = 1060  # written out, so that the compiler knows what follows
KEEP: Final = CLAIM + CLAIMS  # + subset of the offer by position, 1..7, less one: keeping none is no move
PASS: Final = KEEP + 7
MOVE_COUNT: Final = PASS + 1

# Outcomes of chance.
CARD: Final = MOVE_COUNT  # + colour
TICKET: Final = CARD + COLOURS  # + ticket
FLUSH: Final = TICKET + TICKETS  # three locomotives in the display: it is discarded, TTR-36
STAY: Final = FLUSH + 1  # or stays, because no new cards could help, TTR-38
KEPT: Final = STAY + 1  # + number of tickets kept, 1..3, less one: announced when all have made their first choice, TTR-19
OUTCOME_COUNT: Final = COLOURS + TICKETS + 5

# Shadows: what the others see. Of a later choice of tickets they see KEPT.
A_CARD: Final = KEPT + 3
A_TICKET: Final = A_CARD + 1
CHOSEN: Final = A_TICKET + 1  # a first choice, its number still secret, TTR-19
SHADOW_COUNT: Final = 3

# A claim decoded, by its index.
CLAIM_TRACK: Final = vec[i64]([track for track, _, _ in _CLAIMS])
CLAIM_COLOUR: Final = vec[i64]([colour for _, colour, _ in _CLAIMS])
CLAIM_WILD: Final = vec[i64]([wild for _, _, wild in _CLAIMS])

_INDEX: Final = {(track, colour): i for i, (track, colour, wild) in reversed(list(enumerate(_CLAIMS)))}

# FIRST_CLAIM[colour * TRACKS + track]: the move that pays with the fewest locomotives; -1 where the colour is wrong.
FIRST_CLAIM: Final = vec[i64](
    [CLAIM + _INDEX.get((track, colour), -1 - CLAIM) for colour in range(COLOURS) for track in range(TRACKS)]
)

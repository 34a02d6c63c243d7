"""The moves of Ticket to Ride as ints: their ranges, which follow from a board, and the tables that decode a claim."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.games.tickets.material import COLOURS, GRAY, LOCOMOTIVE

# The moves of a seat that are the same on every board.
TAKE: Final = 0  # + colour: a card of the display; two equal cards are one choice
BLIND: Final = COLOURS  # the top card of the deck
DRAW_TICKETS: Final = BLIND + 1
CLAIM: Final = DRAW_TICKETS + 1  # + index of track and payment


class Moves:
    """The ranges of moves, outcomes and shadows on one board, one after another, and its claims by index."""

    def __init__(self, colour: list[int], length: list[int], ferry: list[int], tickets: int) -> None:
        claims = _claims(colour, length, ferry)
        tracks = len(colour)
        # A seat's moves.
        self.claims: i64 = len(claims)
        self.keep: i64 = CLAIM + self.claims  # + subset of the offer by position, 1..7, less one: keeping none is no move
        self.idle: i64 = self.keep + 7  # pass
        self.count: i64 = self.idle + 1
        # Outcomes of chance.
        self.card: i64 = self.count  # + colour
        self.ticket: i64 = self.card + COLOURS  # + ticket
        self.flush: i64 = self.ticket + tickets  # three locomotives in the display: it is discarded, TTR-36
        self.stay: i64 = self.flush + 1  # or stays, because no new cards could help, TTR-38
        self.kept: i64 = self.stay + 1  # + tickets kept, 1..3, less one: announced when all have made their first choice, TTR-19
        self.outcomes: i64 = COLOURS + tickets + 5
        # Shadows: what the others see. Of a later choice of tickets they see `kept`.
        self.a_card: i64 = self.kept + 3
        self.a_ticket: i64 = self.a_card + 1
        self.chosen: i64 = self.a_ticket + 1  # a first choice, its number still secret, TTR-19
        self.shadows: i64 = 3
        # A claim decoded, by its index.
        self.claim_track = vec[i64]([track for track, _, _ in claims])
        self.claim_colour = vec[i64]([colour for _, colour, _ in claims])
        self.claim_wild = vec[i64]([wild for _, _, wild in claims])
        # without_wild[colour * tracks + track]: the claim with w locomotives is this move + w.
        self.without_wild = vec[i64](_without_wild(claims, tracks))


def _claims(colour: list[int], length: list[int], ferry: list[int]) -> list[tuple[int, int, int]]:
    """Return every claim as (track, colour, locomotives among the cards), by colour paid; only locomotives is one way, TTR-52.

    Three blue spaces have 4 ways (Montreal-New York, TTR-62), three gray ones 25 (Montreal-Toronto, TTR-63). A ferry takes as
    many locomotives as it shows, or more (TTR-98).
    """
    tracks = range(len(colour))
    mixed = [
        (track, paid, wild)
        for paid in range(LOCOMOTIVE)
        for track in tracks
        if colour[track] in (paid, GRAY)
        for wild in range(ferry[track], length[track])
    ]
    return mixed + [(track, LOCOMOTIVE, length[track]) for track in tracks]


def _without_wild(claims: list[tuple[int, int, int]], tracks: int) -> list[int]:
    moves = [-1] * (COLOURS * tracks)
    for index, (track, colour, wild) in enumerate(claims):
        moves[colour * tracks + track] = CLAIM + index - wild
    return moves

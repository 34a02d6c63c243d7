"""Which tickets another seat probably holds, judged by its tracks.

The weights are measured in the heuristic's games with two and four seats: of all tickets that a seat may hold, the odds that it did
hold one of each kind. None is impossible, since other players play differently.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import low_bit
from roundhouse.core.draw import Rng
from roundhouse.games.tickets.board import TICKET_ENDS, TICKETS, TRAINS
from roundhouse.games.tickets.state import Tickets

# What a seat's tracks say about a ticket: they reach none of its cities, one, both without joining them, or join them.
NONE_REACHED: Final = 0
ONE_REACHED: Final = 1
BOTH_REACHED: Final = 2
JOINED: Final = 3
KINDS: Final = 4
STEP: Final = 8  # trains placed between two rows
_ODDS: Final = (  # in thousandths, by trains placed; with many tracks, completed tickets are the likeliest
    (50, 225, 2400, 1500),
    (12, 145, 1900, 2000),
    (6, 75, 1600, 2800),
    (4, 35, 980, 2600),
    (4, 15, 390, 2100),
    (4, 15, 200, 1700),
)
ROWS: Final = 6
LIKELY: Final = vec[i64]([odds for row in _ODDS for odds in row])


class Guess:
    """The likelihood of the tickets that another seat may hold."""

    def __init__(self, world: Tickets, other: i64) -> None:
        self.weight = vec[i64](capacity=TICKETS)
        row = min(i64(ROWS - 1), (TRAINS - world.trains[other]) // STEP)
        nets = world.networks_of(other)
        for ticket in range(i64(TICKETS)):
            self.weight = append(self.weight, LIKELY[row * KINDS + _kind(TICKET_ENDS[ticket], nets)])

    def draw(self, tickets: i64, rng: Rng) -> i64:
        """Draw one of a set of tickets at random, by likelihood."""
        at = rng.below(self._total(tickets))
        rest = tickets
        while at >= self.weight[low_bit(rest)]:
            at -= self.weight[low_bit(rest)]
            rest &= rest - 1
        return low_bit(rest)

    def _total(self, tickets: i64) -> i64:
        total: i64 = 0
        rest = tickets
        while rest:
            total += self.weight[low_bit(rest)]
            rest &= rest - 1
        return total


def _kind(ends: i64, nets: vec[i64]) -> i64:
    reached: i64 = 0
    for net in nets:
        if net & ends == ends:
            return JOINED
        reached |= net & ends
    if reached == ends:
        return BOTH_REACHED
    return ONE_REACHED if reached else NONE_REACHED

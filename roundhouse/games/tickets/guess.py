"""Which tickets another seat probably holds, judged by its tracks.

The weights are measured in the heuristic's games with two and four seats: of all tickets that a seat may hold, the odds that it did
hold one of each kind. None is impossible, since other players play differently.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.draw import Rng
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
        board = world.board
        self.weight = vec[i64](capacity=board.tickets)
        row = min(i64(ROWS - 1), (board.trains - world.trains[other]) // STEP)
        net = world.networks_of(other)
        for ticket in range(board.tickets):
            kind = _kind(net[board.ticket_a[ticket]], net[board.ticket_b[ticket]])
            self.weight = append(self.weight, LIKELY[row * KINDS + kind])

    def draw(self, tickets: vec[i64], rng: Rng) -> i64:
        """Draw one of some tickets at random, by likelihood."""
        total: i64 = 0
        for ticket in tickets:
            total += self.weight[ticket]
        rest = rng.below(total)
        for ticket in tickets:
            rest -= self.weight[ticket]
            if rest < 0:
                return ticket
        raise ValueError("there is no ticket to draw")


def _kind(net_a: i64, net_b: i64) -> i64:
    """Return what the networks of a ticket's two cities say about it; -1 is none."""
    if net_a < 0 and net_b < 0:
        return NONE_REACHED
    if net_a < 0 or net_b < 0:
        return ONE_REACHED
    return JOINED if net_a == net_b else BOTH_REACHED

"""Views as numbers for learning: a game's named layout, and the pen that fills it in.

A game declares its features in order and writes them in the same order, as integers, into a zeroed vector. It writes from a
state what one seat may know of it: the true state and the view of that seat must give the same numbers. A learner gets
each number divided by the scale of its feature. Seats are counted from the viewing seat, which comes first, so that one set
of weights serves every seat; entries of absent seats stay zero. A spectator's view is written from seat 0.
"""

from __future__ import annotations

from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import i16, i64

from roundhouse.core.bits import low_bit
from roundhouse.core.state import CHANCE, OVER, State


class Feature(NamedTuple):
    """A named block of numbers."""

    name: str
    shape: tuple[int, ...]
    scale: int  # a learner gets the written integer divided by this
    meaning: str

    @property
    def size(self) -> int:
        """The length of the block."""
        size = 1
        for length in self.shape:
            size *= length
        return size


def table_features(seats: int) -> tuple[Feature, ...]:
    """Return the features that begin every game's layout, for at most `seats` seats. `Pen.table` writes them."""
    return (
        Feature("players", (1,), seats, "seats at the table"),
        Feature("seat", (seats,), 1, "the reader's seat, one-hot; none for a spectator"),
        Feature("actor", (seats + 2,), 1, "who acts, one-hot: a seat counted from the reader, chance, nobody (the game is over)"),
    )


def zeros(size: i64) -> vec[i16]:
    """Return a vector of `size` zeros."""
    return vec[i16]([0] * size)


class Pen:
    """Writes the features of a state in order, as one seat may know it; every method writes one block and moves past it."""

    def __init__(self, out: vec[i16]) -> None:
        self.out = out
        self.begin(0, 0)

    def begin(self, reader: i64, at: i64) -> None:
        """Start to write for a seat, or for a spectator, from an offset on. The game's encoder then calls `table` first."""
        self.reader: i64 = reader  # the seat that must not learn more than it may know
        self.me: i64 = max(reader, 0)
        self.at: i64 = at
        self.most: i64 = 0
        self.seats: i64 = 0

    def table(self, state: State, most: i64) -> None:
        """Write `table_features`."""
        self.most = most  # seats that the layout has room for
        self.seats = state.seats
        self.number(state.seats)
        self.kind(self.reader, most)
        if state.actor == OVER:
            self.kind(most + 1, most + 2)
        elif state.actor == CHANCE:
            self.kind(most, most + 2)
        else:
            self.kind(self.from_me(state.actor), most + 2)

    def number(self, value: i64) -> None:
        """Write one number."""
        self.out[self.at] = i16(value)
        self.at += 1

    def numbers(self, values: vec[i64]) -> None:
        """Write numbers in their order."""
        out = self.out
        at = self.at
        for value in values:
            out[at] = i16(value)
            at += 1
        self.at = at

    def kind(self, kind: i64, kinds: i64) -> None:
        """Write a one-hot block of size `kinds`: 1 at `kind`, or all zeros if `kind` is negative."""
        if kind >= 0:
            self.out[self.at + kind] = 1
        self.at += kinds

    def members(self, mask: i64, size: i64) -> None:
        """Write a block of `size` numbers: 1 for each member of a set."""
        out = self.out
        at = self.at
        rest = mask
        while rest:
            out[at + low_bit(rest)] = 1
            rest &= rest - 1
        self.at = at + size

    def flags(self, mask: i64, size: i64) -> None:
        """Write the same block as `members`, bit by bit: faster for a set that is nearly full."""
        out = self.out
        at = self.at
        for place in range(size):
            out[at + place] = i16(mask >> place & 1)
        self.at = at + size

    def from_me(self, seat: i64) -> i64:
        """Return a seat counted from the viewing seat; a negative value (no seat) stays negative."""
        if seat < 0:
            return seat
        return (seat - self.me + self.seats) % self.seats

    def seat(self, seat: i64) -> None:
        """Write a seat as a one-hot block."""
        self.kind(self.from_me(seat), self.most)

    def seat_members(self, mask: i64) -> None:
        """Write a block with 1 for each seat of a set."""
        for seat in range(self.seats):
            self.out[self.at + self.from_me(seat)] = i16(mask >> seat & 1)
        self.at += self.most

    def by_seat(self, values: vec[i64], width: i64) -> None:
        """Write `width` numbers of each seat."""
        out = self.out
        for seat in range(self.seats):
            at = self.at + self.from_me(seat) * width
            for place in range(seat * width, (seat + 1) * width):
                out[at] = i16(values[place])
                at += 1
        self.at += self.most * width

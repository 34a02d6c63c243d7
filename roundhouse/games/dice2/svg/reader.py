"""The reader of a drawing of Railroad Dice 2, and where their moves are made."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from roundhouse.games.dice2.board import COMPLEX_SHAPES, SIMPLE_SHAPES, STATION, STATIONS
from roundhouse.games.dice2.moves import BRING, BUY, CARRY, END, EXCHANGE, FEED, LAY, OFFER, PLACE
from roundhouse.games.dice2.svg.ground import Sheet, sheet_of
from roundhouse.games.dice2.svg.ways import Way, ways_of
from roundhouse.games.dice2.trips import Trips
from roundhouse.ui.reader import DrawingReader

if TYPE_CHECKING:
    from roundhouse.games.dice2.state import Dice2


class Reader(DrawingReader["Dice2"]):
    """A reader of this drawing; nothing of the position is hidden from anyone."""

    @property
    def focus(self) -> int:
        """The seat whose lines and distances are drawn: the reader's, or for a spectator the one whose turn it is."""
        return self.seat if self.seat >= 0 else self.position.turn

    @cached_property
    def sheet(self) -> Sheet:
        """The map at the size of this layout."""
        return sheet_of(self.layout, tuple(self.position.lie))

    @cached_property
    def by_square(self) -> dict[int, list[int]]:
        """The moves that are made on the map, by square: stations to place, dice to lay or exchange, stations to serve."""
        return self.moves_by(lambda move: square_of(self.position, move))

    @cached_property
    def ways(self) -> list[Way]:
        """The ways in which the reader can lead a line on with several simple dice."""
        return ways_of(self.position) if any(LAY <= move < EXCHANGE for move in self.moves) else []

    @cached_property
    def trips(self) -> list[int]:
        """The trips of all locomotives that bring most passengers home, one after the other; none if the reader has none."""
        return best_trips(self.position) if any(CARRY <= move < BRING for move in self.moves) else []

    @cached_property
    def pending(self) -> frozenset[int]:
        """The squares on which the draft works."""
        squares = (square_of(self.position, move) for move in self.draft)
        return frozenset(square for square in squares if square is not None)

    @cached_property
    def by_others(self) -> frozenset[int]:
        """The squares on which other players have worked since the reader's last turn."""
        squares = (square_of(self.position, move) for _, move in self.recent if not CARRY <= move < BRING)
        return frozenset(square for square in squares if square is not None)

    @property
    def last_square(self) -> int | None:
        """Where the last move was made, if it was made on the map."""
        return square_of(self.position, self.last)

    def last_mover(self) -> int:
        """Return the seat that made the last move, or -1."""
        position = self.position
        if self.last < 0:
            return -1
        if PLACE <= self.last < OFFER:
            station = position.board[self.last - PLACE] - STATION
            return station if station < position.seats else (position.first + position.placed - 1) % position.seats
        if self.last == END and not self.over:
            return (position.turn - 1) % position.seats
        return position.turn


def square_of(position: Dice2, move: int) -> int | None:
    """Return the square on which a move is made, or None for a move made elsewhere."""
    if PLACE <= move < OFFER:
        return move - PLACE
    if FEED < move < EXCHANGE:
        return (move - LAY) // SIMPLE_SHAPES
    if EXCHANGE <= move < BUY:
        return (move - EXCHANGE) // COMPLEX_SHAPES
    if CARRY <= move < BRING:
        return position.site[(move - CARRY) % STATIONS]
    return None


def best_trips(position: Dice2) -> list[int]:
    """Return the trips that bring most passengers home in this turn, the slowest locomotives first."""
    after, seat, moves = position.copy(), int(position.turn), []
    while after.actor == seat and len(Trips(after, seat).best):
        moves.append(int(Trips(after, seat).first_move()))
        after.apply(moves[-1])
    return moves

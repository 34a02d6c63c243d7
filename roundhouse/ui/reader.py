"""The seat or spectator that a table is drawn or written for."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, Self, TypeVar

from roundhouse.core.game import DrawingRequest
from roundhouse.core.sentence import Sentence
from roundhouse.core.state import OVER, State, View
from roundhouse.ui.svg import attempt, titled
from roundhouse.ui.text import translate

S = TypeVar("S", bound=State)
K = TypeVar("K")


@dataclass(frozen=True)
class Reader(Generic[S]):
    """What every part of a sketch or drawing needs: a view, the players' names and the reader's language."""

    view: View[S]
    names: Sequence[str]
    language: str

    @property
    def position(self) -> S:
        """Return the position as far as the reader may know it."""
        return self.view.position

    @property
    def seat(self) -> int:
        """Return the reader's seat; negative for a spectator."""
        return self.view.seat

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return self.view.position.actor == OVER

    def tell(self, sentence: Sentence) -> str:
        """Return a sentence in the reader's language, with the names of the players."""
        return translate(sentence, self.language, self.names)

    def seat_order(self) -> list[int]:
        """Return the seats in table order, or by rank once the game is over."""
        position = self.view.position
        order = list(range(position.seats))
        if self.over:
            ranks = position.ranks()
            order.sort(key=lambda seat: ranks[seat])
        return order


@dataclass(frozen=True)
class DrawingReader(Reader[S]):
    """A reader of a drawing, with the moves on offer and the layout. Each game adds what its own panels need."""

    moves: frozenset[int]
    layout: str  # "wide" or "narrow"
    last: int  # the last move as the reader saw it, or -1
    recent: Sequence[tuple[int, int]] = ()  # (seat, move) of the other players since the reader's last turn
    draft: Sequence[int] = ()  # moves composed and not sent yet, already applied to the view
    selection: str = ""  # what the reader has selected on the drawing

    @classmethod
    def of(cls, request: DrawingRequest[S]) -> Self:
        """Return the reader of a drawing request."""
        return cls(
            request.view,
            request.names,
            request.language,
            frozenset(request.moves),
            request.layout,
            request.last,
            request.recent,
            request.draft,
            request.selection,
        )

    @property
    def wide(self) -> bool:
        """Return whether the drawing is for a desktop rather than a phone."""
        return self.layout == "wide"

    def moves_from(self, first: int, after: int) -> list[int]:
        """Return the moves on offer in `range(first, after)`, ascending."""
        return self._ascending[bisect_left(self._ascending, first) : bisect_left(self._ascending, after)]

    def moves_by(self, key: Callable[[int], K | None]) -> dict[K, list[int]]:
        """Group the moves on offer, ascending, by `key`; leave out those for which it returns None."""
        found: dict[K, list[int]] = {}
        for move in self._ascending:
            group = key(move)
            if group is not None:
                found.setdefault(group, []).append(move)
        return found

    @cached_property
    def _ascending(self) -> list[int]:
        return sorted(self.moves)

    def attempt(self, move: str, title: str, content: str) -> str:
        """Draw something whose move is not legal now: pressing it tells a player why, a spectator sees only the title."""
        return attempt(move, title, content) if self.seat >= 0 else titled(title, content)

"""The reader of a drawing of Railroad Dice, what they have selected, and where their moves are made."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Final

from roundhouse.core.bits import members
from roundhouse.core.sentence import say
from roundhouse.games.dice1.board import ACROSS, SIDES, SQUARES, STATION_PIECE, STEP
from roundhouse.games.dice1.ground import pointed
from roundhouse.games.dice1.moves import END, END_NAMES, ENDS, HANDFUL, KEEP, PAY, STATION, TILE, lay_end, lay_out, station_end
from roundhouse.games.dice1.position import KEEPING, NONE, PAYING, TILING
from roundhouse.games.dice1.svg.ways import Way, ways_of
from roundhouse.ui.reader import DrawingReader

if TYPE_CHECKING:
    from roundhouse.games.dice1.state import Dice1

Place = tuple[int, int]  # slot of a large tile, and square on it

END_SHORT: Final = (say("W"), say("E"))


class Reader(DrawingReader["Dice1"]):
    """A reader of this drawing. The position holds what the screens cover; panels must ask `sees` before they show it."""

    @property
    def focus(self) -> int:
        """The seat whose dice are drawn large: the reader's, or for a spectator the one whose turn it is."""
        return self.seat if self.seat >= 0 else self.position.turn

    @property
    def acts(self) -> bool:
        """Whether the reader has moves to make."""
        return bool(self.moves)

    def sees(self, seat: int) -> bool:
        """Return whether the reader sees behind a screen: their own, every one at the end (RD1-25) or at an open table (RD1-R4)."""
        return seat == self.seat or self.over or self.position.bare == 1

    def selected(self, kind: str) -> list[str]:
        """Return the words after the first of the selection, if that first one is `kind`; else none.

        Selections are `roll 2 5` (wild dice and dice of the reserve), `keep 1 1 0 3` (dice by face), `tile 4` (a mini-tile),
        `west` and `east` (the tile shown on a phone). Any other text selects nothing.
        """
        words = self.selection.split()
        return words[1:] if words[:1] == [kind] else []

    def selected_numbers(self, kind: str, count: int) -> list[int]:
        """Return the numbers of a selection of that kind; none if it is another or not so many numbers."""
        words = self.selected(kind)
        return [int(word) for word in words] if len(words) == count and all(_is_small(word) for word in words) else []

    @cached_property
    def shown_end(self) -> int:
        """The end whose tile a phone shows: the selected one, the one that moves, the last one of the draft, or the first."""
        if self.selection in END_NAMES:
            return END_NAMES.index(self.selection)
        if self.position.moving != NONE:
            return int(self.position.moving)
        worked = [end for end in map(_end_of, reversed([*self.draft, *([self.last] if self.last >= 0 else [])])) if end != NONE]
        if worked:
            return worked[0]
        offered = [way.end for way in self.ways]
        return offered[0] if offered else 0

    @cached_property
    def ways(self) -> list[Way]:
        """The ways in which the reader can lead the line on."""
        return ways_of(self.position, sorted(self.moves)) if self.moves else []

    @cached_property
    def stations(self) -> dict[Place, list[int]]:
        """The stations that the reader can build, by slot and square."""
        return self.moves_by(lambda move: place_of(self.position, move) if STATION <= move < PAY else None)

    @cached_property
    def pending(self) -> list[Place]:
        """The squares that the draft has built on, as far as their tiles still lie."""
        return [place for end in range(ENDS) for place in self._built(end, _work(self.draft)[end], 0)]

    @cached_property
    def by_others(self) -> list[Place]:
        """The squares that other players have built on since the reader's last turn."""
        done, own = _work(move for _, move in self.recent), _work(self.draft)
        left = [] if any(TILE <= move < STATION for move in self.draft) else range(ENDS)
        return [place for end in left for place in self._built(end, done[end], own[end])]

    def _built(self, end: int, count: int, skip: int) -> list[Place]:
        """Follow the line back from an end: `count` squares after the first `skip`."""
        position = self.position
        slot, square, back, found = int(position.slot[end]), int(position.at[end]), int(position.back[end]), []
        if position.moving == end and position.phase != TILING:
            return []
        for step in range(skip + count):
            if step >= skip:
                found.append((slot, square))
            square, came = int(STEP[square * SIDES + back]), int(ACROSS[back])
            sides = [side for side in joined_sides(position, slot, square) if side != came]
            if len(sides) != 1:  # the first rail of the game, or the edge of the tile
                break
            back = sides[0]
        return found

    @property
    def last_end(self) -> int:
        """The end at which the last move put a die or a station, or NONE."""
        return NONE if self.position.phase == PAYING or self.last < 0 else _end_of(self.last)

    def last_mover(self) -> int:
        """Return the seat that made the last move, or NONE. RD1-89: the seat before the first one of a year is two back."""
        position = self.position
        if self.last < 0:
            return NONE
        if not KEEP <= self.last <= END or position.phase == KEEPING:
            return position.turn
        back = 1 if self.over or position.turn != position.first else 2
        return (position.turn - back) % position.seats

    @property
    def rolled(self) -> bool:
        """Whether dice have just come to rest."""
        return self.last >= HANDFUL


def joined_sides(position: Dice1, slot: int, square: int) -> list[int]:
    """Return the sides by which track leaves a square; at a station, those where a rail meets it."""
    thing = int(position.board[slot * SQUARES + square])
    if thing < STATION_PIECE:
        return members(thing)
    near = [int(position.board[slot * SQUARES + STEP[square * SIDES + side]]) for side in range(SIDES)]
    return [side for side, other in enumerate(near) if other < STATION_PIECE and other >> int(ACROSS[side]) & 1]


def _is_small(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 2


def _end_of(move: int) -> int:
    """Return the end at which a move builds, or NONE."""
    if move < TILE:
        return int(lay_end(move))
    return int(station_end(move)) if STATION <= move < PAY else NONE


def _work(moves: Iterable[int]) -> list[int]:
    """Return by end the number of rails and stations that moves have built since they last left a tile there."""
    built, latest = [0] * ENDS, 0
    for move in moves:
        end = _end_of(move)
        if end != NONE:
            built[end] += 1
            latest = end
        elif TILE <= move < STATION:
            built[latest] = 0
    return built


def place_of(position: Dice1, move: int) -> Place:
    """Return where a rail or a station would stand."""
    if move < TILE:
        end = lay_end(move)
        return position.slot[end], int(STEP[position.at[end] * SIDES + lay_out(move)])
    end = station_end(move)
    return position.slot[end], int(pointed(position, end))

"""The roll that the reader is planning: whether the income comes first, how many wild dice and how many of the reserve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from roundhouse.games.dice1.board import DIE_SIDES, FACE_SIDES, WILD
from roundhouse.games.dice1.dice import can_cup, can_roll, fill_cup, in_front, income_of
from roundhouse.games.dice1.moves import CUP, INCOME, ROLL
from roundhouse.games.dice1.notation import notation
from roundhouse.games.dice1.svg.reader import Reader

_NONE: Final = -1


@dataclass(frozen=True)
class Roll:
    """A roll that can be made now, and the numbers between which the reader can choose."""

    income: int  # dice taken first into the reserve; 0: none
    takes: bool  # whether the income is taken first
    wild: int
    reserve: int
    wilds: tuple[int, ...]  # of wild dice, ascending
    reserves: tuple[int, ...]  # of the reserve with this many wild dice
    bank: int  # dice that the bank has for doubling

    @property
    def dice(self) -> int:
        """The dice that are rolled: the bank doubles the wild ones as far as it can (RD1-35)."""
        return self.reserve + self.wild + min(self.wild, self.bank)

    @property
    def moves(self) -> list[str]:
        """The moves that make it; a single possible number of the reserve is not asked for."""
        first = [notation(INCOME)] if self.takes else []
        last = [notation(ROLL + self.reserve)] if len(self.reserves) > 1 else []
        return [*first, notation(CUP + self.wild), *last]

    def selection(self, *, wild: int = _NONE, reserve: int = _NONE) -> str:
        """Return the selection of another roll."""
        return f"roll {self.wild if wild == _NONE else wild} {self.reserve if reserve == _NONE else reserve}"

    def average(self, face: int) -> float:
        """Return how many dice show a face on average."""
        return self.dice * FACE_SIDES[face] / DIE_SIDES

    def chance(self, face: int) -> float:
        """Return the chance that at least one die shows a face."""
        return 1.0 - float((1 - FACE_SIDES[face] / DIE_SIDES) ** self.dice)


def planned_roll(reader: Reader) -> Roll | None:
    """Return the selected roll, or without a selection that of all dice; None if nothing can be rolled.

    An income that has not been taken comes first.
    """
    if not reader.moves_from(CUP, ROLL) and INCOME not in reader.moves:
        return None
    position = reader.position.copy()
    seat = position.turn
    takes = INCOME in reader.moves
    income = int(min(income_of(position, seat), position.bank)) if takes else 0
    if takes:
        position.apply(INCOME)
    wilds = tuple(count for count in range(in_front(position, seat, WILD) + 1) if not position.rolled and can_cup(position, count))
    if not wilds:
        return None
    asked = reader.selected_numbers("roll", 2)
    wild = asked[0] if asked and asked[0] in wilds else wilds[-1]
    bank = int(position.bank)
    fill_cup(position, wild)
    reserves = tuple(count for count in range(position.reserve[seat] + 1) if can_roll(position, count))
    if not reserves:
        return None
    reserve = min(asked[1], reserves[-1]) if asked else reserves[-1]
    return Roll(income, takes, wild, reserve if reserve in reserves else reserves[-1], wilds, reserves, bank)

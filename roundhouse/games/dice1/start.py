"""The options of Railroad Dice, and its first state."""

from __future__ import annotations

from dataclasses import dataclass

from roundhouse.core.game import check_seat
from roundhouse.games.dice1.board import DICE, LARGE_BANK
from roundhouse.games.dice1.state import Dice1
from roundhouse.games.dice1.state import start as first_state


@dataclass(frozen=True)
class Options:
    """RD1-R3: `large_bank` plays with 60 dice instead of 40, `first_seat` begins the first year.

    RD1-R5: with `diagonal_sites` the eight squares around a station count for its requirement, not only four.
    RD1-R4: with `open_screens` reserve and tokens of all are shown on the table.
    """

    large_bank: bool = False
    diagonal_sites: bool = False
    open_screens: bool = False
    first_seat: int = 0


def start(seats: int, options: Options) -> Dice1:
    """Return the first state (RD1-12)."""
    check_seat("first_seat", options.first_seat, seats)
    dice = LARGE_BANK if options.large_bank else DICE
    return first_state(seats, options.first_seat, dice, int(options.diagonal_sites), int(options.open_screens))

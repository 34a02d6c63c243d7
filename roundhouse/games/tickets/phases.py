"""The phases of Ticket to Ride, in the order in which they are first met, and the values for "none" and "hidden"."""

from __future__ import annotations

from typing import Final

DEALING: Final = 0  # chance: the first four cards of each seat
SHOWING: Final = 1  # chance: a card for the lowest empty slot of the display
FLUSHING: Final = 2  # chance: whether a display with three locomotives goes; no draw, but it depends on hidden cards
OFFERING: Final = 3  # chance: a ticket for the seat that is offered some
FIRST: Final = 4  # a seat keeps two or three of its first tickets
REVEALING: Final = 5  # chance: how many first tickets the next seat has kept; no draw, but it was secret, TTR-19
TURN: Final = 6  # a seat chooses its action
DRAWN: Final = 7  # chance: a card drawn blind
SECOND: Final = 8  # a seat takes its second card
KEEPING: Final = 9  # a seat keeps at least one of the tickets drawn

NONE: Final = -1
HIDDEN: Final = -2  # a ticket that the seat of this view cannot see

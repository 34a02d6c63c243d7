"""What every board of Ticket to Ride has in common: the kinds of cards, the display, hands and offers."""

from __future__ import annotations

from typing import Final

# TTR-2: eight colours and the locomotive.
COLOUR_NAMES: Final = ("white", "blue", "yellow", "green", "red", "purple", "black", "orange", "locomotive")
COLOURS: Final = 9
LOCOMOTIVE: Final = 8
GRAY: Final = 8  # as the colour of a track, TTR-7
TRACK_COLOURS: Final = (*COLOUR_NAMES[:GRAY], "gray")

SLOTS: Final = 5
HAND: Final = 4  # cards dealt to a seat
OFFER: Final = 3  # tickets in an offer
FLUSH_CAP: Final = 10  # TTR-39
LAST_TRAINS: Final = 2  # TTR-74: so few trains left begin the last round
SHARED_FROM: Final = 4  # TTR-60, TTR-61: with so many seats both tracks of a double may be owned

LONGEST: Final = 8  # spaces of the longest track that a map may have
MOST_SEATS: Final = 5
WORD: Final = 60  # tracks or tickets in one bit mask

"""Pictures for the rules of Ticket to Ride."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.catalog.scenes.scene import Scene

SCENES: Final = (
    Scene("first-tickets", 2, say("The first choice: at least two of the three tickets are kept."), "keep", "actions"),
    Scene("display", 4, say("What may be drawn: a card from the display or from the deck, or tickets."), "take", "display", 40),
    Scene(
        "claim", 6, say("Tracks outlined in green can be paid for with the cards in hand."), "claim", "536 0 380 410", 110, (0, 0)
    ),
    Scene("tickets", 7, say("Tickets with their points, and what is still missing for each."), "take", "tickets", 150, (332, 72)),
    Scene("result", 9, say("The end: tracks, tickets done and missed, and the longest path."), "", "seats"),
)

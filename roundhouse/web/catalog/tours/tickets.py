"""The first game of Ticket to Ride."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.catalog.tours.step import MOVE, Step, offers, part

STEPS: Final = (
    Step(
        say(
            "Welcome. You own the blue trains, a bot the red ones. Points come from tracks that you claim, and from tickets: "
            "a ticket names two cities, and counts if your own tracks join them when the game ends (TTR-71)."
        ),
    ),
    Step(
        say(
            "Keep two or three of these three tickets (TTR-17). What you do not complete is taken off your score (TTR-84), so"
            " tickets that go the same way are good company. Press one of the buttons, then confirm."
        ),
        MOVE,
        point=part("actions"),
    ),
    Step(
        say(
            "In a turn you do one of three things: draw two cards, claim one track, or draw more tickets (TTR-22). You need "
            "cards first. Take one from the display, or a hidden one from the deck."
        ),
        MOVE,
        see=offers("take"),
        point=part("display"),
    ),
    Step(
        say(
            "Now the second card. A locomotive stands in for any colour, but one that lies open costs the whole turn: it is "
            "never a second card (TTR-30). Press it, and the table tells you so."
        ),
        MOVE,
        see=offers("draw"),
    ),
    Step(
        say(
            "On the right you see your tickets and how many spaces each still lacks. The table of points on the map says why "
            "long tracks are worth saving for: six spaces bring fifteen points (TTR-55)."
        ),
        point=part("scale"),
    ),
    Step(
        say(
            "Tracks that glow can be claimed with the cards in your hand: as many cards of its colour as it has spaces; a "
            "gray one takes any one colour (TTR-50, TTR-51). Collect a little more, or claim one on the way of your tickets."
        ),
        MOVE,
        see=offers("draw"),
    ),
    Step(
        say(
            "With two players a double track is closed as soon as one half of it is taken (TTR-60): the veil says so. Narrow "
            "places between your cities go first; look where the bot builds."
        ),
        MOVE,
    ),
    Step(
        say(
            "Other people's hands are hidden, but cards taken from the display are known to all: they are shown beside each "
            "name as seen (TTR-34). Go on: draw and claim."
        ),
        MOVE,
    ),
    Step(
        say(
            "When somebody ends a turn with two trains or fewer, everybody has one more turn (TTR-74). The longest unbroken "
            "path brings ten points more (TTR-85). The column Path shows where each stands."
        ),
        point=part("seats"),
    ),
    Step(
        say(
            "You know enough to play to the end. Hint shows what the bot would do in your place, Undo takes a move back, and "
            "every clause named by the table leads to the rules. Have a good journey."
        ),
    ),
)

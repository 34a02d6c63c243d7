"""The page of Ticket to Ride: description, pictures for the rules, guided first game."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.ui.page import MOVE, OptionChoice, OptionLabel, Page, Scene, TourStep

SCENES: Final = (
    Scene("first-tickets", 2, say("The first choice: keep at least two of the three tickets."), "keep", "actions"),
    Scene("display", 4, say("What you can draw: a card from the display or the deck, or tickets."), "take", "display", 40),
    Scene(
        "claim", 6, say("You can claim the tracks outlined in green with the cards in your hand."), "claim", "536 0 380 410", 110
    ),
    Scene("tickets", 7, say("Your tickets, their points, and what each still needs."), "take", "tickets", 150, (332, 72)),
    Scene("result", 9, say("Final scores: tracks, completed and failed tickets, and the longest path."), "", "seats"),
)

TOUR: Final = (
    TourStep(
        say(
            "Welcome! Your trains are blue, the bot's are red. You score points for claiming tracks and for tickets: a ticket names"
            " two cities and counts if your own tracks connect them at the end of the game (TTR-71)."
        ),
    ),
    TourStep(
        say(
            "Keep two or three of these three tickets (TTR-17). A ticket you do not complete costs you its points (TTR-84), so it"
            " helps if your tickets run in the same direction. Untick the ones you do not want, then press Keep."
        ),
        MOVE,
        highlight="actions",
    ),
    TourStep(
        say(
            "On your turn you do one of three things: draw two cards, claim a track, or draw more tickets (TTR-22). You need cards"
            " first. Take one from the display or draw a hidden one from the deck."
        ),
        MOVE,
        when="take",
        highlight="display",
    ),
    TourStep(
        say(
            "Now your second card. A locomotive is a wild card, but a face-up one takes your whole draw, so it can never be your"
            " second card (TTR-30). Try to click one, and the game tells you why not."
        ),
        MOVE,
        when="draw",
    ),
    TourStep(
        say(
            "Your tickets show how many spaces each still needs. The table of points on the map shows why long tracks are worth"
            " saving for: six spaces score fifteen points (TTR-55)."
        ),
        highlight="scale",
    ),
    TourStep(
        say(
            "You can claim the glowing tracks with the cards in your hand: one card of the track's colour for each space. A gray"
            " track takes any single colour (TTR-50, TTR-51). Keep collecting, or claim a track that helps your tickets."
        ),
        MOVE,
        when="draw",
    ),
    TourStep(
        say(
            "With two players, a double track closes as soon as one half is claimed (TTR-60); it is then grayed out. Bottlenecks"
            " between your cities go first, so watch where the bot builds."
        ),
        MOVE,
    ),
    TourStep(
        say(
            "Hands are hidden, but everyone sees which cards are taken from the display; they are listed as seen next to each name"
            " (TTR-34). Keep drawing and claiming."
        ),
        MOVE,
    ),
    TourStep(
        say(
            "When a player ends a turn with two trains or fewer, everyone gets one more turn (TTR-74). The longest continuous path"
            " is worth ten extra points (TTR-85); the Path column shows how everyone is doing."
        ),
        highlight="seats",
    ),
    TourStep(
        say(
            "You are ready to finish the game on your own. Hint shows what the bot would do in your place, Undo takes back a move,"
            " and every clause number links to the rules. Have a good trip!"
        ),
    ),
)

OPTIONS: Final = {
    "map": OptionLabel(
        say("Map"),
        say("Austria is quick and good for learning. The ferries of the Great Lakes take at least one locomotive each."),
        (
            OptionChoice("usa", say("USA (2 to 5 players)")),
            OptionChoice("austria", say("Austria, small (2 or 3 players)")),
            OptionChoice("great-lakes", say("Great Lakes, large, with ferries (2 to 5 players)")),
        ),
    ),
}

PAGE: Final = Page(
    description=say("Collect cards, claim tracks across North America and connect the cities on your secret tickets."),
    minutes=45,
    players=3,
    crop="0 0 916 584",
    scenes=SCENES,
    tour=TOUR,
    options=OPTIONS,
    at_once=("take", "draw", "tickets", "keep"),
)

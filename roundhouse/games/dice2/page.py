"""The page of Railroad Dice 2: description, options, pictures for the rules, guided first game."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.ui.page import MOVE, OptionChoice, OptionLabel, Page, Scene, TourStep

OPTIONS: Final = {
    "layout": OptionLabel(
        say("Landscape"),
        choices=(
            OptionChoice("first", say("first game (RD2-10)")),
            OptionChoice("random", say("random (RD2-R1)"), numbered=True),
        ),
    ),
    "first_seat": OptionLabel(say("Who goes first"), seat=True),
    "own_connections_only": OptionLabel(
        say("Only your own connections pay"),
        say("A new connection pays only if it ends at the home of the player who completed it (RD2-R20)."),
    ),
}

SCENES: Final = (
    Scene(
        "stations",
        2,
        say("Players place stations in turn: the squares open to the next one are lit."),
        "place",
        "0 0 896 597",
        4,
    ),
    Scene("offers", 5, say("The four offers of the dice bank."), "dice", "dice", 20, (352, 190)),
    Scene(
        "lay",
        6,
        say("Where simple dice can go: dashes show the rails, a token what a die costs there."),
        "lay",
        "0 0 896 597",
        26,
    ),
    Scene("exchange", 7, say("The simple dice on the map that the complex die can replace."), "exchange", "0 0 896 597", 40),
    Scene("locomotives", 9, say("The locomotive bank: value, price, and how many are left."), "buy", "locomotives", 40, (364, 140)),
    Scene(
        "carry",
        10,
        say("The stations a locomotive can serve; green numbers are the distance to your home in tiles."),
        "carry",
        "0 0 896 597",
        60,
    ),
    Scene("ending", 12, say("How close the closing phase is."), "end", "outlook", 90),
)

TOUR: Final = (
    TourStep(
        say(
            "Welcome! You connect your home station to other stations and bring waiting passengers home; the player with the most"
            " passengers wins (RD2-30, RD2-96). Tokens are both passengers and money."
        ),
    ),
    TourStep(
        say(
            "Place your blue home station on one of the glowing squares: not at the edge and not on water (RD2-20, RD2-21). The"
            " middle of the map is close to everything."
        ),
        MOVE,
        when="place",
    ),
    TourStep(
        say(
            "Now the gray stations, in turn (RD2-18). They belong to nobody: put them where your lines will soon be. There must be"
            " two squares between any two stations (RD2-22)."
        ),
        MOVE,
        when="place",
    ),
    TourStep(
        say(
            "Your first turn. Once per turn you choose dice: four simple ones, or fewer but better ones (RD2-42). Simple dice make"
            " new track, so take four simple dice."
        ),
        MOVE,
        when="dice",
        highlight="dice",
    ),
    TourStep(
        say(
            "Straights, curves and question marks go next to your home, or at the end of a line that starts there (RD2-49). A"
            " mountain costs one token, water two (RD2-54, RD2-55). Choose a square, then how the rail lies."
        ),
        MOVE,
        when="lay",
    ),
    TourStep(
        say(
            "The first line between two stations pays five tokens to each owner (RD2-69). Your lines are green; the number at a"
            " station is its distance in tiles."
        ),
    ),
    TourStep(
        say(
            "You can trade in a die with a locomotive or a question mark for passengers on one tile: five for each station there"
            " (RD2-87). Put them where you can pick them up."
        ),
        MOVE,
    ),
    TourStep(
        say(
            "Locomotives carry passengers: a 2 travels two tiles and takes two passengers, once per turn (RD2-79, RD2-83, RD2-85)."
            " Only the lowest value is for sale (RD2-74), and the first 4 to be bought scraps every 2 (RD2-76)."
        ),
        highlight="locomotives",
    ),
    TourStep(
        say(
            "Complex dice are orange. They replace a simple die on the map and keep its track: switches, crossings, double curves"
            " (RD2-58, RD2-60). They let your line branch off towards more stations. End your turn when you have done what you can."
        ),
        MOVE,
    ),
    TourStep(
        say(
            "When three tiles run out of passengers, every tile gets new ones at once (RD2-89). Instead of rolling, you may also"
            " bring passengers to all tiles (RD2-35). This panel shows how close the end is."
        ),
        highlight="outlook",
    ),
    TourStep(
        say(
            "You are ready to play on. Hint shows what the bot would do in your place, and every clause number links to the rules."
        ),
    ),
)

PAGE: Final = Page(
    description=say("Draft track dice and pick up passengers with locomotives that grow ever faster and hungrier."),
    reconstructed=say(
        "Partly reconstructed: the drawing of the tiles and the faces of the complex die are ours, and some numbers are"
        " only likely; the rulebook shows them in pictures that we do not have."
    ),
    minutes=60,
    players=2,
    options=OPTIONS,
    crop="0 0 896 597",
    scenes=SCENES,
    tour=TOUR,
    seat_colours=("blue", "black", "white", "green"),  # of the home stations
    board_class="dice-board",
    at_once=("dice",),
)

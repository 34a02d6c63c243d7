"""The page of Railroad Tycoon: description, options, pictures for the rules, guided first game."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.ui.page import MOVE, OptionLabel, Page, Scene, TourStep

OPTIONS: Final = {
    "beginner": OptionLabel(
        say("Beginners' game"), say("Without cards, tycoons and western links: best for a first game (RRT-192).")
    ),
    "hundred_plus": OptionLabel(
        say("The income track ends at 100"), say("Beyond 100 points the marker stays on the last space (RRT-R3).")
    ),
    "tight_curves": OptionLabel(say("Tight curves"), say("A tile may join neighbouring sides of its hex (RRT-R9).")),
    "open_cash": OptionLabel(say("Open cash"), say("Everyone sees how much money the others have (RRT-39).")),
    "second_own_link": OptionLabel(
        say("Parallel links"), say("A player may own several links between the same two cities (RRT-R15).")
    ),
}

SCENES: Final = (
    Scene(
        "gauge",
        3,
        say("Points and the income they bring: it rises to the middle of the track, then falls."),
        "pass",
        "gauge",
        200,
        (412, 84),
    ),
    Scene("tycoon", 5, say("A tycoon, secret until the end: its goal and how close you are."), "pass", "tycoon", 30),
    Scene("auction", 6, say("Each turn begins with an auction for who goes first."), "bid", "actions", 40),
    Scene("build", 8, say("A link under construction: the tiles that can follow, with their prices."), "lay", "271 0 833 403", 30),
    Scene(
        "urbanize",
        9,
        say("A gray city takes no cubes; urbanized, it takes cubes of its new colour."),
        "urbanize",
        "271 0 833 403",
        120,
    ),
    Scene("deliver", 11, say("Where the cube can go, over how many links, and who scores."), "hop", "choices", 320),
    Scene("cards", 12, say("The operations cards on the table: goals, and cards to take."), "take", "cards", 60, (412, 190)),
    Scene("result", 16, say("Final scores: points minus shares, with the tycoons revealed."), "", "seats"),
)

TOUR: Final = (
    TourStep(
        say(
            "Welcome! You build links between cities and deliver cubes over them to cities of the same colour, scoring a point for"
            " each of your links on the way (RRT-116). Points bring income; the highlighted curve shows how much (RRT-29)."
        ),
        highlight="gauge",
    ),
    TourStep(
        say(
            "You start without money. Whenever you cannot pay, shares are issued for you at $5,000 each (RRT-40). Each share costs"
            " $1,000 every turn (RRT-141) and a point at the end (RRT-37). So spend, but not on everything."
        ),
    ),
    TourStep(
        say(
            "Each turn begins with an auction for who acts first (RRT-60). It matters when two players want the same cube. Bid"
            " $1,000 or pass."
        ),
        MOVE,
        highlight="actions",
    ),
    TourStep(
        say(
            "Three rounds of actions follow (RRT-63). Build first: choose a city, then the city to link it to."
            " Look in the East, where cities with cubes for each other are close together: Philadelphia, Baltimore, New York."
        ),
        MOVE,
        when="build",
    ),
    TourStep(
        say(
            "To choose a way of your own, press the hexes it should cross, one by one. A tile costs"
            " $2,000 on open ground, $4,000 in hills, and more across rivers and ridges"
            " (RRT-79, RRT-81). You may lay up to four tiles per action (RRT-71). A link that does not reach a city is removed at"
            " the end of the turn (RRT-75)."
        ),
        when="build",
    ),
    TourStep(
        say(
            "Now the cubes: those with a frame can be delivered. The first link must be yours, and the route may have at most as"
            " many links as the level of your locomotive (RRT-109, RRT-110). The list of deliveries shows what is within reach."
        ),
        when="deliver",
        highlight="choices",
    ),
    TourStep(
        say(
            "Deliver a cube: choose it in the list, or its city on the map. It stops at the"
            " first city of its colour (RRT-113). A delivered"
            " cube is gone for good, so take the best ones first."
        ),
        MOVE,
        when="deliver",
    ),
    TourStep(
        say(
            "Points you score early pay you every turn. A second link in a row allows longer deliveries, and a better locomotive"
            " takes cubes further (RRT-104). Take your next actions."
        ),
        MOVE,
    ),
    TourStep(
        say(
            "Cards with a green ring are goals: the first player to reach one scores (RRT-123). The others can be taken as an"
            " action. Your tycoon is a secret goal for the end of the game (RRT-41)."
        ),
        highlight="cards",
    ),
    TourStep(
        say(
            "A gray city takes no cubes. For $10,000 it becomes a coloured city with two new cubes (RRT-99, RRT-100), which is"
            " often the best way to give your links something to do."
        ),
    ),
    TourStep(
        say(
            "Once ten cities are empty, the game ends after this turn and one more (RRT-183, RRT-184). The row of dots counts them."
            " Play on; Hint shows what the bot would do in your place."
        ),
        highlight="clock",
    ),
)

PAGE: Final = Page(
    description=say("Issue shares, lay track across rivers and ridges and deliver goods with ever better locomotives."),
    reconstructed=say(
        "Not everything is certain: the prices of locomotives, the colours of new cities, some hexes and the symbols of some"
        " cards rest on a single source or an unclear picture."
    ),
    minutes=120,
    players=3,
    options=OPTIONS,
    crop="271 0 833 403",
    scenes=SCENES,
    tour=TOUR,
)

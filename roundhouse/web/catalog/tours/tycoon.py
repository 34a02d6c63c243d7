"""The first game of Railroad Tycoon."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.catalog.tours.step import MOVE, Step, offers, part

STEPS: Final = (
    Step(
        say(
            "Welcome. You build links between cities and carry cubes over them to cities of the same colour: a point for each"
            " of your links on the way (RRT-116). Points bring income; the curve below the map shows how much (RRT-29)."
        ),
        point=part("gauge"),
    ),
    Step(
        say(
            "You begin without money. Whenever you pay, shares are issued for you: 5,000 dollars each (RRT-40). Each costs "
            "1,000 every turn (RRT-141) and a point at the end (RRT-37). So spend, but not on everything."
        ),
    ),
    Step(
        say(
            "A turn opens with an auction: who may act first (RRT-60). It matters when two want the same cube. Bid 1,000, or pass."
        ),
        MOVE,
        point=part("actions"),
    ),
    Step(
        say(
            "Three rounds of actions follow (RRT-63). Build first: dots mark the sides of cities where a link can begin. Look"
            " in the East, where cities with cubes for each other are near: Philadelphia, Baltimore, New York. Press a dot."
        ),
        MOVE,
        see=offers("build"),
    ),
    Step(
        say(
            "Choose how the track goes on: a tile costs 2,000 in the open, 4,000 in hills, more over rivers and ridges "
            "(RRT-79, RRT-81). Up to four tiles an action (RRT-71). A link that does not reach a city is removed at the end "
            "of the turn (RRT-75)."
        ),
        MOVE,
        see=offers("lay"),
    ),
    Step(
        say(
            "Now cubes: those with a frame can be delivered. The first link must be yours, and a way has at most as many "
            "links as the level of your locomotive (RRT-109, RRT-110). The list on the right names what is within reach."
        ),
        see=offers("deliver"),
        point=part("deliveries"),
    ),
    Step(
        say(
            "Deliver a cube: press it, then the link it takes. It stops at the first city of its colour (RRT-113). Cubes are "
            "gone for good, so the good ones go first."
        ),
        MOVE,
        see=offers("deliver"),
    ),
    Step(
        say(
            "Every action in which points are made early pays each turn. A second link in a row makes longer deliveries; an "
            "upgrade lets cubes go further (RRT-104). Act on."
        ),
        MOVE,
    ),
    Step(
        say(
            "The cards on the right: those with a green ring are goals, and the first to meet one scores (RRT-123). The "
            "others can be taken as an action. Your tycoon is a secret goal for the end of the game (RRT-41)."
        ),
        point=part("cards"),
    ),
    Step(
        say(
            "A gray city takes no cube. For 10,000 it becomes a city of a colour, with two new cubes (RRT-99, RRT-100): often"
            " the best way to make work for the links you have."
        ),
    ),
    Step(
        say(
            "With ten empty cities the end begins: this turn and one more (RRT-183, RRT-184). The row of dots counts them. "
            "Play on; Hint shows what the bot would do in your place."
        ),
        point=part("clock"),
    ),
)

"""The first game of Railroad Dice 2."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.catalog.tours.step import MOVE, Step, offers, part

STEPS: Final = (
    Step(
        say(
            "Welcome. You link your home station with other stations and bring waiting passengers home; most passengers win "
            "(RD2-30, RD2-96). Tokens are passengers and money at once."
        ),
    ),
    Step(
        say(
            "Place your blue home station. Squares that glow are allowed: not at the edge, not on water (RD2-20, RD2-21). The"
            " middle of the map is near to everything."
        ),
        MOVE,
        see=offers("place"),
    ),
    Step(
        say(
            "Now gray stations, in turn (RD2-18). They belong to nobody: put them where your lines will soon be. Two squares "
            "must lie between any two stations (RD2-22)."
        ),
        MOVE,
        see=offers("place"),
    ),
    Step(
        say(
            "Your first turn. Once a turn you choose dice: four simple ones, or fewer and better ones (RD2-42). Simple dice "
            "make new track, so take four simple dice."
        ),
        MOVE,
        see=offers("dice"),
        point=part("dice"),
    ),
    Step(
        say(
            "Straight, curve and question mark can be laid beside your home, or at the end of a line that comes from it "
            "(RD2-49). Mountain costs a token, water two (RD2-54, RD2-55). Press a square, choose how the rail lies."
        ),
        MOVE,
        see=offers("lay"),
    ),
    Step(
        say(
            "The first line between two stations brings each owner five tokens (RD2-69). Your lines are drawn in green; the "
            "figure at a station says how many tiles away it is."
        ),
    ),
    Step(
        say(
            "A die with a locomotive or a question mark can be given back for passengers on one tile: five for each station "
            "there (RD2-87). Bring them where you will fetch them."
        ),
        MOVE,
    ),
    Step(
        say(
            "Locomotives carry: a 2 goes two tiles far and takes two passengers, once a turn (RD2-79, RD2-83, RD2-85). Only "
            "the cheapest value is on sale (RD2-74), and the first 4 that is bought scraps every 2 (RD2-76)."
        ),
        point=part("locomotives"),
    ),
    Step(
        say(
            "Complex dice, orange, replace a simple die on the map and keep its track: switches, crossings, double curves "
            "(RD2-58, RD2-60). They let your line branch off towards more stations. End the turn when you have done what you "
            "can."
        ),
        MOVE,
    ),
    Step(
        say(
            "When three tiles have no passengers left, all tiles get new ones at once (RD2-89). Instead of rolling you may "
            "also bring passengers everywhere (RD2-35). The panel on the right shows how near the end is."
        ),
        point=part("outlook"),
    ),
    Step(
        say("You know enough to play on. Hint shows what the bot would do in your place, and every clause leads to the rules."),
    ),
)

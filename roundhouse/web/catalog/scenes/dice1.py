"""Pictures for the rules of Railroad Dice."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.catalog.scenes.scene import Scene

SCENES: Final = (
    Scene("dice", 3, say("Dice before a player, and the reserve behind the screen, faces down."), "lay", "dice", 150),
    Scene("roll", 6, say("How many wild dice go into the cup: the bank doubles them."), "cup", "actions"),
    Scene(
        "companies",
        8,
        say("The boards of the companies: director, stations left, shares by owner, and what they pay."),
        "buy",
        "companies",
        90,
    ),
    Scene(
        "track", 9, say("The line goes on from its ends: squares where a rail can be laid are lit."), "lay", "0 -46 844 494", 120
    ),
    Scene("tile", 10, say("The next tile, as it may lie."), "tile", "actions", 40),
    Scene(
        "map",
        13,
        say("The general map: the line so far, and lines that join the stations of a company."),
        "lay",
        "map",
        120,
        (420, 340),
    ),
    Scene("result", 14, say("The end of the game."), "", "seats"),
)

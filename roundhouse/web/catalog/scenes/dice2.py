"""Pictures for the rules of Railroad Dice 2."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.catalog.scenes.scene import Scene

SCENES: Final = (
    Scene(
        "stations",
        2,
        say("Stations are placed in turn: squares that are free for the next one are lit."),
        "place",
        "0 0 896 597",
        4,
    ),
    Scene("offers", 5, say("The four offers of the dice bank."), "dice", "dice", 20, (500, 92)),
    Scene(
        "lay",
        6,
        say("Where simple dice can be laid: dashes show the rails, a token what a die costs there."),
        "lay",
        "0 0 896 597",
        26,
    ),
    Scene("exchange", 7, say("Simple dice on the map that can be exchanged for the complex die."), "exchange", "0 0 896 597", 40),
    Scene("locomotives", 9, say("The locomotive bank: value, price, and how many are left."), "buy", "locomotives", 40, (364, 140)),
    Scene(
        "carry",
        10,
        say("Stations that a locomotive can serve; the green figures are the tiles to the own home."),
        "carry",
        "0 0 896 597",
        60,
    ),
    Scene("ending", 12, say("How near the closing phase is."), "end", "outlook", 90),
)

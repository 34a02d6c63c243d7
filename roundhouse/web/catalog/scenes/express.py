"""Pictures for the rules of Chicago Express."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.catalog.scenes.scene import Scene

SCENES: Final = (
    Scene("bids", 3, say("A bid for the share on offer; what it would pay now is written above."), "bid", "actions"),
    Scene("dials", 4, say("The three dials: two of them on red bring a general dividend."), "decline", "dials", 40),
    Scene(
        "charters",
        5,
        say("Charters: income, dividend a share, opening bid, treasury; the marks are owners of shares."),
        "decline",
        "charters",
        60,
        (884, 158),
    ),
    Scene("expand", 6, say("An expansion: the hexes that can be reached, each with its price."), "build", "0 0 920 589", 60),
    Scene("develop", 7, say("Hexes that can be developed, and what a house brings there."), "develop", "0 0 920 589", 90),
    Scene("income", 8, say("The income of the companies: each share gets its part, rounded up."), "decline", "income", 150),
    Scene("ending", 11, say("How near each of the four ends is."), "decline", "ending", 150, (328, 116)),
)

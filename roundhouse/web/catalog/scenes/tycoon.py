"""Pictures for the rules of Railroad Tycoon."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.catalog.scenes.scene import Scene

SCENES: Final = (
    Scene(
        "gauge",
        3,
        say("Points and the income they bring: it rises to the middle of the track and falls after it."),
        "pass",
        "gauge",
        200,
        (412, 84),
    ),
    Scene("tycoon", 5, say("A tycoon, secret to the end, with what it asks for and how that stands."), "pass", "tycoon", 30),
    Scene("auction", 6, say("A turn begins with an auction of the first place."), "bid", "actions", 40),
    Scene("build", 8, say("A link under way: each tile that may follow, with its price."), "lay", "205 0 631 403", 30),
    Scene(
        "urbanize",
        9,
        say("Grey cities that can be urbanized are outlined; a coloured one takes the cubes of its colour."),
        "urbanize",
        "205 0 631 403",
        120,
    ),
    Scene("deliver", 11, say("Where the cube can go, over how many links, and who scores for it."), "hop", "destinations", 320),
    Scene("cards", 12, say("The operations cards on the table: goals, and cards to be taken."), "take", "cards", 60, (412, 190)),
    Scene("result", 16, say("The end: points, less shares, with the tycoons turned up."), "", "seats"),
)

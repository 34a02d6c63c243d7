"""What the web site shows of the game beside its tables: a description, pictures for the rules, a guided first game."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.ui.page import MOVE, Page, Scene, TourStep

SCENES: Final = (Scene("choice", 1, say("Your die, and the two things you can do with it."), "stay", "moves", size=(300, 60)),)

TOUR: Final = (
    TourStep(say("Welcome! Your die is yours alone to see until the end (WHI-1)."), highlight="dice"),
    TourStep(say("Stay with your roll, or roll again and take what comes (WHI-2)."), MOVE, when="stay"),
    TourStep(say("The highest die wins (WHI-3).")),
)

PAGE: Final = Page(
    description=say("Roll a die in secret, and decide whether to trust your luck a second time."),
    minutes=2,
    scenes=SCENES,
    tour=TOUR,
)

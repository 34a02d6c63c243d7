"""Roundhouse: railway board games behind one small interface.

>>> import roundhouse
>>> game = roundhouse.find("tickets")
>>> state = game.start(3)
>>> state.actor == roundhouse.CHANCE
True
"""

from __future__ import annotations

from roundhouse import engine

engine.choose()  # before any module of the engine is imported, hence the order

# ruff: noqa: E402

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game, Refusal, Refused
from roundhouse.core.sentence import BadSetup, BadText, HouseError
from roundhouse.core.state import CHANCE, OVER, SPECTATOR, State, View
from roundhouse.games import GAMES, find

engine.warn_if_outdated()

__version__ = "0.2.0"

__all__ = [
    "CHANCE",
    "GAMES",
    "OVER",
    "SPECTATOR",
    "BadSetup",
    "BadText",
    "Game",
    "HouseError",
    "Refusal",
    "Refused",
    "Rng",
    "State",
    "View",
    "find",
]

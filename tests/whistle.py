"""Whistle, the game that `roundhouse new-game` writes, for tests that want a small game, or a broken one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

SKELETON = Path(__file__).parent.parent / "roundhouse" / "cli" / "skeleton"
sys.path.append(str(SKELETON))  # processes that tests start are given the same path

# ruff: noqa: E402

import whistle_game
from whistle_game.drawing import render
from whistle_game.moves import AGAIN, ROLL, STAY
from whistle_game.state import WhistleState
from whistle_game.view import determinize, view

from roundhouse.core.game import Game

GAME: Game[Any] = whistle_game.GAME

__all__ = ["AGAIN", "GAME", "ROLL", "SKELETON", "STAY", "WhistleState", "determinize", "render", "view"]

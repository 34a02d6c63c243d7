"""Small networks with made-up weights, for any game."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np

from roundhouse.bots.weights import Weights, write
from roundhouse.core.game import Game
from roundhouse.games import find


def made_up(game: Game[Any], *, heads: bool = True, hidden: int = 8) -> Weights:
    """Return a network with random weights."""
    rng = np.random.default_rng(5)
    sizes = {"layers.0": (hidden, game.size), "layers.1": (hidden, hidden), "policy": (game.move_count, hidden)}
    if heads:
        sizes |= {"win": (game.seats[-1], hidden), "margin": (1, hidden)}
    arrays = {}
    for name, (rows, columns) in sizes.items():
        arrays[f"{name}.weight"] = rng.normal(size=(rows, columns)).astype(np.float32) / np.float32(columns**0.5)
        arrays[f"{name}.bias"] = rng.normal(size=rows).astype(np.float32)
    return Weights({"game": game.name, "version": game.version, "board": game.board, "margin_scale": 20.0}, arrays)


@cache
def network_file(game_name: str) -> str:
    """Return a file with a made-up network for a game."""
    file = Path(mkdtemp()) / "agent.safetensors"
    write(file, made_up(find(game_name)), half=True)
    return str(file)

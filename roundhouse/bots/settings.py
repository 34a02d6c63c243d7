"""What can be set about a search. The values were measured: docs/decisions/007-search.md."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a search goes about its work."""

    arms: int = 8  # moves that are tried out
    horizon: int = 48  # decisions of a playout before it is cut off, where the next turn of the searching seat begins
    noise: int = 2  # per cent of the decisions of a playout that are made at random; 100 for light playouts
    ripe: int = 256  # visits that a node must have before the tree grows on from it: fewer say too little to leave the heuristic
    loyalty: float = 1.0  # standard errors, at least, by which a move must be better than the advised one
    surprise: float = 0.015  # utility by which moves usually differ from the advised one; doubtful results must say more
    sure: float = 3.0  # standard errors by which a move must be worse than the best to be given up at once

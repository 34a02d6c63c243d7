"""The parameters of the search. The default values were measured: docs/decisions/007-search.md."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The parameters of a search."""

    arms: int = 8  # candidate moves that are tried out
    horizon: int = 48  # decisions of a playout before it is cut off at the next turn of the searching seat
    noise: int = 2  # per cent of random decisions in a playout; 100 for light playouts
    expand_visits: int = 256  # visits of a node before the tree grows below it: fewer tell too little to leave the heuristic
    min_lead: float = 1.0  # standard errors by which a move must lead the advised one to replace it
    prior_scale: float = 0.015  # usual difference in utility between a move and the advised one; noisier results need a larger lead
    prune_lead: float = 3.0  # standard errors behind the best move at which a move is dropped at once

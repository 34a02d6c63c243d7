"""The guide of a search made of a network: its policy ranks moves, its values judge positions. Needs NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from roundhouse.bots.bot import Budget
from roundhouse.bots.guide import Judgement
from roundhouse.bots.net import GameNet
from roundhouse.bots.search import SearchBot
from roundhouse.bots.settings import Settings
from roundhouse.bots.weights import bad_file
from roundhouse.core.game import Game
from roundhouse.core.sentence import say
from roundhouse.core.state import State, View

SETTINGS: Final = Settings(horizon=12)
_HUNDREDTHS: Final = 100


class NetGuide:
    """Guides a search with a network that has heads for wins and margins."""

    def __init__(self, game: Game[Any], file: str) -> None:
        self._net = GameNet(game, file)
        if not self._net.net.has_values:
            raise bad_file(Path(file), say("it has no heads for wins and margins, which a search needs"))

    def rank(self, view: View, moves: Sequence[int]) -> list[float]:
        """Return the logits of the moves."""
        logits: list[float] = self._net.logits(view, moves).tolist()
        return logits

    def judge(self, worlds: Sequence[State], seat: int) -> list[Judgement]:
        """Return what the network predicts from what the seat would know in each world."""
        shares, margins = self._net.values(worlds, seat)
        seats = worlds[0].seats
        order = [(other - seat) % seats for other in range(seats)]
        return [
            Judgement([row[place] for place in order], _HUNDREDTHS * margin)
            for row, margin in zip(shares.tolist(), margins.tolist(), strict=True)
        ]


def net_search(game: Game[Any], file: str, budget: Budget, seed: int, name: str) -> SearchBot:
    """Return a search that is guided by the network of a file. Raise BadWeights if it cannot be."""
    return SearchBot(game, budget, seed, name, SETTINGS, guide=NetGuide(game, file))

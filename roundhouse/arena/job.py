"""A job of the arena: everything that decides what its games are."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from roundhouse.arena.schedule import Fixture, lineups, schedule
from roundhouse.bots import SECONDS, Bot, make
from roundhouse.bots.bot import Closing
from roundhouse.core.game import Game
from roundhouse.games import find

_SEED_BITS: Final = 62


@dataclass(frozen=True)
class Job:
    """Which bots play which game, how and how often. The same job gives the same games, but for bots that look at the clock."""

    game: str
    version: int  # of the game
    seats: int
    bots: tuple[str, ...]
    games: int
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    budget: float = SECONDS  # seconds a move, for bots whose name does not say more

    def check(self) -> None:
        """Says what is wrong with a job before anything is played: players, options, names of bots."""
        game = self.find_game()
        game.start(self.seats, game.options_from(self.options))
        lineups(self.bots, self.seats)
        for name in dict.fromkeys(self.bots):
            bot = self.make(game, name, 0)
            if isinstance(bot, Closing):
                bot.close()

    def find_game(self) -> Game[Any]:
        """The game itself, found in any process."""
        return find(self.game)

    def make(self, game: Game[Any], name: str, seed: int) -> Bot:
        """A bot for one seat of one game."""
        return make(name, game, seed, options=self.options, seconds=self.budget)

    def fixtures(self) -> list[Fixture]:
        """Its games."""
        return schedule(self.bots, self.seats, self.games)

    def same_games(self, other: Job) -> bool:
        """Whether the games of one are the first games of the other."""
        return self._essence() == other._essence()

    def to_json(self) -> str:
        """For the folder of a run."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=2) + "\n"

    @staticmethod
    def from_json(text: str) -> Job:
        """The way back. Raises ValueError or TypeError where the text is not one of ours."""
        facts = json.loads(text)
        return Job(**{**facts, "bots": tuple(facts["bots"])})

    def _essence(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if name != "games"}


def seed_of(job: Job, *parts: object) -> int:
    """A seed for one purpose of one job, unlike that of every other."""
    text = json.dumps([job.seed, *parts])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> (64 - _SEED_BITS)

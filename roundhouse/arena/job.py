"""An arena job: everything that determines its games."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from roundhouse.arena.schedule import Fixture, lineups, schedule
from roundhouse.bots import SECONDS, Bot, make
from roundhouse.bots.bot import SupportsClose
from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup, say
from roundhouse.games import find

_SEED_BITS: Final = 62


@dataclass(frozen=True)
class Job:
    """Which bots play which game, and how often. The same job gives the same games, except for bots with a time budget."""

    game: str
    version: int  # of the game
    seats: int
    bots: tuple[str, ...]
    games: int
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    budget: float = SECONDS  # seconds per move of external bots
    board: str = ""  # the digest of the board; "" in jobs from before boards had one

    def check(self) -> None:
        """Raise BadSetup if the number of players, the options or a bot's name is wrong."""
        game = self.find_game()
        if not game.plays_on(self.board):
            stated = self.board or game.classic
            raise BadSetup(say("the job is for another board ({stated}) than {board}", stated=stated, board=game.board))
        game.start(self.seats, game.options_from(self.options))
        lineups(self.bots, self.seats)
        for name in dict.fromkeys(self.bots):
            bot = self.make(game, name, 0)
            if isinstance(bot, SupportsClose):
                bot.close()

    def find_game(self) -> Game[Any]:
        """Return the game on the board that the options select; works in any process."""
        return find(self.game).on(self.options)

    def make(self, game: Game[Any], name: str, seed: int) -> Bot:
        """Return a new bot for one seat of one game."""
        return make(name, game, seed, options=self.options, seconds=self.budget)

    def fixtures(self) -> list[Fixture]:
        """Return the scheduled games."""
        return schedule(self.bots, self.seats, self.games)

    def same_games(self, other: Job) -> bool:
        """Return whether one job's games are the first games of the other: they may differ only in the number of games."""
        return self._without_length() == other._without_length()

    def to_json(self) -> str:
        """Return the job as JSON, for the folder of a run."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=2) + "\n"

    @staticmethod
    def from_json(text: str) -> Job:
        """Parse a job. Raise ValueError, KeyError or TypeError if the text is not one."""
        values = json.loads(text)
        return Job(**{**values, "bots": tuple(values["bots"])})

    def _without_length(self) -> dict[str, Any]:
        """Return everything but the number of games. The board follows from the options, and jobs of before do not name it."""
        return {name: value for name, value in asdict(self).items() if name not in ("games", "board")}


def derive_seed(job: Job, *parts: object) -> int:
    """Return a seed for one purpose of one job, independent of the seeds of all others."""
    text = json.dumps([job.seed, *parts])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> (64 - _SEED_BITS)

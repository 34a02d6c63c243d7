"""One game between bots: each sees its own view and nothing else, and the table decides what is legal."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Final

from roundhouse.arena.job import Job, seed_of
from roundhouse.arena.result import Fault, Result
from roundhouse.arena.schedule import Fixture
from roundhouse.bots import Bot
from roundhouse.bots.bot import CRASH, ILLEGAL, Closing, Failed, Opening
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.record import Record, write
from roundhouse.play.chance import Seeded, Source
from roundhouse.play.table import Table

_DETAIL: Final = 200  # letters kept of what a bot said
_DIGEST: Final = 16  # hexadecimal digits: chance does not make two games equal


@dataclass(frozen=True)
class Played:
    """A game that is over: what the arena keeps of it, and its record as text."""

    result: Result
    record: str


class Match:
    """One game between bots, one a seat. `run` plays it to its end; then its figures may be read."""

    def __init__(
        self,
        game: Game[Any],
        players: Sequence[Bot],
        source: Source,
        stand_in: Rng,
        options: Mapping[str, Any] | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        self.table = Table(game, len(players), options, source, names or [bot.name for bot in players])
        self.faults: list[Fault] = []
        self.kinds: list[Counter[str]] = [Counter() for _ in players]
        self.seconds = [0.0] * len(players)
        self.slowest = [0.0] * len(players)
        self.last = ""  # the kind of the last move
        self._players = players
        self._stand_in = stand_in  # moves for a bot that fails

    def run(self) -> Record:
        """Plays to the end; the record. Who made the bots closes them."""
        table = self.table
        for seat, bot in enumerate(self._players):
            if isinstance(bot, Opening):
                bot.open(table.view(seat))
        while not table.over:
            seat = table.actor
            moves = table.moves(seat)
            move = self._chosen(seat, moves)
            self.last = table.game.notation(move).split()[0]
            self.kinds[seat][self.last] += 1
            table.play(seat, move)
        return table.record()

    def _chosen(self, seat: int, moves: list[int]) -> int:
        """The bot's move; where it fails, a random one. Whatever a bot does, the game goes on."""
        view = self.table.view(seat)
        began = time.perf_counter()
        try:
            move = self._players[seat].choose(view, tuple(moves))
        except Failed as failure:
            return self._lost(seat, moves, failure.kind, failure.detail)
        except Exception as error:  # a bot is somebody's code: its faults are its own
            return self._lost(seat, moves, CRASH, f"{type(error).__name__}: {error}")
        finally:
            thought = time.perf_counter() - began
            self.seconds[seat] += thought
            self.slowest[seat] = max(self.slowest[seat], thought)
        return move if move in moves else self._lost(seat, moves, ILLEGAL, str(move))

    def _lost(self, seat: int, moves: list[int], kind: str, detail: str) -> int:
        self.faults.append(Fault(seat, self.table.moves_made + 1, kind, _harmless(detail)))
        return moves[self._stand_in.below(len(moves))]


def _harmless(detail: str) -> str:
    """What a bot said, short, and without anything that a terminal or a file would take amiss."""
    short = detail if len(detail) <= _DETAIL else detail[:_DETAIL] + "…"
    return "".join(char if char.isprintable() else "?" for char in short)


def _digest(record: Record) -> str:
    return hashlib.sha256("\n".join(entry.text for entry in record.entries).encode()).hexdigest()[:_DIGEST]


def play(job: Job, fixture: Fixture) -> Played:
    """Plays one game of a job, wherever: it follows from the job and its number alone."""
    game = job.find_game()
    seed = job.seed + fixture.deal
    with ExitStack() as stack:
        players = []
        for seat, name in enumerate(fixture.seating):
            bot = job.make(game, name, seed_of(job, fixture.number, seat))
            if isinstance(bot, Closing):
                stack.callback(bot.close)
            players.append(bot)
        match = Match(game, players, Seeded(seed), Rng(seed_of(job, fixture.number, "stand-in")), job.options, fixture.seating)
        record = match.run()
    result = Result(
        number=fixture.number,
        deal=fixture.deal,
        seed=seed,
        bots=list(fixture.seating),
        scores=match.table.scores(),
        ranks=match.table.ranks(),
        moves=match.table.moves_made,
        digest=_digest(record),
        last=match.last,
        kinds=[dict(sorted(kinds.items())) for kinds in match.kinds],
        seconds=[round(seconds, 4) for seconds in match.seconds],
        slowest=[round(seconds, 4) for seconds in match.slowest],
        faults=match.faults,
    )
    return Played(result, write(record))

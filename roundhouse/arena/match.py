"""One game between bots. Each bot gets only its own view, and the table checks every move."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Final

from roundhouse.arena.job import Job, derive_seed
from roundhouse.arena.result import Fault, Result
from roundhouse.arena.schedule import Fixture
from roundhouse.bots import Bot
from roundhouse.bots.bot import CRASH, ILLEGAL, BotFailure, SupportsClose, SupportsOpen
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.record import Record
from roundhouse.play.chance import Seeded, Source
from roundhouse.play.record_file import record_file
from roundhouse.play.table import Table

_MAX_DETAIL: Final = 200  # characters kept of what a bot answered
_DIGEST_LENGTH: Final = 16  # hexadecimal digits: enough that different games do not collide


@dataclass(frozen=True)
class FinishedGame:
    """A finished game: its result and its record as text."""

    result: Result
    record: str


class Match:
    """One game between bots. `run` plays it to the end; the statistics are complete after that."""

    def __init__(
        self,
        game: Game[Any],
        players: Sequence[Bot],
        source: Source,
        fallback_rng: Rng,
        options: Mapping[str, Any] | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        self.table = Table(game, len(players), options, source, _distinct(names or [bot.name for bot in players]))
        self.faults: list[Fault] = []
        self.kinds: list[Counter[str]] = [Counter() for _ in players]
        self.seconds = [0.0] * len(players)
        self.slowest = [0.0] * len(players)
        self.last = ""  # the kind of the last move
        self._players = players
        self._fallback_rng = fallback_rng  # chooses moves for a bot that fails

    def run(self) -> Record:
        """Play to the end and return the record. The caller closes the bots."""
        table = self.table
        for seat, bot in enumerate(self._players):
            if isinstance(bot, SupportsOpen):
                bot.open(table.view(seat))
        while not table.over:
            seat = table.actor
            moves = table.moves(seat)
            move = self._choose(seat, moves)
            self.last = table.game.notation(move).split()[0]
            self.kinds[seat][self.last] += 1
            table.play(seat, move)
        return table.record()

    def _choose(self, seat: int, moves: list[int]) -> int:
        """Return the bot's move, or a random one if it fails: no bot can stop the game."""
        view = self.table.view(seat)
        began = time.perf_counter()
        try:
            move = self._players[seat].choose(view, tuple(moves))
        except BotFailure as failure:
            return self._fallback(seat, moves, failure.kind, failure.detail)
        except Exception as error:  # a bot may be anyone's code and raise anything
            return self._fallback(seat, moves, CRASH, f"{type(error).__name__}: {error}")
        finally:
            elapsed = time.perf_counter() - began
            self.seconds[seat] += elapsed
            self.slowest[seat] = max(self.slowest[seat], elapsed)
        return move if move in moves else self._fallback(seat, moves, ILLEGAL, str(move))

    def _fallback(self, seat: int, moves: list[int], kind: str, detail: str) -> int:
        """Record a fault and return a random move."""
        self.faults.append(Fault(seat, self.table.moves_made + 1, kind, _printable(detail)))
        return moves[self._fallback_rng.below(len(moves))]


def _printable(detail: str) -> str:
    """Shorten what a bot answered and replace control characters, which could upset a terminal or a file."""
    short = detail if len(detail) <= _MAX_DETAIL else detail[:_MAX_DETAIL] + "…"
    return "".join(char if char.isprintable() else "?" for char in short)


def _distinct(names: Sequence[str]) -> list[str]:
    """Return the names of the players of a record: those of equal bots are numbered, so that they can be told apart."""
    return [
        f"{name} {list(names[: seat + 1]).count(name)}" if list(names).count(name) > 1 else name for seat, name in enumerate(names)
    ]


def _digest(record: Record) -> str:
    return hashlib.sha256("\n".join(entry.text for entry in record.entries).encode()).hexdigest()[:_DIGEST_LENGTH]


def play(job: Job, fixture: Fixture, stand_in: Callable[[int, str], Bot | None] = lambda seat, name: None) -> FinishedGame:  # noqa: ARG005
    """Play one game of a job. The result depends only on the job and the fixture, not on the process.

    `stand_in(seat, name)` may give a bot that plays in place of the one of that name.
    """
    game = job.find_game()
    seed = job.seed + fixture.deal
    with ExitStack() as stack:
        players = []
        for seat, name in enumerate(fixture.seating):
            bot = stand_in(seat, name) or job.make(game, name, derive_seed(job, fixture.number, seat))
            if isinstance(bot, SupportsClose):
                stack.callback(bot.close)
            players.append(bot)
        match = Match(game, players, Seeded(seed), Rng(derive_seed(job, fixture.number, "stand-in")), job.options, fixture.seating)
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
    return FinishedGame(result, record_file(game, record))

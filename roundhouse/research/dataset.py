"""Data sets of games between bots: every game as a record, every decision as a row of Parquet, and a list with checksums.

A row is what a seat knew (`observation`), what it could do (`mask`), what it did (`move`), and how the game ended for it.
The same seed gives the same files.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as arrow
from pyarrow import parquet

from roundhouse.bots import Bot, make
from roundhouse.bots.bot import Closing, Opening
from roundhouse.core.game import Game
from roundhouse.core.record import write
from roundhouse.play.chance import Seeded
from roundhouse.play.table import Table
from roundhouse.research.observation import check_features, mask, observe
from roundhouse.research.utility import UTILITIES

FORMAT: Final = 1
MANIFEST: Final = "dataset.json"
_GAMES_A_FILE: Final = 100
_SEED_STEP: Final = 1_000_003  # keeps the bots of neighbouring games and seats apart


@dataclass(frozen=True)
class Plan:
    """What is to be played: the bots sit at the seats in turn, each game one seat further."""

    game: Game[Any]
    bots: Sequence[str]
    games: int
    options: Mapping[str, Any]
    seed: int

    @property
    def seats(self) -> int:
        """One for each bot."""
        return len(self.bots)

    def seated(self, number: int) -> list[str]:
        """The bots of a game by seat."""
        return [self.bots[(seat + number) % self.seats] for seat in range(self.seats)]


def schema(game: Game[Any]) -> arrow.Schema:
    """The columns of a data set, with the layout of the observation beside them."""
    layout = [feature._asdict() for feature in game.features]
    about = {"roundhouse": FORMAT, "game": game.name, "version": game.version, "features": layout}
    columns = [
        ("game", arrow.int32()),  # number of the game, and of its record
        ("decision", arrow.int32()),  # in that game, from 0
        ("seat", arrow.int8()),
        ("bot", arrow.string()),
        ("observation", arrow.list_(arrow.float32(), game.size)),
        ("mask", arrow.list_(arrow.bool_(), game.move_count)),
        ("move", arrow.int32()),
        *((name, arrow.float32()) for name in UTILITIES),
    ]
    return arrow.schema([arrow.field(name, kind, nullable=False) for name, kind in columns], {"roundhouse": json.dumps(about)})


def generate(plan: Plan, folder: Path, advance: Callable[[int], None] = lambda _: None) -> dict[str, Any]:
    """Plays the games and writes the files; the list of them, as it is written last."""
    check_features(plan.game)
    (folder / "records").mkdir(parents=True, exist_ok=True)
    sums: dict[str, str] = {}
    rows = 0
    for first in range(0, plan.games, _GAMES_A_FILE):
        name = f"decisions-{first // _GAMES_A_FILE:05d}.parquet"
        with parquet.ParquetWriter(folder / name, schema(plan.game), compression="zstd") as file:
            for number in range(first, min(first + _GAMES_A_FILE, plan.games)):
                table, decisions = _played(plan, number)
                record = f"records/{number:06d}.rec"
                (folder / record).write_text(write(table.record()), "utf-8")
                sums[record] = _sum(folder / record)
                file.write_table(_rows(plan, number, table, decisions))
                rows += len(decisions)
                advance(1)
        sums[name] = _sum(folder / name)
    listed = {
        "roundhouse": FORMAT,
        "game": plan.game.name,
        "version": plan.game.version,
        "options": dict(plan.options),
        "bots": list(plan.bots),
        "seed": plan.seed,
        "games": plan.games,
        "rows": rows,
        "sha256": sums,
    }
    (folder / MANIFEST).write_text(json.dumps(listed, indent=2) + "\n", "utf-8")
    return listed


def damaged(folder: Path) -> list[str]:
    """The files of a data set that are missing or not what was written."""
    sums: dict[str, str] = json.loads((folder / MANIFEST).read_text("utf-8"))["sha256"]
    return [name for name, wanted in sums.items() if not (folder / name).is_file() or _sum(folder / name) != wanted]


@dataclass(frozen=True)
class _Decision:
    seat: int
    observation: Any
    mask: Any
    move: int


def _played(plan: Plan, number: int) -> tuple[Table, list[_Decision]]:
    """One game to its end."""
    game = plan.game
    names = plan.seated(number)
    seed = plan.seed * _SEED_STEP + number
    table = Table(game, plan.seats, plan.options, Seeded(seed), names)
    bots = [make(name, game, seed * plan.seats + seat, options=plan.options) for seat, name in enumerate(names)]
    with ExitStack() as held:
        for seat, bot in enumerate(bots):
            if isinstance(bot, Closing):
                held.callback(bot.close)
            if isinstance(bot, Opening):
                bot.open(table.view(seat))
        return table, list(_decisions(table, bots))


def _decisions(table: Table, bots: Sequence[Bot]) -> Iterator[_Decision]:
    while not table.over:
        seat = table.actor
        seen = table.view(seat)
        move = bots[seat].choose(seen, table.moves(seat))
        yield _Decision(seat, observe(table.game, seen), mask(table.game, seen), move)
        table.play(seat, move)


def _rows(plan: Plan, number: int, table: Table, decisions: Sequence[_Decision]) -> arrow.Table:
    names = plan.seated(number)
    worth = {name: utility(table.scores(), table.ranks()) for name, utility in UTILITIES.items()}
    seats = [decision.seat for decision in decisions]
    columns = {
        "game": [number] * len(seats),
        "decision": range(len(seats)),
        "seat": seats,
        "bot": [names[seat] for seat in seats],
        "observation": _lists([decision.observation for decision in decisions], np.float32),
        "mask": _lists([decision.mask for decision in decisions], np.bool_),
        "move": [decision.move for decision in decisions],
        **{name: [values[seat] for seat in seats] for name, values in worth.items()},
    }
    return arrow.table(columns, schema=schema(plan.game))


def _lists(rows: Sequence[Any], kind: type[np.generic]) -> arrow.Array:
    """Rows of equal length as one column."""
    block = np.stack(rows).astype(kind)
    return arrow.FixedSizeListArray.from_arrays(arrow.array(block.ravel()), block.shape[1])


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

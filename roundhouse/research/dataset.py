"""Data sets of games between bots: a record per game, a Parquet row per decision, and a manifest with checksums.

`COLUMNS` says what a row holds, and `croissant.json` says it to programs. The same seed gives the same files.
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
from roundhouse.bots.bot import SupportsClose, SupportsOpen
from roundhouse.core.game import Game
from roundhouse.play.chance import Seeded
from roundhouse.play.record_file import record_file
from roundhouse.play.table import Table
from roundhouse.research import croissant
from roundhouse.research.observation import check_features, mask, observe
from roundhouse.research.utility import UTILITIES
from roundhouse.ui.page import page_of

FORMAT: Final = 1
MANIFEST: Final = "dataset.json"
COLUMNS: Final[Mapping[str, str]] = {  # what each column of a row holds
    "game": "index of the game, from 0, and of its record",
    "decision": "index of the decision within its game, from 0",
    "seat": "the seat that decides",
    "bot": "name of the bot that decides",
    "observation": "what the seat may know, as numbers scaled to about 1; the layout is in the metadata of the file",
    "mask": "whether each move is legal",
    "move": "the move that the bot chose",
    "win": "what the game paid the seat in the end: 1 to the winner, shared among tied winners",
    "margin": "points ahead of the best other seat in the end",
    "score": "points in the end",
}
_GAMES_PER_FILE: Final = 100
_SEED_STRIDE: Final = 1_000_003  # keeps the seeds of bots in neighbouring games and seats apart


@dataclass(frozen=True)
class Plan:
    """The games of a data set. The bots move on by one seat after each game."""

    game: Game[Any]
    bots: Sequence[str]
    games: int
    options: Mapping[str, Any]
    seed: int

    @property
    def seats(self) -> int:
        """The number of seats: one for each bot."""
        return len(self.bots)

    def seating(self, game_index: int) -> list[str]:
        """Return the bots of a game by seat."""
        return [self.bots[(seat + game_index) % self.seats] for seat in range(self.seats)]


def schema(game: Game[Any]) -> arrow.Schema:
    """Return the columns of a data set; the layout of the observation is in the metadata."""
    layout = [feature._asdict() for feature in game.features]
    metadata = {**_about(game), "features": layout}
    columns = [
        ("game", arrow.int32()),
        ("decision", arrow.int32()),
        ("seat", arrow.int8()),
        ("bot", arrow.string()),
        ("observation", arrow.list_(arrow.float32(), game.size)),
        ("mask", arrow.list_(arrow.bool_(), game.move_count)),
        ("move", arrow.int32()),
        *((name, arrow.float32()) for name in UTILITIES),
    ]
    fields = [arrow.field(name, dtype, nullable=False, metadata={"meaning": COLUMNS[name]}) for name, dtype in columns]
    return arrow.schema(fields, {"roundhouse": json.dumps(metadata)})


def _about(game: Game[Any]) -> dict[str, Any]:
    """Return what the manifest and the metadata say of the game; `reconstructed` is what is not certain about its components."""
    about: dict[str, Any] = {"roundhouse": FORMAT, "game": game.name, "version": game.version, "board": game.board}
    uncertain = page_of(game).reconstructed
    return {**about, "reconstructed": str(uncertain)} if uncertain else about


def generate(plan: Plan, folder: Path, advance: Callable[[int], None] = lambda _: None) -> dict[str, Any]:
    """Play the games, write the files, and return the manifest, which is written last. Call `advance(1)` after each game."""
    check_features(plan.game)
    (folder / "records").mkdir(parents=True, exist_ok=True)
    checksums: dict[str, str] = {}
    row_count = 0
    for first in range(0, plan.games, _GAMES_PER_FILE):
        name = f"decisions-{first // _GAMES_PER_FILE:05d}.parquet"
        with parquet.ParquetWriter(folder / name, schema(plan.game), compression="zstd") as file:
            for game_index in range(first, min(first + _GAMES_PER_FILE, plan.games)):
                table, decisions = _play(plan, game_index)
                record = f"records/{game_index:06d}.rec"
                (folder / record).write_text(record_file(table.game, table.record()), "utf-8")
                checksums[record] = _sha256(folder / record)
                file.write_table(_rows(plan, game_index, table, decisions))
                row_count += len(decisions)
                advance(1)
        checksums[name] = _sha256(folder / name)
    manifest = {
        **_about(plan.game),
        "options": dict(plan.options),
        "bots": list(plan.bots),
        "seed": plan.seed,
        "games": plan.games,
        "rows": row_count,
        "sha256": checksums,
    }
    description = croissant.describe(plan.game.title, manifest, schema(plan.game), COLUMNS)
    (folder / croissant.FILE).write_text(json.dumps(description, indent=2, ensure_ascii=False) + "\n", "utf-8")
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")
    return manifest


def damaged_files(folder: Path) -> list[str]:
    """Return the files of a data set that are missing or fail their checksum."""
    checksums: dict[str, str] = json.loads((folder / MANIFEST).read_text("utf-8"))["sha256"]
    return [name for name, wanted in checksums.items() if not (folder / name).is_file() or _sha256(folder / name) != wanted]


@dataclass(frozen=True)
class _Decision:
    seat: int
    observation: Any
    mask: Any
    move: int


def _play(plan: Plan, game_index: int) -> tuple[Table, list[_Decision]]:
    """Play one game to its end."""
    game = plan.game
    names = plan.seating(game_index)
    seed = plan.seed * _SEED_STRIDE + game_index
    table = Table(game, plan.seats, plan.options, Seeded(seed), names)
    bots = [make(name, game, seed * plan.seats + seat, options=plan.options) for seat, name in enumerate(names)]
    with ExitStack() as stack:
        for seat, bot in enumerate(bots):
            if isinstance(bot, SupportsClose):
                stack.callback(bot.close)
            if isinstance(bot, SupportsOpen):
                bot.open(table.view(seat))
        return table, list(_decisions(table, bots))


def _decisions(table: Table, bots: Sequence[Bot]) -> Iterator[_Decision]:
    while not table.over:
        seat = table.actor
        view = table.view(seat)
        move = bots[seat].choose(view, table.moves(seat))
        yield _Decision(seat, observe(table.game, view), mask(table.game, view), move)
        table.play(seat, move)


def _rows(plan: Plan, game_index: int, table: Table, decisions: Sequence[_Decision]) -> arrow.Table:
    names = plan.seating(game_index)
    payoffs = {name: utility(table.scores(), table.ranks()) for name, utility in UTILITIES.items()}
    seats = [decision.seat for decision in decisions]
    columns = {
        "game": [game_index] * len(seats),
        "decision": range(len(seats)),
        "seat": seats,
        "bot": [names[seat] for seat in seats],
        "observation": _fixed_lists([decision.observation for decision in decisions], np.float32),
        "mask": _fixed_lists([decision.mask for decision in decisions], np.bool_),
        "move": [decision.move for decision in decisions],
        **{name: [by_seat[seat] for seat in seats] for name, by_seat in payoffs.items()},
    }
    return arrow.table(columns, schema=schema(plan.game))


def _fixed_lists(rows: Sequence[Any], dtype: type[np.generic]) -> arrow.Array:
    """Return rows of equal length as one column of fixed-size lists."""
    block = np.stack(rows).astype(dtype)
    return arrow.FixedSizeListArray.from_arrays(arrow.array(block.ravel()), block.shape[1])


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

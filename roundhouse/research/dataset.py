"""Data sets: every decision of recorded games as a row of a Parquet file, with what the seat saw, might do, did and got."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from roundhouse.core.game import Game
from roundhouse.core.record import Record, replay, replay_until
from roundhouse.core.state import CHANCE
from roundhouse.research.observation import mask, observe
from roundhouse.research.utility import UTILITIES

DECISIONS: Final = "decisions.parquet"
SUMS: Final = "SHA256SUMS"  # as `sha256sum --check` reads it
_ROWS: Final = 4096  # in memory at once


def schema(game: Game[Any], facts: Mapping[str, Any]) -> pa.Schema:
    """The columns for a game. Its metadata say what was played, and what stands where in an observation."""
    layout = [{"name": each.name, "shape": each.shape, "scale": each.scale, "meaning": each.meaning} for each in game.features]
    about = {"game": game.name, "version": game.version, **facts, "features": layout}
    return pa.schema(
        [
            pa.field("game", pa.int32(), False, {"meaning": "the number of the record, from 1 on"}),
            pa.field("entry", pa.int32(), False, {"meaning": "moves and draws before this decision"}),
            pa.field("seat", pa.int8(), False, {"meaning": "who decides"}),
            pa.field("observation", pa.list_(pa.float32(), game.size), False, {"meaning": "what that seat may know"}),
            pa.field("mask", pa.list_(pa.bool_(), game.move_count), False, {"meaning": "the moves it may make"}),
            pa.field("move", pa.int32(), False, {"meaning": "the one it made"}),
            *(
                pa.field(name, pa.float32(), False, {"meaning": (utility.__doc__ or "").splitlines()[0]})
                for name, utility in UTILITIES.items()
            ),
        ],
        {"roundhouse": json.dumps(about, ensure_ascii=False)},
    )


def write(file: Path, game: Game[Any], facts: Mapping[str, Any], records: Iterable[Record]) -> int:
    """Writes the decisions of finished games, each checked as it is replayed, beside their place and then there; how many."""
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    kind = schema(game, facts)
    written = 0
    try:
        with pq.ParquetWriter(part, kind, compression="zstd") as out:
            rows: list[dict[str, Any]] = []
            for number, record in enumerate(records, 1):
                rows += decisions(game, record, number)
                while len(rows) >= _ROWS:
                    out.write_table(_table(rows[:_ROWS], kind))
                    written += _ROWS
                    del rows[:_ROWS]
            out.write_table(_table(rows, kind))
            written += len(rows)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return written


def decisions(game: Game[Any], record: Record, number: int) -> list[dict[str, Any]]:
    """The decisions of one finished game, as rows."""
    end = replay(game, record)
    _, moves = replay_until(game, record, len(record.entries))
    got = {name: utility(list(end.scores()), list(end.ranks())) for name, utility in UTILITIES.items()}
    state = game.start(record.seats, game.options_from(record.options))
    rows = []
    for entry, move in enumerate(moves):
        seat = state.actor
        if seat != CHANCE:
            seen = game.view(state, seat)
            known = {"game": number, "entry": entry, "seat": seat, "observation": observe(game, seen), "move": move}
            rows.append({**known, "mask": mask(game, seen), **{name: values[seat] for name, values in got.items()}})
        state.apply(move)
    return rows


def _table(rows: list[dict[str, Any]], kind: pa.Schema) -> pa.Table:
    columns = []
    for field in kind:
        values = [row[field.name] for row in rows]
        if pa.types.is_fixed_size_list(field.type):
            flat = np.concatenate(values) if values else np.empty(0)
            inner = flat.astype(np.bool_ if field.name == "mask" else np.float32)
            columns.append(pa.FixedSizeListArray.from_arrays(pa.array(inner, field.type.value_type), type=field.type))
        else:
            columns.append(pa.array(values, field.type))
    return pa.Table.from_arrays(columns, schema=kind)


def sums(folder: Path, files: Iterable[Path]) -> str:
    """The checksums of files of a folder, a line each."""
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(folder).as_posix()}\n" for file in sorted(files)]
    return "".join(lines)

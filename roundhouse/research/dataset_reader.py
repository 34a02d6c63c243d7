"""Reads a data set in pieces, so that it may be larger than memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as arrow
from numpy.typing import NDArray
from pyarrow import parquet

from roundhouse.core.sentence import BadSetup, say
from roundhouse.research.croissant import PATTERN

_ROWS: Final = 4096


def stream(folder: Path, columns: Sequence[str] | None = None, rows: int = _ROWS) -> Iterator[dict[str, NDArray[Any]]]:
    """Yield pieces of at most `rows` decisions, in the order in which they were played, as one array for each column.

    Observations and masks have a second axis. Raise BadSetup for a folder without decisions, or for a column that does not exist.
    """
    files = sorted(folder.glob(PATTERN))
    if not files:
        raise BadSetup(say("the folder '{folder}' holds no data set", folder=str(folder)))
    known = parquet.read_schema(files[0]).names
    unknown = [name for name in columns or () if name not in known]
    if unknown:
        raise BadSetup(say("there is no column '{name}'; choose among: {known}", name=unknown[0], known=", ".join(known)))
    for file in files:
        with parquet.ParquetFile(file) as opened:
            for batch in opened.iter_batches(rows, columns=None if columns is None else list(columns)):
                yield {name: _array(batch.column(name)) for name in batch.schema.names}


def _array(column: arrow.Array) -> NDArray[Any]:
    if arrow.types.is_fixed_size_list(column.type):
        values: NDArray[Any] = column.flatten().to_numpy(zero_copy_only=False)
        return values.reshape(len(column), -1)
    return np.asarray(column.to_numpy(zero_copy_only=False))

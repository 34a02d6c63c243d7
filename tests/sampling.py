"""Which cases of a long test the source run leaves to the compiled engine."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from roundhouse import engine

LEFT_OUT = pytest.mark.compiled


def cases(every: Iterable[Any], in_source: Any) -> list[Any]:
    """Every case for the compiled engine; the source, fifty times slower, is run on one of them only."""
    return [
        case if case == in_source else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=LEFT_OUT)
        for case in every
    ]


def seeds(games: int) -> range:
    """Those of so many games for the compiled engine; the source plays two of them."""
    return range(games if engine.is_compiled() else 2)

"""Which cases of a long test the source run leaves to the compiled engine."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

LEFT_OUT = pytest.mark.compiled


def cases(every: Iterable[Any], in_source: Any) -> list[Any]:
    """Every case for the compiled engine; the source, fifty times slower, is run on one of them only."""
    return [
        case if case == in_source else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=LEFT_OUT)
        for case in every
    ]

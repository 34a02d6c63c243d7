"""OpenSpiel's tree searches in C++ crash the process on games written in Python: here they raise an error instead."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

import pyspiel

_SEARCHES: Final = {"MCTSBot": "mcts.MCTSBot", "ISMCTSBot": "ismcts.ISMCTSBot"}  # in pyspiel, and in open_spiel.python.algorithms
_METHODS: Final = ("step", "step_verbose", "step_with_policy", "get_policy", "mcts_search")


def guard(state_type: type) -> None:
    """From now on the searches in C++ raise TypeError for a state of this type. They are unchanged for all other games."""
    for name, instead in _SEARCHES.items():
        search = getattr(pyspiel, name)
        for method in _METHODS:
            if hasattr(search, method):
                setattr(search, method, _guarded(getattr(search, method), name, instead, state_type))


def _guarded(method: Callable[..., Any], name: str, instead: str, state_type: type) -> Callable[..., Any]:
    @wraps(method)
    def guarded(bot: object, state: object, *rest: Any) -> Any:
        if isinstance(state, state_type):
            raise TypeError(
                f"pyspiel.{name} cannot clone a game that is written in Python, and would crash the process:"
                f" use open_spiel.python.algorithms.{instead}"
            )
        return method(bot, state, *rest)

    return guarded

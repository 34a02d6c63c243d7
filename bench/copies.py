"""What copies cost: microseconds of CPU time after thirty moves with two seats, the best of seven rounds.

python bench/copies.py
"""

from __future__ import annotations

import copy
import pickle
import time
from collections.abc import Callable
from functools import partial

import roundhouse
from roundhouse import Rng
from roundhouse.core.playout import random_moves
from roundhouse.core.state import State
from roundhouse.research import pettingzoo

ROUNDS = 7
SECONDS = 0.04  # of a round


def cost(action: Callable[[], object]) -> float:
    """Return the microseconds that a call takes."""
    best = float("inf")
    for _ in range(ROUNDS):
        calls, start = 0, time.process_time()
        while time.process_time() - start < SECONDS:
            for _ in range(20):
                action()
            calls += 20
        best = min(best, (time.process_time() - start) / calls)
    return best * 1e6


def _pickled(state: State) -> object:
    return pickle.loads(pickle.dumps(state))


def main() -> None:
    """Print a row for each game."""
    print("| game | copy a state | pickle a state and read it | bytes | save an environment | restore it | deepcopy it |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for game in roundhouse.GAMES:
        state = game.start(2)
        random_moves(state, Rng(3), 30)
        env = pettingzoo.raw_env(game.name, seats=2)
        env.reset(seed=1)
        saved = env.save()
        actions: list[Callable[[], object]] = [env.save, partial(env.restore, saved), partial(copy.deepcopy, env)]
        size = len(pickle.dumps(state))
        first = f"{cost(state.copy):.1f} | {cost(partial(_pickled, state)):.0f} | {size:,}"
        print(f"| {game.name} | {first} | {' | '.join(f'{cost(action):.0f}' for action in actions)} |", flush=True)


if __name__ == "__main__":
    main()

"""The speed of the research environments and of comparable ones, in one run: `python bench/research.py [seconds]`.

All play at random, and every step gives the acting player its observation and action mask. Figures are steps per second of CPU time
on one core, the best of three rounds, measured in turn; the speedup by a second process is measured in wall-clock time.
"""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import Any, Final

import gymnasium
import numpy as np

import roundhouse
from roundhouse.core.draw import Rng
from roundhouse.core.playout import random_moves
from roundhouse.research import pettingzoo
from roundhouse.research.batch import Batch
from roundhouse.research.gymnasium import env_id
from roundhouse.research.parallel_batch import ParallelBatch

ROUNDS: Final = 3
PAIRS: Final = 8  # of short rounds: the speed of a machine changes from second to second
BATCH_GAMES: Final = 512
SHARED_GAMES: Final = 1024  # split among processes
CLASSIC: Final = (
    "connect_four_v3",
    "tictactoe_v3",
    "leduc_holdem_v4",
    "texas_holdem_no_limit_v6",
    "hanabi_v5",
    "chess_v6",
    "go_v5",
)
OPENSPIEL: Final = ("leduc_poker", "gin_rummy", "backgammon", "roundhouse_tickets")
RLCARD: Final = ("leduc-holdem", "no-limit-holdem", "gin-rummy")
Play = Callable[[], Iterator[int]]  # yields numbers of steps


def batch_steps(game: str, **settings: Any) -> Iterator[int]:
    """Step a batch of our games."""
    with Batch(game, games=BATCH_GAMES, seed=1, **settings) as games:
        while True:
            games.step(games.sample())
            yield BATCH_GAMES


def parallel_steps(game: str) -> Iterator[int]:
    """Step the batch with agents by name."""
    games = ParallelBatch(game, games=BATCH_GAMES, seed=1)
    while True:
        games.step(games.sample())
        yield BATCH_GAMES


def vector_steps(game: str, observations: str) -> Iterator[int]:
    """Step Gymnasium's vector environment over the batch; only moves of the learner count."""
    kind = "vector_entry_point"
    envs = gymnasium.make_vec(env_id(game), num_envs=BATCH_GAMES, vectorization_mode=kind, bots="random", observations=observations)
    envs.reset(seed=1)
    while True:
        envs.step(envs.sample())
        yield BATCH_GAMES


def pettingzoo_steps(make: Callable[[], Any]) -> Iterator[int]:
    """Step a PettingZoo environment, ours or another."""
    env = make()
    rng = np.random.default_rng(1)
    for seed in count():
        env.reset(seed=seed)
        while env.agents:
            obs, _, over, truncated, _ = env.last()
            env.step(None if over or truncated else int(rng.choice(np.flatnonzero(obs["action_mask"]))))
            yield 1


def classic_steps(name: str) -> Iterator[int]:
    """Step one of PettingZoo's classic environments."""
    from importlib import import_module

    warnings.simplefilter("ignore")  # it recommends its registry, which only has wrapped environments
    return pettingzoo_steps(import_module(f"pettingzoo.classic.{name}").raw_env)


def openspiel_steps(name: str) -> Iterator[int]:
    """Step an OpenSpiel game from Python; only moves of players count."""
    import pyspiel

    import roundhouse.research.openspiel  # noqa: F401  (registers our games)

    game = pyspiel.load_game(name)
    rng = np.random.default_rng(1)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(rng.choice(outcomes, p=probabilities)))
                continue
            state.observation_tensor(state.current_player())
            state.legal_actions_mask()
            legal = state.legal_actions()
            state.apply_action(legal[rng.integers(len(legal))])
            yield 1


def rlcard_steps(name: str) -> Iterator[int]:
    """Step an RLCard game."""
    import rlcard

    env = rlcard.make(name, {"seed": 1})
    rng = np.random.default_rng(1)
    while True:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(int(rng.choice(list(state["legal_actions"]))))
            yield 1


def catanatron_steps() -> Iterator[int]:
    """Play Catanatron with four random players, without observations."""
    from catanatron import Color, Game, RandomPlayer

    while True:
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        game.play()
        yield len(game.state.actions)


def speed(play: Iterator[int], seconds: float) -> float:
    """Return the steps per second of CPU time."""
    next(play)  # triggers lazy imports
    begin, steps = time.process_time(), 0
    while (spent := time.process_time() - begin) < seconds:
        steps += next(play)
    return steps / spent


def encoding_time(name: str) -> float:
    """Return the microseconds to encode one mid-game view, called from Python."""
    game = roundhouse.find(name)
    state = game.start(game.seats[0])
    random_moves(state, Rng(1), 60)
    view, best = game.view(state, state.actor), float("inf")
    for _ in range(20):
        begin = time.process_time()
        for _ in range(500):
            game.numbers(view)
        best = min(best, (time.process_time() - begin) / 500)
    return best * 1e6


def batch_speed(game: str, processes: int, seconds: float) -> float:
    """Return the steps per second of wall-clock time of a batch split among processes."""
    with Batch(game, games=SHARED_GAMES, seed=1, processes=processes) as games:
        games.step(games.sample())
        begin, steps = time.perf_counter(), 0
        while (spent := time.perf_counter() - begin) < seconds:
            games.step(games.sample())
            steps += SHARED_GAMES
        return steps / spent


def two_processes(seconds: float) -> None:
    """Print the speedup by a second process; needs two idle cores."""
    print("| game | one process | two | speedup |\n|---|---:|---:|---:|")
    for game in roundhouse.GAMES:
        rounds = [(batch_speed(game.name, 1, seconds), batch_speed(game.name, 2, seconds)) for _ in range(PAIRS)]
        one, two = (max(steps) for steps in zip(*rounds, strict=True))
        print(f"| {game.name} | {one:,.0f} | {two:,.0f} | {two / one:.2f} |")


def main(seconds: float) -> None:
    """Measure and print the tables."""
    names = [game.name for game in roundhouse.GAMES]
    plays: dict[str, Play] = {f"Batch, {name}": partial(batch_steps, name) for name in names}
    plays |= {f"Batch, int16, {name}": partial(batch_steps, name, observations="int16") for name in names}
    plays |= {f"ParallelBatch, {name}": partial(parallel_steps, name) for name in names}
    plays |= {f"Batch against random, {name}": partial(batch_steps, name, opponents="random") for name in names}
    plays |= {f"make_vec against random, {name}": partial(vector_steps, name, "float32") for name in names}
    plays |= {
        f"Batch against random, int16, {name}": partial(batch_steps, name, opponents="random", observations="int16")
        for name in names
    }
    plays |= {f"make_vec against random, int16, {name}": partial(vector_steps, name, "int16") for name in names}
    plays |= {
        f"our PettingZoo, {game.name}": partial(pettingzoo_steps, partial(pettingzoo.raw_env, game.name))
        for game in roundhouse.GAMES
    }
    plays |= {f"PettingZoo, {name}": partial(classic_steps, name) for name in CLASSIC}
    plays |= {f"OpenSpiel, {name}": partial(openspiel_steps, name) for name in OPENSPIEL}
    plays |= {f"RLCard, {name}": partial(rlcard_steps, name) for name in RLCARD}
    plays["Catanatron, random players, no observations"] = catanatron_steps
    best_speed = dict.fromkeys(plays, 0.0)
    for _ in range(ROUNDS):
        for name, play in plays.items():
            best_speed[name] = max(best_speed[name], speed(play(), seconds))
    print("| environment | steps per second |\n|---|---:|")
    for name, steps in best_speed.items():
        print(f"| {name} | {steps:,.0f} |")
    print()
    print("| game | features | encoding, µs |\n|---|---:|---:|")
    for game in roundhouse.GAMES:
        print(f"| {game.name} | {game.size} | {encoding_time(game.name):.2f} |")
    print()
    two_processes(seconds)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)

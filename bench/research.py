"""How fast the research doors are, beside those of others, in one run: `python bench/research.py [seconds]`.

Everything plays at random, and every step gives the acting player its observation and the mask of its legal moves. Figures are
steps a second of processor time on one core, the best of three rounds, measured in turn; what a second process brings is told by
the clock on the wall.
"""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import Any, Final

import numpy as np

import roundhouse
from roundhouse.core.draw import Rng
from roundhouse.core.features import zeros
from roundhouse.core.playout import random_moves
from roundhouse.research import pettingzoo as door
from roundhouse.research.batch import Batch

ROUNDS: Final = 3
PAIRS: Final = 8  # short ones: machines change their pace from second to second
BATCH: Final = 512
ABREAST: Final = 1024  # games that processes share
CLASSIC: Final = (
    "connect_four_v3",
    "tictactoe_v3",
    "leduc_holdem_v4",
    "texas_holdem_no_limit_v6",
    "hanabi_v5",
    "chess_v6",
    "go_v5",
)
SPIEL: Final = ("leduc_poker", "gin_rummy", "backgammon", "roundhouse_tickets")
CARDS: Final = ("leduc-holdem", "no-limit-holdem", "gin-rummy")
Play = Callable[[], Iterator[int]]  # steps made, from time to time


def batch(game: str) -> Iterator[int]:
    """Our games, stepped together."""
    with Batch(game, games=BATCH, seed=1) as games:
        while True:
            games.step(games.sample())
            yield BATCH


def agents(make: Callable[[], Any]) -> Iterator[int]:
    """An environment of PettingZoo, ours or another."""
    env = make()
    rng = np.random.default_rng(1)
    for seed in count():
        env.reset(seed=seed)
        while env.agents:
            seen, _, over, cut, _ = env.last()
            env.step(None if over or cut else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            yield 1


def classic(name: str) -> Iterator[int]:
    """An environment of PettingZoo's classic games."""
    from importlib import import_module

    warnings.simplefilter("ignore")  # it asks for its registry, which gives out wrapped environments only
    return agents(import_module(f"pettingzoo.classic.{name}").raw_env)


def spiel(name: str) -> Iterator[int]:
    """A game of OpenSpiel, driven from Python; moves of players count."""
    import pyspiel

    import roundhouse.research.openspiel  # noqa: F401  (registers our games)

    game = pyspiel.load_game(name)
    rng = np.random.default_rng(1)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(rng.choice(outcomes, p=chances)))
                continue
            state.observation_tensor(state.current_player())
            state.legal_actions_mask()
            legal = state.legal_actions()
            state.apply_action(legal[rng.integers(len(legal))])
            yield 1


def cards(name: str) -> Iterator[int]:
    """A game of RLCard."""
    import rlcard

    env = rlcard.make(name, {"seed": 1})
    rng = np.random.default_rng(1)
    while True:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(int(rng.choice(list(state["legal_actions"]))))
            yield 1


def catan() -> Iterator[int]:
    """Catanatron's random players, four of them; nobody is given an observation."""
    from catanatron import Color, Game, RandomPlayer

    while True:
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        game.play()
        yield len(game.state.actions)


def speed(play: Iterator[int], seconds: float) -> float:
    """Steps a second of processor time."""
    next(play)  # loads what is loaded late
    begin, steps = time.process_time(), 0
    while (spent := time.process_time() - begin) < seconds:
        steps += next(play)
    return steps / spent


def encoding(name: str) -> float:
    """Microseconds to write the features of one view in mid-game, called from Python."""
    game = roundhouse.find(name)
    state = game.start(game.seats[0])
    random_moves(state, Rng(1), 60)
    seen, out, best = game.view(state, state.actor), zeros(game.size), float("inf")
    for _ in range(20):
        begin = time.process_time()
        for _ in range(500):
            game.encode(seen, out, 0)
        best = min(best, (time.process_time() - begin) / 500)
    return best * 1e6


def abreast(game: str, processes: int, seconds: float) -> float:
    """Steps a second, by the clock on the wall, of a batch that is shared out among processes."""
    with Batch(game, games=ABREAST, seed=1, processes=processes) as games:
        games.step(games.sample())
        begin, steps = time.perf_counter(), 0
        while (spent := time.perf_counter() - begin) < seconds:
            games.step(games.sample())
            steps += ABREAST
        return steps / spent


def two_processes(seconds: float) -> None:
    """Prints what a second process brings: it needs two cores that nothing else uses."""
    print("| game | one process | two | times |\n|---|---:|---:|---:|")
    for game in roundhouse.GAMES:
        rounds = [(abreast(game.name, 1, seconds), abreast(game.name, 2, seconds)) for _ in range(PAIRS)]
        one, two = (max(steps) for steps in zip(*rounds, strict=True))
        print(f"| {game.name} | {one:,.0f} | {two:,.0f} | {two / one:.2f} |")


def main(seconds: float) -> None:
    """Measures and prints the tables."""
    plays: dict[str, Play] = {f"Batch, {game.name}": partial(batch, game.name) for game in roundhouse.GAMES}
    plays |= {f"our PettingZoo, {game.name}": partial(agents, partial(door.raw_env, game.name)) for game in roundhouse.GAMES}
    plays |= {f"PettingZoo, {name}": partial(classic, name) for name in CLASSIC}
    plays |= {f"OpenSpiel, {name}": partial(spiel, name) for name in SPIEL}
    plays |= {f"RLCard, {name}": partial(cards, name) for name in CARDS}
    plays["Catanatron, random players, no observations"] = catan
    found = dict.fromkeys(plays, 0.0)
    for _ in range(ROUNDS):
        for name, play in plays.items():
            found[name] = max(found[name], speed(play(), seconds))
    print("| what | steps a second |\n|---|---:|")
    for name, steps in found.items():
        print(f"| {name} | {steps:,.0f} |")
    print()
    print("| game | numbers | encoding, µs |\n|---|---:|---:|")
    for game in roundhouse.GAMES:
        print(f"| {game.name} | {game.size} | {encoding(game.name):.2f} |")
    print()
    two_processes(seconds)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)

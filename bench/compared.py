"""One side of bench/compare.py: measures slices with the engine that it finds first on its path.

It uses only what older engines have as well. Reads [figure, game, seats] line by line, as JSON, and answers with the rate.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from itertools import cycle
from typing import Any, Final

import roundhouse.core.state
from roundhouse.bots.bot import Budget
from roundhouse.bots.search import SearchBot
from roundhouse.core.draw import Rng
from roundhouse.core.playout import copies, random_moves, random_playout
from roundhouse.core.state import CHANCE, OVER
from roundhouse.games import find

SLICE_SECONDS: Final = 0.25
ITERATIONS: Final = 400  # of each search
SEARCHES: Final = 6  # positions, spread over a game
GAMES: Final = 50
COPIES: Final = 20_000
BATCH: Final = 256

Work = Callable[[], int]  # does some work, and returns how much


def played(name: str, seats: int) -> Work:
    """Play random games to the end, scores included; counted in players' moves."""
    game = find(name)

    def work() -> int:
        moves = 0
        for seed in range(GAMES):
            state = game.start(seats)
            moves += random_playout(state, Rng(seed))
            state.scores()
        return moves

    return work


def copied(name: str, seats: int) -> Work:
    """Copy a position of the middle of a game."""
    game = find(name)
    state = game.start(seats)
    random_moves(state, Rng(3), random_playout(game.start(seats), Rng(3)) // 2)

    def work() -> int:
        copies(state, COPIES)
        return COPIES

    return work


def searched(name: str, seats: int) -> Work:
    """Search positions of the heuristic's games, early and late, with as many iterations each; the same seeds, so the same work."""
    game = find(name)
    state, rng = game.start(seats), Rng(7)
    decisions = []
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.apply(state.draw(rng))
            continue
        view, legal = game.view(state, state.actor), list(state.legal_moves())
        if len(legal) > 1:
            decisions.append((view, legal))
        state.apply(game.advise(view, rng))
    positions = cycle([decisions[len(decisions) * index // SEARCHES] for index in range(SEARCHES)])

    def work() -> int:
        bot = SearchBot(game, Budget(iterations=ITERATIONS), 1)
        bot.choose(*next(positions))
        return int(bot.iterations)

    return work


def batched(name: str, seats: int, **settings: Any) -> Work | None:
    """Step a batch of random games, with observations and masks."""
    from roundhouse.research.batch import Batch

    try:
        batch = Batch(name, games=BATCH, seats=seats, **settings)
    except TypeError:  # an older engine without this setting
        return None

    def work() -> int:
        batch.sample()
        batch.step()
        return BATCH

    return work


FIGURES: Final[dict[str, Callable[[str, int], Work | None]]] = {
    "search": searched,
    "play": played,
    "copies": copied,
    "batch": batched,
    "batch16": lambda name, seats: batched(name, seats, observations="int16") or batched(name, seats),
}


def rate(work: Work, least: int) -> float:
    """Return the work done per second of CPU time; `least` is how often it is repeated at least."""
    done = times = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < SLICE_SECONDS or times < least or times % least:
        done += work()
        times += 1
    return done / spent


def main() -> None:
    """Answer until the input ends."""
    print(json.dumps({"origin": roundhouse.core.state.__file__}), flush=True)
    works: dict[tuple[str, str, int], Work | None] = {}
    for line in sys.stdin:
        figure, game, seats = key = tuple(json.loads(line))
        if key not in works:
            works[key] = FIGURES[figure](game, seats)
        work = works[key]
        result = None if work is None else rate(work, SEARCHES if figure == "search" else 1)
        print(json.dumps({"rate": result}), flush=True)


if __name__ == "__main__":
    main()

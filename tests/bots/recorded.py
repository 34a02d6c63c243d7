"""What bots play by seed, as digests. They may change only with the rules or with a bot's judgement, never with its speed.

`python -m tests.bots.recorded` writes recorded.json anew.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from roundhouse.bots.bot import Budget
from roundhouse.bots.search import SearchBot
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.state import CHANCE, OVER, View

FILE: Final = Path(__file__).with_suffix(".json")
SEEDS: Final = (1, 2)  # of the heuristic's games
SEARCHES: Final = 8  # positions, spread over the first of these games
ITERATIONS: Final = 40

Decision = tuple[View[Any], list[int]]


def decisions(game: Game[Any], seats: int, seed: int) -> tuple[list[int], list[Decision]]:
    """The moves of a game in which the heuristic plays all seats, and its decisions between several moves."""
    state, luck, advice = game.start(seats), Rng(seed), Rng(seed + 1)
    moves, met = [], []
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.apply(state.draw(luck))
            continue
        view, legal = game.view(state, state.actor), list(state.legal_moves())
        if len(legal) > 1:
            met.append((view, legal))
        moves.append(int(game.advise(view, advice)))
        state.apply(moves[-1])
    return moves, met


def searched(game: Game[Any], met: list[Decision]) -> list[Any]:
    """The candidates of some searches with the sums of their results."""
    found = []
    for index in range(SEARCHES):
        bot = SearchBot(game, Budget(iterations=ITERATIONS), index)
        arms = bot.search(*met[len(met) * index // SEARCHES])
        found.append([(int(arm.move), len(arm.results), round(arm.total, 6)) for arm in arms])
    return found


def digests(game: Game[Any], seats: int) -> dict[str, str]:
    """The digests of the heuristic's moves and of the searches."""
    games = [decisions(game, seats, seed) for seed in SEEDS]
    return {"advised": digest([moves for moves, _ in games]), "searched": digest(searched(game, games[0][1]))}


def digest(value: object) -> str:
    """A digest of anything that JSON can write."""
    return sha256(json.dumps(value).encode()).hexdigest()[:16]


def main() -> None:
    """Write the file."""
    from roundhouse import GAMES

    found = {f"{game.name} {seats}": digests(game, seats) for game in GAMES for seats in game.seats}
    FILE.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()

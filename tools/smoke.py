"""Play a game of each kind with the installed package: `python smoke.py compiled` or `python smoke.py interpreted`.

Uses nothing but the package without extras. Run it outside of the checkout, else the checkout is what it plays with.
"""

from __future__ import annotations

import sys

import roundhouse
from roundhouse import engine


def play(game: roundhouse.Game[roundhouse.State], seed: int) -> int:
    """Play a game with the fewest seats by the game's own advice. Return the number of moves."""
    rng = roundhouse.Rng(seed)
    state = game.start(game.seats[0])
    moves = 0
    while state.actor != roundhouse.OVER:
        state.apply(state.draw(rng) if state.actor == roundhouse.CHANCE else game.advise(game.view(state, state.actor), rng))
        moves += 1
    if 0 not in state.ranks():
        raise SystemExit(f"{game.name}: a finished game has no winner")
    return moves


def main() -> None:
    """Play, and check that the engine is of the expected kind."""
    kind = "compiled" if engine.is_compiled() else "interpreted"
    if sys.argv[1:] not in ([], [kind]):
        raise SystemExit(f"the engine is {kind}, not {sys.argv[1]}: {engine.reason()}")
    for game in roundhouse.GAMES:
        print(f"{game.name}: {play(game, 7)} moves")
    print(f"roundhouse {roundhouse.__version__} from {roundhouse.__file__}, {kind}")


if __name__ == "__main__":
    main()

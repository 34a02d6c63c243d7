"""What a move aims at: later moves that follow it much more often, or much less often, than they follow another move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.sentence import NOTHING, Sentence
from roundhouse.core.state import CHANCE, OVER, State, View
from roundhouse.puzzles.puzzle import Aim

WORLDS: Final = 24
_LENGTH: Final = 12  # decisions of each seat that are looked at
_CLEAR: Final = 0.5  # the least difference between the two shares of playouts
_MOST: Final = 2
_NEAR_END: Final = 4  # turns of the seat: if no more are left, the position is an endgame


def aims_of(game: Game[Any], view: View[Any], best: int, usual: int, seed: int) -> tuple[list[Aim], float]:
    """Return what the best move aims at, and the share of playouts in which the game ends soon."""
    counts: dict[int, Counter[tuple[int, int]]] = {best: Counter(), usual: Counter()}
    seeds: dict[tuple[int, int], int] = {}
    ended = 0
    for number in range(seed, seed + WORLDS):
        for first in (best, usual):
            made: set[tuple[int, int]] = set()
            turns, last, world = 0, view.seat, None
            for actor, move, world in line(game, view, first, number):
                turns += actor == view.seat != last
                last = actor
                if turns <= _NEAR_END or actor != view.seat:
                    made.add((actor, move))
                if world.seen(move, view.seat) == move:
                    seeds.setdefault((actor, move), number)
            ended += world is not None and world.actor == OVER and turns <= _NEAR_END
            counts[first].update(made)
    found = [
        Aim(
            seat=seat,
            move=game.notation(move),
            best=round(counts[best][seat, move] / WORLDS, 2),
            usual=round(counts[usual][seat, move] / WORLDS, 2),
            seed=seeds[seat, move],
        )
        for seat, move in sorted({*counts[best], *counts[usual]} & seeds.keys())
        if move not in (best, usual) or seat != view.seat
    ]
    clear = [aim for aim in found if abs(aim.best - aim.usual) >= _CLEAR and told(game, view, best, usual, aim) != NOTHING]
    clear.sort(key=lambda aim: (aim.seat != view.seat, -abs(aim.best - aim.usual), aim.move))
    return clear[:_MOST], ended / (2 * WORLDS)


def line(game: Game[Any], view: View[Any], first: int, seed: int) -> Iterator[tuple[int, int, State]]:
    """Yield who does what after a move, as the heuristic plays it in one world, each with the world before it.

    The last world yielded changes to the one after the last move.
    """
    rng = Rng(seed)
    world: State = game.determinize(view, rng)
    world.apply(first)
    left = _LENGTH * world.seats
    while left and world.actor != OVER:
        if world.actor == CHANCE:
            world.apply(world.draw(rng))
            continue
        actor = world.actor
        move = game.advise(View(actor, world), rng)
        yield actor, move, world
        world.apply(move)
        left -= 1


def told(game: Game[Any], view: View[Any], best: int, usual: int, aim: Aim) -> Sentence:
    """Return an aim's move in words, as the seat would see it happen; NOTHING if the game has no words for it."""
    wanted = (aim.seat, game.parse(aim.move))
    for first in (best, usual):
        for actor, move, world in line(game, view, first, aim.seed):
            if (actor, move) == wanted:
                return game.describe(game.view(world, view.seat), move)
    return NOTHING

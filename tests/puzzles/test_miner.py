"""Mining: the same seed finds the same puzzles, from the view of a seat alone."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.games import GAMES, find
from roundhouse.puzzles.check import check
from roundhouse.puzzles.collection import SAME_BEST, BadCollection, Collection
from roundhouse.puzzles.library import all_puzzles, position, shipped
from roundhouse.puzzles.miner import Effort, Miner, Origin
from roundhouse.puzzles.puzzle import Puzzle
from roundhouse.puzzles.sources import bot_game

TINY = Effort(
    looks=((8, 0.0),),
    first_lead=0.02,
    screening=(8,),
    dropped=2.0,
    verified=(24, 48, 96),
    accepted=24,
    rivals=2,
    most_rivals=4,
    to_the_end=(24, 48, 96),
    tries=1,
)


def clearest(game: Game[Any], count: int) -> list[Puzzle]:
    """The puzzles of a game whose lead is the largest, in standard errors: a few playouts find them too."""
    return sorted(shipped(game), key=lambda puzzle: -_least_lead(puzzle))[:count]


def _least_lead(puzzle: Puzzle) -> float:
    wrong = [one for one in puzzle.measured if one.move not in puzzle.right]
    return min(*(one.lead / (one.error + 0.001) for one in wrong), puzzle.end_lead / puzzle.end_error)


def found_again(game: Game[Any], puzzle: Puzzle, seed: int, twin: int | None = None) -> Puzzle | None:
    """What a tiny budget says of the position of a puzzle, seen in the true game or in another world that fits its view."""
    view = position(puzzle.id).view
    if twin is not None:
        view = game.view(game.determinize(view, Rng(twin)), puzzle.seat)
    return Miner(game, TINY).about(view, seed, Origin("test", puzzle.recent, 5))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_few_playouts_find_clear_puzzles_again(game: Game[Any]) -> None:
    """With the same best move; the same from any world that the seat cannot tell from the true one, byte by byte."""
    tried = ((puzzle, seed, found_again(game, puzzle, seed)) for seed in range(3) for puzzle in clearest(game, 4))
    puzzle, seed, again = next((puzzle, seed, again) for puzzle, seed, again in tried if again is not None)

    assert again.id == puzzle.id
    assert again.best in puzzle.right
    assert again.fields == puzzle.fields
    assert msgspec.json.encode(found_again(game, puzzle, seed, twin=7)) == msgspec.json.encode(again)


def test_a_clear_puzzle_holds_in_other_worlds() -> None:
    """A wrong answer in the place of the right one does not."""
    [puzzle] = clearest(find("dice1"), 1)
    wrong = next(one.move for one in puzzle.measured if one.move not in puzzle.right)
    place = position(puzzle.id)

    assert check(place, 32, seed=5).holds
    assert check(place, 32, seed=5) == check(place, 32, seed=5)
    swapped = msgspec.structs.replace(puzzle, right=[wrong])
    assert not check(type(place)(swapped, place.game), 32, seed=5).holds


def test_a_game_is_played_again_from_its_seed() -> None:
    """Bots of one game make the same moves every time."""
    game = find("express")

    assert bot_game(game, 3, 5).entries() == bot_game(game, 3, 5).entries()
    assert bot_game(game, 3, 5).entries() != bot_game(game, 3, 6).entries()


def test_a_collection_refuses_what_it_has() -> None:
    """The same puzzle, the same question, and more than a few with the same best move."""
    puzzle = next(iter(all_puzzles().values()))
    collection = Collection.new(find(puzzle.game), 1)

    assert collection.add(puzzle)
    assert not collection.add(puzzle)
    assert not collection.add(msgspec.structs.replace(puzzle, id="another"))
    for number in range(SAME_BEST + 2):
        collection.add(msgspec.structs.replace(puzzle, id=f"id {number}", usual=f"usual {number}"))
    assert len(collection) == SAME_BEST


def test_a_collection_is_written_and_read_again() -> None:
    """What is no collection is refused, and so is one of another game or seed."""
    puzzle = next(iter(all_puzzles().values()))
    game, other = find(puzzle.game), next(one for one in GAMES if one.name != puzzle.game)
    collection = Collection.new(game, 4)
    collection.add(puzzle)
    again = Collection.read(collection.text())

    assert (again.header, again.puzzles) == (collection.header, [puzzle])
    again.continues(game, 4)
    with pytest.raises(BadCollection, match="seed 4, not 5"):
        again.continues(game, 5)
    with pytest.raises(BadCollection, match="version"):
        again.continues(other, 4)
    for text in ("", "{}", "nonsense", collection.text().replace('"format":1', '"format":9', 1)):
        with pytest.raises(BadCollection):
            Collection.read(text)

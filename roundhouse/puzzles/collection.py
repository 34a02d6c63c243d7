"""A collection of puzzles of one game: a text file with a header line and one puzzle a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from roundhouse.core.game import Game
from roundhouse.core.sentence import HouseError, say
from roundhouse.puzzles.puzzle import FORMAT, Puzzle

SAME_BEST: Final = 8  # puzzles of a collection with the same best move, such as one that names no place


class BadCollection(HouseError):
    """Raised for a file that is not a collection of puzzles, or one of another game or another mining."""


class Header(msgspec.Struct, kw_only=True):
    """The first line of a collection."""

    format: int = FORMAT
    game: str
    version: int
    seed: int
    games: int = 0  # games that have been mined: mining goes on after them


class Collection:
    """Puzzles of one game, and how far mining has come."""

    def __init__(self, header: Header, puzzles: list[Puzzle] | None = None) -> None:
        self.header = header
        self.puzzles: list[Puzzle] = puzzles or []

    @classmethod
    def new(cls, game: Game[Any], seed: int) -> Collection:
        """Return an empty collection."""
        return cls(Header(game=game.name, version=game.version, seed=seed))

    @classmethod
    def read(cls, text: str) -> Collection:
        """Return the collection in a text. Raise BadCollection if it is none."""
        lines = text.splitlines()
        try:
            header = msgspec.json.decode(lines[0] if lines else "", type=Header)
            puzzles = [msgspec.json.decode(line, type=Puzzle) for line in lines[1:]]
        except msgspec.DecodeError as error:
            raise BadCollection(say("this is not a collection of puzzles: {error}", error=str(error))) from None
        if header.format != FORMAT:
            raise BadCollection(say("format '{found}' is unknown; supported: format {format}", found=header.format, format=FORMAT))
        return cls(header, puzzles)

    def continues(self, game: Game[Any], seed: int) -> None:
        """Raise BadCollection unless mining this game with this seed can go on here."""
        if (self.header.game, self.header.version) != (game.name, game.version):
            raise BadCollection(
                say(
                    "these puzzles are of {name} version {version}; this is {game} version {current}",
                    name=self.header.game,
                    version=self.header.version,
                    game=game.name,
                    current=game.version,
                )
            )
        if self.header.seed != seed:
            raise BadCollection(say("these puzzles were mined with seed {found}, not {seed}", found=self.header.seed, seed=seed))

    def text(self) -> str:
        """Return the text of the collection."""
        return "\n".join(msgspec.json.encode(part).decode() for part in (self.header, *self.puzzles)) + "\n"

    def add(self, puzzle: Puzzle) -> bool:
        """Add a puzzle unless the collection has one like it; return whether it was added."""
        if any(puzzle.id == other.id or _alike(puzzle, other) for other in self.puzzles):
            return False
        if Counter(other.best for other in self.puzzles)[puzzle.best] >= SAME_BEST:
            return False
        self.puzzles.append(puzzle)
        return True

    def __len__(self) -> int:
        return len(self.puzzles)

    def __iter__(self) -> Iterator[Puzzle]:
        return iter(self.puzzles)


def _alike(first: Puzzle, second: Puzzle) -> bool:
    """Return whether two puzzles ask the same question: the same moves are right and usual with the same number of players."""
    return (first.seats, first.best, first.usual) == (second.seats, second.best, second.usual)

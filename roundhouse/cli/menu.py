"""The legal moves as a numbered list that a newcomer can read: sorted, grouped, in pages, and found by part of a name."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from roundhouse.cli.screen import Screen
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.sentence import say_many
from roundhouse.core.state import OVER, View

FEW: Final = 12  # so many moves are shown one a line, in words
PAGE: Final = 16  # rows
_HEAD: Final = 40  # columns of the text of a move


@dataclass(frozen=True)
class Choice:
    """One legal move with its number in the list."""

    number: int
    move: int
    text: str  # its notation
    words: str  # its sentence
    gain: int  # points that it scores at once
    worth: bool  # whether it is more than a dominated way to do the same

    @property
    def head(self) -> str:
        """What the ways to do one thing have in common: `claim Denver-Phoenix` of `claim Denver-Phoenix white+1`."""
        return self.text.rpartition(" ")[0]

    @property
    def way(self) -> str:
        """What tells them apart."""
        return self.text.rpartition(" ")[2]


@dataclass(frozen=True)
class Row:
    """One line of the list: a move in words, or the ways to do one thing."""

    choices: tuple[Choice, ...]
    in_words: bool


class Menu:
    """What a seat may do now. Numbers stay the same however the list is shown."""

    def __init__(self, game: Game[Any], view: View, moves: Sequence[int], screen: Screen) -> None:
        self._screen = screen
        self._choices = _choices(game, view, moves, screen)
        self._kinds = Counter(_kind(choice.text) for choice in self._choices)
        self._rows = self._rows_of(self._choices)  # of the list that is being read
        self._every_way = False
        self._shown = 0  # rows of it

    def find(self, number: int) -> Choice | None:
        """The move of that number."""
        return self._choices[number - 1] if 1 <= number <= len(self._choices) else None

    def number_of(self, move: int) -> int:
        """The number of a legal move."""
        return next(choice.number for choice in self._choices if choice.move == move)

    @property
    def size(self) -> int:
        """How many moves there are."""
        return len(self._choices)

    def matching(self, part: str) -> list[Choice]:
        """The moves that have every word of `part` in their text or their sentence."""
        words = plain(part).split()
        return [choice for choice in self._choices if all(word in plain(f"{choice.text} {choice.words}") for word in words)]

    def show_page(self) -> None:
        """The next page of the list that is being read; after its last one the first of the whole list again."""
        if self._shown >= len(self._rows):
            self._read(self._choices, every_way=False)
        page = self._rows[self._shown : self._shown + PAGE]
        for row in page:
            self._show_row(row)
        self._shown += len(page)
        rest = self._rows[self._shown :]
        if rest:
            self._show_rest(rest)

    def show(self, choices: Sequence[Choice]) -> None:
        """The first page of some of the moves, with every way to make them."""
        self._read(choices, every_way=True)
        self.show_page()

    def _read(self, choices: Sequence[Choice], *, every_way: bool) -> None:
        self._rows = self._rows_of(choices)
        self._every_way = every_way
        self._shown = 0

    def _rows_of(self, choices: Sequence[Choice]) -> list[Row]:
        if len(choices) <= FEW:
            return [Row((choice,), in_words=True) for choice in choices]
        rows: list[Row] = []
        for kind, same in groupby(choices, lambda choice: _kind(choice.text)):
            if self._kinds[kind] <= FEW:
                rows += [Row((choice,), in_words=True) for choice in same]
            else:
                rows += [Row(tuple(ways), in_words=False) for _, ways in groupby(same, lambda choice: choice.head)]
        return rows

    def _show_row(self, row: Row) -> None:
        first = row.choices[0]
        if row.in_words:
            self._screen.parts((f"{first.number:4}  ", "bold"), (f"{first.text:<{_HEAD}}  ", ""), (first.words, "dim"))
            return
        ways = [choice for choice in row.choices if self._every_way or choice.worth] or [first]
        gain = f"+{first.gain}" if first.gain else ""
        lines = _wrapped([f"{choice.number} {choice.way}" for choice in ways], self._screen.width - _HEAD - 14)
        hidden = len(row.choices) - len(ways)
        if hidden:
            lines[-1] += "   " + self._screen.text(say_many("({count} more way)", "({count} more ways)", count=hidden))
        self._screen.parts((f"      {first.head:<{_HEAD}}", ""), (f"{gain:>4}    ", "green"), (lines[0], "bold"))
        for line in lines[1:]:
            self._screen.show(" " * (_HEAD + 14) + line, "bold")

    def _show_rest(self, rest: Sequence[Row]) -> None:
        words = plain(rest[0].choices[0].head or rest[0].choices[0].text).split()
        self._screen.tell(
            say_many(
                "... {count} more line: type 'more', or part of a name such as '{name}'.",
                "... {count} more lines: type 'more', or part of a name such as '{name}'.",
                count=len(rest),
                name=max(words[1:] or words, key=len),
            ),
            "dim",
        )


def plain(text: str) -> str:
    """A text without case, accents or hyphens."""
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(sign))
    return bare.replace("-", " ")


def _kind(text: str) -> str:
    return text.split(maxsplit=1)[0]


def _choices(game: Game[Any], view: View, moves: Sequence[int], screen: Screen) -> list[Choice]:
    """Kinds with few moves first; of the others what scores most comes first, and dominated ways last."""
    texts = {move: game.notation(move) for move in moves}
    kinds = Counter(_kind(text) for text in texts.values())
    gains = _gains(game, view, moves)
    worth = set(view.position.choices())

    def place(move: int) -> tuple[object, ...]:
        text = texts[move]
        if kinds[_kind(text)] <= FEW:
            return 0, move
        return 1, _kind(text), -gains[move], text.rpartition(" ")[0], move not in worth, move

    return [
        Choice(number, move, texts[move], screen.text(game.describe(view, move)), gains[move], move in worth)
        for number, move in enumerate(sorted(moves, key=place), 1)
    ]


def _gains(game: Game[Any], view: View, moves: Sequence[int]) -> dict[int, int]:
    """Points scored at once, found in a world that the seat thinks possible. At the end of a game it cannot know them."""
    world = game.determinize(view, Rng(0))
    before = world.scores()[view.seat]
    gains = {}
    for move in moves:
        after = world.copy()
        after.apply(move)
        gains[move] = 0 if after.actor == OVER else after.scores()[view.seat] - before
    return gains


def _wrapped(items: Sequence[str], width: int) -> list[str]:
    lines = [items[0]]
    for item in items[1:]:
        if len(lines[-1]) + 3 + len(item) > width:
            lines.append(item)
        else:
            lines[-1] += "   " + item
    return lines

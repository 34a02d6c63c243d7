"""The legal moves as a numbered list: sorted, grouped, paged, and searchable by part of a name."""

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

FEW: Final = 12  # lists up to this length show one move per line, with descriptions
PAGE: Final = 16  # rows
_STEM_WIDTH: Final = 40  # columns for the text of a move


@dataclass(frozen=True)
class Choice:
    """One legal move with its number in the list."""

    number: int
    move: int
    text: str  # its notation
    description: str  # in a sentence
    gain: int  # points that it scores immediately
    undominated: bool  # False if a better variant of the same move exists

    @property
    def stem(self) -> str:
        """What the variants of one action have in common: `claim Denver-Phoenix` of `claim Denver-Phoenix white+1`."""
        return self.text.rpartition(" ")[0]

    @property
    def variant(self) -> str:
        """What distinguishes the variants: `white+1`."""
        return self.text.rpartition(" ")[2]


@dataclass(frozen=True)
class Row:
    """One line of the list: a move with its description, or the variants of one action."""

    choices: tuple[Choice, ...]
    described: bool


class Menu:
    """The legal moves of a seat. Their numbers do not depend on what part of the list is shown."""

    def __init__(self, game: Game[Any], view: View, moves: Sequence[int], screen: Screen) -> None:
        self._screen = screen
        self._choices = _choices(game, view, moves, screen)
        self._kinds = Counter(_kind(choice.text) for choice in self._choices)
        self._rows = self._rows_of(self._choices)  # of the list that is being paged through
        self._all_variants = False
        self._rows_shown = 0  # of them

    def find(self, number: int) -> Choice | None:
        """Return the move with that number, or None."""
        return self._choices[number - 1] if 1 <= number <= len(self._choices) else None

    def number_of(self, move: int) -> int:
        """Return the number of a legal move."""
        return next(choice.number for choice in self._choices if choice.move == move)

    @property
    def size(self) -> int:
        """The number of moves."""
        return len(self._choices)

    def matching(self, part: str) -> list[Choice]:
        """Return the moves that contain every word of `part` in their text or description."""
        words = normalize(part).split()
        return [
            choice for choice in self._choices if all(word in normalize(f"{choice.text} {choice.description}") for word in words)
        ]

    def show_page(self) -> None:
        """Show the next page of the current list; after its last page, the first page of the whole list."""
        if self._rows_shown >= len(self._rows):
            self._start(self._choices, all_variants=False)
        page = self._rows[self._rows_shown : self._rows_shown + PAGE]
        for row in page:
            self._show_row(row)
        self._rows_shown += len(page)
        rest = self._rows[self._rows_shown :]
        if rest:
            self._show_rest(rest)

    def show(self, choices: Sequence[Choice]) -> None:
        """Show the first page of some of the moves, with all their variants."""
        self._start(choices, all_variants=True)
        self.show_page()

    def _start(self, choices: Sequence[Choice], *, all_variants: bool) -> None:
        self._rows = self._rows_of(choices)
        self._all_variants = all_variants
        self._rows_shown = 0

    def _rows_of(self, choices: Sequence[Choice]) -> list[Row]:
        if len(choices) <= FEW:
            return [Row((choice,), described=True) for choice in choices]
        rows: list[Row] = []
        for kind, same in groupby(choices, lambda choice: _kind(choice.text)):
            if self._kinds[kind] <= FEW:
                rows += [Row((choice,), described=True) for choice in same]
            else:
                rows += [Row(tuple(ways), described=False) for _, ways in groupby(same, lambda choice: choice.stem)]
        return rows

    def _show_row(self, row: Row) -> None:
        first = row.choices[0]
        if row.described:
            self._screen.parts((f"{first.number:4}  ", "bold"), (f"{first.text:<{_STEM_WIDTH}}  ", ""), (first.description, "dim"))
            return
        ways = [choice for choice in row.choices if self._all_variants or choice.undominated] or [first]
        gain = f"+{first.gain}" if first.gain else ""
        lines = _wrap([f"{choice.number} {choice.variant}" for choice in ways], self._screen.width - _STEM_WIDTH - 14)
        hidden = len(row.choices) - len(ways)
        if hidden:
            lines[-1] += "   " + self._screen.text(say_many("({count} more way)", "({count} more ways)", count=hidden))
        self._screen.parts((f"      {first.stem:<{_STEM_WIDTH}}", ""), (f"{gain:>4}    ", "green"), (lines[0], "bold"))
        for line in lines[1:]:
            self._screen.show(" " * (_STEM_WIDTH + 14) + line, "bold")

    def _show_rest(self, rest: Sequence[Row]) -> None:
        words = normalize(rest[0].choices[0].stem or rest[0].choices[0].text).split()
        self._screen.tell(
            say_many(
                "... {count} more line: type 'more', or part of a name such as '{name}'.",
                "... {count} more lines: type 'more', or part of a name such as '{name}'.",
                count=len(rest),
                name=max(words[1:] or words, key=len),
            ),
            "dim",
        )


def normalize(text: str) -> str:
    """Return a text without case, accents and hyphens, for searching."""
    bare = "".join(char for char in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(char))
    return bare.replace("-", " ")


def _kind(text: str) -> str:
    return text.split(maxsplit=1)[0]


def _choices(game: Game[Any], view: View, moves: Sequence[int], screen: Screen) -> list[Choice]:
    """Return the sorted choices: kinds with few moves first; of the others, higher scores first and dominated variants last."""
    texts = {move: game.spelled(move) for move in moves}
    kinds = Counter(_kind(text) for text in texts.values())
    gains = _gains(game, view, moves)
    undominated = set(view.position.choices())

    def sort_key(move: int) -> tuple[object, ...]:
        text = texts[move]
        if kinds[_kind(text)] <= FEW:
            return 0, move
        return 1, _kind(text), -gains[move], text.rpartition(" ")[0], move not in undominated, move

    return [
        Choice(number, move, texts[move], screen.text(game.describe(view, move)), gains[move], move in undominated)
        for number, move in enumerate(sorted(moves, key=sort_key), 1)
    ]


def _gains(game: Game[Any], view: View, moves: Sequence[int]) -> dict[int, int]:
    """Return the points that each move scores immediately, in a determinized world; 0 for moves that end the game."""
    world = game.determinize(view, Rng(0))
    before = world.scores()[view.seat]
    gains = {}
    for move in moves:
        after = world.copy()
        after.apply(move)
        gains[move] = 0 if after.actor == OVER else after.scores()[view.seat] - before
    return gains


def _wrap(items: Sequence[str], width: int) -> list[str]:
    lines = [items[0]]
    for item in items[1:]:
        if len(lines[-1]) + 3 + len(item) > width:
            lines.append(item)
        else:
            lines[-1] += "   " + item
    return lines

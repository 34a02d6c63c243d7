"""Standard output: text in the user's language, with colour only on a terminal that wants it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from roundhouse.core.names import visible
from roundhouse.core.sentence import Sentence, capital
from roundhouse.ui.text import translate

if TYPE_CHECKING:
    from rich.text import Text

_CLEAR: Final = "\x1b[2J\x1b[3J\x1b[H"  # clear the screen and the scrollback, and move to the top left


class Screen:
    """Standard output for people. Output to a pipe is never wrapped or coloured."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.names: Sequence[str] = ()  # of the players by seat, once they are known
        from rich.console import Console  # only where something is printed: help and Python need no rich

        self._console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False, soft_wrap=True)

    @property
    def width(self) -> int:
        """The width of the terminal; a fixed number in a pipe, so that output is the same everywhere."""
        return self._console.width if self._console.is_terminal else 100

    @property
    def is_terminal(self) -> bool:
        """Whether a person reads this, and not a file or a program."""
        return self._console.is_terminal

    def text(self, sentence: Sentence) -> str:
        """Translate a sentence, with the names of the players."""
        return translate(sentence, self.language, self.names)

    def tell(self, sentence: Sentence, style: str = "") -> None:
        """Print a sentence, capitalized."""
        self.show(capital(self.text(sentence)), style)

    def show(self, text: str, style: str = "") -> None:
        """Print a text, without the control characters that a terminal would obey."""
        self._console.print(_text((visible(text, "\n"), style)))

    def parts(self, *parts: tuple[str, str]) -> None:
        """Print one line of parts, each (text, style)."""
        self._console.print(_text(*((visible(text, "\n"), style) for text, style in parts)))

    def blank(self) -> None:
        """Print an empty line."""
        self._console.print()

    def clear(self) -> None:
        """Clear the screen, so that players cannot see each other's cards; print a rule in a pipe."""
        if self._console.is_terminal:
            self._console.file.write(_CLEAR)
        else:
            self.show("-" * 40)

    def table(self, headings: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> None:
        """Print a table; the columns in `right` are right-aligned."""
        from rich.cells import cell_len

        shown = [[visible(cell) for cell in row] for row in (headings, *rows)]
        widths = [max(cell_len(row[column]) for row in shown) for column in range(len(headings))]
        for row_index, row in enumerate(shown):
            spaces = [" " * (widths[column] - cell_len(cell)) for column, cell in enumerate(row)]
            cells = [
                space + cell if column in right else cell + space
                for column, (cell, space) in enumerate(zip(row, spaces, strict=True))
            ]
            self.show("  ".join(cells).rstrip(), "" if row_index else "bold")

    def refuse(self, sentence: Sentence) -> None:
        """Print why something cannot be done."""
        self.tell(sentence, "red")

    def clause(self, clause: str, text: str) -> None:
        """Print a clause of the rules."""
        self.parts((clause, "bold cyan"), (": " + text, ""))


def _text(*parts: tuple[str, str]) -> Text:
    from rich.text import Text

    return Text.assemble(*parts)

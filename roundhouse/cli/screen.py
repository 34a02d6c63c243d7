"""What is shown: text in the reader's language, with colour only on a terminal that wants it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from roundhouse.core.names import visible
from roundhouse.core.sentence import Sentence, capital
from roundhouse.ui.text import translate

_CLEAR: Final = "\x1b[2J\x1b[3J\x1b[H"  # the screen, what has scrolled off it, and back to the corner


class Screen:
    """Standard output for people. Nothing is ever wrapped or coloured in a pipe."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.names: Sequence[str] = ()  # of the players by seat, once they are known
        self._console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False, soft_wrap=True)

    @property
    def width(self) -> int:
        """Columns to fill: those of the terminal, and a fixed number in a pipe, so that scripts read the same everywhere."""
        return self._console.width if self._console.is_terminal else 100

    def text(self, sentence: Sentence) -> str:
        """A sentence in the reader's language, with the names of the players."""
        return translate(sentence, self.language, self.names)

    def tell(self, sentence: Sentence, style: str = "") -> None:
        """One sentence, with a capital."""
        self.show(capital(self.text(sentence)), style)

    def show(self, text: str, style: str = "") -> None:
        """A text as it is, but for characters that are not seen: a terminal would obey them."""
        self._console.print(Text(visible(text, "\n"), style=style))

    def parts(self, *parts: tuple[str, str]) -> None:
        """One line of parts, each (text, style)."""
        self._console.print(Text.assemble(*((visible(text, "\n"), style) for text, style in parts)))

    def blank(self) -> None:
        """An empty line."""
        self._console.print()

    def clear(self) -> None:
        """An empty screen, so that nobody reads another's cards; in a pipe a line."""
        if self._console.is_terminal:
            self._console.file.write(_CLEAR)
        else:
            self.show("-" * 40)

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> None:
        """Columns under their heads; those of `right` end at one edge."""
        shown = [[visible(cell) for cell in row] for row in (heads, *rows)]
        widths = [max(cell_len(row[at]) for row in shown) for at in range(len(heads))]
        for number, row in enumerate(shown):
            cells = [_filled(cell, widths[at], at in right) for at, cell in enumerate(row)]
            self.show("  ".join(cells).rstrip(), "" if number else "bold")

    def refuse(self, sentence: Sentence) -> None:
        """Something that cannot be done."""
        self.tell(sentence, "red")

    def clause(self, clause: str, text: str) -> None:
        """A clause of the rules."""
        self.parts((clause, "bold cyan"), (": " + text, ""))


def _filled(text: str, width: int, right: bool) -> str:
    space = " " * (width - cell_len(text))
    return space + text if right else text + space

"""Standard input, from a person or from a script."""

from __future__ import annotations

import sys

from roundhouse.core.names import visible
from roundhouse.core.sentence import HouseError, say


class Keyboard:
    """Reads lines. Raises EOFError at the end of the input."""

    def __init__(self) -> None:
        self._pushed_back: list[str] = []

    @property
    def is_script(self) -> bool:
        """Whether the lines come from a pipe or a file instead of a terminal."""
        return not sys.stdin.isatty()

    def ask(self, prompt: str) -> str:
        """Print the prompt and return the next line, stripped."""
        if self._pushed_back:
            return self._pushed_back.pop()
        try:
            line = input(visible(prompt)).strip()
        except UnicodeDecodeError as error:
            raise HouseError(say("the input is not UTF-8 text")) from error
        if self.is_script:
            print()  # ends the line of the prompt, as Enter would have done
        return line

    def give_back(self, line: str) -> None:
        """Return a line to the input: the next `ask` gets it."""
        self._pushed_back.append(line)

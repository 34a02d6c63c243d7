"""What is typed: lines of standard input, from a person or from a script."""

from __future__ import annotations

import sys

from roundhouse.core.names import visible
from roundhouse.core.sentence import HouseError, say


class Keyboard:
    """Lines, one after the other. The end of input is an EOFError."""

    def __init__(self) -> None:
        self._returned: list[str] = []

    @property
    def is_script(self) -> bool:
        """Whether nobody sits there: the lines come from a pipe or a file."""
        return not sys.stdin.isatty()

    def ask(self, prompt: str) -> str:
        """The next line, without spaces around it."""
        if self._returned:
            return self._returned.pop()
        try:
            line = input(visible(prompt)).strip()
        except UnicodeDecodeError as error:
            raise HouseError(say("the input is not a text in UTF-8")) from error
        if self.is_script:
            print()  # nobody has pressed Enter, so the answer would stand behind the prompt
        return line

    def give_back(self, line: str) -> None:
        """A line that was not for this question: the next one gets it."""
        self._returned.append(line)

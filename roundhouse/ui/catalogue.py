"""Translations into one language, from `.po` files.

The reader of Babel takes fifty times as long: a server that has just started, and the first page of a game, would stall for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from gettext import c2py
from typing import Final

_FIELD: Final = re.compile(r"(msgid_plural|msgid|msgstr)(?:\[(\d+)\])?\s+(.*)")
_ESCAPED: Final = re.compile(r"\\(.)")
_MEANT: Final = {"n": "\n", "t": "\t", "r": "\r"}  # any other escaped character is meant as it is


class Catalogue:
    """The translations of a package. Empty ones count as missing; of several translations of a message the first counts."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._messages: dict[str, list[str]] = {}  # the forms of each message: one, or one for each number of the language
        self._form: Callable[[int], int] | None = None  # which form a count takes

    def add(self, text: str) -> None:
        """Add the messages of a file."""
        fields: dict[tuple[str, int], str] = {}
        at = ("", 0)
        for line in map(str.strip, text.split("\n")):
            field = _FIELD.match(line)
            if field is not None:
                if field[1] == "msgid":
                    self._add_message(fields)
                    fields = {}
                at = (field[1], int(field[2] or 0))
                fields[at] = _unquoted(field[3])
            elif line.startswith('"') and at in fields:
                fields[at] += _unquoted(line)
            else:  # a comment, an empty line, or a context
                at = ("", 0)
        self._add_message(fields)

    def _add_message(self, fields: dict[tuple[str, int], str]) -> None:
        forms = [value for (name, _), value in sorted(fields.items()) if name == "msgstr"]
        message = fields.get(("msgid", 0), "")
        if message and any(forms):  # the empty message is the header
            self._messages.setdefault(message, forms)

    def translation(self, message: str, *, count: int | None = None) -> str | None:
        """Return a message in this language, in the form for `count` if it has one for each number; None if it is missing."""
        forms = self._messages.get(message)
        if forms is None:
            return None
        number = 0 if len(forms) == 1 else self._number(1 if count is None else count)
        return forms[number] if number < len(forms) and forms[number] else None

    def _number(self, count: int) -> int:
        if self._form is None:
            from babel.messages.plurals import get_plural  # slow to import, and English needs no catalogue

            self._form = c2py(get_plural(self._language).plural_expr)
        return self._form(count)


def _unquoted(text: str) -> str:
    """Return what a quoted string of a `.po` file means.

    >>> _unquoted('"a \\\\"quoted\\\\" word"')
    'a "quoted" word'
    """
    inner = text.strip()[1:-1]
    return _ESCAPED.sub(lambda match: _MEANT.get(match[1], match[1]), inner) if "\\" in inner else inner

"""Plain text for a terminal: names that cannot disturb it, items that flow over lines, and tables in columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final
from unicodedata import combining, east_asian_width

from roundhouse.core.sentence import say
from roundhouse.ui.reader import Reader

WIDTH: Final = 100  # columns of a sketch
_KEPT: Final = 200  # characters; longer texts are rare and large, so they are not cached


def printable(name: str, longest: int = 20) -> str:
    """Return a name that cannot disturb a terminal, shortened to leave room for the rest of its line.

    >>> printable("Ada\\x1b[2J")
    'Ada?[2J'
    """
    return "".join(sign if sign.isprintable() else "?" for sign in name[:longest])


def player(reader: Reader[Any], seat: int) -> str:
    """Return the number and the name of a seat, marked if it is the reader's."""
    name = f"{seat + 1} {reader.names[seat]}"
    return reader.tell(say("{name} (you)", name=name)) if seat == reader.seat else name


def paragraphs(parts: Iterable[Sequence[str]]) -> str:
    """Join parts, each a list of lines, with a blank line between them; leave out empty parts.

    >>> paragraphs([["a", "b"], [], ["c"]])
    'a\\nb\\n\\nc'
    """
    return "\n\n".join("\n".join(part) for part in parts if part)


def flowed(head: str, items: Sequence[str], gap: str = ", ") -> list[str]:
    """Return items after a head, as many to a line as fit, none broken in two.

    >>> flowed("Cards:", ["a", "b"])
    ['Cards: a, b']
    """
    lines = [[f"{head} " if head else ""]]
    taken = cells(lines[0][0])
    for item in items:
        more = cells(item) + len(gap)
        if taken + more > WIDTH:
            lines.append(["  "])
            taken = 2
        lines[-1] += [item, gap]
        taken += more
    texts = ["".join(line) for line in lines]
    texts[-1] = texts[-1].removesuffix(gap)
    return [text.rstrip() for text in texts]


def table(rows: Sequence[Sequence[str]], sides: str) -> list[str]:
    """Return rows in columns of equal width, each aligned to its side, `<` or `>`.

    >>> table([["a", "10"], ["bcd", "5"]], "<>")
    ['a    10', 'bcd   5']
    """
    widths = [max(cells(row[i]) for row in rows) for i in range(len(sides))]
    return ["  ".join(aligned(row[i], widths[i], sides[i]) for i in range(len(sides))).rstrip() for row in rows]


def aligned(text: str, width: int, side: str) -> str:
    """Pad a text with spaces to a width."""
    space = " " * (width - cells(text))
    return space + text if side == ">" else text + space


def cells(text: str) -> int:
    """Return the number of columns that a text takes in a terminal: wide characters take two, accents none."""
    return _cells(text) if len(text) <= _KEPT else _cells.__wrapped__(text)


@lru_cache(maxsize=20_000)
def _cells(text: str) -> int:
    return sum(0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in text)

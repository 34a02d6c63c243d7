"""Links from clause ids in a sentence to the rules page."""

from __future__ import annotations

import re
from functools import lru_cache

from markupsafe import Markup, escape

from roundhouse.games import find


@lru_cache(maxsize=5_000)
def cite(text: str, game: str) -> Markup:
    """Return the text as markup with each clause id of the game as a link, such as ABC-30 to `/rules/<game>#ABC-30`."""
    pattern = re.compile(rf"\b{find(game).clauses}-R?\d+\b")
    parts, end = [], 0
    for match in pattern.finditer(text):
        parts += [escape(text[end : match.start()]), link(match[0], game)]
        end = match.end()
    return Markup("").join([*parts, escape(text[end:])])


def link(clause: str, game: str) -> Markup:
    """Return a clause id as a link to its text."""
    return Markup('<a class="clause" href="/rules/{game}#{clause}">{clause}</a>').format(game=game, clause=clause)

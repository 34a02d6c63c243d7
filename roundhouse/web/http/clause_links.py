"""Clause ids in a sentence, linked to the rules page that holds them."""

from __future__ import annotations

import re
from functools import lru_cache

from markupsafe import Markup, escape

from roundhouse.games import find


@lru_cache(maxsize=5_000)
def cite(text: str, game: str) -> Markup:
    """Return the text as markup in which each clause id of the game, such as ABC-30, links to `/rules/<game>#ABC-30`."""
    pattern = re.compile(rf"\b{find(game).clauses}-R?\d+\b")
    parts, end = [], 0
    for found in pattern.finditer(text):
        parts += [escape(text[end : found.start()]), link(found[0], game)]
        end = found.end()
    return Markup("").join([*parts, escape(text[end:])])


def link(clause: str, game: str) -> Markup:
    """A clause id as a link to its text."""
    return Markup('<a class="clause" href="/rules/{game}#{clause}">{clause}</a>').format(game=game, clause=clause)

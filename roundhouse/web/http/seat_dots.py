"""The dot that stands for a seat: its colour and its shape."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from roundhouse.games import find
from roundhouse.ui.page import page_of


@lru_cache(maxsize=1_000)
def seat_dot(seat: int | None, game: str) -> Markup:
    """Return the dot of a seat as markup, in the game's own seat colour if it has one; None or -1 is chance, or a spectator."""
    if seat is None or seat < 0:
        return Markup('<span class="seat-dot chance"></span>')
    colours = page_of(find(game)).seat_colours
    colour = f" own {colours[seat]}" if seat < len(colours) else ""
    return Markup('<span class="seat-dot s{number}{colour}"></span>').format(number=seat + 1, colour=colour)


def seat_line(seat: int, game: str) -> str:
    """Return the classes of a line in the colour of a seat."""
    colours = page_of(find(game)).seat_colours
    return f"line-{colours[seat]}" if seat < len(colours) else f"line-seat-{seat + 1}"

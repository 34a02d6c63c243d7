"""Records as files for people: they say what is not certain about the components of the game."""

from __future__ import annotations

from typing import Any

from roundhouse.core.game import Game
from roundhouse.core.record import Record, write
from roundhouse.ui.page import page_of


def record_file(game: Game[Any], record: Record) -> str:
    """Return the text of a record, with a comment where components of the game are reconstructed."""
    return write(record, str(page_of(game).reconstructed or ""))

"""The table as plain text, for terminals and screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roundhouse.core.state import View

from whistle_game.state import HIDDEN, NONE, WhistleState

SIGNS: Final = {NONE: "-", HIDDEN: "?"}


def sketch(view: View[WhistleState], names: Sequence[str], language: str) -> str:
    """Return one line for each seat: its name, its die, and whether it is to act."""
    position = view.position
    return "\n".join(
        f"{'>' if seat == position.actor else ' '} {names[seat]}: {SIGNS.get(face, face)}" for seat, face in enumerate(position.die)
    )

"""Named views: what a seat may know, by the words of the rulebook instead of the engine's numbers. For programs.

A game describes its views as a TypedDict of plain JSON values: names and lists, no bit masks, no numbers that stand for
"none". The types are the documentation: their JSON Schema is part of the API and of the page of the game. A named view is
made from a masked view alone, so it can hold no secret.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from roundhouse.core.state import SPECTATOR, FieldValue, View, fields

if TYPE_CHECKING:
    from roundhouse.core.game import Game

SAFE: Final = 2**53 - 1  # the largest integer that every reader of JSON keeps exact
REFERENCE: Final = "#/$defs/{name}"

RawValue = int | str | list[int | str]
RawView = dict[str, RawValue]


def doc(text: str) -> msgspec.Meta:
    """Return the description of a field: `Annotated[int, doc("cards in hand")]`."""
    return msgspec.Meta(description=text)


def raw_view(view: View) -> RawView:
    """Return every field of a view's position by name. An integer beyond 53 bits becomes a text, so that JSON keeps it exact."""
    values = fields(view.position)
    return {name: _raw(value) for name, value in values.items()}


def _raw(value: FieldValue) -> RawValue:
    if isinstance(value, str):  # the digest of a board
        return value
    return safe(value) if isinstance(value, int) else [safe(one) for one in value]


def safe(value: int) -> int | str:
    """Return an integer, or its decimal digits if not every reader of JSON would keep it exact."""
    return value if -SAFE <= value <= SAFE else str(value)


def reader_of(view: View) -> int | None:
    """Return the seat of a view; None for a spectator."""
    return None if view.seat == SPECTATOR else int(view.seat)


def seat_or_none(seat: int) -> int | None:
    """Return a seat; None for the engine's numbers for chance, the end and "none"."""
    return int(seat) if seat >= 0 else None


def schema(game: Game[Any], reference: str = REFERENCE) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the JSON Schema of a game's named views, and the schemas it refers to, by name."""
    (top,), parts = msgspec.json.schema_components([game.view_type], ref_template=reference)
    return top, parts

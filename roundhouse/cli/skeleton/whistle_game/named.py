"""The view by names, for programs in any language: plain JSON values, documented by their types."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from roundhouse.core.named import doc, reader_of, seat_or_none
from roundhouse.core.state import OVER, View

from whistle_game.state import HIDDEN, NONE, WhistleState


class Player(TypedDict):
    """A seat, as the reader knows it."""

    seat: int
    rolled: Annotated[bool, doc("whether the seat has rolled")]
    die: Annotated[int | None, doc("its last roll, if the reader may see it")]


class NamedView(TypedDict):
    """What a seat may know."""

    game: Literal["whistle"]
    version: Annotated[Literal[1], doc("of this format")]
    seat: Annotated[int | None, doc("the reader; null for a spectator")]
    actor: Annotated[int | None, doc("the seat to act; null while dice are rolled, and at the end")]
    over: Annotated[bool, doc("whether the game has ended")]
    players: Annotated[list[Player], doc("by seat")]


def describe_view(view: View[WhistleState]) -> NamedView:
    """Return a view by names."""
    position = view.position
    return {
        "game": "whistle",
        "version": 1,
        "seat": reader_of(view),
        "actor": seat_or_none(position.actor),
        "over": position.actor == OVER,
        "players": [
            {"seat": seat, "rolled": face != NONE, "die": None if face in (NONE, HIDDEN) else face}
            for seat, face in enumerate(position.die)
        ],
    }

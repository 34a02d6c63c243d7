"""What a game lets its players decide in advance: a move, as if it were their turn, or a standing order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from roundhouse.core.sentence import Sentence
from roundhouse.core.state import View


@dataclass(frozen=True)
class Order:
    """A standing order that a seat can give. Its text is `text`, followed by a number if it has bounds."""

    text: str
    label: Sentence
    least: int = 0
    most: int = 0  # 0 if it has no number


def nothing_ahead(view: View[Any]) -> View[Any] | None:  # noqa: ARG001
    """Return None: no move can be planned."""
    return None


def no_orders(view: View[Any]) -> Sequence[Order]:  # noqa: ARG001
    """Return no orders."""
    return ()


def no_moves(text: str) -> Sequence[int]:  # noqa: ARG001
    """Return no moves: the text is no order."""
    return ()


def any_turn(view: View[Any]) -> str:  # noqa: ARG001
    """Return the occasion of plans for a seat's next turn, whenever it comes."""
    return ""


def on_request(view: View[Any]) -> bool:  # noqa: ARG001
    """Return whether pages offer the moves of `ahead` at once: here only to players who ask for them."""
    return False


@dataclass(frozen=True, kw_only=True)
class Plans:
    """What can be planned in a game. Every function reads the seat's own view and nothing else, so that no plan can leak.

    An occasion is what a plan is made for, and only then is it carried out. A plan for any turn ("") waits through other occasions;
    every other plan ends as soon as the occasion is another one.
    """

    ahead: Callable[[View[Any]], View[Any] | None] = nothing_ahead
    # (view while another seat acts): the view as if it were the seat's turn; None if nothing can be planned now
    prompted: Callable[[View[Any]], bool] = on_request
    orders: Callable[[View[Any]], Sequence[Order]] = no_orders  # that the seat can give or keep; none once it can no longer act
    moves_of: Callable[[str], Sequence[int]] = no_moves
    # (text): the moves of an order. The first legal one is made: each time the seat is to act, or once if there is only one
    occasion: Callable[[View[Any]], str] = any_turn


NO_PLANS: Final = Plans()

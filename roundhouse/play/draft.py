"""A draft: moves that a seat composes on its own view before it sends them. It reads nothing but the view."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from roundhouse.core.game import Game, Refused
from roundhouse.core.sentence import HouseError, say
from roundhouse.core.state import OVER, View


class DraftEnded(HouseError):
    """Raised for a move of a draft after another seat, chance or the end of the game would act."""


@dataclass(frozen=True)
class Draft:
    """Moves of a seat that have not been sent, and its view before the first and after each of them."""

    moves: tuple[int, ...]
    views: tuple[View, ...]  # one more than moves

    @property
    def before(self) -> View:
        """The seat's view now."""
        return self.views[0]

    @property
    def after(self) -> View:
        """The view with all moves applied. If they end the game, scores and hidden cards in it are not meaningful."""
        return self.views[-1]

    @property
    def complete(self) -> bool:
        """Whether another seat, chance or the end of the game follows: nothing can be added."""
        return self.after.position.actor != self.after.seat

    @property
    def ends_game(self) -> bool:
        """Whether the moves end the game."""
        return self.after.position.actor == OVER

    @property
    def shown(self) -> View:
        """The view to draw: with all moves applied, or all but the last if that one ends the game, which would reveal cards."""
        return self.views[-2] if self.ends_game and self.moves else self.after


def compose(game: Game[Any], view: View, moves: Iterable[int]) -> Draft:
    """Try moves on a view whose seat is to act. Raise Refused at the first illegal one, DraftEnded at one after the turn."""
    made: list[int] = []
    views = [view]
    for move in moves:
        _check(game, views[-1], move)
        position = views[-1].position.copy()
        position.apply(move)
        made.append(move)
        views.append(View(view.seat, position))
    return Draft(tuple(made), tuple(views))


def check(game: Game[Any], view: View, moves: Sequence[int]) -> None:
    """Raise what `compose` would raise. All moves but the last are applied to the view."""
    for index, move in enumerate(moves):
        if index:
            view.position.apply(moves[index - 1])
        _check(game, view, move)


def _check(game: Game[Any], view: View, move: int) -> None:
    if view.position.actor != view.seat:
        raise DraftEnded(say("the turn is complete before '{move}'", move=game.notation(move)))
    refusal = game.refusal(view.position, move)
    if refusal is not None:
        raise Refused(refusal)

"""Plans: what a seat has decided in advance. They are checked and carried out on the seat's own view alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from roundhouse.core.game import Game
from roundhouse.core.plan import Order
from roundhouse.core.sentence import HouseError, Sentence, say
from roundhouse.core.state import OVER, View
from roundhouse.play.draft import compose
from roundhouse.play.table import Step, Table
from roundhouse.ui.svg import COMPOUND


class NoPlan(HouseError):
    """Raised for a plan that cannot be made."""


class Plan(NamedTuple):
    """A decision of a seat for later: a standing order, or moves as one text."""

    text: str
    occasion: str  # what it was made for
    failed: bool = False  # it was due, and one of its moves was not legal any more


@dataclass(frozen=True)
class Course:
    """A step, continued by the plans of the seats that are to act after it."""

    step: Step
    plans: Mapping[int, Plan]  # as they stand afterwards
    actors: tuple[int, ...]  # the seat to act after the step, and after each plan that was carried out


def plan_of(game: Game[Any], view: View[Any], text: str) -> Plan:
    """Return the plan of this text. Raise NoPlan, Refused or DraftEnded if it cannot be made now."""
    if game.plans.moves_of(text):
        _check_order(game, view, text)
    else:
        compose(game, ahead(game, view), map(game.parse, split(text)))
    return Plan(text, game.plans.occasion(view))


def split(text: str) -> list[str]:
    """Return the texts of the moves of a plan."""
    return [move.strip() for move in text.split(COMPOUND.strip()) if move.strip()]


def ahead(game: Game[Any], view: View[Any]) -> View[Any]:
    """Return the view as if it were the seat's turn. Raise NoPlan if the seat cannot plan a move now."""
    if view.position.actor == view.seat:
        return view
    found = None if view.position.actor == OVER else game.plans.ahead(view)
    if found is None:
        raise NoPlan(say("no move can be planned right now"))
    return found


def can_plan_ahead(game: Game[Any], view: View[Any]) -> bool:
    """Return whether a seat that is not to act can plan a move now."""
    return view.position.actor not in (view.seat, OVER) and game.plans.ahead(view) is not None


def order_of(game: Game[Any], view: View[Any], text: str) -> Order | None:
    """Return the order, among those that the seat can give, to which a text belongs."""
    return next((order for order in game.plans.orders(view) if text == order.text or text.startswith(f"{order.text} ")), None)


def _check_order(game: Game[Any], view: View[Any], text: str) -> None:
    order = order_of(game, view, text)
    if order is None:
        raise NoPlan(say("'{text}' cannot be planned right now", text=text))
    number = text.removeprefix(order.text).strip()
    if order.most and not (number.isdecimal() and order.least <= int(number) <= order.most):
        raise NoPlan(say("the number must be from {least} to {most}", least=order.least, most=order.most))


def moves_now(game: Game[Any], view: View[Any], text: str) -> list[int]:
    """Return the moves of a plan for a seat that is to act. Raise a HouseError that says why if they are not legal."""
    choices = game.plans.moves_of(text)
    if not choices:
        moves = [game.parse(move) for move in split(text)]
        compose(game, view, moves)
        return moves
    legal = set(view.position.legal_moves())
    found = next((move for move in choices if move in legal), None)
    if found is None:
        raise NoPlan(say("no move of this plan is legal any more"))
    return [found]


def failure(game: Game[Any], view: View[Any], plan: Plan) -> Sentence | None:
    """Return why a plan that failed cannot be carried out; None if it has not failed."""
    if not plan.failed:
        return None
    try:
        moves_now(game, view, plan.text)
    except HouseError as error:
        return error.sentence
    return None


def carry_out(table: Table, step: Step, plans: Mapping[int, Plan], people: Collection[int]) -> Course:
    """Continue a step with the plans that are due: those of `people`, the seats that no bot plays for, one after the other."""
    if not plans:
        return Course(step, plans, (step.actor,))
    left = {seat: plan for seat, plan in plans.items() if not (plan.failed and step.entries and seat == step.entries[0][0])}
    actors = [step.actor]
    while left and step.actor != OVER:
        left = {seat: plan for seat, plan in left.items() if _stands(table.game, table.view_after(step, seat), plan)}
        moves = _due(table, step, left, people)
        if not moves:
            break
        step = table.extended(step, *moves)
        actors.append(step.actor)
    return Course(step, {} if step.actor == OVER else left, tuple(actors))


def _stands(game: Game[Any], view: View[Any], plan: Plan) -> bool:
    """Return whether a plan may still be carried out."""
    if plan.occasion and plan.occasion != game.plans.occasion(view):
        return False
    return not game.plans.moves_of(plan.text) or order_of(game, view, plan.text) is not None


def _due(table: Table, step: Step, left: dict[int, Plan], people: Collection[int]) -> list[int]:
    """Return the moves by which a plan continues a step, if any, and take the plan away unless it is good for several turns."""
    game, seat = table.game, step.actor
    plan = left.get(seat)
    if plan is None or plan.failed or seat not in people:
        return []
    view = table.view_after(step, seat)
    if plan.occasion != game.plans.occasion(view):
        return []
    try:
        moves = moves_now(game, view, plan.text)
    except HouseError:
        left[seat] = plan._replace(failed=True)
        return []
    if len(game.plans.moves_of(plan.text)) <= 1:  # a move, or an order for one
        del left[seat]
    return moves

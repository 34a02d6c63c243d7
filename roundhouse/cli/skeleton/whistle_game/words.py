"""What the game says to people: why a move is refused, what a move does, what to do now."""

from __future__ import annotations

from roundhouse.core.game import Refusal
from roundhouse.core.sentence import SeatName, Sentence, say
from roundhouse.core.state import OVER, View

from whistle_game.moves import A_ROLL, AGAIN, ROLL, STAY
from whistle_game.state import WhistleState


def refusal(state: WhistleState, move: int) -> Refusal | None:
    """Return the clause that forbids a move; None exactly when the move is legal."""
    if move in state.legal_moves():
        return None
    if move < ROLL:
        return Refusal("WHI-2", say("only the player whose turn it is may stay or roll again"))
    return Refusal("WHI-1", say("no die is rolled now"))


def describe(view: View[WhistleState], move: int) -> Sentence:
    """Return a line of the log; `view` is the reader's view before the move, `move` as they see it."""
    name = SeatName(view.position.turn % view.position.seats)
    if move == STAY:
        return say("{name} stays", name=name)
    if move == AGAIN:
        return say("{name} rolls again", name=name)
    if move == A_ROLL:
        return say("{name} rolls in secret", name=name)
    return say("{name} rolls a {face}", name=name, face=move - ROLL + 1)


def prompt(view: View[WhistleState]) -> Sentence:
    """Return what the reader should do now, or what they wait for."""
    position = view.position
    if position.actor == OVER:
        return say("The game is over.")
    if position.actor == view.seat:
        return say("You have a {face}. Stay, or roll again?", face=position.die[view.seat])
    return say("{name} decides.", name=SeatName(position.turn % position.seats))

"""What a review says about a decision, in words of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

from roundhouse.core.draw import Rng
from roundhouse.core.sentence import NOTHING, SeatName, Sentence, say, say_many
from roundhouse.core.state import CHANCE, OVER, State, View
from roundhouse.play.draft import compose
from roundhouse.play.log import OPEN, log_lines
from roundhouse.review.played import PlayedGame
from roundhouse.review.result import CERTAIN, Judgement, Review
from roundhouse.ui.numbers import decimal, percent

_FOLLOWING: Final = 4  # moves that finish the turn, at most
_LATER: Final = 2  # rounds within which another seat may take the place of the better move
_DRAWS: Final = 3  # draws that are told, at most
_SEED: Final = 1  # of the world in which a turn is finished


@dataclass(frozen=True)
class Card:
    """One decision, told: views and moves to draw, sentences to read. All of it is what the acting seat knew."""

    judgement: Judgement
    name: SeatName
    view: View[Any]  # before the decision
    move: int
    better: int  # the move to compare with; the move itself if there was none to prefer
    played: Sentence
    preferred: Sentence  # the better move
    following: Sequence[Sentence]  # how the turn could go on after the better move
    verdict: Sentence
    later: Sentence  # NOTHING, or what became of the better move's place

    @property
    def usual(self) -> bool:
        """Whether the move to compare with is just the usual one."""
        return not self.judgement.mistake


def cards(review: Review, played: PlayedGame, indices: Sequence[int], language: str) -> list[Card]:
    """Return the cards of some decisions of a review."""
    return [_card(review, played, review.decisions[index], language) for index in indices]


def _card(review: Review, played: PlayedGame, judgement: Judgement, language: str) -> Card:
    game, seat = played.game, judgement.seat
    view = game.view(played.at(judgement.at), seat)
    move = played.moves[judgement.at]
    better = game.parse(judgement.best if judgement.mistake else judgement.advised)
    return Card(
        judgement,
        SeatName(seat),
        view,
        move,
        better,
        game.describe(view, move),
        game.describe(view, better),
        _following(played, view, better) if judgement.mistake else (),
        _verdict(judgement, language),
        _later(review, played, judgement, view, better) if judgement.mistake else NOTHING,
    )


def _verdict(judgement: Judgement, language: str) -> Sentence:
    """Return what the decision was worth."""
    if judgement.mistake:
        chance, error = percent(judgement.loss, language, 0), percent(CERTAIN * judgement.loss_error, language, 0)
        if judgement.points_lost < 1:
            return say("the better move was worth {chance} (±{error}) more of the win", chance=chance, error=error)
        points = decimal(judgement.points_lost, 1, language)
        return say(
            "the better move was worth {chance} (±{error}) more of the win, and {points} points",
            chance=chance,
            error=error,
            points=points,
        )
    seat = max(range(len(judgement.changes)), key=lambda one: abs(judgement.changes[one]))
    change = judgement.changes[seat]
    size = percent(abs(change), language, 0)
    if change == 0:
        return say("no better move was found")
    if seat != judgement.seat and change > 0:
        return say("this gave {name} {chance} more of the win than the usual move", name=SeatName(seat), chance=size)
    if seat != judgement.seat:
        return say("this took {chance} of the win from {name}, compared with the usual move", name=SeatName(seat), chance=size)
    if change > 0:
        return say("this was worth {chance} more of the win than the usual move", chance=size)
    return say("the usual move was worth {chance} more of the win", chance=size)


def _following(played: PlayedGame, view: View[Any], move: int) -> list[Sentence]:
    """Return how the heuristic would have finished the turn, in one world that fits the view."""
    game, seat, rng = played.game, view.seat, Rng(_SEED)
    world: State = game.determinize(view, rng)
    world.apply(move)
    found: list[Sentence] = []
    while world.actor in (CHANCE, seat) and world.actor != OVER and len(found) < _FOLLOWING:
        if world.actor == CHANCE:  # the words would name a card that was never drawn
            break
        seen = game.view(world, seat)
        chosen = game.advise(seen, rng)
        sentence = game.describe(seen, chosen)
        if sentence != NOTHING:
            found.append(sentence)
        world.apply(chosen)
    return found


def _later(review: Review, played: PlayedGame, judgement: Judgement, view: View[Any], better: int) -> Sentence:
    """Return which other seat made the better move's place its own soon after, or NOTHING."""
    game = played.game
    places = set(game.places(view, better)[:1])
    for decision in played.decisions:
        turns = decision.turn - judgement.turn
        if decision.index <= judgement.at or decision.seat == judgement.seat or not places:
            continue
        if turns > _LATER * review.seats:
            break
        before = game.view(played.at(decision.index), decision.seat)
        if places & set(game.places(before, decision.move)[:1]):
            action = game.describe(before, decision.move)
            return say_many("one turn later: {action}", "{count} turns later: {action}", count=turns, action=action)
    return NOTHING


def draws_after(played: PlayedGame, at: int) -> list[Sentence]:
    """Return the draws between the decision after `at` moves and the next one, with what followed from them."""
    found: list[Sentence] = []
    state = played.at(at + 1)
    draws = list(takewhile(lambda move: move[0] == CHANCE, zip(played.actors[at + 1 :], played.moves[at + 1 :], strict=True)))
    for line in log_lines(played.game, state, [move for _, move in draws], OPEN, at + 1):
        found += [sentence for sentence in (line.sentence, *line.notes) if sentence != NOTHING]
    return found[:_DRAWS]


def shown(played: PlayedGame, view: View[Any], move: int) -> tuple[View[Any], tuple[int, ...]]:
    """Return the view and the draft with which a move is drawn on the board."""
    draft = compose(played.game, view, [move])
    return draft.shown, draft.moves

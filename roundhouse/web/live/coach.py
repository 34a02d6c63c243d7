"""The coach at a table: what to ask it, from the seat's own views alone, and its answers in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

from roundhouse.core.sentence import Sentence, capital, say
from roundhouse.core.state import CHANCE
from roundhouse.play.draft import Draft, compose
from roundhouse.play.table import Table
from roundhouse.review.coach import Advice, Verdict
from roundhouse.review.result import CERTAIN
from roundhouse.ui.numbers import percent
from roundhouse.ui.text import translate
from roundhouse.web.bots.questions import AdviceQuestion, Part, Rules, TurnQuestion, part_of
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.tables.room import Room

Context = dict[str, Any]

_PARTS: Final = 4  # of a turn that are judged, at most: those with the most choices
_SMALL: Final = 0.03  # of the win; a smaller loss is not called a mistake
_LARGE: Final = 0.1  # a larger loss is called a blunder


def may_ask(room: Room) -> bool:
    """Return whether players may ask the coach: not in rated games."""
    return not room.setup.rated


def check_may_ask(room: Room) -> None:
    """Raise HTTPError if the coach is off."""
    if not may_ask(room):
        raise HTTPError(403, say("the coach is off in rated games"))


def rules_of(table: Table) -> Rules:
    """Return the rules of a table for a question."""
    return Rules(table.game.name, table.game.version, dict(table.options))


# Questions.


def drafted(table: Table, seat: int, texts: Sequence[str]) -> Draft:
    """Return the draft of a seat that is to act. Raise HTTPError if it is not, HouseError for an illegal move."""
    if table.actor != seat:
        raise HTTPError(409, say("it is not your turn"))
    return compose(table.game, table.view(seat), map(table.game.parse, texts))


def hint_question(table: Table, draft: Draft) -> AdviceQuestion:
    """Return the question which move to add to a draft. Raise HTTPError if none can be added."""
    if draft.complete:
        raise HTTPError(409, say("your turn is complete"))
    return AdviceQuestion(rules_of(table), table.moves_made, draft.after, tuple(draft.after.position.legal_moves()))


def draft_question(table: Table, draft: Draft) -> TurnQuestion:
    """Return the question what a draft is worth. Raise HTTPError for an empty one."""
    if not draft.moves:
        raise HTTPError(409, say("there is no move to make"))
    return TurnQuestion(rules_of(table), table.moves_made, (part_of(draft.before, draft.moves),))


def turn_question(table: Table, seat: int) -> TurnQuestion | None:
    """Return the question what the last turn of a seat was worth; None if it had nothing to choose. Raise HTTPError without one."""
    first, last = _last_turn(table.actors, seat)
    if last == first:
        raise HTTPError(409, say("you have not moved yet"))
    made = [(line.number, line.actor, line.move) for line in table.log(seat, first)[: last - first]]
    parts: list[Part] = []
    for actor, group in groupby(made, key=lambda move: move[1]):
        moves = list(group)
        if actor == seat:
            parts.append(part_of(table.view(seat, moves[0][0]), [move for _, _, move in moves]))
    chosen = [part for part in parts if len(part.moves) > 1 or len(part.played) > 1]
    chosen = sorted(chosen, key=lambda part: -len(part.moves) * len(part.played))[:_PARTS]
    return TurnQuestion(rules_of(table), first, tuple(chosen)) if chosen else None


def has_moved(table: Table, seat: int) -> bool:
    """Return whether a seat has made a move."""
    return seat in table.actors


def _last_turn(actors: Sequence[int], seat: int) -> tuple[int, int]:
    """Return the indices of the first move of a seat's last turn, and of the move after its last one; equal if it has none."""
    last = next((index for index in range(len(actors), 0, -1) if actors[index - 1] == seat), 0)
    first = last
    while first > 0 and actors[first - 1] in (CHANCE, seat):
        first -= 1
    while first < last and actors[first] != seat:
        first += 1
    return first, last


# Answers.


class CoachWords:
    """The words of the coach for one reader."""

    def __init__(self, table: Table, language: str) -> None:
        self._table = table
        self._language = language

    def hints(self, question: AdviceQuestion, advice: Sequence[Advice]) -> list[Context]:
        """Return the moves of an answer, each with what it is worth, how sure that is, and what it leads to."""
        only = len(question.moves) == 1
        first = say("the only move") if only else say("no other move comes close") if len(advice) == 1 else self._lead(advice[0])
        return [self._hint(question, one, first if one is advice[0] else self._behind(one)) for one in advice]

    def _hint(self, question: AdviceQuestion, one: Advice, sureness: Sentence) -> Context:
        game = self._table.game
        notes = [self.text(effect) for effect in one.effects]
        notes += [
            self.text(say("then, in {share} of trial games: {action}", share=self._percent(aim.share), action=aim.action))
            for aim in one.aims
        ]
        return {
            "move": game.notation(one.move),
            "sentence": self.text(game.describe(question.view, one.move)),
            "chance": one.chance,
            "worth": self.text(say("{chance} to win", chance=self._percent(one.chance))),
            "sure": translate(sureness, self._language),
            "notes": notes,
        }

    def _lead(self, best: Advice) -> Sentence:
        """Return how sure it is that the best move is better than the second."""
        if best.lead > CERTAIN * best.error:
            return say("clearly the best")
        return say("probably the best") if best.lead > best.error else say("about as good as the next")

    def _behind(self, one: Advice) -> Sentence:
        """Return how much a move is behind the best one."""
        return say("{chance} (±{error}) less", chance=self._percent(one.behind), error=self._percent(CERTAIN * one.error))

    def verdict(self, verdicts: Sequence[Verdict]) -> Context:
        """Return what a turn was worth: its worst part, with a better turn if there is one."""
        worst = max((one for one in verdicts if one.mistake), key=lambda one: one.loss, default=None)
        if worst is None:
            return {"grade": "good", "sentence": self.text(say("good: no better turn was found")), "loss": 0.0, "better": []}
        grade = "small" if worst.loss < _SMALL else "mistake" if worst.loss < _LARGE else "blunder"
        frames = {
            "small": say("not quite the best turn: another one was worth {loss} more of the win", loss=self._loss(worst)),
            "mistake": say("a mistake: another turn was worth {loss} more of the win", loss=self._loss(worst)),
            "blunder": say("a blunder: another turn was worth {loss} more of the win", loss=self._loss(worst)),
        }
        return {
            "grade": grade,
            "sentence": self.text(frames[grade]),
            "loss": worst.loss,
            "better": [self.text(one) for one in worst.better],
        }

    def text(self, sentence: Sentence) -> str:
        """Translate and capitalize a sentence."""
        return capital(translate(sentence, self._language, self._table.names))

    def _loss(self, verdict: Verdict) -> str:
        return f"{self._percent(verdict.loss)} (±{self._percent(CERTAIN * verdict.error)})"

    def _percent(self, value: float) -> str:
        return percent(value, self._language, 0)


def is_blunder(context: Context) -> bool:
    """Return whether a turn is bad enough to warn of it before it is made."""
    return bool(context["grade"] == "blunder" or (context["grade"] == "mistake" and context["loss"] > 2 * _SMALL))

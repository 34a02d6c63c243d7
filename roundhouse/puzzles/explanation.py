"""What a page says about a puzzle once it is answered: facts that were measured, and words of the game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from roundhouse.core.game import Prospect
from roundhouse.core.sentence import NOTHING, SeatName, Sentence, say, say_many
from roundhouse.core.state import CHANCE
from roundhouse.play.draft import Draft, compose
from roundhouse.puzzles.aims import told
from roundhouse.puzzles.puzzle import Aim, Measured, Position
from roundhouse.ui.numbers import decimal, percent

_LEAST_POINTS: Final = 0.5  # that are worth a sentence
_CERTAIN: Final = 2.0  # standard errors in a margin


@dataclass(frozen=True)
class Explanation:
    """Everything that is said about the best move of a puzzle."""

    best: Sentence
    as_good: list[Sentence]
    reasons: list[Sentence]
    evidence: list[Sentence]
    draft: Draft  # the best move on the seat's view: to draw it
    prospects: list[Prospect] = field(default_factory=list)  # figures of the seat that the best move changes


def explain(position: Position, language: str) -> Explanation:
    """Return the explanation of a puzzle."""
    game, view = position.game, position.view
    draft = compose(game, view, position.right[:1])
    notes = [] if draft.ends_game else list(game.consequences(view, position.right[0], draft.after))
    shows_prospects = not draft.ends_game and draft.after.position.actor != CHANCE
    return Explanation(
        best=game.describe(view, position.right[0]),
        as_good=[game.describe(view, move) for move in position.right[1:]],
        reasons=[*_worth(position, language), *_aims(position, language), *notes],
        evidence=_evidence(position, language),
        draft=draft,
        prospects=list(game.prospects(view, draft.shown)) if shows_prospects else [],
    )


def about_answer(position: Position, text: str, language: str) -> list[Sentence]:
    """Return what a wrong answer costs."""
    puzzle = position.puzzle
    if text in puzzle.right:
        return []
    found = puzzle.measure(text)
    if found is None:
        return [say("your move was clearly behind when all {count} legal moves were compared", count=puzzle.legal)]
    return [
        say(
            "your move leaves a chance to win of {chance}: {lead} less than the best one",
            chance=percent(found.chance, language, 0),
            lead=percent(found.lead, language, 0),
        )
    ]


def _worth(position: Position, language: str) -> list[Sentence]:
    """Return how the best move compares with the usual one, and with the best of the others."""
    puzzle = position.puzzle
    best, usual = puzzle.measure(puzzle.best), puzzle.measure(puzzle.usual)
    if best is None or usual is None:
        return []
    found = [
        say(
            "after it the chance to win is {best}; after the usual move it is {usual}: {move}",
            best=percent(best.chance, language, 0),
            usual=percent(usual.chance, language, 0),
            move=position.game.describe(position.view, position.usual),
        ),
        *_points(best, usual, language),
    ]
    rival = next((one for one in puzzle.measured if one.move not in puzzle.right and one.move != puzzle.usual), None)
    if rival is not None and rival.lead < usual.lead:
        found.append(
            say(
                "the next best move is {lead} behind: {move}",
                lead=percent(rival.lead, language, 0),
                move=position.game.describe(position.view, position.game.parse(rival.move)),
            )
        )
    return found


def _points(best: Measured, usual: Measured, language: str) -> list[Sentence]:
    own, others = best.points - usual.points, usual.others - best.others
    found = []
    if own >= _LEAST_POINTS:
        found.append(say("it brings {points} points more than the usual move", points=decimal(own, 1, language)))
    elif own <= -_LEAST_POINTS:
        found.append(
            say("it brings {points} points fewer than the usual move, but it wins more often", points=decimal(-own, 1, language))
        )
    if others >= _LEAST_POINTS:
        found.append(say("it costs the best opponent {points} points", points=decimal(others, 1, language)))
    return found


def _aims(position: Position, language: str) -> list[Sentence]:
    return [sentence for aim in position.puzzle.aims for sentence in [_aim(position, aim, language)] if sentence != NOTHING]


def _aim(position: Position, aim: Aim, language: str) -> Sentence:
    """Return how often a later move follows the best move and the usual one."""
    move = told(position.game, position.view, position.right[0], position.usual, aim)
    if move == NOTHING:
        return NOTHING
    best, usual = percent(aim.best, language, 0), percent(aim.usual, language, 0)
    if aim.seat == position.view.seat and aim.best > aim.usual:
        return say(
            "it prepares what follows the best move in {best} of the games, and the usual one in {usual}: {move}",
            best=best,
            usual=usual,
            move=move,
        )
    if aim.best > aim.usual:
        return say(
            "it leads to what follows the best move in {best} of the games, and the usual one in {usual}: {move}",
            best=best,
            usual=usual,
            move=move,
        )
    if aim.seat == position.view.seat:
        return say(
            "it avoids what follows the usual move in {usual} of the games, and the best one in {best}: {move}",
            best=best,
            usual=usual,
            move=move,
        )
    return say(
        "it prevents what follows the usual move in {usual} of the games, and the best one in {best}: {move}",
        best=best,
        usual=usual,
        move=move,
    )


def _evidence(position: Position, language: str) -> list[Sentence]:
    """Return how all that is known."""
    puzzle = position.puzzle
    fails = puzzle.fails
    return [
        say(
            "compared in {worlds} deals that fit what {name} knows; in games played to the end the lead is {lead} (±{error})",
            worlds=puzzle.worlds,
            name=SeatName(puzzle.seat),
            lead=percent(puzzle.end_lead, language, 0),
            error=percent(_CERTAIN * puzzle.end_error, language, 0),
        ),
        say_many("{count} legal move", "{count} legal moves", count=puzzle.legal),
        say(
            "missed by the levels novice {novice}, regular {regular}, expert {expert}, master {master} of the time",
            **{level: percent(rate, language, 0) for level, rate in fails.items()},
        ),
    ]

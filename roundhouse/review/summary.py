"""From playouts to a review: chances, parts that sum to the result, turning points.

The chance of a seat changes between two decisions by what the first of them changed, judged from what its seat knew, and by what
happened otherwise: draws, and hidden cards that showed the judgement right or wrong. The second part is called luck. It is what the
first leaves of the whole change, so that prior, own decisions, those of others and luck sum to the result exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from typing import Final

from roundhouse.review.calibration import Calibration
from roundhouse.review.played import Decision, PlayedGame
from roundhouse.review.result import CERTAIN, Judgement, Player, Point, Review
from roundhouse.review.tally import Tally, paired_error

_TOP: Final = 3  # turning points, and lucky moments


@dataclass(frozen=True)
class Findings:
    """What was measured about one decision: tallies of the same sweeps."""

    advised: int
    best: int
    of_played: Tally
    of_advised: Tally
    of_best: Tally


def summarize(
    played: PlayedGame,
    calibration: Calibration,
    curve: Mapping[int, Tally],
    findings: Mapping[int, Findings],
    choices: Mapping[int, int],
    work: tuple[int, int, float],
) -> Review:
    """Return the review that follows from the playouts so far; `work`: the seed, the playouts, the share of decisions searched."""
    points = [_point(at, tally, calibration) for at, tally in curve.items()]
    certain = [0.0] * played.seats
    end = played.at(len(played.moves))
    scores = list(end.scores())
    margins = [float(score - max(scores[:seat] + scores[seat + 1 :], default=score)) for seat, score in enumerate(scores)]
    points.append(Point(at=len(played.moves), chances=list(played.result), errors=certain, margins=margins))
    offset = len(points) - 1 - len(played.decisions)  # 1 if there is a deal before the first decision
    decisions = [
        _judgement(played, calibration, decision, findings.get(decision.index), choices, (points[at], points[at + 1]))
        for at, decision in enumerate(played.decisions, offset)
    ]
    deal = _difference(points[offset].chances, points[0].chances) if offset else certain
    seed, playouts, searched = work
    return Review(
        game=played.game.name,
        version=played.record.version,
        board=played.game.board,
        seats=played.seats,
        options=dict(played.record.options),
        seed=seed,
        playouts=playouts,
        judged=searched,
        points=points,
        deal=deal,
        decisions=decisions,
        players=[_player(played, calibration, seat, points[0], deal, decisions) for seat in range(played.seats)],
        turning_points=_first_of_turns(decisions, _largest([judgement.swing for judgement in decisions]))[:_TOP],
        missed=_first_of_turns(decisions, _largest([judgement.loss if judgement.mistake else 0.0 for judgement in decisions])),
        lucky=_largest([_surplus(judgement.luck, judgement.luck_errors) for judgement in decisions])[:_TOP],
    )


def _point(at: int, tally: Tally, calibration: Calibration) -> Point:
    shares = tally.shares()
    chances = calibration.chances(shares)
    errors = [
        calibration.slope(share, chance) * error for share, chance, error in zip(shares, chances, tally.share_errors(), strict=True)
    ]
    return Point(at=at, chances=chances, errors=errors, margins=tally.margins())


def _judgement(
    played: PlayedGame,
    calibration: Calibration,
    decision: Decision,
    found: Findings | None,
    choices: Mapping[int, int],
    around: tuple[Point, Point],
) -> Judgement:
    """Return what there is to say of one decision, between the points before it and after it."""
    seats, seat = range(played.seats), decision.seat
    changes, change_errors, loss, loss_error, points_lost = [0.0] * played.seats, [0.0] * played.seats, 0.0, 0.0, 0.0
    if found is not None:
        shares = found.of_played.shares()
        chances = calibration.chances(shares)
        slopes = [calibration.slope(share, chance) for share, chance in zip(shares, chances, strict=True)]
        changes = _difference(chances, calibration.chances(found.of_advised.shares()))
        if found.advised != decision.move:
            change_errors = [slopes[one] * paired_error(found.of_played, found.of_advised, one) for one in seats]
        if found.best != decision.move:
            loss = calibration.chances(found.of_best.shares())[seat] - chances[seat]
            loss_error = slopes[seat] * paired_error(found.of_best, found.of_played, seat)
            points_lost = found.of_best.margins()[seat] - found.of_played.margins()[seat]
    before, after = around
    luck = [after.chances[one] - before.chances[one] - changes[one] for one in seats]
    notation = played.game.notation
    return Judgement(
        at=decision.index,
        turn=decision.turn,
        seat=seat,
        move=notation(decision.move),
        advised=notation(decision.move if found is None else found.advised),
        best=notation(decision.move if found is None else found.best),
        choices=choices.get(decision.index, 0),
        changes=changes,
        loss=loss,
        loss_error=loss_error,
        points_lost=points_lost,
        swing=max(0.0, loss - loss_error, _surplus(changes, change_errors)),
        luck=luck,
        luck_errors=[hypot(before.errors[one], after.errors[one], change_errors[one]) for one in seats],
    )


def _player(
    played: PlayedGame,
    calibration: Calibration,
    seat: int,
    first: Point,
    deal: Sequence[float],
    decisions: Sequence[Judgement],
) -> Player:
    own = [judgement for judgement in decisions if judgement.seat == seat]
    chosen = [judgement for judgement in own if judgement.choices > 1]
    mean_loss = sum(judgement.loss for judgement in chosen) / max(1, len(chosen))
    names = played.record.names
    return Player(
        seat=seat,
        name=names[seat] if names else "",
        result=played.result[seat],
        prior=first.chances[seat],
        own=sum(judgement.changes[seat] for judgement in own),
        others=sum(judgement.changes[seat] for judgement in decisions if judgement.seat != seat),
        luck=deal[seat] + sum(judgement.luck[seat] for judgement in decisions),
        decisions=len(chosen),
        mean_loss=mean_loss,
        loss_error=sqrt(sum(judgement.loss_error**2 for judgement in chosen)) / max(1, len(chosen)),
        accuracy=calibration.accuracy(mean_loss),
    )


def _difference(first: Sequence[float], second: Sequence[float]) -> list[float]:
    return [one - other for one, other in zip(first, second, strict=True)]


def _surplus(changes: Sequence[float], errors: Sequence[float]) -> float:
    """Return the largest change of any seat, less its noise."""
    return max(0.0, *(abs(change) - CERTAIN / 2 * error for change, error in zip(changes, errors, strict=True)))


def _largest(values: Sequence[float]) -> list[int]:
    """Return the indices of the positive values, the largest first."""
    order = sorted(range(len(values)), key=lambda index: -values[index])
    return [index for index in order if values[index] > 0.0]


def _first_of_turns(decisions: Sequence[Judgement], order: Sequence[int]) -> list[int]:
    """Return the first index of each turn: several moves of one turn are often one mistake."""
    found: dict[int, int] = {}
    for index in order:
        found.setdefault(decisions[index].turn, index)
    return list(found.values())

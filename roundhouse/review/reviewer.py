"""The review of a game, step by step: a rough curve, moves that differ from the heuristic, a search at every decision, less noise.

Each decision is judged in worlds dealt from the view of its seat, never in the true one. The curve of chances starts from the true
position, hidden cards included; of the draws to come it knows nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from roundhouse.bots.bot import Budget
from roundhouse.bots.search import SearchBot
from roundhouse.bots.settings import Settings
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.record import Record
from roundhouse.core.state import State, View
from roundhouse.review.calibration import calibration_of
from roundhouse.review.judge import Judge, Outcome
from roundhouse.review.played import Decision, PlayedGame
from roundhouse.review.result import Review
from roundhouse.review.summary import Findings, summarize
from roundhouse.review.tally import Tally, paired_error

FULL: Final = Budget(seconds=60.0)
_STRIDE: Final = 1_000_003  # between the seeds of two positions
_FIRST_CURVE: Final = 2  # playouts of each position in the first round
_SECOND_CURVE: Final = 8  # playouts of each position before decisions are searched
_PRIOR: Final = 24  # playouts of the very first position, on which every sum rests
_CURVE: Final = 6  # playouts of each position in each later round
_MOST_CURVE: Final = 64  # playouts of one position after which its chance is good enough
_SEARCH: Final = 40  # iterations of the search for a better move
_ARMS: Final = 6  # moves that the search tries out
_SWEEPS: Final = 8  # of each decision in each round
_MOST_SWEEPS: Final = 96
_GOOD_ERROR: Final = 0.008  # standard error of a loss at which it needs no more sweeps


@dataclass
class Candidates:
    """The moves of one decision that are compared, always in the same worlds."""

    played: int
    advised: int
    best: int  # by the search; until then the advised one
    choices: int
    searched: bool
    tallies: dict[int, Tally] = field(default_factory=dict)  # empty where the move played is the advised and the best one

    @property
    def sweeps(self) -> int:
        """The number of worlds in which the moves were compared."""
        return len(self.tallies[self.played]) if self.tallies else 0


class DecisionJudge:
    """Judges decisions from views alone: what it says cannot depend on anything that the acting seat does not know."""

    def __init__(self, game: Game[Any], judge: Judge) -> None:
        self._game = game
        self._judge = judge
        self.iterations = 0  # of searches, so far

    def first_look(self, view: View[Any], moves: Sequence[int], played: int, seed: int) -> Candidates:
        """Return the moves to compare before a search: the one played and the heuristic's."""
        if len(moves) == 1:
            return Candidates(played, played, played, 1, True)
        advised = self._game.advise(view, Rng(seed))
        return _with_tallies(Candidates(played, advised, advised, len(moves), False))

    def search(self, view: View[Any], moves: Sequence[int], played: int, seed: int) -> Candidates:
        """Return the moves to compare: the one played, the heuristic's, and the one that a search prefers."""
        if len(moves) == 1:
            return Candidates(played, played, played, 1, True)
        rng = Rng(seed)
        advised = self._game.advise(view, rng)
        bot = SearchBot(self._game, Budget(iterations=_SEARCH), rng.word(), settings=Settings(arms=_ARMS))
        found = Candidates(played, advised, bot.choose(view, moves), len(moves), True)
        self.iterations += bot.iterations
        return _with_tallies(found)

    def sweep(self, view: View[Any], candidates: Candidates, seed: int) -> None:
        """Try all candidates once, in the same world with the same random numbers."""
        rng = Rng(seed)
        world: State = self._game.determinize(view, rng)
        luck = rng.word()
        for move, tally in candidates.tallies.items():
            after = world.copy()
            after.apply(move)
            tally.add(self._judge.play_out(after, view.seat, Rng(luck)))


class Reviewer:
    """Works on the review of one game. The same seed and budget of playouts give the same review."""

    def __init__(self, record: Record, seed: int = 0, clock: Callable[[], float] = time.perf_counter) -> None:
        """Prepare a review. Raise BadRecord for a record that breaks a rule, CannotReview for a game that is not over."""
        self.played = PlayedGame(record)
        self._seed = seed
        self._clock = clock
        self._calibration = calibration_of(self.played.game.name, record.seats)
        self._judge = Judge(self.played.game, self._calibration)
        self._decision_judge = DecisionJudge(self.played.game, self._judge)
        self._curve = {at: Tally() for at in self.played.stops[:-1]}
        self._candidates: dict[int, Candidates] = {}  # by the index of the decision's move

    @property
    def spent(self) -> int:
        """The playouts so far, those of searches too."""
        return self._judge.playouts + self._decision_judge.iterations

    @property
    def curve_is_known(self) -> bool:
        """Whether every position has a chance, so that there is a review to show."""
        return all(len(tally) > 0 for tally in self._curve.values())

    def work(self, budget: Budget = FULL) -> Iterator[float]:
        """Work on the review until the budget is spent or nothing is left to refine; yield how much is done, from 0 to 1.

        The first curve is always finished. The caller may stop at any time, and go on later with another iterator.
        """
        start, spent = self._clock(), self.spent
        for _ in self._steps():
            done = max(
                0.0 if budget.seconds is None else (self._clock() - start) / budget.seconds,
                0.0 if budget.iterations is None else (self.spent - spent) / budget.iterations,
            )
            yield min(1.0, done)
            if done >= 1.0 and self.curve_is_known:
                return
        yield 1.0

    def review(self) -> Review:
        """Return the review as far as it has come. Call it once the curve is known."""
        findings = {
            decision.index: self._findings(self._candidates[decision.index])
            for decision in self.played.decisions
            if decision.index in self._candidates and self._candidates[decision.index].sweeps > 0
        }
        searched = sum(candidates.searched for candidates in self._candidates.values()) / max(1, len(self.played.decisions))
        choices = {index: candidates.choices for index, candidates in self._candidates.items()}
        return summarize(self.played, self._calibration, self._curve, findings, choices, (self._seed, self.spent, searched))

    # The work, in small steps.

    def _steps(self) -> Iterator[None]:
        yield from self._refine_curve(_FIRST_CURVE)
        for decision in self.played.decisions:
            if decision.index not in self._candidates:
                self._candidates[decision.index] = self._judged(decision, self._decision_judge.first_look)
                self._measure(decision, _SWEEPS)
            yield
        yield from self._refine_curve(_SECOND_CURVE)
        for decision in self.played.decisions:
            if not self._candidates[decision.index].searched:
                self._search(decision)
            yield
        while True:
            before = self.spent
            for decision in self.played.decisions:
                if self._is_in_doubt(self._candidates[decision.index]):
                    self._measure(decision, _SWEEPS)
                    yield
            fewest = min(len(tally) for tally in self._curve.values())
            yield from self._refine_curve(min(_MOST_CURVE, fewest + _CURVE))
            if self.spent == before:
                return

    def _refine_curve(self, wanted: int) -> Iterator[None]:
        for at, tally in self._curve.items():
            while len(tally) < (max(wanted, _PRIOR) if at == 0 else wanted):
                tally.add(self._play_on(at, len(tally)))
            yield

    def _play_on(self, at: int, number: int) -> Outcome:
        """Play the true position on once; the draws to come are drawn anew."""
        world = self.played.at(at)
        return self._judge.play_out(world, max(0, world.actor), Rng(seed_of(self._seed, at, 1_000 + number)))

    def _judged(self, decision: Decision, judge: Callable[[View[Any], Sequence[int], int, int], Candidates]) -> Candidates:
        state = self.played.at(decision.index)
        view, moves = self.played.game.view(state, decision.seat), list(state.legal_moves())
        return judge(view, moves, decision.move, seed_of(self._seed, decision.index, 0))

    def _search(self, decision: Decision) -> None:
        """Search for a better move. What was measured so far stays if it was about the same moves."""
        before, found = self._candidates[decision.index], self._judged(decision, self._decision_judge.search)
        if before.tallies.keys() == found.tallies.keys():
            found.tallies = before.tallies
        self._candidates[decision.index] = found
        self._measure(decision, _SWEEPS - found.sweeps)

    def _measure(self, decision: Decision, sweeps: int) -> None:
        candidates = self._candidates[decision.index]
        if not candidates.tallies:
            return
        view = self.played.game.view(self.played.at(decision.index), decision.seat)
        for _ in range(sweeps):
            self._decision_judge.sweep(view, candidates, seed_of(self._seed, decision.index, 1 + candidates.sweeps))

    def _is_in_doubt(self, candidates: Candidates) -> bool:
        """Return whether more sweeps would say more about a decision."""
        if not candidates.tallies or candidates.sweeps >= _MOST_SWEEPS:
            return False
        seats = range(self.played.seats)
        played = candidates.tallies[candidates.played]
        others = [tally for tally in candidates.tallies.values() if tally is not played]
        return any(paired_error(played, other, seat) > _GOOD_ERROR for other in others for seat in seats)

    def _findings(self, candidates: Candidates) -> Findings:
        tallies = candidates.tallies
        return Findings(
            candidates.advised, candidates.best, tallies[candidates.played], tallies[candidates.advised], tallies[candidates.best]
        )


def _with_tallies(found: Candidates) -> Candidates:
    compared = {found.played, found.advised, found.best}
    if len(compared) > 1:
        found.tallies = {move: Tally() for move in sorted(compared)}
    return found


def seed_of(seed: int, at: int, number: int) -> int:
    """Return the seed of one search (`number` 0), sweep or playout after `at` moves, whatever has been done before."""
    return (seed * _STRIDE + at) * _STRIDE + number

"""Mining: positions of games in which one move is clearly best and the heuristic does not find it.

A position is looked at with a few playouts of the most promising moves. Where the heuristic's move is clearly behind, they are
verified in other worlds, then in games played to the end. At last every legal move is compared, and what may compete is verified
too. All of it sees only the view of the seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from roundhouse.bots.settings import Settings
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.state import View, fields
from roundhouse.play.table import Table
from roundhouse.puzzles.aims import aims_of
from roundhouse.puzzles.comparison import Comparison, preview
from roundhouse.puzzles.grading import grade, rating_of
from roundhouse.puzzles.puzzle import Measured, Puzzle, id_of
from roundhouse.puzzles.themes import Evidence, alike, themes_of
from roundhouse.review.calibration import calibration_of
from roundhouse.review.judge import Judge

MARGIN: Final = 0.04  # of the chance to win, by which the best move leads every wrong one
SURE: Final = 4.0  # standard errors of that lead
NOISE: Final = 0.012  # of the chance to win: moves that are behind by less are right too
_HORIZON: Final = Settings().horizon  # decisions of a playout that verifies
SURE_AT_END: Final = 2.0  # standard errors of the lead in games played to the end


@dataclass(frozen=True, kw_only=True)
class Effort:
    """How much work goes into a position. The defaults are for puzzles that are shipped."""

    looked_at: int = 40  # decisions of one game
    horizon: int = 24  # decisions of a playout before a position is verified
    first_arms: int = 6  # moves besides the heuristic's in the first look
    looks: tuple[tuple[int, float], ...] = ((4, 0.0), (12, 1.5), (40, 3.0))
    # worlds, and the standard errors by which the heuristic's move must then be behind
    first_lead: float = 0.07  # of the chance to win over the heuristic's move: smaller leads are seldom confirmed
    second_arms: int = 4  # the best moves besides the heuristic's from the second look on
    screening: tuple[int, ...] = (8, 16, 32, 64)  # worlds after which moves that are clearly behind are dropped
    dropped: float = 3.5  # standard errors behind the best move at which a move is dropped
    verified: tuple[int, ...] = (48, 96, 192, 384)  # worlds after which a position is given up if it is unlikely to become clear
    accepted: int = 96  # worlds from which on it is accepted if it is clear
    rivals: int = 4  # moves that are verified, besides the heuristic's
    most_rivals: int = 8  # of all legal moves, the best ones that are verified at last
    to_the_end: tuple[int, ...] = (96, 192, 384)  # games after which the lead at the end is accepted if it is clear
    most_right: int = 3  # moves that may be right
    most_legal: int = 400
    tries: int = 3  # of each level
    each_game: int = 3  # puzzles from one game
    apart: int = 8  # decisions between two puzzles of one game


@dataclass
class Found:
    """What a comparison says: the moves that are right, and those that are wrong, the best ones first."""

    right: list[int]
    wrong: list[int]
    grey: list[int] = field(default_factory=list)  # neither as good as the best one nor clearly behind


@dataclass(frozen=True)
class Origin:
    """Where a position comes from, as far as its seat knows it."""

    source: str = ""
    recent: list[tuple[int, str]] = field(default_factory=list)  # what the others did since the seat's last turn
    turns: int = 0  # that the seat has had before
    options: Mapping[str, Any] = field(default_factory=dict)  # of the game


@dataclass(frozen=True)
class Verified:
    """What was found out about a position that is a puzzle."""

    comparison: Comparison
    ends: Comparison  # in games played to the end
    found: Found
    usual: int
    fails: dict[str, float]


class Miner:
    """Mines the games of one kind. The same seed gives the same puzzles."""

    def __init__(self, game: Game[Any], effort: Effort | None = None, seed: int = 0) -> None:
        self.game = game
        self.effort = effort or Effort()
        self.seed = seed

    def from_table(self, table: Table, source: str, number: int) -> Iterator[Puzzle]:
        """Yield the puzzles of a finished game."""
        rng = Rng(self.seed * 1_000_003 + number)
        found, last = 0, -self.effort.apart
        decisions = [index for index, actor in enumerate(table.actors) if actor >= 0]
        chosen = _sample(decisions, self.effort.looked_at, rng)
        for index in chosen:
            rank = decisions.index(index)
            if rank - last < self.effort.apart:
                continue
            puzzle = self.at(table, index, source, rng.word())
            yield from () if puzzle is None else (puzzle,)
            if puzzle is not None:
                found, last = found + 1, rank
            if found == self.effort.each_game:
                return

    def at(self, table: Table, index: int, source: str, seed: int) -> Puzzle | None:
        """Return the puzzle about the position after the first `index` moves of a game, None if there is none."""
        seat = table.actors[index]
        recent = [(actor, self.game.notation(move)) for actor, move in table.recent_moves(seat, index)]
        origin = Origin(source, recent, _turns(table.actors[:index], seat), table.options)
        return self.about(table.view(seat, index), seed, origin)

    def about(self, view: View[Any], seed: int, origin: Origin) -> Puzzle | None:
        """Return the puzzle about a view, None if it is none. What is said of it depends on the view alone."""
        moves = list(view.position.legal_moves())
        if not 2 < len(moves) <= self.effort.most_legal:
            return None
        usual = self.game.advise(view, Rng(seed))
        promising = self._promising(view, moves, usual, seed)
        if not promising:
            return None
        comparison = self._compared(view, [*promising, usual], seed + 2)
        found = self._verified(view, comparison)
        if found is None or usual in found.right:
            return None
        best = found.right[0]
        ends = self._compared(view, [best, found.wrong[0], usual], seed + 3, self.game.max_moves)
        if not self._leads_at_end(ends, best):
            return None
        rivals = self._rivals(self._compared(view, moves, seed + 1, self.effort.horizon))
        if not comparison.tallies.keys() >= set(rivals):
            comparison = self._compared(view, [best, *rivals, usual], seed + 6)
            found = self._verified(view, comparison)
        if found is None or found.right[0] != best or usual in found.right:
            return None
        fails = grade(self.game, view, found.right, self.effort.tries, seed + 4)
        if fails is None:
            return None
        return self._puzzle(view, Verified(comparison, ends, found, usual, fails), origin, seed + 5)

    def _compared(self, view: View[Any], moves: Sequence[int], seed: int, horizon: int = _HORIZON) -> Comparison:
        """Return a comparison of these moves that has not begun."""
        calibration = calibration_of(self.game.name, view.position.seats)
        comparison = Comparison(self.game, Judge(self.game, calibration, horizon), calibration, view, seed)
        comparison.add(dict.fromkeys(moves))
        return comparison

    # The steps.

    def _promising(self, view: View[Any], moves: list[int], usual: int, seed: int) -> list[int]:
        """Return the moves that look best after a few playouts; none if the heuristic's move is not clearly behind."""
        worth = set(view.position.choices()) if len(moves) > self.effort.first_arms else set(moves)
        others = [move for move in moves if move in worth and move != usual]
        judge = Judge(self.game, calibration_of(self.game.name, view.position.seats))
        values = preview(self.game, judge, view, others, seed)
        best_of_value: dict[float, int] = {}
        for move in others:
            best_of_value.setdefault(round(values[move], 6), move)
        ahead = sorted(best_of_value.values(), key=lambda move: -values[move])[: self.effort.first_arms]
        look = self._compared(view, [usual, *ahead], seed, self.effort.horizon)
        for worlds, errors in self.effort.looks:
            look.sweep(worlds)
            if not self._beaten(look, usual, errors) or not self._stands_out(look):
                return []
            kept = {usual, *look.ranked()[: self.effort.second_arms]}
            look.keep(kept.__contains__)
        return look.ranked()

    def _beaten(self, comparison: Comparison, usual: int, errors: float) -> bool:
        """Return whether the heuristic's move is clearly behind the best one."""
        best, lead = comparison.ranked()[0], self.effort.first_lead
        return best != usual and comparison.lead(best, usual) >= lead and comparison.surely_ahead(best, usual, errors)

    @staticmethod
    def _stands_out(comparison: Comparison) -> bool:
        """Return whether the second best move is either behind the best one or hardly different from it."""
        best, second = comparison.ranked()[:2]
        lead = comparison.lead(best, second)
        return lead >= MARGIN / 2 or lead < NOISE / 4

    def _rivals(self, comparison: Comparison) -> list[int]:
        """Compare all legal moves; return the best of those that are not clearly behind, and at least the first few."""
        behind: list[tuple[float, int]] = []
        for worlds in self.effort.screening:
            comparison.sweep(worlds)
            best = comparison.ranked()[0]
            dropped = {
                move
                for move in comparison.tallies
                if move != best
                and comparison.lead(best, move) >= MARGIN
                and comparison.surely_ahead(best, move, self.effort.dropped)
            }
            behind += [(comparison.lead(best, move), move) for move in dropped]
            comparison.keep(lambda move, dropped=dropped: move not in dropped)  # type: ignore[misc]
            if len(comparison.tallies) <= self.effort.rivals:
                break
        kept = comparison.ranked()[: self.effort.most_rivals]
        return kept + [move for _, move in sorted(behind)][: max(0, self.effort.rivals - len(kept))]

    def _verified(self, view: View[Any], comparison: Comparison) -> Found | None:
        """Return the moves that are right and wrong once that is clear; None if it does not become clear."""
        for worlds in self.effort.verified:
            comparison.sweep(worlds)
            ranked = comparison.ranked()
            best = ranked[0]
            found = Found([best], [])
            for move in ranked[1:]:
                lead, error = comparison.lead(best, move), comparison.error(best, move)
                if lead >= MARGIN and lead >= SURE * error:
                    found.wrong.append(move)
                elif (lead <= NOISE and error <= NOISE) or (lead < MARGIN and alike(self.game, view, best, move)):
                    found.right.append(move)
                else:
                    found.grey.append(move)
            if worlds >= self.effort.accepted and not found.grey and found.wrong and self._few(view, found.right):
                return found
            if not all(_may_become_clear(comparison, best, move) for move in found.grey):
                return None
        return None

    def _few(self, view: View[Any], right: list[int]) -> bool:
        """Return whether few enough moves are right. Those that differ from the best one only in how they are paid do not count."""
        others = [move for move in right[1:] if not alike(self.game, view, right[0], move)]
        return len(others) < self.effort.most_right

    def _leads_at_end(self, comparison: Comparison, best: int) -> bool:
        """Return whether the best move leads in games played to the end too, where no estimate is involved."""
        for games in self.effort.to_the_end:
            comparison.sweep(games)
            others = [move for move in comparison.tallies if move != best]
            if all(comparison.surely_ahead(best, move, SURE_AT_END) for move in others):
                return True
            if any(comparison.lead(best, move) <= 0 for move in others):
                return False
        return False

    def _puzzle(self, view: View[Any], verified: Verified, origin: Origin, seed: int) -> Puzzle:
        game, comparison, ends, usual = self.game, verified.comparison, verified.ends, verified.usual
        best = verified.found.right[0]
        rival = min((move for move in ends.tallies if move != best), key=lambda move: ends.lead(best, move))
        aims, ending = aims_of(game, view, best, usual, seed)
        evidence = Evidence(game, view, best, usual, comparison.points(best), comparison.points(usual), origin.turns, ending)
        return Puzzle(
            id=id_of(game, view),
            game=game.name,
            version=game.version,
            board=game.board,
            seats=view.position.seats,
            options=dict(origin.options),
            seat=view.seat,
            fields=fields(view.position),
            recent=origin.recent,
            right=[game.notation(move) for move in verified.found.right],
            usual=game.notation(usual),
            legal=len(view.position.legal_moves()),
            measured=[self._measured(comparison, best, move) for move in (*verified.found.right, *verified.found.wrong)],
            worlds=comparison.worlds,
            end_lead=round(ends.lead(best, rival), 4),
            end_error=round(ends.error(best, rival), 4),
            fails=verified.fails,
            rating=rating_of(verified.fails),
            themes=themes_of(evidence),
            aims=aims,
            source=origin.source,
        )

    def _measured(self, comparison: Comparison, best: int, move: int) -> Measured:
        own, others = comparison.points(move)
        return Measured(
            move=self.game.notation(move),
            chance=round(comparison.chance(move), 4),
            lead=round(comparison.lead(best, move), 4),
            error=round(comparison.error(best, move) if move != best else 0.0, 4),
            points=round(own, 2),
            others=round(others, 2),
        )


def _may_become_clear(comparison: Comparison, best: int, move: int) -> bool:
    """Return whether more worlds are likely to show that a move is wrong."""
    lead = comparison.lead(best, move)
    return lead >= MARGIN and lead >= SURE / 2 * comparison.error(best, move)


def _turns(actors: Sequence[int], seat: int) -> int:
    """Return how many turns of a seat are over."""
    acting = [actor for actor in actors if actor >= 0]
    return sum(actor == seat != following for actor, following in pairwise(acting))


def _sample(values: list[int], count: int, rng: Rng) -> list[int]:
    """Return `count` of the values at random, in their order; all if there are no more."""
    rest, chosen = list(values), list[int]()
    while rest and len(chosen) < count:
        chosen.append(rest.pop(rng.below(len(rest))))
    return sorted(chosen)

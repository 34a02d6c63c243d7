"""A coach for one seat: the best moves with what they lead to, what a turn was worth, and the chances of a position.

Everything is computed from the view that is given, or from a position in which nothing is hidden. The same seed gives the same
answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from roundhouse.bots.bot import Budget
from roundhouse.bots.search import SearchBot
from roundhouse.bots.settings import Settings
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.sentence import NOTHING, Sentence
from roundhouse.core.state import CHANCE, OVER, State, View
from roundhouse.review.calibration import calibration_of
from roundhouse.review.judge import Judge
from roundhouse.review.result import CERTAIN
from roundhouse.review.tally import Tally, paired_error

HINTS: Final = 3  # moves that a hint names, at most
_SEARCH: Final = 80  # iterations that choose the moves to compare
_ARMS: Final = 6
_SWEEPS: Final = 32  # worlds in which they are compared
_PLAYOUTS: Final = 64  # of a position
_FUTURES: Final = 8  # games played on to see what a move leads to
_TURNS: Final = 3  # turns of the seat that are played on
_LONGEST: Final = 60  # decisions of all seats in such a game, at most
_OFTEN: Final = 0.5  # share of those games in which a later move happens that a move is said to aim at
_FOLLOWING: Final = 6  # moves that finish a turn, at most
_STRIDE: Final = 1_000_003  # between the seeds of two worlds


class Aim(NamedTuple):
    """A later move of the seat that a move often leads to."""

    action: Sentence
    share: float  # of the games played on


@dataclass(frozen=True)
class Advice:
    """One of the moves that were compared."""

    move: int
    chance: float  # of the seat to win after it
    behind: float  # chance that it is worth less than the best of them, 0 for that one
    error: float  # standard error of that difference; for the best one, of its lead over the second
    lead: float  # of the best one over the second, 0 for the others
    margin: float  # expected points ahead of the best other seat
    effects: tuple[Sentence, ...] = ()  # what the move does at once
    aims: tuple[Aim, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """What some moves in a row were worth, compared with the best beginning that was found."""

    loss: float  # of the chance to win
    error: float  # standard error of the loss
    points_lost: float
    better: tuple[Sentence, ...] = ()  # the better turn; empty if there is none beyond the noise

    @property
    def mistake(self) -> bool:
        """Whether a better turn was missed, beyond the noise of the estimate."""
        return bool(self.better)


@dataclass(frozen=True)
class Prospects:
    """The chances of all seats in a position."""

    chances: tuple[float, ...]
    errors: tuple[float, ...]
    margins: tuple[float, ...]


class Coach:
    """Compares the moves of one game at one number of seats."""

    def __init__(self, game: Game[Any], seats: int) -> None:
        self._game = game
        self._calibration = calibration_of(game.name, seats)
        self._judge = Judge(game, self._calibration)

    def advise(self, view: View[Any], moves: Sequence[int], seed: int) -> list[Advice]:
        """Return the best moves that were found, best first, at most HINTS of them."""
        candidates = self._candidates(view, moves, seed)[:HINTS]
        tallies = self._compare(view, {move: (move,) for move in candidates}, seed)
        ranked = sorted(candidates, key=lambda move: -tallies[move].shares()[view.seat])
        return [self._advice(view, move, ranked, tallies, seed) for move in ranked]

    def judge(self, view: View[Any], moves: Sequence[int], played: Sequence[int], seed: int) -> Verdict:
        """Return what the moves that a seat has made, or is about to make, are worth; `moves` are those it could begin with."""
        ways: dict[int, tuple[int, ...]] = {move: (move,) for move in self._candidates(view, moves, seed)[:HINTS]}
        ways[-1] = tuple(played)
        tallies = self._compare(view, ways, seed)
        seat, own = view.seat, tallies.pop(-1)
        best = max(tallies, key=lambda move: tallies[move].shares()[seat])
        loss, error = self._difference(tallies[best], own, seat)
        points = tallies[best].margins()[seat] - own.margins()[seat]
        mistaken = loss > CERTAIN * error
        return Verdict(loss, error, points, self._turn(view, best, seed) if mistaken else ())

    def prospects(self, deal: Callable[[Rng], State], seat: int, seed: int) -> Prospects:
        """Return the chances of a position; `deal` returns a world to play out, which may be changed."""
        tally = Tally()
        for number in range(_PLAYOUTS):
            rng = Rng(_seed(seed, number))
            world = deal(rng)
            if world.actor == OVER:
                outcome = self._judge.outcome(world)
                return Prospects(tuple(outcome.shares), (0.0,) * world.seats, tuple(outcome.margins))
            tally.add(self._judge.play_out(world, seat, rng))
        shares = tally.shares()
        chances = self._calibration.chances(shares)
        errors = [
            self._calibration.slope(share, chance) * error
            for share, chance, error in zip(shares, chances, tally.share_errors(), strict=True)
        ]
        return Prospects(tuple(chances), tuple(errors), tuple(tally.margins()))

    # Comparing moves.

    def _candidates(self, view: View[Any], moves: Sequence[int], seed: int) -> list[int]:
        """Return the moves that a search finds worth comparing, the most promising first."""
        if len(moves) == 1:
            return list(moves)
        bot = SearchBot(self._game, Budget(iterations=_SEARCH), seed, settings=Settings(arms=_ARMS))
        arms = bot.search(view, moves)
        return [arm.move for arm in sorted(arms, key=lambda arm: (-len(arm.results), -arm.mean()))]

    def _compare(self, view: View[Any], ways: Mapping[int, Sequence[int]], seed: int) -> dict[int, Tally]:
        """Play out each way, some moves in a row, in the same worlds with the same random numbers."""
        tallies = {key: Tally() for key in ways}
        for number in range(_SWEEPS):
            rng = Rng(_seed(seed, number))
            world: State = self._game.determinize(view, rng)
            luck = rng.word()
            for key, made in ways.items():
                after = world.copy()
                for move in made:
                    after.apply(move)
                tallies[key].add(self._judge.play_out(after, view.seat, Rng(luck)))
        return tallies

    def _advice(self, view: View[Any], move: int, ranked: Sequence[int], tallies: Mapping[int, Tally], seed: int) -> Advice:
        seat, tally, best = view.seat, tallies[move], ranked[0]
        chance = self._calibration.chances(tally.shares())[seat]
        behind, lead, error = 0.0, 0.0, 0.0
        if move != best:
            behind, error = self._difference(tallies[best], tally, seat)
        elif len(ranked) > 1:
            lead, error = self._difference(tally, tallies[ranked[1]], seat)
        margin = tally.margins()[seat]
        return Advice(move, chance, behind, error, lead, margin, self._effects(view, move), self._aims(view, move, seed))

    def _difference(self, better: Tally, worse: Tally, seat: int) -> tuple[float, float]:
        """Return by how much of the win one tally is ahead of another, and the standard error of that."""
        shares = worse.shares()
        chance = self._calibration.chances(shares)[seat]
        difference = self._calibration.chances(better.shares())[seat] - chance
        return difference, self._calibration.slope(shares[seat], chance) * paired_error(better, worse, seat)

    # What moves lead to, in words.

    def _effects(self, view: View[Any], move: int) -> tuple[Sentence, ...]:
        """Return what a move does at once, as far as its seat can know."""
        position = view.position.copy()
        position.apply(move)
        if position.actor == OVER:  # a view does not know the final scores
            return ()
        return tuple(self._game.consequences(view, move, View(view.seat, position)))

    def _aims(self, view: View[Any], move: int, seed: int) -> tuple[Aim, ...]:
        """Return the later move of the seat on the board that follows most often, if that is often enough."""
        counts: Counter[tuple[str, ...]] = Counter()
        words: dict[tuple[str, ...], Sentence] = {}
        for number in range(_FUTURES):
            found = self._future(view, move, Rng(_seed(seed, number)))
            counts.update(found.keys())
            words = found | words
        likely = [(places, count / _FUTURES) for places, count in counts.most_common(1) if count >= _OFTEN * _FUTURES]
        return tuple(Aim(words[places], share) for places, share in likely)

    def _future(self, view: View[Any], move: int, rng: Rng) -> dict[tuple[str, ...], Sentence]:
        """Return the later moves of the seat in one game that is played on, by their places on the board."""
        game, seat = self._game, view.seat
        world: State = game.determinize(view, rng)
        here = tuple(game.places(view, move))
        world.apply(move)
        found: dict[tuple[str, ...], Sentence] = {}
        turns, last = 0, seat
        for _ in range(_LONGEST):
            while world.actor == CHANCE:
                world.apply(world.draw(rng))
            if world.actor == OVER:
                break
            turns += world.actor == seat != last
            last = world.actor
            if turns > _TURNS:
                break
            seen = game.view(world, world.actor)
            chosen = game.advise(seen, rng)
            places = tuple(game.places(seen, chosen)) if world.actor == seat else ()
            if places and places != here:
                found.setdefault(places, game.describe(seen, chosen))
            world.apply(chosen)
        return {places: sentence for places, sentence in found.items() if sentence != NOTHING}

    def _turn(self, view: View[Any], move: int, seed: int) -> tuple[Sentence, ...]:
        """Return a move and how the heuristic would finish the turn, up to the first draw, in one world that fits the view."""
        game, seat, rng = self._game, view.seat, Rng(seed)
        found = [game.describe(view, move)]
        world: State = game.determinize(view, rng)
        world.apply(move)
        while world.actor == seat and len(found) < _FOLLOWING:
            seen = game.view(world, seat)
            chosen = game.advise(seen, rng)
            found.append(game.describe(seen, chosen))
            world.apply(chosen)
        return tuple(sentence for sentence in found if sentence != NOTHING)


def _seed(seed: int, number: int) -> int:
    return seed * _STRIDE + 1 + number

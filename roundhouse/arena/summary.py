"""Statistics of many games: standings, pairs, seats, lengths, last moves and kinds of moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import permutations
from statistics import fmean, pstdev
from typing import Any

from roundhouse.arena.job import Job
from roundhouse.arena.ratings import Rating, rate
from roundhouse.arena.result import Result
from roundhouse.arena.sprt import Sprt
from roundhouse.core.proportion import Proportion, proportion
from roundhouse.core.sentence import Sentence, say


@dataclass(frozen=True)
class Standing:
    """One bot. If it has several seats in a game, each counts."""

    name: str
    games: int  # times its seats in them
    wins: Proportion
    rating: Rating
    scores: list[int]
    seconds: float  # per move, on average
    slowest: float
    faults: Mapping[str, int]  # failed moves, by kind of fault
    kinds: Mapping[str, int]  # moves made, by kind of move

    @property
    def mean_score(self) -> float:
        """The mean score per game."""
        return fmean(self.scores)

    @property
    def deviation(self) -> float:
        """The standard deviation of the scores."""
        return pstdev(self.scores)


@dataclass(frozen=True)
class Pair:
    """One bot against another, in the games that both play."""

    games: int  # that both play, times their seats in them
    ahead: Proportion  # how often the first is placed above the second; a tie counts half
    difference: Rating


@dataclass(frozen=True)
class Summary:
    """The statistics of a run. Standings are sorted by rating."""

    job: Job
    games: int
    distinct: int  # number of different games; deterministic bots repeat some
    anchor: str  # the bot rated 0, or "" if the mean is
    standings: list[Standing]
    pairs: Mapping[tuple[str, str], Pair]
    seats: list[Proportion]  # games won, by seat
    seat_scores: list[float]
    lengths: list[int]
    winners: list[int]  # points of the winner, by game
    margins: list[int]  # lead of the winner, by game
    last_moves: Mapping[str, int]  # games by the kind of their last move
    ties: int  # games with several winners

    def repetition_warning(self) -> Sentence | None:
        """Return a warning if some games are identical, else None."""
        if self.distinct == self.games:
            return None
        return say(
            "only {distinct} of {games} games are distinct: these bots are nearly deterministic, so the intervals are too narrow",
            distinct=self.distinct,
            games=self.games,
        )

    def kinds(self) -> Counter[str]:
        """Return the number of moves of each kind, most common first."""
        total: Counter[str] = Counter()
        for standing in self.standings:
            total.update(standing.kinds)
        return Counter(dict(total.most_common()))


def summarize(job: Job, results: Sequence[Result]) -> Summary:
    """Summarize some games of a job, at least one."""
    ratings = rate(results, job.seed)
    standings = [_standing(name, rating, results) for name, rating in ratings.of.items()]
    return Summary(
        job=job,
        games=len(results),
        distinct=len({result.digest for result in results}),
        anchor=ratings.anchor,
        standings=sorted(standings, key=lambda standing: -standing.rating.points),
        pairs={pair: _pair(*pair, results, difference) for pair, difference in ratings.differences.items()},
        seats=[proportion(sum(result.wins()[seat] for result in results), len(results)) for seat in range(job.seats)],
        seat_scores=[fmean(result.scores[seat] for result in results) for seat in range(job.seats)],
        lengths=[result.moves for result in results],
        winners=[result.scores[result.ranks.index(0)] for result in results],
        margins=[_margin(result.scores) for result in results],
        last_moves=Counter(dict(Counter(result.last for result in results).most_common())),
        ties=sum(result.ranks.count(0) > 1 for result in results),
    )


def _standing(name: str, rating: Rating, results: Sequence[Result]) -> Standing:
    appearances = [(result, seat) for result in results for seat in range(result.seats) if result.bots[seat] == name]
    kinds: Counter[str] = Counter()
    for result, seat in appearances:
        kinds.update(result.kinds[seat])
    return Standing(
        name=name,
        games=len(appearances),
        wins=proportion(sum(result.wins()[seat] for result, seat in appearances), len(appearances)),
        rating=rating,
        scores=[result.scores[seat] for result, seat in appearances],
        seconds=sum(result.seconds[seat] for result, seat in appearances) / max(1, kinds.total()),
        slowest=max(result.slowest[seat] for result, seat in appearances),
        faults=Counter(fault.kind for result, seat in appearances for fault in result.faults if fault.seat == seat),
        kinds=kinds,
    )


def _pair(a: str, b: str, results: Sequence[Result], difference: Rating) -> Pair:
    placings = [
        (result.ranks[one], result.ranks[other])
        for result in results
        for one, other in permutations(range(result.seats), 2)
        if result.bots[one] == a and result.bots[other] == b
    ]
    ahead = proportion(sum((one < other) + (one == other) / 2 for one, other in placings), len(placings))
    return Pair(len(placings), ahead, difference)


def _margin(scores: Sequence[int]) -> int:
    best = sorted(scores, reverse=True)
    return best[0] - best[1]


def to_json(summary: Summary, sprt: Sprt | None) -> dict[str, Any]:
    """Return the summary as JSON: the last object of `--json`."""
    first = summary.seats[0]
    values = {
        **asdict(summary.job),
        "games": summary.games,
        "different_games": summary.distinct,
        "bots": {standing.name: _standing_json(standing) for standing in summary.standings},
        "anchor": summary.anchor or "mean",
        "pairs": [_pair_json(a, b, pair) for (a, b), pair in summary.pairs.items()],
        "first_seat": {"win_share": first.value, "low": first.low, "high": first.high, "fair": 1 / summary.job.seats},
        "sprt": None,
    }
    if sprt is not None:
        values["sprt"] = {
            "a": sprt.a,
            "b": sprt.b,
            "won": sprt.won,
            "lost": sprt.lost,
            "level": sprt.level,
            "verdict": sprt.verdict,
        }
    return values


def _standing_json(standing: Standing) -> dict[str, Any]:
    return {
        "win_share": standing.wins.value,
        "win_low": standing.wins.low,
        "win_high": standing.wins.high,
        "rating": standing.rating.points,
        "low": standing.rating.low,
        "high": standing.rating.high,
        "mean_score": standing.mean_score,
        "games": standing.games,
        "seconds_a_move": standing.seconds,
        "slowest_move": standing.slowest,
        "faults": dict(standing.faults),
    }


def _pair_json(a: str, b: str, pair: Pair) -> dict[str, Any]:
    return {
        "a": a,
        "b": b,
        "games": pair.games,
        "ahead": pair.ahead.value,
        "ahead_low": pair.ahead.low,
        "ahead_high": pair.ahead.high,
        "difference": pair.difference.points,
        "low": pair.difference.low,
        "high": pair.difference.high,
    }

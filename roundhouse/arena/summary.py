"""What many games say together: standings, pairs, seats, lengths, ends and kinds of moves."""

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
from roundhouse.arena.share import Share, share
from roundhouse.arena.sprt import Sprt
from roundhouse.core.sentence import Sentence, say


@dataclass(frozen=True)
class Standing:
    """One bot. It may sit at several seats of a game; each counts."""

    name: str
    games: int  # and seats
    wins: Share
    rating: Rating
    scores: list[int]
    seconds: float  # a move, on average
    slowest: float
    faults: Mapping[str, int]  # moves lost, by kind
    kinds: Mapping[str, int]  # moves made, by kind

    @property
    def mean_score(self) -> float:
        """Points a game."""
        return fmean(self.scores)

    @property
    def deviation(self) -> float:
        """Of the points."""
        return pstdev(self.scores)


@dataclass(frozen=True)
class Pair:
    """How one bot fares against another in the games where both sit."""

    games: int  # where both sit; more, if a bot sits twice
    ahead: Share  # of those games, a tie counted half
    difference: Rating


@dataclass(frozen=True)
class Summary:
    """All of a run. Standings stand in the order of their ratings."""

    job: Job
    games: int
    different: int  # games; fewer than all where bots leave nothing to chance
    anchor: str  # the bot whose rating is 0, or "" where the mean is
    standings: list[Standing]
    pairs: Mapping[tuple[str, str], Pair]
    seats: list[Share]  # won by seat
    seat_scores: list[float]
    lengths: list[int]
    winners: list[int]  # points of the first, by game
    margins: list[int]  # points of the first above the second
    lasts: Mapping[str, int]  # kinds of last moves
    ties: int  # games with several winners

    def repeated(self) -> Sentence | None:
        """A warning where games were played that are the same as others."""
        if self.different == self.games:
            return None
        return say(
            "only {different} of {games} games are different: these bots leave little to chance, and the intervals claim too much",
            different=self.different,
            games=self.games,
        )

    def kinds(self) -> Counter[str]:
        """All moves by kind, the commonest first."""
        total: Counter[str] = Counter()
        for standing in self.standings:
            total.update(standing.kinds)
        return Counter(dict(total.most_common()))


def summarize(job: Job, results: Sequence[Result]) -> Summary:
    """The summary of some games of a job, at least one."""
    ratings = rate(results, job.seed)
    standings = [_standing(name, rating, results) for name, rating in ratings.of.items()]
    return Summary(
        job=job,
        games=len(results),
        different=len({result.digest for result in results}),
        anchor=ratings.anchor,
        standings=sorted(standings, key=lambda standing: -standing.rating.points),
        pairs={pair: _pair(*pair, results, difference) for pair, difference in ratings.differences.items()},
        seats=[share(sum(result.wins()[seat] for result in results), len(results)) for seat in range(job.seats)],
        seat_scores=[fmean(result.scores[seat] for result in results) for seat in range(job.seats)],
        lengths=[result.moves for result in results],
        winners=[result.scores[result.ranks.index(0)] for result in results],
        margins=[_margin(result.scores) for result in results],
        lasts=Counter(dict(Counter(result.last for result in results).most_common())),
        ties=sum(result.ranks.count(0) > 1 for result in results),
    )


def _standing(name: str, rating: Rating, results: Sequence[Result]) -> Standing:
    sat = [(result, seat) for result in results for seat in range(result.seats) if result.bots[seat] == name]
    kinds: Counter[str] = Counter()
    for result, seat in sat:
        kinds.update(result.kinds[seat])
    return Standing(
        name=name,
        games=len(sat),
        wins=share(sum(result.wins()[seat] for result, seat in sat), len(sat)),
        rating=rating,
        scores=[result.scores[seat] for result, seat in sat],
        seconds=sum(result.seconds[seat] for result, seat in sat) / max(1, kinds.total()),
        slowest=max(result.slowest[seat] for result, seat in sat),
        faults=Counter(fault.kind for result, seat in sat for fault in result.faults if fault.seat == seat),
        kinds=kinds,
    )


def _pair(a: str, b: str, results: Sequence[Result], difference: Rating) -> Pair:
    meetings = [
        (result.ranks[one], result.ranks[other])
        for result in results
        for one, other in permutations(range(result.seats), 2)
        if result.bots[one] == a and result.bots[other] == b
    ]
    ahead = share(sum((one < other) + (one == other) / 2 for one, other in meetings), len(meetings))
    return Pair(len(meetings), ahead, difference)


def _margin(scores: Sequence[int]) -> int:
    best = sorted(scores, reverse=True)
    return best[0] - best[1]


def to_json(summary: Summary, sprt: Sprt | None) -> dict[str, Any]:
    """For programs: the last object of `--json`."""
    first = summary.seats[0]
    facts = {
        **asdict(summary.job),
        "games": summary.games,
        "different_games": summary.different,
        "bots": {standing.name: _standing_json(standing) for standing in summary.standings},
        "anchor": summary.anchor or "mean",
        "pairs": [_pair_json(a, b, pair) for (a, b), pair in summary.pairs.items()],
        "first_seat": {"win_share": first.value, "low": first.low, "high": first.high, "fair": 1 / summary.job.seats},
        "sprt": None,
    }
    if sprt is not None:
        facts["sprt"] = {"a": sprt.a, "b": sprt.b, "won": sprt.won, "lost": sprt.lost, "level": sprt.level, "verdict": sprt.verdict}
    return facts


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

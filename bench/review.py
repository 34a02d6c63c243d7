"""Fit and measure reviews of games: win chances against results, accuracy against levels, planted blunders.

    python -m bench.review calibrate --games 60          fit the constants of chances; write roundhouse/review/calibration.json
    python -m bench.review grade --games 6               fit the constant of the accuracy likewise; after `calibrate`
    python -m bench.review chances tickets --games 300   predicted chances against results, in ten bins, and Brier scores
    python -m bench.review levels tickets --games 10     accuracy of each level of bots
    python -m bench.review blunders tickets --games 50   how often a planted blunder is among the three turning points

All games are between bots; `chances` and `blunders` take other seeds than `calibrate`, so no
constant is measured on what it was fitted to.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Any

from roundhouse import GAMES
from roundhouse.bots import make
from roundhouse.bots.bot import Budget
from roundhouse.bots.evaluator import win_share
from roundhouse.bots.playout import Simulator
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.record import Record
from roundhouse.core.state import CHANCE, OVER, State
from roundhouse.games import find
from roundhouse.play.chance import Seeded
from roundhouse.play.table import Table
from roundhouse.review.calibration import Calibration, calibration_of, fitted_constants
from roundhouse.review.judge import Judge
from roundhouse.review.reviewer import Reviewer

FILE = Path(__file__).parent.parent / "roundhouse/review/calibration.json"
POSITIONS = 8  # of each game
PLAYOUTS = 16  # of each position
FIT, TEST = 7, 1_000_007  # seeds
SCALES = (300, 400, 550, 750, 1000, 1400, 1900, 2600, 3600)
SHARPNESSES = (0.6, 0.7, 0.8, 0.9, 1.0, 1.15, 1.3, 1.5, 1.8)
SCORE_SCALES = (100, 200, 400, 800, 1500, 2500, 4000, 6000, 10_000, 20_000)
REVIEW = Budget(iterations=12_000)
LEAST_ACCURACY = 50.0


@dataclass
class Case:
    """A position of a game, and how the game ended."""

    worlds: list[State]  # after the playouts
    scores: list[int]  # on the board at that moment
    result: list[float]


def cases(game: Game[Any], seats: int, games: int, seed: int) -> Iterator[Case]:
    """Yield positions of games in which all seats are `regular`, or all `novice` in one game of five."""
    simulator = Simulator(game.advise, 48, 2)
    for number in range(games):
        rng = Rng(seed * 1_000_003 + number)
        bots = [make("novice" if number % 5 == 4 else "regular", game, rng.word()) for _ in range(seats)]
        state: State = game.start(seats)
        states = []
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.apply(state.draw(rng))
                continue
            states.append(state.copy())
            state.apply(bots[state.actor].choose(game.view(state, state.actor), list(state.legal_moves())))
        result = [win_share(state.ranks(), seat) for seat in range(seats)]
        for part in range(POSITIONS):
            chosen = states[(part * len(states) + rng.below(len(states))) // POSITIONS]
            worlds = []
            for _ in range(PLAYOUTS):
                world = chosen.copy()
                simulator.run(world, world.actor, rng)
                worlds.append(world)
            yield Case(worlds, list(chosen.scores()), result)


def predictions(game: Game[Any], found: Sequence[Case], calibration: Calibration) -> list[list[float]]:
    """Return the chances of every case."""
    judge = Judge(game, calibration)
    shares = [[judge.outcome(world).shares for world in case.worlds] for case in found]
    return [calibration.chances([fmean(column) for column in zip(*rows, strict=True)]) for rows in shares]


def log_loss(chances: Sequence[Sequence[float]], found: Sequence[Case]) -> float:
    """Return the mean cross-entropy of chances and results."""
    return fmean(
        -sum(share * math.log(max(chance, 1e-6)) for chance, share in zip(row, case.result, strict=True))
        for row, case in zip(chances, found, strict=True)
    )


def brier(chances: Sequence[Sequence[float]], found: Sequence[Case]) -> float:
    """Return the mean squared difference of chances and results, by seat."""
    return fmean(
        (chance - share) ** 2
        for row, case in zip(chances, found, strict=True)
        for chance, share in zip(row, case.result, strict=True)
    )


def fit(game: Game[Any], found: Sequence[Case]) -> Calibration:
    """Return the scale and the sharpness with the least cross-entropy."""
    best = (math.inf, Calibration())
    for scale in SCALES:
        judge = Judge(game, Calibration(scale=scale))
        shares = [
            [fmean(column) for column in zip(*(judge.outcome(world).shares for world in case.worlds), strict=True)]
            for case in found
        ]
        for sharpness in SHARPNESSES:
            calibration = Calibration(scale=scale, sharpness=sharpness)
            best = min(best, (log_loss([calibration.chances(row) for row in shares], found), calibration), key=lambda pair: pair[0])
    return best[1]


def by_score(found: Sequence[Case], scale: float) -> list[list[float]]:
    """Return the chances that follow from the score so far alone."""
    return [Calibration(scale=scale).shares([100 * score for score in case.scores]) for case in found]


def play(game: Game[Any], levels: Sequence[str], seed: int) -> Table:
    """Return a finished game between bots of these levels."""
    table = Table(game, len(levels), {}, Seeded(seed))
    bots = [make(level, game, seed * 100 + seat) for seat, level in enumerate(levels)]
    while not table.over:
        table.play(table.actor, bots[table.actor].choose(table.view(table.actor), table.moves(table.actor)))
    return table


def losses(game: Game[Any], seats: int, games: int, seed: int) -> dict[str, list[float]]:
    """Return the mean losses of the levels, one for each game and seat."""
    found: dict[str, list[float]] = {}
    levels = ("novice", "regular", "expert")
    for number in range(games):
        chosen = [levels[(number + seat) % len(levels)] for seat in range(seats)]
        reviewer = Reviewer(play(game, chosen, seed + number).record(), seed)
        for _ in reviewer.work(REVIEW):
            pass
        for level, player in zip(chosen, reviewer.review().players, strict=True):
            found.setdefault(level, []).append(player.mean_loss)
    return found


def store(name: str, fitted: dict[int, Calibration]) -> None:
    """Write the constants of one game."""
    known = json.loads(FILE.read_text("utf-8"))
    known[name] = {str(seats): asdict(calibration) for seats, calibration in fitted.items()}
    FILE.write_text(json.dumps(known, indent=2) + "\n", "utf-8")
    fitted_constants.cache_clear()


def calibrate(args: argparse.Namespace) -> None:
    """Fit the constants of win chances, and write them."""
    for game in [find(args.game)] if args.game else GAMES:
        fitted = {}
        for seats in game.seats:
            found = fit(game, list(cases(game, seats, args.games, FIT)))
            fitted[seats] = replace(found, severity=calibration_of(game.name, seats).severity)
            print(game.name, seats, fitted[seats], flush=True)
        store(game.name, fitted)


def grade(args: argparse.Namespace) -> None:
    """Fit the severity: the level of bots that loses most gets the accuracy 50. Write it."""
    for game in [find(args.game)] if args.game else GAMES:
        severities = {}
        for seats in (2, 4):
            found = {level: fmean(values) for level, values in losses(game, seats, args.games, FIT).items()}
            severities[seats] = round(-math.log(LEAST_ACCURACY / 100) / max(1e-4, *found.values()), 1)
            accuracies = {level: round(Calibration(severity=severities[seats]).accuracy(loss)) for level, loss in found.items()}
            losses_shown = {level: round(loss, 4) for level, loss in found.items()}
            print(
                game.name, seats, "severity", severities[seats], "mean losses", losses_shown, "accuracies", accuracies, flush=True
            )
        store(
            game.name,
            {seats: replace(calibration_of(game.name, seats), severity=severities[2 if seats == 2 else 4]) for seats in game.seats},
        )


def chances(args: argparse.Namespace) -> None:
    """Print predicted chances against results."""
    game = find(args.game)
    found = list(cases(game, args.seats, args.games, TEST))
    predicted = predictions(game, found, calibration_of(game.name, args.seats))
    scale = min(SCORE_SCALES, key=lambda one: log_loss(by_score(found, one), found))  # the baseline is fitted in hindsight
    print(f"{game.name}, {args.seats} seats, {args.games} games, {len(found)} positions")
    print(f"Brier score {brier(predicted, found):.3f}, by the score so far {brier(by_score(found, scale), found):.3f}")
    bins: list[list[tuple[float, float]]] = [[] for _ in range(10)]
    for row, case in zip(predicted, found, strict=True):
        for chance, share in zip(row, case.result, strict=True):
            bins[min(9, int(chance * 10))].append((chance, share))
    worst = 0.0
    for number, pairs in enumerate(bins):
        if pairs:
            predicted_mean, happened = fmean(pair[0] for pair in pairs), fmean(pair[1] for pair in pairs)
            shown = f"{predicted_mean:6.1%} predicted, {happened:6.1%} happened, {len(pairs):5} cases"
            print(f"  from {10 * number:2} %: {shown}")
            if len(pairs) >= 100:
                worst = max(worst, abs(predicted_mean - happened))
    print(f"  largest difference in a bin of 100 cases: {worst:.1%}")


def levels(args: argparse.Namespace) -> None:
    """Print the accuracy of each level."""
    game = find(args.game)
    calibration = calibration_of(game.name, args.seats)
    for level, values in losses(game, args.seats, args.games, TEST).items():
        accuracy = calibration.accuracy(fmean(values))
        print(f"{game.name} {args.seats} {level:8} accuracy {accuracy:5.1f}, mean loss {fmean(values):.4f}, {len(values)} seats")


def blunders(args: argparse.Namespace) -> None:
    """Plant one blunder in each game and look for it among the turning points."""
    game = find(args.game)
    hits = tried = 0
    for number in range(args.first, args.first + args.games):
        planted = with_blunder(game, args.seats, TEST + number)
        if planted is None:
            continue
        record, at = planted
        reviewer = Reviewer(record, number)
        for _ in reviewer.work(REVIEW):
            pass
        review = reviewer.review()
        blundered = next(judgement.turn for judgement in review.decisions if judgement.at == at)
        hits += any(review.decisions[index].turn == blundered for index in review.turning_points)
        tried += 1
        print(f"{game.name}: {hits} of {tried}", flush=True)


def with_blunder(game: Game[Any], seats: int, seed: int) -> tuple[Record, int] | None:
    """Return a game of `regular` bots with the worst of several moves at one decision, and the index of that move.

    A blunder costs at least 15 % of the win, measured from the view of its seat in 24 worlds; None if no such move was found.
    """
    rng = Rng(seed)
    calibration = calibration_of(game.name, seats)
    judge = Judge(game, calibration)
    length = play(game, ["regular"] * seats, seed).moves_made
    table = Table(game, seats, {}, Seeded(seed))
    bots = [make("regular", game, seed * 100 + seat) for seat in range(seats)]
    first, at = length // 5 + rng.below(length // 2), -1
    while not table.over:
        seat, moves = table.actor, table.moves(table.actor)
        view = table.view(seat)
        move = bots[seat].choose(view, moves)
        if at < 0 and table.moves_made >= first and len(moves) > 2:
            sample = sorted({moves[rng.below(len(moves))] for _ in range(8)} - {move})
            worlds = rng.word()
            values = {one: worth(game, judge, calibration, view, one, worlds) for one in (move, *sample)}
            worst = min(values, key=lambda one: values[one])
            if values[move] - values[worst] >= 0.15:
                at, move = table.moves_made, worst
        table.play(seat, move)
    return (table.record(), at) if at >= 0 else None


def worth(game: Game[Any], judge: Judge, calibration: Calibration, view: Any, move: int, seed: int) -> float:
    """Return the chance of the acting seat after a move, in worlds that fit its view."""
    rows = []
    for number in range(24):
        rng = Rng(seed * 100 + number)
        world = game.determinize(view, rng)
        world.apply(move)
        rows.append(judge.play_out(world, view.seat, rng).shares)
    return calibration.chances([fmean(column) for column in zip(*rows, strict=True)])[view.seat]


def main() -> None:
    """Run one measurement."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=("calibrate", "grade", "chances", "levels", "blunders"))
    parser.add_argument("game", nargs="?", help="name of a game; calibrate and grade: all games by default")
    parser.add_argument("--games", type=int, default=60, help="games to play")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--first", type=int, default=0, help="blunders: number of the first trial, to go on with earlier ones")
    args = parser.parse_args()
    if args.action not in ("calibrate", "grade") and args.game is None:
        parser.error("name a game")
    {"calibrate": calibrate, "grade": grade, "chances": chances, "levels": levels, "blunders": blunders}[args.action](args)


if __name__ == "__main__":
    main()

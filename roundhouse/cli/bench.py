"""`roundhouse bench`: the speed of the engine, as ratios within one run."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Callable
from itertools import count, islice
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import roundhouse
from roundhouse import engine
from roundhouse.bots.bot import Budget
from roundhouse.bots.search import SearchBot
from roundhouse.bots.settings import Settings
from roundhouse.cli.options import parse_options
from roundhouse.cli.parser import Parser, setting
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.playout import copies, random_moves, random_playout
from roundhouse.core.sentence import Sentence, say
from roundhouse.core.state import CHANCE, OVER, State
from roundhouse.games import find
from roundhouse.ui.text import translate

NAME: Final = "bench"
HELP: Final = say("measure the speed of the engine")
EXAMPLES: Final = ("roundhouse bench {game}", "roundhouse bench {game} --json")

ROUNDS: Final = 3
SECONDS: Final = 0.5  # per measurement and round
SLICE_SECONDS: Final = 0.05  # the fastest slice of a measurement counts: other processes can only slow it down
KERNEL_SLICES: Final = 5  # of the C kernel, per round
COPIES: Final = 5_000
CATAN_GAMES: Final = 10  # always the same games of Catan: the speed of some is three times that of others
LIGHT: Final = Settings(noise=100, horizon=1_000_000, prune_lead=1e9)  # random playouts to the end, never stopping early
GUIDED: Final = Settings(horizon=1_000_000, prune_lead=1e9)  # the same with the heuristic
_BENCH: Final = Path(roundhouse.__file__).parent.parent / "bench"  # exists only in a checkout

Figures = dict[str, float]


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `bench`."""
    parser.argument("GAME", say("name of a game, as listed by 'roundhouse games'"))
    parser.option(
        "--option", say("set an option of the game; may be repeated"), setting, action="append", metavar="NAME=VALUE", default=[]
    )
    parser.flag("--json", say("print JSON: one line per number of players"))
    parser.flag("--quick", say("measure for a shorter time, in a single round"))


def run(args: Namespace) -> int:
    """Measure and print. Always return 0: a slow machine is not an error."""
    found = find(args.game)
    options = parse_options(found, args.option)
    game = found.on(options)
    seconds = SECONDS / 10 if args.quick else SECONDS
    if args.json:
        for seats in game.seats:
            print(json.dumps(figures_for(game, seats, seconds)), flush=True)
        return 0
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        figures = compare(game, seconds, 1 if args.quick else ROUNDS, progress)
    _print(game, figures, args.language)
    return 0


def figures_for(game: Game[Any], seats: int, seconds: float) -> dict[str, object]:
    """Return the figures for one number of seats and the loaded engine, as `--json` prints them."""
    figures = play(game, seats, seconds)
    return {
        "game": game.name,
        "seats": seats,
        "compiled": engine.is_compiled(),
        "games_per_s": round(figures["games_per_s"], 1),
        "moves_per_s": round(figures["moves_per_s"]),
        "copies_per_s": round(copy(game, seats, seconds)),
    }


def compare(game: Game[Any], seconds: float, rounds: int, progress: Progress) -> Figures:
    """Take all measurements in turn, `rounds` times, and return the best of each figure."""
    seats = 4 if 4 in game.seats else game.seats[-1]
    measures: dict[str, Callable[[], Figures]] = {
        "play": lambda: play(game, seats, seconds),
        "copy": lambda: {"copies_per_s": copy(game, seats, seconds)},
        "driven": lambda: {"driven_per_s": driven(game, seats, seconds)},
        "limit": lambda: limit(game, seats),
        "interpreted": lambda: interpreted(game, seats),
        "catanatron": lambda: catanatron(seconds),
        "search": lambda: {
            "playouts_per_s": searched(game, seats, seconds, LIGHT),
            "guided_per_s": searched(game, seats, seconds, GUIDED),
        },
        "late": lambda: late_over_early(game, seats, seconds),
    }
    best: Figures = {"seats": seats}
    task = progress.add_task(f"bench {game.name}", total=rounds * len(measures))
    for _ in range(rounds):
        for measure in measures.values():
            for name, figure in measure().items():
                better = min if name == "late_over_early" else max
                best[name] = better(best.get(name, figure), figure)
            progress.advance(task)
    for name in ("limit", "interpreted", "catanatron"):
        if f"{name}_moves_per_s" in best:
            best[f"times_{name}"] = best["moves_per_s"] / best[f"{name}_moves_per_s"]
    return best


def play(game: Game[Any], seats: int, seconds: float) -> Figures:
    """Measure random games to the end, scores included."""
    seeds = count()

    def run_once() -> Counter[str]:
        done: Counter[str] = Counter()
        for seed in islice(seeds, 20 if engine.is_compiled() else 1):
            state = game.start(seats)
            done["moves"] += random_playout(state, Rng(seed))
            state.scores()
            done["games"] += 1
        return done

    rates = fastest(run_once, seconds)
    return {"games_per_s": rates["games"], "moves_per_s": rates["moves"]}


def fastest(run_once: Callable[[], Counter[str]], seconds: float) -> Figures:
    """Return the rates per second of the fastest slice, judged by the first counter of `run_once`."""
    best: Figures = {}
    end = time.process_time() + seconds
    while not best or time.process_time() < end:
        done: Counter[str] = Counter()
        begin = time.process_time()
        while (spent := time.process_time() - begin) < SLICE_SECONDS or not done:
            done += run_once()
        rates = {name: times / spent for name, times in done.items()}
        best = max(best, rates, key=lambda each: next(iter(each.values()), 0.0))
    return best


def copy(game: Game[Any], seats: int, seconds: float) -> float:
    """Measure copies per second of a mid-game position."""
    state = game.start(seats)
    random_moves(state, Rng(3), random_playout(game.start(seats), Rng(3)) // 2)

    def run_once() -> Counter[str]:
        copies(state, COPIES)
        return Counter(copies=COPIES)

    return fastest(run_once, seconds / 5)["copies"]


def driven(game: Game[Any], seats: int, seconds: float) -> float:
    """Measure player moves per second when interpreted Python drives the engine move by move, as an environment does."""
    seeds = count()

    def run_once() -> Counter[str]:
        moves = 0
        rng = Rng(next(seeds))
        state = game.start(seats)
        while (actor := state.actor) != OVER:
            if actor == CHANCE:
                state.apply(state.draw(rng))
            else:
                legal = state.legal_moves()
                state.apply(legal[rng.below(len(legal))])
                moves += 1
        return Counter(moves=moves)

    return fastest(run_once, seconds)["moves"]


def searched(game: Game[Any], seats: int, seconds: float, settings: Settings) -> float:
    """Measure playouts per second of a search near the start of a game."""
    state = game.start(seats)
    rng = Rng(5)
    random_moves(state, rng, seats)
    bot = SearchBot(game, Budget(seconds=seconds), 1, settings=settings, clock=time.process_time)
    bot.choose(game.view(state, state.actor), list(state.legal_moves()))
    return int(bot.iterations) / bot.seconds


def late_over_early(game: Game[Any], seats: int, seconds: float) -> Figures:
    """Measure the cost of a move in the last quarter of a game relative to the first."""
    early = late = 0.0
    seed = 0
    while early + late < seconds / 2 or not seed:
        quarter = random_playout(game.start(seats), Rng(seed)) // 4
        rng = Rng(seed)
        state = game.start(seats)
        random_moves(state, rng, 0)  # past the setup
        early += _timed(state, rng, quarter)
        random_moves(state, rng, 2 * quarter)
        late += _timed(state, rng, quarter)
        seed += 1
    return {"late_over_early": late / early}


def _timed(state: State, rng: Rng, count: int) -> float:
    begin = time.process_time()
    random_moves(state, rng, count)
    return time.process_time() - begin


def interpreted(game: Game[Any], seats: int) -> Figures:
    """Measure the same source uncompiled, in another process."""
    if not engine.is_compiled():
        return {}
    command = [sys.executable, "-m", "roundhouse", "bench", game.name, "--json", "--quick"]
    lines = subprocess.run(command, env={**os.environ, engine.PURE: "1"}, capture_output=True, text=True, check=True).stdout
    figures = next(figures for figures in map(json.loads, lines.splitlines()) if figures["seats"] == seats)
    return {"interpreted_moves_per_s": figures["moves_per_s"]}


def limit(game: Game[Any], seats: int) -> Figures:
    """Measure the C kernel of nearly the same rules, if the game has one and there is a compiler."""
    source = _BENCH / "limit" / f"{game.name}.c"
    compiler = shutil.which("gcc") or shutil.which("cc")
    if not source.exists() or compiler is None:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / "limit")
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, str(source)], check=True)
        rates = [_kernel(program, seats) for _ in range(KERNEL_SLICES)]
    return {"limit_moves_per_s": max(rates)}


def _kernel(program: str, seats: int) -> float:
    """Return the moves per second of the C kernel in one slice."""
    printed = subprocess.run([program, "1000", str(seats)], capture_output=True, text=True, check=True).stdout
    match = re.search(r"([\d.]+) moves/s", printed)
    assert match is not None, printed
    return float(match[1])


def catanatron(seconds: float) -> Figures:
    """Measure Catanatron's random players, if the package is installed."""
    try:
        from catanatron import Color, RandomPlayer
        from catanatron import Game as Catan
    except ImportError:
        return {}

    def run_once() -> Counter[str]:
        moves = 0
        for seed in range(CATAN_GAMES):
            catan = Catan([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)], seed=seed)
            catan.play()
            moves += len(catan.state.actions)
        return Counter(moves=moves)

    return {"catanatron_moves_per_s": fastest(run_once, seconds)["moves"]}


_ROWS: Final[tuple[tuple[str, Sentence, str], ...]] = (
    ("games_per_s", say("random games per second"), "{:,.0f}"),
    ("moves_per_s", say("player moves per second"), "{:,.0f}"),
    ("copies_per_s", say("copies per second"), "{:,.0f}"),
    ("driven_per_s", say("moves per second, driven from interpreted Python"), "{:,.0f}"),
    ("playouts_per_s", say("random games per second, within a search"), "{:,.0f}"),
    ("guided_per_s", say("heuristic games per second, within a search"), "{:,.0f}"),
    ("times_limit", say("speed relative to the C kernel of the same rules"), "{:.2f}"),
    ("times_interpreted", say("speed relative to the interpreted engine"), "{:.1f}"),
    ("times_catanatron", say("moves per second relative to Catanatron's random play"), "{:.0f}"),
    ("late_over_early", say("cost of a late move relative to an early one"), "{:.2f}"),
)


def targets(game: Game[Any]) -> Figures:
    """Return the targets of the figures; empty outside a checkout."""
    path = _BENCH / "targets.json"
    stated = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return {**stated.get("every game", {}), **stated.get(game.name, {})}


def _print(game: Game[Any], figures: Figures, language: str) -> None:
    wanted = targets(game)
    loaded = say("compiled") if engine.is_compiled() else say("interpreted")
    title = say("{title}, {seats} seats, engine {engine}", title=game.title, seats=int(figures["seats"]), engine=loaded)
    table = Table(title=translate(title, language), title_justify="left")
    table.add_column(translate(say("figure"), language))
    table.add_column(translate(say("measured"), language), justify="right")
    table.add_column(translate(say("target"), language), justify="right")
    table.add_column("")
    for name, label, form in _ROWS:
        value = form.format(figures[name]) if name in figures else translate(say("not available"), language)
        target, verdict = _verdict(name, figures, wanted, form)
        table.add_row(translate(label, language), value, target, translate(verdict, language) if verdict else "")
    Console().print(table)


def _verdict(name: str, figures: Figures, wanted: Figures, form: str) -> tuple[str, Sentence | None]:
    if name not in wanted:
        return "", None
    at_most = name == "late_over_early"
    target = ("≤ " if at_most else "≥ ") + form.format(wanted[name])
    if name not in figures:
        return target, None
    met = figures[name] <= wanted[name] if at_most else figures[name] >= wanted[name]
    return target, say("met") if met else say("missed")

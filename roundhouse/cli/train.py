"""`roundhouse train`: train an agent by self-play; it plays as the bot `net:FILE`."""

from __future__ import annotations

import argparse
import importlib.util
import math
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from roundhouse.arena.job import Job
from roundhouse.arena.journal import Journal
from roundhouse.arena.report import Chapter, page
from roundhouse.arena.run import run as run_games
from roundhouse.arena.schedule import round_length
from roundhouse.arena.summary import summarize
from roundhouse.arena.workers import process_pool
from roundhouse.cli import files
from roundhouse.cli.arena import REPORT
from roundhouse.cli.options import parse_options
from roundhouse.cli.parser import Parser, WrongUsage, positive, setting
from roundhouse.cli.parser import whole as whole_number
from roundhouse.cli.printing import print_note
from roundhouse.cli.progress import cores, progress
from roundhouse.cli.screen import Screen
from roundhouse.cli.standings import show_chapter
from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup, say
from roundhouse.games import find
from roundhouse.ui.numbers import percent, whole
from roundhouse.ui.picture import png
from roundhouse.ui.text import translate

if TYPE_CHECKING:
    from roundhouse.research.learn.rollout import Collect
    from roundhouse.research.learn.settings import Settings
    from roundhouse.research.learn.train import TrainingRun

NAME: Final = "train"
HELP: Final = say("train a neural network by self-play")
EXAMPLES: Final = (
    "roundhouse train {game} --seats 2 --minutes 5",
    "roundhouse train {game} --seats all --minutes 60",
    "roundhouse train {game} --minutes 60 --resume",
    "roundhouse train {game} --export-onnx agent.onnx",
    "roundhouse arena {game} --bots greedy,random,net:train/{game}-2/agent.safetensors",
)
_ARENA: Final = "arena"  # folder of the final games
_CURVE: Final = "curve"
_PIXELS: Final = 1280  # width of the curve as PNG


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `train`."""
    parser.argument("GAME", say("name of a game, as listed by 'roundhouse games'"))
    parser.option(
        "--seats",
        say("numbers of players, such as 2 or 2,4, or 'all'; one network learns them together"),
        default_text=say("the fewest the game allows"),
        metavar="K,...",
    )
    parser.option("--minutes", say("training time in minutes"), _minutes, default=5.0, metavar="M")
    parser.option(
        "--out",
        say("folder for weights, checkpoints and curves"),
        default_text=say("named after the game, in 'train'"),
        metavar="DIR",
    )
    parser.option("--seed", say("seed of the weights and games"), whole_number, default=0, metavar="S")
    parser.option(
        "--option", say("set an option of the game; may be repeated"), setting, action="append", metavar="NAME=VALUE", default=[]
    )
    parser.flag("--resume", say("resume the run in the folder"))
    parser.option("--start", say("weight file to start from"), metavar="FILE")
    parser.option(
        "--imitate", say("updates at the start in which the moves of the heuristic are learned"), whole_number, metavar="UPDATES"
    )
    parser.option(
        "--set", say("set a hyperparameter of the run; may be repeated"), setting, action="append", metavar="NAME=VALUE", default=[]
    )
    parser.option("--export-onnx", say("write the agent in the folder as an ONNX file, without training"), metavar="FILE")
    parser.option(
        "--games",
        say("games against each opponent, in every evaluation and in the final arena run"),
        positive,
        default=100,
        metavar="N",
    )
    parser.option("--processes", say("number of CPU cores to use"), positive, default=cores(), default_text=say("all"), metavar="P")
    parser.flag("--ray", say("play on a Ray cluster: the one at $RAY_ADDRESS, or one started here"))


def run(args: argparse.Namespace) -> int:
    """Train, play the agent in the arena, and print where the files are; or export an agent."""
    found = find(args.game)
    options = parse_options(found, args.option)
    game = found.on(options)
    seats = _seats(game, args.seats)
    for count in seats:
        game.start(count, game.options_from(options))  # raises BadSetup if they do not fit the game
    folder = Path(args.out) if args.out is not None else Path("train") / f"{game.name}-{'-'.join(map(str, seats))}"
    screen = Screen(args.language)
    if args.export_onnx is not None:
        return _export(game, folder, args, screen)
    training_run = _prepare_run(game, seats, options, folder, args)
    try:
        _train(training_run, screen, args)
    finally:
        _draw_curve(game, training_run, screen)
    _play_arena(game, training_run, screen, args)
    return 0


def _seats(game: Game[Any], text: str | None) -> tuple[int, ...]:
    """Return the numbers of seats of the run, in ascending order."""
    if text is None:
        return (game.seats[0],)
    if text == "all":
        return tuple(game.seats)
    return tuple(sorted({whole_number("--seats", word) for word in text.split(",")}))


def _export(game: Game[Any], folder: Path, args: argparse.Namespace, screen: Screen) -> int:
    if importlib.util.find_spec("onnx") is None:
        raise BadSetup(say("--export-onnx needs onnx: install it with pip install 'roundhouse-games[train]'"))
    from roundhouse.research.learn.settings import AGENT
    from roundhouse.research.onnx_export import export

    export(game, folder / AGENT, Path(args.export_onnx))
    screen.tell(say("ONNX file: {file}", file=args.export_onnx))
    return 0


def _prepare_run(
    game: Game[Any], seats: tuple[int, ...], options: dict[str, Any], folder: Path, args: argparse.Namespace
) -> TrainingRun:
    """Return a new or resumed run. Torch is imported here because no other command needs it."""
    if importlib.util.find_spec("torch") is None:
        raise BadSetup(say("train needs torch: install it with pip install 'roundhouse-games[train]'"))
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # spinning threads would slow down a busy machine
    import torch

    from roundhouse.research.learn.ppo import Learner
    from roundhouse.research.learn.settings import default_settings
    from roundhouse.research.learn.train import CHECKPOINT, TrainingRun, best_device

    device = best_device()
    torch.set_num_threads(args.processes if device == "cpu" else 1)
    settings = default_settings(game, seats, options, args.seed, device)
    if args.resume:
        return TrainingRun.resume(folder, settings, device, args.games, dict(args.set))
    if (folder / CHECKPOINT).exists():
        raise BadSetup(
            say("the folder '{folder}' already holds a training run; use --resume, or another --out", folder=str(folder))
        )
    imitation = {} if args.imitate is None else {"imitation_updates": str(args.imitate)}
    changes = {**imitation, **dict(args.set)}
    if args.start is None:
        learner = Learner(settings.changed(changes), device)
    else:
        learner = Learner.from_weights(Path(args.start), settings, changes, device)
    files.make_folder(str(folder))
    return TrainingRun(learner, folder, args.games)


def _collector(settings: Settings, device: str, args: argparse.Namespace) -> AbstractContextManager[Collect]:
    from roundhouse.research.learn.cluster import on_ray
    from roundhouse.research.learn.rollout import on_processes

    if args.ray:
        return on_ray(settings, args.processes)
    # Beside a GPU the other cores play; without one they learn, which takes nearly all of the time.
    return on_processes(settings, device, max(1, args.processes - 1) if device == "cuda" else 0)


def _train(training_run: TrainingRun, screen: Screen, args: argparse.Namespace) -> None:
    learner = training_run.learner
    try:
        with (
            _collector(learner.settings, learner.device, args) as collect,
            _bar(training_run, args.minutes * 60, screen) as on_update,
        ):
            training_run.run(collect, args.minutes, on_update)
    except KeyboardInterrupt:
        stopped = say("Stopped after {count} updates; add --resume to the same command to resume.", count=learner.updates)
        print_note("\n" + translate(stopped, args.language))
        raise


@contextmanager
def _bar(training_run: TrainingRun, seconds: float, screen: Screen) -> Iterator[Callable[[TrainingRun], None]]:
    """Show a bar with the time left on a terminal, and print every point of the curve as a line."""
    console = Console(file=sys.stderr)
    start = training_run.seconds
    printed = len(training_run.curve)
    columns = (BarColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=seconds)

        def on_update(now: TrainingRun) -> None:
            nonlocal printed
            for point in now.curve[printed:]:
                screen.show(_line(point.seconds, point.decisions, point.wins, screen))
            printed = len(now.curve)
            rate = whole(now.learner.decisions / max(now.seconds, 1e-9), screen.language)
            wins = "  ".join(f"{opponent} {percent(share, screen.language, 0)}" for opponent, share in now.curve[-1].wins.items())
            pace = screen.text(say("{rate} decisions/s", rate=rate))
            bar.update(task, completed=now.seconds - start, description=f"{wins}  {pace}")

        yield on_update


def _line(seconds: float, decisions: int, wins: dict[str, float], screen: Screen) -> str:
    """Return one point of the curve in words."""
    shares = ", ".join(f"{opponent} {percent(share, screen.language, 0)}" for opponent, share in wins.items())
    return screen.text(
        say(
            "{time}  {decisions} decisions; wins against {shares}",
            time=f"{int(seconds) // 60}:{int(seconds) % 60:02}",
            decisions=whole(decisions, screen.language),
            shares=shares,
        )
    )


def _draw_curve(game: Game[Any], training_run: TrainingRun, screen: Screen) -> None:
    """Write the curve so far, as SVG and, where pictures can be made, as PNG."""
    from roundhouse.research.curve import curve

    if not training_run.curve:
        return
    points = training_run.curve
    seats = training_run.learner.settings.seats
    title = screen.text(
        say("{title}, {seats} seats: win rates during training", title=game.title, seats=", ".join(map(str, seats)))
    )
    wins = {opponent: [point.wins[opponent] for point in points] for opponent in points[0].wins}
    drawing = curve([point.seconds for point in points], wins, title, 1 / seats[0])
    files.write(str(training_run.folder / f"{_CURVE}.svg"), drawing)
    if importlib.util.find_spec("resvg_py") is not None:
        files.write(str(training_run.folder / f"{_CURVE}.png"), png(drawing, _PIXELS))


def _play_arena(game: Game[Any], training_run: TrainingRun, screen: Screen, args: argparse.Namespace) -> None:
    """Play the agent in the arena against each opponent."""
    from roundhouse.research.learn.settings import AGENT
    from roundhouse.research.learn.train import anchors

    settings = training_run.learner.settings
    agent = f"net:{training_run.folder / AGENT}"
    chapters = []
    for anchor in anchors(settings.seats):
        bots, seats = (agent, anchor.opponent), anchor.seats
        games = max(1, args.games // round_length(bots, seats)) * round_length(bots, seats)
        job = Job(game.name, game.version, seats, bots, games, settings.seed, settings.options)
        journal = Journal(training_run.folder / _ARENA / f"{anchor.opponent}-{seats}", job, fresh=True)
        with progress(games) as advance:
            results = run_games(journal, process_pool(args.processes), None, lambda _: advance(1))
        chapters.append(Chapter(summarize(job, results), results, None))
        screen.blank()
        show_chapter(game, chapters[-1], screen)
    report = training_run.folder / _ARENA / REPORT
    files.write(
        str(report),
        page(game, chapters, f"roundhouse train {game.name} --seats {','.join(map(str, settings.seats))}", args.language),
    )
    screen.blank()
    screen.tell(say("agent: {agent}", agent=agent))
    screen.tell(say("curve: {file}", file=str(training_run.folder / f"{_CURVE}.svg")))
    screen.tell(say("report: {file}", file=report))


def _minutes(flag: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise WrongUsage(say("{flag} takes a number of minutes, not '{text}'", flag=flag, text=text))
    return value

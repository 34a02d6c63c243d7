"""`roundhouse train`: a first agent in five minutes, by self-play; what comes out plays as the bot `net:FILE`."""

from __future__ import annotations

import argparse
import importlib.util
import math
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from roundhouse.arena.figures import percent, whole
from roundhouse.arena.job import Job
from roundhouse.arena.journal import Journal
from roundhouse.arena.report import Chapter, page
from roundhouse.arena.run import run as run_games
from roundhouse.arena.schedule import round_length
from roundhouse.arena.summary import summarize
from roundhouse.arena.workers import processes
from roundhouse.cli import files
from roundhouse.cli.arena import REPORT
from roundhouse.cli.parser import Parser, WrongUsage, positive, setting
from roundhouse.cli.parser import whole as whole_number
from roundhouse.cli.play import options_of
from roundhouse.cli.printing import print_note
from roundhouse.cli.progress import cores, progress
from roundhouse.cli.screen import Screen
from roundhouse.cli.standings import show_chapter
from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup, say
from roundhouse.games import find
from roundhouse.ui.picture import png
from roundhouse.ui.text import translate

if TYPE_CHECKING:
    from roundhouse.research.learn.rollout import Collect
    from roundhouse.research.learn.settings import Settings
    from roundhouse.research.learn.train import Training

NAME: Final = "train"
HELP: Final = say("let a network learn a game by playing against itself")
EXAMPLES: Final = (
    "roundhouse train {game} --seats 2 --minutes 5",
    "roundhouse train {game} --minutes 60 --resume",
    "roundhouse arena {game} --bots greedy,random,net:train/{game}-2/agent.net",
)
_ARENA: Final = "arena"  # the folder of the games at the end
_CURVE: Final = "curve"
_PIXELS: Final = 1280  # across, of the curve as PNG


def add_arguments(parser: Parser) -> None:
    """Adds what `train` takes."""
    parser.argument("GAME", say("the name of a game; 'roundhouse games' lists them"))
    parser.option("--seats", say("number of players; else the least the game allows"), whole_number, metavar="K")
    parser.option("--minutes", say("how long it learns; 5 unless said"), _minutes, default=5.0, metavar="M")
    parser.option("--out", say("folder for weights, checkpoints and curves; else one below 'train'"), metavar="DIR")
    parser.option("--seed", say("of weights and games"), whole_number, default=0, metavar="S")
    parser.option(
        "--option", say("an option of the game; may be given again"), setting, action="append", metavar="NAME=VALUE", default=[]
    )
    parser.flag("--resume", say("go on with the training that the folder holds"))
    parser.option(
        "--games",
        say("against each rival, for a point of the curve and in the arena at the end; 100 unless said"),
        positive,
        default=100,
        metavar="N",
    )
    parser.option("--processes", say("how many cores are used; else all"), positive, default=cores(), metavar="P")
    parser.flag("--ray", say("play on a Ray cluster: that of RAY_ADDRESS, else one started here"))


def run(args: argparse.Namespace) -> int:
    """Learns, then plays in the arena, and tells where everything is."""
    game = find(args.game)
    seats = game.seats[0] if args.seats is None else args.seats
    options = options_of(args.option)
    game.start(seats, game.options_from(options))  # refuses what cannot be played
    folder = Path(args.out) if args.out is not None else Path("train") / f"{game.name}-{seats}"
    training = _training(game, seats, options, folder, args)
    screen = Screen(args.language)
    try:
        _learn(training, screen, args)
    finally:
        _draw_curve(game, training, screen)
    _play(game, training, screen, args)
    return 0


def _training(game: Game[Any], seats: int, options: dict[str, Any], folder: Path, args: argparse.Namespace) -> Training:
    """Torch is loaded here and not before: everything else of the house goes without it."""
    if importlib.util.find_spec("torch") is None:
        raise BadSetup(say("train needs torch: install it with pip install 'roundhouse[train]'"))
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # threads that wait by spinning stand still on a busy machine
    import torch

    from roundhouse.research.learn.ppo import Learner
    from roundhouse.research.learn.settings import fitting
    from roundhouse.research.learn.train import CHECKPOINT, Training, best_device

    torch.set_num_threads(args.processes)
    settings = fitting(game, seats, options, args.seed)
    files.make_folder(str(folder))
    if args.resume:
        return Training.resumed(folder, settings, best_device(), args.games)
    if (folder / CHECKPOINT).exists():
        raise BadSetup(
            say("the folder '{folder}' holds a training already; give --resume, or --out another folder", folder=str(folder))
        )
    return Training(Learner(settings, best_device()), folder, args.games)


def _collecting(settings: Settings, device: str, args: argparse.Namespace) -> AbstractContextManager[Collect]:
    from roundhouse.research.learn.cluster import on_ray
    from roundhouse.research.learn.rollout import here

    return on_ray(settings, args.processes) if args.ray else nullcontext(here(settings, device))


def _learn(training: Training, screen: Screen, args: argparse.Namespace) -> None:
    learner = training.learner
    try:
        with _collecting(learner.settings, learner.device, args) as collect, _bar(training, args.minutes * 60, screen) as tell:
            training.run(collect, args.minutes, tell)
    except KeyboardInterrupt:
        stopped = say("Stopped after {count} updates; the same command with --resume goes on.", count=learner.updates)
        print_note("\n" + translate(stopped, args.language))
        raise


@contextmanager
def _bar(training: Training, seconds: float, screen: Screen) -> Iterator[Callable[[Training], None]]:
    """A bar with the time left on a terminal; every point of the curve is a line that stays."""
    console = Console(file=sys.stderr)
    begun = training.seconds
    told = len(training.curve)
    columns = (BarColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=seconds)

        def tell(now: Training) -> None:
            nonlocal told
            for point in now.curve[told:]:
                screen.show(_line(point.seconds, point.decisions, point.wins, screen))
            told = len(now.curve)
            rate = whole(now.learner.decisions / max(now.seconds, 1e-9), screen.language)
            wins = "  ".join(f"{rival} {percent(share, screen.language, 0)}" for rival, share in now.curve[-1].wins.items())
            pace = screen.text(say("{rate} decisions/s", rate=rate))
            bar.update(task, completed=now.seconds - begun, description=f"{wins}  {pace}")

        yield tell


def _line(seconds: float, decisions: int, wins: dict[str, float], screen: Screen) -> str:
    """One point of the curve in words."""
    shares = ", ".join(f"{rival} {percent(share, screen.language, 0)}" for rival, share in wins.items())
    return screen.text(
        say(
            "{time}  {decisions} decisions; wins against {shares}",
            time=f"{int(seconds) // 60}:{int(seconds) % 60:02}",
            decisions=whole(decisions, screen.language),
            shares=shares,
        )
    )


def _draw_curve(game: Game[Any], training: Training, screen: Screen) -> None:
    """The curve so far, as SVG and as PNG."""
    from roundhouse.research.curve import curve

    if not training.curve:
        return
    points = training.curve
    title = screen.text(say("{title}, {seats} seats: wins while learning", title=game.title, seats=training.learner.settings.seats))
    wins = {rival: [point.wins[rival] for point in points] for rival in points[0].wins}
    drawing = curve([point.seconds for point in points], wins, title, 1 / training.learner.settings.seats)
    files.write(str(training.folder / f"{_CURVE}.svg"), drawing)
    files.write(str(training.folder / f"{_CURVE}.png"), png(drawing, _PIXELS))


def _play(game: Game[Any], training: Training, screen: Screen, args: argparse.Namespace) -> None:
    """The agent in the arena, against each rival."""
    from roundhouse.research.learn.train import AGENT, RIVALS

    settings = training.learner.settings
    agent = f"net:{training.folder / AGENT}"
    chapters = []
    for rival in RIVALS:
        games = max(1, args.games // round_length((agent, rival), settings.seats)) * round_length((agent, rival), settings.seats)
        job = Job(game.name, game.version, settings.seats, (agent, rival), games, settings.seed, settings.options)
        journal = Journal(training.folder / _ARENA / rival, job, fresh=True)
        with progress(games) as advance:
            results = run_games(journal, processes(args.processes), None, lambda _: advance(1))
        chapters.append(Chapter(summarize(job, results), results, None))
        screen.blank()
        show_chapter(game, chapters[-1], screen)
    report = training.folder / _ARENA / REPORT
    files.write(str(report), page(game, chapters, f"roundhouse train {game.name} --seats {settings.seats}", args.language))
    screen.blank()
    screen.tell(say("agent: {agent}", agent=agent))
    screen.tell(say("curve: {file}", file=str(training.folder / f"{_CURVE}.svg")))
    screen.tell(say("report: {file}", file=report))


def _minutes(flag: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise WrongUsage(say("{flag} takes a number of minutes, not '{text}'", flag=flag, text=text))
    return value

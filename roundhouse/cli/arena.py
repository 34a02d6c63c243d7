"""`roundhouse arena`: matches between bots, with ratings, intervals and a report."""

from __future__ import annotations

import argparse
import math
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from roundhouse.arena.cluster import on_ray
from roundhouse.arena.job import Job
from roundhouse.arena.journal import Journal
from roundhouse.arena.report import Chapter, page
from roundhouse.arena.result import Result, to_line
from roundhouse.arena.run import run as run_games
from roundhouse.arena.schedule import round_length
from roundhouse.arena.sprt import Sprt, parse_pair
from roundhouse.arena.summary import summarize, to_json
from roundhouse.arena.workers import Workers, process_pool
from roundhouse.bots import SECONDS
from roundhouse.cli import files
from roundhouse.cli.options import parse_options
from roundhouse.cli.parser import Parser, WrongUsage, positive, setting, whole
from roundhouse.cli.printing import print_json, print_note, safe_json
from roundhouse.cli.progress import cores, progress
from roundhouse.cli.screen import Screen
from roundhouse.cli.standings import show_chapter, show_faults
from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup, Sentence, say
from roundhouse.games import find
from roundhouse.ui.text import translate

NAME: Final = "arena"
HELP: Final = say("run matches between bots, rate them and write a report")
EXAMPLES: Final = (
    "roundhouse arena {game} --bots expert,greedy,random --games 60 --seats 3 --seed 1",
    "roundhouse arena {game} --bots expert,greedy --games 400 --sprt expert,greedy",
    'roundhouse arena {game} --bots greedy --bot "cmd:./mybot --fast" --games 100 --budget 0.5',
    "roundhouse arena {game} --balance --games 500",
    "roundhouse arena {game} --bots greedy,random --games 1000 --ray --json",
)
REPORT: Final = "report.html"


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `arena`."""
    parser.argument("GAME", say("name of a game, as listed by 'roundhouse games'"))
    parser.option("--bots", say("bots, separated by commas: random, greedy, a level, or py:module.Class"), metavar="A,B,C")
    parser.option("--bot", say("one more bot, such as cmd:./mybot; may be repeated"), action="append", metavar="NAME", default=[])
    parser.option("--games", say("number of games"), positive, default=100, metavar="N")
    parser.option("--seats", say("number of players"), whole, default_text=say("the fewest the game allows"), metavar="K")
    parser.option("--seed", say("seed of the first deal"), whole, default=0, metavar="S")
    parser.option(
        "--option", say("set an option of the game; may be repeated"), setting, action="append", metavar="NAME=VALUE", default=[]
    )
    parser.option("--budget", say("seconds per move of external bots"), _seconds, default_text=f"{SECONDS:g}", metavar="T")
    parser.option("--sprt", say("stop as soon as it is clear whether A is better than B"), metavar="A,B")
    parser.flag("--balance", say("report on the game: one bot (by default greedy) plays all seats, with every number of players"))
    parser.option(
        "--out",
        say("folder for results, records and the report"),
        default_text=say("named after the run, in 'arena'"),
        metavar="DIR",
    )
    parser.flag("--fresh", say("discard the games that the folder already holds"))
    parser.option(
        "--processes", say("number of processes"), positive, default=cores(), default_text=say("one per core"), metavar="P"
    )
    parser.flag("--ray", say("play on a Ray cluster: the one at $RAY_ADDRESS, or one started here"))
    parser.flag("--json", say("print JSON: one line per game, then a summary"))


def run(args: argparse.Namespace) -> int:
    """Play the games that are missing, then print the results and write the report."""
    found = find(args.game)
    options = parse_options(found, args.option)
    game = found.on(options)
    jobs = _jobs(game, options, args)
    pair = parse_pair(args.sprt, jobs[0].bots) if args.sprt is not None else None
    for job in jobs:
        job.check()
    folder = Path(args.out) if args.out is not None else Path("arena") / _folder_name(jobs, args.balance)
    workers = on_ray(args.processes) if args.ray else process_pool(args.processes)
    chapters = []
    with progress(sum(job.games for job in jobs)) as advance:
        for job in jobs:
            place = folder / f"{job.seats}-seats" if args.balance else folder
            journal = Journal(place, job, fresh=args.fresh)
            sprt = Sprt(*pair) if pair is not None else None
            results = _play_games(journal, workers, sprt, advance, args)
            chapters.append(Chapter(summarize(job, results), results, sprt))
            _print_json(chapters[-1], args)
    report = _write_report(folder, page(game, chapters, _command(args), args.language))
    if not args.json:
        _print(game, chapters, report, args)
    return 0


def _jobs(game: Game[Any], options: dict[str, Any], args: argparse.Namespace) -> list[Job]:
    names = [name for name in (args.bots or "").split(",") if name] + args.bot
    if args.balance:
        _check_balance(args, names)
        names = names or ["greedy"]
    if not names:
        raise BadSetup(say("no bots given: use --bots, for example --bots greedy,random"))
    counts = list(game.seats) if args.balance else [game.seats[0] if args.seats is None else args.seats]
    budget = SECONDS if args.budget is None else args.budget
    return [
        Job(game.name, game.version, seats, tuple(names), args.games, args.seed, options, budget, game.board) for seats in counts
    ]


def _check_balance(args: argparse.Namespace, names: list[str]) -> None:
    if args.seats is not None or args.sprt is not None:
        raise BadSetup(say("--balance plays with every number of players: it cannot be used with --seats or --sprt"))
    if len(names) > 1:
        raise BadSetup(say("--balance takes one bot, which plays all seats, not {count}", count=len(names)))


def _play_games(
    journal: Journal, workers: Workers, sprt: Sprt | None, advance: Callable[[int], None], args: argparse.Namespace
) -> list[Result]:
    """Return the results of a job, printing them as they come. A run stopped by Ctrl-C can be resumed."""
    job = journal.job
    existing = min(len(journal.results), job.games)
    if existing:
        _note(
            say(
                "{existing} of {games} games are already in '{folder}'.", existing=existing, games=job.games, folder=journal.folder
            ),
            args,
        )
    if job.games % round_length(job.bots, job.seats):
        _note(
            say(
                "the number of games ({games}) is not a multiple of {length}, so the bots do not play every seat equally often",
                games=job.games,
                length=round_length(job.bots, job.seats),
            ),
            args,
        )

    def on_result(result: Result) -> None:
        advance(1)
        if args.json:
            print(safe_json(to_line(result)), flush=True)

    try:
        return run_games(journal, workers, sprt, on_result)
    except KeyboardInterrupt:
        stopped = say(
            "Stopped after {done} of {games} games; the same command resumes the run.", done=len(journal.results), games=job.games
        )
        _note(stopped, args)
        raise


def _note(sentence: Sentence, args: argparse.Namespace) -> None:
    print_note(translate(sentence, args.language))


def _write_report(folder: Path, text: str) -> Path:
    files.write(str(folder / REPORT), text)
    return folder / REPORT


def _print_json(chapter: Chapter, args: argparse.Namespace) -> None:
    if args.json:
        print_json(to_json(chapter.summary, chapter.sprt))


def _print(game: Game[Any], chapters: list[Chapter], report: Path, args: argparse.Namespace) -> None:
    screen = Screen(args.language)
    for chapter in chapters:
        show_chapter(game, chapter, screen)
        screen.blank()
    show_faults(chapters, screen)
    screen.tell(say("report: {file}", file=report))


def _folder_name(jobs: list[Job], balance: bool) -> str:
    """Return a folder name that describes the run; what it leaves out (options, budget) is in job.json."""
    job = jobs[0]
    parts = [job.game, "balance" if balance else str(job.seats), *dict.fromkeys(job.bots), str(job.seed)]
    return "-".join(re.sub(r"[^A-Za-z0-9.]+", "_", part).strip("_.") or "_" for part in parts)


def _command(args: argparse.Namespace) -> str:
    """Return the command line that plays these games again."""
    words = ["roundhouse", "arena", args.game]
    words += ["--balance"] if args.balance else []
    for flag, value in (("--bots", args.bots), ("--games", args.games), ("--seats", args.seats), ("--seed", args.seed)):
        words += [flag, str(value)] if value is not None else []
    for name in args.bot:
        words += ["--bot", name]
    for name, value in args.option:
        words += ["--option", f"{name}={value}"]
    words += ["--budget", f"{args.budget:g}"] if args.budget is not None else []
    words += ["--sprt", args.sprt] if args.sprt is not None else []
    return shlex.join(words)


def _seconds(flag: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise WrongUsage(say("{flag} takes a number of seconds, not '{text}'", flag=flag, text=text))
    return value

"""`roundhouse arena`: bots against bots; ratings with intervals, and a report to look at."""

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
from roundhouse.arena.sprt import Sprt, pair_of
from roundhouse.arena.summary import summarize, to_json
from roundhouse.arena.workers import Workers, processes
from roundhouse.bots import SECONDS
from roundhouse.cli import files
from roundhouse.cli.parser import Parser, WrongUsage, positive, setting, whole
from roundhouse.cli.play import options_of
from roundhouse.cli.printing import print_json, print_note, safe_json
from roundhouse.cli.progress import cores, progress
from roundhouse.cli.screen import Screen
from roundhouse.cli.standings import show_chapter, show_faults
from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup, Sentence, say
from roundhouse.games import find
from roundhouse.ui.text import translate

NAME: Final = "arena"
HELP: Final = say("let bots play each other, rate them, and write a report")
EXAMPLES: Final = (
    "roundhouse arena {game} --bots expert,greedy,random --games 60 --seats 3 --seed 1",
    "roundhouse arena {game} --bots expert,greedy --games 400 --sprt expert,greedy",
    'roundhouse arena {game} --bots greedy --bot "cmd:./mybot --fast" --games 100 --budget 0.5',
    "roundhouse arena {game} --balance --games 500",
    "roundhouse arena {game} --bots greedy,random --games 1000 --ray --json",
)
REPORT: Final = "report.html"


def add_arguments(parser: Parser) -> None:
    """Adds what `arena` takes."""
    parser.argument("GAME", say("the name of a game; 'roundhouse games' lists them"))
    parser.option("--bots", say("names with commas between: random, greedy, a level, or py:module.Class"), metavar="A,B,C")
    parser.option(
        "--bot", say("one more bot, such as cmd:./mybot; may be given again"), action="append", metavar="NAME", default=[]
    )
    parser.option("--games", say("how many; 100 unless said"), positive, default=100, metavar="N")
    parser.option("--seats", say("number of players; else the least the game allows"), whole, metavar="K")
    parser.option("--seed", say("of the first deal; the others follow"), whole, default=0, metavar="S")
    parser.option(
        "--option", say("an option of the game; may be given again"), setting, action="append", metavar="NAME=VALUE", default=[]
    )
    parser.option("--budget", say("seconds a move for bots of other programs; 1 unless said"), _seconds, metavar="T")
    parser.option("--sprt", say("stop as soon as it is clear whether A is better than B"), metavar="A,B")
    parser.flag("--balance", say("play with every number of players, and report on the game; greedy plays unless said"))
    parser.option("--out", say("folder for results, records and the report; else one below 'arena'"), metavar="DIR")
    parser.flag("--fresh", say("play again what the folder holds already"))
    parser.option("--processes", say("how many play; else one a core"), positive, default=cores(), metavar="P")
    parser.flag("--ray", say("play on a Ray cluster: that of RAY_ADDRESS, else one started here"))
    parser.flag("--json", say("print JSON: a line a game, then one with all figures"))


def run(args: argparse.Namespace) -> int:
    """Plays what is not played yet, and tells what came out."""
    game = find(args.game)
    jobs = _jobs(game, args)
    pair = pair_of(args.sprt, jobs[0].bots) if args.sprt is not None else None
    for job in jobs:
        job.check()
    folder = Path(args.out) if args.out is not None else Path("arena") / _folder_name(jobs, args.balance)
    workers = on_ray(args.processes) if args.ray else processes(args.processes)
    chapters = []
    with progress(sum(job.games for job in jobs)) as advance:
        for job in jobs:
            place = folder / f"{job.seats}-seats" if args.balance else folder
            journal = Journal(place, job, fresh=args.fresh)
            sprt = Sprt(*pair) if pair is not None else None
            results = _played(journal, workers, sprt, advance, args)
            chapters.append(Chapter(summarize(job, results), results, sprt))
            _print_json(chapters[-1], args)
    report = _write_report(folder, page(game, chapters, _command(args), args.language))
    if not args.json:
        _print(game, chapters, report, args)
    return 0


def _jobs(game: Game[Any], args: argparse.Namespace) -> list[Job]:
    names = [name for name in (args.bots or "").split(",") if name] + args.bot
    if args.balance:
        _refuse_with_balance(args, names)
        names = names or ["greedy"]
    if not names:
        raise BadSetup(say("which bots? Give --bots, such as --bots greedy,random"))
    counts = list(game.seats) if args.balance else [game.seats[0] if args.seats is None else args.seats]
    options = options_of(args.option)
    budget = SECONDS if args.budget is None else args.budget
    return [Job(game.name, game.version, seats, tuple(names), args.games, args.seed, options, budget) for seats in counts]


def _refuse_with_balance(args: argparse.Namespace, names: list[str]) -> None:
    if args.seats is not None or args.sprt is not None:
        raise BadSetup(say("--balance plays with every number of players: it goes without --seats and --sprt"))
    if len(names) > 1:
        raise BadSetup(say("--balance is about the game: one bot plays all seats, not {count}", count=len(names)))


def _played(
    journal: Journal, workers: Workers, sprt: Sprt | None, advance: Callable[[int], None], args: argparse.Namespace
) -> list[Result]:
    """The results of a job, told as they come. Ctrl-C leaves a folder that can be gone on with."""
    job = journal.job
    there = min(len(journal.results), job.games)
    if there:
        _note(say("{there} of {games} games are in '{folder}' already.", there=there, games=job.games, folder=journal.folder), args)
    if job.games % round_length(job.bots, job.seats):
        _note(
            say(
                "{games} games are no multiple of {length}, so the bots do not sit equally often at every seat.",
                games=job.games,
                length=round_length(job.bots, job.seats),
            ),
            args,
        )

    def tell(result: Result) -> None:
        advance(1)
        if args.json:
            print(safe_json(to_line(result)), flush=True)

    try:
        return run_games(journal, workers, sprt, tell)
    except KeyboardInterrupt:
        stopped = say(
            "Stopped after {done} of {games} games; the same command goes on.", done=len(journal.results), games=job.games
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
    """A folder that says what is in it; what the name does not tell (options, budget) is told by job.json."""
    job = jobs[0]
    parts = [job.game, "balance" if balance else str(job.seats), *dict.fromkeys(job.bots), str(job.seed)]
    return "-".join(re.sub(r"[^A-Za-z0-9.]+", "_", part).strip("_.") or "_" for part in parts)


def _command(args: argparse.Namespace) -> str:
    """The line that gives these games again."""
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

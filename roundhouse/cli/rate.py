"""`roundhouse rate`: rate the bots of several arena runs on one scale."""

from __future__ import annotations

import argparse
from itertools import pairwise
from pathlib import Path
from typing import Final

from roundhouse.arena.journal import BadFolder, read_results
from roundhouse.arena.merge import merge_runs
from roundhouse.arena.summary import summarize, to_json
from roundhouse.arena.verification import problems
from roundhouse.cli.parser import Parser
from roundhouse.cli.printing import print_json
from roundhouse.cli.progress import progress
from roundhouse.cli.screen import Screen
from roundhouse.cli.standings import show_standings, show_steps, warn_of_repetition
from roundhouse.core.sentence import say, say_many
from roundhouse.games import find

NAME: Final = "rate"
HELP: Final = say("rate the bots of several arena runs on one scale")
EXAMPLES: Final = (
    "roundhouse rate arena/*",
    "roundhouse rate rung-1 rung-2 rung-3 --json",
    "roundhouse rate submitted --verify",
)


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `rate`."""
    parser.argument("DIR", say("folder of a run; all must have the same game, and bots in common"), nargs="+")
    parser.flag("--verify", say("play every game again first: deals, records, results, and the moves of random, novice and greedy"))
    parser.flag("--json", say("print JSON"))


def run(args: argparse.Namespace) -> int:
    """Read the runs and print the ratings."""
    folders = list({Path(name).resolve(): Path(name) for name in args.dir}.values())  # each folder once, whatever path names it
    if args.verify:
        _verify(folders)
    job, results = merge_runs(folders)
    summary = summarize(job, results)
    if args.json:
        print_json(to_json(summary, None))
        return 0
    screen = Screen(args.language)
    games = say_many("{count} game", "{count} games", count=summary.games)
    runs = say_many("{count} run", "{count} runs", count=len(folders))
    title = find(job.game).title
    screen.tell(say("{title}, {seats} seats, {games} from {runs}", title=title, seats=job.seats, games=games, runs=runs), "bold")
    screen.blank()
    warn_of_repetition(summary, screen)
    show_standings(summary, screen)
    screen.blank()
    show_steps(summary, list(pairwise(standing.name for standing in summary.standings)), screen)
    return 0


def _verify(folders: list[Path]) -> None:
    """Play the games of all runs again. Raise HouseError with the first problem."""
    for folder in folders:
        with progress(len(read_results(folder))) as advance:
            for problem in problems(folder):
                if problem is not None:
                    raise BadFolder(say("'{folder}' is not what was played: {problem}", folder=str(folder), problem=problem))
                advance(1)

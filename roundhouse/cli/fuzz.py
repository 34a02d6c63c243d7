"""`roundhouse fuzz`: play random games, check every law on each, and keep the records of games that break one."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from roundhouse import engine
from roundhouse.cli import files
from roundhouse.cli.options import parse_options
from roundhouse.cli.parser import Parser, natural, positive, setting, whole
from roundhouse.cli.printing import print_json, print_line, print_note
from roundhouse.cli.progress import cores, progress
from roundhouse.core.game import Game
from roundhouse.core.process import Pool
from roundhouse.core.record import write
from roundhouse.core.sentence import say
from roundhouse.games import find
from roundhouse.play.laws import LawBroken, check_game, digest
from roundhouse.ui.text import translate

NAME: Final = "fuzz"
HELP: Final = say("play random games and check every law on each")
EXAMPLES: Final = (
    "roundhouse fuzz {game} --games 1000",
    "roundhouse fuzz {game} --games 200 --seats 5 --seed 12345",
    "roundhouse fuzz {game} --games 5000 --out failures --jobs 8 --json",
)
_CHUNK: Final = 2  # games per task
_COMPARE_EVERY: Final = 20  # one game in _COMPARE_EVERY is also played by the interpreted engine, which is slow


@dataclass(frozen=True)
class Task:
    """A range of games. A game depends only on its index, not on the process that plays it."""

    game: str
    seat_counts: tuple[int, ...]
    options: dict[str, Any]
    seed: int
    first: int
    count: int


@dataclass(frozen=True)
class Failure:
    """A game that breaks a law."""

    seats: int
    seed: int
    law: int
    reason: str
    record: str


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `fuzz`."""
    parser.argument("GAME", say("name of a game, as listed by 'roundhouse games'"))
    parser.option("--games", say("number of games"), natural, default=100, metavar="N")
    parser.option("--seats", say("number of players"), whole, default_text=say("each possible number in turn"), metavar="K")
    parser.option("--seed", say("seed of the first game"), whole, default=0, metavar="S")
    parser.option(
        "--option", say("set an option of the game; may be repeated"), setting, action="append", metavar="NAME=VALUE", default=[]
    )
    parser.option("--out", say("folder for the records of failed games"), default="failures", metavar="DIR")
    parser.option("--jobs", say("number of processes"), positive, default=cores(), default_text=say("one per core"), metavar="J")
    parser.flag("--json", say("print JSON"))


def run(args: argparse.Namespace) -> int:
    """Fuzz one game; return 1 if a law was broken."""
    found = find(args.game)
    options = parse_options(found, args.option)
    game = found.on(options)
    seat_counts = tuple(game.seats) if args.seats is None else (args.seats,)
    game.start(seat_counts[0], game.options_from(options))  # raises BadSetup if they do not fit the game
    tasks = [
        Task(game.name, seat_counts, options, args.seed, first, min(_CHUNK, args.games - first))
        for first in range(0, args.games, _CHUNK)
    ]
    failures_found: list[dict[str, Any]] = []
    done = 0
    try:
        with progress(args.games) as advance, _workers(min(args.jobs, len(tasks)), tasks) as results:
            for count, failures in results:
                failures_found += [_save(failure, args) for failure in failures]
                done += count
                advance(count)
    except KeyboardInterrupt:
        print_note(translate(say("Stopped after {done} of {games} games.", done=done, games=args.games), args.language))
        _report(done, failures_found, args)
        sys.stdout.flush()
        raise
    failures_found += [_save(failure, args) for failure in _engine_differences(game, seat_counts, options, args)]
    _report(done, failures_found, args)
    return 1 if failures_found else 0


def play_task(task: Task) -> tuple[int, list[Failure]]:
    """Play the games of a task; runs in any process."""
    game = find(task.game)
    failures = []
    for index in range(task.first, task.first + task.count):
        seats = task.seat_counts[index % len(task.seat_counts)]
        seed = task.seed + index
        try:
            check_game(game, seats, seed, task.options)
        except LawBroken as broken:
            failures.append(Failure(seats, seed, broken.law, broken.reason, write(broken.record)))
    return task.count, failures


def _engine_differences(
    game: Game[Any], seat_counts: tuple[int, ...], options: dict[str, Any], args: argparse.Namespace
) -> list[Failure]:
    """Check law 8 on one game in _COMPARE_EVERY: return those that the interpreted engine plays differently."""
    if not engine.is_compiled():
        return []
    numbers = range(0, args.games, _COMPARE_EVERY)
    cases = [(seat_counts[position % len(seat_counts)], args.seed + index) for position, index in enumerate(numbers)]
    command = [sys.executable, "-m", "roundhouse.cli.digests", game.name, json.dumps(cases), json.dumps(options)]
    printed = subprocess.run(command, env={**os.environ, engine.PURE: "1"}, capture_output=True, text=True, check=True).stdout
    failures = []
    for (seats, seed), interpreted in zip(cases, json.loads(printed), strict=True):
        compiled, record = digest(game, seats, seed, options)
        if compiled != interpreted:
            failures.append(Failure(seats, seed, 8, "the interpreted engine plays it differently", write(record)))
    return failures


@contextmanager
def _workers(jobs: int, tasks: list[Task]) -> Iterator[Iterator[tuple[int, list[Failure]]]]:
    """Yield the results of all tasks, in order. The worker processes ignore Ctrl-C."""
    if jobs < 2:
        yield map(play_task, tasks)
        return
    with Pool(play_task, jobs) as pool:
        yield pool.map(tasks)


def _save(failure: Failure, args: argparse.Namespace) -> dict[str, Any]:
    """Write the record of a failure and return its entry for the report."""
    files.make_folder(args.out)
    file = str(Path(args.out) / f"{args.game}-{failure.seats}-{failure.seed}.rec")
    files.write(file, failure.record)
    return {"seats": failure.seats, "seed": failure.seed, "law": failure.law, "reason": failure.reason, "record": file}


def _report(done: int, failures_found: list[dict[str, Any]], args: argparse.Namespace) -> None:
    if args.json:
        print_json({"game": args.game, "games": done, "failures": failures_found}, indent=2)
        return
    for failure in failures_found:
        print_line(
            translate(say("{record}: law {law} is broken with {seats} players and seed {seed}: {reason}", **failure), args.language)
        )
    print(f"{done} games, {len(failures_found)} failures")

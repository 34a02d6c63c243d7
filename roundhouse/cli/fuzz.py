"""`roundhouse fuzz`: random games by the hundred, every law checked on each; a game that breaks one is kept."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from roundhouse import engine
from roundhouse.cli import files
from roundhouse.cli.parser import Parser, natural, positive, setting, whole
from roundhouse.cli.play import options_of
from roundhouse.cli.printing import print_json, print_line, print_note
from roundhouse.cli.progress import cores, progress
from roundhouse.core.game import Game
from roundhouse.core.record import write
from roundhouse.core.sentence import say
from roundhouse.games import find
from roundhouse.play.laws import Broken, check_game, digest
from roundhouse.ui.text import translate

NAME: Final = "fuzz"
HELP: Final = say("play random games and check every law on each")
EXAMPLES: Final = (
    "roundhouse fuzz {game} --games 1000",
    "roundhouse fuzz {game} --games 200 --seats 5 --seed 12345",
    "roundhouse fuzz {game} --games 5000 --out failures --jobs 8 --json",
)
_CHUNK: Final = 2  # games a process is given at a time
_COMPARE_EVERY: Final = 20  # of so many games one is played by the interpreted engine too: it takes its time


@dataclass(frozen=True)
class Task:
    """A range of games. What a game is follows from its number alone, whoever plays it."""

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
    """Adds what `fuzz` takes."""
    parser.argument("GAME", say("the name of a game; 'roundhouse games' lists them"))
    parser.option("--games", say("how many; 100 unless said"), natural, default=100, metavar="N")
    parser.option("--seats", say("only with so many players; else every number in turn"), whole, metavar="K")
    parser.option("--seed", say("of the first game; the others follow"), whole, default=0, metavar="S")
    parser.option(
        "--option", say("an option of the game; may be given again"), setting, action="append", metavar="NAME=VALUE", default=[]
    )
    parser.option("--out", say("folder for the records of games that fail"), default="failures", metavar="DIR")
    parser.option("--jobs", say("processes; else one a core"), positive, default=cores(), metavar="J")
    parser.flag("--json", say("print JSON"))


def run(args: argparse.Namespace) -> int:
    """Fuzzes one game: 1 if a law was broken."""
    game = find(args.game)
    options = options_of(args.option)
    seat_counts = tuple(game.seats) if args.seats is None else (args.seats,)
    game.start(seat_counts[0], game.options_from(options))  # says what is wrong with them
    tasks = [
        Task(game.name, seat_counts, options, args.seed, first, min(_CHUNK, args.games - first))
        for first in range(0, args.games, _CHUNK)
    ]
    found: list[dict[str, Any]] = []
    done = 0
    try:
        with progress(args.games) as advance, _workers(min(args.jobs, len(tasks)), tasks) as results:
            for count, failures in results:
                found += [_kept(failure, args) for failure in failures]
                done += count
                advance(count)
    except KeyboardInterrupt:
        print_note(translate(say("Stopped after {done} of {games} games.", done=done, games=args.games), args.language))
        _report(done, found, args)
        sys.stdout.flush()
        raise
    found += [_kept(failure, args) for failure in _engines_apart(game, seat_counts, options, args)]
    _report(done, found, args)
    return 1 if found else 0


def play_task(task: Task) -> tuple[int, list[Failure]]:
    """Plays the games of a task; runs in any process."""
    game = find(task.game)
    failures = []
    for number in range(task.first, task.first + task.count):
        seats = task.seat_counts[number % len(task.seat_counts)]
        seed = task.seed + number
        try:
            check_game(game, seats, seed, task.options)
        except Broken as broken:
            failures.append(Failure(seats, seed, broken.law, broken.reason, write(broken.record)))
    return task.count, failures


def _engines_apart(
    game: Game[Any], seat_counts: tuple[int, ...], options: dict[str, Any], args: argparse.Namespace
) -> list[Failure]:
    """Law 8, on one game in _COMPARE_EVERY: those that the interpreted engine, in a process of its own, plays otherwise."""
    if not engine.is_compiled():
        return []
    numbers = range(0, args.games, _COMPARE_EVERY)
    cases = [(seat_counts[at % len(seat_counts)], args.seed + number) for at, number in enumerate(numbers)]
    command = [sys.executable, "-m", "roundhouse.cli.digests", game.name, json.dumps(cases), json.dumps(options)]
    printed = subprocess.run(command, env={**os.environ, engine.PURE: "1"}, capture_output=True, text=True, check=True).stdout
    failures = []
    for (seats, seed), interpreted in zip(cases, json.loads(printed), strict=True):
        compiled, record = digest(game, seats, seed, options)
        if compiled != interpreted:
            failures.append(Failure(seats, seed, 8, "the interpreted engine plays it otherwise", write(record)))
    return failures


@contextmanager
def _workers(jobs: int, tasks: list[Task]) -> Iterator[Iterator[tuple[int, list[Failure]]]]:
    """The results of all tasks, in order. Workers are fresh processes; Ctrl-C is heard by this one only."""
    if jobs < 2:
        yield map(play_task, tasks)
        return
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)  # what is ignored here stays ignored in the processes started now
    pool = multiprocessing.get_context("spawn").Pool(jobs)
    signal.signal(signal.SIGINT, heard)
    try:
        yield pool.imap(play_task, tasks)
    finally:
        pool.terminate()  # at the end they are idle; after Ctrl-C what they do is not wanted
        pool.join()


def _kept(failure: Failure, args: argparse.Namespace) -> dict[str, Any]:
    """Writes the record of a failure; what to report of it."""
    files.make_folder(args.out)
    file = str(Path(args.out) / f"{args.game}-{failure.seats}-{failure.seed}.rec")
    files.write(file, failure.record)
    return {"seats": failure.seats, "seed": failure.seed, "law": failure.law, "reason": failure.reason, "record": file}


def _report(done: int, found: list[dict[str, Any]], args: argparse.Namespace) -> None:
    if args.json:
        print_json({"game": args.game, "games": done, "failures": found}, indent=2)
        return
    for failure in found:
        print_line(
            translate(say("{record}: law {law} is broken with {seats} players and seed {seed}: {reason}", **failure), args.language)
        )
    print(f"{done} games, {len(found)} failures")

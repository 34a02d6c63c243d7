"""`roundhouse generate`: games by the thousand as data to learn from: records, and every decision in a Parquet file."""

from __future__ import annotations

import argparse
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from roundhouse.arena.job import Job
from roundhouse.arena.journal import Journal
from roundhouse.arena.run import run as run_games
from roundhouse.arena.workers import processes
from roundhouse.bots import SECONDS
from roundhouse.cli import files
from roundhouse.cli.parser import Parser, positive, setting, whole
from roundhouse.cli.play import options_of
from roundhouse.cli.progress import cores, progress
from roundhouse.cli.screen import Screen
from roundhouse.core.record import Record
from roundhouse.core.sentence import BadSetup, say
from roundhouse.games import find

NAME: Final = "generate"
HELP: Final = say("write games as data sets: records, and decisions as Parquet")
EXAMPLES: Final = (
    "roundhouse generate {game} --games 1000 --bots random,greedy --seed 1",
    "roundhouse generate {game} --games 100 --seats 3 --bots greedy --out data",
)


def add_arguments(parser: Parser) -> None:
    """Adds what `generate` takes."""
    parser.argument("GAME", say("the name of a game; 'roundhouse games' lists them"))
    parser.option("--games", say("how many; 100 unless said"), positive, default=100, metavar="N")
    parser.option("--bots", say("who plays, names with commas between; random unless said"), default="random", metavar="A,B,C")
    parser.option("--seats", say("number of players; else the least the game allows"), whole, metavar="K")
    parser.option("--seed", say("of the first deal; the others follow"), whole, default=0, metavar="S")
    parser.option(
        "--option", say("an option of the game; may be given again"), setting, action="append", metavar="NAME=VALUE", default=[]
    )
    parser.option("--out", say("folder for the data; else one below 'data'"), metavar="DIR")
    parser.option("--processes", say("how many play; else one a core"), positive, default=cores(), metavar="P")


def run(args: argparse.Namespace) -> int:
    """Plays, writes, and tells where everything is. The same arguments give the same bytes; after Ctrl-C they go on."""
    if importlib.util.find_spec("pyarrow") is None:
        raise BadSetup(say("generate needs pyarrow: install it with pip install 'roundhouse[data]'"))
    from roundhouse.research.dataset import DECISIONS, SUMS, sums, write

    game = find(args.game)
    seats = game.seats[0] if args.seats is None else args.seats
    bots = tuple(name for name in args.bots.split(",") if name)
    job = Job(game.name, game.version, seats, bots, args.games, args.seed, options_of(args.option), SECONDS)
    job.check()
    folder = Path(args.out) if args.out is not None else Path("data") / f"{game.name}-{seats}-{args.seed}"
    journal = Journal(folder, job)
    with progress(2 * job.games) as advance:
        run_games(journal, processes(args.processes), None, lambda _: advance(1))

        def records() -> Iterator[Record]:
            for number in range(1, job.games + 1):
                yield files.read_record(str(journal.record_file(number)))
                advance(1)

        facts = {"seats": seats, "options": dict(job.options), "bots": list(bots), "games": job.games, "seed": job.seed}
        count = write(folder / DECISIONS, game, facts, records())
    kept = [folder / DECISIONS, *(journal.record_file(number) for number in range(1, job.games + 1))]
    files.write(str(folder / SUMS), sums(folder, kept))
    screen = Screen(args.language)
    screen.tell(say("{count} decisions of {games} games: {file}", count=count, games=job.games, file=str(folder / DECISIONS)))
    screen.tell(say("checksums: {file}", file=str(folder / SUMS)))
    return 0

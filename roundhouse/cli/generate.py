"""`roundhouse generate`: write a data set of games between bots, as records and as Parquet."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from types import ModuleType
from typing import Final

from roundhouse.bots import make
from roundhouse.cli import files
from roundhouse.cli.options import parse_options
from roundhouse.cli.parser import Parser, positive, setting, whole
from roundhouse.cli.printing import print_line
from roundhouse.cli.progress import progress
from roundhouse.core.sentence import BadSetup, say, say_many
from roundhouse.games import find
from roundhouse.ui.text import translate

NAME: Final = "generate"
HELP: Final = say("write a data set of games between bots, for machine learning")
EXAMPLES: Final = (
    "roundhouse generate {game} --games 1000 --bots greedy,greedy --out data",
    "roundhouse generate {game} --games 100 --bots greedy,random,random --seed 7 --json",
)


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `generate`."""
    parser.argument("GAME", say("name of a game, as listed by 'roundhouse games'"))
    parser.option("--games", say("number of games"), positive, default=100, metavar="N")
    parser.option(
        "--bots",
        say("one bot per seat, separated by commas; they change seats from game to game"),
        default_text=say("greedy at every seat"),
        metavar="A,B,C",
    )
    parser.option("--seed", say("seed of the first game"), whole, default=0, metavar="S")
    parser.option(
        "--option", say("set an option of the game; may be repeated"), setting, action="append", metavar="NAME=VALUE", default=[]
    )
    parser.option("--out", say("folder for the data set"), default="data", metavar="DIR")
    parser.flag("--json", say("print JSON"))


def run(args: argparse.Namespace) -> int:
    """Play the games and write the data set."""
    dataset = _import_dataset()
    found = find(args.game)
    options = parse_options(found, args.option)
    game = found.on(options)
    bots = args.bots.split(",") if args.bots else ["greedy"] * game.seats[0]
    game.start(len(bots), game.options_from(options))  # raises BadSetup if they do not fit the game
    for name in bots:
        make(name, game, options=options)
    folder = Path(args.out)
    files.make_folder(args.out)
    if any(folder.iterdir()):
        raise BadSetup(say("the folder '{folder}' is not empty", folder=args.out))
    plan = dataset.Plan(game, bots, args.games, options, args.seed)
    with progress(args.games) as advance:
        manifest = dataset.generate(plan, folder, advance)
    if args.json:
        print(json.dumps(manifest))
        return 0
    games = say_many("{count} game", "{count} games", count=args.games)
    summary = say("{games}, {rows} decisions, in '{folder}'.", games=games, rows=manifest["rows"], folder=args.out)
    print_line(translate(summary, args.language))
    return 0


def _import_dataset() -> ModuleType:
    """Import the data set module, which needs packages that are optional."""
    try:
        from roundhouse.research import dataset
    except ImportError as error:
        raise BadSetup(
            say("'generate' needs {missing}: install it with pip install 'roundhouse-games[research]'", missing=error.name or "")
        ) from None
    return dataset

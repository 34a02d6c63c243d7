"""`roundhouse generate`: a data set of games between bots, as records and as Parquet."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from types import ModuleType
from typing import Final

from roundhouse.bots import make
from roundhouse.cli import files
from roundhouse.cli.parser import Parser, positive, setting, whole
from roundhouse.cli.play import options_of
from roundhouse.cli.printing import print_line
from roundhouse.cli.progress import progress
from roundhouse.core.sentence import BadSetup, say, say_many
from roundhouse.games import find
from roundhouse.ui.text import translate

NAME: Final = "generate"
HELP: Final = say("let bots play and write every decision down, as a data set for learning")
EXAMPLES: Final = (
    "roundhouse generate {game} --games 1000 --bots greedy,greedy --out data",
    "roundhouse generate {game} --games 100 --bots greedy,random,random --seed 7 --json",
)


def add_arguments(parser: Parser) -> None:
    """Adds what `generate` takes."""
    parser.argument("GAME", say("the name of a game; 'roundhouse games' lists them"))
    parser.option("--games", say("how many; 100 unless said"), positive, default=100, metavar="N")
    parser.option("--bots", say("one for each seat, with commas between; they change seats from game to game"), metavar="A,B,C")
    parser.option("--seed", say("of the first game; the others follow"), whole, default=0, metavar="S")
    parser.option(
        "--option", say("an option of the game; may be given again"), setting, action="append", metavar="NAME=VALUE", default=[]
    )
    parser.option("--out", say("folder for the data set; 'data' unless said"), default="data", metavar="DIR")
    parser.flag("--json", say("print JSON"))


def run(args: argparse.Namespace) -> int:
    """Plays the games and writes the data set."""
    dataset = _dataset()
    game = find(args.game)
    options = options_of(args.option)
    bots = args.bots.split(",") if args.bots else ["greedy"] * game.seats[0]
    game.start(len(bots), game.options_from(options))  # says what is wrong with them
    for name in bots:
        make(name, game, options=options)
    folder = Path(args.out)
    files.make_folder(args.out)
    if any(folder.iterdir()):
        raise BadSetup(say("the folder '{folder}' is not empty", folder=args.out))
    plan = dataset.Plan(game, bots, args.games, options, args.seed)
    with progress(args.games) as advance:
        listed = dataset.generate(plan, folder, advance)
    if args.json:
        print(json.dumps(listed))
        return 0
    games = say_many("{count} game", "{count} games", count=args.games)
    told = say("{games}, {rows} decisions, in '{folder}'.", games=games, rows=listed["rows"], folder=args.out)
    print_line(translate(told, args.language))
    return 0


def _dataset() -> ModuleType:
    """What writes Parquet is not part of the house, and is loaded when it is needed."""
    try:
        from roundhouse.research import dataset
    except ImportError as error:
        raise BadSetup(
            say("'generate' needs {missing}: install it with pip install 'roundhouse[research]'", missing=error.name or "")
        ) from None
    return dataset

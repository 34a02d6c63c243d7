"""`roundhouse perft`: count the move sequences from the start to each depth, chance included."""

from __future__ import annotations

import argparse
import json
from typing import Final

from roundhouse.cli.options import parse_options
from roundhouse.cli.parser import Parser, positive, setting, whole
from roundhouse.cli.screen import Screen
from roundhouse.core.perft import perft
from roundhouse.core.sentence import say
from roundhouse.games import find

NAME: Final = "perft"
HELP: Final = say("count the move sequences from the start to each depth, to detect changes in the rules")
EXAMPLES: Final = ("roundhouse perft {game} --seats 2 --depth 4", "roundhouse perft {game} --seats 3 --depth 3 --json")


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `perft`."""
    parser.argument("GAME", say("name of a game, as listed by 'roundhouse games'"))
    parser.option("--seats", say("number of players"), whole, required=True, metavar="N")
    parser.option("--depth", say("depth in moves, chance included"), positive, required=True, metavar="D")
    parser.option(
        "--option", say("set an option of the game; may be repeated"), setting, action="append", metavar="NAME=VALUE", default=[]
    )
    parser.flag("--json", say("print JSON"))


def run(args: argparse.Namespace) -> int:
    """Print a table of leaf counts."""
    found = find(args.game)
    options = parse_options(found, args.option)
    game = found.on(options)
    state = game.start(args.seats, game.options_from(options))
    counts = {depth: perft(state, depth) for depth in range(1, args.depth + 1)}
    if args.json:
        print(json.dumps({"game": game.name, "seats": args.seats, "leaves": list(counts.values())}))
        return 0
    screen = Screen(args.language)
    heads = [screen.text(say("depth")), screen.text(say("leaves"))]
    screen.table(heads, [[str(depth), str(count)] for depth, count in counts.items()], right=(0, 1))
    return 0

"""`roundhouse map`: check and draw a map file."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final

from roundhouse.cli import files
from roundhouse.cli.options import parse_options
from roundhouse.cli.parser import Parser, one_of, positive
from roundhouse.cli.screen import Screen
from roundhouse.core.game import FILE, DrawingRequest, Game
from roundhouse.core.sentence import BadSetup, Sentence, say
from roundhouse.core.state import SPECTATOR
from roundhouse.games import GAMES, find
from roundhouse.ui.picture import picture, png

NAME: Final = "map"
HELP: Final = say("check or draw a map file")
EXAMPLES: Final = (
    "roundhouse map check my-map.json",
    "roundhouse map draw my-map.json --png my-map.png",
    "roundhouse map draw my-map.json --layout narrow --svg -",
)


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `map`."""
    parser.argument("ACTION", say("what to do: check or draw"))
    parser.argument("FILE", say("a map file, or the name of a map that comes with the game"))
    parser.option("--game", say("name of the game"), default_text=say("the first that has map files"), metavar="GAME")
    parser.option("--layout", say("layout: wide or narrow"), one_of("wide", "narrow"), default="wide", metavar="LAYOUT")
    parser.option("--svg", say("write SVG to this file; - is standard output"), metavar="FILE")
    parser.option("--png", say("write PNG to this file; - is standard output"), metavar="FILE")
    parser.option("--width", say("width of the PNG in pixels"), positive, default=1600, metavar="PX")
    parser.flag("--json", say("print JSON"))


def run(args: argparse.Namespace) -> int:
    """Check or draw; a map that cannot be played raises an error, which is exit code 2."""
    if args.action not in ("check", "draw"):
        raise BadSetup(say("'{action}' is neither check nor draw", action=args.action))
    found, option, check = _game_with_maps(args.game)
    options = parse_options(found, [(option, args.file)])
    with files.about(args.file):
        game = found.on(options)
    return _draw(game, args) if args.action == "draw" else _check(game, check(options[option]), args)


def _game_with_maps(name: str | None) -> tuple[Game[Any], str, Callable[[str], list[Sentence]]]:
    for game in GAMES if name is None else [find(name)]:
        for option in fields(game.options):
            if FILE in option.metadata:
                return game, option.name, option.metadata[FILE]
    raise BadSetup(say("no game here has map files") if name is None else say("{game} has no map files", game=name))


def _check(game: Game[Any], faults: list[Sentence], args: argparse.Namespace) -> int:
    """Print what could be better; return 1 if there is anything."""
    screen = Screen(args.language)
    if args.json:
        print(json.dumps({"board": game.board, "title": game.title, "faults": [screen.text(fault) for fault in faults]}))
        return 1 if faults else 0
    for fault in faults:
        screen.tell(fault)
    played = say("{file}: {title} can be played; board {digest}", file=args.file, title=game.title, digest=game.board)
    screen.show(screen.text(played))  # not capitalized: it begins with the name of a file
    return 1 if faults else 0


def _draw(game: Game[Any], args: argparse.Namespace) -> int:
    if args.svg is None and args.png is None:
        raise BadSetup(say("no output file: use --svg FILE or --png FILE"))
    seats = game.seats[0]
    names = [Screen(args.language).text(say("Player {number}", number=seat + 1)) for seat in range(seats)]
    view = game.view(game.start(seats), SPECTATOR)
    svg = picture(game, DrawingRequest(view=view, names=names, language=args.language, layout=args.layout))
    if args.svg is not None:
        files.write(args.svg, svg)
    if args.png is not None:
        files.write(args.png, png(svg, args.width))
    return 0

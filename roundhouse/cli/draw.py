"""`roundhouse draw`: draw a position from a record or from random play."""

from __future__ import annotations

import argparse
from typing import Any, Final

from roundhouse.cli import files
from roundhouse.cli.options import parse_options
from roundhouse.cli.parser import Parser, natural, no_seat, one_of, positive, reader, setting, whole
from roundhouse.cli.screen import Screen
from roundhouse.core.draw import Rng
from roundhouse.core.game import DrawingRequest, Game
from roundhouse.core.playout import random_moves
from roundhouse.core.record import Record, replay_until
from roundhouse.core.sentence import BadSetup, say
from roundhouse.core.state import CHANCE, SPECTATOR, State
from roundhouse.games import find
from roundhouse.ui.picture import picture, png

NAME: Final = "draw"
HELP: Final = say("draw a position as SVG or PNG, from a record or from random play")
EXAMPLES: Final = (
    "roundhouse draw {game} --seats 3 --moves 40 --svg table.svg",
    "roundhouse draw {game} --record game.rec --moves 60 --seat spectator --png table.png --width 1600",
    "roundhouse draw {game} --layout narrow --svg - > phone.svg",
)


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `draw`."""
    parser.argument("GAME", say("name of a game, as listed by 'roundhouse games'"))
    parser.option("--seats", say("number of players"), whole, default_text=say("the fewest the game allows"), metavar="N")
    parser.option(
        "--option", say("set an option of the game; may be repeated"), setting, action="append", metavar="NAME=VALUE", default=[]
    )
    parser.option("--seed", say("seed of the random play"), whole, default=0, metavar="S")
    parser.option(
        "--moves",
        say("draw the position after this many moves of players"),
        natural,
        default_text=say("0, or the end of the record"),
        metavar="M",
    )
    parser.option("--record", say("draw a position of this record; - is standard input"), metavar="FILE")
    parser.option(
        "--seat", say("draw what this seat sees, or spectator"), reader, default_text=say("the seat to move"), metavar="I"
    )
    parser.option("--layout", say("layout: wide or narrow"), one_of("wide", "narrow"), default="wide", metavar="LAYOUT")
    parser.option("--svg", say("write SVG to this file; - is standard output"), metavar="FILE")
    parser.option("--png", say("write PNG to this file; - is standard output"), metavar="FILE")
    parser.option("--width", say("width of the PNG in pixels"), positive, default=1600, metavar="PX")


def run(args: argparse.Namespace) -> int:
    """Draw one position."""
    if args.svg is None and args.png is None:
        raise BadSetup(say("no output file: use --svg FILE or --png FILE"))
    found = find(args.game)
    options = parse_options(found, args.option)
    game = found.on(options)
    screen = Screen(args.language)
    if args.record is None:
        seats = game.seats[0] if args.seats is None else args.seats
        state: State = game.start(seats, game.options_from(options))
        random_moves(state, Rng(args.seed), args.moves or 0)
        names = None
    else:
        if args.seats is not None or args.option:
            raise BadSetup(say("--seats and --option cannot be used with --record: a record has its own"))
        record = files.read_record(args.record)
        game = game.on(record.options)
        with files.about(args.record):
            state = _position(game, record, args.moves)
        names = record.names
    seat = _reader(state, args.seat)
    moves = list(state.legal_moves()) if state.actor == seat else []
    shown = names or [screen.text(say("Player {number}", number=index + 1)) for index in range(state.seats)]
    view = game.view(state, seat)
    svg = picture(game, DrawingRequest(view=view, moves=moves, names=shown, language=args.language, layout=args.layout))
    if args.svg is not None:
        files.write(args.svg, svg)
    if args.png is not None:
        files.write(args.png, png(svg, args.width))
    return 0


def _position(game: Game[Any], record: Record, moves: int | None) -> State:
    """Return the state after a number of player moves and the draws that follow the last of them."""
    count, made = 0, 0
    for entry in record.entries:
        if entry.actor != CHANCE:
            if made == moves:
                break
            made += 1
        count += 1
    state, _ = replay_until(game, record, count)
    return state


def _reader(state: State, seat: int | None) -> int:
    if seat is None:
        return state.actor if state.actor >= 0 else SPECTATOR
    if seat != SPECTATOR and not 0 <= seat < state.seats:
        raise no_seat(seat, state.seats)
    return seat

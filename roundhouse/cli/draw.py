"""`roundhouse draw`: a position as a picture, from a record or from random play."""

from __future__ import annotations

import argparse
from typing import Any, Final

from roundhouse.cli import files
from roundhouse.cli.parser import Parser, natural, one_of, positive, reader, whole
from roundhouse.cli.screen import Screen
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
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
    """Adds what `draw` takes."""
    parser.argument("GAME", say("the name of a game; 'roundhouse games' lists them"))
    parser.option("--seats", say("number of players"), whole, metavar="N")
    parser.option("--seed", say("of the random play"), whole, default=0, metavar="S")
    parser.option("--moves", say("after so many moves of players; a record's default is its end"), natural, metavar="M")
    parser.option("--record", say("the position of a record; - is standard input"), metavar="FILE")
    parser.option("--seat", say("as this seat sees it, or spectator; else as the one to move"), reader, metavar="I")
    parser.option("--layout", say("wide or narrow"), one_of("wide", "narrow"), default="wide", metavar="LAYOUT")
    parser.option("--svg", say("write SVG to this file; - is standard output"), metavar="FILE")
    parser.option("--png", say("write PNG to this file; - is standard output"), metavar="FILE")
    parser.option("--width", say("of the PNG, in pixels"), positive, default=1600, metavar="PX")


def run(args: argparse.Namespace) -> int:
    """Draws one position."""
    if args.svg is None and args.png is None:
        raise BadSetup(say("where to? Give --svg FILE or --png FILE"))
    game = find(args.game)
    screen = Screen(args.language)
    if args.record is None:
        seats = game.seats[0] if args.seats is None else args.seats
        state: State = game.start(seats)
        random_moves(state, Rng(args.seed), args.moves or 0)
        names = None
    else:
        if args.seats is not None:
            raise BadSetup(say("a record has its own players: --record goes without --seats"))
        record = files.read_record(args.record)
        with files.about(args.record):
            state = _position(game, record, args.moves)
        names = record.names
    seat = _reader(state, args.seat)
    moves = list(state.legal_moves()) if state.actor == seat else []
    shown = names or [screen.text(say("Player {number}", number=number + 1)) for number in range(state.seats)]
    svg = picture(game, game.view(state, seat), moves, shown, args.language, args.layout)
    if args.svg is not None:
        files.write(args.svg, svg)
    if args.png is not None:
        files.write(args.png, png(svg, args.width))
    return 0


def _position(game: Game[Any], record: Record, moves: int | None) -> State:
    """After so many moves of players, and the draws that follow the last of them."""
    count, made = 0, 0
    for entry in record.entries:
        if entry.actor != CHANCE:
            if made == moves:
                break
            made += 1
        count += 1
    state, _ = replay_until(game, record, count)
    return state


def _reader(state: State, wish: int | None) -> int:
    if wish is None:
        return state.actor if state.actor >= 0 else SPECTATOR
    if wish != SPECTATOR and not 0 <= wish < state.seats:
        raise BadSetup(say("there is no seat {seat}; seats are 0 to {last}", seat=wish, last=state.seats - 1))
    return wish

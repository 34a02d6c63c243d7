"""`roundhouse play`: a game at the terminal, against bots or between people at one keyboard."""

from __future__ import annotations

import argparse
import json
import re
import secrets
from typing import Any, Final

from roundhouse.cli import files
from roundhouse.cli.keyboard import Keyboard
from roundhouse.cli.parser import Parser, one_of, setting, whole
from roundhouse.cli.screen import Screen
from roundhouse.cli.session import Bot, Quit, Session
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.record import Record
from roundhouse.core.sentence import BadSetup, say
from roundhouse.core.state import View
from roundhouse.games import find
from roundhouse.play.chance import Secret, Seeded, Unrecorded
from roundhouse.play.table import Table
from roundhouse.play.verify import source_of

NAME: Final = "play"
HELP: Final = say("play at the terminal, against bots or at one keyboard")
EXAMPLES: Final = (
    "roundhouse play {game} --bots 2",
    "roundhouse play {game} --seats 4 --bots 2",
    "roundhouse play {game} --seats 3",
    "roundhouse play {game} --bots 1 --seat 1 --seed 42 --lang fr",
    "roundhouse play {game} --load game.rec",
)
_BOT_NAME: Final = re.compile(r"Bot \d+")  # how a saved game remembers who is a bot
_SEED_MASK: Final = 2**62 - 1


def add_arguments(parser: Parser) -> None:
    """Adds what `play` takes."""
    parser.argument("GAME", say("the name of a game; 'roundhouse games' lists them"))
    parser.option("--seats", say("number of players, bots included"), whole, metavar="N")
    parser.option("--bots", say("how many of them are bots; without it all are people at this keyboard"), whole, metavar="K")
    parser.option(
        "--bot",
        say("how bots play: advise (by the game's heuristic) or random"),
        one_of("advise", "random"),
        default="advise",
        metavar="KIND",
    )
    parser.option("--seat", say("your seat when all others are bots, from 0 on"), whole, metavar="I")
    parser.option(
        "--seed", say("deal from this seed, which tells the deck to whoever knows it; else from a secret"), whole, metavar="S"
    )
    parser.option(
        "--option", say("an option of the game; may be given again"), setting, action="append", metavar="NAME=VALUE", default=[]
    )
    parser.option("--load", say("go on with a saved game"), metavar="FILE")
    parser.flag("--open", say("no curtain between the people at one keyboard: all may look"))


def run(args: argparse.Namespace) -> int:
    """Plays one game."""
    game = find(args.game)
    screen = Screen(args.language)
    table, bots = _resumed(game, args, screen) if args.load is not None else _begun(game, args, screen)
    session = Session(table, bots, screen, Keyboard(), curtain=not args.open)
    try:
        session.run()
    except Quit:
        _take_leave(session, screen)
    except EOFError:
        screen.blank()
        _take_leave(session, screen)
    except KeyboardInterrupt:
        screen.blank()
        _take_leave(session, screen)
        raise
    return 0


def options_of(settings: list[tuple[str, str]]) -> dict[str, Any]:
    """The options of a game as given: a JSON value, else a text."""
    options: dict[str, Any] = {}
    for name, value in settings:
        try:
            options[name] = json.loads(value)
        except json.JSONDecodeError:
            options[name] = value
    return options


def _begun(game: Game[Any], args: argparse.Namespace, screen: Screen) -> tuple[Table, dict[int, Bot]]:
    bots = args.bots or 0
    seats = args.seats if args.seats is not None else bots + 1 if args.bots is not None else game.seats[0]
    options = options_of(args.option)
    game.start(seats, game.options_from(options))  # says what is wrong with them before anything else does
    machines = _bot_seats(seats, bots, args.seat)
    names = [
        f"Bot {seat + 1}" if seat in machines else screen.text(say("Player {number}", number=seat + 1)) for seat in range(seats)
    ]
    source = Secret() if args.seed is None else Seeded(args.seed)
    table = Table(game, seats, options, source, names)
    if isinstance(source, Secret):
        screen.tell(say("Commitment to the deal: {commitment}", commitment=source.commitment), "dim")
        screen.tell(say("The record of the finished game holds its secret, and 'roundhouse verify' checks every draw."), "dim")
    return table, _bots(game, machines, args)


def _resumed(game: Game[Any], args: argparse.Namespace, screen: Screen) -> tuple[Table, dict[int, Bot]]:
    if args.seed is not None or args.option or args.seats is not None:
        raise BadSetup(say("a saved game has its own players, deal and options: --load goes without --seats, --seed and --option"))
    record = files.read_record(args.load)
    with files.about(args.load):
        source = source_of(record)
        table = Table.resume(game, record, Unrecorded() if source is None else source)
    if source is None:
        screen.tell(say("The record names neither a secret nor a seed: the rest is dealt by chance that nobody can verify."))
    return table, _bots(game, _remembered_bots(record, args), args)


def _remembered_bots(record: Record, args: argparse.Namespace) -> list[int]:
    if args.bots is not None or args.seat is not None:
        return _bot_seats(record.seats, args.bots if args.bots is not None else record.seats - 1, args.seat)
    return [seat for seat, name in enumerate(record.names or []) if _BOT_NAME.fullmatch(name)]


def _bot_seats(seats: int, bots: int, seat: int | None) -> list[int]:
    """The seats of the bots: the last ones, or all but the one seat that was asked for."""
    if not 0 <= bots <= seats:
        raise BadSetup(say("{bots} bots do not fit {seats} seats", bots=bots, seats=seats))
    if seat is None:
        return list(range(seats - bots, seats))
    if bots != seats - 1:
        raise BadSetup(
            say("--seat is for one person against bots; here {people} of {seats} are people", people=seats - bots, seats=seats)
        )
    if not 0 <= seat < seats:
        raise BadSetup(say("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=seats - 1))
    return [other for other in range(seats) if other != seat]


def _bots(game: Game[Any], seats: list[int], args: argparse.Namespace) -> dict[int, Bot]:
    rng = Rng(secrets.randbits(62) if args.seed is None else ~args.seed & _SEED_MASK)

    def advised(view: View) -> int:
        return game.advise(view, rng)

    def at_random(view: View) -> int:
        moves = view.position.legal_moves()
        return moves[rng.below(len(moves))]

    return dict.fromkeys(seats, at_random if args.bot == "random" else advised)


def _take_leave(session: Session, screen: Screen) -> None:
    if session.saved or session.table.over:
        screen.tell(say("Goodbye."))
        return
    screen.tell(
        say(
            "Goodbye. The game was not saved: 'save FILE' keeps one, and 'roundhouse play {game} --load FILE' goes on with it.",
            game=session.table.game.name,
        )
    )

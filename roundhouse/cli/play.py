"""`roundhouse play`: a game in the terminal, against bots or between people at one keyboard."""

from __future__ import annotations

import argparse
import re
import secrets
from typing import Any, Final

from roundhouse.bots import LEVELS, Bot, make
from roundhouse.bots.bot import SupportsClose, SupportsOpen
from roundhouse.cli import files
from roundhouse.cli.keyboard import Keyboard
from roundhouse.cli.options import parse_options
from roundhouse.cli.parser import Parser, no_seat, setting, whole
from roundhouse.cli.parser import seat as a_seat
from roundhouse.cli.screen import Screen
from roundhouse.cli.session import Quit, Session
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.record import Record
from roundhouse.core.sentence import BadSetup, say
from roundhouse.games import find
from roundhouse.play.chance import Secret, Seeded, Unrecorded
from roundhouse.play.table import Table
from roundhouse.play.verify import source_of

NAME: Final = "play"
HELP: Final = say("play in the terminal, against bots or with others at one keyboard")
EXAMPLES: Final = (
    "roundhouse play {game} --bots 2",
    "roundhouse play {game} --seats 4 --bots 2",
    "roundhouse play {game} --bots 1 --bot expert",
    "roundhouse play {game} --seats 3",
    "roundhouse play {game} --bots 1 --seat 2 --seed 42 --lang fr",
    "roundhouse play {game} --load game.rec",
)
_BOT_NAME: Final = re.compile(r"Bot \d+")  # marks the seats of bots in a saved game
_SEED_MASK: Final = 2**62 - 1


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `play`."""
    parser.argument("GAME", say("name of a game, as listed by 'roundhouse games'"))
    parser.option(
        "--seats",
        say("number of players, bots included"),
        whole,
        default_text=say("you and the bots, or the fewest the game allows"),
        metavar="N",
    )
    parser.option("--bots", say("number of bots; the other players share this keyboard"), whole, default_text="0", metavar="K")
    parser.option(
        "--bot",
        say("how bots play: {levels}, random, or any bot of the arena, such as search:1s", levels=", ".join(LEVELS)),
        default="regular",
        metavar="BOT",
    )
    parser.option("--seat", say("your seat, if all others are bots"), a_seat, default_text="1", metavar="I")
    parser.option(
        "--seed",
        say("deal from this seed, which makes the deal reproducible but predictable"),
        whole,
        default_text=say("a random secret"),
        metavar="S",
    )
    parser.option(
        "--option", say("set an option of the game; may be repeated"), setting, action="append", metavar="NAME=VALUE", default=[]
    )
    parser.option("--load", say("resume a saved game"), metavar="FILE")
    parser.flag("--open", say("do not hide hands from the other players at this keyboard"))


def run(args: argparse.Namespace) -> int:
    """Play one game."""
    found = find(args.game)
    options = parse_options(found, args.option)
    game = found.on(options)
    screen = Screen(args.language)
    if ":" not in args.bot:
        make(args.bot, game)  # raises BadSetup for an unknown name before anything is printed, also if no bot plays
    table, seats = _loaded_table(game, args, screen) if args.load is not None else _new_table(game, options, args, screen)
    bots = _bots(game, table, seats, args)
    session = Session(table, bots, screen, Keyboard(), privacy_screen=not args.open)
    try:
        session.run()
    except Quit:
        _say_goodbye(session, screen)
    except EOFError:
        screen.blank()
        _say_goodbye(session, screen)
    except KeyboardInterrupt:
        screen.blank()
        _say_goodbye(session, screen)
        raise
    finally:
        for bot in bots.values():
            if isinstance(bot, SupportsClose):
                bot.close()
    return 0


def _new_table(game: Game[Any], options: dict[str, Any], args: argparse.Namespace, screen: Screen) -> tuple[Table, list[int]]:
    bots = args.bots or 0
    seats = args.seats if args.seats is not None else bots + 1 if args.bots is not None else game.seats[0]
    game.start(seats, game.options_from(options))  # raises BadSetup before anything else does
    bot_seats = _choose_bot_seats(seats, bots, args.seat)
    names = [
        f"Bot {seat + 1}" if seat in bot_seats else screen.text(say("Player {number}", number=seat + 1)) for seat in range(seats)
    ]
    source = Secret() if args.seed is None else Seeded(args.seed)
    table = Table(game, seats, options, source, names)
    if isinstance(source, Secret):
        screen.tell(say("Commitment to the deal: {commitment}", commitment=source.commitment), "dim")
        screen.tell(
            say("The record of the finished game contains the secret, so that 'roundhouse verify' can check every draw."), "dim"
        )
    return table, bot_seats


def _loaded_table(game: Game[Any], args: argparse.Namespace, screen: Screen) -> tuple[Table, list[int]]:
    if args.seed is not None or args.option or args.seats is not None:
        raise BadSetup(say("--seats, --seed and --option cannot be used with --load: a saved game has its own"))
    record = files.read_record(args.load)
    with files.about(args.load):
        source = source_of(record)
        table = Table.resume(game, record, Unrecorded() if source is None else source)
    if source is None:
        screen.tell(say("The record has neither a secret nor a seed, so the rest of the deal cannot be verified."))
    return table, _saved_bot_seats(record, args)


def _saved_bot_seats(record: Record, args: argparse.Namespace) -> list[int]:
    if args.bots is not None or args.seat is not None:
        return _choose_bot_seats(record.seats, args.bots if args.bots is not None else record.seats - 1, args.seat)
    return [seat for seat, name in enumerate(record.names or []) if _BOT_NAME.fullmatch(name)]


def _choose_bot_seats(seats: int, bots: int, seat: int | None) -> list[int]:
    """Return the seats of the bots: the last ones, or all except the requested seat."""
    if not 0 <= bots <= seats:
        raise BadSetup(say("{bots} bots do not fit {seats} seats", bots=bots, seats=seats))
    if seat is None:
        return list(range(seats - bots, seats))
    if bots != seats - 1:
        raise BadSetup(
            say("--seat needs a single human player; here {people} of {seats} are human", people=seats - bots, seats=seats)
        )
    if not 0 <= seat < seats:
        raise no_seat(seat, seats)
    return [other for other in range(seats) if other != seat]


def _bots(game: Game[Any], table: Table, seats: list[int], args: argparse.Namespace) -> dict[int, Bot]:
    """Return a bot for each of the seats."""
    rng = Rng(secrets.randbits(62) if args.seed is None else ~args.seed & _SEED_MASK)
    bots: dict[int, Bot] = {}
    for seat in seats:
        bot = make(args.bot, game, rng.word(), options=table.options)
        if isinstance(bot, SupportsOpen):
            bot.open(table.view(seat))
        bots[seat] = bot
    return bots


def _say_goodbye(session: Session, screen: Screen) -> None:
    if session.saved or session.table.over:
        screen.tell(say("Goodbye."))
        return
    screen.tell(
        say(
            "Goodbye. The game was not saved; 'save FILE' saves a game, and 'roundhouse play {game} --load FILE' resumes it.",
            game=session.table.game.name,
        )
    )

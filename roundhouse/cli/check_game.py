"""`roundhouse check-game`: which parts a game has, what is wrong with them, and whether the laws hold."""

from __future__ import annotations

import argparse
from typing import Any, Final

from roundhouse.cli.parser import Parser, natural
from roundhouse.cli.printing import print_json
from roundhouse.cli.screen import Screen
from roundhouse.core.game import Game
from roundhouse.core.sentence import say, say_many
from roundhouse.games import find
from roundhouse.play.laws import LawBroken, check_game
from roundhouse.testing.parts import Part, parts_of

NAME: Final = "check-game"
HELP: Final = say("list the parts of a game, and check each of them and the laws")
EXAMPLES: Final = ("roundhouse check-game {game}", "roundhouse check-game {game} --games 50 --json")
_LOOK_EVERY: Final = 10


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `check-game`."""
    parser.argument("GAME", say("name of a game, as listed by 'roundhouse games'"))
    parser.option("--games", say("random games per number of players"), natural, default=3, metavar="N")
    parser.flag("--json", say("print JSON"))


def run(args: argparse.Namespace) -> int:
    """Check one game; return 1 if something is wrong."""
    game = find(args.game)
    parts = parts_of(game)
    broken = _broken_laws(game, args.games)
    if args.json:
        _print_json(game, parts, broken)
    else:
        _show(Screen(args.language), parts, broken, args.games * len(game.seats))
    return 1 if broken or any(part.faults for part in parts) else 0


def _broken_laws(game: Game[Any], games: int) -> list[str]:
    found = []
    for seats in game.seats:
        for seed in range(games):
            try:
                check_game(game, seats, seed, look_every=_LOOK_EVERY)
            except LawBroken as broken:
                found.append(f"law {broken.law}, {seats} players, seed {seed}: {broken.reason}")
    return found


def _show(screen: Screen, parts: list[Part], broken: list[str], games: int) -> None:
    heads = [screen.text(head) for head in (say("part"), say("present"), say("what it is for"))]
    screen.table(heads, [[part.name, screen.text(_state(part)), screen.text(part.purpose)] for part in parts])
    screen.blank()
    for part in parts:
        for fault in part.faults:
            screen.show(f"{part.name}: {fault}", "red")
    for fault in broken:
        screen.show(fault, "red")
    count = len(broken) + sum(len(part.faults) for part in parts)
    screen.tell(say("{games} random games, the laws checked on each.", games=games))
    screen.tell(say_many("{count} fault.", "{count} faults.", count=count) if count else say("Nothing is wrong."))


def _state(part: Part) -> Any:
    if part.faults:
        return say("wrong")
    return say("yes") if part.present else say("no")


def _print_json(game: Game[Any], parts: list[Part], broken: list[str]) -> None:
    rows = [
        {"part": part.name, "present": part.present, "purpose": str(part.purpose), "faults": list(part.faults)} for part in parts
    ]
    print_json({"game": game.name, "parts": rows, "laws": broken}, indent=2)

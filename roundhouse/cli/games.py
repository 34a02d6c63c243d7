"""`roundhouse games`: list the games and show which engine is loaded."""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import fields
from typing import Any, Final

from roundhouse import engine
from roundhouse.cli.parser import Parser
from roundhouse.cli.printing import print_json
from roundhouse.cli.screen import Screen
from roundhouse.core.game import Game
from roundhouse.core.sentence import Sentence, say
from roundhouse.games import GAMES
from roundhouse.ui.rulebook import clause_count

NAME: Final = "games"
HELP: Final = say("list the games and show which engine is loaded")
EXAMPLES: Final = ("roundhouse games", "roundhouse games --json")


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `games`."""
    parser.flag("--json", say("print JSON"))


def run(args: argparse.Namespace) -> int:
    """Print the games."""
    if args.json:
        facts = {"games": [_facts(game) for game in GAMES], "engine": _engine_name(), "outdated": engine.outdated()}
        print_json(facts, indent=2)
        return 0
    screen = Screen(args.language)
    heads = [say("game"), say("title"), say("players"), say("clauses"), say("options")]
    screen.table([screen.text(head) for head in heads], [_row(game, screen) for game in GAMES], right=(3,))
    screen.blank()
    screen.tell(_engine())
    return 0


def _options(game: Game[Any]) -> dict[str, Any]:
    return {option.name: option.default for option in fields(game.options)}


def _facts(game: Game[Any]) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "version": game.version,
        "players": [game.seats[0], game.seats[-1]],
        "clauses": clause_count(game),
        "options": _options(game),
    }


def _row(game: Game[Any], screen: Screen) -> list[str]:
    options = ", ".join(f"{name}={json.dumps(value)}" for name, value in _options(game).items())
    players = f"{game.seats[0]}-{game.seats[-1]}"
    return [game.name, game.title, players, str(clause_count(game)), options or screen.text(say("none"))]


def _engine_name() -> str:
    return "compiled" if engine.is_compiled() else "interpreted"


def _engine() -> Sentence:
    if engine.outdated():
        return say("The compiled engine is older than its source: run make setup.")
    if engine.is_compiled():
        return say("The engine is compiled.")
    if os.environ.get(engine.PURE, "") not in ("", "0"):
        return say("The engine is interpreted, about 40 times slower with the same rules, because {name} is set.", name=engine.PURE)
    return say(
        "The engine is interpreted: the same rules, about 40 times slower. Install a C compiler and reinstall to compile it."
    )

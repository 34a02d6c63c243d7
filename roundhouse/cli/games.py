"""`roundhouse games`: list the games, or explain one of them with its options."""

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
from roundhouse.games import GAMES, find
from roundhouse.ui.options import options_in_words
from roundhouse.ui.page import page_of
from roundhouse.ui.rulebook import clause_count
from roundhouse.ui.text import translate

NAME: Final = "games"
HELP: Final = say("list the games, or explain one with its options; show which engine is loaded")
EXAMPLES: Final = ("roundhouse games", "roundhouse games {game}", "roundhouse games --json")


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `games`."""
    parser.argument("GAME", say("explain this game"), nargs="?")
    parser.flag("--json", say("print JSON"))


def run(args: argparse.Namespace) -> int:
    """Print the games."""
    if args.game is not None:
        return _explain(find(args.game), args)
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


def _explain(game: Game[Any], args: argparse.Namespace) -> int:
    """Print what a game is, and what each of its options means."""
    options = options_in_words(game, args.language)
    page = page_of(game)
    if args.json:
        words = [{"name": one.name, "default": json.loads(one.default), "meaning": one.meaning} for one in options]
        facts = {**_facts(game), "options": words, "description": translate(page.description, args.language)}
        if page.reconstructed:
            facts["reconstructed"] = translate(page.reconstructed, args.language)
        print_json(facts, indent=2)
        return 0
    screen = Screen(args.language)
    screen.parts((game.title, "bold"), (f" ({game.name})", ""))
    screen.tell(page.description)
    players = say("{least} to {most} players", least=game.seats[0], most=game.seats[-1])
    screen.tell(say("{players}, about {minutes} minutes", players=players, minutes=page.minutes) if page.minutes else players)
    if page.reconstructed:
        screen.tell(page.reconstructed)
    screen.blank()
    if not options:
        screen.tell(say("This game has no options."))
    else:
        screen.tell(say("Options, set with --option NAME=VALUE:"), "bold")
    for option in options:
        screen.parts((f"  {option.name}={option.default}", "bold"), (f"  {option.meaning}", ""))
        for value, meaning in option.choices:
            screen.show(f"      {value}: {meaning}")
    screen.blank()
    screen.tell(say("Play it: {command}", command=f"roundhouse play {game.name} --bots {game.seats[0] - 1}"))
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
    reason = engine.reason()
    if not reason:
        return say("The engine is interpreted: the same rules, about 40 times slower.")
    return say("The engine is interpreted: the same rules, about 40 times slower. {reason}.", reason=reason)

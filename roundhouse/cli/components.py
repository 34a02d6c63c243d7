"""`roundhouse components`: print, check and list the component files of the games, for owners of a box."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from roundhouse.cli import files
from roundhouse.cli.parser import Parser
from roundhouse.cli.printing import print_json
from roundhouse.cli.screen import Screen
from roundhouse.core.sentence import BadSetup, Sentence, say
from roundhouse.games.components import MOST_CHARACTERS, NAMES, VARIABLE, Components, box_of, load, owners_file, read_file

NAME: Final = "components"
HELP: Final = say("print or check the component file of a game, to enter what is in your own box")
EXAMPLES: Final = (
    "roundhouse components",
    f"roundhouse components {NAMES[0]} > {NAMES[0]}.json",
    f"roundhouse components {NAMES[0]} --check {NAMES[0]}.json",
)


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `components`."""
    parser.argument("GAME", say("print the component file of this game"), nargs="?")
    parser.option("--check", say("check this file instead, and list the facts that differ"), metavar="FILE")
    parser.flag("--schema", say("print the JSON Schema of the file instead"))
    parser.flag("--json", say("print JSON"))


def run(args: argparse.Namespace) -> int:
    """Print, check or list; a file that cannot be used raises an error, which is exit code 2."""
    if args.game is None:
        if args.check or args.schema:
            raise BadSetup(say("name the game whose component file is meant: {names}", names=", ".join(NAMES)))
        return _list(args)
    box = box_of(args.game)
    if args.schema:
        print_json(box.schema(), indent=2)
    elif args.check is not None:
        _tell(Screen(args.language), args, args.game, read_file(box, Path(args.check)))
    else:
        path = owners_file(args.game)
        print(box.standard() if path is None else files.read_text(str(path), 4 * MOST_CHARACTERS), end="")
    return 0


def _list(args: argparse.Namespace) -> int:
    """Print with which components each game is played."""
    found = {name: load(name) for name in NAMES}
    if args.json:
        print_json({name: _facts(components) for name, components in found.items()}, indent=2)
        return 0
    screen = Screen(args.language)
    for name, components in found.items():
        _tell(screen, args, name, components)
    screen.blank()
    screen.tell(say("{variable} names the folder of your own files.", variable=VARIABLE))
    return 0


def _tell(screen: Screen, args: argparse.Namespace, name: str, components: Components) -> None:
    if args.json:
        print_json(_facts(components), indent=2)
        return
    screen.show(screen.text(_sentence(name, components)))  # not capitalized, since it begins with the name of a game
    for path in components.changed:
        screen.show(f"  {path}")


def _facts(components: Components) -> dict[str, object]:
    return {"file": components.source, "board": components.board, "changed": list(components.changed)}


def _sentence(name: str, components: Components) -> Sentence:
    if not components.source:
        return say("{game}: the components that come with Roundhouse", game=name)
    if not components.changed:
        return say("{game}: {file} can be played and changes nothing that matters to the rules", game=name, file=components.source)
    return say(
        "{game}: {file} can be played; board {digest}; it changes:", game=name, file=components.source, digest=components.board
    )

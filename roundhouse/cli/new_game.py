"""`roundhouse new-game`: a package with a small working game, to be changed into another."""

from __future__ import annotations

import argparse
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from roundhouse.cli import files
from roundhouse.cli.parser import Parser
from roundhouse.cli.screen import Screen
from roundhouse.core.sentence import BadSetup, say
from roundhouse.games import names
from roundhouse.testing.parts import NAME as GAME_NAME
from roundhouse.testing.parts import VERSIONED

NAME: Final = "new-game"
HELP: Final = say("create a package with a small working game, to be changed into your own")
EXAMPLES: Final = ("roundhouse new-game whistle", 'roundhouse new-game night_mail --title "Night Mail" --dir ~/games/night-mail')

_SKELETON: Final = Path(__file__).parent / "skeleton"  # a package like the one that is written, of a game called Whistle
_KINDS: Final = (".json", ".md", ".po", ".py", ".rec", ".toml", ".typed")
_PREFIX: Final = 3  # letters of the name that clauses begin with
_OURS: Final = re.compile(r"WhistleState|whistle-game|whistle_game|\bWHI\b|whistle|Whistle")


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `new-game`."""
    parser.argument("ID", say("name of the new game: lower-case letters, digits and underscores"))
    parser.option("--title", say("title of the game"), default_text=say("made from the name"), metavar="TITLE")
    parser.option("--dir", say("folder to create"), default_text=say("named after the game"), metavar="DIR")


def run(args: argparse.Namespace) -> int:
    """Write the package and print the next steps."""
    _check_name(args.id)
    title = _checked_title(args.title or args.id.replace("_", " ").title())
    folder = Path(args.dir or args.id).expanduser()
    write_package(folder, args.id, title)
    screen = Screen(args.language)
    screen.tell(say("Created the game '{name}' in '{folder}'. Next:", name=args.id, folder=str(folder)))
    for step in _next_steps(args.id, folder):
        screen.show(f"  {step}")
    return 0


def write_package(folder: Path, name: str, title: str) -> None:
    """Write the skeleton of a game into a new folder, whole or not at all."""
    if folder.exists():
        raise BadSetup(say("'{folder}' already exists", folder=str(folder)))
    files.make_folder(str(folder.parent))
    words = _words(name, title)
    part = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    try:
        for source in _sources():
            target = part / _renamed(str(source.relative_to(_SKELETON)), words)
            files.make_folder(str(target.parent))
            files.write(str(target), _renamed(source.read_text("utf-8"), words))
        part.rename(folder)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _check_name(name: str) -> None:
    if not GAME_NAME.fullmatch(name) or VERSIONED.fullmatch(name):
        raise BadSetup(
            say(
                "'{name}' is not a name for a game: use lower-case letters, digits and single underscores, and no ending like _v1",
                name=name,
            )
        )
    if name in names():
        raise BadSetup(say("there is already a game '{name}'", name=name))


def _checked_title(title: str) -> str:
    if not title.isprintable() or not title.strip() or '"' in title or "\\" in title:
        raise BadSetup(say('a title is one line without quotation marks (") and backslashes'))
    return title.strip()


def _words(name: str, title: str) -> Mapping[str, str]:
    """Return what replaces the names of the skeleton."""
    return {
        "WhistleState": "".join(word.capitalize() for word in name.split("_")) + "State",
        "whistle-game": f"{name.replace('_', '-')}-game",
        "whistle_game": f"{name}_game",
        "WHI": name.replace("_", "")[:_PREFIX].upper(),
        "whistle": name,
        "Whistle": title,
    }


def _renamed(text: str, words: Mapping[str, str]) -> str:
    """Replace the names of the skeleton in one pass, so that a new name that contains one of them stays whole."""
    return _OURS.sub(lambda found: words[found[0]], text)


def _sources() -> Iterator[Path]:
    """Yield the files of the skeleton, without caches of Python and other tools."""
    for path in sorted(_SKELETON.rglob("*")):
        if path.suffix in _KINDS and not any(part.startswith(".") for part in path.relative_to(_SKELETON).parts):
            yield path


def _next_steps(name: str, folder: Path) -> list[str]:
    return [
        f"cd {folder}",
        "python -m pip install --editable .",
        f"roundhouse check-game {name}",
        f"roundhouse play {name} --bots 2",
        "python -m pytest",
    ]

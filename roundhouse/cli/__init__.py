"""The command `roundhouse`: a thin door onto the games. A command is a module with NAME, HELP, EXAMPLES, add_arguments, run."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, Protocol, cast

import roundhouse
from roundhouse.cli.parser import Parser, WrongUsage, wished_language
from roundhouse.core.sentence import HouseError, Sentence, say
from roundhouse.ui.text import language_of, translate


class Command(Protocol):
    """What a module of a command offers."""

    @property
    def NAME(self) -> str:  # noqa: N802  a constant of the module; so are the next two
        """The word to type."""

    @property
    def HELP(self) -> Sentence:  # noqa: N802
        """What it is for."""

    @property
    def EXAMPLES(self) -> Sequence[str]:  # noqa: N802
        """Lines to try."""

    def add_arguments(self, parser: Parser) -> None:
        """Adds what the command takes."""

    def run(self, args: argparse.Namespace) -> int:
        """Does it; the exit code: 0 done, 1 found something wrong, 2 could not be done."""


COMMANDS: Final = (
    "games",
    "serve",
    "play",
    "bot",
    "arena",
    "rate",
    "replay",
    "verify",
    "admin",
    "new-game",
    "check-game",
    "fuzz",
    "perft",
    "draw",
    "generate",
    "train",
    "bench",
)

WRONG: Final = 2
INTERRUPTED: Final = 130  # as shells report a process ended by Ctrl-C
CUT_OFF: Final = 141  # and one whose reader went away


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    _accept_any_letter()
    language = language_of(None)
    try:
        language = language_of(wished_language(words))
        args = _parser(language, [name for name in COMMANDS if name in words] or COMMANDS).parse_args(words)
        args.asked_language = args.language  # None where the locale decides
        args.language = language
        code: int = args.run(args)
        sys.stdout.flush()
    except WrongUsage as error:
        return _complain(
            error.program, say("{reason}; see '{help}'", reason=error.sentence, help=f"{error.program} --help"), language
        )
    except HouseError as error:
        return _complain("roundhouse", error.sentence, language)
    except KeyboardInterrupt:
        print("\n" + translate(say("Interrupted."), language), file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        _forget_stdout()
        return CUT_OFF
    except SystemExit as stop:  # --help and --version
        return int(stop.code or 0)
    return code


def _parser(language: str, names: Sequence[str]) -> Parser:
    """For these commands; what others need (the web, clusters) is not loaded."""
    parser = Parser(
        "roundhouse",
        language,
        say("Railway board games: play in the browser or at the terminal, let bots play, replay, verify, fuzz, draw."),
        ["roundhouse games", "roundhouse serve", "roundhouse play {game} --bots 2", "roundhouse --lang fr play {game} --bots 1"],
    )
    parser.add_version(roundhouse.__version__)
    commands = parser.add_commands()
    for name in names:
        command = cast("Command", import_module(f"roundhouse.cli.{name.replace('-', '_')}"))
        part = commands.add(command.NAME, command.HELP, command.EXAMPLES)
        command.add_arguments(part)
        part.set_defaults(run=command.run)
    return parser


def _complain(program: str, sentence: Sentence, language: str) -> int:
    line = " ".join(f"{program}: {translate(sentence, language)}".split())  # one line, whatever a file name holds
    print(line, file=sys.stderr)
    return WRONG


def _accept_any_letter() -> None:
    """A terminal that has no letter for something shows a question mark instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _forget_stdout() -> None:
    """Nobody reads any more: the interpreter must not fail again when it flushes at its end."""
    with contextlib.suppress(OSError, ValueError):  # a stand-in for stdout need not have a file behind it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

"""The command `roundhouse`. Each subcommand is a module with NAME, HELP, EXAMPLES, add_arguments and run."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Final, Protocol, cast

import roundhouse
from roundhouse.cli.parser import Parser, WrongUsage, requested_language
from roundhouse.cli.printing import print_note
from roundhouse.core.sentence import BadSetup, HouseError, Sentence, say
from roundhouse.ui.text import language_of, translate


class Command(Protocol):
    """The interface of a subcommand's module."""

    @property
    def NAME(self) -> str:  # noqa: N802  (a constant of the module, as are the next two)
        """The name of the subcommand."""

    @property
    def HELP(self) -> Sentence:  # noqa: N802
        """A one-line description."""

    @property
    def EXAMPLES(self) -> Sequence[str]:  # noqa: N802
        """Example command lines."""

    def add_arguments(self, parser: Parser) -> None:
        """Add the arguments of the subcommand."""

    def run(self, args: argparse.Namespace) -> int:
        """Run the subcommand and return the exit code: 0 for success, 1 if it found a problem, 2 if it could not run."""


COMMANDS: Final = (
    "games",
    "serve",
    "play",
    "bot",
    "arena",
    "rate",
    "replay",
    "review",
    "puzzles",
    "verify",
    "admin",
    "new-game",
    "check-game",
    "fuzz",
    "perft",
    "draw",
    "map",
    "components",
    "generate",
    "train",
    "bench",
    "completion",
)

# The extra of the distribution that a command needs, where it is not that of the terminal; a test holds them to what is imported.
EXTRAS: Final = {"serve": "server", "bot": "server", "admin": "server", "draw": "draw", "generate": "research", "train": "train"}

WRONG: Final = 2
INTERRUPTED: Final = 130  # as shells report a process stopped by Ctrl-C
BROKEN_PIPE: Final = 141  # as shells report a process whose output is no longer read


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    _replace_unencodable()
    language = language_of(None)
    try:
        language = language_of(requested_language(words))
        asked = [name for name in COMMANDS if name in words]
        args = make_parser(language, asked or COMMANDS, lenient=not asked).parse_args(words)
        args.asked_language = args.language  # None if the locale decided
        args.language = language
        code: int = _run(args)
        sys.stdout.flush()
    except WrongUsage as error:
        return _print_error(
            error.program, say("{reason}; see '{help}'", reason=error.sentence, help=f"{error.program} --help"), language
        )
    except HouseError as error:
        return _print_error("roundhouse", error.sentence, language)
    except KeyboardInterrupt:
        print("\n" + translate(say("Interrupted."), language), file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        _discard_stdout()
        return BROKEN_PIPE
    except SystemExit as stop:  # --help and --version
        return int(stop.code or 0)
    return code


def make_parser(language: str, names: Sequence[str], *, lenient: bool) -> Parser:
    """Return a parser for these commands only, so that the dependencies of others (web, clusters) are not imported.

    Raise BadSetup if a dependency of a command is not installed; if `lenient`, only its help says so.
    """
    parser = Parser(
        "roundhouse",
        language,
        say(
            "Railway board games: play in the browser or the terminal, run matches between bots, replay and verify games,"
            " train agents."
        ),
        ["roundhouse games", "roundhouse serve", "roundhouse play {game} --bots 2", "roundhouse --lang fr play {game} --bots 1"],
    )
    parser.add_version(roundhouse.__version__)
    commands = parser.add_commands()
    for name in names:
        try:
            command = _import_command(name)
        except BadSetup as error:
            if not lenient:
                raise
            commands.add(name, error.sentence, ())
            continue
        part = commands.add(command.NAME, command.HELP, command.EXAMPLES)
        command.add_arguments(part)
        part.set_defaults(run=command.run)
    return parser


def _import_command(name: str) -> Command:
    with _extra_needed(name):
        return cast("Command", import_module(f"roundhouse.cli.{name.replace('-', '_')}"))


def _run(args: argparse.Namespace) -> int:
    with _extra_needed(args.command):
        code: int = args.run(args)
        return code


@contextlib.contextmanager
def _extra_needed(command: str) -> Iterator[None]:
    """Raise BadSetup with what to install if a package that a command needs is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "roundhouse"):
            raise
        raise BadSetup(
            say(
                "'{command}' needs {package}: install it with pip install 'roundhouse-games[{extra}]'",
                command=command,
                package=package,
                extra=EXTRAS.get(command, "terminal"),
            )
        ) from None


def _print_error(program: str, sentence: Sentence, language: str) -> int:
    line = " ".join(f"{program}: {translate(sentence, language)}".split())  # one line, whatever a file name contains
    print_note(line)
    return WRONG


def _replace_unencodable() -> None:
    """Print a question mark for characters that the terminal cannot encode, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _discard_stdout() -> None:
    """Point standard output to the null device, so that the final flush does not fail again."""
    with contextlib.suppress(OSError, ValueError):  # a replacement for stdout may have no file descriptor
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

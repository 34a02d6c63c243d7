"""Arguments: argparse in the reader's language, with one clear line instead of a page where the usage is wrong."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, NoReturn

from roundhouse import games
from roundhouse.core.sentence import Sentence, say
from roundhouse.core.state import SPECTATOR
from roundhouse.play.log import OPEN
from roundhouse.ui.text import LANGUAGES, translate

SeatTaker = Callable[[str, str], int]

# What argparse itself finds wrong; everything else is found by the functions below.
_COMPLAINTS: Final = (
    (re.compile(r"the following arguments are required: (?P<names>.+)"), say("{names} is missing")),
    (re.compile(r"unrecognized arguments: (?P<names>.+)"), say("'{names}' is not known here")),
    (re.compile(r"argument (?P<names>[^:]+): expected .*"), say("{names} needs a value")),
    (re.compile(r"argument (?P<names>[^:]+): ignored explicit argument .*"), say("{names} takes no value")),
    (re.compile(r"argument \S+: invalid choice: (?P<names>'[^']*').*"), say("there is no command {names}")),
    (re.compile(r"argument (?P<names>[^:]+): not allowed with argument (?P<other>.+)"), say("{names} does not go with {other}")),
)


class WrongUsage(Exception):
    """Arguments that make no sense. Not a ValueError, which argparse would catch."""

    def __init__(self, sentence: Sentence, program: str = "roundhouse") -> None:
        super().__init__(str(sentence))
        self.sentence = sentence
        self.program = program


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Help whose first word is in the reader's language."""

    def __init__(self, prog: str, language: str) -> None:
        super().__init__(prog, max_help_position=28)
        self._usage_word = translate(say("usage:"), language) + " "

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, self._usage_word if prefix is None else prefix)


def _shown(example: str) -> str:
    """An example with the name of a game in its place."""
    return example.replace("{game}", games.names()[0])


class Parser(argparse.ArgumentParser):
    """A parser of one language. Options are added with `option` and `argument`, whose help is a sentence."""

    def __init__(self, prog: str, language: str, about: Sentence, examples: Sequence[str]) -> None:
        self.language = language
        super().__init__(
            prog=prog,
            description=self.text(about),
            epilog="\n".join([self.text(say("examples:")), *(f"  {_shown(example)}" for example in examples)]),
            formatter_class=partial(_Formatter, language=language),
            add_help=False,
            allow_abbrev=False,
        )
        self._positionals.title = self.text(say("arguments"))
        self._optionals.title = self.text(say("options"))
        self.add_argument("-h", "--help", action="help", help=self.text(say("show this help and leave")))
        self.option(
            "--lang", say("language: en or fr; else the one of the locale"), one_of(*LANGUAGES), dest="language", metavar="LANGUAGE"
        )

    def text(self, sentence: Sentence) -> str:
        """A sentence in the language of this parser."""
        return translate(sentence, self.language)

    def argument(self, name: str, about: Sentence, **more: Any) -> None:
        """A positional argument."""
        self.add_argument(name.lower(), metavar=name, help=self._help(about), **more)

    def option(self, flag: str, about: Sentence, take: Callable[[str, str], Any] | None = None, **more: Any) -> None:
        """An option. `take(flag, text)` makes its value, or raises WrongUsage."""
        if take is not None:
            more["type"] = partial(_taken, take, flag, self.prog)
        self.add_argument(flag, help=self._help(about), **more)

    def flag(self, flag: str, about: Sentence) -> None:
        """An option without a value."""
        self.add_argument(flag, action="store_true", help=self._help(about))

    def add_version(self, version: str) -> None:
        """Adds `--version`."""
        self.add_argument(
            "--version", action="version", version=f"roundhouse {version}", help=self.text(say("show the version and leave"))
        )

    def add_commands(self) -> Commands:
        """What the commands are added to."""
        return Commands(self)

    def error(self, message: str) -> NoReturn:
        """Called by argparse with a message of its own: it is told in our words."""
        for pattern, sentence in _COMPLAINTS:
            match = pattern.fullmatch(message)
            if match is not None:
                raise WrongUsage(replace(sentence, values=match.groupdict()), self.prog)
        raise WrongUsage(say("{message}", message=message), self.prog)

    def _help(self, about: Sentence) -> str:
        return self.text(about).replace("%", "%%")


class Commands:
    """The commands of a parser."""

    def __init__(self, parser: Parser) -> None:
        self._parser = parser
        self._parts = parser.add_subparsers(
            title=parser.text(say("commands")), metavar="COMMAND", dest="command", required=True, parser_class=Parser
        )

    def add(self, name: str, about: Sentence, examples: Sequence[str]) -> Parser:
        """Adds a command; the parser of its arguments."""
        part: Parser = self._parts.add_parser(
            name,
            help=self._parser.text(about),
            prog=f"{self._parser.prog} {name}",
            language=self._parser.language,
            about=about,
            examples=examples,
        )
        return part


def wished_language(words: Sequence[str]) -> str | None:
    """The language asked for, found before anything is parsed, so that wrong usage is told in it."""
    for at, word in enumerate(words):
        if word == "--lang" and at + 1 < len(words):
            return words[at + 1]
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
    return None


def _taken(take: Callable[[str, str], Any], flag: str, program: str, text: str) -> Any:
    try:
        return take(flag, text)
    except WrongUsage as error:
        raise WrongUsage(error.sentence, program) from None


# Kinds of value.


def whole(flag: str, text: str) -> int:
    """A whole number; a negative one is left to the house, which knows why it is wrong."""
    if not text.removeprefix("-").isdecimal():
        raise WrongUsage(say("{flag} takes a whole number, not '{text}'", flag=flag, text=text))
    return int(text)


def natural(flag: str, text: str) -> int:
    """A whole number from 0 on."""
    return _at_least(0, flag, text)


def positive(flag: str, text: str) -> int:
    """A whole number from 1 on."""
    return _at_least(1, flag, text)


def _at_least(least: int, flag: str, text: str) -> int:
    number = whole(flag, text)
    if number < least:
        raise WrongUsage(say("{flag} takes a whole number from {least} on, not {number}", flag=flag, least=least, number=number))
    return number


def one_of(*names: str) -> Callable[[str, str], str]:
    """One of a few words."""

    def take(flag: str, text: str) -> str:
        if text not in names:
            raise WrongUsage(say("{flag} takes one of {names}, not '{text}'", flag=flag, names=", ".join(names), text=text))
        return text

    return take


def reader(flag: str, text: str) -> int:
    """A seat, or SPECTATOR."""
    return SPECTATOR if text == "spectator" else whole(flag, text)


def any_reader(flag: str, text: str) -> int:
    """A seat, SPECTATOR, or OPEN for somebody who sees everything."""
    return OPEN if text == "open" else reader(flag, text)


def setting(flag: str, text: str) -> tuple[str, str]:
    """`name=value`."""
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise WrongUsage(say("{flag} is written name=value, not '{text}'", flag=flag, text=text))
    return name, value

"""Arguments: argparse in the user's language, with defaults in the help and one clear line for wrong usage."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, NoReturn

from roundhouse import games
from roundhouse.core.sentence import BadSetup, Sentence, say
from roundhouse.core.state import SPECTATOR
from roundhouse.play.log import OPEN
from roundhouse.ui.languages import LANGUAGES
from roundhouse.ui.text import translate

# Errors that argparse itself detects; the converters below raise all others.
_COMPLAINTS: Final = (
    (re.compile(r"the following arguments are required: (?P<names>.+)"), say("{names} is missing")),
    (re.compile(r"unrecognized arguments: (?P<names>.+)"), say("unknown argument '{names}'")),
    (re.compile(r"argument (?P<names>[^:]+): expected .*"), say("{names} needs a value")),
    (re.compile(r"argument (?P<names>[^:]+): ignored explicit argument .*"), say("{names} takes no value")),
    (re.compile(r"argument \S+: invalid choice: (?P<names>'[^']*').*"), say("there is no command {names}")),
    (re.compile(r"argument (?P<names>[^:]+): not allowed with argument (?P<other>.+)"), say("{names} cannot be used with {other}")),
)


class WrongUsage(Exception):
    """Wrong command-line usage. Not a ValueError, which argparse would catch."""

    def __init__(self, sentence: Sentence, program: str = "roundhouse") -> None:
        super().__init__(str(sentence))
        self.sentence = sentence
        self.program = program


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """A help formatter that translates the word "usage"."""

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


def _with_game(example: str) -> str:
    """Return an example with the name of a real game."""
    return example.replace("{game}", games.names()[0])


class Parser(argparse.ArgumentParser):
    """A parser for one language. Use `argument`, `option` and `flag`, whose help is a sentence."""

    def __init__(self, prog: str, language: str, about: Sentence, examples: Sequence[str]) -> None:
        self.language = language
        super().__init__(
            prog=prog,
            description=self.text(about),
            epilog="\n".join([self.text(say("examples:")), *(f"  {_with_game(example)}" for example in examples)]),
            formatter_class=partial(_Formatter, language=language),
            add_help=False,
            allow_abbrev=False,
        )
        self._positionals.title = self.text(say("arguments"))
        self._optionals.title = self.text(say("options"))
        self.add_argument("-h", "--help", action="help", help=self.text(say("show this help and exit")))
        self.option(
            "--lang",
            say("language: {languages}", languages=", ".join(LANGUAGES)),
            one_of(*LANGUAGES),
            default_text=say("from the locale"),
            dest="language",
            metavar="LANGUAGE",
        )

    def text(self, sentence: Sentence) -> str:
        """Translate a sentence into the language of this parser."""
        return translate(sentence, self.language)

    def argument(self, name: str, about: Sentence, **more: Any) -> None:
        """Add a positional argument."""
        self.add_argument(name.lower(), metavar=name, help=self._help(about), **more)

    def option(
        self,
        flag: str,
        about: Sentence,
        convert: Callable[[str, str], Any] | None = None,
        *,
        default_text: Sentence | str | None = None,
        **more: Any,
    ) -> None:
        """Add an option. `convert(flag, text)` returns its value or raises WrongUsage.

        The help ends with the default value, or with `default_text` where the default is not a constant.
        """
        if convert is not None:
            more["type"] = partial(_converted, convert, flag, self.prog)
        default = _shown_default(more.get("default")) if default_text is None else default_text
        described = about if default is None else say("{help} (default: {default})", help=about, default=default)
        self.add_argument(flag, help=self._help(described), **more)

    def flag(self, flag: str, about: Sentence) -> None:
        """Add an option without a value."""
        self.add_argument(flag, action="store_true", help=self._help(about))

    def add_version(self, version: str) -> None:
        """Add `--version`."""
        self.add_argument(
            "--version", action="version", version=f"roundhouse {version}", help=self.text(say("show the version and exit"))
        )

    def add_commands(self) -> Commands:
        """Return the object that commands are added to."""
        return Commands(self)

    def error(self, message: str) -> NoReturn:
        """Raise WrongUsage for an error that argparse reports, translated where its message is known."""
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
        """Add a command and return the parser of its arguments."""
        part: Parser = self._parts.add_parser(
            name,
            help=self._parser.text(about),
            prog=f"{self._parser.prog} {name}",
            language=self._parser.language,
            about=about,
            examples=examples,
        )
        return part


def requested_language(words: Sequence[str]) -> str | None:
    """Return the value of --lang before anything is parsed, so that errors of usage are in that language."""
    for index, word in enumerate(words):
        if word == "--lang" and index + 1 < len(words):
            return words[index + 1]
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
    return None


def _shown_default(value: object) -> str | None:
    """Return a default value as the help shows it; None if there is nothing to show."""
    if value is None or value == []:
        return None
    return f"{value:g}" if isinstance(value, float) else str(value)


def _converted(convert: Callable[[str, str], Any], flag: str, program: str, text: str) -> Any:
    try:
        return convert(flag, text)
    except WrongUsage as error:
        raise WrongUsage(error.sentence, program) from None


# Converters.


def whole(flag: str, text: str) -> int:
    """Convert to an int. Negative numbers pass: the command explains what is wrong with them."""
    if not text.removeprefix("-").isdecimal():
        raise WrongUsage(say("{flag} takes a whole number, not '{text}'", flag=flag, text=text))
    return int(text)


def natural(flag: str, text: str) -> int:
    """Convert to an int of at least 0."""
    return _at_least(0, flag, text)


def positive(flag: str, text: str) -> int:
    """Convert to an int of at least 1."""
    return _at_least(1, flag, text)


def _at_least(minimum: int, flag: str, text: str) -> int:
    number = whole(flag, text)
    if number < minimum:
        raise WrongUsage(
            say("{flag} takes a whole number of at least {least}, not {number}", flag=flag, least=minimum, number=number)
        )
    return number


def one_of(*names: str) -> Callable[[str, str], str]:
    """Return a converter that accepts only these words."""

    def convert(flag: str, text: str) -> str:
        if text not in names:
            raise WrongUsage(say("{flag} takes one of {names}, not '{text}'", flag=flag, names=", ".join(names), text=text))
        return text

    return convert


def seat(flag: str, text: str) -> int:
    """Convert to a seat: people count them from 1."""
    return _at_least(1, flag, text) - 1


def no_seat(seat: int, seats: int) -> BadSetup:
    """Return the error of a seat that is not at the table."""
    return BadSetup(say("there is no seat {seat}; seats are 1 to {last}", seat=seat + 1, last=seats))


def reader(flag: str, text: str) -> int:
    """Convert to a seat or SPECTATOR."""
    return SPECTATOR if text == "spectator" else seat(flag, text)


def any_reader(flag: str, text: str) -> int:
    """Convert to a seat, SPECTATOR, or OPEN, which sees everything."""
    return OPEN if text == "open" else reader(flag, text)


def setting(flag: str, text: str) -> tuple[str, str]:
    """Split `name=value`."""
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise WrongUsage(say("{flag} is written name=value, not '{text}'", flag=flag, text=text))
    return name, value

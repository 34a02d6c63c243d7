"""`roundhouse completion`: a script that lets a shell complete commands, options, games and bots."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Final

from roundhouse import bots, cli, games
from roundhouse.cli.parser import Parser, one_of
from roundhouse.core.sentence import say
from roundhouse.ui.languages import LANGUAGES, SOURCE

NAME: Final = "completion"
HELP: Final = say("print a script that completes commands, options and games in your shell")
EXAMPLES: Final = (
    'eval "$(roundhouse completion bash)"   # in ~/.bashrc',
    'eval "$(roundhouse completion zsh)"    # in ~/.zshrc',
    "roundhouse completion fish > ~/.config/fish/completions/roundhouse.fish",
)
_SHELLS: Final = ("bash", "zsh", "fish")

_BASH: Final = """\
_roundhouse() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}" command="" each
  for each in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case " {commands} " in *" $each "*) command="$each"; break;; esac
  done
  COMPREPLY=()
  case "$before" in
{values}
  esac
  case "$command" in
    "") COMPREPLY=($(compgen -W "{commands} {general}" -- "$word"));;
{cases}
  esac
}}
complete -o default -F _roundhouse roundhouse"""
_ZSH: Final = "autoload -U +X compinit bashcompinit\n(( $+functions[compdef] )) || compinit\nbashcompinit"


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `completion`."""
    parser.argument("SHELL", say("bash, zsh or fish"), type=lambda text: one_of(*_SHELLS)("SHELL", text))


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    words = _words()
    print(_fish(words) if args.shell == "fish" else "\n".join([*([_ZSH] if args.shell == "zsh" else []), _bash(words)]))
    return 0


def _words() -> dict[str, list[str]]:
    """Return what can follow each command: its options, and games where it takes one; under "" the options of no command."""
    parser = cli.make_parser(SOURCE, cli.COMMANDS, lenient=True)
    found = {"": _flags(parser)}
    for name, part in _parts(parser).items():
        takes_game = any(action.metavar == "GAME" for action in part._actions)
        found[name] = [*_flags(part), *_parts(part), *(games.names() if takes_game else ())]
    return found


def _flags(parser: argparse.ArgumentParser) -> list[str]:
    return [flag for action in parser._actions for flag in action.option_strings]


def _parts(parser: argparse.ArgumentParser) -> Mapping[str, argparse.ArgumentParser]:
    """Return the commands of a parser."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def _values() -> dict[str, Sequence[str]]:
    """Return the values of options that have a few."""
    plain = [name for name in bots.NAMES if ":" not in name]
    return {"--lang": LANGUAGES, "--bot": plain}


def _bash(words: Mapping[str, Sequence[str]]) -> str:
    reply = 'COMPREPLY=($(compgen -W "{words}" -- "$word"))'
    values = "\n".join(f"    {flag}) {reply.format(words=' '.join(some))}; return;;" for flag, some in _values().items())
    cases = "\n".join(f"    {name}) {reply.format(words=' '.join(some))};;" for name, some in words.items() if name)
    commands = " ".join(name for name in words if name)
    return _BASH.format(commands=commands, general=" ".join(words[""]), values=values, cases=cases)


def _fish(words: Mapping[str, Sequence[str]]) -> str:
    commands = [name for name in words if name]
    lines = [f"complete -c roundhouse -n __fish_use_subcommand -f -a '{' '.join(commands)}'"]
    for name in commands:
        seen = f"-n '__fish_seen_subcommand_from {name}'"
        flags = [word for word in words[name] if word.startswith("--")]
        lines += [f"complete -c roundhouse {seen} -l {flag.removeprefix('--')}" for flag in flags]
        others = [word for word in words[name] if not word.startswith("-")]
        if others:
            lines.append(f"complete -c roundhouse {seen} -a '{' '.join(others)}'")
    lines += [f"complete -c roundhouse -l {flag.removeprefix('--')} -x -a '{' '.join(some)}'" for flag, some in _values().items()]
    return "\n".join(lines)

"""`roundhouse replay`: check every move of a recorded game and print it in words."""

from __future__ import annotations

import argparse
from typing import Any, Final

from roundhouse.cli import files
from roundhouse.cli.parser import Parser, any_reader, natural, no_seat
from roundhouse.cli.printing import print_json
from roundhouse.cli.screen import Screen
from roundhouse.core.game import Game
from roundhouse.core.names import distinct
from roundhouse.core.record import Record, replay, replay_until
from roundhouse.core.sentence import say, say_many
from roundhouse.core.state import CHANCE, OVER, State
from roundhouse.games import find, find_version
from roundhouse.play.log import OPEN, LogLine, log_lines

NAME: Final = "replay"
HELP: Final = say("replay a record: check every move and print the game in words")
EXAMPLES: Final = (
    "roundhouse replay game.rec",
    "roundhouse replay game.rec --seat 1 --until 60",
    "roundhouse replay game.rec --seat spectator --lang fr",
    "roundhouse replay game.rec --json",
)


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `replay`."""
    parser.argument("RECORD", say("record file; - is standard input"))
    parser.option("--until", say("stop after this many moves, chance included"), natural, metavar="N")
    parser.option(
        "--seat",
        say("show what this seat saw, or spectator, or open (everything)"),
        any_reader,
        default=OPEN,
        default_text="open",
        metavar="I",
    )
    parser.flag("--json", say("print JSON"))


def run(args: argparse.Namespace) -> int:
    """Replay one record."""
    record = files.read_record(args.record)
    with files.about(args.record):
        game = (find_version(record.game, record.version) or find(record.game)).on(record.options)
        if args.until is None:
            replay(game, record)
        state, moves = replay_until(game, record, len(record.entries) if args.until is None else args.until)
    if args.seat >= record.seats:
        raise no_seat(args.seat, record.seats)
    screen = Screen(args.language)
    screen.names = distinct(record.names or ())
    names = [*screen.names] or [screen.text(say("Player {number}", number=seat + 1)) for seat in range(record.seats)]
    lines = log_lines(game, game.start(record.seats, game.options_from(record.options)), moves, args.seat)
    if args.json:
        print_json(_facts(game, record, names, lines, state, screen), indent=2)
    else:
        _print(lines, names, state, screen)
    return 0


def _facts(game: Game[Any], record: Record, names: list[str], lines: list[LogLine], state: State, screen: Screen) -> dict[str, Any]:
    over = state.actor == OVER
    return {
        "game": game.name,
        "version": game.version,
        "seats": record.seats,
        "names": names,
        "moves": [
            {
                "number": line.number + 1,
                "actor": None if line.actor == CHANCE else line.actor,
                "move": game.notation(line.move),
                "words": screen.text(line.sentence),
            }
            for line in lines
        ],
        "over": over,
        "scores": list(state.scores()),
        "ranks": list(state.ranks()) if over else None,
    }


def _print(lines: list[LogLine], names: list[str], state: State, screen: Screen) -> None:
    for line in lines:
        screen.parts((f"{line.number + 1:5}  ", "dim"), (screen.text(line.sentence), "dim" if line.actor == CHANCE else ""))
    screen.blank()
    over = state.actor == OVER
    if over:
        screen.tell(say_many("The game ended after {count} move.", "The game ended after {count} moves.", count=len(lines)))
    else:
        screen.tell(
            say_many("The game is not over; {count} move so far.", "The game is not over; {count} moves so far.", count=len(lines))
        )
    scores = state.scores()
    if not over:
        screen.table(
            [screen.text(say("name")), screen.text(say("points"))],
            [[name, str(scores[seat])] for seat, name in enumerate(names)],
            (1,),
        )
        return
    ranks = state.ranks()
    heads = [screen.text(head) for head in (say("place"), say("name"), say("points"))]
    order = sorted(range(len(names)), key=lambda seat: ranks[seat])
    screen.table(heads, [[str(ranks[seat] + 1), names[seat], str(scores[seat])] for seat in order], right=(0, 2))

"""`roundhouse puzzles`: find positions in which one move is clearly best, check them again, and list them."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from roundhouse.cli import files
from roundhouse.cli.parser import Parser, natural, positive, whole
from roundhouse.cli.printing import print_json
from roundhouse.cli.progress import progress
from roundhouse.cli.screen import Screen
from roundhouse.core.game import Game
from roundhouse.core.sentence import say, say_many
from roundhouse.games import GAMES, find
from roundhouse.play.table import Table
from roundhouse.puzzles.check import check
from roundhouse.puzzles.collection import Collection
from roundhouse.puzzles.library import shipped
from roundhouse.puzzles.miner import Miner
from roundhouse.puzzles.puzzle import Position, Puzzle
from roundhouse.puzzles.sources import bot_games, recorded_game
from roundhouse.puzzles.themes import NAMES
from roundhouse.ui.numbers import percent

NAME: Final = "puzzles"
HELP: Final = say("find positions in which one move is clearly best; check them again; list them")
EXAMPLES: Final = (
    "roundhouse puzzles mine {game} --wanted 60",
    "roundhouse puzzles mine {game} --record game.rec --out mine.jsonl",
    "roundhouse puzzles check {game} --worlds 400",
    "roundhouse puzzles list {game} --json",
)
_MOST_BYTES: Final = 50_000_000  # of a collection


def add_arguments(parser: Parser) -> None:
    """Add the tasks of `puzzles` with their arguments."""
    tasks = parser.add_commands()
    game = say("name of a game, as listed by 'roundhouse games'")

    part = tasks.add(
        "mine", say("find puzzles in games between bots, or in records; may be interrupted and goes on later"), EXAMPLES[:2]
    )
    part.argument("GAME", game)
    part.option("--wanted", say("number of puzzles to find"), positive, default=60, metavar="N")
    part.option("--games", say("look at no more games than this"), natural, default_text=say("no limit"), metavar="N")
    part.option("--seats", say("number of players"), whole, default_text=say("two to four in turn"), metavar="K")
    part.option("--seed", say("seed of the games and playouts"), natural, default=1, metavar="S")
    part.option(
        "--record",
        say("record of a finished game to look at instead; may be repeated"),
        action="append",
        metavar="FILE",
        default=[],
    )
    part.option(
        "--out", say("file of the puzzles; one that exists is continued"), default_text="puzzles-GAME.jsonl", metavar="FILE"
    )
    part.flag("--json", say("print JSON"))
    part.set_defaults(work=_mine)

    part = tasks.add("check", say("compare the moves of puzzles again, in other worlds"), EXAMPLES[2:3])
    part.argument("GAME", game)
    part.option("--file", say("file of the puzzles"), default_text=say("those that come with the game"), metavar="FILE")
    part.option("--worlds", say("worlds for each puzzle"), positive, default=200, metavar="N")
    part.option("--seed", say("seed of the worlds"), natural, default=2, metavar="S")
    part.flag("--json", say("print JSON"))
    part.set_defaults(work=_check)

    part = tasks.add("list", say("list puzzles by game, theme and rating"), EXAMPLES[3:])
    part.argument("GAME", game, nargs="?")
    part.flag("--json", say("print JSON"))
    part.set_defaults(work=_list)


def run(args: argparse.Namespace) -> int:
    """Run the requested task."""
    code: int = args.work(args)
    return code


def _mine(args: argparse.Namespace) -> int:
    """Mine one game. The file is written after each game, so that Ctrl-C loses one game at most."""
    game = find(args.game)
    file = args.out or f"puzzles-{game.name}.jsonl"
    collection = _collection(game, file, args.seed)
    found = len(collection)
    with progress(args.wanted) as advance:
        advance(min(found, args.wanted))
        for puzzle in _mined(game, collection, file, args):
            advance(1)
            if args.json:
                print_json(msgspec.to_builtins(puzzle))
    if not args.json:
        screen = Screen(args.language)
        screen.tell(
            say_many(
                "{count} puzzle in {file}, after {games} games",
                "{count} puzzles in {file}, after {games} games",
                count=len(collection),
                file=file,
                games=collection.header.games,
            )
        )
    return 0


def _collection(game: Game[Any], file: str, seed: int) -> Collection:
    """Return the collection to continue, or a new one."""
    if not Path(file).exists():
        return Collection.new(game, seed)
    with files.about(file):
        collection = Collection.read(files.read_text(file, _MOST_BYTES))
        collection.continues(game, seed)
    return collection


def _mined(game: Game[Any], collection: Collection, file: str, args: argparse.Namespace) -> Iterator[Puzzle]:
    """Yield new puzzles, and save the collection after each game."""
    miner = Miner(game, seed=args.seed)
    for number, source, table in _tables(game, collection, args):
        if len(collection) >= args.wanted or (args.games is not None and number >= args.games):
            break
        for puzzle in miner.from_table(table, source, number):
            if len(collection) < args.wanted and collection.add(puzzle):
                yield puzzle
        if not args.record:
            collection.header.games = number + 1
        files.write(file, collection.text())


def _tables(game: Game[Any], collection: Collection, args: argparse.Namespace) -> Iterator[tuple[int, str, Table]]:
    """Yield numbered games: those of the records, or else games between bots after those that were looked at before."""
    if not args.record:
        yield from bot_games(game, args.seed, collection.header.games, args.seats)
    for number, record in enumerate(args.record):
        with files.about(record):
            yield number, Path(record).name, recorded_game(game, files.read_record(record))


def _check(args: argparse.Namespace) -> int:
    """Check puzzles again; return 1 if one does not hold."""
    game, screen = find(args.game), Screen(args.language)
    puzzles = list(shipped(game))
    if args.file is not None:
        with files.about(args.file):
            puzzles = list(Collection.read(files.read_text(args.file, _MOST_BYTES)))
    held = 0
    with progress(len(puzzles)) as advance:
        for puzzle in puzzles:
            found = check(Position(puzzle, game), args.worlds, args.seed)
            held += found.holds
            if args.json:
                print_json({"id": found.id, "lead": found.lead, "error": found.error, "holds": found.holds})
            elif not found.holds:
                lead, error = percent(found.lead, args.language), percent(2 * found.error, args.language)
                screen.tell(say("puzzle {id}: the best move leads by {lead} (±{error})", id=found.id, lead=lead, error=error))
            advance(1)
    if not args.json:
        screen.tell(say("{held} of {count} puzzles hold", held=held, count=len(puzzles)))
    return 0 if held == len(puzzles) else 1


def _list(args: argparse.Namespace) -> int:
    games = [find(args.game)] if args.game else list(GAMES)
    if args.json:
        print_json({game.name: [_brief(puzzle) for puzzle in shipped(game)] for game in games})
        return 0
    screen = Screen(args.language)
    heads = [screen.text(head) for head in (say("game"), say("puzzles"), say("ratings"), say("themes"))]
    screen.table(heads, [_row(game, screen) for game in games], right=(1,))
    return 0


def _brief(puzzle: Puzzle) -> dict[str, Any]:
    return {
        "id": puzzle.id,
        "seats": puzzle.seats,
        "seat": puzzle.seat,
        "themes": puzzle.themes,
        "rating": puzzle.rating,
        "fails": puzzle.fails,
    }


def _row(game: Game[Any], screen: Screen) -> list[str]:
    puzzles = shipped(game)
    ratings = f"{puzzles[0].rating}–{puzzles[-1].rating}" if puzzles else ""
    counts = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    themes = ", ".join(f"{screen.text(NAMES[theme])} {count}" for theme, count in counts.most_common())
    return [game.title, str(len(puzzles)), ratings, themes]

"""`roundhouse admin`: looks after the database of a house: backups, archives, pruning."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Final

from roundhouse.cli import files
from roundhouse.cli.parser import Parser, natural
from roundhouse.cli.printing import print_json
from roundhouse.cli.screen import Screen
from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.web.settings import Settings, settings_from

NAME: Final = "admin"
HELP: Final = say("look after a house: backup, restore, export, import, prune")
EXAMPLES: Final = (
    "roundhouse admin backup house-monday.db",
    "roundhouse admin restore house-monday.db --db house.db --replace",
    "roundhouse admin export house.jsonl --db house.db",
    "roundhouse admin import house.jsonl --db postgresql://house@localhost/house",
    "roundhouse admin prune --pretend",
)
_SPOOLED: Final = 1 << 24  # bytes of an archive from a pipe that are kept in memory


def add_arguments(parser: Parser) -> None:
    """Adds what `admin` takes: a task, and what that takes."""
    tasks = parser.add_commands()

    def task(name: str, about: Sentence, work: Callable[[argparse.Namespace], int]) -> Parser:
        part = tasks.add(name, about, [line for line in EXAMPLES if line.startswith(f"roundhouse admin {name}")])
        part.option(
            "--db", say("the database: a file or postgresql://…; else ROUNDHOUSE_DB, else that of `serve`"), metavar="DATABASE"
        )
        part.flag("--json", say("print JSON"))
        part.set_defaults(work=work)
        return part

    part = task("backup", say("write a copy of the database, also while the house is open"), _backup)
    part.argument("FILE", say("where to"))
    part = task("restore", say("put a backup back"), _restore)
    part.argument("FILE", say("the backup"))
    part.flag("--replace", say("also where there is a house already, which is then lost"))
    part = task("export", say("write the house as an archive that any database can take"), _export)
    part.argument("FILE", say("where to; - is standard output"))
    part = task("import", say("bring an archive into an empty database, and check every game of it"), _import)
    part.argument("FILE", say("the archive; - is standard input"))
    part = task("prune", say("remove what nobody needs any more"), _prune)
    part.option("--waiting", say("days that tables are kept which never began; else 30"), natural, metavar="DAYS", default=30)
    part.option("--guests", say("days that guests are kept who never did anything; else 365"), natural, metavar="DAYS", default=365)
    part.option("--finished", say("days that finished games are kept; else for ever"), natural, metavar="DAYS")
    part.flag("--pretend", say("only say what would go"))


def run(args: argparse.Namespace) -> int:
    """Does the task that was asked for."""
    code: int = args.work(args)
    return code


def _backup(args: argparse.Namespace) -> int:
    from roundhouse.web.admin.backup import back_up

    back_up(_settings(args), Path(args.file))
    size = Path(args.file).stat().st_size
    _tell(args, say("the backup is in '{file}', {size} bytes", file=args.file, size=size), {"file": args.file, "bytes": size})
    return 0


def _restore(args: argparse.Namespace) -> int:
    from roundhouse.web.admin.backup import restore

    settings = _settings(args)
    restore(settings, Path(args.file), replace=args.replace)
    _tell(args, say("{place} is as it was in '{file}'", place=settings.place(), file=args.file), {"file": args.file})
    return 0


def _export(args: argparse.Namespace) -> int:
    from roundhouse.web.admin.archive import export

    with _written(args.file) as file:
        census = export(_settings(args), file)
    if args.file != files.STANDARD:
        _tell(args, _counted(census.rows), {"file": args.file, "rows": dict(census.rows)})
    return 0


def _import(args: argparse.Namespace) -> int:
    from roundhouse.web.admin.archive import bring
    from roundhouse.web.admin.inspection import unplayable

    settings = _settings(args)
    with _read(args.file) as file:
        census = bring(settings, file)
    broken = unplayable(settings)
    facts = {"rows": dict(census.rows), "broken": broken}
    if broken:
        sentence = say("the archive is in, but these tables cannot be played on: {tables}", tables=", ".join(broken))
        _tell(args, sentence, facts)
        return 1
    _tell(args, say("{counted}; every game was played through again", counted=_counted(census.rows)), facts)
    return 0


def _prune(args: argparse.Namespace) -> int:
    from roundhouse.web.admin.prune import Ages, prune

    pruned = prune(_settings(args), Ages(args.waiting, args.guests, args.finished), pretend=args.pretend)
    names = ", ".join(f"{name} {count}" for name, count in pruned.rows.items())
    if not names:
        sentence = say("there is nothing to prune")
    elif args.pretend:
        sentence = say("this would go: {rows}", rows=names)
    else:
        sentence = say("this has gone: {rows}", rows=names)
    _tell(args, sentence, {"pretend": args.pretend, "rows": pruned.rows})
    return 0


def _settings(args: argparse.Namespace) -> Settings:
    return settings_from(os.environ, db=args.db)


def _counted(rows: Mapping[str, int]) -> Sentence:
    return say_many(
        "{count} table, {guests} guests, {entries} entries",
        "{count} tables, {guests} guests, {entries} entries",
        count=rows.get("game_table", 0),
        guests=rows.get("guest", 0),
        entries=rows.get("entry", 0),
    )


def _tell(args: argparse.Namespace, sentence: Sentence, facts: Mapping[str, Any]) -> None:
    if args.json:
        print_json(facts)
    else:
        Screen(args.language).tell(sentence)


@contextlib.contextmanager
def _written(file: str) -> Iterator[IO[bytes]]:
    """A file that is there only once it is whole; for the eyes of its owner alone."""
    if file == files.STANDARD:
        yield sys.stdout.buffer
        return
    partial = Path(f"{file}.partial")
    try:
        with open(partial, "wb", opener=lambda path, flags: os.open(path, flags, 0o600)) as written:
            yield written
            written.flush()
            os.fsync(written.fileno())
        partial.replace(file)
    except OSError as error:
        raise files.BadFile(say("'{file}' cannot be written: {reason}", file=file, reason=error.strerror or "?")) from error
    finally:
        partial.unlink(missing_ok=True)


@contextlib.contextmanager
def _read(file: str) -> Iterator[IO[bytes]]:
    """A file that can be read twice; a pipe is put aside first."""
    if file == files.STANDARD:
        with tempfile.SpooledTemporaryFile(_SPOOLED) as spooled:
            while piece := sys.stdin.buffer.read(1 << 16):
                spooled.write(piece)
            spooled.seek(0)
            yield spooled
        return
    try:
        with Path(file).open("rb") as found:
            yield found
    except FileNotFoundError as error:
        raise files.BadFile(say("there is no file '{file}'", file=file)) from error
    except OSError as error:
        raise files.BadFile(say("'{file}' cannot be read: {reason}", file=file, reason=error.strerror or "?")) from error

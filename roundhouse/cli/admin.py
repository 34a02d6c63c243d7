"""`roundhouse admin`: manage the database: backups, archives, pruning."""

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
from roundhouse.core.sentence import BadSetup, Sentence, say, say_many
from roundhouse.web.settings import Settings, settings_from

NAME: Final = "admin"
HELP: Final = say("manage the database: backup, restore, export, import, token, prune")
EXAMPLES: Final = (
    "roundhouse admin backup house-monday.db",
    "roundhouse admin restore house-monday.db --db house.db --replace",
    "roundhouse admin export house.jsonl --db house.db",
    "roundhouse admin import house.jsonl --db postgresql://house@localhost/house",
    "roundhouse admin token Hoarder",
    "roundhouse admin prune --pretend",
)
_NAME_LENGTH: Final = 20
_MEMORY_LIMIT: Final = 1 << 24  # bytes of a piped archive that are kept in memory


def add_arguments(parser: Parser) -> None:
    """Add the tasks of `admin` with their arguments."""
    tasks = parser.add_commands()

    def task(name: str, about: Sentence, work: Callable[[argparse.Namespace], int]) -> Parser:
        part = tasks.add(name, about, [line for line in EXAMPLES if line.startswith(f"roundhouse admin {name}")])
        part.option(
            "--db",
            say("database: an SQLite file or postgresql://…"),
            default_text=say("{variable} or {value}", variable="$ROUNDHOUSE_DB", value=Settings().place()),
            metavar="DATABASE",
        )
        part.flag("--json", say("print JSON"))
        part.set_defaults(work=work)
        return part

    part = task("backup", say("write a copy of the database; the server may be running"), _backup)
    part.argument("FILE", say("file to write"))
    part = task("restore", say("restore a backup"), _restore)
    part.argument("FILE", say("backup file"))
    part.flag("--replace", say("overwrite an existing database"))
    part = task("export", say("export everything to an archive that any supported database can import"), _export)
    part.argument("FILE", say("file to write; - is standard output"))
    part = task("import", say("import an archive into an empty database and check every game"), _import)
    part.argument("FILE", say("archive file; - is standard input"))
    part = task("token", say("create a guest for a program, and print a token that acts for it; the server may be running"), _token)
    part.argument("NAME", say("name of the program, as players see it"))
    part = task("prune", say("delete data that is no longer needed"), _prune)
    part.option("--waiting", say("days to keep tables that never started"), natural, metavar="DAYS", default=30)
    part.option("--guests", say("days to keep guests who never did anything"), natural, metavar="DAYS", default=365)
    part.option("--finished", say("days to keep finished games"), natural, default_text=say("forever"), metavar="DAYS")
    part.option("--records", say("days to keep imported records"), natural, metavar="DAYS", default=30)
    part.flag("--pretend", say("only show what would be deleted"))


def run(args: argparse.Namespace) -> int:
    """Run the requested task."""
    code: int = args.work(args)
    return code


def _backup(args: argparse.Namespace) -> int:
    from roundhouse.web.admin.backup import back_up

    back_up(_settings(args), Path(args.file))
    size = Path(args.file).stat().st_size
    _print(args, say("backup written to '{file}', {size} bytes", file=args.file, size=size), {"file": args.file, "bytes": size})
    return 0


def _restore(args: argparse.Namespace) -> int:
    from roundhouse.web.admin.backup import restore

    settings = _settings(args)
    restore(settings, Path(args.file), replace=args.replace)
    _print(args, say("{place} restored from '{file}'", place=settings.place(), file=args.file), {"file": args.file})
    return 0


def _export(args: argparse.Namespace) -> int:
    from roundhouse.web.admin.archive import export

    with _atomic_file(args.file) as file:
        info = export(_settings(args), file)
    if args.file != files.STANDARD:
        _print(args, _row_counts(info.rows), {"file": args.file, "rows": dict(info.rows)})
    return 0


def _import(args: argparse.Namespace) -> int:
    from roundhouse.web.admin.archive import import_archive
    from roundhouse.web.admin.inspection import unplayable

    settings = _settings(args)
    with _rereadable_file(args.file) as file:
        info = import_archive(settings, file)
    broken = unplayable(settings)
    details = {"rows": dict(info.rows), "broken": broken}
    if broken:
        sentence = say("the archive was imported, but these tables cannot be continued: {tables}", tables=", ".join(broken))
        _print(args, sentence, details)
        return 1
    _print(args, say("{counted}; every game was replayed and is correct", counted=_row_counts(info.rows)), details)
    return 0


def _token(args: argparse.Namespace) -> int:
    from roundhouse.web.admin.tokens import create_token

    name = " ".join(args.name.split())
    if not 1 <= len(name) <= _NAME_LENGTH or not name.isprintable():
        raise BadSetup(say("a name has 1 to {most} letters", most=_NAME_LENGTH))
    token = create_token(_settings(args), name, "roundhouse admin")
    if token is None:
        raise BadSetup(say("the name {name} belongs to an account; choose another", name=name))
    if args.json:
        print_json({"name": name, "token": token})
    else:
        print(token)  # alone on its line, for scripts
    return 0


def _prune(args: argparse.Namespace) -> int:
    from roundhouse.web.admin.prune import Retention, prune

    pruned = prune(_settings(args), Retention(args.waiting, args.guests, args.finished, args.records), pretend=args.pretend)
    names = ", ".join(f"{name} {count}" for name, count in pruned.rows.items())
    if not names:
        sentence = say("there is nothing to prune")
    elif args.pretend:
        sentence = say("would delete: {rows}", rows=names)
    else:
        sentence = say("deleted: {rows}", rows=names)
    _print(args, sentence, {"pretend": args.pretend, "rows": pruned.rows})
    return 0


def _settings(args: argparse.Namespace) -> Settings:
    return settings_from(os.environ, db=args.db)


def _row_counts(rows: Mapping[str, int]) -> Sentence:
    return say_many(
        "{count} table, {guests} guests, {entries} entries",
        "{count} tables, {guests} guests, {entries} entries",
        count=rows.get("game_table", 0),
        guests=rows.get("guest", 0),
        entries=rows.get("entry", 0),
    )


def _print(args: argparse.Namespace, sentence: Sentence, details: Mapping[str, Any]) -> None:
    if args.json:
        print_json(details)
    else:
        Screen(args.language).tell(sentence)


@contextlib.contextmanager
def _atomic_file(file: str) -> Iterator[IO[bytes]]:
    """Open a file that appears only once it is complete, and that only its owner can read."""
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
def _rereadable_file(file: str) -> Iterator[IO[bytes]]:
    """Open a file that can be read twice; standard input is copied to a temporary file first."""
    if file == files.STANDARD:
        with tempfile.SpooledTemporaryFile(_MEMORY_LIMIT) as spooled:
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

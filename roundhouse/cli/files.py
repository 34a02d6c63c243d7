"""Files of the command line: read with clear errors, written atomically."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from roundhouse.core.record import Record, read
from roundhouse.core.sentence import HouseError, Sentence, say

STANDARD: Final = "-"  # standard input or standard output
_MOST_RECORD: Final = 100_000_000  # bytes; the longest game has about a million moves


class BadFile(HouseError):
    """A file that cannot be read or written, or whose content is wrong."""


@contextlib.contextmanager
def about(file: str) -> Iterator[None]:
    """Prefix errors raised in this context with the name of the file."""
    try:
        yield
    except HouseError as error:
        raise BadFile(say("{file}: {reason}", file=file, reason=error.sentence)) from error


def read_record(file: str) -> Record:
    """Read a record from a file; `-` is standard input. Raise BadFile if that fails."""
    text = read_text(file, _MOST_RECORD)
    with about(file):
        return read(text)


def read_text(file: str, most: int) -> str:
    """Read a text file of at most `most` bytes; `-` is standard input. Raise BadFile if that fails."""
    try:
        data = _read(file, most + 1)  # no more, since a device may have no end
    except OSError as error:
        raise BadFile(_explain(error, file, say("'{file}' cannot be read: {reason}", file=file, reason=error.strerror))) from error
    except ValueError as error:  # not a possible file name
        raise BadFile(say("there is no file '{file}'", file=file.replace("\0", "?"))) from error
    if len(data) > most:
        raise BadFile(say("'{file}' is larger than {most} bytes", file=file, most=most))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadFile(say("'{file}' is not UTF-8 text", file=file)) from error


def _read(file: str, most: int) -> bytes:
    if file == STANDARD:
        return sys.stdin.buffer.read(most)
    with Path(file).open("rb") as stream:
        return stream.read(most)


def write(file: str, content: str | bytes) -> None:
    """Write a file atomically, through a temporary file; `-` is standard output. Raise BadFile if that fails."""
    data = content.encode() if isinstance(content, str) else content
    if file == STANDARD:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    try:
        _write(Path(os.path.realpath(file)), data)
    except OSError as error:
        raise BadFile(
            _explain(error, file, say("'{file}' cannot be written: {reason}", file=file, reason=error.strerror))
        ) from error


def make_folder(folder: str) -> None:
    """Create a folder and its parents where they are missing. Raise BadFile if that fails."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(say("the folder '{file}' cannot be created: {reason}", file=folder, reason=error.strerror)) from error


def _explain(error: OSError, file: str, otherwise: Sentence) -> Sentence:
    if isinstance(error, IsADirectoryError):
        return say("'{file}' is a folder", file=file)
    if isinstance(error, PermissionError):
        return say("permission denied: '{file}'", file=file)
    if isinstance(error, FileNotFoundError):
        return say("there is no file '{file}'", file=file)
    return otherwise


def _write(path: Path, data: bytes) -> None:
    if path.exists() and not path.is_file():  # a device is written to, not replaced; a folder raises its own error
        path.write_bytes(data)
        return
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)

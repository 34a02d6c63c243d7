"""Files of the command line: read with one clear complaint, written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from roundhouse.core.record import Record, read
from roundhouse.core.sentence import HouseError, Sentence, say

STANDARD: Final = "-"  # stands for standard input or standard output


class BadFile(HouseError):
    """A file that cannot be read or written, or that does not hold what it should."""


@contextlib.contextmanager
def about(file: str) -> Iterator[None]:
    """What is wrong in here is wrong with that file."""
    try:
        yield
    except HouseError as error:
        raise BadFile(say("{file}: {reason}", file=file, reason=error.sentence)) from error


def read_record(file: str) -> Record:
    """The record in a file; `-` is standard input."""
    text = _text_of(file)
    with about(file):
        return read(text)


def write(file: str, content: str | bytes) -> None:
    """Writes a file beside its place and moves it there, so that no half of it is ever seen. `-` is standard output."""
    data = content.encode() if isinstance(content, str) else content
    if file == STANDARD:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    try:
        _write(Path(os.path.realpath(file)), data)
    except OSError as error:
        raise BadFile(
            _cannot(error, file, say("'{file}' cannot be written: {reason}", file=file, reason=error.strerror))
        ) from error


def make_folder(folder: str) -> None:
    """Makes a folder, and those above it, where they are missing."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(say("the folder '{file}' cannot be made: {reason}", file=folder, reason=error.strerror)) from error


def _text_of(file: str) -> str:
    try:
        data = sys.stdin.buffer.read() if file == STANDARD else Path(file).read_bytes()
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadFile(say("'{file}' is not a text in UTF-8", file=file)) from error
    except OSError as error:
        raise BadFile(_cannot(error, file, say("'{file}' cannot be read: {reason}", file=file, reason=error.strerror))) from error
    except ValueError as error:  # a name that no file can have
        raise BadFile(say("there is no file '{file}'", file=file.replace("\0", "?"))) from error


def _cannot(error: OSError, file: str, otherwise: Sentence) -> Sentence:
    if isinstance(error, IsADirectoryError):
        return say("'{file}' is a folder", file=file)
    if isinstance(error, PermissionError):
        return say("there is no permission for '{file}'", file=file)
    if isinstance(error, FileNotFoundError):
        return say("there is no file '{file}'", file=file)
    return otherwise


def _write(path: Path, data: bytes) -> None:
    if path.exists() and not path.is_file():  # a folder says so itself; a device is written, not replaced
        path.write_bytes(data)
        return
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)

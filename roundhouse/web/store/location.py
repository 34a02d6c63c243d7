"""The files of a SQLite store on the disk: one real path, private to one user."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from pathlib import Path
from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.settings import data_folder
from roundhouse.web.store.store import StoreFailed

FILE_MODE: Final = 0o600  # sessions, invitations and the secrets of shuffles are for the server alone
FOLDER_MODE: Final = 0o700
_BESIDE: Final = ("-wal", "-shm")  # files that SQLite puts beside the store


def real_path(path: Path) -> Path:
    """Return the path without symbolic links: a file has one claim, by whatever name. Raises StoreFailed if it cannot be used."""
    try:
        found = path.resolve()
        if found.exists():
            _check(path, found.stat())
    except (OSError, RuntimeError, ValueError) as error:  # a loop of links is a RuntimeError, a NUL character a ValueError
        raise unusable(path, error) from error
    return found


def make_private(path: Path) -> None:
    """Create the file of a store, and its folder, unless they exist, and make its files private. Raises StoreFailed if this fails.

    Only folders that are created here, or the data folder of the user, are made private: others may hold more than a store.
    """
    try:
        make_folder(path)
        create_private(path)
        for suffix in _BESIDE:
            _restrict(path.with_name(path.name + suffix))
    except OSError as error:
        raise unusable(path, error) from error


def make_folder(path: Path) -> None:
    """Create the folder of a store. Raises OSError if it cannot be created."""
    folder = path.parent
    if not folder.is_dir():
        folder.mkdir(FOLDER_MODE, parents=True)
    elif folder == data_folder().resolve() and stat.S_IMODE(folder.stat().st_mode) & ~FOLDER_MODE:
        folder.chmod(FOLDER_MODE)


def create_private(path: Path, owner: tuple[int, int] | None = None) -> None:
    """Create an empty private file for a user and group, by default those of its folder; make an existing file private.

    An existing file is not opened: closing it would release the locks that SQLite holds on it in this process. Raises OSError.
    """
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE))
        give(path, owner_of(path.parent) if owner is None else owner)
    _restrict(path)


def _restrict(path: Path) -> None:
    """Make a file private if it exists, and is not another user's who lets us write it."""
    with contextlib.suppress(FileNotFoundError, PermissionError):
        if stat.S_IMODE(path.stat().st_mode) & ~FILE_MODE:
            path.chmod(FILE_MODE)


def owner_of(path: Path) -> tuple[int, int]:
    """Return the user and group that a file belongs to."""
    found = path.stat()
    return found.st_uid, found.st_gid


def give(path: Path, owner: tuple[int, int]) -> None:
    """Give a file to a user and group, if this process may: an administrator's files must stay readable for the server."""
    if sys.platform != "win32" and os.geteuid() == 0:
        os.chown(path, *owner)


def unusable(path: Path, error: Exception) -> StoreFailed:
    """Return the error for a path where no store can be."""
    reason = getattr(error, "strerror", None) or str(error)
    return StoreFailed(say("{path} cannot be used as a database: {reason}", path=str(path), reason=reason))


def _check(path: Path, found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise StoreFailed(say("{path} is not a file", path=str(path)))
    if found.st_nlink > 1:  # SQLite cannot tell that two of its names are one file
        raise StoreFailed(say("{path} has more than one name (hard links); keep only one of them", path=str(path)))

"""Passwords: what is taken for one, and argon2 in a small pool of threads, so that nobody can wear out the house with them."""

from __future__ import annotations

import asyncio
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from roundhouse.core.sentence import say
from roundhouse.web.http.errors import HTTPError

T = TypeVar("T")

LEAST: Final = 10
MOST: Final = 200
_THREADS: Final = 2  # each needs 64 MiB while it works
_WAITING: Final = 32


class Passwords:
    """Hashes and checks passwords; who comes when too many wait is asked to come again."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="argon2")
        self._under_way = 0
        self._nobody: str | None = None

    async def hash(self, password: str) -> str:
        """What is kept of a password."""
        return await self._run(lambda: self._hasher.hash(_one_form(password)))

    async def fits(self, kept: str | None, password: str) -> bool:
        """Whether a password is the one of a hash. None, for nobody, takes as long as a wrong one."""
        return await self._run(lambda: self._fits(kept, password))

    def outdated(self, kept: str) -> bool:
        """Whether a hash was made with weaker parameters than today's."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        """Ends the threads."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _run(self, job: Callable[[], T]) -> T:
        if self._under_way >= _WAITING:
            raise HTTPError(429, say("too much at once; wait a moment"))
        self._under_way += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, job)
        finally:
            self._under_way -= 1

    def _fits(self, kept: str | None, password: str) -> bool:
        if self._nobody is None:
            self._nobody = self._hasher.hash(secrets.token_urlsafe())
        try:
            self._hasher.verify(self._nobody if kept is None else kept, _one_form(password))
        except (VerificationError, InvalidHashError):
            return False
        return kept is not None


def accept(password: str, *known: str) -> str:
    """A password that may be taken; one that is too short, or is a name that others know, is refused."""
    if not LEAST <= len(password) <= MOST:
        raise HTTPError(422, say("a password has {least} to {most} characters", least=LEAST, most=MOST))
    if _one_form(password).casefold() in {_one_form(word).casefold() for word in known}:
        raise HTTPError(422, say("a password that is your name or your address is no secret"))
    return password


def _one_form(password: str) -> str:
    """The same characters from every keyboard."""
    return unicodedata.normalize("NFKC", password)

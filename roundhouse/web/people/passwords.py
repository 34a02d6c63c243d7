"""Passwords: their rules, and argon2 hashing in a small thread pool, so that sign-in attempts cannot exhaust the server."""

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

MIN_LENGTH: Final = 10
MAX_LENGTH: Final = 200
_THREADS: Final = 2  # each needs 64 MiB while it hashes
_MAX_PENDING: Final = 32


class Passwords:
    """Hashes and verifies passwords. Raises HTTPError 429 when too many requests are pending."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="argon2")
        self._pending = 0
        self._dummy: str | None = None  # the hash of a random password

    async def hash(self, password: str) -> str:
        """Return the hash of a password."""
        return await self._run(lambda: self._hasher.hash(_normalized(password)))

    async def verify(self, hashed: str | None, password: str) -> bool:
        """Return whether a password matches a hash. None never matches, and takes as long as a wrong password."""
        return await self._run(lambda: self._verify(hashed, password))

    def needs_rehash(self, hashed: str) -> bool:
        """Return whether a hash was made with weaker parameters than the current ones."""
        return self._hasher.check_needs_rehash(hashed)

    def close(self) -> None:
        """Shut down the thread pool."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _run(self, function: Callable[[], T]) -> T:
        if self._pending >= _MAX_PENDING:
            raise HTTPError(429, say("too many requests; wait a moment"))
        self._pending += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, function)
        finally:
            self._pending -= 1

    def _verify(self, hashed: str | None, password: str) -> bool:
        if self._dummy is None:
            self._dummy = self._hasher.hash(secrets.token_urlsafe())
        try:
            self._hasher.verify(self._dummy if hashed is None else hashed, _normalized(password))
        except (VerificationError, InvalidHashError):
            return False
        return hashed is not None


def check_new_password(password: str, *known: str) -> str:
    """Return the password. Raises HTTPError 422 if its length is wrong or it is one of `known`, such as the name."""
    if not MIN_LENGTH <= len(password) <= MAX_LENGTH:
        raise HTTPError(422, say("a password has {least} to {most} characters", least=MIN_LENGTH, most=MAX_LENGTH))
    if _normalized(password).casefold() in {_normalized(word).casefold() for word in known}:
        raise HTTPError(422, say("your name or your address is not a safe password"))
    return password


def _normalized(password: str) -> str:
    """Return the NFKC form, which is the same from every keyboard."""
    return unicodedata.normalize("NFKC", password)

"""Passwords: their rules, hashing and verification."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from roundhouse.web.http.errors import HTTPError
from roundhouse.web.people.passwords import MAX_LENGTH, MIN_LENGTH, Passwords, check_new_password


@pytest.fixture
def passwords() -> Iterator[Passwords]:
    """A pool of its own."""
    found = Passwords()
    yield found
    found.close()


def test_only_the_password_fits_its_hash(passwords: Passwords) -> None:
    """The right one, a wrong one, garbage instead of a hash; the hash is argon2id and does not contain the password."""

    async def go() -> tuple[str, list[bool]]:
        hashed = await passwords.hash("straight on to Duluth")
        words = [(hashed, "straight on to Duluth"), (hashed, "straight on to duluth"), ("nonsense", "x" * 12)]
        return hashed, [await passwords.verify(*pair) for pair in words]

    hashed, found = asyncio.run(go())

    assert found == [True, False, False]
    assert hashed.startswith("$argon2id$")
    assert "Duluth" not in hashed


def test_an_unknown_account_takes_as_long_as_a_wrong_password(passwords: Passwords) -> None:
    """The same work is done, and no password matches."""
    assert asyncio.run(passwords.verify(None, "straight on to Duluth")) is False
    assert passwords._dummy is not None


def test_the_same_characters_from_another_keyboard_match(passwords: Passwords) -> None:
    """An é in one character or in two."""

    async def go() -> bool:
        return await passwords.verify(await passwords.hash("la voie ferr\u00e9e"), "la voie ferre\u0301e")

    assert asyncio.run(go())


def test_too_many_at_once_are_asked_to_come_again(passwords: Passwords) -> None:
    """The queue is bounded, and so is its memory."""

    async def go() -> list[object]:
        return await asyncio.gather(*(passwords.verify("nonsense", "x" * 12) for _ in range(40)), return_exceptions=True)

    found = asyncio.run(go())

    assert sum(isinstance(one, HTTPError) and one.status == 429 for one in found) == 8


@pytest.mark.parametrize("password", ["", "x" * (MIN_LENGTH - 1), "x" * (MAX_LENGTH + 1), "Ada Lovelace", "ada lovelace"])
def test_short_long_and_known_passwords_are_refused(password: str) -> None:
    """The last two are the name."""
    with pytest.raises(HTTPError):
        check_new_password(password, "Ada Lovelace", "ada@example.org")

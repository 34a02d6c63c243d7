"""Passwords: what is taken for one, and that only the right one fits."""

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
    """The right one, a wrong one, nonsense instead of a hash; what is kept is argon2id and holds no word of it."""

    async def go() -> tuple[str, list[bool]]:
        kept = await passwords.hash("straight on to Duluth")
        words = [(kept, "straight on to Duluth"), (kept, "straight on to duluth"), ("nonsense", "x" * 12)]
        return kept, [await passwords.verify(*pair) for pair in words]

    kept, found = asyncio.run(go())

    assert found == [True, False, False]
    assert kept.startswith("$argon2id$")
    assert "Duluth" not in kept


def test_nobody_s_password_is_checked_like_anybody_s(passwords: Passwords) -> None:
    """For an account that is not there the same work is done, and nothing fits."""
    assert asyncio.run(passwords.verify(None, "straight on to Duluth")) is False
    assert passwords._dummy is not None


def test_the_same_letters_from_another_keyboard_fit(passwords: Passwords) -> None:
    """An é in one character or in two."""

    async def go() -> bool:
        return await passwords.verify(await passwords.hash("la voie ferr\u00e9e"), "la voie ferre\u0301e")

    assert asyncio.run(go())


def test_too_many_at_once_are_asked_to_come_again(passwords: Passwords) -> None:
    """The queue has an end, so that nobody fills the memory."""

    async def go() -> list[object]:
        return await asyncio.gather(*(passwords.verify("nonsense", "x" * 12) for _ in range(40)), return_exceptions=True)

    found = asyncio.run(go())

    assert sum(isinstance(one, HTTPError) and one.status == 429 for one in found) == 8


@pytest.mark.parametrize("password", ["", "x" * (MIN_LENGTH - 1), "x" * (MAX_LENGTH + 1), "Ada Lovelace", "ada lovelace"])
def test_short_long_and_known_words_are_no_passwords(password: str) -> None:
    """The last two are the name."""
    with pytest.raises(HTTPError):
        check_new_password(password, "Ada Lovelace", "ada@example.org")

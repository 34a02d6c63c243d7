"""Accounts are tested with argon2 as it is, but with little memory and one round: the tests sign in often.

Those in a real browser have a house of their own: a name that has an account is no longer free for guests.
"""

from __future__ import annotations

from functools import partial

import pytest
from argon2 import PasswordHasher

from tests.web.browser import opened

door = pytest.fixture(scope="module")(opened)


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes that take a millisecond."""
    quick = partial(PasswordHasher, time_cost=1, memory_cost=1024, parallelism=1)
    monkeypatch.setattr("roundhouse.web.people.passwords.PasswordHasher", quick)

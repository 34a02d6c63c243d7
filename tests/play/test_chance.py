"""Sources of chance for live games."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from roundhouse.core.sentence import BadSetup
from roundhouse.play.chance import SECRET_BYTES, Secret, Seeded, Source

SOURCES: tuple[Source, ...] = (Secret(bytes(range(SECRET_BYTES))), Seeded(5))


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: type(source).__name__)
def test_a_draw_depends_only_on_its_index(source: Source) -> None:
    """Asking in another order, or twice, gives the same numbers: undoing a move never rolls again."""
    forward = [source.below(index, 52) for index in range(50)]

    assert forward == [source.below(index, 52) for index in reversed(range(50))][::-1]
    assert len(set(forward)) > 20


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: type(source).__name__)
def test_draws_are_uniform(source: Source) -> None:
    """Twelve thousand throws of a die at consecutive indices: chi-square is below its 0.1 % bound, 20.5."""
    counts = Counter(source.below(index, 6) for index in range(12_000))

    assert set(counts) == set(range(6))
    assert sum((count - 2_000) ** 2 / 2_000 for count in counts.values()) < 20.5


def test_a_draw_can_be_computed_from_the_secret_with_the_standard_library() -> None:
    """The documented construction, implemented independently."""
    secret = bytes(range(SECRET_BYTES))
    block = hmac.new(secret, (41).to_bytes(8, "big") + (0).to_bytes(4, "big"), hashlib.sha256).digest()

    assert Secret(secret).below(41, 110) == int.from_bytes(block[:8], "big") % 110
    assert Secret(secret).commitment == hashlib.sha256(secret).hexdigest()


def test_numbers_that_would_favour_small_draws_are_rejected() -> None:
    """With a limit of three quarters of 2**64 a quarter of the numbers is rejected: the halves stay even."""
    limit = 3 * 2**62
    source = Secret(bytes(SECRET_BYTES))
    low = sum(source.below(index, limit) < limit // 2 for index in range(4_000))

    assert 1_850 < low < 2_150


def test_every_table_gets_a_secret_of_its_own() -> None:
    """Two fresh secrets differ and have full length."""
    first, second = Secret(), Secret()

    assert first.secret != second.secret
    assert len(first.secret) == SECRET_BYTES


def test_a_short_secret_is_refused() -> None:
    """Sixteen bytes."""
    with pytest.raises(BadSetup, match="32 bytes, not 16"):
        Secret(bytes(16))

"""Masks of up to 62 bits."""

from __future__ import annotations

import random

from roundhouse.core.bits import BIT, count_bits, low_bit, members, nth_bit


def test_every_bit_of_the_table_is_the_power_of_two_it_stands_for() -> None:
    """All 63: the compiler's 32-bit shift would show from bit 31 on."""
    assert list(BIT) == [2**i for i in range(63)]


def test_low_bit_finds_the_smallest_member() -> None:
    """Each bit alone, and under a random mask of higher ones."""
    rng = random.Random(1)
    for i in range(62):
        higher = rng.getrandbits(62) >> (i + 1) << (i + 1)

        assert low_bit(2**i) == i
        assert low_bit(2**i | higher) == i


def test_counting_and_listing_agree_with_the_binary_digits() -> None:
    """Five hundred random masks of 62 bits."""
    rng = random.Random(2)
    for _ in range(500):
        mask = rng.getrandbits(62)

        assert count_bits(mask) == bin(mask).count("1")
        assert members(mask) == [i for i in range(62) if mask >> i & 1]
        assert [nth_bit(mask, n) for n in range(count_bits(mask))] == members(mask)

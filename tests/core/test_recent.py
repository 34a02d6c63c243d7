"""What was computed lately is found again by its whole key, and by nothing else."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.draw import Rng
from roundhouse.core.recent import Recent


def key(*numbers: int) -> vec[i64]:
    return vec[i64](numbers)


def test_a_value_is_found_by_an_equal_key() -> None:
    """Kept and found under two vecs with the same numbers."""
    memory = Recent[str](8)

    assert memory.find(key(1, 2)) is None
    assert memory.keep(key(1, 2), "first") == "first"
    assert memory.find(key(1, 2)) == "first"


def test_keys_that_share_a_place_are_told_apart() -> None:
    """With room for one value, every key has the same place: other numbers, a longer key, a shorter one, none."""
    memory = Recent[str](1)
    memory.keep(key(1, 2), "first")

    for other in (key(2, 1), key(1, 2, 0), key(1), key(), key(-1, 2)):
        assert memory.find(other) is None
    memory.keep(key(2, 1), "second")
    assert memory.find(key(1, 2)) is None, "replaced"
    assert memory.find(key(2, 1)) == "second"


def test_many_values_are_never_mixed_up() -> None:
    """Random keys of small, large and negative numbers, kept and looked for in a memory that is too small for them."""
    rng = Rng(1)
    memory = Recent[tuple[int, ...]](16)
    found = 0
    for _ in range(2000):
        numbers = tuple(int(rng.below(3)) * 2**61 - rng.below(2) for _ in range(rng.below(4)))
        known = memory.find(key(*numbers))
        assert known in (None, numbers)
        found += known is not None
        memory.keep(key(*numbers), numbers)

    assert found > 100

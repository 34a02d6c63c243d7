"""What was computed lately, by all that it depends on: heuristics ask again and again about positions that have hardly changed."""

from __future__ import annotations

from typing import Final, Generic

from librt.vecs import vec
from mypy_extensions import i64
from typing_extensions import TypeVar

_FACTOR: Final = 1_000_003
_WORD: Final = 0xFFFFFFFF

T = TypeVar("T")


class Entry(Generic[T]):
    """A value and its key. Neither ever changes, so that threads can share entries."""

    def __init__(self, key: vec[i64], value: T) -> None:
        self.key = key
        self.value = value


class Recent(Generic[T]):
    """Values by key, a fixed number of them: a new one takes the place of an older one.

    A key must hold everything that its value depends on. Neither may be changed afterwards.
    """

    def __init__(self, room: i64) -> None:
        self._room = room
        self._entries: list[Entry[T] | None] = [None] * room

    def find(self, key: vec[i64]) -> T | None:
        """Return the value of a key, or None if it has been replaced or was never kept."""
        entry = self._entries[self._place(key)]
        if entry is None:
            return None
        known = entry.key
        if len(known) != len(key):
            return None
        for at in range(i64(len(key))):
            if known[at] != key[at]:
                return None
        return entry.value

    def keep(self, key: vec[i64], value: T) -> T:
        """Keep a value and return it."""
        self._entries[self._place(key)] = Entry(key, value)
        return value

    def _place(self, key: vec[i64]) -> i64:
        mixed: i64 = 0
        for number in key:
            mixed = (mixed * _FACTOR ^ number) & _WORD
        return (mixed ^ mixed >> 16) % self._room

"""Values computed for one version of a table, such as its drawings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Cache:
    """Values by key, each kept until it is asked for with another version."""

    def __init__(self) -> None:
        self._values: dict[object, tuple[object, Any]] = {}

    def get(self, key: object, version: object, make: Callable[[], T]) -> T:
        """Return the value of this version, made now if it is not there."""
        if not self.holds(key, version):
            self._values[key] = (version, make())
        value: T = self._values[key][1]
        return value

    def holds(self, key: object, version: object) -> bool:
        """Return whether the value of this version is there."""
        return key in self._values and self._values[key][0] == version

    def put(self, key: object, version: object, value: object) -> None:
        """Keep a value that was made elsewhere, such as in a thread."""
        self._values[key] = (version, value)

    def drop(self, which: Callable[[object], bool]) -> None:
        """Drop the values of some keys."""
        self._values = {key: value for key, value in self._values.items() if not which(key)}

    def clear(self) -> None:
        """Drop all values."""
        self._values.clear()

"""Map files for tests."""

from __future__ import annotations

import json
from typing import Any

COLOURS = ("white", "blue", "yellow", "green", "red", "purple", "black", "orange")


def ring(count: int = 8, **replaced: Any) -> dict[str, Any]:
    """A map whose cities lie on a ring, each joined to the next, with a ferry across and a ticket for every pair at a distance."""
    names = [f"Town {chr(65 + i // 26)}{chr(97 + i % 26)}" for i in range(count)]
    tracks: list[dict[str, Any]] = [
        {"a": names[i], "b": names[(i + 1) % count], "length": 1 + i % 3, "colour": COLOURS[i % 8]} for i in range(count)
    ]
    tracks.append({"a": names[0], "b": names[count // 2], "length": 4, "colour": "gray", "ferry": 2})
    tracks.append({"a": names[0], "b": names[1], "length": 1, "colour": "gray"})
    pairs = [(i, (i + step) % count) for step in range(2, count // 2) for i in range(count)]
    whole = {
        "format": 1,
        "name": "ring",
        "title": "Ring",
        "seats": [2, 4],
        "trains": 20,
        "points": [1, 2, 4, 7],
        "bonus": 5,
        "cards": dict.fromkeys(COLOURS, 8) | {"locomotive": 8},
        "cities": [{"name": name, "x": (i % 4) * 100, "y": (i // 4) * 60 + (i % 2) * 7} for i, name in enumerate(names)],
        "tracks": tracks,
        "tickets": [{"a": names[a], "b": names[b], "points": 4 + a % 5} for a, b in pairs[:100]],
    }
    return whole | replaced


def text_of(whole: dict[str, Any]) -> str:
    """The text of a map file, one entry of a list a line."""
    return json.dumps(whole, ensure_ascii=False, indent=1)

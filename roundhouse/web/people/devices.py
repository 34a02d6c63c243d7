"""What a device is called in the list of those that are signed in: its browser and its system, as far as it tells."""

from __future__ import annotations

from typing import Final

_BROWSERS: Final = (  # the first that is named: most claim to be others as well
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chromium", "Chromium"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)


def device_of(agent: str) -> str:
    """The label of a browser; nothing for one that says nothing known.

    >>> device_of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Linux'
    """
    found = [_first(_BROWSERS, agent), _first(_SYSTEMS, agent)]
    return ", ".join(name for name in found if name)


def _first(names: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for mark, name in names if mark in agent), "")

"""The label of a signed-in device: its browser and operating system, from the User-Agent header."""

from __future__ import annotations

from typing import Final

_BROWSERS: Final = (  # the first match counts: most browsers claim to be others as well
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


def device_label(agent: str) -> str:
    """Return the label of a browser; empty if neither browser nor system is known.

    >>> device_label("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Linux'
    """
    names = [_first(_BROWSERS, agent), _first(_SYSTEMS, agent)]
    return ", ".join(name for name in names if name)


def _first(names: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for mark, name in names if mark in agent), "")

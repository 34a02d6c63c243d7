"""Safe printing of lines and JSON: nothing from a file, a name or a server can control the terminal or reorder its text."""

from __future__ import annotations

import json
import sys
from typing import Any

from roundhouse.core.names import is_unseen, visible


def print_line(text: str) -> None:
    """Print a text, with a question mark for each invisible character."""
    print(visible(text, "\n"))


def print_note(text: str) -> None:
    """Print a message on standard error, with a question mark for each invisible character."""
    print(visible(text, "\n"), file=sys.stderr, flush=True)


def print_json(value: Any, indent: int | None = None) -> None:
    """Print a value as JSON; invisible characters are escaped, so that programs read the same value."""
    print(safe_json(json.dumps(value, ensure_ascii=False, indent=indent)), flush=True)


def safe_json(text: str) -> str:
    """Return an equivalent JSON text that is safe to print."""
    if text.isprintable():
        return text
    return "".join(json.dumps(char)[1:-1] if char != "\n" and is_unseen(char) else char for char in text)

"""Lines and JSON as they are printed: no file, name or server can command a terminal through them, or turn the order of letters."""

from __future__ import annotations

import json
import sys
from typing import Any

from roundhouse.core.names import is_unseen, visible


def print_line(text: str) -> None:
    """Print a text, with a question mark for each character that is not seen."""
    print(visible(text, "\n"))


def print_note(text: str) -> None:
    """The same on standard error, for what is told beside the result."""
    print(visible(text, "\n"), file=sys.stderr, flush=True)


def print_json(value: Any, indent: int | None = None) -> None:
    """Print a value as JSON; characters that are not seen are written as escapes, so that programs read the same value."""
    print(safe_json(json.dumps(value, ensure_ascii=False, indent=indent)), flush=True)


def safe_json(text: str) -> str:
    """Return a JSON text that means the same and can be printed."""
    if text.isprintable():
        return text
    return "".join(json.dumps(char)[1:-1] if char != "\n" and is_unseen(char) else char for char in text)

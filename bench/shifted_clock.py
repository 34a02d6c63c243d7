"""`roundhouse`, with a clock that `bench.chaos` can set: `python -m bench.shifted_clock FILE ARGUMENT …`.

FILE holds the seconds by which the clock is wrong, as text, and may change at any time.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path


def main() -> int:
    """Shift the clock before anything else is imported, then run the command."""
    file, real = Path(sys.argv[1]), time.time
    read_at, offset = 0.0, 0.0

    def shifted() -> float:
        nonlocal read_at, offset
        if time.monotonic() - read_at > 0.2:
            read_at, offset = time.monotonic(), float(file.read_text() or 0)
        return real() + offset

    time.time = shifted
    from roundhouse.cli import main as run  # its modules must find the shifted clock

    return run(sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())

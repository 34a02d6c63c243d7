"""`python -m roundhouse`: the command, where it is not on the path."""

from __future__ import annotations

import sys

from roundhouse.cli import main

if __name__ == "__main__":
    sys.exit(main())

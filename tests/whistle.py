"""Whistle, the game of docs/adding-a-game.md, for tests that want a small game, or a broken one."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

GUIDE = Path(__file__).parent.parent / "docs" / "adding-a-game.md"


@cache
def page() -> dict[str, Any]:
    """Everything that the code of the guide defines, run in one go."""
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    names: dict[str, Any] = {"__name__": "whistle"}
    exec("\n".join(blocks), names)
    return names

"""The panels of a drawing: how they are stacked, and the parts that every game's panels share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from roundhouse.core.sentence import Sentence
from roundhouse.ui.reader import DrawingReader, Reader
from roundhouse.ui.svg import box, moved, wrap, write

Panel = tuple[str, float]  # what it draws, from (0, 0) downwards, and its height

NOTHING: Final[Panel] = ("", 0.0)
MARGIN: Final = 16.0  # that drawings leave around their panels
PROMPT: Final = 72.0  # height of every prompt, so that what lies below it never moves
_GAPS: Final = (10.0, 20.0)  # least and most between panels that must fit
_HEAD: Final = 18.0  # height of the title of a panel


def flow(panels: Iterable[tuple[str, Panel]], x: float, y: float, gap: float) -> tuple[dict[str, str], float]:
    """Place panels one below another; empty ones take no room. Return the parts by name and where the next panel would begin."""
    parts = {}
    for name, (content, height) in panels:
        parts[name] = moved(x, y, content)
        y += height + gap if content else 0
    return parts, y


def fit(panels: Sequence[tuple[str, Panel]], x: float, y: float, bottom: float, spare: Sequence[str]) -> dict[str, str]:
    """Place panels between `y` and `bottom`. Where room is short, shrink the gaps, then empty the panels of `spare` in order."""
    for name in ("", *spare):
        panels = [(other, NOTHING if other == name else panel) for other, panel in panels]
        heights = [height for _, (content, height) in panels if content]
        gap = min(_GAPS[1], (bottom - y - sum(heights)) / max(len(heights) - 1, 1))
        if gap >= _GAPS[0]:
            break
    return flow(panels, x, y, gap)[0]


def prompt_panel(reader: DrawingReader[Any], prompt: Sentence, room: float) -> Panel:
    """Draw what to do now, or which player everyone waits for; in smaller type where it is long, and always of the same height."""
    text = reader.tell(prompt)
    size, step = (17, 22) if len(wrap(text, 17, room - 14)) <= 3 else (14, 18)
    lines = wrap(text, size, room - 14)
    content = box(0, 0, 4, step * len(lines), "good" if reader.moves else "rest", 2)
    content += "".join(write(14, step * i + size - 1, line, f"t{size} strong") for i, line in enumerate(lines))
    return content, PROMPT


def stack(head: str, rows: Sequence[str], pitch: float) -> Panel:
    """Draw rows of equal height below the head of a panel."""
    return head + "".join(moved(0, _HEAD + i * pitch, row) for i, row in enumerate(rows)), _HEAD + len(rows) * pitch


def column_heads(reader: Reader[Any], words: Sequence[Sentence], ends: Sequence[float]) -> str:
    """Write the heads of columns of figures, each ending at its own x."""
    return "".join(write(x, 10, reader.tell(word), "t12 quiet end") for x, word in zip(ends, words, strict=True))


def lines_of(items: Iterable[tuple[str, float]], room: float, gap: float, pitch: float, top: float = 0) -> tuple[str, float]:
    """Place items of given widths from left to right, in as many lines as they need. Return the y of the last line too."""
    x, y, content = 0.0, top, ""
    for item, width in items:
        if x and x + width > room:
            x, y = 0.0, y + pitch
        content += moved(x, y, item)
        x += width + gap
    return content, y

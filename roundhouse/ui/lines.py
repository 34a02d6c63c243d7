"""The drawing of a game that has none of its own: its sketch in lines of text, and a button for every move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from roundhouse.core.game import DrawingRequest, Game
from roundhouse.ui.svg import Box, box, button, choice, escape, heading, moved, number, press, shorten, wrap, write
from roundhouse.ui.text import translate

CANVAS: Final = {"wide": (1280, 720), "narrow": (390, 1240)}
_MARGIN: Final = 16.0
_TEXT: Final = {"wide": (900.0, 688.0), "narrow": (358.0, 420.0)}  # room for the sketch
_COLUMN: Final = 320.0  # width of the panels on a wide sheet
_LETTER: Final = 8.4  # width of a letter of `t14 mono`
_LINE: Final = 20.0
_GAP: Final = 8.0
_TALL: Final = 40.0  # a button
_MOST: Final = 24  # moves with a button of their own; more are gathered in menus


def render(game: Game[Any], request: DrawingRequest[Any]) -> dict[str, str]:
    """Return the parts by id. Every move is an element with `data-move`: a button, or an option in a menu of its kind."""
    view, names, language, layout = request.view, request.names, request.language, request.layout
    sketch = _sketch(game.sketch(view, names, language).splitlines(), *_TEXT[layout])
    prompt = wrap(translate(game.prompt(view), language, names), 14, _COLUMN)
    words = "".join(write(0, 16 + _LINE * row, line, "t14 strong") for row, line in enumerate(prompt))
    titles = {game.notation(move): translate(game.describe(view, move), language, names) for move in request.moves}
    gathered = _by_kind(list(titles)) if len(titles) > _MOST else {}
    across = _TEXT["wide"][0] + 2 * _MARGIN if layout == "wide" else _MARGIN
    below = _MARGIN if layout == "wide" else _TEXT["narrow"][1] + 2 * _MARGIN
    return {
        "sketch": moved(_MARGIN, _MARGIN, sketch),
        "prompt": moved(across, below, words),
        "moves": moved(across, below + 10 + _LINE * len(prompt), _choices(gathered) if gathered else _buttons(titles)),
        "menus": "".join(_menu(kind, texts, titles) for kind, texts in gathered.items()),
    }


def _sketch(lines: Sequence[str], width: float, height: float) -> str:
    """Return the lines in a monospaced font, scaled down to fit."""
    wanted = (max(map(len, lines), default=0) * _LETTER, len(lines) * _LINE)
    scale = min(1.0, *(room / size for room, size in zip((width, height), wanted, strict=True) if size))
    rows = "".join(write(0, 14 + _LINE * row, line, "t14 mono") for row, line in enumerate(lines))
    return f'<g transform="scale({scale:.3f})">{rows}</g>'


def _buttons(titles: dict[str, str]) -> str:
    return "".join(
        button(text, shorten(text, 12, place[2] - 8), place, title)
        for (text, title), place in zip(titles.items(), _places(len(titles), 2), strict=True)
    )


def _by_kind(texts: list[str]) -> dict[str, list[str]]:
    """Return the moves by the first word of their texts."""
    kinds: dict[str, list[str]] = {}
    for text in texts:
        kinds.setdefault(text.split()[0], []).append(text)
    return kinds


def _choices(gathered: dict[str, list[str]]) -> str:
    content = ""
    for (kind, texts), (x, y, width, height) in zip(gathered.items(), _places(len(gathered), 2), strict=True):
        label = f"{kind} ({len(texts)})"
        face = box(x, y, width, height, "option") + box(x, y, width, height, "glow thin")
        content += choice(kind, label, face + write(x + width / 2, y + height / 2 + 5, label, "t14 strong middle"))
    return content


def _menu(kind: str, texts: list[str], titles: dict[str, str]) -> str:
    """Return a menu of all moves of a kind, in more columns the more there are."""
    columns = max(2, min(6, -(-len(texts) // 16)))
    width, height = columns * (_COLUMN / 2 + _GAP) + _GAP, -(-len(texts) // columns) * (_TALL + _GAP) + 34
    content = box(0, 0, width, height, "sheet") + heading(_GAP, 20, kind)
    options = "".join(_option(text, titles[text], place) for text, place in zip(texts, _places(len(texts), columns), strict=True))
    return f'<g id="choice-{escape(kind)}" class="menu" role="group">{content}{moved(_GAP, 30, options)}</g>'


def _option(text: str, title: str, place: Box) -> str:
    x, y, width, height = place
    label = write(x + width / 2, y + height / 2 + 4, shorten(text, 12, width - 8), "t12 middle")
    return press(text, title, box(*place, "option") + label)


def _places(count: int, columns: int) -> list[Box]:
    width = _COLUMN / 2 - _GAP / 2
    return [((at % columns) * (width + _GAP), float(number(at // columns * (_TALL + _GAP))), width, _TALL) for at in range(count)]

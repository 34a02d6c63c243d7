"""The key of the map: what track costs by what it goes over, and what the marks mean."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.games.tycoon.board import HILLS_PRICE, OPEN_PRICE, RIDGE_PRICE, RIVER_PRICE
from roundhouse.games.tycoon.phrases import money
from roundhouse.games.tycoon.svg.reader import Reader
from roundhouse.ui.panels import Panel
from roundhouse.ui.svg import box, moved, write

_LINE: Final = 24.0
_TYPE: Final = {"wide": "t15.5", "narrow": "t12"}


def legend_panel(reader: Reader, room: float) -> Panel:
    """Draw the prices of a tile, each beside its look on the map (RRT-79 to RRT-82), then unfinished track and empty cities."""
    rows = (
        (box(0, -9, 22, 12, "land card", 2), say("open terrain {price}", price=money(OPEN_PRICE))),
        (box(0, -9, 22, 12, "hills card", 2), say("hills {price}", price=money(HILLS_PRICE))),
        (
            '<path d="M0-1C8-9 12 5 22-5" class="stream" stroke-width="2.4"/>',
            say("over a river +{price}", price=money(RIVER_PRICE)),
        ),
        (
            '<path d="M1-4H21" class="crest"/><path d="M1-4H21" class="crest light"/>',
            say("over a ridge +{price}", price=money(RIDGE_PRICE)),
        ),
        ('<path d="M0-4H22" class="rail-bed"/><path d="M0-4H22" class="rail loose seat-1"/>', say("unfinished link")),
        ('<circle cx="11" cy="-4" r="5.6" class="empty"/><path d="M7.6-.6l6.8-6.8" class="empty"/>', say("empty city")),
    )
    content = write(0, 10, reader.tell(say("Price of a tile")), f"{_TYPE[reader.layout]} strong quiet")
    for i, (look, words) in enumerate(rows):
        column, row = divmod(i, 3)
        x, y = column * room / 2, 32 + _LINE * row
        content += moved(x, y, look + write(30, 0, reader.tell(words), _TYPE[reader.layout]))
    return content, 30 + _LINE * 2 + 6

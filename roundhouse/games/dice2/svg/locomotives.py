"""Locomotives: the bank with its prices, and small cards for those that players have."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.games.dice2.board import CARDS, CARDS_OUT, PRICE, SCRAPPED, SCRAPPER, SLOWEST, VALUES
from roundhouse.games.dice2.moves import BUY
from roundhouse.games.dice2.notation import notation
from roundhouse.games.dice2.phrases import tokens
from roundhouse.games.dice2.svg.reader import Reader
from roundhouse.games.dice2.traffic import on_sale
from roundhouse.ui.panels import Panel
from roundhouse.ui.svg import box, heading, moved, press, sign, titled, write

_GAP: Final = 10.0


def locomotives_panel(reader: Reader, room: float) -> Panel:
    """Draw the cards of each value (RD2-27); only the lowest is on sale (RD2-74)."""
    width, height = (room - (VALUES - 1) * _GAP) / VALUES, 92.0
    content = heading(0, 10, reader.tell(say("Locomotive bank")))
    content += "".join(moved(i * (width + _GAP), 24, _card(reader, i, (width, height))) for i in range(VALUES))
    if _is_scrapping_ahead(reader):
        note = say("The first {new} that is bought scraps every {old}.", new=SCRAPPER + SLOWEST, old=SCRAPPED + SLOWEST)
        content += write(0, height + 42, reader.tell(note), "t12 quiet")
    return content, height + 46


def _is_scrapping_ahead(reader: Reader) -> bool:
    """Return whether no locomotive 4 has been bought yet (RD2-76, RD2-28)."""
    position = reader.position
    return position.stock[SCRAPPER] == CARDS[SCRAPPER] - (CARDS_OUT if position.seats == 2 else 0)


def _card(reader: Reader, value: int, size: tuple[float, float]) -> str:
    position = reader.position
    width, height = size
    count = int(position.stock[value])
    left = reader.tell(say("{count} left", count=count) if count else say("sold out"))
    behind = "".join(box(2 * i, -2 * i, width - 4, height, "back") for i in range(min(count, 3) - 1, -1, -1))
    middle = (width - 4) / 2
    content = behind or box(0, 0, width - 4, height, "void")
    content += sign("engine", middle - 10, 24, 22, "ink" if count else "quiet")
    content += write(middle + 16, 32, value + SLOWEST, f"t24 strong middle{'' if count else ' quiet'}")
    content += write(middle, 58, reader.tell(tokens(PRICE[value])), f"t12 middle{' strong' if count else ' quiet'}")
    content += write(middle, 77, left, "t12 quiet middle")
    if value == on_sale(position) and BUY in reader.moves:
        title = say("Buy the locomotive {value} for {tokens}", value=value + SLOWEST, tokens=tokens(PRICE[value]))
        return press(notation(BUY), reader.tell(title), content + box(-3, -7, width + 6, height + 10, "glow", 8))
    if value == on_sale(position):
        return reader.attempt(notation(BUY), left, content)
    return titled(left, content, "spent")


def engine_chip(value: int, height: float, *, used: bool = False) -> str:
    """Draw a small locomotive card: an engine and its value, pale if it has been used this turn."""
    width, size = engine_width(height), 14 if height >= 20 else 12
    chip = (
        box(0, 0, width, height, "back", 3)
        + sign("engine", height * 0.55, height / 2, height * 0.62, "ink")
        + write(width - height * 0.25, height / 2 + size * 0.36, value, f"t{size} strong end")
    )
    return f'<g class="spent">{chip}</g>' if used else chip


def engine_width(height: float) -> float:
    """Return the width of a chip of that height."""
    return height * 1.75

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
from roundhouse.ui.svg import box, heading, moved, press, press_all, sign, titled, write

_GAP: Final = 10.0
_SEVERAL: Final = 4  # locomotives to buy in one step, at most
_NUMBER: Final = {"wide": 32.0, "narrow": 44.0}  # size of a number of locomotives
_TOP: Final = {"wide": 40.0, "narrow": 52.0}  # where the cards begin


def locomotives_panel(reader: Reader, room: float) -> Panel:
    """Draw the cards of each value (RD2-27); only the lowest is on sale (RD2-74)."""
    width, height = (room - (VALUES - 1) * _GAP) / VALUES, 92.0
    content = heading(0, 10, reader.tell(say("Locomotive bank"))) + _several(reader, room)
    top = _TOP[reader.layout]
    content += "".join(moved(i * (width + _GAP), top, _card(reader, i, (width, height))) for i in range(VALUES))
    if _is_scrapping_ahead(reader):
        note = say("The first {new} that is bought scraps every {old}.", new=SCRAPPER + SLOWEST, old=SCRAPPED + SLOWEST)
        content += write(0, top + height + 18, reader.tell(note), "t12 quiet")
    return content, top + height + 22


def _several(reader: Reader, room: float) -> str:
    """Draw numbers of locomotives to buy in one step, as far as the money lasts."""
    prices, size = _affordable(reader), _NUMBER[reader.layout]
    counts = range(min(len(prices), _SEVERAL), 1, -1)
    content = ""
    for i, count in enumerate(counts):
        title = say("Buy {count} locomotives for {tokens}", count=count, tokens=tokens(sum(prices[:count])))
        face = box(0, 0, size, size, "option edge") + write(size / 2, size / 2 + 5, f"×{count}", "t14 strong middle")
        content += moved(
            room - (i + 1) * (size + 4) + 4,
            _TOP[reader.layout] - 6 - size,
            press_all([notation(BUY)] * count, reader.tell(title), face),
        )
    return content


def _affordable(reader: Reader) -> list[int]:
    """Return the prices of the locomotives that the reader can buy one after the other."""
    after = reader.position.copy()
    prices: list[int] = []
    legal = BUY in reader.moves
    while legal and len(prices) < _SEVERAL:
        prices.append(int(PRICE[on_sale(after)]))
        after.apply(BUY)
        legal = after.actor == reader.seat and BUY in after.legal_moves()
    return prices


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

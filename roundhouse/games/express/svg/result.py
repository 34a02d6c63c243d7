"""The end of the game: what the last dividend paid to each player, company by company."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.games.express.board import COMPANIES, COMPANY_IDS
from roundhouse.games.express.phrases import dividend_of
from roundhouse.games.express.svg.pieces import CLASSES
from roundhouse.games.express.svg.reader import Reader
from roundhouse.ui.panels import Panel, stack
from roundhouse.ui.seats import seat_name
from roundhouse.ui.svg import box, rule, seat_mark, text_width, titled, write

_PITCH: Final = 40.0


def dividends_panel(reader: Reader, room: float) -> Panel:
    """Draw a bar for each player, in the colours of the companies that paid (CEX-102)."""
    most = max(dividend_of(reader.position, seat) for seat in range(reader.position.seats))
    head = write(0, 10, reader.tell(say("The last dividend")), "t12 strong quiet")
    return stack(head, [_bar(reader, seat, room, room / max(most, 1)) for seat in reader.seat_order()], _PITCH)


def _bar(reader: Reader, seat: int, room: float, scale: float) -> str:
    """Draw what a player got; each part has the initials of its company where there is room, and its amount."""
    position = reader.position
    content = rule(0, 0, room) + seat_mark(seat, 6, 10, 10) + seat_name(reader, seat, 18, 14, room - 80)
    content += write(room, 14, f"+{reader.money(dividend_of(position, seat))}", "t14 strong end")
    x, words = 0.0, []
    for company in range(COMPANIES):
        dollars = int(position.dividend(company) * position.share[seat * COMPANIES + company])
        if not dollars:
            continue
        width, figure = dollars * scale, reader.money(dollars)
        label = next((text for text in (f"{COMPANY_IDS[company]} {figure}", figure) if text_width(text, 10) <= width - 4), "")
        content += box(x, 20, width - 1, 16, f"plate {CLASSES[company]}", 2)
        content += write(x + width / 2, 31.6, label, f"t10 strong middle on-{CLASSES[company]}") if label else ""
        words.append(f"{COMPANY_IDS[company]} {figure}")
        x += width
    return titled(f"{reader.names[seat]}: {', '.join(words) or '–'}", content)

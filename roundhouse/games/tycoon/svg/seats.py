"""The seats as a timetable: what each has while the game runs, what each has scored when it is over."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import Sentence, comma, say
from roundhouse.games.tycoon.board import CITY_NAMES, ENGINEERING, HOTEL, LAND_GRANT, TYCOON_NAMES, WESTERN_CITY
from roundhouse.games.tycoon.finances import net_income
from roundhouse.games.tycoon.phrases import card, money, signed
from roundhouse.games.tycoon.position import AUCTION, OPEN_CASH
from roundhouse.games.tycoon.score import bonus
from roundhouse.games.tycoon.svg.reader import Reader
from roundhouse.ui.panels import Panel, column_heads
from roundhouse.ui.seats import place, seat_name, seats_heading, seats_table
from roundhouse.ui.svg import box, fitted, rule, seat_mark, shorten, spot, text_width, titled, type_size, write

_RUNNING: Final = (say("Points"), say("Shares"), say("Net a turn"), say("Money"), say("Level"), say("Links"))
_FINAL: Final = (say("Points"), say("Shares"), say("Tycoon"), say("Total"), say("Links"), say("Money"))
_WIDTHS: Final = (44.0, 48.0, 68.0, 60.0, 44.0, 42.0)
_FINAL_WIDTHS: Final = (44.0, 48.0, 48.0, 44.0, 42.0, 66.0)
_MAIN_SIZES: Final = (17, 14, 12)  # of the figure that matters most: random play can end with debts of five digits
_COVERED: Final = "?"


def seats_panel(reader: Reader, room: float) -> Panel:
    """Draw a row for each seat, with the heads of the columns above."""
    words = _FINAL if reader.over else _RUNNING
    ends = _ends(_FINAL_WIDTHS if reader.over else _WIDTHS, room)
    head = seats_heading(reader) + column_heads(reader, words, ends)
    high = 40.0 if reader.wide else 46.0
    return seats_table(reader, head, [_row(reader, seat, ends, room, high) for seat in reader.seat_order()], high)


def _ends(widths: tuple[float, ...], room: float) -> list[float]:
    """Return where the columns end, the last one at the right."""
    return [room - 4 - sum(widths[i + 1 :]) for i in range(len(widths))]


def _row(reader: Reader, seat: int, ends: list[float], room: float, high: float) -> str:
    figures = _final_figures(reader, seat) if reader.over else _running_figures(reader, seat)
    main = 3 if reader.over else 0  # the column that matters most
    narrow = not reader.wide
    content = rule(0, 0, room) + (box(0, 1, room, high - 2, "turn") if reader.position.actor == seat else "")
    space = room - 34 if narrow else ends[0] - 60
    content += spot(f"seat-{seat}", seat_mark(seat, 14, 14, 13)) + seat_name(reader, seat, 26, 18, space)
    width = (_FINAL_WIDTHS if reader.over else _WIDTHS)[main]
    for i, (x, figure) in enumerate(zip(ends, figures, strict=True)):
        style = f"t{type_size(figure, width, _MAIN_SIZES)} strong end" if i == main else "t14 end"
        style += " bad" if figure.startswith("−") and not reader.over else ""
        content += write(x, 38 if narrow else 19, figure, style)
    caption = _caption(reader, seat)
    if caption is not None:
        left = 34 + text_width(*fitted(reader.names[seat], space)) if narrow else 26.0
        content += write(left, 18 if narrow else 34, shorten(reader.tell(caption), 12, room - left - 4), "t12 quiet")
    return titled(reader.names[seat], content)


def _running_figures(reader: Reader, seat: int) -> list[str]:
    """Return the figures of a seat; money of others is covered, unless the table plays with open money (RRT-39)."""
    position = reader.position
    open_cash = seat == reader.seat or position.chosen(OPEN_CASH)
    cash = reader.tell(money(position.cash[seat])) if open_cash else _COVERED
    net = reader.tell(signed(net_income(position, seat)))
    counts = [str(position.points[seat]), str(position.shares[seat])]
    return [*counts, net, cash, str(position.level[seat]), str(position.links_of(seat))]


def _final_figures(reader: Reader, seat: int) -> list[str]:
    """Return points, shares, the tycoon's bonus and total (RRT-187), then links and money, which break ties (RRT-189)."""
    position = reader.position
    tycoon = position.tycoon[seat]
    earned = bonus(position, seat, tycoon) if tycoon >= 0 else 0
    total = str(position.scores()[seat]).replace("-", "−")
    figures = [str(position.points[seat]), f"−{position.shares[seat]}", f"+{earned}", total]
    return [*figures, str(position.links_of(seat)), reader.tell(money(position.cash[seat]))]


def _caption(reader: Reader, seat: int) -> Sentence | None:
    """Say whose turn it is, how the auction stands, and which cards a seat has."""
    position = reader.position
    facts = _outcome(reader, seat) if reader.over else _standing(reader, seat)
    facts += [card(HOTEL + hotel) for hotel, owner in enumerate(position.hotel) if owner == seat]
    facts += [_times(card(LAND_GRANT), position.grants[seat])] if position.grants[seat] else []
    facts += [_times(card(ENGINEERING), position.engineers[seat])] if position.engineers[seat] else []
    for number, owner in enumerate(position.western):
        if owner == seat:
            facts.append(say("western link {city}", city=CITY_NAMES[WESTERN_CITY[number]]))
    return comma(facts) if facts else None


def _times(what: Sentence, count: int) -> Sentence:
    return say("{what} ×{count}", what=what, count=count) if count > 1 else what


def _standing(reader: Reader, seat: int) -> list[Sentence]:
    position = reader.position
    facts = []
    if position.actor == seat:
        facts.append(say("to move"))
    if position.phase == AUCTION and position.actor >= 0:
        if position.leader == seat:
            facts.append(say("bids {amount}", amount=money(position.high)))
        elif position.out >> seat & 1:
            facts.append(say("has passed"))
    elif position.first == seat and position.turn:
        facts.append(say("first player"))
    if position.tycoon[seat] >= 0 and seat != reader.seat:  # RRT-43: George Pullman, when shown
        facts.append(say("{tycoon} shown", tycoon=TYCOON_NAMES[position.tycoon[seat]]))
    return facts


def _outcome(reader: Reader, seat: int) -> list[Sentence]:
    position = reader.position
    rank = position.ranks()[seat]
    facts = [place(rank)]
    if position.tycoon[seat] >= 0:
        facts.append(say("{tycoon}", tycoon=TYCOON_NAMES[position.tycoon[seat]]))
    return facts

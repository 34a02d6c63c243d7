"""The players as a timetable: cash, shares, and what the next dividend would bring each."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import Sentence, say
from roundhouse.games.express.board import COMPANIES, COMPANY_IDS
from roundhouse.games.express.moves import BUILD, DECLINE, DEVELOP, EXPAND, OFFER, STOP
from roundhouse.games.express.notation import hex_name
from roundhouse.games.express.phrases import ACTION_WORDS, dividend_of
from roundhouse.games.express.svg.pieces import plate
from roundhouse.games.express.svg.reader import Reader
from roundhouse.ui.panels import Panel
from roundhouse.ui.seats import place, seat_ground, seat_name, seats_heading, seats_table
from roundhouse.ui.svg import seat_mark, shorten, titled, write

_ROW: Final = 34.0
_SHARE: Final = 23.5  # from a company to the next


def seats_panel(reader: Reader, room: float) -> Panel:
    """Draw a row for each seat, with the heads of the columns above (CEX-63)."""
    ends = _columns(reader, room)
    head = seats_heading(reader) + write(ends[0], 10, reader.tell(say("Cash")), "t12 quiet end")
    head += "".join(plate(company, ends[1 + company] - 4, 6, (22, 13), 10) for company in range(COMPANIES))
    if not reader.over:
        head += write(ends[-1], 10, reader.tell(say("Dividend")), "t12 quiet end")
    return seats_table(reader, head, [_row(reader, seat, ends, room) for seat in reader.seat_order()], _ROW)


def _columns(reader: Reader, room: float) -> list[float]:
    """Return where the columns end: cash, the shares of each company, the dividend."""
    last = room - 6
    shares = last - (12 if reader.over else 58)
    return [shares - COMPANIES * _SHARE + 4, *(shares - _SHARE * i for i in reversed(range(COMPANIES))), last]


def _row(reader: Reader, seat: int, ends: list[float], room: float) -> str:
    position = reader.position
    content = seat_ground(room, _ROW, acting=position.actor == seat, last=reader.last_mover() == seat)
    content += seat_mark(seat, 15, 13, 13) + seat_name(reader, seat, 28, 17, ends[0] - 66)
    content += write(ends[0], 18, reader.money(position.cash[seat]), "t17 strong end")
    for x, count in zip(ends[1:], position.share[seat * COMPANIES : (seat + 1) * COMPANIES], strict=False):
        content += write(x - 4, 17, count, "t14 middle") if count else write(x - 4, 17, "–", "t14 quiet middle")
    if not reader.over:
        content += write(ends[-1], 17, f"+{reader.money(dividend_of(reader.position, seat))}", "t14 end")
    caption = _caption(reader, seat)
    if caption:
        content += write(28, 31, shorten(reader.tell(caption), 12, room - 34), "t12 quiet")
    return titled(_hint(reader, seat), content)


def _caption(reader: Reader, seat: int) -> Sentence | None:
    """Say how a seat stands in the auction, whose turn it is, what a seat just did, or how it ended."""
    position = reader.position
    if reader.over:
        return place(position.ranks()[seat])
    if reader.bidding and position.leader == seat:
        return say("bids {dollars}", dollars=reader.money(position.high))
    if reader.bidding and position.passed >> seat & 1:
        return say("out")
    if position.actor == seat:
        return say("to bid") if reader.bidding else say("to move")
    if reader.last_mover() == seat:
        return _last(reader.last)
    return say("you") if reader.seat == seat else None


def _last(move: int) -> Sentence:
    """Return the last move in few words, without bids and passes; the row says whose it was."""
    if move < OFFER:
        return say("declined: {action}", action=ACTION_WORDS[move - DECLINE])
    if move < EXPAND:
        return say("offered {company}", company=COMPANY_IDS[move - OFFER])
    if move < DEVELOP:
        return say("expands {company}", company=COMPANY_IDS[move - EXPAND])
    if move < BUILD:
        return say("developed {hex}", hex=hex_name(move - DEVELOP))
    return say("built {hex}", hex=hex_name(move - BUILD)) if move < STOP else say("ended the expansion")


def _hint(reader: Reader, seat: int) -> str:
    """Describe a player in words."""
    held = [
        f"{COMPANY_IDS[company]} {reader.position.share[seat * COMPANIES + company]}"
        for company in range(COMPANIES)
        if reader.position.share[seat * COMPANIES + company]
    ]
    words = say(
        "{name}: cash {cash}, shares {shares}; the next dividend would bring {dollars}",
        name=reader.names[seat],
        cash=reader.money(reader.position.cash[seat]),
        shares=", ".join(held) or "–",
        dollars=reader.money(dividend_of(reader.position, seat)),
    )
    return reader.tell(words)

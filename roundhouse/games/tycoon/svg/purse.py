"""The reader's money at a glance: cash, income, dividends, what is left of a turn, and what the shares cost at the end."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import Sentence, say
from roundhouse.games.tycoon.finances import dividends, net_income
from roundhouse.games.tycoon.phrases import money, signed
from roundhouse.games.tycoon.svg.reader import Reader
from roundhouse.ui.panels import NOTHING, Panel
from roundhouse.ui.svg import rule, titled, type_size, write

_SHARES: Final = (0.0, 0.19, 0.38, 0.59, 0.79, 1.0)  # of the room, where the columns begin and the last one ends


def purse_panel(reader: Reader, room: float) -> Panel:
    """Draw cash, income, dividends, what they leave, and points less shares (RRT-37, RRT-140, RRT-141)."""
    seat, position = reader.seat, reader.position
    if seat < 0 or reader.over or not position.turn:
        return NOTHING
    net, points, shares = net_income(position, seat), int(position.points[seat]), int(position.shares[seat])
    due = dividends(position, seat)
    columns = (
        (say("Your cash"), reader.tell(money(position.cash[seat])), say("Your cash, which others do not see (RRT-39)"), False),
        (say("Income"), reader.tell(money(position.income(seat))), say("Income at the end of every turn (RRT-140)"), False),
        (say("Dividends"), reader.tell(signed(-due) if due else money(0)), say("$1,000 a share and turn (RRT-141)"), False),
        (
            say("Net a turn"),
            reader.tell(signed(net)),
            say("Income less dividends; new shares are issued for what is missing"),
            net < 0,
        ),
        (say("Score"), _difference(points, shares), say("Points less shares: each share costs a point (RRT-37)"), points < shares),
    )
    content = rule(0, 0, room)
    for (name, figure, title, bad), left, right in zip(columns, _SHARES, _SHARES[1:], strict=False):
        content += _column(reader, name, figure, title, bad, left * room, (right - left) * room - 4)
    return content, 44.0


def _difference(points: int, shares: int) -> str:
    """Write points less shares with their result."""
    return f"{points}−{shares} = {points - shares}".replace("-", "−") if shares else str(points)


def _column(reader: Reader, name: Sentence, figure: str, title: Sentence, bad: bool, left: float, room: float) -> str:
    size = type_size(figure, room, (17, 14, 12))
    words = write(left, 16, reader.tell(name), "t12 quiet") + write(left, 36, figure, f"t{size} strong{' bad' if bad else ''}")
    return titled(reader.tell(title), words)

"""The players: dice in front, reserve and passengers as far as the reader may see them, and what each just did."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import Sentence, say
from roundhouse.games.dice1.board import COMPANIES, PLAN_COMPANY, WAY_KIND
from roundhouse.games.dice1.moves import BUY, HANDFUL, INCOME, KEEP, PAY, ROLL, STATION, TILE, lay_exit, lay_out, station_plan
from roundhouse.games.dice1.phrases import A_SHARE, A_STATION, A_TILE
from roundhouse.games.dice1.position import KEEPING, PAYING
from roundhouse.games.dice1.svg.dice import chips, front_of
from roundhouse.games.dice1.svg.reader import Reader
from roundhouse.ui.panels import Panel, column_heads
from roundhouse.ui.seats import place, seat_ground, seat_name, seats_heading, seats_table
from roundhouse.ui.svg import box, moved, seat_mark, shorten, titled, write

_HEADS: Final = (say("Reserve"), say("Passengers"))
_ENDS: Final = (84.0, 6.0)  # from the right edge
_ROW: Final = 42.0
_CHIP: Final = 18.0


def seats_panel(reader: Reader, room: float) -> Panel:
    """Draw a block for each seat, in table order, or by rank once the game is over."""
    head = seats_heading(reader, say("Year {year}", year=reader.position.year))
    head += column_heads(reader, _HEADS, [room - end for end in _ENDS])
    return seats_table(reader, head, [_block(reader, seat, room) for seat in reader.seat_order()], _ROW)


def _block(reader: Reader, seat: int, room: float) -> str:
    """Draw name and figures, and below them a caption and the dice in front."""
    position = reader.position
    acting = position.turn == seat and not reader.over
    content = seat_ground(room, _ROW, acting=acting, last=reader.last_mover() == seat)
    content += seat_mark(seat, 17, 15, 14) + seat_name(reader, seat, 34, 20, room - _ENDS[0] - 80)
    content += _hidden(reader, seat, room)
    row, width = chips(front_of(position, seat), _CHIP)
    content += moved(room - 6 - width, 23, row)
    return f"<g>{content}{write(34, 36, shorten(_caption(reader, seat), 12, room - width - 50), 't12 quiet')}</g>"


def _hidden(reader: Reader, seat: int, room: float) -> str:
    """Draw reserve and tokens, or the screen that covers them (RD1-25)."""
    position = reader.position
    if reader.sees(seat):
        reserve = write(room - _ENDS[0], 19, position.reserve[seat], "t14 end")
        return reserve + write(room - _ENDS[1], 20, position.tokens[seat], "t17 strong end")
    screens = "".join(
        box(room - end - 22, 7, 22, 14, "screen", 3) + write(room - end - 11, 18, "?", "t12 middle quiet") for end in _ENDS
    )
    return titled(reader.tell(say("behind the screen")), screens)


# Captions.


def _caption(reader: Reader, seat: int) -> str:
    """Say how it ended, what a seat just did, whose turn it is, who began the year, or which seat is the reader's."""
    position = reader.position
    if reader.over:
        return reader.tell(place(position.ranks()[seat]))
    if reader.last_mover() == seat and position.phase not in (PAYING, KEEPING):
        return reader.tell(_last(reader.last))
    if position.turn == seat:
        return reader.tell(say("to move"))
    if position.chute[seat]:
        return reader.tell(say("has a golden parachute"))
    if position.first == seat:
        return reader.tell(say("start player of the year"))
    return reader.tell(say("you")) if reader.seat == seat else ""


def _last(move: int) -> Sentence:
    """Return the last move in few words; the row says whose it was."""
    if move < TILE:
        return say("laid a straight rail") if lay_out(move) == lay_exit(move) else say("laid a curved rail")
    if move < STATION:
        return say("went on to {tile}", tile=A_TILE[WAY_KIND[move - TILE]])
    if move < PAY:
        return say("built {station}", station=A_STATION[PLAN_COMPANY[station_plan(move)]])
    if move < BUY:
        return say("paid")
    if move < INCOME:
        return say("bought {share}", share=A_SHARE[(move - BUY) % COMPANIES])
    if move == INCOME:
        return say("took income")
    if move < ROLL:
        return say("chose wild dice to roll")
    if move < KEEP or move >= HANDFUL:
        return say("rolled")
    return say("ended the turn")

"""The seats as a timetable: tokens, linked stations with their distances, locomotives, and what each just did."""

from __future__ import annotations

from typing import Final

from roundhouse.core.bits import count_bits, members
from roundhouse.core.sentence import Sentence, say
from roundhouse.games.dice2.board import (
    CELLS,
    COMPLEX_SHAPES,
    OFFERS,
    SIMPLE_SHAPES,
    SLOWEST,
    STATION,
    STATIONS,
    VALUES,
)
from roundhouse.games.dice2.ending import locomotives_of
from roundhouse.games.dice2.lines import distance
from roundhouse.games.dice2.moves import BRING, BUY, CARRY, END, EXCHANGE, FEED, LAY, OFFER, PLACE, ROLL
from roundhouse.games.dice2.notation import notation, square_name
from roundhouse.games.dice2.phrases import COLOUR_WORDS, shape, station
from roundhouse.games.dice2.position import GREYS
from roundhouse.games.dice2.svg.locomotives import engine_chip, engine_width
from roundhouse.games.dice2.svg.reader import Reader
from roundhouse.games.dice2.svg.squares import shape_of, station_mark, tiles_of
from roundhouse.ui.panels import Panel, column_heads, lines_of
from roundhouse.ui.seats import place, seat_ground, seat_name, seats_heading, seats_of
from roundhouse.ui.svg import flown, moved, row, shorten, sign, text_width, titled, write

_HEADS: Final = (say("Linked"), say("Locomotives"), say("Tokens"))
_ENDS: Final = (150.0, 62.0, 6.0)  # from the right edge
_CHIP: Final = 18.0


def seats_panel(reader: Reader, room: float) -> Panel:
    """Draw a block for each seat, in table order, or by rank once the game is over."""
    heads = column_heads(reader, _HEADS, [room - end for end in _ENDS])
    told = say("Linked: stations that a line from the home reaches. Tokens are passengers brought home, and money.")
    content = row(seats_heading(reader) + titled(reader.tell(told), heads), "columnheader")
    y = 18.0
    for seat in reader.seat_order():
        block, height = _block(reader, seat, room)
        content += moved(0, y, row(block))
        y += height
    return seats_of(reader, content), y


def _block(reader: Reader, seat: int, room: float) -> Panel:
    """Draw name and figures, a caption, locomotives, and the distances of the linked stations."""
    position = reader.position
    chips, chips_height = _chips(reader, seat, room - 34)
    height = 41 + chips_height
    content = seat_ground(room, height, acting=position.actor == seat, last=reader.last_mover() == seat)
    content += moved(4, 0, station_mark(position.seats, seat, 26)) + seat_name(reader, seat, 34, 19, room - _ENDS[0] - 66)
    linked = say("{linked} of {all}", linked=count_bits(position.linked[seat]), all=max(position.placed - 1, 0))
    links = "–" if position.phase <= GREYS else reader.tell(linked)
    figures = (links, locomotives_of(position, seat), position.cash[seat])
    for end, figure, kind in zip(_ENDS, figures, ("t14", "t14", "t17 strong"), strict=True):
        content += write(room - end, 20, figure, f"{kind} end")
    content += write(34, 35, shorten(_caption(reader, seat), 12, room - 40), "t12 quiet")
    return f"<g>{content}{_carried(reader, seat)}{moved(34, 41, chips)}</g>", height


def _carried(reader: Reader, seat: int) -> str:
    """Draw passengers just brought home, coming from the tile where they waited."""
    if not CARRY <= reader.last < BRING or reader.last_mover() != seat:
        return flown("", "")
    tile = reader.position.site[(reader.last - CARRY) % STATIONS] // CELLS
    return flown(notation(BRING + tile), sign("person", 17, 13, 18, "good"))


def _chips(reader: Reader, seat: int, room: float) -> Panel:
    """Draw locomotives, then stations with the tiles between, in as many lines as they need."""
    chips = [*_engines(reader, seat), *_stations(reader, seat)]
    content, y = lines_of(chips, room, 6, _CHIP + 3)
    return content, y + _CHIP + 5 if chips else 0.0


def _engines(reader: Reader, seat: int) -> list[tuple[str, float]]:
    """Draw locomotives of one value together, those used this turn apart and pale (RD2-79)."""
    position = reader.position
    chips = []
    for value in range(VALUES):
        used = position.used[value] if seat == position.turn and not reader.over else 0
        for count, worked in ((position.engines[seat * VALUES + value] - used, False), (used, True)):
            if count:
                title = reader.tell(_engine_title(value + SLOWEST, worked=worked))
                chip = engine_chip(value + SLOWEST, _CHIP, used=worked)
                times = write(engine_width(_CHIP) + 3, 14, f"×{count}", "t12 quiet") if count > 1 else ""
                width = engine_width(_CHIP) + (3 + text_width(f"×{count}", 12) if count > 1 else 0)
                chips.append((titled(title, chip + times), width))
    return chips


def _engine_title(value: int, *, worked: bool) -> Sentence:
    return say("locomotive {value}, used", value=value) if worked else say("locomotive {value}", value=value)


def _stations(reader: Reader, seat: int) -> list[tuple[str, float]]:
    """Draw the linked stations with the tiles of the best line to each (RD2-81), pale once served (RD2-80)."""
    position = reader.position
    chips = []
    for number in members(position.linked[seat]):
        tiles = distance(position, seat, position.site[number])
        title = say("{station}: {tiles} away", station=station(position, number), tiles=tiles_of(tiles))
        chip = station_mark(position.seats, number, _CHIP) + sign("tile", 22, 9.5, 7, "quiet") + write(27, 14, tiles, "t12 strong")
        pale = "spent" if seat == position.turn and not reader.over and position.served >> number & 1 else ""
        chips.append((titled(reader.tell(title), chip, pale), 27 + text_width(str(tiles), 12)))
    return chips


# Captions.


def _caption(reader: Reader, seat: int) -> str:
    """Say how it ended, what a seat just did, whose turn it is, or the name of the railway."""
    if reader.over:
        return reader.tell(place(reader.position.ranks()[seat]))
    if reader.last_mover() == seat:
        return reader.tell(_last(reader))
    if reader.position.turn == seat:
        return reader.tell(say("to move"))
    home = COLOUR_WORDS[seat]
    return reader.tell(say("you, {colour} home", colour=home) if reader.seat == seat else say("{colour} home", colour=home))


def _last(reader: Reader) -> Sentence:
    """Return the last move in few words; the row says whose it was."""
    move, position = reader.last, reader.position
    if move >= ROLL:
        return say("rolled")
    if move < OFFER:
        return say("placed {station}", station=station(position, position.board[move - PLACE] - STATION))
    if move < FEED:
        return say("took a wild die") if move == OFFER + OFFERS - 1 else say("rolls dice")
    if move == FEED:
        return say("gave up the roll for passengers")
    if move < EXCHANGE:
        return say("laid {shape} on {square}", shape=shape(shape_of(move)), square=square_name((move - LAY) // SIMPLE_SHAPES))
    if move < BUY:
        square = square_name((move - EXCHANGE) // COMPLEX_SHAPES)
        return say("exchanged a die on {square} for {shape}", square=square, shape=shape(shape_of(move)))
    if move == BUY:
        return say("bought a locomotive")
    if move < BRING:
        value, number = divmod(move - CARRY, STATIONS)
        return say("sent a locomotive {value} to {station}", value=value + SLOWEST, station=station(position, number))
    if move < END:
        return say("brought in passengers on tile {tile}", tile=move - BRING + 1)
    return say("ended the turn")

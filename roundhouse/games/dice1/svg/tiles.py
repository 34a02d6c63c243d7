"""The large tiles in play: rails and stations on their squares, the ends of the line, and what may be laid or built."""

from __future__ import annotations

from typing import Final

from roundhouse.core.bits import BIT, count_bits, members
from roundhouse.core.sentence import Sentence, say
from roundhouse.games.dice1.board import (
    ACROSS,
    COMPANY_NAMES,
    EMPTY,
    PLAN_COMPANY,
    SIDES,
    SIZE,
    SQUARES,
    STATION_PIECE,
    STEP,
    TO_LEAVE,
    WAY_ROWS,
)
from roundhouse.games.dice1.ground import exits_at
from roundhouse.games.dice1.laying import fee_at
from roundhouse.games.dice1.moves import ENDS, STATION, TILE, lay_exit, lay_out, station_plan
from roundhouse.games.dice1.notation import notation, square_name
from roundhouse.games.dice1.phrases import A_STATION, THE_END
from roundhouse.games.dice1.position import NONE, PAYING
from roundhouse.games.dice1.svg.companies import COMPANY_SIGNS
from roundhouse.games.dice1.svg.ground import CELL, draw_way, square_corner, tile_corner
from roundhouse.games.dice1.svg.reader import END_SHORT, Reader, place_of
from roundhouse.games.dice1.svg.titles import move_title
from roundhouse.games.dice1.textmap import goal
from roundhouse.ui.rails import STATION_MIDDLE, blank_die, fee_token, rail_die, rails, station_house, stub, track_line
from roundhouse.ui.svg import box, choice, moved, piece, press, sign, text_width, titled, write

_INSET: Final = 0.07  # of a square, where the light around it lies
_TARGET: Final = 44.0  # the least size of what is pressed
_TERRAIN: Final = {".": say("meadow"), "~": say("lake"), "^": say("mountain")}
_END_HEADS: Final = (say("West end"), say("East end"))
_OPEN: Final = (say("open to the north"), say("open to the east"), say("open to the south"), say("open to the west"))


def draw_ground(reader: Reader, slot: int) -> str:
    """Draw a large tile with its title and its open sides; nothing where no tile lies."""
    position = reader.position
    ends = [end for end in range(ENDS) if position.slot[end] == slot]
    if not ends:
        return ""
    x, y = tile_corner(position, slot, reader.layout)
    size = SIZE * CELL[reader.layout]
    new = (
        box(-3, -3, size + 6, size + 6, "mark", 4)
        if TILE <= reader.last < STATION and slot == position.slot[position.moving]
        else ""
    )
    content = new + draw_way(position.tile[slot], size) + _head(reader, slot, ends, size)
    sides = exits_at(position.exits, ends[0])
    content += "".join(_gate(reader, side, size) for side in members(sides))
    return moved(x, y, content)


def _head(reader: Reader, slot: int, ends: list[int], size: float) -> str:
    """Write whose tile it is by its pawn (RD1-6), and how near it is to the five pieces needed to leave it (RD1-63)."""
    position = reader.position
    up = -22.0 if reader.wide else -15.0
    type_size = 14 if reader.wide else 12
    x, content = 0.0, ""
    for end in ends:
        colour = pawn_of(reader, end)
        if colour:
            content += sign("pawn", x + 6, up - 5, 14, colour)
            x += 17
        name = reader.tell(_END_HEADS[end])
        content += write(x, up, name, f"t{type_size} strong")
        x += text_width(name, type_size) + 18
    count = count_bits(position.taken[slot])
    told = reader.tell(say("can be left")) if count >= TO_LEAVE else ""
    if count < TO_LEAVE:
        told = reader.tell(say("{count} of {needed} to leave", count=count, needed=TO_LEAVE))
    title = reader.tell(say("The line may leave a tile with {needed} dice or stations on it", needed=TO_LEAVE))
    if len(ends) > 1 and not reader.wide:
        return content + titled(title, write(size / 2, up - 15, told, "t12 quiet middle"))
    return content + titled(title, write(size, up, told, "t12 quiet end"))


def pawn_of(reader: Reader, end: int) -> str:
    """Return orange for the end that left the start tile first, brown for the other once it has left, else "" (RD1-79, RD1-80)."""
    position = reader.position
    if position.orange == end:
        return "orange"
    return "brown" if position.place[end] else ""


def _gate(reader: Reader, side: int, size: float) -> str:
    """Draw a sign outside a side by which the line may leave (RD1-65)."""
    out = 10.0 if reader.wide else 7.0
    x, y = ((size / 2, -out), (size + out, size / 2), (size / 2, size + out), (-out, size / 2))[side]
    return titled(reader.tell(_OPEN[side]), sign("triangle", x, y, out, "good", 90 * side))


# What stands on the squares.


def draw_pieces(reader: Reader, slot: int) -> str:
    """Draw all squares of a tile that carry or offer something."""
    position = reader.position
    if slot not in (position.slot[0], position.slot[1]):
        return ""
    drawn = "".join(_square(reader, slot, square) for square in range(SQUARES))
    return drawn + "".join(_pointer(reader, end) for end in range(ENDS) if position.slot[end] == slot)


def _square(reader: Reader, slot: int, square: int) -> str:
    position, cell = reader.position, CELL[reader.layout]
    thing = position.board[slot * SQUARES + square]
    moves = reader.by_square.get((slot, square), [])
    content = _piece(reader, slot, square, thing) + _pending(reader, slot, square)
    if moves:
        content += _light(reader, slot, square, moves)
    x, y = square_corner(position, slot, square, reader.layout)
    title = square_title(reader, slot, square)
    if len(moves) == 1:
        return moved(x, y, press(notation(moves[0]), reader.tell(move_title(reader, moves[0])), content))
    if moves:
        opened = reader.tell(say("{square}: choose", square=title))
        return moved(x, y, choice(f"{slot}-{square}", opened, content))
    if not content:
        content = box(0, 0, cell, cell, "hit", 0)
    return moved(x, y, titled(reader.tell(title), content))


def _piece(reader: Reader, slot: int, square: int, thing: int) -> str:
    """Draw a die with its rail, or a station with the rails that meet it; framed where the last move put it."""
    position, cell = reader.position, CELL[reader.layout]
    if thing == EMPTY:
        return ""
    end = reader.last_end
    fresh = end != NONE and position.slot[end] == slot and position.at[end] == square
    mark = box(1, 1, cell - 2, cell - 2, "mark", 0.13 * cell) if fresh else ""
    if thing < STATION_PIECE:
        return piece("dice" if fresh else "", blank_die("simple", cell) + mark + rails((thing,), cell))
    tracks = "".join(stub(side, cell) for side in range(SIDES) if _meets(reader, slot, square, side))
    company = thing - STATION_PIECE
    return mark + tracks + piece(f"company-{company}" if fresh else "", station_mark(company, cell))


def _meets(reader: Reader, slot: int, square: int, side: int) -> bool:
    """Return whether a rail on the next square leads to a station; stations stand on inner squares only."""
    near = reader.position.board[slot * SQUARES + STEP[square * SIDES + side]]
    return near < STATION_PIECE and bool(near >> ACROSS[side] & 1)


def station_mark(company: int, size: float) -> str:
    """Draw a house in the colour of a company, with its sign."""
    name = COMPANY_NAMES[company]
    return station_house(size, name) + sign(COMPANY_SIGNS[company], size / 2, STATION_MIDDLE * size, 0.34 * size, f"on-{name}")


def track_of(move: int) -> int:
    """Return the track that a move lays."""
    return int(BIT[ACROSS[lay_out(move)]] | BIT[lay_exit(move)])


def _pending(reader: Reader, slot: int, square: int) -> str:
    """Draw what is being paid for, pale."""
    position, cell = reader.position, CELL[reader.layout]
    if position.phase != PAYING or place_of(position, position.pending) != (slot, square):
        return ""
    if position.pending < TILE:
        piece = rail_die("simple", (track_of(position.pending),), cell)
    else:
        piece = station_mark(int(PLAN_COMPANY[station_plan(position.pending)]), cell)
    return f'<g class="spent">{piece}</g>{box(2, 2, cell - 4, cell - 4, "glow", 0.12 * cell)}'


def _pointer(reader: Reader, end: int) -> str:
    """Write the letter of an end on the square it points at, or at the station where the line stops."""
    position, cell = reader.position, CELL[reader.layout]
    square = goal(position, end)
    station = square == NONE and position.out[end] == NONE
    if square == NONE and not station:
        return ""
    x, y = square_corner(position, position.slot[end], position.at[end] if station else square, reader.layout)
    colour = pawn_of(reader, end) or "ink"
    ink = "on-ink" if colour == "ink" else f"on-{colour}"
    radius, size = (8.0, 9) if reader.wide else (5.5, 7)
    x, y = x + radius + 0.05 * cell, y + radius + 0.05 * cell
    disc = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" class="{colour} seen"/>'
    letter = write(x, y + size * 0.36, reader.tell(END_SHORT[end]), f"t{size} strong middle {ink}")
    return titled(reader.tell(THE_END[end]), disc + letter)


# What may be done.


def _light(reader: Reader, slot: int, square: int, moves: list[int]) -> str:
    """Draw a soft frame, the rails that may be laid as dashes, a house where a station may stand, and the fee."""
    position, cell = reader.position, CELL[reader.layout]
    inset = _INSET * cell
    thin = "" if reader.wide else " thin"
    lit = box(inset, inset, cell - 2 * inset, cell - 2 * inset, f"glow invite{thin}", 0.12 * cell)
    tracks = sorted({track_of(move) for move in moves if move < TILE})
    ghosts = "".join(f'<path d="{track_line(track, cell)}" class="ghost{thin}"/>' for track in tracks)
    if any(move >= STATION for move in moves):
        ghosts += sign("house", cell / 2, cell / 2, 0.4 * cell, "good")
    fee = fee_at(position.tile[slot], position.paid[slot], square)
    out = max(_TARGET - cell, 0) / 2
    hit = box(-out, -out, cell + 2 * out, cell + 2 * out, "hit", 0) if out else ""
    return hit + lit + ghosts + (fee_token(fee, cell, 0.1) if fee else "")


def square_title(reader: Reader, slot: int, square: int) -> Sentence:
    """Say what a square is and what stands on it."""
    position = reader.position
    thing = position.board[slot * SQUARES + square]
    name = square_name(square)
    if thing >= STATION_PIECE:
        return say("{square}: {thing}", square=name, thing=A_STATION[thing - STATION_PIECE])
    if thing != EMPTY:
        first, second = members(thing)
        return say("{square}: {thing}", square=name, thing=say("a straight rail") if second - first == 2 else say("a curved rail"))
    terrain = _TERRAIN[WAY_ROWS[position.tile[slot]][square // SIZE][square % SIZE]]
    return say("{square}: {thing}", square=name, thing=terrain)

"""The large tiles in play: rails and stations on their squares, the ends of the line, and where it can be led."""

from __future__ import annotations

from typing import Final

from roundhouse.core.bits import BIT, count_bits, members
from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.games.dice1.board import (
    ACROSS,
    COMPANY_NAMES,
    EMPTY,
    PLAN_COMPANY,
    SIDES,
    SIZE,
    SQUARES,
    STATION_PIECE,
    TO_LEAVE,
    WAY_ROWS,
)
from roundhouse.games.dice1.ground import exits_at
from roundhouse.games.dice1.laying import fee_at
from roundhouse.games.dice1.moves import END_NAMES, ENDS, STATION, TILE, lay_exit, lay_out, station_plan
from roundhouse.games.dice1.notation import notation, square_name
from roundhouse.games.dice1.phrases import A_STATION, THE_END
from roundhouse.games.dice1.places import entry_of, square_place
from roundhouse.games.dice1.position import NONE, PAYING
from roundhouse.games.dice1.svg.companies import COMPANY_SIGNS
from roundhouse.games.dice1.svg.ground import CELL, draw_way, square_corner, tile_corner
from roundhouse.games.dice1.svg.reader import END_SHORT, Place, Reader, joined_sides, place_of
from roundhouse.games.dice1.svg.titles import build_title, move_title, payment_of, station_title, way_title
from roundhouse.games.dice1.svg.ways import Way
from roundhouse.games.dice1.textmap import goal
from roundhouse.ui.rails import STATION_MIDDLE, blank_die, fee_token, rail_die, rails, station_house, stub, track_line
from roundhouse.ui.svg import box, choice, moved, number, piece, place, press, press_all, select, sign, text_width, titled, write

_HOUSE: Final = 13.0  # radius of the button of a station
_TERRAIN: Final = {".": say("meadow"), "~": say("lake"), "^": say("mountain")}
_END_HEADS: Final = (say("West end of the line"), say("East end of the line"))
_SHORT_HEADS: Final = (say("West end"), say("East end"))
_OPEN: Final = (say("open to the north"), say("open to the east"), say("open to the south"), say("open to the west"))
_TAB: Final = 44.0


def shown_slots(reader: Reader) -> list[int]:
    """Return the tiles that are drawn large: those in play, on a phone only that of one end."""
    ends = range(ENDS) if reader.wide else [reader.shown_end]
    return sorted({int(reader.position.slot[end]) for end in ends})


def draw_ground(reader: Reader, slot: int) -> str:
    """Draw a large tile with its title and its open sides; nothing where no tile lies, or where a phone shows the other one."""
    position = reader.position
    if slot not in shown_slots(reader):
        return ""
    ends = [end for end in range(ENDS) if position.slot[end] == slot]
    x, y = tile_corner(position, slot, reader.layout)
    size = SIZE * CELL[reader.layout]
    new = (
        box(-4, -4, size + 8, size + 8, "mark", 5)
        if TILE <= reader.last < STATION and slot == position.slot[position.moving]
        else ""
    )
    content = new + draw_way(position.tile[slot], size)
    content += _head(reader, slot, ends, size) if reader.wide else ""
    sides = exits_at(position.exits, ends[0])
    content += "".join(_gate(reader, side, size) for side in members(sides))
    drawn = moved(x, y, content)
    return drawn if reader.wide else drawn + _tabs(reader)


def _head(reader: Reader, slot: int, ends: list[int], size: float) -> str:
    """Write whose tile it is by its pawn (RD1-6), and how near it is to the five pieces needed to leave it (RD1-63)."""
    x, content = 0.0, ""
    heads = _END_HEADS if len(ends) == 1 else _SHORT_HEADS
    for end in ends:
        colour = pawn_of(reader, end)
        if colour:
            content += sign("pawn", x + 7, -25, 16, colour)
            x += 19
        name = reader.tell(heads[end])
        content += write(x, -19, name, "t14 strong")
        x += text_width(name, 14) + 18
    return content + _progress(reader, slot, size)


def _progress(reader: Reader, slot: int, right: float) -> str:
    """Draw five marks, filled for the dice and stations on the tile (RD1-63), and say what they mean."""
    count = min(int(count_bits(reader.position.taken[slot])), TO_LEAVE)
    missing = TO_LEAVE - count
    if missing:
        told = say_many(
            "{count} more piece before the line may leave", "{count} more pieces before the line may leave", count=missing
        )
    else:
        told = say("The line may leave this tile")
    short = reader.tell(say("{count} more to leave", count=missing) if missing else say("may leave"))
    marks = "".join(box(right - 58 + 12 * i, -29, 9, 9, "good" if i < count else "void", 2) for i in range(TO_LEAVE))
    title = reader.tell(say("{told}: it needs {needed} rails or stations on it", told=told, needed=TO_LEAVE))
    return titled(title, marks + write(right - 64, -20, short, "t12 quiet end"))


def _tabs(reader: Reader) -> str:
    """Draw on a phone which end is shown, and the other one to be selected, with how near each is to leaving its tile."""
    position = reader.position
    shared = position.slot[0] == position.slot[1]
    content = ""
    for end in range(ENDS):
        left = 16 + end * 182.0
        current = shared or end == reader.shown_end
        colour = pawn_of(reader, end) or "ink"
        face = box(left, 8, 176, _TAB, "plain on" if current and not shared else "plain")
        ink = " on-button" if current and not shared else ""
        face += sign("pawn", left + 18, 29, 20, colour) + write(left + 34, 26, reader.tell(_SHORT_HEADS[end]), f"t14 strong{ink}")
        count = min(int(count_bits(position.taken[position.slot[end]])), TO_LEAVE)
        told = say("may leave") if count == TO_LEAVE else say("{count} more to leave", count=TO_LEAVE - count)
        face += write(left + 34, 43, reader.tell(told), f"t12{ink or ' quiet'}")
        title = reader.tell(say("Show {end}", end=THE_END[end]))
        content += titled(title, face) if shared else select(END_NAMES[end], title, face, selected=current)
    return content


def pawn_of(reader: Reader, end: int) -> str:
    """Return orange for the end that left the start tile first, brown for the other once it has left, else "" (RD1-79, RD1-80)."""
    position = reader.position
    if position.orange == end:
        return "orange"
    return "brown" if position.place[end] else ""


def _gate(reader: Reader, side: int, size: float) -> str:
    """Draw a sign outside a side by which the line may leave (RD1-65)."""
    out = 9.0
    x, y = ((size / 2, -out), (size + out, size / 2), (size / 2 + 28, size + out), (-out - 8, size / 2 + 20))[side]
    return titled(reader.tell(_OPEN[side]), sign("triangle", x, y, 10, "good", 90 * side))


# What stands on the squares.


def draw_pieces(reader: Reader, slot: int) -> str:
    """Draw what stands on the squares of a tile, then where the line may be led."""
    if slot not in shown_slots(reader):
        return ""
    drawn = "".join(_square(reader, slot, square) for square in range(SQUARES))
    drawn += "".join(_pointer(reader, end) for end in range(ENDS) if reader.position.slot[end] == slot)
    ways = [way for way in reader.ways if way.goal.slot == slot]
    drawn += _invitations(reader, slot, ways)
    drawn += "".join(_target(reader, way) for way in ways) if reader.wide else _touch_targets(reader, slot)
    return drawn + "".join(_station_target(reader, where) for where in reader.stations if where[0] == slot and reader.wide)


def _square(reader: Reader, slot: int, square: int) -> str:
    position, cell = reader.position, CELL[reader.layout]
    thing = position.board[slot * SQUARES + square]
    content = _piece(reader, slot, square, thing) + _unpaid(reader, slot, square)
    if (slot, square) in reader.pending:
        content += box(1.5, 1.5, cell - 3, cell - 3, "pending", 0.14 * cell)
    elif (slot, square) in reader.by_others:
        content += box(1.5, 1.5, cell - 3, cell - 3, "by-others", 0.14 * cell)
    if not content:
        content = box(0, 0, cell, cell, "hit", 0)
    x, y = square_corner(position, slot, square, reader.layout)
    return moved(
        x,
        y,
        place(square_place(entry_of(position, slot), square), titled(reader.tell(square_title(reader, slot, square)), content)),
    )


def _piece(reader: Reader, slot: int, square: int, thing: int) -> str:
    """Draw a die with its rail, or a station with the rails that meet it; framed where the last move put it."""
    position, cell = reader.position, CELL[reader.layout]
    if thing == EMPTY:
        return ""
    end = reader.last_end
    fresh = end != NONE and position.slot[end] == slot and position.at[end] == square
    mark = box(1, 1, cell - 2, cell - 2, "mark", 0.14 * cell) if fresh else ""
    if thing < STATION_PIECE:
        return piece("dice" if fresh else "", blank_die("simple", cell) + mark + rails((thing,), cell))
    tracks = "".join(stub(side, cell) for side in joined_sides(position, slot, square))
    company = thing - STATION_PIECE
    return mark + tracks + piece(f"company-{company}" if fresh else "", station_mark(company, cell))


def station_mark(company: int, size: float) -> str:
    """Draw a house in the colour of a company, with its sign."""
    name = COMPANY_NAMES[company]
    return station_house(size, name) + sign(COMPANY_SIGNS[company], size / 2, STATION_MIDDLE * size, 0.34 * size, f"on-{name}")


def track_of(move: int) -> int:
    """Return the track that a move lays."""
    return int(BIT[ACROSS[lay_out(move)]] | BIT[lay_exit(move)])


def _unpaid(reader: Reader, slot: int, square: int) -> str:
    """Draw what is being paid for, pale."""
    position, cell = reader.position, CELL[reader.layout]
    if position.phase != PAYING or place_of(position, position.pending) != (slot, square):
        return ""
    if position.pending < TILE:
        drawn = rail_die("simple", (track_of(position.pending),), cell)
    else:
        drawn = station_mark(int(PLAN_COMPANY[station_plan(position.pending)]), cell)
    return f'<g class="spent">{drawn}</g>{box(2, 2, cell - 4, cell - 4, "glow", 0.12 * cell)}'


def _pointer(reader: Reader, end: int) -> str:
    """Write the letter of an end on the square it points at, or at the station where the line stops."""
    position, _cell = reader.position, CELL[reader.layout]
    square = goal(position, end)
    station = square == NONE and position.out[end] == NONE
    if square == NONE and not station:
        return ""
    x, y = square_corner(position, position.slot[end], position.at[end] if station else square, reader.layout)
    colour = pawn_of(reader, end) or "ink"
    ink = "on-ink" if colour == "ink" else f"on-{colour}"
    x, y = x + 10, y + 10
    disc = f'<circle cx="{number(x)}" cy="{number(y)}" r="8.5" class="{colour} seen"/>'
    letter = write(x, y + 4, reader.tell(END_SHORT[end]), f"t11 strong middle {ink}")
    return titled(reader.tell(THE_END[end]), disc + letter)


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


# Where the line may be led.


def _invitations(reader: Reader, slot: int, ways: list[Way]) -> str:
    """Draw the rails that may be laid next as dashes, with their fee, and a dot on every square in reach."""
    position, cell = reader.position, CELL[reader.layout]
    content, dots = "", ""
    near = {way.goal.square for way in ways if way.rails == 1}
    for square in sorted(near):
        x, y = square_corner(position, slot, square, reader.layout)
        tracks = sorted({way.track[0][1] for way in ways if way.rails == 1 and way.goal.square == square})
        lit = box(3, 3, cell - 6, cell - 6, "glow invite", 0.14 * cell)
        lit += "".join(f'<path d="{track_line(track, cell)}" class="lit"/>' for track in tracks)
        fee = fee_at(position.tile[slot], position.paid[slot], square)
        content += moved(x, y, lit + (fee_token(fee, cell, 0.08) if fee else ""))
    for square in sorted({way.goal.square for way in ways} - near):
        x, y = square_corner(position, slot, square, reader.layout)
        dots += f"M{number(x + cell / 2)} {number(y + cell / 2)}h0"
    return content + (f'<path d="{dots}" class="reach-dots"/>' if dots else "")


def _target(reader: Reader, way: Way) -> str:
    """Draw a quarter of the square where a way ends, at the side by which it goes out; resting on it shows the whole way."""
    cell = CELL[reader.layout]
    x, y = square_corner(reader.position, way.goal.slot, way.goal.square, reader.layout)
    corners = ((x, y), (x + cell, y), (x + cell, y + cell), (x, y + cell))
    first, second = corners[way.goal.exit], corners[(way.goal.exit + 1) % SIDES]
    shape = "L".join(f"{number(px)} {number(py)}" for px, py in (first, second, (x + cell / 2, y + cell / 2)))
    return _pressed(reader, way, f'<path d="M{shape}Z" class="hit"/>' + _line(reader, way))


def _pressed(reader: Reader, way: Way, content: str) -> str:
    """Draw what lays a way: one rail is a move, whose payment is asked for; more are laid, and paid for, in one step.

    Long ways are for the pointer: by keyboard the line is led rail by rail, so that the Tab key passes few stops.
    """
    title = reader.tell(way_title(way))
    if way.rails == 1:
        return press(notation(way.moves[0]), title, content)
    drawn = press_all([notation(move) for move in way.moves], title, content)
    return drawn.replace('tabindex="0"', 'tabindex="-1"', 1)


def _line(reader: Reader, way: Way) -> str:
    """Draw a way as one broad line, which shows while the pointer rests on its target."""
    cell = CELL[reader.layout]
    line = "".join(
        track_line(track, cell, *square_corner(reader.position, way.goal.slot, square, reader.layout))
        for square, track in way.track
    )
    return f'<path d="{line}" class="lead"/>'


def _touch_targets(reader: Reader, slot: int) -> str:
    """Draw on a phone a target for each whole square: it lays the only way, or opens the menu of ways and stations."""
    cell = CELL[reader.layout]
    content = ""
    for square, found in touched(reader, slot).items():
        x, y = square_corner(reader.position, slot, square, reader.layout)
        hit = box(x, y, cell, cell, "hit", 0)
        ways = [way for way in found if isinstance(way, Way)]
        if len(found) == 1 and ways:
            content += _pressed(reader, ways[0], hit + _line(reader, ways[0]))
        else:
            told = reader.tell(say("{square}: choose", square=square_title(reader, slot, square)))
            content += choice(f"{slot}-{square}", told, hit + ("" if ways else moved(x, y, _house(reader))))
    return content


def touched(reader: Reader, slot: int) -> dict[int, list[Way | int]]:
    """Return by square what a touch on it may mean: the rails to lay and the stations to build there, or else the shortest way."""
    found: dict[int, list[Way | int]] = {}
    for way in reader.ways:
        if way.goal.slot == slot and (way.rails == 1 or way.goal.square not in found):
            found.setdefault(way.goal.square, []).append(way)
    for (other, square), moves in reader.stations.items():
        if other == slot:
            found.setdefault(square, []).extend(moves)
    return found


def _house(reader: Reader) -> str:
    cell = CELL[reader.layout]
    disc = f'<circle cx="{number(cell / 2)}" cy="{number(cell / 2)}" r="{number(_HOUSE)}" class="chip"/>'
    return disc + sign("house", cell / 2, cell / 2, 17, "good")


def _station_target(reader: Reader, where: Place) -> str:
    """Draw a button in the middle of the square where a station may stand, which builds the only one; several are in a menu.

    It is paid for with as few wild dice as possible; a smaller button beside it opens the menu of all payments.
    """
    x, y = square_corner(reader.position, *where, reader.layout)
    house = moved(x, y, _house(reader))
    moves, menu = reader.stations[where], f"{where[0]}-{where[1]}"
    if len(moves) > 1:
        return choice(menu, reader.tell(build_title(where[1])), house)
    payment = payment_of(reader.position, moves[0])
    if payment is None:
        return press(notation(moves[0]), reader.tell(move_title(reader, moves[0])), house)
    cell = CELL[reader.layout]
    others = f'<circle cx="{number(x + cell - 5)}" cy="{number(y + cell - 5)}" r="9" class="chip"/>'
    others += write(x + cell - 5, y + cell - 2, "…", "t14 strong middle")
    title = reader.tell(station_title(reader, moves[0], payment))
    return press_all([notation(moves[0]), notation(payment)], title, house) + choice(
        menu, reader.tell(say("Other dice to pay with")), others
    )

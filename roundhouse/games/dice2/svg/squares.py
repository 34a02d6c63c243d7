"""What lies on the squares: dice with their rails, stations with their distances, and what may be done there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roundhouse.core.bits import members
from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.games.dice2.board import (
    CELLS,
    COLOUR_NAMES,
    COLOURS,
    COMPLEX,
    COMPLEX_SHAPES,
    EMPTY,
    SHAPES,
    SIMPLE,
    SIMPLE_SHAPES,
    SLOWEST,
    SQUARES,
    STATION,
    STATIONS,
)
from roundhouse.games.dice2.laying import ends_pointing_at
from roundhouse.games.dice2.lines import arrivals, distance
from roundhouse.games.dice2.moves import BUY, CARRY, EXCHANGE, LAY, OFFER, PLACE
from roundhouse.games.dice2.notation import notation, square_name, station_name
from roundhouse.games.dice2.phrases import TERRAIN_WORDS, passengers, shape, station, tokens
from roundhouse.games.dice2.position import GREYS
from roundhouse.games.dice2.stations import station_due
from roundhouse.games.dice2.svg.reader import Reader
from roundhouse.games.dice2.svg.ways import Way
from roundhouse.games.dice2.traffic import load
from roundhouse.ui.rails import STATION_MIDDLE, blank_die, fee_token, rail_die, rails, station_house, stub, track_line
from roundhouse.ui.svg import SEAT_SIGNS, Box, box, choice, moved, number, piece, place, press, press_all, sign, titled, write

if TYPE_CHECKING:
    from roundhouse.games.dice2.state import Dice2

LARGE: Final = 60.0  # a square for which type of 14 and signs beside it are right
MEDIUM: Final = 44.0  # and type of 12; on smaller ones 9
_BY_THE_HEART: Final = 5  # the square b2 of a tile, whose lower right corner belongs to the passengers
_HALVES: Final = (0.0, 0.5)  # of a square, where the targets of two exchanges begin
_TOWARDS: Final = (-1, 3, 1, -3)  # by side: how far a track to there counts as eastern
_INSET: Final = 0.07  # of a square, where the light around it lies


def draw_square(reader: Reader, square: int) -> str:
    """Draw a square with everything on it."""
    position = reader.position
    thing = position.board[square]
    moves = reader.by_square.get(square, [])
    light = _mark(reader, square) + (_light(reader, square, moves) if moves else "")
    if thing == EMPTY:
        content = light
    elif thing < STATION:
        content = piece(_source(reader, square), blank_die(kind_of(thing), reader.sheet.cell) + light + _rails(reader, square))
    else:
        content = light + _station(reader, square)
    x, y = reader.sheet.place(square)
    return moved(x, y, place(square_name(square), _pressable(reader, square, moves, content)))


def draw_ways(reader: Reader) -> str:
    """Draw targets for dice in a row: a quarter of a square, at the side by which the line goes out of it.

    A phone has none, its squares are too small: there a die is chosen from the menu of its square.
    """
    return "".join(_way(reader, way) for way in reader.ways) if reader.wide else ""


def _way(reader: Reader, way: Way) -> str:
    cell, (square, side) = reader.sheet.cell, way.goal
    x, y = reader.sheet.place(square)
    corners = ((x, y), (x + cell, y), (x + cell, y + cell), (x, y + cell))
    first, second = corners[side], corners[(side + 1) % len(corners)]
    shape = "L".join(f"{number(px)} {number(py)}" for px, py in (first, second, (x + cell / 2, y + cell / 2)))
    line = "".join(track_line(track, cell, *reader.sheet.place(at)) for at, track in way.track)
    content = f'<path d="M{shape}Z" class="hit"/><path d="{line}" class="lead"/>'
    title = reader.tell(_way_title(way))
    drawn = press_all([notation(move) for move in way.moves], title, content)
    return drawn.replace('tabindex="0"', 'tabindex="-1"', 1)  # by keyboard, the menu of the square lays die by die


def _way_title(way: Way) -> Sentence:
    told = say_many(
        "Lay {count} simple die to {square}",
        "Lay {count} simple dice to {square}",
        count=len(way.moves),
        square=square_name(way.goal[0]),
    )
    return say("{what} for {tokens}", what=told, tokens=tokens(way.fee)) if way.fee else told


def _pressable(reader: Reader, square: int, moves: list[int], content: str) -> str:
    """Make one move by a press and open a menu for several; a square without moves only has a title."""
    hit = box(0, 0, reader.sheet.cell, reader.sheet.cell, "hit", 0)
    content = hit + content
    if len(moves) == 1:
        return press(notation(moves[0]), reader.tell(move_title(reader, moves[0])), content)
    title = reader.tell(square_title(reader, square))
    if is_split(reader, moves):
        return titled(title, content) + "".join(_half(reader, move, at) for move, at in zip(_ordered(moves), _HALVES, strict=True))
    if moves:
        return choice(str(square), reader.tell(say("{square}: choose", square=title)), content)
    tried = PLACE + square if reader.position.phase <= GREYS else LAY + square * SIMPLE_SHAPES
    return reader.attempt(notation(tried), title, content)


def is_split(reader: Reader, moves: list[int]) -> bool:
    """Return whether each of two moves has a half of its square: on a wide map, two ways to exchange the die there."""
    return reader.wide and len(moves) == len(_HALVES) and all(EXCHANGE <= move < BUY for move in moves)


def _ordered(moves: list[int]) -> list[int]:
    """Return moves by where their tracks lead: more to the west or the north first."""
    return sorted(moves, key=lambda move: sum(_TOWARDS[side] for track in SHAPES[shape_of(move)] for side in members(track)))


def _half(reader: Reader, move: int, at: float) -> str:
    """Draw the target of an exchange, which shows the new die while the pointer rests on it."""
    cell, number = reader.sheet.cell, shape_of(move)
    die = f'<g class="on-hover">{rail_die(kind_of(number), SHAPES[number], cell)}</g>'
    return press(notation(move), reader.tell(move_title(reader, move)), box(at * cell, 0, cell / 2, cell, "hit", 0) + die)


# Dice.


def kind_of(thing: int) -> str:
    """Return the class of a die by what lies on a square."""
    return "simple" if thing < COMPLEX else "complex"


def _rails(reader: Reader, square: int) -> str:
    position = reader.position
    thing = position.board[square]
    arrived = arrivals(position.reach[reader.focus * SQUARES + square])
    reached = sum(1 << place for place, track in enumerate(SHAPES[thing]) if track & arrived)
    return rails(SHAPES[thing], reader.sheet.cell, reached)


def _source(reader: Reader, square: int) -> str:
    """Return where a piece just laid comes from: dice and stations lay in front of the player."""
    return "front" if square == reader.last_square and reader.last < BUY else ""


def _mark(reader: Reader, square: int) -> str:
    """Frame the squares of the draft, of the last move, and of what others have done since the reader's last turn."""
    cell = reader.sheet.cell
    if square in reader.pending:
        return box(2, 2, cell - 4, cell - 4, "pending", 0.13 * cell)
    if square == reader.last_square:
        return box(2, 2, cell - 4, cell - 4, "mark", 0.13 * cell)
    return box(2, 2, cell - 4, cell - 4, "by-others", 0.13 * cell) if square in reader.by_others else ""


# Stations.


def station_colour(which: int) -> str:
    """Return the colour of a station as a class of the theme."""
    return COLOUR_NAMES[which] if which < COLOURS else "gray"


def station_mark(seats: int, number: int, size: float) -> str:
    """Draw a house in a cell: the sign of its seat, the letter of a grey one, a dash for an unused colour."""
    colour = station_colour(number)
    middle, low = size / 2, STATION_MIDDLE * size
    if number < seats:
        mark = sign(SEAT_SIGNS[number], middle, low, 0.32 * size, f"on-{colour}")
    elif number < COLOURS:
        mark = sign("dash", middle, low, 0.32 * size, f"on-{colour}")
    else:
        type_size = 24 if size >= 56 else 17 if size >= 40 else 12 if size >= 24 else 10
        mark = write(middle, low + type_size * 0.35, station_name(number), f"t{type_size} strong middle on-{colour}")
    return station_house(size, colour) + mark


def _station(reader: Reader, square: int) -> str:
    position, cell = reader.position, reader.sheet.cell
    number = position.board[square] - STATION
    ends = ends_pointing_at(position, square)
    mine = ends if number == reader.focus else arrivals(position.reach[reader.focus * SQUARES + square])
    tracks = "".join(stub(side, cell, reached=bool(mine >> side & 1)) for side in members(ends))
    return tracks + piece(_source(reader, square), station_mark(position.seats, number, cell)) + _distance(reader, number)


def _distance(reader: Reader, number: int) -> str:
    """Draw how many tiles the best line from the home in focus has, where there is one (RD2-81)."""
    position, cell = reader.position, reader.sheet.cell
    if not position.linked[reader.focus] >> number & 1:
        return ""
    tiles = distance(position, reader.focus, position.site[number])
    x, y, _, _ = pill_place(cell, position.site[number], tiles)
    return moved(x, y, tiles_pill(tiles, cell))


def pill_place(cell: float, square: int, tiles: int) -> Box:
    """Return the box of a distance in its cell: the lower right corner, or the left one where the right one is taken."""
    width, height = tiles_size(tiles, cell)
    out = 0.0 if cell >= LARGE else 2.0
    return -out if square % CELLS == _BY_THE_HEART else cell - width + out, cell - height - 1 + out, width, height


def tiles_pill(tiles: int, cell: float) -> str:
    """Draw a distance in green with the sign of tiles; on a small map only as a green disc."""
    width, height = tiles_size(tiles, cell)
    size = 9 if cell < MEDIUM else 12
    pill = box(0, 0, width, height, "count", height / 2)
    if cell < LARGE:
        return pill + write(width / 2, height / 2 + size * 0.36, tiles, f"t{size} strong middle on-count")
    return pill + sign("tile", 10.5, 9, 9, "on-count") + write(width - 7, 13.2, tiles, "t12 strong end on-count")


def tiles_size(tiles: int, cell: float) -> tuple[float, float]:
    """Return width and height of such a pill."""
    digits = len(str(tiles))
    if cell < MEDIUM:
        return 5.5 + 5.5 * digits, 11.0
    return (8.0 + 7 * digits, 15.0) if cell < LARGE else (25.0 + 7 * digits, 18.0)


# What may be done.


def _light(reader: Reader, square: int, moves: list[int]) -> str:
    """Draw a soft frame, the tracks that may be laid as dashes, and the fee for them."""
    position, cell = reader.position, reader.sheet.cell
    inset = _INSET * cell
    thin = "" if cell >= MEDIUM else " thin"
    frame = box(inset, inset, cell - 2 * inset, cell - 2 * inset, f"glow{thin}", 0.12 * cell)
    if position.board[square] != EMPTY:
        return frame
    ground = box(inset, inset, cell - 2 * inset, cell - 2 * inset, "invite", 0.12 * cell)
    if moves[0] < OFFER:
        return ground + frame
    tracks = sorted({track for move in moves for track in SHAPES[shape_of(move)]})
    ghosts = "".join(f'<path d="{track_line(track, cell)}" class="lit{thin}"/>' for track in tracks)
    fee = position.fee[square]
    return ground + ghosts + frame + (fee_token(fee, cell, 0.12) if fee else "")


def shape_of(move: int) -> int:
    """Return the shape that a move lays."""
    if move < EXCHANGE:
        return SIMPLE + (move - LAY) % SIMPLE_SHAPES
    return COMPLEX + (move - EXCHANGE) % COMPLEX_SHAPES


def square_title(reader: Reader, square: int) -> Sentence:
    """Say what a square is and what lies on it."""
    position = reader.position
    thing = position.board[square]
    name = square_name(square)
    if thing >= STATION:
        return _station_title(reader, thing - STATION)
    if thing != EMPTY:
        return say("{square}: {shape}", square=name, shape=shape(thing))
    terrain = TERRAIN_WORDS[position.fee[square]]
    if position.fee[square]:
        return say("{square}: {terrain}, a die costs {tokens}", square=name, terrain=terrain, tokens=tokens(position.fee[square]))
    return say("{square}: {terrain}", square=name, terrain=terrain)


def _station_title(reader: Reader, number: int) -> Sentence:
    position = reader.position
    site = position.site[number]
    who, waiting = station(position, number), passengers(position.pool[site // CELLS])
    if not position.linked[reader.focus] >> number & 1:
        return say("{square}: {station}, {passengers} on its tile", square=square_name(site), station=who, passengers=waiting)
    return say(
        "{square}: {station}, {passengers} on its tile, {tiles} from {home}",
        square=square_name(site),
        station=who,
        passengers=waiting,
        tiles=tiles_of(distance(position, reader.focus, site)),
        home=station(position, reader.focus),
    )


def tiles_of(count: int) -> Sentence:
    """Return a number of tiles in words."""
    return say_many("{count} tile", "{count} tiles", count=count)


def move_title(reader: Reader, move: int) -> Sentence:
    """Describe a move on the map: what it does, and what it costs or brings."""
    position = reader.position
    if move < OFFER:
        return say("Place {station} on {square}", station=station(position, station_due(position)), square=square_name(move))
    if move >= CARRY:
        return _carry_title(position, (move - CARRY) // STATIONS, (move - CARRY) % STATIONS)
    if move < EXCHANGE:
        return _lay_title(position, (move - LAY) // SIMPLE_SHAPES, shape_of(move))
    square = (move - EXCHANGE) // COMPLEX_SHAPES
    return say(
        "Exchange {old} on {square} for {new}",
        old=shape(position.board[square]),
        square=square_name(square),
        new=shape(shape_of(move)),
    )


def _lay_title(position: Dice2, square: int, laid: int) -> Sentence:
    told = say("Lay {shape} on {square}", shape=shape(laid), square=square_name(square))
    return say("{what} for {tokens}", what=told, tokens=tokens(position.fee[square])) if position.fee[square] else told


def _carry_title(position: Dice2, value: int, number: int) -> Sentence:
    return say(
        "Bring home {passengers} from {station} with a locomotive {value}",
        passengers=passengers(load(position, value, number)),
        station=station(position, number),
        value=value + SLOWEST,
    )

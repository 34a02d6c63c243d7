"""Where track may go: from a selected city or the end of a link to cities and hexes, each way with its price."""

from __future__ import annotations

from collections.abc import Sequence

from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.games.tycoon.board import BEYOND, CITY_NAMES, FIRST_GATE, HEXES, NONE, SIDES
from roundhouse.games.tycoon.changes import cost, shares_needed
from roundhouse.games.tycoon.moves import BUILD, LAY, STOP, TURN
from roundhouse.games.tycoon.notation import notation
from roundhouse.games.tycoon.phrases import TOWARDS, money, shares, stub
from roundhouse.games.tycoon.position import BUILDING, LOOSE
from roundhouse.games.tycoon.svg.chips import Chips
from roundhouse.games.tycoon.svg.ground import city_hex, whole_hex
from roundhouse.games.tycoon.svg.plans import Plan, Plans, Tile, plans
from roundhouse.games.tycoon.svg.reader import Reader
from roundhouse.games.tycoon.track import city_joined, head_of, last_gate, unfinished
from roundhouse.games.tycoon.whereabouts import near
from roundhouse.ui.svg import number, press, press_all


def reachable(reader: Reader) -> Plans:
    """Return the plans that the reader can choose from now: of the selected city, or of the link under construction."""
    position = reader.position
    if position.phase == BUILDING and reader.moves:
        return plans(position, [position.stub], begun=True)
    stubs = [move - BUILD for move in reader.moves_from(BUILD, LAY) if (move - BUILD) // SIDES == reader.chosen_city]
    if not stubs or reader.chosen_cube:
        return Plans({}, {})
    return plans(position, stubs, begun=False)


def draw_builds(reader: Reader, found: Plans, chips: Chips) -> str:
    """Draw where the track may lead: loose ends that may be worked on, hexes, then cities with the price of the way to each."""
    content = _loose_ends(reader) + _first_hexes(reader)
    entered = _entered(reader)
    for hex, plan in found.hexes.items():
        if hex not in entered and len(plan.moves) > 1:
            content += _to_hex(reader, hex, plan)
    for city, plan in sorted(found.cities.items(), key=lambda pair: (len(pair[1].later), pair[1].price)):
        if len(plan.moves) > 1:
            content += _to_city(reader, city, plan, chips)
    return content


def _entered(reader: Reader) -> set[int]:
    """Return the hexes that are pressed to begin a link there or to lay one tile towards them."""
    position = reader.position
    if position.phase == BUILDING:
        ends = [_far_gate(reader, move) for move in reader.moves_from(LAY, STOP)]
        return {int(BEYOND[gate]) for gate in ends if BEYOND[gate] < HEXES}
    return {
        int(FIRST_GATE[move - BUILD]) // SIDES
        for move in reader.moves_from(BUILD, LAY)
        if (move - BUILD) // SIDES == reader.chosen_city and unfinished(position, move - BUILD) == NONE
    }


def _loose_ends(reader: Reader) -> str:
    """Draw the loose ends that may be worked on (RRT-75), in every action."""
    position = reader.position
    content = ""
    for at in range(0, len(position.loose), LOOSE):
        move = BUILD + position.loose[at + 1]
        if move in reader.moves:
            x, y = reader.sheet.gate_at(position.loose[at + 2])
            ring = f'<circle cx="{number(x)}" cy="{number(y)}" r="15" class="reach"/>'
            ring += f'<circle cx="{number(x)}" cy="{number(y)}" r="7.5" class="glow"/>'
            title = say("Work on the unfinished link at {stub}", stub=stub(move - BUILD))
            content += reader.on_map(press(notation(move), reader.tell(title), ring))
    return content


def _first_hexes(reader: Reader) -> str:
    """Draw the hexes beside the selected city where a link may begin (RRT-69)."""
    if reader.chosen_city < 0 or reader.chosen_cube:
        return ""
    content = ""
    for move in reader.moves_from(BUILD, LAY):
        start = move - BUILD
        if start // SIDES == reader.chosen_city and unfinished(reader.position, start) == NONE:
            title = say("Begin a link at {stub}", stub=stub(start))
            content += press(notation(move), reader.tell(title), _hex_target(reader, FIRST_GATE[start] // SIDES))
    return reader.on_map(content)


def _hex_target(reader: Reader, hex: int) -> str:
    x, y = reader.sheet.hex_at(hex)
    dot = f'<circle cx="{number(x)}" cy="{number(y)}" r="3" class="spot"/>'
    return whole_hex(reader.layout, x, y, "hit") + dot


def _to_hex(reader: Reader, hex: int, plan: Plan) -> str:
    """Draw a hex to which the track may be led."""
    title = say("{track}, ending {where}", track=_tiles_for(plan), where=near(hex))
    content = reader.on_map(_hex_target(reader, hex))
    return press_all([notation(move) for move in plan.moves], reader.tell(title), content) + ways(reader, plan.tiles, "far")


def _to_city(reader: Reader, city: int, plan: Plan, chips: Chips) -> str:
    """Draw a city that the track may reach, now or with a later action of this turn, with the price."""
    x, y = reader.sheet.city_at(city)
    kind = "far" if plan.later else ""
    content = reader.on_map(city_hex(reader.layout, x, y, f"glow field {kind}"))
    words = reader.tell(money(plan.price))
    chip = chips.price((x, y), f"{words}…" if plan.later else words, plan.shares, kind)
    if plan.later:  # most cities are such: their prices would cover the map
        chip = f'<g class="on-hover">{chip}</g>'
    pressed = press_all([notation(move) for move in plan.moves], reader.tell(city_title(city, plan)), content + chip)
    return pressed + ways(reader, plan.tiles, kind, plan.later)


def city_title(city: int, plan: Plan) -> Sentence:
    """Say what a way to a city takes."""
    if not plan.later:
        return say("Link to {city}: {track}", city=CITY_NAMES[city], track=_tiles_for(plan))
    return say_many(
        "Towards {city}: {track}; {count} more tile for {rest} in a later round",
        "Towards {city}: {track}; {count} more tiles for {rest} in a later round",
        count=len(plan.later),
        city=CITY_NAMES[city],
        track=_tiles_for(plan),
        rest=money(plan.rest),
    )


def _tiles_for(plan: Plan) -> Sentence:
    told = say_many("{count} tile for {price}", "{count} tiles for {price}", count=len(plan.tiles), price=money(plan.price))
    return with_shares(told, plan.shares)


def with_shares(told: Sentence, count: int) -> Sentence:
    """Add the warning that shares must be issued to pay (RRT-40)."""
    return say("{what}, which takes {shares}", what=told, shares=shares(count)) if count else told


def ways(reader: Reader, tiles: Sequence[Tile], kind: str, later: Sequence[Tile] = ()) -> str:
    """Draw track that could be laid or gone over, right after what is pressed for it, so that hovering that shows it."""
    paths = ("".join(reader.sheet.track(*tile) for tile in some) for some in (tiles, later))
    drawn = (f'<path d="{path}" class="way {more}"/>' for path, more in zip(paths, (kind, "far later"), strict=True) if path)
    return f'<g class="ways">{reader.on_map("".join(drawn))}</g>'


# One tile.


def draw_next_tiles(reader: Reader, chips: Chips) -> str:
    """Draw every tile that may be laid or turned now; pressed is the hex or city it leads to (RRT-70, RRT-203)."""
    return "".join(_next_tile(reader, move, chips) for move in reader.moves_from(LAY, STOP))


def _far_gate(reader: Reader, move: int) -> int:
    """Return the far side of the tile of a move."""
    position = reader.position
    gate = last_gate(position, position.stub) if move >= TURN else head_of(position, position.stub)
    return int(gate - gate % SIDES + (move - LAY) % SIDES)


def _next_tile(reader: Reader, move: int, chips: Chips) -> str:
    position, sheet = reader.position, reader.sheet
    turned = move >= TURN
    gate = last_gate(position, position.stub) if turned else head_of(position, position.stub)
    far = _far_gate(reader, move)
    hex, side = divmod(far, SIDES)
    amount = cost(position, move)
    needed = shares_needed(position, position.actor, amount)
    kind = " turned" if turned else ""
    ghost = f'<path d="{sheet.track(hex, gate % SIDES, side)}" class="ghost{kind}"/>'
    beyond = BEYOND[far]
    x, y = sheet.city_at(beyond - HEXES) if beyond >= HEXES else sheet.hex_at(beyond)
    content = city_hex(reader.layout, x, y, "glow field") if beyond >= HEXES else whole_hex(reader.layout, x, y, "glow thin field")
    chip = chips.price((x, y), reader.tell(money(amount)), needed, kind)
    title = with_shares(_tile_title(reader, hex, side, money(amount), turned), needed)
    pressed = press(notation(move), reader.tell(title), reader.on_map(content) + chip, "tile")
    return f'{pressed}<g class="ways">{reader.on_map(ghost)}</g>'


def _tile_title(reader: Reader, hex: int, side: int, amount: Sentence, turned: bool) -> Sentence:
    position = reader.position
    where = {"where": near(hex), "towards": TOWARDS[side], "price": amount}
    tile = (
        say("Turn the tile {where}, {towards}, for {price}", **where)
        if turned
        else say("Track {where}, {towards}, for {price}", **where)
    )
    city = city_joined(position, position.actor, hex * SIDES + side)
    if city == NONE:
        return tile
    return say("{tile}; completes the link to {city}", tile=tile, city=CITY_NAMES[city])

"""What to do now: the prompt, the clock of the game, and the buttons."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.games.tycoon.board import (
    CITY_NAMES,
    COLOUR_NAMES,
    COLOURS,
    LEVEL_PRICE,
    LEVELS,
    MARKERS_TO_END,
    WESTERN,
    WESTERN_CITY,
    WESTERN_PRICE,
)
from roundhouse.games.tycoon.changes import shares_needed
from roundhouse.games.tycoon.moves import (
    BID,
    BUILD,
    CARD,
    DELIVER,
    GOODS,
    GRANT,
    GROW,
    HANDFUL,
    HOP,
    ISSUE,
    LAY,
    OWNERS,
    PASS,
    REVEAL,
    STOP,
    TAKE,
    TILE_COLOURS,
    TURN,
    TYCOON,
    UPGRADE,
    URBANIZE,
    WEST,
)
from roundhouse.games.tycoon.phrases import CITY_WORDS, CUBE_WORDS, card, cubes, money, shares, stub
from roundhouse.games.tycoon.position import AUCTION, BUILDING
from roundhouse.games.tycoon.svg.building import with_shares
from roundhouse.games.tycoon.svg.menus import Push, bid_pushes, rows_of_buttons
from roundhouse.games.tycoon.svg.reader import COLOUR_SIGNS, Reader
from roundhouse.games.tycoon.turns import ROUNDS
from roundhouse.games.tycoon.words import prompt
from roundhouse.ui.panels import NOTHING, Panel, prompt_panel
from roundhouse.ui.svg import box, moved, number, shorten, sign, text_width, titled, write

_PROMPT: Final = 86.0  # least height of the prompt: a longer one moves nothing below it


def prompt_and_last_move(reader: Reader, room: float) -> Panel:
    """Draw what to do now, or whom everyone waits for, and what happened last."""
    content, high = prompt_panel(reader, prompt(reader.view), room)
    last = last_move(reader)
    if last is None:
        return content, max(high, _PROMPT)
    told = shorten(reader.tell(say("Last move: {move}", move=last)), 12, room - 14)
    content += box(0, high + 4, 4, 16, "last", 2) + write(14, high + 16, told, "t12 quiet")
    return content, max(high + 20, _PROMPT)


def last_move(reader: Reader) -> Sentence | None:
    """Return the last move in few words."""
    move = reader.last
    if move < 0 or (move >= TYCOON and not CARD <= move < REVEAL):
        return None
    if move < DELIVER:
        return _last_tile(move)
    if move < UPGRADE:
        return _last_in_a_city(move)
    if move < GOODS:
        return _last_purchase(move)
    if move < TYCOON:
        counts = [HANDFUL[(move - GOODS) * COLOURS + colour] for colour in range(COLOURS)]
        return say("{cubes} drawn from the bag", cubes=cubes(counts))
    return say("{card} turned up", card=card(move - CARD))


def _last_tile(move: int) -> Sentence:
    if move < LAY:
        return say("a build at {stub}", stub=stub(move - BUILD))
    if move < TURN:
        return say("a tile laid")
    return say("a tile turned") if move < STOP else say("the build stopped")


def _last_in_a_city(move: int) -> Sentence:
    if move < HOP:
        city, colour = divmod(move - DELIVER, COLOURS)
        return say("{cube} sets out from {city}", cube=CUBE_WORDS[colour], city=CITY_NAMES[city])
    if move < URBANIZE:
        return say("the cube comes to {city}", city=CITY_NAMES[(move - HOP) // OWNERS])
    if move < GROW:
        city, tile = divmod(move - URBANIZE, TILE_COLOURS)
        return say("{city} is now {colour}", city=CITY_NAMES[city], colour=CITY_WORDS[tile + 1])
    return say("City Growth in {city}", city=CITY_NAMES[move - GROW])


def _last_purchase(move: int) -> Sentence:
    if move == UPGRADE:
        return say("a locomotive upgraded")
    if move < GRANT:
        return say("{card} taken", card=card(move - TAKE))
    if move == GRANT:
        return say("a Government Land Grant used")
    if move < ISSUE:
        return say("the western link of {city} built", city=CITY_NAMES[WESTERN_CITY[move - WEST]])
    if move < PASS:
        return say("{shares} issued", shares=shares(move - ISSUE + 1))
    if move == PASS:
        return say("a pass")
    return say("a bid of {amount}", amount=money(move - BID + 1))


# The clock of the game.


def clock_panel(reader: Reader, room: float) -> Panel:
    """Draw turn and round, how near the end is (RRT-183), and what is left in bag, deck and stock."""
    position = reader.position
    turn = say("Turn {turn}", turn=position.turn)
    if position.round:
        turn = say("Turn {turn}, round {round} of {rounds}", turn=position.turn, round=position.round, rounds=ROUNDS)
    bag = say_many("{count} cube", "{count} cubes", count=position.cubes_in_bag())
    deck = say_many("{count} card", "{count} cards", count=sum(position.deck))
    left = say("Bag: {cubes}; deck: {cards}", cubes=bag, cards=deck)
    content, y = "", 0.0
    for words, kind, (chart, width) in (
        (reader.tell(turn), "t14 strong", _end_gauge(reader)),
        (reader.tell(left), "t12 quiet", _stock(reader)),
    ):
        content += write(0, y + 12, words, kind)
        if text_width(words, 14 if kind == "t14 strong" else 12) + 12 + width > room:
            content += moved(0, y + 22, chart)  # a line of its own begins on the left
            y += 22
        else:
            content += moved(room - width, y, chart)
        y += 22
    return content, y - 4


def _end_gauge(reader: Reader) -> tuple[str, float]:
    """Draw a row of pips, one for each empty-city marker up to the end. Return its width too."""
    position = reader.position
    most, now = int(MARKERS_TO_END[position.seats]), position.markers()
    label = reader.tell(say("Empty cities {now} of {most}", now=now, most=most))
    hint = reader.tell(say("{most} empty-city markers bring the end: the turn is finished and one more is played", most=most))
    content, x = write(0, 12, label, "t12 quiet"), text_width(label, 12) + 8
    for i in range(most):
        kind = "bad" if i < now else "rest"
        content += f'<circle cx="{number(x + 8 * i)}" cy="8" r="3.2" class="{kind}"/>'
    return titled(hint, content), x + 8 * most - 4


def _stock(reader: Reader) -> tuple[str, float]:
    """Draw the new-city tiles that are left (RRT-20). Return the width too."""
    label = reader.tell(say("New cities"))
    content, x = write(0, 12, label, "t12 quiet"), text_width(label, 12) + 6
    for colour in range(1, COLOURS):
        name = COLOUR_NAMES[colour]
        content += box(x, 1, 14, 14, f"card {name}", 3) + sign(COLOUR_SIGNS[colour], x + 7, 8, 9, f"on-{name}")
        content += write(x + 24, 12, reader.position.stock[colour], "t12 strong end")
        x += 33
    return content, x - 9


# Buttons.


def actions_panel(reader: Reader, room: float) -> Panel:
    """Draw the moves that are not made on the map or on a card; during a turn every button keeps its place."""
    if not reader.composes:
        return NOTHING
    if reader.position.phase == AUCTION or any(move >= BID for move in reader.draft):
        pushes = [_push(reader, PASS, say("Pass"), say("Pass"), plain=True), *bid_pushes(reader)]
        content, tall = rows_of_buttons(reader, pushes, room)
        return content, tall
    content, tall = rows_of_buttons(reader, _usual_pushes(reader), room)
    more, extra = rows_of_buttons(reader, _special_pushes(reader), room)
    return content + moved(0, tall + 8, more), tall + 8 + extra if more else tall


def _push(reader: Reader, move: int, label: Sentence, title: Sentence, *, plain: bool = False) -> Push:
    return Push(move, reader.tell(label), reader.tell(title), plain=plain, off=move not in reader.moves)


def _usual_pushes(reader: Reader) -> list[Push]:
    """Return what every action has: a better locomotive, shares, and the way out of the action."""
    position, seat = reader.position, reader.seat
    level = min(position.level[seat] + 1, LEVELS)
    price = LEVEL_PRICE[level]
    needed = shares_needed(position, seat, price)
    title = say("Upgrade the locomotive to level {level} for {price}", level=level, price=money(price))
    upgrade = _push(reader, UPGRADE, say("Level {level}: {price}", level=level, price=money(price)), with_shares(title, needed))
    shares_label = reader.tell(say("Issue shares…"))
    issue = Push(-1, shares_label, shares_label, "shares", plain=True, off=ISSUE not in reader.moves)
    if position.phase == BUILDING:
        away = _push(reader, STOP, say("Stop building"), say("Stop building; the link stays unfinished"), plain=True)
    else:
        away = _push(reader, PASS, say("Pass"), say("Pass"), plain=True)
    return [upgrade, issue, away]


def _special_pushes(reader: Reader) -> list[Push]:
    """Return what only some actions have: a land grant, western links."""
    found = []
    if reader.position.grants[reader.seat] or GRANT in reader.draft:
        title = say("Government Land Grant: open terrain is free in the build that follows")
        found.append(_push(reader, GRANT, say("Use Land Grant"), title))
    for move in range(WEST, WEST + WESTERN):
        if move in reader.moves or move in reader.draft:
            city, price = CITY_NAMES[WESTERN_CITY[move - WEST]], money(WESTERN_PRICE)
            title = say("Build the western link of {city} for {price}", city=city, price=price)
            needed = shares_needed(reader.position, reader.seat, WESTERN_PRICE)
            found.append(_push(reader, move, say("West of {city}: {price}", city=city, price=price), with_shares(title, needed)))
    return found

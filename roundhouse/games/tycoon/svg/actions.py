"""What to do now: the prompt, the clock of the game, and the buttons."""

from __future__ import annotations

from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.games.tycoon.board import (
    CITY_NAMES,
    COLOUR_NAMES,
    COLOURS,
    LEVEL_PRICE,
    MARKERS_TO_END,
    SHARE_VALUE,
    WESTERN_CITY,
    WESTERN_PRICE,
)
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
from roundhouse.games.tycoon.svg.menus import Push, bid_pushes, rows_of_buttons, share_pushes
from roundhouse.games.tycoon.svg.reader import COLOUR_SIGNS, Reader
from roundhouse.games.tycoon.turns import ROUNDS
from roundhouse.games.tycoon.words import prompt
from roundhouse.ui.panels import Panel, prompt_panel
from roundhouse.ui.svg import box, heading, moved, number, shorten, sign, text_width, titled, write


def prompt_and_last_move(reader: Reader, room: float) -> Panel:
    """Draw what to do now, or whom everyone waits for, and what happened last."""
    content, high = prompt_panel(reader, prompt(reader.view), room)
    last = last_move(reader)
    if last is None:
        return content, high
    told = shorten(reader.tell(say("Last move: {move}", move=last)), 12, room - 14)
    content += box(0, high + 4, 4, 16, "last", 2) + write(14, high + 16, told, "t12 quiet")
    return content, high + 20


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
    """Draw the moves that are not made on the map or on a card."""
    content, y = "", 0.0
    for title, pushes in ((None, _main_pushes(reader)), (say("Bid"), bid_pushes(reader)), (_share_heading(), share_pushes(reader))):
        if not pushes:
            continue
        y += 12 if y else 0
        if title is not None:
            content += heading(0, y + 10, reader.tell(title))
            y += 18
        row, high = rows_of_buttons(reader, pushes, room)
        content += moved(0, y, row)
        y += high
    return content, y


def _share_heading() -> Sentence:
    return say("Issue shares: {amount} each, 1 point less each at the end", amount=money(SHARE_VALUE))


def _main_pushes(reader: Reader) -> list[Push]:
    position = reader.position
    labels: dict[int, tuple[Sentence, Sentence]] = {}
    level = position.level[position.actor] + 1 if position.actor >= 0 else 0
    if UPGRADE in reader.moves:
        word = say("Level {level}: {price}", level=level, price=money(LEVEL_PRICE[level]))
        labels[UPGRADE] = (
            word,
            say("Upgrade the locomotive to level {level} for {price}", level=level, price=money(LEVEL_PRICE[level])),
        )
    for move in reader.moves_from(WEST, ISSUE):
        city = CITY_NAMES[WESTERN_CITY[move - WEST]]
        word = say("West of {city}: {price}", city=city, price=money(WESTERN_PRICE))
        labels[move] = word, say("Build the western link of {city} for {price}", city=city, price=money(WESTERN_PRICE))
    labels[GRANT] = say("Use Land Grant"), say("Government Land Grant: open terrain is free in the build that follows")
    labels[STOP] = say("Stop building"), say("Stop building; the link stays unfinished")
    labels[PASS] = say("Pass"), say("Pass")
    return [
        Push(move, reader.tell(label), reader.tell(title), plain=move in (PASS, STOP))
        for move, (label, title) in labels.items()
        if move in reader.moves
    ]

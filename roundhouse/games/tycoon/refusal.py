"""Why a move of Railroad Tycoon is not allowed: the clause that forbids it, and the rule in words.

An independent implementation of the rules beside `legal_moves`; the two must agree for every int. What it reveals to the
acting seat follows from that seat's view alone.
"""

from __future__ import annotations

from roundhouse.core.bits import members
from roundhouse.core.game import Refusal
from roundhouse.core.sentence import SeatName, say, say_many
from roundhouse.core.state import CHANCE, OVER
from roundhouse.games.tycoon import build, cards, locomotives
from roundhouse.games.tycoon.board import (
    BEYOND,
    CITIES,
    CITY_NAMES,
    COLOURS,
    EXITS,
    FIRST_GATE,
    GATES,
    GRAY,
    HEXES,
    IS_GOAL,
    LEVELS,
    NEW_INDUSTRY,
    NONE,
    SIDES,
    WESTERN_CITY,
    opposite,
)
from roundhouse.games.tycoon.deliver import next_cities, within
from roundhouse.games.tycoon.goods import handful_size, handful_weight
from roundhouse.games.tycoon.moves import (
    A_TYCOON,
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
from roundhouse.games.tycoon.phrases import CITY_WORDS, NO_CUBE_WORDS, SIDE_WORDS, TOWARDS, card, money, stub
from roundhouse.games.tycoon.position import (
    AUCTION,
    BEGINNER,
    BUILDING,
    DEALING,
    DELIVERING,
    GRABBING,
    GROWING,
    INDUSTRY,
    REVEALING,
    SHOWING,
    STOCKING,
    TIGHT_CURVES,
)
from roundhouse.games.tycoon.state import Tycoon
from roundhouse.games.tycoon.track import (
    ONE_TRACK,
    can_build,
    city_joined,
    free_exits,
    head_of,
    last_gate,
    may_join,
    sides_used,
    track_at,
    unfinished,
)
from roundhouse.games.tycoon.whereabouts import near


def refusal(state: Tycoon, move: int) -> Refusal | None:
    """Return why a move is refused; None exactly when it is legal."""
    if state.actor == OVER:
        return Refusal("RRT-184", say("the game is over, and no move is made any more"))
    if move >= A_TYCOON:
        return Refusal("RRT-43", say("this stands for something that others may not see, and is not a move"))
    if state.actor == CHANCE:
        return _outcome(state, move)
    if move >= GOODS:
        return _left_to_chance(move)
    if state.phase == AUCTION:
        return _bid(state, move)
    if state.phase == BUILDING:
        return _step(state, move)
    if state.phase == DELIVERING:
        return _hop(state, move)
    if state.phase == GROWING:
        return _grow(move)
    if state.phase == INDUSTRY:
        return _industry(state, move)
    return _action(state, move)


def _left_to_chance(move: int) -> Refusal:
    if move < TYCOON:
        return Refusal("RRT-100", say("cubes are drawn from the bag by chance; nobody can choose which"))
    if move < CARD:
        return Refusal("RRT-26", say("tycoons are dealt by chance before the first turn"))
    if move < REVEAL:
        return Refusal("RRT-121", say("cards are turned up from the deck by chance; nobody can choose which"))
    return Refusal("RRT-43", say("George Pullman is shown or not by the rule, not by choice"))


# The auction.


def _bid(state: Tycoon, move: int) -> Refusal | None:
    if move == PASS:
        return None
    if ISSUE <= move < PASS:
        return Refusal("RRT-38", say("in the auction shares are issued only for the winner's payment, and by themselves"))
    if move < BID:
        return Refusal("RRT-54", say("the auction comes first: bid or pass"))
    if move - BID + 1 > state.high:
        return None
    return Refusal("RRT-56", say("the bid stands at {bid}; a new one must be higher", bid=money(state.high)))


# Actions.


def _action(state: Tycoon, move: int) -> Refusal | None:
    """Return why one of the six actions, or what may come before it, is refused (RRT-65)."""
    if ISSUE <= move < PASS:
        return _issue(state)
    if state.granted and move >= LAY:
        return Refusal("RRT-178", say("the land grant is played, so a build must follow"))
    if move < LAY:
        return _build(state, move - BUILD)
    if move < DELIVER:
        return Refusal("RRT-69", say("first choose the side of a city where the link begins or goes on"))
    if move < HOP:
        return _deliver(state, (move - DELIVER) // COLOURS, (move - DELIVER) % COLOURS)
    if move < URBANIZE:
        return Refusal("RRT-107", say("no cube is under way; first choose one to deliver"))
    if move < GROW:
        return _new_city(state, move - URBANIZE)
    if move < UPGRADE:
        return Refusal("RRT-145", say("a city grows only by the card City Growth, when it is taken"))
    if move == UPGRADE:
        return _upgrade(state)
    if move < GRANT:
        return _take(state, move - TAKE)
    if move == GRANT:
        return _grant(state)
    if move < ISSUE:
        return _western(state, move - WEST)
    return None if move == PASS else Refusal("RRT-59", say("the auction of this turn is over"))


def _issue(state: Tycoon) -> Refusal | None:
    if not state.issued:
        return None
    return Refusal("RRT-199", say("shares can be issued voluntarily once before each action, and that has been done"))


def _upgrade(state: Tycoon) -> Refusal | None:
    if state.level[state.actor] < LEVELS:
        return None
    return Refusal("RRT-106", say("level {level} is the highest", level=LEVELS))


def _new_city(state: Tycoon, index: int) -> Refusal | None:
    city, colour = index // TILE_COLOURS, index % TILE_COLOURS + 1
    now = state.colour_of(city)
    if now != GRAY:
        return Refusal(
            "RRT-103",
            say("{city} is {colour} already; only gray cities can be urbanized", city=CITY_NAMES[city], colour=CITY_WORDS[now]),
        )
    if not state.stock[colour]:
        return Refusal("RRT-103", say("no tile for {colour} is left", colour=CITY_WORDS[colour]))
    return None


def _take(state: Tycoon, kind: int) -> Refusal | None:
    if state.chosen(BEGINNER):
        return Refusal("RRT-193", say("beginners play without operations cards"))
    if IS_GOAL[kind]:
        return Refusal("RRT-123", say("{card} cannot be taken; it goes to the first player who meets its goal", card=card(kind)))
    if not state.display[kind]:
        return Refusal("RRT-120", say("{card} is not available", card=card(kind)))
    if kind == NEW_INDUSTRY and not cards.can_take(state, kind):
        return Refusal("RRT-209", say("New Industry cannot be used: no tile is left, or no city is gray"))
    return None


def _grant(state: Tycoon) -> Refusal | None:
    if not state.grants[state.actor]:
        return Refusal("RRT-146", say("you have no Government Land Grant"))
    if any(can_build(state, state.actor, each) for each in range(CITIES * SIDES)):
        return None
    return Refusal("RRT-178", say("a land grant serves a build, and nothing can be built"))


def _western(state: Tycoon, number: int) -> Refusal | None:
    city = WESTERN_CITY[number]
    if state.chosen(BEGINNER):
        return Refusal("RRT-193", say("beginners play without western links"))
    if state.western[number] != NONE:
        return Refusal("RRT-137", say("the western link of {city} is built already", city=CITY_NAMES[city]))
    if not state.own[state.actor * CITIES + city]:
        return Refusal("RRT-130", say("a western link needs a completed link of your own to {city}", city=CITY_NAMES[city]))
    return None


# Building.


def _build(state: Tycoon, number: int) -> Refusal | None:
    if can_build(state, state.actor, number):
        return None
    gate = FIRST_GATE[number]
    if gate == NONE:
        return Refusal("RRT-77", say("{stub}: no track enters the city there", stub=stub(number)))
    at = unfinished(state, number)
    if at != NONE and state.loose[at] != state.actor:
        return Refusal(
            "RRT-93", say("the unfinished link at {stub} belongs to {name}", stub=stub(number), name=SeatName(state.loose[at]))
        )
    if at != NONE:
        return Refusal("RRT-202", say("the unfinished link at {stub} can neither go on nor be turned", stub=stub(number)))
    return _no_way(state, number, gate)


def _no_way(state: Tycoon, number: int, gate: int) -> Refusal:
    """Return the refusal of a stub in whose first hex nothing can be laid."""
    rail = state.rail[gate // SIDES]
    if track_at(rail, gate % SIDES):
        return Refusal("RRT-92", say("a side takes one track, and {stub} has its own", stub=stub(number)))
    if rail >= ONE_TRACK:
        return Refusal("RRT-92", say("two tracks lie in one hex already, {where}", where=near(gate // SIDES)))
    return _blocked_exits(state, number, gate)


def _blocked_exits(state: Tycoon, number: int, gate: int) -> Refusal:
    exits = EXITS[GATES * bool(state.chosen(TIGHT_CURVES)) + gate]
    if not exits:
        return Refusal(
            "RRT-201", say("track out of {stub} would lead to water, the frame or a side without a stub", stub=stub(number))
        )
    far = members(free_exits(state, gate))
    if not far:
        return Refusal("RRT-92", say("the free sides of the hex cannot be joined, {where}", where=near(gate // SIDES)))
    return _no_link(state, number, gate - gate % SIDES + far[0])


def _no_link(state: Tycoon, number: int, gate: int) -> Refusal:
    """Return the refusal of a tile that would complete what is no link, or a second own link where the option forbids it."""
    home, city = number // SIDES, city_joined(state, state.actor, gate)
    if city != home:
        return Refusal(
            "RRT-98", say("you have a link between {a} and {b}, and only one is played", a=CITY_NAMES[home], b=CITY_NAMES[city])
        )
    if BEYOND[gate] >= HEXES:
        return Refusal("RRT-97", say("a link cannot lead back to {city}, where it began", city=CITY_NAMES[home]))
    return Refusal("RRT-204", say("this would join two tracks that both begin in {city}", city=CITY_NAMES[home]))


def _step(state: Tycoon, move: int) -> Refusal | None:
    if not LAY <= move < DELIVER:
        return Refusal("RRT-70", say("a link is being built: lay a tile, or stop after the first one"))
    if move == STOP:
        return None if state.laid else Refusal("RRT-73", say("at least one tile must be laid or turned before stopping"))
    if move < TURN:
        return _lay(state, move - LAY)
    return _turn(state, move - TURN)


def _lay(state: Tycoon, side: int) -> Refusal | None:
    gate = head_of(state, state.stub)
    if not build.tiles_left(state):
        return Refusal("RRT-71", say("no more tiles may be laid in this action"))
    rail = state.rail[gate // SIDES]
    if rail >= ONE_TRACK or track_at(rail, gate % SIDES):
        return Refusal("RRT-202", say("the way is blocked, {where}", where=near(gate // SIDES)))
    return _far_side(state, gate, side)


def _turn(state: Tycoon, side: int) -> Refusal | None:
    if state.laid or unfinished(state, state.stub) == NONE:
        return Refusal("RRT-203", say("only the last tile of an unfinished link can be turned, as the first step of a build"))
    gate = last_gate(state, state.stub)
    if side == opposite(head_of(state, state.stub) % SIDES):
        return Refusal("RRT-203", say("the last tile leads {towards} already", towards=TOWARDS[side]))
    return _far_side(state, gate, side)


def _far_side(state: Tycoon, gate: int, side: int) -> Refusal | None:
    """Return why the far side of a tile is refused: RRT-78, RRT-201, RRT-92, or what may be joined."""
    far = gate - gate % SIDES + side
    if not EXITS[GATES * bool(state.chosen(TIGHT_CURVES)) + gate] >> side & 1:
        return _no_exit(state, gate, side)
    if sides_used(state.rail[gate // SIDES]) >> side & 1:
        return Refusal(
            "RRT-92", say("the {side} side of the hex is used already, {where}", side=SIDE_WORDS[side], where=near(gate // SIDES))
        )
    city = city_joined(state, state.actor, far)
    if city == NONE or may_join(state, state.actor, state.stub // SIDES, city):
        return None
    return _no_link(state, state.stub, far)


def _no_exit(state: Tycoon, gate: int, side: int) -> Refusal:
    apart = (side - gate % SIDES) % SIDES
    if apart == 0 or (apart in (1, SIDES - 1) and not state.chosen(TIGHT_CURVES)):
        return Refusal(
            "RRT-78",
            say("track that enters by the side {side} leads straight on or in a wide curve", side=SIDE_WORDS[gate % SIDES]),
        )
    return Refusal(
        "RRT-201", say("beyond the side {side} lies water, the frame or a city without a stub there", side=SIDE_WORDS[side])
    )


# Deliveries.


def _deliver(state: Tycoon, city: int, colour: int) -> Refusal | None:
    name, seat = CITY_NAMES[city], state.actor
    if not state.goods[city * COLOURS + colour]:
        return Refusal("RRT-107", say("there is {none} in {city}", none=NO_CUBE_WORDS[colour], city=name))
    first = state.own[seat * CITIES + city]
    if not first:
        return Refusal("RRT-110", say("the first link must be your own, and you have none at {city}", city=name))
    if within(state, first, 1 << city, state.level[seat]) & state.demand[colour]:
        return None
    if within(state, first, 1 << city, CITIES) & state.demand[colour]:
        return _too_far(state)
    return Refusal("RRT-107", say("no links lead from {city} to {colour}", city=name, colour=CITY_WORDS[colour]))


def _too_far(state: Tycoon) -> Refusal:
    level = state.level[state.actor]
    return Refusal(
        "RRT-109",
        say_many(
            "with a locomotive of level {level} a cube goes over {count} link only",
            "with a locomotive of level {level} a cube goes over {count} links at most",
            count=level,
            level=level,
        ),
    )


def _hop(state: Tycoon, move: int) -> Refusal | None:
    if not HOP <= move < URBANIZE:
        return Refusal("RRT-108", say("a cube is under way and must be delivered in this action"))
    city, owner = (move - HOP) // OWNERS, (move - HOP) % OWNERS
    here = CITY_NAMES[state.place]
    if owner >= state.seats or not state.own[owner * CITIES + state.place] >> city & 1:
        reason = say("{name} has no link from {here} to {city}", name=SeatName(owner), here=here, city=CITY_NAMES[city])
        return Refusal("RRT-107", reason)
    if state.steps == 0 and owner != state.actor:
        return Refusal("RRT-110", say("the first link must be your own"))
    if state.trail >> city & 1:
        return Refusal("RRT-111", say("the cube has been in {city} already", city=CITY_NAMES[city]))
    if next_cities(state) >> city & 1:
        return None
    return Refusal(
        "RRT-108", say("by way of {city} the cube cannot reach {colour}", city=CITY_NAMES[city], colour=CITY_WORDS[state.cube])
    )


# Cards that are used at once.


def _grow(move: int) -> Refusal | None:
    if GROW <= move < UPGRADE:
        return None
    return Refusal("RRT-125", say("City Growth is used at once: choose a city that gets two cubes"))


def _industry(state: Tycoon, move: int) -> Refusal | None:
    if URBANIZE <= move < GROW:
        return _new_city(state, move - URBANIZE)
    return Refusal("RRT-125", say("New Industry is used at once: choose a gray city and its new colour"))


# While chance acts.


def _outcome(state: Tycoon, move: int) -> Refusal | None:
    if state.phase in (STOCKING, GRABBING):
        return _handful(state, move)
    if state.phase == DEALING:
        if TYCOON <= move < CARD and move - TYCOON not in state.tycoon:
            return None
        return Refusal("RRT-26", say("each player is being dealt a tycoon that nobody else has"))
    if state.phase == REVEALING:
        if move == locomotives.verdict(state):
            return None
        return Refusal("RRT-43", say("the first player to reach level 6 shows George Pullman, or does not hold him"))
    if CARD <= move < REVEAL and state.deck[move - CARD]:
        return None
    clause = "RRT-28" if state.phase == SHOWING else "RRT-121"
    return Refusal(clause, say("a card is being turned up that is in the deck"))


def _handful(state: Tycoon, move: int) -> Refusal | None:
    clause = "RRT-17" if state.phase == STOCKING else "RRT-100"
    size = handful_size(state)
    if not GOODS <= move < TYCOON or sum(HANDFUL[(move - GOODS) * COLOURS : (move - GOODS + 1) * COLOURS]) != size:
        return Refusal(
            clause,
            say_many(
                "{count} cube is being drawn for {city}",
                "{count} cubes are being drawn for {city}",
                count=size,
                city=CITY_NAMES[state.place],
            ),
        )
    if handful_weight(state, move - GOODS):
        return None
    return Refusal("RRT-8", say("the bag does not hold these cubes"))

"""Why a move of Railroad Dice 2 is not allowed: the clause that forbids it, and the rule in words.

An independent implementation of the rules beside `legal_moves`; the two must agree for every int.
"""

from __future__ import annotations

from roundhouse.core.game import Refusal
from roundhouse.core.sentence import say
from roundhouse.core.state import CHANCE, OVER
from roundhouse.games.dice2.board import (
    CELLS,
    COMPLEX,
    COMPLEX_SHAPES,
    COMPLEX_WILD,
    EMPTY,
    ENDS,
    LOCOMOTIVE,
    MOUNTAIN,
    OFFERS,
    PRICE,
    SHAPE_FACE,
    SHAPES,
    SIDE_NAMES,
    SIDES,
    SIMPLE,
    SIMPLE_FACES,
    SIMPLE_SHAPES,
    SLOWEST,
    SQUARES,
    STATION,
    STATIONS,
    VALUES,
    WATER,
    WILD,
)
from roundhouse.games.dice2.laying import dice_offered, ends_pointing_at, free_sides, rolls
from roundhouse.games.dice2.lines import arrivals, distance
from roundhouse.games.dice2.moves import BRING, BUY, CARRY, END, EXCHANGE, FEED, LAY, OFFER, PLACE, ROLL
from roundhouse.games.dice2.notation import square_name
from roundhouse.games.dice2.phrases import FACE_WORDS, dice, station
from roundhouse.games.dice2.position import CLOSING, GIVEN_UP, GREYS, HOMES, NONE, OPEN, ROLLED
from roundhouse.games.dice2.state import Dice2
from roundhouse.games.dice2.stations import at_edge, is_crowded, sites
from roundhouse.games.dice2.traffic import on_sale


def refusal(state: Dice2, move: int) -> Refusal | None:
    """Return why a move is refused; None exactly when it is legal."""
    if state.actor == OVER:
        return Refusal("RD2-95", say("the game is over, and no move is made any more"))
    if state.actor == CHANCE:
        return _outcome(state, move)
    if move >= ROLL:
        return Refusal("RD2-43", say("what the dice show is up to chance; a player can only choose which dice to roll"))
    if state.phase in (HOMES, GREYS):
        return _set_up(state, move)
    if move < OFFER:
        return Refusal("RD2-32", say("stations are placed before the first turn, not in a turn"))
    if state.phase == CLOSING and (move < BUY or BRING <= move < END):
        return Refusal("RD2-93", say("in the closing phase only locomotives are bought and passengers transported"))
    return _action(state, move)


def _outcome(state: Dice2, move: int) -> Refusal | None:
    if move in list(rolls(state)):
        return None
    if move >= ROLL:
        return Refusal("RD2-43", say("these are not the dice that are being rolled"))
    return Refusal("RD2-43", say("the dice are being rolled; first they must come to rest"))


# Set-up.


def _set_up(state: Dice2, move: int) -> Refusal | None:
    if move >= OFFER:
        if state.phase == HOMES:
            return Refusal("RD2-16", say("first every player places a home station"))
        return Refusal("RD2-18", say("first the grey stations are placed"))
    if move in list(sites(state)):
        return None
    square = move - PLACE
    if at_edge(state, square):
        return Refusal("RD2-20", say("{square} is at the edge of the map, where no station may stand", square=square_name(square)))
    if state.fee[square] == WATER:
        return Refusal("RD2-21", say("{square} is water, where no station may stand", square=square_name(square)))
    if is_crowded(state, square):
        return Refusal(
            "RD2-22", say("at least two squares must lie between {square} and every station", square=square_name(square))
        )
    return Refusal("RD2-17", say("tile {tile} has a home station already", tile=square // CELLS + 1))


# Actions.


def _action(state: Dice2, move: int) -> Refusal | None:
    if move < FEED:
        return _offer(state, move - OFFER)
    if move == FEED:
        return _feed(state)
    if move < EXCHANGE:
        return _lay(state, (move - LAY) // SIMPLE_SHAPES, SIMPLE + (move - LAY) % SIMPLE_SHAPES)
    if move < BUY:
        return _exchange(state, (move - EXCHANGE) // COMPLEX_SHAPES, COMPLEX + (move - EXCHANGE) % COMPLEX_SHAPES)
    if move == BUY:
        return _buy(state)
    if move < BRING:
        return _carry(state, (move - CARRY) // STATIONS, (move - CARRY) % STATIONS)
    if move < END:
        return _bring(state, move - BRING)
    return None


def _offer(state: Dice2, offer: int) -> Refusal | None:
    if state.roll == ROLLED:
        return Refusal("RD2-33", say("dice are rolled once a turn, and that has been done"))
    if state.roll == GIVEN_UP:
        return Refusal("RD2-35", say("the roll of this turn was given up for new passengers"))
    if dice_offered(state, offer) > 0:
        return None
    if offer == OFFERS - 1:
        return Refusal("RD2-45", say("there is no complex die left in the bank"))
    return Refusal("RD2-45", say("none of these dice is left in the bank"))


def _feed(state: Dice2) -> Refusal | None:
    if state.roll == OPEN:
        return None
    if state.roll == ROLLED:
        return Refusal("RD2-35", say("new passengers for all tiles come in place of the roll, and dice have been rolled"))
    return Refusal("RD2-35", say("the roll of this turn has been given up already"))


def _no_roll(state: Dice2) -> Refusal | None:
    if state.roll == OPEN:
        return Refusal("RD2-46", say("rails are laid after a roll of the same turn"))
    if state.roll == GIVEN_UP:
        return Refusal("RD2-46", say("the roll of this turn was given up, so there are no dice to lay"))
    return None


def _no_die(state: Dice2, face: int, wild: int) -> Refusal | None:
    if state.front[face] + state.front[wild] > 0:
        return None
    shown = list(state.front)
    if wild == WILD and shown[LOCOMOTIVE] and sum(shown[:SIMPLE_FACES]) == shown[LOCOMOTIVE]:
        return Refusal("RD2-48", say("the locomotive face is never laid, and no other simple die lies before you"))
    return Refusal(
        "RD2-47" if wild == WILD else "RD2-58",
        say("no die before you shows {face}; there lie {dice}", face=FACE_WORDS[face], dice=dice(shown)),
    )


def _lay(state: Dice2, square: int, shape: int) -> Refusal | None:
    name = square_name(square)
    missing = _no_roll(state) or _no_die(state, SHAPE_FACE[shape], WILD)
    if missing:
        return missing
    if state.board[square] != EMPTY:
        return Refusal("RD2-47", say("{square} is not empty", square=name))
    reached = arrivals(state.reach[state.turn * SQUARES + square])
    if not reached:
        return Refusal("RD2-49", say("{square} is neither beside your home station nor at the end of a line from it", square=name))
    if not reached & ENDS[shape]:
        return Refusal("RD2-49", say("laid like this, the die on {square} does not join your line", square=name))
    return _bad_end(state, square, shape) or _fee(state, square)


def _bad_end(state: Dice2, square: int, shape: int) -> Refusal | None:
    free = free_sides(state, square)
    for side in range(SIDES):
        if ENDS[shape] >> side & 1 and not free >> side & 1:
            if state.beside[square * SIDES + side] == NONE:
                return Refusal("RD2-51", say("a track would lead off the map in the direction {side}", side=SIDE_NAMES[side]))
            near = square_name(state.beside[square * SIDES + side])
            return Refusal("RD2-52", say("a track would end at the complex die on {square}, which does not meet it", square=near))
    return None


def _fee(state: Dice2, square: int) -> Refusal | None:
    fee, cash = state.fee[square], state.cash[state.turn]
    if cash >= fee:
        return None
    clause = "RD2-54" if fee == MOUNTAIN else "RD2-55"
    return Refusal(
        clause, say("the fee for {square} is {fee}, and you have {cash}", square=square_name(square), fee=fee, cash=cash)
    )


def _exchange(state: Dice2, square: int, shape: int) -> Refusal | None:
    missing = _no_roll(state) or _no_die(state, SHAPE_FACE[shape], COMPLEX_WILD)
    if missing:
        return missing
    name, thing = square_name(square), state.board[square]
    if thing == EMPTY:
        return Refusal("RD2-59", say("there is no die on {square}; a complex die only replaces a simple one", square=name))
    if thing >= STATION:
        return Refusal("RD2-59", say("on {square} stands a station, not a simple die", square=name))
    if thing >= COMPLEX:
        return Refusal("RD2-58", say("the die on {square} is complex already", square=name))
    if not set(SHAPES[thing]) <= set(SHAPES[shape]):
        return Refusal("RD2-60", say("the track that lies on {square} would not be there any more", square=name))
    return _not_reached(state, square, shape) or _bad_end(state, square, shape) or _cut_off(state, square, shape)


def _not_reached(state: Dice2, square: int, shape: int) -> Refusal | None:
    reached = arrivals(state.reach[state.turn * SQUARES + square])
    if reached & ENDS[shape]:
        return None
    if not reached:
        return Refusal("RD2-64", say("no line from your home station reaches the die on {square}", square=square_name(square)))
    return Refusal(
        "RD2-65",
        say(
            "your line ends at a blank side of the die on {square}, and would do so after the exchange", square=square_name(square)
        ),
    )


def _cut_off(state: Dice2, square: int, shape: int) -> Refusal | None:
    cut = ends_pointing_at(state, square) & ~ENDS[shape]
    for side in range(SIDES):
        if cut >> side & 1:
            near = square_name(state.beside[square * SIDES + side])
            return Refusal(
                "RD2-98", say("the track of the die on {square} would end at a complex die that does not meet it", square=near)
            )
    return None


def _buy(state: Dice2) -> Refusal | None:
    value = on_sale(state)
    if value == NONE:
        return Refusal("RD2-74", say("all locomotives have been sold"))
    price, cash = PRICE[value], state.cash[state.turn]
    if cash >= price:
        return None
    return Refusal(
        "RD2-73", say("the locomotive {value} costs {price}, and you have {cash}", value=value + SLOWEST, price=price, cash=cash)
    )


def _carry(state: Dice2, value: int, goal: int) -> Refusal | None:
    number, seat = value + SLOWEST, state.turn
    owned = state.engines[seat * VALUES + value]
    if owned == 0:
        return Refusal("RD2-78", say("you have no locomotive {value}", value=number))
    if state.used[value] == owned:
        return Refusal("RD2-79", say("every locomotive {value} of yours has been used this turn", value=number))
    return _unlinked(state, goal) or _no_trip(state, number, goal)


def _unlinked(state: Dice2, goal: int) -> Refusal | None:
    name = station(state, goal)
    if state.site[goal] == NONE:
        return Refusal("RD2-78", say("{station} is not in play", station=name))
    if goal == state.turn:
        return Refusal("RD2-78", say("{station} is your own, and passengers come from another one", station=name))
    if not state.linked[state.turn] >> goal & 1:
        return Refusal("RD2-78", say("no continuous line links your home station with {station}", station=name))
    return None


def _no_trip(state: Dice2, value: int, goal: int) -> Refusal | None:
    name, square = station(state, goal), state.site[goal]
    if state.served >> goal & 1:
        return Refusal("RD2-80", say("{station} has been served this turn, and one locomotive is the limit", station=name))
    tiles = distance(state, state.turn, square)
    if tiles > value:
        return Refusal(
            "RD2-83",
            say(
                "the way to {station} is {tiles} tiles long, too far for a locomotive {value}",
                station=name,
                tiles=tiles,
                value=value,
            ),
        )
    if state.pool[square // CELLS] == 0:
        return Refusal("RD2-99", say("nobody waits on tile {tile}", tile=square // CELLS + 1))
    return None


def _bring(state: Dice2, tile: int) -> Refusal | None:
    if state.front[LOCOMOTIVE] + state.front[WILD] == 0:
        return Refusal("RD2-87", say("it takes a simple die that shows the locomotive or the wild face"))
    if state.stops[tile] == 0:
        return Refusal("RD2-87", say("tile {tile} has no station, so nobody comes there", tile=tile + 1))
    return None

"""The messages of Railroad Dice 2: a sentence of the log for every move, and a prompt for every reader."""

from __future__ import annotations

from typing import cast

from roundhouse.core.bits import count_bits
from roundhouse.core.sentence import SeatName, Sentence, both, either, say, say_many
from roundhouse.core.state import CHANCE, OVER, View
from roundhouse.games.dice2.board import (
    COMPLEX,
    COMPLEX_SHAPES,
    OFFERS,
    PRICE,
    SIMPLE,
    SIMPLE_SHAPES,
    SLOWEST,
    STATIONS,
)
from roundhouse.games.dice2.laying import complex_offered, simple_offered
from roundhouse.games.dice2.moves import BRING, BUY, CARRY, END, EXCHANGE, FEED, LAY, OFFER, PLACE, ROLL, dice_shown
from roundhouse.games.dice2.notation import square_name
from roundhouse.games.dice2.phrases import dice, passengers, shape, station, tokens
from roundhouse.games.dice2.position import CLOSING, GREYS, HOMES, OPEN
from roundhouse.games.dice2.state import Dice2
from roundhouse.games.dice2.stations import station_due
from roundhouse.games.dice2.traffic import load, on_sale

# The log.


def describe(view: View, move: int) -> Sentence:
    """Return what a move does, given the position before it; `consequences` say what follows."""
    before = cast("Dice2", view.position)
    return _deed(before, move, SeatName(before.turn))


def _deed(position: Dice2, move: int, name: SeatName) -> Sentence:
    if move >= ROLL:
        return say("{name} rolls {dice}", name=name, dice=dice(list(dice_shown(move))))
    if move < OFFER:
        return say(
            "{name} places {station} on {square}",
            name=name,
            station=station(position, station_due(position)),
            square=square_name(move - PLACE),
        )
    if move < FEED:
        return _takes(position, move - OFFER, name)
    if move == FEED:
        return say("{name} gives up the roll and brings passengers to all tiles with stations", name=name)
    if move < BUY:
        return _lays(position, move, name)
    if move == BUY:
        return _buys(position, name)
    if move < BRING:
        return _carries(position, (move - CARRY) // STATIONS, (move - CARRY) % STATIONS, name)
    if move < END:
        return say("{name} brings in passengers on tile {tile}", name=name, tile=move - BRING + 1)
    return say("{name} ends the turn", name=name)


def _takes(position: Dice2, offer: int, name: SeatName) -> Sentence:
    if offer == OFFERS - 1:
        return say("{name} takes a complex die with its wild face", name=name)
    simple, complex = simple_offered(position, offer), complex_offered(position, offer)
    parts = []
    if simple:
        parts.append(say_many("{count} simple die", "{count} simple dice", count=simple))
    if complex:
        parts.append(say_many("{count} complex die", "{count} complex dice", count=complex))
    return say("{name} takes {dice} to roll", name=name, dice=both(parts))


def _square(move: int) -> int:
    if move < EXCHANGE:
        return (move - LAY) // SIMPLE_SHAPES
    return (move - EXCHANGE) // COMPLEX_SHAPES


def _lays(position: Dice2, move: int, name: SeatName) -> Sentence:
    square = _square(move)
    if move >= EXCHANGE:
        laid, old = COMPLEX + (move - EXCHANGE) % COMPLEX_SHAPES, position.board[square]
        return say(
            "{name} exchanges {old} on {square} for {new}", name=name, old=shape(old), square=square_name(square), new=shape(laid)
        )
    told = say(
        "{name} lays {shape} on {square}", name=name, shape=shape(SIMPLE + (move - LAY) % SIMPLE_SHAPES), square=square_name(square)
    )
    if position.fee[square] == 0:
        return told
    return say("{what} and pays {tokens}", what=told, tokens=tokens(position.fee[square]))


def _buys(position: Dice2, name: SeatName) -> Sentence:
    value = on_sale(position)
    return say("{name} buys a locomotive {value} for {tokens}", name=name, value=value + SLOWEST, tokens=tokens(PRICE[value]))


def _carries(position: Dice2, value: int, goal: int, name: SeatName) -> Sentence:
    return say(
        "{name} brings home {passengers} from {station} with a locomotive {value}",
        name=name,
        passengers=passengers(load(position, value, goal)),
        station=station(position, goal),
        value=value + SLOWEST,
    )


# The prompt.


def prompt(view: View) -> Sentence:
    """Return what the seat of the view should do now, or which player it waits for."""
    position = cast("Dice2", view.position)
    if position.actor == OVER:
        return _result(position, view.seat)
    if position.actor == CHANCE:
        return say("The dice are rolling.")
    if position.actor != view.seat:
        return say("Waiting for {name}.", name=SeatName(position.actor))
    if position.phase == HOMES:
        return say(
            "Place {station}: not at the edge of the map, not on water, on a tile without a station.",
            station=station(position, position.actor),
        )
    if position.phase == GREYS:
        return say(
            "Place {station}: not at the edge of the map, not on water, two squares from every other.",
            station=station(position, station_due(position)),
        )
    return _task(position)


def _task(position: Dice2) -> Sentence:
    if position.phase == CLOSING:
        return say("Closing phase, without dice: {actions}.", actions=either(_possible(position)))
    return say("Your turn: {actions}.", actions=either(_possible(position)))


def _possible(position: Dice2) -> list[Sentence]:
    """Return the actions that are open, in the order of the rulebook (RD2-32)."""
    moves = list(position.legal_moves())
    can: list[Sentence] = []
    if position.roll == OPEN and position.phase != CLOSING:
        can += [say("take dice"), say("give up the roll for passengers")]
    if any(LAY <= move < EXCHANGE for move in moves):
        can.append(say("lay a simple die"))
    if any(EXCHANGE <= move < BUY for move in moves):
        can.append(say("exchange a die"))
    if BUY in moves:
        can.append(
            say(
                "buy the locomotive {value} for {tokens}",
                value=on_sale(position) + SLOWEST,
                tokens=tokens(PRICE[on_sale(position)]),
            )
        )
    if any(CARRY <= move < BRING for move in moves):
        can.append(say("transport passengers"))
    if any(BRING <= move < END for move in moves):
        can.append(say("bring in passengers"))
    return [*can, say("end the turn")]


# The end.


def _result(position: Dice2, reader: int) -> Sentence:
    """Return the winner, and the tie-break if the tokens are equal (RD2-96, RD2-97)."""
    ranks = position.ranks()
    winners = [seat for seat in range(position.seats) if ranks[seat] == 0]
    best = tokens(position.cash[winners[0]])
    if len(winners) > 1:
        players = both([SeatName(seat) for seat in winners])
        return say("The game is over. Shared victory with {tokens}: {players}.", tokens=best, players=players)
    if winners[0] == reader:
        result = say("The game is over. You win with {tokens}.", tokens=best)
    else:
        result = say("The game is over. {name} wins with {tokens}.", name=SeatName(winners[0]), tokens=best)
    return _tie_break(position, winners[0], result)


def _tie_break(position: Dice2, winner: int, result: Sentence) -> Sentence:
    rivals = [seat for seat in range(position.seats) if seat != winner and position.cash[seat] == position.cash[winner]]
    if not rivals:
        return result
    links = [count_bits(position.linked[seat]) for seat in range(position.seats)]
    if all(links[seat] < links[winner] for seat in rivals):
        return say("{result} Others have as many tokens, but fewer linked stations (RD2-97).", result=result)
    return say("{result} Others have as many tokens, but fewer locomotives (RD2-97).", result=result)

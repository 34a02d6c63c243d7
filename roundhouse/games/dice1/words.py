"""The messages of Railroad Dice: a sentence of the log for every move, and a prompt for every reader."""

from __future__ import annotations

from typing import cast

from roundhouse.core.sentence import SeatName, Sentence, both, either, say, say_many
from roundhouse.core.state import CHANCE, OVER, View
from roundhouse.games.dice1.board import EDGE, FACES, PLAN_COMPANY, PLAN_NEEDS, SIDES, STEP, WAY_KIND, WAY_TURN, WILD
from roundhouse.games.dice1.bridges import points_at_lake
from roundhouse.games.dice1.dice import in_front, income_of, too_many
from roundhouse.games.dice1.laying import lay_due
from roundhouse.games.dice1.moves import (
    BUY,
    BUY_FROM,
    CUP,
    END,
    ENDS,
    HANDFUL,
    INCOME,
    KEEP,
    KEPT_FACES,
    LAY,
    PAY,
    ROLL,
    SHOWN,
    STATION,
    TILE,
    lay_end,
    lay_exit,
    lay_out,
    station_end,
    station_plan,
)
from roundhouse.games.dice1.notation import square_name
from roundhouse.games.dice1.phrases import (
    A_SHARE,
    A_STATION,
    A_TILE,
    CLOSING_WORDS,
    END_WORDS,
    REQUIREMENT_WORDS,
    THE_END,
    dice,
    passengers,
    some_dice,
)
from roundhouse.games.dice1.position import CUPPED, ENTERING, KEEPING, PAYING, RUNNING, TILING
from roundhouse.games.dice1.state import Dice1
from roundhouse.games.dice1.stations import station_due

# The log.


def describe(view: View, move: int) -> Sentence:
    """Return what a move does, given the position before it; `consequences` say what follows."""
    before = cast("Dice1", view.position)
    return _deed(before, move, SeatName(before.turn))


def _deed(position: Dice1, move: int, name: SeatName) -> Sentence:
    if move >= HANDFUL:
        first = (move - HANDFUL) * FACES
        return say("{name} rolls {dice}", name=name, dice=dice(list(SHOWN[first : first + FACES])))
    if move < TILE:
        return _lays(position, move, name)
    if move < STATION:
        return _goes_on(move - TILE, name)
    if move < PAY:
        return _builds(position, move, name)
    if move < BUY:
        return _pays(position, move - PAY, name)
    if move < INCOME:
        return _buys(position, move, name)
    if move == INCOME:
        return _earns(position, name)
    return _handles(position, move, name)


def _lays(position: Dice1, move: int, name: SeatName) -> Sentence:
    """Describe a rail and the cost of its square (RD1-57), and whether it leads off the tile (RD1-64)."""
    end = lay_end(move)
    square = STEP[position.at[end] * SIDES + lay_out(move)]
    where = {"name": name, "square": square_name(square), "end": END_WORDS[end]}
    if lay_out(move) == lay_exit(move):
        told = say("{name} lays a straight rail on {square} {end}", **where)
    else:
        told = say("{name} lays a curved rail on {square} {end}", **where)
    if EDGE[lay_exit(move)] >> square & 1:
        told = say("{told} and leaves the tile", told=told)
    if lay_due(position, move):
        told = say("{told}; the fee is {dice}", told=told, dice=some_dice(lay_due(position, move)))
    return told


def _goes_on(way: int, name: SeatName) -> Sentence:
    tile = A_TILE[WAY_KIND[way]]
    if WAY_TURN[way] == 0:
        return say("{name} goes on to {tile}", name=name, tile=tile)
    return say_many(
        "{name} goes on to {tile}, turned by {count} quarter",
        "{name} goes on to {tile}, turned by {count} quarters",
        count=WAY_TURN[way],
        name=name,
        tile=tile,
    )


def _builds(position: Dice1, move: int, name: SeatName) -> Sentence:
    plan = station_plan(move)
    return say(
        "{name} builds {station} {requirement} {end} for {dice}",
        name=name,
        station=A_STATION[PLAN_COMPANY[plan]],
        requirement=REQUIREMENT_WORDS[PLAN_NEEDS[plan]],
        end=END_WORDS[station_end(move)],
        dice=some_dice(station_due(position, move)),
    )


def _pays(position: Dice1, wild: int, name: SeatName) -> Sentence:
    """Describe the two kinds of dice in a payment (RD1-18)."""
    parts = []
    if wild:
        parts.append(say_many("{count} wild die", "{count} wild dice", count=wild))
    if position.due > wild:
        parts.append(say_many("{count} die of the reserve", "{count} dice of the reserve", count=position.due - wild))
    return say("{name} pays with {dice}", name=name, dice=both(parts))


def _buys(position: Dice1, move: int, name: SeatName) -> Sentence:
    if move < BUY_FROM:
        return say("{name} buys {share} from the bank", name=name, share=A_SHARE[move - BUY])
    company = move - BUY_FROM
    director = SeatName(position.director[company])
    return say("{name} buys {share} from {director}", name=name, share=A_SHARE[company], director=director)


def _earns(position: Dice1, name: SeatName) -> Sentence:
    """Describe the income, as much as the bank can give (RD1-30, RD1-32)."""
    income = some_dice(min(income_of(position, position.turn), position.bank))
    if position.chute[position.turn]:
        return say("{name} takes {dice} as a golden parachute, wild and in front", name=name, dice=income)
    return say("{name} takes {dice} as income", name=name, dice=income)


def _handles(position: Dice1, move: int, name: SeatName) -> Sentence:
    """Describe the cup and the roll (RD1-34), and the five dice that stay (RD1-29)."""
    if move == CUP:
        return say("{name} rolls no wild dice", name=name)
    if move < ROLL:
        return say_many(
            "{name} rolls {count} wild die, which the bank doubles",
            "{name} rolls {count} wild dice, which the bank doubles",
            count=move - CUP,
            name=name,
        )
    if move < KEEP:
        given = min(position.cup, position.bank)
        rolled = some_dice(move - ROLL + position.cup + given)
        return say("{name} adds {count} of the reserve and rolls {dice} in all", name=name, count=move - ROLL, dice=rolled)
    if move < END:
        first = (move - KEEP) * FACES
        return say("{name} keeps {dice} in front and ends the turn", name=name, dice=dice(list(KEPT_FACES[first : first + FACES])))
    if too_many(position) and not is_one_face(position):
        return say("{name} chooses the five dice that stay", name=name)
    return say("{name} ends the turn", name=name)


def is_one_face(position: Dice1) -> bool:
    """Return whether all dice in front show one face, so that there is nothing to choose when five of them stay."""
    first = position.turn * FACES
    return sum(1 for count in position.front[first : first + FACES] if count) <= 1


# The prompt.


def prompt(view: View) -> Sentence:
    """Return what the seat of the view should do now, or which player it waits for; in the last year, say so."""
    position = cast("Dice1", view.position)
    if position.actor == OVER:
        return _result(position, view.seat)
    told = _now(position, view.seat)
    if position.closing == RUNNING:
        return told
    return say("{told} This is the last year: {why}.", told=told, why=CLOSING_WORDS[position.closing])


def _now(position: Dice1, reader: int) -> Sentence:
    if position.actor == CHANCE:
        return say("The dice are being rolled.")
    if position.actor != reader:
        return say("Waiting for {name}.", name=SeatName(position.actor))
    if position.phase == CUPPED:
        return say("How many dice of your reserve do you roll as well? You have {count}.", count=position.reserve[reader])
    if position.phase == PAYING:
        return say_many(
            "Pay {count} die: choose which of your dice pay.",
            "Pay {count} dice: choose which of your dice pay.",
            count=position.due,
        )
    if position.phase == TILING:
        return say("The line leaves its tile: choose the next one.")
    if position.phase == ENTERING:
        return say("Lay the first rail on the new tile.")
    if position.phase == KEEPING:
        return say("Five dice may stay in front of you: choose them. The others go back to the bank.")
    return _task(position)


def _task(position: Dice1) -> Sentence:
    """Return the actions that are open (RD1-27)."""
    moves = list(position.legal_moves())
    kinds = [
        (INCOME, CUP, _income_word(position)),
        (CUP, ROLL, say("roll dice")),
        (LAY, TILE, say("lay a rail")),
        (STATION, PAY, say("build a station")),
        (BUY, INCOME, say("buy a share")),
        (END, HANDFUL, say("end the turn")),
    ]
    can = [word for first, last, word in kinds if any(first <= move < last for move in moves)]
    if END not in moves:  # RD1-75
        end = next(end for end in range(ENDS) if points_at_lake(position, end))
        return say("Your turn: {actions}. First {end} must reach a shore.", actions=either(can), end=THE_END[end])
    return say("Your turn: {actions}.", actions=either(can))


def _income_word(position: Dice1) -> Sentence:
    if position.chute[position.turn]:
        return say("take the golden parachute")
    return say("take income")


# The end.


def _result(position: Dice1, reader: int) -> Sentence:
    """Return the winner, and the tie-break if the passengers are equal (RD1-94, RD1-95)."""
    ranks = position.ranks()
    winners = [seat for seat in range(position.seats) if ranks[seat] == 0]
    best = passengers(position.tokens[winners[0]])
    if len(winners) > 1:
        players = both([SeatName(seat) for seat in winners])
        return say("The game is over. Shared victory with {tokens}: {players}.", tokens=best, players=players)
    if winners[0] == reader:
        result = say("The game is over. You win with {tokens}.", tokens=best)
    else:
        result = say("The game is over. {name} wins with {tokens}.", name=SeatName(winners[0]), tokens=best)
    return _tie_break(position, winners[0], result)


def _tie_break(position: Dice1, winner: int, result: Sentence) -> Sentence:
    rivals = [seat for seat in range(position.seats) if seat != winner and position.tokens[seat] == position.tokens[winner]]
    if not rivals:
        return result
    if all(in_front(position, seat, WILD) < in_front(position, winner, WILD) for seat in rivals):
        return say("{result} Others have as many passengers, but fewer wild dice in front (RD1-95).", result=result)
    return say("{result} Others have as many passengers, but fewer dice (RD1-95).", result=result)

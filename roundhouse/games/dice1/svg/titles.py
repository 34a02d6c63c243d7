"""Moves in words: what they do, what they cost or bring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roundhouse.core.sentence import Sentence, both, say, say_many
from roundhouse.games.dice1.board import EDGE, FACES, PLAN_COMPANY, PLAN_NEEDS, WAY_KIND, WAY_TURN
from roundhouse.games.dice1.dice import income_of
from roundhouse.games.dice1.laying import lay_due
from roundhouse.games.dice1.moves import (
    BUY,
    BUY_FROM,
    CUP,
    END,
    INCOME,
    KEEP,
    KEPT_FACES,
    PAY,
    ROLL,
    STATION,
    TILE,
    lay_end,
    lay_exit,
    lay_out,
    station_end,
    station_plan,
)
from roundhouse.games.dice1.notation import square_name
from roundhouse.games.dice1.phrases import A_SHARE, A_STATION, A_TILE, END_WORDS, REQUIREMENT_WORDS, dice, some_dice
from roundhouse.games.dice1.position import PAYING
from roundhouse.games.dice1.stations import station_due
from roundhouse.games.dice1.svg.reader import Reader, place_of
from roundhouse.games.dice1.svg.ways import Way

if TYPE_CHECKING:
    from roundhouse.games.dice1.state import Dice1

_TURNED: Final = (say("as it is"), say("a quarter turn"), say("half a turn"), say("three quarter turns"))
_WAY_TO: Final = (say("to the north"), say("to the east"), say("to the south"), say("to the west"))


def way_title(way: Way) -> Sentence:
    """Describe a way: its rails, where it ends and goes on, its fee and the wild dice that it uses."""
    out, square = way.goal.exit, square_name(way.goal.square)
    where = {"square": square, "way": _WAY_TO[out], "end": END_WORDS[way.end]}
    count = way.rails
    if EDGE[out] >> way.goal.square & 1:
        told = say_many(
            "Lay {count} rail to {square} {end} and leave the tile {way}",
            "Lay {count} rails to {square} {end} and leave the tile {way}",
            count=count,
            **where,
        )
    else:
        told = say_many(
            "Lay {count} rail to {square} {end}, then {way}",
            "Lay {count} rails to {square} {end}, then {way}",
            count=count,
            **where,
        )
    if way.dice:
        told = say("{what}; fee: {dice}", what=told, dice=some_dice(way.dice))
    if way.wild > 0:
        wilds = say_many("{count} wild die", "{count} wild dice", count=way.wild)
        told = say("{what}; uses {wild}", what=told, wild=wilds)
    return told


def build_title(square: int) -> Sentence:
    """Describe the button that opens the stations of a square."""
    return say("Build a station on {square}", square=square_name(square))


def payment_of(position: Dice1, move: int) -> int | None:
    """Return the payment with fewest wild dice after a move that leaves a choice of dice to pay with, else None."""
    after = position.copy()
    after.apply(move)
    return int(after.legal_moves()[0]) if after.phase == PAYING else None


def station_title(reader: Reader, move: int, payment: int) -> Sentence:
    """Describe a station together with its payment."""
    paid = payment_words(station_due(reader.position, move), payment - PAY)
    return say("{what}: {payment}", what=move_title(reader, move), payment=paid)


def move_title(reader: Reader, move: int) -> Sentence:
    """Return any move of a seat in words."""
    if move < TILE:
        return _lay(reader, move)
    if move < STATION:
        return say("Lay {tile} ({turned})", tile=A_TILE[WAY_KIND[move - TILE]], turned=_TURNED[WAY_TURN[move - TILE]])
    if move < PAY:
        return _build(reader, move)
    if move < BUY:
        return payment(reader, move - PAY)
    if move < BUY_FROM:
        return say("Buy {share} from the bank", share=A_SHARE[move - BUY])
    if move < INCOME:
        company = move - BUY_FROM
        director = reader.names[reader.position.director[company]]
        return say("Buy {share} from {director}", share=A_SHARE[company], director=director)
    return _dice(reader, move)


def _lay(reader: Reader, move: int) -> Sentence:
    """Describe a rail (RD1-57), whether it leads off the tile (RD1-64), and its fee (RD1-72)."""
    position = reader.position
    _, square = place_of(position, move)
    where = {"square": square_name(square), "end": END_WORDS[lay_end(move)]}
    if lay_out(move) == lay_exit(move):
        told = say("Lay a straight rail on {square} {end}", **where)
    else:
        told = say("Lay a curve {way} on {square} {end}", way=_WAY_TO[lay_exit(move)], **where)
    if EDGE[lay_exit(move)] >> square & 1:
        told = say("{what} and leave the tile", what=told)
    due = lay_due(position, move)
    return say("{what} for {dice}", what=told, dice=some_dice(due)) if due else told


def _build(reader: Reader, move: int) -> Sentence:
    plan = station_plan(move)
    told = say(
        "Build {station} {requirement} on {square} {end}",
        station=A_STATION[PLAN_COMPANY[plan]],
        requirement=REQUIREMENT_WORDS[PLAN_NEEDS[plan]],
        square=square_name(place_of(reader.position, move)[1]),
        end=END_WORDS[station_end(move)],
    )
    return say("{what} for {dice}", what=told, dice=some_dice(station_due(reader.position, move)))


def payment(reader: Reader, wild: int) -> Sentence:
    """Describe a payment that is due."""
    return say("Pay {dice}", dice=payment_words(reader.position.due, wild))


def payment_words(due: int, wild: int) -> Sentence:
    """Describe the dice of a payment: wild ones, and the others from the reserve (RD1-18)."""
    rest = due - wild
    reserve = say_many("{count} die of the reserve", "{count} dice of the reserve", count=rest)
    if not wild:
        return reserve
    wilds = say_many("{count} wild die", "{count} wild dice", count=wild)
    return both([wilds, reserve]) if rest else wilds


def income_words(reader: Reader) -> Sentence:
    """Describe the income, as much as the bank can give (RD1-30, RD1-32)."""
    position = reader.position
    income = some_dice(min(income_of(position, position.turn), position.bank))
    if position.chute[position.turn]:
        return say("Golden parachute: {dice}, wild", dice=income)
    return say("Take income: {dice}", dice=income)


def rolled_with(reader: Reader, reserve: int) -> int:
    """Return the number of dice in a roll (RD1-35); the bank doubles the cup as far as it can."""
    return reserve + reader.position.cup + min(reader.position.cup, reader.position.bank)


def _dice(reader: Reader, move: int) -> Sentence:
    if move == INCOME:
        return income_words(reader)
    if move == CUP:
        return say("Roll dice of your reserve only")
    if move < ROLL:
        return say_many("Roll with {count} wild die", "Roll with {count} wild dice", count=move - CUP)
    if move < KEEP:
        count = move - ROLL
        return say("Roll {count} of your reserve: {dice} in all", count=count, dice=some_dice(rolled_with(reader, count)))
    if move < END:
        first = (move - KEEP) * FACES
        return say("Keep {dice}", dice=dice(list(KEPT_FACES[first : first + FACES])))
    return say("End turn")

"""Why things changed: what follows from a move, what a draft does to the acting seat, and where the points came from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from roundhouse.core.game import Cause, Prospect
from roundhouse.core.sentence import SeatName, Sentence, both, say, say_many
from roundhouse.core.state import OVER, View
from roundhouse.games.dice1.board import COMPANIES, FACES, LEAST_INCOME, REWARD, SHARE, WILD
from roundhouse.games.dice1.dice import dice_of, front_size, income_of
from roundhouse.games.dice1.laying import lay_due
from roundhouse.games.dice1.moves import HANDFUL, INCOME, TILE
from roundhouse.games.dice1.phrases import CLOSING_WORDS, THE_COMPANY, passengers, some_dice
from roundhouse.games.dice1.position import NONE, PAYING, Position
from roundhouse.games.dice1.stations import largest_group, station_due

if TYPE_CHECKING:
    from roundhouse.games.dice1.state import Dice1


def consequences(before: View[Dice1], move: int, after: View[Dice1]) -> Sequence[Sentence]:
    """Return what followed from a move: rewards, payments, the end of a year company by company, the end of the game."""
    old, new = before.position, after.position
    told: list[Sentence] = []
    if move < HANDFUL:
        told += _rewards(old, move, new)
    if move == INCOME and not old.chute[old.turn] and income_of(old, old.turn) > LEAST_INCOME:
        told.append(say("A die for each station of the companies that {name} directs", name=SeatName(old.turn)))
    if new.year > old.year or new.actor == OVER:
        told += _year(old, new)
    if new.actor == OVER:
        told.append(say("The game is over: {why}", why=CLOSING_WORDS[new.closing]))
    elif new.closing != old.closing:
        told.append(say("The game ends with this year: {why}", why=CLOSING_WORDS[new.closing]))
    return told


def _rewards(old: Position, move: int, new: Position) -> list[Sentence]:
    """Return the wild dice for a station (RD1-49) or a new tile (RD1-68), the dice of the tile left, and the fee that was paid."""
    made = old.pending if old.phase == PAYING else move
    built, arrived = sum(new.built) > sum(old.built), old.moving != NONE and new.moving == NONE
    told = []
    fee = int(lay_due(old, made)) if made < TILE and sum(new.taken) != sum(old.taken) and new.phase != PAYING else 0
    if fee and old.phase != PAYING:
        told.append(say("Fee for the ground: {dice}", dice=some_dice(fee)))
    if not built and not arrived:
        return told
    spent = int(station_due(old, made)) if built else 1 + int(lay_due(old, made))
    gained = int(dice_of(new, old.turn) - dice_of(old, old.turn)) + spent
    wild = say_many("{count} wild die", "{count} wild dice", count=gained)
    told.append(say("Reward for the station: {dice}", dice=wild) if built else say("Reward for the new tile: {dice}", dice=wild))
    if gained < REWARD:
        told.append(say("The bank has no more dice to give"))
    if old.held:
        told.append(say("Back to the bank from the tile left behind: {dice}", dice=some_dice(old.held)))
    return told


def _year(old: Position, new: Position) -> list[Sentence]:
    """Return what the end of a year brings (RD1-82 to RD1-89): passengers by company, new directors, parachutes, who begins."""
    told = [say("Year {year} ends", year=old.year)]
    for company in range(COMPANIES):
        director, count = old.director[company], largest_group(new, company)
        if director != NONE and count:
            gain = {"name": SeatName(director), "tokens": passengers(count), "company": THE_COMPANY[company]}
            told.append(say("{name} gets {tokens} as director of {company}", **gain))
    if new.actor == OVER:
        return told
    for company in range(COMPANIES):
        director = new.director[company]
        if director not in (NONE, old.director[company]):
            told.append(
                say("{name} has most shares and now directs {company}", name=SeatName(director), company=THE_COMPANY[company])
            )
    lost = [SeatName(seat) for seat in range(new.seats) if new.chute[seat] and not old.chute[seat]]
    if lost:
        told.append(say("Lost the last company, so 4 wild dice as next income: {names}", names=both(lost)))
    return [*told, say("{name} begins year {year}", name=SeatName(new.first), year=new.year)]


# What a draft changes.


def prospects(before: View[Dice1], after: View[Dice1]) -> Sequence[Prospect]:
    """Return the figures of the acting seat that a draft changes: dice, shares, stations, income, and what its companies pay."""
    old, new, seat = before.position, after.position, before.seat
    rows: list[tuple[Sentence, int, int]] = [
        (say("Dice in front"), int(front_size(old, seat)), int(front_size(new, seat))),
        (say("Wild dice"), int(old.front[seat * FACES + WILD]), int(new.front[seat * FACES + WILD])),
        (say("Share dice"), int(old.front[seat * FACES + SHARE]), int(new.front[seat * FACES + SHARE])),
        (say("Reserve"), int(old.reserve[seat]), int(new.reserve[seat])),
        (say("Shares held"), _shares(old, seat), _shares(new, seat)),
        (say("Income a turn"), int(income_of(old, seat)), int(income_of(new, seat))),
        (say("Passengers at the end of the year"), _due(old, seat), _due(new, seat)),
        (say("Passengers"), int(old.tokens[seat]), int(new.tokens[seat])),
    ]
    return [(label, str(was), str(now)) for label, was, now in rows if was != now]


def _shares(position: Position, seat: int) -> int:
    return int(sum(position.shares[seat * COMPANIES : (seat + 1) * COMPANIES]))


def _due(position: Position, seat: int) -> int:
    """Return the passengers that the companies of a seat would bring now (RD1-82)."""
    return sum(int(largest_group(position, company)) for company in range(COMPANIES) if position.director[company] == seat)


# Where the points came from.


def breakdown(view: View[Dice1]) -> Sequence[Cause]:
    """Return the passengers of the last year by company, and those of all years before together."""
    position = view.position
    rows: list[Cause] = []
    left = [int(tokens) for tokens in position.tokens]
    for company in range(COMPANIES):
        director, count = position.director[company], int(largest_group(position, company))
        if director != NONE and count:
            rows.append(
                (
                    say("{company}, last year", company=THE_COMPANY[company]),
                    [count if s == director else 0 for s in range(position.seats)],
                )
            )
            left[director] -= count
    return [(say("all years before"), left), *rows]

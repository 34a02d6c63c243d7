"""The heuristic of Railroad Dice 2: a home in the middle, the shortest ways to many stations, locomotives early, full trips.

The weights were tuned by self-play with two to four seats.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.draw import Rng
from roundhouse.core.state import View
from roundhouse.games.dice2.board import CELLS, LOCOMOTIVE, PRICE, SCRAPPER, STATIONS, WILD
from roundhouse.games.dice2.drafts import best_lay
from roundhouse.games.dice2.fleet import pays_off
from roundhouse.games.dice2.moves import BRING, BUY, END, FEED, OFFER, PLACE
from roundhouse.games.dice2.outlook import not_linked_by_all
from roundhouse.games.dice2.position import CARRIED, GREYS, HOMES, NONE, OPEN, TURN
from roundhouse.games.dice2.state import Dice2
from roundhouse.games.dice2.stations import steps
from roundhouse.games.dice2.traffic import on_sale
from roundhouse.games.dice2.trips import Trips
from roundhouse.games.dice2.ways import FAR, dice_of, exchanges_of, stations_to_reach, surveyed

# Placing stations, by orthogonal steps.
HILL: Final = 2  # steps that a home on a mountain, where rails would cost a fee, makes up for
NEAR_HOME: Final = 10  # against a grey station: each step from the seat's home
FAR_FROM_OTHERS: Final = 3  # for it: each step from the nearest other home

# The average value of each offer in tenths of a token, measured over many rolls.
IN_ANY_CASE: Final = vec[i64]([14, 19, 17, 17])
_BY_DICE: Final = 7
_BY_EXCHANGES: Final = 3
# For each station not linked: a row by the exchanges that the way to it takes, 0 to 2, and in it by the simple dice, 0 to 6.
_TOWARDS: Final = (
    ((0, 21, 23, 24, 25, 7, 6), (1, 8, 5, 6, 6, 0, 0), (2, 1, 2, 0, 0, 0, 0)),  # 4 simple dice
    ((0, 20, 20, 21, 18, 5, 3), (10, 16, 15, 11, 10, 0, 0), (8, 8, 9, 1, 0, 0, 0)),  # 2 simple, 1 complex
    ((0, 19, 0, -1, 6, -2, -5), (23, 23, 19, 12, 10, 0, 0), (20, 16, 17, 7, 0, 0, 0)),  # 2 complex
    ((0, 13, -2, -1, 3, -2, -5), (24, 17, 14, 7, 6, 0, 0), (17, 14, 12, 3, 0, 0, 0)),  # 1 complex, wild
)
TOWARDS: Final = vec[i64]([value for offer in _TOWARDS for row in offer for value in row])
FEED_GAIN: Final = 13  # additional passengers for this turn's trips that justify giving up the roll

# Bringing in passengers.
FETCHED: Final = 4  # each additional passenger that this turn's trips take
OWN_STATION: Final = 1  # each station on the tile that is linked with the seat's home; against it, each linked with another


def advise(seen: View[Dice2], rng: Rng) -> i64:
    """Return the acting seat's move; the generator only breaks ties between places for stations."""
    at = seen.position
    if at.phase == HOMES or at.phase == GREYS:
        return _best_site(at, rng)
    if at.phase == TURN and at.roll == OPEN:
        return _offer(at)
    if at.phase == TURN and at.deeds & CARRIED == 0:
        move = best_lay(at)
        if move == NONE:
            move = _arrivals(at)
        if move != NONE:
            return move
    return _traffic(at)


# Stations.


def _best_site(at: Dice2, rng: Rng) -> i64:
    """Return where to place the next station."""
    best: i64 = NONE
    best_value: i64 = 0
    moves = at.legal_moves()
    for move in moves:
        value = _home_value(at, move - PLACE, moves) if at.phase == HOMES else _grey_value(at, move - PLACE)
        value = 2 * value + rng.below(2)
        if best == NONE or value > best_value:
            best = move
            best_value = value
    return best


def _home_value(at: Dice2, square: i64, sites: vec[i64]) -> i64:
    """Return the value of a home: near to all squares where stations may be placed."""
    value = HILL * at.fee[square]
    for site in sites:
        value -= steps(at, square, site - PLACE)
    return value


def _grey_value(at: Dice2, square: i64) -> i64:
    """Return the value of a grey station: near to the seat's home and not to the others."""
    away: i64 = FAR
    for home in range(at.seats):
        if home != at.turn:
            away = min(away, steps(at, square, at.site[home]))
    return FAR_FROM_OTHERS * away - NEAR_HOME * steps(at, square, at.site[at.turn])


# Dice.


def _offer(at: Dice2) -> i64:
    """Return the most promising offer for the ways to stations not linked yet (RD2-42), or passengers for all tiles (RD2-35)."""
    fed = at.copy()
    fed.apply(FEED)
    if Trips(fed, at.turn).total - Trips(at, at.turn).total >= FEED_GAIN:
        return FEED
    goals = stations_to_reach(at, at.turn)
    ways = surveyed(at, not_linked_by_all(at)).of(at, at.turn, goals)
    best: i64 = FEED  # RD2-R11: nothing else is left when the bank has no dice
    best_value: i64 = 0
    for move in at.legal_moves():
        if OFFER <= move < FEED:
            value = _promise(move - OFFER, goals, ways)
            if best == FEED or value > best_value:
                best = move
                best_value = value
    return best


def _promise(offer: i64, goals: vec[i64], ways: vec[i64]) -> i64:
    """Return the average value of an offer, given the ways to the stations not linked yet."""
    total = IN_ANY_CASE[offer]
    for station in goals:
        way = ways[station]
        if way < FAR:
            exchanges = min(exchanges_of(way), _BY_EXCHANGES - 1)
            total += TOWARDS[(offer * _BY_EXCHANGES + exchanges) * _BY_DICE + min(dice_of(way), _BY_DICE - 1)]
    return total


def _arrivals(at: Dice2) -> i64:
    """Return the tile where new passengers serve this seat most, or NONE if they would serve the others (RD2-87)."""
    if at.front[LOCOMOTIVE] + at.front[WILD] == 0:
        return NONE
    now = Trips(at, at.turn).total
    best: i64 = NONE
    best_value: i64 = 0
    for move in at.legal_moves():
        if BRING <= move < END:
            after = at.copy()
            after.apply(move)
            value = FETCHED * (Trips(after, at.turn).total - now) + OWN_STATION * _lead_on(at, move - BRING)
            if value > best_value:
                best = move
                best_value = value
    return best


def _lead_on(at: Dice2, tile: i64) -> i64:
    """Return the number of stations on a tile linked with the seat's home, less those linked with others."""
    lead: i64 = 0
    for station in range(i64(STATIONS)):
        if at.site[station] == NONE or at.site[station] // CELLS != tile:
            continue
        for home in range(at.seats):
            if at.linked[home] >> station & 1:
                lead += 1 if home == at.turn else -1
    return lead


# Traffic.


def _traffic(at: Dice2) -> i64:
    """Return a purchase, a trip or the end of the turn: a locomotive that pays off comes first, since it can work at once.

    RD2-76: unless it would scrap locomotives that can still be used.
    """
    trips = Trips(at, at.turn)
    value = on_sale(at)
    if value != NONE and at.cash[at.turn] >= PRICE[value] and (value != SCRAPPER or trips.total == 0) and pays_off(at, at.turn):
        return BUY
    if trips.total > 0:
        return trips.first_move()
    return END

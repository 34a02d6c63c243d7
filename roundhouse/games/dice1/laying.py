"""Laying track and new tiles: chapters I, J, K and L of the rules.

The functions `..._fault` return the number of the clause that forbids a rail, or 0. They take the dice that would be used, so
that they also serve for "whatever dice one had" (RD1-91) and for the second rail of an operation that must not be begun if it
cannot be completed (RD1-97). `wild` is the number of wild dice in the fee; NONE asks whether any payment will do.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, count_bits
from roundhouse.core.rails import track
from roundhouse.games.dice1.board import (
    ACROSS,
    ALL,
    CURVE,
    EDGE,
    EMPTY,
    FITS,
    KINDS,
    LAKE,
    LAKE_FEE,
    MOUNTAIN,
    MOUNTAIN_FEE,
    REWARD,
    SIDES,
    SPOT_STEP,
    SQUARES,
    STATION_PIECE,
    STEP,
    STRAIGHT,
    TO_LEAVE,
    WAY_KIND,
    WAYS,
    ZONE,
)
from roundhouse.games.dice1.bridges import can_finish, can_span, points_at_lake
from roundhouse.games.dice1.dice import earn_wild, pay, spend
from roundhouse.games.dice1.ground import Ground, end_can_follow, end_goes_on, exits_at, goes_on, reserved
from roundhouse.games.dice1.landscape import exits_of, is_visited, need_at, update_exits, ways_left
from roundhouse.games.dice1.moves import BEND, BENDS, ENDS, TILE, lay_end, lay_exit, lay_move, lay_out
from roundhouse.games.dice1.position import ENTERING, NO_MINI_TILES, NONE, RUNNING, TILING, TURN, Position
from roundhouse.games.dice1.purse import PLENTY, Purse, after_fee, after_rail, is_overdrawn, purse_of

Rail = tuple[i64, i64, i64, i64]  # the end that it lengthens, its square, the heading there, and the side by which it goes on


# What may be laid.


def add_lays(moves: vec[i64], state: Position) -> vec[i64]:
    """Add the rails that can be laid at either end (RD1-57); only a station leaves more than one way out (RD1-58)."""
    dice = purse_of(state)
    for end in range(i64(ENDS)):
        for out in range(i64(SIDES)):
            if state.out[end] != NONE and state.out[end] != out:
                continue
            first = lay_move(end, out, 0)
            for move in range(first, first + BENDS):
                if lay_fault_with(state, move, NONE, dice) == 0:
                    moves = append(moves, move)
    return moves


def lay_fault(state: Position, move: i64, wild: i64) -> i64:
    """Return the clause that forbids the player to lay this rail with `wild` wild dice in the fee; 0 if none does."""
    return lay_fault_with(state, move, wild, purse_of(state))


def lay_fault_with(state: Position, move: i64, wild: i64, dice: Purse) -> i64:
    """Return the same as `lay_fault`, but with the given dice."""
    end, out, exit = lay_end(move), lay_out(move), lay_exit(move)
    if state.moving != NONE and state.moving != end:
        return 97
    if state.out[end] == NONE and out == state.back[end]:
        return 59
    if state.out[end] != NONE and out != state.out[end]:
        return 57
    slot = state.slot[end]
    square = STEP[state.at[end] * SIDES + out]
    if state.taken[slot] >> square & 1:
        return 60
    if reserved(state, end) >> square & 1:
        return 98
    rail = end, square, out, exit
    if EDGE[exit] >> square & 1:
        return _leaving_fault(state, rail, wild, dice)
    bank: i64 = NONE
    if state.moving == end:
        bank = state.bank
    ground = state.tile[slot], state.taken[slot], state.exits, state.paid[slot]
    return rail_fault(state, ground, rail, wild, bank, dice)


def fee_at(way: i64, paid: i64, square: i64) -> i64:
    """Return the dice that building on a square costs (RD1-73, RD1-77); 0 in a paid zone or on a meadow (RD1-76)."""
    if paid >> square & 1:
        return 0
    if MOUNTAIN[way] >> square & 1:
        return MOUNTAIN_FEE
    if LAKE[way] >> square & 1:
        return LAKE_FEE
    return 0


def rail_fault(state: Position, ground: Ground, rail: Rail, wild: i64, bank: i64, dice: Purse) -> i64:
    """Return the clause that forbids a rail that stays on its tile; the tile may be one not yet laid.

    RD1-60: it must not be led into anything, but may run alongside.
    `bank` is what the bank has if the rail is the first on a new tile and will be rewarded (RD1-68); NONE if not.
    """
    way, taken, exits, paid = ground
    end, square, heading, exit = rail
    dice = after_rail(dice, exit == heading)
    if is_overdrawn(dice):
        return 20
    fee = fee_at(way, paid, square)
    dice = after_fee(dice, fee, wild)
    if is_overdrawn(dice):
        return _fee_clause(way, square)
    ahead = STEP[square * SIDES + exit]
    if taken >> ahead & 1:
        return 60
    if not _lines_go_on(state, end, bank == NONE, taken, exits_at(exits, end), square, exit):
        return 98 if bank == NONE and reserved(state, end) >> ahead & 1 else 61
    if bank != NONE:
        gained = bank + fee
        if gained > REWARD:
            gained = REWARD
        straights, curves, wilds, reserve = dice
        dice = straights, curves, wilds + gained, reserve
    return _bridge_fault(state, (way, taken | BIT[square], exits, paid), rail, dice)


def _fee_clause(way: i64, square: i64) -> i64:
    if LAKE[way] >> square & 1:
        return 73
    return 77


def _lines_go_on(state: Position, end: i64, stays: bool, taken: i64, exits: i64, square: i64, exit: i64) -> bool:
    """Return whether after this rail its end can be continued (RD1-61); on the start tile, both ends (RD1-R28)."""
    now = taken | BIT[square]
    ahead = STEP[square * SIDES + exit]
    count = count_bits(now)
    kept: i64 = 0
    if stays:
        kept = reserved(state, end)
    if not goes_on(ALL & ~now & ~kept, ahead, exit, count, exits):
        return False
    if not stays or state.slot[0] != state.slot[1]:
        return True
    return end_goes_on(state, 1 - end, ALL & ~now & ~BIT[ahead], count, exits)


def _bridge_fault(state: Position, ground: Ground, rail: Rail, dice: Purse) -> i64:
    """Return the clause that forbids this rail because a bridge could not be finished with the dice left (RD1-74, RD1-99)."""
    way, _taken, exits, paid = ground
    end, square, _heading, exit = rail
    lake = LAKE[way]
    ahead = STEP[square * SIDES + exit]
    rest: i64 = 0
    if points_at_lake(state, 1 - end):
        rest = BIT[1 - end]
    if lake >> ahead & 1:
        fee: i64 = LAKE_FEE
        if (paid | lake & BIT[square]) & ZONE[way * SQUARES + ahead]:
            fee = 0  # the zone is paid for, at the latest with this rail
        if can_span(state, end, rest, ground, ahead, exit, fee, dice):
            return 0
        return 74
    if can_finish(state, rest, exits, dice):
        return 0
    return 99


# Leaving a tile.


def _leaving_fault(state: Position, rail: Rail, wild: i64, dice: Purse) -> i64:
    """Return the clause that forbids a rail leading off the tile: the whole operation must be possible (RD1-64, RD1-65, RD1-97).

    RD1-63, RD1-81: all dice and stations on the tile count, on the start tile those on both sides of the first rail.
    """
    end, square, heading, exit = rail
    slot = state.slot[end]
    way = state.tile[slot]
    now = state.taken[slot] | BIT[square]
    spot = state.spot[state.place[end]] + SPOT_STEP[exit]
    if is_visited(state, spot):
        return 62
    if count_bits(now) < TO_LEAVE:
        return 63
    if not exits_at(state.exits, end) >> exit & 1:
        return 71
    dice = after_rail(dice, exit == heading)
    if is_overdrawn(dice):
        return 20
    fee = fee_at(way, state.paid[slot], square)
    dice = after_fee(dice, fee, wild)
    if is_overdrawn(dice):
        return _fee_clause(way, square)
    fitting = _fitting(state, spot)
    for new in range(i64(WAYS)):
        if fitting >> new & 1 and _entering_fault(state, rail, now, new, state.bank + fee, dice) == 0:
            return 0
    return 67


def _fitting(state: Position, spot: i64) -> i64:
    """Return the ways of the remaining mini-tiles that fit at a place, as a mask (RD1-66)."""
    return FITS[need_at(state, spot, NONE, NONE)] & ways_left(state, NONE)


def _entering_fault(state: Position, last: Rail, left: i64, way: i64, bank: i64, dice: Purse) -> i64:
    """Return the clause that forbids a tile because no rail can be laid on it (RD1-67).

    The line has left another tile by the `last` rail; `left` are the squares taken there.
    """
    end, square, _before, heading = last
    spot = state.spot[state.place[end]] + SPOT_STEP[heading]
    ways = ways_left(state, WAY_KIND[way])
    other = exits_of(state, state.spot[state.place[1 - end]], spot, way, ways)
    if not _other_goes_on(state, 1 - end, other, left):
        return 61
    exits = exits_of(state, spot, spot, way, ways) << end * SIDES | other << (1 - end) * SIDES
    entry = STEP[square * SIDES + heading]
    ground = way, i64(0), exits, carried_fee(state.tile[state.slot[end]], square, way, entry)
    for bend in range(i64(BENDS)):
        exit = (heading + BEND[bend]) % SIDES
        if EDGE[exit] >> entry & 1:
            continue
        if rail_fault(state, ground, (end, entry, heading, exit), NONE, bank, dice) == 0:
            return 0
    return 67


def _other_goes_on(state: Position, other: i64, exits: i64, left: i64) -> bool:
    """Return whether the other end can still be continued (RD1-61); on a shared start tile it must pass both tests, RD1-R28."""
    if state.slot[0] == state.slot[1]:
        return end_goes_on(state, other, ALL & ~left, count_bits(left), exits)
    return end_can_follow(state, other, count_bits(state.taken[state.slot[other]]), exits)


def carried_fee(old: i64, square: i64, way: i64, entry: i64) -> i64:
    """Return the squares already paid for where the line crosses a mountain zone that spans two tiles (RD1-R14)."""
    if MOUNTAIN[old] >> square & 1 and MOUNTAIN[way] >> entry & 1:
        return ZONE[way * SQUARES + entry]
    return 0


def tile_fault(state: Position, way: i64) -> i64:
    """Return the clause that forbids this tile, after the leaving rail; 0 if none does."""
    end = state.moving
    slot = state.slot[end]
    if not _fitting(state, state.spot[state.place[end]] + SPOT_STEP[state.out[end]]) >> way & 1:
        return 66
    last = end, state.at[end], ACROSS[state.back[end]], state.out[end]
    return _entering_fault(state, last, state.taken[slot], way, state.bank, purse_of(state))


def add_tiles(moves: vec[i64], state: Position) -> vec[i64]:
    """Add the tiles that fit and can be entered, from which the player chooses (RD1-67)."""
    for way in range(i64(WAYS)):
        if tile_fault(state, way) == 0:
            moves = append(moves, TILE + way)
    return moves


# What laying does.


def lay_due(state: Position, move: i64) -> i64:
    """Return the fee of a rail."""
    end = lay_end(move)
    slot = state.slot[end]
    return fee_at(state.tile[slot], state.paid[slot], STEP[state.at[end] * SIDES + lay_out(move)])


def lay(state: Position, move: i64, wild: i64) -> None:
    """Lay one die at one end (RD1-57); a rail that leads off the tile requires a new tile (RD1-64)."""
    end, out, exit = lay_end(move), lay_out(move), lay_exit(move)
    slot = state.slot[end]
    square = STEP[state.at[end] * SIDES + out]
    pay_for_square(state, slot, square, lay_due(state, move), wild)
    if out == exit:
        spend(state, STRAIGHT)
    else:
        spend(state, CURVE)
    state.board[slot * SQUARES + square] = track(ACROSS[out], exit)
    state.taken[slot] |= BIT[square]
    state.at[end] = square
    state.out[end] = exit
    state.back[end] = ACROSS[out]
    state.laid = 1
    state.phase = TURN
    if state.moving == end:
        _complete_move(state)
    elif EDGE[exit] >> square & 1:
        state.moving = end
        state.phase = TILING


def pay_for_square(state: Position, slot: i64, square: i64, due: i64, wild: i64) -> None:
    """Pay for a square; the payment covers its whole zone until the end of the turn (RD1-73, RD1-77, RD1-78)."""
    if due == 0:
        return
    pay(state, due, wild)
    way = state.tile[slot]
    if (LAKE[way] | MOUNTAIN[way]) >> square & 1:
        state.paid[slot] |= ZONE[way * SQUARES + square]


def lay_tile(state: Position, way: i64) -> None:
    """Lay a mini-tile, move the pawn and clear the tile left; its dice wait for the reward (RD1-69, RD1-70).

    RD1-79: the start tile is not cleared while the other end is on it; the end that leaves it first has the orange pawns.
    RD1-80: the other end then gets the brown ones.
    """
    end = state.moving
    old = state.slot[end]
    spot = state.spot[state.place[end]] + SPOT_STEP[state.out[end]]
    paid = carried_fee(state.tile[old], state.at[end], way, STEP[state.at[end] * SIDES + state.out[end]])
    if state.orange == NONE:
        state.orange = end
    if state.slot[0] == state.slot[1]:
        state.slot[end] = 1 - old
    else:
        state.held = _clear(state, old)
    slot = state.slot[end]
    state.tile[slot] = way
    state.taken[slot] = 0
    state.paid[slot] = paid
    state.place[end] = i64(len(state.spot))
    state.spot = append(state.spot, spot)
    state.land = append(state.land, way)
    state.stops = append(state.stops, 0)
    _use_mini_tile(state, WAY_KIND[way])
    update_exits(state)
    state.phase = ENTERING


def _clear(state: Position, slot: i64) -> i64:
    """Empty a large tile; return the number of rail dice on it."""
    dice: i64 = 0
    for at in range(slot * SQUARES, (slot + 1) * SQUARES):
        if EMPTY < state.board[at] < STATION_PIECE:
            dice += 1
        state.board[at] = EMPTY
    return dice


def _use_mini_tile(state: Position, kind: i64) -> None:
    """Use up a mini-tile, which is never taken back (RD1-71). When none is left, the game ends with this year (RD1-93)."""
    state.supply[kind] -= 1
    for other in range(i64(KINDS)):
        if state.supply[other] > 0:
            return
    if state.closing == RUNNING:
        state.closing = NO_MINI_TILES


def _complete_move(state: Position) -> None:
    """Give the reward, then return the dice of the tile that was left to the bank (RD1-68)."""
    state.moving = NONE
    earn_wild(state, REWARD)
    state.bank += state.held
    state.held = 0


# Dead ends.


def is_dead(state: Position, end: i64) -> bool:
    """Return whether no rail can be laid at this end any more, whatever dice one had (RD1-91)."""
    for out in range(i64(SIDES)):
        for bend in range(i64(BENDS)):
            if lay_fault_with(state, lay_move(end, out, bend), NONE, PLENTY) == 0:
                return False
    return True

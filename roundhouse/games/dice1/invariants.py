"""What must hold in every position of Railroad Dice."""

from __future__ import annotations

from mypy_extensions import i64

from roundhouse.core.bits import BIT, count_bits
from roundhouse.core.state import CHANCE, OVER
from roundhouse.games.dice1.board import (
    ACROSS,
    ALL,
    COMPANIES,
    EMPTY,
    FACES,
    FRONT_LIMIT,
    KINDS,
    LAKE,
    MINI_TILES,
    PLAN_COMPANY,
    PLANS,
    SHARES,
    SIDE_KIND,
    SIDES,
    SPOT_STEP,
    SQUARES,
    STATION_PIECE,
    STEP,
    STOCK,
    WAY_KIND,
)
from roundhouse.games.dice1.dice import front_size
from roundhouse.games.dice1.ground import end_can_follow, end_goes_on, exits_at, pointed
from roundhouse.games.dice1.landscape import exits_of, ways_left
from roundhouse.games.dice1.moves import ENDS
from roundhouse.games.dice1.position import ENTERING, NONE, PAYING, ROLLING, TILING, TURN, Position


def check(state: Position) -> None:
    """Raise AssertionError if a rule has been broken."""
    _check_phase(state)
    _check_dice(state)
    _check_shares(state)
    _check_map(state)
    _check_tiles(state)
    for end in range(i64(ENDS)):
        _check_end(state, end)


def _check_phase(state: Position) -> None:
    assert (state.actor == CHANCE) == (state.phase == ROLLING and state.actor != OVER)
    assert state.actor < 0 or state.actor == state.turn
    assert (state.pending == NONE) == (state.phase != PAYING)
    assert (state.moving != NONE) == (state.phase == TILING or state.phase == ENTERING) or state.phase == PAYING
    assert (state.loose > 0) == (state.phase == ROLLING)
    assert state.moving != NONE or state.held == 0


def _check_dice(state: Position) -> None:
    """Check that no die is lost or forged (RD1-R3), and that only during a turn more than five are in front (RD1-29)."""
    count = state.bank + state.cup + state.loose + state.held
    for seat in range(state.seats):
        assert state.reserve[seat] >= 0
        for face in range(i64(FACES)):
            assert state.front[seat * FACES + face] >= 0
        count += state.reserve[seat] + front_size(state, seat)
        assert seat == state.turn or front_size(state, seat) <= FRONT_LIMIT, "RD1-29: too many dice in front"
    for thing in state.board:
        if EMPTY < thing < STATION_PIECE:
            count += 1
    assert state.bank >= 0
    assert count == state.dice, "RD1-23: dice are lost or forged"


def _check_shares(state: Position) -> None:
    """Check that no share is lost or forged, and the number of stations by company (RD1-7, RD1-13)."""
    for company in range(i64(COMPANIES)):
        count = state.left[company]
        for seat in range(state.seats):
            assert state.shares[seat * COMPANIES + company] >= 0
            count += state.shares[seat * COMPANIES + company]
        assert count == SHARES, "RD1-7: shares are lost or forged"
        built: i64 = 0
        for plan in range(i64(PLANS)):
            if PLAN_COMPANY[plan] == company:
                assert 0 <= state.built[plan] <= STOCK[plan]
                built += state.built[plan]
        stops: i64 = 0
        for mask in state.stops:
            stops += mask >> company & 1
        assert built == stops, "RD1-40: two stations of a company on a tile"


def _check_map(state: Position) -> None:
    """Check the general map: no place twice (RD1-62), matching sides (RD1-66), the supply is what has not been laid (RD1-71)."""
    entries = i64(len(state.spot))
    for kind in range(i64(KINDS)):
        laid: i64 = 0
        for way in state.land:
            if WAY_KIND[way] == kind:
                laid += 1
        assert laid + state.supply[kind] == MINI_TILES[kind], "RD1-4: mini-tiles are lost or forged"
        assert state.supply[kind] >= 0
    for entry in range(entries):
        for other in range(entries):
            assert entry == other or state.spot[entry] != state.spot[other], "RD1-62: a place is visited twice"
            for side in range(i64(SIDES)):
                if state.spot[entry] + SPOT_STEP[side] == state.spot[other]:
                    mine = SIDE_KIND[state.land[entry] * SIDES + side]
                    assert mine == SIDE_KIND[state.land[other] * SIDES + ACROSS[side]], "RD1-66: green meets mountain"


def _check_tiles(state: Position) -> None:
    """Check that masks and pieces on the large tiles agree, and that the line runs through all pieces (RD1-5)."""
    for slot in range(i64(ENDS)):
        taken: i64 = 0
        for square in range(i64(SQUARES)):
            if state.board[slot * SQUARES + square] != EMPTY:
                taken |= BIT[square]
        assert taken == state.taken[slot]
    for end in range(i64(ENDS)):
        assert state.tile[state.slot[end]] == state.land[state.place[end]]
        assert _length(state, end) == count_bits(state.taken[state.slot[end]]), "RD1-59: the line is broken or has a branch"


def _length(state: Position, end: i64) -> i64:
    """Follow the line from an end back to where it entered the tile, or to the other end; return the number of pieces."""
    slot = state.slot[end]
    if (state.phase == ENTERING or (state.phase == PAYING and state.moving == end)) and end == state.moving:
        return 0
    shared = state.slot[0] == state.slot[1]
    square, side = state.at[end], state.back[end]
    count: i64 = 1
    while not (shared and square == state.at[1 - end] and count > 1) and _goes_back(state, slot, square, side):
        square = STEP[square * SIDES + side]
        side = _other_side(state, slot, square, ACROSS[side])
        count += 1
        assert count <= SQUARES
    return count


def _goes_back(state: Position, slot: i64, square: i64, side: i64) -> bool:
    """Return whether the piece across that side of a square has a rail towards it."""
    if side == NONE or state.taken[slot] >> STEP[square * SIDES + side] & 1 == 0:
        return False
    row_step = STEP[square * SIDES + side] - square
    if row_step not in (1, -1, 7, -7):  # across the edge of the tile
        return False
    thing = state.board[slot * SQUARES + STEP[square * SIDES + side]]
    return thing >= STATION_PIECE or thing >> ACROSS[side] & 1 != 0


def _other_side(state: Position, slot: i64, square: i64, entered: i64) -> i64:
    """Return the side by which the line leaves a piece; for a station, the side where a rail meets it."""
    thing = state.board[slot * SQUARES + square]
    for side in range(i64(SIDES)):
        if side != entered and (_meets(state, slot, square, side) if thing >= STATION_PIECE else thing >> side & 1):
            return side
    return NONE


def _meets(state: Position, slot: i64, square: i64, side: i64) -> bool:
    """Return whether a rail meets a station at that side."""
    thing = state.board[slot * SQUARES + STEP[square * SIDES + side]]
    return EMPTY < thing < STATION_PIECE and thing >> ACROSS[side] & 1 != 0


def _check_end(state: Position, end: i64) -> None:
    """Check that both ends can be continued (RD1-61, RD1-98), lakes (RD1-75) and that the exits are up to date (RD1-65)."""
    slot = state.slot[end]
    exits = exits_at(state.exits, end)
    assert exits == exits_of(state, state.spot[state.place[end]], NONE, NONE, ways_left(state, NONE))
    if state.moving != NONE:
        return
    thing = state.board[slot * SQUARES + state.at[end]]
    if state.out[end] == NONE:
        assert thing >= STATION_PIECE, "RD1-58: neither a station nor a rail is at an end"
    else:
        assert thing == BIT[state.back[end]] | BIT[state.out[end]], "RD1-57: an end is not that of its rail"
    taken = state.taken[slot]
    if state.slot[0] == state.slot[1]:
        kept: i64 = 0
        if state.out[1 - end] != NONE:
            kept = BIT[pointed(state, 1 - end)]
        assert end_goes_on(state, end, ALL & ~taken & ~kept, count_bits(taken), exits), "RD1-98: an end is cut off"
    assert end_can_follow(state, end, count_bits(taken), exits), "RD1-61: an end cannot be continued"
    if state.phase == TURN and not state.paid_out and not state.rolled and state.actor != OVER and state.laid == 0:
        assert state.out[end] == NONE or not LAKE[state.tile[slot]] >> pointed(state, end) & 1, "RD1-75: an end is left at a lake"

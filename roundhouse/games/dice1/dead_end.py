"""What RD1-61 forbids, in its three meanings: a move after which an end of the line, this one or the other, could not go on."""

from __future__ import annotations

from roundhouse.core.bits import BIT
from roundhouse.core.sentence import Sentence, say
from roundhouse.games.dice1.board import ALL, SIDES, STEP
from roundhouse.games.dice1.ground import can_follow, exits_at, goes_on, pointed, reserved
from roundhouse.games.dice1.moves import STATION, TILE, lay_end, lay_exit, lay_out, station_end
from roundhouse.games.dice1.position import Position


def dead_end(state: Position, move: int) -> Sentence:
    """Return which end a rail, tile or station that RD1-61 forbids would leave without a way on, and why."""
    if not TILE <= move < STATION:
        end = station_end(move) if move >= STATION else lay_end(move)
        if (own := _own_end(state, move, end)) is not None:
            return own
    return say("after this the other end of the line could not be continued")


def _own_end(state: Position, move: int, end: int) -> Sentence | None:
    """Return why the end that the move works at could not be continued; None if it could."""
    square = pointed(state, end) if move >= STATION else STEP[state.at[end] * SIDES + lay_out(move)]
    taken = state.taken[state.slot[end]] | BIT[square]
    kept = 0 if state.moving == end else reserved(state, end)
    free, count, exits = ALL & ~taken & ~kept, int(taken).bit_count(), exits_at(state.exits, end)
    headings = range(SIDES) if move >= STATION else [lay_exit(move)]
    ahead = [(STEP[square * SIDES + side], side) for side in headings if free & BIT[STEP[square * SIDES + side]]]
    if any(goes_on(free, next_, side, count, exits) for next_, side in ahead):
        return None
    if any(can_follow(free, next_, side, count, exits) for next_, side in ahead):
        return say("after this no way would lead from this end to a side where the line may leave the tile")
    return say("after this no rail could be laid at this end")

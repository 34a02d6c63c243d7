"""How long a game can be: the bound of the game, and games that seek flushes, which come nearest to it."""

from __future__ import annotations

from itertools import accumulate

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.state import CHANCE, OVER
from roundhouse.games.tickets import GAME
from roundhouse.games.tickets.phases import FIRST, KEEPING, SHOWING
from roundhouse.games.tickets.state import Tickets
from tests.games.tickets.usa import (
    BLIND,
    CARD,
    CARD_TOTAL,
    CLAIM,
    CLAIM_COLOUR,
    CLAIM_TRACK,
    CLAIM_WILD,
    CLAIMS,
    DRAW_TICKETS,
    FLUSH_CAP,
    HAND,
    LENGTH,
    LOCOMOTIVE,
    OFFER,
    SLOTS,
    TAKE,
    TICKETS,
    TRAINS,
)

SMALL = 14  # cards of a pool that is so small that flushed locomotives come back within a check
FORMER_BOUND = 5_000


def longest(seats: int) -> int:
    """The derivation beside the bound, with the numbers of the board."""
    check = FLUSH_CAP * (1 + SLOTS)
    setup = HAND * seats + SLOTS + check + OFFER * seats + seats + seats
    cards = TRAINS * seats + CARD_TOTAL - HAND * seats
    claims = sum(spaces <= TRAINS * seats for spaces in accumulate(sorted(LENGTH)))
    draws = TICKETS - 2 * seats
    passes = (seats - 1) * claims + seats
    return setup + cards * (2 + check) + claims * (1 + check) + draws * (1 + OFFER + 1 + check) + passes


def seek_flushes(state: Tickets, rng: Rng) -> int:
    """Chance shows three locomotives wherever it can, and gives none into a hand; the players leave few cards in the pool, and
    bring cards back to it by claims that are as short as can be."""
    moves = list(state.legal_moves())
    if state.actor == CHANCE:
        return _show_locomotives(state, moves, rng)
    if state.phase in (FIRST, KEEPING):
        return moves[0]
    takes = [move for move in moves if TAKE <= move < TAKE + LOCOMOTIVE]
    claims = [move for move in moves if CLAIM <= move < CLAIM + CLAIMS and _without_locomotives(move - CLAIM)]
    claims.sort(key=lambda move: LENGTH[CLAIM_TRACK[move - CLAIM]])
    pool = state.down + state.thrown
    if pool > SMALL + SLOTS and BLIND in moves:
        return BLIND
    if pool <= SMALL and claims:
        return claims[0]
    if DRAW_TICKETS in moves:
        return DRAW_TICKETS
    return takes[rng.below(len(takes))] if takes else [*claims, moves[0]][0]


def _show_locomotives(state: Tickets, moves: list[int], rng: Rng) -> int:
    locomotive = CARD + LOCOMOTIVE
    if state.phase == SHOWING and locomotive in moves and list(state.slot).count(LOCOMOTIVE) < 3:
        return locomotive
    others = [move for move in moves if move != locomotive] or moves
    return others[rng.below(len(others))]


def _without_locomotives(claim: int) -> bool:
    return CLAIM_WILD[claim] == 0 and CLAIM_COLOUR[claim] != LOCOMOTIVE


def moves_of(seats: int, seed: int) -> int:
    """The length of a game that seeks flushes."""
    state, rng, made = GAME.start(seats), Rng(seed), 0
    while state.actor != OVER:
        state.apply(seek_flushes(state, rng))
        made += 1
        assert made <= longest(seats)
    return made


@pytest.mark.clause("TTR-80")
def test_the_bound_of_the_game_is_the_one_that_its_rules_give() -> None:
    """The longest of all numbers of players."""
    assert max(longest(seats) for seats in GAME.seats) == GAME.max_moves


@pytest.mark.compiled
@pytest.mark.clause("TTR-39", "TTR-80")
@pytest.mark.parametrize("seats", GAME.seats)
def test_a_game_that_seeks_flushes_is_long_and_ends_within_the_bound(seats: int) -> None:
    """Each passes the bound that was written down before, with five players three times over, and none the one of the rules."""
    made = moves_of(seats, 0)

    assert FORMER_BOUND < made <= longest(seats) <= GAME.max_moves
    assert seats < 5 or made > 3 * FORMER_BOUND

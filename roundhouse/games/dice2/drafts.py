"""Drafts of a turn: which dice to lay where, found by a beam search over the dice in front of the player."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.games.dice2.board import COMPLEX_SHAPES, SIMPLE_SHAPES
from roundhouse.games.dice2.moves import EXCHANGE, LAY
from roundhouse.games.dice2.outlook import Outlook, survey
from roundhouse.games.dice2.position import NONE
from roundhouse.games.dice2.state import Dice2
from roundhouse.games.dice2.ways import Ways

WIDTH: Final = 4  # drafts kept after each die
FINALISTS: Final = 4  # drafts examined again, with a new search for ways
LEAST_GAIN: Final = 3  # tenths of a token that each die must bring: rails serve every player, RD2-41


class Draft:
    """A position that the dice of this turn can lead to."""

    def __init__(self, state: Dice2, first: i64, dice: i64, value: i64, hopes: vec[i64]) -> None:
        self.state = state
        self.first = first  # the move that leads there
        self.dice = dice  # laid so far
        self.value = value
        self.hopes = hopes  # of each seat, see Outlook


class Shortlist:
    """The best drafts, in descending order."""

    def __init__(self, room: i64) -> None:
        self.room = room
        self.drafts: list[Draft] = []

    def add(self, draft: Draft) -> None:
        """Add a draft if there is room or it is better than the last; of equal ones the first stays ahead."""
        at = i64(len(self.drafts))
        if at < self.room:
            self.drafts.append(draft)
        elif draft.value <= self.drafts[at - 1].value:
            return
        else:
            at -= 1
        while at > 0 and self.drafts[at - 1].value < draft.value:
            self.drafts[at] = self.drafts[at - 1]
            at -= 1
        self.drafts[at] = draft


def best_lay(at: Dice2) -> i64:
    """Return the die to lay next, or NONE if it is better to lay none."""
    openings = at.rails(True)
    if len(openings) == 0:
        return NONE
    outlook = survey(at, at.turn)
    hopes = outlook.hopes(at)
    least = outlook.worth_with(at, hopes)
    finalists = Shortlist(FINALISTS)
    following = Shortlist(WIDTH)
    start = Draft(at, NONE, 0, least, hopes)
    for move in openings:
        _lay(outlook, start, move, following, finalists)
    while len(following.drafts) > 0:
        drafts = following.drafts
        following = Shortlist(WIDTH)
        for draft in drafts:
            for move in draft.state.rails(False):
                _lay(outlook, draft, move, following, finalists)
    return _winner(finalists, at.turn, least)


def square_of(move: i64) -> i64:
    """Return the square where a move lays or exchanges a die."""
    return (move - LAY) // SIMPLE_SHAPES if move < EXCHANGE else (move - EXCHANGE) // COMPLEX_SHAPES


def _lay(outlook: Outlook, draft: Draft, move: i64, following: Shortlist, finalists: Shortlist) -> None:
    after = draft.state.copy()
    after.apply(move)
    first = move if draft.first == NONE else draft.first
    hopes = outlook.hopes_after(after, square_of(move), draft.hopes)
    value = outlook.worth_with(after, hopes) - LEAST_GAIN * (draft.dice + 1)
    laid = Draft(after, first, draft.dice + 1, value, hopes)
    following.add(laid)
    finalists.add(laid)


def _winner(finalists: Shortlist, seat: i64, least: i64) -> i64:
    """Return the first move of the best draft on its own board; NONE if none beats laying nothing."""
    outlook = Outlook(seat, Ways())
    best: i64 = NONE
    best_value = least
    for draft in finalists.drafts:
        value = outlook.worth(draft.state) - LEAST_GAIN * draft.dice
        if value > best_value:
            best = draft.first
            best_value = value
    return best

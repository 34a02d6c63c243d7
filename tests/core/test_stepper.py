"""Many games stepped together are the games they would be one by one."""

from __future__ import annotations

from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import roundhouse
from roundhouse import engine
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.state import CHANCE, OVER, State
from roundhouse.core.stepper import EXTERNAL, Rules, Stepper
from tests.sampling import LEFT_OUT
from tests.whistle import GAME as WHISTLE

CASES = [  # the source is run with three seats only
    pytest.param(game, seats, id=f"{game.name}-{seats}", marks=() if seats == 3 else LEFT_OUT)
    for game in roundhouse.GAMES
    for seats in game.seats
]
STEPS = 60 if engine.is_compiled() else 8
SEED = 11


def stepper_of(game: Game[Any], seats: int, first: int, count: int) -> Stepper:
    return started(Stepper(rules_of(game, seats), first, count, SEED, vec[i64](), count))


def rules_of(game: Game[Any], seats: int) -> Rules:
    return Rules(game.start(seats), game.view, game.advise, game.encode, game.size, game.move_count)


def started(stepper: Stepper) -> Stepper:
    stepper.begin()
    for i in range(stepper.count):
        stepper.show(i, i)
    return stepper


def clear(stepper: Stepper) -> None:
    stepper.clear()
    for at in range(len(stepper.numbers)):
        stepper.numbers[at] = 0


class Single:
    """One game of a stepper, played by hand."""

    def __init__(self, game: Game[Any], seats: int, number: int) -> None:
        self.game, self.seats = game, seats
        self.rng = Rng(SEED * 2**32 + number)
        self.scores: list[int] = []
        self.state = self.begin()

    def begin(self) -> State:
        state: State = self.game.start(self.seats)
        self.draw(state)
        return state

    def draw(self, state: State) -> None:
        while state.actor == CHANCE:
            state.apply(state.draw(self.rng))

    def sample(self) -> int:
        legal = self.state.legal_moves()
        return legal[self.rng.below(len(legal))]

    def step(self, move: int) -> bool:
        """Whether the move ended a game."""
        self.state.apply(move)
        self.draw(self.state)
        if self.state.actor != OVER:
            return False
        self.scores = [*self.state.scores(), *self.state.ranks()]
        self.state = self.begin()
        return True


def agree(stepper: Stepper, singles: list[Single]) -> None:
    """The seat to act, its numbers and its legal moves, game by game."""
    game = singles[0].game
    for i, single in enumerate(singles):
        seat = single.state.actor
        numbers = list(stepper.numbers[i * game.size : (i + 1) * game.size])
        marked = [move for move, mark in enumerate(stepper.mask[i * game.move_count : (i + 1) * game.move_count]) if mark]
        assert stepper.actor[i] == seat
        assert numbers == list(game.numbers(game.view(single.state, seat)))
        assert marked == list(single.state.legal_moves())


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_a_batch_is_equal_to_single_games_step_by_step(game: Game[Any], seats: int) -> None:
    """Three games, sampled moves, what is shown and who acts after every step."""
    stepper = stepper_of(game, seats, first=0, count=3)
    singles = [Single(game, seats, number) for number in range(3)]
    agree(stepper, singles)
    for _ in range(STEPS):
        moves = [int(move) for move in stepper.sample()]
        assert moves == [single.sample() for single in singles]
        clear(stepper)
        stepper.step(moves, 0, 3)
        for single, move in zip(singles, moves, strict=True):
            single.step(move)
        agree(stepper, singles)


def test_a_game_that_ends_is_counted_and_replaced_by_a_new_one() -> None:
    """Whistle, whose games last six moves at most: flags, scores and ranks of those that end, and play goes on."""
    stepper = stepper_of(WHISTLE, 3, first=0, count=5)
    singles = [Single(WHISTLE, 3, number) for number in range(5)]
    ended = 0
    for _ in range(40):
        moves = [int(move) for move in stepper.sample()]
        assert moves == [single.sample() for single in singles]
        clear(stepper)
        stepper.step(moves, 0, 5)
        over = [single.step(move) for single, move in zip(singles, moves, strict=True)]
        assert list(stepper.over) == over
        finals = [single.scores for single, end in zip(singles, over, strict=True) if end]
        assert list(stepper.scores) == [score for final in finals for score in final[:3]]
        assert list(stepper.ranks) == [rank for final in finals for rank in final[3:]]
        agree(stepper, singles)
        ended += sum(over)

    assert ended > 20


def test_a_part_of_the_games_comes_out_the_same_elsewhere() -> None:
    """Games 4 and 5 of six are games 0 and 1 of a stepper that begins at 4."""
    game = roundhouse.find("tickets")
    whole, part = stepper_of(game, 2, first=0, count=6), stepper_of(game, 2, first=4, count=2)
    for _ in range(STEPS):
        moves = [int(move) for move in whole.sample()]
        assert [int(move) for move in part.sample()] == moves[4:]
        for stepper, chosen in ((whole, moves), (part, moves[4:])):
            clear(stepper)
            stepper.step(chosen, 0, len(chosen))
        assert list(whole.numbers[4 * game.size :]) == list(part.numbers)


@pytest.mark.parametrize("policy", [0, 40, 100])
def test_players_with_a_policy_move_inside(policy: int) -> None:
    """Only the first player decides outside; they move on by one seat after each game, and scores are by player."""
    seats, count = 3, 4
    stepper = started(Stepper(rules_of(WHISTLE, seats), 0, count, SEED, vec[i64]([EXTERNAL, policy, policy]), count))
    games = [0] * count
    for _ in range(30):
        assert [int(seat) for seat in stepper.actor] == [(number + games[number]) % seats for number in range(count)]
        clear(stepper)
        stepper.step([int(move) for move in stepper.sample()], 0, count)
        ended = sum(stepper.over)
        assert len(stepper.scores) == len(stepper.ranks) == seats * ended
        games = [played + int(over) for played, over in zip(games, stepper.over, strict=True)]

    assert min(games) == 30  # in Whistle each seat decides once


def test_a_policy_of_hundred_is_random_and_one_of_zero_the_heuristic() -> None:
    """Against the same external moves, the heuristic scores more than random play at Ticket to Ride."""
    game = roundhouse.find("tickets")
    scores = {}
    for policy in (0, 100):
        stepper = started(Stepper(rules_of(game, 2), 0, 4, SEED, vec[i64]([EXTERNAL, policy]), 4))
        totals: list[int] = []
        while len(totals) < 4:
            clear(stepper)
            stepper.step([int(move) for move in stepper.sample()], 0, 4)
            totals += list(stepper.scores)[1::2]
        scores[policy] = sum(totals[:4])

    assert scores[0] > scores[100] + 200

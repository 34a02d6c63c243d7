"""A review: its parts sum to the result, it judges from views alone, and the same seed gives the same review."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundhouse import GAMES
from roundhouse.bots.bot import Budget
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.record import BadRecord, read, write
from roundhouse.core.sentence import BadSetup
from roundhouse.core.state import State, View
from roundhouse.games import find
from roundhouse.play.chance import Seeded
from roundhouse.play.table import Table
from roundhouse.review.calibration import calibration_of
from roundhouse.review.judge import Judge
from roundhouse.review.played import CannotReview, PlayedGame
from roundhouse.review.result import decode
from roundhouse.review.reviewer import DecisionJudge, Reviewer, seed_of
from tests.bots.matches import decisions
from tests.review.games import begun, finished, reviewed

ROUGH = Budget(iterations=1)  # the first curve alone
SHORT = Budget(iterations=1500)
NAMES = [game.name for game in GAMES]
SECRETIVE = [game.name for game in GAMES if game.shadow_count > 0]
TICKETS = find("tickets")


def judge_of(game: Game[Any], seats: int) -> DecisionJudge:
    """What judges decisions of a game."""
    return DecisionJudge(game, Judge(game, calibration_of(game.name, seats)))


@settings(max_examples=2)
@given(seed=st.integers(0, 10**6), seats=st.integers(2, 4))
@pytest.mark.parametrize("name", NAMES)
def test_the_parts_sum_to_the_result(name: str, seed: int, seats: int) -> None:
    """For every seat, however rough the review; and the chances of every moment sum to one."""
    record = finished(find(name), seats, seed).record()
    review = begun(Reviewer(record, seed), 6)

    for player in review.players:
        assert player.prior + player.own + player.others + player.luck == pytest.approx(player.result, abs=1e-9)
    for point in review.points:
        assert sum(point.chances) == pytest.approx(1.0)
    assert review.points[-1].chances == PlayedGame(record).result


@pytest.mark.parametrize("name", NAMES)
def test_the_chances_move_by_decisions_and_luck_alone(name: str) -> None:
    """From one decision to the next, for each seat."""
    review = begun(Reviewer(finished(find(name), 2, 8).record()), 15)
    assert review.judged > 0.0
    points = review.points[len(review.points) - 1 - len(review.decisions) :]

    assert len(review.decisions) > 20
    for before, judgement, after in zip(points, review.decisions, points[1:], strict=False):
        assert before.at == judgement.at < after.at
        for seat in range(2):
            moved = judgement.changes[seat] + judgement.luck[seat]
            assert before.chances[seat] + moved == pytest.approx(after.chances[seat], abs=1e-9)


def test_the_same_seed_gives_the_same_review() -> None:
    """With a budget of playouts; and another seed another one."""
    record = finished(TICKETS, 2, 3).record()
    first, again, other = (reviewed(Reviewer(record, seed), SHORT).json() for seed in (5, 5, 6))

    assert first == again
    assert first != other
    assert decode(first).json() == first


def test_work_may_stop_and_go_on() -> None:
    """What is known does not depend on the pauses, nor on the budgets that were given in between."""
    record = finished(TICKETS, 2, 3).record()
    whole, parts = Reviewer(record), Reviewer(record)
    for _ in islice(parts.work(Budget(iterations=10**6)), 10):
        pass
    known = [parts.curve_is_known]
    for _ in parts.work(ROUGH):
        pass
    known.append(parts.curve_is_known)
    rough = parts.review()

    assert known == [False, True]
    assert rough.judged == 0.0
    assert all(judgement.loss == 0.0 for judgement in rough.decisions)
    assert begun(parts, 10).json() == begun(whole, 10).json()
    assert whole.review().judged > 0.0


def test_progress_grows_to_one() -> None:
    """So that a bar can show it."""
    done = list(Reviewer(finished(TICKETS, 2, 3).record()).work(SHORT))

    assert done == sorted(done)
    assert (done[0] < 0.1, done[-1]) == (True, 1.0)


@pytest.mark.parametrize("name", NAMES)
def test_who_plays_the_best_move_everywhere_has_accuracy_100(name: str) -> None:
    """Seat 0 plays what the reviewer will prefer; its first decisions are enough."""
    game = find(name)
    chosen: list[int] = []

    def best(table: Table, view: View[Any], moves: list[int]) -> int:
        if len(chosen) >= 6:
            return game.advise(view, Rng(len(chosen)))
        seed = seed_of(11, table.moves_made, 0)
        chosen.append(judge_of(game, 2).search(view, moves, moves[0], seed).best)
        return chosen[-1]

    reviewer = Reviewer(finished(game, 2, 4, {0: best}).record(), 11)
    for _ in reviewer.work(Budget(iterations=10**6)):
        own = [decision.index for decision in reviewer.played.decisions if decision.seat == 0][:6]
        if all(index in reviewer._candidates and reviewer._candidates[index].searched for index in own):
            break
    review = reviewer.review()
    judged = [judgement for judgement in review.decisions if judgement.seat == 0][:6]

    assert len(chosen) == 6
    assert [judgement.loss for judgement in judged] == [0.0] * 6
    assert all(judgement.best == judgement.move for judgement in judged)
    assert calibration_of(name, 2).accuracy(0.0) == 100.0


def test_a_planted_blunder_is_a_turning_point() -> None:
    """Seat 1 gives up a turn for nothing, late in the game; the review finds it and knows a better move."""
    game = TICKETS
    planted: list[int] = []

    def blunder(table: Table, view: View[Any], moves: list[int]) -> int:
        advised = game.advise(view, Rng(table.moves_made))
        tickets = next((move for move in moves if game.notation(move) == "tickets"), None)
        if tickets is not None and not planted and min(view.position.trains) <= 12:
            planted.append(table.moves_made)
            return tickets
        keep_all = max(moves)  # of the tickets drawn just now, all are kept: they cannot be completed any more
        return keep_all if planted and table.moves_made <= planted[0] + 4 else advised

    reviewer = Reviewer(finished(game, 2, 12, {1: blunder}).record())
    review = reviewed(reviewer, Budget(iterations=6000))
    turn = next(judgement.turn for judgement in review.decisions if judgement.at == planted[0])

    assert turn in [review.decisions[index].turn for index in review.turning_points]
    assert turn in [review.decisions[index].turn for index in review.missed]


# What a decision is judged from.


@pytest.mark.parametrize("name", SECRETIVE)
def test_a_decision_is_judged_from_the_view_of_its_seat(name: str) -> None:
    """Two worlds that look the same to the seat, and are not the same, get the same search and the same sweeps."""
    game = find(name)
    compared = 0
    for number, state in enumerate(islice(decisions(game, 3, 5, 20), 5)):
        seat, moves = state.actor, list(state.legal_moves())
        view = game.view(state, seat)
        twins: list[State] = [game.determinize(view, Rng(number + seed)) for seed in (100, 200)]
        assert twins[0] != twins[1]
        found = []
        for world in (state, *twins):
            judge = judge_of(game, 3)
            candidates = judge.search(game.view(world, seat), moves, moves[-1], number)
            for sweep in range(3):
                judge.sweep(game.view(world, seat), candidates, sweep)
            found.append(candidates)
        assert (
            found[0] == found[1] == found[2]
            or [(one.best, one.advised, {move: tally.outcomes for move, tally in one.tallies.items()}) for one in found[1:]]
            == [(found[0].best, found[0].advised, {move: tally.outcomes for move, tally in found[0].tallies.items()})] * 2
        )
        compared += bool(found[0].tallies)

    assert compared >= 3


@pytest.mark.parametrize("name", SECRETIVE)
def test_no_judgement_looks_at_the_true_position(name: str) -> None:
    """While a decision is searched and measured, worlds are dealt from the view that was given, and from nothing else."""
    game = find(name)
    dealt: list[View[Any]] = []

    def determinize(view: View[Any], rng: Rng) -> State:
        dealt.append(view)
        world: State = game.determinize(view, rng)
        return world

    state = next(iter(decisions(game, 3, 9, 1)))
    view, moves = game.view(state, state.actor), list(state.legal_moves())
    judge = judge_of(replace(game, determinize=determinize), 3)
    judge.sweep(view, judge.search(view, moves, moves[-1], 1), 2)

    assert len(dealt) > 5
    assert all(seen is view for seen in dealt)
    assert view == game.view(state, state.actor)


# Records that have no review.


def test_an_unfinished_game_is_refused() -> None:
    """A review would show what is hidden."""
    with pytest.raises(CannotReview, match="the game is not over"):
        Reviewer(Table(TICKETS, 2, {}, Seeded(1)).record())


def test_a_record_of_one_seat_is_refused() -> None:
    """It lacks what the other seats did in secret."""
    with pytest.raises(BadRecord, match="shows only what one seat has seen"):
        Reviewer(finished(TICKETS, 2, 3).record_seen(0))


@pytest.mark.parametrize(
    ("line", "other", "reason"),
    [
        (f"game tickets {TICKETS.version}", "game tickets 999", "the record is of tickets version 999"),
        (f"board {TICKETS.board}", f"board {'0' * 32}", "another board"),
        (f"game tickets {TICKETS.version}", "game chess 1", "there is no game 'chess'"),
        ("= ", "= 1", "the scores are"),
    ],
)
def test_a_record_that_does_not_fit_is_refused(line: str, other: str, reason: str) -> None:
    """Of another version, board or game, or with scores that are not those of its moves."""
    text = write(finished(TICKETS, 2, 3).record())
    assert line in text

    with pytest.raises((BadRecord, BadSetup), match=reason):
        Reviewer(read(text.replace(line, other, 1)))


def test_an_illegal_move_is_refused_with_its_line() -> None:
    """A record from elsewhere is checked move by move before any work is done."""
    lines = write(finished(TICKETS, 2, 3).record()).splitlines()
    place = next(number for number, text in enumerate(lines) if text.startswith("0 "))
    lines[place] = "0 claim Nowhere-Denver red"

    with pytest.raises(BadRecord, match=f"line {place + 1}:"):
        Reviewer(read("\n".join(lines)))
